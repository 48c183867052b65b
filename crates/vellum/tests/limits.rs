//! What is large costs what is done with it, and no more; and limits hold in the midst of an operation.

mod folder;

use std::{
    fs,
    process::{Command, ExitStatus, Output, Stdio},
    thread,
};

use serde_json::Value;
use vellum_report::KTest;

use self::folder::Folder;

impl Folder {
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(words.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        command
    }

    fn run(&self, words: &str) -> Output {
        self.command(&format!("run --out out {words} p.c")).output().unwrap()
    }

    /// The summary of the run in `out`, which is removed.
    fn take_summary(&self) -> Value {
        let text = fs::read(self.0.join("out/summary.json")).unwrap();
        fs::remove_dir_all(self.0.join("out")).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    /// Every test of the run in `out` ends as its path did.
    fn check_replays(&self) {
        let output = self.command("replay --quiet out p.c").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

const MIB: u64 = 1 << 20;

/// A program that does this in `main`.
fn program(body: &str) -> String {
    format!(
        "#include <klee/klee.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         static unsigned char global[1u << 30];\nint main(void) {{\n{body}\n}}\n"
    )
}

#[test]
fn a_sparse_object_stays_sparse_wherever_it_is_read_and_written() {
    let cases = [
        // Read anywhere in 1 GiB, in which one byte was written.
        (
            "unsigned char *p = calloc(1, 1ul << 30); p[77777] = 5;\nif (p[i % (1ul << 30)] == 5) return 1;\nreturn 0;",
            2,
            0,
        ),
        // Written anywhere in 16 GiB.
        (
            "unsigned char *p = calloc(1, 16ul << 30); p[i % (16ul << 30)] = 9;\nif (p[5] == 9) return 1;\nreturn 0;",
            2,
            0,
        ),
        // A global, written and read at two places of which nobody knows whether they are the same.
        (
            "global[i % sizeof global] = 7; global[12345] = 9;\nif (global[j % sizeof global] == 7) return 1;\n\
          if (global[i % sizeof global] == 9) return 2;\nreturn 0;",
            3,
            0,
        ),
        // Nobody wrote what is read, but for one page.
        (
            "unsigned char *p = malloc(1ul << 30); memset(p + 5000, 1, 4096);\nreturn p[i % (1ul << 30)] == 1;",
            1,
            1,
        ),
        // Made larger, and moved by that.
        (
            "unsigned char *p = calloc(1, 1ul << 20); p[3] = 1; p = realloc(p, 1ul << 30);\n\
          if (i < (1ul << 20) && p[i] == 1) return 1;\nreturn 0;",
            3,
            0,
        ),
    ];
    for (at, (body, completed, errors)) in cases.into_iter().enumerate() {
        let inputs =
            "unsigned long i, j; klee_make_symbolic(&i, 8, \"i\"); klee_make_symbolic(&j, 8, \"j\");\n";
        let folder = Folder::new(&format!("sparse-{at}"), &program(&format!("{inputs}{body}")));
        for memory in ["forking", "merging", "dynamic"] {
            folder.run(&format!("--memory {memory}"));
            folder.check_replays();
            let summary = folder.take_summary();
            let paths = ["completed", "errors"].map(|kind| summary["paths"][kind].as_u64().unwrap());
            assert_eq!((paths, &summary["complete"]), ([completed, errors], &true.into()), "{body} {memory}");
            let peak = summary["memory_bytes"]["states_peak"].as_u64().unwrap();
            assert!(peak < 8 * MIB, "{body} {memory}: {peak}");
        }
    }
}

#[test]
fn a_large_input_costs_what_is_looked_at() {
    let body = "unsigned n = 16u << 20; unsigned char *p = malloc(n), *q = malloc(n);\n\
        klee_make_symbolic(p, n, \"p\"); memcpy(q, p, n); memmove(q + 100, q, n - 100);\n\
        if (q[n - 1] == 'x') return 1;\nreturn 0;";
    let folder = Folder::new("large-input", &program(body));
    for memory in ["forking", "merging", "dynamic"] {
        folder.run(&format!("--memory {memory}"));
        folder.check_replays();
        let last = |number: u32| {
            let test = fs::read(folder.0.join(format!("out/test{number:06}.ktest"))).unwrap();
            let bytes = KTest::parse(&test).unwrap().objects.swap_remove(0).bytes;
            (bytes.len(), bytes[bytes.len() - 101] == b'x')
        };
        let mut lasts = [last(1), last(2)];
        lasts.sort_unstable();
        assert_eq!(lasts, [(16 << 20, false), (16 << 20, true)]);
        let summary = folder.take_summary();
        assert_eq!((&summary["complete"], &summary["paths"]["completed"]), (&true.into(), &2.into()));
        let peak = summary["memory_bytes"]["states_peak"].as_u64().unwrap();
        assert!(peak < 4 * MIB, "{memory}: {peak}");
    }
}

#[test]
fn a_large_input_is_read_anywhere_piece_by_piece() {
    let body = "static unsigned char p[1 << 17]; klee_make_symbolic(p, sizeof p, \"p\");\n\
        unsigned at; memcpy(&at, p, 4); if (at >= sizeof p - 4) return 2;\n\
        if (p[at] == 'x' && p[at + 1] == 'y') return 1;\nreturn 0;";
    let folder = Folder::new("large-anywhere", &program(body));
    folder.run("--max-paths 40");
    folder.check_replays();
    let outcomes = fs::read_to_string(folder.0.join("out/tests.jsonl")).unwrap();
    for status in 0..3 {
        assert!(outcomes.contains(&format!("\"status\":{status}")), "{status}: {outcomes}");
    }
    let summary = folder.take_summary();
    assert_eq!((&summary["paths"]["errors"], &summary["paths"]["unsupported"]), (&0.into(), &0.into()));
}

#[test]
fn symbolic_files_may_be_large() {
    let body = "static char buffer[8192]; size_t n = fread(buffer, 1, sizeof buffer, stdin);\n\
        if (n != sizeof buffer) abort();\nif (!memcmp(buffer + 4000, \"abc\", 3)) return 1;\nreturn 0;";
    let folder = Folder::new("large-file", &program(body));
    folder.run("--sym-stdin 16777216");
    let summary = folder.take_summary();
    assert_eq!((&summary["complete"], &summary["paths"]["errors"]), (&true.into(), &0.into()));
    let peak = summary["memory_bytes"]["states_peak"].as_u64().unwrap();
    assert!(peak < 24 * MIB, "{peak}");
}

#[test]
fn memory_has_a_limit_in_the_midst_of_an_operation() {
    let body = "size_t n = 12ul << 30; unsigned char *p = malloc(n); memset(p, 1, n); return p[5];";
    let folder = Folder::new("large-fill", &program(body));
    let output = folder.run("--max-memory 64MiB");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("stopped by max-memory"), "{message}");
    let summary = folder.take_summary();
    assert_eq!((&summary["stopped_by"], &summary["complete"]), (&"max-memory".into(), &false.into()));
    // Others go on where input decides who does it.
    let body = "int x; klee_make_symbolic(&x, 4, \"x\"); size_t n = 12ul << 30; unsigned char *p = malloc(n);\n\
        if (x == 3) memset(p, 1, n);\nreturn 0;";
    let folder = Folder::new("large-fill-here", &program(body));
    folder.run("--max-memory 64MiB");
    let summary = folder.take_summary();
    let paths = ["completed", "stopped"].map(|kind| summary["paths"][kind].as_u64().unwrap());
    assert_eq!((paths, &summary["complete"]), ([1, 1], &false.into()));
}

/// How a run ends that gets a signal some time after it made its folder.
fn interrupted(folder: &Folder, turns: u32) -> ExitStatus {
    let _ = fs::remove_dir_all(folder.0.join("out"));
    let mut child = folder.command("run --quiet --out out p.c").spawn().unwrap();
    while !folder.0.join("out/replay.json").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it is over already");
        thread::yield_now();
    }
    (0..turns).for_each(|_| thread::yield_now());
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(sent.success());
    child.wait().unwrap()
}

/// Ctrl-C at some moment of an operation that takes long: the run ends, and says by what.
#[test]
fn an_operation_that_takes_long_is_interrupted() {
    let bodies = [
        // Zeros over zeros: there is nothing to keep, so that takes no memory.
        "size_t n = 16ul << 30; unsigned char *p = calloc(1, n); for (;;) memset(p, 0, n);",
        "size_t n = 8ul << 30; unsigned char *p = calloc(2, n); for (;;) memmove(p + 1, p, n);",
        "unsigned n = 1 << 20; char *p = malloc(n); klee_make_symbolic(p, n, \"p\");\n\
         for (int i = 0; i < 3; i++) if (memchr(p, i, n) == p + n - 1) return 1;\nreturn 0;",
    ];
    for (at, body) in bodies.into_iter().enumerate() {
        let folder = Folder::new(&format!("interrupt-{at}"), &program(body));
        for turns in [100, 20_000] {
            // One that comes before the run has begun ends the process, as ever.
            while interrupted(&folder, turns).code().is_none() {}
            let summary = folder.take_summary();
            assert_eq!((&summary["stopped_by"], &summary["complete"]), (&"interrupt".into(), &false.into()));
        }
    }
}
