//! A replay has from its run directory what changes where a path leads: it ends as its path did, without the options
//! of the run being typed again.

mod folder;

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use self::folder::Folder;

impl Folder {
    /// Runs `vellum` with these words: its status and messages.
    fn vellum(&self, words: &[&str]) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        let output = command.args(words).current_dir(&self.0).stdin(Stdio::null()).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// Runs `p.c` with these options: the kind and test of the only finding.
    fn finding(&self, options: &str) -> (String, String) {
        let _ = fs::remove_dir_all(self.0.join("out"));
        let words: Vec<&str> = options.split_whitespace().collect();
        let (_, messages) = self.vellum(&[&["run", "--out", "out"], &words[..], &["p.c"]].concat());
        let summary = fs::read(self.0.join("out/summary.json")).unwrap_or_else(|_| panic!("{messages}"));
        let summary: Value = serde_json::from_slice(&summary).unwrap();
        let findings = summary["findings"].as_array().unwrap();
        assert_eq!(findings.len(), 1, "{options}: {messages}");
        let text = |key: &str| findings[0][key].as_str().unwrap().to_owned();
        (text("kind"), format!("out/{}", text("test")))
    }

    /// Replays a test with these options: whether something of that kind is found again.
    fn finds_again(&self, kind: &str, test: &str, options: &str) -> bool {
        let words: Vec<&str> = options.split_whitespace().collect();
        let (status, messages) = self.vellum(&[&["replay"], &words[..], &[test, "p.c"]].concat());
        let found = messages.starts_with(&format!("vellum: {kind}: "));
        assert_eq!(status == 1, found, "{options}: {messages}");
        found
    }
}

