//! Whatever is wrong with a command or a file: one line says so, the exit status is 2, and nothing crashes.

use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
};

/// A folder of files to be wrong with.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bad-input-{name}"));
        // Something is there only if an earlier run failed.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    fn vellum<S: AsRef<OsStr>>(&self, words: impl IntoIterator<Item = S>) -> Output {
        Command::new(env!("CARGO_BIN_EXE_vellum")).args(words).current_dir(&self.0).output().unwrap()
    }

    /// Compiles `source` to bitcode.
    fn bitcode(&self, name: &str, source: &str, flags: &str) {
        let file = format!("{name}.source.c");
        self.write(&file, source);
        let status = Command::new("/usr/lib/llvm-22/bin/clang")
            .args(flags.split_whitespace())
            .args(["-c", "-emit-llvm", "-o", name, &file])
            .current_dir(&self.0)
            .status()
            .unwrap();
        assert!(status.success());
    }

    /// Runs the words and expects a refusal that mentions `text`.
    fn refuses(&self, words: &str, text: &str) {
        refused(words, &self.vellum(words.split_whitespace()), text);
    }

    /// As [`Folder::refuses`], for each command that loads a program.
    fn refuses_file(&self, file: &str, text: &str) {
        self.refuses(&format!("run --out refused {file}"), text);
        self.refuses(&format!("ir {file}"), text);
        assert!(!self.0.join("refused").exists(), "a run directory of a run that never began");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The next run tries again.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Checks that `output` is one line of complaint that mentions `text`.
fn refused(what: &str, output: &Output, text: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{what}: {stderr}");
    assert!(stderr.starts_with("vellum: error: "), "{what}: {stderr}");
    assert!(stderr.ends_with('\n') && stderr.lines().count() == 1, "{what}: {stderr}");
    assert!(stderr.contains(text), "{what}: `{text}` is not in {stderr}");
    assert!(output.stdout.is_empty(), "{what}: {}", String::from_utf8_lossy(&output.stdout));
}

const GOOD: &str = "int twice(int x) { return 2 * x; }\nint main(void) { return twice(0); }\n";

#[test]
fn files_that_are_not_there_or_not_files() {
    let folder = Folder::new("files");
    fs::create_dir(folder.0.join("folder")).unwrap();
    std::os::unix::fs::symlink("loop.bc", folder.0.join("loop.bc")).unwrap();
    for file in ["none.c", "none.bc", "none.ll", "none", "none/none.c", "-"] {
        folder.refuses_file(file, "No such file");
    }
    folder.refuses_file("folder", "s a directory");
    folder.refuses_file("loop.bc", "symbolic links");
    folder.refuses_file("/dev/null/x", "Not a directory");
    folder.refuses_file("/dev/null", "/dev/null: ");
    let name = OsStr::from_bytes(b"not-utf8-\xff.bc");
    refused("a name that is no text", &folder.vellum([OsStr::new("run"), name]), "not-utf8-");
}

#[test]
fn files_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("unreadable");
    folder.write("secret.bc", GOOD);
    fs::set_permissions(folder.0.join("secret.bc"), fs::Permissions::from_mode(0o000)).unwrap();
    // Root reads everything.
    if fs::read(folder.0.join("secret.bc")).is_err() {
        folder.refuses_file("secret.bc", "Permission denied");
    }
}

#[test]
fn files_that_are_no_programs() {
    let folder = Folder::new("contents");
    let noise: Vec<u8> = Random(1).take(5000).collect();
    for name in ["file.bc", "file.ll", "file", "file.o"] {
        for content in [&b""[..], b"\0", b"\n\n", b"hello, this is text\n", b"BC\xc0\xde", b"\x7fELF", &noise]
        {
            folder.write(name, content);
            folder.refuses_file(name, name);
        }
    }
    folder.write("wrong.ll", "define i32 @main() {\n  ret i32 %x\n}\n");
    folder.refuses_file("wrong.ll", "2:11: use of undefined value");
    folder.write("type.ll", "define i32 @main() {\n  ret i64 0\n}\n");
    folder.refuses_file("type.ll", "type.ll");
    folder.write("archive.a", "!<arch>\n");
    folder.refuses_file("archive.a", "archive.a");
}

