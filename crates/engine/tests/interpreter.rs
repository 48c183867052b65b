//! Small programs in the text form, run to their end.

use std::{cell::RefCell, rc::Rc};

use expect_test::{Expect, expect};
use vellum_engine::{
    Checks, Definition, End, ExternalCall, ExternalId, Externals, Machine, Outcome, Pause, Program,
    ReturnPoint, State, Symbolic, Takes,
};
use vellum_expr::BruteForce;
use vellum_ir::{text, verify};
use vellum_memory::{Heap, MemoryConfig};

/// Functions of the outside that tests may declare: name and number.
const OUTSIDE: &[&str] = &["malloc", "free", "print", "setjmp", "longjmp"];

/// A heap, a place to print to and nothing else.
#[derive(Clone, Default)]
struct Outside {
    printed: Rc<RefCell<Vec<String>>>,
}

impl Externals for Outside {
    fn resolve(&self, name: &str, definition: Definition) -> Option<ExternalId> {
        let found = OUTSIDE.iter().position(|row| *row == name)?;
        (definition == Definition::Missing).then(|| ExternalId(u32::try_from(found).unwrap()))
    }

    fn takes(&self, _: ExternalId) -> Takes {
        Takes::Numbers
    }

    fn fork(&self) -> Box<dyn Externals> {
        Box::new(self.clone())
    }

    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        match OUTSIDE[usize::try_from(function.0).unwrap()] {
            "malloc" => {
                let address = call.memory.allocate(Heap::Malloc, call.arg(0), 16, call.origin);
                Ok(Outcome::Return(address.unwrap_or(0)))
            }
            "free" => {
                call.memory.free(call.arg(0), call.origin)?;
                Ok(Outcome::Return(0))
            }
            "print" => {
                self.printed.borrow_mut().push(call.arg(0).to_string());
                Ok(Outcome::Return(0))
            }
            "setjmp" => {
                for (i, word) in (0..).zip(call.point.0) {
                    call.memory.store(call.arg(0) + 8 * i, 8, word).unwrap();
                }
                Ok(Outcome::Return(0))
            }
            _ => {
                let word = |i: u64| call.memory.load(call.arg(0) + 8 * i, 8).unwrap();
                let point = ReturnPoint([word(0), word(1)]);
                Ok(Outcome::LongJump { point, value: u32::try_from(call.arg(1)).unwrap() })
            }
        }
    }
}

/// Runs `@main` of `source` and compares what it printed and how it ended.
fn check(source: &str, expected: &Expect) {
    let module = text::parse(source).unwrap_or_else(|error| panic!("{error}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}"));
    let outside = Outside::default();
    let (program, memory) =
        Program::link(module, &outside, MemoryConfig::default(), Checks::default()).unwrap();
    let mut state = State::new(memory, outside.fork());
    let mut symbolic = Symbolic::new(Box::new(BruteForce::new()));
    let main = program.module().function_named("main").expect("a test has a main function");
    let mut machine = Machine { program: &program, state: &mut state, symbolic: &mut symbolic };
    machine.start(main, &[]).unwrap();
    let end = loop {
        // A small slice: going on after a pause must change nothing.
        if let Pause::End(end) = machine.run(7) {
            break end;
        }
    };
    let ended = match end {
        End::Exit(status) => format!("exit {status}"),
        End::Unsupported(what) => format!("unsupported {what}"),
        End::Interrupted
        | End::Stopped(_)
        | End::Undecided(_)
        | End::Impossible
        | End::Silent
        | End::AssumedAway
        | End::Misfit(_) => {
            panic!("nothing stops this path: {end:?}")
        }
        End::Bug(bug) => {
            let place =
                bug.fault.as_ref().and_then(|fault| fault.nearest).map(|near| format!(" {:?}", near.place));
            format!("bug {}{} {}", bug.kind.name(), place.unwrap_or_default(), bug.message)
        }
    };
    let mut printed = outside.printed.take();
    printed.push(ended.trim().to_owned());
    expected.assert_eq(&printed.join("\n"));
}

#[test]
fn a_loop_with_phis_adds_up() {
    check(
        "func @main() -> i32 {
         entry:
           br loop
         loop:
           %i = phi i32 [ 0, entry ], [ %next, loop ]
           %sum = phi i32 [ 0, entry ], [ %more, loop ]
           %more = add i32 %sum, %i
           %next = add i32 %i, 1
           %c = icmp slt i32 %next, 11
           br %c, loop, done
         done:
           ret i32 %more
         }",
        &expect!["exit 55"],
    );
}

