//! What paths with symbolic input get in place of the host's answer: calls on descriptors.
//!
//! A descriptor of the host's is taken over when such a path first uses it. After that only reading comes to the
//! host: files by position, folders as one listing, and the rest through what all paths have read of it.

mod calls;
mod terms;

use std::rc::Rc;

use vellum_collections::cast::{index64, len64, low32};
use vellum_memory::Value;

use super::{
    Call, Syscall, names,
    vectors::{Form, MAX_BYTES, Pieces},
};
use crate::{
    access,
    content::Content,
    errno::{Answer, Errno, Stop, fail, unsupported},
    fds::{Behind, HostFd},
    files::{Base, Node, NodeId, OpenFile, OpenId, Plain, STAT_LEN, STAT_MODE, STAT_SIZE, What},
    host::Arg,
    kernel::Kernel,
};

/// What a call comes to; `None` leaves it to the host.
pub(super) type Own = Result<Option<u64>, Stop>;

type Handler = fn(&mut Kernel, &mut Syscall<'_>, OpenId) -> Own;

/// Calls on a descriptor, the first argument.
const CALLS: &[(i64, Handler)] = &[
    (libc::SYS_read, |kernel, call, file| kernel.read_own(call, file, Form::One, Place::Position)),
    (libc::SYS_pread64, |kernel, call, file| kernel.read_own(call, file, Form::One, Place::Argument)),
    (libc::SYS_readv, |kernel, call, file| kernel.read_own(call, file, Form::List, Place::Position)),
    (libc::SYS_preadv, |kernel, call, file| kernel.read_own(call, file, Form::List, Place::Argument)),
    (libc::SYS_write, |kernel, call, file| kernel.write_own(call, file, Form::One, Place::Position)),
    (libc::SYS_pwrite64, |kernel, call, file| kernel.write_own(call, file, Form::One, Place::Argument)),
    (libc::SYS_writev, |kernel, call, file| kernel.write_own(call, file, Form::List, Place::Position)),
    (libc::SYS_pwritev, |kernel, call, file| kernel.write_own(call, file, Form::List, Place::Argument)),
    (libc::SYS_lseek, calls::lseek),
    (libc::SYS_fstat, |kernel, call, file| match kernel.files.opened(file).what {
        What::Node(node) => kernel.give_status(call, node, call.args[1]).map(Some),
        _ => Ok(None),
    }),
    (libc::SYS_ftruncate, calls::ftruncate),
    (libc::SYS_ioctl, calls::ioctl),
    (libc::SYS_fcntl, calls::fcntl),
    (libc::SYS_getdents64, calls::getdents),
    (libc::SYS_getdents, |_, _, _| unsupported("getdents in its old form, on a path with symbolic input")),
    (libc::SYS_fsync, calls::nothing),
    (libc::SYS_fdatasync, calls::nothing),
    (libc::SYS_flock, calls::nothing),
    (libc::SYS_fadvise64, calls::nothing),
    (libc::SYS_readahead, calls::nothing),
];

/// Why a call that other paths would notice is not made.
#[derive(Clone, Copy)]
enum Refusal {
    /// It fails, as it does between files that do not allow it; programs know another way.
    Fail(i32),
    /// The path ends.
    End,
}

/// Calls that change what all paths share.
const REFUSED: &[(i64, Refusal)] = &[
    (libc::SYS_sendfile, Refusal::Fail(libc::EINVAL)),
    (libc::SYS_splice, Refusal::Fail(libc::EINVAL)),
    (libc::SYS_tee, Refusal::Fail(libc::EINVAL)),
    (libc::SYS_copy_file_range, Refusal::Fail(libc::EXDEV)),
    (libc::SYS_fallocate, Refusal::Fail(libc::EOPNOTSUPP)),
    (libc::SYS_pipe, Refusal::End),
    (libc::SYS_pipe2, Refusal::End),
    (libc::SYS_memfd_create, Refusal::End),
    (libc::SYS_eventfd, Refusal::End),
    (libc::SYS_eventfd2, Refusal::End),
    (libc::SYS_epoll_create, Refusal::End),
    (libc::SYS_epoll_create1, Refusal::End),
    (libc::SYS_epoll_ctl, Refusal::End),
    (libc::SYS_truncate, Refusal::End),
    (libc::SYS_fchdir, Refusal::End),
    (libc::SYS_mkdir, Refusal::End),
    (libc::SYS_mkdirat, Refusal::End),
    (libc::SYS_rmdir, Refusal::End),
    (libc::SYS_rename, Refusal::End),
    (libc::SYS_renameat, Refusal::End),
    (libc::SYS_renameat2, Refusal::End),
    (libc::SYS_link, Refusal::End),
    (libc::SYS_linkat, Refusal::End),
    (libc::SYS_symlink, Refusal::End),
    (libc::SYS_symlinkat, Refusal::End),
    (libc::SYS_mknod, Refusal::End),
    (libc::SYS_mknodat, Refusal::End),
    (libc::SYS_chmod, Refusal::End),
    (libc::SYS_fchmod, Refusal::End),
    (libc::SYS_fchmodat, Refusal::End),
    (libc::SYS_fchmodat2, Refusal::End),
    (libc::SYS_chown, Refusal::End),
    (libc::SYS_fchown, Refusal::End),
    (libc::SYS_lchown, Refusal::End),
    (libc::SYS_fchownat, Refusal::End),
    (libc::SYS_utime, Refusal::End),
    (libc::SYS_utimes, Refusal::End),
    (libc::SYS_futimesat, Refusal::End),
    (libc::SYS_utimensat, Refusal::End),
    (libc::SYS_setxattr, Refusal::End),
    (libc::SYS_lsetxattr, Refusal::End),
    (libc::SYS_fsetxattr, Refusal::End),
    (libc::SYS_removexattr, Refusal::End),
    (libc::SYS_lremovexattr, Refusal::End),
    (libc::SYS_fremovexattr, Refusal::End),
];

/// Bytes a file of a path's own may have.
pub(super) const MAX_LEN: u64 = 1 << 30;

/// Where in a file a call reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the file's position, which moves.
    Position,
    /// Where an argument says.
    Argument,
}

