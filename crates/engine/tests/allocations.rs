//! Stepping allocates nothing on the host: whatever a loop does, its later rounds find all memory in place.
//!
//! The allocator of this program counts, per thread: the test's neighbours allocate as they like.

#![expect(unsafe_code, reason = "an allocator that counts has to implement an unsafe trait")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use vellum_engine::{
    Checks, Definition, End, ExternalCall, ExternalId, Externals, Machine, Outcome, Pause, Program, State,
    Symbolic, Takes,
};
use vellum_expr::BruteForce;
use vellum_ir::{text, verify};
use vellum_memory::MemoryConfig;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count_one() {
    // A thread that ends has no counter any more, and nobody who reads it.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

/// The system's allocator, counted.
struct Counting;

// SAFETY: everything is the system allocator's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count_one();
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count_one();
        // SAFETY: the caller's promise.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// One function, which returns what it gets.
struct Echo;

impl Externals for Echo {
    fn resolve(&self, name: &str, _: Definition) -> Option<ExternalId> {
        (name == "echo").then_some(ExternalId(0))
    }

    fn takes(&self, _: ExternalId) -> Takes {
        Takes::Numbers
    }

    fn fork(&self) -> Box<dyn Externals> {
        Box::new(Self)
    }

    fn call(&mut self, _: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        Ok(Outcome::Return(call.arg(0)))
    }
}

/// What the loop does in each round with `%i`, a number from 0 to 255, and `%big`, a local of 32 bytes.
const ROUNDS: &[(&str, &str)] = &[
    ("arithmetic and memory", "store i64 %i, %big %v = load i64 %big"),
    ("a copy", "%to = ptradd %big, 16 call void llvm.memcpy(ptr %to, ptr %big, i64 16, i1 0)"),
    ("a call", "%v = call i64 @plain(i64 %i, i64 2)"),
    ("a call to the outside", "%v = call i64 @echo(i64 %i)"),
    ("a call of calls", "%v = call i64 @deep(i64 %i)"),
    ("memory passed by value", "%v = call i64 @by_value(ptr %big byval(32, 8))"),
    ("a variadic call", "%v = call i64 @sum(i64 2, i64 %i, i64 3)"),
    ("a variadic call with floats", "%v = call i64 @sum(i64 1, i64 %i, double 1.5, float 2.5)"),
    (
        "a variadic call with memory",
        "%v = call i64 @sum(i64 1, i64 1, ptr %big byval(32, 8), i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)",
    ),
    ("a local of variable size", "%size = call i64 @sized(i64 %i)"),
    (
        "other lanes",
        "%v = bitcast <2 x i64> <i64 1, i64 2> to <4 x i32> %w = bitcast <4 x i32> %v to <16 x i8> %x = bitcast <16 x i8> %w to i128",
    ),
];

const FUNCTIONS: &str = "
    declare @echo(i64) -> i64
    func @plain(%a: i64, %b: i64) -> i64 { entry: %c = add i64 %a, %b ret i64 %c }
    func @deep(%n: i64) -> i64 {
    entry:
      %x = alloca 8 align 8
      store i64 %n, %x
      %c = icmp eq i64 %n, 0
      br %c, end, more
    more:
      %half = lshr i64 %n, 1
      %v = call i64 @deep(i64 %half)
      ret i64 %v
    end:
      ret i64 0
    }
    func @by_value(%p: ptr byval(32, 8)) -> i64 { entry: %v = load i64 %p ret i64 %v }
    func @sum(%n: i64, ...) -> i64 {
    entry:
      %list = alloca 24 align 8
      call void llvm.va_start(ptr %list)
      %v = va_arg i64 %list
      ret i64 %v
    }
    func @sized(%n: i64) -> i64 {
    entry:
      %mark = call ptr llvm.stacksave()
      %p = alloca 4 align 4 count i64 %n
      %q = alloca 1 align 1 count i64 300
      call void llvm.stackrestore(ptr %mark)
      %r = alloca 8 align 64 count i64 %n
      %v = ptrtoint ptr %r to i64
      ret i64 %v
    }";

/// Allocations in many rounds of a loop that had a few rounds before.
fn allocations(round: &str) -> u64 {
    let text = format!(
        "func @main() -> i32 {{
         entry:
           %big = alloca 32 align 8
           br loop
         loop:
           %i = phi i64 [ 255, entry ], [ %next, loop ]
           {round}
           %plus = add i64 %i, 1
           %next = and i64 %plus, 255
           br loop
         }}
         {FUNCTIONS}"
    );
    let module = text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    verify::check(&module).unwrap();
    let entry = module.function_named("main").unwrap();
    let (program, memory) = Program::link(module, &Echo, MemoryConfig::default(), Checks::default()).unwrap();
    let mut state = State::new(memory, Echo.fork());
    let mut symbolic = Symbolic::new(Box::new(BruteForce::new()));
    let mut machine = Machine { program: &program, state: &mut state, symbolic: &mut symbolic };
    machine.start(entry, &[]).unwrap();
    let mut slice = |instructions| match machine.run(instructions) {
        Pause::Slice => (),
        pause => panic!("{pause:?}"),
    };
    slice(20_000);
    let before = ALLOCATIONS.get();
    slice(100_000);
    ALLOCATIONS.get() - before
}

#[test]
fn a_loop_that_has_warmed_up_allocates_nothing() {
    let counts: Vec<(&str, u64)> = ROUNDS.iter().map(|(name, round)| (*name, allocations(round))).collect();
    // Addresses to which a pointer may be left are not used again: the stack notes where they are, once in thousands of calls.
    let most = |name| u64::from(name == "memory passed by value");
    assert!(counts.iter().all(|&(name, count)| count <= most(name)), "{counts:?}");
}
