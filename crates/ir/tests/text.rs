//! The text form: what is printed is read back, and what is not a module says why.

#![expect(clippy::needless_pass_by_value, reason = "expectations are written where a check is called")]
#![expect(clippy::needless_raw_string_hashes, reason = "expect-test writes its snapshots with them")]

use std::fmt::Write;

use expect_test::{Expect, expect, expect_file};
use vellum_bits::FloatKind;
use vellum_ir::{
    BinaryOp, CastOp, ConstOp, FloatPredicate, Inst, IntPredicate, Module, RmwOp, intrinsic::INTRINSICS,
    text, verify,
};

const EVERYTHING: &str = include_str!("everything.ir");

fn parse(text: &str) -> Module {
    text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The module printed; that it reads back as the same text and is valid goes without saying.
fn round_trip(text: &str) -> (Module, String) {
    let module = parse(text);
    if let Err(error) = verify::check(&module) {
        panic!("{error}");
    }
    let printed = module.to_string();
    assert_eq!(parse(&printed).to_string(), printed);
    (module, printed)
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&round_trip(text).1);
}

/// Texts and why they are no modules.
fn check_errors(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        match text::parse(text) {
            Ok(module) => panic!("{text}\nis a module:\n{module}"),
            Err(error) => assert_eq!(error.to_string(), *expected, "of\n{text}"),
        }
    }
}

/// As [`check_errors`], for the third line of a function with an `i32 %a` and a `ptr %p`.
fn check_line_errors(rows: &[(&str, &str)]) {
    for (line, expected) in rows {
        check_errors(&[(&format!("func @f(%a: i32, %p: ptr) {{\nb:\n{line}\nret void\n}}"), expected)]);
    }
}

