//! Where loops begin, in small programs.

use vellum_analysis::loop_heads;
use vellum_ir::{text, verify};

/// The numbers of the blocks of `@f` at which loops begin.
fn heads(source: &str) -> Vec<usize> {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    let body = module.functions.iter().find_map(|f| f.body.as_ref()).expect("it has a body");
    loop_heads(body).iter().enumerate().filter(|(_, head)| **head).map(|(number, _)| number).collect()
}

#[test]
fn loops_begin_where_jumps_lead_back() {
    let nested = "
        func @f(%c: i1) -> void {
        entry:
          br outer
        outer:
          br inner
        inner:
          br %c, inner, next
        next:
          br %c, outer, end
        end:
          ret void
        }";
    assert_eq!(heads(nested), [1, 2]);
}

#[test]
fn paths_that_meet_again_are_no_loop() {
    let diamond = "
        func @f(%c: i1) -> void {
        entry:
          br %c, one, other
        one:
          br end
        other:
          br end
        end:
          ret void
        }";
    assert!(heads(diamond).is_empty());
}
