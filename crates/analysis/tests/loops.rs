//! Where loops begin and how they go round, in small programs.

use vellum_analysis::{loop_heads, rings};
use vellum_collections::Id;
use vellum_ir::{Module, text, verify};

fn parse(source: &str) -> Module {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    module
}

/// The numbers of the blocks of the loops of `@f` that go round in one way.
fn ways_round(source: &str) -> Vec<Vec<usize>> {
    let module = parse(source);
    let body = module.functions.iter().find_map(|f| f.body.as_ref()).expect("it has a body");
    rings(body).iter().map(|ring| ring.blocks.iter().map(|block| block.index()).collect()).collect()
}

/// The loop headers of `@f`, by block number.
fn heads(source: &str) -> Vec<usize> {
    let module = parse(source);
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

#[test]
fn a_loop_with_exits_goes_round_in_one_way_inside_another_too() {
    let nested = "
        func @f(%c: i1) -> void {
        entry:
          br outer
        outer:
          br inner
        inner:
          br %c, body, next
        body:
          br %c, latch, found
        latch:
          br inner
        found:
          ret void
        next:
          br %c, outer, end
        end:
          ret void
        }";
    assert_eq!(ways_round(nested), [[2, 3, 4]]);
}

#[test]
fn a_choice_inside_a_loop_is_more_than_one_way() {
    let choice = "
        func @f(%c: i1) -> void {
        entry:
          br head
        head:
          br %c, one, other
        one:
          br latch
        other:
          br latch
        latch:
          br %c, head, end
        end:
          ret void
        }";
    assert!(ways_round(choice).is_empty());
}

#[test]
fn a_loop_that_is_entered_in_two_places_is_left_alone() {
    let two_entries = "
        func @f(%c: i1) -> void {
        entry:
          br %c, one, other
        one:
          br other
        other:
          br %c, one, end
        end:
          ret void
        }";
    assert!(ways_round(two_entries).is_empty());
}
