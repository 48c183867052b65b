//! The text of inline assembly, taken apart: instructions and what they name.
//!
//! AT&T and Intel syntax come out the same: sources first, the destination last.

/// An instruction of a template, in small letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// What is done. `lock` is left out, since one thread sees all memory in order; other prefixes stand before it.
    pub(super) mnemonic: String,
    pub(super) args: Vec<Arg>,
}

/// What an instruction names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Arg {
    /// A number.
    Immediate(i64),
    /// A processor register: its family (`ax` for `al`, `eax` and `rax`) and its width in bits.
    Register(String, u32),
    /// An operand by its number, as so many bits if the template says.
    Operand(usize, Option<u32>),
    /// Bits 8 to 15 of an operand.
    HighByte(usize),
    /// A label of `asm goto`, which is an operand, too.
    Label(usize),
    /// A word at the top of the stack.
    Stack,
}

/// How a template is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Att,
    Intel,
}

/// What stands for `$` before a number, and around an operand, once the text is split.
const IMMEDIATE: char = '\u{1}';
const OPERAND: char = '\u{2}';

/// Prefixes of the next instruction.
const PREFIXES: &[&str] = &["rep", "repe", "repz", "repne", "repnz"];

/// Directives that only move instructions apart.
const ALIGNMENTS: &[&str] = &[".p2align", ".align", ".balign"];

/// What stands before a place in memory in Intel's syntax, and how many bits that means.
const POINTERS: &[(&str, u32)] = &[("byte", 8), ("word", 16), ("dword", 32), ("qword", 64)];

/// Instructions that are spelled as bytes, so that old assemblers know them.
const BYTES: &[(&[i64], &str)] = &[
    (&[0xf3, 0x90], "pause"),
    (&[0x0f, 0xa2], "cpuid"),
    (&[0x0f, 0x01, 0xd0], "xgetbv"),
    (&[0x0f, 0x31], "rdtsc"),
    (&[0x0f, 0x0b], "ud2"),
];

/// The instructions of a template; `None` if something in it has no form here.
pub(super) fn parse(text: &str, dialect: Dialect) -> Option<Vec<Statement>> {
    let text = without_comments(&marked(text, dialect)?);
    let mut statements = Vec::new();
    let mut prefix = String::new();
    for part in text.split(['\n', ';']) {
        let mut part = part.trim();
        loop {
            let (word, rest) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
            if PREFIXES.contains(&word) {
                prefix = format!("{word} ");
            } else if word != "lock" {
                break;
            }
            part = rest.trim();
        }
        if part.is_empty() {
            continue;
        }
        let (mnemonic, args) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        if ALIGNMENTS.contains(&mnemonic) {
            continue;
        }
        let statement =
            if mnemonic == ".byte" { spelled(args)? } else { statement(mnemonic, args, dialect)? };
        let mnemonic = format!("{}{}", std::mem::take(&mut prefix), statement.mnemonic);
        statements.push(Statement { mnemonic, ..statement });
    }
    prefix.is_empty().then_some(statements)
}

