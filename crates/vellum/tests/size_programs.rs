//! A few random programs with symbolic sizes and lengths: for every size they end as a concrete run of that size does.
//! `make test-long` has hundreds.

use std::path::Path;

/// Programs looked at.
const COUNT: u64 = 12;

#[test]
fn programs_end_for_every_size_as_a_concrete_run_does() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("size-programs");
    let vellum = Path::new(env!("CARGO_BIN_EXE_vellum"));
    let figures = xtask::size_programs::sample(vellum, &scratch, 0, COUNT).unwrap_or_else(|failures| {
        panic!("{failures}");
    });
    assert_eq!(figures.programs, COUNT);
    assert!(figures.inputs > 400 && figures.findings > 10 && figures.native > 100, "{figures}");
}
