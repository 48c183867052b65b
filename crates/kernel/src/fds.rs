//! The program's file descriptors and the host's behind them.
//!
//! The program's numbers are its own: the lowest free one is taken, as on Linux. The host's stay out of the
//! way of everybody else's. Copies made by `dup` share one of the host's, as they share the open file.

use std::{cell::RefCell, rc::Rc};

use vellum_collections::cast::{index64, len64, low32};

use crate::{errno::Errno, files::OpenId, host};

/// The host's numbers start here.
const FIRST_HOST_NUMBER: u64 = 100;

/// An open file of the host.
#[derive(Debug)]
pub(crate) struct HostFd {
    number: u64,
    ownership: Ownership,
    /// What paths with symbolic input have read of it, where it has no positions: each gets it from here.
    pub(crate) seen: RefCell<Vec<u8>>,
}

#[derive(Debug, PartialEq, Eq)]
enum Ownership {
    /// Closed when the program is done with it.
    Ours,
    /// One of the process's standard files, which others use too.
    Shared,
}

impl HostFd {
    /// Takes over a number that the host has just given out, and moves it up.
    pub(crate) fn adopt(number: u64) -> Self {
        let low = Self { number, ownership: Ownership::Ours, seen: RefCell::default() };
        let args = [number, u64::from(libc::F_DUPFD_CLOEXEC.unsigned_abs()), FIRST_HOST_NUMBER];
        match host::plain(libc::SYS_fcntl, &args) {
            Ok(number) => Self { number, ownership: Ownership::Ours, seen: RefCell::default() },
            Err(_) => low,
        }
    }

    fn shared(number: u64) -> Self {
        Self { number, ownership: Ownership::Shared, seen: RefCell::default() }
    }

    /// Whether it is the process's standard output or error.
    pub(crate) fn is_output(&self) -> bool {
        self.ownership == Ownership::Shared && self.number > 0
    }

    /// The host's number.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for HostFd {
    fn drop(&mut self) {
        if self.ownership == Ownership::Ours {
            // The program was told what its writes came to; an error now has nobody to go to.
            let _ = host::plain(libc::SYS_close, &[self.number]);
        }
    }
}

/// What happens to a descriptor when the program executes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnExec {
    /// It stays open.
    Keep,
    /// It is closed.
    Close,
}

impl OnExec {
    /// `Close` when `flags` has `bit`.
    pub(crate) fn from_flags(flags: u64, bit: i32) -> Self {
        if flags & u64::from(bit.unsigned_abs()) == 0 { Self::Keep } else { Self::Close }
    }
}

/// What a descriptor leads to.
#[derive(Clone, Debug)]
pub(crate) enum Behind {
    /// A file of the host.
    Host(Rc<HostFd>),
    /// A file of the path's own.
    Own(OpenId),
}

#[derive(Clone, Debug)]
struct Open {
    behind: Behind,
    on_exec: OnExec,
}

/// The program's descriptors.
#[derive(Clone, Debug)]
pub(crate) struct Fds {
    slots: Vec<Option<Open>>,
    /// Numbers from here on are refused.
    pub(crate) limit: u64,
}

const BAD: Errno = Errno(libc::EBADF);

impl Fds {
    /// Standard input, output and error, limited to numbers below `limit`.
    pub(crate) fn standard(limit: u64) -> Self {
        let open = |number| {
            Some(Open { behind: Behind::Host(Rc::new(HostFd::shared(number))), on_exec: OnExec::Keep })
        };
        Self { slots: (0..3).map(open).collect(), limit }
    }

    /// What the program's descriptor `fd` (an `int`) leads to.
    pub(crate) fn behind(&self, fd: u64) -> Result<&Behind, Errno> {
        Ok(&self.get(fd)?.behind)
    }

    /// Whether `fd` is open.
    pub(crate) fn check(&self, fd: u64) -> Result<(), Errno> {
        self.get(fd).map(|_| ())
    }

    /// Makes `fd` lead to a file of the path's own.
    pub(crate) fn set_own(&mut self, fd: u64, file: OpenId, on_exec: OnExec) {
        self.set(fd, Open { behind: Behind::Own(file), on_exec });
    }

