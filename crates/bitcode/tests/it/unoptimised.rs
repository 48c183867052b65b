//! Which functions count as unoptimised, by what LLVM's text says of them.

use crate::common::load_text;

/// The flags of a source function, without and with optimisation.
const WRITTEN: &str = "DISPFlagDefinition";
const OPTIMISED: &str = "DISPFlagDefinition | DISPFlagOptimized";

/// A body that keeps nothing in memory.
const REGISTERS: &str = "%s = shl i32 1, %n\n ret i32 %s";

fn is_unoptimised(attributes: &str, debug: Option<&str>, body: &str) -> bool {
    let position = if debug.is_some() { "!dbg !1" } else { "" };
    let flags = debug.unwrap_or(WRITTEN);
    let module = load_text(&format!(
        "declare void @take(ptr)
         declare void @llvm.lifetime.start.p0(ptr)
         define i32 @main(i32 %n) {attributes} {position} {{ {body}
         }}
         !llvm.module.flags = !{{!9}}
         !llvm.dbg.cu = !{{!0}}
         !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
         !1 = distinct !DISubprogram(name: \"DISPFlagOptimized\", file: !2, line: 3, type: !3, unit: !0, spFlags: {flags})
         !2 = !DIFile(filename: \"a.c\", directory: \"/src\")
         !3 = !DISubroutineType(types: !4)
         !4 = !{{null}}
         !5 = !DILocalVariable(name: \"n\", scope: !1, file: !2)
         !6 = !DILocation(line: 4, scope: !1)
         !9 = !{{i32 2, !\"Debug Info Version\", i32 3}}"
    ));
    let module = module.unwrap_or_else(|error| panic!("{error}"));
    module.functions.iter().find(|function| &*function.name == "main").unwrap().unoptimised
}

#[test]
fn a_function_that_must_not_be_optimised_is_not() {
    assert!(is_unoptimised("optnone noinline", None, REGISTERS));
    assert!(!is_unoptimised("noinline", None, REGISTERS));
}

#[test]
fn a_variable_that_is_only_loaded_and_stored_is_left_by_no_optimiser() {
    let with = |body: &str| is_unoptimised("", None, &format!("%v = alloca i32\n{body}\nret i32 %n"));
    assert!(with("store i32 %n, ptr %v\n %1 = load i32, ptr %v"));
    assert!(with("call void @llvm.lifetime.start.p0(ptr %v)\n store i32 0, ptr %v"));
    assert!(!with("store volatile i32 %n, ptr %v"));
    assert!(!with("%1 = load volatile i32, ptr %v"));
    assert!(!with("store i32 %n, ptr %v\n call void @take(ptr %v)"));
    assert!(!with("store ptr %v, ptr null"));
    // Clang said that it would optimise, but nothing did: `-O1 -Xclang -disable-llvm-passes`.
    let body = "%v = alloca i32\n store i32 %n, ptr %v\n ret i32 %n";
    assert!(is_unoptimised("", Some(OPTIMISED), body));
}

#[test]
fn debug_information_tells_unless_an_optimiser_came_later() {
    assert!(is_unoptimised("", Some(WRITTEN), REGISTERS));
    assert!(!is_unoptimised("", Some(OPTIMISED), REGISTERS));
    let moved = format!("#dbg_value(i32 %n, !5, !DIExpression(), !6)\n {REGISTERS}");
    assert!(!is_unoptimised("", Some(WRITTEN), &moved));
}
