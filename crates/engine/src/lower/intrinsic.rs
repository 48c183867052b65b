//! Operations that LLVM spells as calls.

use vellum_bits::{FloatBinary, FloatKind, RoundTo, Signedness};
use vellum_collections::cast::{index64, low32};
use vellum_ir::{Arg, Const, ConstKind, Intrinsic, Operand, Type, TypeKind, Value};

use super::{Lower, lane, narrow};
use crate::{
    code::{CalcKind, Op, Slot},
    scalar::{FloatFn, IntFn},
};

/// What `-fsanitize-trap` checks, by the number in `llvm.ubsantrap`: clang's list of handlers, as it stands.
const UBSAN_CHECKS: &[&str] = &[
    "addition overflowed",
    "unreachable code was reached",
    "control flow integrity",
    "division overflowed or by zero",
    "object of another dynamic type",
    "float out of the integer's range",
    "function called through another type",
    "implicit conversion changed the value",
    "invalid argument of a built-in function",
    "invalid Objective-C cast",
    "load of a value its type does not have",
    "function without return value",
    "multiplication overflowed",
    "negation overflowed",
    "null for an argument that may not be",
    "null for a result that may not be",
    "null for a nonnull argument",
    "null for a nonnull result",
    "index out of bounds",
    "pointer arithmetic overflowed",
    "shift out of bounds",
    "subtraction overflowed",
    "null, misaligned or too small object",
    "assumed alignment does not hold",
    "length of an array is not positive",
    "bounds safety",
];

/// Integer functions, lane by lane.
const INTEGER: &[(Intrinsic, IntFn)] = &[
    (Intrinsic::SAddSat, IntFn::SAddSat),
    (Intrinsic::UAddSat, IntFn::UAddSat),
    (Intrinsic::SSubSat, IntFn::SSubSat),
    (Intrinsic::USubSat, IntFn::USubSat),
    (Intrinsic::SShlSat, IntFn::SShlSat),
    (Intrinsic::UShlSat, IntFn::UShlSat),
    (Intrinsic::Abs, IntFn::Abs),
    (Intrinsic::SMax, IntFn::SMax),
    (Intrinsic::SMin, IntFn::SMin),
    (Intrinsic::UMax, IntFn::UMax),
    (Intrinsic::UMin, IntFn::UMin),
    (Intrinsic::CtPop, IntFn::CtPop),
    (Intrinsic::CtLz, IntFn::CtLz),
    (Intrinsic::CtTz, IntFn::CtTz),
    (Intrinsic::BSwap, IntFn::BSwap),
    (Intrinsic::BitReverse, IntFn::BitReverse),
    (Intrinsic::FunnelShl, IntFn::FunnelShl),
    (Intrinsic::FunnelShr, IntFn::FunnelShr),
];

/// Arithmetic that also says whether it overflowed.
const OVERFLOWING: &[(Intrinsic, IntFn, IntFn)] = &[
    (Intrinsic::SAddOverflow, IntFn::Add, IntFn::SAddOverflows),
    (Intrinsic::UAddOverflow, IntFn::Add, IntFn::UAddOverflows),
    (Intrinsic::SSubOverflow, IntFn::Sub, IntFn::SSubOverflows),
    (Intrinsic::USubOverflow, IntFn::Sub, IntFn::USubOverflows),
    (Intrinsic::SMulOverflow, IntFn::Mul, IntFn::SMulOverflows),
    (Intrinsic::UMulOverflow, IntFn::Mul, IntFn::UMulOverflows),
];

