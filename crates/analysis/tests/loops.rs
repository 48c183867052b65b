//! Where loops begin and how they go round, in small programs.

use vellum_analysis::{Ring, loop_heads, rings};
use vellum_collections::Id;
use vellum_ir::{Module, text, verify};

fn parse(source: &str) -> Module {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    module
}

/// The loops of `@f` without loops inside: for each block its number, and that of the one where ways from it meet again; the head's
/// if that is the next round.
fn ways_round(source: &str) -> Vec<Vec<(usize, usize)>> {
    let module = parse(source);
    let body = module.functions.iter().find_map(|f| f.body.as_ref()).expect("it has a body");
    let block = |ring: &Ring, number: usize| ring.blocks[number % ring.blocks.len()].block.index();
    let blocks = |ring: &Ring| {
        ring.blocks.iter().map(|at| (at.block.index(), block(ring, at.join))).collect::<Vec<_>>()
    };
    rings(&module, body).iter().map(blocks).collect()
}

/// The blocks that the ways from a block of `@f`, the loop's first one, end at.
fn ways_from_head(source: &str) -> Vec<usize> {
    let module = parse(source);
    let body = module.functions.iter().find_map(|f| f.body.as_ref()).expect("it has a body");
    let head = &rings(&module, body)[0].blocks[0];
    head.ways.iter().map(|way| way.to.index()).collect()
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
fn a_loop_with_exits_is_found_inside_another_too() {
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
    assert_eq!(ways_round(nested), [[(2, 3), (3, 4), (4, 2)]]);
}

#[test]
fn a_choice_inside_a_loop_ends_where_its_ways_meet() {
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
    assert_eq!(ways_round(choice), [[(1, 4), (2, 4), (3, 4), (4, 1)]]);
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

#[test]
fn a_jump_that_decides_the_next_one_leads_where_that_does() {
    let both = "
        func @f(%a: i1, %b: i1) -> void {
        entry:
          br head
        head:
          br %a, second, whole
        second:
          br whole
        whole:
          %c = phi i1 [ 0, head ], [ %b, second ]
          br %c, latch, end
        latch:
          br head
        end:
          ret void
        }";
    assert_eq!(ways_from_head(both), [2, 5]);
    assert_eq!(ways_round(both), [[(1, 2), (2, 3), (3, 4), (4, 1)]]);
    let either = both.replace("%a, second, whole", "%a, whole, second").replace("0, head", "1, head");
    assert_eq!(ways_from_head(&either), [4, 2]);
    assert_eq!(ways_round(&either), [[(1, 4), (2, 3), (3, 4), (4, 1)]]);
}
