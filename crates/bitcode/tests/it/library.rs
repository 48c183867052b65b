//! The C library: what is taken of it and when.

use std::{fs, path::PathBuf, process::Command};

use expect_test::expect;
use vellum_bitcode::{Libc, LoadError, Request, Source, load};
use vellum_ir::{Module, verify};

/// A library made of text, in a folder of its own.
struct Library {
    folder: PathBuf,
}

impl Library {
    fn new(test: &str, members: &[(&str, &str)]) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let library = Self { folder };
        library.assemble(
            "crt.o",
            "declare i32 @main()\ndefine i32 @_start() { %1 = call i32 @main() ret i32 %1 }",
        );
        let objects: Vec<PathBuf> = members.iter().map(|(name, text)| library.assemble(name, text)).collect();
        let status =
            Command::new("llvm-ar-22").arg("rcs").arg(library.folder.join("libc.a")).args(objects).status();
        assert!(status.unwrap().success(), "llvm-ar-22 works");
        library
    }

    fn assemble(&self, name: &str, text: &str) -> PathBuf {
        let (source, object) = (self.folder.join("source.ll"), self.folder.join(name));
        fs::write(&source, text).unwrap();
        let status = Command::new("llvm-as-22").arg(&source).arg("-o").arg(&object).status();
        assert!(status.unwrap().success(), "llvm-as-22 works");
        object
    }

    fn load(&self, program: &str) -> Result<Module, LoadError> {
        load(Request {
            program: vec![Source { name: "program.ll".to_owned(), bytes: program.as_bytes().to_vec() }],
            libc: Some(Libc { crt: self.folder.join("crt.o"), archive: self.folder.join("libc.a") }),
            entry: "_start",
            extra_roots: &["hook", "nowhere"],
        })
    }
}

const MEMBERS: &[(&str, &str)] = &[
    ("puts.o", "declare i32 @write()\ndefine i32 @puts() { %1 = call i32 @write() ret i32 %1 }"),
    ("write.o", "define i32 @write() { ret i32 1 }"),
    ("a_member_with_quite_a_long_name.o", "define double @sin(double %x) { ret double %x }"),
    ("hook.o", "define void @hook() { ret void }"),
    ("strlen.o", "define i64 @strlen(ptr %s) { ret i64 0 }\ndefine weak void @extra() { ret void }"),
];

#[test]
fn members_come_when_their_symbols_are_wanted() {
    let library = Library::new("wanted", MEMBERS);
    let module = library
        .load(
            "declare i32 @puts()
             declare double @llvm.sin.f64(double)
             declare extern_weak i64 @strlen(ptr)
             define i32 @main() {
               %1 = call i32 @puts()
               %2 = call double @llvm.sin.f64(double 1.0)
               %3 = icmp eq ptr @strlen, null
               ret i32 %1
             }",
        )
        .unwrap();
    verify::check(&module).unwrap();
    expect![[r#"
        func @_start() -> i32 {
        b0:
          %0 = call i32 @main()
          ret i32 %0
        }

        func @hook() {
        b0:
          ret void
        }

        func @main() -> i32 {
        b0:
          %0 = call i32 @puts()
          %1 = call double @sin(double 0x3ff0000000000000)
          %2 = icmp eq ptr @strlen, null
          ret i32 %0
        }

        func @puts() -> i32 {
        b0:
          %0 = call i32 @write()
          ret i32 %0
        }

        func @sin(%0: double) -> double {
        b0:
          ret double %0
        }

        declare weak @strlen(ptr) -> i64

        func @write() -> i32 {
        b0:
          ret i32 1
        }
    "#]]
    .assert_eq(&module.to_string());
}

#[test]
fn the_program_may_replace_a_library_function() {
    let library = Library::new("replace", MEMBERS);
    let module = library
        .load(
            "declare i32 @puts()
             define i32 @write() { ret i32 2 }
             define i64 @strlen(ptr %s) { ret i64 7 }
             declare void @extra()
             define i32 @main() {
               %1 = call i32 @puts()
               call void @extra()
               %2 = call i64 @strlen(ptr null)
               ret i32 %1
             }",
        )
        .unwrap();
    verify::check(&module).unwrap();
    expect![[r#"
        func @_start() -> i32 {
        b0:
          %0 = call i32 @main()
          ret i32 %0
        }

        func @hook() {
        b0:
          ret void
        }

        func @main() -> i32 {
        b0:
          %0 = call i32 @puts()
          call void @extra()
          %1 = call i64 @strlen(ptr null)
          ret i32 %0
        }

        func @puts() -> i32 {
        b0:
          %0 = call i32 @write()
          ret i32 %0
        }

        func @extra() {
        b0:
          ret void
        }

        func @strlen(%0: ptr) -> i64 {
        b0:
          ret i64 7
        }

        func @write() -> i32 {
        b0:
          ret i32 2
        }
    "#]]
    .assert_eq(&module.to_string());
}

#[test]
fn a_program_without_main_is_told_so() {
    let library = Library::new("no_main", MEMBERS);
    let error = library.load("define void @f() { ret void }").unwrap_err();
    assert_eq!(error, LoadError::MissingMain { file: "program.ll".to_owned() });
    expect!["program.ll: the program has no function `main`; link the file that defines it"]
        .assert_eq(&error.to_string());
}

#[test]
fn members_of_machine_code_are_passed_over() {
    let library = Library::new("machine_code", MEMBERS);
    let archive = library.folder.join("libc.a");
    let bytes = fs::read(&archive).unwrap();
    // The same archive, but no member looks like bitcode any more.
    let damaged: Vec<u8> = bytes.windows(4).map(|w| if w == b"BC\xC0\xDE" { 0x7f } else { w[0] }).collect();
    fs::write(&archive, [damaged, bytes[bytes.len() - 3..].to_vec()].concat()).unwrap();
    let module = library.load("declare i32 @puts()\ndefine i32 @main() { %1 = call i32 @puts() ret i32 %1 }");
    let module = module.unwrap();
    let puts = module.function_named("puts").unwrap();
    assert!(module.functions[puts].body.is_none());
}

#[test]
fn a_missing_or_damaged_library_is_an_error() {
    let library = Library::new("damaged", MEMBERS);
    let program = "define i32 @main() { ret i32 0 }";
    let archive = library.folder.join("libc.a");
    let bytes = fs::read(&archive).unwrap();
    fs::write(&archive, &bytes[..100]).unwrap();
    assert!(matches!(library.load(program), Err(LoadError::Corrupt { .. })));
    fs::write(&archive, b"not an archive").unwrap();
    assert!(matches!(library.load(program), Err(LoadError::Corrupt { .. })));
    fs::remove_file(&archive).unwrap();
    assert!(matches!(library.load(program), Err(LoadError::Unreadable { .. })));
}