/// The argument that says where in a file a call reads or writes.
const PLACE: usize = 3;

impl Kernel {
    /// Our own answer to a call; `None` leaves it to the rows.
    pub(super) fn answer(&mut self, call: &mut Syscall<'_>, row: &Call) -> Own {
        if call.inputs.is_empty() {
            return Ok(None);
        }
        if let Some((_, refusal)) = REFUSED.iter().find(|(number, _)| *number == row.number) {
            return match refusal {
                Refusal::Fail(errno) => fail(*errno),
                Refusal::End => unsupported(format!(
                    "{} on a path with symbolic input: the others would notice it",
                    row.name
                )),
            };
        }
        if let Some((_, handler)) = names::CALLS.iter().find(|(number, _)| *number == row.number) {
            return handler(self, call);
        }
        let Some((_, handler)) = CALLS.iter().find(|(number, _)| *number == row.number) else {
            return Ok(None);
        };
        match self.take_over(call.args[0])? {
            Some(file) => handler(self, call, file),
            None => Ok(None),
        }
    }

    /// The host's number of the program's descriptor `fd` (an `int`).
    pub(crate) fn host_fd(&self, fd: u64) -> Result<u64, Stop> {
        let file = match self.fds.behind(fd)? {
            Behind::Host(host) => return Ok(host.number()),
            Behind::Own(file) => self.files.opened(*file),
        };
        let untouched = match file.what {
            What::Node(node) => matches!(self.files.node(node).base, Base::Host(..)),
            What::Output | What::Stream | What::Folder(_) => true,
        };
        match &file.host {
            Some(host) if untouched => Ok(host.number()),
            _ => unsupported("this use of a symbolic file, or of a file that only this path has written to"),
        }
    }

    /// The host's number of a descriptor that may make the program wait.
    pub(super) fn waits_for(&self, fd: u64) -> Result<Option<u64>, Errno> {
        Ok(match self.fds.behind(fd)? {
            Behind::Host(host) => Some(host.number()),
            Behind::Own(file) => match self.files.opened(*file) {
                OpenFile { what: What::Node(_), .. } => None,
                // What another path has read is there.
                OpenFile {
                    what: What::Stream,
                    position: Value::Concrete(position),
                    host: Some(host),
                    ..
                } if index64(*position) < host.seen.borrow().len() => None,
                file => file.host.as_ref().map(|host| host.number()),
            },
        })
    }

