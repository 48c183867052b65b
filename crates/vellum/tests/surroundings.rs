//! Tests of programs with symbolic surroundings: explored, then replayed in the engine and natively, they end the
//! same way each time. One program for each kind of surroundings.

mod folder;

use std::{
    fs,
    process::{Command, Output, Stdio},
};

use vellum_report::{KTest, KTestObject, Outcome};

use self::folder::Folder;

impl Folder {
    fn vellum(&self, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(words.split_whitespace()).current_dir(&self.0).stdin(Stdio::null()).output().unwrap()
    }

    fn code(&self, words: &str) -> (i32, String) {
        let output = self.vellum(words);
        (output.status.code().unwrap(), messages(&output))
    }

    /// The tests of the run, and how their paths ended.
    fn outcomes(&self) -> Vec<(String, Outcome)> {
        let text = fs::read_to_string(self.0.join("out/tests.jsonl")).unwrap();
        text.lines().filter_map(Outcome::from_line).collect()
    }
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Whether a native replay can make the same thing happen.
#[derive(PartialEq, Eq)]
enum Natively {
    Same,
    /// Not where a system call is made to fail.
    WithoutFailures,
}

/// Explores the program with these options and replays what comes of it. At least `least` tests are wanted.
fn check(name: &str, program: &str, options: &str, least: usize, natively: &Natively) {
    let folder = Folder::new(name, program);
    fs::write(folder.0.join("template"), "k=??\n").unwrap();
    let (code, text) = folder.code(&format!("run --out out {options}"));
    assert!(code < 2, "{name}: {text}");
    // Whatever a replay needs is in the test.
    fs::remove_file(folder.0.join("template")).unwrap();
    let outcomes = folder.outcomes();
    assert!(outcomes.len() >= least, "{name}: {outcomes:?}");
    let (code, text) = folder.code("replay out p.c");
    assert_eq!(code, 0, "{name}: {text}");
    assert!(text.ends_with(&format!("vellum: {} tests replayed, 0 ended differently\n", outcomes.len())));
    assert_eq!(folder.code("cc p.c -o p").0, 0);
    let expected = |outcome: &Outcome| match outcome {
        Outcome::Exit(status) => *status,
        Outcome::Finding { .. } => 1,
    };
    let (test, outcome) = &outcomes[0];
    let (code, text) = folder.code(&format!("replay --quiet out/{test} p.c"));
    assert_eq!(code, expected(outcome), "{name}: {test} in the engine: {outcome}, {text}");
    for (test, outcome) in &outcomes {
        let (code, text) = folder.code(&format!("replay --native out/{test} p"));
        if *natively == Natively::Same || !text.contains("makes a call fail") {
            assert_eq!(code, expected(outcome), "{name}: {test} natively: {outcome}, {text}");
        }
    }
}

#[test]
fn arguments() {
    let program = r#"
        #include <assert.h>
        #include <string.h>
        int main(int argc, char **argv) {
            if (argc < 3) return 10 + argc;
            assert(strcmp(argv[2], "-x") != 0);
            return argv[2][0] == '-' ? 1 : strcmp(argv[1], "fixed") == 0 ? 2 : 3;
        }
    "#;
    check("args", program, "p.c fixed --sym-args 0 2 2", 4, &Natively::Same);
    check("arg", program, "--sym-arg 1 p.c --sym-arg 2", 4, &Natively::Same);
}

#[test]
fn files() {
    let program = r#"
        #include <assert.h>
        #include <fcntl.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(void) {
            char a[4], b[4];
            struct stat status;
            int first = open("A", O_RDWR), second = open("B", O_RDONLY);
            if (read(first, a, 4) != 3 || read(second, b, 4) != 3) return 40;
            assert(a[0] != 'x' || b[2] != 'y');
            fstat(first, &status);
            if (status.st_size != 3) return 41;
            return a[1] < b[1] ? 1 : 2;
        }
    "#;
    check("files", program, "--sym-files 2 3 p.c", 3, &Natively::Same);
}

#[test]
fn files_from_a_template() {
    let program = r#"
        #include <stdio.h>
        int main(void) {
            int key, value;
            FILE *file = fopen("A", "r");
            if (!file || fscanf(file, "k=%1d%1d", &key, &value) != 2) return 5;
            if (key > value) return 1;
            return 0;
        }
    "#;
    check("file-template", program, "--sym-files 1 template:0x30-0x39 p.c", 2, &Natively::Same);
}

#[test]
fn standard_input() {
    let program = r#"
        #include <assert.h>
        #include <stdio.h>
        int main(void) {
            int key, value;
            if (scanf("k=%1d%1d", &key, &value) != 2) return 5;
            assert(key * value != 63);
            return key > value;
        }
    "#;
    check("stdin", program, "p.c --sym-stdin 4", 4, &Natively::Same);
    check("template", program, "p.c --sym-stdin template", 4, &Natively::Same);
    check("range", program, "--sym-stdin template:0x30-0x39 p.c", 2, &Natively::Same);
}

