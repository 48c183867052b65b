//! Decisions and memory that nobody wrote.
//!
//! What was read from such memory may have any value. Computing with it and copying it is no error; letting it decide
//! something is. A value is used where it decides, so that is where it is asked: are there an input and two values of
//! the bytes nobody wrote for which it differs? Where it does not, it is the same without them. So no condition of a
//! path holds such bytes. What lies past the end of an object, in a word that begins inside it, is the same kind of byte.

use std::collections::BTreeSet;

use vellum_collections::cast::len64;
use vellum_expr::{Evaluator, Expr, Exprs, GaveUp, Model};
use vellum_memory::{Access, Fault, FaultKind, Nearest, Object, ObjectKind, Origin, Where};

use super::Machine;
use crate::{
    end::{Bug, End},
    origin::Maker,
    symbolic::ForkKind,
};

/// How many pairs of values are tried to tell the inputs that matter from all others.
const ROUNDS: usize = 8;

/// What a value is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Used {
    /// A branch.
    Branch,
    /// A jump with many targets.
    Switch,
    /// The address of an access.
    Address,
    /// The address of a function.
    Call,
    /// An operation that has to know it: a divisor, a length.
    Operation,
    /// Something the program says of its input.
    Assumption,
    /// What the operating system gets to see.
    Kernel,
}

impl Used {
    /// What depends on it.
    fn text(self) -> &'static str {
        match self {
            Self::Branch => "a branch depends on",
            Self::Switch => "a switch depends on",
            Self::Address => "an address depends on",
            Self::Call => "the function that is called depends on",
            Self::Operation => "an operation depends on",
            Self::Assumption => "an assumption depends on",
            Self::Kernel => "the operating system gets",
        }
    }
}

/// The bytes nobody wrote in a value, and the same value with two different sets of symbols in their place.
struct Pair {
    garbage: Vec<Expr>,
    symbols: [Vec<Expr>; 2],
    values: [Expr; 2],
}

impl Pair {
    fn new(exprs: &mut Exprs, e: Expr) -> Self {
        let garbage = exprs.garbage_in(e);
        // Their names are the same in every run: the order they are found in depends on the pool.
        let mut order: Vec<usize> = (0..garbage.len()).collect();
        order.sort_by_cached_key(|&i| exprs.digest(garbage[i]));
        let symbols = ["uninitialised", "uninitialised otherwise"].map(|name| {
            let mut symbols = vec![Expr::FALSE; garbage.len()];
            for (number, &i) in order.iter().enumerate() {
                symbols[i] = exprs.variable(&format!("{name} {number}"), 8);
            }
            symbols
        });
        let values = symbols.each_ref().map(|symbols| exprs.replace_garbage(e, &garbage, symbols));
        Self { garbage, symbols, values }
    }

    /// Whether the value is another for the second set of symbols.
    fn differ(&self, exprs: &mut Exprs) -> Expr {
        let [a, b] = self.values;
        exprs.ne(a, b)
    }

    /// For which inputs the value is another for the two sets of bytes that `model` has, and the bytes in which these
    /// differ.
    fn inputs(&self, exprs: &mut Exprs, e: Expr, model: &Model) -> (Expr, Vec<Expr>) {
        let mut evaluator = Evaluator::new();
        let numbers = self.symbols.each_ref().map(|symbols| {
            symbols.iter().map(|&symbol| evaluator.word(exprs, model, symbol)).collect::<Vec<u64>>()
        });
        let differs = |(i, _): &(usize, &Expr)| numbers[0][*i] != numbers[1][*i];
        let culprits = self.garbage.iter().enumerate().filter(differs).map(|(_, &byte)| byte).collect();
        let [a, b] = numbers.map(|numbers| {
            let constants: Vec<Expr> = numbers.iter().map(|&number| exprs.constant(8, number)).collect();
            exprs.replace_garbage(e, &self.garbage, &constants)
        });
        (exprs.ne(a, b), culprits)
    }
}

/// For which inputs a value depends on bytes nobody wrote.
struct Seen {
    /// For these it does.
    wrong: Expr,
    /// The bytes it was first seen to depend on.
    culprits: Vec<Expr>,
    /// What is known of the other inputs.
    others: Others,
}

/// Whether a value depends on bytes nobody wrote for inputs that were not seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Others {
    /// It does not.
    Fine,
    /// Input after input had two values to show for it.
    Likely,
    /// The oracle gave up.
    Unknown,
}

