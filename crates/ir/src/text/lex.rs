//! The words of a text.

use std::fmt;

use super::ParseError;

/// A word and where it starts.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub(super) word: Word<'a>,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// A keyword or the name of a block.
    Plain(&'a str),
    /// `%name`, without the sigil.
    Value(&'a str),
    /// `@name`.
    Symbol(SymbolName),
    /// Digits, perhaps with sign, base, fraction or exponent; whoever reads it knows what is allowed.
    Number(&'a str),
    /// The bytes between quotes.
    String(Box<[u8]>),
    /// Anything of [`MARKS`].
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// How a text names a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum SymbolName {
    /// By its name in the module.
    Named(Box<str>),
    /// By a name of the text only: the symbol has none.
    Unnamed(Box<str>),
}

/// Longer marks before their beginnings.
const MARKS: &[&str] = &["...", "->", "(", ")", "{", "}", "[", "]", "<", ">", ",", ":", "=", "+", "*", "!"];

/// Splits `text` into words; the last is [`Word::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let (line, column) = (lexer.line, lexer.column);
        let word = lexer.word().map_err(|message| ParseError { line, column, message })?;
        let last = word == Word::End;
        tokens.push(Token { word, line, column });
        if last {
            return Ok(tokens);
        }
    }
}

/// Whether `c` may stand in the name of a value or symbol that is not quoted.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Lexer<'a> {
    fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if !self.rest.starts_with(';') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn word(&mut self) -> Result<Word<'a>, String> {
        let Some(first) = self.rest.chars().next() else {
            return Ok(Word::End);
        };
        match first {
            '%' => {
                self.take(1);
                self.name("%").map(Word::Value)
            }
            '@' => {
                self.take(1);
                self.symbol().map(Word::Symbol)
            }
            '"' => self.string().map(|bytes| Word::String(bytes.into())),
            _ if first.is_ascii_alphabetic() || first == '_' => Ok(Word::Plain(self.plain())),
            _ if self.starts_number() => Ok(Word::Number(self.number())),
            _ => self.mark(first),
        }
    }

    fn name(&mut self, sigil: &str) -> Result<&'a str, String> {
        match self.take_while(is_name_char) {
            "" => Err(format!("expected a name after `{sigil}`")),
            name => Ok(name),
        }
    }

    fn symbol(&mut self) -> Result<SymbolName, String> {
        if self.rest.starts_with('"') {
            let name = String::from_utf8(self.string()?).map_err(|_| "the name is not UTF-8".to_owned())?;
            if name.is_empty() {
                return Err("expected a name after `@`".to_owned());
            }
            return Ok(SymbolName::Named(name.into()));
        }
        if self.rest.starts_with('#') {
            self.take(1);
            return Ok(SymbolName::Unnamed(self.name("@#")?.into()));
        }
        Ok(SymbolName::Named(self.name("@")?.into()))
    }

    /// A word; a `-` belongs to it if a letter or digit follows.
    fn plain(&mut self) -> &'a str {
        let mut end = 0;
        loop {
            let rest = &self.rest[end..];
            let mut chars = rest.chars();
            match chars.next() {
                Some('-') if chars.next().is_some_and(|c| c.is_ascii_alphanumeric()) => end += 1,
                Some(c) if is_name_char(c) => end += 1,
                _ => return self.take(end),
            }
        }
    }

    fn starts_number(&self) -> bool {
        self.rest.strip_prefix('-').unwrap_or(self.rest).starts_with(|c: char| c.is_ascii_digit())
    }

    /// Everything that looks like part of a number: what is wrong with it is seen when it is used.
    fn number(&mut self) -> &'a str {
        let hex = self.rest.starts_with("0x");
        let mut previous = '-';
        let end = self.rest.find(|c: char| {
            let sign = matches!(c, '-' | '+') && (previous == '-' || (!hex && matches!(previous, 'e' | 'E')));
            previous = c;
            !(sign || c.is_ascii_alphanumeric() || c == '.')
        });
        self.take(end.unwrap_or(self.rest.len()))
    }

    fn string(&mut self) -> Result<Vec<u8>, String> {
        self.take(1);
        let mut bytes = Vec::new();
        loop {
            bytes.extend(self.take_while(|c| !matches!(c, '"' | '\\' | '\n')).bytes());
            if self.rest.starts_with('"') {
                self.take(1);
                return Ok(bytes);
            }
            if !self.rest.starts_with('\\') {
                return Err("the string does not end on its line".to_owned());
            }
            self.take(1);
            bytes.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<u8, String> {
        for (letter, byte) in [('\\', b'\\'), ('"', b'"'), ('n', b'\n')] {
            if self.rest.starts_with(letter) {
                self.take(1);
                return Ok(byte);
            }
        }
        let digits = self.rest.get(..2).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
            return Err("after `\\` in a string come two hexadecimal digits, `\\`, `\"` or `n`".to_owned());
        };
        self.take(2);
        Ok(byte)
    }

    fn mark(&mut self, first: char) -> Result<Word<'a>, String> {
        for &mark in MARKS {
            if self.rest.starts_with(mark) {
                self.take(mark.len());
                return Ok(Word::Mark(mark));
            }
        }
        Err(format!("`{}` means nothing here", first.escape_debug()))
    }

    fn take_while(&mut self, mut wanted: impl FnMut(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Moves over the next `bytes`.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.line = self.line.saturating_add(1);
                self.column = 1;
            } else {
                self.column = self.column.saturating_add(1);
            }
        }
        self.rest = rest;
        taken
    }
}

/// As an error message quotes it.
impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) | Self::Number(text) => write!(f, "`{text}`"),
            Self::Value(name) => write!(f, "`%{name}`"),
            Self::Symbol(name) => write!(f, "`{name}`"),
            Self::String(_) => f.write_str("a string"),
            Self::Mark(mark) => write!(f, "`{mark}`"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

impl fmt::Display for SymbolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unnamed(name) => write!(f, "@#{name}"),
            Self::Named(name) if !name.is_empty() && name.chars().all(is_name_char) => write!(f, "@{name}"),
            Self::Named(name) => {
                f.write_str("@")?;
                quote(f, name.as_bytes())
            }
        }
    }
}

/// Writes `bytes` as a string.
pub(super) fn quote(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    f.write_str("\"")?;
    for &byte in bytes {
        match byte {
            b'"' => f.write_str("\\\"")?,
            b'\\' => f.write_str("\\\\")?,
            b' '..=b'~' => write!(f, "{}", char::from(byte))?,
            _ => write!(f, "\\{byte:02x}")?,
        }
    }
    f.write_str("\"")
}
