//! How a loop moves: what every round changes by the same distance.
//!
//! A first round, with what the path has, says what changes. Then comes a round whose number is a symbol: what moved in the
//! first round is supposed to have moved so in all rounds before, and of what else changed nothing is known. If what is
//! supposed holds after that round, too, it holds for every round (induction); what does not is given up, and the round
//! is made again.

use vellum_bits::word;
use vellum_collections::{
    Map,
    cast::{index, len32},
};
use vellum_expr::{Expr, Exprs, Substitution, Support};
use vellum_memory::Value;

use super::{
    Bail, LoopAt, Ways,
    round::{Goes, Happening, Visit},
};
use crate::{code::Slot, exec::Machine, state::State};

/// Bits of the number of a round. No loop is followed further: an object has fewer bytes.
pub(super) const ROUND_BITS: u32 = 24;

/// How often the induction step is tried at most: each failure drops an assumption that did not hold.
const ATTEMPTS: usize = 12;

/// What a round may change: a register, or some bytes of a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    /// A register of the frame.
    Register(Slot),
    /// So many bytes at an address.
    Local(u64, u32),
}

/// What is supposed of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Supposed {
    /// Each round moves it by so much, in so many bits.
    Moves(u64, u32),
    /// Each round moves the pointer by so many bytes.
    Advances(u64),
    /// Nothing.
    Nothing,
}

/// A loop's way through its rounds.
pub(super) struct Trip {
    /// The symbol that stands for the number of the round, counted from 0.
    pub(super) round: Expr,
    /// That number, extended to 64 bits.
    pub(super) number: Expr,
    /// What rounds change.
    pub(super) changes: Vec<Change>,
    /// What happens in that round.
    pub(super) happenings: Vec<Happening>,
    /// A symbol for what nobody knows before that round.
    unknown: Expr,
    /// How many rounds there are, 64 bits; nothing if no formula says so.
    pub(super) count: Option<Expr>,
}

/// A variable that rounds change.
pub(super) struct Change {
    pub(super) variable: Variable,
    /// Its value before the first round.
    pub(super) before: Value,
    /// Its value after an arbitrary iteration, whose number is the symbol [`Trip::round`].
    after: Value,
    supposed: Supposed,
}

impl Trip {
    /// Whether an expression depends on what nobody knows.
    pub(super) fn is_unknown(&self, exprs: &Exprs, e: Expr) -> bool {
        depends(exprs, e, self.unknown)
    }

    /// Whether a variable's value after the loop cannot be computed, because it depends on unknown earlier iterations.
    pub(super) fn is_lost(&self, exprs: &Exprs, change: &Change) -> bool {
        let is_unknown = |value: Value| matches!(value, Value::Symbolic(e) if self.is_unknown(exprs, e));
        change.supposed == Supposed::Nothing && is_unknown(change.after)
    }

    /// An expression of the round with a given number; 64 bits.
    pub(super) fn in_round(&self, exprs: &mut Exprs, e: Expr, number: Expr) -> Expr {
        let number = exprs.fit(number, ROUND_BITS);
        let mut replace = Substitution::new();
        replace.replace(exprs, self.round, number);
        replace.apply(exprs, e)
    }
}

fn depends(exprs: &Exprs, e: Expr, symbol: Expr) -> bool {
    exprs.facts(e).symbols & exprs.facts(symbol).symbols != 0 && Support::new().of(exprs, e).contains(&symbol)
}

