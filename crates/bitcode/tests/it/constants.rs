//! What constants and initialisers become.

use expect_test::expect;
use vellum_ir::Init;

use crate::common::{check, load_text};

#[test]
fn integers_of_any_width_are_exact() {
    check(
        "define i128 @main(i128 %a, i65 %b, i1 %c, i24 %d) {
           %1 = add i128 %a, 170141183460469231731687303715884105727
           %2 = add i128 %1, -2
           %3 = add i65 %b, -36893488147419103231
           %4 = add i24 %d, -8388608
           %5 = xor i1 %c, true
           ret i128 %2
         }",
        &expect![[r#"
            func @main(%0: i128, %1: i65, %2: i1, %3: i24) -> i128 {
            b0:
              %4 = add i128 %0, 0x7fffffffffffffffffffffffffffffff
              %5 = add i128 %4, 0xfffffffffffffffffffffffffffffffe
              %6 = add i65 %1, 0x1
              %7 = add i24 %3, 8388608
              %8 = xor i1 %2, 1
              ret i128 %5
            }
        "#]],
    );
}

#[test]
fn floats_are_their_bits() {
    check(
        "@f = global { half, bfloat, float, double, x86_fp80, fp128 } {
           half 0xH3C01, bfloat 0xR7FC1, float 0x7FF0000020000000, double 0x7FF4000000000001,
           x86_fp80 0xK3FFF8000000000000001, fp128 0xL00000000000000013FFF000000000000 }
         define x86_fp80 @main(fp128 %q) {
           %1 = fadd fp128 %q, 0xL00000000000000013FFF000000000000
           %2 = load i8, ptr @f
           ret x86_fp80 0xK4000C000000000000000
         }",
        &expect![[r#"
            global @f 48 align 16 = bytes "\01<\c1\7f\01\00\80\7f\01\00\00\00\00\00\f4\7f\01\00\00\00\00\00\00\80\ff?\00\00\00\00\00\00\01\00\00\00\00\00\00\00\00\00\00\00\00\00\ff?"

            func @main(%0: fp128) -> x86_fp80 {
            b0:
              %1 = fadd fp128 %0, 0x3fff0000000000000000000000000001
              %2 = load i8 @f
              ret x86_fp80 0x4000c000000000000000
            }
        "#]],
    );
}

#[test]
fn constant_expressions_are_sums_on_addresses() {
    check(
        "@a = global [10 x i32] zeroinitializer
         @b = global i8 0
         define i64 @main(ptr %p) {
           store ptr getelementptr ([10 x i32], ptr @a, i64 0, i64 3), ptr %p
           store ptr getelementptr (i8, ptr getelementptr (i8, ptr @a, i64 5), i64 -5), ptr %p
           store i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64)), ptr %p
           store i32 trunc (i64 ptrtoint (ptr @b to i64) to i32), ptr %p
           store i64 xor (i64 add (i64 ptrtoint (ptr @a to i64), i64 1), i64 1), ptr %p
           store ptr inttoptr (i64 42 to ptr), ptr %p
           store ptr inttoptr (i64 ptrtoint (ptr @b to i64) to ptr), ptr %p
           store <2 x ptr> getelementptr (i32, ptr @a, <2 x i64> <i64 1, i64 2>), ptr %p
           store ptr dso_local_equivalent @main, ptr %p
           store ptr no_cfi @main, ptr %p
           ret i64 ptrtoint (ptr getelementptr (i8, ptr null, i64 8) to i64)
         }",
        &expect![[r#"
            global @a 40 align 4
            global @b 1 align 1

            func @main(%0: ptr) -> i64 {
            b0:
              store ptr add(ptr @a, i64 12), %0
              store ptr @a, %0
              store i64 sub(i64 resize(ptr @a), i64 resize(ptr @b)), %0
              store i32 resize(ptr @b), %0
              store i64 xor(i64 add(i64 resize(ptr @a), i64 1), i64 1), %0
              store ptr 0x2a, %0
              store ptr @b, %0
              store <2 x ptr> <add(ptr @a, i64 4), add(ptr @a, i64 8)>, %0
              store ptr @main, %0
              store ptr @main, %0
              ret i64 8
            }
        "#]],
    );
}

#[test]
fn values_of_aggregate_type() {
    check(
        "define { i8, [2 x i16] } @main(ptr %p, i1 %c) {
           store [3 x i8] c\"ab\\00\", ptr %p
           store <4 x i1> <i1 true, i1 false, i1 undef, i1 true>, ptr %p
           store { i8, ptr } { i8 1, ptr @main }, ptr %p
           store [2 x { i8, i8 }] zeroinitializer, ptr %p
           store i32 poison, ptr %p
           store <2 x double> <double 1.0, double -0.0>, ptr %p
           ret { i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 undef] }
         }",
        &expect![[r#"
            func @main(%0: ptr, %1: i1) -> {i8, [2 x i16]} {
            b0:
              store [3 x i8] [97, 98, 0], %0
              store <4 x i1> <1, 0, undef, 1>, %0
              store {i8, ptr} {1, @main}, %0
              store [2 x {i8, i8}] zero, %0
              store i32 undef, %0
              store <2 x double> <0x3ff0000000000000, 0x8000000000000000>, %0
              ret {i8, [2 x i16]} {1, [2, undef]}
            }
        "#]],
    );
}

#[test]
fn variables_are_bytes_and_addresses() {
    check(
        "@text = constant [4 x i8] c\"ab\\FF\\00\"
         @words = global [3 x i32] [i32 1, i32 -1, i32 0]
         @pair = global { i8, ptr, i16, i128 } { i8 1, ptr @words, i16 258, i128 -1 }, align 32
         @packed = global <{ i8, ptr, i24 }> <{ i8 7, ptr getelementptr (i8, ptr @text, i64 1), i24 66051 }>
         @difference = global i32 trunc (i64 sub (i64 ptrtoint (ptr @text to i64), i64 ptrtoint (ptr @words to i64)) to i32)
         @zero = global [1000000000000 x i8] zeroinitializer
         @undefined = global { i32, i32 } { i32 undef, i32 5 }
         @mask = global <10 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0, i1 0, i1 1>
         @nibbles = global <3 x i4> <i4 1, i4 2, i4 3>
         @addresses = global <2 x ptr> <ptr null, ptr @text>
         @local = thread_local global i16 513
         @elsewhere = external global i64, align 4
         @opaque = external global %unknown
         @maybe = extern_weak global i8
         @hint = available_externally constant i32 5
         %unknown = type opaque
         define ptr @main(ptr %p) {
           store [14 x ptr] [ptr @text, ptr @words, ptr @pair, ptr @packed, ptr @difference, ptr @zero,
             ptr @undefined, ptr @mask, ptr @nibbles, ptr @addresses, ptr @local, ptr @elsewhere, ptr @opaque, ptr @maybe], ptr %p
           ret ptr @hint
         }",
        &expect![[r#"
            global @text 4 align 1 constant = bytes "ab\ff"
            global @words 12 align 4 = bytes "\01\00\00\00\ff\ff\ff\ff"
            global @pair 48 align 32 = bytes "\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\02\01\00\00\00\00\00\00\00\00\00\00\00\00\00\00\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff\ff" + ptr @words at 8
            global @packed 13 align 1 = bytes "\07\00\00\00\00\00\00\00\00\03\02\01" + ptr add(ptr @text, i64 1) at 1
            global @difference 4 align 4 = i32 resize(i64 sub(i64 resize(ptr @text), i64 resize(ptr @words))) at 0
            global @zero 1000000000000 align 1
            global @undefined 8 align 4 = bytes "\00\00\00\00\05"
            global @mask 2 align 2 = bytes "\05\02"
            global @nibbles 2 align 2 = bytes "!\03"
            global @addresses 16 align 16 = ptr @text at 8
            global @local 2 align 2 = bytes "\01\02"
            declare global @elsewhere 8 align 4
            declare global @opaque 0 align 1
            declare weak global @maybe 1 align 1
            declare global @hint 4 align 4 constant

            func @main(%0: ptr) -> ptr {
            b0:
              store [14 x ptr] [@text, @words, @pair, @packed, @difference, @zero, @undefined, @mask, @nibbles, @addresses, @local, @elsewhere, @opaque, @maybe], %0
              ret ptr @hint
            }
        "#]],
    );
}

#[test]
fn large_data_is_taken_as_it_is() {
    let bytes = "abcdefgh\\80\\01".repeat(100_000);
    let module = load_text(&format!(
        "@big = constant [1000000 x i8] c\"{bytes}\"
         define ptr @main() {{ ret ptr @big }}"
    ))
    .unwrap();
    let Init::Data { bytes, relocations } = &module.globals.iter().next().unwrap().init else {
        panic!("the global is defined")
    };
    assert_eq!((bytes.len(), bytes[999_999], relocations.len()), (1_000_000, 1, 0));
}

#[test]
fn old_modules_align_wide_integers_to_8_bytes() {
    check(
        "target datalayout = \"e-m:e-i64:64-f80:128-n8:16:32:64-S128\"
         @x = global { i8, i128 } zeroinitializer
         define ptr @main() { ret ptr @x }",
        &expect![[r#"
            wide-int-align 8
            global @x 24 align 8

            func @main() -> ptr {
            b0:
              ret ptr @x
            }
        "#]],
    );
}
