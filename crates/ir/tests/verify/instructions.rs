//! The rules of single instructions.

use expect_test::{Expect, expect};
use vellum_bits::Bits;
use vellum_collections::Id;
use vellum_ir::{Inst, Operand, TypeKind, Value, verify};

use crate::{body, check, check_broken, inst, parse};

/// Lines of a function and the one sentence said of them; no sentence if they are fine.
fn check_lines(rows: &[(&str, &str)]) {
    for (line, expected) in rows {
        let module = parse(&format!(
            "declare @g(i32, ptr) -> i32
             func @f(%i: i32, %l: i64, %d: double, %p: ptr, %v: <4 x i32>, %w: <2 x i64>, %q: <2 x ptr>) -> i32 {{
             b: {line}
                ret i32 0
             }}"
        ));
        let problems = verify::check(&module).map_or_else(|error| error.problems, |()| Vec::new());
        let sentences: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(sentences.join("\n"), *expected, "of\n{line}");
    }
}
#[test]
fn operands_of_arithmetic_have_one_type_and_the_right_kind() {
    check_lines(&[
        ("%x = add i32 %i, i64 %l", "the second operand is of type i64, not i32"),
        ("%x = add double %d, %d", "the first operand is of type double, not an integer"),
        ("%x = fadd i32 %i, %i", "the first operand is of type i32, not a float"),
        ("%x = add {i32} zero, zero", "the first operand is of type {i32}, not an integer"),
        ("%x = fneg i32 %i", "the operand is of type i32, not a float"),
        ("%x = icmp eq i32 %i, i64 %l", "the second operand is of type i64, not i32"),
        ("%x = icmp eq double %d, %d", "the first operand is of type double, not an integer or a pointer"),
        ("%x = fcmp oeq i32 %i, %i", "the first operand is of type i32, not a float"),
        ("%x = icmp eq <2 x ptr> %q, zero", ""),
    ]);
}

#[test]
fn casts_lead_from_and_to_what_they_can() {
    check_lines(&[
        ("%x = trunc i32 %i to i32", "there is no trunc from i32 to i32"),
        ("%x = zext i32 %i to i16", "there is no zext from i32 to i16"),
        ("%x = sext <4 x i32> %v to <2 x i64>", "there is no sext from <4 x i32> to <2 x i64>"),
        ("%x = sext <4 x i32> %v to i64", "there is no sext from <4 x i32> to i64"),
        ("%x = fptrunc double %d to fp128", "there is no fptrunc from double to fp128"),
        ("%x = fpext half 0x0 to bfloat", "there is no fpext from half to bfloat"),
        ("%x = fptosi i32 %i to i64", "there is no fptosi from i32 to i64"),
        ("%x = uitofp i32 %i to i64", "there is no uitofp from i32 to i64"),
        ("%x = ptrtoint i64 %l to i64", "there is no ptrtoint from i64 to i64"),
        ("%x = inttoptr i64 %l to i64", "there is no inttoptr from i64 to i64"),
        ("%x = bitcast i64 %l to ptr", "there is no bitcast from i64 to ptr"),
        ("%x = bitcast i64 %l to i32", "there is no bitcast from i64 to i32"),
        ("%x = bitcast {i64} zero to i64", "there is no bitcast from {i64} to i64"),
        ("%x = bitcast <4 x i32> %v to <2 x i64>", ""),
    ]);
}

#[test]
fn a_selection_is_between_values_of_one_type() {
    check_lines(&[
        ("%x = select i32 %i, i32 %i, %i", "the condition is of type i32, not i1 or one i1 per lane"),
        ("%x = select i1 1, i32 %i, i64 %l", "the third operand is of type i64, not i32"),
        (
            "%x = select <2 x i1> zero, <4 x i32> %v, %v",
            "the condition is of type <2 x i1>, not i1 or one i1 per lane",
        ),
        ("%x = select <4 x i1> zero, <4 x i32> %v, %v", ""),
        ("%x = select i1 1, {i8} zero, zero", ""),
    ]);
}

