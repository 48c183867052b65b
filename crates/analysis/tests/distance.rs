//! Distances in small programs.

use vellum_analysis::{CallGraph, Code, Distances, Point, Seen};
use vellum_collections::{Id, Set};
use vellum_ir::{BlockId, FuncId, Module, text, verify};

/// What a test says was seen: functions by number, and jumps of functions.
#[derive(Default)]
struct Known {
    entered: Set<usize>,
    made: Set<(usize, usize)>,
}

impl Seen for Known {
    fn entered(&self, function: FuncId) -> bool {
        self.entered.contains(&function.index())
    }

    fn made(&self, function: FuncId, jump: usize) -> bool {
        self.made.contains(&(function.index(), jump))
    }
}

fn parse(source: &str) -> Module {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    module
}

/// A point: function, block, instruction.
fn at([function, block, instruction]: [usize; 3]) -> Point {
    Point {
        function: FuncId::from_index(function),
        block: BlockId::from_index(block),
        instruction: u32::try_from(instruction).expect("a small number"),
    }
}

/// The distance from a stack of points, innermost first, when all functions but those named are the goal.
fn distance(module: &Module, library: &[&str], known: &Known, stack: &[[usize; 3]]) -> Option<u32> {
    let code = |f: &vellum_ir::Function| match f.body {
        None => Code::None,
        Some(_) if library.contains(&&*f.name) => Code::Way,
        Some(_) => Code::Goal,
    };
    let mut distances = Distances::new(module, module.functions.iter().map(code).collect());
    distances.update(known);
    distances.from(stack.iter().copied().map(at))
}

fn known(entered: &[usize], made: &[(usize, usize)]) -> Known {
    Known { entered: entered.iter().copied().collect(), made: made.iter().copied().collect() }
}

const BRANCHES: &str = "
    func @main(%c: i1) -> i32 {
    entry:
      %a = add i32 1, 2
      br %c, left, right
    left:
      %b = add i32 %a, 1
      %d = add i32 %b, 1
      br done
    right:
      br done
    done:
      ret i32 %a
    }";

#[test]
fn a_jump_nobody_made_is_as_far_as_the_end_of_its_block() {
    let module = parse(BRANCHES);
    // Jumps: 0 and 1 leave the entry, 2 leaves `left`, 3 leaves `right`.
    let seen = known(&[0], &[(0, 1), (0, 3)]);
    assert_eq!(distance(&module, &[], &seen, &[[0, 0, 0]]), Some(2));
    assert_eq!(distance(&module, &[], &seen, &[[0, 0, 1]]), Some(1));
    assert_eq!(distance(&module, &[], &seen, &[[0, 2, 0]]), None);
    let seen = known(&[0], &[(0, 0), (0, 1), (0, 3)]);
    assert_eq!(distance(&module, &[], &seen, &[[0, 0, 0]]), Some(5));
    let all = known(&[0], &[(0, 0), (0, 1), (0, 2), (0, 3)]);
    assert_eq!(distance(&module, &[], &all, &[[0, 0, 0]]), None);
}

const CALLS: &str = "
    func @main() -> i32 {
    entry:
      %a = call i32 @slow(i1 1)
      %b = call i32 @new()
      ret i32 %a
    }
    func @slow(%c: i1) -> i32 {
    entry:
      br %c, fast, long
    fast:
      ret i32 1
    long:
      %x = add i32 1, 1
      %y = add i32 1, 1
      br fast
    }
    func @new() -> i32 {
    entry:
      ret i32 2
    }";

#[test]
fn the_way_leads_past_calls_and_into_functions_nobody_called() {
    let module = parse(CALLS);
    let seen = known(&[0, 1], &[(1, 0), (1, 1), (1, 2)]);
    // The call, the two instructions `slow` needs at least, and the second call.
    assert_eq!(distance(&module, &[], &seen, &[[0, 0, 0]]), Some(4));
    assert_eq!(distance(&module, &[], &seen, &[[0, 0, 1]]), Some(1));
    let all = known(&[0, 1, 2], &[(1, 0), (1, 1), (1, 2)]);
    assert_eq!(distance(&module, &[], &all, &[[0, 0, 0]]), None);
}

#[test]
fn the_way_leads_back_to_the_callers() {
    let module = parse(CALLS);
    let seen = known(&[0, 1], &[(1, 0), (1, 1), (1, 2)]);
    // From `long`: three instructions, one in `fast`, and the call in `main`.
    assert_eq!(distance(&module, &[], &seen, &[[1, 2, 0], [0, 0, 0]]), Some(5));
    // What waits at the last call has nothing new behind it.
    assert_eq!(distance(&module, &[], &seen, &[[1, 2, 0], [0, 0, 1]]), None);
}

#[test]
fn the_librarys_code_is_a_way_and_no_goal() {
    let module = parse(CALLS);
    assert_eq!(distance(&module, &["slow", "new"], &known(&[0, 1], &[]), &[[0, 0, 0]]), None);
    assert_eq!(distance(&module, &["slow"], &known(&[0, 1], &[]), &[[1, 0, 0], [0, 0, 0]]), Some(3));
}

#[test]
fn a_function_that_never_returns_is_no_way() {
    let module = parse(
        "func @main() -> i32 {
         entry:
           %a = call i32 @stuck()
           %b = call i32 @new()
           ret i32 0
         }
         func @stuck() -> i32 {
         entry:
           br again
         again:
           br again
         }
         func @new() -> i32 {
         entry:
           ret i32 2
         }",
    );
    let seen = known(&[0, 1], &[(1, 0), (1, 1)]);
    assert_eq!(distance(&module, &[], &seen, &[[0, 0, 0]]), None);
    assert_eq!(distance(&module, &[], &seen, &[[0, 0, 1]]), Some(1));
}

#[test]
fn a_pointer_may_lead_to_functions_whose_address_is_taken() {
    let module = parse(
        "func @main(%p: ptr) -> i32 {
         entry:
           %q = select i1 1, ptr %p, ptr @taken
           %r = call i32 %q(i32 1)
           ret i32 %r
         }
         func @taken(%x: i32) -> i32 {
         entry:
           ret i32 %x
         }
         func @other(%x: i32) -> i32 {
         entry:
           ret i32 %x
         }",
    );
    let graph = CallGraph::new(&module);
    let [main, taken, other] = [0, 1, 2].map(FuncId::from_index);
    assert_eq!(graph.sites(main, BlockId::from_index(0))[0].callees, [taken]);
    assert_eq!(graph.callers(taken), [main]);
    assert!(graph.callers(other).is_empty());
    assert_eq!(distance(&module, &[], &known(&[0, 2], &[]), &[[0, 0, 0]]), Some(2));
}
