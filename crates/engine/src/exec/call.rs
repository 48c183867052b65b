//! Calls, returns and jumps between frames.

use vellum_bits::word;
use vellum_collections::cast::{index, index64, len64, low32};
use vellum_ir::FuncId;

use super::{Machine, stack_overflow, variadic};
use crate::{
    code::{CallSite, Class, Code, Op, Shape, Slot, Target},
    end::{Bug, BugKind, End},
    externals::{ExternalCall, ExternalId, Outcome, ReturnPoint},
    origin::Maker,
    state::{Frame, State, VaList},
};

/// Calls that may be active at once; natively each takes at least 16 bytes of an 8 MiB stack.
const MAX_DEPTH: usize = 1 << 19;

impl Machine<'_> {
    /// Enters `function` from outside with one word per argument.
    pub(super) fn enter(&mut self, function: FuncId, args: &[u64]) -> Result<(), End> {
        let code = self.program.code(function).ok_or_else(|| bad_call("the entry point has no code"))?;
        let base = self.push_frame(function, code)?;
        for (param, &word) in code.params.iter().zip(args) {
            self.state.registers[base + index(param.slot)] = word;
        }
        Ok(())
    }

    /// Performs the call of a site of the innermost frame.
    pub(super) fn call(&mut self, site: u32) -> Result<(), End> {
        let frame = self.frame();
        let caller = self.program.code(frame.function).expect("a frame's function has code");
        let site = &caller.calls[index(site)];
        let function = match site.target {
            Target::Function(id) => id,
            Target::Pointer(slot) => self.function_at(self.state.registers[frame.base + index(slot)])?,
        };
        if let Some(external) = self.program.external(function) {
            return self.call_external(external, site);
        }
        match self.program.code(function) {
            Some(code) => self.call_function(function, code, site),
            None => Err(bad_call(&format!("call of `{}`, which has no definition", self.name(function)))),
        }
    }

    fn function_at(&self, address: u64) -> Result<FuncId, End> {
        self.program.function_at(address).ok_or_else(|| match address {
            0 => bad_call("call of a null function pointer"),
            _ => bad_call(&format!("call of {address:#x}, which is no function")),
        })
    }

    fn call_function(&mut self, function: FuncId, code: &Code, site: &CallSite) -> Result<(), End> {
        let caller = self.frame().base;
        let base = self.push_frame(function, code)?;
        let is_variadic = self.program.function(function).variadic;
        if code.signature == site.signature
            && !is_variadic
            && site.args.iter().all(|arg| arg.by_value.is_none())
        {
            for (param, arg) in code.params.iter().zip(&site.args) {
                let (to, from) = (base + index(param.slot), caller + index(arg.slot));
                match param.shape.slots {
                    1 => self.state.registers[to] = self.state.registers[from],
                    count => self.state.registers.copy_within(from..from + index(count), to),
                }
            }
            return Ok(());
        }
        let mut passed = self.pass(function, code, site, caller, base);
        if is_variadic && passed.is_ok() {
            let State { memory, registers, .. } = &mut *self.state;
            let saved = self.program.saved_registers();
            let list = variadic::pass(memory, saved, &registers[caller..], &site.args, code.params.len());
            passed = list.map(|list| self.frame_mut().variadic = list);
        }
        if let Err(end) = passed {
            // The caller is at fault; the function has not begun.
            self.state.frames.pop();
            self.state.instructions -= u64::from(code.entry_cost);
            return Err(end);
        }
        // What was pushed for the arguments lives as long as the frame.
        let mark = self.state.memory.stack_mark();
        self.frame_mut().locals_mark = mark;
        Ok(())
    }

    /// Passes arguments one by one: copies memory passed by value and adapts what a wrong prototype allows.
    fn pass(
        &mut self,
        function: FuncId,
        code: &Code,
        site: &CallSite,
        caller: usize,
        base: usize,
    ) -> Result<(), End> {
        for (i, (param, arg)) in code.params.iter().zip(&site.args).enumerate() {
            let (to, from) = (base + index(param.slot), caller + index(arg.slot));
            if let Some(memory) = arg.by_value {
                let copy = self.copy_argument(self.state.registers[from], memory.size, memory.align)?;
                self.state.registers[to] = copy;
                continue;
            }
            if !adapt(&mut self.state.registers, to, param.shape, from, arg.shape) {
                let name = self.name(function);
                return Err(bad_call(&format!(
                    "argument {} of the call of `{name}` has the wrong type",
                    i + 1
                )));
            }
        }
        Ok(())
    }

    fn copy_argument(&mut self, address: u64, size: u64, align: u64) -> Result<u64, End> {
        let memory = &mut self.state.memory;
        let copy = memory
            .alloca(size, align.max(8), Maker::Engine.origin())
            .ok_or_else(|| End::from(stack_overflow()))?;
        match memory.copy(copy, address, size) {
            Ok(()) => Ok(copy),
            Err((access, address)) => Err(memory.explain(access, address, size).into()),
        }
    }

    fn push_frame(&mut self, function: FuncId, code: &Code) -> Result<usize, End> {
        let state = &mut *self.state;
        if state.frames.len() >= MAX_DEPTH {
            return Err(stack_overflow().into());
        }
        let base = state.registers.len();
        let mark = state.memory.stack_mark();
        let (block, local_bytes) = match code.layout.size() {
            0 => (0, 0),
            _ => state.memory.push_frame(&code.layout).ok_or_else(|| End::from(stack_overflow()))?,
        };
        let locals_mark = state.memory.stack_mark();
        state.registers.extend_from_slice(&code.template);
        state.instructions += u64::from(code.entry_cost);
        let serial = state.next_serial;
        state.next_serial += 1;
        state.frames.push(Frame {
            function,
            pc: 0,
            base,
            mark,
            locals_mark,
            block,
            local_bytes,
            variadic: VaList::default(),
            serial,
        });
        Ok(base)
    }

    /// Returns `count` registers from `v` on to the caller.
    pub(super) fn ret(&mut self, v: Slot, count: u32) -> Result<(), End> {
        let state = &mut *self.state;
        let frame = state.frames.pop().expect("the returning frame");
        state.memory.release(frame.mark);
        let Some(caller) = state.frames.last_mut() else {
            // The program's entry point never returns to anyone; its value is the exit status.
            let status = if count == 0 { 0 } else { low32(state.registers[frame.base + index(v)]) };
            return Err(End::Exit(status.cast_signed()));
        };
        let code = self.program.code(caller.function).expect("a frame's function has code");
        let site = site_at(code, caller.pc);
        let (to, from) = (caller.base + index(site.result), frame.base + index(v));
        caller.pc += 1;
        match (site.result_shape.slots, count) {
            (0, _) => (),
            (1, 1) if site.result_shape.width == 64 => state.registers[to] = state.registers[from],
            _ => {
                let shape = self.program.code(frame.function).expect("it just ran").result;
                if !adapt(&mut state.registers, to, site.result_shape, from, shape) {
                    let name = &self.program.function(frame.function).name;
                    return Err(bad_call(&format!("`{name}` returns another type than its caller expects")));
                }
            }
        }
        state.registers.truncate(frame.base);
        Ok(())
    }

    fn call_external(&mut self, external: ExternalId, site: &CallSite) -> Result<(), End> {
        let frame = *self.frame();
        let mut args = std::mem::take(&mut self.state.scratch);
        args.clear();
        args.extend(site.args.iter().map(|arg| self.state.registers[frame.base + index(arg.slot)]));
        let code = self.program.code(frame.function).expect("a frame's function has code");
        let loc = code.sources[index(frame.pc)].loc;
        let instructions = self.state.instructions;
        let mut call = ExternalCall {
            memory: &mut self.state.memory,
            args: &args,
            origin: Maker::call(loc).origin(),
            instructions,
            point: return_point(self.state.frames.len(), &frame),
        };
        let outcome = self.externals.call(external, &mut call);
        self.state.scratch = args;
        match outcome? {
            Outcome::Return(value) => self.resume(site.result, site.result_shape, value),
            Outcome::LongJump { point, value } => self.long_jump(point, value)?,
        }
        Ok(())
    }

    /// Puts `value` into a call's result and goes on after it.
    fn resume(&mut self, result: Slot, shape: Shape, value: u64) {
        let frame = self.state.frames.last_mut().expect("a frame made the call");
        if shape.slots >= 1 {
            self.state.registers[frame.base + index(result)] = word::truncate(shape.width, value);
        }
        frame.pc += 1;
    }

    fn long_jump(&mut self, point: ReturnPoint, value: u32) -> Result<(), End> {
        let ReturnPoint([serial, place]) = point;
        let (depth, pc) = (index64(place >> 32), low32(place));
        let state = &mut *self.state;
        let frame = depth.checked_sub(1).and_then(|last| state.frames.get(last));
        let code =
            frame.filter(|frame| frame.serial == serial).and_then(|frame| self.program.code(frame.function));
        let Some(Op::Call { site }) = code.and_then(|code| code.ops.get(index(pc)).copied()) else {
            return Err(bad_call(
                "longjmp to a place that setjmp never marked or whose function has returned",
            ));
        };
        let site = &code.expect("it has the call").calls[index(site)];
        if let Some(next) = state.frames.get(depth) {
            let (mark, base) = (next.mark, next.base);
            state.memory.release(mark);
            state.registers.truncate(base);
            state.frames.truncate(depth);
        }
        self.frame_mut().pc = pc;
        self.resume(site.result, site.result_shape, u64::from(value.max(1)));
        Ok(())
    }

    fn frame(&self) -> &Frame {
        self.state.frames.last().expect("a running path has a frame")
    }

    fn frame_mut(&mut self) -> &mut Frame {
        self.state.frames.last_mut().expect("a running path has a frame")
    }

    fn name(&self, function: FuncId) -> &str {
        &self.program.function(function).name
    }
}

