//! Which conversions exist.

use super::{Code, Rule, want};
use crate::{
    inst::CastOp,
    types::{Type, TypeKind},
};

/// What a scalar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Int,
    Float,
    Ptr,
}

/// How wide the result is, compared with the operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Narrower,
    Wider,
    Any,
}

/// From what to what each cast leads, lane by lane; `bitcast` looks at whole values and has no row.
const CASTS: &[(CastOp, Class, Class, Width)] = &[
    (CastOp::Trunc, Class::Int, Class::Int, Width::Narrower),
    (CastOp::ZExt, Class::Int, Class::Int, Width::Wider),
    (CastOp::SExt, Class::Int, Class::Int, Width::Wider),
    (CastOp::FpToUi, Class::Float, Class::Int, Width::Any),
    (CastOp::FpToSi, Class::Float, Class::Int, Width::Any),
    (CastOp::UiToFp, Class::Int, Class::Float, Width::Any),
    (CastOp::SiToFp, Class::Int, Class::Float, Width::Any),
    (CastOp::FpTrunc, Class::Float, Class::Float, Width::Narrower),
    (CastOp::FpExt, Class::Float, Class::Float, Width::Wider),
    (CastOp::PtrToInt, Class::Ptr, Class::Int, Width::Any),
    (CastOp::IntToPtr, Class::Int, Class::Ptr, Width::Any),
];

impl Code<'_> {
    pub(super) fn check_cast(self, op: CastOp, from: Type, to: Type) -> Rule {
        let legal = match CASTS.iter().find(|(cast, ..)| *cast == op) {
            Some((_, from_class, to_class, width)) => {
                self.shape(from) == self.shape(to)
                    && self.class(from) == Some(*from_class)
                    && self.class(to) == Some(*to_class)
                    && self.lane_width(from).zip(self.lane_width(to)).is_some_and(|(from, to)| match width {
                        Width::Narrower => to < from,
                        Width::Wider => to > from,
                        Width::Any => true,
                    })
            }
            None => self.is_bitcast(from, to),
        };
        want(legal, || format!("there is no {} from {} to {}", op.name(), self.text(from), self.text(to)))
    }

    /// Pointers stay pointers; other bits may be read anew if there are as many.
    fn is_bitcast(self, from: Type, to: Type) -> bool {
        let bits = |ty: Type| {
            let width = self.lane_width(ty)?;
            Some(u64::from(width) * u64::from(self.module.types.lanes(ty)))
        };
        let is_ptr = |ty: Type| self.class(ty) == Some(Class::Ptr);
        bits(from).is_some() && bits(from) == bits(to) && is_ptr(from) == is_ptr(to)
    }

    /// What the lanes of `ty` are; `None` for aggregates.
    pub(super) fn class(self, ty: Type) -> Option<Class> {
        match self.module.types.kind(self.module.types.lane(ty)) {
            TypeKind::Int(_) => Some(Class::Int),
            TypeKind::Float(_) => Some(Class::Float),
            TypeKind::Ptr => Some(Class::Ptr),
            _ => None,
        }
    }

    /// How many lanes a vector has; `None` for what is not a vector.
    pub(super) fn shape(self, ty: Type) -> Option<u32> {
        match *self.module.types.kind(ty) {
            TypeKind::Vector { lanes, .. } => Some(lanes),
            _ => None,
        }
    }

    fn lane_width(self, ty: Type) -> Option<u32> {
        self.module.types.scalar_width(self.module.types.lane(ty))
    }
}

#[cfg(test)]
mod tests {
    use super::{CASTS, CastOp};

    #[test]
    fn every_cast_but_bitcast_has_one_row() {
        for (op, name) in CastOp::ALL {
            let rows = CASTS.iter().filter(|(cast, ..)| cast == op).count();
            assert_eq!(rows, usize::from(*op != CastOp::BitCast), "{name}");
        }
    }
}
