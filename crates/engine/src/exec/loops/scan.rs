//! Loops that store nothing but variables: the places at which they may be left become one.
//!
//! Rounds are executed one after the other on a copy, as if the loop were never left. Each place at which it may be left, or
//! an access may leave its object, is an *event* with a condition; the first event whose condition holds is what happens.
//! Paths part by where they go on, and by which access is wrong, not by the round.

use std::rc::Rc;

use vellum_collections::cast::{index, len32};
use vellum_expr::{Expr, Exprs};
use vellum_memory::{Access, Value};

use super::{
    Bail, LoopAt, Ways,
    access::LoopAccess,
    round::{Goes, Happening},
    trip::{Trip, Variable},
};
use crate::{
    code::{Move, Slot},
    end::End,
    exec::Machine,
    state::State,
    symbolic::{Fork, ForkKind},
};

/// Rounds that are taken together; what goes on after that is a path of its own. Where a loop stops is a choice between its
/// rounds, and questions about it grow faster than their number: eight times 128 rounds are answered several times as fast
/// as a thousand.
const MOST: u64 = 128;

/// Bytes that reads at symbolic places may meet in rounds that are taken together.
const MOST_MET: u64 = 1024;

/// Something that ends the loop if its condition holds and no earlier one's did.
struct Event {
    condition: Expr,
    round: u64,
    what: What,
}

/// What happens.
enum What {
    /// The loop is left, with these values in registers and locals.
    Leave { edge: u32, is_count: bool, values: Vec<Value> },
    /// An access is outside of its object.
    Fault(LoopAccess),
    /// It goes on after many rounds.
    GoOn(Box<State>),
}

/// Events after which paths go on together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Leave(u32),
    Fault(u32),
    GoOn,
}

/// Rounds and what may end them.
struct Rounds {
    variables: Vec<Variable>,
    events: Vec<Event>,
    /// Inputs for which nothing has happened yet.
    left: Expr,
    /// Whether something has happened for all of them.
    is_over: bool,
    /// Ways inside of rounds that no path had gone before, and for which inputs they are.
    new: Vec<(Expr, u32)>,
    /// Bytes that reads at symbolic places may meet.
    met: u64,
    /// Instructions executed in all of them.
    executed: u64,
}

impl Rounds {
    fn of(variables: Vec<Variable>) -> Self {
        Self {
            variables,
            events: Vec::new(),
            left: Expr::TRUE,
            is_over: false,
            new: Vec::new(),
            met: 0,
            executed: 0,
        }
    }
}

impl Event {
    fn class(&self) -> Class {
        match &self.what {
            What::Leave { edge, .. } => Class::Leave(*edge),
            What::Fault(access) => Class::Fault(access.pc),
            What::GoOn(_) => Class::GoOn,
        }
    }
}

impl Rounds {
    fn push(&mut self, exprs: &mut Exprs, event: Event) {
        if event.condition == Expr::FALSE {
            return;
        }
        let not = exprs.not(event.condition);
        self.left = exprs.and(self.left, not);
        self.is_over |= event.condition == Expr::TRUE;
        self.events.push(event);
    }
}