    /// The file of the path's own behind a descriptor, which may have been the host's until now. `None` for one
    /// that only names a file.
    pub(super) fn take_over(&mut self, fd: u64) -> Result<Option<OpenId>, Stop> {
        let host = match self.fds.behind(fd)? {
            Behind::Own(file) => return Ok(Some(*file)),
            Behind::Host(host) => Rc::clone(host),
        };
        let command = u64::from(libc::F_GETFL.unsigned_abs());
        let flags = self.host(libc::SYS_fcntl, &mut [Arg::Word(host.number()), Arg::Word(command)])?;
        if flags & u64::from(libc::O_PATH.unsigned_abs()) != 0 {
            return Ok(None);
        }
        let file = self.own_view(&host, flags)?;
        let file = self.open_own(file);
        self.fds.replace(&host, file);
        Ok(Some(file))
    }

    /// Opens a file of the path's own, and forgets those that were closed.
    pub(crate) fn open_own(&mut self, file: OpenFile) -> OpenId {
        let fds = &self.fds;
        self.files.keep(|file| fds.uses(file));
        self.files.open(file)
    }

    /// A file of the host, as this path sees it.
    pub(super) fn own_view(&mut self, host: &Rc<HostFd>, flags: u64) -> Result<OpenFile, Stop> {
        let number = host.number();
        let stat = self.host_status(number)?;
        let kind = if host.is_output() { 0 } else { access::field32(&stat, 24) & libc::S_IFMT };
        let mut position = 0;
        let what = match kind {
            0 => What::Output,
            libc::S_IFREG => {
                let (zero, current) = (Arg::Word(0), Arg::Word(u64::from(libc::SEEK_CUR.unsigned_abs())));
                position = self.host(libc::SYS_lseek, &mut [Arg::Word(number), zero, current])?;
                What::Node(self.node_of(host, stat))
            }
            libc::S_IFDIR => {
                let (listing, at) = self.listing(number)?;
                position = at;
                What::Folder(listing)
            }
            _ => What::Stream,
        };
        Ok(OpenFile::new(what, position, flags, Some(Rc::clone(host))))
    }

    fn host_status(&mut self, number: u64) -> Result<Vec<u8>, Stop> {
        let mut args = [Arg::Word(number), Arg::Bytes(vec![0; index64(STAT_LEN)])];
        self.host(libc::SYS_fstat, &mut args)?;
        Ok(args[1].bytes().to_vec())
    }

    /// The file that `stat` of the host describes.
    fn node_of(&mut self, host: &Rc<HostFd>, stat: Vec<u8>) -> NodeId {
        let key = (access::field64(&stat, 0), access::field64(&stat, 8));
        if let Some(&node) = self.files.of_host.get(&key) {
            return node;
        }
        let len = access::field64(&stat, index64(STAT_SIZE));
        let base = Base::Host(Rc::clone(host), len);
        let node = self.files.add(Node::new(base, Content::concrete(stat)));
        self.files.of_host.insert(key, node);
        node
    }

    /// A file that only this path has.
    pub(super) fn new_node(&mut self, mode: u64) -> NodeId {
        /// Numbers of such files start here.
        const FIRST: u64 = 1 << 20;
        let mask = self.files.mask.unwrap_or(0o022);
        let number = FIRST + len64(self.files.names.len());
        let mode = libc::S_IFREG | low32(mode & !mask & 0o777);
        let stat = Plain { number, mode, size: 0 };
        let base = Base::Memory(Content::default());
        self.files.add(Node::new(base, Content::concrete(stat.bytes())))
    }

    /// Gives the program the status of a file.
    pub(super) fn give_status(&mut self, call: &mut Syscall<'_>, node: NodeId, address: u64) -> Answer {
        let status = self.files.node(node).status(call.exprs);
        access::write_values(call.memory, call.exprs, address, &status)?;
        Ok(0)
    }

    /// Makes the length of a file a number.
    pub(super) fn settle_len(&mut self, call: &mut Syscall<'_>, node: NodeId) -> Answer {
        if let Some(len) = self.files.node(node).sized {
            let len = call.number_of(len)?;
            self.truncate(node, len)?;
        }
        Ok(self.files.node(node).stored())
    }

    /// Makes the position in an open file a number.
    pub(super) fn settle_position(&mut self, call: &mut Syscall<'_>, id: OpenId) -> Answer {
        let position = match self.files.opened(id).position {
            Value::Concrete(position) => position,
            Value::Symbolic(position) => call.number_of(position)?,
        };
        self.files.opened_mut(id).seek(position);
        Ok(position)
    }

    /// Makes a file that long: bytes behind that are gone, and new ones are zero.
    pub(super) fn truncate(&mut self, node: NodeId, len: u64) -> Result<(), Stop> {
        self.content_mut(node)?.resize(len);
        self.files.node_mut(node).sized = None;
        Ok(())
    }

