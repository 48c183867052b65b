//! What functions of the C library and of the engine do with pointers: one row each.
//!
//! A row stands for the function where the program does not bring one of its own of that name. Most rows are here
//! because one set for all strings of a program says nothing about any of them.

use vellum_ir::{DebugInfo, FuncId, Module};

use super::place::Step;

/// How many bytes an allocation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bytes {
    Argument(usize),
    Product(usize, usize),
    Unknown,
}

/// What a function does. Numbers are those of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// No pointer goes anywhere.
    Nothing,
    /// The result is an argument, moved.
    Gives(usize, Step),
    /// The result is new memory.
    Allocates(Bytes),
    /// New memory goes where an argument points to.
    AllocatesAt(usize),
    /// The result is new memory with the contents of the old, or the old.
    Reallocates(usize),
    /// Memory is copied; the result is the target, moved.
    Copies(Step),
    /// Elements of an array are compared by a function and moved.
    Sorts,
    /// As before; the function has one more argument.
    SortsWith,
    /// An element is looked for by a function, and is the result.
    Searches,
    /// A pointer into the first argument goes where the second points to.
    Ends,
    /// As before, with the third argument; the result points into what was there, or into the first.
    Splits,
    /// A pointer is moved where it is; the result is what was there.
    Cuts,
    /// The thread pointer is set.
    SetsThread,
    /// The result is what the C library knows of the thread.
    Thread,
    /// The kernel is called; it may map memory.
    SystemCall,
}

const NOTHING: Effect = Effect::Nothing;
const SAME: Effect = Effect::Gives(0, Step::NONE);
const INTO: Effect = Effect::Gives(0, Step::ANYWHERE);

