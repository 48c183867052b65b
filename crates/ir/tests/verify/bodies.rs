//! The rules of blocks, values and control flow.

use expect_test::{Expect, expect};
use vellum_collections::Id;
use vellum_ir::{BlockId, Callee, Const, FuncId, Inst, Loc, Operand, Type, Value};

use crate::{body, check, check_broken, inst};

const SMALL: &str = "func @f(%a: i32) -> i32 {
                     b: %x = add i32 %a, 1
                        br c
                     c: %y = phi i32 [ %x, b ]
                        ret i32 %y
                     }";
#[test]
fn a_problem_names_function_block_and_instruction() {
    check(
        "func @f(%a: i32) { entry: br next next: %x = add i32 %a, i64 1 %y = freeze i32 %y unreachable }",
        expect![[r#"
            @f b1 `%2 = freeze i32 %2`: %2 is not defined on every way here
            @f b1 `%1 = add i32 %0, i64 1`: the second operand is of type i64, not i32"#]],
    );
}

#[test]
fn a_valid_module_has_no_problems() {
    check(SMALL, expect!["valid"]);
}

#[test]
fn a_result_is_there_if_there_is_one() {
    check_broken(
        "func @f() { b: ret void }",
        |module| {
            let i32 = module.types.int(32);
            let result = body(module).values.push(i32);
            inst(module, 0, 0).result = Some(result);
        },
        expect!["@f b0 `%0 = ret void`: the instruction has no result"],
    );
    check_broken(
        "func @f() { b: %x = load i32 null ret void }",
        |module| {
            inst(module, 0, 0).result = None;
            body(module).values = [].into_iter().collect();
        },
        expect!["@f b0 `load void null`: the instruction has a result, which is missing"],
    );
}

#[test]
fn a_block_ends_in_one_terminator() {
    check("func @f() { b: }", expect!["@f b0: the block does not end in a terminator"]);
    check("func @f() { b: unsupported \"x\" }", expect!["@f b0: the block does not end in a terminator"]);
    check(
        "func @f() { b: br c ret void c: ret void }",
        expect!["@f b0 `br b1`: a terminator ends its block"],
    );
    check("func @f() { }", expect!["@f: the body has no block"]);
}

#[test]
fn phis_come_first_and_know_their_predecessors() {
    check(
        "func @f() { b: %x = phi i32 unreachable }",
        expect!["@f b0 `%0 = phi i32`: the entry block has no phis"],
    );
    let check = |line: &str, expected: Expect| {
        check(
            &format!("func @f(%a: i32) {{ a: br 1, b, c b: br c c: {line} unreachable d: br d }}"),
            expected,
        );
    };
    check(
        "unsupported \"x\" %x = phi i32 [ 1, a ], [ 2, b ]",
        expect!["@f b2 `%1 = phi i32 [ 1, b0 ], [ 2, b1 ]`: phis come first in their block"],
    );
    check(
        "%x = phi i32 [ 1, a ]",
        expect!["@f b2 `%1 = phi i32 [ 1, b0 ]`: the predecessor b1 has no entry"],
    );
    check(
        "%x = phi i32 [ 1, a ], [ 2, b ], [ 3, d ]",
        expect!["@f b2 `%1 = phi i32 [ 1, b0 ], [ 2, b1 ], [ 3, b3 ]`: b3 is not a predecessor"],
    );
    check(
        "%x = phi i32 [ 1, a ], [ 2, b ], [ 3, b ]",
        expect![
            "@f b2 `%1 = phi i32 [ 1, b0 ], [ 2, b1 ], [ 3, b1 ]`: the entries of b1 differ: i32 2 and i32 3"
        ],
    );
    check("%x = phi i32 [ 1, a ], [ 2, b ], [ 2, b ]", expect!["valid"]);
    check(
        "%x = phi i32 [ 1, a ], [ i64 2, b ]",
        expect!["@f b2 `%1 = phi i32 [ 1, b0 ], [ i64 2, b1 ]`: the entry of b1 is of type i64, not i32"],
    );
}

#[test]
fn definitions_dominate_uses() {
    check(
        "func @f() { b: %x = freeze i32 %y %y = freeze i32 1 ret void }",
        expect!["@f b0 `%0 = freeze i32 %1`: %1 is not defined on every way here"],
    );
    check(
        "func @f(%c: i1) -> i32 {
         a: br %c, b, d
         b: %x = freeze i32 1
            br d
         d: ret i32 %x
         }",
        expect!["@f b2 `ret i32 %1`: %1 is not defined on every way here"],
    );
    check(
        "func @f(%c: i1) -> i32 {
         a: br %c, b, d
         b: %x = freeze i32 1
            br d
         d: %p = phi i32 [ %x, a ], [ %x, b ]
            ret i32 %p
         }",
        expect!["@f b2 `%2 = phi i32 [ %1, b0 ], [ %1, b1 ]`: %1 is not defined on every way here"],
    );
    check("func @f() { a: ret void b: %x = freeze i32 %x br b }", expect!["valid"]);
    check(
        "func @f() -> i32 { a: ret i32 %x b: %x = freeze i32 1 br a }",
        expect!["@f b0 `ret i32 %0`: %0 is not defined on every way here"],
    );
}