#[test]
fn a_program_prints_as_it_is_written_but_for_names() {
    check(
        r#"
        declare @malloc(i64) -> ptr ; a comment
        global @table 16 align 8 constant = bytes "ab\00\ff" + ptr @main at 8
        func @main(%argc: i32, %argv: ptr) -> i32 {
        entry:
          %x = alloca 4 align 4 "x"
          store i32 7, %x
          %v = load i32 %x
          %s = add nsw i32 %v, 1 !loc("main.c":12:3 in "main")
          %c = icmp slt i32 %s, 10
          br %c, then, else
        then:
          %r = call i32 @main(i32 %s, ptr %x byval(24, 8))
          ret i32 %r
        else:
          %p = phi i32 [ %v, entry ]
          unreachable
        }"#,
        expect![[r#"
            global @table 16 align 8 constant = bytes "ab\00\ff" + ptr @main at 8
            declare @malloc(i64) -> ptr

            func @main(%0: i32, %1: ptr) -> i32 {
            b0:
              %2 = alloca 4 align 4 "x"
              store i32 7, %2
              %3 = load i32 %2
              %4 = add nsw i32 %3, 1 !loc("main.c":12:3 in "main")
              %5 = icmp slt i32 %4, 10
              br %5, b1, b2
            b1:
              %6 = call i32 @main(i32 %4, ptr %2 byval(24, 8))
              ret i32 %6
            b2:
              %7 = phi i32 [ %3, b0 ]
              unreachable
            }
        "#]],
    );
}

#[test]
fn everything_is_printed_and_read_back() {
    expect_file!["everything.printed.ir"].assert_eq(&round_trip(EVERYTHING).1);
}

/// A number for every kind of instruction; a new kind does not compile without one.
fn kind(inst: &Inst) -> usize {
    match inst {
        Inst::Binary(..) => 0,
        Inst::FNeg(_) => 1,
        Inst::Compare(..) => 2,
        Inst::FloatCompare(..) => 3,
        Inst::Cast(..) => 4,
        Inst::Select(..) => 5,
        Inst::Freeze(_) => 6,
        Inst::Alloca(_) => 7,
        Inst::Load(_) => 8,
        Inst::Store { .. } => 9,
        Inst::PtrAdd { .. } => 10,
        Inst::ExtractValue(..) => 11,
        Inst::InsertValue { .. } => 12,
        Inst::ExtractElement(..) => 13,
        Inst::InsertElement { .. } => 14,
        Inst::Shuffle(..) => 15,
        Inst::AtomicRmw { .. } => 16,
        Inst::CmpXchg { .. } => 17,
        Inst::Call(_) => 18,
        Inst::VaArg(_) => 19,
        Inst::Phi(_) => 20,
        Inst::Br(_) => 21,
        Inst::CondBr(..) => 22,
        Inst::Switch { .. } => 23,
        Inst::IndirectBr(..) => 24,
        Inst::Ret(_) => 25,
        Inst::Unreachable => 26,
        Inst::Unsupported(_) => 27,
    }
}

#[test]
fn everything_has_every_kind_of_instruction() {
    let mut seen = [false; 28];
    for body in parse(EVERYTHING).functions.iter().filter_map(|function| function.body.as_ref()) {
        body.blocks.iter().flatten().for_each(|inst| seen[kind(&inst.inst)] = true);
    }
    assert_eq!(seen, [true; 28]);
}

#[test]
fn every_row_of_every_table_is_printed_and_read_back() {
    let mut lines = String::new();
    let mut count = 0;
    let mut line = |text: String| {
        count += 1;
        writeln!(lines, "%x{count} = {text}").unwrap();
    };
    for (_, name) in BinaryOp::ALL {
        let ty = if name.starts_with('f') { "double" } else { "i64" };
        line(format!("{name} {ty} undef, zero"));
    }
    for (_, name) in IntPredicate::ALL {
        line(format!("icmp {name} ptr undef, null"));
    }
    for (_, name) in FloatPredicate::ALL {
        line(format!("fcmp {name} x86_fp80 undef, zero"));
    }
    for (op, name) in CastOp::ALL {
        let (from, to) = match op {
            CastOp::Trunc => ("i9", "i8"),
            CastOp::ZExt | CastOp::SExt => ("<2 x i9>", "<2 x i10>"),
            CastOp::FpToUi | CastOp::FpToSi => ("float", "i9"),
            CastOp::UiToFp | CastOp::SiToFp => ("i9", "float"),
            CastOp::FpTrunc => ("fp128", "x86_fp80"),
            CastOp::FpExt => ("bfloat", "float"),
            CastOp::PtrToInt => ("ptr", "i9"),
            CastOp::IntToPtr => ("i9", "ptr"),
            CastOp::BitCast => ("<2 x i32>", "double"),
        };
        line(format!("{name} {from} undef to {to}"));
    }
    for (op, name) in RmwOp::ALL {
        let float = matches!(op, RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin);
        line(format!("atomicrmw {name} null, {} zero", if float { "double" } else { "i64" }));
    }
    for (op, name) in ConstOp::ALL {
        let parts = if *op == ConstOp::Resize { "i64 1" } else { "i64 1, ptr null" };
        line(format!("freeze i64 {name}({parts})"));
    }
    for kind in FloatKind::ALL {
        line(format!("fneg {kind} undef"));
    }
    let text = format!("func @f() {{\nb:\n{lines}ret void\n}}");
    let (_, printed) = round_trip(&text);
    for row in lines.lines() {
        let (_, inst) = row.split_once(" = ").unwrap();
        assert!(printed.contains(inst), "{inst}");
    }
}

#[test]
fn every_intrinsic_is_printed_and_read_back() {
    for (_, name) in INTRINSICS {
        // The verifier knows how many arguments there may be; here it only matters that some number works.
        let printed = (0..6).find_map(|count| {
            let args = vec!["i64 undef"; count].join(", ");
            let module = parse(&format!("func @f() {{ b: %x = call i64 {name}({args}) ret void }}"));
            verify::check(&module).is_ok().then(|| module.to_string())
        });
        let printed = printed.unwrap_or_else(|| panic!("{name} takes no number of arguments"));
        assert!(printed.contains(&format!("call i64 {name}(")), "{printed}");
        assert_eq!(parse(&printed).to_string(), printed);
    }
}

#[test]
fn numbered_values_keep_their_numbers_and_named_ones_get_the_others() {
    check(
        "func @f(%5: i32) {
         b: %4 = add i32 %5, 1
            %first = add i32 %5, 2
            %1 = add i32 %4, 3
            %second = add i32 %first, %1
            %99 = add i32 1, 1
            ret void }",
        expect![[r#"
            func @f(%0: i32) {
            b0:
              %4 = add i32 %0, 1
              %2 = add i32 %0, 2
              %1 = add i32 %4, 3
              %3 = add i32 %2, %1
              %5 = add i32 1, 1
              ret void
            }
        "#]],
    );
}

#[test]
fn values_blocks_and_symbols_may_be_used_before_they_are_defined() {
    check(
        "func @f() -> ptr {
         a: br c
         b: %y = add i32 %x, 1
            ret ptr @g
         c: %x = add i32 1, 1
            br b
         }
         global @g 1",
        expect![[r#"
            global @g 1 align 1

            func @f() -> ptr {
            b0:
              br b2
            b1:
              %0 = add i32 %1, 1
              ret ptr @g
            b2:
              %1 = add i32 1, 1
              br b1
            }
        "#]],
    );
}

#[test]
fn an_operand_may_state_a_type_that_is_obvious() {
    check(
        "func @f(%p: ptr, %s: {i32, ptr}) {
         b: %x = load i32 ptr %p
            %y = add i32 %x, i32 1
            store {i32, ptr} %s, ptr %p
            store {i32, ptr} {i32 1, ptr null}, %p
            store {{}, [2 x i8]} { {}, [2 x i8] [1, 2] }, %p
            br i1 undef, c, d
         c: br undef, d, c
         d: ret void
         }",
        expect![[r#"
            func @f(%0: ptr, %1: {i32, ptr}) {
            b0:
              %2 = load i32 %0
              %3 = add i32 %2, 1
              store {i32, ptr} %1, %0
              store {i32, ptr} {1, null}, %0
              store {{}, [2 x i8]} {{}, [1, 2]}, %0
              br undef, b1, b2
            b1:
              br undef, b2, b1
            b2:
              ret void
            }
        "#]],
    );
}

#[test]
fn unnamed_symbols_stay_unnamed() {
    let (module, printed) = round_trip("global @#x 1 align 1 global @g1 1 global @#y 1 declare @#z()");
    let names: Vec<&str> = module.globals.iter().map(|global| &*global.name).collect();
    assert_eq!(names, ["", "g1", ""]);
    expect![[r#"
        global @#g0 1 align 1
        global @g1 1 align 1
        global @#g2 1 align 1
        declare @#f0()
    "#]]
    .assert_eq(&printed);
}

#[test]
fn decimal_floats_are_rounded() {
    check(
        "global @g 12 = double 0.1 at 0 + float -1 at 8",
        expect![[r#"
            global @g 12 align 1 = double 0x3fb999999999999a at 0 + float 0xbf800000 at 8
        "#]],
    );
}

#[test]
fn nothing_is_a_module() {
    check(" ; only a comment", expect![[""]]);
}

#[test]
fn words_that_are_none() {
    check_errors(&[
        ("global @x ~", "line 1:11: `~` means nothing here"),
        ("global @ x", "line 1:8: expected a name after `@`"),
        ("global @\"\" 1", "line 1:8: expected a name after `@`"),
        ("global @g 2 = bytes \"ab\n\"", "line 1:21: the string does not end on its line"),
        (
            "global @g 2 = bytes \"\\g\"",
            "line 1:21: after `\\` in a string come two hexadecimal digits, `\\`, `\"` or `n`",
        ),
        ("declare @\"\\ff\"()", "line 1:9: the name is not UTF-8"),
        ("func @f() { b: store i32 %, %p }", "line 1:26: expected a name after `%`"),
        ("é", "line 1:1: `é` means nothing here"),
    ]);
}

#[test]
fn items_that_are_none() {
    check_errors(&[
        ("foo", "line 1:1: expected an item, found `foo`"),
        ("global @g 1\nwide-int-align 8", "line 2:1: expected an item, found `wide-int-align`"),
        ("wide-int-align 4", "line 1:16: wide integers are aligned to 8 or 16 bytes"),
        ("global g", "line 1:8: expected a symbol, found `g`"),
        ("global @g -1", "line 1:11: expected a size in bytes, found `-1`"),
        ("global @g 1 @h", "line 1:13: expected an item, found `@h`"),
        ("global @g 1 = ptr @h at 0", "line 1:19: `@h` is not defined"),
        ("declare global @g 1 = bytes \"a\"", "line 1:21: expected an item, found `=`"),
        ("global @g 1\ndeclare @g()", "line 2:1: `@g` is defined twice"),
        ("section \"s\" @f declare @f()", "line 1:13: `@f` is not a global"),
        ("section s @g global @g 1", "line 1:9: expected the name of a section, found `s`"),
        ("constructors @g global @g 1", "line 1:14: `@g` is not a function"),
        ("declare @f(..., i32)", "line 1:17: expected `)`, found `i32`"),
        ("declare @f(%x: i32)", "line 1:12: expected a type, found `%x`"),
        ("func @f(i32) {}", "line 1:9: expected a parameter, found `i32`"),
        ("func @f() { ret void }", "line 1:13: expected a block or `}`, found `ret`"),
        ("func @f() {\nb:\n  ret void", "line 3:11: expected an instruction, found the end of the text"),
        ("func @f() { b: ret void b: ret void }", "line 1:25: `b` is defined twice"),
        (
            "func @f() { b: ret void } %x = add i32 1, 1",
            "line 1:27: a value is defined outside of the functions",
        ),
        ("global @g 1 !loc(\"a.c\":1 in \"f\")", "line 1:26: expected `:`, found `in`"),
    ]);
}

#[test]
fn instructions_that_are_none() {
    check_line_errors(&[
        ("  %x = foo i32 1", "line 3:8: expected an instruction, found `foo`"),
        ("  %x = add foo %a, 1", "line 3:12: expected a type, found `foo`"),
        ("  %x = add i32 %a 1", "line 3:19: expected `,`, found `1`"),
        ("  %x = add i32 %b, 1", "line 3:16: `%b` is not defined"),
        ("  %a = add i32 1, 1", "line 3:3: `%a` is defined twice"),
        ("  %x = add i64 %a, 1", "line 3:16: `%a` is of type i32, not i64"),
        ("  %x = add i64 %y, 1\n  %y = add i32 1, 1", "line 3:16: `%y` is of type i32, not i64"),
        ("  add i32 %a, 1", "line 3:3: the result, of type i32, needs a name"),
        ("  %x = store i32 %a, %p", "line 3:3: the instruction has no result"),
        ("  %x = icmp lt i32 %a, 1", "line 3:13: expected a predicate, found `lt`"),
        ("  br nowhere", "line 3:6: there is no block `nowhere`"),
        ("  br %a, b", "line 4:1: expected `,`, found `ret`"),
        ("  switch ptr %p, b []", "line 3:10: switch takes an integer, not ptr"),
        ("  switch i8 1, b [256: b]", "line 3:19: `256` is no i8"),
        ("  call void llvm.foo()", "line 3:13: expected an intrinsic, found `llvm.foo`"),
        ("  call void @g()", "line 3:13: `@g` is not defined"),
        ("  %x = extractvalue {i32} undef, 1", "line 3:21: the path leads out of the type"),
        ("  %x = shufflevector <2 x i8> undef, undef, []", "line 3:22: a vector has at least one lane"),
        ("  %x = phi i32 [ %a b ]", "line 3:21: expected `,`, found `b`"),
        ("  unsupported i32", "line 4:1: expected a string, found `ret`"),
    ]);
}

#[test]
fn constants_that_are_none() {
    check_line_errors(&[
        ("  store i8 300, %p", "line 3:12: `300` is no i8"),
        ("  store half 1.5, %p", "line 3:14: `1.5` is no half"),
        ("  store i32 null, %p", "line 3:13: `null` is a ptr, not of type i32"),
        ("  store i64 @f, %p", "line 3:13: `@f` is a ptr, not of type i64"),
        ("  store i64 blockaddress(@f, b), %p", "line 3:13: `blockaddress` is a ptr, not of type i64"),
        ("  store ptr blockaddress(@f, c), %p", "line 3:30: there is no block `c`"),
        ("  store {i32} [1], %p", "line 3:15: expected `{`, found `[`"),
        ("  store {i32} {1, 2}, %p", "line 3:19: expected a type, found `2`"),
        ("  store {i32} 1, %p", "line 3:15: `1` is no {i32}"),
        ("  store void undef, %p", "line 3:14: there is no constant of type void"),
        ("  store i64 add(1, 2), %p", "line 3:17: expected a type, found `1`"),
        ("  store i32 void, %p", "line 3:13: expected a value, found `void`"),
    ]);
}

#[test]
fn types_that_are_none() {
    check_errors(&[
        ("declare @f(i0)", "line 1:12: an integer has 1 to 2^23 bits"),
        ("declare @f(i8388609)", "line 1:12: an integer has 1 to 2^23 bits"),
        ("declare @f(i99999999999)", "line 1:12: expected a type, found `i99999999999`"),
        ("declare @f(<0 x i32>)", "line 1:12: a vector has at least one lane"),
        ("declare @f(<4294967295 x i128>)", "line 1:12: the vector is too large"),
        ("declare @f(<2 x {i32}>)", "line 1:12: the lanes of a vector are integers, floats or pointers"),
        ("declare @f([2 x void])", "line 1:12: an element is not void"),
        ("declare @f({i32, void})", "line 1:12: a field is not void"),
        ("declare @f([1152921504606846977 x i8])", "line 1:12: the array is too large"),
        ("declare @f({[1152921504606846976 x i8], i8})", "line 1:12: the struct is too large"),
        ("declare @f([2 i32])", "line 1:15: expected `x`, found `i32`"),
        ("declare @f(<{i32})", "line 1:18: expected `>`, found `)`"),
    ]);
}

#[test]
fn nesting_is_bounded() {
    let types = |depth: usize| format!("declare @f({}i8{})", "{".repeat(depth), "}".repeat(depth));
    assert!(text::parse(&types(99)).is_ok());
    check_errors(&[(&types(100_000), "line 1:112: types and constants nest at most 100 deep")]);
    let (open, close) = ("resize(i8 ".repeat(100_000), ")".repeat(100_000));
    check_errors(&[(
        &format!("global @g 1 = i8 {open} 1 {close} at 0"),
        "line 1:1015: types and constants nest at most 100 deep",
    )]);
    let braces = "{".repeat(100_000);
    check_errors(&[(
        &format!("func @f() {{ b: store {{}} {braces}"),
        "line 1:26: expected a type, found `{`",
    )]);
}
