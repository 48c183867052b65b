//! Fuzz targets and their corpus folders; `.ktest` seeds.

mod folder;

use std::{
    fs,
    process::{Command, Output},
};

use serde_json::Value;
use vellum_collections::cast::low32;
use vellum_report::{KTest, KTestObject};

use self::folder::Folder;

/// A folder with a program and one for seeds.
fn folder_with_seeds(name: &str, program: &str) -> Folder {
    let folder = Folder::new(name, program);
    fs::create_dir_all(folder.0.join("seeds/below")).unwrap();
    folder
}

impl Folder {
    fn write(&self, name: &str, content: &[u8]) {
        fs::write(self.0.join(name), content).unwrap();
    }

    fn vellum(&self, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(words.split_whitespace()).current_dir(&self.0).output().unwrap()
    }

    /// Runs the program into `out`: its messages, and the summary.
    fn run(&self, words: &str) -> (String, Value) {
        let _ = fs::remove_dir_all(self.0.join("out"));
        let output = self.vellum(&format!("run --out out {words}"));
        let text = fs::read(self.0.join("out/summary.json"))
            .unwrap_or_else(|_| panic!("{words}: {}", String::from_utf8_lossy(&output.stderr)));
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        (messages, serde_json::from_slice(&text).unwrap())
    }

    /// The fuzz target's input of test number `number`.
    fn input(&self, number: u32) -> Vec<u8> {
        let file = fs::read(self.0.join(format!("out/test{number:06}.ktest"))).unwrap();
        KTest::parse(&file).unwrap().fuzz_input().unwrap()
    }
}

/// Nobody guesses the hash; the seed has it.
const TARGET: &str = r"
    #include <stddef.h>
    #include <stdlib.h>
    int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
        unsigned hash = 17;
        for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * 16777619u;
        if (size > 4 && hash == 0x4a0e8aafu) {
            if (data[0] == 'c') abort();
            return 0;
        }
        return 0;
    }
";

/// The hash of the target above.
fn hash(data: &[u8]) -> u32 {
    data.iter().fold(17, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(16_777_619))
}

#[test]
fn seeds_are_explored_first() {
    let wanted = hash(b"crash!");
    let folder = folder_with_seeds("first", &TARGET.replace("0x4a0e8aaf", &format!("{wanted:#x}")));
    for (name, content) in
        [("a", &b"hello"[..]), ("below/b", b"crash!"), ("c", b""), ("d", b"hello"), ("e", b"x")]
    {
        folder.write(&format!("seeds/{name}"), content);
    }
    let (messages, summary) = folder.run("--loops execute --corpus seeds --corpus-out new --max-paths 4 p.c");
    assert_eq!(summary["findings"][0]["kind"], "abort", "{messages}");
    let mut inputs: Vec<Vec<u8>> = (1..=4).map(|number| folder.input(number)).collect();
    inputs.sort();
    assert_eq!(inputs, [&b""[..], b"crash!", b"hello", b"x"]);
    // What comes out goes in again.
    let mut names: Vec<String> = fs::read_dir(folder.0.join("new"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 4);
    assert_eq!(names.iter().filter(|name| name.starts_with("crash-")).count(), 1, "{names:?}");
    assert!(names.iter().all(|name| name.trim_start_matches("crash-").len() == 64), "{names:?}");
    let crash = names.iter().find(|name| name.starts_with("crash-")).unwrap();
    assert_eq!(fs::read(folder.0.join("new").join(crash)).unwrap(), b"crash!");
    let (_, again) = folder.run("--corpus new --max-paths 4 p.c");
    assert_eq!(again["findings"][0]["kind"], "abort");
}

const SMALL: &str = r"
    #include <stddef.h>
    #include <stdlib.h>
    int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
        if (size == 2 && data[0] == 'a' && data[1] > 'm') abort();
        return 0;
    }
";

#[test]
fn seeds_take_nothing_away_and_add_nothing() {
    let folder = folder_with_seeds("same", SMALL);
    for (name, content) in [("a", &b"az"[..]), ("b", b"ab"), ("c", b"z"), ("d", b"longer")] {
        folder.write(&format!("seeds/{name}"), content);
    }
    let (_, without) = folder.run("--fuzz-size 3 p.c");
    let (messages, with) = folder.run("--fuzz-size 3 --corpus seeds --check-solver p.c");
    assert!(messages.contains("note: 1 seeds have more than 3 bytes and are left out"), "{messages}");
    assert_eq!(without["complete"], true);
    assert_eq!((&with["paths"], &with["complete"]), (&without["paths"], &without["complete"]));
    assert_eq!(folder.input(1), b"z");
    // Every test still ends as its path did.
    assert!(folder.vellum("replay out p.c").status.success());
    // The same seeds, the same run.
    let tests = |_: &Value| (1..=3).map(|number| folder.input(number)).collect::<Vec<_>>();
    let first = tests(&with);
    let (_, again) = folder.run("--fuzz-size 3 --corpus seeds p.c");
    assert_eq!(tests(&again), first);
}

