//! Small programs in the text form, explored: how their paths end, and what they leave behind.

use std::{cell::RefCell, rc::Rc};

use expect_test::{Expect, expect};
use vellum_engine::{
    Checks, Definition, End, Explorer, ExternalCall, ExternalId, Externals, Leak, Limits, Machine, News,
    Observer, Onward, Outcome, Parting, PathId, Program, Progress, Searcher, State, Strategy, Symbolic,
    Takes,
};
use vellum_expr::{BruteForce, Exprs};
use vellum_ir::{text, verify};
use vellum_memory::{Heap, MemoryConfig, Value};

/// Functions of the outside: a heap, a byte of input, one that never has enough of asking, and an end nobody hears of.
const OUTSIDE: &[(&str, Takes)] = &[
    ("malloc", Takes::Numbers),
    ("free", Takes::Numbers),
    ("input", Takes::Values),
    ("ask", Takes::Values),
    ("leave", Takes::Numbers),
];

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
            2 => Ok(Outcome::Value(Value::Symbolic(call.exprs.variable("input", 8)))),
            3 => Ok(Outcome::Decide(vellum_expr::Expr::TRUE)),
            _ => Err(End::Silent),
        }
    }
}

/// Writes down what happens.
#[derive(Default)]
struct Ends(Vec<String>);

impl Observer for Ends {
    fn ended(&mut self, _: &Exprs, _: &Program, _: &State, end: &End, leaks: &[Leak]) {
        self.0.push(match end {
            End::Exit(status) => format!("exit {status}"),
            End::Bug(bug) => format!("{}: {}", bug.kind.name(), bug.message).trim().to_owned(),
            _ => format!("{end:?}"),
        });
        self.0
            .extend(leaks.iter().map(|leak| format!("leak of {} blocks, {} bytes", leak.blocks, leak.bytes)));
    }

    fn pause(&mut self, _: &Progress) -> Option<&'static str> {
        None
    }
}

/// Writes down which paths have something new to show.
#[derive(Default)]
struct Shown(Vec<String>);

impl Observer for Shown {
    fn ended(&mut self, _: &Exprs, _: &Program, state: &State, end: &End, _: &[Leak]) {
        let news = if state.has_news() { "with news" } else { "without" };
        self.0.push(format!("{end:?} {news}"));
    }

    fn pause(&mut self, _: &Progress) -> Option<&'static str> {
        None
    }
}

/// Lets others know where paths lead: the new one at every fork, or the one that goes on.
struct Prunes(Onward, Vec<String>);

impl Observer for Prunes {
    fn parted(&mut self, exprs: &mut Exprs, _: &Program, parting: &Parting) -> [Onward; 2] {
        assert!(exprs.as_const(parting.condition).is_none(), "something was decided");
        let other = if self.0 == Onward::Explore { Onward::TakenOver } else { Onward::Explore };
        [self.0, other]
    }

    fn ended(&mut self, _: &Exprs, _: &Program, _: &State, end: &End, _: &[Leak]) {
        self.1.push(format!("{end:?}"));
    }

    fn pause(&mut self, _: &Progress) -> Option<&'static str> {
        None
    }
}

/// Writes down what it hears before the other one hears it.
struct Hears(Rc<RefCell<Vec<String>>>, Box<dyn Searcher>);

impl Searcher for Hears {
    fn add(&mut self, path: PathId, parent: Option<PathId>) {
        let from = parent.map_or_else(String::new, |parent| format!(" from {parent}"));
        self.0.borrow_mut().push(format!("add {path}{from}"));
        self.1.add(path, parent);
    }

    fn remove(&mut self, path: PathId) {
        self.0.borrow_mut().push(format!("remove {path}"));
        self.1.remove(path);
    }

    fn select(&mut self) -> PathId {
        self.1.select()
    }

    fn ran(&mut self, path: PathId, news: News, work: u64) {
        self.0.borrow_mut().push(format!("ran {path}: {news:?}, {work}"));
        self.1.ran(path, news, work);
    }
}

