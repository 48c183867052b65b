//! Conditions as an SMT-LIB 2 benchmark, for solvers that are programs of their own.
//!
//! Every term is a bit-vector, truth values too: they become Bool only inside a term, by [`term::Text`]. A term used
//! more than once, or nested deep, gets a name by `define-fun`, so the text is as long as the graph is large.
//!
//! Objects are arrays of bytes over 64-bit indices, zero where nothing was stored. A float is its bit pattern; one
//! that is computed is a constant of its own, pinned by an assertion, because the theory has no way back from a
//! float to its bits. All NaNs are one there: a computed NaN has the quiet pattern without payload, which need not
//! be the one [`Evaluator`](crate::Evaluator) finds.

mod float;
mod term;

#[cfg(test)]
mod tests;

use std::fmt::Write;

use vellum_collections::{Id, Set};

use self::term::Text;
use crate::{
    array::{Array, ArrayKind},
    base::worth,
    cells::Cells,
    kind::Kind,
    pool::{Expr, Exprs},
};

/// Conditions that are to hold together.
#[derive(Clone, Debug, Default)]
pub struct Script {
    assertions: Vec<Expr>,
    model: bool,
}

impl Script {
    /// No condition yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// `condition` is to hold.
    pub fn assert(&mut self, condition: Expr) {
        self.assertions.push(condition);
    }

    /// An answer is to be followed by the values of the symbols.
    pub fn get_model(&mut self) {
        self.model = true;
    }

    /// The benchmark.
    pub fn text(&self, exprs: &Exprs) -> String {
        let mut writer = Writer::new(exprs);
        let order = writer.order(&self.assertions);
        for &item in &order {
            match item {
                Item::Expr(e) => writer.expr(e),
                Item::Array(array) => writer.array(array),
            }
        }
        for &condition in &self.assertions {
            let holds = writer.use_of(condition).truth();
            writer.line(&format!("(assert {holds})"));
        }
        let logic = match (writer.arrays, writer.floats) {
            (false, false) => "QF_BV",
            (true, false) => "QF_ABV",
            (false, true) => "QF_BVFP",
            (true, true) => "QF_ABVFP",
        };
        let model = if self.model { "(get-model)\n" } else { "" };
        format!("(set-logic {logic})\n{}(check-sat)\n{model}", writer.out)
    }
}

/// The sort of the bytes of an object.
const ARRAY: &str = "(Array (_ BitVec 64) (_ BitVec 8))";

/// Terms nested deeper get a name.
const NESTING: u32 = 8;

/// Stores nested in one definition.
const STORES: usize = 16;

#[derive(Clone, Copy)]
enum Item {
    Expr(Expr),
    Array(Array),
}

struct Writer<'a> {
    exprs: &'a Exprs,
    out: String,
    /// By expression: what stands for it.
    texts: Vec<Option<Text>>,
    /// By expression: how often it is used, with two for all that is more than once.
    uses: Vec<u8>,
    names: Set<String>,
    arrays: bool,
    floats: bool,
}