#[test]
fn memory_is_reached_through_pointers() {
    check_lines(&[
        ("%x = alloca 4 align 3", "the alignment 3 is not a power of two"),
        ("%x = alloca 4 align 0", "the alignment 0 is not a power of two"),
        ("%x = alloca 4 count ptr %p", "the count is of type ptr, not an integer"),
        ("%x = load i32 i64 %l", "the address is of type i64, not ptr"),
        ("store i32 %i, i64 %l", "the address is of type i64, not ptr"),
        ("%x = va_arg i32 i64 %l", "the address is of type i64, not ptr"),
        ("%x = ptradd i64 %l, 8", "the base is of type i64, not a pointer"),
        ("%x = ptradd %p, 8 * ptr %p", "an index is of type ptr, not an integer"),
        ("%x = ptradd <2 x ptr> %q, 8 * <4 x i32> %v", "the vectors have different numbers of lanes"),
        ("%x = ptradd %p, 8 * <2 x i64> %w, 4 * i32 %i", ""),
        ("%x = load [2000000 x i8] %p", "%7: the type is too large for a value"),
        ("store [2000000 x i8] zero, %p", "the type is too large for a value"),
        ("%x = load {} %p", ""),
    ]);
}

#[test]
fn parts_of_aggregates_and_vectors_exist_and_fit() {
    check_lines(&[
        ("%x = extractvalue {i32} zero", "the path leads nowhere in {i32}"),
        ("%x = insertvalue {i32} zero, i32 1, 1", "the path leads nowhere in {i32}"),
        ("%x = insertvalue {i32, [2 x i8]} zero, i32 1, 1, 0", "the part is of type i32, not i8"),
        ("%x = insertvalue i32 %i, i32 1, 0", "the path leads nowhere in i32"),
        ("%x = extractelement i32 %i, i32 0", "the first operand is of type i32, not a vector"),
        ("%x = extractelement <4 x i32> %v, ptr %p", "the lane number is of type ptr, not an integer"),
        ("%x = insertelement i32 %i, %i, i32 0", "the first operand is of type i32, not a vector"),
        ("%x = insertelement <4 x i32> %v, i64 %l, i32 0", "the element is of type i64, not i32"),
        (
            "%x = insertelement <4 x i32> %v, %i, <2 x i64> %w",
            "the lane number is of type <2 x i64>, not an integer",
        ),
        ("%x = shufflevector i32 %i, %i, [0]", "the first operand is of type i32, not a vector"),
        (
            "%x = shufflevector <4 x i32> %v, <2 x i64> %w, [0]",
            "the second operand is of type <2 x i64>, not <4 x i32>",
        ),
        ("%x = shufflevector <4 x i32> %v, %v, [7, 8]", "there is no lane 8 among 8"),
    ]);
}

#[test]
fn atomic_operations_have_one_type() {
    check_lines(&[
        ("%x = atomicrmw add i64 %l, i32 1", "the address is of type i64, not ptr"),
        ("%x = atomicrmw add %p, double %d", "the value is of type double, not an integer"),
        ("%x = atomicrmw fadd %p, i32 %i", "the value is of type i32, not a float"),
        (
            "%x = atomicrmw xchg %p, {i32} zero",
            "the value is of type {i32}, not an integer or a float or a pointer",
        ),
        ("%x = cmpxchg i64 %l, i32 0, 1", "the address is of type i64, not ptr"),
        (
            "%x = cmpxchg %p, double %d, %d",
            "the expected value is of type double, not an integer or a pointer",
        ),
        ("%x = cmpxchg %p, i32 0, i64 1", "the new value is of type i64, not i32"),
    ]);
}

#[test]
fn calls_may_mismatch_but_not_make_no_sense() {
    check_lines(&[
        ("%x = call i32 @g()", ""),
        ("%x = call ptr @g(ptr %p, i32 %i, i32 %i)", ""),
        ("call void @g(i32 %i, ptr %p)", ""),
        ("call void i64 %l()", "the callee is of type i64, not ptr"),
        ("call void @g(i32 %i byval(4, 4))", "what is passed by value is a ptr, not i32"),
        ("call void @g(ptr %p byval(4, 3))", "the alignment 3 is not a power of two"),
        ("call void @g(i32 %i signext, i64 %l zeroext)", ""),
        ("call void @g(ptr %p zeroext)", "what is extended is an integer, not ptr"),
        ("call void llvm.memcpy(ptr %p, ptr %p, i64 %l)", "llvm.memcpy takes 4 arguments, not 3"),
        ("call void llvm.objectsize(ptr %p)", "llvm.objectsize takes 2 to 4 arguments, not 1"),
        ("call void llvm.trap(i32 %i)", "llvm.trap takes 0 arguments, not 1"),
        ("unsupported \"nothing is said about it\"", ""),
    ]);
}

