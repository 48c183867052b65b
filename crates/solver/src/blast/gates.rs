//! Circuits: gates over literals, each made once, constants folded away.
//!
//! A gate is a variable of the SAT solver; its clauses are handed over when a question first depends on it.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use vellum_collections::cast::index;
use vellum_expr::Input;

use crate::sat::{Lit, Sat};

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Gate {
    /// True.
    Constant,
    /// A bit of the program's input.
    Input {
        input: Input,
        offset: u32,
        bit: u32,
    },
    /// A bit that a constraint defines: a literal that always holds.
    Defined {
        by: Lit,
    },
    And(Lit, Lit),
    Xor(Lit, Lit),
    /// The second where the first holds, else the third.
    Mux(Lit, Lit, Lit),
    /// At least two of three.
    Majority(Lit, Lit, Lit),
}

/// Gates a question does not depend on whose clauses may stay.
const SLACK: usize = 1_500;
/// Words of clauses, dead ones included, that may stay.
const WORDS: usize = 16_000_000;

/// All gates, and the solver that decides them.
pub(crate) struct Gates {
    nodes: Vec<Gate>,
    table: HashTable<u32>,
    pub(super) sat: Sat,
    todo: Vec<u32>,
    /// The gates of the question, inputs before what depends on them.
    pub(super) cone: Vec<u32>,
    /// By variable, of the cone only: its value for the input that is followed.
    values: Vec<bool>,
}

impl Gates {
    pub(super) fn new() -> Self {
        Self {
            nodes: vec![Gate::Constant],
            table: HashTable::new(),
            sat: Sat::new(),
            todo: Vec::new(),
            cone: Vec::new(),
            values: vec![true],
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn gate(&self, var: u32) -> Gate {
        self.nodes[index(var)]
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        let hash = hash_of(&gate);
        if let Some(&found) = self.table.find(hash, |&var| self.nodes[index(var)] == gate) {
            return Lit::new(found);
        }
        let var = self.push(gate);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, var, |&var| hash_of(&nodes[index(var)]));
        Lit::new(var)
    }

    fn push(&mut self, gate: Gate) -> u32 {
        let var = match gate {
            Gate::Constant | Gate::Input { .. } | Gate::Defined { .. } => self.sat.add_var(),
            Gate::And(..) | Gate::Xor(..) | Gate::Mux(..) | Gate::Majority(..) => self.sat.add_gate(),
        };
        debug_assert_eq!(index(var), self.nodes.len(), "gates and variables keep step");
        self.nodes.push(gate);
        var
    }

    pub(super) fn input(&mut self, input: Input, offset: u32, bit: u32) -> Lit {
        self.intern(Gate::Input { input, offset, bit })
    }

    /// Bits that get their meaning from [`Gates::define`].
    pub(super) fn undefined(&mut self, count: u32) -> Vec<Lit> {
        (0..count).map(|_| Lit::new(self.push(Gate::Defined { by: Lit::TRUE }))).collect()
    }

    /// `bits` are what makes `constraint` hold; there is exactly one such value whatever the other inputs.
    pub(super) fn define(&mut self, bits: &[Lit], constraint: Lit) {
        for bit in bits {
            self.nodes[index(bit.var())] = Gate::Defined { by: constraint };
        }
        self.sat.add_clause(0, &[constraint]);
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match a {
            Lit::TRUE => return b,
            Lit::FALSE => return Lit::FALSE,
            _ if a == b => return a,
            _ if a == !b => return Lit::FALSE,
            _ => {}
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Gate::And(p, q) = self.gate(y.var()) {
                let other = if p == x || p == !x {
                    q
                } else if q == x || q == !x {
                    p
                } else {
                    continue;
                };
                let same = p == x || q == x;
                return match (same, y.is_negated()) {
                    // x & (x & o), x & !(x & o)
                    (true, false) => y,
                    (true, true) => self.and(x, !other),
                    // x & (!x & o), x & !(!x & o)
                    (false, false) => Lit::FALSE,
                    (false, true) => x,
                };
            }
        }
        self.intern(Gate::And(a, b))
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.flip_if(a.is_negated()), b.flip_if(b.is_negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let made = if a == Lit::TRUE {
            !b
        } else if a == b {
            Lit::FALSE
        } else {
            self.intern(Gate::Xor(a, b))
        };
        made.flip_if(flip)
    }

    pub(super) fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if c == Lit::TRUE || a == b {
            return a;
        }
        if c == Lit::FALSE {
            return b;
        }
        let (c, a, b) = if c.is_negated() { (!c, b, a) } else { (c, a, b) };
        if a == Lit::TRUE || a == c {
            return self.or(c, b);
        }
        if a == Lit::FALSE || a == !c {
            return self.and(!c, b);
        }
        if b == Lit::FALSE || b == c {
            return self.and(c, a);
        }
        if b == Lit::TRUE || b == !c {
            return self.or(!c, a);
        }
        if a == !b {
            return self.xor(c, b);
        }
        let flip = a.is_negated();
        self.intern(Gate::Mux(c, a.flip_if(flip), b.flip_if(flip))).flip_if(flip)
    }

    /// At least two of three: the carry of an addition.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut lits = [a, b, c];
        lits.sort_unstable();
        let [a, b, c] = lits;
        match a {
            Lit::TRUE => return self.or(b, c),
            Lit::FALSE => return self.and(b, c),
            _ => {}
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        let flip = a.is_negated();
        self.intern(Gate::Majority(a.flip_if(flip), b.flip_if(flip), c.flip_if(flip))).flip_if(flip)
    }

    /// Begins a question about these literals: finds the gates they depend on and hands over their clauses.
    pub(super) fn begin(&mut self, roots: &[Lit]) {
        self.sat.begin();
        self.cone.clear();
        debug_assert!(self.todo.is_empty(), "the last walk was finished");
        self.todo.extend(roots.iter().map(|lit| lit.var()));
        while let Some(&var) = self.todo.last() {
            if self.sat.is_active(var) {
                self.todo.pop();
                continue;
            }
            let before = self.todo.len();
            let sat = &self.sat;
            // A constraint depends on the bits it defines, so it only comes after them.
            let is_defined = matches!(self.nodes[index(var)], Gate::Defined { .. });
            if !is_defined {
                let waiting =
                    inputs(self.nodes[index(var)]).map(Lit::var).filter(|&input| !sat.is_active(input));
                self.todo.extend(waiting);
            }
            if self.todo.len() > before {
                continue;
            }
            self.todo.pop();
            self.sat.activate(var);
            self.cone.push(var);
            if let Gate::Defined { by } = self.nodes[index(var)] {
                self.todo.push(by.var());
            }
        }
        let is_crowded = self.sat.attached() > 2 * self.cone.len() + SLACK || self.sat.size() > WORDS;
        if is_crowded {
            self.sat.detach_all();
        }
        for i in 0..self.cone.len() {
            if self.sat.attach(self.cone[i]) {
                self.load(self.cone[i]);
            }
        }
        if is_crowded {
            self.sat.restore();
        }
    }

    fn load(&mut self, var: u32) {
        let o = Lit::new(var);
        let mut add = |lits: &[Lit]| self.sat.add_clause(var, lits);
        match self.nodes[index(var)] {
            Gate::Constant | Gate::Input { .. } | Gate::Defined { .. } => {}
            Gate::And(a, b) => {
                add(&[!o, a]);
                add(&[!o, b]);
                add(&[o, !a, !b]);
            }
            Gate::Xor(a, b) => {
                add(&[!o, a, b]);
                add(&[!o, !a, !b]);
                add(&[o, !a, b]);
                add(&[o, a, !b]);
            }
            Gate::Mux(c, a, b) => {
                add(&[!c, !a, o]);
                add(&[!c, a, !o]);
                add(&[c, !b, o]);
                add(&[c, b, !o]);
                // Implied, but not found by propagation alone.
                add(&[!a, !b, o]);
                add(&[a, b, !o]);
            }
            Gate::Majority(a, b, c) => {
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    add(&[!x, !y, o]);
                    add(&[x, y, !o]);
                }
            }
        }
    }

