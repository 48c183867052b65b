//! Small programs in the text form, explored: how their paths end, and what they leave behind.

use expect_test::{Expect, expect};
use vellum_engine::{
    Checks, Definition, End, Explorer, ExternalCall, ExternalId, Externals, Leak, Limits, Machine, Observer,
    Outcome, Program, Progress, State, Strategy, Symbolic, Takes,
};
use vellum_expr::{BruteForce, Exprs};
use vellum_ir::{text, verify};
use vellum_memory::{Heap, MemoryConfig, Value};

/// Functions of the outside: a heap, and a byte of input.
const OUTSIDE: &[(&str, Takes)] =
    &[("malloc", Takes::Numbers), ("free", Takes::Numbers), ("input", Takes::Values)];

#[derive(Clone, Copy)]
struct Outside;

impl Externals for Outside {
    fn resolve(&self, name: &str, _: Definition) -> Option<ExternalId> {
        let found = OUTSIDE.iter().position(|(row, _)| *row == name)?;
        Some(ExternalId(u32::try_from(found).unwrap()))
    }

    fn takes(&self, function: ExternalId) -> Takes {
        OUTSIDE[usize::try_from(function.0).unwrap()].1
    }

    fn fork(&self) -> Box<dyn Externals> {
        Box::new(*self)
    }

    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        match function.0 {
            0 => {
                Ok(Outcome::Return(call.memory.allocate(Heap::Malloc, call.arg(0), 16, call.origin).unwrap()))
            }
            1 => {
                call.memory.free(call.arg(0), call.origin)?;
                Ok(Outcome::Return(0))
            }
            _ => Ok(Outcome::Value(Value::Symbolic(call.exprs.variable("input", 8)))),
        }
    }
}

/// Writes down what happens.
#[derive(Default)]
struct Ends(Vec<String>);

impl Observer for Ends {
    fn ended(&mut self, _: &Exprs, _: &Program, _: &State, end: &End) {
        self.0.push(match end {
            End::Exit(status) => format!("exit {status}"),
            End::Bug(bug) => format!("{}: {}", bug.kind.name(), bug.message).trim().to_owned(),
            _ => format!("{end:?}"),
        });
    }

    fn leaked(&mut self, _: &Exprs, _: &Program, _: &State, leak: &Leak) {
        self.0.push(format!("leak of {} blocks, {} bytes", leak.blocks, leak.bytes));
    }

    fn pause(&mut self, _: &Progress) -> Option<&'static str> {
        None
    }
}

/// Explores `@main` of `source` and compares how its paths end, in alphabetical order.
fn check(checks: Checks, source: &str, expected: &Expect) {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    let (program, memory) = Program::link(module, &Outside, MemoryConfig::default(), checks).unwrap();
    let mut state = State::new(memory, Outside.fork());
    let mut symbolic = Symbolic::new(Box::new(BruteForce::new()));
    let main = program.module().function_named("main").expect("a test has a main function");
    Machine { program: &program, state: &mut state, symbolic: &mut symbolic }.start(main, &[]).unwrap();
    let limits = Limits { depth: None, states: None, instructions: None };
    let mut ends = Ends::default();
    let first = vec![state];
    let searcher = Strategy::Dfs.searcher(0);
    assert_eq!(Explorer::new(&program, symbolic, searcher, limits, first).run(&mut ends), None);
    ends.0.sort();
    expected.assert_eq(&ends.0.join("\n"));
}

#[test]
fn a_fork_for_a_number_inside_several_calls_keeps_the_registers_apart() {
    check(
        Checks::default(),
        "declare @malloc(i64) -> ptr
         declare @input() -> i8
         func @make(%size: i64) -> i64 {
         entry:
           %block = call ptr @malloc(i64 %size)
           %last = ptradd ptr %block, -1, 1 * i64 %size
           store i8 7, ptr %last
           ret i64 %size
         }
         func @between(%size: i64) -> i64 {
         entry:
           %made = call i64 @make(i64 %size)
           %same = icmp eq i64 %made, %size
           %result = zext i1 %same to i64
           ret i64 %result
         }
         func @main() -> i32 {
         entry:
           %byte = call i8 @input()
           %two = and i8 %byte, 1
           %wide = zext i8 %two to i64
           %size = add i64 %wide, 1
           %result = call i64 @between(i64 %size)
           %status = trunc i64 %result to i32
           ret i32 %status
         }",
        &expect![[r"
            exit 1
            exit 1"]],
    );
}

/// A sum that may overflow, and one of which nobody says that it does not.
const SUM: &str = "declare @input() -> i8
    func @main() -> i8 {
    entry:
      %byte = call i8 @input()
      %free = add i8 %byte, %byte
      %sum = add nsw i8 %byte, 100
      %zero = and i8 %sum, 0
      ret i8 %zero
    }";

#[test]
fn signed_overflow_is_an_error_on_request_and_other_inputs_go_on() {
    check(Checks::default(), SUM, &expect!["exit 0"]);
    check(
        Checks { overflow: true, ..Checks::default() },
        SUM,
        &expect![[r"
            exit 0
            signed-overflow: the sum does not fit into a signed integer of 8 bits"]],
    );
}

/// A block that is kept for odd input and lost for even, and one that always is kept, by its end.
const BLOCKS: &str = "global @kept 16 align 8
    declare @malloc(i64) -> ptr
    declare @input() -> i8
    func @main() -> i32 {
    entry:
      %byte = call i8 @input()
      %bit = and i8 %byte, 1
      %block = call ptr @malloc(i64 24)
      %other = call ptr @malloc(i64 8)
      %end = ptradd ptr %other, 8
      %slot = ptradd ptr @kept, 8
      store ptr %end, ptr %slot
      %odd = icmp eq i8 %bit, 1
      br i1 %odd, keep, lose
    keep:
      store ptr %block, ptr @kept
      br lose
    lose:
      ret i32 0
    }";

#[test]
fn a_leak_is_what_nothing_points_to_on_a_path_that_left_by_itself() {
    check(
        Checks { leaks: true, ..Checks::default() },
        BLOCKS,
        &expect![[r"
            exit 0
            exit 0
            leak of 1 blocks, 24 bytes"]],
    );
}