#[test]
fn jumps_are_decided_by_integers() {
    let check = |line: &str, expected: Expect| {
        check(&format!("func @f(%i: i32, %v: <2 x i1>) {{ b: {line} c: unreachable }}"), expected);
    };
    check("br i32 %i, b, c", expect!["@f b0 `br i32 %0, b0, b1`: the condition is of type i32, not i1"]);
    check(
        "br <2 x i1> %v, b, c",
        expect!["@f b0 `br <2 x i1> %1, b0, b1`: the condition is of type <2 x i1>, not i1"],
    );
    check(
        "switch i32 %i, b [1: c, 1: b]",
        expect!["@f b0 `switch i32 %0, b0 [1: b1, 1: b0]`: there are two cases 1"],
    );
    check(
        "indirectbr i32 %i, [b]",
        expect!["@f b0 `indirectbr i32 %0, [b0]`: the address is of type i32, not ptr"],
    );
    check("ret i32 %i", expect!["@f b0 `ret i32 %0`: the value is of type i32, not void"]);
}

#[test]
fn what_is_returned_is_the_result() {
    check("func @f() -> i32 { b: ret void }", expect!["@f b0 `ret void`: the function returns i32"]);
    check(
        "func @f() -> i32 { b: ret i64 1 }",
        expect!["@f b0 `ret i64 1`: the value is of type i64, not i32"],
    );
}

#[test]
fn a_case_has_the_width_of_the_value() {
    check_broken(
        "func @f() { b: switch i8 1, b [2: b] }",
        |module| {
            let Inst::Switch { cases, .. } = &mut inst(module, 0, 0).inst else { unreachable!() };
            cases[0].0 = Bits::from_u64(16, 2);
        },
        expect!["@f b0 `switch i8 1, b0 [2: b0]`: the case 2 has 16 bits, not 8"],
    );
    check_broken(
        "func @f(%p: ptr, %i: i8) { b: switch i8 %i, b [] }",
        |module| {
            let Inst::Switch { value, .. } = &mut inst(module, 0, 0).inst else { unreachable!() };
            *value = Operand::Value(Value::from_index(0));
        },
        expect!["@f b0 `switch ptr %0, b0 []`: the value is of type ptr, not an integer"],
    );
}

#[test]
fn a_result_has_the_type_of_the_instruction() {
    let text = "func @f() {
                b: %x = freeze i32 1
                   %y = icmp eq i32 1, 1
                   %z = ptradd null, 1
                   %s = shufflevector <2 x i8> zero, zero, [1]
                   %c = cmpxchg null, i32 1, 1
                   ret void }";
    check_broken(
        text,
        |module| {
            let i8 = module.types.int(8);
            body(module).values.iter_mut().for_each(|ty| *ty = i8);
        },
        expect![[r#"
            @f b0 `%0 = freeze i32 1`: the result is of type i8, not i32
            @f b0 `%1 = icmp eq i32 1, 1`: the result is of type i8, not one i1 per lane
            @f b0 `%2 = ptradd null, 1`: the result is of type i8, not a pointer
            @f b0 `%3 = shufflevector <2 x i8> zero, zero, [1]`: the result is of type i8, not 1 lanes of i8
            @f b0 `%4 = cmpxchg null, i32 1, 1`: the result is of type i8, not {i32, i1}"#]],
    );
}

#[test]
fn a_sum_of_scalars_is_a_scalar() {
    check_broken(
        "func @f(%p: ptr) { b: %x = ptradd %p, 1 ret void }",
        |module| {
            let element = module.ptr_type();
            let vector = module.types.intern(TypeKind::Vector { element, lanes: 2 });
            body(module).values[Value::from_index(1)] = vector;
        },
        expect![
            "@f b0 `%1 = ptradd %0, 1`: the result is of type <2 x ptr>, which has not the lanes of the operands"
        ],
    );
}
