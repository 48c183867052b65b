//! Which locals of small functions live in a part of a call.

use vellum_analysis::{scoped_locals, surely_written};
use vellum_ir::{Inst, text, verify};

/// The sizes of the locals of `@f` that do; a test tells its locals apart by size.
fn sizes(body: &str) -> Vec<u64> {
    let source = format!(
        "declare @use(ptr) -> void\ndeclare @setjmp(ptr) -> i32 returns_twice\n\
         func @f(%c: i1, %v: i32, %p: ptr) -> void {{ {body} }}"
    );
    let module = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let function = &module.functions[module.function_named("f").expect("it is there")];
    let body = function.body.as_ref().expect("it has a body");
    let scoped = scoped_locals(&module, body, &surely_written(&module, body));
    let locals = body.blocks.iter().flatten().filter_map(|data| match (&data.inst, data.result) {
        (Inst::Alloca(alloca), Some(value)) if scoped.contains(&value) => Some(alloca.size),
        _ => None,
    });
    locals.collect()
}

const BEGIN: &str = "call void llvm.lifetime.start(ptr %x)";
const END: &str = "call void llvm.lifetime.end(ptr %x)";
const USE: &str = "call void @use(ptr %x)";

#[test]
fn a_pointer_may_be_kept_until_the_life_is_over() {
    let kept = format!(
        "entry: %x = alloca 4 align 4 {BEGIN} store ptr %x, %p {END} call void @use(ptr %p) ret void"
    );
    assert_eq!(sizes(&kept), [4]);
    let only_accessed = format!(
        "entry: %x = alloca 4 align 4 {BEGIN} store i32 1, %x %r = load i32 %x {END} call void @use(ptr %p) ret void"
    );
    assert_eq!(sizes(&only_accessed), [0; 0]);
}

#[test]
fn what_lives_as_long_as_the_call_needs_no_look() {
    let all = format!("entry: %x = alloca 4 align 4 {BEGIN} {USE} {END} ret void");
    assert_eq!(sizes(&all), [0; 0]);
    let read = format!(
        "entry: %x = alloca 4 align 4 {BEGIN} {USE} %q = load ptr %p {END} %r = load i32 %q ret void"
    );
    assert_eq!(sizes(&read), [4], "a pointer that was kept is used before the return");
    let never = format!("entry: %x = alloca 4 align 4 {USE} ret void");
    assert_eq!(sizes(&never), [0; 0], "without a marker nothing is known");
}

#[test]
fn rounds_of_a_loop_are_lives() {
    let round = |what: &str| {
        format!(
            "entry: %x = alloca 4 align 4 br loop
            loop: {BEGIN} {what} {END} br %c, loop, end
            end: ret void"
        )
    };
    assert_eq!(sizes(&round(USE)), [4]);
    assert_eq!(sizes(&round("%r = load i32 %x")), [4], "it may be read before it is written in this round");
    assert_eq!(sizes(&round("store i32 1, %x %r = load i32 %x")), [0; 0]);
}

#[test]
fn locals_that_are_used_outside_of_their_life_are_left_alone() {
    let hoisted = format!(
        "entry: %x = alloca 8 align 4 %q = ptradd %x, 4 br loop
        loop: {BEGIN} call void @use(ptr %q) {END} br %c, loop, end
        end: ret void"
    );
    assert_eq!(sizes(&hoisted), [0; 0], "the pointer is that of all rounds");
    let late = format!(
        "entry: %x = alloca 4 align 4 {BEGIN} {USE} {END} %r = load i32 %x call void @use(ptr %p) ret void"
    );
    assert_eq!(sizes(&late), [0; 0]);
    let one_way = format!(
        "entry: %x = alloca 4 align 4 br %c, left, right
        left: {BEGIN} br right
        right: {USE} {END} call void @use(ptr %p) ret void"
    );
    assert_eq!(sizes(&one_way), [0; 0]);
    let chosen = format!(
        "entry: %x = alloca 4 align 4 br %c, left, right
        left: br right
        right: %q = phi ptr [ %x, entry ], [ %p, left ] {BEGIN} call void @use(ptr %q) {END} call void @use(ptr %p) ret void"
    );
    assert_eq!(sizes(&chosen), [0; 0]);
}

#[test]
fn a_life_that_begins_at_two_places_is_left_alone() {
    let twice = format!(
        "entry: %x = alloca 4 align 4 {BEGIN} {USE} {END} {BEGIN} {USE} {END} call void @use(ptr %p) ret void"
    );
    assert_eq!(sizes(&twice), [0; 0]);
}

#[test]
fn a_function_may_come_back_to_a_scope_by_setjmp() {
    let jump = format!(
        "entry: %x = alloca 4 align 4 {BEGIN} %r = call i32 @setjmp(ptr %p) {USE} {END} call void @use(ptr %p) ret void"
    );
    assert_eq!(sizes(&jump), [0; 0]);
}
