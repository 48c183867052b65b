//! What a program finds when it starts: arguments, environment and the auxiliary vector.

use vellum_collections::{Random, cast::len64};
use vellum_engine::Maker;
use vellum_memory::{Heap, Memory};

use crate::{access::fields, config::KernelConfig, host, kernel::Kernel};

/// Keeps the bytes a program starts with apart from those it asks for later.
const STREAM: u64 = 0x5eed;

impl Kernel {
    /// Lays out the initial stack: `argc`, the arguments, a null, the environment (`NAME=VALUE` each), a null,
    /// and the auxiliary vector. Each string is an object of its own, so that running off its end is noticed.
    ///
    /// The result is what `__vellum_start` takes; `None` when there is no room.
    pub fn initial_stack(&self, memory: &mut Memory, args: &[Vec<u8>], env: &[Vec<u8>]) -> Option<u64> {
        let args: Option<Vec<u64>> = args.iter().map(|text| string(memory, text)).collect();
        self.initial_stack_at(memory, &args?, env)
    }

    /// The same for arguments that are in memory already.
    pub(crate) fn initial_stack_at(&self, memory: &mut Memory, args: &[u64], env: &[Vec<u8>]) -> Option<u64> {
        let mut words = vec![len64(args.len())];
        words.extend(args);
        words.push(0);
        for text in env {
            words.push(string(memory, text)?);
        }
        words.push(0);
        let name = match args {
            [] => string(memory, b"")?,
            _ => words[1],
        };
        let random = object(memory, &start_bytes(&self.config))?;
        words.extend(auxiliary(name, random).into_iter().flatten());
        object(memory, &fields(&words))
    }
}

fn auxiliary(name: u64, random: u64) -> [[u64; 2]; 10] {
    let id = |number| host::plain(number, &[]).expect("asking for a user or group never fails");
    [
        [libc::AT_PAGESZ, 4096],
        [libc::AT_CLKTCK, 100],
        [libc::AT_UID, id(libc::SYS_getuid)],
        [libc::AT_EUID, id(libc::SYS_geteuid)],
        [libc::AT_GID, id(libc::SYS_getgid)],
        [libc::AT_EGID, id(libc::SYS_getegid)],
        [libc::AT_SECURE, 0],
        [libc::AT_RANDOM, random],
        [libc::AT_EXECFN, name],
        [libc::AT_NULL, 0],
    ]
}

/// The 16 random bytes every program starts with.
fn start_bytes(config: &KernelConfig) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    if config.host_random {
        let mut args = [host::Arg::Bytes(bytes), host::Arg::Word(16), host::Arg::Word(0)];
        host::call(libc::SYS_getrandom, &mut args).expect("the host has random bytes");
        return args[0].bytes().to_vec();
    }
    Random::new(config.seed ^ STREAM).fill(&mut bytes);
    bytes
}

fn string(memory: &mut Memory, text: &[u8]) -> Option<u64> {
    let mut bytes = text.to_vec();
    bytes.push(0);
    object(memory, &bytes)
}

fn object(memory: &mut Memory, bytes: &[u8]) -> Option<u64> {
    let address = memory.allocate(Heap::Engine, len64(bytes.len()), 16, Maker::Engine.origin())?;
    memory.initialise(address, bytes)?;
    Some(address)
}
