//! The LLVM intrinsics Vellum executes itself, one row each.
//!
//! A row is the intrinsic's name without its overload suffix (`llvm.ctpop.i32` is `llvm.ctpop`): the types
//! of operands and result say the rest. Intrinsics that are functions of the C library (`llvm.sin`) never
//! get here; the front end turns them into calls.

macro_rules! intrinsics {
    ($($(#[doc = $doc:literal])* $variant:ident = $name:literal,)*) => {
        /// An operation that LLVM spells as a call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Intrinsic {
            $($(#[doc = $doc])* #[doc = concat!("`", $name, "`")] $variant,)*
        }

        /// Every row: intrinsic and name.
        pub const INTRINSICS: &[(Intrinsic, &str)] = &[$((Intrinsic::$variant, $name),)*];

        impl Intrinsic {
            /// The name without overload suffix.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

intrinsics! {
    // Memory.
    Memcpy = "llvm.memcpy",
    Memmove = "llvm.memmove",
    Memset = "llvm.memset",
    ObjectSize = "llvm.objectsize",
    LifetimeStart = "llvm.lifetime.start",
    LifetimeEnd = "llvm.lifetime.end",
    StackSave = "llvm.stacksave",
    StackRestore = "llvm.stackrestore",
    VaStart = "llvm.va_start",
    VaEnd = "llvm.va_end",
    VaCopy = "llvm.va_copy",
    PtrMask = "llvm.ptrmask",
    LoadRelative = "llvm.load.relative",
    ReturnAddress = "llvm.returnaddress",
    FrameAddress = "llvm.frameaddress",

    // Values that pass through.
    Expect = "llvm.expect",
    ExpectWithProbability = "llvm.expect.with.probability",
    ThreadLocalAddress = "llvm.threadlocal.address",
    LaunderInvariantGroup = "llvm.launder.invariant.group",
    StripInvariantGroup = "llvm.strip.invariant.group",
    PtrAnnotation = "llvm.ptr.annotation",
    Annotation = "llvm.annotation",
    SsaCopy = "llvm.ssa.copy",
    ArithmeticFence = "llvm.arithmetic.fence",
    Canonicalize = "llvm.canonicalize",

    // No effect on a single-threaded run.
    Prefetch = "llvm.prefetch",
    InvariantStart = "llvm.invariant.start",
    InvariantEnd = "llvm.invariant.end",
    DoNothing = "llvm.donothing",
    SideEffect = "llvm.sideeffect",
    VarAnnotation = "llvm.var.annotation",
    NoaliasScope = "llvm.experimental.noalias.scope.decl",
    FakeUse = "llvm.fake.use",
    PseudoProbe = "llvm.pseudoprobe",

    // Control.
    Assume = "llvm.assume",
    Trap = "llvm.trap",
    DebugTrap = "llvm.debugtrap",
    UbsanTrap = "llvm.ubsantrap",
    IsConstant = "llvm.is.constant",
    GetRounding = "llvm.get.rounding",

    // Integer arithmetic.
    SAddOverflow = "llvm.sadd.with.overflow",
    UAddOverflow = "llvm.uadd.with.overflow",
    SSubOverflow = "llvm.ssub.with.overflow",
    USubOverflow = "llvm.usub.with.overflow",
    SMulOverflow = "llvm.smul.with.overflow",
    UMulOverflow = "llvm.umul.with.overflow",
    SAddSat = "llvm.sadd.sat",
    UAddSat = "llvm.uadd.sat",
    SSubSat = "llvm.ssub.sat",
    USubSat = "llvm.usub.sat",
    SShlSat = "llvm.sshl.sat",
    UShlSat = "llvm.ushl.sat",
    Abs = "llvm.abs",
    SMax = "llvm.smax",
    SMin = "llvm.smin",
    UMax = "llvm.umax",
    UMin = "llvm.umin",
    SCmp = "llvm.scmp",
    UCmp = "llvm.ucmp",
    CtPop = "llvm.ctpop",
    CtLz = "llvm.ctlz",
    CtTz = "llvm.cttz",
    BSwap = "llvm.bswap",
    BitReverse = "llvm.bitreverse",
    FunnelShl = "llvm.fshl",
    FunnelShr = "llvm.fshr",

    // Floating point.
    Sqrt = "llvm.sqrt",
    FAbs = "llvm.fabs",
    Floor = "llvm.floor",
    Ceil = "llvm.ceil",
    Trunc = "llvm.trunc",
    Rint = "llvm.rint",
    NearbyInt = "llvm.nearbyint",
    Round = "llvm.round",
    RoundEven = "llvm.roundeven",
    CopySign = "llvm.copysign",
    MinNum = "llvm.minnum",
    MaxNum = "llvm.maxnum",
    Minimum = "llvm.minimum",
    Maximum = "llvm.maximum",
    MinimumNum = "llvm.minimumnum",
    MaximumNum = "llvm.maximumnum",
    Fma = "llvm.fma",
    FMulAdd = "llvm.fmuladd",
    Ldexp = "llvm.ldexp",
    Frexp = "llvm.frexp",
    PowI = "llvm.powi",
    LRint = "llvm.lrint",
    LLRint = "llvm.llrint",
    LRound = "llvm.lround",
    LLRound = "llvm.llround",
    IsFpClass = "llvm.is.fpclass",
    FpToSiSat = "llvm.fptosi.sat",
    FpToUiSat = "llvm.fptoui.sat",

    // Vectors.
    ReduceAdd = "llvm.vector.reduce.add",
    ReduceMul = "llvm.vector.reduce.mul",
    ReduceAnd = "llvm.vector.reduce.and",
    ReduceOr = "llvm.vector.reduce.or",
    ReduceXor = "llvm.vector.reduce.xor",
    ReduceSMax = "llvm.vector.reduce.smax",
    ReduceSMin = "llvm.vector.reduce.smin",
    ReduceUMax = "llvm.vector.reduce.umax",
    ReduceUMin = "llvm.vector.reduce.umin",
    ReduceFAdd = "llvm.vector.reduce.fadd",
    ReduceFMul = "llvm.vector.reduce.fmul",
    ReduceFMax = "llvm.vector.reduce.fmax",
    ReduceFMin = "llvm.vector.reduce.fmin",
    ReduceFMaximum = "llvm.vector.reduce.fmaximum",
    ReduceFMinimum = "llvm.vector.reduce.fminimum",
    VectorReverse = "llvm.vector.reverse",
    VectorInsert = "llvm.vector.insert",
    VectorExtract = "llvm.vector.extract",
    MaskedLoad = "llvm.masked.load",
    MaskedStore = "llvm.masked.store",
    MaskedGather = "llvm.masked.gather",
    MaskedScatter = "llvm.masked.scatter",
}

impl Intrinsic {
    /// Whether its result is its first argument.
    pub const fn is_first_argument(self) -> bool {
        matches!(
            self,
            Self::Expect
                | Self::ExpectWithProbability
                | Self::ThreadLocalAddress
                | Self::LaunderInvariantGroup
                | Self::StripInvariantGroup
                | Self::PtrAnnotation
                | Self::Annotation
                | Self::SsaCopy
                | Self::ArithmeticFence
                | Self::Canonicalize
        )
    }

    /// The intrinsic a full LLVM name (`llvm.umax.v4i32`) stands for.
    pub fn from_llvm_name(full: &str) -> Option<Self> {
        // The longest row that is the name or a dotted prefix of it: `llvm.vector.reduce.fmaximum.v4f32`
        // must not be taken for `llvm.vector.reduce.fmax`.
        INTRINSICS
            .iter()
            .filter(|(_, name)| {
                full.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
            .max_by_key(|(_, name)| name.len())
            .map(|(intrinsic, _)| *intrinsic)
    }
}

#[cfg(test)]
mod tests {
    use super::{INTRINSICS, Intrinsic};

    #[test]
    fn every_name_finds_its_own_row() {
        for (intrinsic, name) in INTRINSICS {
            assert_eq!(Intrinsic::from_llvm_name(name), Some(*intrinsic));
            assert_eq!(Intrinsic::from_llvm_name(&format!("{name}.v4i32")), Some(*intrinsic));
        }
    }

    #[test]
    fn inline_forms_are_the_plain_operation() {
        assert_eq!(Intrinsic::from_llvm_name("llvm.memcpy.inline.p0.p0.i64"), Some(Intrinsic::Memcpy));
        assert_eq!(Intrinsic::from_llvm_name("llvm.memset.inline.p0.i64"), Some(Intrinsic::Memset));
    }

    #[test]
    fn other_names_are_nobodys() {
        assert_eq!(Intrinsic::from_llvm_name("llvm.x86.sse2.pause"), None);
        assert_eq!(Intrinsic::from_llvm_name("llvm.memcpyx"), None);
    }
}