/// Functions by what they do.
const ROWS: &[(Effect, &[&str])] = &[
    (
        Effect::Allocates(Bytes::Argument(0)),
        &[
            "malloc",
            "__libc_malloc",
            "valloc",
            "pvalloc",
            "_Znwm",
            "_Znam",
            "_ZnwmRKSt9nothrow_t",
            "_ZnamRKSt9nothrow_t",
            "_ZnwmSt11align_val_t",
            "_ZnamSt11align_val_t",
        ],
    ),
    (Effect::Allocates(Bytes::Product(0, 1)), &["calloc", "__libc_calloc"]),
    (Effect::Allocates(Bytes::Argument(1)), &["aligned_alloc", "memalign", "__libc_memalign"]),
    (Effect::Allocates(Bytes::Unknown), &["mmap", "mmap64", "__mmap", "sbrk", "brk"]),
    (Effect::AllocatesAt(0), &["posix_memalign"]),
    (Effect::Reallocates(0), &["realloc", "reallocarray", "__libc_realloc", "mremap"]),
    (Effect::Copies(Step::NONE), &["memcpy", "memmove", "__memcpy_chk", "__memmove_chk"]),
    (Effect::Copies(Step::ANYWHERE), &["mempcpy", "__mempcpy", "__mempcpy_chk"]),
    (Effect::Sorts, &["qsort"]),
    (Effect::SortsWith, &["qsort_r", "__qsort_r"]),
    (Effect::Searches, &["bsearch"]),
    (
        Effect::Ends,
        &[
            "strtol",
            "strtoul",
            "strtoll",
            "strtoull",
            "strtoimax",
            "strtoumax",
            "strtod",
            "strtof",
            "strtold",
        ],
    ),
    (Effect::Splits, &["strtok_r", "__strtok_r"]),
    (Effect::Cuts, &["strsep"]),
    (Effect::SetsThread, &["__vellum_set_tp"]),
    (Effect::Thread, &["__vellum_get_tp", "__copy_tls"]),
    (Effect::SystemCall, &["__vellum_syscall"]),
    (
        SAME,
        &[
            "memset",
            "__memset_chk",
            "strcpy",
            "strncpy",
            "strcat",
            "strncat",
            "fgets",
            "gets",
            "wmemset",
            "__lctrans",
            "__lctrans_cur",
            "__lctrans_impl",
            "gettext",
            "wcscpy",
            "wcsncpy",
            "wcscat",
            "wcsncat",
            "fgets_unlocked",
        ],
    ),
    (Effect::Gives(1, Step::NONE), &["dgettext", "dcgettext"]),
    (
        INTO,
        &[
            "memchr",
            "memrchr",
            "__memrchr",
            "rawmemchr",
            "strchr",
            "strrchr",
            "strchrnul",
            "__strchrnul",
            "strstr",
            "strcasestr",
            "strpbrk",
            "index",
            "rindex",
            "memmem",
            "memccpy",
            "stpcpy",
            "__stpcpy",
            "stpncpy",
            "__stpncpy",
            "wcschr",
            "wcsrchr",
            "wcsstr",
            "wcspbrk",
            "wmemchr",
            "wcswcs",
        ],
    ),
    (
        NOTHING,
        &[
            // Memory is given back, or only looked at.
            "free",
            "cfree",
            "__libc_free",
            "_ZdlPv",
            "_ZdaPv",
            "_ZdlPvm",
            "_ZdaPvm",
            "_ZdlPvRKSt9nothrow_t",
            "_ZdaPvRKSt9nothrow_t",
            "_ZdlPvSt11align_val_t",
            "_ZdaPvSt11align_val_t",
            "_ZdlPvmSt11align_val_t",
            "_ZdaPvmSt11align_val_t",
            "malloc_usable_size",
            "munmap",
            "bzero",
            "explicit_bzero",
            "strlen",
            "strnlen",
            "strcmp",
            "strncmp",
            "strcasecmp",
            "strncasecmp",
            "strcoll",
            "strxfrm",
            "strspn",
            "strcspn",
            "memcmp",
            "bcmp",
            "strverscmp",
            "strlcpy",
            "strlcat",
            "wcslen",
            "wcscmp",
            "wcsncmp",
            "wmemcmp",
            "atoi",
            "atol",
            "atoll",
            "atof",
            "mbstowcs",
            "wcstombs",
            "mbrtowc",
            "mbtowc",
            "wcrtomb",
            "wctomb",
            "mbrlen",
            "mblen",
            "mbsinit",
            "fnmatch",
            // Text goes in and out.
            "printf",
            "fprintf",
            "dprintf",
            "sprintf",
            "snprintf",
            "vprintf",
            "vfprintf",
            "vdprintf",
            "vsprintf",
            "vsnprintf",
            "puts",
            "fputs",
            "fputs_unlocked",
            "fputc",
            "putc",
            "putchar",
            "perror",
            "fwrite",
            "fwrite_unlocked",
            "fread",
            "fread_unlocked",
            "scanf",
            "fscanf",
            "sscanf",
            "vscanf",
            "vfscanf",
            "vsscanf",
            "read",
            "write",
            "pread",
            "pwrite",
            "open",
            "openat",
            "creat",
            "stat",
            "lstat",
            "fstat",
            "fstatat",
            "access",
            "unlink",
            "rename",
            "mkdir",
            "rmdir",
            "chdir",
            "chmod",
            "readlink",
            "isatty",
            // Control.
            "setjmp",
            "_setjmp",
            "__setjmp",
            "sigsetjmp",
            "__sigsetjmp",
            "__builtin_setjmp",
            "longjmp",
            "_longjmp",
            "__longjmp",
            "siglongjmp",
            "__builtin_longjmp",
            "_exit",
            "_Exit",
            "abort",
            "__assert_fail",
            "__clone",
            "clone",
            "vfork",
            "__restore_rt",
            "__unmapself",
            "reach_error",
        ],
    ),
];

/// Beginnings of names that belong to the engine; none of these functions does anything with pointers.
const PREFIXES: &[&str] = &["klee_", "__VERIFIER_", "__vellum_fuzz_", "__vellum_prefix"];

/// What a function does, if it is one of these.
pub(super) fn effect(module: &Module, id: FuncId) -> Option<Effect> {
    let function = &module.functions[id];
    if function.body.is_some() && !is_library(module, id) {
        return None;
    }
    let name = &*function.name;
    let row = ROWS.iter().find(|(_, names)| names.contains(&name)).map(|(effect, _)| *effect);
    let is_prefixed = || function.body.is_none() && PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    row.or_else(|| is_prefixed().then_some(NOTHING))
}

/// Whether a function's code is the C library's.
pub(super) fn is_library(module: &Module, id: FuncId) -> bool {
    let loc = module.functions[id].loc;
    loc.is_some_and(|loc| DebugInfo::is_library(module.debug.text(module.debug.position(loc).file)))
}

impl Effect {
    /// The argument that is, moved, the result.
    pub(super) fn given(self) -> Option<(usize, Step)> {
        match self {
            Self::Gives(argument, step) => Some((argument, step)),
            Self::Copies(step) => Some((0, step)),
            Self::Reallocates(argument) => Some((argument, Step::NONE)),
            Self::Splits => Some((0, Step::ANYWHERE)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ROWS;

    #[test]
    fn no_function_has_two_rows() {
        let mut seen = BTreeSet::new();
        for name in ROWS.iter().flat_map(|(_, names)| names.iter()) {
            assert!(seen.insert(name), "{name}");
        }
    }
}