#[test]
fn phis_of_one_block_are_assigned_at_once() {
    check(
        "func @main() -> i32 {
         entry:
           br loop
         loop:
           %a = phi i32 [ 1, entry ], [ %b, loop ]
           %b = phi i32 [ 2, entry ], [ %a, loop ]
           %i = phi i32 [ 0, entry ], [ %next, loop ]
           %next = add i32 %i, 1
           %c = icmp ult i32 %next, 4
           br %c, loop, done
         done:
           %r = mul i32 %a, 10
           %s = add i32 %r, %b
           ret i32 %s
         }",
        &expect!["exit 21"],
    );
}

#[test]
fn one_byte_past_a_local_is_out_of_bounds() {
    check(
        "func @main() -> i32 {
         entry:
           %x = alloca 4 align 4
           %p = ptradd %x, 1
           store i32 7, %p
           ret i32 0
         }",
        &expect!["bug out-of-bounds Inside(1)"],
    );
}

#[test]
fn a_freed_block_is_recognised() {
    check(
        "declare @malloc(i64) -> ptr
         declare @free(ptr)
         func @main() -> i32 {
         entry:
           %p = call ptr @malloc(i64 8)
           call void @free(ptr %p)
           %v = load i32 %p
           ret i32 %v
         }",
        &expect!["bug use-after-free Inside(0)"],
    );
}

#[test]
fn freeing_twice_is_a_double_free() {
    check(
        "declare @malloc(i64) -> ptr
         declare @free(ptr)
         func @main() -> i32 {
         entry:
           %p = call ptr @malloc(i64 8)
           call void @free(ptr %p)
           call void @free(ptr %p)
           ret i32 0
         }",
        &expect!["bug double-free Inside(0)"],
    );
}

#[test]
fn a_returned_frame_stays_recognisable() {
    check(
        "func @leak() -> ptr {
         entry:
           %x = alloca 4 align 4
           ret ptr %x
         }
         func @main() -> i32 {
         entry:
           %p = call ptr @leak()
           %q = call ptr @leak()
           %v = load i32 %p
           ret i32 %v
         }",
        &expect!["bug use-after-return Inside(0)"],
    );
}

#[test]
fn constants_cannot_be_written() {
    check(
        "global @c 4 align 4 constant = bytes \"\\01\\02\\03\\04\"
         func @main() -> i32 {
         entry:
           store i8 1, @c
           ret i32 0
         }",
        &expect!["bug read-only-write Inside(0)"],
    );
}

#[test]
fn null_with_an_offset_is_still_null() {
    check(
        "func @main() -> i32 {
         entry:
           %p = ptradd null, 12
           %v = load i32 %p
           ret i32 %v
         }",
        &expect!["bug null-dereference"],
    );
}

