//! Where the pointers of small programs lead.

use vellum_analysis::{
    PointsTo,
    points_to::{CallSite, ClassOptions, ObjectId, ObjectKind},
};
use vellum_collections::Id;
use vellum_ir::{BlockId, FuncId, Inst, Module, Operand, text, verify};

fn module(source: &str) -> Module {
    let source = format!(
        "declare @malloc(i64) -> ptr declare @realloc(ptr, i64) -> ptr declare @free(ptr)
         declare @memcpy(ptr, ptr, i64) -> ptr declare @strchr(ptr, i32) -> ptr
         declare @qsort(ptr, i64, i64, ptr) declare @posix_memalign(ptr, i64, i64) -> i32 {source}"
    );
    let module = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    verify::check(&module).unwrap_or_else(|error| panic!("{error}\n{source}"));
    module
}

fn function(module: &Module, name: &str) -> FuncId {
    module.function_named(name).unwrap_or_else(|| panic!("no function {name}"))
}

/// `@g`, `x` for a local, `f/1` for an allocation by the calls' functions and their numbers among the calls there.
fn name(module: &Module, found: &PointsTo, object: ObjectId) -> String {
    match found.kind(object) {
        ObjectKind::Global(id) => format!("@{}", module.globals[id].name),
        ObjectKind::Function(id) => format!("{}()", module.functions[id].name),
        ObjectKind::Local(id, value) => {
            let body = module.functions[id].body.as_ref().unwrap();
            let alloca = body.blocks.iter().flatten().find_map(|data| match &data.inst {
                Inst::Alloca(alloca) if data.result == Some(value) => alloca.name.clone(),
                _ => None,
            });
            alloca.map_or_else(|| value.to_string(), String::from)
        }
        ObjectKind::Heap(chain) => {
            let calls = found.calls(chain);
            let call = |call: &CallSite| {
                let body = module.functions[call.function].body.as_ref().unwrap();
                let before = body.blocks.iter_ids().flat_map(|(block, insts)| {
                    insts.iter().enumerate().map(move |(i, data)| ((block.index(), i), data))
                });
                let here = (call.block.index(), usize::try_from(call.instruction).unwrap());
                let is_call = |(at, data): &((usize, usize), &vellum_ir::InstData)| {
                    *at < here && matches!(data.inst, Inst::Call(_))
                };
                format!("{}/{}", module.functions[call.function].name, before.filter(is_call).count())
            };
            calls.iter().map(call).collect::<Vec<_>>().join(" ")
        }
        other => format!("{other:?}"),
    }
}

/// What the arguments of the calls of `@see` lead to, one after the other.
fn check(source: &str, expected: &[&[&str]]) {
    let module = module(&format!("declare @klee_see(ptr) {source}"));
    let found = PointsTo::analyse(&module);
    let see = function(&module, "klee_see");
    let mut seen: Vec<Vec<String>> = Vec::new();
    for (id, code) in module.functions.iter_ids() {
        for data in code.body.iter().flat_map(|body| body.blocks.iter()).flatten() {
            if let Inst::Call(call) = &data.inst
                && call.callee == vellum_ir::Callee::Function(see)
                && let Operand::Value(value) = call.args[0].value
            {
                let targets = found.targets(id, value).into_iter();
                let mut names: Vec<String> = targets.map(|object| name(&module, &found, object)).collect();
                names.sort();
                seen.push(names);
            }
        }
    }
    assert_eq!(seen, expected.iter().map(|set| set.to_vec()).collect::<Vec<_>>(), "{source}");
}

#[test]
fn fields_of_a_structure_are_apart() {
    check(
        "global @a 4 global @b 4
         func @main() -> i32 { e: %s = alloca 16 align 8 \"s\" %f = ptradd %s, 8
           store ptr @a, %s store ptr @b, %f
           %x = load ptr %s call void @klee_see(ptr %x) %y = load ptr %f call void @klee_see(ptr %y)
           %w = load i64 %f %z = inttoptr i64 %w to ptr call void @klee_see(ptr %z) ret i32 0 }",
        &[&["@a"], &["@b"], &["@b"]],
    );
}

#[test]
fn elements_of_an_array_of_structures_are_one_but_their_fields_are_not() {
    check(
        "global @a 4 global @b 4
         func @main(%i: i64) -> i32 { e: %s = alloca 160 align 8 \"s\"
           %p = ptradd %s, 0, 16 * i64 %i %q = ptradd %s, 8, 16 * i64 %i
           store ptr @a, %p store ptr @b, %q
           %r = ptradd %s, 32 %x = load ptr %r call void @klee_see(ptr %x)
           %t = ptradd %s, 40 %y = load ptr %t call void @klee_see(ptr %y)
           %c = ptradd %s, 0, 1 * i64 %i %z = load ptr %c call void @klee_see(ptr %z) ret i32 0 }",
        &[&["@a"], &["@b"], &["@a", "@b"]],
    );
}