#[test]
fn standard_output() {
    let program = r#"
        #include <stdio.h>
        int main(int argc, char **argv) {
            puts(argv[1][0] == 'q' ? "quit" : "go on");
            if (argv[1][0] == 'q') return 1;
            return 0;
        }
    "#;
    check("stdout", program, "--sym-stdout p.c --sym-arg 1", 2, &Natively::Same);
}

#[test]
fn failures() {
    let program = r#"
        #include <assert.h>
        #include <stdio.h>
        #include <unistd.h>
        int main(void) {
            char byte;
            if (read(0, &byte, 1) < 0) return 3;
            assert(write(2, "", 0) == 0);
            return byte == 'x';
        }
    "#;
    check("failures", program, "--sym-stdin 1 --max-fail 1 p.c", 3, &Natively::WithoutFailures);
}

#[test]
fn allocations_that_fail() {
    let program = r"
        #include <stdlib.h>
        int main(void) {
            char *one = malloc(1), *two = calloc(1, 1);
            int status = 2 * !one + 4 * !two;
            free(one);
            free(two);
            return status;
        }
    ";
    check("allocations", program, "--malloc-fail 2 p.c", 4, &Natively::WithoutFailures);
}

const TARGET: &str = r"
    #include <stddef.h>
    #include <stdlib.h>
    int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
        if (size == 3 && data[0] == 'b' && data[2] == '!') abort();
        return 0;
    }
";

#[test]
fn fuzz_targets() {
    check("fuzz", TARGET, "--fuzz-size 4 p.c", 4, &Natively::Same);
    check("fuzz-empty", TARGET, "--fuzz-size 0 p.c", 1, &Natively::Same);
}

#[test]
fn tests_of_a_fuzz_target_made_by_hand() {
    let folder = Folder::new("by-hand", TARGET);
    let replay = |objects: &[(&str, &[u8])]| {
        let objects = objects.iter().map(|(name, bytes)| KTestObject::new(*name, *bytes)).collect();
        let test = KTest { objects, ..KTest::default() };
        fs::write(folder.0.join("t.ktest"), test.to_bytes().unwrap()).unwrap();
        folder.code("replay t.ktest p.c")
    };
    assert_eq!(replay(&[("data", b"bx!")]).0, 1);
    assert_eq!(replay(&[("data", b"bx!?"), ("size", &3_u64.to_le_bytes())]).0, 1);
    assert_eq!(replay(&[("data", b"bx")]), (0, String::new()));
    assert_eq!(replay(&[]), (0, String::new()));
    let (code, text) = replay(&[("data", b"bx"), ("size", &3_u64.to_le_bytes())]);
    assert!(code == 2 && text.contains("the input should have 3 bytes, the test has 2"), "{text}");
}

#[test]
fn another_function_to_start_from() {
    let program = "#include <klee/klee.h>\nint f(void) { return klee_range(0, 3, \"x\") == 1 ? 7 : 8; }\n";
    let folder = Folder::new("entry", program);
    assert_eq!(folder.code("run --entry f --out out p.c").0, 0);
    assert_eq!(folder.code("replay --entry f out p.c").0, 0);
    assert_eq!(folder.code("replay --entry g out p.c").0, 2);
    assert_eq!(folder.code("replay --native --entry f out/test000001.ktest p.c").0, 2);
}

