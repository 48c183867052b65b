//! The functions the engine provides in place of C ones: one row each.

mod alloc;
mod bytes;
mod control;
mod inputs;
mod intrinsics;
mod many;
mod release;
mod show;

use vellum_engine::{End, ExternalCall, Outcome, Takes};

pub(crate) use self::{alloc::errno_address, inputs::replayed};
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
    pub(crate) works_on: WorksOn,
}

/// What a function has a part in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorksOn {
    /// The world outside of the program.
    World,
    /// The program's memory alone.
    Memory,
    /// The program's memory alone, by making a block that there may be no room for.
    Heap,
}

/// A function of numbers.
const fn row(name: &'static str, handler: Handler) -> Function {
    Function { name, handler, takes: Takes::Numbers, works_on: WorksOn::World }
}

/// A function of numbers and expressions.
const fn values(name: &'static str, handler: Handler) -> Function {
    Function { name, handler, takes: Takes::Values, works_on: WorksOn::World }
}

/// As [`row`], of one that works on the program's memory alone.
const fn inner(name: &'static str, handler: Handler) -> Function {
    Function { works_on: WorksOn::Memory, ..row(name, handler) }
}

/// As [`values`], of one that works on the program's memory alone.
const fn inner_values(name: &'static str, handler: Handler) -> Function {
    Function { works_on: WorksOn::Memory, ..values(name, handler) }
}

/// As [`values`], of one that makes a block of the heap.
const fn allocator(name: &'static str, handler: Handler) -> Function {
    Function { works_on: WorksOn::Heap, ..values(name, handler) }
}

