//! Calls of functions.

use vellum_ir::{Arg, Call, Callee, FuncId, Operand, Tail, TypeKind, Value};

use super::{Lower, push};
use crate::{
    code::{ArgSlot, CallSite, Find, Op, Pass, Shape, Slot, Target},
    coverage::Part,
};

/// Functions that look through bytes, and what they take.
const FINDS: &[(&str, Find, &[TypeKind])] = &[
    ("strlen", Find::Length, &[TypeKind::Ptr]),
    ("strnlen", Find::LengthAtMost, &[TypeKind::Ptr, TypeKind::Int(64)]),
    (PREFIX, Find::Prefix, &[TypeKind::Ptr, TypeKind::Int(32), TypeKind::Int(64)]),
    ("memchr", Find::Byte, &[TypeKind::Ptr, TypeKind::Int(32), TypeKind::Int(64)]),
    ("strchrnul", Find::ByteOrEnd, &[TypeKind::Ptr, TypeKind::Int(32)]),
    ("__strchrnul", Find::ByteOrEnd, &[TypeKind::Ptr, TypeKind::Int(32)]),
    ("memcmp", Find::Difference, &[TypeKind::Ptr, TypeKind::Ptr, TypeKind::Int(64)]),
    ("bcmp", Find::Difference, &[TypeKind::Ptr, TypeKind::Ptr, TypeKind::Int(64)]),
    ("strcmp", Find::Strings, &[TypeKind::Ptr, TypeKind::Ptr]),
    ("strncmp", Find::StringsAtMost, &[TypeKind::Ptr, TypeKind::Ptr, TypeKind::Int(64)]),
];

/// What the C library's functions that copy strings ask the engine (`libc/vellum/string.c`).
const PREFIX: &str = "__vellum_prefix";

impl Lower<'_> {
    pub(super) fn call(&mut self, result: Option<Value>, call: &Call) {
        let target = match call.callee {
            Callee::Intrinsic(intrinsic) => return self.intrinsic(result, intrinsic, &call.args),
            Callee::Function(id) => Target::Function(id),
            Callee::Pointer(pointer) => self.pointer_target(pointer),
        };
        if let Target::Function(id) = target
            && (self.block_function(id, result, call) || self.find_function(id, result, call))
        {
            return;
        }
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

    /// Functions of the C library that move bytes, where the outside provides them, are operations of their own: `false`
    /// for any other.
    fn block_function(&mut self, id: FuncId, result: Option<Value>, call: &Call) -> bool {
        let [to, other, len] = &call.args[..] else { return false };
        let is_of = |lower: &Self, arg: &Arg, kind: &dyn Fn(&TypeKind) -> bool| {
            kind(lower.types().kind(lower.type_of(arg.value)))
        };
        let is_pointer = |kind: &TypeKind| *kind == TypeKind::Ptr;
        let is_word = |kind: &TypeKind| *kind == TypeKind::Int(64);
        let is_copy = is_of(self, other, &is_pointer);
        let name = &*self.module.functions[id].name;
        let fits = match name {
            "memcpy" | "memmove" => is_copy,
            "memset" => is_of(self, other, &|kind| matches!(kind, TypeKind::Int(8..=64))),
            _ => return false,
        };
        if !fits || !is_of(self, to, &is_pointer) || !is_of(self, len, &is_word) {
            return false;
        }
        if self.program.external(id).is_none() || call.tail == Tail::Must {
            return false;
        }
        let (to, other, len) = (self.read(to.value), self.read(other.value), self.read(len.value));
        self.emit(if is_copy {
            Op::Copy { to, from: other, len }
        } else {
            Op::Fill { to, byte: other, len }
        });
        if let Some(result) = result {
            let d = self.define(result);
            self.emit(Op::Move { d, a: to });
        }
        true
    }

    /// Functions of the C library that look through bytes are operations of their own, too, where it is the library's that
    /// are called: `false` for any other.
    fn find_function(&mut self, id: FuncId, result: Option<Value>, call: &Call) -> bool {
        let row = FINDS.iter().find(|(name, ..)| *name == &*self.module.functions[id].name);
        let (Some(&(name, f, params)), Some(result)) = (row, result) else { return false };
        let kinds = call.args.iter().map(|arg| self.types().kind(self.type_of(arg.value)));
        let part = if name == PREFIX { Part::Outside } else { Part::Library };
        if !kinds.eq(params) || call.tail == Tail::Must || self.program.part(id) != part {
            return false;
        }
        let zero = self.word(0);
        let args: Vec<Slot> = call.args.iter().map(|arg| self.read(arg.value)).collect();
        let (b, n) = match (f, &args[..]) {
            (Find::LengthAtMost, &[_, n]) => (zero, n),
            (_, &[_, b, n]) => (b, n),
            (_, &[_, b]) => (b, zero),
            _ => (zero, zero),
        };
        let d = self.define(result);
        self.emit(Op::Find { f, d, a: args[0], b, n });
        true
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