#[test]
fn a_member_leads_back_to_its_container() {
    check(
        "global @a 4
         func @main() -> i32 { e: %s = alloca 32 align 8 \"s\" store ptr @a, %s
           %m = ptradd %s, 16 %i = ptrtoint ptr %m to i64 %j = sub i64 %i, 16 %c = inttoptr i64 %j to ptr
           %x = load ptr %c call void @klee_see(ptr %x)
           %n = ptradd %m, -16 %y = load ptr %n call void @klee_see(ptr %y) ret i32 0 }",
        &[&["@a"], &["@a"]],
    );
}

#[test]
fn masks_and_unions_keep_the_object() {
    check(
        "global @a 64
         func @main() -> i32 { e: %i = ptrtoint ptr @a to i64 %j = or i64 %i, 1 %u = alloca 8 align 8 \"u\"
           call void @klee_see(ptr %u) store i64 %j, %u %k = load i64 %u %l = and i64 %k, -2
           %p = inttoptr i64 %l to ptr call void @klee_see(ptr %p) ret i32 0 }",
        &[&["u"], &["@a"]],
    );
}

#[test]
fn distances_are_no_pointers() {
    check(
        "global @a 64 global @b 64
         func @main() -> i32 { e: %i = ptrtoint ptr @a to i64 %j = ptrtoint ptr @b to i64 %d = sub i64 %i, %j
           %p = inttoptr i64 %d to ptr call void @klee_see(ptr %p) ret i32 0 }",
        &[&[]],
    );
}

#[test]
fn calls_through_pointers_reach_what_the_pointer_leads_to() {
    check(
        "global @a 4 global @b 4 global @table 16 align 8 = ptr @first at 0 + ptr @second at 8
         func @first(%p: ptr) -> ptr { e: call void @klee_see(ptr %p) ret ptr @a }
         func @second(%p: ptr) -> ptr { e: call void @klee_see(ptr %p) ret ptr @b }
         func @other(%p: ptr, %q: ptr) -> ptr { e: call void @klee_see(ptr %p) ret ptr %q }
         func @main(%i: i64) -> i32 { e: %x = alloca 4 align 4 \"x\"
           %f = load ptr @table %r = call ptr %f(ptr %x) call void @klee_see(ptr %r)
           %t = ptradd @table, 8 * i64 %i %g = load ptr %t %s = call ptr %g(ptr @b) call void @klee_see(ptr %s)
           ret i32 0 }",
        &[&["@b", "x"], &["@b"], &[], &["@a"], &["@a", "@b"]],
    );
}

#[test]
fn lists_and_recursion_end() {
    check(
        "func @make(%n: i64, %next: ptr) -> ptr { e: %p = call ptr @malloc(i64 16) store ptr %next, %p
           %c = icmp eq i64 %n, 0 br %c, done, more
           more: %m = sub i64 %n, 1 %q = call ptr @make(i64 %m, ptr %p) br done
           done: %r = phi ptr [ %p, e ], [ %q, more ] ret ptr %r }
         func @main(%n: i64) -> i32 { e: %l = call ptr @make(i64 %n, ptr null) br loop
           loop: %p = phi ptr [ %l, e ], [ %x, loop ] %x = load ptr %p call void @klee_see(ptr %x)
           %c = icmp eq ptr %x, null br %c, end, loop end: ret i32 0 }",
        &[&["make/0 main/0", "make/0 make/1"]],
    );
}

#[test]
fn memory_is_copied_with_its_pointers() {
    check(
        "global @a 4 global @b 4
         func @main(%n: i64) -> i32 { e: %s = alloca 16 align 8 \"s\" %t = alloca 16 align 8 \"t\" %u = alloca 24 align 8 \"u\"
           %f = ptradd %s, 8 store ptr @a, %s store ptr @b, %f
           call void llvm.memcpy(ptr %t, ptr %s, i64 16, i1 0) %g = ptradd %t, 8 %x = load ptr %g
           call void @klee_see(ptr %x)
           %v = ptradd %u, 8 %r = call ptr @memcpy(ptr %v, ptr %s, i64 %n) call void @klee_see(ptr %r)
           %w = ptradd %u, 16 %y = load ptr %w call void @klee_see(ptr %y) ret i32 0 }",
        &[&["@b"], &["u"], &["@b"]],
    );
}

