//! What a symbolic name may name: files that exist, and the ways to spell them.
//!
//! A name of `n` symbolic bytes may be that of any file whose name is no longer. Those files are followed, each as a case:
//! the spellings of one file (`/`, `//`, `/.`) are one. There may be many, so both files and spellings are bounded; where that,
//! or what cannot be listed, leaves some out, [`Existing::all`] says so.

use std::rc::Rc;

use vellum_collections::Map;
use vellum_expr::Expr;

use super::{Stop, Syscall, bits, c_string};
use crate::{errno::Errno, fds::HostFd, host::Arg, kernel::Kernel};

/// Files that are followed, those with the shortest names first.
const FILES: usize = 8;

/// Spellings that are told apart from names of nothing, the shortest first.
const SPELLINGS: usize = 256;

/// Beginnings of names, such as `/` and `./`, behind which names are looked for.
const BEGINNINGS: usize = 64;

/// The longest name of one file in a folder.
const NAME_MAX: usize = 255;

/// Folders in which there is something else in every run.
const MOVING: [&[u8]; 3] = [b"/dev", b"/proc", b"/sys"];

/// What a symbolic name may name.
pub(super) struct Existing {
    pub(super) cases: Vec<Case>,
    /// Whether there is nothing else that it may name.
    pub(super) all: bool,
}

/// Names that come to the same.
pub(super) struct Case {
    pub(super) comes_to: ComesTo,
    /// Them, the shortest first; where they come to nothing because of a file that is no folder, how they begin.
    pub(super) spellings: Vec<Vec<u8>>,
}

/// What a name comes to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ComesTo {
    /// To the file that has this name from the root.
    File(Vec<u8>),
    /// To an error: there is something behind the name of a file that is no folder.
    NoFolder,
}

/// What is in a folder of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Entry {
    Folder,
    File,
    /// A link, to whatever, or what the host does not tell.
    Other,
}

/// The entries of a folder by name; `None` where they cannot be listed.
pub(crate) type Entries = Option<Rc<[(Vec<u8>, Entry)]>>;

/// A spelling that leads to a folder and may go on: it is empty or ends with a slash.
struct Beginning {
    text: Vec<u8>,
    folder: Vec<u8>,
}

/// A search for names that fit.
struct Search<'a> {
    /// The bytes of the name as far as they are numbers.
    pattern: &'a [Option<u8>],
    /// Names, and what they come to.
    found: Vec<(Vec<u8>, ComesTo)>,
    /// Whether there is nothing else to find.
    all: bool,
}

impl Search<'_> {
    /// Whether the name may begin like this.
    fn fits(&self, text: &[u8]) -> bool {
        text.len() <= self.pattern.len()
            && text.iter().zip(self.pattern).all(|(byte, known)| known.is_none_or(|known| known == *byte))
    }

    /// Takes in what a spelling comes to, if it may be the whole name.
    fn add(&mut self, spelled: Vec<u8>, comes_to: ComesTo) {
        let goes_on = self.pattern.get(spelled.len()).is_some_and(|next| next.is_some_and(|byte| byte != 0));
        if self.fits(&spelled) && !goes_on {
            self.found.push((spelled, comes_to));
        }
    }

    /// Looks for all names, from a folder.
    fn run(&mut self, kernel: &mut Kernel, base: Vec<u8>) -> Result<(), Stop> {
        let here = Beginning { text: Vec::new(), folder: base };
        let root = Beginning { text: b"/".to_vec(), folder: b"/".to_vec() };
        let mut by_length: Vec<Vec<Beginning>> = vec![vec![here], vec![root]];
        let (mut length, mut count) = (0, 0);
        while let Some(beginnings) = by_length.get_mut(length).map(std::mem::take) {
            for from in beginnings.iter().filter(|from| self.fits(&from.text)).collect::<Vec<_>>() {
                count += 1;
                if count > BEGINNINGS {
                    self.all = false;
                    return Ok(());
                }
                for longer in self.extend(kernel, from)? {
                    let room = longer.text.len() + 1;
                    if by_length.len() < room {
                        by_length.resize_with(room, Vec::new);
                    }
                    by_length[room - 1].push(longer);
                }
            }
            length += 1;
        }
        Ok(())
    }

    /// What was found, as cases.
    fn cases(mut self) -> Existing {
        self.found.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
        let mut cases: Map<ComesTo, Vec<Vec<u8>>> = Map::default();
        for (at, (spelled, comes_to)) in self.found.into_iter().enumerate() {
            let has_room = cases.len() < FILES || comes_to == ComesTo::NoFolder;
            if at >= SPELLINGS || !(has_room || cases.contains_key(&comes_to)) {
                self.all = false;
            } else {
                cases.entry(comes_to).or_default().push(spelled);
            }
        }
        let cases = cases.into_iter().map(|(comes_to, spellings)| Case { comes_to, spellings }).collect();
        Existing { cases, all: self.all }
    }

    /// Takes in what a beginning leads to, and gives the longer beginnings.
    fn extend(&mut self, kernel: &mut Kernel, from: &Beginning) -> Result<Vec<Beginning>, Stop> {
        let mut longer = Vec::new();
        let Beginning { text, folder } = from;
        if !text.is_empty() {
            self.add(text.clone(), ComesTo::File(folder.clone()));
            let more = [text.as_slice(), b"/"].concat();
            longer.push(Beginning { text: more, folder: folder.clone() });
        }
        if text.len() == self.pattern.len() {
            return Ok(longer);
        }
        let mut take_folder = |search: &mut Self, name: &[u8]| {
            let spelled = [text.as_slice(), name].concat();
            let (folder, more) = (inside(folder, name), [spelled.as_slice(), b"/"].concat());
            search.add(spelled, ComesTo::File(folder.clone()));
            longer.push(Beginning { text: more, folder });
        };
        take_folder(self, b".");
        take_folder(self, b"..");
        let entries = if MOVING.contains(&folder.as_slice()) { None } else { kernel.entries(folder)? };
        let Some(entries) = entries else {
            self.all = false;
            return Ok(longer);
        };
        for (name, entry) in entries.iter() {
            let spelled = [text.as_slice(), name].concat();
            let file = inside(folder, name);
            if !self.fits(&spelled) || kernel.files.names.contains_key(&file) {
                continue;
            }
            match entry {
                Entry::Folder => take_folder(self, name),
                Entry::File | Entry::Other => self.take_file(spelled, file, *entry),
            }
        }
        self.take_own(kernel, from);
        Ok(longer)
    }

    /// Takes in a file. Of one that is surely no folder it is known what names come to that go on behind it.
    fn take_file(&mut self, spelled: Vec<u8>, file: Vec<u8>, entry: Entry) {
        let more = [spelled.as_slice(), b"/"].concat();
        self.add(spelled, ComesTo::File(file));
        if !self.fits(&more) {
            return;
        }
        if entry == Entry::File {
            self.found.push((more, ComesTo::NoFolder));
        } else {
            self.all = false;
        }
    }

    /// Takes in the files that the path made in a folder.
    fn take_own(&mut self, kernel: &Kernel, from: &Beginning) {
        let prefix = inside(&from.folder, b"");
        for (file, node) in &kernel.files.names {
            let Some(name) = file.strip_prefix(prefix.as_slice()).filter(|_| node.is_some()) else {
                continue;
            };
            let spelled = [from.text.as_slice(), name].concat();
            if !name.is_empty() && !name.contains(&b'/') && self.fits(&spelled) {
                self.take_file(spelled, file.clone(), Entry::Other);
            }
        }
    }
}

