//! What paths with symbolic input get in place of the host's answer: calls that name files.
//!
//! A name is, in this order: a symbolic file (`A`, `B`, …), a file that this path made or removed, one of the
//! host's. A name that is itself symbolic is a case for each of the files it may be; where not all of those are followed, that
//! is left out.

mod existing;

use std::rc::Rc;

use vellum_collections::cast::{index64, len64, low8, low32};
use vellum_expr::Expr;
use vellum_memory::{FaultKind, Value};

pub(crate) use self::existing::Entries;
use self::existing::{ComesTo, existing};
use super::{
    Syscall,
    own::Own,
    shape::{descriptor, path},
};
use crate::{
    access,
    errno::{Errno, Stop, fail, unsupported},
    fds::{Behind, HostFd, OnExec},
    files::{NodeId, OpenFile, STAT_LEN, What},
    host::Arg,
    kernel::Kernel,
};

type Handler = fn(&mut Kernel, &mut Syscall<'_>) -> Own;

/// Where a call has the folder a name is relative to.
type Folder = Option<usize>;

/// Calls that name a file or a folder, and `umask`.
pub(super) const CALLS: &[(i64, Handler)] = &[
    (libc::SYS_open, |kernel, call| open(kernel, call, None, [0, 1, 2])),
    (libc::SYS_openat, |kernel, call| open(kernel, call, Some(0), [1, 2, 3])),
    (libc::SYS_creat, |kernel, call| {
        let flags = libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC;
        call.args[2] = call.args[1];
        call.args[1] = u64::from(flags.unsigned_abs());
        open(kernel, call, None, [0, 1, 2])
    }),
    (libc::SYS_stat, |kernel, call| status(kernel, call, None, [0, 1], 0)),
    (libc::SYS_lstat, |kernel, call| status(kernel, call, None, [0, 1], libc::AT_SYMLINK_NOFOLLOW)),
    (libc::SYS_newfstatat, |kernel, call| {
        let flags = low32(call.args[3]).cast_signed();
        status(kernel, call, Some(0), [1, 2], flags)
    }),
    (libc::SYS_statx, statx),
    (libc::SYS_access, |kernel, call| may(kernel, call, None, [0, 1], 0)),
    (libc::SYS_faccessat, |kernel, call| may(kernel, call, Some(0), [1, 2], 0)),
    (libc::SYS_faccessat2, |kernel, call| {
        let flags = call.args[3];
        may(kernel, call, Some(0), [1, 2], flags)
    }),
    (libc::SYS_readlink, |kernel, call| read_link(kernel, call, None, 0)),
    (libc::SYS_readlinkat, |kernel, call| read_link(kernel, call, Some(0), 1)),
    (libc::SYS_unlink, |kernel, call| unlink(kernel, call, None, 0)),
    (libc::SYS_unlinkat, |kernel, call| {
        if call.args[2] != 0 {
            return unsupported("unlinkat of a folder on a path with symbolic input");
        }
        unlink(kernel, call, Some(0), 1)
    }),
    (libc::SYS_chdir, stay),
    (libc::SYS_umask, umask),
];

/// What a name means.
enum Named {
    /// A file of the path's own.
    Own(NodeId, Vec<u8>),
    /// Nothing any more.
    Gone(Vec<u8>),
    /// Whatever the host has there: its name for it, the folder that is relative to, and ours.
    Host { name: Vec<u8>, folder: u64, key: Vec<u8> },
    /// Nothing: a symbolic name that is no file's.
    Nothing,
}

fn flag(flags: u64, bit: i32) -> bool {
    flags & u64::from(bit.unsigned_abs()) != 0
}

fn bits(flags: i32) -> u64 {
    u64::from(flags.unsigned_abs())
}

fn c_string(name: &[u8]) -> Arg {
    Arg::Bytes([name, b"\0"].concat())
}

/// Understands the name at argument `name`.
fn look_up(kernel: &mut Kernel, call: &mut Syscall<'_>, folder: Folder, name: usize) -> Result<Named, Stop> {
    let here = i64::from(libc::AT_FDCWD).cast_unsigned();
    let folder = folder.map_or(here, |arg| call.args[arg]);
    let is_here = low32(folder).cast_signed() == libc::AT_FDCWD;
    let address = call.args[name];
    let text = match access::string(call.memory, address) {
        Ok(text) => text.to_vec(),
        Err(fault) if fault.kind == FaultKind::NotNumbers => {
            let bytes = name_bytes(call, address, fault)?;
            let numbers = bytes.iter().map(|&byte| call.exprs.as_const(byte).map(low8));
            match numbers.collect::<Option<Vec<u8>>>() {
                Some(text) => text,
                None => return symbolic_name(kernel, call, (is_here, folder), &bytes),
            }
        }
        Err(fault) => return Err(fault.into()),
    };
    known_name(kernel, (is_here, folder), text)
}

/// What a name means in a folder.
fn known_name(kernel: &mut Kernel, (is_here, folder): (bool, u64), text: Vec<u8>) -> Result<Named, Stop> {
    let here = i64::from(libc::AT_FDCWD).cast_unsigned();
    if let Some(node) = standard(kernel, &text) {
        return Ok(Named::Own(node, text));
    }
    let key = match text.as_slice() {
        [letter] if is_here && kernel.files.letters.contains(letter) => text.clone(),
        _ => absolute(kernel, is_here, folder, &text)?,
    };
    if let Some(known) = kernel.files.names.get(&key) {
        return Ok(known.map_or_else(|| Named::Gone(key.clone()), |node| Named::Own(node, key.clone())));
    }
    let folder = if is_here { here } else { kernel.host_fd(folder).unwrap_or(u64::MAX) };
    Ok(Named::Host { name: path(kernel, &text), folder, key })
}

/// The file behind a descriptor that `name` stands for, if it is one of the path's own.
fn standard(kernel: &Kernel, name: &[u8]) -> Option<NodeId> {
    const NAMES: [&[u8]; 3] = [b"/dev/stdin", b"/dev/stdout", b"/dev/stderr"];
    let number = NAMES.iter().position(|known| *known == name).map(len64);
    let number = number.or_else(|| descriptor(name))?;
    match kernel.fds.behind(number).ok()? {
        Behind::Host(_) => None,
        Behind::Own(file) => match kernel.files.opened(*file).what {
            What::Node(node) => Some(node),
            _ => None,
        },
    }
}

/// Our name for a file: where it is from the root, as far as that can be read off its name.
fn absolute(kernel: &mut Kernel, is_here: bool, folder: u64, name: &[u8]) -> Result<Vec<u8>, Stop> {
    let room = 4096;
    let mut base = Vec::new();
    if !name.starts_with(b"/") {
        let buffer = || Arg::Bytes(vec![0; room]);
        if is_here {
            let mut args = [buffer(), Arg::Word(len64(room))];
            let len = kernel.host(libc::SYS_getcwd, &mut args)?;
            base = args[0].bytes()[..index64(len).saturating_sub(1)].to_vec();
        } else {
            let link = format!("/proc/self/fd/{}", kernel.host_fd(folder)?);
            let mut args = [c_string(link.as_bytes()), buffer(), Arg::Word(len64(room))];
            let len = kernel.host(libc::SYS_readlink, &mut args)?;
            base = args[1].bytes()[..index64(len)].to_vec();
        }
    }
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in base.split(|&byte| byte == b'/').chain(name.split(|&byte| byte == b'/')) {
        match part {
            b"" | b"." => (),
            b".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    Ok([b"/", parts.join(&b'/').as_slice()].concat())
}

/// The bytes of a name, some of which are expressions, or were when they were written.
fn name_bytes(call: &mut Syscall<'_>, address: u64, fault: vellum_memory::Fault) -> Result<Vec<Expr>, Stop> {
    // Where the end is not certain, the path has to decide what the name is.
    let mut bytes = Vec::new();
    loop {
        match call.memory.load_value(call.exprs, address + len64(bytes.len()), 1) {
            Some(Value::Concrete(0)) => return Ok(bytes),
            Some(byte) => {
                let byte = byte.expr(call.exprs, 8);
                if call.exprs.has_garbage(byte) {
                    let at = address + len64(bytes.len());
                    return Err(call.memory.explain(vellum_memory::Access::Read, at, 1).into());
                }
                bytes.push(byte);
            }
            None => return Err(fault.into()),
        }
    }
}

/// Which of the files that there are a symbolic name is: a symbolic one, one that this path made, or one of the host's.
fn symbolic_name(
    kernel: &mut Kernel,
    call: &mut Syscall<'_>,
    (is_here, folder): (bool, u64),
    bytes: &[Expr],
) -> Result<Named, Stop> {
    let zero = call.exprs.zero(8);
    let letters = if is_here { kernel.files.letters.clone() } else { Vec::new() };
    for letter in letters {
        let wanted = [call.exprs.constant(8, letter.into()), zero];
        let mut same = Expr::TRUE;
        for (at, wanted) in wanted.into_iter().enumerate() {
            let equal = call.exprs.eq(bytes.get(at).copied().unwrap_or(zero), wanted);
            same = call.exprs.and(same, equal);
        }
        if call.decide(same)? {
            let key = vec![letter];
            return Ok(match kernel.files.names.get(&key).copied().flatten() {
                Some(node) => Named::Own(node, key),
                None => Named::Gone(key),
            });
        }
    }
    let pattern: Vec<Option<u8>> = bytes.iter().map(|&byte| call.exprs.as_const(byte).map(low8)).collect();
    let base = absolute(kernel, is_here, folder, b".")?;
    let existing = existing(kernel, &pattern, base)?;
    for case in existing.cases {
        let condition = case.condition(call, bytes);
        if !call.decide(condition)? {
            continue;
        }
        return match case.comes_to {
            ComesTo::File(_) => known_name(kernel, (is_here, folder), case.spellings[0].clone()),
            ComesTo::NoFolder => fail(libc::ENOTDIR),
        };
    }
    if !existing.all {
        kernel.leave_out(
            "a symbolic file name may be that of more files than were tried: as that of any other it names nothing",
        );
    }
    Ok(Named::Nothing)
}

fn open(kernel: &mut Kernel, call: &mut Syscall<'_>, folder: Folder, [name, flags, mode]: [usize; 3]) -> Own {
    let (flags, mode) = (call.args[flags], call.args[mode]);
    if flag(flags, libc::O_PATH) {
        return Ok(None);
    }
    if flags & bits(libc::O_TMPFILE) == bits(libc::O_TMPFILE) {
        return unsupported("a file without a name on a path with symbolic input");
    }
    kernel.fds.vacant(0)?;
    let named = look_up(kernel, call, folder, name)?;
    let creates = flag(flags, libc::O_CREAT);
    let file = match named {
        Named::Own(..) if creates && flag(flags, libc::O_EXCL) => return fail(libc::EEXIST),
        Named::Own(..) if flag(flags, libc::O_DIRECTORY) => return fail(libc::ENOTDIR),
        Named::Own(node, _) => own_file(node, flags),
        Named::Nothing if creates => return unsupported("making a file under a symbolic name"),
        Named::Gone(key) if creates => made_file(kernel, key, flags, mode),
        Named::Nothing | Named::Gone(_) => return fail(libc::ENOENT),
        Named::Host { name, folder, key } => match host_file(kernel, folder, &name, flags) {
            Err(Stop::Errno(Errno(libc::ENOENT))) if creates => {
                may_make(kernel, folder, &name)?;
                made_file(kernel, key, flags, mode)
            }
            file => file?,
        },
    };
    if let What::Node(node) = file.what
        && flag(flags, libc::O_TRUNC)
        && low32(flags).cast_signed() & libc::O_ACCMODE != libc::O_RDONLY
    {
        kernel.truncate(node, 0)?;
    }
    let file = kernel.open_own(file);
    let fd = kernel.fds.insert_own(file, OnExec::from_flags(flags, libc::O_CLOEXEC))?;
    Ok(Some(fd))
}

fn own_file(node: NodeId, flags: u64) -> OpenFile {
    OpenFile::new(What::Node(node), 0, flags, None)
}

fn made_file(kernel: &mut Kernel, key: Vec<u8>, flags: u64, mode: u64) -> OpenFile {
    let node = kernel.new_node(mode);
    kernel.files.names.insert(key, Some(node));
    own_file(node, flags)
}

/// Opens a file of the host so that it stays as it is.
fn host_file(kernel: &mut Kernel, folder: u64, name: &[u8], flags: u64) -> Result<OpenFile, Stop> {
    let changes = bits(libc::O_CREAT | libc::O_EXCL | libc::O_TRUNC | libc::O_APPEND);
    let mut asked = flags & !changes | bits(libc::O_CLOEXEC);
    if low32(flags).cast_signed() & libc::O_ACCMODE == libc::O_WRONLY {
        // What is not overwritten has to be known.
        asked = asked & !bits(libc::O_ACCMODE) | bits(libc::O_RDWR);
    }
    let mut args = [Arg::Word(folder), c_string(name), Arg::Word(asked), Arg::Word(0)];
    let number = kernel.host(libc::SYS_openat, &mut args)?;
    let host = Rc::new(HostFd::adopt(number));
    if flag(flags, libc::O_CREAT) && flag(flags, libc::O_EXCL) {
        return fail(libc::EEXIST);
    }
    kernel.own_view(&host, flags)
}

/// Whether the program could make a file of that name.
fn may_make(kernel: &mut Kernel, folder: u64, name: &[u8]) -> Result<(), Stop> {
    let parent = match name.iter().rposition(|&byte| byte == b'/') {
        None => &b"."[..],
        Some(0) => b"/",
        Some(end) => &name[..end],
    };
    let mode = bits(libc::W_OK | libc::X_OK);
    let mut args = [Arg::Word(folder), c_string(parent), Arg::Word(mode)];
    kernel.host(libc::SYS_faccessat, &mut args)?;
    Ok(())
}

fn status(kernel: &mut Kernel, call: &mut Syscall<'_>, folder: Folder, args: [usize; 2], flags: i32) -> Own {
    let [name, result] = args;
    let result = call.args[result];
    if flags & libc::AT_EMPTY_PATH != 0
        && let Some(folder) = folder
        && access::string(call.memory, call.args[name]).is_ok_and(|name| name.is_empty())
        && let Ok(Behind::Own(file)) = kernel.fds.behind(call.args[folder])
        && let What::Node(node) = kernel.files.opened(*file).what
    {
        return kernel.give_status(call, node, result).map(Some);
    }
    match look_up(kernel, call, folder, name)? {
        Named::Own(node, _) => kernel.give_status(call, node, result).map(Some),
        Named::Gone(_) | Named::Nothing => fail(libc::ENOENT),
        Named::Host { name, folder, .. } => {
            let room = Arg::Bytes(vec![0; index64(STAT_LEN)]);
            let mut args = [Arg::Word(folder), c_string(&name), room, Arg::Word(bits(flags))];
            kernel.host(libc::SYS_newfstatat, &mut args)?;
            let stat = args[2].bytes();
            let key = (access::field64(stat, 0), access::field64(stat, 8));
            match kernel.files.of_host.get(&key) {
                Some(&node) => kernel.give_status(call, node, result).map(Some),
                None => {
                    access::write(call.memory, result, stat)?;
                    Ok(Some(0))
                }
            }
        }
    }
}

/// A C library that does not find it uses `stat`, which is all there is for files of a path's own.
fn statx(_: &mut Kernel, _: &mut Syscall<'_>) -> Own {
    fail(libc::ENOSYS)
}

fn may(
    kernel: &mut Kernel,
    call: &mut Syscall<'_>,
    folder: Folder,
    [name, mode]: [usize; 2],
    flags: u64,
) -> Own {
    /// The low byte of the mode, and anyone's right to execute in it.
    const LOW_MODE: std::ops::Range<u64> = 24..25;
    const EXECUTE: u64 = 0o111;
    let node = match look_up(kernel, call, folder, name)? {
        Named::Own(node, _) => node,
        Named::Gone(_) | Named::Nothing => return fail(libc::ENOENT),
        Named::Host { name, folder, .. } => {
            let mut args = [Arg::Word(folder), c_string(&name), Arg::Word(call.args[mode]), Arg::Word(flags)];
            return match flags {
                0 => kernel.host(libc::SYS_faccessat, &mut args[..3]),
                _ => kernel.host(libc::SYS_faccessat2, &mut args),
            }
            .map(Some);
        }
    };
    if !flag(call.args[mode], libc::X_OK) {
        return Ok(Some(0));
    }
    let rights = kernel.files.node(node).stat.number(call.exprs, LOW_MODE);
    let (mask, zero) = (call.exprs.constant(8, EXECUTE), call.exprs.zero(8));
    let execute = call.exprs.and(rights, mask);
    let allowed = call.exprs.ne(execute, zero);
    if call.decide(allowed)? { Ok(Some(0)) } else { fail(libc::EACCES) }
}

fn read_link(kernel: &mut Kernel, call: &mut Syscall<'_>, folder: Folder, name: usize) -> Own {
    match look_up(kernel, call, folder, name)? {
        Named::Own(..) => fail(libc::EINVAL),
        Named::Gone(_) | Named::Nothing => fail(libc::ENOENT),
        Named::Host { name: target, folder, .. } => {
            let [address, room] = [call.args[name + 1], call.args[name + 2]];
            let room = u64::from(low32(room));
            if low32(room).cast_signed() <= 0 {
                return fail(libc::EINVAL);
            }
            access::check_write(call.memory, address, room)?;
            let room = room.min(u64::from(libc::PATH_MAX.unsigned_abs()));
            let buffer = Arg::Bytes(vec![0; index64(room)]);
            let mut args = [Arg::Word(folder), c_string(&target), buffer, Arg::Word(room)];
            let len = kernel.host(libc::SYS_readlinkat, &mut args)?;
            access::write(call.memory, address, &args[2].bytes()[..index64(len)])?;
            Ok(Some(len))
        }
    }
}

fn unlink(kernel: &mut Kernel, call: &mut Syscall<'_>, folder: Folder, name: usize) -> Own {
    let key = match look_up(kernel, call, folder, name)? {
        Named::Own(_, key) => key,
        Named::Gone(_) | Named::Nothing => return fail(libc::ENOENT),
        Named::Host { name, folder, key } => {
            let room = Arg::Bytes(vec![0; index64(STAT_LEN)]);
            let flags = Arg::Word(bits(libc::AT_SYMLINK_NOFOLLOW));
            let mut args = [Arg::Word(folder), c_string(&name), room, flags];
            kernel.host(libc::SYS_newfstatat, &mut args)?;
            if access::field32(args[2].bytes(), 24) & libc::S_IFMT == libc::S_IFDIR {
                return fail(libc::EISDIR);
            }
            may_make(kernel, folder, &name)?;
            key
        }
    };
    kernel.files.names.insert(key, None);
    Ok(Some(0))
}

/// `chdir` to where the program is: some go back when they end, wherever they have been.
fn stay(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Own {
    let name = access::string(call.memory, call.args[0])?.to_vec();
    // What is above a folder does not follow from its name.
    let is_plain = !name.split(|&byte| byte == b'/').any(|part| part == b"..");
    let mut absolute = |name: &[u8]| absolute(kernel, true, 0, name);
    if is_plain && absolute(&name)? == absolute(b".")? {
        return Ok(Some(0));
    }
    unsupported("chdir to another folder on a path with symbolic input: the others would notice it")
}

#[expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]
fn umask(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Own {
    const USUAL: u64 = 0o022;
    let old = kernel.files.mask.replace(call.args[0] & 0o777).unwrap_or(USUAL);
    Ok(Some(old))
}