    /// Makes a file's bytes ones that can be changed.
    pub(super) fn content_mut(&mut self, node: NodeId) -> Result<&mut Content, Stop> {
        if let Base::Host(_, len) = &self.files.node(node).base {
            let len = *len;
            if len > MAX_LEN {
                return unsupported("writing to a file of more than 1 GiB on a path with symbolic input");
            }
            let content = self.node_bytes(node, 0, len)?;
            self.files.node_mut(node).base = Base::Memory(content);
        }
        match &mut self.files.node_mut(node).base {
            Base::Memory(content) => Ok(content),
            Base::Host(..) => unreachable!("it was just read into memory"),
        }
    }

    /// Up to `len` bytes of a file.
    fn node_bytes(&mut self, node: NodeId, at: u64, len: u64) -> Result<Content, Stop> {
        let host = match &self.files.node(node).base {
            Base::Memory(content) => return Ok(content.slice(at..at.saturating_add(len))),
            Base::Host(host, _) => Rc::clone(host),
        };
        let mut bytes: Vec<u8> = Vec::new();
        while len64(bytes.len()) < len {
            let read = len64(bytes.len());
            let wanted = (len - read).min(1 << 20);
            let room = Arg::Bytes(vec![0; index64(wanted)]);
            let mut args = [Arg::Word(host.number()), room, Arg::Word(wanted), Arg::Word(at + read)];
            match self.host(libc::SYS_pread64, &mut args)? {
                0 => break,
                count => bytes.extend_from_slice(&args[1].bytes()[..index64(count)]),
            }
        }
        Ok(Content::concrete(bytes))
    }

    /// Up to `len` bytes of the host's input that has no positions, from what some path has read of it or anew.
    fn stream_bytes(&mut self, host: &Rc<HostFd>, at: u64, len: u64) -> Result<Content, Stop> {
        let known = len64(host.seen.borrow().len());
        if at >= known {
            let room = Arg::Bytes(vec![0; index64(len)]);
            let mut args = [Arg::Word(host.number()), room, Arg::Word(len)];
            let count = self.host(libc::SYS_read, &mut args)?;
            host.seen.borrow_mut().extend_from_slice(&args[1].bytes()[..index64(count)]);
        }
        let seen = host.seen.borrow();
        let rest = &seen[index64(at)..];
        Ok(Content::concrete(rest[..rest.len().min(index64(len))].to_vec()))
    }

    fn read_own(&mut self, call: &mut Syscall<'_>, id: OpenId, to: Form, place: Place) -> Own {
        let file = self.files.opened(id).clone();
        if access_mode(file.flags) == libc::O_WRONLY {
            return fail(libc::EBADF);
        }
        let to = Pieces::of(call, to)?;
        if let What::Node(node) = file.what {
            if self.has_terms(call, (id, node), &to)
                && let Some(count) = self.read_terms(call, (id, node), &to, place)?
            {
                return Ok(Some(count));
            }
            self.settle_len(call, node)?;
        }
        let to = to.numbers(call)?;
        for &(address, len) in &to {
            access::check_write(call.memory, address, len)?;
        }
        let total = to.iter().map(|(_, len)| len).sum::<u64>().min(MAX_BYTES);
        let at = self.place(call, id, place)?;
        let content = match (&file.what, &file.host) {
            (What::Node(node), _) => self.node_bytes(*node, at, total)?,
            (What::Folder(_), _) => return fail(libc::EISDIR),
            (What::Stream, Some(_)) if place == Place::Argument => return fail(libc::ESPIPE),
            (What::Stream, Some(host)) => self.stream_bytes(host, at, total)?,
            (What::Stream | What::Output, _) => return fail(libc::EBADF),
        };
        let mut done = 0;
        for &(address, len) in &to {
            let part = content.slice(done..done + len);
            access::write_values(call.memory, call.exprs, address, &part)?;
            done += part.len();
        }
        if place == Place::Position && done > 0 {
            self.files.opened_mut(id).seek(at + done);
        }
        Ok(Some(done))
    }

