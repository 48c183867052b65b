//! Where paths part.
//!
//! Every path carries an input that takes it, so one side of every question is known without asking; the
//! oracle is asked for an input that takes the other side.

use std::rc::Rc;

use vellum_collections::{Map, cast::index};
use vellum_expr::{Expr, Exprs};
use vellum_memory::Value;

use super::{Machine, garbage::Used};
use crate::{
    code::{Code, Slot, Switch},
    end::{Bug, BugKind, End},
    externals::Forking,
    state::State,
    symbolic::{Fork, ForkKind, Symbolic},
    told::Answer,
};

/// How a condition turns out on a path.
pub(super) struct Split {
    /// Its value here.
    pub(super) here: bool,
    /// What is known of inputs for which it has the other value.
    pub(super) other: Other,
}

/// The inputs of a path for which a condition turns out differently.
pub(super) enum Other {
    /// There are none.
    None,
    /// There are: the path they take.
    Path(Box<State>),
    /// Nobody knows; a path that says so is among the forks.
    Unknown,
}

impl Other {
    /// The path they take, if there is one.
    pub(super) fn path(self) -> Option<State> {
        match self {
            Self::Path(state) => Some(*state),
            Self::None | Self::Unknown => None,
        }
    }
}

/// Why the other paths of a fork end where the program has switched forks off.
const NOT_FOLLOWED: &str = "klee_set_forking(0): the other way is not followed";

/// Has a path carry an input that fulfils as many of its preferences as possible, the first before the others: whether that is
/// another input. This is for a path that is about to end, and is done once.
fn prefer(symbolic: &mut Symbolic, state: &mut State) -> bool {
    let preferences = std::mem::take(&mut state.preferences);
    if preferences.is_empty() || state.seeds.model().is_some() {
        return false;
    }
    let mut path = state.path.clone();
    let before = Rc::clone(&state.model);
    for &wanted in preferences.iter() {
        if symbolic.value(&state.model, wanted) == 0 {
            match symbolic.oracle.model_beside(&mut symbolic.exprs, &path, wanted, &state.model) {
                Ok(Some(found)) => state.model = Rc::new(found),
                Ok(None) | Err(_) => continue,
            }
        }
        path.assume(&symbolic.exprs, wanted);
    }
    !Rc::ptr_eq(&before, &state.model)
}

