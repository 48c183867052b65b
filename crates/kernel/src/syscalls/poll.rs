//! Waiting for descriptors: `poll`, `select` and their variants, all through the host's `ppoll`.

use vellum_collections::cast::{index, index64, len64, low32};

use super::{Action::Own, Call, Syscall, calls, time::SECOND, time::duration};
use crate::{
    access::{self, field32, fields},
    errno::{Answer, Errno, Stop, fail, unsupported},
    host::Arg,
    kernel::Kernel,
};

pub(super) const CALLS: &[Call] = calls![
    SYS_poll => Own(poll),
    SYS_ppoll => Own(ppoll),
    SYS_select => Own(select),
    SYS_pselect6 => Own(pselect),
];

/// Bytes of `struct pollfd`.
const ENTRY_LEN: u64 = 8;

/// How many nanoseconds to wait; `None` is for ever.
type Timeout = Option<u64>;

/// A descriptor to wait for.
struct Entry {
    /// The host's number; `None` when the program passes over this entry.
    host: Option<u64>,
    events: u16,
    /// What there is.
    found: u16,
}

/// The flags of `poll` are 16 bits wide.
fn bits(flags: i16) -> u16 {
    flags.cast_unsigned()
}

/// Waits for `entries`; the result is the number of those that have something.
fn wait(kernel: &mut Kernel, entries: &mut [Entry], timeout: Timeout) -> Result<u64, Stop> {
    let idle = entries.iter().all(|entry| entry.host.is_none());
    match timeout {
        None if idle => unsupported("the program waits for nothing: it would never go on"),
        Some(time) if idle && !kernel.config.host_time => {
            kernel.clock.sleep(time);
            Ok(0)
        }
        _ => {
            let count = host_wait(kernel, entries, timeout)?;
            if count == 0 {
                kernel.clock.sleep(timeout.unwrap_or(0));
            }
            Ok(count)
        }
    }
}

fn host_wait(kernel: &mut Kernel, entries: &mut [Entry], timeout: Timeout) -> Result<u64, Stop> {
    let mut bytes = Vec::new();
    for entry in &*entries {
        // The host passes over negative numbers.
        bytes.extend(low32(entry.host.unwrap_or(u64::MAX)).to_le_bytes());
        bytes.extend(u32::from(entry.events).to_le_bytes());
    }
    let time = match timeout {
        None => Arg::Word(0),
        Some(time) => Arg::Bytes(fields(&[time / SECOND, time % SECOND])),
    };
    let mut args = [Arg::Bytes(bytes), Arg::Word(len64(entries.len())), time, Arg::Word(0), Arg::Word(8)];
    let count = kernel.host(libc::SYS_ppoll, &mut args)?;
    for (entry, bytes) in entries.iter_mut().zip(args[0].bytes().chunks(8)) {
        if entry.host.is_some() {
            entry.found = u16::from_le_bytes([bytes[6], bytes[7]]);
        }
    }
    Ok(count)
}

fn poll(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let milliseconds = u64::try_from(low32(call.args[2]).cast_signed()).ok();
    let timeout = milliseconds.map(|time| time * 1_000_000);
    poll_for(kernel, call, timeout)
}

fn ppoll(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let timeout = timeout_at(call, call.args[2], 1)?;
    poll_for(kernel, call, timeout)
}

/// The timeout in the structure at `address`, whose fraction counts in `unit` nanoseconds; null is never.
fn timeout_at(call: &mut Syscall<'_>, address: u64, unit: u64) -> Result<Timeout, Stop> {
    if address == 0 { Ok(None) } else { duration(call, address, unit).map(Some) }
}

fn poll_for(kernel: &mut Kernel, call: &mut Syscall<'_>, timeout: Timeout) -> Answer {
    let [array, count, ..] = call.args;
    let count = u64::from(low32(count));
    if count > kernel.fds.limit {
        return fail(libc::EINVAL);
    }
    access::check_write(call.memory, array, count * ENTRY_LEN)?;
    // What was found is the kernel's to say.
    let fields: Vec<(u64, u64)> = (0..count).map(|i| (i * ENTRY_LEN, 6)).collect();
    let bytes = access::read_fields(call.memory, array, count * ENTRY_LEN, &fields)?;
    let mut entries: Vec<Entry> = bytes.chunks(8).map(|entry| poll_entry(kernel, entry)).collect();
    let bad = len64(entries.iter().filter(|entry| entry.found != 0).count());
    // A bad descriptor is an answer, and so is a file of bytes, so that nobody waits; the others are looked at all the same.
    let good = if bad == 0 {
        wait(kernel, &mut entries, timeout)
    } else {
        host_wait(kernel, &mut entries, Some(0))
    }?;
    for (i, entry) in (0..).zip(&entries) {
        access::write(call.memory, array + i * ENTRY_LEN + 6, &entry.found.to_le_bytes())?;
    }
    Ok(bad + good)
}

