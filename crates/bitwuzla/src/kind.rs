//! The names of operations, options and rounding modes, with the numbers the C interface has for them.
//!
//! Law: each row says number and name as Bitwuzla does; a test asks Bitwuzla for the name of each number.

/// Defines an enumeration the C interface knows, and the list of its rows.
macro_rules! table {
    ($(#[$meta:meta])* $name:ident, $doc:literal: $($row:ident = $number:literal $c_name:literal,)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(C)]
        pub enum $name {
            $(#[doc = concat!("`", $doc, $c_name, "`")] $row = $number,)*
        }

        impl $name {
            /// Every row, with Bitwuzla's name for it.
            pub const ALL: &[(Self, &str)] = &[$((Self::$row, $c_name),)*];
        }
    };
}

table! {
    /// What a term computes from its arguments. Bitwuzla's header says what each wants; a call that does not
    /// fit is refused.
    Kind, "BITWUZLA_KIND_":
    And = 4 "AND",
    Distinct = 5 "DISTINCT",
    Equal = 6 "EQUAL",
    Iff = 7 "IFF",
    Implies = 8 "IMPLIES",
    Not = 9 "NOT",
    Or = 10 "OR",
    Xor = 11 "XOR",
    Ite = 12 "ITE",
    BvAdd = 19 "BV_ADD",
    BvAnd = 20 "BV_AND",
    BvAshr = 21 "BV_ASHR",
    BvComp = 22 "BV_COMP",
    BvConcat = 23 "BV_CONCAT",
    BvDec = 24 "BV_DEC",
    BvInc = 25 "BV_INC",
    BvMul = 26 "BV_MUL",
    BvNand = 27 "BV_NAND",
    BvNeg = 28 "BV_NEG",
    BvNegOverflow = 29 "BV_NEG_OVERFLOW",
    BvNor = 30 "BV_NOR",
    BvNot = 31 "BV_NOT",
    BvOr = 32 "BV_OR",
    BvRedand = 33 "BV_REDAND",
    BvRedor = 34 "BV_REDOR",
    BvRedxor = 35 "BV_REDXOR",
    BvRol = 36 "BV_ROL",
    BvRor = 37 "BV_ROR",
    BvSaddOverflow = 38 "BV_SADD_OVERFLOW",
    BvSdivOverflow = 39 "BV_SDIV_OVERFLOW",
    BvSdiv = 40 "BV_SDIV",
    BvSge = 41 "BV_SGE",
    BvSgt = 42 "BV_SGT",
    BvShl = 43 "BV_SHL",
    BvShr = 44 "BV_SHR",
    BvSle = 45 "BV_SLE",
    BvSlt = 46 "BV_SLT",
    BvSmod = 47 "BV_SMOD",
    BvSmulOverflow = 48 "BV_SMUL_OVERFLOW",
    BvSrem = 49 "BV_SREM",
    BvSsubOverflow = 50 "BV_SSUB_OVERFLOW",
    BvSub = 51 "BV_SUB",
    BvUaddOverflow = 52 "BV_UADD_OVERFLOW",
    BvUdiv = 53 "BV_UDIV",
    BvUge = 54 "BV_UGE",
    BvUgt = 55 "BV_UGT",
    BvUle = 56 "BV_ULE",
    BvUlt = 57 "BV_ULT",
    BvUmulOverflow = 58 "BV_UMUL_OVERFLOW",
    BvUrem = 59 "BV_UREM",
    BvUsubOverflow = 60 "BV_USUB_OVERFLOW",
    BvXnor = 61 "BV_XNOR",
    BvXor = 62 "BV_XOR",
    BvExtract = 63 "BV_EXTRACT",
    BvRepeat = 64 "BV_REPEAT",
    BvRoli = 65 "BV_ROLI",
    BvRori = 66 "BV_RORI",
    BvSignExtend = 67 "BV_SIGN_EXTEND",
    BvZeroExtend = 68 "BV_ZERO_EXTEND",
    FpAbs = 69 "FP_ABS",
    FpAdd = 70 "FP_ADD",
    FpDiv = 71 "FP_DIV",
    FpEqual = 72 "FP_EQUAL",
    FpFma = 73 "FP_FMA",
    FpFp = 74 "FP_FP",
    FpGeq = 75 "FP_GEQ",
    FpGt = 76 "FP_GT",
    FpIsInf = 77 "FP_IS_INF",
    FpIsNan = 78 "FP_IS_NAN",
    FpIsNeg = 79 "FP_IS_NEG",
    FpIsNormal = 80 "FP_IS_NORMAL",
    FpIsPos = 81 "FP_IS_POS",
    FpIsSubnormal = 82 "FP_IS_SUBNORMAL",
    FpIsZero = 83 "FP_IS_ZERO",
    FpLeq = 84 "FP_LEQ",
    FpLt = 85 "FP_LT",
    FpMax = 86 "FP_MAX",
    FpMin = 87 "FP_MIN",
    FpMul = 88 "FP_MUL",
    FpNeg = 89 "FP_NEG",
    FpRem = 90 "FP_REM",
    FpRti = 91 "FP_RTI",
    FpSqrt = 92 "FP_SQRT",
    FpSub = 93 "FP_SUB",
    FpToFpFromBv = 94 "FP_TO_FP_FROM_BV",
    FpToFpFromFp = 95 "FP_TO_FP_FROM_FP",
    FpToFpFromSbv = 96 "FP_TO_FP_FROM_SBV",
    FpToFpFromUbv = 97 "FP_TO_FP_FROM_UBV",
    FpToSbv = 98 "FP_TO_SBV",
    FpToUbv = 99 "FP_TO_UBV",
}

table! {
    /// An option of a solver.
    Opt, "--":
    ProduceModels = 1 "produce-models",
    ProduceUnsatAssumptions = 3 "produce-unsat-assumptions",
    ProduceUnsatCores = 4 "produce-unsat-cores",
    Seed = 5 "seed",
    Verbosity = 6 "verbosity",
    TimeLimitPer = 7 "time-limit-per",
    MemoryLimit = 8 "memory-limit",
    BvSolver = 10 "bv-solver",
    RewriteLevel = 11 "rewrite-level",
    SatSolver = 12 "sat-solver",
    Abstraction = 24 "abstraction",
    AbstractionBvSize = 25 "abstraction-bv-size",
    Preprocess = 44 "preprocess",
    PpContradictingAnds = 45 "pp-contr-ands",
    PpElimBvUdiv = 46 "pp-elim-bvudiv",
    PpEmbeddedConstr = 47 "pp-embedded",
    PpFlattenAnd = 48 "pp-flatten-and",
    PpNormalize = 49 "pp-normalize",
    PpSkeletonPreproc = 50 "pp-skeleton-preproc",
    PpVariableSubst = 51 "pp-variable-subst",
    DbgCheckModel = 58 "check-model",
}

table! {
    /// How a float is rounded.
    RoundingMode, "BITWUZLA_RM_":
    NearestEven = 0 "RNE",
    NearestAway = 1 "RNA",
    TowardNegative = 2 "RTN",
    TowardPositive = 3 "RTP",
    TowardZero = 4 "RTZ",
}

#[cfg(test)]
mod tests {
    use super::{Kind, Opt, RoundingMode};
    use crate::ffi;

    #[test]
    fn numbers_have_the_names_bitwuzla_gives_them() {
        for &(kind, name) in Kind::ALL {
            // It spells some of them shorter than its own header does.
            let name = name.replace("_OVERFLOW", "O");
            assert_eq!(ffi::kind_name(kind), format!("BITWUZLA_KIND_{name}"));
        }
        for &(mode, name) in RoundingMode::ALL {
            assert_eq!(ffi::mode_name(mode), format!("BITWUZLA_RM_{name}"));
        }
        for &(option, name) in Opt::ALL {
            assert_eq!(ffi::option_name(option), name);
        }
    }
}
