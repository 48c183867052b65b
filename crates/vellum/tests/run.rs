//! `vellum run` as a person uses it.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A folder of one test, gone when the test is.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vellum-run-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn vellum(folder: &Path, words: &[&str], stdin: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone before all of it is written.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn summary(folder: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(folder.join("summary.json")).unwrap()).unwrap()
}

#[test]
fn the_readme_shows_what_the_example_prints() {
    let scratch = Scratch::new("readme");
    let readme = fs::read_to_string(project().join("README.md")).unwrap();
    std::os::unix::fs::symlink(
        project().join("examples").canonicalize().unwrap(),
        scratch.0.join("examples"),
    )
    .unwrap();
    let good = vellum(&scratch.0, &["run", "examples/demo.c", "hello", "world"], "");
    assert_eq!(good.status.code(), Some(0), "{}", text(&good.stderr));
    assert!(readme.contains(&text(&good.stdout)), "{}", text(&good.stdout));
    let bad = vellum(&scratch.0, &["run", "examples/demo.c", "--overflow"], "");
    assert_eq!(bad.status.code(), Some(1));
    let (report, place) = text(&bad.stderr)
        .split_once("vellum: the run is in")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    assert!(readme.contains(&report), "{report}");
    assert!(place.trim().ends_with("vellum-out-1"));
}

#[test]
fn input_output_and_status_are_the_programs() {
    let scratch = Scratch::new("io");
    let program =
        "#include <stdio.h>\nint main(int n, char **v) { int c, k = 0; while ((c = getchar()) != EOF) k++;
        printf(\"%d %s\\n\", k, v[1]); fprintf(stderr, \"err\\n\"); return 42; }";
    scratch.write("p.c", program);
    let output = vellum(&scratch.0, &["run", "p.c", "--flag"], "12345");
    assert_eq!(text(&output.stdout), "5 --flag\n");
    assert_eq!(text(&output.stderr), "err\n");
    assert_eq!(output.status.code(), Some(42));
    assert_eq!(summary(&scratch.0.join("vellum-last"))["exit_status"], 42);
}

#[test]
fn two_runs_leave_the_same_summary_but_for_times() {
    let scratch = Scratch::new("same");
    let program = "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>
        int main(void) { void *p = malloc(3); printf(\"%p %ld %d\\n\", p, (long)time(0), getpid()); free(p); return *(char *)p; }";
    scratch.write("p.c", program);
    let run = |out: &str| {
        let output = vellum(&scratch.0, &["run", "--out", out, "p.c"], "");
        let mut summary = summary(&scratch.0.join(out));
        summary["time_s"] = serde_json::Value::Null;
        summary["memory_bytes"] = serde_json::Value::Null;
        (
            text(&output.stdout),
            output.status.code(),
            summary,
            fs::read(scratch.0.join(out).join("test000001.use-after-free.err")).unwrap(),
        )
    };
    let first = run("a");
    assert_eq!(first.1, Some(1));
    assert_eq!(first, run("b"));
}

#[test]
fn an_80_bit_long_double_does_not_reach_the_c_library() {
    let scratch = Scratch::new("x87");
    scratch.write(
        "p.ll",
        "target triple = \"x86_64-pc-linux-gnu\"
         @f = private constant [4 x i8] c\"%Lf\\00\"
         declare i32 @printf(ptr, ...)
         define i32 @main() {
           %r = call i32 (ptr, ...) @printf(ptr @f, x86_fp80 0xK3FFF8000000000000000)
           ret i32 0
         }",
    );
    let output = vellum(&scratch.0, &["run", "p.ll"], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("unsupported: call of `printf` with an 80-bit long double"));
}

#[test]
fn a_budget_stops_an_endless_program() {
    let scratch = Scratch::new("budget");
    scratch.write("p.c", "int main(void) { for (volatile int i = 0;; i++) ; }");
    let output = vellum(&scratch.0, &["run", "--max-instructions", "100000", "--out", "o", "p.c"], "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let summary = summary(&scratch.0.join("o"));
    assert_eq!(
        (&summary["stopped_by"], &summary["paths"]["stopped"]),
        (&"max-instructions".into(), &1.into())
    );
    assert!(summary["instructions"].as_u64().unwrap() < 101_000);
}

/// Starts a program that says `on`, waits for that, and sends `signals` interrupts; the program's input stays
/// open all the time.
fn interrupt(name: &str, then: &str, signals: usize) {
    let scratch = Scratch::new(name);
    let program = format!(
        "#include <stdio.h>\n#include <unistd.h>\nint main(void) {{ puts(\"on\"); fflush(stdout); {then} }}"
    );
    scratch.write("p.c", &program);
    let mut child = Command::new(env!("CARGO_BIN_EXE_vellum"))
        .args(["run", "--host-time", "--out", "o", "p.c"])
        .current_dir(&scratch.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = child.stdin.take().unwrap();
    let mut line = [0; 3];
    child.stdout.as_mut().unwrap().read_exact(&mut line).unwrap();
    for _ in 0..signals {
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        // The first one may have been enough.
        assert!(killed.success() || signals > 1);
    }
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(summary(&scratch.0.join("o"))["stopped_by"], "interrupt");
}

#[test]
fn ctrl_c_stops_a_program_that_waits() {
    interrupt("wait-stdin", "getchar(); for (;;) ;", 1);
    interrupt("wait-pipe", "int p[2]; pipe(p); read(p[0], p, 1);", 1);
    interrupt("wait-sleep", "sleep(1000);", 1);
}

#[test]
fn another_ctrl_c_loses_nothing() {
    interrupt("twice-stdin", "getchar();", 2);
    interrupt("twice-loop", "for (;;) ;", 3);
}

#[test]
fn ctrl_c_stops_a_program_that_computes() {
    interrupt("loop", "for (;;) ;", 1);
}
