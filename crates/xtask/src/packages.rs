//! Real packages, built with `vellum cc` and run natively and in Vellum.

/// Runs the suite.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    Err("not written yet".to_owned())
}
