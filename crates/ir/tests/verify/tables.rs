//! The rules of what is outside of bodies.

use expect_test::{Expect, expect};
use vellum_bits::Bits;
use vellum_collections::Id;
use vellum_ir::{
    BlockId, Const, ConstKind, FuncId, GlobalId, Loc, Module, Position, Section, Symbol, Type, TypeKind,
    Types,
};

use crate::{check, check_broken, problems};

#[test]
fn ids_outside_of_bodies_lead_somewhere() {
    let function = FuncId::from_index(7);
    check_broken(
        "",
        |module| module.constructors.push(function),
        expect!["the constructors: there is no function f7"],
    );
    check_broken(
        "",
        |module| module.destructors.push(function),
        expect!["the destructors: there is no function f7"],
    );
    let section = Section { name: "s".into(), members: vec![GlobalId::from_index(7)] };
    check_broken(
        "",
        |module| module.sections.push(section.clone()),
        expect!["the section `s`: there is no global g7"],
    );
    let break_first =
        |module: &mut Module| module.functions[FuncId::from_index(0)].result = Type::from_index(99);
    check_broken("declare @f()", break_first, expect!["@f: there is no type t99"]);
    let break_param =
        |module: &mut Module| module.functions[FuncId::from_index(0)].params[0].ty = Type::from_index(99);
    check_broken("declare @f(i8)", break_param, expect!["@f: there is no type t99"]);
    let break_loc =
        |module: &mut Module| module.globals[GlobalId::from_index(0)].loc = Some(Loc::from_index(0));
    check_broken("global @g 1", break_loc, expect!["@g: there is no position loc0"]);
}

#[test]
fn a_section_holds_definitions_once() {
    check(
        "global @a 1 section \"s\" @a section \"t\" @a",
        expect!["the section `t`: @a is in a section twice"],
    );
    check("declare global @a 1 section \"s\" @a", expect!["the section `s`: @a is only declared"]);
    check("global @a 1 global @b 1 section \"s\" @a, @b", expect!["valid"]);
}

#[test]
fn constants_refer_to_what_exists() {
    let check = |kind: fn(&mut Module) -> ConstKind, expected: Expect| {
        let intern = |module: &mut Module| {
            let kind = kind(module);
            module.consts.intern(kind);
        };
        check_broken("declare @f()", intern, expected);
    };
    check(
        |_| ConstKind::Symbol(Symbol::Global(GlobalId::from_index(0))),
        expect!["constant c0: there is no global g0"],
    );
    check(
        |_| ConstKind::Symbol(Symbol::Function(FuncId::from_index(1))),
        expect!["constant c0: there is no function f1"],
    );
    check(
        |_| ConstKind::Symbol(Symbol::Block(FuncId::from_index(0), BlockId::from_index(0))),
        expect!["constant c0: there is no block b0 in function f0"],
    );
    check(|_| ConstKind::Undef(Type::from_index(99)), expect!["constant c0: there is no type t99"]);
    check(
        |module| ConstKind::Zero(module.types.void()),
        expect!["constant `void zero`: there is no void value"],
    );
    check(
        |module| ConstKind::Bits(module.types.int(8), Bits::zero(9)),
        expect!["constant `i8 0`: it has 9 bits, which is not the width of its type"],
    );
    check(
        |module| {
            let element = module.types.int(8);
            let ty = module.types.intern(TypeKind::Array { element, length: 1 });
            ConstKind::Aggregate(ty, [Const::from_index(0)].into())
        },
        expect!["constant c0: its part c0 does not come before it"],
    );
}

