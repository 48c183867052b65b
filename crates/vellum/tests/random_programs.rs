//! A few random programs: what they compute natively, they compute here, on numbers and on expressions.
//! `make test-long` has thousands.

use std::path::Path;

/// Programs looked at; few, since each is compiled and run several times.
const COUNT: u64 = 6;

#[test]
fn random_programs_compute_what_they_do_natively() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-programs");
    let vellum = Path::new(env!("CARGO_BIN_EXE_vellum"));
    let figures = xtask::random_programs::sample(vellum, &scratch, 0, COUNT).unwrap_or_else(|failures| {
        panic!("{failures}");
    });
    assert_eq!(figures.programs, COUNT);
    assert!(figures.held > 0 && figures.replayed > COUNT, "{figures}");
    assert!(figures.reached > 0 && figures.computed > figures.reached, "{figures}");
}
