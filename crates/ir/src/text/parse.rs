//! Reads a module from words.
//!
//! The files below read one level each: [`module`](self::module()) items, `instructions`, `constants` and
//! `types`. Here is what they share: the place in the text and how errors are made.

use std::str::FromStr;

use vellum_collections::IdVec;

use super::{
    ParseError,
    lex::{self, SymbolName, Token, Word},
    names::{self, Names},
};
use crate::{
    constant::Symbol,
    inst::Value,
    module::{FuncId, GlobalId, Module},
    types::{Type, Types},
};

mod constants;
mod instructions;
mod items;
mod types;

/// How deep types and constants may nest.
const MAX_DEPTH: u32 = 100;

type Result<T> = std::result::Result<T, ParseError>;

/// Reads a whole module.
pub(super) fn module(text: &str) -> Result<Module> {
    let tokens = lex::tokens(text)?;
    let names = names::scan(&tokens)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        depth: 0,
        module: Module::new(Types::default()),
        names: &names,
        function: None,
    };
    parser.items()?;
    Ok(parser.module)
}

struct Parser<'t, 'a> {
    tokens: &'t [Token<'a>],
    /// The word read next; the last word is never passed.
    at: usize,
    depth: u32,
    module: Module,
    names: &'t Names<'a>,
    /// The function whose body is read.
    function: Option<Scope>,
}

/// What is known of the function whose body is read.
struct Scope {
    id: FuncId,
    /// The types of the values defined so far.
    types: IdVec<Value, Option<Type>>,
    /// Where values were used and the type stated there; definitions may follow their uses.
    uses: Vec<(Value, Type, usize)>,
}

impl<'t, 'a> Parser<'t, 'a> {
    fn peek(&self) -> &'t Word<'a> {
        self.peek_after(0)
    }

    /// The word `n` words from here.
    fn peek_after(&self, n: usize) -> &'t Word<'a> {
        self.tokens.get(self.at + n).map_or(&Word::End, |token| &token.word)
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// Whether the next word stands on the line of the last one read.
    fn on_same_line(&self) -> bool {
        self.at > 0 && self.tokens[self.at - 1].line == self.tokens[self.at].line
    }

    /// An error at the word with index `at`.
    fn fail_at<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        let token = &self.tokens[at];
        Err(ParseError { line: token.line, column: token.column, message: message.into() })
    }

    /// An error at the next word, which is none of `what`.
    fn expected<T>(&self, what: &str) -> Result<T> {
        self.fail_at(self.at, format!("expected {what}, found {}", self.peek()))
    }

    /// Moves over `mark` if it is next.
    fn eat(&mut self, mark: &str) -> bool {
        let found = matches!(self.peek(), Word::Mark(m) if *m == mark);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, mark: &str) -> Result<()> {
        if self.eat(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    /// Moves over the keyword `word` if it is next.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Word::Plain(w) if *w == word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn word(&mut self, what: &str) -> Result<&'a str> {
        let Word::Plain(word) = *self.peek() else {
            return self.expected(what);
        };
        self.advance();
        Ok(word)
    }

    /// A word that `find` knows.
    fn word_of<T>(&mut self, what: &str, find: impl FnOnce(&str) -> Option<T>) -> Result<T> {
        match self.peek() {
            Word::Plain(word) => match find(word) {
                Some(found) => {
                    self.advance();
                    Ok(found)
                }
                None => self.expected(what),
            },
            _ => self.expected(what),
        }
    }

    /// A decimal number that fits `T`.
    fn number<T: FromStr>(&mut self, what: &str) -> Result<T> {
        let Word::Number(text) = self.peek() else {
            return self.expected(what);
        };
        match text.parse() {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            Err(_) => self.expected(what),
        }
    }

    fn bytes(&mut self, what: &str) -> Result<&'t [u8]> {
        let Word::String(bytes) = self.peek() else {
            return self.expected(what);
        };
        self.advance();
        Ok(bytes)
    }

    fn string(&mut self, what: &str) -> Result<&'t str> {
        let at = self.at;
        match std::str::from_utf8(self.bytes(what)?) {
            Ok(text) => Ok(text),
            Err(_) => self.fail_at(at, "the string is not UTF-8"),
        }
    }

    /// `item, item, …` up to `close`.
    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(close) {
                return Ok(items);
            }
            if !self.eat(",") {
                return self.expected(&format!("`,` or `{close}`"));
            }
        }
    }

    /// Reads something that may contain things of its own kind.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return self.fail_at(self.at, format!("types and constants nest at most {MAX_DEPTH} deep"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn symbol_name(&mut self) -> Result<&'t SymbolName> {
        let Word::Symbol(name) = self.peek() else {
            return self.expected("a symbol");
        };
        self.advance();
        Ok(name)
    }

    fn symbol(&mut self) -> Result<Symbol> {
        let at = self.at;
        let name = self.symbol_name()?;
        match self.names.symbols.get(name) {
            Some(symbol) => Ok(*symbol),
            None => self.fail_at(at, format!("`{name}` is not defined")),
        }
    }

    fn global_symbol(&mut self) -> Result<GlobalId> {
        let at = self.at;
        match self.symbol()? {
            Symbol::Global(global) => Ok(global),
            _ => self.fail_at(at, format!("{} is not a global", self.tokens[at].word)),
        }
    }

    fn function_symbol(&mut self) -> Result<FuncId> {
        let at = self.at;
        match self.symbol()? {
            Symbol::Function(function) => Ok(function),
            _ => self.fail_at(at, format!("{} is not a function", self.tokens[at].word)),
        }
    }
}
