//! Calls on files of a path's own that neither read nor write them.

#![expect(clippy::unnecessary_wraps, reason = "the rows of a table have one type")]

use vellum_collections::cast::{index64, len64, low32};
use vellum_memory::Value;

use super::{MAX_LEN, Own, access_mode};
use crate::{
    access,
    errno::fail,
    files::{NodeId, OpenId, STAT_MODE, What},
    kernel::Kernel,
    syscalls::Syscall,
};

pub(super) fn nothing(_: &mut Kernel, _: &mut Syscall<'_>, _: OpenId) -> Own {
    Ok(Some(0))
}

pub(super) fn lseek(kernel: &mut Kernel, call: &mut Syscall<'_>, id: OpenId) -> Own {
    let [_, mut offset, whence, ..] = call.args;
    let whence = low32(whence).cast_signed();
    if let (What::Node(node), libc::SEEK_SET | libc::SEEK_CUR | libc::SEEK_END) =
        (&kernel.files.opened(id).what, whence)
    {
        let node = *node;
        return seek_by(kernel, call, (id, node), whence);
    }
    if let Some(term) = call.terms[1] {
        offset = call.number_of(term)?;
    }
    let position = kernel.settle_position(call, id)?;
    let len = match kernel.files.opened(id).what {
        What::Node(node) => kernel.settle_len(call, node)?,
        What::Folder(ref entries) => len64(entries.len()),
        What::Output | What::Stream => return fail(libc::ESPIPE),
    };
    let inside = offset < len;
    let from = match whence {
        libc::SEEK_CUR => position,
        libc::SEEK_END => len,
        libc::SEEK_DATA | libc::SEEK_HOLE if !inside => return fail(libc::ENXIO),
        libc::SEEK_SET | libc::SEEK_DATA => 0,
        // The only hole is behind the end.
        libc::SEEK_HOLE => len.wrapping_sub(offset),
        _ => return fail(libc::EINVAL),
    };
    match from.checked_add_signed(offset.cast_signed()) {
        Some(position) if position.cast_signed() >= 0 => {
            kernel.files.opened_mut(id).seek(position);
            Ok(Some(position))
        }
        _ => fail(libc::EINVAL),
    }
}

/// `lseek` in a file of bytes: distance and positions may depend on the input, and those before the start are one case.
fn seek_by(kernel: &mut Kernel, call: &mut Syscall<'_>, (id, node): (OpenId, NodeId), whence: i32) -> Own {
    let exprs = &mut *call.exprs;
    let distance = call.terms[1].unwrap_or_else(|| exprs.constant(64, call.args[1]));
    let from = match whence {
        libc::SEEK_CUR => kernel.files.opened(id).position,
        libc::SEEK_END => kernel.files.node(node).len(),
        _ => Value::Concrete(0),
    };
    // Nothing it starts from is negative: so the sum is exactly where it would be negative or too large.
    let from = from.expr(exprs, 64);
    let (position, start) = (exprs.add(from, distance), exprs.zero(64));
    let is_negative = exprs.slt(position, start);
    if call.decide(is_negative)? {
        return fail(libc::EINVAL);
    }
    kernel.files.opened_mut(id).position = Value::of(call.exprs, position);
    Ok(Some(call.returns(position)))
}

/// `ftruncate`: what is cut off becomes zeros behind the end, and what is added is zeros before it, so the length may be an
/// expression.
pub(super) fn ftruncate(kernel: &mut Kernel, call: &mut Syscall<'_>, id: OpenId) -> Own {
    let file = kernel.files.opened(id);
    let What::Node(node) = file.what else { return fail(libc::EINVAL) };
    if access_mode(file.flags) == libc::O_RDONLY {
        return fail(libc::EINVAL);
    }
    let exprs = &mut *call.exprs;
    let len = call.terms[1].unwrap_or_else(|| exprs.constant(64, call.args[1]));
    let (none, most) = (exprs.zero(64), exprs.constant(64, MAX_LEN));
    let (is_negative, is_too_long) = (exprs.slt(len, none), exprs.ult(most, len));
    if call.decide(is_negative)? {
        return fail(libc::EINVAL);
    }
    if call.decide(is_too_long)? {
        return fail(libc::EFBIG);
    }
    match call.exprs.as_const(len) {
        Some(len) => kernel.truncate(node, len)?,
        None => kernel.truncate_to(call, node, len)?,
    }
    Ok(Some(0))
}