#[test]
fn realloc_gives_the_old_or_a_new_object_with_its_contents() {
    check(
        "global @a 4
         func @main() -> i32 { e: %p = call ptr @malloc(i64 16) %f = ptradd %p, 8 store ptr @a, %f
           %q = call ptr @realloc(ptr %p, i64 64) call void @klee_see(ptr %q) call void @free(ptr %p)
           %g = ptradd %q, 8 %x = load ptr %g call void @klee_see(ptr %x) ret i32 0 }",
        &[&["main/0", "main/1"], &["@a"]],
    );
}

const WRAPPED: &str = "
    func @xmalloc(%n: i64) -> ptr { e: %p = call ptr @malloc(i64 %n) %q = ptradd %p, 16 ret ptr %q }
    func @make(%n: i64) -> ptr { e: %v = alloca 8 align 8 \"v\" %p = call ptr @xmalloc(i64 %n) store ptr %p, %v
      %r = load ptr %v ret ptr %r }
    func @main(%i: i64) -> i32 { e: %a = call ptr @xmalloc(i64 8) call void @klee_see(ptr %a)
      %b = call ptr @make(i64 8) call void @klee_see(ptr %b)
      %c = call ptr @make(i64 8) call void @klee_see(ptr %c) ret i32 0 }";

#[test]
fn wrappers_of_malloc_are_told_apart_by_their_calls() {
    check(WRAPPED, &[&["xmalloc/0 main/0"], &["xmalloc/0 make/0 main/2"], &["xmalloc/0 make/0 main/4"]]);
}

#[test]
fn classes_are_found_by_the_calls_of_a_run() {
    let module = module(&format!("declare @klee_see(ptr) {WRAPPED}"));
    let found = PointsTo::analyse(&module);
    let classes = found.classes(&module, ClassOptions::default());
    assert_eq!(classes.classes().len(), 3);
    let call = |function_name: &str, instruction: u32| CallSite {
        function: function(&module, function_name),
        block: BlockId::from_index(0),
        instruction,
    };
    let of = |chain: &[CallSite]| classes.class_of_allocation(chain);
    let direct = of(&[call("xmalloc", 0), call("main", 0)]);
    let first = of(&[call("xmalloc", 0), call("make", 1), call("main", 2)]);
    let second = of(&[call("xmalloc", 0), call("make", 1), call("main", 4), call("main", 0)]);
    assert!(direct.is_some() && first.is_some() && second.is_some());
    assert!(direct != first && first != second && second != direct);
    assert_eq!(of(&[call("xmalloc", 0)]), None, "nobody but outside code calls it so");
    assert_eq!(of(&[call("main", 0)]), None);
}

#[test]
fn what_is_kept_in_between_is_not_new() {
    check(
        "global @kept 8 align 8
         func @once() -> ptr { e: %o = load ptr @kept %c = icmp eq ptr %o, null br %c, new, old
           new: %p = call ptr @malloc(i64 8) store ptr %p, @kept br old
           old: %r = phi ptr [ %o, e ], [ %p, new ] ret ptr %r }
         func @main() -> i32 { e: %a = call ptr @once() call void @klee_see(ptr %a)
           %b = call ptr @once() call void @klee_see(ptr %b) ret i32 0 }",
        &[&["once/0 main/0", "once/0 main/2"], &["once/0 main/0", "once/0 main/2"]],
    );
}

#[test]
fn a_function_of_its_argument_is_one_at_each_call() {
    check(
        "global @a 8 global @b 8
         func @skip(%p: ptr) -> ptr { e: br loop
           loop: %q = phi ptr [ %p, e ], [ %n, loop ] %n = ptradd %q, 1 %c = load i8 %q %d = icmp eq i8 %c, 32
           br %d, loop, end end: ret ptr %q }
         func @main() -> i32 { e: %x = call ptr @skip(ptr @a) call void @klee_see(ptr %x)
           %y = call ptr @skip(ptr @b) call void @klee_see(ptr %y)
           %z = call ptr @strchr(ptr @a, i32 47) call void @klee_see(ptr %z) ret i32 0 }",
        &[&["@a"], &["@b"], &["@a"]],
    );
}