/// Where the innermost of `depth` frames goes on.
fn return_point(depth: usize, frame: &Frame) -> ReturnPoint {
    ReturnPoint([frame.serial, len64(depth) << 32 | u64::from(frame.pc)])
}

/// The call a frame is waiting for.
fn site_at(code: &Code, pc: u32) -> &CallSite {
    match code.ops[index(pc)] {
        Op::Call { site } => &code.calls[index(site)],
        _ => unreachable!("a frame that is not innermost stands at a call"),
    }
}

/// Copies a value to a place of another shape as the native convention would; `false` when it would not.
fn adapt(registers: &mut [u64], to: usize, to_shape: Shape, from: usize, from_shape: Shape) -> bool {
    match (to_shape.class, from_shape.class) {
        (Class::Void, _) => (),
        // A caller that expects a value nobody returns reads whatever is there.
        (_, Class::Void) => registers[to..to + index(to_shape.slots)].fill(0),
        (Class::Word, Class::Word) => registers[to] = word::truncate(to_shape.width, registers[from]),
        (Class::Float(a), Class::Float(b)) if a == b => registers[to] = registers[from],
        _ if to_shape.slots == from_shape.slots && to_shape.class == from_shape.class => {
            registers.copy_within(from..from + index(from_shape.slots), to);
        }
        _ => return false,
    }
    true
}

fn bad_call(message: &str) -> End {
    Bug::new(BugKind::BadCall, message).into()
}