impl Machine<'_> {
    /// Executes what is left of a loop that stores nothing but variables: `false` if it is none.
    pub(super) fn scan_loop(&mut self, at: &LoopAt<'_>, trip: &Trip) -> Result<bool, End> {
        let stores = |happening: &Happening| matches!(happening, Happening::Access(access) if access.access == Access::Write && !access.is_variable);
        if trip.happenings.iter().any(stores) {
            return Ok(false);
        }
        let registers = (0..len32(at.code.keeps.len())).map(Variable::Register);
        let registers = registers.filter(|&register| at.outlives(register));
        let locals = trip.changes.iter().map(|change| change.variable);
        let locals = locals.filter(|variable| matches!(variable, Variable::Local(..)));
        let variables = registers.chain(locals).collect();
        let Ok(Some(rounds)) = self.all_rounds(at, variables) else { return Ok(false) };
        self.cover_round(at);
        self.part(at, trip, &rounds)?;
        Ok(true)
    }

    /// Executes rounds until something has happened for every input of the path; nothing if no input of it goes round once.
    fn all_rounds(&mut self, at: &LoopAt<'_>, variables: Vec<Variable>) -> Result<Option<Rounds>, Bail> {
        let mut state = self.state.clone();
        let before = state.instructions;
        let mut rounds = Rounds::of(variables);
        for round in 0.. {
            let mut copy =
                Machine { program: self.program, state: &mut state, symbolic: &mut *self.symbolic };
            let mut goes = copy.note_exit(at, round, &mut rounds)?;
            if goes == Goes::On {
                goes = copy.round(at, |copy: &mut Machine<'_>, happening| {
                    copy.note(at, round, happening, &mut rounds)
                })?;
            }
            if goes == Goes::NoFurther {
                break;
            }
            if (round + 1).is_power_of_two()
                && matches!(self.symbolic.near(self.state, rounds.left), Ok(None))
            {
                if round == 0 {
                    return Ok(None);
                }
                break;
            }
            if round + 1 == MOST || rounds.met > MOST_MET {
                let event = Event { condition: Expr::TRUE, round, what: What::GoOn(Box::new(state.clone())) };
                rounds.push(&mut self.symbolic.exprs, event);
                break;
            }
        }
        rounds.executed = state.instructions - before;
        Ok(Some(rounds))
    }

    /// The branch that the rounds begin at may leave the loop.
    fn note_exit(&mut self, at: &LoopAt<'_>, round: u64, rounds: &mut Rounds) -> Result<Goes, Bail> {
        let Ways::Out { stay, leave } = at.ways else { return Ok(Goes::On) };
        let condition = self.condition(at.code.ops[index(at.pc)]);
        let exprs = &mut self.symbolic.exprs;
        // The first of the two edges is that of the condition.
        let condition = if leave < stay { condition } else { exprs.not(condition) };
        if exprs.has_garbage(condition) {
            return Err(Bail);
        }
        self.note(at, round, Happening::Exit { condition, edge: leave }, rounds)
    }

    /// Notes what may end the loop.
    fn note(
        &mut self,
        at: &LoopAt<'_>,
        round: u64,
        happening: Happening,
        rounds: &mut Rounds,
    ) -> Result<Goes, Bail> {
        let mut goes = Goes::On;
        let (condition, what) = match happening {
            Happening::Exit { condition, edge } => {
                let values = self.values_behind(at, edge, &rounds.variables)?;
                (condition, What::Leave { edge, is_count: self.frame().pc == at.pc, values })
            }
            Happening::Access(access) => {
                let exprs = &mut self.symbolic.exprs;
                let is_known = access.variable(exprs).is_some_and(|local| rounds.variables.contains(&local));
                if access.access == Access::Write && !is_known {
                    return Err(Bail);
                }
                let is_inside = access.object.inside_from(exprs, access.place, access.len.into());
                if is_inside == Expr::FALSE {
                    goes = Goes::NoFurther;
                }
                let is_outside = exprs.not(is_inside);
                if !exprs.is_const(access.place) {
                    let places = exprs.facts(access.place);
                    rounds.met += (places.max - places.min).min(access.object.capacity());
                }
                (exprs.and(access.guard, is_outside), What::Fault(access))
            }
            Happening::New { condition, edge } => {
                let condition = self.symbolic.exprs.and(rounds.left, condition);
                rounds.new.push((condition, edge));
                return Ok(goes);
            }
        };
        rounds.push(&mut self.symbolic.exprs, Event { condition, round, what });
        Ok(if rounds.is_over { Goes::NoFurther } else { goes })
    }

    /// What variables hold behind the way that begins with an edge.
    fn values_behind(
        &mut self,
        at: &LoopAt<'_>,
        edge: u32,
        variables: &[Variable],
    ) -> Result<Vec<Value>, Bail> {
        let edges = &at.ring.way(edge).edges;
        let moves: Vec<Move> = edges.iter().flat_map(|&edge| at.code.moves_of(edge)).copied().collect();
        let values = variables.iter().map(|&variable| {
            // Moves are made one after the other.
            let source = |slot: Slot| {
                moves.iter().rev().fold(slot, |slot, m| if m.to == slot { m.from } else { slot })
            };
            match variable {
                Variable::Register(slot) => Ok(self.value(source(slot))),
                Variable::Local(address, len) => {
                    let exprs = &mut self.symbolic.exprs;
                    self.state.memory.load_value(exprs, address, len).ok_or(Bail)
                }
            }
        });
        values.collect()
    }

    /// Parts the path by what happens.
    fn part(&mut self, at: &LoopAt<'_>, trip: &Trip, rounds: &Rounds) -> Result<(), End> {
        let mut classes: Vec<Class> = Vec::new();
        for event in &rounds.events {
            if !classes.contains(&event.class()) {
                classes.push(event.class());
            }
        }
        let last = classes.len() - 1;
        for (number, &class) in classes.iter().enumerate() {
            if number == last {
                return match self.go_on(at, trip, rounds, class) {
                    Some(end) => Err(end),
                    None => Ok(()),
                };
            }
            let guard = guard(&mut self.symbolic.exprs, &rounds.events, class);
            let by = match class {
                Class::Fault(_) => ForkKind::Pointer,
                Class::Leave(_) | Class::GoOn => ForkKind::Branch,
            };
            let split = self.split(guard, by);
            let state = match (split.here, split.other.path()) {
                (true, None) => {
                    return match self.go_on(at, trip, rounds, class) {
                        Some(end) => Err(end),
                        None => Ok(()),
                    };
                }
                (true, Some(rest)) => std::mem::replace(self.state, rest),
                (false, Some(state)) => state,
                (false, None) => continue,
            };
            self.push_part(at, trip, rounds, class, state, by);
        }
        Ok(())
    }

    fn push_part(
        &mut self,
        at: &LoopAt<'_>,
        trip: &Trip,
        rounds: &Rounds,
        class: Class,
        mut state: State,
        by: ForkKind,
    ) {
        let mut other = Machine { program: self.program, state: &mut state, symbolic: &mut *self.symbolic };
        let end = other.go_on(at, trip, rounds, class);
        self.symbolic.push_fork(Fork { state, end, by, ahead: 0 });
    }

    /// Has this path go on as events of one class say: how it ends, if it does.
    fn go_on(&mut self, at: &LoopAt<'_>, trip: &Trip, rounds: &Rounds, class: Class) -> Option<End> {
        self.cover_new(at, &rounds.new);
        self.state.instructions += rounds.executed;
        match class {
            Class::Leave(edge) => {
                let values = self.merged(trip, rounds, class);
                for (&variable, value) in rounds.variables.iter().zip(values) {
                    let held = self.hold(variable, value);
                    debug_assert!(held.is_ok(), "a local that was written can be written again");
                }
                let way = at.ring.way(edge);
                for &edge in &way.edges {
                    self.note_edge(at.code, edge);
                    self.state.instructions += u64::from(at.code.edges[index(edge)].cost);
                }
                self.frame_mut().pc = way.target;
                None
            }
            Class::Fault(pc) => {
                let model = Rc::clone(&self.state.model);
                let happens = |event: &&Event| self.symbolic.value(&model, event.condition) != 0;
                let Some(What::Fault(access)) = rounds.events.iter().find(happens).map(|event| &event.what)
                else {
                    unreachable!("the path has the inputs for which this access is wrong")
                };
                self.frame_mut().pc = pc;
                let len = self.symbolic.exprs.constant(64, access.len.into());
                Some(self.fault_of(access.access, (access.object.base, access.place), len, &model))
            }
            Class::GoOn => {
                let Some(What::GoOn(state)) = rounds.events.last().map(|event| &event.what) else {
                    unreachable!("what goes on comes last")
                };
                // The branch reads registers that are of no use to others.
                let registers = (0..len32(at.code.keeps.len())).map(Variable::Register);
                let locals = rounds.variables.iter().copied();
                let locals = locals.filter(|variable| matches!(variable, Variable::Local(..)));
                for variable in registers.chain(locals) {
                    let held = self.held(state, variable).and_then(|value| self.hold(variable, value));
                    debug_assert!(held.is_ok(), "a local that was written can be written again");
                }
                None
            }
        }
    }

    /// What variables hold after the events of a class.
    fn merged(&mut self, trip: &Trip, rounds: &Rounds, class: Class) -> Vec<Value> {
        let of_class = || {
            rounds.events.iter().filter(|event| event.class() == class).filter_map(|event| {
                match &event.what {
                    What::Leave { is_count, values, .. } => Some((event, *is_count, values)),
                    What::Fault(_) | What::GoOn(_) => None,
                }
            })
        };
        let conditions: Vec<(Expr, u64)> =
            of_class().map(|(event, ..)| (event.condition, event.round)).collect();
        let by_count = trip.count.filter(|_| of_class().all(|(_, is_count, _)| is_count));
        let round = by_count.unwrap_or_else(|| {
            let exprs = &mut self.symbolic.exprs;
            let numbers: Vec<Value> = conditions.iter().map(|&(_, round)| Value::Concrete(round)).collect();
            choice(exprs, &conditions, &numbers, 64)
        });
        (0..rounds.variables.len())
            .map(|number| {
                let values: Vec<Value> = of_class().map(|(_, _, values)| values[number]).collect();
                self.merged_value(&conditions, round, &values)
            })
            .collect()
    }

    /// One of some values, by which condition holds first; `round` says in which round that is.
    fn merged_value(&mut self, conditions: &[(Expr, u64)], round: Expr, values: &[Value]) -> Value {
        if values.windows(2).all(|pair| pair[0] == pair[1]) {
            return values[0];
        }
        if let Some(by) = steps(conditions, values) {
            let exprs = &mut self.symbolic.exprs;
            let (first, start) = (values[0], exprs.constant(64, conditions[0].1));
            let rounds = exprs.sub(round, start);
            let by = exprs.constant(64, by);
            let distance = exprs.mul(by, rounds);
            let is_pointer =
                first.as_concrete().is_some_and(|first| self.state.memory.owner(first).is_some());
            if is_pointer {
                return self.moved(first, Value::Symbolic(distance));
            }
            let is_narrow = |value: &Value| value.as_concrete().is_some_and(|number| number >> 32 == 0);
            let width = if values.iter().all(is_narrow) { 32 } else { 64 };
            let exprs = &mut self.symbolic.exprs;
            let (first, distance) = (first.expr(exprs, width), exprs.fit(distance, width));
            let value = exprs.add(first, distance);
            return Value::of(exprs, value);
        }
        let width = values.iter().map(|&value| self.width(value)).max().unwrap_or(64);
        let exprs = &mut self.symbolic.exprs;
        let value = choice(exprs, conditions, values, width);
        Value::of(exprs, value)
    }
}

