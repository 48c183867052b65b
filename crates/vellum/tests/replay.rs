//! `vellum replay --native` as a user meets it: a test case and a program in, the program's behaviour out.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use vellum_report::{KTest, KTestObject};

/// The header that programs include.
const HEADER: &str = include_str!("../../../libc/include/klee/klee.h");

/// A folder of programs and tests, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("replay-{name}"));
        // Something is there only if an earlier run was interrupted.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("tmp")).unwrap();
        for (name, text) in files {
            fs::write(path.join(name), text).unwrap();
        }
        Self(path)
    }

    fn vellum(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(args.split_whitespace()).current_dir(&self.0).env("TMPDIR", self.0.join("tmp"));
        command
    }

    /// Writes `t.ktest`.
    fn test(&self, args: &str, objects: &[(&str, &[u8])]) {
        let test = KTest {
            args: args.split_whitespace().map(|word| word.as_bytes().to_vec()).collect(),
            objects: objects.iter().map(|(name, bytes)| KTestObject::new(*name, *bytes)).collect(),
            ..KTest::default()
        };
        fs::write(self.0.join("t.ktest"), test.to_bytes().unwrap()).unwrap();
    }

    /// Replays `t.ktest` and returns status, output and messages.
    fn replay(&self, args: &str) -> (i32, String, String) {
        outcome(&self.vellum(&format!("replay --native t.ktest {args}")).output().unwrap())
    }

    fn cc(&self, args: &str) {
        let output = self.vellum(&format!("cc {args}")).output().unwrap();
        assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The next run tries again.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn outcome(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

const VALUES: &str = r#"
    #include <klee/klee.h>
    #include <stdio.h>
    int __VERIFIER_nondet_int(void);
    unsigned char __VERIFIER_nondet_uchar(void);
    _Bool __VERIFIER_nondet_bool(void);
    double __VERIFIER_nondet_double(void);
    void __VERIFIER_nondet_memory(void *, size_t);
    int main(void) {
        int a;
        char b[3], c[2];
        klee_make_symbolic(&a, sizeof a, "a");
        klee_make_symbolic(b, sizeof b, 0);
        klee_assume(a > 40);
        printf("%d %.3s", a, b);
        printf(" %d %d", klee_range(-3, 5, "r"), klee_range(7, 8, "no object"));
        printf(" %d %zu", klee_int("i"), klee_choose(10));
        printf(" %d %d %d", __VERIFIER_nondet_int(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_bool());
        printf(" %g", __VERIFIER_nondet_double());
        __VERIFIER_nondet_memory(c, 2);
        printf(" %.2s %d", c, klee_int("i"));
        printf(" %u %u %d\n", klee_is_replay(), klee_is_symbolic(a), klee_get_value_i32(a));
        return 7;
    }
"#;

#[test]
fn values_come_from_the_test_in_order() {
    let folder = Folder::new("values", &[("values.c", VALUES)]);
    let word = |value: i32| value.to_le_bytes();
    let objects: &[(&str, &[u8])] = &[
        ("arg00", b"x\0"),
        ("A_data", b"A"),
        ("model_version", &word(1)),
        ("a", &word(42)),
        ("unnamed", b"xyz"),
        ("r", &word(-2)),
        ("i", &word(9)),
        ("klee_choose", &8_u64.to_le_bytes()),
        ("__VERIFIER_nondet_int", &word(-1)),
        // As KLEE's relatives name it.
        ("unsigned char", &[200]),
        ("__VERIFIER_nondet_bool", &[1]),
        ("__VERIFIER_nondet_double", &2.5_f64.to_le_bytes()),
        ("__VERIFIER_nondet_memory", b"mn"),
        // The second of its name, where names are made unique.
        ("i_1", &word(11)),
    ];
    folder.test("values.c", objects);
    let expected = "42 xyz -2 7 9 8 -1 200 1 2.5 mn 11 1 0 42\n";
    assert_eq!(folder.replay("values.c"), (7, expected.to_owned(), String::new()));
    // The same as an executable, and by KLEE's convention without us.
    folder.cc("values.c -o values");
    assert_eq!(folder.replay("values"), (7, expected.to_owned(), String::new()));
    let mut alone = Command::new(folder.0.join("values"));
    let output = alone.env("KTEST_FILE", folder.0.join("t.ktest")).output().unwrap();
    assert_eq!(outcome(&output), (7, expected.to_owned(), String::new()));
    assert_eq!(fs::read_dir(folder.0.join("tmp")).unwrap().count(), 0, "temporary files are left");
}

const ONE: &str = r#"
    #include <klee/klee.h>
    #include <stdio.h>
    int main(void) {
        int a, b;
        printf("before\n");
        klee_make_symbolic(&a, sizeof a, "a");
        klee_make_symbolic(&b, sizeof b, "b");
        printf("%d %d\n", a, b);
        return 0;
    }
"#;

#[test]
fn a_test_that_does_not_fit_is_told() {
    let folder = Folder::new("wrong", &[("one.c", ONE)]);
    folder.cc("one.c -o one");
    let check = |objects: &[(&str, &[u8])], message: &str, anyway: &str| {
        folder.test("one", objects);
        let (status, output, messages) = folder.replay("one");
        assert_eq!((status, output.as_str()), (65, "before\n"), "{messages}");
        assert_eq!(messages, format!("KLEE_RUN_TEST_ERROR: {message}\n"));
        let mut command = folder.vellum("replay --native t.ktest one");
        let output = command.env("KLEE_RUN_TEST_ERRORS_NON_FATAL", "1").output().unwrap();
        let (status, output, messages) = outcome(&output);
        assert_eq!((status, output), (0, format!("before\n{anyway}\n")), "{messages}");
        assert!(messages.starts_with("KLEE_RUN_TEST_ERROR: "));
    };
    let (one, two) = (1_i32.to_le_bytes(), 2_i32.to_le_bytes());
    check(&[("a", &one)], "out of inputs: the program wants \"b\", but the test has no more objects", "1 0");
    check(
        &[("a", &one), ("c", &two)],
        "object name mismatch: the program wants \"b\", but the test has \"c\"",
        "1 2",
    );
    check(
        &[("a", &one), ("b_1", &two)],
        "object name mismatch: the program wants \"b\", but the test has \"b_1\"",
        "1 2",
    );
    check(
        &[("a", &one), ("b", &[5, 0])],
        "object sizes differ: \"b\" has 4 bytes in the program, 2 in the test",
        "1 5",
    );
    check(
        &[("a", &one), ("b", &[5, 0, 0, 0, 9])],
        "object sizes differ: \"b\" has 4 bytes in the program, 5 in the test",
        "1 5",
    );
}

#[test]
fn the_runtime_checks_the_file_itself() {
    let folder = Folder::new("damaged", &[("one.c", ONE)]);
    folder.cc("one.c -o one");
    folder.test("one", &[("a", &[1; 4]), ("b", &[2; 4])]);
    let file = folder.0.join("t.ktest");
    let good = fs::read(&file).unwrap();
    let run = || outcome(&Command::new(folder.0.join("one")).env("KTEST_FILE", &file).output().unwrap());
    assert_eq!(run().0, 0);
    for end in 0..good.len() {
        fs::write(&file, &good[..end]).unwrap();
        let (status, _, messages) = run();
        assert_eq!(status, 65, "cut at {end}: {messages}");
        assert!(messages.starts_with("KLEE_RUN_TEST_ERROR: ") && messages.lines().count() == 1, "{messages}");
    }
    fs::write(&file, [&good[..], b"!"].concat()).unwrap();
    assert!(run().2.contains("goes on after byte"), "{:?}", run());
    fs::remove_file(&file).unwrap();
    assert!(run().2.contains("t.ktest: No such file"), "{:?}", run());
    let output = Command::new(folder.0.join("one")).env_remove("KTEST_FILE").output().unwrap();
    let (status, _, messages) = outcome(&output);
    assert!(status == 65 && messages.contains("KTEST_FILE is not set"), "{messages}");
}

#[test]
fn errors_of_the_program_end_it() {
    let text = |statement: &str| {
        format!(
            "#include <klee/klee.h>\nint __VERIFIER_assume(int); void reach_error(void);\nint main(void) {{ {statement} return 0; }}"
        )
    };
    let files = [
        ("assume.c", text("klee_assume(0);")),
        ("assert.c", text("klee_assert(1 + 1 == 3);")),
        ("report.c", text("klee_report_error(\"f.c\", 3, \"oh no\", \"user\");")),
        ("range.c", text("klee_range(3, 3, \"r\");")),
        ("silent.c", text("klee_silent_exit(9);")),
        ("pruned.c", text("__VERIFIER_assume(0); return 5;")),
        ("reach.c", text("reach_error();")),
        ("crash.c", text("*(volatile int *)8 = 1;")),
        ("endless.c", text("for (volatile int i = 0; ; i++) {}")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = Folder::new("ends", &files);
    for (file, status, message) in [
        ("assume.c", 1, "invalid klee_assume"),
        (
            "assert.c",
            1,
            "Assertion failed: 1 + 1 == 3 (assert.c: main: 3)\nvellum: assert.c: ended by signal 6 (abort)",
        ),
        ("report.c", 1, "f.c:3: oh no (user)"),
        ("range.c", 1, "the range is empty"),
        ("silent.c", 9, ""),
        ("pruned.c", 0, ""),
        ("reach.c", 1, "ended by signal 6"),
        ("crash.c", 1, "vellum: crash.c: ended by signal 11 (segmentation fault)"),
        ("--max-time 100ms endless.c", 124, "stopped after 100ms"),
    ] {
        let name = file.split(' ').next_back().unwrap();
        folder.test(name, &[]);
        let (found, _, messages) = folder.replay(file);
        assert_eq!(found, status, "{file}: {messages}");
        assert!(
            messages.contains(message) && messages.is_empty() == message.is_empty(),
            "{file}: {messages}"
        );
    }
}

const SURROUNDINGS: &str = r#"
    #include <fcntl.h>
    #include <stdio.h>
    #include <unistd.h>
    static void show(const char *name, int fd) {
        char buffer[64];
        ssize_t n = read(fd, buffer, sizeof buffer);
        printf("%s=%.*s;", name, (int)n, buffer);
    }
    int main(int argc, char **argv) {
        for (int i = 0; i < argc; i++) printf("<%s>", argv[i]);
        show("stdin", 0);
        show("A", open("A", O_RDWR));
        show("B", open("B", O_RDONLY));
        return access("C", F_OK) == 0;
    }
"#;

#[test]
fn arguments_input_and_files_come_from_the_test() {
    let folder = Folder::new("surroundings", &[("env.c", SURROUNDINGS)]);
    folder.cc("env.c -o env");
    let stat = [&[7; 48][..], &3_u64.to_le_bytes(), &[7; 88]].concat();
    let objects: &[(&str, &[u8])] = &[
        ("n_args", &[2, 0, 0, 0]),
        ("arg00", b"-x\0\0"),
        ("arg01", b"\0\0\0\0"),
        ("A_data", b"first"),
        ("A_data_stat", &[0; 144]),
        ("B_data", b"second"),
        ("B_data_stat", &stat),
        ("stdin", b"input"),
        ("stdin_stat", &[0; 144]),
    ];
    let args = "env.bc --sym-args 0 2 3 last --sym-files 2 6 --sym-stdin 5";
    folder.test(args, objects);
    let expected = "<env.bc><-x><><last>stdin=input;A=first;B=sec;".to_owned();
    assert_eq!(folder.replay("env"), (0, expected, String::new()));
    folder.test(args, &objects[1..]);
    let (status, output, messages) = folder.replay("env");
    assert_eq!((status, output.as_str()), (2, ""), "{messages}");
    assert!(messages.starts_with("vellum: error: t.ktest: the test has no `n_args`"), "{messages}");
}

const TARGET: &str = r#"
    #include <stdint.h>
    #include <stddef.h>
    #include <stdio.h>
    #include <stdlib.h>
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
        printf("%zu:%.*s%s\n", size, (int)size, (const char *)data, data ? "" : "null");
        if (size == 4 && data[0] == 'b' && data[3] == '!') abort();
        return 0;
    }
"#;

#[test]
fn a_fuzz_target_needs_no_main() {
    let initialise =
        format!("{TARGET} int LLVMFuzzerInitialize(int *n, char ***v) {{ puts(\"first\"); return 0; }}");
    let folder = Folder::new("fuzz", &[("fuzz.c", TARGET), ("both.c", &initialise), ("none.c", "int x;")]);
    folder.cc("fuzz.c -o fuzz");
    folder.cc("both.c -o both");
    let check = |program: &str, objects: &[(&str, &[u8])], expected: (i32, &str)| {
        folder.test(program, objects);
        let (status, output, messages) = folder.replay(program);
        assert_eq!((status, output.as_str()), expected, "{messages}");
    };
    check("fuzz", &[("data", b"abc")], (0, "3:abc\n"));
    check("fuzz.c", &[("size", &2_u64.to_le_bytes()), ("data", b"abc")], (0, "2:ab\n"));
    check("fuzz", &[], (0, "0:\n"));
    check("fuzz", &[("data", b"bad!")], (1, "4:bad!\n"));
    check("both", &[("data", b"x")], (0, "first\n1:x\n"));
    check("fuzz", &[("size", &4_u64.to_le_bytes()), ("data", b"abc")], (65, ""));
    // The engine finds the target in the bitcode.
    let dump = "--dump-section=.vellum.bitcode=fuzz.bc fuzz /dev/null";
    let llvm = |tool: &str, args: &str| {
        let path = Path::new("/usr/lib/llvm-22/bin").join(tool);
        let output =
            Command::new(path).args(args.split_whitespace()).current_dir(&folder.0).output().unwrap();
        outcome(&output).1
    };
    llvm("llvm-objcopy", dump);
    assert!(llvm("llvm-nm", "fuzz.bc").contains("T LLVMFuzzerTestOneInput"));
    // Whoever forgot to write main is told so.
    let (status, _, messages) = outcome(&folder.vellum("cc none.c -o none").output().unwrap());
    assert!(status != 0 && messages.contains("without-main"), "{messages}");
}

#[test]
fn a_programs_own_functions_win() {
    let own = r#"
        #include <klee/klee.h>
        #include <stdio.h>
        void klee_assume(uintptr_t condition) { printf("own %d\n", (int)condition); }
        int __VERIFIER_nondet_int(void) { return 5; }
        int main(void) {
            int x;
            klee_make_symbolic(&x, sizeof x, "x");
            klee_assume(0);
            printf("%d %d\n", x, __VERIFIER_nondet_int());
        }
    "#;
    let folder = Folder::new("own", &[("own.c", own)]);
    folder.test("own.c", &[("x", &[3, 0, 0, 0])]);
    assert_eq!(folder.replay("own.c"), (0, "own 0\n3 5\n".to_owned(), String::new()));
}

#[test]
fn what_the_header_declares_can_be_linked() {
    let names = HEADER.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut names: Vec<&str> =
        names.filter(|name| name.starts_with("klee_") && *name != "klee_assert").collect();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() > 30, "{names:?}");
    let pointers: Vec<String> = names.iter().map(|name| format!("(void *){name}")).collect();
    let pointers = pointers.join(", ");
    let all = format!(
        "#include <assert.h>\n#include <klee/klee.h>\nvoid *all[] = {{ {pointers} }};\nint main(void) {{ klee_assert(all[0]); return 0; }}"
    );
    let folder = Folder::new("header", &[("all.c", &all)]);
    folder.cc("-Wall -Wextra -Werror -pedantic -std=c11 all.c -o all");
    let output = folder.vellum("ir --check all.c").output().unwrap();
    assert!(output.status.success(), "{:?}", outcome(&output));
}

#[test]
fn sanitizers_see_what_the_test_does() {
    let text = r#"
        #include <klee/klee.h>
        #include <stdlib.h>
        int main(void) {
            int i = klee_range(0, 100, "i");
            char *block = malloc(4);
            block[i] = 1;
            int c = block[i] + 2147483600 + i * 20;
            free(block);
            return c == 0;
        }
    "#;
    let leak = "#include <stdlib.h>\nint main(void) { return !malloc(99); }";
    let folder = Folder::new("sanitize", &[("block.c", text), ("fuzz.c", TARGET), ("leak.c", leak)]);
    let check = |i: i32, status: i32, message: &str| {
        folder.test("block.c", &[("i", &i.to_le_bytes())]);
        let (found, _, messages) = folder.replay("--sanitize block.c");
        assert_eq!(found, status, "{messages}");
        assert!(messages.contains(message), "{messages}");
    };
    check(0, 0, "");
    check(3, 1, "signed integer overflow");
    check(4, 1, "heap-buffer-overflow");
    folder.test("fuzz.c", &[("data", b"abc")]);
    assert_eq!(folder.replay("--sanitize fuzz.c").1, "3:abc\n");
    folder.test("leak.c", &[]);
    assert_eq!(folder.replay("--sanitize leak.c"), (0, String::new(), String::new()));
}

#[test]
fn a_folder_without_tests_is_refused_with_what_to_do() {
    let symbolic = "#include <klee/klee.h>
        int main(void) { int x = klee_int(\"x\"); if (x > 3) return 1; return 0; }";
    let folder =
        Folder::new("folders", &[("plain.c", "int main(void) { return 0; }"), ("symbolic.c", symbolic)]);
    let vellum = |args: &str| outcome(&folder.vellum(args).output().unwrap());
    assert_eq!(vellum("run -q --out plain plain.c").0, 0);
    assert_eq!(vellum("run -q --tests none --out none symbolic.c").0, 0);
    assert_eq!(vellum("run -q --max-instructions 20 --tests covering --out stopped symbolic.c").0, 0);
    assert_eq!(vellum("run -q --out tested symbolic.c").0, 0);
    let none = "the run has no tests: they are written for paths with symbolic input, unless it was run with --tests none";
    for (words, expected) in [
        ("plain plain.c", format!("plain: {none}")),
        ("none symbolic.c", format!("none: {none}")),
        ("--native plain plain.c", format!("plain: {none}")),
        (
            "tmp plain.c",
            "tmp: no run directory, and no tests in it; name a folder that `vellum run` made".to_owned(),
        ),
    ] {
        let (status, _, messages) = vellum(&format!("replay {words}"));
        assert_eq!(status, 2, "{words}: {messages}");
        assert!(messages.contains(&expected), "{words}: {messages}");
        assert_eq!(messages.lines().count(), 1, "{messages}");
    }
    assert_eq!(vellum("replay tested symbolic.c").0, 0);
}

#[test]
fn all_tests_of_a_run_are_replayed_natively_and_compared() {
    let program = "#include <klee/klee.h>
        #include <stdlib.h>
        int main(int argc, char **argv) {
            unsigned n = klee_range(0, 9, \"n\");
            char *block = malloc(8);
            block[n] = 1;
            if (n == 3) return 300;
            return 0;
        }";
    let folder = Folder::new("native-folder", &[("p.c", program)]);
    let vellum = |args: &str| outcome(&folder.vellum(args).output().unwrap());
    assert_eq!(vellum("run -q --out run p.c").0, 1);
    let (status, _, messages) = vellum("replay --native --sanitize run p.c");
    assert_eq!((status, messages.lines().count()), (0, 1), "{messages}");
    assert!(messages.contains("3 tests replayed natively, 0 ended differently; of 1 findings 1 were seen"));
    let (status, _, messages) = vellum("replay --native run p.c");
    assert!(messages.contains("exit 0: natively out-of-bounds at p.c:6 is not seen"), "{messages}");
    assert_eq!(status, 0, "without sanitizers nobody sees it: {messages}");
    fs::write(folder.0.join("p.c"), program.replace("return 300", "return 4")).unwrap();
    let (status, _, messages) = vellum("replay --native run p.c");
    assert!(status == 3 && messages.contains("exit 4 instead of exit 44"), "{messages}");
    fs::write(folder.0.join("p.c"), program.replace("block[n]", "block[n * 9]")).unwrap();
    let (status, _, messages) = vellum("replay --native --sanitize run p.c");
    assert!(status == 3 && messages.contains("heap-buffer-overflow"), "{messages}");
}

#[test]
fn what_cannot_be_replayed_is_refused() {
    let folder = Folder::new(
        "refused",
        &[("one.c", ONE), ("plain", "text"), ("one.bc", "BC"), ("bad.c", "int main(")],
    );
    folder.test("other.bc", &[("a", &[1; 4]), ("b", &[2; 4]), ("read_fail", &[1, 0, 0, 0])]);
    folder.cc("one.c -o one");
    let refuse = |words: &str, text: &str| {
        let (status, output, messages) = outcome(&folder.vellum(words).output().unwrap());
        assert_eq!((status, output.as_str()), (2, ""), "{words}: {messages}");
        assert!(messages.contains(text), "{words}: {messages}");
        let last = messages.lines().last().unwrap();
        assert!(last.starts_with("vellum: error: "), "{words}: {messages}");
    };
    refuse("replay none.ktest one", "none.ktest: No such file");
    refuse("replay --native none.ktest one", "none.ktest: No such file");
    refuse("replay --native one.c one", "one.c: not a test case");
    refuse("replay --native t.ktest none", "none: No such file");
    refuse("replay --native t.ktest plain", "plain: neither a .c file nor an executable");
    refuse("replay --native t.ktest one.bc", "one.bc: neither a .c file nor an executable");
    refuse("replay --native t.ktest tmp", "tmp: is a directory");
    refuse("replay --native --sanitize t.ktest one.bc", "one.bc: neither a .c file nor an executable");
    refuse("replay --native t.ktest", "<PROGRAM>");
    assert_eq!(folder.vellum("replay --native t.ktest bad.c").output().unwrap().status.code(), Some(2));
    let (status, _, messages) = folder.replay("one");
    assert_eq!(status, 0, "{messages}");
    assert!(messages.contains("warning: the test was made for other.bc, not for one\n"), "{messages}");
    assert!(messages.contains("warning: the test makes a call fail (read_fail)"), "{messages}");
    assert_eq!(folder.replay("--quiet one").2, "");
}
