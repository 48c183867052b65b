//! What a program of the corpus says about itself: the `// key: value` lines at its top and its `//~` marks.

use std::path::{Path, PathBuf};

/// A program and what is expected of it.
#[derive(Debug)]
pub(crate) struct Program {
    /// The C file.
    pub(crate) file: PathBuf,
    /// Words after the program's name.
    pub(crate) args: Vec<String>,
    /// What the program reads from standard input.
    pub(crate) stdin: Vec<u8>,
    /// Variables for its environment.
    pub(crate) env: Vec<(String, String)>,
    /// Flags for the compiler.
    pub(crate) cflags: Vec<String>,
    /// Optimisation levels.
    pub(crate) levels: Vec<String>,
    /// How it ends.
    pub(crate) ending: Ending,
}

/// How a program ends.
#[derive(Debug)]
pub(crate) enum Ending {
    /// As it does natively; with this status, if one is named.
    AsNative(Option<i32>),
    /// In some way that a second run repeats: the clock and the like differ from the host's.
    Repeatable,
    /// With this finding.
    Finding(Finding),
    /// At something the engine cannot do.
    Unsupported(String),
}

/// A finding.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The contract's name of the kind.
    pub(crate) kind: String,
    /// The innermost function, when it is not the one the line is in.
    pub(crate) function: Option<String>,
    /// A part of the message.
    pub(crate) message: String,
    /// The line in the program's file, which is on the stack when the innermost function is elsewhere.
    pub(crate) line: Option<usize>,
}

/// Marks the line of a finding.
const MARK: &str = "//~ ";

impl Program {
    /// Reads what `text`, the content of `file`, says about itself; an error is a sentence.
    pub(crate) fn parse(file: &Path, text: &str) -> Result<Self, String> {
        let mut program = Self {
            file: file.to_owned(),
            args: Vec::new(),
            stdin: Vec::new(),
            env: Vec::new(),
            cflags: Vec::new(),
            levels: Vec::new(),
            ending: Ending::AsNative(None),
        };
        for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
            program.header(line)?;
        }
        for (i, line) in text.lines().enumerate() {
            if let Some((_, mark)) = line.split_once(MARK) {
                program.set_ending(Ending::Finding(Finding::parse(mark, Some(i + 1))))?;
            }
        }
        if program.levels.is_empty() {
            let levels: &[&str] = if program.is_wrong() { &["0"] } else { &["0", "2"] };
            program.levels = levels.iter().copied().map(str::to_owned).collect();
        }
        Ok(program)
    }

    /// Understands a line at the top of the file; one that is no `word: value` is prose.
    fn header(&mut self, line: &str) -> Result<(), String> {
        let is_word = |key: &str| key.bytes().all(|byte| byte.is_ascii_lowercase());
        let Some((key, value)) = line.split_once(": ").filter(|(key, _)| is_word(key)) else { return Ok(()) };
        let words = || value.split_whitespace().map(str::to_owned);
        match key {
            "args" => self.args.extend(words()),
            "stdin" => self.stdin = unescape(value),
            "env" => self.env.extend(value.split_once('=').map(|(name, v)| (name.to_owned(), v.to_owned()))),
            "cflags" => self.cflags.extend(words()),
            "levels" => self.levels.extend(words()),
            "status" => {
                let status = value.parse().map_err(|_| format!("`{value}` is no exit status"))?;
                self.set_ending(Ending::AsNative(Some(status)))?;
            }
            "native" if value == "differs" => self.set_ending(Ending::Repeatable)?,
            "finding" => self.set_ending(Ending::Finding(Finding::parse(value, None)))?,
            "unsupported" => self.set_ending(Ending::Unsupported(value.to_owned()))?,
            _ => return Err(format!("`// {line}` is no header anybody knows")),
        }
        Ok(())
    }

    fn set_ending(&mut self, ending: Ending) -> Result<(), String> {
        if !matches!(self.ending, Ending::AsNative(None)) {
            return Err("it says twice how it ends".to_owned());
        }
        self.ending = ending;
        Ok(())
    }

    fn is_wrong(&self) -> bool {
        matches!(self.ending, Ending::Finding(_))
    }
}

impl Finding {
    /// Understands `kind`, `kind: part of the message` and `kind in function: part of the message`.
    fn parse(text: &str, line: Option<usize>) -> Self {
        let (what, message) = text.split_once(": ").unwrap_or((text, ""));
        let (kind, function) = match what.split_once(" in ") {
            Some((kind, function)) => (kind, Some(function.trim().to_owned())),
            None => (what, None),
        };
        Self { kind: kind.trim().to_owned(), function, message: message.trim().to_owned(), line }
    }
}

/// The bytes of `text`, in which `\n`, `\t`, `\0` and `\\` are one byte.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'0') => 0,
                Some(other) => other,
                None => b'\\',
            },
            _ => byte,
        });
    }
    bytes
}

#[test]
fn a_mark_names_kind_function_and_message() {
    let finding = |kind: &str, function: Option<&str>, message: &str, line| Finding {
        kind: kind.to_owned(),
        function: function.map(str::to_owned),
        message: message.to_owned(),
        line,
    };
    assert_eq!(Finding::parse("abort", Some(3)), finding("abort", None, "", Some(3)));
    assert_eq!(
        Finding::parse("out-of-bounds in strlen: past: the end", None),
        finding("out-of-bounds", Some("strlen"), "past: the end", None)
    );
}

#[test]
fn headers_end_with_the_first_other_line() {
    let text = "// Prose: not a header.\n// stdin: a\\n\\\\b\n// status: 3\n\n// args: not this\nint x;\n";
    let program = Program::parse(Path::new("x.c"), text).unwrap();
    assert_eq!((program.stdin, program.args), (b"a\n\\b".to_vec(), Vec::new()));
    assert!(matches!(program.ending, Ending::AsNative(Some(3))));
    assert_eq!(program.levels, ["0", "2"]);
}

#[test]
fn what_nobody_understands_is_refused() {
    for text in ["// stauts: 3", "// status: x", "// status: 3\nx; //~ abort", "x; //~ abort\ny; //~ abort"] {
        assert!(Program::parse(Path::new("x.c"), text).is_err(), "{text}");
    }
}
