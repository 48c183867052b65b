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

/// What the competition calls the goals.
const SPECIFICATIONS: [(SuiteGoal, &str); 2] = [
    (SuiteGoal::Branches, "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"),
    (SuiteGoal::Error, "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"),
];

/// Writes `metadata.xml`.
pub(crate) fn begin(
    directory: &RunDirectory,
    args: &RunArgs,
    goal: SuiteGoal,
    now: SystemTime,
) -> Result<(), DirectoryError> {
    let (_, specification) =
        SPECIFICATIONS.iter().find(|(known, _)| *known == goal).expect("every goal has a row");
    let metadata = Metadata {
        producer: concat!("Vellum ", env!("CARGO_PKG_VERSION")),
        specification,
        program_file: &args.program().display().to_string(),
        program: &fs::read(args.program()).unwrap_or_default(),
        entry_function: args.entry.as_deref().unwrap_or("main"),
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
