//! Who defines what, and what is kept.

use expect_test::expect;
use vellum_bitcode::{LoadError, Request, Source, load, redirect};
use vellum_ir::FuncId;

use crate::common::{check, check_all, load_texts};

#[test]
fn only_what_is_reached_is_kept() {
    check(
        "@used = global ptr @callee
         @unused = global i32 1
         @llvm.used = appending global [1 x ptr] [ptr @kept], section \"llvm.metadata\"
         define internal void @kept() { ret void }
         define void @callee() { ret void }
         define void @dropped() { ret void }
         define ptr @main() { ret ptr @used }",
        &expect![[r#"
            global @used 8 align 8 = ptr @callee at 0

            func @main() -> ptr {
            b0:
              ret ptr @used
            }

            func @kept() {
            b0:
              ret void
            }

            func @callee() {
            b0:
              ret void
            }
        "#]],
    );
}

#[test]
fn an_alias_is_what_it_stands_for() {
    check(
        "@data = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
         @third = alias i32, getelementptr ([4 x i32], ptr @data, i64 0, i64 2)
         @f = alias i32 (), ptr @g
         @g = alias i32 (), ptr @h
         define internal i32 @h() { ret i32 1 }
         define i32 @main() {
           %1 = load i32, ptr @third
           %2 = call i32 @f()
           ret i32 %2
         }",
        &expect![[r#"
            global @data 16 align 4 = bytes "\01\00\00\00\02\00\00\00\03\00\00\00\04"

            func @main() -> i32 {
            b0:
              %0 = load i32 add(ptr @data, i64 8)
              %1 = call i32 @h()
              ret i32 %1
            }

            func @h() -> i32 {
            b0:
              ret i32 1
            }
        "#]],
    );
}

#[test]
fn constructors_run_by_priority_and_destructors_backwards() {
    check(
        "@llvm.global_ctors = appending global [4 x { i32, ptr, ptr }] [
           { i32, ptr, ptr } { i32 65535, ptr @a, ptr null }, { i32, ptr, ptr } { i32 100, ptr @b, ptr null },
           { i32, ptr, ptr } { i32 65535, ptr @c, ptr null }, { i32, ptr, ptr } { i32 1, ptr null, ptr null }]
         @llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [
           { i32, ptr, ptr } { i32 65535, ptr @a, ptr null }, { i32, ptr, ptr } { i32 100, ptr @b, ptr null }]
         define internal void @a() { ret void }
         define internal void @b() { ret void }
         define internal void @c() { ret void }
         define i32 @main() { ret i32 0 }",
        &expect![[r#"
            constructors @b, @a, @c
            destructors @a, @b

            func @main() -> i32 {
            b0:
              ret i32 0
            }

            func @a() {
            b0:
              ret void
            }

            func @b() {
            b0:
              ret void
            }

            func @c() {
            b0:
              ret void
            }
        "#]],
    );
}

#[test]
fn functions_in_the_linkers_arrays_run_at_the_start_and_the_end() {
    let names = |text: &str| {
        let module = load_texts(&[text]).unwrap();
        let names = |list: &[FuncId]| -> Vec<String> {
            list.iter().map(|function| module.functions[*function].name.to_string()).collect()
        };
        (names(&module.constructors), names(&module.destructors))
    };
    let (constructors, destructors) = names(
        "@last = global ptr @c, section \".init_array\"
         @early = internal global [3 x ptr] [ptr @a, ptr null, ptr @b], section \".init_array.00200\"
         @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }]
           [{ i32, ptr, ptr } { i32 300, ptr @d, ptr null }]
         @end = global ptr @a, section \".fini_array\"
         @sooner = global ptr @b, section \".fini_array.7\"
         @other = global ptr @main, section \".init_arrays\"
         define void @a() { ret void }
         define void @b() { ret void }
         define void @c() { ret void }
         define void @d() { ret void }
         define void @main() { ret void }",
    );
    assert_eq!(constructors, ["a", "b", "d", "c"]);
    assert_eq!(destructors, ["a", "b"]);
    let error = load_texts(&["@bad = global i64 5, section \".init_array\"
         define void @main() { ret void }"]);
    assert!(matches!(error, Err(LoadError::Unsupported { global, .. }) if global == "bad"));
}

#[test]
fn there_is_no_image_with_a_beginning_and_an_end() {
    let main = |declared: &str| format!("@end = {declared} global i8\ndefine ptr @main() {{ ret ptr @end }}");
    let error = load_texts(&[&main("external")]).unwrap_err();
    assert_eq!(error, LoadError::NoImage { symbol: "end".to_owned() });
    load_texts(&[&main("extern_weak")]).unwrap();
    load_texts(&[&main("external"), "@end = global i8 1"]).unwrap();
}

#[test]
fn references_can_be_made_to_mean_another_symbol() {
    let text = "@table = global { ptr, ptr } { ptr @old, ptr blockaddress(@old, %here) }
         @name = alias i32 (), ptr @old
         define i32 @old() {
           br label %here
         here:
           ret i32 1
         }
         define i32 @wrapper() {
           %1 = call i32 @real()
           ret i32 %1
         }
         declare i32 @real()
         declare i32 @absent()
         define ptr @main() {
           %1 = call i32 @old()
           %2 = call i32 @absent()
           %3 = call i32 @name()
           ret ptr @table
         }";
    let pairs = [("old", "wrapper"), ("real", "old"), ("absent", "elsewhere"), ("nobody", "old")];
    let pairs = pairs.map(|(from, to)| (from.to_owned(), to.to_owned())).to_vec();
    let bytes = redirect("a.ll", text.as_bytes().to_vec(), pairs).unwrap();
    let source = Source { name: "a.bc".to_owned(), bytes };
    let module =
        load(Request { program: vec![source], libc: None, entry: "main", extra_roots: &[] }).unwrap();
    expect![[r#"
        global @table 16 align 8 = ptr @wrapper at 0 + ptr blockaddress(@old, b1) at 8

        func @main() -> ptr {
        b0:
          %0 = call i32 @wrapper()
          %1 = call i32 @elsewhere()
          %2 = call i32 @old()
          ret ptr @table
        }

        func @wrapper() -> i32 {
        b0:
          %0 = call i32 @old()
          ret i32 %0
        }

        declare @elsewhere() -> i32

        func @old() -> i32 {
        b0:
          br b1
        b1:
          ret i32 1
        }
    "#]]
    .assert_eq(&module.to_string());
}

#[test]
fn weak_declarations_may_stay_undefined() {
    check(
        "declare extern_weak void @maybe()
         declare void @surely()
         define i1 @main() {
           call void @surely()
           %1 = icmp eq ptr @maybe, null
           ret i1 %1
         }",
        &expect![[r#"
            func @main() -> i1 {
            b0:
              call void @surely()
              %0 = icmp eq ptr @maybe, null
              ret i1 %0
            }

            declare @surely()
            declare weak @maybe()
        "#]],
    );
}

#[test]
fn a_name_leads_to_its_definition_in_another_module() {
    check_all(
        &[
            "declare i32 @f(i32)
             @shared = external global i32
             @common = common global i32 0
             define internal i32 @helper() { ret i32 1 }
             define i32 @main() {
               %1 = call i32 @f(i32 1)
               %2 = load i32, ptr @shared
               %3 = load i32, ptr @common
               %4 = call i32 @helper()
               %5 = call i32 @chosen()
               ret i32 %1
             }
             define weak i32 @chosen() { ret i32 1 }",
            "@shared = global i32 7
             @common = common global [2 x i32] zeroinitializer
             define internal i32 @helper() { ret i32 2 }
             define i32 @chosen() { ret i32 2 }
             define i32 @f(i32 %x) {
               %1 = call i32 @helper()
               %2 = call i32 @\"\\01chosen\"()
               ret i32 %1
             }
             declare i32 @\"\\01chosen\"()",
        ],
        &expect![[r#"
            global @shared 4 align 4 = bytes "\07"
            global @common 8 align 4

            func @main() -> i32 {
            b0:
              %0 = call i32 @f(i32 1)
              %1 = load i32 @shared
              %2 = load i32 @common
              %3 = call i32 @helper()
              %4 = call i32 @chosen()
              ret i32 %0
            }

            func @f(%0: i32) -> i32 {
            b0:
              %1 = call i32 @helper.1()
              %2 = call i32 @chosen()
              ret i32 %1
            }

            func @helper() -> i32 {
            b0:
              ret i32 1
            }

            func @chosen() -> i32 {
            b0:
              ret i32 2
            }

            func @helper.1() -> i32 {
            b0:
              ret i32 2
            }
        "#]],
    );
}

#[test]
fn constructors_of_all_modules_run() {
    let module = |name: &str| {
        format!(
            "@llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}] [
               {{ i32, ptr, ptr }} {{ i32 65535, ptr @init, ptr null }}]
             define internal void @init() {{ ret void }}
             define i32 @{name}() {{ ret i32 0 }}"
        )
    };
    check_all(
        &[&module("main"), &module("other")],
        &expect![[r#"
        constructors @init, @init.1

        func @main() -> i32 {
        b0:
          ret i32 0
        }

        func @init() {
        b0:
          ret void
        }

        func @init.1() {
        b0:
          ret void
        }
    "#]],
    );
}

#[test]
fn two_strong_definitions_do_not_go_together() {
    let text = "define i32 @main() { ret i32 0 }";
    let error = load_texts(&[text, text]).unwrap_err();
    assert_eq!(
        error,
        LoadError::Link { file: "1.ll".to_owned(), message: "`main` is already defined in 0.ll".to_owned() }
    );
    expect!["1.ll: `main` is already defined in 0.ll; remove one of them"].assert_eq(&error.to_string());
}

#[test]
fn an_ifunc_can_be_pointed_at_but_not_called() {
    check(
        "@i = ifunc void (), ptr @resolve
         define internal ptr @resolve() { ret ptr null }
         @p = global ptr @i
         define ptr @main() {
           call void @i()
           ret ptr @p
         }",
        &expect![[r#"
            global @p 8 align 8 = ptr @i at 0

            func @main() -> ptr {
            b0:
              call void @i()
              ret ptr @p
            }

            func @i() {
            b0:
              unsupported "ifunc `i`"
              unreachable
            }
        "#]],
    );
}

#[test]
fn what_an_initialiser_cannot_hold_is_an_error() {
    let error = load_texts(&["@x = addrspace(1) global i8 0
         @y = global ptr addrspace(1) @x
         define ptr @main() { ret ptr @y }"])
    .unwrap_err();
    expect!["global variable `y` holds type ptr addrspace(1), which is not supported; initialise it in code"]
        .assert_eq(&error.to_string());
}

#[test]
fn whoever_names_a_section_keeps_what_is_in_it() {
    check(
        "@c = global i32 3, section \"set\"
         @a = internal global i32 1, section \"set\"
         @other = global i32 9, section \"other\"
         @b = weak global ptr @d, section \"set\"
         @d = internal constant i8 4
         @__start_set = external global i32
         @__stop_none = extern_weak global i32
         define ptr @main() {
           %1 = icmp eq ptr @__stop_none, null
           %2 = select i1 %1, ptr @__start_set, ptr @a
           ret ptr %2
         }",
        &expect![[r#"
            section "set" @c, @a, @b
            declare weak global @__stop_none 4 align 4
            declare global @__start_set 4 align 4
            global @a 4 align 4 = bytes "\01"
            global @c 4 align 4 = bytes "\03"
            global @b 8 align 8 = ptr @d at 0
            global @d 1 align 1 constant = bytes "\04"

            func @main() -> ptr {
            b0:
              %0 = icmp eq ptr @__stop_none, null
              %1 = select i1 %0, ptr @__start_set, @a
              ret ptr %1
            }
        "#]],
    );
}
