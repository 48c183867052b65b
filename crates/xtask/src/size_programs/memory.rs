//! The reference: blocks with bounds, and which of their bytes were written.

use vellum_collections::cast::{index64, len64};

/// Results of a program, which are the block of the first slot.
pub(super) const RESULTS: usize = 16;

/// Pointers of a program, with that of its results.
pub(super) const SLOTS: usize = 6;

/// Where a block lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Heap,
    Stack,
    Global,
}

/// A byte, unless nobody wrote it.
pub(super) type Byte = Option<u8>;

#[derive(Clone, Debug)]
struct Block {
    kind: Kind,
    is_freed: bool,
    bytes: Vec<Byte>,
}

/// A pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    block: usize,
    offset: i64,
}

impl Pointer {
    /// Moved by so many bytes.
    pub(super) fn plus(self, by: i64) -> Self {
        Self { offset: self.offset + by, ..self }
    }
}

/// What is wrong with an access or a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) kind: &'static str,
    /// Where it is, in the block.
    pub(super) offset: i64,
    /// Bytes of the block.
    pub(super) size: i64,
    /// Whether a sanitizer is sure to notice: it gives a block of no bytes one, and leaves little room around locals.
    pub(super) is_noticed: bool,
    /// What is wrong instead where a function that copies a string looks for its end first and then copies all of it.
    pub(super) together: Option<Box<Fault>>,
}

impl Fault {
    /// What may be told of it.
    pub(super) fn ways(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.together.as_deref())
    }
}

/// Why an operation does not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Fault(Fault),
    /// Nothing is said about such an operation, and no program has one: a byte that nobody wrote decides, or bytes that
    /// `memcpy` copies overlap.
    Unclear,
}

/// All blocks and pointers of a run.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    blocks: Vec<Block>,
    slots: [Option<Pointer>; SLOTS],
}

impl Memory {
    /// What there is at the start.
    pub(super) fn new() -> Self {
        let results = Block { kind: Kind::Global, is_freed: false, bytes: vec![Some(0); RESULTS] };
        let mut slots = [None; SLOTS];
        slots[0] = Some(Pointer { block: 0, offset: 0 });
        Self { blocks: vec![results], slots }
    }

    /// A result.
    pub(super) fn result(&self, which: usize) -> u8 {
        self.blocks[0].bytes[which].unwrap_or(0)
    }

    /// The pointer of a slot; a null pointer is not followed by any program.
    pub(super) fn pointer(&self, slot: usize) -> Result<Pointer, Stop> {
        self.slots[slot].ok_or(Stop::Unclear)
    }

    pub(super) fn set(&mut self, slot: usize, pointer: Pointer) {
        self.slots[slot] = Some(pointer);
    }

    /// Whether a slot has no pointer, or one to what was freed.
    pub(super) fn is_idle(&self, slot: usize) -> bool {
        self.slots[slot].is_none_or(|pointer| self.blocks[pointer.block].is_freed)
    }

    /// A new block.
    pub(super) fn allocate(&mut self, kind: Kind, size: i64, byte: Byte) -> Pointer {
        let bytes = vec![byte; index64(size.cast_unsigned())];
        self.blocks.push(Block { kind, is_freed: false, bytes });
        Pointer { block: self.blocks.len() - 1, offset: 0 }
    }

    /// Frees a block.
    pub(super) fn free(&mut self, pointer: Pointer) -> Result<(), Stop> {
        let block = &self.blocks[pointer.block];
        if block.kind != Kind::Heap || pointer.offset != 0 {
            return Err(self.fault("invalid-free", pointer));
        }
        if block.is_freed {
            return Err(self.fault("double-free", pointer));
        }
        self.blocks[pointer.block].is_freed = true;
        Ok(())
    }

    /// Another block with the bytes of this one, as far as they go; this one is freed.
    pub(super) fn reallocate(&mut self, pointer: Pointer, size: i64) -> Result<Pointer, Stop> {
        self.free(pointer)?;
        let new = self.allocate(Kind::Heap, size, None);
        let old = self.blocks[pointer.block].bytes.clone();
        let bytes = &mut self.blocks[new.block].bytes;
        let kept = old.len().min(bytes.len());
        bytes[..kept].copy_from_slice(&old[..kept]);
        Ok(new)
    }