impl Machine<'_> {
    /// How the loop moves whose branch the path is at, if it counts there.
    pub(super) fn trip(&mut self, at: &LoopAt<'_>) -> Result<Trip, Bail> {
        let op = at.code.ops[index(at.pc)];
        let mut variables: Vec<Variable> =
            (0..len32(at.code.template.len())).map(Variable::Register).collect();
        let first = self.on_copy(|copy| {
            copy.whole_round(at, |copy, happening| {
                add_local(&mut variables, &copy.symbolic.exprs, &happening);
                Ok(Goes::On)
            })
        })?;
        let counter = self.counter(at, op, &first)?;
        let mut supposed: Map<Variable, Supposed> = Map::default();
        for &variable in &variables {
            let (before, after) = self.held_in(variable, &first)?;
            let width = match variable {
                Variable::Local(_, len) => len * 8,
                Variable::Register(_) if before == after => continue,
                Variable::Register(_) => 64,
            };
            supposed.insert(variable, self.suppose(before, after, width));
        }
        let exprs = &mut self.symbolic.exprs;
        let round = exprs.variable("round of a loop", ROUND_BITS);
        let number = exprs.zext(round, 64);
        let unknown = exprs.variable("unknown in a loop", 64);
        let mut trip =
            Trip { round, number, changes: Vec::new(), happenings: Vec::new(), unknown, count: None };
        for _ in 0..ATTEMPTS {
            let (end, happenings) = self.supposed_round(at, &trip, &supposed)?;
            // The first round may have gone only one of several ways.
            for happening in &happenings {
                add_local(&mut variables, &self.symbolic.exprs, happening);
            }
            if self.give_up_wrong(&trip, &variables, &end, &mut supposed)? {
                for (&variable, &supposed) in &supposed {
                    let (before, after) = self.held_in(variable, &end)?;
                    trip.changes.push(Change { variable, before, after, supposed });
                }
                trip.happenings = happenings;
                trip.count = match at.ways {
                    Ways::Out { .. } => self.count(&trip, &counter, &end),
                    Ways::In(_) => None,
                };
                return Ok(trip);
            }
        }
        Err(Bail)
    }

    /// What a variable is after so many rounds; 64 bits.
    pub(super) fn after_rounds(&mut self, trip: &Trip, change: &Change, rounds: Expr) -> Value {
        let &Change { before, after, supposed, .. } = change;
        if supposed != Supposed::Nothing {
            return self.supposed_value(before, supposed, rounds, trip.unknown);
        }
        let width = self.width(before).max(self.width(after));
        let exprs = &mut self.symbolic.exprs;
        let (none, one) = (exprs.zero(64), exprs.constant(64, 1));
        let (is_none, last) = (exprs.eq(rounds, none), exprs.sub(rounds, one));
        let (before, after) = (before.expr(exprs, width), after.expr(exprs, width));
        let after = trip.in_round(exprs, after, last);
        let value = exprs.ite(is_none, before, after);
        Value::of(exprs, value)
    }

    /// A copy of the path, after something was done to it.
    fn on_copy(&mut self, act: impl FnOnce(&mut Machine<'_>) -> Result<(), Bail>) -> Result<State, Bail> {
        let mut state = self.state.clone();
        let mut copy = Machine { program: self.program, state: &mut state, symbolic: &mut *self.symbolic };
        act(&mut copy)?;
        Ok(state)
    }

    /// A round that some input goes to the end of.
    fn whole_round(&mut self, at: &LoopAt<'_>, visit: impl Visit) -> Result<(), Bail> {
        match self.round(at, visit)? {
            Goes::On => Ok(()),
            Goes::NoFurther => Err(Bail),
        }
    }

    /// What this path and another one have in a variable.
    pub(super) fn held_in(&mut self, variable: Variable, other: &State) -> Result<(Value, Value), Bail> {
        let exprs = &mut self.symbolic.exprs;
        Ok((held(exprs, self.state, variable)?, held(exprs, other, variable)?))
    }

    /// What another path has in a variable.
    pub(super) fn held(&mut self, state: &State, variable: Variable) -> Result<Value, Bail> {
        held(&mut self.symbolic.exprs, state, variable)
    }

    /// Sets a variable of this path.
    pub(super) fn hold(&mut self, variable: Variable, value: Value) -> Result<(), Bail> {
        match variable {
            Variable::Register(slot) => {
                self.set(slot, value);
                Ok(())
            }
            Variable::Local(address, len) => {
                let exprs = &mut self.symbolic.exprs;
                self.state.memory.store_value(exprs, address, len, value).ok_or(Bail)
            }
        }
    }

    /// What a first round that changed a variable lets suppose of all.
    pub(super) fn suppose(&mut self, before: Value, after: Value, width: u32) -> Supposed {
        match (before, after) {
            (Value::Concrete(before), Value::Concrete(after)) => {
                let by = after.wrapping_sub(before);
                let owner = self.state.memory.owner(before);
                if owner.is_some() && owner == self.state.memory.owner(after) {
                    Supposed::Advances(by)
                } else {
                    Supposed::Moves(by, width)
                }
            }
            (Value::Symbolic(before), after) => {
                let exprs = &mut self.symbolic.exprs;
                if exprs.has_garbage(before) {
                    return Supposed::Nothing;
                }
                let is_pointer = exprs.has_base(before);
                let width = exprs.width(before);
                let after = after.expr(exprs, width);
                let (before, after) = (exprs.without_bases(before), exprs.without_bases(after));
                let by = exprs.sub(after, before);
                match exprs.as_const(by) {
                    Some(by) if is_pointer => Supposed::Advances(by),
                    Some(by) => Supposed::Moves(by, width),
                    None => Supposed::Nothing,
                }
            }
            (Value::Concrete(_), Value::Symbolic(_)) => Supposed::Nothing,
        }
    }

    /// What a variable is after so many rounds, if what is supposed of it holds.
    fn supposed_value(&mut self, before: Value, supposed: Supposed, rounds: Expr, unknown: Expr) -> Value {
        let exprs = &mut self.symbolic.exprs;
        match supposed {
            Supposed::Moves(by, width) => {
                let by = exprs.constant(width, word::truncate(width, by));
                let rounds = exprs.fit(rounds, width);
                let (distance, before) = (exprs.mul(by, rounds), before.expr(exprs, width));
                let value = exprs.add(before, distance);
                Value::of(exprs, value)
            }
            Supposed::Advances(by) => {
                let by = exprs.constant(64, by);
                let distance = exprs.mul(by, rounds);
                let distance = Value::of(exprs, distance);
                self.moved(before, distance)
            }
            Supposed::Nothing => Value::Symbolic(unknown),
        }
    }

    /// A round whose number is a symbol: where it ends, and what happens in it.
    fn supposed_round(
        &mut self,
        at: &LoopAt<'_>,
        trip: &Trip,
        supposed: &Map<Variable, Supposed>,
    ) -> Result<(State, Vec<Happening>), Bail> {
        let mut happenings = Vec::new();
        let end = self.on_copy(|copy| {
            for (&variable, &supposed) in supposed {
                let before = held(&mut copy.symbolic.exprs, copy.state, variable)?;
                let value = copy.supposed_value(before, supposed, trip.number, trip.unknown);
                let value = match variable {
                    Variable::Local(_, len) => copy.cut_value(value, len),
                    Variable::Register(_) => value,
                };
                copy.hold(variable, value)?;
            }
            copy.whole_round(at, |_, happening| {
                happenings.push(happening);
                Ok(Goes::On)
            })
        })?;
        Ok((end, happenings))
    }

    /// Gives up what was supposed and does not hold after a round: whether there was nothing of the kind.
    fn give_up_wrong(
        &mut self,
        trip: &Trip,
        variables: &[Variable],
        end: &State,
        supposed: &mut Map<Variable, Supposed>,
    ) -> Result<bool, Bail> {
        let exprs = &mut self.symbolic.exprs;
        let one = exprs.constant(64, 1);
        let next = exprs.add(trip.number, one);
        let mut all_hold = true;
        for &variable in variables {
            let (before, after) = self.held_in(variable, end)?;
            let known = supposed.get(&variable).copied();
            let weaker = match known {
                Some(Supposed::Nothing) => continue,
                None if before == after => continue,
                None => Supposed::Nothing,
                Some(of) => {
                    let expected = self.supposed_value(before, of, next, trip.unknown);
                    if self.are_equal(expected, after) {
                        continue;
                    }
                    match of {
                        Supposed::Moves(by, 64) => Supposed::Moves(by, 32),
                        Supposed::Moves(..) | Supposed::Advances(_) | Supposed::Nothing => Supposed::Nothing,
                    }
                }
            };
            supposed.insert(variable, weaker);
            all_hold = false;
        }
        Ok(all_hold)
    }

    /// Whether two values are the same for all inputs of the path, and rounds.
    pub(super) fn are_equal(&mut self, a: Value, b: Value) -> bool {
        if a == b {
            return true;
        }
        let (a, b) = (self.symbolic.number(a), self.symbolic.number(b));
        let exprs = &mut self.symbolic.exprs;
        let (a, b) = (a.expr(exprs, 64), b.expr(exprs, 64));
        if exprs.has_garbage(a) || exprs.has_garbage(b) {
            return false;
        }
        let differ = exprs.ne(a, b);
        match exprs.as_const(differ) {
            Some(differ) => differ == 0,
            None => matches!(self.symbolic.near(self.state, differ), Ok(None)),
        }
    }
}

/// Adds the local variable that is stored to, if it is a new one.
fn add_local(variables: &mut Vec<Variable>, exprs: &Exprs, happening: &Happening) {
    if let Happening::Access(access) = happening
        && let Some(local) = access.variable(exprs)
        && !variables.contains(&local)
    {
        variables.push(local);
    }
}

/// What a path has in a variable.
pub(super) fn held(exprs: &mut Exprs, state: &State, variable: Variable) -> Result<Value, Bail> {
    match variable {
        Variable::Register(slot) => {
            let frame = state.frames.last().ok_or(Bail)?;
            Ok(state.register(frame.base + index(slot)))
        }
        Variable::Local(address, len) => state.memory.load_value(exprs, address, len).ok_or(Bail),
    }
}