    fn write_own(&mut self, call: &mut Syscall<'_>, id: OpenId, from: Form, place: Place) -> Own {
        let file = self.files.opened(id).clone();
        if access_mode(file.flags) == libc::O_RDONLY {
            return fail(libc::EBADF);
        }
        let from = Pieces::of(call, from)?;
        let has_terms = match file.what {
            What::Node(node) => self.has_terms(call, (id, node), &from),
            What::Output => matches!(from, Pieces::Terms(_)),
            What::Stream | What::Folder(_) => false,
        };
        if has_terms && let Some(count) = self.write_terms(call, id, &from, place)? {
            return Ok(Some(count));
        }
        let from = from.numbers(call)?;
        let mut content = Content::default();
        for &(address, len) in &from {
            content.append(&access::read_values(call.memory, call.exprs, address, len)?);
        }
        let node = match (&file.what, &file.host) {
            (What::Node(node), _) => *node,
            (What::Folder(_), _) | (_, None) => return fail(libc::EBADF),
            (What::Output | What::Stream, Some(host)) => {
                return self.show(call, host, &file.what, &content).map(Some);
            }
        };
        let len = self.settle_len(call, node)?;
        let at = if file.appends() { len } else { self.place(call, id, place)? };
        if at.saturating_add(content.len()) > MAX_LEN {
            return fail(libc::EFBIG);
        }
        if content.len() > 0 {
            self.content_mut(node)?.write(at, &content);
        }
        if place == Place::Position {
            self.files.opened_mut(id).seek(at + content.len());
        }
        Ok(Some(content.len()))
    }

    /// Where a call reads or writes, as a number, which the path decides.
    fn place(&mut self, call: &mut Syscall<'_>, id: OpenId, place: Place) -> Answer {
        let at = match (place, call.terms[PLACE]) {
            (Place::Position, _) => return self.settle_position(call, id),
            (Place::Argument, Some(term)) => call.number_of(term)?,
            (Place::Argument, None) => call.args[PLACE],
        };
        if at.cast_signed() < 0 { fail(libc::EINVAL) } else { Ok(at) }
    }

    /// Writes to the host's output, if someone wants to see it.
    fn show(&mut self, call: &Syscall<'_>, host: &Rc<HostFd>, what: &What, content: &Content) -> Answer {
        if matches!(what, What::Stream) {
            let mode = access::field32(&self.host_status(host.number())?, index64(STAT_MODE.start));
            if mode & libc::S_IFMT != libc::S_IFCHR {
                return unsupported("writing to a pipe or socket on a path with symbolic input");
            }
        }
        if self.config.show_output && content.len() > 0 {
            let bytes = content.evaluate(call.exprs, call.model);
            let mut args = [Arg::Word(host.number()), Arg::Bytes(bytes), Arg::Word(content.len())];
            self.host(libc::SYS_write, &mut args)?;
        }
        Ok(content.len())
    }

    /// All entries of a folder of the host as `getdents64` has them, each with the place of the next one in the
    /// list, and where in that list the host's descriptor is.
    pub(super) fn listing(&mut self, number: u64) -> Result<(Rc<[u8]>, u64), Stop> {
        /// Where an entry has the place of the next one, and its own length.
        const NEXT: usize = 8;
        const LEN: usize = 16;
        let current = Arg::Word(u64::from(libc::SEEK_CUR.unsigned_abs()));
        let cookie = self.host(libc::SYS_lseek, &mut [Arg::Word(number), Arg::Word(0), current])?;
        let flags = u64::from((libc::O_DIRECTORY | libc::O_CLOEXEC).unsigned_abs());
        let mut open = [Arg::Word(number), Arg::Bytes(b".\0".to_vec()), Arg::Word(flags)];
        let again = HostFd::adopt(self.host(libc::SYS_openat, &mut open)?);
        let (mut entries, mut position) = (Vec::new(), 0);
        loop {
            let room = 1 << 15;
            let mut args = [Arg::Word(again.number()), Arg::Bytes(vec![0; room]), Arg::Word(len64(room))];
            let count = self.host(libc::SYS_getdents64, &mut args)?;
            if count == 0 {
                return Ok((entries.into(), position));
            }
            let mut rest = &args[1].bytes()[..index64(count)];
            while let Some(len) = rest.get(LEN..LEN + 2) {
                let (entry, later) = rest.split_at(u16::from_le_bytes([len[0], len[1]]).into());
                let end = len64(entries.len() + entry.len());
                if cookie != 0 && access::field64(entry, NEXT) == cookie {
                    position = end;
                }
                entries.extend_from_slice(&entry[..NEXT]);
                entries.extend_from_slice(&end.to_le_bytes());
                entries.extend_from_slice(&entry[LEN..]);
                rest = later;
            }
        }
    }
}

fn access_mode(flags: u64) -> i32 {
    low32(flags).cast_signed() & libc::O_ACCMODE
}
