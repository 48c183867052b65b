//! Memory models as a person uses them: paths, figures, advice and what is learnt. That they agree is a matter of
//! `symbolic.rs`.

mod folder;

use std::{
    fs,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use self::folder::Folder;

/// Figure 1 of "A Segmented Memory Model for Symbolic Execution" with twelve rows, looked up twice.
const MATRIX: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>
#define N 12
static int look_up(int **matrix, const char *one, const char *other) {
  int i = klee_range(0, N, one), j = klee_range(0, N, other);
  if (matrix[i][j] > 0)
    return 1;
  return 0;
}
int main(void) {
  int **matrix = malloc(N * sizeof(int *));
  for (int i = 0; i < N; i++)
    matrix[i] = calloc(N, sizeof(int));
  matrix[0][0] = 120;
  return look_up(matrix, "i", "j") + 2 * look_up(matrix, "k", "l");
}
"#;

fn vellum(folder: &Folder, options: &str) -> Output {
    let _ = fs::remove_dir_all(folder.0.join("out"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.args(["run", "--out", "out"]).args(options.split_whitespace()).arg("p.c");
    command.current_dir(&folder.0).stdin(Stdio::null()).output().unwrap()
}

/// What a run says of itself, and what it says on the screen.
fn run(folder: &Folder, options: &str) -> (Value, String) {
    let output = vellum(folder, options);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = fs::read_to_string(folder.0.join("out/summary.json"))
        .unwrap_or_else(|error| panic!("{options}: {error}: {said}"));
    (serde_json::from_str(&text).unwrap(), said)
}

#[test]
fn models_that_do_not_fork_have_the_paths_of_the_program() {
    let folder = Folder::new("paths", MATRIX);
    for (model, completed, stopped) in [
        ("forking", 13 * 13, 0),
        ("merging", 4, 0),
        ("flat", 4, 0),
        ("segmented", 4, 0),
        ("segmented-ideal", 4, 0),
        ("dynamic", 4, 0),
        ("single", 4, 3),
    ] {
        let (summary, _) = run(&folder, &format!("--memory {model}"));
        assert_eq!(summary["memory"], model);
        assert_eq!(summary["paths"]["completed"], completed, "{model}");
        assert_eq!(summary["paths"]["stopped"], stopped, "{model}");
        assert_eq!(summary["complete"], stopped == 0, "{model}");
        assert_eq!(summary["resolution"]["not_explored"], stopped, "{model}");
    }
}

#[test]
fn segments_end_at_their_threshold() {
    let folder = Folder::new("threshold", MATRIX);
    // Twelve rows of 48 bytes: five fit into a segment of 256 bytes.
    let (summary, _) = run(&folder, "--memory segmented --segment-threshold 256");
    assert_eq!(summary["memory_bytes"]["largest_segment"], 240);
    assert_eq!(summary["paths"]["completed"], 16, "three segments, and the place with the number, twice");
    let (summary, _) = run(&folder, "--memory segmented");
    assert_eq!(summary["memory_bytes"]["largest_segment"], 12 * 48);
    assert_eq!(summary["memory_bytes"]["largest_array"], 12 * 48, "all rows were in question");
    assert!(summary["time_s"]["points_to"].as_f64().is_some());
}

#[test]
fn who_tells_a_model_what_it_has_no_use_for_hears_of_it() {
    let folder = Folder::new("useless", MATRIX);
    for (options, text) in [
        ("--segment-threshold 4096", "under `forking` it changes nothing"),
        ("--memory flat --segment-include stack", "under `flat` it changes nothing"),
        ("--memory segmented --segment-groups g.json", "is for `--memory segmented-ideal`"),
        ("--context 2", "is for `--memory dynamic`"),
        ("--memory merging --segment-reuse off", "is for `--memory dynamic`"),
        ("--memory dynamic --segment-threshold 4096", "under `dynamic` it changes nothing"),
    ] {
        let (_, said) = run(&folder, options);
        assert!(said.contains(text), "{said}");
    }
    let (_, said) = run(&folder, "--memory segmented --segment-threshold 4096 --segment-include stack");
    assert!(!said.contains("changes nothing"), "{said}");
}

#[test]
fn who_forks_for_many_objects_is_told_which_model_to_try() {
    let folder = Folder::new("advice", MATRIX);
    let (summary, said) = run(&folder, "--memory forking");
    assert!(
        said.contains("more than ten objects (up to 12), with a path for each; try --memory segmented"),
        "{said}"
    );
    assert_eq!(summary["resolution"]["more_than_ten"], 14, "one look-up, and another on each of its paths");
    assert!(summary["queries"]["resolution"].as_u64().unwrap() > 0);
    let (_, said) = run(&folder, "--memory merging");
    assert!(!said.contains("try --memory"), "{said}");
}

/// Blocks, one of which any number is the address of.
const ANY_ADDRESS: &str = r#"
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int *blocks[N];
  for (int i = 0; i < N; i++) {
    blocks[i] = calloc(1, sizeof(int));
    if (!blocks[i])
      return 2;
  }
  unsigned long address = (unsigned long)klee_int("low") | (unsigned long)klee_int("high") << 32;
  if (address < (unsigned long)blocks[0] || address > (unsigned long)blocks[0] + (1ul << 40))
    return 1;
  return *(int *)address;
}
"#;

#[test]
fn who_has_more_objects_than_are_compared_hears_of_it() {
    for (count, is_too_many) in [(300, true), (40, false)] {
        let source = format!("#define N {count}\n{ANY_ADDRESS}");
        let folder = Folder::new(&format!("compared-{count}"), &source);
        for model in ["merging", "segmented"] {
            let (summary, said) = run(&folder, &format!("--memory {model} --max-paths 20"));
            let says = said.contains(&format!("than `--memory {model}` compares an address with (256)"));
            assert_eq!(says, is_too_many, "{model}: {said}");
            let times = summary["resolution"]["too_many"].as_u64().unwrap();
            assert_eq!(times > 0, is_too_many, "{model}");
        }
    }
}

/// A table of pointers to structures: once it is known which, so is the place of a field.
const STRUCTURES: &str = r#"
#include <stdlib.h>
#include <klee/klee.h>
#define N 12
struct s { int key, value; };
int main(void) {
  struct s **all = malloc(N * sizeof *all);
  for (int i = 0; i < N; i++) {
    all[i] = malloc(sizeof **all);
    all[i]->key = 7 * i;
    all[i]->value = i;
  }
  int i = klee_range(0, N, "i");
  all[i]->value += 5;
  return all[i]->key == 35 ? all[i]->value : 0;
}
"#;

#[test]
fn auto_chooses_between_known_places_and_brings_together_for_symbolic_ones() {
    let folder = Folder::new("auto", STRUCTURES);
    let (summary, _) = run(&folder, "--memory auto");
    assert_eq!((&summary["paths"]["completed"], &summary["resolution"]["segments"]), (&2.into(), &0.into()));
    let (summary, _) = run(&folder, "--memory dynamic");
    assert_eq!((&summary["paths"]["completed"], &summary["resolution"]["segments"]), (&2.into(), &1.into()));
    let folder = Folder::new("auto-rows", MATRIX);
    let (summary, _) = run(&folder, "--memory auto");
    assert_eq!((&summary["paths"]["completed"], &summary["resolution"]["segments"]), (&4.into(), &1.into()));
}

/// What a path does follows from the path: whoever was explored before, and in which process.
#[test]
fn a_run_under_auto_goes_on_as_it_began() {
    let folder = Folder::new("auto-resumed", MATRIX);
    let paths = |summary: &Value| summary["paths"]["completed"].as_u64().unwrap();
    for search in ["dfs", "bfs", "random-path"] {
        let (summary, _) = run(&folder, &format!("--memory auto --search {search} --record --max-paths 1"));
        assert!(paths(&summary) < 4, "{summary}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(["run", "--resume", "out", "--max-paths", "100"]).current_dir(&folder.0);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        let text = fs::read_to_string(folder.0.join("out/summary.json")).unwrap();
        let summary: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((paths(&summary), &summary["record"]["divergences"]), (4, &0.into()), "{said}");
    }
}

#[test]
fn what_was_learnt_can_be_used_again() {
    let folder = Folder::new("learnt", MATRIX);
    run(&folder, "--memory segmented-ideal");
    fs::copy(folder.0.join("out/segments.json"), folder.0.join("known.json")).unwrap();
    let (summary, _) = run(&folder, "--memory segmented-ideal --segment-groups known.json");
    assert_eq!(summary["paths"]["completed"], 4);
    fs::write(folder.0.join("known.json"), "{}").unwrap();
    for (file, text) in [("known.json", "no groups of a run"), ("missing.json", "missing.json")] {
        let output = vellum(&folder, &format!("--memory segmented-ideal --segment-groups {file}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(text), "{said}");
    }
}

/// A pointer to a global, a constant or a local forks under `segmented`, unless the user wants those merged.
#[test]
fn what_is_not_on_the_heap_is_merged_on_request() {
    let program = r#"
#include <klee/klee.h>
static int global = 1;
static const int constant = 2;
int main(void) {
  volatile int local = 3;
  const volatile int *table[] = { &global, &constant, &local };
  return *table[klee_range(0, 3, "i")] == 7;
}
"#;
    let folder = Folder::new("include", program);
    for (options, paths) in [
        ("--memory segmented", 3),
        ("--memory segmented --segment-include globals,stack", 2),
        ("--memory segmented --segment-include globals,constants,stack", 1),
        ("--memory merging", 1),
    ] {
        assert_eq!(run(&folder, options).0["paths"]["completed"], paths, "{options}");
    }
}