    /// Makes every descriptor that leads to `host` lead to a file of the path's own.
    pub(crate) fn replace(&mut self, host: &Rc<HostFd>, file: OpenId) {
        for open in self.slots.iter_mut().flatten() {
            if matches!(&open.behind, Behind::Host(other) if Rc::ptr_eq(host, other)) {
                open.behind = Behind::Own(file);
            }
        }
    }

    /// Whether a descriptor leads to this file of the path's own.
    pub(crate) fn uses(&self, file: OpenId) -> bool {
        self.slots.iter().flatten().any(|open| matches!(open.behind, Behind::Own(other) if other == file))
    }

    /// The lowest free number from `least` on.
    pub(crate) fn vacant(&self, least: u64) -> Result<u64, Errno> {
        let free = |fd: &u64| self.slots.get(index64(*fd)).is_none_or(Option::is_none);
        (least..self.limit).find(free).ok_or(Errno(libc::EMFILE))
    }

    /// Gives `host` the lowest free number.
    pub(crate) fn insert(&mut self, host: HostFd, on_exec: OnExec) -> Result<u64, Errno> {
        let fd = self.vacant(0)?;
        self.set(fd, Open { behind: Behind::Host(Rc::new(host)), on_exec });
        Ok(fd)
    }

    /// Gives a file of the path's own the lowest free number.
    pub(crate) fn insert_own(&mut self, file: OpenId, on_exec: OnExec) -> Result<u64, Errno> {
        let fd = self.vacant(0)?;
        self.set_own(fd, file, on_exec);
        Ok(fd)
    }

    /// Copies `fd` to the lowest free number from `least` on.
    pub(crate) fn duplicate(&mut self, fd: u64, least: u64, on_exec: OnExec) -> Result<u64, Errno> {
        let behind = self.get(fd)?.behind.clone();
        if least >= self.limit {
            return Err(Errno(libc::EINVAL));
        }
        let copy = self.vacant(least)?;
        self.set(copy, Open { behind, on_exec });
        Ok(copy)
    }

    /// Copies `fd` to `copy`, closing what was there.
    pub(crate) fn duplicate_to(&mut self, fd: u64, copy: u64, on_exec: OnExec) -> Result<u64, Errno> {
        let behind = self.get(fd)?.behind.clone();
        let copy = u64::from(low32(copy));
        if copy >= self.limit {
            return Err(BAD);
        }
        self.set(copy, Open { behind, on_exec });
        Ok(copy)
    }

    /// Closes `fd`.
    pub(crate) fn close(&mut self, fd: u64) -> Result<(), Errno> {
        let slot = self.slots.get_mut(index64(u64::from(low32(fd)))).ok_or(BAD)?;
        slot.take().map(drop).ok_or(BAD)
    }

    /// The open numbers from `first` to `last`.
    pub(crate) fn open_between(&self, first: u64, last: u64) -> Vec<u64> {
        let open = |(fd, slot): (usize, &Option<Open>)| slot.is_some().then_some(len64(fd));
        self.slots.iter().enumerate().filter_map(open).filter(|fd| (first..=last).contains(fd)).collect()
    }

    /// What happens to `fd` when the program executes another.
    pub(crate) fn on_exec(&self, fd: u64) -> Result<OnExec, Errno> {
        Ok(self.get(fd)?.on_exec)
    }

    /// Sets what happens to `fd` when the program executes another.
    pub(crate) fn set_on_exec(&mut self, fd: u64, on_exec: OnExec) -> Result<(), Errno> {
        let slot = self.slots.get_mut(index64(u64::from(low32(fd)))).and_then(Option::as_mut);
        slot.ok_or(BAD)?.on_exec = on_exec;
        Ok(())
    }

    fn get(&self, fd: u64) -> Result<&Open, Errno> {
        self.slots.get(index64(u64::from(low32(fd)))).and_then(Option::as_ref).ok_or(BAD)
    }

    fn set(&mut self, fd: u64, open: Open) {
        let position = index64(fd);
        if self.slots.len() <= position {
            self.slots.resize(position + 1, None);
        }
        self.slots[position] = Some(open);
    }
}
