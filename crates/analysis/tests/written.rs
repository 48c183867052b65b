//! Which locals of small functions are surely written before they are read.

use vellum_analysis::surely_written;
use vellum_ir::{Inst, text, verify};

/// The sizes of the locals of `@f` that are; a test tells its locals apart by size.
fn sizes(body: &str) -> Vec<u64> {
    let source = format!("declare @use(ptr) -> void\nfunc @f(%c: i1, %v: i32, %w: i64) -> void {{ {body} }}");
    let module = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let function = &module.functions[module.function_named("f").expect("it is there")];
    let body = function.body.as_ref().expect("it has a body");
    let written = surely_written(&module, body);
    let locals = body.blocks.iter().flatten().filter_map(|data| match (&data.inst, data.result) {
        (Inst::Alloca(alloca), Some(value)) if written.contains(&value) => Some(alloca.size),
        _ => None,
    });
    locals.collect()
}

#[test]
fn a_store_on_every_way_to_a_load_is_enough() {
    let both = "entry: %x = alloca 4 align 4 br %c, left, right
        left: store i32 1, %x br end
        right: store i32 %v, %x br end
        end: %r = load i32 %x ret void";
    assert_eq!(sizes(both), [4]);
    let one = "entry: %x = alloca 4 align 4 br %c, left, end
        left: store i32 1, %x br end
        end: %r = load i32 %x ret void";
    assert_eq!(sizes(one), [0; 0]);
}

#[test]
fn loops_come_back_with_what_they_wrote() {
    let before = "entry: %x = alloca 4 align 4 store i32 0, %x br loop
        loop: %r = load i32 %x %s = add i32 %r, 1 store i32 %s, %x br %c, loop, end
        end: ret void";
    assert_eq!(sizes(before), [4]);
    let inside = "entry: %x = alloca 4 align 4 br loop
        loop: br %c, first, later
        first: store i32 0, %x br loop
        later: %r = load i32 %x br loop";
    assert_eq!(sizes(inside), [0; 0], "the first round may be a later one");
}

#[test]
fn whatever_else_is_done_with_the_address_may_be_a_read() {
    let passed = "entry: %x = alloca 4 align 4 store i32 0, %x call void @use(ptr %x) ret void";
    assert_eq!(sizes(passed), [0; 0]);
    let kept = "entry: %x = alloca 4 align 4 %p = alloca 8 align 8 store i32 0, %x store ptr %x, %p ret void";
    assert_eq!(sizes(kept), [8], "the pointer itself is fine");
    let part = "entry: %x = alloca 8 align 8 store i64 %w, %x %r = load i32 %x ret void";
    assert_eq!(sizes(part), [0; 0], "as a whole only");
}

#[test]
fn a_local_nobody_reads_needs_no_look() {
    assert_eq!(sizes("entry: %x = alloca 4 align 4 store i32 0, %x ret void"), [4]);
    assert_eq!(sizes("entry: %x = alloca 4 align 4 ret void"), [4]);
}

#[test]
fn markers_of_lives_are_no_reads_and_a_new_life_is_not_written() {
    let marked = "entry: %x = alloca 4 align 4 call void llvm.lifetime.start(ptr %x) store i32 0, %x
        %r = load i32 %x call void llvm.lifetime.end(ptr %x) ret void";
    assert_eq!(sizes(marked), [4]);
    let rounds = "entry: %x = alloca 4 align 4 store i32 0, %x br loop
        loop: call void llvm.lifetime.start(ptr %x) %r = load i32 %x br %c, loop, end
        end: ret void";
    assert_eq!(sizes(rounds), [0; 0]);
}
