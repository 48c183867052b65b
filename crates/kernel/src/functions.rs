//! The functions the engine provides in place of C ones: one row each.

mod alloc;
mod bytes;
mod control;
mod inputs;
mod intrinsics;

use vellum_engine::{End, ExternalCall, Outcome, Takes};

pub(crate) use self::inputs::replayed;
use crate::{kernel::Kernel, syscalls};

/// What a function does.
type Handler = fn(&mut Kernel, &mut ExternalCall<'_>) -> Result<Outcome, End>;

/// A function the program may call.
pub(crate) struct Function {
    /// Its symbol name.
    pub(crate) name: &'static str,
    pub(crate) handler: Handler,
    /// What it can work with.
    pub(crate) takes: Takes,
}

/// A function of numbers.
const fn row(name: &'static str, handler: Handler) -> Function {
    Function { name, handler, takes: Takes::Numbers }
}

/// A function of numbers and expressions.
const fn values(name: &'static str, handler: Handler) -> Function {
    Function { name, handler, takes: Takes::Values }
}

/// All of them.
pub(crate) const FUNCTIONS: &[Function] = &[
    values("__vellum_syscall", syscalls::dispatch),
    row("__vellum_get_tp", control::get_thread_pointer),
    row("__vellum_set_tp", control::set_thread_pointer),
    // Memory in one step instead of a loop.
    row("memcpy", bytes::copy),
    row("memmove", bytes::copy),
    row("mempcpy", bytes::copy_to_end),
    values("memset", bytes::fill),
    row("__memcpy_chk", bytes::checked_copy),
    row("__memmove_chk", bytes::checked_copy),
    row("__mempcpy_chk", bytes::checked_copy_to_end),
    values("__memset_chk", bytes::checked_fill),
    // The allocator, under its own name, the C library's and that of C++.
    row("malloc", alloc::malloc),
    row("calloc", alloc::calloc),
    row("realloc", alloc::realloc),
    row("reallocarray", alloc::reallocarray),
    row("free", alloc::free),
    row("cfree", alloc::free),
    row("aligned_alloc", alloc::aligned_alloc),
    row("memalign", alloc::aligned_alloc),
    row("posix_memalign", alloc::posix_memalign),
    row("valloc", alloc::valloc),
    row("pvalloc", alloc::pvalloc),
    row("malloc_usable_size", alloc::usable_size),
    row("__libc_malloc", alloc::malloc),
    row("__libc_calloc", alloc::calloc),
    row("__libc_realloc", alloc::realloc),
    row("__libc_memalign", alloc::aligned_alloc),
    row("__libc_free", alloc::free),
    row("_Znwm", alloc::new),
    row("_Znam", alloc::new),
    row("_ZnwmRKSt9nothrow_t", alloc::malloc),
    row("_ZnamRKSt9nothrow_t", alloc::malloc),
    row("_ZnwmSt11align_val_t", alloc::aligned_new),
    row("_ZnamSt11align_val_t", alloc::aligned_new),
    row("_ZdlPv", alloc::free),
    row("_ZdaPv", alloc::free),
    row("_ZdlPvm", alloc::free),
    row("_ZdaPvm", alloc::free),
    row("_ZdlPvRKSt9nothrow_t", alloc::free),
    row("_ZdaPvRKSt9nothrow_t", alloc::free),
    row("_ZdlPvSt11align_val_t", alloc::free),
    row("_ZdaPvSt11align_val_t", alloc::free),
    row("_ZdlPvmSt11align_val_t", alloc::free),
    row("_ZdaPvmSt11align_val_t", alloc::free),
    // Control flow that C cannot express.
    row("setjmp", control::set_jump),
    row("_setjmp", control::set_jump),
    row("__setjmp", control::set_jump),
    row("sigsetjmp", control::set_jump_and_mask),
    row("__sigsetjmp", control::set_jump_and_mask),
    row("__builtin_setjmp", control::set_builtin_jump),
    row("__builtin_longjmp", control::builtin_jump),
    row("longjmp", control::long_jump),
    row("_longjmp", control::long_jump),
    row("__longjmp", control::long_jump),
    row("siglongjmp", control::long_jump),
    // The end of a path.
    row("abort", control::abort),
    row("__assert_fail", control::assertion),
    // Processes and threads, of which there is one each.
    row("__clone", control::clone),
    row("clone", control::clone),
    row("vfork", control::vfork),
    row("__restore_rt", control::restore),
    row("__unmapself", control::unmap_self),
    // What a program tells or asks a symbolic executor.
    row("klee_make_symbolic", inputs::make_symbolic),
    row("klee_range", inputs::range),
    row("klee_int", inputs::int),
    values("klee_choose", inputs::choose),
    row("__vellum_fuzz_input", inputs::fuzz_input),
    values("klee_assume", intrinsics::assume),
    values("__VERIFIER_assume", intrinsics::verifier_assume),
    values("klee_is_symbolic", intrinsics::is_symbolic),
    row("klee_is_replay", intrinsics::is_replay),
    values("klee_get_valuef", intrinsics::get_value),
    values("klee_get_valued", intrinsics::get_value),
    values("klee_get_valuel", intrinsics::get_value),
    values("klee_get_valuell", intrinsics::get_value),
    values("klee_get_value_i32", intrinsics::get_value),
    values("klee_get_value_i64", intrinsics::get_value),
    values("klee_prefer_cex", intrinsics::nothing),
    values("klee_posix_prefer_cex", intrinsics::nothing),
    values("klee_print_expr", intrinsics::nothing),
    values("klee_print_range", intrinsics::nothing),
    row("klee_mark_global", intrinsics::nothing),
    row("klee_open_merge", intrinsics::nothing),
    row("klee_close_merge", intrinsics::nothing),
    row("klee_stack_trace", intrinsics::nothing),
    row("klee_set_forking", intrinsics::set_forking),
    row("klee_warning", intrinsics::warning),
    row("klee_warning_once", intrinsics::warning),
    row("klee_silent_exit", intrinsics::silent_exit),
    row("klee_abort", control::abort),
    row("klee_assert_fail", control::assertion),
    row("klee_define_fixed_object", intrinsics::fixed_object),
    row("klee_report_error", intrinsics::report_error),
    row("klee_get_obj_size", intrinsics::object_size),
    row("klee_check_memory_access", intrinsics::check_access),
    row("klee_get_errno", intrinsics::get_errno),
    row("reach_error", intrinsics::reach_error),
    row("__VERIFIER_error", intrinsics::reach_error),
    row(inputs::NONDET[0].0, inputs::nondet::<0>),
    row(inputs::NONDET[1].0, inputs::nondet::<1>),
    row(inputs::NONDET[2].0, inputs::nondet::<2>),
    row(inputs::NONDET[3].0, inputs::nondet::<3>),
    row(inputs::NONDET[4].0, inputs::nondet::<4>),
    row(inputs::NONDET[5].0, inputs::nondet::<5>),
    row(inputs::NONDET[6].0, inputs::nondet::<6>),
    row(inputs::NONDET[7].0, inputs::nondet::<7>),
    row(inputs::NONDET[8].0, inputs::nondet::<8>),
    row(inputs::NONDET[9].0, inputs::nondet::<9>),
    row(inputs::NONDET[10].0, inputs::nondet::<10>),
    row(inputs::NONDET[11].0, inputs::nondet::<11>),
    row(inputs::NONDET[12].0, inputs::nondet::<12>),
    row(inputs::NONDET[13].0, inputs::nondet::<13>),
    row(inputs::NONDET[14].0, inputs::nondet::<14>),
    row(inputs::NONDET[15].0, inputs::nondet::<15>),
    row(inputs::NONDET[16].0, inputs::nondet::<16>),
    row(inputs::NONDET[17].0, inputs::nondet::<17>),
    row(inputs::NONDET[18].0, inputs::nondet::<18>),
    row(inputs::NONDET[19].0, inputs::nondet::<19>),
    row(inputs::NONDET[20].0, inputs::nondet::<20>),
    row(inputs::NONDET[21].0, inputs::nondet::<21>),
    row(inputs::NONDET[22].0, inputs::nondet::<22>),
    row(inputs::NONDET[23].0, inputs::nondet::<23>),
    row(inputs::NONDET[24].0, inputs::nondet::<24>),
    row("__VERIFIER_atomic_begin", intrinsics::nothing),
    row("__VERIFIER_atomic_end", intrinsics::nothing),
];
