//! Files of a path's own: symbolic ones, and those of the host as one path sees them.
//!
//! Once a path has symbolic input, others may have parted from it or will. From then on a file of the host is
//! only read, each path has its own position in it, and what a path writes is kept in memory, where only that
//! path sees it. Before, and in a run without symbolic input, the host's files are the program's.

use std::rc::Rc;

use vellum_collections::{Map, cast::index64};
use vellum_expr::{Expr, Exprs, Marker};
use vellum_memory::Value;

use crate::{content::Content, fds::HostFd};

/// Bytes of `struct stat`, and where its size and its number of blocks are.
pub(crate) const STAT_LEN: u64 = 144;
pub(crate) const STAT_MODE: std::ops::Range<u64> = 24..28;
pub(crate) const STAT_SIZE: u64 = 48;
const STAT_BLOCKS: u64 = 64;

/// A file, numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(usize);

/// What several descriptors may share: a file and a position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenId(usize);

/// A file of a path's own.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) base: Base,
    /// What `stat` says but for size and blocks.
    pub(crate) stat: Content,
    /// How long it is, if that depends on the input; 64 bits. The bytes that `base` has behind that are zero, and those it
    /// lacks before it count as zero.
    pub(crate) sized: Option<Expr>,
}

/// Where the bytes of a file are.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    /// Here.
    Memory(Content),
    /// In a file of the host that this path has not written to, of that length.
    Host(Rc<HostFd>, u64),
}

impl Node {
    pub(crate) fn new(base: Base, stat: Content) -> Self {
        Self { base, stat, sized: None }
    }

    /// How many bytes `base` has: the length of the file, unless that depends on the input.
    pub(crate) fn stored(&self) -> u64 {
        match &self.base {
            Base::Memory(content) => content.len(),
            Base::Host(_, len) => *len,
        }
    }

    /// How long the file is.
    pub(crate) fn len(&self) -> Value {
        self.sized.map_or(Value::Concrete(self.stored()), Value::Symbolic)
    }

    /// The structure that `stat` gives.
    pub(crate) fn status(&self, exprs: &mut Exprs) -> Content {
        let mut stat = self.stat.clone();
        if let Base::Memory(_) = &self.base {
            let len = self.len().expr(exprs, 64);
            let (block, more) = (exprs.constant(64, 512), exprs.constant(64, 511));
            let above = exprs.add(len, more);
            let blocks = exprs.udiv(above, block);
            for (field, number) in [(STAT_SIZE, len), (STAT_BLOCKS, blocks)] {
                for byte in 0..8 {
                    let part = exprs.extract(number, byte * 8, 8);
                    stat.set(exprs, field + u64::from(byte), part);
                }
            }
        }
        stat
    }
}

/// An open file.
#[derive(Clone, Debug)]
pub(crate) struct OpenFile {
    pub(crate) what: What,
    /// Where the next byte is read or written. Of files of bytes alone it may depend on the input.
    pub(crate) position: Value,
    /// The flags it was opened with.
    pub(crate) flags: u64,
    /// The host's file behind it, if there is one.
    pub(crate) host: Option<Rc<HostFd>>,
}

/// What is open.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A file of bytes.
    Node(NodeId),
    /// The host's output, which all paths share.
    Output,
    /// The host's input that has no positions: what one path reads, the others get as well.
    Stream,
    /// A folder of the host: its entries as `getdents64` has them.
    Folder(Rc<[u8]>),
}

/// The files of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    nodes: Vec<Rc<Node>>,
    open: Vec<Option<OpenFile>>,
    /// Files that only this path has, or no longer has, by name.
    pub(crate) names: Map<Vec<u8>, Option<NodeId>>,
    /// Files of the host by device and number.
    pub(crate) of_host: Map<(u64, u64), NodeId>,
    /// The names of the symbolic files, each one letter.
    pub(crate) letters: Vec<u8>,
    /// What `umask` left.
    pub(crate) mask: Option<u64>,
}

impl OpenFile {
    pub(crate) fn new(what: What, position: u64, flags: u64, host: Option<Rc<HostFd>>) -> Self {
        Self { what, position: Value::Concrete(position), flags, host }
    }

    /// Whether what is written goes behind the end, wherever the position is.
    pub(crate) fn appends(&self) -> bool {
        self.flags & u64::from(libc::O_APPEND.unsigned_abs()) != 0
    }

    /// Moves to where the next byte is read or written.
    pub(crate) fn seek(&mut self, position: u64) {
        self.position = Value::Concrete(position);
    }
}

impl Files {
    /// Adds a file.
    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(Rc::new(node));
        NodeId(self.nodes.len() - 1)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        Rc::make_mut(&mut self.nodes[id.0])
    }

    /// Opens a file.
    pub(crate) fn open(&mut self, file: OpenFile) -> OpenId {
        let free = self.open.iter().position(Option::is_none).unwrap_or(self.open.len());
        if free == self.open.len() {
            self.open.push(None);
        }
        self.open[free] = Some(file);
        OpenId(free)
    }

    pub(crate) fn opened(&self, id: OpenId) -> &OpenFile {
        self.open[id.0].as_ref().expect("a descriptor keeps its file open")
    }

    pub(crate) fn opened_mut(&mut self, id: OpenId) -> &mut OpenFile {
        self.open[id.0].as_mut().expect("a descriptor keeps its file open")
    }

    /// Forgets the open files that no descriptor means.
    pub(crate) fn keep(&mut self, used: impl Fn(OpenId) -> bool) {
        for (i, slot) in self.open.iter_mut().enumerate() {
            if slot.is_some() && !used(OpenId(i)) {
                *slot = None;
            }
        }
    }

    /// Marks the expressions they hold.
    pub(crate) fn mark(&self, marker: &mut Marker) {
        for node in &self.nodes {
            node.stat.mark(marker);
            node.sized.inspect(|&len| marker.mark(len));
            if let Base::Memory(content) = &node.base {
                content.mark(marker);
            }
        }
        for file in self.open.iter().flatten() {
            if let Value::Symbolic(position) = file.position {
                marker.mark(position);
            }
        }
    }
}

/// A `struct stat`, from the numbers that matter. The times are some moment, the same in every run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain {
    pub(crate) number: u64,
    pub(crate) mode: u32,
    pub(crate) size: u64,
}

impl Plain {
    /// The bytes of the structure.
    pub(crate) fn bytes(self) -> Vec<u8> {
        const DEVICE: u64 = 0x801;
        const BLOCK: u64 = 4096;
        const TIME: u64 = 1_600_000_000;
        // Behind the mode in the same word is the owner, who is root, and then his group.
        let words = [DEVICE, self.number, 1, self.mode.into(), 0, 0, self.size, BLOCK];
        let times = [self.size.div_ceil(512), TIME, 0, TIME, 0, TIME, 0, 0, 0, 0];
        let bytes: Vec<u8> = words.iter().chain(&times).flat_map(|word| word.to_le_bytes()).collect();
        debug_assert_eq!(bytes.len(), index64(STAT_LEN), "the structure is whole");
        bytes
    }
}