    /// The bytes an access of `len` bytes gets. Nothing is wrong with an access to no bytes.
    pub(super) fn read(&self, pointer: Pointer, len: i64) -> Result<Vec<Byte>, Stop> {
        if len == 0 {
            return Ok(Vec::new());
        }
        let begin = self.inside(pointer, len)?;
        Ok(self.blocks[pointer.block].bytes[begin..][..index64(len.cast_unsigned())].to_vec())
    }

    /// The same, where they decide something.
    pub(super) fn read_written(&self, pointer: Pointer, len: i64) -> Result<Vec<u8>, Stop> {
        self.read(pointer, len)?.into_iter().map(|byte| byte.ok_or(Stop::Unclear)).collect()
    }

    /// One byte that decides something.
    pub(super) fn byte(&self, pointer: Pointer) -> Result<u8, Stop> {
        Ok(self.read_written(pointer, 1)?[0])
    }

    pub(super) fn write(&mut self, pointer: Pointer, bytes: &[Byte]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        let begin = self.inside(pointer, len64(bytes.len()).cast_signed())?;
        self.blocks[pointer.block].bytes[begin..][..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Whether two runs of `len` bytes share some.
    pub(super) fn overlap(a: Pointer, b: Pointer, len: i64) -> bool {
        a.block == b.block && (a.offset - b.offset).abs() < len
    }

    /// What lies behind the pointer of a slot in a live block.
    pub(super) fn rest(&self, slot: usize) -> Vec<Byte> {
        let Some(pointer) = self.slots[slot] else { return Vec::new() };
        let block = &self.blocks[pointer.block];
        if block.is_freed {
            return Vec::new();
        }
        let before = vec![None; index64((-pointer.offset).max(0).cast_unsigned())];
        let from = index64(pointer.offset.max(0).cast_unsigned()).min(block.bytes.len());
        [before.as_slice(), &block.bytes[from..]].concat()
    }

    /// The offset of an access in its block; a fault if the block was freed or the access is out of bounds.
    fn inside(&self, pointer: Pointer, len: i64) -> Result<usize, Stop> {
        let block = &self.blocks[pointer.block];
        if block.is_freed {
            return Err(self.fault("use-after-free", pointer));
        }
        if pointer.offset < 0 || pointer.offset + len > len64(block.bytes.len()).cast_signed() {
            return Err(self.fault("out-of-bounds", pointer));
        }
        Ok(index64(pointer.offset.cast_unsigned()))
    }

    fn fault(&self, kind: &'static str, pointer: Pointer) -> Stop {
        let block = &self.blocks[pointer.block];
        let size = len64(block.bytes.len()).cast_signed();
        let is_noticed = block.kind == Kind::Heap && size > 0;
        Stop::Fault(Fault { kind, offset: pointer.offset, size, is_noticed, together: None })
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Memory, Stop};

    fn kind<T>(result: Result<T, Stop>) -> &'static str {
        match result {
            Ok(_) => "fine",
            Err(Stop::Unclear) => "unclear",
            Err(Stop::Fault(fault)) => fault.kind,
        }
    }

    #[test]
    fn what_leaves_a_block_is_out_of_bounds() {
        let mut memory = Memory::new();
        let block = memory.allocate(Kind::Heap, 4, None);
        assert_eq!(kind(memory.write(block, &[Some(1); 4])), "fine");
        assert_eq!(kind(memory.write(block.plus(1), &[Some(1); 4])), "out-of-bounds");
        assert_eq!(kind(memory.byte(block.plus(-1))), "out-of-bounds");
        assert_eq!(kind(memory.read(block.plus(9), 0)), "fine");
    }

    #[test]
    fn what_was_freed_is_gone() {
        let mut memory = Memory::new();
        let block = memory.allocate(Kind::Heap, 4, Some(0));
        assert_eq!(kind(memory.free(block.plus(1))), "invalid-free");
        let new = memory.reallocate(block, 6).unwrap();
        assert_eq!(kind(memory.byte(block)), "use-after-free");
        assert_eq!(kind(memory.free(block)), "double-free");
        assert_eq!(memory.byte(new.plus(3)), Ok(0));
        assert_eq!(kind(memory.byte(new.plus(4))), "unclear");
    }
}
