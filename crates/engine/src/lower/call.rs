//! Calls of functions.

use vellum_ir::{Call, Callee, Operand, Value};

use super::{Lower, push};
use crate::code::{ArgSlot, CallSite, Op, Pass, Shape, Target};

impl Lower<'_> {
    pub(super) fn call(&mut self, result: Option<Value>, call: &Call) {
        let target = match call.callee {
            Callee::Intrinsic(intrinsic) => return self.intrinsic(result, intrinsic, &call.args),
            Callee::Function(id) => Target::Function(id),
            Callee::Pointer(pointer) => self.pointer_target(pointer),
        };
        let args: Vec<ArgSlot> = call.args.iter().map(|arg| self.argument(arg)).collect();
        let signature = self.program.signature(args.iter().map(|arg| arg.shape).collect());
        let ty = result.map_or_else(|| self.void(), |value| self.body.values[value]);
        let result_shape = Shape::of(self.types(), ty);
        let result = result.map_or(0, |value| self.define(value));
        let site =
            CallSite { target, args, signature, result, result_shape, result_type: ty, tail: call.tail };
        let site = push(&mut self.code.calls, site);
        self.emit(Op::Call { site });
    }

    /// A constant function pointer is a direct call.
    fn pointer_target(&mut self, pointer: Operand) -> Target {
        match self.constant(pointer).and_then(|address| self.program.function_at(address)) {
            Some(id) => Target::Function(id),
            None => Target::Pointer(self.read(pointer)),
        }
    }

    fn argument(&mut self, arg: &vellum_ir::Arg) -> ArgSlot {
        let ty = self.type_of(arg.value);
        let layout = self.types().layout(ty);
        let (size, align) = match arg.by_value {
            Some(memory) => (memory.size, memory.align),
            None => (layout.size, layout.align),
        };
        let shape = Shape::of(self.types(), ty);
        ArgSlot {
            slot: self.read(arg.value),
            shape,
            ty,
            by_value: arg.by_value,
            extend: arg.extend,
            align: align.max(8),
            size: size.next_multiple_of(8),
            pass: if arg.by_value.is_some() { Pass::Memory } else { Pass::of(self.types(), ty) },
            leaves: if shape.slots == 1 { Box::default() } else { self.leaves(ty) },
        }
    }

    fn void(&self) -> vellum_ir::Type {
        self.types().find(&vellum_ir::TypeKind::Void).expect("every module has the void type")
    }
}
