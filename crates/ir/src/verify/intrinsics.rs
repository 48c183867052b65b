//! How many arguments intrinsics take.

use std::ops::RangeInclusive;

use crate::intrinsic::Intrinsic;

/// Every intrinsic, without its `llvm.`, by number of arguments.
///
/// Where LLVM changed its mind over the years, the range covers what it delivered: `lifetime` lost its
/// size, `masked` its alignment, `objectsize` and the annotations gained arguments. The scope of `noalias` is
/// metadata, which a front end may leave out.
const ARGUMENTS: &[(RangeInclusive<usize>, &str)] = &[
    (0..=0, "stacksave donothing sideeffect trap debugtrap readcyclecounter readsteadycounter get.rounding"),
    (0..=1, "experimental.noalias.scope.decl"),
    (0..=usize::MAX, "fake.use"),
    (1..=1, "stackrestore va_start va_end returnaddress frameaddress threadlocal.address"),
    (1..=1, "launder.invariant.group strip.invariant.group ssa.copy arithmetic.fence canonicalize"),
    (1..=1, "assume ubsantrap is.constant ctpop bswap bitreverse"),
    (1..=1, "sqrt fabs floor ceil trunc rint nearbyint round roundeven frexp"),
    (1..=1, "lrint llrint lround llround fptosi.sat fptoui.sat vector.reverse"),
    (1..=1, "vector.reduce.add vector.reduce.mul vector.reduce.and vector.reduce.or vector.reduce.xor"),
    (1..=1, "vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin"),
    (1..=1, "vector.reduce.fmax vector.reduce.fmin vector.reduce.fmaximum vector.reduce.fminimum"),
    (1..=2, "lifetime.start lifetime.end"),
    (2..=2, "va_copy ptrmask load.relative expect invariant.start"),
    (2..=2, "sadd.with.overflow uadd.with.overflow ssub.with.overflow usub.with.overflow"),
    (2..=2, "smul.with.overflow umul.with.overflow"),
    (2..=2, "sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat"),
    (2..=2, "abs smax smin umax umin scmp ucmp ctlz cttz"),
    (2..=2, "copysign minnum maxnum minimum maximum minimumnum maximumnum ldexp powi is.fpclass"),
    (2..=2, "vector.reduce.fadd vector.reduce.fmul vector.extract"),
    (2..=4, "objectsize"),
    (3..=3, "expect.with.probability invariant.end fshl fshr fma fmuladd vector.insert"),
    (3..=4, "masked.load masked.store masked.gather masked.scatter"),
    (4..=4, "memcpy memmove memset annotation prefetch pseudoprobe"),
    (4..=5, "ptr.annotation var.annotation"),
];

/// The number of arguments a call of `intrinsic` may have.
pub(super) fn arguments(intrinsic: Intrinsic) -> RangeInclusive<usize> {
    rows(intrinsic).next().expect("every intrinsic has a row").clone()
}

fn rows(intrinsic: Intrinsic) -> impl Iterator<Item = &'static RangeInclusive<usize>> {
    let short = intrinsic.name().trim_start_matches("llvm.");
    ARGUMENTS
        .iter()
        .filter(move |(_, names)| names.split(' ').any(|name| name == short))
        .map(|(arguments, _)| arguments)
}

#[cfg(test)]
mod tests {
    use super::rows;
    use crate::intrinsic::INTRINSICS;

    #[test]
    fn every_intrinsic_has_one_row() {
        for (intrinsic, name) in INTRINSICS {
            assert_eq!(rows(*intrinsic).count(), 1, "{name}");
        }
    }
}
