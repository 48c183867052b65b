//! `vellum points-to` as a person uses it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// A folder of one test, gone when the test is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vellum-points-to-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn vellum(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.arg("points-to").args(words).current_dir(folder).output().unwrap()
}

/// Figure 1 of "A Segmented Memory Model for Symbolic Execution", with a wrapper of `malloc` used twice.
const MATRIX: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>
#define N 40
static void *xmalloc(size_t size) { void *p = malloc(size); if (!p) abort(); return p; }
int main() {
  int **matrix = malloc(N * sizeof(int *));
  for (int i = 0; i < N; i++)
    matrix[i] = calloc(N, sizeof(int));
  matrix[0][0] = 120;
  char *one = xmalloc(10), *other = xmalloc(20);
  one[0] = other[0] = 1;
  int i = klee_range(0, N, "i");
  int j = klee_range(0, N, "j");
  if (matrix[i][j] > 0)
    printf("Found positive element\n");
  return 0;
}
"#;

#[test]
fn the_matrix_of_the_paper_has_a_class_for_the_array_and_one_for_the_rows() {
    let scratch = Scratch::new("matrix");
    fs::write(scratch.0.join("matrix.c"), MATRIX).unwrap();
    let run = vellum(&scratch.0, &["matrix.c"]);
    let text = String::from_utf8(run.stdout).unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    for class in [
        "1 object\n    malloc in main, matrix.c:8\n",
        "1 object\n    calloc in main, matrix.c:10\n",
        "1 object\n    malloc in xmalloc, matrix.c:6 < xmalloc in main, matrix.c:12\n",
    ] {
        assert!(text.contains(class), "{class}\n{text}");
    }
    assert!(text.starts_with("Figures\n  functions "), "{text}");
}

#[test]
fn json_has_every_class_and_the_pointers_of_a_function() {
    let scratch = Scratch::new("json");
    fs::write(scratch.0.join("matrix.c"), MATRIX).unwrap();
    let run = vellum(&scratch.0, &["--json", "--function", "xmalloc", "matrix.c"]);
    let json: Value = serde_json::from_slice(&run.stdout).unwrap();
    let classes = json["classes"].as_array().unwrap();
    let is_of_main = |class: &&Value| class["objects"][0]["name"].as_str().unwrap().contains("matrix.c");
    assert_eq!(classes.iter().filter(is_of_main).count(), 4, "{classes:#?}");
    let pointers = json["pointers"].as_array().unwrap();
    assert!(!pointers.is_empty() && pointers.iter().all(|pointer| pointer["function"] == "xmalloc"));
    assert!(json["figures"]["waves"].as_u64().unwrap() > 0);
}

#[test]
fn wrong_commands_are_told_in_a_line() {
    let scratch = Scratch::new("wrong");
    fs::write(scratch.0.join("matrix.c"), MATRIX).unwrap();
    for (words, message) in [
        (&["none.c"][..], "vellum: error: none.c: No such file or directory (os error 2)\n"),
        (
            &["--function", "nobody", "matrix.c"],
            "vellum: error: --function nobody: matrix.c has no such function\n",
        ),
    ] {
        let run = vellum(&scratch.0, words);
        assert_eq!(
            (run.status.code(), String::from_utf8(run.stderr).unwrap()),
            (Some(2), message.to_owned())
        );
    }
    let run = vellum(&scratch.0, &["--with", "nothing", "matrix.c"]);
    assert_eq!(run.status.code(), Some(2));
}