#[test]
fn a_searcher_hears_how_far_a_path_came_before_it_hears_of_those_that_parted_from_it() {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let searcher = Hears(Rc::clone(&heard), Strategy::Dfs.searcher(0));
    let program = "declare @input() -> i8
         func @main() -> i8 {
         entry:
           %byte = call i8 @input()
           %is = icmp eq i8 %byte, 1
           br i1 %is, yes, no
         yes:
           ret i8 1
         no:
           ret i8 0
         }";
    explore_by(Box::new(searcher), Checks::default(), program, &mut Ends::default());
    expect![[r"
        add path0
        ran path0: Found, 1
        add path1 from path0
        ran path1: None, 0
        remove path1
        ran path0: None, 0
        remove path0"]]
    .assert_eq(&heard.borrow().join("\n"));
}

/// Explores `@main` of `source` and compares how its paths end, in alphabetical order.
fn check(checks: Checks, source: &str, expected: &Expect) {
    let mut ends = Ends::default();
    explore(checks, source, &mut ends);
    ends.0.sort();
    expected.assert_eq(&ends.0.join("\n"));
}

/// Explores `@main` of `source`, the newest path first.
fn explore(checks: Checks, source: &str, observer: &mut dyn Observer) {
    explore_by(Strategy::Dfs.searcher(0), checks, source, observer);
}

fn explore_by(searcher: Box<dyn Searcher>, checks: Checks, source: &str, observer: &mut dyn Observer) {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    let (program, memory) = Program::link(module, &Outside, MemoryConfig::default(), checks).unwrap();
    let mut state = State::new(memory, Outside.fork());
    let mut symbolic = Symbolic::new(Box::new(BruteForce::new()));
    let main = program.module().function_named("main").expect("a test has a main function");
    Machine { program: &program, state: &mut state, symbolic: &mut symbolic }.start(main, &[]).unwrap();
    let limits = Limits { depth: None, states: None, instructions: None, put_away: None };
    let first = vec![state];
    assert_eq!(Explorer::new(&program, symbolic, searcher, limits, first).run(observer), None);
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
fn a_call_that_never_stops_asking_ends_its_path() {
    check(
        Checks::default(),
        "declare @ask() -> i8
         func @main() -> i32 {
         entry:
           %x = call i8 @ask()
           ret i32 0
         }",
        &expect![[r#"Unsupported("a call that goes on asking about its arguments")"#]],
    );
}

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

/// Shifts that are products by powers of two; one by a symbolic amount, which never is the width or more.
#[test]
fn a_shift_that_must_not_overflow_is_checked_like_a_product() {
    let source = "declare @input() -> i8
        func @main() -> i8 {
        entry:
          %byte = call i8 @input()
          %free = shl i8 %byte, 3
          %by = and i8 %byte, 3
          %small = lshr i8 %byte, 4
          %fits = shl nsw i8 %small, %by
          %times = shl nsw i8 %byte, 3
          %zero = and i8 %times, 0
          ret i8 %zero
        }";
    check(Checks::default(), source, &expect!["exit 0"]);
    check(
        Checks { overflow: true, ..Checks::default() },
        source,
        &expect![[r"
            exit 0
            signed-overflow: the value shifted to the left does not fit into a signed integer of 8 bits"]],
    );
}

/// Cases that lead to one place, one of them where the default does: a jump, and a path, for each place.
#[test]
fn a_switch_forks_once_for_each_place_it_leads_to() {
    check(
        Checks::default(),
        "declare @input() -> i8
         func @main() -> i8 {
         entry:
           %byte = call i8 @input()
           switch i8 %byte, other [1: odd, 2: even, 3: odd, 4: even, 5: odd, 9: other]
         odd:
           %o = phi i8 [ 1, entry ]
           ret i8 %o
         even:
           ret i8 2
         other:
           ret i8 0
         }",
        &expect![[r"
            exit 0
            exit 1
            exit 2"]],
    );
}

/// Null, a function, and what is neither are told apart.
#[test]
fn a_call_through_an_input_may_fail_in_two_ways() {
    check(
        Checks::default(),
        "declare @input() -> i8
         func @main() -> i8 {
         entry:
           %byte = call i8 @input()
           %small = and i8 %byte, 1
           %number = zext i8 %small to i64
           %pointer = inttoptr i64 %number to ptr
           %result = call i8 %pointer()
           ret i8 %result
         }",
        &expect![[r"
            bad-call: call of 0x1, which is no function
            bad-call: call of a null function pointer"]],
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

/// Two questions about the input, in this order; where `LEFT` holds, the path ends in silence.
fn questions(first: &str, second: &str, left: &str) -> String {
    format!(
        "declare @input() -> i8
         declare @leave() -> void
         func @fresh(%b: i8) -> i8 {{
         entry:
           ret i8 %b
         }}
         func @main() -> i8 {{
         entry:
           %byte = call i8 @input()
           %x = and i8 %byte, 1
           %y = and i8 %byte, 2
           br {first}
         {first}:
           %is_{first} = icmp ne i8 %{first}, 0
           br %is_{first}, {first}_yes, {first}_no
         x_yes:
           %same = call i8 @fresh(i8 %byte)
           br {x_next}
         x_no:
           br {x_next}
         y_yes:
           br {y_next}
         y_no:
           br {y_next}
         {second}:
           %is_{second} = icmp ne i8 %{second}, 0
           br %is_{second}, {second}_yes, {second}_no
         end:
           %left = icmp {left} i8 %y, 0
           br %left, quiet, out
         quiet:
           call void @leave()
           unreachable
         out:
           ret i8 0
         }}",
        x_next = if first == "x" { second } else { "end" },
        y_next = if first == "y" { second } else { "end" },
    )
}

#[test]
fn what_only_silent_paths_showed_is_news_of_others() {
    // Before the paths part that end in silence and that do not, and after it; whichever goes first.
    for (first, second) in [("x", "y"), ("y", "x")] {
        for left in ["ne", "eq"] {
            let mut shown = Shown::default();
            explore(Checks::default(), &questions(first, second, left), &mut shown);
            let exits: Vec<&str> =
                shown.0.iter().map(String::as_str).filter(|line| line.starts_with("Exit")).collect();
            assert_eq!(exits, ["Exit(0) with news"; 2], "{first} {left}: {:?}", shown.0);
        }
    }
}

#[test]
fn nobody_hears_of_a_path_that_is_taken_over() {
    let program = "declare @input() -> i8
         func @main() -> i32 {
         entry:
           %byte = call i8 @input()
           switch i8 %byte, other [1: one, 2: two]
         one:
           ret i32 1
         two:
           ret i32 2
         other:
           ret i32 3
         }";
    for (onward, count) in [(Onward::Explore, 1), (Onward::TakenOver, 2)] {
        let mut observer = Prunes(onward, Vec::new());
        explore(Checks::default(), program, &mut observer);
        // Of three paths the last goes on where both others part from it.
        assert_eq!(observer.1.len(), count, "{:?}", observer.1);
    }
}