#[test]
fn bitcode_that_is_cut_off() {
    let folder = Folder::new("cut");
    folder.bitcode("good.bc", GOOD, "");
    let good = folder.read("good.bc");
    for part in 1..16 {
        folder.write("cut.bc", &good[..good.len() * part / 16]);
        folder.refuses_file("cut.bc", "cut.bc");
    }
}

#[test]
fn bitcode_of_another_machine() {
    let folder = Folder::new("machines");
    for (target, text) in
        [("aarch64-linux-gnu", "aarch64"), ("i386-linux-gnu", "i386"), ("x86_64-windows-msvc", "windows")]
    {
        folder.bitcode("other.bc", GOOD, &format!("--target={target}"));
        folder.refuses_file("other.bc", text);
    }
}

#[test]
fn programs_that_do_not_link() {
    let folder = Folder::new("link");
    folder.write("variable.c", "extern int absent_variable;\nint main(void) { return absent_variable; }\n");
    folder.refuses("run variable.c", "absent_variable");
    // Code has addresses and no bytes: a section of functions has no start.
    folder.write(
        "section.c",
        "extern char __start_hot[];\n__attribute__((section(\"hot\"))) int main(void) { return *__start_hot; }\n",
    );
    folder.refuses("run section.c", "__start_hot");
    folder.write("empty.c", "");
    folder.refuses_file("empty.c", "main");
    folder.write("no_main.c", "int helper(void) { return 1; }\n");
    folder.refuses_file("no_main.c", "main");
    folder.write(
        "two.ll",
        "define i32 @main() {\n  %r = load i32, ptr @one\n  ret i32 %r\n}\n@one = external global i32\n",
    );
    folder.refuses("run two.ll", "one");
}

#[test]
fn what_the_compiler_refuses_the_compiler_explains() {
    let folder = Folder::new("compile");
    folder.write("wrong.c", "int main(void) { return undeclared; }\n");
    for words in ["run wrong.c", "ir wrong.c", "run --cflag=-DX wrong.c"] {
        let output = folder.vellum(words.split_whitespace());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.starts_with("wrong.c:1:25: error: use of undeclared identifier"), "{stderr}");
        assert!(stderr.ends_with("1 error generated.\n"), "{stderr}");
        assert!(output.stdout.is_empty());
    }
    folder.write("good.c", GOOD);
    fs::create_dir(folder.0.join("folder.c")).unwrap();
    for words in ["run --cflag=--no-such-flag good.c", "run -O nonsense good.c", "run folder.c"] {
        let output = folder.vellum(words.split_whitespace());
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("error: "), "{stderr}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn symbolic_surroundings_that_make_no_sense() {
    let folder = Folder::new("surroundings");
    folder.write("good.c", GOOD);
    folder.write("empty", "");
    for (options, text) in [
        ("--sym-arg 0", "no bytes"),
        ("--sym-arg many", "`many` is not a whole number"),
        ("--sym-args 2 1 4", "at least 2 arguments, but at most 1"),
        ("--sym-args 0 0 4", "at most 0"),
        ("--sym-args 1 101 4", "100 symbolic arguments"),
        ("--sym-files 0 4", "1 to 26 files"),
        ("--sym-files 27 4", "1 to 26 files"),
        ("--sym-files 1 0", "no bytes"),
        ("--sym-files 1 4 --sym-files 2 4", "given before"),
        ("--sym-stdin no-such-template", "no-such-template: No such file"),
        ("--sym-stdin empty", "an empty template"),
        ("--sym-stdin .", "s a directory"),
        ("--sym-stdin 4:200-100", "no byte"),
        ("--max-fail 0", "0 failures"),
        ("--malloc-fail many", "`many` is not a whole number"),
    ] {
        folder.refuses(&format!("run --out refused {options} good.c"), text);
        folder.refuses(&format!("run --out refused good.c {options}"), text);
    }
    folder.refuses("run good.c -sym-args 1 2", "takes 3 values");
    folder.refuses("run good.c --sym-arg", "takes 1 value");
    folder.refuses("run --sym-arg good.c", "PROGRAM");
    assert!(!folder.0.join("refused").exists(), "a run directory of a run that never began");
}