impl Machine<'_> {
    /// `e` without bytes that nobody wrote. Where its value depends on them, the path ends.
    #[inline]
    pub(super) fn defined(&mut self, e: Expr, used: Used) -> Result<Expr, End> {
        if self.symbolic.exprs.has_garbage(e) { self.must_not_depend(e, used) } else { Ok(e) }
    }

    #[cold]
    fn must_not_depend(&mut self, e: Expr, used: Used) -> Result<Expr, End> {
        let exprs = &mut self.symbolic.exprs;
        // The plain question first: mostly no input of the path comes upon such bytes.
        let met = exprs.garbage_guard(e);
        let may_meet = self.symbolic.oracle.model_beside(exprs, &self.state.path, met, &self.state.model);
        if matches!(may_meet, Ok(None)) {
            return Ok(self.symbolic.exprs.without_garbage(e));
        }
        let pair = Pair::new(&mut self.symbolic.exprs, e);
        let Seen { wrong, culprits, others } = self.inputs_that_matter(e, &pair);
        let bug = (wrong != Expr::FALSE).then(|| self.unwritten(&pair.garbage, &culprits, used));
        // Those that certainly do not come upon such bytes go on in any case.
        let is_over = others != Others::Fine && self.decide(met, ForkKind::Check);
        if let Some(bug) = bug {
            if is_over && others == Others::Likely {
                self.assume(wrong, || bug.clone().into())?;
                return Err(bug.into());
            }
            let fine = self.symbolic.exprs.not(wrong);
            self.require(fine, || bug.clone())?;
        }
        if is_over {
            return Err(End::Stopped(GaveUp.to_string().into()));
        }
        Ok(self.symbolic.exprs.without_garbage(e))
    }

    /// The inputs for which `e` depends on bytes nobody wrote, as far as they can be found.
    fn inputs_that_matter(&mut self, e: Expr, pair: &Pair) -> Seen {
        let mut seen = Seen { wrong: Expr::FALSE, culprits: Vec::new(), others: Others::Likely };
        for _ in 0..ROUNDS {
            let exprs = &mut self.symbolic.exprs;
            let (differ, other) = (pair.differ(exprs), exprs.not(seen.wrong));
            let question = exprs.and(differ, other);
            let answer =
                self.symbolic.oracle.model_beside(exprs, &self.state.path, question, &self.state.model);
            match answer {
                Ok(Some(model)) => {
                    let (inputs, bytes) = pair.inputs(&mut self.symbolic.exprs, e, &model);
                    seen.wrong = self.symbolic.exprs.or(seen.wrong, inputs);
                    if seen.culprits.is_empty() {
                        seen.culprits = bytes;
                    }
                }
                Ok(None) => return Seen { others: Others::Fine, ..seen },
                Err(GaveUp) => return Seen { others: Others::Unknown, ..seen },
            }
        }
        seen
    }

    /// What to say of the bytes that nobody wrote in a value, of which the culprits were seen to change it.
    fn unwritten(&self, garbage: &[Expr], culprits: &[Expr], used: Used) -> Bug {
        let exprs = &self.symbolic.exprs;
        let source = |e: &Expr| exprs.garbage_source(*e);
        let (origin, _) = culprits.first().and_then(source).unwrap_or((0, None));
        let is_beyond = culprits.first().is_some_and(|&first| exprs.is_beyond(first));
        let places = |bytes: &[Expr]| {
            let alike = bytes.iter().filter(|byte| exprs.is_beyond(**byte) == is_beyond);
            let of_it = alike.filter_map(source).filter(|(maker, _)| *maker == origin);
            of_it.filter_map(|(_, place)| place).collect::<BTreeSet<u64>>()
        };
        // As many bytes side by side as the value is made of, around the first that was seen to change it.
        let all = places(garbage);
        let first = places(culprits).first().copied();
        let before = first.map(|first| (0..=first).rev().take_while(|place| all.contains(place)).count());
        let after = first.map(|first| (first..u64::MAX).take_while(|place| all.contains(place)).count());
        let address = first.zip(before).map(|(first, before)| first + 1 - len64(before));
        let count = before.zip(after).map_or(culprits.len(), |(before, after)| before + after - 1);
        if let (true, Some(address)) = (is_beyond, address) {
            let fault = self.state.memory.explain(Access::Read, address, len64(count));
            let fault = Fault { kind: FaultKind::OutOfBounds, ..fault };
            let at = self.state.begun.get(&address).copied();
            return Bug { message: used.text().into(), at, ..Bug::memory(fault) };
        }
        let origin = Origin(origin);
        let live = address.and_then(|address| self.state.memory.object_at(address));
        let nearest = match (live.filter(|object| object.origin == origin), address) {
            (Some(object), Some(address)) => Nearest { object, place: Where::Inside(address - object.base) },
            // It is gone, or nobody knows which of its bytes it was.
            _ => {
                let kind = match Maker::of(origin) {
                    Maker::Local(..) | Maker::Argument(..) => ObjectKind::Stack,
                    _ => ObjectKind::Heap,
                };
                let object = Object::new(0, 0, kind, origin);
                Nearest { object, place: Where::Inside(0) }
            }
        };
        let fault = Fault {
            kind: FaultKind::Uninitialised,
            access: Access::Read,
            address: address.unwrap_or(0),
            size: len64(count),
            nearest: Some(nearest),
        };
        Bug { message: used.text().into(), ..Bug::memory(fault) }
    }
}
