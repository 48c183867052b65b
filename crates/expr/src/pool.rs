//! The pool: every expression once, under a small number.

use std::{
    fmt,
    hash::{Hash, Hasher},
    rc::Rc,
};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use vellum_bits::{Bits, word};
use vellum_collections::{
    Id, IdVec, Map,
    cast::{index64, len32},
    define_id,
};

use crate::{array::Arrays, facts::Facts, kind::Kind, rules::Progress};

define_id! {
    /// An expression of a pool.
    pub struct Expr, "e";
}

define_id! {
    /// An object of the program's input: a row of elements that may take any value.
    pub struct Input, "in";
}

define_id! {
    /// A constant of more than 64 bits.
    pub struct WideConst, "w";
}

impl Expr {
    /// The truth value that does not hold.
    pub const FALSE: Self = Self(0);
    /// The truth value that holds.
    pub const TRUE: Self = Self(1);
}

/// The pool all expressions live in.
pub struct Exprs {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    table: HashTable<Expr>,
    wides: IdVec<WideConst, Bits>,
    wide_numbers: Map<Bits, WideConst>,
    free_wides: Vec<WideConst>,
    inputs: IdVec<Input, InputObject>,
    input_numbers: Map<InputObject, Input>,
    /// Every symbol, by age.
    symbols: Vec<Expr>,
    pub(crate) arrays: Arrays,
    pub(crate) garbage: crate::garbage::Garbage,
    pub(crate) fingerprints: crate::fingerprint::Fingerprints,
    pub(crate) digests: crate::digest::Digests,
    /// Numbers whose expressions were reclaimed, the next to be used last.
    free: Vec<Expr>,
    /// Where the simplifier is.
    pub(crate) progress: Progress,
    pub(crate) memo: Memo,
}

/// What some nodes were simplified to lately: paths that do the same make the same expressions again and again.
#[derive(Default)]
pub(crate) struct Memo {
    /// By hash; a newer node takes the place of an older one.
    entries: Vec<(Node, Expr)>,
}

impl Memo {
    const SIZE: usize = 1 << 12;
    /// No expression has no bits.
    const NOTHING: (Node, Expr) = (Node { kind: Kind::Const(0), width: 0 }, Expr::FALSE);

    pub(crate) fn get(&self, node: &Node, hash: u64) -> Option<Expr> {
        let (known, simpler) = self.entries.get(Self::place(hash))?;
        (known == node).then_some(*simpler)
    }

    pub(crate) fn set(&mut self, node: Node, hash: u64, simpler: Expr) {
        if self.entries.is_empty() {
            self.entries.resize(Self::SIZE, Self::NOTHING);
        }
        self.entries[Self::place(hash)] = (node, simpler);
    }

    fn clear(&mut self) {
        self.entries.clear();
    }

    fn place(hash: u64) -> usize {
        index64(hash) % Self::SIZE
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) width: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct InputObject {
    name: Rc<str>,
    size: u32,
    /// Bits of an element.
    width: u32,
}

impl Default for Exprs {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Exprs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Exprs({} live)", self.len())
    }
}

impl Exprs {
    /// A pool with the two truth values.
    pub fn new() -> Self {
        let mut exprs = Self {
            nodes: Vec::new(),
            facts: Vec::new(),
            table: HashTable::new(),
            wides: IdVec::new(),
            wide_numbers: Map::default(),
            free_wides: Vec::new(),
            inputs: IdVec::new(),
            input_numbers: Map::default(),
            symbols: Vec::new(),
            arrays: Arrays::default(),
            garbage: crate::garbage::Garbage::default(),
            fingerprints: crate::fingerprint::Fingerprints::default(),
            digests: crate::digest::Digests::default(),
            free: Vec::new(),
            progress: Progress::default(),
            memo: Memo::default(),
        };
        for (value, expected) in [(0, Expr::FALSE), (1, Expr::TRUE)] {
            let made = exprs.intern(Kind::Const(value), 1);
            assert_eq!(made, expected, "the truth values come first");
        }
        exprs
    }

