//! What a text defines, found before anything is read: so names may be used before they are defined.

use vellum_collections::{Id, IdVec, Map};

use super::{
    ParseError,
    lex::{SymbolName, Token, Word},
};
use crate::{
    constant::Symbol,
    inst::{BlockId, Value},
    module::{FuncId, GlobalId},
};

/// All names of a text.
#[derive(Debug, Default)]
pub(super) struct Names<'a> {
    /// Globals and functions; each kind is numbered in order of the text.
    pub(super) symbols: Map<SymbolName, Symbol>,
    /// The names inside of each function.
    pub(super) functions: IdVec<FuncId, Locals<'a>>,
}

/// The names inside of a function.
#[derive(Debug, Default)]
pub(super) struct Locals<'a> {
    pub(super) values: Map<&'a str, Value>,
    pub(super) blocks: Map<&'a str, BlockId>,
    params: usize,
}

/// Finds the names that `tokens` define.
///
/// Only what is certain in a correct text is looked at; whatever else is wrong shows when it is read.
pub(super) fn scan<'a>(tokens: &[Token<'a>]) -> Result<Names<'a>, ParseError> {
    let mut names = Names::default();
    let mut globals: usize = 0;
    let mut depth: usize = 0;
    for (i, token) in tokens.iter().enumerate() {
        let after = |n: usize| tokens.get(i + n).map_or(&Word::End, |token| &token.word);
        match &token.word {
            Word::Mark("{") => depth += 1,
            Word::Mark("}") => depth = depth.saturating_sub(1),
            Word::Plain("global") if depth == 0 => {
                if let Word::Symbol(name) = after(1) {
                    names.define(token, name, Symbol::Global(GlobalId::from_index(globals)))?;
                    globals += 1;
                }
            }
            Word::Plain("func" | "declare") if depth == 0 => {
                let name = if *after(1) == Word::Plain("weak") { after(2) } else { after(1) };
                if let Word::Symbol(name) = name {
                    let function = names.functions.push(Locals::default());
                    names.define(token, name, Symbol::Function(function))?;
                }
            }
            word => {
                if let Some(locals) = names.functions.iter_mut().last() {
                    locals.define(token, word, after(1))?;
                }
            }
        }
    }
    names.functions.iter_mut().for_each(Locals::number);
    Ok(names)
}

impl Names<'_> {
    fn define(&mut self, token: &Token<'_>, name: &SymbolName, symbol: Symbol) -> Result<(), ParseError> {
        match self.symbols.insert(name.clone(), symbol) {
            None => Ok(()),
            Some(_) => Err(twice(token, &Word::Symbol(name.clone()))),
        }
    }
}

impl<'a> Locals<'a> {
    /// Defines what `word` names if `next` shows that this is its definition.
    fn define(&mut self, token: &Token<'a>, word: &Word<'a>, next: &Word<'a>) -> Result<(), ParseError> {
        let old = match (word, next) {
            (Word::Value(name), Word::Mark(":" | "=")) => {
                self.params += usize::from(*next == Word::Mark(":"));
                let value = Value::from_index(self.values.len());
                self.values.insert(name, value).is_some()
            }
            (Word::Plain(name), Word::Mark(":")) => {
                let block = BlockId::from_index(self.blocks.len());
                self.blocks.insert(name, block).is_some()
            }
            _ => false,
        };
        if old { Err(twice(token, word)) } else { Ok(()) }
    }

    /// Gives results the numbers they are named by, and the numbers left over to the others.
    fn number(&mut self) {
        let total = self.values.len();
        let mut taken = vec![false; total];
        let mut rest = Vec::new();
        for (i, (name, value)) in self.values.iter_mut().enumerate() {
            let wanted = if i < self.params { Some(i) } else { canonical_number(name) };
            match wanted.filter(|wanted| {
                taken.get(*wanted) == Some(&false) && (i < self.params) == (*wanted < self.params)
            }) {
                Some(number) => {
                    taken[number] = true;
                    *value = Value::from_index(number);
                }
                None => rest.push(i),
            }
        }
        let free = (0..total).filter(|number| !taken[*number]);
        for (i, number) in rest.into_iter().zip(free) {
            self.values[i] = Value::from_index(number);
        }
    }
}

/// The number that a value prints as `name`.
fn canonical_number(name: &str) -> Option<usize> {
    let number: u32 = name.parse().ok()?;
    (number.to_string() == name).then(|| vellum_collections::cast::index(number))
}

fn twice(token: &Token<'_>, word: &Word<'_>) -> ParseError {
    ParseError { line: token.line, column: token.column, message: format!("{word} is defined twice") }
}
