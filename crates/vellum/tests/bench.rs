//! Benchmarks that are over in seconds.

mod folder;

use std::{fs, process::Command};

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

#[test]
fn what_there_is_not_is_told() {
    let folder = Folder::new("unknown", "");
    let (good, text) = bench(&folder, "vector");
    assert!(!good && text.contains("no benchmark `vector`"), "{text}");
    let (good, text) = bench(&folder, "papers --programs emacs");
    assert!(!good && text.contains("no program `emacs`"), "{text}");
}