#[test]
fn dominance_sees_through_loops_and_joins() {
    check(
        "func @f(%c: i1) {
         entry: %x = freeze i32 1
            br head
         latch: %l = add i32 %i, %h
            br head
         head: %i = phi i32 [ %x, entry ], [ %l, latch ]
            %h = add i32 %i, %x
            br %c, left, right
         left: br %c, join, latch
         right: br %c, join, head2
         join: %j = add i32 %h, %x
            br head2
         head2: %k = phi i32 [ %j, join ], [ %h, right ], [ %m, head2 ]
            %m = add i32 %k, %h
            br %c, head2, exit
         exit: %e = add i32 %m, %k
            ret void
         }",
        expect!["valid"],
    );
}

#[test]
fn a_value_is_defined_once() {
    check_broken(
        SMALL,
        |module| inst(module, 1, 0).result = Some(Value::from_index(1)),
        expect![[r#"
        @f b1 `%1 = phi i32 [ %1, b0 ]`: %1 is defined twice
        @f: %2 is never defined"#]],
    );
    check_broken(
        SMALL,
        |module| inst(module, 0, 0).result = Some(Value::from_index(0)),
        expect![[r#"
        @f b0 `%0 = add i32 %0, 1`: %0 is defined twice
        @f: %1 is never defined"#]],
    );
}

#[test]
fn parameters_are_the_first_values() {
    check_broken(
        SMALL,
        |module| {
            let i8 = module.types.int(8);
            body(module).values[Value::from_index(0)] = i8;
        },
        expect!["@f: %0 is a parameter but has not its type"],
    );
    check_broken(
        SMALL,
        |module| body(module).values = [].into_iter().collect(),
        expect!["@f: there are fewer values than parameters"],
    );
    check("declare @f(void)", expect!["@f: a parameter is not void"]);
}

#[test]
fn ids_in_bodies_lead_somewhere() {
    let value = Operand::Value(Value::from_index(9));
    let constant = Operand::Const(Const::from_index(9));
    let block = BlockId::from_index(9);
    let check = |index: (usize, usize), new: Inst, expected: Expect| {
        check_broken(SMALL, |module| inst(module, index.0, index.1).inst = new, expected);
    };
    check((0, 0), Inst::Freeze(value), expect!["@f b0 `%1 = freeze ? %9`: there is no value %9"]);
    check((0, 0), Inst::Freeze(constant), expect!["@f b0 `%1 = freeze ? c9?`: there is no constant c9"]);
    check((0, 1), Inst::Br(block), expect!["@f b0 `br b9`: there is no block b9"]);
    check(
        (1, 0),
        Inst::Phi([(block, value)].into()),
        expect!["@f b1 `%2 = phi i32 [ ? %9, b9 ]`: there is no value %9"],
    );
    check_broken(
        SMALL,
        |module| inst(module, 0, 0).result = Some(Value::from_index(9)),
        expect![[r#"
        @f b0 `%9 = add i32 %0, 1`: there is no value %9
        @f: %1 is never defined"#]],
    );
    check_broken(
        SMALL,
        |module| inst(module, 0, 0).loc = Some(Loc::from_index(0)),
        expect!["@f b0 `%1 = add i32 %0, 1`: there is no position loc0"],
    );
    check_broken(
        "func @f() { b: call void @f() ret void }",
        |module| {
            let Inst::Call(call) = &mut inst(module, 0, 0).inst else { unreachable!() };
            call.callee = Callee::Function(FuncId::from_index(1));
        },
        expect!["@f b0 `call void @#f1()`: there is no function f1"],
    );
    check_broken(
        SMALL,
        |module| body(module).values[Value::from_index(1)] = Type::from_index(99),
        expect!["@f: there is no type t99"],
    );
}
