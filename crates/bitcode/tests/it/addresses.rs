//! Addresses: how far pointers are moved, and where their types say they lead.

use expect_test::expect;

use crate::common::check;

#[test]
fn addresses_are_sums_of_bytes() {
    check(
        "%s = type { i8, [4 x { i16, i32 }], <4 x i16> }
         define ptr @main(ptr %p, i64 %i, i32 %j) {
           %1 = getelementptr %s, ptr %p, i64 1, i32 1, i64 %i, i32 1
           %2 = getelementptr inbounds i32, ptr %1, i32 %j
           %3 = getelementptr i8, ptr %2, i64 -9
           %4 = getelementptr %s, ptr %3, i64 %i, i32 1, i32 %j
           %5 = getelementptr %s, ptr %4, i64 0, i32 2, i64 3
           ret ptr %5
         }",
        &expect![[r#"
            func @main(%0: ptr, %1: i64, %2: i32) -> ptr {
            b0:
              %3 = ptradd %0, 56, 8 * i64 %1 member
              %4 = ptradd %3, 4 * i32 %2
              %5 = ptradd %4, -9
              %6 = ptradd %5, 4, 48 * i64 %1, 8 * i32 %2
              %7 = ptradd %6, 46
              ret ptr %7
            }
        "#]],
    );
}

#[test]
fn types_say_where_addresses_lead() {
    check(
        "%s = type { i32, [4 x i32], [1 x i32] }
         define ptr @main(ptr %p, i64 %i) {
           %1 = getelementptr %s, ptr %p, i32 0, i32 1
           %2 = getelementptr [4 x i32], ptr %1, i64 0, i64 %i
           %3 = getelementptr [4 x i32], ptr %2, i64 1, i64 %i
           %4 = getelementptr [1 x i32], ptr %3, i64 0, i64 %i
           ret ptr %4
         }",
        &expect![[r#"
            func @main(%0: ptr, %1: i64) -> ptr {
            b0:
              %2 = ptradd %0, 4 member
              %3 = ptradd %2, 4 * i64 %1 element of 16
              %4 = ptradd %3, 16, 4 * i64 %1
              %5 = ptradd %4, 4 * i64 %1
              ret ptr %5
            }
        "#]],
    );
}

#[test]
fn vectors_of_addresses_keep_their_lanes() {
    check(
        "define <2 x ptr> @main(ptr %p, <2 x i64> %i) {
           %1 = getelementptr i32, ptr %p, <2 x i64> %i
           %2 = getelementptr { i32, i64 }, <2 x ptr> %1, <2 x i64> <i64 1, i64 1>, <2 x i32> <i32 1, i32 1>
           %3 = getelementptr i32, <2 x ptr> %2, <2 x i64> <i64 1, i64 2>
           %4 = getelementptr i32, ptr %p, <2 x i64> <i64 5, i64 5>
           %5 = getelementptr i32, <2 x ptr> %4, i64 7
           ret <2 x ptr> %5
         }",
        &expect![[r#"
            func @main(%0: ptr, %1: <2 x i64>) -> <2 x ptr> {
            b0:
              %2 = ptradd %0, 4 * <2 x i64> %1
              %3 = ptradd <2 x ptr> %2, 24 member
              %4 = ptradd <2 x ptr> %3, 4 * <2 x i64> <1, 2>
              %5 = ptradd %0, 20, 1 * <2 x i64> zero
              %6 = ptradd <2 x ptr> %5, 28
              ret <2 x ptr> %6
            }
        "#]],
    );
}
