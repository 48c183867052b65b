//! The door to the host's kernel.

#![expect(unsafe_code, reason = "the one place that enters the host's kernel")]

use vellum_collections::cast::len64;

use crate::errno::Errno;

/// An argument of a system call of the host.
#[derive(Debug)]
pub(crate) enum Arg {
    /// A number, or null.
    Word(u64),
    /// A pointer to these bytes.
    Bytes(Vec<u8>),
}

impl Arg {
    /// The bytes pointed to; none for a number.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Word(_) => &[],
            Self::Bytes(bytes) => bytes,
        }
    }
}

/// Performs system call `number` of the host.
///
/// Law: where the call takes a pointer, the argument is null or `Arg::Bytes`, as long as the call demands.
/// The rows of the tables in [`crate::syscalls`] are what to check against the manual.
pub(crate) fn call(number: i64, args: &mut [Arg]) -> Result<u64, Errno> {
    let mut words = [0; 6];
    for (word, arg) in words.iter_mut().zip(args) {
        *word = match arg {
            Arg::Word(word) => word.cast_signed(),
            Arg::Bytes(bytes) => len64(bytes.as_mut_ptr().expose_provenance()).cast_signed(),
        };
    }
    let [a, b, c, d, e, f] = words;
    // SAFETY: by the law above the kernel reads and writes only inside vectors that `args` borrows mutably
    // until this call is over, and no call we make keeps a pointer or changes this process's memory.
    let result = unsafe { libc::syscall(number, a, b, c, d, e, f) };
    u64::try_from(result).map_err(|_| {
        Errno(std::io::Error::last_os_error().raw_os_error().expect("the host's last error has a number"))
    })
}

/// A system call of the host whose arguments are all numbers.
pub(crate) fn plain(number: i64, args: &[u64]) -> Result<u64, Errno> {
    let mut args: Vec<Arg> = args.iter().map(|&word| Arg::Word(word)).collect();
    call(number, &mut args)
}
