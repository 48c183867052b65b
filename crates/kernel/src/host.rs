//! The door to the host's kernel.

#![expect(unsafe_code, reason = "the one place that enters the host's kernel")]

use std::{io, ops::Range, time::Duration};

use vellum_collections::cast::{len64, low32};

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
        Errno(io::Error::last_os_error().raw_os_error().expect("the host's last error has a number"))
    })
}

/// Makes calls of the host that wait fail when `signal` arrives, instead of waiting on after its handler.
///
/// The handler must be installed; it stays.
pub fn interrupt_calls(signal: i32) {
    const WORDS: usize = 4;
    const FLAGS: Range<usize> = 8..12;
    const FINE: &str = "a signal that has a handler has an action";
    let number = || Arg::Word(u64::from(signal.unsigned_abs()));
    // The kernel's form of an action: handler, flags, the way back, and the signals blocked meanwhile.
    let mut get = [number(), Arg::Word(0), Arg::Bytes(vec![0; 8 * WORDS]), Arg::Word(8)];
    call(libc::SYS_rt_sigaction, &mut get).expect(FINE);
    let mut action = get[2].bytes().to_vec();
    let flags = i32::from_le_bytes(*action[FLAGS].first_chunk().expect("flags have four bytes"));
    action[FLAGS].copy_from_slice(&(flags & !libc::SA_RESTART).to_le_bytes());
    let mut set = [number(), Arg::Bytes(action), Arg::Word(0), Arg::Word(8)];
    call(libc::SYS_rt_sigaction, &mut set).expect(FINE);
}

/// Sends `signal` to this process.
pub fn send_signal(signal: i32) {
    let signal = u64::from(signal.unsigned_abs());
    // A process may always send itself a signal.
    let _ = plain(libc::SYS_kill, &[u64::from(std::process::id()), signal]);
}

/// Whose time [`cpu_time`] tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// This process's.
    Own,
    /// That of the processes it started and waited for, and of those they did.
    Children,
}

/// The time processors spent so far, for the program and for the kernel on its behalf.
pub fn cpu_time(whose: Whose) -> Duration {
    // Two times of seconds and microseconds stand first in the kernel's answer.
    const SIZE: usize = 144;
    const TIMES: usize = 2;
    let whose = match whose {
        Whose::Own => libc::RUSAGE_SELF,
        Whose::Children => libc::RUSAGE_CHILDREN,
    };
    let mut args = [Arg::Word(i64::from(whose).cast_unsigned()), Arg::Bytes(vec![0; SIZE])];
    call(libc::SYS_getrusage, &mut args).expect("a process may ask for its own times");
    let words = args[1].bytes().as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
    let words: Vec<u64> = words.take(2 * TIMES).collect();
    words.chunks(2).map(|time| Duration::from_secs(time[0]) + Duration::from_micros(time[1])).sum()
}

/// Sets the mask for the modes of new files; what it was before.
pub(crate) fn umask(mask: u32) -> u32 {
    low32(plain(libc::SYS_umask, &[u64::from(mask)]).expect("setting the mask never fails"))
}

/// A system call of the host whose arguments are all numbers.
pub(crate) fn plain(number: i64, args: &[u64]) -> Result<u64, Errno> {
    let mut args: Vec<Arg> = args.iter().map(|&word| Arg::Word(word)).collect();
    call(number, &mut args)
}
