//! Programs that `vellum cc` built, replayed natively with sanitizers: built again from their parts, which shows what a
//! run found; and what is said where it shows nothing.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use vellum_report::{KTest, KTestObject};

/// A folder of programs and tests, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sanitize-{name}"));
        // Something is there only if an earlier run was interrupted.
        let _ = fs::remove_dir_all(&path);
        for folder in ["tmp", "src", "include"] {
            fs::create_dir_all(path.join(folder)).unwrap();
        }
        for (name, text) in files {
            fs::write(path.join(name), text).unwrap();
        }
        Self(path)
    }

    /// Runs `vellum` in a folder of it and returns status and messages.
    fn vellum_in(&self, folder: &str, args: &str) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(args.split_whitespace()).current_dir(self.0.join(folder));
        outcome(&command.env("TMPDIR", self.0.join("tmp")).output().unwrap())
    }

    fn vellum(&self, args: &str) -> (i32, String) {
        self.vellum_in("", args)
    }

    fn cc(&self, folder: &str, args: &str) {
        let (status, messages) = self.vellum_in(folder, &format!("cc {args}"));
        assert_eq!(status, 0, "{args}: {messages}");
    }

    fn tool(&self, program: &str, args: &str) {
        let output =
            Command::new(program).args(args.split_whitespace()).current_dir(&self.0).output().unwrap();
        assert!(output.status.success(), "{program} {args}: {output:?}");
    }

    /// Writes `t.ktest`.
    fn test(&self, objects: &[(&str, i32)]) {
        let test = KTest {
            args: vec![b"prog".to_vec()],
            objects: objects
                .iter()
                .map(|(name, value)| KTestObject::new(*name, value.to_le_bytes()))
                .collect(),
            ..KTest::default()
        };
        fs::write(self.0.join("t.ktest"), test.to_bytes().unwrap()).unwrap();
    }

    /// Replays `prog` with sanitizers and returns status and messages.
    fn replay(&self, args: &str) -> (i32, String) {
        self.vellum(&format!("replay --native --sanitize {args} prog"))
    }

    /// The replay is refused with these words in a line.
    fn refuse(&self, words: &str) {
        let (status, messages) = self.replay("t.ktest");
        let last = messages.lines().last().unwrap();
        assert!(
            status == 2 && last.starts_with("vellum: error: prog: ") && last.contains(words),
            "{messages}"
        );
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The next run tries again.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn outcome(output: &Output) -> (i32, String) {
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
}

const MAIN: (&str, &str) = (
    "src/main.c",
    r#"#include <klee/klee.h>
    #include <stdlib.h>
    #include "part.h"
    int main(void) {
        int what = klee_range(0, 4, "what");
        if (what == 1) {
            char *block = malloc(8);
            fill(block, klee_range(0, 10, "n"));
            free(block);
        }
        if (what == 2) {
            int unset[2], i = klee_range(0, 2, "i");
            unset[0] = 1;
            if (unset[i] > 3) return 1;
        }
        return what == 3 ? 7 : 0;
    }"#,
);
const PART: (&str, &str) = ("src/part.c", "#include \"part.h\"\nvoid fill(char *to, int n) { to[n] = 1; }");
const HEADER: (&str, &str) = ("include/part.h", "void fill(char *to, int n);");

/// A program of two parts that were compiled in a folder below, one of them in an archive.
fn of_two_parts(name: &str) -> Folder {
    let folder = Folder::new(name, &[MAIN, PART, HEADER]);
    folder.cc("src", "-I../include -MD -c main.c");
    folder.cc("src", "-I ../include -c part.c -o ../tmp/part.o");
    folder.tool("ar", "rc tmp/libpart.a tmp/part.o");
    folder.cc("", "src/main.o -Ltmp -lpart -lm -o prog");
    // Only the sources are needed again.
    for file in ["src/main.o", "src/main.d", "tmp/part.o"] {
        fs::remove_file(folder.0.join(file)).unwrap();
    }
    folder
}

#[test]
fn a_program_is_built_again_from_its_parts_where_they_were_compiled() {
    let folder = of_two_parts("parts");
    folder.test(&[("what", 1), ("n", 7)]);
    assert_eq!(folder.replay("t.ktest"), (0, String::new()));
    folder.test(&[("what", 3)]);
    assert_eq!(folder.replay("t.ktest"), (7, String::new()));
    folder.test(&[("what", 1), ("n", 8)]);
    let (status, messages) = folder.replay("t.ktest");
    assert_eq!(status, 1, "{messages}");
    assert!(messages.contains("AddressSanitizer: heap-buffer-overflow"), "{messages}");
    assert!(messages.contains("src/part.c:2"), "{messages}");
    assert!(!folder.0.join("src/main.d").exists() && !folder.0.join("src/main.o").exists());
}

#[test]
fn all_sources_of_a_command_that_links_are_built_again() {
    let text = "#define _GNU_SOURCE
        #include <stdio_ext.h>
        #include <stdio.h>
        #include <string.h>
        #include <stropts.h>
        #include <sys/ioctl.h>
        int twice(int);
        int main(void) {
            char text[4];
            int is_wrong = strerror_r(2, text, 0);
            ungetc('a', stdin);
            return twice(__freadahead(stdin) + strlcpy(text, \"abcdef\", sizeof text)) + !is_wrong + !!text[3];
        }";
    let folder = Folder::new("link", &[("a.c", text), ("b.c", "int twice(int x) { return 2 * x; }")]);
    folder.cc("", "a.c b.c -o prog");
    folder.test(&[]);
    assert_eq!(folder.replay("t.ktest"), (14, String::new()));
}

#[test]
fn what_a_program_was_not_linked_with_is_left_out_again() {
    let other = "int main(void) { return 9; }";
    let files = [
        ("a.c", "int main(void) { return 4; }"),
        ("b.c", other),
        ("c.c", "int unused(void) { return none(); }"),
    ];
    let folder = Folder::new("several", &files);
    folder.cc("", "-w -Wno-implicit-function-declaration -c a.c c.c");
    folder.tool("ar", "rc lib.a a.o c.o");
    folder.cc("", "lib.a -o prog");
    folder.test(&[]);
    assert_eq!(folder.replay("t.ktest"), (4, String::new()));
}

#[test]
fn leaks_are_looked_for_if_the_run_did() {
    let text = "#include <stdlib.h>
        #include <klee/klee.h>
        int main(void) { if (klee_range(0, 2, \"x\")) malloc(99); return 0; }";
    let folder = Folder::new("leak", &[("a.c", text)]);
    folder.cc("", "a.c -o prog");
    for (check, status, words, seen) in [
        ("", 0, "", "of 0 findings 0 were seen"),
        ("--check-leaks on", 1, "LeakSanitizer", "of 1 findings 1 were seen"),
    ] {
        // Something is there only in the second round.
        let _ = fs::remove_dir_all(folder.0.join("run"));
        assert_eq!(folder.vellum(&format!("run -q {check} --out run prog")).0, status);
        folder.test(&[("x", 1)]);
        fs::copy(folder.0.join("t.ktest"), folder.0.join("run/t.ktest")).unwrap();
        let (found, messages) = folder.replay("run/t.ktest");
        assert!(found == status && messages.contains(words), "{messages}");
        let (found, messages) = folder.replay("run");
        assert!(
            found == 0 && messages.contains("0 ended differently") && messages.contains(seen),
            "{messages}"
        );
    }
    let (found, messages) = folder.replay("--check-leaks on t.ktest");
    assert!(found == 1 && messages.contains("LeakSanitizer: detected memory leaks"), "{messages}");
}

#[test]
fn what_no_sanitizer_sees_is_said_and_is_no_success() {
    let folder = of_two_parts("unseen");
    assert_eq!(folder.vellum("run -q --out run prog").0, 1);
    let error = fs::read_dir(folder.0.join("run")).unwrap().map(|entry| entry.unwrap().file_name());
    let error =
        error.map(|name| name.into_string().unwrap()).find(|name| name.ends_with(".uninitialised.err"));
    let test = format!("run/{}.ktest", error.unwrap().split('.').next().unwrap());
    let check = || {
        let (status, messages) = folder.replay(&test);
        let said = "vellum: the run found `uninitialised` here (src/main.c:14), which AddressSanitizer and \
                    UndefinedBehaviorSanitizer do not look for; the program ended by itself with status 0\n";
        assert_eq!((status, messages.as_str()), (5, said));
    };
    check();
    assert_eq!(folder.replay(&format!("--quiet {test}")), (5, String::new()));
    // The same for a .c file, and of a whole run.
    let (status, messages) = folder.replay("run");
    assert_eq!(status, 5, "{messages}");
    assert!(messages.contains("exit 0: natively uninitialised at src/main.c:14 is not seen"), "{messages}");
    assert!(messages.contains("0 ended differently; of 2 findings 1 were seen"), "{messages}");
    fs::remove_file(folder.0.join("run/tests.jsonl")).unwrap();
    check();
}

#[test]
fn what_sanitizers_or_the_program_report_is_a_finding() {
    let text = "#include <klee/klee.h>
        int main(void) {
            int x = klee_range(-1, 4, \"x\");
            if (x < 2) return 6 / (x < 0 ? 1 : x);
            if (x == 2) klee_report_error(\"a.c\", 5, \"two\", \"err\");
            for (;;) if (x == 7) return 1;
        }";
    let folder = Folder::new("reported", &[("prog.c", text)]);
    assert_eq!(folder.vellum("run -q --check-loops on --out run prog.c").0, 1);
    folder.cc("", "prog.c -o prog");
    for program in ["prog.c", "prog"] {
        for (x, status, words) in [
            (0, 1, "runtime error: division by zero"),
            (1, 6, ""),
            (2, 1, "a.c:5: two (err)"),
            (3, 124, "stopped after 1s"),
        ] {
            folder.test(&[("x", x)]);
            fs::copy(folder.0.join("t.ktest"), folder.0.join("run/t.ktest")).unwrap();
            let (found, messages) =
                folder.vellum(&format!("replay --native --sanitize --max-time 1s run/t.ktest {program}"));
            assert!(found == status && messages.contains(words), "{program} {x}: {found}: {messages}");
        }
        let (status, messages) =
            folder.vellum(&format!("replay --native --sanitize --max-time 1s run {program}"));
        assert!(status == 0 && messages.contains("of 3 findings 3 were seen"), "{program}: {messages}");
    }
}

#[test]
fn sources_that_are_gone_or_changed_are_named() {
    let folder = of_two_parts("sources");
    folder.test(&[("what", 0)]);
    let source = folder.0.join("src/part.c");
    fs::write(&source, format!("{}\n", PART.1)).unwrap();
    folder.refuse("src/part.c has changed since; build it again with `vellum cc`, and run it again");
    fs::remove_file(&source).unwrap();
    folder
        .refuse("src/part.c is gone; put it back, or build it again with `vellum cc` where its sources stay");
    fs::write(&source, PART.1).unwrap();
    assert_eq!(folder.replay("t.ktest"), (0, String::new()));
    fs::write(folder.0.join("include/part.h"), "no").unwrap();
    folder.refuse("src/main.c: clang refused it with sanitizers");
    fs::write(folder.0.join("include/part.h"), HEADER.1).unwrap();
    let (status, messages) = folder.replay("t.ktest");
    assert_eq!((status, messages.lines().count()), (0, 1), "{messages}");
    assert!(messages.contains("include/part.h is newer than prog"), "{messages}");
    fs::remove_file(folder.0.join("tmp/libpart.a")).unwrap();
    folder.refuse("its parts could not be linked");
}

#[test]
fn parts_of_assembly_are_linked_as_they_are() {
    let main = "int six(void);\nint main(void) { return six(); }";
    let six = ".text\n.globl six\nsix: movl $6, %eax\nret\n.section .note.GNU-stack,\"\",@progbits\n";
    let folder = Folder::new("assembly", &[("a.c", main), ("six.s", six)]);
    folder.test(&[]);
    folder.cc("", "-c six.s");
    folder.cc("", "a.c six.o -o prog");
    let (status, messages) = folder.replay("t.ktest");
    assert_eq!((status, messages.lines().count()), (6, 1), "{messages}");
    assert!(messages.contains("six.o does not say how it was compiled"), "{messages}");
    fs::remove_file(folder.0.join("six.o")).unwrap();
    folder.refuse("six.o is gone; make it again");
    folder.cc("", "a.c six.s -o prog");
    folder.refuse("was made of assembly or bitcode while linking and is gone; make an object of it with -c");
}

#[test]
fn parts_may_be_in_another_language() {
    let files = [
        ("a.c", "int f(int);\nint main(void) { return f(2); }"),
        ("b", "extern \"C\" int f(int x) { return x; }"),
    ];
    let folder = Folder::new("language", &files);
    folder.test(&[]);
    folder.cc("", "-x c++ -c b -o b.o");
    folder.cc("", "a.c b.o -o prog");
    assert_eq!(folder.replay("t.ktest"), (2, String::new()));
}

#[test]
fn executables_that_do_not_say_how_they_were_built_are_refused() {
    let folder = of_two_parts("record");
    folder.test(&[("what", 0)]);
    let objcopy = "/usr/lib/llvm-22/bin/llvm-objcopy";
    folder.tool(objcopy, "--update-section=.vellum.build=src/main.c prog");
    folder.refuse("how it was built is damaged, or written by another version of `vellum cc`");
    folder.tool(objcopy, "--remove-section=.vellum.build prog");
    folder.refuse("built by a `vellum cc` that did not keep how; build it again with `vellum cc`");
    folder.tool(objcopy, "--remove-section=.vellum.bitcode prog");
    folder.refuse("an executable without bitcode; build it with `vellum cc`");
}