#[test]
fn places_to_start_from_that_are_none() {
    let folder = Folder::new("entry");
    folder.write("good.c", GOOD);
    folder.refuses("run --entry nothing good.c", "no such function");
    folder.refuses("run --entry twice good.c", "a function with parameters");
    folder.refuses("run --fuzz-size 4 good.c", "no fuzz target");
    folder.refuses("run --fuzz-size none good.c", "none");
    folder.refuses("run --entry LLVMFuzzerTestOneInput good.c", "no such function");
}

#[test]
fn words_nobody_understands() {
    let folder = Folder::new("words");
    folder.write("good.c", GOOD);
    for (words, text) in [
        ("", "no command; `vellum --help`"),
        ("frobnicate", "frobnicate"),
        ("run", "PROGRAM"),
        ("ir", "PROGRAM"),
        ("run --nonsense good.c", "--nonsense"),
        ("--nonsense", "--nonsense"),
        ("run -x good.c", "-x"),
        ("run --seed", "--seed"),
        ("run --out", "--out"),
        ("run --cflag", "--cflag"),
        ("run --seed x good.c", "x"),
        ("run --seed -1 good.c", "-1"),
        ("run --max-time soon good.c", "soon"),
        ("run --max-time=-1s good.c", "-1s"),
        ("run --max-time 1e400h good.c", "1e400h"),
        ("run --max-time nan good.c", "nan"),
        ("run --max-time 3parsecs good.c", "3parsecs"),
        ("run --max-instructions many good.c", "many"),
        ("run --max-instructions 99999999999999999999 good.c", "99999999999999999999"),
        ("run --max-stack huge good.c", "huge"),
        ("run --max-stack 99999999999GiB good.c", "99999999999GiB"),
        ("run --quarantine some good.c", "some"),
        ("run --stats=yes good.c", "--stats"),
        ("run --memory dynamical good.c", "--memory"),
        ("run --memory=dynamical good.c", "--memory"),
        ("run --memory dynamic --context many good.c", "--context"),
        ("run --memory dynamic --context 256 good.c", "--context"),
        ("run --memory dynamic --segment-reuse perhaps good.c", "--segment-reuse"),
        ("run --memory planes --planes fast good.c", "--planes"),
        ("run --memory holes good.c", "forking, single, merging"),
        ("run --segment-threshold some good.c", "some"),
        ("run --segment-include heap good.c", "globals, constants, stack"),
        ("run --search sideways good.c", "sideways"),
        ("run --jobs 2 good.c", "--jobs 1"),
        ("run --jobs some good.c", "some"),
        ("replay missing.ktest good.c", "missing.ktest"),
        ("report out", "vellum report"),
        ("explain out test", "--memory"),
        ("explain --memory out test", "no run directory"),
        ("run --split 4 good.c", "at least 8 bytes"),
        ("run --split half good.c", "half"),
        ("run --split 64 --split-by piece good.c", "neither choice nor fork"),
        ("run --split 64 --split-threshold big good.c", "big"),
        ("ir --seed 3 good.c", "--seed"),
    ] {
        folder.refuses(words, text);
    }
}

