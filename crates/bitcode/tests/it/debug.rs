//! Positions and names in the source.

use expect_test::expect;

use crate::common::check;

#[test]
fn positions_are_those_of_the_source() {
    check(
        "@g = global i32 0, !dbg !20
         define i32 @main() !dbg !5 {
           %1 = alloca i32
           %unnamed = alloca i32
             #dbg_declare(ptr %1, !8, !DIExpression(), !9)
           %2 = load i32, ptr @g, !dbg !9
           %3 = load i32, ptr %1, !dbg !12
           ret i32 %3, !dbg !14
         }
         !llvm.dbg.cu = !{!0}
         !llvm.module.flags = !{!2}
         !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug, globals: !{!20})
         !1 = !DIFile(filename: \"src/a.c\", directory: \"/home\")
         !2 = !{i32 2, !\"Debug Info Version\", i32 3}
         !3 = !DISubroutineType(types: !{!4})
         !4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
         !5 = distinct !DISubprogram(name: \"main\", scope: !1, file: !1, line: 3, type: !3, unit: !0, spFlags: DISPFlagDefinition)
         !6 = distinct !DISubprogram(name: \"inner\", scope: !7, file: !7, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
         !7 = !DIFile(filename: \"b.h\", directory: \"/home\")
         !8 = !DILocalVariable(name: \"x\", scope: !5, file: !1, line: 4, type: !4)
         !9 = !DILocation(line: 4, column: 7, scope: !5)
         !10 = distinct !DILexicalBlock(scope: !6, file: !7, line: 2)
         !11 = distinct !DILexicalBlock(scope: !10, file: !7, line: 2)
         !12 = !DILocation(line: 2, column: 3, scope: !11, inlinedAt: !13)
         !13 = distinct !DILocation(line: 5, column: 1, scope: !6, inlinedAt: !9)
         !14 = !DILocation(line: 6, scope: !5)
         !20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
         !21 = distinct !DIGlobalVariable(name: \"g\", scope: !0, file: !1, line: 1, type: !4)",
        &expect![[r#"
            global @g 4 align 4 !loc("/home/src/a.c":1:0 in "")

            func @main() -> i32 unoptimised !loc("/home/src/a.c":3:0 in "main") {
            b0:
              %0 = alloca 4 align 4 "x"
              %1 = alloca 4 align 4 "unnamed"
              %2 = load i32 @g !loc("/home/src/a.c":4:7 in "main")
              %3 = load i32 %0 !loc("/home/b.h":2:3 in "inner" inlined at "/home/b.h":5:1 in "inner" inlined at "/home/src/a.c":4:7 in "main")
              ret i32 %3 !loc("/home/src/a.c":6:0 in "main")
            }
        "#]],
    );
}

#[test]
fn broken_debug_information_is_dropped() {
    check(
        "define i32 @main() !dbg !5 {
           ret i32 1, !dbg !6
         }
         !llvm.module.flags = !{!2}
         !1 = !DIFile(filename: \"a.c\", directory: \"/\")
         !2 = !{i32 2, !\"Debug Info Version\", i32 3}
         !3 = !DISubroutineType(types: !{})
         !5 = distinct !DISubprogram(name: \"main\", scope: !1, file: !1, line: 3, type: !3, spFlags: DISPFlagDefinition)
         !6 = !DILocation(line: 4, column: 7, scope: !5)",
        &expect![[r#"
            func @main() -> i32 {
            b0:
              ret i32 1
            }
        "#]],
    );
}
