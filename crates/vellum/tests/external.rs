//! Functions that have no bitcode are called for real: what programs get of them, and what becomes of a path when
//! they crash, exit, fork, never return or want to call back.

mod folder;
#[path = "external/objects.rs"]
mod objects;
#[path = "external/values.rs"]
mod values;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use serde_json::Value;

use self::folder::Folder;

/// Ways to hold objects: each test of memory goes through both.
const OBJECTS: [&str; 2] = ["layered", "whole"];

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/external")
}

impl Folder {
    /// A folder with `p.c`, and the library beside it.
    fn with_library(name: &str, program: &str) -> Self {
        let folder = Self::new(name, program);
        let mut gcc = Command::new("gcc");
        gcc.args(["-O1", "-shared", "-fPIC", "-o"])
            .arg(folder.0.join("library.so"))
            .arg(sources().join("library.c"));
        assert!(gcc.status().unwrap().success());
        folder
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(words.split_whitespace()).current_dir(&self.0).stdin(Stdio::null());
        command.env("VELLUM_TEST", "value");
        command
    }

    fn vellum(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs `p.c` with these options: its messages and figures.
    fn run(&self, options: &str) -> (String, Value) {
        let _ = fs::remove_dir_all(self.0.join("out"));
        let output = self.vellum(&format!("run --out out {options} p.c hello"));
        let text = messages(&output);
        let summary = fs::read(self.0.join("out/summary.json")).unwrap_or_else(|_| panic!("{text}"));
        (text, serde_json::from_slice(&summary).unwrap())
    }

    /// The same with the library, when the program ends by itself: its status.
    fn status(&self, options: &str) -> i64 {
        let (text, summary) = self.run(&format!("--load ./library.so {options}"));
        summary["exit_status"].as_i64().unwrap_or_else(|| panic!("{options}: {text}"))
    }

    /// The same when the only path ends at something that is not supported: what.
    fn unsupported(&self, options: &str) -> String {
        let (text, summary) = self.run(&format!("--load ./library.so {options}"));
        assert_eq!(summary["paths"]["unsupported"], 1, "{options}: {text}");
        assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{options}: {text}");
        summary["unsupported"].as_str().unwrap().to_owned()
    }
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A program that calls a function of the library, whose result is its status.
fn calling(declaration: &str, call: &str) -> String {
    format!("{declaration}\nint main(void) {{ return {call}; }}\n")
}

#[test]
fn the_host_stands_in_for_a_c_library() {
    let program = fs::read_to_string(sources().join("host.c")).unwrap();
    let folder = Folder::new("host", &program);
    for options in ["", "--objects whole", "--external in-process", "--external-scope all", "-O2"] {
        let output =
            folder.vellum(&format!("run --libc none --out out{} {options} p.c hello", options.len()));
        assert_eq!(output.status.code(), Some(0), "{options}: {}", messages(&output));
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "printed by the host\nprinted at the end\n",
            "{options}"
        );
    }
    let summary = fs::read(folder.0.join("out0/summary.json")).unwrap();
    let summary: Value = serde_json::from_slice(&summary).unwrap();
    assert!(summary["external_calls"].as_u64().unwrap() >= 15, "{summary}");
}

#[test]
fn a_callback_is_refused_by_name() {
    let program = "#include <stdlib.h>
        static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
        int main(void) { int a[] = { 3, 1, 2 }; qsort(a, 3, sizeof *a, compare); return a[0]; }";
    let folder = Folder::with_library("callback", program);
    let what = folder.unsupported("--libc none");
    let expected =
        "qsort called back `compare`, a function of the program: external code cannot call into the program";
    assert!(what.starts_with(expected), "{what}");
    let what = folder.unsupported("--libc none --external in-process");
    assert!(what.starts_with("qsort is given `compare`, a function of the program"), "{what}");
}

#[test]
fn what_a_call_writes_is_there_afterwards() {
    let program = "#include <string.h>
        struct inner { int value; char text[16]; };
        struct outer { long before; struct inner *inner; };
        void nest(struct outer *);
        int main(void) {
            struct inner *inner = __builtin_malloc(sizeof *inner);
            struct outer outer = { 1, inner };
            inner->value = 21;
            nest(&outer);
            if (outer.inner != inner || strcmp(inner->text, \"nested\") != 0) return 1;
            return inner->value;
        }";
    let folder = Folder::with_library("nested", program);
    for objects in OBJECTS {
        for mode in ["concrete", "in-process"] {
            assert_eq!(folder.status(&format!("--objects {objects} --external {mode}")), 42);
        }
    }
}

#[test]
fn a_call_does_not_outlast_the_run() {
    let folder =
        Folder::with_library("out-of-time", &calling("void spin(const char *);", "(spin(\"process\"), 0)"));
    let (text, summary) = folder.run("--load ./library.so --max-time 1s --external-timeout 60s");
    assert_eq!(summary["stopped_by"], "max-time", "{text}");
    assert_eq!(summary["paths"]["stopped"], 1, "{text}");
    let process = fs::read_to_string(folder.0.join("process")).unwrap();
    assert!(!Path::new("/proc").join(process.trim()).exists(), "{process} goes on");
}

#[test]
fn a_call_that_does_not_return_costs_its_path() {
    for (declaration, call, expected) in [
        (
            "int crash(void);",
            "crash()",
            "`crash` is external code and crashed: signal 11, segmentation fault at 0x10",
        ),
        (
            "int overflow_stack(int);",
            "overflow_stack(0)",
            "`overflow_stack` is external code and crashed: signal 11",
        ),
        ("void trap(void);", "(trap(), 0)", "`trap` is external code and crashed: signal 6, abort"),
        ("void leave(int);", "(leave(3), 0)", "`leave` is external code and ended its process with status 3"),
        (
            "void close_and_leave(int);",
            "(close_and_leave(6), 0)",
            "`close_and_leave` is external code and ended its process with status 6",
        ),
        ("void close_all(void);", "(close_all(), 0)", "`close_all` is external code and "),
        (
            "void spin(const char *);",
            "(spin(\"process\"), 0)",
            "`spin` is external code and did not return within 300ms (--external-timeout)",
        ),
        (
            "int fork_twice(void);",
            "fork_twice()",
            "`fork_twice` is external code and forked, and two programs",
        ),
        ("int fork_and_wait(void);", "fork_and_wait()", "`fork_and_wait` is external code and forked"),
        (
            "void zeros(const char *, int); static const char text[] = \"constant\";",
            "(zeros(text, 3), 0)",
            "`zeros` is external code and crashed: signal 11, segmentation fault at 0x",
        ),
    ] {
        let folder = Folder::with_library("lost", &calling(declaration, call));
        let what = folder.unsupported("--external-timeout 300ms");
        assert!(what.starts_with(expected), "{call}: {what}");
        if let Ok(process) = fs::read_to_string(folder.0.join("process")) {
            assert!(!Path::new("/proc").join(process.trim()).exists(), "{process} goes on");
        }
    }
}

#[test]
fn after_a_crash_other_paths_go_on() {
    let program = "#include <klee/klee.h>
        int crash(void); int sum(const int *, int);
        int main(void) {
            int x = klee_int(\"x\");
            int numbers[2] = { 20, 1 };
            if (x == 7) return crash();
            if (x > 7) numbers[1] = 2;
            int found = sum(numbers, 2);
            if (x == 9) found += crash();
            klee_assert(found == (x > 7 ? 22 : 21));
            return 0;
        }";
    let folder = Folder::with_library("others", program);
    for objects in OBJECTS {
        let (text, summary) = folder.run(&format!("--load ./library.so --objects {objects}"));
        assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{text}");
        assert_eq!(summary["paths"]["completed"], 2, "{text}");
        assert_eq!(summary["paths"]["unsupported"], 2, "{text}");
        // The tests make the same calls.
        let replay = folder.vellum("replay out p.c");
        assert_eq!(replay.status.code(), Some(0), "{}", messages(&replay));
        assert!(messages(&replay).contains("2 tests replayed, 0 ended differently"), "{}", messages(&replay));
    }
}

#[test]
fn memory_of_a_helper_that_ended_is_nobodys_fault() {
    let program = "#include <klee/klee.h>
        char *own_memory(void); int crash(void);
        int main(void) {
            int x = klee_int(\"x\");
            char *memory = own_memory();
            if (x == 7) crash();
            return memory[0] == 'm' ? 0 : 1;
        }";
    let folder = Folder::with_library("gone", program);
    for search in ["dfs", "bfs", "random-path"] {
        let (text, summary) = folder.run(&format!("--load ./library.so --search {search}"));
        assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{text}");
        let paths = |kind: &str| summary["paths"][kind].as_u64().unwrap();
        assert_eq!(paths("completed") + paths("unsupported"), 2, "{text}");
        assert!(paths("unsupported") >= 1, "{text}");
    }
}

#[test]
fn memory_of_a_helper_that_ended_is_passed_to_no_other() {
    for (call, declaration) in [
        ("first_of(memory)", "int first_of(const char *);"),
        (
            "first_held(&(struct holder){ 1, memory })",
            "struct holder { long before; const char *text; }; int first_held(struct holder *);",
        ),
    ] {
        let program = format!(
            "#include <klee/klee.h>
            char *own_memory(void); int crash(void); {declaration}
            int main(void) {{
                int x = klee_int(\"x\");
                char *memory = own_memory();
                if (x == 7) crash();
                else if (x == 8) crash();
                return {call} == 'm' ? 0 : 1;
            }}"
        );
        let folder = Folder::with_library("lost-memory", &program);
        let (text, summary) = folder.run("--load ./library.so --search bfs");
        assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{text}");
        assert_eq!(summary["paths"]["unsupported"], 3, "{text}");
        let tree = fs::read_to_string(folder.0.join("out/tree.jsonl")).unwrap();
        assert_eq!(tree.matches("memory of a helper process that ended").count(), 1, "{tree}");
    }
}

#[test]
fn a_new_helper_has_kept_nothing_and_that_is_said() {
    let program = "#include <klee/klee.h>
        char *own_memory(void); int crash(void); int sum(const int *, int);
        int main(void) {
            int x = klee_int(\"x\");
            // Two numbers that look like an address are none.
            int numbers[2] = { 1, 0x7fff };
            own_memory();
            if (x == 7) crash();
            else if (x == 8) crash();
            klee_assert(sum(numbers, 2) == 0x8000);
            return 0;
        }";
    let folder = Folder::with_library("new-helper", program);
    let (text, summary) = folder.run("--load ./library.so --search bfs");
    assert_eq!(summary["paths"]["completed"], 1, "{text}");
    assert_eq!(summary["paths"]["unsupported"], 2, "{text}");
    let said = "a call ended the helper process, and other paths go on in a new one";
    assert_eq!(text.matches(&format!("vellum: warning: {said}")).count(), 1, "{text}");
    let left_out = &summary["left_out"][0];
    assert!(left_out["what"].as_str().unwrap().starts_with(said) && left_out["paths"] == 2, "{left_out}");
}

#[test]
fn errno_goes_both_ways() {
    let program = "#include <errno.h>
        int swap_errno(int);
        int main(void) {
            errno = 5;
            if (swap_errno(6) != 5 || errno != 6) return 1;
            return swap_errno(7) == 6 && errno == 7 ? 0 : 2;
        }";
    let folder = Folder::with_library("errno", program);
    for options in ["", "--libc none", "--external in-process", "--libc none --external in-process"] {
        assert_eq!(folder.status(options), 0, "{options}");
    }
}

#[test]
fn a_symbolic_errno_follows_the_policy() {
    let program = "#include <errno.h>
        #include <klee/klee.h>
        int swap_errno(int);
        int main(void) {
            int x = klee_int(\"x\");
            klee_assume(x > 100);
            errno = x;
            int before = swap_errno(NOW);
            klee_assert(before == x && before > 100);
            klee_assert(errno == NOW);
            return 0;
        }";
    let folder = Folder::with_library("symbolic-errno", program);
    for libc in ["", "--libc none"] {
        for now in ["0", "7", "x"] {
            let options = format!("{libc} --cflag -DNOW={now}");
            if now != "x" {
                let what = folder.unsupported(&options);
                assert!(
                    what.starts_with("`swap_errno` is external code and `errno` is symbolic; --external all"),
                    "{what}"
                );
            }
            let (text, summary) = folder.run(&format!("--load ./library.so --external all {options}"));
            assert_eq!(summary["paths"]["completed"], 1, "{options}: {text}");
            assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{options}: {text}");
            assert_eq!(summary["complete"], false, "{options}");
        }
    }
}

#[test]
fn symbolic_arguments_follow_the_policy() {
    let program = "int sum(const int *, int); int swap_errno(int); int klee_int(const char *);
        int main(void) {
            int x = klee_int(\"x\");
            swap_errno(x);
            if (x == 5) return 1;
            return 0;
        }";
    let folder = Folder::with_library("policy", program);
    for options in ["", "--external concrete", "--external-calls=concrete"] {
        let what = folder.unsupported(options);
        let expected =
            "`swap_errno` is external code and argument 1 is symbolic; --external all passes a value of it";
        assert!(what.starts_with(expected), "{what}");
    }
    let what = folder.unsupported("--external none");
    assert!(
        what.starts_with("`swap_errno` is external code, and --external none forbids to call it"),
        "{what}"
    );
    let (text, summary) = folder.run("--load ./library.so --external all");
    assert!(
        text.contains("`swap_errno` is external code and got symbolic values: its paths go on with one"),
        "{text}"
    );
    assert_eq!(summary["paths"]["completed"], 1, "{text}");
    assert_eq!(summary["complete"], false, "what was left out is not explored");
    // The value that was passed is that of the test.
    let replay = folder.vellum("replay out p.c");
    assert!(messages(&replay).contains("1 tests replayed, 0 ended differently"), "{}", messages(&replay));
}

#[test]
fn symbolic_bytes_follow_the_policy() {
    let program = "#include <klee/klee.h>
        int sum(const int *, int);
        int main(void) {
            int numbers[3] = { 1, klee_int(\"x\"), 3 };
            klee_assume(numbers[1] > 100);
            int found = sum(numbers, 3);
            klee_assert(found == numbers[1] + 4);
            if (numbers[1] == found - 4) return 0;
            return 1;
        }";
    let folder = Folder::with_library("bytes", program);
    for objects in OBJECTS {
        let what = folder.unsupported(&format!("--objects {objects}"));
        assert!(what.starts_with("`sum` is external code and can reach symbolic bytes (at 0x"), "{what}");
        let (text, summary) = folder.run(&format!("--load ./library.so --external all --objects {objects}"));
        assert_eq!(summary["paths"]["completed"], 1, "{text}");
        assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{text}");
    }
}

#[test]
fn a_path_does_not_see_the_memory_of_another() {
    let program = "#include <klee/klee.h>
        int sum(const int *, int);
        static int numbers[2];
        int main(void) {
            int x = klee_range(0, 4, \"x\"), *more = __builtin_malloc(8);
            numbers[0] = 10;
            more[0] = more[1] = 1;
            if (sum(numbers, 2) != 10) return 1;
            if (x == 0) numbers[1] = 5;
            else if (x == 1) more[1] = 7;
            else if (x == 2) numbers[0] = more[0] = 0;
            int first = sum(numbers, 2), second = sum(more, 2);
            static const int expected[4][2] = { { 15, 2 }, { 10, 8 }, { 0, 1 }, { 10, 2 } };
            for (int i = 0; i < 4; i++)
                if (x == i) klee_assert(first == expected[i][0] && second == expected[i][1]);
            return 0;
        }";
    let folder = Folder::with_library("paths", program);
    for objects in OBJECTS {
        for options in ["", "--external in-process", "--search bfs"] {
            let (text, summary) = folder.run(&format!("--load ./library.so --objects {objects} {options}"));
            assert_eq!(summary["paths"]["completed"], 4, "{options}: {text}");
            assert_eq!(summary["complete"], true, "{options}: {text}");
        }
    }
}

#[test]
fn what_is_nowhere_is_said_before_anything_runs() {
    let folder = Folder::with_library("nowhere", &calling("int nobody_has_this(void);", "nobody_has_this()"));
    for options in ["", "--libc none", "--load ./library.so", "--external none", "--external in-process"] {
        let output = folder.vellum(&format!("run {options} p.c"));
        let text = messages(&output);
        assert_eq!(output.status.code(), Some(4), "{options}: {text}");
        let expected = [
            "vellum: warning: a function is defined nowhere, and a path that calls one ends there as unsupported: \
             nobody_has_this\n",
            "vellum: unsupported: call of `nobody_has_this`, which is defined nowhere in main at p.c:",
        ];
        assert!(expected.iter().all(|part| text.contains(part)), "{options}: {text}");
    }
    let variable =
        Folder::with_library("nothing", "extern int nothing;\nint main(void) { return nothing; }\n");
    let output = variable.vellum("run p.c");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(messages(&output), "vellum: error: p.c: undefined symbol: nothing\n");
    for options in ["", "--external in-process"] {
        let output = variable.vellum(&format!("run {options} --load ./absent.so p.c"));
        let text = messages(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.starts_with("vellum: error: --load: ") && text.contains("absent.so"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    assert!(!variable.0.join("vellum-out-0").exists());
    let output = variable.vellum("run --external all,none p.c");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn ctrl_c_ends_a_call() {
    let folder =
        Folder::with_library("interrupted", &calling("void spin(const char *);", "(spin(\"process\"), 0)"));
    let mut command = folder.command("run --out out --load ./library.so --external-timeout 1h p.c");
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let process = loop {
        match fs::read_to_string(folder.0.join("process")) {
            Ok(text) if text.ends_with('\n') => break text,
            _ => assert!(child.try_wait().unwrap().is_none(), "the run is over already"),
        }
        thread::yield_now();
    };
    assert!(
        Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap().success()
    );
    assert!(child.wait().unwrap().code().is_some());
    let summary: Value =
        serde_json::from_slice(&fs::read(folder.0.join("out/summary.json")).unwrap()).unwrap();
    assert_eq!(summary["stopped_by"], "interrupt");
    assert!(!Path::new("/proc").join(process.trim()).exists(), "the helper goes on");
}

#[test]
fn a_native_replay_has_the_library_or_says_why_not() {
    let program = "int sum(const int *, int); int klee_int(const char *);
        int main(void) {
            int x = klee_int(\"x\"), numbers[2] = { 1, 2 };
            if (x == 77) return sum(numbers, 2);
            return 0;
        }";
    let folder = Folder::with_library("native", program);
    let (text, summary) = folder.run("--load ./library.so");
    assert_eq!(summary["paths"]["completed"], 2, "{text}");
    let statuses = |options: &str| {
        ["1", "2"].map(|i| {
            let output = folder.vellum(&format!("replay {options} out/test00000{i}.ktest p.c"));
            (output.status.code().unwrap(), messages(&output))
        })
    };
    let mut found: Vec<i32> = statuses("").into_iter().map(|(status, _)| status).collect();
    found.sort_unstable();
    assert_eq!(found, [0, 3]);
    let refused = statuses("--native").into_iter().all(|(status, text)| {
        status == 2 && text.contains("--native: the run loaded ./library.so") && text.contains("--sanitize")
    });
    assert!(refused);
    let mut found: Vec<i32> = statuses("--native --sanitize").into_iter().map(|(status, _)| status).collect();
    found.sort_unstable();
    assert_eq!(found, [0, 3]);
}
