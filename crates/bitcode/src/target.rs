//! Which machines a module may be for.

use crate::{error::LoadError, llvm::Module};

/// Accepts 64-bit x86 Linux of any vendor and C library, and modules that do not say.
pub(crate) fn check_target(file: &str, module: &Module<'_>) -> Result<(), LoadError> {
    let triple = module.triple();
    let wrong = |triple: String| LoadError::WrongTarget { file: file.to_owned(), triple };
    if !triple.is_empty() && !is_supported(&triple) {
        return Err(wrong(triple));
    }
    if !module.is_little_endian_64() {
        return Err(wrong("a machine without 64-bit little-endian pointers".to_owned()));
    }
    Ok(())
}

fn is_supported(triple: &str) -> bool {
    let mut parts = triple.split('-');
    let machine = parts.next().is_some_and(|machine| matches!(machine, "x86_64" | "amd64"));
    // `gnux32` and `muslx32` are the ABI with 32-bit pointers.
    machine && parts.any(|part| part.starts_with("linux")) && !triple.ends_with("x32")
}

/// Alignment in bytes of integers wider than 64 bits, as the data layout has it; 16 if there is none.
///
/// LLVM's reader adds `i128:128` to layouts of x86 modules from before version 18, and the structs of such
/// modules have explicit padding, so that they come out the same.
pub(crate) fn wide_int_align(data_layout: &str) -> u64 {
    let stated = data_layout.split('-').find_map(|part| part.strip_prefix("i128:"));
    let bits = stated.and_then(|rest| rest.split(':').next()?.parse::<u64>().ok());
    match bits {
        Some(bits) if bits >= 8 => bits / 8,
        _ if data_layout.is_empty() => 16,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_supported, wide_int_align};

    #[test]
    fn any_64_bit_x86_linux_will_do() {
        for good in [
            "x86_64-unknown-linux-gnu",
            "x86_64-pc-linux-musl",
            "x86_64-linux-gnu",
            "x86_64-alpine-linux-musl",
        ] {
            assert!(is_supported(good), "{good}");
        }
        for bad in [
            "i386-pc-linux-gnu",
            "aarch64-unknown-linux-gnu",
            "wasm32-unknown-unknown",
            "x86_64-apple-darwin",
            "x86_64-pc-windows-msvc",
            "x86_64-unknown-linux-gnux32",
        ] {
            assert!(!is_supported(bad), "{bad}");
        }
    }

    #[test]
    fn the_layout_says_how_wide_integers_are_aligned() {
        assert_eq!(wide_int_align("e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"), 16);
        assert_eq!(wide_int_align("e-m:e-i64:64-f80:128-n8:16:32:64-S128"), 8);
        assert_eq!(wide_int_align(""), 16);
    }
}