#[test]
fn run_directories_that_cannot_be() {
    let folder = Folder::new("out");
    folder.write("good.c", GOOD);
    fs::create_dir(folder.0.join("full")).unwrap();
    folder.write("full/file", "precious");
    folder.refuses("run --out full good.c", "not empty");
    assert_eq!(folder.read("full/file"), b"precious");
    folder.refuses("run --out good.c good.c", "good.c");
    folder.refuses("run --out good.c/below good.c", "good.c/below");
    folder.refuses("run --out /proc/nowhere good.c", "/proc/nowhere");
    folder.refuses("run --out /dev/null good.c", "/dev/null");
    // An empty folder is fine.
    fs::create_dir(folder.0.join("empty")).unwrap();
    let output = folder.vellum(["run", "--out", "empty", "good.c"]);
    assert!(output.status.success() && folder.0.join("empty/summary.json").exists());
}

#[test]
fn executables_without_bitcode_or_with_damaged_bitcode() {
    let folder = Folder::new("elf");
    folder.refuses_file("/bin/true", "without bitcode");
    folder.write("good.c", GOOD);
    assert!(folder.vellum(["cc", "good.c", "-o", "good"]).status.success());
    assert!(folder.vellum(["run", "good"]).status.success());
    let good = folder.read("good");
    let start = good.windows(4).position(|window| window == b"BC\xc0\xde").expect("bitcode is in it");
    let damage = |at: usize, len: usize| {
        let mut bytes = good.clone();
        bytes[at..at + len].fill(0xa5);
        folder.write("damaged", &bytes);
        folder.refuses_file("damaged", "damaged");
    };
    damage(start, 4);
    damage(start + 8, 64);
    damage(start + 200, 400);
    // The table of sections, where the header says it is.
    damage(0x28, 8);
    damage(0x3e, 2);
    folder.write("damaged", &good[..good.len() / 2]);
    folder.refuses_file("damaged", "damaged");
}

#[test]
fn machine_code_without_bitcode_says_why() {
    let folder = Folder::new("machine");
    folder.write("good.c", GOOD);
    for (options, file, text) in [
        ("-c good.c -o good.o", "good.o", "an object, not a program"),
        ("good.c -o conftest", "conftest", "give it another name"),
    ] {
        assert!(folder.vellum(format!("cc {options}").split_whitespace()).status.success());
        folder.refuses_file(file, text);
    }
    assert!(folder.vellum(["cc", "good.c", "-o", "good"]).status.success());
    let strip = Command::new("/usr/lib/llvm-22/bin/llvm-strip").arg(folder.0.join("good")).status();
    assert!(strip.unwrap().success());
    folder.refuses_file("good", "do not strip it");
    folder.write("archive.a", "!<arch>\n");
    folder.refuses_file("archive.a", "link it into a program");
}

#[test]
fn too_little_memory_is_no_crash() {
    let folder = Folder::new("memory");
    folder.bitcode("good.bc", GOOD, "");
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 200000 && exec \"$0\" run good.bc", env!("CARGO_BIN_EXE_vellum")])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    refused("a limit of 200 MB", &output, "too little memory");
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let folder = Folder::new("full");
    folder.write("good.c", GOOD);
    for words in ["ir good.c", "--help"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        command.args(words.split_whitespace()).current_dir(&folder.0);
        let output = command.stdout(full).output().unwrap();
        refused(words, &output, "standard output: No space left");
    }
}

/// A small generator of bytes: the same for the same seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap()).unwrap()
    }
}

impl Iterator for Random {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        Some(Random::next(self).to_le_bytes()[0])
    }
}

/// A damaged copy of `bytes`: flipped bits, a cut, a changed byte, or two ranges that changed places.
fn mutate(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let len = bytes.len();
    match random.below(8) {
        0 => bytes.truncate(random.below(len)),
        1 => {
            let size = 1 + random.below(32);
            let (from, to) = (random.below(len - size), random.below(len - size));
            for i in 0..size {
                bytes.swap(from + i, to + i);
            }
        }
        2 => {
            let (at, size) = (random.below(len), random.below(16));
            bytes.drain(at..len.min(at + size));
        }
        3 => {
            let (at, byte) = (random.below(len), random.below(256));
            bytes[at] = u8::try_from(byte).unwrap();
        }
        _ => {
            for _ in 0..=random.below(3) {
                bytes[random.below(len)] ^= 1 << random.below(8);
            }
        }
    }
    bytes
}