#[test]
fn wide_integers_are_exact() {
    check(
        "declare @print(i64)
         func @main() -> i32 {
         entry:
           %m = alloca 16 align 16
           store i128 0x0123456789abcdef0011223344556677, %m
           %a = load i128 %m
           %b = mul i128 %a, 3
           %h = lshr i128 %b, 64
           %t = trunc i128 %h to i64
           call void @print(i64 %t)
           %q = udiv i128 %b, %a
           %r = trunc i128 %q to i32
           ret i32 %r
         }",
        // 0x369d0369d0369cd
        &expect![[r"
            245956587649460685
            exit 3"]],
    );
}

#[test]
fn odd_widths_wrap_at_their_own_size() {
    check(
        "func @main() -> i32 {
         entry:
           %m = alloca 4 align 4
           store i17 131071, %m
           %a = load i17 %m
           %b = add i17 %a, 2
           %c = zext i17 %b to i32
           ret i32 %c
         }",
        &expect!["exit 1"],
    );
}

#[test]
fn vectors_run_lane_by_lane() {
    check(
        "declare @print(i64)
         func @main() -> i32 {
         entry:
           %m = alloca 16 align 16
           store <4 x i32> < i32 1, i32 2, i32 3, i32 4 >, %m
           %a = load <4 x i32> %m
           %b = mul <4 x i32> %a, %a
           %c = icmp ugt <4 x i32> %b, < i32 3, i32 4, i32 5, i32 6 >
           %d = select <4 x i1> %c, <4 x i32> %b, < i32 100, i32 100, i32 100, i32 100 >
           %s = shufflevector <4 x i32> %d, <4 x i32> %a, [ 3, 0, 7, undef ]
           %e = extractelement <4 x i32> %s, i32 0
           %f = extractelement <4 x i32> %s, i32 2
           %g = add i32 %e, %f
           %bits = bitcast <4 x i1> %c to i4
           %z = zext i4 %bits to i64
           call void @print(i64 %z)
           ret i32 %g
         }",
        &expect![[r"
            12
            exit 20"]],
    );
}

#[test]
fn a_switch_takes_the_matching_case() {
    check(
        "func @pick(%v: i32) -> i32 {
         entry:
           switch i32 %v, other [ 1: one, 1000000: far ]
         one:
           ret i32 10
         far:
           ret i32 20
         other:
           ret i32 30
         }
         func @main() -> i32 {
         entry:
           %a = call i32 @pick(i32 1)
           %b = call i32 @pick(i32 1000000)
           %c = call i32 @pick(i32 7)
           %d = sub i32 %b, %a
           %e = mul i32 %d, %c
           ret i32 %e
         }",
        &expect!["exit 300"],
    );
}

#[test]
fn longjmp_comes_back_to_setjmp() {
    check(
        "declare @setjmp(ptr) -> i32 returns_twice
         declare @longjmp(ptr, i32)
         func @deep(%b: ptr, %n: i32) {
         entry:
           %c = icmp eq i32 %n, 0
           br %c, jump, on
         jump:
           call void @longjmp(ptr %b, i32 42)
           unreachable
         on:
           %m = sub i32 %n, 1
           call void @deep(ptr %b, i32 %m)
           unreachable
         }
         func @main() -> i32 {
         entry:
           %b = alloca 200 align 16
           %r = call i32 @setjmp(ptr %b)
           %c = icmp eq i32 %r, 0
           br %c, first, again
         first:
           call void @deep(ptr %b, i32 5)
           unreachable
         again:
           ret i32 %r
         }",
        &expect!["exit 42"],
    );
}

#[test]
fn a_wrong_function_pointer_is_a_bad_call() {
    check(
        "global @x 8 align 8
         func @main() -> i32 {
         entry:
           %p = ptradd @x, 0
           %r = call i32 ptr %p()
           ret i32 %r
         }",
        &expect!["bug bad-call call of 0x3000a0000000, which is no function"],
    );
}

#[test]
fn endless_recursion_is_a_stack_overflow() {
    check(
        "func @f(%n: i32) -> i32 {
         entry:
           %x = alloca 64 align 16
           %m = add i32 %n, 1
           %r = call i32 @f(i32 %m)
           ret i32 %r
         }
         func @main() -> i32 {
         entry:
           %r = call i32 @f(i32 0)
           ret i32 %r
         }",
        &expect!["bug stack-overflow the stack is full"],
    );
}

#[test]
fn variadic_arguments_are_found_in_memory() {
    check(
        "func @sum(%n: i32, ...) -> i32 {
         entry:
           %list = alloca 24 align 16
           call void llvm.va_start(ptr %list)
           %a = va_arg i32 %list
           %b = va_arg i128 %list
           %c = va_arg i32 %list
           %t = trunc i128 %b to i32
           %s = add i32 %a, %t
           %u = add i32 %s, %c
           ret i32 %u
         }
         func @main() -> i32 {
         entry:
           %r = call i32 @sum(i32 3, i32 1, i128 20, i32 300)
           ret i32 %r
         }",
        &expect!["exit 321"],
    );
}

#[test]
fn asking_for_more_variadic_arguments_than_there_are_is_out_of_bounds() {
    check(
        "func @second(%n: i32, ...) -> i32 {
         entry:
           %list = alloca 24 align 16
           call void llvm.va_start(ptr %list)
           %a = va_arg i32 %list
           %b = va_arg i32 %list
           ret i32 %b
         }
         func @main() -> i32 {
         entry:
           %r = call i32 @second(i32 3, i32 1)
           ret i32 %r
         }",
        &expect!["bug out-of-bounds After(0)"],
    );
}