/// The inputs for which events of a class are the first to happen.
fn guard(exprs: &mut Exprs, events: &[Event], class: Class) -> Expr {
    events.iter().rev().fold(Expr::FALSE, |later, event| {
        if event.class() == class {
            exprs.or(event.condition, later)
        } else {
            let not = exprs.not(event.condition);
            exprs.and(not, later)
        }
    })
}

/// The value of the first condition that holds; that of the last one if it is none before.
fn choice(exprs: &mut Exprs, conditions: &[(Expr, u64)], values: &[Value], width: u32) -> Expr {
    let mut both = conditions.iter().zip(values).rev();
    let last = both.next().map_or(Value::Concrete(0), |(_, &value)| value);
    let last = last.expr(exprs, width);
    both.fold(last, |later, (&(condition, _), value)| {
        let value = value.expr(exprs, width);
        exprs.ite(condition, value, later)
    })
}

/// By how much numbers grow from one round to the next, if that is the same for all.
fn steps(conditions: &[(Expr, u64)], values: &[Value]) -> Option<u64> {
    let at = |number: usize| Some((conditions.get(number)?.1, values.get(number)?.as_concrete()?));
    let (first, start) = at(0)?;
    let (second, next) = (1..values.len()).filter_map(at).find(|&(round, _)| round == first + 1)?;
    let by = next.wrapping_sub(start).wrapping_mul(second - first);
    let fits = |number: usize| {
        at(number).is_some_and(|(round, value)| value == start.wrapping_add(by.wrapping_mul(round - first)))
    };
    (0..values.len()).all(fits).then_some(by)
}
