//! A few random programs that compute with pointers, most of them wrong: every access ends as an interpreter of fat
//! pointers says. `make test-long` has a thousand.

use std::path::Path;

/// Programs looked at.
const COUNT: u64 = 24;

#[test]
fn accesses_end_as_fat_pointers_say() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pointer-programs");
    let vellum = Path::new(env!("CARGO_BIN_EXE_vellum"));
    let figures = xtask::pointer_programs::sample(vellum, &scratch, 0, COUNT).unwrap_or_else(|failures| {
        panic!("{failures}");
    });
    assert_eq!(figures.programs, COUNT);
    assert!(figures.accesses > 2000 && figures.findings > 1000 && figures.replayed > 0, "{figures}");
}
