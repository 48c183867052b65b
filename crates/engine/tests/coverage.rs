//! What counts as covered, in small programs in the text form.

mod nothing;

use nothing::Nothing;
use vellum_engine::{
    Checks, Coverage, Covered, Externals, Machine, Pause, Program, Sighting, State, Symbolic,
};
use vellum_expr::BruteForce;
use vellum_ir::{text, verify};
use vellum_memory::MemoryConfig;

/// What running `@main` of `source` covers of it.
fn covered(source: &str) -> (Covered, Program) {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    let (program, memory) =
        Program::link(module, &Nothing, MemoryConfig::default(), Checks::default()).unwrap();
    let mut state = State::new(memory, Nothing.fork());
    let mut symbolic = Symbolic::new(Box::new(BruteForce::new()));
    let main = program.module().function_named("main").expect("a test has a main function");
    let mut machine = Machine { program: &program, state: &mut state, symbolic: &mut symbolic };
    machine.start(main, &[]).unwrap();
    while !matches!(machine.run(100), Pause::End(_)) {}
    (Coverage::of(&program).program, program)
}

#[test]
fn blocks_entered_and_ways_taken_count() {
    let (covered, program) = covered(
        "func @main() -> i32 {
         entry:
           %c = icmp eq i32 1, 2
           br %c, yes, no
         yes:
           %x = add i32 1, 1
           br no
         no:
           %r = call i32 @f(i32 3)
           ret i32 %r
         }
         func @f(%x: i32) -> i32 {
         entry:
           switch i32 %x, default [3: three, 4: four]
         three:
           ret i32 0
         four:
           ret i32 1
         default:
           ret i32 2
         }
         func @unused() -> i32 {
         entry:
           ret i32 0
         }",
    );
    let expected = Covered {
        instructions: 2 + 2 + 1 + 1,
        instructions_total: 2 + 2 + 2 + 1 + 3 + 1,
        branches: 2,
        branches_total: 2 + 3,
        functions: 2,
        functions_total: 3,
    };
    assert_eq!(covered, expected);
    let f = program.module().function_named("f").unwrap();
    let jumps: Vec<_> = program.covered_jumps(f).iter().cloned().collect();
    // The default comes first, as the switch lists it.
    assert_eq!(jumps, [vec![false, true, false], vec![], vec![], vec![]]);
    let blocks: Vec<_> = program.covered_blocks(f).iter().copied().collect();
    assert_eq!(blocks, [true, true, false, false]);
}

#[test]
fn nothing_is_covered_of_what_was_never_called() {
    let (covered, program) =
        covered("func @main() -> i32 { entry: ret i32 0 } func @f() -> i32 { entry: ret i32 0 }");
    assert_eq!((covered.instructions, covered.instructions_total), (1, 2));
    let f = program.module().function_named("f").unwrap();
    assert_eq!(program.covered_blocks(f).iter().copied().collect::<Vec<_>>(), [false]);
}

#[test]
fn what_another_run_covered_is_covered() {
    let source = "func @main() -> i32 {
         entry:
           %c = icmp eq i32 1, 2
           br %c, yes, no
         yes:
           ret i32 1
         no:
           ret i32 0
         }";
    let (expected, program) = covered(source);
    let seen = program.seen_since(0);
    assert_eq!((program.covered(), program.seen_since(1).len()), (2, 1));
    for shown in [true, false] {
        let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
        let config = MemoryConfig::default();
        let (again, _) = Program::link(module, &Nothing, config, Checks::default()).unwrap();
        // Once more adds nothing, and what no function has is left out.
        let unknown = Sighting::Jump(again.module().functions.ids().next().unwrap(), 99);
        for _ in 0..2 {
            again.restore(seen.iter().copied().chain([unknown]), |_| shown);
        }
        assert_eq!((Coverage::of(&again).program, again.covered()), (expected, 2));
    }
}
