//! What LLVM's instructions become, family by family.

use expect_test::expect;

use crate::common::check;

#[test]
fn arithmetic_keeps_its_promises() {
    check(
        "define i32 @main(i32 %a, i32 %b) {
           %1 = add nsw nuw i32 %a, %b
           %2 = sub i32 %1, 7
           %3 = sdiv exact i32 %2, %b
           %4 = lshr exact i32 %3, 1
           %5 = shl nuw i32 %4, 1
           %6 = srem i32 %5, -3
           ret i32 %6
         }",
        &expect![[r#"
            func @main(%0: i32, %1: i32) -> i32 {
            b0:
              %2 = add nuw nsw i32 %0, %1
              %3 = sub i32 %2, 7
              %4 = sdiv exact i32 %3, %1
              %5 = lshr exact i32 %4, 1
              %6 = shl nuw i32 %5, 1
              %7 = srem i32 %6, 4294967293
              ret i32 %7
            }
        "#]],
    );
}

#[test]
fn floats_compute_and_compare() {
    check(
        "define i1 @main(float %a, double %b) {
           %1 = fneg float %a
           %2 = fpext float %1 to double
           %3 = fmul fast double %2, %b
           %4 = fcmp uno double %3, %b
           %5 = fcmp olt double %3, 1.5
           %6 = select i1 %4, i1 %5, i1 true
           ret i1 %6
         }",
        &expect![[r#"
            func @main(%0: float, %1: double) -> i1 {
            b0:
              %2 = fneg float %0
              %3 = fpext float %2 to double
              %4 = fmul double %3, %1
              %5 = fcmp uno double %4, %1
              %6 = fcmp olt double %4, 0x3ff8000000000000
              %7 = select i1 %5, i1 %6, 1
              ret i1 %7
            }
        "#]],
    );
}

#[test]
fn casts_go_both_ways() {
    check(
        "define i64 @main(i64 %a, ptr %p) {
           %1 = trunc nuw i64 %a to i8
           %2 = zext nneg i8 %1 to i32
           %3 = sext i8 %1 to i64
           %4 = ptrtoint ptr %p to i64
           %5 = inttoptr i64 %4 to ptr
           %6 = bitcast i64 %3 to double
           %7 = fptosi double %6 to i64
           %8 = uitofp i32 %2 to float
           %9 = ptrtoaddr ptr %5 to i64
           ret i64 %9
         }",
        &expect![[r#"
            func @main(%0: i64, %1: ptr) -> i64 {
            b0:
              %2 = trunc i64 %0 to i8
              %3 = zext i8 %2 to i32
              %4 = sext i8 %2 to i64
              %5 = ptrtoint ptr %1 to i64
              %6 = inttoptr i64 %5 to ptr
              %7 = bitcast i64 %4 to double
              %8 = fptosi double %7 to i64
              %9 = uitofp i32 %3 to float
              %10 = ptrtoint ptr %6 to i64
              ret i64 %10
            }
        "#]],
    );
}

#[test]
fn comparisons_of_integers_and_pointers() {
    check(
        "define i1 @main(i32 %a, ptr %p) {
           %1 = icmp samesign ult i32 %a, 10
           %2 = icmp sge i32 %a, -1
           %3 = icmp eq ptr %p, null
           %4 = and i1 %1, %2
           %5 = xor i1 %4, %3
           ret i1 %5
         }",
        &expect![[r#"
            func @main(%0: i32, %1: ptr) -> i1 {
            b0:
              %2 = icmp ult i32 %0, 10
              %3 = icmp sge i32 %0, 4294967295
              %4 = icmp eq ptr %1, null
              %5 = and i1 %2, %3
              %6 = xor i1 %5, %4
              ret i1 %6
            }
        "#]],
    );
}

#[test]
fn memory_is_read_and_written() {
    check(
        "define i32 @main(i64 %n) {
           %x = alloca i32, align 16
           %y = alloca { i8, i64 }, i64 %n
           store volatile i32 7, ptr %x
           %1 = load atomic i32, ptr %x seq_cst, align 4
           fence seq_cst
           %2 = atomicrmw add ptr %x, i32 %1 monotonic
           %3 = cmpxchg ptr %x, i32 0, i32 1 seq_cst seq_cst
           %4 = extractvalue { i32, i1 } %3, 0
           ret i32 %4
         }",
        &expect![[r#"
            func @main(%0: i64) -> i32 unoptimised {
            b0:
              %1 = alloca 4 align 16 "x"
              %2 = alloca 16 align 8 count i64 %0 "y"
              store i32 7, %1
              %3 = load i32 %1
              %4 = atomicrmw add %1, i32 %3
              %5 = cmpxchg %1, i32 0, 1
              %6 = extractvalue {i32, i1} %5, 0
              ret i32 %6
            }
        "#]],
    );
}

#[test]
fn parts_of_aggregates_and_vectors() {
    check(
        "define i32 @main({ i32, [2 x i32] } %a, <4 x i32> %v, i32 %i) {
           %1 = extractvalue { i32, [2 x i32] } %a, 1, 0
           %2 = insertvalue { i32, [2 x i32] } %a, i32 %1, 1, 1
           %3 = insertelement <4 x i32> %v, i32 %1, i32 %i
           %4 = shufflevector <4 x i32> %3, <4 x i32> %v, <3 x i32> <i32 0, i32 poison, i32 7>
           %5 = extractelement <3 x i32> %4, i64 2
           %6 = freeze i32 %5
           ret i32 %6
         }",
        &expect![[r#"
            func @main(%0: {i32, [2 x i32]}, %1: <4 x i32>, %2: i32) -> i32 {
            b0:
              %3 = extractvalue {i32, [2 x i32]} %0, 1, 0
              %4 = insertvalue {i32, [2 x i32]} %0, i32 %3, 1, 1
              %5 = insertelement <4 x i32> %1, %3, i32 %2
              %6 = shufflevector <4 x i32> %5, %1, [0, undef, 7]
              %7 = extractelement <3 x i32> %6, i64 2
              %8 = freeze i32 %7
              ret i32 %8
            }
        "#]],
    );
}

#[test]
fn control_goes_where_it_went() {
    check(
        "define i8 @main(i8 %x, i1 %c) {
         start:
           switch i8 %x, label %other [
             i8 0, label %zero
             i8 -1, label %zero
           ]
         zero:
           %r = phi i8 [ 1, %start ], [ 1, %start ], [ %s, %other ]
           br i1 %c, label %end, label %other
         other:
           %s = phi i8 [ %x, %start ], [ %r, %zero ]
           br label %zero
         end:
           ret i8 %r
         }
         define void @unused() {
           unreachable
         }",
        &expect![[r#"
            func @main(%0: i8, %1: i1) -> i8 {
            b0:
              switch i8 %0, b2 [0: b1, 255: b1]
            b1:
              %2 = phi i8 [ 1, b0 ], [ 1, b0 ], [ %3, b2 ]
              br %1, b3, b2
            b2:
              %3 = phi i8 [ %0, b0 ], [ %2, b1 ]
              br b1
            b3:
              ret i8 %2
            }
        "#]],
    );
}

#[test]
fn blocks_have_addresses() {
    check(
        "@table = internal constant [2 x ptr] [ptr blockaddress(@main, %a), ptr blockaddress(@main, %b)]
         define i32 @main(i64 %i) {
           %1 = getelementptr ptr, ptr @table, i64 %i
           %2 = load ptr, ptr %1
           indirectbr ptr %2, [label %a, label %b]
         a:
           ret i32 0
         b:
           %3 = icmp eq ptr %2, blockaddress(@main, %a)
           ret i32 1
         }",
        &expect![[r#"
            global @table 16 align 8 constant = ptr blockaddress(@main, b1) at 0 + ptr blockaddress(@main, b2) at 8

            func @main(%0: i64) -> i32 {
            b0:
              %1 = ptradd @table, 8 * i64 %0
              %2 = load ptr %1
              indirectbr %2, [b1, b2]
            b1:
              ret i32 0
            b2:
              %3 = icmp eq ptr %2, blockaddress(@main, b1)
              ret i32 1
            }
        "#]],
    );
}

#[test]
fn calls_pass_copies_and_know_their_callee() {
    check(
        "%s = type { i64, i64, i8 }
         declare i32 @printf(ptr, ...)
         declare void @take(ptr byval(%s) align 16)
         declare i32 @old(...)
         declare i32 @setjmp(ptr)
         declare i32 @again(ptr) returns_twice
         declare i32 @sometimes(ptr)
         define i32 @main(ptr %f, ptr %s) {
           call void @take(ptr %s)
           call void %f(ptr byval(%s) %s)
           %1 = call i32 (ptr, ...) @printf(ptr %s, i32 1)
           %2 = call i32 @old(i32 %1)
           %3 = call i32 @setjmp(ptr %s) returns_twice
           %4 = call i32 @again(ptr %s)
           %5 = call i32 @sometimes(ptr %s) returns_twice
           ret i32 %2
         }",
        &expect![[r#"
            func @main(%0: ptr, %1: ptr) -> i32 {
            b0:
              call void @take(ptr %1 byval(24, 16))
              call void %0(ptr %1 byval(24, 8))
              %2 = call i32 @printf(ptr %1, i32 1)
              %3 = call i32 @old(i32 %2)
              %4 = call i32 @setjmp(ptr %1)
              %5 = call i32 @again(ptr %1)
              %6 = call i32 @sometimes(ptr %1)
              ret i32 %3
            }

            declare @take(ptr byval(24, 16))
            declare @printf(ptr, ...) -> i32
            declare @old(...) -> i32
            declare @setjmp(ptr) -> i32 returns_twice
            declare @again(ptr) -> i32 returns_twice
            declare @sometimes(ptr) -> i32 returns_twice
        "#]],
    );
}

#[test]
fn an_invoke_is_a_call_and_a_branch() {
    check(
        "declare i32 @f()
         declare i32 @personality(...)
         define i32 @main(i1 %c) personality ptr @personality {
           br i1 %c, label %one, label %two
         one:
           %1 = invoke i32 @f() to label %ok unwind label %bad
         two:
           %2 = invoke i32 @f() to label %ok unwind label %bad
         ok:
           %3 = phi i32 [ %1, %one ], [ %2, %two ]
           ret i32 %3
         bad:
           %4 = phi i32 [ 1, %one ], [ 2, %two ]
           %5 = landingpad { ptr, i32 } cleanup
           resume { ptr, i32 } %5
         }",
        &expect![[r#"
            func @main(%0: i1) -> i32 {
            b0:
              br %0, b1, b2
            b1:
              %1 = call i32 @f()
              br b3
            b2:
              %2 = call i32 @f()
              br b3
            b3:
              %3 = phi i32 [ %1, b1 ], [ %2, b2 ]
              ret i32 %3
            b4:
              %4 = phi i32
              %5 = unsupported {ptr, i32} "landingpad"
              unsupported "resume"
              unreachable
            }

            declare @f() -> i32
        "#]],
    );
}

#[test]
fn intrinsics_are_operations_of_the_engine() {
    check(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
         declare i32 @llvm.umax.i32(i32, i32)
         declare void @llvm.assume(i1)
         declare void @llvm.experimental.noalias.scope.decl(metadata)
         declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
         define i32 @main(ptr %p, i32 %x) {
           call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr align 8 %p, i64 3, i1 false)
           %1 = call i32 @llvm.umax.i32(i32 %x, i32 3)
           call void @llvm.assume(i1 true) [\"align\"(ptr %p, i64 8)]
           call void @llvm.experimental.noalias.scope.decl(metadata !0)
           %2 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %1, i32 1)
           ret i32 %1
         }
         !0 = !{!1}
         !1 = distinct !{!1, !2}
         !2 = distinct !{!2}",
        &expect![[r#"
            func @main(%0: ptr, %1: i32) -> i32 {
            b0:
              call void llvm.memcpy(ptr %0, ptr %0, i64 3, i1 0)
              %2 = call i32 llvm.umax(i32 %1, i32 3)
              call void llvm.assume(i1 1)
              call void llvm.experimental.noalias.scope.decl()
              %3 = call {i32, i1} llvm.sadd.with.overflow(i32 %2, i32 1)
              ret i32 %2
            }
        "#]],
    );
}

#[test]
fn mathematics_is_the_c_librarys() {
    check(
        "declare double @llvm.sin.f64(double)
         declare float @llvm.pow.f32(float, float)
         declare { double, double } @llvm.sincos.f64(double)
         declare { float, float } @llvm.modf.f32(float)
         declare x86_fp80 @llvm.sin.f80(x86_fp80)
         define double @main(double %x, float %y, x86_fp80 %z) {
           %1 = call double @llvm.sin.f64(double %x)
           %2 = call float @llvm.pow.f32(float %y, float %y)
           %3 = call { double, double } @llvm.sincos.f64(double %x)
           %4 = call { float, float } @llvm.modf.f32(float %y)
           %5 = call x86_fp80 @llvm.sin.f80(x86_fp80 %z)
           ret double %1
         }",
        &expect![[r#"
            func @main(%0: double, %1: float, %2: x86_fp80) -> double {
            b0:
              %3 = call double @sin(double %0)
              %4 = call float @powf(float %1, float %1)
              %8 = call double @sin(double %0)
              %9 = call double @cos(double %0)
              %10 = insertvalue {double, double} undef, double %8, 0
              %5 = insertvalue {double, double} %10, double %9, 1
              %11 = call float llvm.trunc(float %1)
              %12 = fsub float %1, %11
              %13 = call float llvm.fabs(float %1)
              %14 = fcmp oeq float %13, 0x7f800000
              %15 = select i1 %14, float 0x0, %12
              %16 = call float llvm.copysign(float %15, float %1)
              %17 = insertvalue {float, float} undef, float %16, 0
              %6 = insertvalue {float, float} %17, float %11, 1
              %7 = unsupported x86_fp80 "intrinsic llvm.sin.f80"
              ret double %3
            }

            declare @sin(double) -> double
            declare @powf(float, float) -> float
            declare @cos(double) -> double
        "#]],
    );
}

#[test]
fn empty_assembly_does_nothing_or_passes_a_value_on() {
    check(
        r#"define i32 @main(i32 %x, ptr %p) {
           call void asm sideeffect "", "~{memory}"()
           call void asm sideeffect "", "=*m,*m"(ptr elementtype(i32) %p, ptr elementtype(i32) %p)
           %1 = call i32 asm "", "=r,0"(i32 %x)
           %2 = call i32 asm "", "=r"()
           %3 = call i32 asm "fyl2x\0A", "={ax}"()
           %4 = call i32 asm "bswap $0; fsqrt", "=r,0"(i32 %x)
           ret i32 %1
         }"#,
        &expect![[r#"
            func @main(%0: i32, %1: ptr) -> i32 {
            b0:
              %2 = freeze i32 %0
              %3 = unsupported i32 "inline assembly \"\""
              %4 = unsupported i32 "inline assembly \"fyl2x\\n\""
              %5 = unsupported i32 "inline assembly \"bswap $0; fsqrt\""
              ret i32 %2
            }
        "#]],
    );
}

#[test]
fn variadic_arguments_one_by_one() {
    check(
        "declare void @llvm.va_start(ptr)
         define i32 @main(ptr %list, ...) {
           call void @llvm.va_start(ptr %list)
           %1 = va_arg ptr %list, i32
           ret i32 %1
         }",
        &expect![[r#"
            func @main(%0: ptr, ...) -> i32 {
            b0:
              call void llvm.va_start(ptr %0)
              %1 = va_arg i32 %0
              ret i32 %1
            }
        "#]],
    );
}

#[test]
fn what_cannot_be_expressed_is_named_and_ends_its_block() {
    check(
        r#"declare void @llvm.x86.sse2.pause()
         declare void @f()
         declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
         define i32 @main(i32 %x) {
           %far = inttoptr i32 %x to ptr addrspace(1)
           call void @llvm.x86.sse2.pause()
           call void @f() ["deopt"(i32 1)]
           %1 = load i32, ptr addrspace(1) %far
           %2 = atomicrmw fmaximum ptr null, float 1.0 monotonic
           %3 = call float @llvm.experimental.constrained.fadd.f32(float %2, float %2, metadata !"round.tonearest", metadata !"fpexcept.strict")
           %4 = add <vscale x 2 x i32> zeroinitializer, zeroinitializer
           callbr void asm "jmp ${0:l}", "!i"() to label %on [label %off]
         on:
           ret i32 %1
         off:
           %5 = phi i32 [ 3, %0 ]
           ret i32 %5
         }"#,
        &expect![[r#"
            func @main(%0: i32) -> i32 {
            b0:
              unsupported "type ptr addrspace(1)"
              unsupported "intrinsic llvm.x86.sse2.pause"
              unsupported "call with operand bundle \"deopt\""
              %1 = unsupported i32 "type ptr addrspace(1)"
              %2 = unsupported float "%2 = atomicrmw fmaximum ptr null, float 1.000000e+00 monotonic, align 4"
              %3 = unsupported float "intrinsic llvm.experimental.constrained.fadd.f32"
              unsupported "type <vscale x 2 x i32>"
              br b2
            b1:
              ret i32 %1
            b2:
              %4 = phi i32 [ 3, b0 ]
              ret i32 %4
            }
        "#]],
    );
}

#[test]
fn values_too_large_for_registers_are_named_too() {
    check(
        "declare void @f([9000000 x i8])
         define ptr @main(ptr %p) {
           %1 = load [9000000 x i8], ptr %p
           call void @f([9000000 x i8] %1)
           store [9000000 x i8] zeroinitializer, ptr %p
           ret ptr @f
         }",
        &expect![[r#"
            func @main(%0: ptr) -> ptr {
            b0:
              unsupported "value of type [9000000 x i8], too large for registers"
              unsupported "value of type [9000000 x i8], too large for registers"
              unsupported "value of type [9000000 x i8], too large for registers"
              ret ptr @f
            }

            func @f() {
            b0:
              unsupported "value of type [9000000 x i8], too large for registers"
              unreachable
            }
        "#]],
    );
}

#[test]
fn a_phi_that_cannot_be_expressed_waits_for_the_others() {
    check(
        "define i32 @main(i1 %c) {
           br i1 %c, label %a, label %a
         a:
           %1 = phi i64 [ ptrtoint (ptr addrspace(1) null to i64), %0 ], [ ptrtoint (ptr addrspace(1) null to i64), %0 ]
           %2 = phi i64 [ ptrtoint (ptr addrspace(1) @far to i64), %0 ], [ ptrtoint (ptr addrspace(1) @far to i64), %0 ]
           %3 = phi i32 [ 5, %0 ], [ 5, %0 ]
           ret i32 %3
         }
         @far = external addrspace(1) global i8",
        &expect![[r#"
            func @main(%0: i1) -> i32 {
            b0:
              br %0, b1, b1
            b1:
              %1 = phi i64 [ 0, b0 ], [ 0, b0 ]
              %3 = phi i32 [ 5, b0 ], [ 5, b0 ]
              %2 = unsupported i64 "type ptr addrspace(1)"
              ret i32 %3
            }
        "#]],
    );
}