/// All of them.
pub(crate) const FUNCTIONS: &[Function] = &[
    values("__vellum_syscall", syscalls::dispatch),
    inner("__vellum_get_tp", control::get_thread_pointer),
    inner("__vellum_set_tp", control::set_thread_pointer),
    row("__vellum_cycles", control::cycles),
    // Memory in one step instead of a loop.
    inner("memcpy", bytes::copy),
    inner("memmove", bytes::copy),
    inner("mempcpy", bytes::copy_to_end),
    inner_values("memset", bytes::fill),
    inner_values("__vellum_prefix", bytes::prefix),
    inner("__memcpy_chk", bytes::checked_copy),
    inner("__memmove_chk", bytes::checked_copy),
    inner("__mempcpy_chk", bytes::checked_copy_to_end),
    inner_values("__memset_chk", bytes::checked_fill),
    // The allocator, under its own name, the C library's and that of C++.
    allocator("malloc", alloc::malloc),
    allocator("calloc", alloc::calloc),
    allocator("realloc", alloc::realloc),
    allocator("reallocarray", alloc::reallocarray),
    inner_values("free", release::free),
    inner_values("cfree", release::free),
    inner_values("vellum_alloc_many", many::alloc),
    inner_values("vellum_free_many", many::free),
    allocator("aligned_alloc", alloc::aligned_alloc),
    allocator("memalign", alloc::aligned_alloc),
    allocator("posix_memalign", alloc::posix_memalign),
    allocator("valloc", alloc::valloc),
    Function { takes: Takes::Numbers, ..allocator("pvalloc", alloc::pvalloc) },
    inner("malloc_usable_size", alloc::usable_size),
    inner("__errno_location", alloc::errno_location),
    allocator("__libc_malloc", alloc::malloc),
    allocator("__libc_calloc", alloc::calloc),
    allocator("__libc_realloc", alloc::realloc),
    allocator("__libc_memalign", alloc::aligned_alloc),
    inner_values("__libc_free", release::free),
    inner_values("_Znwm", alloc::new),
    inner_values("_Znam", alloc::new),
    allocator("_ZnwmRKSt9nothrow_t", alloc::malloc),
    allocator("_ZnamRKSt9nothrow_t", alloc::malloc),
    inner_values("_ZnwmSt11align_val_t", alloc::aligned_new),
    inner_values("_ZnamSt11align_val_t", alloc::aligned_new),
    inner_values("_ZdlPv", release::free),
    inner_values("_ZdaPv", release::free),
    inner_values("_ZdlPvm", release::free),
    inner_values("_ZdaPvm", release::free),
    inner_values("_ZdlPvRKSt9nothrow_t", release::free),
    inner_values("_ZdaPvRKSt9nothrow_t", release::free),
    inner_values("_ZdlPvSt11align_val_t", release::free),
    inner_values("_ZdaPvSt11align_val_t", release::free),
    inner_values("_ZdlPvmSt11align_val_t", release::free),
    inner_values("_ZdaPvmSt11align_val_t", release::free),
    // Control flow that C cannot express.
    inner("setjmp", control::set_jump),
    inner("_setjmp", control::set_jump),
    inner("__setjmp", control::set_jump),
    inner("sigsetjmp", control::set_jump_and_mask),
    inner("__sigsetjmp", control::set_jump_and_mask),
    inner("__builtin_setjmp", control::set_builtin_jump),
    inner("__builtin_longjmp", control::builtin_jump),
    inner("longjmp", control::long_jump),
    inner("_longjmp", control::long_jump),
    inner("__longjmp", control::long_jump),
    inner("siglongjmp", control::long_jump),
    // The end of a path. The first two are for programs without a C library.
    values("_exit", control::exit),
    values("_Exit", control::exit),
    row("abort", control::abort),
    row("__assert_fail", control::assertion),
    // Processes and threads, of which there is one each.
    row("__clone", control::clone),
    row("clone", control::clone),
    row("vfork", control::vfork),
    row("__restore_rt", control::restore),
    row("__unmapself", control::unmap_self),
    // What a program tells or asks a symbolic executor.
    values("klee_make_symbolic", inputs::make_symbolic),
    row("klee_range", inputs::range),
    row("klee_int", inputs::int),
    values("klee_choose", inputs::choose),
    row("__vellum_fuzz_input", inputs::fuzz_input),
    inner_values("klee_assume", intrinsics::assume),
    inner_values("__VERIFIER_assume", intrinsics::verifier_assume),
    inner_values("klee_is_symbolic", intrinsics::is_symbolic),
    inner("klee_is_replay", intrinsics::is_replay),
    inner_values("klee_get_valuef", intrinsics::get_value),
    inner_values("klee_get_valued", intrinsics::get_value),
    inner_values("klee_get_valuel", intrinsics::get_value),
    inner_values("klee_get_valuell", intrinsics::get_value),
    inner_values("klee_get_value_i32", intrinsics::get_value),
    inner_values("klee_get_value_i64", intrinsics::get_value),
    inner_values("klee_prefer_cex", intrinsics::prefer),
    inner_values("klee_posix_prefer_cex", intrinsics::nothing),
    inner_values("klee_print_expr", intrinsics::print_expr),
    inner_values("klee_print_range", intrinsics::print_range),
    inner("klee_mark_global", intrinsics::nothing),
    inner("klee_open_merge", intrinsics::nothing),
    inner("klee_close_merge", intrinsics::nothing),
    inner("klee_stack_trace", intrinsics::nothing),
    row("klee_set_forking", intrinsics::set_forking),
    inner("vellum_print_block", show::print_block),
    row("klee_warning", intrinsics::warning),
    row("klee_warning_once", intrinsics::warning),
    row("klee_silent_exit", intrinsics::silent_exit),
    row("klee_abort", control::abort),
    row("klee_assert_fail", control::assertion),
    row("klee_define_fixed_object", intrinsics::fixed_object),
    row("klee_report_error", intrinsics::report_error),
    inner("klee_get_obj_size", intrinsics::object_size),
    inner("klee_check_memory_access", intrinsics::check_access),
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
    inner("__VERIFIER_atomic_begin", intrinsics::nothing),
    inner("__VERIFIER_atomic_end", intrinsics::nothing),
];