#[test]
fn qsort_calls_back_with_elements() {
    check(
        "global @a 4 global @b 4
         func @compare(%p: ptr, %q: ptr) -> i32 { e: call void @klee_see(ptr %p) %x = load ptr %q
           call void @klee_see(ptr %x) ret i32 0 }
         func @main() -> i32 { e: %s = alloca 32 align 8 \"s\" store ptr @a, %s
           %t = ptradd %s, 16 store ptr @b, %t %f = ptradd %s, 8 store ptr %s, %f
           call void @qsort(ptr %s, i64 2, i64 16, ptr @compare)
           %y = load ptr %s call void @klee_see(ptr %y) ret i32 0 }",
        &[&["s"], &["@a", "@b"], &["@a", "@b"]],
    );
}

#[test]
fn variadic_arguments_come_out_of_the_list() {
    check(
        "global @a 4
         func @last(%n: i32, ...) -> ptr { e: %l = alloca 24 align 8 \"l\" call void llvm.va_start(ptr %l)
           %f = ptradd %l, 16 %area = load ptr %f %i = load i32 %l %w = zext i32 %i to i64
           %at = ptradd %area, 1 * i64 %w %p = load ptr %at ret ptr %p }
         func @main() -> i32 { e: %r = call ptr @last(i32 1, ptr @a) call void @klee_see(ptr %r) ret i32 0 }",
        &[&["@a"]],
    );
}

#[test]
fn memory_may_be_allocated_behind_a_pointer() {
    check(
        "func @main() -> i32 { e: %p = alloca 8 align 8 \"p\" %s = call i32 @posix_memalign(ptr %p, i64 16, i64 32)
           %q = load ptr %p call void @klee_see(ptr %q) ret i32 0 }",
        &[&["main/0"]],
    );
}

#[test]
fn functions_nobody_knows_share_what_they_get() {
    check(
        "declare @outside(ptr) -> ptr global @a 8 align 8 = ptr @b at 0 global @b 8 global @c 8
         func @called(%p: ptr) -> ptr { e: call void @klee_see(ptr %p) ret ptr @c }
         func @main() -> i32 { e: %r = call ptr @outside(ptr @a) %s = call ptr @outside(ptr @called)
           call void @klee_see(ptr %s) ret i32 0 }",
        &[&["@a", "@b", "@c", "Unknown", "called()"], &["@a", "@b", "@c", "Unknown", "called()"]],
    );
}

#[test]
fn the_rows_of_a_matrix_are_one_class_and_the_array_of_them_another() {
    let module = module(
        "func @main(%i: i64, %c: i1) -> i32 { e: %m = call ptr @malloc(i64 320) br loop
           loop: %row = call ptr @malloc(i64 160) %at = ptradd %m, 8 * i64 %i store ptr %row, %at
           br %c, loop, end
           end: %from = ptradd %m, 8 * i64 %i %r = load ptr %from %e = ptradd %r, 4 * i64 %i %v = load i32 %e ret i32 %v }",
    );
    let found = PointsTo::analyse(&module);
    let classes = found.classes(&module, ClassOptions::default());
    let sizes: Vec<usize> = classes.classes().map(|(_, members)| members.len()).collect();
    assert_eq!(sizes, [1, 1]);
}

#[test]
fn globals_and_locals_have_classes_if_asked_for() {
    let module = module(
        "global @a 8 global @b 8 global @k 8 constant
         func @main(%c: i1) -> i32 { e: %x = alloca 8 align 8 \"x\" %p = select i1 %c, ptr @a, ptr %x
           %q = select i1 %c, ptr %p, ptr @k store i8 1, %p store i8 2, @b %v = load i8 %q ret i32 0 }",
    );
    let found = PointsTo::analyse(&module);
    let main = function(&module, "main");
    let global = |name: &str| {
        module.globals.iter_ids().find(|(_, global)| &*global.name == name).map(|(id, _)| id).unwrap()
    };
    let none = found.classes(&module, ClassOptions::default());
    assert_eq!(none.class_of_global(global("a")), None);
    let all = found.classes(&module, ClassOptions { globals: true, constants: true, locals: true });
    let local = all.class_of_local(main, vellum_ir::Value::from_index(1));
    assert_eq!(all.class_of_global(global("a")), local);
    assert_eq!(all.class_of_global(global("k")), local);
    assert!(local.is_some() && all.class_of_global(global("b")) != local);
}

#[test]
fn the_same_program_has_the_same_result() {
    let module = module(&format!("declare @klee_see(ptr) {WRAPPED}"));
    let [a, b] = [0, 1].map(|_| {
        let found = PointsTo::analyse(&module);
        let classes = found.classes(&module, ClassOptions::default());
        (found.figures(), format!("{:?}", classes.classes().collect::<Vec<_>>()))
    });
    assert_eq!(a, b);
}
