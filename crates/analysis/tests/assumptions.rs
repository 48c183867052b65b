//! The branches of `&&` and `||` in a condition of `klee_assume` are folded where that is safe, and kept where it is not.

use vellum_analysis::{Errors, fold_assumptions};
use vellum_ir::{Inst, Module, text, verify};

fn parse(source: &str) -> Module {
    let source = format!("declare @klee_assume(i64) -> void\n{source}");
    text::parse(&source).unwrap_or_else(|error| panic!("{error}"))
}

/// Branches of a program before and after the conditions of its assumptions were folded.
fn branches(source: &str, errors: Errors) -> [usize; 2] {
    let mut module = parse(source);
    let count = |module: &Module| {
        verify::check(module).unwrap_or_else(|error| panic!("{error}"));
        let blocks =
            module.functions.iter().filter_map(|f| f.body.as_ref()).flat_map(|body| body.blocks.iter());
        blocks.flatten().filter(|data| matches!(data.inst, Inst::CondBr(..))).count()
    };
    let before = count(&module);
    fold_assumptions(&mut module, errors);
    [before, count(&module)]
}

/// `klee_assume(a && REST)`, where the rest is computed in a block of its own.
fn and(rest: &str) -> String {
    format!(
        "func @f(%a: i1, %x: i32, %p: ptr) -> void {{
         entry:
           br %a, right, end
         right:
           {rest}
           br end
         end:
           %both = phi i1 [ 0, entry ], [ %b, right ]
           %wide = zext i1 %both to i64
           call void @klee_assume(i64 %wide)
           ret void
         }}"
    )
}

#[test]
fn what_cannot_be_an_error_is_no_branch() {
    assert_eq!(branches(&and("%b = icmp slt i32 %x, 3"), Errors::default()), [1, 0]);
    let sum = and("%y = add nsw i32 %x, 1\n %b = icmp slt i32 %y, 3");
    assert_eq!(branches(&sum, Errors::default()), [1, 0]);
    assert_eq!(branches(&sum, Errors { overflow: true, pointers: false }), [1, 1]);
}

#[test]
fn what_may_be_an_error_or_changes_something_stays_behind_its_branch() {
    for rest in [
        "%y = load i32 %p\n %b = icmp slt i32 %y, 3",
        "%y = sdiv i32 7, %x\n %b = icmp slt i32 %y, 3",
        "%y = shl i32 7, %x\n %b = icmp slt i32 %y, 3",
        "store i32 %x, %p\n %b = icmp slt i32 %x, 3",
    ] {
        assert_eq!(branches(&and(rest), Errors::default()), [1, 1], "{rest}");
    }
    // Something else looks at the condition.
    let used = and("%b = icmp slt i32 %x, 3").replace("ret void", "store i64 %wide, %p\n ret void");
    assert_eq!(branches(&used, Errors::default()), [1, 1]);
}
