//! Files that are not what they should be. None may take the process down by a signal.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use expect_test::expect;
use vellum_bitcode::{Request, Source, load};

/// The file a child process is to load.
const CHILD: &str = "VELLUM_BITCODE_TEST_CHILD";

fn message(name: &str, bytes: &[u8]) -> String {
    let program = vec![Source { name: name.to_owned(), bytes: bytes.to_vec() }];
    match load(Request { program, libc: None, entry: "start", extra_roots: &[] }) {
        Ok(_) => "loaded".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// A small program as bitcode, with debug information, types and constants of many kinds.
fn sample(folder: &Path) -> Vec<u8> {
    fs::create_dir_all(folder).unwrap();
    let (source, object) = (folder.join("sample.c"), folder.join("sample.bc"));
    let text = "struct node { struct node *next; double weight; char name[12]; };
        static struct node list[2] = { { &list[1], 1.5, \"one\" }, { 0, -2, \"two\" } };
        static int (*const table[])(int);
        __attribute__((noinline)) static int twice(int x) { return x * 2; }
        static int (*const table[])(int) = { twice, 0 };
        int start(int n, char **names) {
          __int128 wide = (__int128)n << 100;
          for (struct node *p = list; p; p = p->next)
            switch (names[0][n]) {
              case 'a': n += table[0](p->name[n]); break;
              case 'b': n -= (int)p->weight; break;
              default: wide += n;
            }
          return n + (int)(wide >> 99);
        }";
    fs::write(&source, text).unwrap();
    let status = Command::new("clang-22")
        .args(["--target=x86_64-linux-gnu", "-g", "-O1", "-emit-llvm", "-c"])
        .arg(&source)
        .arg("-o")
        .arg(&object)
        .status();
    assert!(status.unwrap().success(), "clang-22 works");
    fs::read(&object).unwrap()
}

fn temporary(test: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test)
}

#[test]
fn other_files_are_told_apart() {
    let samples: &[(&str, &[u8])] = &[
        ("empty", b""),
        ("program", b"\x7fELF\x02\x01\x01"),
        ("noise", b"\x01\x02\x03\x04\xff\xfe"),
        ("library", b"!<arch>\n"),
        ("note.txt", b"hello, this is no program\n"),
        ("open.ll", b"define void @start() {"),
        ("half.ll", b"define void @start() { ret i32 0 }"),
        ("unordered.ll", b"define i32 @start() { %a = add i32 %b, 1 %b = add i32 %a, 1 ret i32 %a }"),
        ("magic.bc", b"BC\xC0\xDE"),
        ("short.bc", b"BC\xC0\xDE\x35\x14\x00\x00\x05"),
        ("big-endian.ll", b"target datalayout = \"E\"\ndefine void @start() { ret void }"),
        ("none.ll", b"define void @start() { ret void }"),
        ("other.ll", b"define void @other() { ret void }"),
        ("variable.ll", b"@start = global i32 0"),
    ];
    let found: String = samples.iter().map(|(name, bytes)| message(name, bytes) + "\n").collect();
    expect![[r#"
        empty: this is an empty file, not LLVM bitcode; compile with `vellum cc` or `clang -emit-llvm -c`
        program: this is an ELF file of machine code, not LLVM bitcode; compile with `vellum cc` or `clang -emit-llvm -c`
        noise: this is binary data, not LLVM bitcode; compile with `vellum cc` or `clang -emit-llvm -c`
        library: this is an archive, not LLVM bitcode; link it into a program with `vellum cc`
        note.txt: this is some other text, not LLVM bitcode; compile with `vellum cc` or `clang -emit-llvm -c`
        open.ll: a mistake in the LLVM text (1:23: found end of file when expecting more instructions); correct it so that LLVM 22 can read it
        half.ll: a mistake in the LLVM text (1:28: value doesn't match function result type 'void'); correct it so that LLVM 22 can read it
        unordered.ll: a mistake in the LLVM text (Instruction does not dominate all uses); correct it so that LLVM 22 can read it
        magic.bc: corrupt bitcode (Expected a single module); build it again, with LLVM 22 or older
        short.bc: corrupt bitcode (Invalid bitcode signature); build it again, with LLVM 22 or older
        big-endian.ll: built for a machine without 64-bit little-endian pointers; only x86_64 Linux is supported, compile with `--target=x86_64-linux-gnu`
        loaded
        no function `start` to start from; define it or name another one
        no function `start` to start from; define it or name another one
    "#]].assert_eq(&found);
}

#[test]
fn other_machines_are_told_apart() {
    let found: String = [
        "aarch64-unknown-linux-gnu",
        "i386-pc-linux-gnu",
        "x86_64-unknown-linux-gnux32",
        "wasm32-unknown-unknown",
        "x86_64-alpine-linux-musl",
    ]
    .iter()
    .map(|triple| format!("target triple = \"{triple}\"\ndefine void @start() {{ ret void }}"))
    .map(|text| message("a.ll", text.as_bytes()) + "\n")
    .collect();
    expect![[r#"
        a.ll: built for aarch64-unknown-linux-gnu; only x86_64 Linux is supported, compile with `--target=x86_64-linux-gnu`
        a.ll: built for i386-pc-linux-gnu; only x86_64 Linux is supported, compile with `--target=x86_64-linux-gnu`
        a.ll: built for x86_64-unknown-linux-gnux32; only x86_64 Linux is supported, compile with `--target=x86_64-linux-gnu`
        a.ll: built for wasm32-unknown-unknown; only x86_64 Linux is supported, compile with `--target=x86_64-linux-gnu`
        loaded
    "#]].assert_eq(&found);
}

#[test]
fn a_cut_file_is_an_error_or_harmless() {
    let folder = temporary("cut");
    let bytes = sample(&folder);
    assert_eq!(message("sample.bc", &bytes), "loaded");
    let lengths = (0..bytes.len()).step_by(bytes.len() / 12);
    check_children(&folder, lengths.map(|length| bytes[..length].to_vec()));
}

#[test]
fn damaged_files_never_end_in_a_signal() {
    let folder = temporary("mutations");
    let bytes = sample(&folder);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mutations = (0..200).map(|_| {
        let mut bytes = bytes.clone();
        for _ in 0..=random.below(4) {
            let place = random.below(bytes.len());
            bytes[place] ^= 1 << random.below(8);
        }
        bytes
    });
    check_children(&folder, mutations);
}

/// Loads each file in a process of its own: it ends well or with status 2 and one line.
fn check_children(folder: &Path, files: impl Iterator<Item = Vec<u8>>) {
    for (number, bytes) in files.enumerate() {
        let file = folder.join(format!("{number}.bc"));
        fs::write(&file, bytes).unwrap();
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", "bad_input::child", "--nocapture"])
            .env(CHILD, &file)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => assert_eq!(said, "", "{}", file.display()),
            Some(2) => {
                assert!(
                    said.starts_with("vellum: error: ") && said.lines().count() == 1,
                    "{}: {said}",
                    file.display()
                );
            }
            _ => panic!("{}: {}: {said}", file.display(), output.status),
        }
        fs::remove_file(&file).unwrap();
    }
}

/// Not a test of its own: what the processes above run.
#[test]
fn child() {
    if let Some(file) = env::var_os(CHILD) {
        let said = message("input.bc", &fs::read(file).unwrap());
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// xorshift64*, by Vigna, "An experimental exploration of Marsaglia's xorshift generators" (2016).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(high).expect("31 bits fit") % limit
    }
}
