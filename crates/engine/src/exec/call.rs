//! Calls, returns and jumps between frames.

use vellum_bits::word;
use vellum_collections::cast::{index, index64, low32};
use vellum_ir::{ByValue, FuncId, Tail};
use vellum_memory::{Access, Value};

use super::{Machine, garbage::Used, no_stack, stack_overflow, variadic, wide};
use crate::{
    code::{CallSite, Class, Code, LeafAccess, Op, Shape, Slot, Target},
    end::{Bug, BugKind, End},
    externals::{Beyond, ReturnPoint},
    origin::Maker,
    state::{Frame, VaList},
};

/// Calls that may be active at once; natively each takes at least 16 bytes of an 8 MiB stack.
const MAX_DEPTH: usize = 1 << 19;

/// Registers that all active calls may have together: half a GiB of them.
const MAX_REGISTERS: usize = 1 << 26;

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
            Target::Pointer(slot) => {
                let address = match self.state.register(frame.base + index(slot)) {
                    Value::Concrete(address) => address,
                    Value::Symbolic(pointer) => self.pick_function(pointer)?,
                };
                self.function_at(address)?
            }
        };
        if let Some(external) = self.program.external(function) {
            return self.call_external(external, site);
        }
        match self.program.code(function) {
            Some(code) => self.call_function(function, code, site),
            None if self.program.is_undefined(function) => Err(End::Unsupported(
                format!("call of `{}`, which is defined nowhere", self.name(function)).into(),
            )),
            None => Err(bad_call(&format!("call of `{}`, which has no definition", self.name(function)))),
        }
    }

    fn function_at(&self, address: u64) -> Result<FuncId, End> {
        self.program.function_at(address).ok_or_else(|| match address {
            0 => bad_call("call of a null function pointer"),
            _ if self.state.outside().beyond(address, 1) != Beyond::Nothing => End::Unsupported(
                format!("call of code of the host at {address:#x}, by a pointer to it").into(),
            ),
            _ => bad_call(&format!("call of {address:#x}, which is no function")),
        })
    }

    fn call_function(&mut self, function: FuncId, code: &Code, site: &CallSite) -> Result<(), End> {
        for arg in &site.args {
            if let Some(ByValue { size, .. }) = arg.by_value {
                self.start_of(Access::Read, arg.slot, size)?;
            }
        }
        let is_variadic = self.program.function(function).variadic;
        let by_value = site.args.iter().any(|arg| arg.by_value.is_some());
        // What is passed in memory may be the caller's own: then it has to stay.
        if site.tail == Tail::Must && code.signature == site.signature && !is_variadic && !by_value {
            return self.replace_frame(function, code, site);
        }
        let caller = self.frame().base;
        let base = self.push_frame(function, code)?;
        if code.signature == site.signature && !is_variadic && !by_value {
            for (param, arg) in code.params.iter().zip(&site.args) {
                let (to, from) = (base + index(param.slot), caller + index(arg.slot));
                match param.shape.slots {
                    1 if self.state.tags.is_empty() => self.state.registers[to] = self.state.registers[from],
                    count => self.state.copy_registers(from, to, index(count)),
                }
            }
            return Ok(());
        }
        let mut passed = self.pass(function, code, site, caller, base);
        if is_variadic && passed.is_ok() {
            let saved = self.program.saved_registers();
            let exprs = &mut self.symbolic.exprs;
            let list = variadic::pass(self.state, exprs, saved, caller, &site.args, code.params.len());
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

    /// Calls a function that takes the caller's place: the caller's memory is gone before the callee begins.
    fn replace_frame(&mut self, function: FuncId, code: &Code, site: &CallSite) -> Result<(), End> {
        let frame = *self.frame();
        let mut values = std::mem::take(&mut self.symbolic.values);
        values.clear();
        for arg in &site.args {
            let first = frame.base + index(arg.slot);
            values.extend((first..first + index(arg.shape.slots)).map(|at| self.state.register(at)));
        }
        let state = &mut *self.state;
        state.frames.pop();
        state.memory.release(frame.mark);
        state.registers.truncate(frame.base);
        state.tags.truncate(frame.base);
        let base = self.push_frame(function, code)?;
        let slots = code.params.iter().flat_map(|param| param.slot..param.slot + param.shape.slots);
        for (slot, &value) in slots.zip(&values) {
            self.state.set_register(base + index(slot), value);
        }
        self.symbolic.values = values;
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
                let copy =
                    self.copy_argument(self.state.registers[from], memory, Maker::Argument(function, i))?;
                self.state.registers[to] = copy;
                continue;
            }
            if !self.adapt(to, param.shape, from, arg.shape) {
                let name = self.name(function);
                return Err(bad_call(&format!(
                    "argument {} of the call of `{name}` has the wrong type",
                    i + 1
                )));
            }
        }
        Ok(())
    }

    fn copy_argument(&mut self, address: u64, passed: ByValue, maker: Maker) -> Result<u64, End> {
        let ByValue { size, align } = passed;
        let memory = &mut self.state.memory;
        let copy = memory.alloca(size, align.max(8), maker.origin());
        let copy = copy.ok_or_else(|| no_stack(memory))?;
        let exprs = &mut self.symbolic.exprs;
        match memory.copy(copy, address, size).or_else(|_| memory.copy_values(exprs, copy, address, size)) {
            Ok(()) => Ok(copy),
            Err((access, address)) => Err(self.explain(access, address, size)),
        }
    }

    fn push_frame(&mut self, function: FuncId, code: &Code) -> Result<usize, End> {
        if !code.called.replace(true) {
            self.program.note_call(code);
        }
        let state = &mut *self.state;
        let outer_registers = match state.frames.last() {
            Some(outer) => outer.outer_registers + state.registers.len() - outer.base,
            None => state.calls().checked_sub(1).and_then(|i| state.call(i)).map_or(0, |f| f.outer_registers),
        };
        if state.calls() >= MAX_DEPTH || outer_registers > MAX_REGISTERS {
            return Err(stack_overflow().into());
        }
        let base = state.registers.len();
        let mark = state.memory.stack_mark();
        let (block, local_bytes) = match code.layout.size() {
            0 => (0, 0),
            _ => state.memory.push_frame(&code.layout).ok_or_else(|| no_stack(&state.memory))?,
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
            outer_registers,
            tagged: false,
        });
        Ok(base)
    }

    /// Returns `count` registers from `v` on to the caller.
    pub(super) fn ret(&mut self, v: Slot, count: u32) -> Result<(), End> {
        if count == 1 && !self.state.tags.is_empty() {
            self.check_status(v)?;
        }
        let state = &mut *self.state;
        let mut frame = state.frames.pop().expect("the returning frame");
        state.memory.release(frame.mark);
        if state.frames.is_empty() {
            state.thaw_below(&mut frame);
        }
        let Some(caller) = state.frames.last_mut() else {
            // The program's entry point never returns to anyone; its value is the exit status.
            let status = match count {
                0 => Value::Concrete(0),
                _ => state.register(frame.base + index(v)),
            };
            state.registers.truncate(frame.base);
            state.tags.truncate(frame.base);
            self.prefer_input();
            return Err(match self.status(status) {
                Ok(status) => End::Exit(status),
                Err(end) => end,
            });
        };
        let code = self.program.code(caller.function).expect("a frame's function has code");
        let site = site_at(code, caller.pc);
        let (to, from) = (caller.base + index(site.result), frame.base + index(v));
        caller.pc += 1;
        let shape = self.program.code(frame.function).expect("it just ran").result;
        match site.result_shape.slots {
            0 => (),
            1 if site.result_shape == shape && state.tags.is_empty() => {
                state.registers[to] = state.registers[from];
            }
            _ => {
                if !self.adapt(to, site.result_shape, from, shape) {
                    let name = &self.program.function(frame.function).name;
                    return Err(bad_call(&format!("`{name}` returns another type than its caller expects")));
                }
            }
        }
        self.state.registers.truncate(frame.base);
        self.state.tags.truncate(frame.base);
        Ok(())
    }

    /// What `main` returns is the status of the program, and here is who has to change it.
    fn check_status(&mut self, v: Slot) -> Result<(), End> {
        if let Value::Symbolic(e) = self.value(v)
            && self.symbolic.exprs.has_garbage(e)
            && self.name(self.frame().function) == "main"
        {
            self.defined(e, Used::Kernel)?;
        }
        Ok(())
    }

    /// The exit status a value stands for, for the input the path carries.
    fn status(&mut self, value: Value) -> Result<i32, End> {
        let number = match value {
            Value::Concrete(number) => number,
            Value::Symbolic(e) => {
                let e = self.defined(e, Used::Kernel)?;
                self.symbolic.value(&self.state.model, e)
            }
        };
        Ok(low32(number).cast_signed())
    }

    /// Copies a value to a place of another shape as the native convention would; `false` when it would not.
    fn adapt(&mut self, to: usize, to_shape: Shape, from: usize, from_shape: Shape) -> bool {
        match (to_shape.class, from_shape.class) {
            (Class::Void, _) => (),
            // A caller that expects a value nobody returns reads whatever is there.
            (_, Class::Void) => {
                for at in to..to + index(to_shape.slots) {
                    self.state.set_register(at, Value::Concrete(0));
                }
            }
            (Class::Word, Class::Word) => {
                let value = match self.state.register(from) {
                    Value::Concrete(number) => Value::Concrete(word::truncate(to_shape.width, number)),
                    Value::Symbolic(e) => {
                        let exprs = &mut self.symbolic.exprs;
                        let cut = exprs.fit(e, to_shape.width);
                        Value::of(exprs, cut)
                    }
                };
                self.state.set_register(to, value);
            }
            (Class::Float(a), Class::Float(b)) if a == b => self.state.copy_registers(from, to, 1),
            _ if to_shape.slots == from_shape.slots && to_shape.class == from_shape.class => {
                self.state.copy_registers(from, to, index(from_shape.slots));
            }
            _ => return false,
        }
        true
    }

    /// Puts `value` into a call's result and goes on after it.
    pub(super) fn resume(&mut self, result: Slot, shape: Shape, value: Value) {
        if shape.slots >= 1 {
            let value = match value {
                Value::Concrete(number) => Value::Concrete(word::truncate(shape.width, number)),
                Value::Symbolic(e) => {
                    let exprs = &mut self.symbolic.exprs;
                    let cut = exprs.fit(e, shape.width);
                    Value::of(exprs, cut)
                }
            };
            let at = self.frame().base + index(result);
            self.state.set_register(at, value);
        }
        self.frame_mut().pc += 1;
    }

    /// As [`Self::resume`], with a value of several registers as it lies in memory.
    pub(super) fn resume_with_bytes(&mut self, site: &CallSite, bytes: &[u8]) {
        let at = self.frame().base + index(site.result);
        let types = &self.program.module().types;
        for leaf in types.leaves(site.result_type) {
            let access = LeafAccess { bit: leaf.bit, width: leaf.width, slot: 0 };
            let mut words = vec![0; index(leaf.width.div_ceil(64))];
            wide::load(&mut words, 0, &[access], bytes);
            for (register, word) in (at + index(leaf.slot)..).zip(words) {
                self.state.set_register(register, Value::Concrete(word));
            }
        }
        self.frame_mut().pc += 1;
    }

    pub(super) fn long_jump(&mut self, point: ReturnPoint, value: u32) -> Result<(), End> {
        let ReturnPoint([serial, place]) = point;
        let (depth, pc) = (index64(place >> 32), low32(place));
        let state = &mut *self.state;
        let frame = depth.checked_sub(1).and_then(|last| state.call(last));
        let code =
            frame.filter(|frame| frame.serial == serial).and_then(|frame| self.program.code(frame.function));
        let Some(Op::Call { site }) = code.and_then(|code| code.ops.get(index(pc)).copied()) else {
            return Err(bad_call(
                "longjmp to a place that setjmp never marked or whose function has returned",
            ));
        };
        let code = code.expect("it has the call");
        let site = &code.calls[index(site)];
        state.unwind(depth);
        // What is left of the block is executed again.
        state.instructions += u64::from(code.sources[index(pc)].remaining).max(1);
        self.frame_mut().pc = pc;
        self.resume(site.result, site.result_shape, Value::Concrete(u64::from(value.max(1))));
        if self.program.checks().loops { self.jump_back() } else { Ok(()) }
    }

    pub(super) fn frame(&self) -> &Frame {
        self.state.frames.last().expect("a running path has a frame")
    }

    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        self.state.frames.last_mut().expect("a running path has a frame")
    }

    fn name(&self, function: FuncId) -> &str {
        &self.program.function(function).name
    }
}

/// The call a frame is waiting for.
fn site_at(code: &Code, pc: u32) -> &CallSite {
    match code.ops[index(pc)] {
        Op::Call { site } => &code.calls[index(site)],
        _ => unreachable!("a frame that is not innermost stands at a call"),
    }
}

fn bad_call(message: &str) -> End {
    Bug::new(BugKind::BadCall, message).into()
}