/// Programs without a library, so that a damaged one that still runs can do no harm.
const SOURCES: [(&str, &str); 3] = [
    (
        "-O0 -g",
        r"struct pair { int a; long b; };
          static struct pair table[4] = {{1, 2}, {3, 4}};
          static int f(struct pair *p) { return p->a > 2 ? p->a : (int)p->b; }
          int main(void) {
              int sum = 0;
              for (int i = 0; i < 4; i++) sum += f(&table[i]);
              return sum & 3;
          }",
    ),
    (
        "-O2",
        r#"static const char *names[] = {"zero", "one", "two"};
           int (*volatile pick)(int);
           static int g(int x) {
               switch (x) { case 1: return 7; case 5: return 2; case 9: return 3; default: return x; }
           }
           int main(int c, char **v) {
               pick = g;
               double d = c * 1.5;
               __int128 w = (__int128)c << 70;
               return (pick(c) + names[c % 3][0] + (int)d + (int)(w >> 69)) & 3;
           }"#,
    ),
    (
        "-O1 -g",
        r"typedef float v4 __attribute__((vector_size(16)));
          v4 mix(v4 a, v4 b) { return a * b + a; }
          int main(void) {
              v4 x = {1, 2, 3, 4};
              _Atomic int n = 0;
              for (int i = 0; i < 9; i++) { x = mix(x, x); n += i; }
              void *p = &&done;
              goto *p;
          done:
              return x[0] > 1 ? 0 : n;
          }",
    ),
];

/// Damaged copies of each program.
const MUTATIONS: usize = 120;

#[test]
fn damaged_bitcode_never_crashes() {
    let folder = Folder::new("mutations");
    for (i, (flags, source)) in SOURCES.iter().enumerate() {
        folder.bitcode(&format!("{i}.bc"), source, &format!("--target=x86_64-linux-musl {flags}"));
        let output = folder.vellum(["run".to_owned(), format!("{i}.bc")]);
        assert!(output.status.code().is_some_and(|code| code < 4), "{}", messages(&output));
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            let folder = &folder;
            scope.spawn(move || {
                for number in (first..MUTATIONS * SOURCES.len()).step_by(threads) {
                    survive(folder, number);
                }
            });
        }
    });
}

/// Damages a program in the way of `number` and loads it; what loads is run.
fn survive(folder: &Folder, number: usize) {
    let original = folder.read(&format!("{}.bc", number % SOURCES.len()));
    let mut random = Random(u64::try_from(number).unwrap());
    let file = format!("damaged-{number}.bc");
    folder.write(&file, mutate(&original, &mut random));
    let check = limited(folder, &["ir", "--check", &file]);
    let code = check.status.code();
    assert!(code.is_some_and(|code| code < 4), "{file}: {} {}", check.status, messages(&check));
    if code == Some(0) {
        let out = format!("out-{number}");
        let run = limited(folder, &["run", "--max-instructions", "100000", "--out", &out, &file]);
        // The exit status may be the program's own; then there is a summary.
        let orderly = run.status.code().is_some_and(|code| code < 4)
            || folder.0.join(out).join("summary.json").exists();
        assert!(orderly, "{file}: {} {}", run.status, messages(&run));
    }
    fs::remove_file(folder.0.join(file)).unwrap();
}

/// Runs the words for at most 20 seconds; no panic may show.
fn limited(folder: &Folder, words: &[&str]) -> Output {
    let words = ["20", env!("CARGO_BIN_EXE_vellum")].iter().chain(words).map(OsString::from);
    let output = Command::new("timeout").args(words).current_dir(&folder.0).output().unwrap();
    assert!(!messages(&output).contains("panicked"), "{}", messages(&output));
    output
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