/// Float functions, lane by lane.
const FLOAT: &[(Intrinsic, FloatFn)] = &[
    (Intrinsic::Sqrt, FloatFn::Sqrt),
    (Intrinsic::FAbs, FloatFn::Abs),
    (Intrinsic::Floor, FloatFn::Round(RoundTo::Floor)),
    (Intrinsic::Ceil, FloatFn::Round(RoundTo::Ceil)),
    (Intrinsic::Trunc, FloatFn::Round(RoundTo::Trunc)),
    (Intrinsic::Rint, FloatFn::Round(RoundTo::NearestEven)),
    (Intrinsic::NearbyInt, FloatFn::Round(RoundTo::NearestEven)),
    (Intrinsic::RoundEven, FloatFn::Round(RoundTo::NearestEven)),
    (Intrinsic::Round, FloatFn::Round(RoundTo::NearestAway)),
    (Intrinsic::CopySign, FloatFn::CopySign),
    (Intrinsic::MinNum, FloatFn::MinNum),
    (Intrinsic::MaxNum, FloatFn::MaxNum),
    (Intrinsic::MinimumNum, FloatFn::MinNum),
    (Intrinsic::MaximumNum, FloatFn::MaxNum),
    (Intrinsic::Minimum, FloatFn::Minimum),
    (Intrinsic::Maximum, FloatFn::Maximum),
    (Intrinsic::Fma, FloatFn::Fma),
    (Intrinsic::FMulAdd, FloatFn::MulAdd),
];

/// Float functions whose result is an integer.
const FLOAT_TO_INT: &[(Intrinsic, RoundTo)] = &[
    (Intrinsic::LRint, RoundTo::NearestEven),
    (Intrinsic::LLRint, RoundTo::NearestEven),
    (Intrinsic::LRound, RoundTo::NearestAway),
    (Intrinsic::LLRound, RoundTo::NearestAway),
];

/// Reductions of integer vectors.
const REDUCE: &[(Intrinsic, IntFn)] = &[
    (Intrinsic::ReduceAdd, IntFn::Add),
    (Intrinsic::ReduceMul, IntFn::Mul),
    (Intrinsic::ReduceAnd, IntFn::And),
    (Intrinsic::ReduceOr, IntFn::Or),
    (Intrinsic::ReduceXor, IntFn::Xor),
    (Intrinsic::ReduceSMax, IntFn::SMax),
    (Intrinsic::ReduceSMin, IntFn::SMin),
    (Intrinsic::ReduceUMax, IntFn::UMax),
    (Intrinsic::ReduceUMin, IntFn::UMin),
];

/// Reductions of float vectors; sums and products start from a first operand.
const REDUCE_FLOAT: &[(Intrinsic, FloatFn)] = &[
    (Intrinsic::ReduceFAdd, FloatFn::Binary(FloatBinary::Add)),
    (Intrinsic::ReduceFMul, FloatFn::Binary(FloatBinary::Mul)),
    (Intrinsic::ReduceFMax, FloatFn::MaxNum),
    (Intrinsic::ReduceFMin, FloatFn::MinNum),
    (Intrinsic::ReduceFMaximum, FloatFn::Maximum),
    (Intrinsic::ReduceFMinimum, FloatFn::Minimum),
];

/// Intrinsics without result that have no effect on a run of one thread.
const NO_EFFECT: &[Intrinsic] = &[
    Intrinsic::LifetimeStart,
    Intrinsic::LifetimeEnd,
    Intrinsic::VaEnd,
    Intrinsic::Prefetch,
    Intrinsic::InvariantEnd,
    Intrinsic::DoNothing,
    Intrinsic::SideEffect,
    Intrinsic::VarAnnotation,
    Intrinsic::NoaliasScope,
    Intrinsic::FakeUse,
    Intrinsic::PseudoProbe,
];

fn row<T: Copy>(table: &[(Intrinsic, T)], intrinsic: Intrinsic) -> Option<T> {
    table.iter().find(|(row, _)| *row == intrinsic).map(|(_, f)| *f)
}

