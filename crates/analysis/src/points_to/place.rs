//! Where in an object a pointer may lead, and how arithmetic moves it.
//!
//! A place is an offset in bytes, or every offset that leaves the same rest when divided by a stride: elements of an
//! array. A stride of 1 is anywhere. Other strides are multiples of a pointer's size, so that places with different
//! rests do not overlap in a pointer that is where pointers are.

/// Bytes of a pointer.
pub(super) const WORD: u64 = 8;

/// Where in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// At that offset.
    At(i64),
    /// At every offset with that residue.
    Every {
        /// What the offset is divided by.
        stride: u64,
        /// The rest.
        residue: u64,
    },
}

/// How far arithmetic moves a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// By that many bytes.
    By(i64),
    /// By that many bytes, and any multiple of a stride.
    Every { stride: u64, by: i64 },
}

impl Place {
    /// Anywhere in the object.
    pub(super) const ANYWHERE: Self = Self::Every { stride: 1, residue: 0 };

    /// The multiples of `stride` from `by`.
    pub(super) fn every(stride: u64, by: i64) -> Self {
        let stride = allowed(stride);
        Self::Every { stride, residue: rest(by, stride) }
    }

    /// Where a pointer to here leads after `step`.
    pub(super) fn after(self, step: Step) -> Self {
        match (self, step) {
            (Self::At(at), Step::By(by)) => Self::At(at.wrapping_add(by)),
            (Self::At(at), Step::Every { stride, by }) => Self::every(stride, at.wrapping_add(by)),
            (Self::Every { stride, residue }, Step::By(by)) => {
                Self::every(stride, residue.cast_signed().wrapping_add(by))
            }
            (Self::Every { stride, residue }, Step::Every { stride: other, by }) => {
                Self::every(gcd(stride, other), residue.cast_signed().wrapping_add(by))
            }
        }
    }
}

impl Step {
    /// No move at all.
    pub(super) const NONE: Self = Self::By(0);

    /// To anywhere in the object.
    pub(super) const ANYWHERE: Self = Self::Every { stride: 1, by: 0 };

    /// By any multiple of `stride`, and `by` bytes.
    pub(super) fn every(stride: u64, by: i64) -> Self {
        match allowed(stride) {
            1 => Self::ANYWHERE,
            stride => Self::Every { stride, by: rest(by, stride).cast_signed() },
        }
    }

    /// Whether it may be no move at all.
    pub(super) fn may_stay(self) -> bool {
        matches!(self, Self::NONE | Self::Every { by: 0, .. })
    }

    /// One step, then another.
    pub(super) fn then(self, next: Self) -> Self {
        match (self, next) {
            (Self::By(a), Self::By(b)) => Self::By(a.wrapping_add(b)),
            (Self::By(a), Self::Every { stride, by }) | (Self::Every { stride, by }, Self::By(a)) => {
                Self::every(stride, by.wrapping_add(a))
            }
            (Self::Every { stride: s, by: a }, Self::Every { stride: t, by: b }) => {
                Self::every(gcd(s, t), a.wrapping_add(b))
            }
        }
    }

    /// A step that may be either.
    pub(super) fn or(self, other: Self) -> Self {
        let parts = |step| match step {
            Self::By(by) => (0, by),
            Self::Every { stride, by } => (stride, by),
        };
        let ((s, a), (t, b)) = (parts(self), parts(other));
        match gcd(gcd(s, t), a.abs_diff(b)) {
            0 => self,
            stride => Self::every(stride, a),
        }
    }
}

/// A stride that keeps pointers apart, or 1.
fn allowed(stride: u64) -> u64 {
    if stride.is_multiple_of(WORD) && (WORD..1 << 32).contains(&stride) { stride } else { 1 }
}

fn rest(by: i64, stride: u64) -> u64 {
    by.rem_euclid(stride.cast_signed()).cast_unsigned()
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::{Place, Step};

    #[test]
    fn strides_that_would_cut_pointers_are_anywhere() {
        assert_eq!(Place::At(16).after(Step::every(4, 0)), Place::ANYWHERE);
        assert_eq!(Place::At(40).after(Step::every(24, 8)), Place::Every { stride: 24, residue: 0 });
        let element = Place::Every { stride: 24, residue: 16 };
        assert_eq!(element.after(Step::By(-16)), Place::Every { stride: 24, residue: 0 });
        assert_eq!(element.after(Step::every(16, 0)), Place::Every { stride: 8, residue: 0 });
        assert_eq!(element.after(Step::ANYWHERE), Place::ANYWHERE);
    }

    #[test]
    fn two_steps_become_one_that_has_room_for_both() {
        assert_eq!(Step::By(8).or(Step::By(8)), Step::By(8));
        assert_eq!(Step::By(0).or(Step::By(16)), Step::Every { stride: 16, by: 0 });
        assert_eq!(Step::By(0).or(Step::By(1)), Step::ANYWHERE);
        assert_eq!(Step::By(8).then(Step::every(24, 16)), Step::Every { stride: 24, by: 0 });
    }
}
