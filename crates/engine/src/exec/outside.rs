//! Calls of what the module does not contain.

use std::rc::Rc;

use vellum_collections::cast::len64;
use vellum_expr::Expr;
use vellum_memory::{Access, FaultKind, Value};

use super::{Machine, garbage::Used};
use crate::{
    code::CallSite,
    end::{Bug, BugKind, End},
    externals::{ExternalCall, ExternalId, Otherwise, Outcome, ReturnPoint, Takes},
    origin::Maker,
    signature::Signature,
    state::{Frame, State},
    symbolic::{Fork, ForkKind},
};

/// How often a call may ask for something and be made again: more than the bytes of the longest name a call decides on.
const MOST_ASKED: u32 = 100_000;

/// Why a path ends on which a call asks for more and more.
const ASKS_ON: &str = "a call that goes on asking about its arguments";

/// The arguments of a call to the outside: what [`ExternalCall`] has of them.
struct Arguments {
    numbers: Vec<u64>,
    values: Vec<Value>,
    pointers: Vec<Value>,
}

impl Machine<'_> {
    pub(super) fn call_external(&mut self, external: ExternalId, site: &CallSite) -> Result<(), End> {
        self.check_foreign(external, site)?;
        if self.state.outside().takes(external) == Takes::Numbers {
            for arg in &site.args {
                // A pointer that has left its object is a number outside, and stays a pointer here.
                if self.number(arg.slot).as_concrete().is_none() {
                    self.concrete(arg.slot)?;
                }
            }
        }
        let mut outcome = self.perform(external, site, None);
        if let Ok(Outcome::Bound(e, limit)) = outcome {
            let most = self.most_of(e, limit);
            outcome = self.perform(external, site, Some(most));
        }
        self.state.follow_seed();
        // A call that failed for reasons of its own changes nothing: the path may come back to where it was before.
        if !matches!(outcome, Ok(Outcome::Repeats(_))) {
            self.state.forget_trail(external);
        }
        match outcome {
            Err(End::Bug(Bug { fault: Some(fault), .. })) if fault.kind == FaultKind::NotNumbers => {
                match fault.access {
                    Access::Write => self.make_room(fault.address, fault.size),
                    Access::Read | Access::Free => self.make_numbers(fault.address, fault.size)?,
                }
                return self.make_again();
            }
            Err(end) => return Err(end),
            Ok(Outcome::Return(number) | Outcome::Repeats(number)) => {
                self.resume(site.result, site.result_shape, Value::Concrete(number));
            }
            Ok(Outcome::Value(value)) => self.resume(site.result, site.result_shape, value),
            Ok(Outcome::ValueIf(value, condition)) => {
                self.narrow(condition)?;
                self.resume(site.result, site.result_shape, value);
            }
            Ok(Outcome::BytesIf(bytes, condition)) => {
                self.narrow(condition)?;
                self.resume_with_bytes(site, &bytes);
            }
            Ok(Outcome::Assume(condition, otherwise)) => {
                let assumed = self.assume(condition, || match otherwise {
                    Otherwise::Misuse => {
                        Bug::new(BugKind::User, "an assumption that cannot hold on this path").into()
                    }
                    Otherwise::Quiet => End::AssumedAway,
                });
                if let Some(at) = self.state.nearest_own_location(self.program) {
                    self.symbolic.assumptions.note(at, assumed.as_ref().err());
                }
                assumed?;
                self.resume(site.result, site.result_shape, Value::Concrete(0));
            }
            Ok(Outcome::Prefer(condition)) => {
                Rc::make_mut(&mut self.state.preferences).push(condition);
                self.resume(site.result, site.result_shape, Value::Concrete(0));
            }
            Ok(Outcome::Forking(forking)) => {
                self.state.forking = forking;
                self.resume(site.result, site.result_shape, Value::Concrete(0));
            }
            Ok(Outcome::Decide(condition)) => {
                self.decide_outside(condition, site)?;
                return self.make_again();
            }
            Ok(Outcome::Inside(access, reach)) => {
                self.stay_inside_reach(access, &reach)?;
                return self.make_again();
            }
            Ok(Outcome::Bound(..)) => return Err(End::Unsupported(ASKS_ON.into())),
            Ok(Outcome::LongJump { point, value }) => self.long_jump(point, value)?,
        }
        self.state.asked = 0;
        Ok(())
    }

    /// Has the call under way made again. No instruction is counted for that, since a replay has no questions and must see
    /// the same clock; so a call that never stops asking is ended here.
    fn make_again(&mut self) -> Result<(), End> {
        self.state.asked += 1;
        if self.state.asked > MOST_ASKED { Err(End::Unsupported(ASKS_ON.into())) } else { Ok(()) }
    }

    /// Has the outside perform a call. A fork moves the registers, so there is none after this has begun.
    fn perform(&mut self, external: ExternalId, site: &CallSite, most: Option<u64>) -> Result<Outcome, End> {
        let frame = *self.frame();
        let Arguments { numbers, values, pointers } = self.arguments(site);
        let registers = self.argument_registers(site);
        // A block that `strdup` made is the caller's, who has to free it.
        let maker = Maker::call(self.state.nearest_own_location(self.program));
        let caller = self.state.outside.wants_callers().then(|| self.state.library_call(self.program));
        let through = caller.flatten().map(|id| &*self.program.function(id).name);
        let instructions = self.state.instructions;
        let depth = self.state.calls();
        let class = self.program.classify(|| self.state.points(self.program).collect());
        let State { memory, outside, path, model, inputs, seeds, .. } = &mut *self.state;
        self.symbolic.evaluate_for(model);
        let mut call = ExternalCall {
            memory,
            args: &numbers,
            values: &values,
            pointers: &pointers,
            registers: registers.as_deref().unwrap_or(&values),
            exprs: &mut self.symbolic.exprs,
            path,
            model,
            evaluator: &mut self.symbolic.evaluator,
            inputs,
            replay: self.symbolic.replay.as_deref(),
            seeds,
            origin: maker.origin(),
            class,
            through,
            instructions,
            most,
            point: return_point(depth, &frame),
            signature: Signature::of(self.program, site),
        };
        let outcome = outside.call(external, &mut call);
        let symbolic = &mut *self.symbolic;
        (symbolic.args, symbolic.values, symbolic.pointers) = (numbers, values, pointers);
        outcome
    }

    /// The arguments of a call to the outside.
    fn arguments(&mut self, site: &CallSite) -> Arguments {
        let symbolic = &mut *self.symbolic;
        let mut numbers = std::mem::take(&mut symbolic.args);
        let mut values = std::mem::take(&mut symbolic.values);
        let mut pointers = std::mem::take(&mut symbolic.pointers);
        numbers.clear();
        values.clear();
        pointers.clear();
        for arg in &site.args {
            let value = self.number(arg.slot);
            values.push(value);
            numbers.push(value.as_concrete().unwrap_or(0));
        }
        if numbers.len() != values.iter().filter_map(|value| value.as_concrete()).count() {
            pointers.extend(site.args.iter().map(|arg| self.value(arg.slot)));
        }
        Arguments { numbers, values, pointers }
    }

    /// The registers of all arguments, if they are others than the first ones of each.
    fn argument_registers(&mut self, site: &CallSite) -> Option<Vec<Value>> {
        if site.args.iter().all(|arg| arg.shape.slots == 1) {
            return None;
        }
        let slots = site.args.iter().flat_map(|arg| arg.slot..arg.slot + arg.shape.slots);
        Some(slots.map(|slot| self.number(slot)).collect())
    }

    /// The path goes on where the condition holds that a value came with.
    fn narrow(&mut self, condition: Expr) -> Result<(), End> {
        let is_replay = self.symbolic.replay.is_some();
        self.assume(condition, || {
            if is_replay {
                return End::Misfit("an input has a value that the program excludes".into());
            }
            Bug::new(BugKind::User, "an input that can have no value on this path").into()
        })
    }

    /// Decides what the outside asks before it goes on.
    fn decide_outside(&mut self, condition: Expr, site: &CallSite) -> Result<(), End> {
        if self.symbolic.exprs.has_garbage(condition) {
            return self.define_arguments(site);
        }
        let split = self.split(condition, ForkKind::Value);
        if let Some(state) = split.other.path() {
            self.symbolic.push_fork(Fork { state, end: None, by: ForkKind::Value, ahead: 0 });
        } else {
            // Where there was no choice, the call made again has to see what it came to.
            let exprs = &mut self.symbolic.exprs;
            let known = if split.here { condition } else { exprs.not(condition) };
            self.state.path.assume(exprs, known);
        }
        Ok(())
    }

    /// Has the call see its arguments without bytes that nobody wrote.
    fn define_arguments(&mut self, site: &CallSite) -> Result<(), End> {
        let mut changed = false;
        for slot in site.args.iter().flat_map(|arg| arg.slot..arg.slot + arg.shape.slots) {
            if let Value::Symbolic(e) = self.value(slot)
                && self.symbolic.exprs.has_garbage(e)
            {
                let known = self.defined(e, Used::Kernel)?;
                let known = Value::of(&self.symbolic.exprs, known);
                self.set(slot, known);
                changed = true;
            }
        }
        let what = "a system call that may depend on uninitialised memory";
        if changed { Ok(()) } else { Err(End::Unsupported(what.into())) }
    }

    /// Keeps each of `len` bytes at `address` by itself, so that numbers can be written over them.
    fn make_room(&mut self, address: u64, len: u64) {
        let exprs = &mut self.symbolic.exprs;
        for at in address..address.saturating_add(len) {
            if let Some(value) = self.state.memory.load_value(exprs, at, 1) {
                self.state.memory.store_value(exprs, at, 1, value);
            }
        }
    }

    /// Makes numbers of the expressions among `len` bytes at `address`; other paths get other numbers.
    fn make_numbers(&mut self, address: u64, len: u64) -> Result<(), End> {
        for at in address..address.saturating_add(len) {
            if self.state.memory.concrete(at, 1).is_some() {
                continue;
            }
            let value = match self.state.memory.load_value(&mut self.symbolic.exprs, at, 1) {
                Some(Value::Symbolic(byte)) => {
                    let known = self.defined(byte, Used::Kernel)?;
                    let known = self.symbolic.exprs.without_bases(known);
                    // What depends on the input alone may be all that was missing.
                    if known == byte {
                        Value::Concrete(self.pick(byte))
                    } else {
                        Value::of(&self.symbolic.exprs, known)
                    }
                }
                // A number that is part of an expression over more bytes.
                Some(number) => number,
                None => continue,
            };
            self.state.memory.store_value(&mut self.symbolic.exprs, at, 1, value);
        }
        Ok(())
    }
}

/// Where the innermost of `depth` frames goes on.
fn return_point(depth: usize, frame: &Frame) -> ReturnPoint {
    ReturnPoint([frame.serial, len64(depth) << 32 | u64::from(frame.pc)])
}
