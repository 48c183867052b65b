//! Mathematical functions that a program calls without naming them.
//!
//! clang may write `llvm.log.f64` for a call of `log`. The linker sees no reference to `log` then, so that the
//! bitcode would end up without it, while the engine, as the code generator does, makes the call of it again.

use vellum_bitcode::LIBRARY_FUNCTIONS;

/// The functions behind the intrinsics that `module`, a bitcode file, declares.
///
/// Names stand in it as they are, one after the other.
pub(super) fn behind_intrinsics(module: &[u8]) -> Vec<String> {
    const PREFIX: &[u8] = b"llvm.";
    let mut found = Vec::new();
    for (at, _) in module.windows(PREFIX.len()).enumerate().filter(|(_, window)| *window == PREFIX) {
        let name = &module[at + PREFIX.len()..];
        for (suffix, ty) in [("", ".f64"), ("f", ".f32")] {
            let is_declared = |function: &str| name.starts_with(format!("{function}{ty}").as_bytes());
            found.extend(LIBRARY_FUNCTIONS.iter().filter(|f| is_declared(f)).map(|f| format!("{f}{suffix}")));
            if is_declared("sincos") {
                found.extend([format!("sin{suffix}"), format!("cos{suffix}")]);
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::behind_intrinsics;

    #[test]
    fn an_intrinsic_stands_for_a_function() {
        let names = b"mainllvm.log.f64printfllvm.sincos.f32llvm.log.f64llvm.sqrt.f64llvm.dbg.valuellvm";
        assert_eq!(behind_intrinsics(names), ["cosf", "log", "sinf"]);
        assert!(behind_intrinsics(b"sin.f64").is_empty());
    }
}