#[test]
fn division_by_zero_is_found() {
    check(
        "func @main() -> i32 {
         entry:
           %z = sub i32 1, 1
           %r = sdiv i32 5, %z
           ret i32 %r
         }",
        &expect!["bug division-by-zero division by zero"],
    );
}

#[test]
fn an_indirect_branch_reaches_its_label() {
    check(
        "global @labels 16 align 8 constant = ptr blockaddress(@main, a) at 0 + ptr blockaddress(@main, b) at 8
         func @main() -> i32 {
         entry:
           %p = ptradd @labels, 8
           %t = load ptr %p
           indirectbr %t, [ a, b ]
         a:
           ret i32 1
         b:
           ret i32 2
         }",
        &expect!["exit 2"],
    );
}

#[test]
fn what_is_unsupported_ends_the_path_there() {
    check(
        "declare @print(i64)
         func @main() -> i32 {
         entry:
           call void @print(i64 1)
           unsupported \"landingpad\"
           ret i32 0
         }",
        &expect![[r"
            1
            unsupported landingpad"]],
    );
}

#[test]
fn functions_of_vectors_compute_every_lane() {
    check(
        "declare @print(i64)
         global @floats 8 align 8
         func @main() -> i32 {
         entry:
           %r = call <2 x i64> llvm.lrint(<2 x double> <1.5, 7.25>)
           %r0 = extractelement <2 x i64> %r, i32 0
           %r1 = extractelement <2 x i64> %r, i32 1
           call void @print(i64 %r0)
           call void @print(i64 %r1)
           %m = call <2 x ptr> llvm.ptrmask(<2 x ptr> <0x107, 0x219>, <2 x i64> <-16, -16>)
           %m0 = extractelement <2 x ptr> %m, i32 0
           %m1 = extractelement <2 x ptr> %m, i32 1
           call void @print(ptr %m0)
           call void @print(ptr %m1)
           store <2 x float> <1.0, 2.0>, @floats
           %o = atomicrmw fadd @floats, <2 x float> <10.0, 20.0>
           %f = load <2 x float> @floats
           %i = fptosi <2 x float> %f to <2 x i64>
           %i0 = extractelement <2 x i64> %i, i32 0
           %i1 = extractelement <2 x i64> %i, i32 1
           call void @print(i64 %i0)
           call void @print(i64 %i1)
           ret i32 0
         }",
        &expect![[r"
            2
            7
            256
            528
            11
            22
            exit 0"]],
    );
}

#[test]
fn one_bit_is_compared_three_ways() {
    check(
        "func @main() -> i32 {
         entry:
           %t = icmp eq i32 1, 1
           %f = icmp eq i32 1, 2
           %more = call i8 llvm.ucmp(i1 %t, i1 %f)
           %less = call i8 llvm.scmp(i1 %t, i1 %f)
           %difference = sub i8 %more, %less
           %r = zext i8 %difference to i32
           ret i32 %r
         }",
        &expect!["exit 2"],
    );
}

#[test]
fn the_size_of_a_local_is_known_whoever_asks() {
    check(
        "func @main() -> i32 {
         entry:
           %x = alloca 12 align 4
           %compiled = call i64 llvm.objectsize(ptr %x, i1 1, i1 0, i1 0)
           %run = call i64 llvm.objectsize(ptr %x, i1 1, i1 0, i1 1)
           %sum = add i64 %compiled, %run
           %r = trunc i64 %sum to i32
           ret i32 %r
         }",
        &expect!["exit 24"],
    );
}

#[test]
fn what_has_no_bytes_is_at_no_wrong_address() {
    check(
        "func @main() -> i32 {
         entry:
           store {} zero, ptr null
           %nothing = load {} ptr null
           ret i32 0
         }",
        &expect!["exit 0"],
    );
}

#[test]
fn a_tail_call_that_must_be_takes_the_callers_place() {
    check(
        "func @count(%left: i32, %sum: i32) -> i32 {
         entry:
           %x = alloca 64 align 4
           store i32 %left, %x
           %is = icmp eq i32 %left, 0
           br %is, done, more
         done:
           ret i32 %sum
         more:
           %next = sub i32 %left, 1
           %grown = add i32 %sum, 2
           %r = call musttail i32 @count(i32 %next, i32 %grown)
           ret i32 %r
         }
         func @main() -> i32 {
         entry:
           %r = call i32 @count(i32 600000, i32 0)
           ret i32 %r
         }",
        &expect!["exit 1200000"],
    );
}