impl<'a> Writer<'a> {
    fn new(exprs: &'a Exprs) -> Self {
        Self {
            exprs,
            out: String::new(),
            texts: vec![None; exprs.capacity()],
            uses: vec![0; exprs.capacity()],
            names: Set::default(),
            arrays: false,
            floats: false,
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Everything the roots are made of, what comes first needing nothing that comes later.
    fn order(&mut self, roots: &[Expr]) -> Vec<Item> {
        let mut order = Vec::new();
        let mut seen = Seen {
            exprs: vec![false; self.exprs.capacity()],
            arrays: vec![false; self.exprs.arrays.capacity()],
        };
        let mut todo: Vec<(Item, bool)> = roots.iter().rev().map(|&e| (Item::Expr(e), false)).collect();
        for &root in roots {
            self.note_use(root, 1);
        }
        while let Some((item, ready)) = todo.pop() {
            if ready {
                order.push(item);
            } else if seen.is_new(item) {
                todo.push((item, true));
                self.parts(item, |part| todo.push((part, false)));
            }
        }
        order
    }

    fn parts(&mut self, item: Item, mut visit: impl FnMut(Item)) {
        match item {
            Item::Expr(e) => {
                let kind = self.exprs.kind(e);
                // The index of a read occurs once for each byte, the pattern of a float once for each field.
                let times = match kind {
                    Kind::Read { .. }
                    | Kind::Float(..)
                    | Kind::Fma(..)
                    | Kind::FloatCompare(..)
                    | Kind::FloatToInt(..)
                    | Kind::FloatConvert(..) => 2,
                    _ => 1,
                };
                for operand in kind.operands() {
                    self.note_use(operand, times);
                    visit(Item::Expr(operand));
                }
                if let Some(array) = kind.array() {
                    visit(Item::Array(array));
                }
            }
            Item::Array(array) => match self.exprs.array_kind(array) {
                &ArrayKind::Store { on, index, value } => {
                    visit(Item::Array(on));
                    for part in [index, value] {
                        self.note_use(part, 2);
                        visit(Item::Expr(part));
                    }
                }
                ArrayKind::Span { .. } => unreachable!("a read takes spans apart"),
                ArrayKind::Cells(cells) => {
                    for &(_, cell) in cells.symbolic() {
                        self.note_use(cell, 1);
                        visit(Item::Expr(cell));
                    }
                }
            },
        }
    }

    fn note_use(&mut self, e: Expr, times: u8) {
        let uses = &mut self.uses[e.index()];
        *uses = uses.saturating_add(times).min(2);
    }

    /// What stands for a term whose parts are done.
    fn use_of(&self, e: Expr) -> Text {
        self.texts[e.index()].clone().expect("parts come before what is made of them")
    }

    fn expr(&mut self, e: Expr) {
        let text = match self.exprs.kind(e) {
            Kind::Symbol { input, offset } => {
                let name = self.unique(&format!("{}[{offset}]", self.exprs.input_name(input)));
                let width = self.exprs.width(e);
                self.line(&format!("(declare-const {name} (_ BitVec {width}))"));
                Text::bits(name)
            }
            Kind::Garbage { .. } => unreachable!("no formula depends on bytes nobody wrote"),
            Kind::Const(_) | Kind::Wide(_) => Text::bits(self.constant(e)),
            Kind::Base(address) => Text::bits(format!("#x{:016x}", worth(address))),
            _ => {
                let text = self.term(e);
                let needs_name = self.uses[e.index()] > 1 && text.nesting > 0 || text.nesting > NESTING;
                if needs_name { self.named(e, &text) } else { text }
            }
        };
        self.texts[e.index()] = Some(text);
    }

    /// Gives a term a name.
    fn named(&mut self, e: Expr, text: &Text) -> Text {
        let (name, width) = (format!("${e}"), self.exprs.width(e));
        let line = format!("(define-fun {name} () (_ BitVec {width}) {})", text.bit_vector());
        self.line(&line);
        Text::bits(name)
    }

    /// A quoted name nobody has yet. No name of ours begins with a quote, no theory's name has brackets.
    fn unique(&mut self, name: &str) -> String {
        let plain: String =
            name.chars().map(|c| if c == '|' || c == '\\' || c.is_control() { '_' } else { c }).collect();
        let mut unique = format!("|{plain}|");
        let mut count = 1;
        while !self.names.insert(unique.clone()) {
            count += 1;
            unique = format!("|{plain}!{count}|");
        }
        unique
    }

    fn array(&mut self, array: Array) {
        self.arrays = true;
        match self.exprs.array_kind(array) {
            &ArrayKind::Store { on, index, value } => {
                let (at, value_text) = (self.use_of(index).bit_vector(), self.use_of(value).bit_vector());
                let stores = (0..self.exprs.width(value) / 8).map(|i| {
                    let byte = if self.exprs.width(value) == 8 {
                        value_text.clone()
                    } else {
                        format!("((_ extract {} {}) {value_text})", 8 * i + 7, 8 * i)
                    };
                    (term::plus(&at, i), byte)
                });
                let stores: Vec<_> = stores.collect();
                self.stores(array, &format!("${on}"), &stores);
            }
            ArrayKind::Span { .. } => unreachable!("a read takes spans apart"),
            ArrayKind::Cells(cells) => {
                let stores = self.cells(cells);
                self.stores(array, &format!("((as const {ARRAY}) #x00)"), &stores);
            }
        }
    }

    fn cells(&self, cells: &Cells) -> Vec<(String, String)> {
        let constants = cells.bytes().others_than_zero();
        let constants = constants.map(|(at, byte)| (at, format!("#x{byte:02x}")));
        let symbolic = cells.symbolic().iter().map(|&(at, e)| (u64::from(at), self.use_of(e).bit_vector()));
        let mut all: Vec<(u64, String)> = constants.chain(symbolic).collect();
        all.sort_unstable_by_key(|&(at, _)| at);
        all.into_iter().map(|(at, byte)| (format!("#x{at:016x}"), byte)).collect()
    }

    /// Defines an array as another with stores, not too many in one term.
    fn stores(&mut self, array: Array, on: &str, stores: &[(String, String)]) {
        let mut below = on.to_owned();
        let chunks: Vec<_> = stores.chunks(STORES).collect();
        for (i, chunk) in chunks.iter().enumerate() {
            let term = chunk.iter().fold(below, |on, (at, byte)| format!("(store {on} {at} {byte})"));
            let is_last = i + 1 == chunks.len();
            below = if is_last { format!("${array}") } else { format!("${array}.{i}") };
            writeln!(self.out, "(define-fun {below} () {ARRAY} {term})").expect("a string grows");
        }
        if chunks.is_empty() {
            writeln!(self.out, "(define-fun ${array} () {ARRAY} {below})").expect("a string grows");
        }
    }
}

struct Seen {
    exprs: Vec<bool>,
    arrays: Vec<bool>,
}

impl Seen {
    fn is_new(&mut self, item: Item) -> bool {
        !match item {
            Item::Expr(e) => std::mem::replace(&mut self.exprs[e.index()], true),
            Item::Array(array) => std::mem::replace(&mut self.arrays[array.index()], true),
        }
    }
}
