//! The solver as a person meets it: `--check-solver`, `--without`, `--log-queries`, and questions that take too long.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// Runs a program in a fresh folder: what was said, and where.
fn run(name: &str, program: &str, options: &[&str]) -> (Output, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("solver-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("p.c"), program).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command
        .arg("run")
        .args(["--out", "o"])
        .args(options)
        .arg("p.c")
        .current_dir(&folder)
        .stdin(Stdio::null());
    (command.output().unwrap(), folder)
}

fn summary(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("o/summary.json")).unwrap()).unwrap()
}

/// Integers and floats: something for each backend.
const MIXED: &str = r#"
    #include <assert.h>
    #include <klee/klee.h>
    int main(void)
    {
        int n = klee_range(0, 1000, "n");
        float f;
        klee_make_symbolic(&f, sizeof f, "f");
        if (n * n == 625)
            assert(n == 25);
        return f * f == 6.25f && f < 0 ? 3 : 0;
    }
"#;

#[test]
fn a_run_that_checks_its_solver_says_how_often_it_was_wrong() {
    let (output, folder) = run("check", MIXED, &["--check-solver"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary = summary(&folder);
    assert_eq!(summary["complete"], true);
    assert_eq!(summary["queries"]["disagreements"], 0);
    assert!(summary["queries"]["by"]["second_backend"].as_u64() > Some(2), "{}", summary["queries"]);
}

/// Questions for every stage: equal shapes, tables, contradictions.
const STAGES: &str = r#"
    #include <klee/klee.h>
    static unsigned char table[64];
    int main(void)
    {
        unsigned char x[6];
        klee_make_symbolic(x, sizeof x, "x");
        for (int i = 0; i < 64; i++)
            table[i] = i * 37;
        int n = 0;
        for (int i = 0; i < 4; i += 2)
            if (x[i] * 2 + x[i + 1] == 301)
                return i;
        for (int i = 0; i < 6; i++) {
            if (table[x[i] % 64] == 111)
                n++;
            if (x[i] * 3 == 9 && x[i] > 20)
                n += x[i] == 88;
        }
        if (x[0] == 7)
            n += x[0] + x[1] == 9;
        return n;
    }
"#;

#[test]
fn a_stage_left_out_answers_nothing_and_changes_no_path() {
    let by = |summary: &Value, stage: &str| summary["queries"]["by"][stage].as_u64().unwrap();
    let (output, folder) = run("stages", STAGES, &["--search", "dfs", "--stats"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let all = summary(&folder);
    let shape = by(&all, "shape");
    assert!(text.contains(&format!(", shape {shape}, backend ")), "{text}");
    assert!(
        ["equalities", "models", "cores", "tables", "shape"].iter().all(|stage| by(&all, stage) > 0),
        "{all}"
    );
    for stages in [
        "equalities",
        "models",
        "cores",
        "tables",
        "shape",
        "models,shape",
        "lazy",
        "products",
        "cases",
        "independence,narrowing",
    ] {
        let (output, folder) = run("without", STAGES, &["--search", "dfs", "--without", stages]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let less = summary(&folder);
        for stage in stages.split(',').filter(|stage| all["queries"]["by"].get(stage).is_some()) {
            assert_eq!(by(&less, stage), 0, "{less}");
        }
        assert_eq!((&less["paths"], &less["forks"]), (&all["paths"], &all["forks"]), "{stages}");
    }
    let (_, folder) = run("anonymous", STAGES, &["--search", "dfs", "--without", "shape"]);
    assert!(by(&summary(&folder), "backend") > by(&all, "backend"), "what shapes answered had to be solved");
}

#[test]
fn a_stage_that_is_none_is_an_error_that_lists_them() {
    let (output, _) = run("no-stage", STAGES, &["--without", "shape,magic"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains(
            "`magic` is none of equalities, independence, models, cores, tables, lazy, shape, products, cases, narrowing"
        ),
        "{text}"
    );
}

#[test]
fn questions_are_written_down() {
    let (output, folder) = run("log", MIXED, &["--log-queries", "questions"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let first = fs::read_to_string(folder.join("questions/000001.smt2")).unwrap();
    assert!(first.starts_with("; question 1\n") && first.contains("(check-sat)"), "{first}");
    let all: Vec<String> = fs::read_dir(folder.join("questions"))
        .unwrap()
        .map(|file| fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    assert!(all.iter().any(|text| text.contains("fp.mul") && text.contains(":status sat")));
}

#[test]
fn a_log_that_cannot_be_written_is_an_error() {
    let (output, _) = run("no-log", MIXED, &["--log-queries", "p.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("p.c"), "{output:?}");
}

/// Asks for the factors of a product of two large primes: more than anybody has time for.
const HARD: &str = r#"
    #include <klee/klee.h>
    int main(void)
    {
        unsigned long x, y;
        klee_make_symbolic(&x, sizeof x, "x");
        klee_make_symbolic(&y, sizeof y, "y");
        unsigned __int128 wanted = (unsigned __int128)0x54d1c863effc8f87 << 64 | 0x15f4aa355f57b857;
        if (x > 1 && y > 1 && (unsigned __int128)x * y == wanted)
            return 1;
        return 0;
    }
"#;

#[test]
fn the_end_of_the_time_stops_a_question() {
    let (output, folder) = run("time", HARD, &["--max-time", "2s"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary = summary(&folder);
    assert_eq!(summary["queries"]["gave_up_by"]["time"], 1, "{}", summary["queries"]);
    assert!(summary["time_s"]["wall"].as_f64() < Some(20.0), "{}", summary["time_s"]);
}

#[test]
fn a_question_has_a_limit_of_its_own() {
    let (_, folder) = run("solver-time", HARD, &["--max-solver-time", "1s"]);
    let summary = summary(&folder);
    assert_eq!(summary["stopped_by"], Value::Null);
    assert_eq!(summary["paths"]["stopped"], 1);
    assert_eq!(summary["queries"]["gave_up_by"]["time"], 1, "{}", summary["queries"]);
}