/// A program, options of its run, the kind that is found, options of a replay that make it different, and those with
/// which it is different in a folder that does not know the run's.
const CASES: &[(&str, &str, &str, &str, &str)] = &[
    // The random number that follows from this seed.
    (
        "#include <sys/random.h>\nint main(void) { unsigned char r; klee_int(\"x\"); getrandom(&r, 1, 0);
           klee_assert(r != RANDOM); return 0; }",
        "--seed 7 --cflag -DRANDOM=",
        "assertion",
        "--seed 8",
        "--cflag -DRANDOM=0",
    ),
    (
        "int deep(int n) { volatile char block[4096]; block[n] = 1; return n ? deep(n - 1) + block[n] : 0; }
         int main(void) { return deep(klee_range(0, 100, \"n\")) & 0; }",
        "--max-stack 128KiB",
        "stack-overflow",
        "--max-stack 8MiB",
        "",
    ),
    // Without quarantine the second block has the address of the first.
    (
        "#include <stdlib.h>\nint main(void) { klee_int(\"x\"); char *a = malloc(8); long first = (long)a; free(a);
           klee_assert((long)malloc(8) != first); return 0; }",
        "--quarantine 0",
        "assertion",
        "--quarantine inf",
        "",
    ),
    (
        "int main(void) { int x = klee_int(\"x\"); klee_assert(x != SECRET); return 0; }",
        "--cflag -DSECRET=77",
        "assertion",
        "--cflag -DSECRET=78",
        "--cflag -DSECRET=78",
    ),
    (
        "int main(void) { int x = klee_int(\"x\");\n#ifdef __OPTIMIZE__\nklee_assert(x != 5);\n#endif\nreturn 0; }",
        "-O1",
        "assertion",
        "-O0",
        "",
    ),
    (
        "int main(void) { return klee_int(\"x\") & 0; } int other(void) { klee_assert(klee_int(\"x\") != 5); return 0; }",
        "--entry other",
        "assertion",
        "--entry main",
        "",
    ),
    (
        "int main(void) { int x = klee_int(\"x\"); return (x + 1) & 0; }",
        "--check-overflow on",
        "signed-overflow",
        "--check-overflow off",
        "",
    ),
    (
        "int main(void) { int x = klee_int(\"x\"); volatile int r = 1 << x; return r & 0; }",
        "-O1 --check-overshift on",
        "overshift",
        "--check-overshift off",
        "-O1",
    ),
    (
        "#include <stdlib.h>\nint main(void) { char *p = malloc(1); if (klee_int(\"x\") != 3) free(p); p = 0; return 0; }",
        "--check-leaks on",
        "leak",
        "--check-leaks off",
        "",
    ),
];

#[test]
fn a_replay_is_told_what_its_run_was() {
    for (number, (program, options, kind, others, alone)) in (1..).zip(CASES) {
        let program = format!("#include <assert.h>\n#include <klee/klee.h>\n{program}\n");
        let folder = Folder::new(&format!("case{number}"), &program);
        let options = if options.ends_with('=') {
            format!("{options}{}", random(&folder))
        } else {
            (*options).to_owned()
        };
        let (found, test) = folder.finding(&options);
        assert_eq!(found, *kind, "{options}");
        assert!(folder.finds_again(kind, &test, ""), "{options}");
        let replayed = folder.vellum(&["replay", "out", "p.c"]);
        assert_eq!(replayed.0, 0, "{options}: {}", replayed.1);
        // What is typed wins, and without the run's settings it would not have been found.
        assert!(!folder.finds_again(kind, &test, others), "{others}");
        fs::remove_file(folder.0.join("out/replay.json")).unwrap();
        assert!(!folder.finds_again(kind, &test, alone), "{options}");
    }
}

/// The random byte that a program has with the seed 7.
fn random(folder: &Folder) -> u8 {
    let program =
        "#include <sys/random.h>\nint main(void) { unsigned char r; getrandom(&r, 1, 0); return r; }";
    fs::write(folder.0.join("r.c"), program).unwrap();
    u8::try_from(folder.vellum(&["run", "--out", "random", "--seed", "7", "r.c"]).0).unwrap()
}

#[test]
fn a_leak_is_told_again_and_the_programs_status_is_its_own() {
    let program = "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {\n\
        \x20 char *p = malloc(6);\n  if (klee_int(\"x\") != 3) free(p);\n  p = 0;\n  return STATUS;\n}\n";
    let folder = Folder::new("leak", program);
    for status in [0, 5] {
        let (kind, test) = folder.finding(&format!("--cflag -DSTATUS={status} --check-leaks on"));
        assert_eq!(kind, "leak");
        let (code, messages) = folder.vellum(&["replay", &test, "p.c"]);
        assert_eq!(code, if status == 0 { 1 } else { status }, "{messages}");
        assert!(messages.starts_with("vellum: leak: nothing points to a block of 6 bytes"), "{messages}");
        assert!(messages.contains("main at p.c:4:13"), "{messages}");
    }
}

/// The command that the end of a run shows works when it is copied, whatever the files are called.
#[test]
fn the_command_shown_can_be_copied() {
    let folder = Folder::new("copied", "");
    let names = ["it's a \"program\" $HOME `x`.c", "-dash.c", "&<>|*?.c"];
    for (number, name) in names.iter().enumerate() {
        let text =
            "#include <klee/klee.h>\nint main(void) { int x = klee_int(\"x\"); return (x + A) & 0; }\n";
        fs::write(folder.0.join(name), text).unwrap();
        let out = format!("out of '{number}'");
        let (code, messages) = folder.vellum(&[
            "run",
            "--check-overflow",
            "on",
            "--cflag",
            "-DA=1 + 1",
            "--out",
            &out,
            "--",
            name,
        ]);
        assert_eq!(code, 1, "{messages}");
        let command = messages.lines().find_map(|line| line.trim().strip_prefix("vellum replay")).unwrap();
        let folder_of_vellum = Path::new(env!("CARGO_BIN_EXE_vellum")).parent().unwrap();
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("PATH=\"$VELLUM:$PATH\"; vellum replay{command}"));
        shell.env("VELLUM", folder_of_vellum).current_dir(&folder.0);
        let output = shell.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}: {said}");
        assert!(said.starts_with("vellum: signed-overflow: "), "{command}: {said}");
    }
}

#[test]
fn a_damaged_file_of_settings_is_told_in_a_line() {
    let folder =
        Folder::new("damaged", "#include <klee/klee.h>\nint main(void) { return klee_int(\"x\") & 0; }\n");
    let (code, messages) = folder.vellum(&["run", "--out", "out", "p.c"]);
    assert_eq!(code, 0, "{messages}");
    for content in ["", "[]", "{\"seed\": \"x\"}"] {
        fs::write(folder.0.join("out/replay.json"), content).unwrap();
        let (code, messages) = folder.vellum(&["replay", "out/test000001.ktest", "p.c"]);
        assert_eq!((code, messages.lines().count()), (2, 1), "{messages}");
        assert!(messages.contains("out/replay.json: not what `vellum run` writes"), "{messages}");
    }
}

/// Compiler flags hold for native replays, too; where the program starts is another matter.
#[test]
fn a_native_replay_is_compiled_as_in_the_run() {
    let program = "#include <klee/klee.h>\nint main(void) { return STATUS; }\n\
        int other(void) { return klee_int(\"x\") & 0; }\n";
    let folder = Folder::new("native", program);
    let (code, messages) =
        folder.vellum(&["run", "--out", "out", "--cflag", "-DSTATUS=9", "--entry", "other", "p.c"]);
    assert_eq!(code, 0, "{messages}");
    let (code, messages) = folder.vellum(&["replay", "--native", "out/test000001.ktest", "p.c"]);
    assert_eq!(code, 9, "{messages}");
    assert_eq!(
        messages,
        "vellum: warning: the run started from other: natively the program starts from main\n"
    );
}
