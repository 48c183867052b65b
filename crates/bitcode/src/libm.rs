//! Intrinsics that are functions of the C library.
//!
//! `llvm.sin.f64` means what `sin` means, so a call of the one becomes a call of the other, and the library
//! has to bring it along. Other float types have no such function here.

/// Functions of the C library that are also intrinsics (`llvm.sin.f64`, `llvm.sin.f32`): a program may call them
/// without naming them.
pub const LIBRARY_FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2", "exp10",
    "log", "log2", "log10", "pow",
];

/// How a mathematical intrinsic is computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Libm {
    /// By calling this function.
    Call(String),
    /// `{ sin, cos }` of one value, by calling these two functions.
    SinCos(String, String),
    /// `{ fraction, integer }` of one value, by arithmetic.
    Modf,
}

impl Libm {
    /// How the intrinsic of that full name (`llvm.sin.f64`) is computed, if by this file's means.
    pub(crate) fn of(intrinsic: &str) -> Option<Self> {
        let (function, ty) = intrinsic.strip_prefix("llvm.")?.split_once('.')?;
        let suffix = match ty {
            "f64" => "",
            "f32" => "f",
            _ => return None,
        };
        match function {
            "sincos" => Some(Self::SinCos(format!("sin{suffix}"), format!("cos{suffix}"))),
            "modf" => Some(Self::Modf),
            _ => LIBRARY_FUNCTIONS.contains(&function).then(|| Self::Call(format!("{function}{suffix}"))),
        }
    }
}

/// The library functions that a declared symbol stands for, if it is such an intrinsic.
pub(crate) fn functions_behind(symbol: &[u8]) -> impl Iterator<Item = String> {
    let found = std::str::from_utf8(symbol).ok().and_then(Libm::of);
    let (first, second) = match found {
        Some(Libm::Call(function)) => (Some(function), None),
        Some(Libm::SinCos(sin, cos)) => (Some(sin), Some(cos)),
        Some(Libm::Modf) | None => (None, None),
    };
    first.into_iter().chain(second)
}

#[cfg(test)]
mod tests {
    use super::{Libm, functions_behind};

    #[test]
    fn the_type_picks_the_function() {
        assert_eq!(Libm::of("llvm.sin.f64"), Some(Libm::Call("sin".to_owned())));
        assert_eq!(Libm::of("llvm.atan2.f32"), Some(Libm::Call("atan2f".to_owned())));
        assert_eq!(Libm::of("llvm.sin.f80"), None);
        assert_eq!(Libm::of("llvm.sin.v4f32"), None);
        assert_eq!(Libm::of("llvm.sqrt.f64"), None);
    }

    #[test]
    fn the_library_must_bring_what_is_called() {
        assert!(functions_behind(b"llvm.sincos.f64").eq(["sin", "cos"]));
        assert!(functions_behind(b"sin").eq(<[&str; 0]>::default()));
    }
}