/// The name, from the root, of what a folder has under `name`.
fn inside(folder: &[u8], name: &[u8]) -> Vec<u8> {
    match name {
        b"." => folder.to_vec(),
        b".." => match folder.iter().rposition(|&byte| byte == b'/') {
            None | Some(0) => b"/".to_vec(),
            Some(end) => folder[..end].to_vec(),
        },
        _ if folder == b"/" => [b"/", name].concat(),
        _ => [folder, b"/", name].concat(),
    }
}

/// What a name may come to of which these bytes are known, looked up from the folder `base`.
pub(super) fn existing(kernel: &mut Kernel, pattern: &[Option<u8>], base: Vec<u8>) -> Result<Existing, Stop> {
    // Of longer ones, some are too long.
    let mut search = Search { pattern, found: Vec::new(), all: pattern.len() <= NAME_MAX };
    search.run(kernel, base)?;
    Ok(search.cases())
}

impl Case {
    /// The condition that a name is one of these.
    pub(super) fn condition(&self, call: &mut Syscall<'_>, bytes: &[Expr]) -> Expr {
        let zero = call.exprs.zero(8);
        let mut any = Expr::FALSE;
        for spelled in &self.spellings {
            let mut same = Expr::TRUE;
            let end = (self.comes_to != ComesTo::NoFolder).then_some(0);
            for (at, wanted) in spelled.iter().copied().chain(end).enumerate() {
                let wanted = call.exprs.constant(8, wanted.into());
                let equal = call.exprs.eq(bytes.get(at).copied().unwrap_or(zero), wanted);
                same = call.exprs.and(same, equal);
            }
            any = call.exprs.or(any, same);
        }
        any
    }
}

impl Kernel {
    /// What is in a folder of the host, which no path changes. It is listed once.
    fn entries(&mut self, folder: &[u8]) -> Result<Entries, Stop> {
        if let Some(known) = self.shared.entries.borrow().get(folder) {
            return Ok(known.clone());
        }
        let here = Arg::Word(i64::from(libc::AT_FDCWD).cast_unsigned());
        let flags = Arg::Word(bits(libc::O_DIRECTORY | libc::O_CLOEXEC));
        let mut open = [here, c_string(folder), flags, Arg::Word(0)];
        let entries = match self.host(libc::SYS_openat, &mut open) {
            Ok(number) => {
                let host = HostFd::adopt(number);
                let (listing, _) = self.listing(host.number())?;
                Some(parsed(&listing).into())
            }
            Err(Stop::Errno(Errno(_))) => None,
            Err(stop) => return Err(stop),
        };
        self.shared.entries.borrow_mut().insert(folder.to_vec(), Entries::clone(&entries));
        Ok(entries)
    }
}

/// The entries of a listing as `getdents64` has them, by name.
fn parsed(listing: &[u8]) -> Vec<(Vec<u8>, Entry)> {
    /// Where an entry has its own length, its type and its name.
    const LEN: usize = 16;
    const TYPE: usize = 18;
    const NAME: usize = 19;
    let mut entries = Vec::new();
    let mut rest = listing;
    while let Some(len) = rest.get(LEN..LEN + 2) {
        let (entry, later) = rest.split_at(u16::from_le_bytes([len[0], len[1]]).into());
        let name = entry[NAME..].split(|&byte| byte == 0).next().unwrap_or_default();
        let kind = match entry[TYPE] {
            libc::DT_DIR => Entry::Folder,
            libc::DT_LNK | libc::DT_UNKNOWN => Entry::Other,
            _ => Entry::File,
        };
        if !matches!(name, b"." | b"..") {
            entries.push((name.to_vec(), kind));
        }
        rest = later;
    }
    entries.sort();
    entries
}
