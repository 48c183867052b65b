//! Functions of `klee.h` that no path shows by where it leads, checks by how a function was compiled, and what a summary says
//! of what the engine cannot do.

mod folder;

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use self::folder::Folder;

impl Folder {
    fn run(&self, options: &str, program: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_vellum"))
            .args(["run", "--out", "out"])
            .args(options.split_whitespace())
            .arg(program)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    fn summary(&self) -> Value {
        serde_json::from_slice(&fs::read(self.0.join("out/summary.json")).unwrap()).unwrap()
    }

    /// The files of the run whose names end so.
    fn files(&self, ending: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.join("out")).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.to_str().unwrap().ends_with(ending));
        files.sort();
        files
    }

    /// The first input of each test: its first byte.
    fn first_bytes(&self) -> Vec<u8> {
        self.files(".ktest").iter().map(|path| *fs::read(path).unwrap().last().unwrap()).collect()
    }
}

fn program(name: &str, body: &str) -> Folder {
    Folder::new(name, &format!("#include <klee/klee.h>\nint main(void) {{\n{body}\n}}\n"))
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn preferred_inputs_are_shown_where_the_path_has_them() {
    let folder = program(
        "prefer",
        "unsigned char c; klee_make_symbolic(&c, 1, \"c\");
         klee_prefer_cex(&c, c >= 'a'); klee_prefer_cex(&c, c <= 'z'); klee_prefer_cex(&c, c == 'A'); klee_prefer_cex(&c, c == 'q');
         if (c == '#') return 1;
         klee_assert(c != 'k' && c < 200);
         return c;",
    );
    let output = folder.run("--all-findings", "p.c");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let mut shown = folder.first_bytes();
    shown.sort_unstable();
    // Where both of two cannot be, the first is; where none can be, the path has what it has.
    assert_eq!(shown.len(), 4, "{shown:?}");
    assert_eq!(shown[..3], [b'#', b'k', b'q'], "{shown:?}");
    assert!(shown[3] >= 200);
    // The status is that of the input that is shown.
    let lines = fs::read_to_string(folder.0.join("out/tests.jsonl")).unwrap();
    assert!(lines.lines().any(|line| line.contains("113")), "{lines}");
}

#[test]
fn a_path_does_not_fork_where_that_is_switched_off() {
    let body = |off: &str, on: &str| {
        format!(
            "int x = klee_int(\"x\"), y = klee_int(\"y\"), a[4] = {{ 0 }}, ways = 0;
             {off}
             for (int bit = 0; bit < 4; bit++) if (x >> bit & 1) ways++; else ways += 2;
             a[y & 7] = 1;
             {on}
             if (y == 1) return ways;
             return 0;"
        )
    };
    let folder = program("forking", &body("klee_set_forking(0);", "klee_set_forking(1);"));
    let output = folder.run("", "p.c");
    let summary = folder.summary();
    assert_eq!(summary["paths"]["completed"], 2, "{}", stderr(&output));
    assert_eq!(summary["paths"]["stopped"], 4, "{summary}");
    assert_eq!(summary["complete"], false);
    // What is wrong for some inputs is found all the same.
    assert_eq!(summary["findings"][0]["kind"], "out-of-bounds");
    let all = program("forking-on", &body("", ""));
    all.run("", "p.c");
    assert_eq!(all.summary()["paths"]["completed"], 32);
    assert_eq!(all.summary()["complete"], true);
}

#[test]
fn expressions_are_printed() {
    let folder = program(
        "print",
        "int x = klee_int(\"x\");
         klee_print_expr(\"the sum\", x + 1); klee_print_expr(\"two\", 7, x); klee_print_range(\"the range\", x);
         return 0;",
    );
    let output = folder.run("", "p.c");
    let said = stderr(&output);
    for part in ["the sum: x + 1", "two: 7, x", "the range: x, for example "] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn an_error_is_filed_as_the_program_says() {
    let report = |suffix: &str| format!("klee_report_error(\"f.c\", 7, \"wrong\", {suffix});");
    for (name, suffix, file) in [
        ("plain", "\"model\"", "test000001.model.err"),
        ("odd", "\"../up one\"", "test000001..._up_one.err"),
        ("none", "\"\"", "test000001.user.err"),
        ("null", "0", "test000001.user.err"),
    ] {
        let folder = program(&format!("suffix-{name}"), &report(suffix));
        folder.run("", "p.c");
        let files = folder.files(".err");
        let names: Vec<&str> = files.iter().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, [file]);
        assert_eq!(folder.summary()["findings"][0]["kind"], "user");
    }
}

#[test]
fn what_was_met_is_counted_by_its_kind() {
    let folder = program(
        "causes",
        "double x = 2; int way = klee_range(0, 4, \"way\");
         if (way == 0) __asm__(\"fsqrt\" : \"+t\"(x));
         if (way == 1) __asm__(\"fsin\" : \"+t\"(x));
         if (way == 2) __asm__ volatile(\"lgdt (%0)\" : : \"r\"(&x));
         return 0;",
    );
    let output = folder.run("", "p.c");
    assert!(stderr(&output).contains("inline assembly \"fsqrt\" in main at p.c:4"), "{}", stderr(&output));
    assert_eq!(folder.summary()["unsupported_by"], serde_json::json!({ "inline assembly": 3 }));
}

/// Programs in which something has no result, and with what option that is always a finding.
const UNDEFINED: &[(&str, &str, &str)] = &[
    ("int f(int n) { return 1 << n; }", "overshift", "--check-overshift"),
    ("int f(int n) { return __builtin_ctz(n); }", "undefined", "--check-undefined"),
    ("int f(int n) { return n * 1e9; }", "undefined", "--check-undefined"),
];

#[test]
fn code_that_was_not_optimised_is_checked_however_it_comes() {
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../../libc/include");
    // What clang is told, and whether the functions are as they were written.
    let ways = [
        ("-O0", true),
        ("-O0 -g", true),
        ("-O0 -Xclang -disable-O0-optnone", true),
        ("-O0 -g -Xclang -disable-O0-optnone", true),
        ("-O1 -g -Xclang -disable-llvm-passes", true),
        ("-O1 -g", false),
        ("-O2", false),
    ];
    for (number, &(function, kind, option)) in UNDEFINED.iter().enumerate() {
        let folder = program(
            &format!("undefined{number}"),
            "int f(int); volatile int r = f(klee_int(\"n\")); return r & 0;",
        );
        let text = fs::read_to_string(folder.0.join("p.c")).unwrap();
        fs::write(folder.0.join("p.c"), format!("__attribute__((noinline)) {function}\n{text}")).unwrap();
        for (flags, is_unoptimised) in ways {
            let compiled = Command::new("clang-22")
                .args(flags.split_whitespace())
                .args(["-I", include, "-emit-llvm", "-c", "p.c", "-o", "p.bc"])
                .current_dir(&folder.0)
                .status();
            assert!(compiled.unwrap().success());
            for (options, is_checked) in [
                (String::new(), is_unoptimised),
                (format!("{option} on"), true),
                (format!("{option} off"), false),
            ] {
                let _ = fs::remove_dir_all(folder.0.join("out"));
                let output = folder.run(&options, "p.bc");
                let findings = &folder.summary()["findings"];
                let kinds: Vec<&str> = findings
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|finding| finding["kind"].as_str().unwrap())
                    .collect();
                let expected: &[&str] = if is_checked { &[kind] } else { &[] };
                assert_eq!(kinds, expected, "{function} {flags} {options}: {}", stderr(&output));
            }
        }
    }
}