#[test]
fn constants_have_the_parts_of_their_type() {
    check(
        "global @g 8 = i32 add(i32 1, i64 2) at 0",
        expect!["constant `i32 add(i32 1, i64 2)`: a part of type i64 has not the width of i32"],
    );
    check(
        "global @g 8 = i32 add(i32 1) at 0",
        expect!["constant `i32 add(i32 1)`: `add` takes 2 parts, not 1"],
    );
    check(
        "global @g 8 = i32 resize(i32 1, i32 1) at 0",
        expect!["constant `i32 resize(i32 1, i32 1)`: `resize` takes 1 parts, not 2"],
    );
    check(
        "global @g 8 = float add(float 0x0, float 0x0) at 0",
        expect![
            "constant `float add(float 0x0, float 0x0)`: a constant expression computes integers and pointers, not float"
        ],
    );
    check(
        "func @f() -> {i32} { b: ret {i32} {i64 1} }",
        expect!["constant `{i32} {i64 1}`: part 0 is of type i64, not i32"],
    );
    check(
        "func @f() -> {i32} { b: ret {i32} {1, i32 2} }",
        expect!["constant `{i32} {1, i32 2}`: it has another number of parts than its type"],
    );
    check(
        "func @f() -> [2 x i32] { b: ret [2 x i32] [1] }",
        expect!["constant `[2 x i32] [1]`: it has another number of parts than its type"],
    );
    check(
        "func @f() -> <2 x i32> { b: ret <2 x i32> <1, ptr null> }",
        expect!["constant `<2 x i32> <1, ptr null>`: part 1 is of type ptr, not i32"],
    );
}

#[test]
fn types_are_those_that_exist() {
    check_broken(
        "",
        |module| {
            let void = module.types.void();
            let i8 = module.types.int(8);
            module.types.int(0);
            module.types.int(1 << 24);
            module.types.intern(TypeKind::Vector { element: i8, lanes: 0 });
            module.types.intern(TypeKind::Array { element: void, length: 2 });
            module.types.intern(TypeKind::Struct { fields: [i8, void].into(), packed: true });
        },
        expect![[r#"
            type t3 `i0`: an integer has 1 to 2^23 bits
            type t4 `i16777216`: an integer has 1 to 2^23 bits
            type t5 `<0 x i8>`: a vector has at least one lane
            type t6 `[2 x void]`: an element is not void
            type t7 `<{i8, void}>`: a field is not void"#]],
    );
    assert_eq!(problems(&Module::default()), "the types: ptr is not among them");
    let odd = Module::new(Types::new(4));
    assert_eq!(problems(&odd), "the types: wide integers are aligned to 8 or 16 bytes");
}

#[test]
fn positions_are_inlined_at_earlier_ones() {
    check_broken(
        "",
        |module| {
            let name = module.debug.name("f");
            let inlined_at = Some(Loc::from_index(0));
            module.debug.intern(Position { file: name, line: 1, column: 1, function: name, inlined_at });
        },
        expect!["position loc0: it is inlined at loc0, which does not come before it"],
    );
}

#[test]
fn globals_hold_what_they_are_given() {
    check("global @g 4 align 3", expect!["@g: the alignment 3 is not a power of two"]);
    check("global @g 1 = bytes \"ab\"", expect!["@g: 2 bytes do not fit in 1"]);
    check("global @g 8 = ptr @g at 1", expect!["@g: the relocation at 1 ends behind the global"]);
    check(
        "global @g 8 = ptr @g at 18446744073709551615",
        expect!["@g: the relocation at 18446744073709551615 ends behind the global"],
    );
    check(
        "global @g 24 = ptr @g at 8 + ptr @g at 0",
        expect!["@g: the relocation at 0 starts before the one ahead of it ends"],
    );
    check(
        "global @g 24 = ptr @g at 8 + i8 1 at 15",
        expect!["@g: the relocation at 15 starts before the one ahead of it ends"],
    );
    check(
        "global @g 24 = {ptr} {@g} at 8",
        expect!["@g: the relocation at 8 is of type {ptr}, not a scalar"],
    );
    check("global @g 16 = x86_fp80 zero at 0 + i8 1 at 10", expect!["valid"]);
}

#[test]
fn symbols_have_different_names() {
    let rename = |module: &mut Module| module.functions[FuncId::from_index(0)].name = "g".into();
    check_broken("global @g 1 declare @f()", rename, expect!["@g: another symbol has the same name"]);
}

#[test]
fn what_is_passed_by_value_is_a_pointer() {
    check("declare @f(i32 byval(4, 4))", expect!["@f: what is passed by value is a ptr, not i32"]);
    check("declare @f(ptr byval(4, 5))", expect!["@f: the alignment 5 is not a power of two"]);
}

#[test]
fn what_is_extended_is_an_integer() {
    check("declare @f(ptr signext)", expect!["@f: what is extended is an integer, not ptr"]);
    check("declare @f(float zeroext)", expect!["@f: what is extended is an integer, not float"]);
}
