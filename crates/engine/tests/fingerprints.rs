//! Fingerprints of paths: the same where a path is again what it was, another where it is not.

mod nothing;

use nothing::Nothing;
use vellum_collections::Set;
use vellum_engine::{Checks, Machine, Pause, Program, State, Symbolic};
use vellum_expr::BruteForce;
use vellum_ir::{text, verify};
use vellum_memory::MemoryConfig;

/// The fingerprints of the first steps of `main`. If `forks`, the path is a copy from each step to the next.
fn fingerprints(source: &str, steps: usize, forks: bool) -> Vec<u64> {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    let main = module.function_named("main").expect("there is a main");
    let checks = Checks { uninitialised: true, ..Checks::default() };
    let (program, memory) =
        Program::link(module, &Nothing, MemoryConfig::default(), checks).expect("it links");
    let mut state = State::new(memory, Box::new(Nothing));
    let mut symbolic = Symbolic::new(Box::new(BruteForce::new()));
    Machine { program: &program, state: &mut state, symbolic: &mut symbolic }
        .start(main, &[])
        .expect("it starts");
    let mut found = Vec::new();
    for _ in 0..steps {
        if forks {
            let copy = state.fork();
            state = copy;
        }
        let pause = Machine { program: &program, state: &mut state, symbolic: &mut symbolic }.run(1);
        assert!(matches!(pause, Pause::Slice), "{pause:?}");
        found.push(state.fingerprint(&mut symbolic.exprs));
    }
    found
}

fn distinct(fingerprints: &[u64]) -> usize {
    fingerprints.iter().copied().collect::<Set<u64>>().len()
}

/// Flips a global and a local for ever, through a call that has no locals: those have another address each time.
const FLIP: &str = "
    global @flag 8 align 8
    func @flip(%p: ptr) -> void {
    entry:
      %old = load i64 %p
      %new = xor i64 %old, 1
      store i64 %new, %p
      ret void
    }
    func @main() -> i32 {
    entry:
      %local = alloca 8 align 8
      %buffer = alloca 2000 align 8
      store i64 0, %local
      br round
    round:
      call void @flip(ptr @flag)
      call void @flip(ptr %local)
      br round
    }";

/// Counts for ever.
const COUNT: &str = "
    global @count 8 align 8
    func @main() -> i32 {
    entry:
      br round
    round:
      %old = load i64 @count
      %new = add i64 %old, 1
      store i64 %new, @count
      br round
    }";

#[test]
fn a_loop_that_comes_back_has_few_fingerprints() {
    for forks in [false, true] {
        let found = fingerprints(FLIP, 200, forks);
        assert!(distinct(&found) < 40, "{} of 200 are distinct", distinct(&found));
        assert!(distinct(&found) > 4, "flags and places differ");
    }
    let (alone, copied) = (fingerprints(FLIP, 50, false), fingerprints(FLIP, 50, true));
    assert_eq!(alone, copied, "it does not matter what is shared with others");
}

#[test]
fn a_loop_that_counts_never_has_the_same_fingerprint_twice() {
    let found = fingerprints(COUNT, 200, false);
    assert!(distinct(&found) > 60, "{} of 200 are distinct", distinct(&found));
}