/// Tests as KLEE writes them: names that are unique, its version, sizes in `stat` that mean nothing.
#[test]
fn tests_of_klee_are_replayed() {
    let program = r#"
        #include <klee/klee.h>
        #include <stdio.h>
        int main(int argc, char **argv) {
            int a = klee_int("i"), b = klee_int("i");
            printf("%d%s%d:%c\n", argc, argv[1], a + b, getchar());
            return a + b;
        }
    "#;
    let folder = Folder::new("klee", program);
    let (three, four) = (3_i32.to_le_bytes(), 4_i32.to_le_bytes());
    let objects: &[(&str, &[u8])] = &[
        ("n_args", &1_i32.to_le_bytes()),
        ("arg00", b"a\0"),
        ("n_args_1", &0_i32.to_le_bytes()),
        ("stdin", b"s"),
        ("stdin_stat", &[0; 144]),
        ("model_version", &1_i32.to_le_bytes()),
        ("i", &three),
        ("i_1", &four),
    ];
    let words = "p.bc --sym-args 0 2 1 -sym-args 0 1 1 --sym-stdin 1";
    let test = KTest {
        args: words.split(' ').map(|word| word.as_bytes().to_vec()).collect(),
        objects: objects.iter().map(|(name, bytes)| KTestObject::new(*name, *bytes)).collect(),
        ..KTest::default()
    };
    fs::write(folder.0.join("t.ktest"), test.to_bytes().unwrap()).unwrap();
    for how in ["replay", "replay --native"] {
        let output = folder.vellum(&format!("{how} t.ktest p.c"));
        assert_eq!(output.status.code(), Some(7), "{how}: {}", messages(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "2a7:s\n", "{how}");
    }
}

/// What comes of opening a name.
const OPENS: &str = r"
    #include <errno.h>
    #include <fcntl.h>
    #include <unistd.h>
    int main(int argc, char **argv) {
        if (argc > 2) close(open(argv[2], O_CREAT | O_WRONLY, 0600));
        if (argc > 3) unlink(argv[3]);
        char byte = 0;
        int file = open(argv[1], O_RDONLY);
        if (file < 0) return errno == ENOENT ? 2 : errno == ENOTDIR ? 3 : 4;
        if (read(file, &byte, 1) < 0) return errno == EISDIR ? 5 : 6;
        return byte;
    }
";

/// The statuses with which paths left, in order.
fn statuses(folder: &Folder) -> Vec<i32> {
    let status = |(_, outcome): &(String, Outcome)| match outcome {
        Outcome::Exit(status) => *status,
        Outcome::Finding { .. } => panic!("nothing is wrong"),
    };
    let mut statuses: Vec<i32> = folder.outcomes().iter().map(status).collect();
    statuses.sort_unstable();
    statuses
}

/// Explores what comes of opening a symbolic name: statuses of the paths, and the exit status of the run.
fn opened(folder: &Folder, words: &str) -> (Vec<i32>, i32) {
    let _ = fs::remove_dir_all(folder.0.join("out"));
    let (code, text) = folder.code(&format!("run --out out {words}"));
    let statuses = statuses(folder);
    let (replayed, told) = folder.code("replay out p.c");
    assert_eq!(replayed, 0, "{words}: {told}");
    let summary = fs::read_to_string(folder.0.join("out/summary.json")).unwrap();
    assert_eq!(summary.contains("\"complete\": true"), code == 0, "{words}: {text}");
    assert_eq!(text.contains("not everything was explored"), code == 4, "{words}: {text}");
    (statuses, code)
}

#[test]
fn a_symbolic_name_is_that_of_each_file_it_may_be() {
    let folder = Folder::new("symbolic-name", OPENS);
    let write = |name: &str, text: &str| fs::write(folder.0.join(name), text).unwrap();
    // `/` and `.`.
    assert_eq!(opened(&folder, "p.c --sym-arg 1"), (vec![2, 5, 5], 0));
    // A file, something behind it, `..`, and nothing else.
    write("f", "Z");
    assert_eq!(opened(&folder, "p.c --sym-arg 1"), (vec![2, 5, 5, 90], 0));
    assert_eq!(opened(&folder, "p.c --sym-arg 2"), (vec![2, 3, 5, 5, 5, 90], 0));
    // Symbolic files come first: of `A`, the bytes are symbolic.
    let (statuses, code) = opened(&folder, "--sym-files 1 1 p.c --sym-arg 1");
    assert_eq!((statuses.len(), code), (5, 0));
    // Those that the path made are there, those that it removed are not.
    assert_eq!(opened(&folder, "p.c --sym-arg 1 g"), (vec![0, 2, 5, 5, 90], 0));
    assert_eq!(opened(&folder, "p.c --sym-arg 1 g f"), (vec![0, 2, 5, 5], 0));
    // Bytes that are known leave no other file.
    fs::create_dir(folder.0.join("folder")).unwrap();
    write("folder/x", "Y");
    write("folder/yy", "W");
    write("folder/zzz", "V");
    let known = OPENS.replace("int file", "char name[9] = \"folder/\"; name[7] = argv[1][0]; int file");
    fs::write(folder.0.join("p.c"), known.replace("open(argv[1], O_RDONLY)", "open(name, O_RDONLY)"))
        .unwrap();
    assert_eq!(opened(&folder, "p.c --sym-arg 1"), (vec![2, 5, 89], 0));
}

#[test]
fn files_that_a_symbolic_name_may_be_and_that_are_not_tried_are_left_out() {
    let folder = Folder::new("symbolic-names", OPENS);
    for name in "abcdefghij".chars() {
        fs::write(folder.0.join(name.to_string()), "Z").unwrap();
    }
    let (statuses, code) = opened(&folder, "p.c --sym-arg 1");
    // Eight files, the first by name, are cases of their own.
    assert_eq!((statuses, code), (vec![2, 5, 5, 90, 90, 90, 90, 90, 90], 4));
    // Where a name may lead into folders that are not the same in every run, or through a link, not all is tried either.
    let (_, code) = opened(&folder, "p.c --sym-arg 9");
    assert_eq!(code, 4);
    let all = fs::read_to_string(folder.0.join("out/summary.json")).unwrap();
    assert!(all.contains("a symbolic file name may be that of more files than were tried"), "{all}");
}