fn poll_entry(kernel: &Kernel, bytes: &[u8]) -> Entry {
    let fd = field32(bytes, 0);
    let events = u16::from_le_bytes([bytes[4], bytes[5]]);
    if fd.cast_signed() < 0 {
        return Entry { host: None, events, found: 0 };
    }
    entry(kernel, fd, events).unwrap_or(Entry { host: None, events, found: bits(libc::POLLNVAL) })
}

/// What to wait for with an open descriptor. A file of bytes never makes anyone wait.
fn entry(kernel: &Kernel, fd: u32, events: u16) -> Result<Entry, Errno> {
    Ok(match kernel.waits_for(fd.into())? {
        Some(host) => Entry { host: Some(host), events, found: 0 },
        None => Entry { host: None, events, found: events & bits(libc::POLLIN | libc::POLLOUT) },
    })
}

fn select(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let timeout = timeout_at(call, call.args[4], 1000)?;
    select_for(kernel, call, timeout)
}

fn pselect(kernel: &mut Kernel, call: &mut Syscall<'_>) -> Answer {
    let timeout = timeout_at(call, call.args[4], 1)?;
    select_for(kernel, call, timeout)
}

/// For each of the three sets of `select`: what to ask for, and what counts as an answer.
const SETS: [(i16, i16); 3] = [
    (libc::POLLIN, libc::POLLIN | libc::POLLHUP | libc::POLLERR),
    (libc::POLLOUT, libc::POLLOUT | libc::POLLERR),
    (libc::POLLPRI, libc::POLLPRI),
];

fn select_for(kernel: &mut Kernel, call: &mut Syscall<'_>, timeout: Timeout) -> Answer {
    let count = low32(call.args[0]);
    if count.cast_signed() < 0 {
        return fail(libc::EINVAL);
    }
    let count = count.min(low32(kernel.fds.limit));
    let len = u64::from(count).div_ceil(64) * 8;
    let addresses = [call.args[1], call.args[2], call.args[3]];
    let mut sets = Vec::new();
    for address in addresses {
        sets.push(read_set(call, address, len)?);
    }
    let (fds, mut entries) = select_entries(kernel, count, &sets)?;
    if entries.iter().any(|entry| entry.found != 0) {
        host_wait(kernel, &mut entries, Some(0))?;
    } else {
        wait(kernel, &mut entries, timeout)?;
    }
    let mut total = 0;
    for (address, (ask, answer)) in addresses.into_iter().zip(SETS) {
        let mut result = vec![0; index64(len)];
        for (&fd, entry) in fds.iter().zip(&entries) {
            if entry.events & bits(ask) != 0 && entry.found & bits(answer) != 0 {
                result[index(fd / 8)] |= 1 << (fd % 8);
                total += 1;
            }
        }
        access::write_if_any(call.memory, address, &result)?;
    }
    Ok(total)
}

/// The descriptors below `count` that are in any set, and what to wait for with each.
fn select_entries(kernel: &Kernel, count: u32, sets: &[Vec<u8>]) -> Result<(Vec<u32>, Vec<Entry>), Stop> {
    let (mut fds, mut entries) = (Vec::new(), Vec::new());
    for fd in 0..count {
        let contains = |set: &[u8]| set[index(fd / 8)] & (1 << (fd % 8)) != 0;
        let asked = sets.iter().zip(SETS).filter(|(set, _)| contains(set));
        let events = asked.fold(0, |events, (_, (ask, _))| events | bits(ask));
        if events != 0 {
            fds.push(fd);
            entries.push(entry(kernel, fd, events)?);
        }
    }
    Ok((fds, entries))
}

/// The set at `address`; empty for null.
fn read_set(call: &mut Syscall<'_>, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
    if address == 0 {
        return Ok(vec![0; index64(len)]);
    }
    access::check_write(call.memory, address, len)?;
    Ok(access::read(call.memory, address, len)?.to_vec())
}
