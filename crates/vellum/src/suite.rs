//! The Test-Comp suite of a run: what its tests are for, and the file that says so.

use std::{fs, time::SystemTime};

use vellum_report::{
    DirectoryError, Finding, KTest, RunDirectory,
    testcomp::{Goal, Metadata, test_case},
};

use crate::{
    args::{RunArgs, SuiteGoal},
    info::utc,
};

/// What the competition calls the goals, with the name of the function that the program starts from in the place of
/// `ENTRY`.
const SPECIFICATIONS: [(SuiteGoal, &str); 2] = [
    (SuiteGoal::Branches, "COVER( init(ENTRY()), FQL(COVER EDGES(@DECISIONEDGE)) )"),
    (SuiteGoal::Error, "COVER( init(ENTRY()), FQL(COVER EDGES(@CALL(reach_error))) )"),
];

/// Writes `metadata.xml` of a program that starts from the function `entry`.
pub(crate) fn begin(
    directory: &RunDirectory,
    args: &RunArgs,
    entry: &str,
    goal: SuiteGoal,
    now: SystemTime,
) -> Result<(), DirectoryError> {
    let (_, specification) =
        SPECIFICATIONS.iter().find(|(known, _)| *known == goal).expect("every goal has a row");
    let metadata = Metadata {
        producer: concat!("Vellum ", env!("CARGO_PKG_VERSION")),
        specification: &specification.replace("ENTRY", entry),
        program_file: &args.program().display().to_string(),
        program: &fs::read(args.program()).unwrap_or_default(),
        entry_function: entry,
        architecture: "64bit",
        creation_time: &utc(now),
    };
    directory.write_suite_file("metadata.xml", &metadata.to_xml())?;
    Ok(())
}

/// Writes a test: of a path that ended in that finding, or in none. A path without input is a test, too.
pub(crate) fn add(
    directory: &RunDirectory,
    number: u32,
    test: Option<&KTest>,
    finding: Option<&Finding>,
) -> Result<(), DirectoryError> {
    let goal = if finding.is_some_and(Finding::reached_error) { Goal::Error } else { Goal::Coverage };
    let xml = test_case(test.unwrap_or(&KTest::default()), goal);
    directory.write_suite_file(&format!("test{number:06}.xml"), &xml)?;
    Ok(())
}
