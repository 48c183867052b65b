//! Calls.

use expect_test::expect;

use crate::common::check;

#[test]
fn a_call_that_must_be_a_tail_call_stays_one() {
    check(
        "define i32 @main(i32 %n) {
           %1 = tail call i32 @main(i32 1)
           %2 = musttail call i32 @main(i32 %1)
           ret i32 %2
         }",
        &expect![[r#"
            func @main(%0: i32) -> i32 {
            b0:
              %1 = call i32 @main(i32 1)
              %2 = call musttail i32 @main(i32 %1)
              ret i32 %2
            }
        "#]],
    );
}

#[test]
fn what_is_above_narrow_integers_is_kept() {
    check(
        "declare i8 @f(i8 signext, i16 zeroext, i32, ptr)
         define i32 @main(i8 zeroext %c, ptr %g) {
           %1 = call i8 @f(i8 signext %c, i16 7, i32 5, ptr %g)
           %2 = call i8 %g(i8 signext %1)
           ret i32 0
         }",
        &expect![[r#"
            func @main(%0: i8 zeroext, %1: ptr) -> i32 {
            b0:
              %2 = call i8 @f(i8 %0 signext, i16 7 zeroext, i32 5, ptr %1)
              %3 = call i8 %1(i8 %2 signext)
              ret i32 0
            }

            declare @f(i8 signext, i16 zeroext, i32, ptr) -> i8
        "#]],
    );
}
