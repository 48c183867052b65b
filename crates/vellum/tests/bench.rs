//! Benchmarks that are over in seconds.

mod folder;

use std::{fs, process::Command};

use serde_json::Value;

use folder::Folder;

fn bench(folder: &Folder, options: &str) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    let output =
        command.current_dir(&folder.0).arg("bench").args(options.split_whitespace()).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn the_matrix_has_a_path_for_each_row_and_one_more() {
    let folder = Folder::new("matrix", "");
    let (good, text) = bench(&folder, "matrix --quick --models forking,no-such-model --out here");
    assert!(good, "{text}");
    assert!(text.contains("growth") && text.contains("KLEE's time over ours"), "{text}");
    let table = fs::read_to_string(folder.0.join("here/matrix.csv")).unwrap();
    for (run, paths) in [("one,10", 11), ("one,20", 21), ("two,10", 121), ("two,20", 441), ("extra,20", 21)] {
        let row = table.lines().find(|line| line.starts_with(&format!("{run},forking,true,")));
        let row: Vec<&str> = row.unwrap_or_else(|| panic!("{run} in {table}")).split(',').collect();
        assert_eq!(row[5], paths.to_string(), "{run}");
    }
    assert!(!table.contains("no-such-model"), "{table}");
    assert!(table.contains("one,120,KLEE tuned,true,7.99,121,367,77\n"), "{table}");
    let plot = fs::read_to_string(folder.0.join("here/matrix.svg")).unwrap();
    assert_eq!(plot.matches("<polyline").count(), 3);
}

/// The paths of a program that ended with an exit, those that did not, and the loads and stores of all.
fn explored(folder: &Folder, program: &str, options: &str) -> [u64; 3] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.current_dir(&folder.0).args(["run", "--quiet", "--tests", "none", "--out", "out"]);
    let output = command.args(options.split_whitespace()).arg(program).output().unwrap();
    assert!(output.status.success(), "{program} {options}: {}", String::from_utf8_lossy(&output.stderr));
    let summary = fs::read(folder.0.join("out/summary.json")).unwrap();
    let summary: Value = serde_json::from_slice(&summary).unwrap();
    fs::remove_dir_all(folder.0.join("out")).unwrap();
    assert_eq!(summary["complete"], true, "{program} {options}");
    ["/paths/completed", "/paths/errors", "/resolution/planes/operations"]
        .map(|place| summary.pointer(place).and_then(Value::as_u64).unwrap())
}

#[test]
fn loads_and_stores_are_counted_on_request() {
    let source = "int a[9]; int main(void) { for (int i = 0; i < ROUNDS; i++) a[i] = i; return 0; }";
    let folder = Folder::new("operations", source);
    let counted = |options: &str| explored(&folder, "p.c", options)[2];
    let [seven, eight] = ["7", "8"].map(|n| counted(&format!("--count-accesses --cflag -DROUNDS={n}")));
    // An iteration loads `i` four times (comparison, value, index, increment) and stores twice (`a[i]`, `i`).
    assert_eq!(eight - seven, 6);
    assert_eq!(counted("--cflag -DROUNDS=7"), 0);
}

#[test]
fn planes_a_list_and_forking_come_to_the_same() {
    let folder = Folder::new("planes", "");
    for (name, exits) in [("array-shift", 73), ("hash-probing", 62), ("robot-walk", 1)] {
        let program = format!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/planes/{}.c"), name);
        for options in ["--memory planes", "--memory planes --planes naive", "--memory forking"] {
            let [completed, errors, _] = explored(&folder, &program, options);
            assert_eq!((completed, errors), (exits, 0), "{name} {options}");
        }
    }
}

#[test]
fn what_there_is_not_is_told() {
    let folder = Folder::new("unknown", "");
    let (good, text) = bench(&folder, "vector");
    assert!(!good && text.contains("no benchmark `vector`"), "{text}");
    let (good, text) = bench(&folder, "papers --programs emacs");
    assert!(!good && text.contains("no program `emacs`"), "{text}");
}