#[test]
fn an_empty_corpus_and_a_long_seed_are_fine() {
    let folder =
        folder_with_seeds("sizes", &SMALL.replace("return 0;", "return size == 40 && data[39] == 'q';"));
    let (_, summary) = folder.run("--corpus seeds --corpus-out seeds p.c");
    assert_eq!((&summary["complete"], &summary["paths"]["completed"]), (&true.into(), &3.into()));
    // The longest seed says how long an input may be.
    folder.write("seeds/long", &[b'q'; 40]);
    let (messages, summary) = folder.run("--corpus seeds p.c");
    assert!(!messages.contains("left out"), "{messages}");
    let paths = summary["paths"]["completed"].as_u64().unwrap();
    assert!((1..=paths).any(|number| folder.input(low32(number)) == [b'q'; 40]), "{paths} paths");
}

const PROGRAM: &str = r#"
    #include <assert.h>
    #include <klee/klee.h>
    int main(int argc, char **argv) {
        unsigned x;
        klee_make_symbolic(&x, sizeof x, "x");
        if (x * 2654435761u == 12345u * 2654435761u && argv[1][0] == 'k') assert(0);
        return x > 5;
    }
"#;

#[test]
fn test_cases_are_seeds() {
    let folder = folder_with_seeds("ktest", PROGRAM);
    let test = |x: u32, argument: &[u8]| {
        let stat = KTestObject::new("x", x.to_le_bytes());
        let objects = vec![KTestObject::new("arg00", argument), stat];
        KTest { objects, ..KTest::default() }.to_bytes().unwrap()
    };
    folder.write("seeds/a.ktest", &test(3, b"a\0"));
    folder.write("seeds/b.ktest", &test(12345, b"k\0"));
    // One of another program is followed as far as it goes: nowhere.
    folder.write("seeds/c.ktest", &KTest::default().to_bytes().unwrap());
    folder.write("seeds/readme", b"not a test");
    let (messages, summary) = folder.run("--seed-dir seeds --max-paths 2 --sym-arg 1 p.c");
    assert_eq!(summary["findings"][0]["kind"], "assertion", "{messages}");
    let note =
        "vellum: note: 1 seed fits no path, by its objects or what the program assumes: seeds/c.ktest\n";
    assert!(messages.contains(note), "{messages}");
    let (messages, summary) = folder.run("-seed-file=seeds/b.ktest --max-paths 1 p.c -sym-arg 1");
    assert_eq!(summary["findings"][0]["kind"], "assertion", "{messages}");
}

/// A seed may fit at first, and not what comes later; one that a path still has when the run stops does fit.
#[test]
fn seeds_that_lead_nowhere_are_named() {
    let program = r#"
        #include <klee/klee.h>
        int main(void) {
            int x = klee_int("x");
            klee_assume(x > 2);
            return klee_int(x == 3 ? "y" : "z") & 0;
        }
    "#;
    let folder = folder_with_seeds("misfits", program);
    for number in 0..20 {
        let objects = [("x", number), ("y", 0)].map(|(name, n)| KTestObject::new(name, i32::to_le_bytes(n)));
        let test = KTest { objects: objects.to_vec(), ..KTest::default() };
        folder.write(&format!("seeds/{number:02}.ktest"), &test.to_bytes().unwrap());
    }
    let (messages, _) = folder.run("--seed-dir seeds p.c");
    let names: Vec<String> =
        [0, 1, 2, 4, 5, 6, 7, 8, 9, 10].map(|number| format!("seeds/{number:02}.ktest")).to_vec();
    let note = format!(
        "note: 19 seeds fit no path, by their objects or what the program assumes: {} and 9 more\n",
        names.join(", ")
    );
    assert!(messages.contains(&note), "{messages}");
    let (messages, _) = folder.run("--seed-file seeds/03.ktest p.c");
    assert!(!messages.contains("note"), "{messages}");
    let (messages, _) = folder.run("--quiet --seed-dir seeds p.c");
    assert_eq!(messages, "");
}

#[test]
fn what_is_no_corpus_is_refused() {
    let folder = folder_with_seeds("refused", SMALL);
    folder.write("main.c", b"int main(void) { return 0; }");
    folder.write("bad.ktest", b"KTEST\0");
    for (words, text) in [
        ("run --corpus none p.c", "none: No such file"),
        ("run --corpus p.c p.c", "Not a directory"),
        ("run --corpus seeds main.c", "--corpus: the program is no fuzz target"),
        ("run --corpus-out new main.c", "--corpus-out: the program is no fuzz target"),
        ("run --corpus-out p.c/new p.c", "p.c/new: Not a directory"),
        ("run --fuzz-size 99999999 p.c", "there may be 16777216 bytes"),
        ("run --seed-file none.ktest p.c", "none.ktest: No such file"),
        ("run --seed-file bad.ktest p.c", "bad.ktest: a damaged test case"),
        ("run --seed-dir seeds p.c", "there is no .ktest file in it"),
    ] {
        let output = folder.vellum(words);
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {messages}");
        assert!(messages.contains(text) && messages.lines().count() == 1, "{words}: {messages}");
    }
}
