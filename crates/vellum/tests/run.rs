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
    assert_eq!(output.status.code(), Some(4));
    assert!(text(&output.stderr).contains("unsupported: call of `printf` with an 80-bit long double"));

    // Neither through a pointer nor through a function of the program's own.
    for (code, function) in [
        (
            "#include <stdio.h>
          int main(void) { long double x = 0; return sscanf(\"1.5\", \"%Lf\", &x) + (int)x; }",
            "sscanf",
        ),
        (
            "#include <stdarg.h>
          #include <stdio.h>
          void say(const char *f, ...) { va_list a; va_start(a, f); vprintf(f, a); va_end(a); }
          int main(void) { say(\"%Lf\", 1.5L); }",
            "say",
        ),
    ] {
        scratch.write("p.c", code);
        let mut clang = Command::new("/usr/lib/llvm-22/bin/clang");
        clang.args(["-O1", "-c", "-emit-llvm", "p.c", "-o", "p.bc"]).current_dir(&scratch.0);
        assert!(clang.status().unwrap().success());
        let output = vellum(&scratch.0, &["run", "p.bc"], "");
        assert_eq!(output.status.code(), Some(4), "{function}");
        let said = text(&output.stderr);
        assert!(said.contains(&format!("{function}` with an 80-bit long double")), "{said}");
    }
    // What stays inside the program is fine.
    scratch.write(
        "p.c",
        "#include <stdarg.h>
         #include <stdio.h>
         long double next(int n, ...) { va_list a; va_start(a, n); return va_arg(a, long double); }
         int main(void) { int n = 0; sscanf(\"5\", \"%d\", &n); return (int)(next(1, 2.5L) * 2) - n; }",
    );
    let mut clang = Command::new("/usr/lib/llvm-22/bin/clang");
    clang.args(["-O0", "-c", "-emit-llvm", "p.c", "-o", "p.bc"]).current_dir(&scratch.0);
    assert!(clang.status().unwrap().success());
    let output = vellum(&scratch.0, &["run", "p.bc"], "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn the_run_directory_says_when_and_where_the_run_was() {
    let scratch = Scratch::new("info");
    scratch.write("p.c", "#include <unistd.h>\nint main(void) { return chdir(\"/\"); }");
    let output = vellum(&scratch.0, &["run", "--out", "o", "p.c"], "");
    assert_eq!(output.status.code(), Some(0));
    let info = fs::read_to_string(scratch.0.join("o/info")).unwrap();
    let value = |key: &str| {
        let line = info.lines().find_map(|line| line.strip_prefix(&format!("{key}: ")));
        line.unwrap_or_else(|| panic!("{key} is not in {info}"))
    };
    assert_eq!(Path::new(value("folder")), scratch.0.canonicalize().unwrap());
    assert!(value("host").contains("Linux"), "{info}");
    assert!(value("begin") <= value("end") && value("end").ends_with('Z'), "{info}");
    assert!(value("command").ends_with("run --out o p.c"), "{info}");
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
        let killed = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
        // The first one may have been enough.
        assert!(killed.success() || signals > 1);
    }
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let summary = summary(&scratch.0.join("o"));
    assert_eq!(summary["stopped_by"], "interrupt");
    assert!(summary["time_s"]["wall"].as_f64() < Some(20.0), "{}", summary["time_s"]);
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

#[test]
fn a_limit_on_waiting_paths_keeps_those_that_are_there() {
    let scratch = Scratch::new("states");
    let program = r#"
        #include <klee/klee.h>
        int main(void)
        {
            unsigned char a[4];
            klee_make_symbolic(a, sizeof a, "a");
            int n = 0;
            for (int i = 0; i < 4; i++) if (a[i] > 9) n++;
            return n;
        }"#;
    scratch.write("p.c", program);
    let output =
        vellum(&scratch.0, &["run", "--search", "bfs", "--max-states", "2", "--out", "o", "p.c"], "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let summary = summary(&scratch.0.join("o"));
    assert_eq!((&summary["states_max"], &summary["complete"]), (&2.into(), &false.into()));
    // Only newcomers are turned away: both that wait run to their end.
    let paths = |end: &str| summary["paths"][end].as_u64().unwrap();
    assert!(paths("completed") >= 2 && paths("stopped") > 0, "{}", summary["paths"]);
}

#[test]
fn output_is_shown_until_paths_may_part() {
    let scratch = Scratch::new("output");
    let program = r#"
        #include <klee/klee.h>
        #include <unistd.h>
        int main(void)
        {
            write(1, "before\n", 7);
            char c = klee_int("c");
            if (c == 'x') write(1, &c, 1);
            return 0;
        }"#;
    scratch.write("p.c", program);
    let quiet = vellum(&scratch.0, &["run", "--out", "a", "p.c"], "");
    assert_eq!((text(&quiet.stdout).as_str(), quiet.status.code()), ("before\n", Some(0)));
    let shown = vellum(&scratch.0, &["run", "--show-output", "--out", "b", "p.c"], "");
    assert_eq!(text(&shown.stdout), "before\nx", "a symbolic byte is shown as one it may be");
    assert_eq!(summary(&scratch.0.join("b"))["paths"]["completed"], 2, "and showing it divides no paths");
}

#[test]
fn paths_do_not_take_each_others_input_or_files() {
    let scratch = Scratch::new("apart");
    let program = r#"
        #include <assert.h>
        #include <fcntl.h>
        #include <klee/klee.h>
        #include <unistd.h>
        int main(void)
        {
            char a, b;
            int x = klee_int("x"), f = open("file", O_RDWR);
            assert(read(0, &a, 1) == 1 && a == '1');
            assert(read(f, &a, 1) == 1 && a == 'a');
            if (x == 5) assert(write(f, "BCD", 3) == 3);
            assert(read(0, &b, 1) == 1 && b == '2');
            assert(pread(f, &b, 1, 1) == 1 && b == (x == 5 ? 'B' : 'b'));
            return 0;
        }"#;
    scratch.write("p.c", program);
    scratch.write("file", "abcd");
    let output = vellum(&scratch.0, &["run", "--out", "out", "p.c"], "12");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(summary(&scratch.0.join("out"))["paths"]["completed"], 2);
    assert_eq!(fs::read_to_string(scratch.0.join("file")).unwrap(), "abcd");
}

#[test]
fn a_template_leaves_only_its_marks_open() {
    let scratch = Scratch::new("template");
    let program = r"
        #include <stdio.h>
        int main(void)
        {
            char line[8];
            if (!fgets(line, sizeof line, stdin)) return 3;
            if (line[0] != 'a' || line[2] != 'c') return 4;
            if (line[1] == 'x') return 1;
            return 0;
        }";
    scratch.write("p.c", program);
    scratch.write("template", "a?c");
    let output = vellum(&scratch.0, &["run", "--out", "out", "p.c", "-sym-stdin", "template:0x61-0x7a"], "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(summary(&scratch.0.join("out"))["paths"]["completed"], 2);
    for number in [1, 2] {
        let test = fs::read(scratch.0.join(format!("out/test00000{number}.ktest"))).unwrap();
        let fits = |bytes: &[u8]| bytes[0] == b'a' && bytes[1].is_ascii_lowercase() && bytes[2] == b'c';
        assert!(test.windows(3).any(fits), "the test case has the whole input");
    }
}

#[test]
fn a_program_can_start_elsewhere() {
    let scratch = Scratch::new("entry");
    let program = "#include <stdlib.h>\nint other(void) { return abs(-5); }\nint main(void) { return 1; }\n";
    scratch.write("p.c", program);
    let output = vellum(&scratch.0, &["run", "--out", "out", "--entry", "other", "p.c"], "");
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
}

#[test]
fn ctrl_c_stops_a_question_to_the_solver() {
    // The factors of a product of two large primes.
    let then = "void klee_make_symbolic(void *, unsigned long, const char *); unsigned long x[2];
        klee_make_symbolic(x, sizeof x, \"x\");
        unsigned __int128 wanted = (unsigned __int128)0x54d1c863effc8f87 << 64 | 0x15f4aa355f57b857;
        if (x[0] > 1 && x[1] > 1 && (unsigned __int128)x[0] * x[1] == wanted) return 1;
        for (;;) ;";
    interrupt("solver", then, 1);
}

/// What made or freed a block is told as the line of the program, not as one inside the C library.
#[test]
fn a_block_of_the_c_library_comes_from_the_programs_line() {
    let scratch = Scratch::new("origin");
    scratch.write(
        "p.c",
        "#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) {\n\
         \x20 char *copy = strdup(\"abc\");\n\
         \x20 FILE *file = fopen(\"/dev/null\", \"r\");\n\
         \x20 if (argc > 1) return copy[4];\n\
         \x20 fclose(file);\n\
         \x20 return fgetc(file);\n}\n",
    );
    let past = vellum(&scratch.0, &["run", "p.c", "x"], "");
    assert!(text(&past.stderr).contains("\n  allocated by main at p.c:4:16\n"), "{}", text(&past.stderr));
    let freed = vellum(&scratch.0, &["run", "p.c"], "");
    let report = text(&freed.stderr);
    assert!(report.contains("\n  allocated by main at p.c:5:16\n  freed by main at p.c:7:3\n"), "{report}");
}
