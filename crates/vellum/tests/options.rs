//! Options as KLEE's users type them, options that contradict themselves, and test cases that are damaged.

mod folder;

use std::{
    fs,
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use vellum_report::{KTest, KTestObject};

use self::folder::Folder;

impl Folder {
    fn vellum(&self, words: &str) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        let command = command.args(words.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        let Output { status, stderr, .. } = command.output().unwrap();
        (status.code().unwrap(), String::from_utf8_lossy(&stderr).into_owned())
    }

    /// Expects one line that mentions `text`, and no run directory.
    fn refuses(&self, words: &str, text: &str) {
        let (code, messages) = self.vellum(words);
        assert_eq!(code, 2, "{words}: {messages}");
        assert!(
            messages.starts_with("vellum: error: ") && messages.lines().count() == 1,
            "{words}: {messages}"
        );
        assert!(messages.contains(text), "{words}: `{text}` is not in {messages}");
        assert!(!self.0.join("out").exists(), "{words}: a run that never began");
    }
}

const PROGRAM: &str = r#"
    #include <assert.h>
    #include <klee/klee.h>
    int main(int argc, char **argv) {
        int x = klee_range(0, 9, "x");
        if (x == 3) assert(0);
        if (x == 4) assert(x == 5);
        return argc;
    }
"#;

#[test]
fn a_command_line_of_klee_works() {
    let folder = Folder::new("klee", PROGRAM);
    let words = "run -output-dir=out --libc=uclibc --posix-runtime -max-time=1min30s --search=nurs:covnew \
                 --search=dfs --solver-backend=stp --rng-initial-seed=7 --kdalloc-quarantine=-1 --optimize \
                 -write-cov --max-tests 50 p.c --sym-arg 1";
    let (code, messages) = folder.vellum(words);
    assert_eq!(code, 1, "{messages}");
    let notes: Vec<&str> = messages.lines().filter(|line| line.starts_with("vellum: note: ")).collect();
    assert_eq!(notes.len(), 5, "{messages}");
    assert!(notes[0].contains("`--libc` has no effect: the C library is always musl"), "{messages}");
    let summary: Value =
        serde_json::from_slice(&fs::read(folder.0.join("out/summary.json")).unwrap()).unwrap();
    assert_eq!((&summary["seed"], &summary["complete"]), (&7.into(), &true.into()));
    assert_eq!(summary["search"], serde_json::json!(["covnew", "dfs"]));
    // Who wants silence has it.
    let (_, messages) = folder.vellum("run --quiet --out quiet --libc=uclibc p.c");
    assert_eq!(messages, "");
}

#[test]
fn the_first_finding_can_be_the_last() {
    let folder = Folder::new("first", PROGRAM);
    let (code, messages) = folder.vellum("run --exit-on-error --out out p.c");
    assert_eq!(code, 1, "{messages}");
    let summary: Value =
        serde_json::from_slice(&fs::read(folder.0.join("out/summary.json")).unwrap()).unwrap();
    assert_eq!(summary["findings"].as_array().unwrap().len(), 1);
    assert_eq!(summary["stopped_by"], "exit-on-error");
}

#[test]
fn options_of_klee_that_cannot_be_followed_say_what_can() {
    let folder = Folder::new("refused", PROGRAM);
    for (words, text) in [
        ("--replay-ktest-file=t.ktest", "`vellum replay TEST PROGRAM`"),
        ("--env-file=e", "env -i"),
        ("--run-in-dir=/tmp", "cd DIR"),
        ("-max-forks=3", "--max-depth N"),
        ("--use-query-log=all:smt2", "--log-queries DIR"),
        ("--write-kqueries", "--log-queries DIR"),
        ("--search=nurs:nonsense", "nurs:nonsense"),
        ("--entry-point", "takes a value"),
    ] {
        folder.refuses(
            &format!("run --out out {words} {}", if words == "--entry-point" { "" } else { "p.c" }),
            text,
        );
    }
}

#[test]
fn options_that_leave_nothing_to_do_are_refused() {
    let folder = Folder::new("nothing", PROGRAM);
    for option in [
        "--max-time 0",
        "--max-time=0s",
        "--max-instructions 0",
        "--max-paths 0",
        "--max-states 0",
        "--max-solver-time 0ms",
    ] {
        folder.refuses(&format!("run --out out {option} p.c"), "without the option there is no limit");
    }
    for (words, text) in [
        ("--sym-arg 4294967296", "not a whole number"),
        ("--sym-arg -1", "-1"),
        ("--sym-stdin 16777217", "there may be 16777216 bytes"),
        ("--sym-files 2", "PROGRAM"),
        ("--seed 18446744073709551616", "18446744073709551616"),
        ("--max-time 1h2x", "1h2x"),
        ("--corpus none", "no fuzz target"),
        ("--out out --out other", "--out"),
    ] {
        let (code, messages) = folder.vellum(&format!("run {words} p.c"));
        assert_eq!(code, 2, "{words}: {messages}");
        assert!(messages.contains(text) && messages.lines().count() == 1, "{words}: {messages}");
    }
}

fn test_file() -> Vec<u8> {
    let stat = [1; 144];
    let objects: &[(&str, &[u8])] = &[
        ("n_args", &[1, 0, 0, 0]),
        ("arg00", b"ab\0"),
        ("stdin", b"in"),
        ("stdin_stat", &stat),
        ("x", &[2, 0, 0, 0]),
    ];
    let words = ["p.c", "--sym-args", "0", "2", "2", "--sym-stdin", "2"];
    let test = KTest {
        args: words.iter().map(|word| word.as_bytes().to_vec()).collect(),
        objects: objects.iter().map(|(name, bytes)| KTestObject::new(*name, *bytes)).collect(),
        ..KTest::default()
    };
    test.to_bytes().unwrap()
}

/// Every length a file can be cut to, and bits turned over all along: it is replayed, or one line says what is wrong.
#[test]
fn damaged_tests_never_crash() {
    let folder = Folder::new("damaged", PROGRAM);
    let (code, messages) = folder.vellum("cc p.c -o p");
    assert_eq!(code, 0, "{messages}");
    let good = test_file();
    let replay = |bytes: &[u8]| {
        fs::write(folder.0.join("t.ktest"), bytes).unwrap();
        let (code, messages) = folder.vellum("replay t.ktest p");
        assert!(!messages.contains("internal error") && !messages.contains("panicked"), "{messages}");
        (code, messages)
    };
    assert_eq!(replay(&good), (2, String::new()), "the status is the number of arguments");
    for end in (0..good.len()).step_by(3) {
        let (code, messages) = replay(&good[..end]);
        assert!(code == 2 && messages.starts_with("vellum: error: t.ktest: "), "cut at {end}: {messages}");
    }
    for bit in (0..good.len() * 8).step_by(17) {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let (code, messages) = replay(&bytes);
        assert!(code < 4, "bit {bit}: {messages}");
        assert!(messages.lines().count() < 9, "bit {bit}: {messages}");
    }
}

#[test]
fn tests_of_another_program_do_not_fit() {
    let folder = Folder::new("other", PROGRAM);
    let replay = |args: &[&str], objects: &[(&str, &[u8])]| {
        let test = KTest {
            args: args.iter().map(|word| word.as_bytes().to_vec()).collect(),
            objects: objects.iter().map(|(name, bytes)| KTestObject::new(*name, *bytes)).collect(),
            ..KTest::default()
        };
        fs::write(folder.0.join("t.ktest"), test.to_bytes().unwrap()).unwrap();
        folder.vellum("replay t.ktest p.c")
    };
    let x: (&str, &[u8]) = ("x", &[2, 0, 0, 0]);
    let (code, messages) = replay(&["other.c"], &[x]);
    assert_eq!(
        (code, messages.as_str()),
        (1, "vellum: warning: the test was made for other.c, not for p.c\n")
    );
    for (args, objects, text) in [
        (
            &["p.c"][..],
            &[("y", &[2, 0, 0, 0][..])][..],
            "input 1 is `x` of 4 bytes, the test has `y` of 4 bytes",
        ),
        (&["p.c"], &[("x", &[2])], "the test has `x` of 1 bytes there"),
        (&["p.c"], &[], "the test has only 0"),
        (&["p.c"], &[("x", &[200, 0, 0, 0])], "a value that the program excludes"),
        (&["p.c", "--sym-arg", "1"], &[x], "input 1 is `arg00` of 2 bytes"),
        (&["p.c", "--sym-args", "0", "1", "1"], &[("n_args", &[7, 0, 0, 0])], "`n_args` should be 0 to 1"),
        (&["p.c", "--sym-arg", "0"], &[x], "a test with a wrong command"),
        (&["p.c", "--sym-stdin", "5"], &[x], "input 1 is `stdin` of 5 bytes"),
        (&["p.c", "--sym-files", "1", "2"], &[("A_data", b"ab"), x], "input 2 is `A_data_stat` of 144 bytes"),
    ] {
        let (code, messages) = replay(args, objects);
        assert!(code == 2 && messages.lines().count() == 1, "{args:?}: {messages}");
        assert!(messages.contains(text), "{args:?}: `{text}` is not in {messages}");
    }
}