impl Machine<'_> {
    /// Whether the path, which is about to end so, has now an input that its program prefers: then what ended it has to be
    /// done again, since how it ends may depend on the input.
    pub(super) fn takes_preferred_input(&mut self, end: &End) -> bool {
        matches!(end, End::Exit(_) | End::Bug(_)) && !self.state.frames.is_empty() && self.prefer_input()
    }

    /// Has the path carry an input that its program prefers: whether that is another than before.
    pub(super) fn prefer_input(&mut self) -> bool {
        prefer(self.symbolic, self.state)
    }

    /// Decides a condition: this path goes on with one value, and another path gets the other if both are
    /// possible.
    pub(super) fn split(&mut self, condition: Expr, by: ForkKind) -> Split {
        let exprs = &mut self.symbolic.exprs;
        debug_assert!(!exprs.has_base(condition), "a condition is about numbers");
        if let Some(known) = exprs.as_const(condition) {
            return Split { here: known != 0, other: Other::None };
        }
        let here = self.symbolic.value(&self.state.model, condition) != 0;
        if self.state.is_left_behind {
            return Split { here, other: Other::None };
        }
        let exprs = &mut self.symbolic.exprs;
        let opposite = exprs.not(condition);
        let (mine, others) = if here { (condition, opposite) } else { (opposite, condition) };
        if let Some(other) = self.told_again([mine, others]) {
            return Split { here, other };
        }
        self.state.remember_origin();
        let exprs = &mut self.symbolic.exprs;
        let seeds = self.state.seeds.split_off_others(exprs, mine);
        if seeds.is_empty() && self.puts_questions_off() {
            self.put_off((condition, here), [mine, others], by);
            return Split { here, other: Other::None };
        }
        let exprs = &mut self.symbolic.exprs;
        let State { path, model, .. } = &*self.state;
        let answer = match seeds.model() {
            Some(model) => Ok(Some(Rc::clone(model))),
            None => {
                let found = self.symbolic.oracle.model_beside(exprs, path, others, model);
                found.map(|found| found.map(Rc::new))
            }
        };
        if matches!(answer, Ok(None)) {
            self.state.told.alike();
            return Split { here, other: Other::None };
        }
        // What was new until here is news of both.
        self.state.add_news(self.program);
        self.state.forked_at = self.state.location(self.program);
        // What comes of the fork gets this; this path's own is set below.
        self.state.forked_on = (condition, !here);
        let exprs = &mut self.symbolic.exprs;
        let other = match answer {
            Ok(None) => Other::None,
            Ok(Some(model)) => {
                let mut other = self.state.fork();
                other.path.assume(exprs, others);
                other.told.add(Answer::Parted(others, Rc::clone(&model)));
                other.model = model;
                other.seeds = seeds;
                // The other way of these may be an error, or be what goes on where this one is.
                let shows_errors = matches!(by, ForkKind::Check | ForkKind::Pointer);
                if self.state.forking == Forking::Off && !shows_errors {
                    let end = Some(End::Stopped(NOT_FOLLOWED.into()));
                    self.symbolic.push_fork(Fork { state: other, end, by, ahead: 0 });
                    Other::None
                } else {
                    Other::Path(Box::new(other))
                }
            }
            Err(gave_up) => {
                let mut unknown = self.state.fork();
                unknown.seeds = seeds;
                // It has no input that could show anything.
                unknown.news = None;
                unknown.path.assume(exprs, others);
                let end = Some(End::Undecided(gave_up.to_string().into()));
                self.symbolic.push_fork(Fork { state: unknown, end, by, ahead: 0 });
                Other::Unknown
            }
        };
        self.state.forked_on = (condition, here);
        self.state.told.add(Answer::Stayed(mine));
        self.state.path.assume(&self.symbolic.exprs, mine);
        Split { here, other }
    }

    /// Decides a condition: its value here. Where it has the other one, another path repeats the operation.
    pub(super) fn decide(&mut self, condition: Expr, by: ForkKind) -> bool {
        let split = self.split(condition, by);
        if let Some(state) = split.other.path() {
            self.symbolic.push_fork(Fork { state, end: None, by, ahead: 0 });
        }
        split.here
    }

    /// Goes on only where `condition` holds; where it does not, the path ends with `bug`.
    pub(super) fn require(&mut self, condition: Expr, bug: impl Fn() -> Bug) -> Result<(), End> {
        let condition = self.defined(condition, Used::Operation)?;
        let split = self.split(condition, ForkKind::Check);
        if let Some(mut state) = split.other.path() {
            let end = split.here.then(|| bug().into());
            if end.is_some() {
                prefer(self.symbolic, &mut state);
            }
            self.symbolic.push_fork(Fork { state, end, by: ForkKind::Check, ahead: 0 });
        }
        if split.here { Ok(()) } else { Err(bug().into()) }
    }

    /// Adds `condition` to the path; a path on which it cannot hold ends with what `never` gives.
    pub(super) fn assume(&mut self, condition: Expr, never: impl FnOnce() -> End) -> Result<(), End> {
        let condition = self.defined(condition, Used::Assumption)?;
        let holds = self.symbolic.value(&self.state.model, condition) != 0;
        // Seeds that do not fulfil it lead nowhere.
        if holds {
            let _ = self.state.seeds.split_off_others(&self.symbolic.exprs, condition);
        } else {
            let _ = self.state.seeds.split_off(&self.symbolic.exprs, condition);
            let again = self.carried_again();
            let exprs = &mut self.symbolic.exprs;
            let State { path, model, seeds, .. } = &mut *self.state;
            *model = match again.as_ref().or(seeds.model()) {
                Some(known) => Rc::clone(known),
                None => match self.symbolic.oracle.model_beside(exprs, path, condition, model) {
                    Ok(Some(found)) => Rc::new(found),
                    Ok(None) => return Err(never()),
                    Err(gave_up) => return Err(End::Undecided(gave_up.to_string().into())),
                },
            };
            self.state.told.add(Answer::Carries(Rc::clone(&self.state.model)));
        }
        self.state.path.assume(&self.symbolic.exprs, condition);
        Ok(())
    }

    /// Jumps by a condition: over `edge` if it holds, else over the next one.
    pub(super) fn branch(&mut self, condition: Expr, edge: u32) -> Result<(), End> {
        let condition = self.defined(condition, Used::Branch)?;
        if self.rest_of_loop(condition, edge)? {
            return Ok(());
        }
        let split = self.split(condition, ForkKind::Branch);
        if let Some(mut state) = split.other.path() {
            let ahead = self.take_edge(&mut state, edge + u32::from(split.here));
            self.symbolic.push_fork(Fork { state, end: None, by: ForkKind::Branch, ahead });
        }
        self.jump(edge + u32::from(!split.here));
        Ok(())
    }

    /// Jumps by a symbolic value.
    pub(super) fn switch(&mut self, value: Expr, switch: &Switch) -> Result<(), End> {
        let value = self.defined(value, Used::Switch)?;
        let exprs = &mut self.symbolic.exprs;
        let width = exprs.width(value);
        let mut by_edge: Map<u32, Expr> = Map::default();
        let mut any = Expr::FALSE;
        for &(case, edge) in &switch.cases {
            if vellum_bits::word::truncate(width, case) != case {
                continue;
            }
            let case = exprs.constant(width, case);
            let equal = exprs.eq(value, case);
            any = exprs.or(any, equal);
            let known = by_edge.entry(edge).or_insert(Expr::FALSE);
            *known = exprs.or(*known, equal);
        }
        let rest = exprs.not(any);
        let default = by_edge.entry(switch.default).or_insert(Expr::FALSE);
        *default = exprs.or(*default, rest);
        let targets: Vec<(u32, Expr)> = by_edge.into_iter().collect();
        self.jump_to_one(&targets);
        Ok(())
    }

    /// Jumps to one of the labels whose addresses and edges these are: a path for each, and one for all that is no label.
    pub(super) fn jump_to_label(&mut self, address: Expr, labels: &[(u64, u32)]) -> Result<(), End> {
        let address = self.defined(address, Used::Branch)?;
        let exprs = &mut self.symbolic.exprs;
        let is_at = |exprs: &mut Exprs, label| {
            let label = exprs.constant(64, label);
            exprs.eq(address, label)
        };
        let targets: Vec<(u32, Expr)> =
            labels.iter().map(|&(label, edge)| (edge, is_at(exprs, label))).collect();
        let is_label = targets.iter().fold(Expr::FALSE, |any, &(_, here)| exprs.or(any, here));
        self.require(is_label, || Bug::new(BugKind::BadCall, "jump to an address that is no label"))?;
        // Those that are impossible are known where the address is a number.
        let exprs = &self.symbolic.exprs;
        let possible: Vec<_> =
            targets.into_iter().filter(|&(_, here)| exprs.as_const(here) != Some(0)).collect();
        self.jump_to_one(&possible);
        Ok(())
    }

    /// Takes the edge whose condition holds; the conditions exclude each other and one of them holds.
    pub(super) fn jump_to_one(&mut self, targets: &[(u32, Expr)]) {
        for (i, &(edge, condition)) in targets.iter().enumerate() {
            if i + 1 == targets.len() {
                return self.jump(edge);
            }
            let split = self.split(condition, ForkKind::Switch);
            match (split.here, split.other.path()) {
                (true, None) => return self.jump(edge),
                (true, Some(rest)) => {
                    // The other path has the remaining targets before it; this one is where it belongs.
                    let mut here = std::mem::replace(self.state, rest);
                    let ahead = self.take_edge(&mut here, edge);
                    self.symbolic.push_fork(Fork { state: here, end: None, by: ForkKind::Switch, ahead });
                }
                (false, Some(mut state)) => {
                    let ahead = self.take_edge(&mut state, edge);
                    self.symbolic.push_fork(Fork { state, end: None, by: ForkKind::Switch, ahead });
                }
                (false, None) => (),
            }
        }
    }

    /// The number in a register. Where it may be several, this path goes on with one of them, and another
    /// repeats the operation with the rest.
    pub(super) fn concrete(&mut self, slot: Slot) -> Result<u64, End> {
        match self.number(slot) {
            Value::Concrete(number) => Ok(number),
            Value::Symbolic(e) => {
                let e = self.defined(e, Used::Operation)?;
                let number = self.pick(e);
                // Only now: a fork moves the registers.
                self.set(slot, Value::Concrete(number));
                Ok(number)
            }
        }
    }

    /// A value `e` has on this path. Where it may have several, another path repeats the operation with the
    /// rest.
    pub(super) fn pick(&mut self, e: Expr) -> u64 {
        let number = self.symbolic.value(&self.state.model, e);
        let exprs = &mut self.symbolic.exprs;
        let constant = exprs.constant(exprs.width(e), number);
        let equal = exprs.eq(e, constant);
        self.decide(equal, ForkKind::Value);
        number
    }

    /// The address a symbolic pointer to a function has on this path. Each function, null, and all that is neither are
    /// paths of their own.
    pub(super) fn pick_function(&mut self, pointer: Expr) -> Result<u64, End> {
        let pointer = self.defined(pointer, Used::Call)?;
        let pointer = self.symbolic.exprs.without_bases(pointer);
        let address = self.symbolic.value(&self.state.model, pointer);
        let exprs = &mut self.symbolic.exprs;
        // A register may hold fewer bits than a pointer has; those above are zero.
        let pointer = exprs.zext(pointer, 64);
        let mut is_one_of = |addresses: &mut dyn Iterator<Item = u64>| {
            addresses.fold(Expr::FALSE, |any, address| {
                let address = exprs.constant(64, address);
                let equal = exprs.eq(pointer, address);
                exprs.or(any, equal)
            })
        };
        let condition = if address == 0 || self.program.function_at(address).is_some() {
            is_one_of(&mut std::iter::once(address))
        } else {
            is_one_of(&mut self.program.function_addresses().chain([0]))
        };
        self.decide(condition, ForkKind::Call);
        Ok(address)
    }

    /// Marks a control-flow edge as covered by this path.
    pub(super) fn note_edge(&mut self, code: &Code, edge: u32) {
        note_edge(self.program, self.state, code, edge);
    }

    /// Goes over an edge of the innermost frame.
    pub(super) fn jump(&mut self, edge: u32) {
        let program = self.program;
        take_edge(program, self.state, edge);
    }

    /// Sends another path over an edge: the instructions it executed by that.
    pub(super) fn take_edge(&self, state: &mut State, edge: u32) -> u64 {
        let before = state.instructions;
        take_edge(self.program, state, edge);
        state.instructions - before
    }
}

fn take_edge(program: &crate::Program, state: &mut State, edge: u32) {
    let frame = *state.frames.last().expect("a running path has a frame");
    let code = program.code(frame.function).expect("a frame's function has code");
    note_edge(program, state, code, edge);
    let edge = &code.edges[index(edge)];
    for m in &code.moves[index(edge.first_move)..index(edge.end_move)] {
        let value = state.register(frame.base + index(m.from));
        state.set_register(frame.base + index(m.to), value);
    }
    state.instructions += u64::from(edge.cost);
    state.frames.last_mut().expect("it was just there").pc = edge.target;
}

fn note_edge(program: &crate::Program, state: &mut State, code: &Code, edge: u32) {
    if !code.seen[index(edge)].replace(true) {
        program.note_jump(code, edge);
        state.add_news(program);
    }
}