    /// Expressions that exist.
    pub fn len(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Never: the truth values always exist.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One more than the largest number an expression has: room for a table by number.
    pub fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// What `e` is made of.
    #[inline]
    pub fn kind(&self, e: Expr) -> Kind {
        self.nodes[e.index()].kind
    }

    /// Bits of `e`.
    #[inline]
    pub fn width(&self, e: Expr) -> u32 {
        self.nodes[e.index()].width
    }

    /// What is known of the values `e` takes, whatever the input.
    #[inline]
    pub fn facts(&self, e: Expr) -> &Facts {
        &self.facts[e.index()]
    }

    /// The value of a constant of at most 64 bits.
    #[inline]
    pub fn as_const(&self, e: Expr) -> Option<u64> {
        match self.kind(e) {
            Kind::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a constant of any width.
    pub fn as_bits(&self, e: Expr) -> Option<Bits> {
        match self.kind(e) {
            Kind::Const(value) => Some(Bits::from_u64(self.width(e), value)),
            Kind::Wide(wide) => Some(self.wides[wide].clone()),
            _ => None,
        }
    }

    /// Whether `e` is a constant.
    #[inline]
    pub fn is_const(&self, e: Expr) -> bool {
        matches!(self.kind(e), Kind::Const(_) | Kind::Wide(_))
    }

    /// The constant with the low `width` bits of `value`; at most 64.
    #[inline]
    pub fn constant(&mut self, width: u32, value: u64) -> Expr {
        debug_assert!((1..=64).contains(&width), "a word has 1 to 64 bits");
        self.intern(Kind::Const(word::truncate(width, value)), width)
    }

    /// A constant of any width.
    pub fn bits(&mut self, value: &Bits) -> Expr {
        if value.width() <= 64 {
            return self.constant(value.width(), value.low_u64());
        }
        let number = match self.wide_numbers.get(value) {
            Some(&number) => number,
            None => self.new_wide(value),
        };
        self.intern(Kind::Wide(number), value.width())
    }

    fn new_wide(&mut self, value: &Bits) -> WideConst {
        let number = match self.free_wides.pop() {
            Some(number) => {
                self.wides[number] = value.clone();
                number
            }
            None => self.wides.push(value.clone()),
        };
        self.wide_numbers.insert(value.clone(), number);
        number
    }

    /// A truth value.
    pub const fn truth(value: bool) -> Expr {
        if value { Expr::TRUE } else { Expr::FALSE }
    }

    /// The input object of `size` bytes called `name`. The same name and size give the same object.
    pub fn input(&mut self, name: &str, size: u32) -> Input {
        self.input_of(name, size, 8)
    }

    /// A symbol of at most 64 bits, alone in its object.
    pub fn variable(&mut self, name: &str, width: u32) -> Expr {
        assert!((1..=64).contains(&width), "a model keeps at most 64 bits of a symbol, not {width}");
        let input = self.input_of(name, 1, width);
        self.symbol(input, 0)
    }

    fn input_of(&mut self, name: &str, size: u32, width: u32) -> Input {
        let object = InputObject { name: name.into(), size, width };
        if let Some(&input) = self.input_numbers.get(&object) {
            return input;
        }
        let input = self.inputs.push(object.clone());
        self.input_numbers.insert(object, input);
        input
    }

    /// An element of an input object.
    pub fn symbol(&mut self, input: Input, offset: u32) -> Expr {
        let object = &self.inputs[input];
        assert!(offset < object.size, "element {offset} of an input of {}", object.size);
        let width = object.width;
        self.intern(Kind::Symbol { input, offset }, width)
    }

    /// Bits of an element of an input object.
    pub(crate) fn input_width(&self, input: Input) -> u32 {
        self.inputs[input].width
    }

    /// The name of an input object.
    pub fn input_name(&self, input: Input) -> &str {
        &self.inputs[input].name
    }

    /// Elements of an input object.
    pub fn input_size(&self, input: Input) -> u32 {
        self.inputs[input].size
    }

    /// Input objects so far; numbers below this name one.
    pub fn inputs(&self) -> impl Iterator<Item = Input> + use<> {
        self.inputs.ids()
    }

    /// Symbols so far. While there are at most [`Facts::SYMBOLS`], [`Facts::symbols`] tells them apart exactly.
    pub fn symbols(&self) -> u32 {
        len32(self.symbols.len())
    }

    /// Every symbol so far, by age: bit `n` of [`Facts::symbols`] stands for those at `n` modulo 62.
    pub fn symbol_list(&self) -> &[Expr] {
        &self.symbols
    }

    /// The expression of this kind, as it is: no rule is applied.
    pub(crate) fn intern(&mut self, kind: Kind, width: u32) -> Expr {
        let node = Node { kind, width };
        match self.find(&node) {
            Ok(found) => found,
            Err(hash) => {
                let facts = self.facts_of(kind, width);
                self.insert(node, facts, hash)
            }
        }
    }

    /// The expression that is this node; otherwise the node's hash, for [`Exprs::insert`].
    #[inline]
    pub(crate) fn find(&self, node: &Node) -> Result<Expr, u64> {
        let hash = hash_of(node);
        self.table.find(hash, |&e| self.nodes[e.index()] == *node).copied().ok_or(hash)
    }

    /// Adds a node that is not there yet.
    pub(crate) fn insert(&mut self, node: Node, mut facts: Facts, hash: u64) -> Expr {
        debug_assert!(self.find(&node).is_err(), "a node is there once");
        let e = match self.free.pop() {
            Some(e) => e,
            None => {
                self.nodes.push(node);
                self.facts.push(facts);
                Expr(len32(self.nodes.len() - 1))
            }
        };
        if let Kind::Symbol { .. } = node.kind {
            facts.symbols = 1 << (len32(self.symbols.len()) % Facts::SYMBOLS);
            self.symbols.push(e);
        }
        self.nodes[e.index()] = node;
        self.facts[e.index()] = facts;
        let nodes = &self.nodes;
        self.table.insert_unique(hash, e, |&e| hash_of(&nodes[e.index()]));
        e
    }

    /// Forgets every expression `keep` does not want. Symbols stay: there are no more than the input has.
    pub(crate) fn retain(&mut self, keep: impl Fn(Expr) -> bool) {
        self.memo.clear();
        self.fingerprints.clear();
        self.digests.clear();
        let mut dead = Vec::new();
        self.table.retain(|&mut e| {
            let kept = e <= Expr::TRUE || keep(e);
            if !kept {
                dead.push(e);
            }
            kept
        });
        // The table's order depends on its size; numbers are handed out again from the lowest on.
        dead.sort_unstable_by(|a, b| b.cmp(a));
        for &e in &dead {
            if let Kind::Wide(wide) = self.kind(e) {
                self.wide_numbers.swap_remove(&self.wides[wide]);
                self.wides[wide] = Bits::zero(1);
                self.free_wides.push(wide);
            }
            self.nodes[e.index()] = Node { kind: Kind::Const(0), width: 0 };
        }
        self.free.extend(dead);
        self.free.sort_unstable_by(|a, b| b.cmp(a));
        self.free_wides.sort_unstable_by(|a, b| b.cmp(a));
    }
}

fn hash_of(node: &Node) -> u64 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    hasher.finish()
}