impl Lower<'_> {
    pub(super) fn intrinsic(&mut self, result: Option<Value>, intrinsic: Intrinsic, args: &[Arg]) {
        let args: Vec<Operand> = args.iter().map(|arg| arg.value).collect();
        let Some(value) = result else {
            return self.effect(intrinsic, &args);
        };
        if let Some(f) = row(INTEGER, intrinsic) {
            self.integer(value, f, &args);
        } else if let Some(&(_, f, overflows)) = OVERFLOWING.iter().find(|(row, ..)| *row == intrinsic) {
            self.overflowing(value, f, overflows, &args);
        } else if let Some(f) = row(FLOAT, intrinsic) {
            self.float(value, f, &args);
        } else if let Some(to) = row(FLOAT_TO_INT, intrinsic) {
            self.converted(value, args[0], |kind| CalcKind::FloatRoundToInt(kind, FloatFn::Round(to)));
        } else if let Some(f) = row(REDUCE, intrinsic) {
            self.reduce_ints(value, f, args[0]);
        } else if let Some(f) = row(REDUCE_FLOAT, intrinsic) {
            self.reduce_floats(value, f, &args);
        } else {
            self.other(value, intrinsic, &args);
        }
    }

    /// Intrinsics without result.
    fn effect(&mut self, intrinsic: Intrinsic, args: &[Operand]) {
        match intrinsic {
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                let (to, from, len) = (self.read(args[0]), self.read(args[1]), self.read(args[2]));
                self.emit(Op::Copy { to, from, len });
            }
            Intrinsic::Memset => {
                let (to, byte, len) = (self.read(args[0]), self.read(args[1]), self.read(args[2]));
                self.emit(Op::Fill { to, byte, len });
            }
            Intrinsic::VaStart => {
                let list = self.read(args[0]);
                self.emit(Op::VaStart { list });
            }
            Intrinsic::VaCopy => {
                let (to, from, len) = (self.read(args[0]), self.read(args[1]), self.word(24));
                self.emit(Op::Copy { to, from, len });
            }
            Intrinsic::StackRestore => {
                let token = self.read(args[0]);
                self.emit(Op::StackRestore { token });
            }
            Intrinsic::Trap | Intrinsic::DebugTrap => self.trap("the program executed a trap"),
            Intrinsic::UbsanTrap => {
                let check = self.constant(args[0]).and_then(|number| UBSAN_CHECKS.get(index64(number)));
                self.trap(&format!("trap of a sanitizer: {}", check.unwrap_or(&"another check")));
            }
            Intrinsic::Assume => self.emit(Op::Assume),
            Intrinsic::MaskedStore => self.masked_store(args),
            _ if NO_EFFECT.contains(&intrinsic) => (),
            _ => self.unsupported(intrinsic.name()),
        }
    }

    fn trap(&mut self, text: &str) {
        let text = self.text(text);
        self.emit(Op::Trap { text });
    }

    fn integer(&mut self, result: Value, f: IntFn, args: &[Operand]) {
        let ty = self.type_of(args[0]);
        let width = self.lane_width(ty);
        let d = self.define(result);
        let slots: Vec<Slot> = args.iter().map(|&arg| self.read(arg)).collect();
        if let IntFn::FunnelShl | IntFn::FunnelShr = f {
            let firsts = [d, slots[0], slots[1], slots[2]];
            return self.lanes(ty, firsts, |lower, [d, a, b, c]| lower.funnel(f, width, d, [a, b, c]));
        }
        // The second operand of counts and `abs` says what may be assumed: it is no number to compute with.
        let is_unary = matches!(
            f,
            IntFn::Abs | IntFn::CtPop | IntFn::CtLz | IntFn::CtTz | IntFn::BSwap | IntFn::BitReverse
        );
        if is_unary && self.has_poison_flag(args) && self.is_poison_error(result, f) {
            self.lanes(ty, [slots[0]], |lower, [a]| lower.forbid_poison(f, width, a));
        }
        let b = if is_unary { slots[0] } else { slots[1] };
        self.lanes(ty, [d, slots[0], b], |lower, [d, a, b]| lower.int_op(f, width, d, a, b));
    }

    fn funnel(&mut self, f: IntFn, width: u32, d: Slot, [a, b, c]: [Slot; 3]) {
        if width > 64 {
            self.calc(CalcKind::Int(f), width, width, d, [a, b, c]);
        } else {
            self.emit(Op::Funnel { f, w: narrow(width), d, a, b, c });
        }
    }

    fn overflowing(&mut self, result: Value, f: IntFn, overflows: IntFn, args: &[Operand]) {
        let ty = self.type_of(args[0]);
        let (width, lanes, stride) =
            (self.lane_width(ty), self.types().lanes(ty), self.slots(self.types().lane(ty)));
        let (d, a, b) = (self.define(result), self.read(args[0]), self.read(args[1]));
        let flags = d + lanes * stride;
        for i in 0..lanes {
            let (a, b) = (lane(a, stride, i), lane(b, stride, i));
            self.int_op(overflows, width, flags + i, a, b);
            self.int_op(f, width, lane(d, stride, i), a, b);
        }
    }

    fn float(&mut self, result: Value, f: FloatFn, args: &[Operand]) {
        let ty = self.type_of(args[0]);
        let Some(kind) = self.float_kind(ty) else { return self.unsupported("float function of an integer") };
        let d = self.define(result);
        let slots: Vec<Slot> = args.iter().map(|&arg| self.read(arg)).collect();
        let get = |i: usize| slots.get(i).copied().unwrap_or(slots[0]);
        let firsts = [d, get(0), get(1), get(2)];
        self.lanes(ty, firsts, |lower, [d, a, b, c]| lower.float_fn(kind, f, d, [a, b, c]));
    }

    fn reduce_ints(&mut self, result: Value, f: IntFn, vector: Operand) {
        let ty = self.type_of(vector);
        let (width, lanes, stride) =
            (self.lane_width(ty), self.types().lanes(ty), self.slots(self.types().lane(ty)));
        let (d, a) = (self.define(result), self.read(vector));
        self.reduce(d, a, stride, lanes, |lower, d, b| lower.int_op(f, width, d, d, b));
    }

    fn reduce_floats(&mut self, result: Value, f: FloatFn, args: &[Operand]) {
        let vector = args[args.len() - 1];
        let ty = self.type_of(vector);
        let Some(kind) = self.float_kind(ty) else { return self.unsupported("float reduction of integers") };
        let (lanes, stride) = (self.types().lanes(ty), self.slots(self.types().lane(ty)));
        let (d, a) = (self.define(result), self.read(vector));
        if args.len() == 2 {
            let start = self.read(args[0]);
            self.float_fn(kind, f, d, [start, a, a]);
            for i in 1..lanes {
                self.float_fn(kind, f, d, [d, lane(a, stride, i), a]);
            }
        } else {
            self.reduce(d, a, stride, lanes, |lower, d, b| lower.float_fn(kind, f, d, [d, b, b]));
        }
    }

    /// Intrinsics with a result that fit no table.
    fn other(&mut self, result: Value, intrinsic: Intrinsic, args: &[Operand]) {
        match intrinsic {
            _ if intrinsic.is_first_argument() => self.copy_value(result, args[0]),
            Intrinsic::SCmp => self.three_way(result, IntFn::SCmp, args),
            Intrinsic::UCmp => self.three_way(result, IntFn::UCmp, args),
            Intrinsic::StackSave => {
                let d = self.define(result);
                self.emit(Op::StackSave { d });
            }
            Intrinsic::FrameAddress | Intrinsic::ReturnAddress => {
                let level = low32(args.first().and_then(|&level| self.constant(level)).unwrap_or(0));
                let d = self.define(result);
                self.emit(match intrinsic {
                    Intrinsic::FrameAddress => Op::FrameAddress { d, level },
                    _ => Op::ReturnAddress { d, level },
                });
            }
            Intrinsic::ObjectSize => self.object_size(result, args),
            // Only what no address and no computation is part of: clang asks before it optimises, as at -O0.
            Intrinsic::IsConstant => {
                let is_constant = match args[0] {
                    Operand::Value(_) => false,
                    Operand::Const(constant) => self.is_manifest(constant),
                };
                self.set_word(result, u64::from(is_constant));
            }
            Intrinsic::InvariantStart => self.set_word(result, 0),
            // 1: round to nearest, the only mode there is.
            Intrinsic::GetRounding => self.set_word(result, 1),
            Intrinsic::PtrMask => {
                let firsts = [self.define(result), self.read(args[0]), self.read(args[1])];
                let ty = self.type_of(args[0]);
                self.lanes(ty, firsts, |lower, [d, a, b]| lower.emit(Op::And { d, a, b }));
            }
            Intrinsic::LoadRelative => self.load_relative(result, args),
            Intrinsic::FpToSiSat => {
                self.converted(result, args[0], |kind| CalcKind::FloatToIntSat(kind, Signedness::Signed));
            }
            Intrinsic::FpToUiSat => {
                self.converted(result, args[0], |kind| CalcKind::FloatToIntSat(kind, Signedness::Unsigned));
            }
            Intrinsic::IsFpClass => self.float_class(result, args),
            Intrinsic::Ldexp => self.float_and_int(result, args, CalcKind::FloatScale),
            Intrinsic::PowI => self.float_and_int(result, args, CalcKind::FloatPower),
            Intrinsic::Frexp => self.frexp(result, args[0]),
            Intrinsic::VectorReverse => self.reverse(result, args[0]),
            Intrinsic::VectorInsert => self.insert_subvector(result, args),
            Intrinsic::VectorExtract => self.extract_subvector(result, args),
            Intrinsic::MaskedLoad => self.masked_load(result, args),
            _ => self.unsupported(intrinsic.name()),
        }
    }

    fn set_word(&mut self, result: Value, word: u64) {
        let (d, a) = (self.define(result), self.word(word));
        self.emit(Op::Move { d, a });
    }

    /// `scmp`/`ucmp`: the result's width is its own. One bit has no room for the three results.
    fn three_way(&mut self, result: Value, f: IntFn, args: &[Operand]) {
        let (from, to) = (self.type_of(args[0]), self.body.values[result]);
        let (width, result_width) = (self.lane_width(from), self.lane_width(to));
        let (d, a, b) = (self.define(result), self.read(args[0]), self.read(args[1]));
        let (stride, result_stride) =
            (self.slots(self.types().lane(from)), self.slots(self.types().lane(to)));
        let whole = self.registers.temporary(stride);
        let widened = [self.registers.temporary(1), self.registers.temporary(1)];
        for i in 0..self.types().lanes(from) {
            let (mut a, mut b) = (lane(a, stride, i), lane(b, stride, i));
            if width == 1 && f == IntFn::SCmp {
                for (d, a) in widened.into_iter().zip([a, b]) {
                    self.emit(Op::SignExtend { from: 1, w: 2, d, a });
                }
                [a, b] = widened;
            }
            self.int_op(f, width.max(2), whole, a, b);
            let d = lane(d, result_stride, i);
            self.calc(CalcKind::SignExtend, width.max(2), result_width, d, [whole; 3]);
        }
    }

    /// Whether no address is part of a constant.
    fn is_manifest(&self, constant: Const) -> bool {
        match self.module.consts.kind(constant) {
            ConstKind::Bits(..) | ConstKind::Undef(_) | ConstKind::Zero(_) => true,
            ConstKind::Symbol(_) => false,
            ConstKind::Aggregate(_, parts) | ConstKind::Expr(_, _, parts) => {
                parts.iter().all(|&part| self.is_manifest(part))
            }
        }
    }

    /// The bytes from a pointer to the end of its object, as far as the function's text says: of a local or a global, and a
    /// constant distance from there.
    fn known_rest(&self, pointer: Operand, null_is_unknown: bool) -> Option<u64> {
        match pointer {
            Operand::Value(value) => {
                let place = self.places.get(&value)?;
                let offset = u64::try_from(place.offset).unwrap_or(u64::MAX);
                Some(place.size.saturating_sub(offset))
            }
            Operand::Const(constant) => match self.module.consts.kind(constant) {
                ConstKind::Bits(_, bits) if bits.is_zero() => (!null_is_unknown).then_some(0),
                _ => self.program.rest_of_global(constant),
            },
        }
    }

    /// What is not asked for when the program runs is what the compiler could know.
    fn object_size(&mut self, result: Value, args: &[Operand]) {
        let flag = |lower: &Self, i: usize| args.get(i).and_then(|&arg| lower.constant(arg)) == Some(1);
        let (minimum, dynamic) = (flag(self, 1), flag(self, 3));
        let width = self.lane_width(self.body.values[result]).min(64);
        if let Some(rest) = self.known_rest(args[0], flag(self, 2)) {
            return self.set_word(result, rest & vellum_bits::word::mask(width));
        }
        if !dynamic {
            return self.set_word(result, if minimum { 0 } else { vellum_bits::word::mask(width) });
        }
        let (d, address) = (self.define(result), self.read(args[0]));
        self.emit(Op::ObjectSize { d, address, w: narrow(width), minimum });
    }

    fn load_relative(&mut self, result: Value, args: &[Operand]) {
        let (d, base, offset) = (self.define(result), self.read(args[0]), self.read(args[1]));
        let address = self.registers.temporary(1);
        self.emit(Op::Add { w: 64, d: address, a: base, b: offset });
        self.emit(Op::Load32 { d: address, address });
        self.emit(Op::SignExtend { from: 32, w: 64, d: address, a: address });
        self.emit(Op::Add { w: 64, d, a: base, b: address });
    }

    /// Integers made of floats, lane by lane.
    pub(super) fn converted(&mut self, result: Value, a: Operand, calc: impl Fn(FloatKind) -> CalcKind) {
        let (from, to) = (self.type_of(a), self.body.values[result]);
        let Some(kind) = self.float_kind(from) else {
            return self.unsupported("float function of an integer");
        };
        let (width, strides) =
            (self.lane_width(to), (self.slots(self.types().lane(to)), self.slots(self.types().lane(from))));
        let (d, a) = (self.define(result), self.read(a));
        for i in 0..self.types().lanes(to) {
            let (d, a) = (lane(d, strides.0, i), lane(a, strides.1, i));
            self.calc(calc(kind), kind.bits(), width, d, [a; 3]);
        }
    }

    fn float_class(&mut self, result: Value, args: &[Operand]) {
        let from = self.type_of(args[0]);
        let Some(kind) = self.float_kind(from) else {
            return self.unsupported("float function of an integer");
        };
        let stride = self.slots(self.types().lane(from));
        let (d, a, mask) = (self.define(result), self.read(args[0]), self.read(args[1]));
        for i in 0..self.types().lanes(from) {
            self.calc(CalcKind::FloatClass(kind), kind.bits(), 1, d + i, [lane(a, stride, i), mask, mask]);
        }
    }

    fn float_and_int(&mut self, result: Value, args: &[Operand], calc: impl Fn(FloatKind) -> CalcKind) {
        let ty = self.type_of(args[0]);
        let Some(kind) = self.float_kind(ty) else { return self.unsupported("float function of an integer") };
        if matches!(self.types().kind(ty), TypeKind::Vector { .. })
            || self.lane_width(self.type_of(args[1])) != 32
        {
            return self.unsupported("ldexp or powi of vectors or with an exponent that is no i32");
        }
        let (d, a, b) = (self.define(result), self.read(args[0]), self.read(args[1]));
        self.calc(calc(kind), kind.bits(), kind.bits(), d, [a, b, b]);
    }

    fn frexp(&mut self, result: Value, a: Operand) {
        let ty = self.type_of(a);
        let scalar = self.types().scalar_width(ty).is_some();
        let (Some(kind), true) = (self.float_kind(ty), scalar) else {
            return self.unsupported("frexp of vectors");
        };
        let exponent = self.types().descend(self.body.values[result], &[1]);
        let Some(width) = exponent.and_then(|(ty, _)| self.types().scalar_width(ty)) else {
            return self.unsupported("frexp of vectors");
        };
        let (d, a) = (self.define(result), self.read(a));
        self.float_fn(kind, FloatFn::Fraction, d, [a; 3]);
        self.calc(CalcKind::FloatExponent(kind), kind.bits(), width, d + self.slots(ty), [a; 3]);
    }

    fn reverse(&mut self, result: Value, vector: Operand) {
        let ty = self.type_of(vector);
        let (lanes, stride) = (self.types().lanes(ty), self.slots(self.types().lane(ty)));
        let (d, a) = (self.define(result), self.read(vector));
        for i in 0..lanes {
            self.copy(lane(d, stride, i), lane(a, stride, lanes - 1 - i), stride);
        }
    }

    fn insert_subvector(&mut self, result: Value, args: &[Operand]) {
        let (whole, part) = (self.type_of(args[0]), self.type_of(args[1]));
        let stride = self.slots(self.types().lane(whole));
        let at = low32(self.constant(args[2]).unwrap_or(0));
        let (d, a, b) = (self.define(result), self.read(args[0]), self.read(args[1]));
        self.copy(d, a, self.slots(whole));
        self.copy(lane(d, stride, at), b, self.slots(part));
    }

    fn extract_subvector(&mut self, result: Value, args: &[Operand]) {
        let part = self.body.values[result];
        let stride = self.slots(self.types().lane(part));
        let at = low32(self.constant(args[1]).unwrap_or(0));
        let (d, a) = (self.define(result), self.read(args[0]));
        self.copy(d, lane(a, stride, at), self.slots(part));
    }

    /// The operands of a masked access, whose alignment operand older versions of LLVM put between them.
    fn masked_operands(&self, args: &[Operand]) -> Vec<Operand> {
        let is_alignment =
            |&&arg: &&Operand| matches!(self.types().kind(self.type_of(arg)), TypeKind::Int(32));
        let alignment = args.iter().skip(1).find(is_alignment).copied();
        args.iter().copied().filter(|&arg| Some(arg) != alignment).collect()
    }

    fn masked_load(&mut self, result: Value, args: &[Operand]) {
        let args = self.masked_operands(args);
        let [address, mask, other] = args[..] else { return self.unsupported("llvm.masked.load") };
        let ty = self.body.values[result];
        let (d, mask, other) = (self.define(result), self.read(mask), self.read(other));
        self.copy(d, other, self.slots(ty));
        self.masked(ty, address, |lower, n, i, address| {
            lower.emit(Op::LoadIf { n, c: mask + i, d: d + i, address });
        });
    }

    fn masked_store(&mut self, args: &[Operand]) {
        let args = self.masked_operands(args);
        let [value, address, mask] = args[..] else { return self.unsupported("llvm.masked.store") };
        let ty = self.type_of(value);
        let (v, mask) = (self.read(value), self.read(mask));
        self.masked(ty, address, |lower, n, i, address| {
            lower.emit(Op::StoreIf { n, c: mask + i, v: v + i, address });
        });
    }

    /// Calls `each` with size, number and address of every lane of a vector in memory.
    fn masked(&mut self, ty: Type, address: Operand, mut each: impl FnMut(&mut Self, u8, u32, Slot)) {
        let width = self.lane_width(ty);
        let (true, Some(n)) = (width.is_multiple_of(8), super::word_bytes(u64::from(width / 8))) else {
            return self.unsupported("masked access to lanes that are no whole bytes or wider than 64 bits");
        };
        let base = self.read(address);
        let at = self.registers.temporary(1);
        for i in 0..self.types().lanes(ty) {
            let offset = self.word(u64::from(i) * u64::from(n));
            self.emit(Op::Advance { d: at, base, by: offset });
            each(self, n, i, at);
        }
    }
}
