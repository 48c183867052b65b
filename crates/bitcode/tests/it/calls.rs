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