/// The text in small letters, with marks for what `$` stands for, and of alternatives for dialects the right one.
fn marked(text: &str, dialect: Dialect) -> Option<String> {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    let (mut is_inside, mut alternative) = (false, 0);
    while let Some(next) = chars.next() {
        let is_read = !is_inside || alternative == i32::from(dialect == Dialect::Intel);
        if next != '$' {
            if is_read {
                out.push(next.to_ascii_lowercase());
            }
            continue;
        }
        let mut mark = String::new();
        match chars.next()? {
            '(' if !is_inside => (is_inside, alternative) = (true, 0),
            '|' if is_inside => alternative += 1,
            ')' if is_inside => is_inside = false,
            '$' => mark.push(IMMEDIATE),
            '{' => {
                let inner: String = chars.by_ref().take_while(|&c| c != '}').collect();
                mark = format!("{OPERAND}{inner}{OPERAND}");
            }
            digit if digit.is_ascii_digit() => {
                let mut number = digit.to_string();
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    number.push(digit);
                }
                mark = format!("{OPERAND}{number}{OPERAND}");
            }
            _ => return None,
        }
        if is_read {
            out.push_str(&mark);
        }
    }
    (!is_inside).then_some(out)
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*") {
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = rest[at + 2..].split_once("*/").map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out.lines().map(|line| line.split('#').next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn spelled(args: &str) -> Option<Statement> {
    let byte = |text: &str| number(text.trim());
    let bytes: Vec<i64> = args.split(',').map(byte).collect::<Option<_>>()?;
    let (_, mnemonic) = BYTES.iter().find(|(spelling, _)| *spelling == bytes)?;
    Some(Statement { mnemonic: (*mnemonic).to_owned(), args: Vec::new() })
}

fn statement(mnemonic: &str, args: &str, dialect: Dialect) -> Option<Statement> {
    // A label, an assignment, or something that LLVM puts in.
    if !mnemonic.chars().all(|c| c.is_ascii_alphanumeric()) || args.starts_with('=') {
        return None;
    }
    let texts = args.split(',').map(str::trim).filter(|_| !args.is_empty());
    let mut args: Vec<Arg> = texts.map(|text| arg(text, dialect)).collect::<Option<_>>()?;
    if dialect == Dialect::Intel {
        args.reverse();
    }
    Some(Statement { mnemonic: mnemonic.to_owned(), args })
}

fn arg(text: &str, dialect: Dialect) -> Option<Arg> {
    if let Some(inner) = text.strip_prefix(OPERAND).and_then(|text| text.strip_suffix(OPERAND)) {
        return operand(inner);
    }
    match dialect {
        Dialect::Att => {
            if let Some(digits) = text.strip_prefix(IMMEDIATE) {
                return number(digits).map(Arg::Immediate);
            }
            if let Some(name) = text.strip_prefix('%') {
                return register(name);
            }
            let offset = text.strip_suffix("(%rsp)").or_else(|| text.strip_suffix("(%esp)"))?;
            (offset.is_empty() || number(offset).is_some()).then_some(Arg::Stack)
        }
        Dialect::Intel => {
            if let Some((size, text)) = text.split_once(" ptr ") {
                return match (arg(text.trim(), dialect)?, POINTERS.iter().find(|(name, _)| *name == size)?.1)
                {
                    (Arg::Operand(place, None), size) => Some(Arg::Operand(place, Some(size))),
                    (Arg::Stack, _) => Some(Arg::Stack),
                    _ => None,
                };
            }
            if text == "[rsp]" || text == "[esp]" {
                return Some(Arg::Stack);
            }
            number(text).map(Arg::Immediate).or_else(|| register(text))
        }
    }
}

/// `N` or `N:MODIFIER`.
fn operand(text: &str) -> Option<Arg> {
    let (place, modifier) = text.split_once(':').unwrap_or((text, ""));
    let place = place.parse().ok()?;
    Some(match modifier {
        "" => Arg::Operand(place, None),
        "b" => Arg::Operand(place, Some(8)),
        "w" => Arg::Operand(place, Some(16)),
        "k" => Arg::Operand(place, Some(32)),
        "q" => Arg::Operand(place, Some(64)),
        "h" => Arg::HighByte(place),
        "l" => Arg::Label(place),
        _ => return None,
    })
}

fn number(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?.cast_signed(),
        // A zero in front makes it an octal number.
        None if digits.len() > 1 && digits.starts_with('0') => return None,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}

/// A general register by any of its names.
pub(super) fn register(name: &str) -> Option<Arg> {
    const OLD: &[&str] = &["ax", "bx", "cx", "dx", "si", "di", "bp"];
    let made = |family: &str, width| Some(Arg::Register(family.to_owned(), width));
    let old = |name: &str| OLD.iter().find(|family| **family == name);
    if let Some(digits) = name.strip_prefix('r')
        && let Some(end) =
            digits.find(|c: char| !c.is_ascii_digit()).or(Some(digits.len())).filter(|&end| end > 0)
    {
        let width = match &digits[end..] {
            "" => 64,
            "d" => 32,
            "w" => 16,
            "b" => 8,
            _ => return None,
        };
        let number: u32 = digits[..end].parse().ok()?;
        return (8..16).contains(&number).then(|| Arg::Register(format!("r{number}"), width));
    }
    if let Some(family) = old(name) {
        return made(family, 16);
    }
    match (name.split_at_checked(1)?, name.strip_suffix('l')) {
        (("r", rest), _) => made(old(rest)?, 64),
        (("e", rest), _) => made(old(rest)?, 32),
        (_, Some(letters)) => {
            let family =
                OLD.iter().find(|family| **family == letters || **family == format!("{letters}x"))?;
            made(family, 8)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Arg, Dialect, Statement, parse};

    fn one(text: &str, dialect: Dialect) -> Option<Statement> {
        parse(text, dialect).filter(|all| all.len() == 1)?.pop()
    }

    fn statement(mnemonic: &str, args: &[Arg]) -> Statement {
        Statement { mnemonic: mnemonic.to_owned(), args: args.to_vec() }
    }

    #[test]
    fn comments_and_blanks_are_nothing() {
        for text in ["", "\n\t ", "# nothing; here", "/* a\nb */ # c\n;;", ".p2align 4,,15\n"] {
            assert_eq!(parse(text, Dialect::Att), Some(Vec::new()), "{text:?}");
        }
    }

    #[test]
    fn both_dialects_give_the_same() {
        let rotate = Some(statement("rol", &[Arg::Immediate(7), Arg::Operand(0, Some(32))]));
        assert_eq!(one("ROL $$7, ${0:k}", Dialect::Att), rotate);
        assert_eq!(one("rol ${0:k}, 7", Dialect::Intel), rotate);
        assert_eq!(one("rol $(${0:k}, $$-0x1f$|7, ${0:k}$)", Dialect::Intel).unwrap().args.len(), 2);
        let exchange = Some(statement("xchg", &[Arg::Register("bx".to_owned(), 64), Arg::Operand(1, None)]));
        assert_eq!(one("xchg %rbx, $1", Dialect::Att), exchange);
        assert_eq!(one("xchg $1, rbx", Dialect::Intel), exchange);
        let memory = Some(statement("inc", &[Arg::Operand(0, Some(32))]));
        assert_eq!(one("lock inc dword ptr $0", Dialect::Intel), memory);
        assert_eq!(one("lock; inc ${0:k}", Dialect::Att), memory);
    }

    #[test]
    fn registers_have_many_names() {
        let names = [("%al", "ax", 8), ("%sil", "si", 8), ("%cx", "cx", 16), ("%edi", "di", 32)];
        for (name, family, width) in names.into_iter().chain([("%rbp", "bp", 64), ("%r12d", "r12", 32)]) {
            let register = Arg::Register(family.to_owned(), width);
            assert_eq!(
                one(&format!("neg {name}"), Dialect::Att),
                Some(statement("neg", &[register])),
                "{name}"
            );
        }
        assert_eq!(one("neg %r16", Dialect::Att), None);
        assert_eq!(one("neg %ah", Dialect::Att), None);
    }

    #[test]
    fn prefixes_belong_to_the_next_instruction() {
        assert_eq!(one("rep; nop", Dialect::Att), Some(statement("rep nop", &[])));
        assert_eq!(one("rep\n\tnop", Dialect::Att), Some(statement("rep nop", &[])));
        assert_eq!(one(".byte 0xf3, 0x90", Dialect::Att), Some(statement("pause", &[])));
        assert_eq!(parse("rep", Dialect::Att), None);
    }

    #[test]
    fn what_has_no_form_is_not_guessed() {
        for text in
            ["1: jmp 1b", "movl ($0), $1", "movl sym(%rip), $0", "add $$010, $0", "${:uid}", "movl %gs:0, $0"]
        {
            assert_eq!(parse(text, Dialect::Att), None, "{text}");
        }
    }
}