pub(super) fn getdents(kernel: &mut Kernel, call: &mut Syscall<'_>, id: OpenId) -> Own {
    let [_, address, room, ..] = call.args;
    let file = kernel.files.opened(id);
    let What::Folder(entries) = &file.what else { return fail(libc::ENOTDIR) };
    let start = file.position.as_concrete().expect("in a folder it is a number");
    let rest = entries.get(index64(start)..).unwrap_or_default();
    let mut end = 0;
    while let Some(len) = rest.get(end + 16..end + 18) {
        let len = usize::from(u16::from_le_bytes([len[0], len[1]]));
        if len64(end + len) > room {
            break;
        }
        end += len;
    }
    if end == 0 && !rest.is_empty() {
        return fail(libc::EINVAL);
    }
    let given = rest[..end].to_vec();
    if kernel.files.names.keys().any(|name| name.starts_with(b"/")) {
        kernel.leave_in_doubt(
            "a folder was listed on a path that made or removed files: the list is as without that",
        );
    }
    access::write(call.memory, address, &given)?;
    kernel.files.opened_mut(id).seek(start + len64(end));
    Ok(Some(len64(end)))
}

/// What a terminal says about itself, as KLEE has it: flags, then control characters.
const TERMINAL: [u32; 4] = [27906, 5, 1215, 35287];
const CHARACTERS: &[u8; 20] = b"\0\x03\x1c\x7f\x15\x04\0\x01\0\x11\x13\x1a\xff\x12\x0f\x17\x16\xff\0\0";
/// Rows and columns, and no pixels.
const WINDOW: [u16; 4] = [24, 80, 0, 0];

pub(super) fn ioctl(kernel: &mut Kernel, call: &mut Syscall<'_>, id: OpenId) -> Own {
    let [_, request, address, ..] = call.args;
    let file = kernel.files.opened(id);
    let What::Node(node) = file.what else { return Ok(None) };
    let (len, position) = (kernel.settle_len(call, node)?, kernel.settle_position(call, id)?);
    let (left, node) = (len.saturating_sub(position), kernel.files.node(node));
    let answer: Vec<u8> = match u64::from(low32(request)) {
        libc::FIONREAD => low32(left.min(i32::MAX.cast_unsigned().into())).to_le_bytes().to_vec(),
        libc::TCGETS => {
            TERMINAL.iter().flat_map(|word| word.to_le_bytes()).chain(CHARACTERS.iter().copied()).collect()
        }
        libc::TIOCGWINSZ => WINDOW.iter().flat_map(|number| number.to_le_bytes()).collect(),
        libc::TCSETS | libc::TCSETSW | libc::TCSETSF => Vec::new(),
        _ => return Ok(None),
    };
    if u64::from(low32(request)) != libc::FIONREAD {
        let mode = node.stat.number(call.exprs, STAT_MODE);
        let (mask, device) =
            (call.exprs.constant(32, libc::S_IFMT.into()), call.exprs.constant(32, libc::S_IFCHR.into()));
        let kind = call.exprs.and(mode, mask);
        let is_terminal = call.exprs.eq(kind, device);
        if !call.decide(is_terminal)? {
            return fail(libc::ENOTTY);
        }
    }
    access::write(call.memory, address, &answer)?;
    Ok(Some(0))
}

pub(super) fn fcntl(kernel: &mut Kernel, call: &mut Syscall<'_>, id: OpenId) -> Own {
    /// Flags that a file keeps, and those of them that can be changed.
    const KEPT: i32 = libc::O_ACCMODE | CHANGEABLE;
    const CHANGEABLE: i32 = libc::O_APPEND | libc::O_NONBLOCK | libc::O_DIRECT | libc::O_NOATIME;
    let [_, command, flags, ..] = call.args;
    let file = kernel.files.opened_mut(id);
    let bits = |mask: i32| u64::from(mask.unsigned_abs());
    match low32(command).cast_signed() {
        libc::F_GETFL => Ok(Some(file.flags & bits(KEPT))),
        libc::F_SETFL => {
            file.flags = file.flags & !bits(CHANGEABLE) | flags & bits(CHANGEABLE);
            Ok(Some(0))
        }
        // There is nobody to compete with.
        libc::F_SETLK | libc::F_SETLKW | libc::F_OFD_SETLK | libc::F_OFD_SETLKW => Ok(Some(0)),
        _ => Ok(None),
    }
}
