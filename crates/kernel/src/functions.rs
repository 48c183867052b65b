//! The functions the engine provides in place of C ones: one row each.

mod alloc;
mod bytes;
mod control;

use vellum_engine::{End, ExternalCall, Outcome};

use crate::{kernel::Kernel, syscalls};

/// What a function does.
type Handler = fn(&mut Kernel, &mut ExternalCall<'_>) -> Result<Outcome, End>;

/// A function the program may call.
pub(crate) struct Function {
    /// Its symbol name.
    pub(crate) name: &'static str,
    pub(crate) handler: Handler,
}

const fn row(name: &'static str, handler: Handler) -> Function {
    Function { name, handler }
}

/// All of them.
pub(crate) const FUNCTIONS: &[Function] = &[
    row("__vellum_syscall", syscalls::dispatch),
    row("__vellum_get_tp", control::get_thread_pointer),
    row("__vellum_set_tp", control::set_thread_pointer),
    // Memory in one step instead of a loop.
    row("memcpy", bytes::copy),
    row("memmove", bytes::copy),
    row("mempcpy", bytes::copy_to_end),
    row("memset", bytes::fill),
    row("__memcpy_chk", bytes::checked_copy),
    row("__memmove_chk", bytes::checked_copy),
    row("__mempcpy_chk", bytes::checked_copy_to_end),
    row("__memset_chk", bytes::checked_fill),
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
];
