//! Calls of LLVM's intrinsics.

use vellum_bits::Bits;
use vellum_ir::{
    Arg, BinaryOp, Call, Callee, ConstKind, FloatPredicate, FuncId, Inst, Intrinsic, Operand, Tail, Type,
    TypeKind, Wrap,
};

use crate::{
    assembly::CYCLES,
    calls::refuse_bundles,
    convert::{Converter, Unsupported},
    instructions::{Code, Converted},
    libm::Libm,
    llvm::Value,
};

/// What a call of an intrinsic becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lowering {
    /// Nothing.
    Nothing,
    /// An operation of the engine.
    Engine(Intrinsic),
    /// A call of the C library.
    Library(FuncId),
    /// Two calls of the C library, for sine and cosine.
    SinCos(FuncId, FuncId),
    /// Arithmetic that splits a float.
    Modf,
    /// Nobody knows it.
    Unknown,
}

impl<'m> Converter<'m> {
    fn lowering(&mut self, intrinsic: Value<'m>) -> Lowering {
        if let Some(&known) = self.intrinsics.get(&intrinsic) {
            return known;
        }
        let name = intrinsic.name_text();
        let lowering = if name.starts_with("llvm.dbg.") {
            Lowering::Nothing
        } else if let Some(known) = Intrinsic::from_llvm_name(&name) {
            Lowering::Engine(known)
        } else {
            let function = self.engine_function(&name);
            function.or_else(|| self.library_lowering(&name, intrinsic)).unwrap_or(Lowering::Unknown)
        };
        self.intrinsics.insert(intrinsic, lowering);
        lowering
    }

    /// What C spells as built-in functions and only the engine can do: jumps, under those names, and counting cycles.
    fn engine_function(&mut self, name: &str) -> Option<Lowering> {
        let types = &mut self.out.types;
        let (ptr, int, void, word) = (types.ptr(), types.int(32), types.void(), types.int(64));
        let function = match name {
            "llvm.readcyclecounter" | "llvm.readsteadycounter" => self.library_function(CYCLES, word, &[]),
            "llvm.eh.sjlj.setjmp" => self.library_function("__builtin_setjmp", int, &[ptr]),
            "llvm.eh.sjlj.longjmp" => self.library_function("__builtin_longjmp", void, &[ptr]),
            _ => None,
        };
        function.map(Lowering::Library)
    }

    fn library_lowering(&mut self, name: &str, intrinsic: Value<'m>) -> Option<Lowering> {
        let params = intrinsic.value_type().params();
        let float = self.ty(*params.first()?).ok()?;
        Some(match Libm::of(name)? {
            Libm::Call(function) => {
                Lowering::Library(self.library_function(&function, float, &vec![float; params.len()])?)
            }
            Libm::SinCos(sin, cos) => Lowering::SinCos(
                self.library_function(&sin, float, &[float])?,
                self.library_function(&cos, float, &[float])?,
            ),
            Libm::Modf => Lowering::Modf,
        })
    }
}

impl<'m> Code<'_, 'm> {
    /// What a call of an intrinsic becomes; `None` if it does nothing.
    pub(crate) fn intrinsic(&mut self, call: Value<'m>, callee: Value<'m>) -> Converted {
        let lowering = self.cx.lowering(callee);
        // The bundles of `llvm.assume` say more about what holds; not knowing it is safe.
        if !matches!(lowering, Lowering::Engine(Intrinsic::Assume)) {
            refuse_bundles(call)?;
        }
        match lowering {
            Lowering::Nothing => Ok(None),
            Lowering::Unknown => Err(Unsupported::new(format!("intrinsic {}", callee.name_text()))),
            Lowering::Engine(intrinsic) => {
                let args = self.plain_arguments(call)?;
                Ok(Some(engine(intrinsic, args)))
            }
            Lowering::Library(function) => {
                let args = self.plain_arguments(call)?;
                Ok(Some(Self::call_function(function, args)))
            }
            Lowering::SinCos(sin, cos) => {
                let x = self.nth(call, 0)?;
                let (pair, float) = self.pair_of(call)?;
                let sin = self.compute(float, Self::call_function(sin, [x]));
                let cos = self.compute(float, Self::call_function(cos, [x]));
                Ok(Some(self.pair(pair, sin, cos)))
            }
            Lowering::Modf => self.modf(call),
        }
    }

    /// The arguments of an intrinsic, without those for the compiler only.
    fn plain_arguments(&mut self, call: Value<'m>) -> Result<Vec<Operand>, Unsupported> {
        call.arguments().filter(|value| !value.is_metadata()).map(|value| self.operand(value)).collect()
    }

    /// The type of a call's result, a pair, and that of its halves.
    fn pair_of(&mut self, call: Value<'m>) -> Result<(Type, Type), Unsupported> {
        let pair = self.cx.ty(call.ty())?;
        let (half, _) = self.cx.out.types.descend(pair, &[0]).expect("the result is a pair");
        Ok((pair, half))
    }

    /// The last instruction of those that make a pair of two values.
    fn pair(&mut self, ty: Type, first: Operand, second: Operand) -> Inst {
        let nothing = Operand::Const(self.cx.out.consts.intern(ConstKind::Undef(ty)));
        let half = self.compute(ty, Inst::InsertValue { aggregate: nothing, part: first, path: [0].into() });
        Inst::InsertValue { aggregate: half, part: second, path: [1].into() }
    }

    /// `{ fraction, integer }`: both have the sign of `x`, and an infinity has the fraction zero.
    fn modf(&mut self, call: Value<'m>) -> Converted {
        let x = self.nth(call, 0)?;
        let (pair, float) = self.pair_of(call)?;
        let TypeKind::Float(kind) = *self.cx.out.types.kind(float) else {
            return Err(Unsupported::new("llvm.modf of something else than a float"));
        };
        let width = kind.bits();
        let infinity = if width == 32 { u64::from(f32::INFINITY.to_bits()) } else { f64::INFINITY.to_bits() };
        let mut constant = |bits| {
            Operand::Const(self.cx.out.consts.intern(ConstKind::Bits(float, Bits::from_u64(width, bits))))
        };
        let (zero, infinity) = (constant(0), constant(infinity));
        let bool = self.cx.out.types.int(1);

        let integer = self.compute(float, engine(Intrinsic::Trunc, vec![x]));
        let rest = self.compute(float, Inst::Binary(BinaryOp::FSub, Wrap::default(), x, integer));
        let magnitude = self.compute(float, engine(Intrinsic::FAbs, vec![x]));
        let infinite = self.compute(bool, Inst::FloatCompare(FloatPredicate::Oeq, magnitude, infinity));
        let rest = self.compute(float, Inst::Select(infinite, zero, rest));
        let fraction = self.compute(float, engine(Intrinsic::CopySign, vec![rest, x]));
        Ok(Some(self.pair(pair, fraction, integer)))
    }
}

fn engine(intrinsic: Intrinsic, args: Vec<Operand>) -> Inst {
    let args = args.into_iter().map(Arg::plain).collect();
    Inst::Call(Box::new(Call { callee: Callee::Intrinsic(intrinsic), args, tail: Tail::Stays }))
}