    /// Lets the first values tried be those of an input: of every gate, in order.
    pub(super) fn follow(&mut self, element: impl Fn(Input, u32) -> u64) {
        let mut values = std::mem::take(&mut self.values);
        values.resize(self.nodes.len(), true);
        for i in 0..self.cone.len() {
            let var = self.cone[i];
            let of = |lit: Lit| values[index(lit.var())] != lit.is_negated();
            let value = match self.nodes[index(var)] {
                Gate::Constant => true,
                Gate::Input { input, offset, bit } => element(input, offset) >> bit & 1 == 1,
                Gate::Defined { .. } => continue,
                Gate::And(a, b) => of(a) && of(b),
                Gate::Xor(a, b) => of(a) != of(b),
                Gate::Mux(c, a, b) => {
                    if of(c) {
                        of(a)
                    } else {
                        of(b)
                    }
                }
                Gate::Majority(a, b, c) => u8::from(of(a)) + u8::from(of(b)) + u8::from(of(c)) >= 2,
            };
            values[index(var)] = value;
            self.sat.set_phase(var, value);
        }
        self.values = values;
    }
}

/// What a gate's output depends on.
fn inputs(gate: Gate) -> impl Iterator<Item = Lit> {
    let (items, len) = match gate {
        Gate::Constant | Gate::Input { .. } | Gate::Defined { .. } => ([Lit::TRUE; 3], 0),
        Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, b], 2),
        Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => ([a, b, c], 3),
    };
    items.into_iter().take(len)
}

fn hash_of(gate: &Gate) -> u64 {
    let mut hasher = FxHasher::default();
    gate.hash(&mut hasher);
    // The table looks at the top bits, where a multiplicative hash is best mixed already.
    hasher.finish()
}
