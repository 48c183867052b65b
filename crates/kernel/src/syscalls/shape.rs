//! What the arguments of a system call are, and how they cross to the host.
//!
//! The program's structures are the host's, byte for byte; what has to be translated are pointers and
//! descriptors.

use vellum_collections::cast::{index64, len64, low32};

use super::Syscall;
use crate::{
    access,
    errno::{Answer, Stop},
    host::Arg,
    kernel::Kernel,
};

/// What an argument is.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// A number.
    Int,
    /// A descriptor.
    Fd,
    /// A descriptor of a folder, or `AT_FDCWD`.
    Folder,
    /// The name of a file.
    Path,
    /// The name of a file, or null.
    MaybePath,
    /// Any other string.
    Text,
    /// A pointer to bytes.
    Buffer(Way, Len),
    /// A pointer to bytes, or null.
    Maybe(Way, Len),
}

impl Shape {
    /// Whether the host gets the very number the program passed.
    fn is_plain(self, word: u64) -> bool {
        match self {
            Self::Int => true,
            Self::Folder => low32(word).cast_signed() == libc::AT_FDCWD,
            // What null means is for the host to say: nothing, or a failure unless no byte is to be moved.
            Self::MaybePath | Self::Maybe(..) | Self::Buffer(..) | Self::Path | Self::Text => word == 0,
            Self::Fd => false,
        }
    }
}

/// Which way the bytes of a buffer go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// From the program.
    In,
    /// To the program.
    Out,
    /// Both.
    InOut,
}

/// How long a buffer is.
#[derive(Clone, Copy)]
pub(super) enum Len {
    /// So many bytes.
    Bytes(u64),
    /// So many bytes, of which only those of some fields, each with its place and length, have to be there.
    Fields(u64, &'static [(u64, u64)]),
    /// As many bytes as an argument says; of an output, as many as the result says were written.
    Arg(usize),
    /// As many items as an argument says, each of so many bytes; of an output, as many as the result says.
    Items(usize, u64),
}

impl Len {
    fn of(self, args: &[u64; 6]) -> u64 {
        match self {
            Self::Bytes(len) | Self::Fields(len, _) => len,
            Self::Arg(arg) => args[arg],
            Self::Items(arg, size) => args[arg].saturating_mul(size),
        }
    }

    /// How many of `len` bytes a call with this result has written.
    fn written(self, len: usize, result: u64) -> usize {
        match self {
            Self::Bytes(_) | Self::Fields(..) => len,
            Self::Arg(_) => len.min(index64(result)),
            Self::Items(_, size) => len.min(index64(result.saturating_mul(size))),
        }
    }
}

impl Kernel {
    /// Performs system call `number` of the host with the program's arguments.
    pub(super) fn pass(&mut self, call: &mut Syscall<'_>, number: i64, shapes: &[Shape]) -> Answer {
        let mut args = Vec::with_capacity(shapes.len());
        for (i, &shape) in shapes.iter().enumerate() {
            args.push(self.translate(call, i, shape)?);
        }
        let result = self.host(number, &mut args)?;
        for (i, (shape, arg)) in shapes.iter().zip(&args).enumerate() {
            let (Shape::Buffer(way, len) | Shape::Maybe(way, len)) = *shape else { continue };
            if way != Way::In {
                let bytes = arg.bytes();
                access::write(call.memory, call.args[i], &bytes[..len.written(bytes.len(), result)])?;
            }
        }
        Ok(result)
    }

    fn translate(&self, call: &mut Syscall<'_>, i: usize, shape: Shape) -> Result<Arg, Stop> {
        let word = call.args[i];
        if shape.is_plain(word) {
            return Ok(Arg::Word(word));
        }
        Ok(match shape {
            Shape::Int => Arg::Word(word),
            Shape::Fd => Arg::Word(self.host_fd(word)?),
            // An absolute name makes the folder irrelevant: that a descriptor is bad is for the host to say.
            Shape::Folder => Arg::Word(self.host_fd(word).unwrap_or(u64::MAX)),
            Shape::Path | Shape::MaybePath => {
                Arg::Bytes(c_string(&path(self, &access::string(call.memory, word)?)))
            }
            Shape::Text => Arg::Bytes(c_string(&access::string(call.memory, word)?)),
            Shape::Buffer(way, len) | Shape::Maybe(way, len) => buffer(call, word, way, len)?,
        })
    }
}

fn buffer(call: &mut Syscall<'_>, address: u64, way: Way, kind: Len) -> Result<Arg, Stop> {
    let len = kind.of(&call.args);
    if way != Way::In {
        access::check_write(call.memory, address, len)?;
    }
    Ok(Arg::Bytes(match way {
        Way::Out => vec![0; index64(len)],
        Way::In | Way::InOut => match kind {
            Len::Fields(_, fields) => access::read_fields(call.memory, address, len, fields)?,
            Len::Bytes(_) | Len::Arg(_) | Len::Items(..) => access::read(call.memory, address, len)?.to_vec(),
        },
    }))
}

fn c_string(text: &[u8]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    bytes.push(0);
    bytes
}

/// Names under which a program finds its own descriptors.
const DESCRIPTOR_FOLDERS: [&[u8]; 2] = [b"/dev/fd/", b"/proc/self/fd/"];

/// Names of the first descriptors, in their order.
const STREAMS: [&[u8]; 3] = [b"/dev/stdin", b"/dev/stdout", b"/dev/stderr"];

/// The descriptor that a name stands for, if it is one of those.
pub(super) fn descriptor(name: &[u8]) -> Option<u64> {
    let number = DESCRIPTOR_FOLDERS.iter().find_map(|folder| name.strip_prefix(*folder));
    let number = number.and_then(|digits| str::from_utf8(digits).ok()?.parse::<u64>().ok());
    number.or_else(|| STREAMS.iter().position(|stream| *stream == name).map(len64))
}

/// The host's name for a file; only descriptors have another one.
pub(super) fn path(kernel: &Kernel, name: &[u8]) -> Vec<u8> {
    match descriptor(name).map(|fd| kernel.host_fd(fd)) {
        None => name.to_vec(),
        Some(Ok(host)) => format!("/proc/self/fd/{host}").into_bytes(),
        // It must not be one of ours.
        Some(Err(_)) => b"/proc/self/fd/closed".to_vec(),
    }
}

/// The length of `bytes`, as an argument.
pub(super) fn len_arg(bytes: &[u8]) -> Arg {
    Arg::Word(len64(bytes.len()))
}
