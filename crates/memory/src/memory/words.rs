//! Aligned words that begin inside an object and end past it.
//!
//! Functions such as `rawmemchr` look through bytes a word at a time. The last word they read is never on another page than
//! the bytes they may read, so machines let them, although the standard does not. The bytes that exist are what they are; the
//! others may be anything ([`vellum_expr::Exprs::garbage_beyond`]).

use vellum_expr::{Expr, Exprs};

use super::Memory;
use crate::{object::Object, value::Value};

/// What becomes of aligned words that begin inside an object and end past it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Words {
    /// They may be read; what depends on the bytes past the end is a finding.
    #[default]
    Begun,
    /// To read one is a finding.
    Strict,
}

/// Bytes that words have.
const SIZES: [u64; 4] = [2, 4, 8, 16];

impl Memory {
    /// Whether words of `len` bytes may be read that end past their object.
    pub fn are_begun(&self, len: u64) -> bool {
        self.config.words == Words::Begun && SIZES.contains(&len)
    }

    /// The offset of the only aligned word of `len` bytes that begins inside an object and ends past it; nothing if there is
    /// none, or the size of the object depends on the input.
    pub fn begun_word(&self, object: &Object, len: u64) -> Option<u64> {
        let is_open =
            self.are_begun(len) && object.extent.is_none() && self.protections(object.base).is_empty();
        let end = object.base + object.size;
        let start = end - end % len.max(1);
        (is_open && start < end && start >= object.base).then(|| start - object.base)
    }

    /// For which inputs a word of `len` bytes, which is `offset` bytes behind the start of an object whose size depends on the
    /// input, is aligned, begins inside it, and ends past it.
    pub fn is_begun_word(&self, exprs: &mut Exprs, object: &Object, offset: Expr, len: u64) -> Expr {
        let Some(extent) = object.extent else { return Expr::FALSE };
        let is_whole = 1 << exprs.facts(extent.size).trailing_zeros().min(63) >= len;
        if !self.are_begun(len) || object.base.is_multiple_of(len) && is_whole {
            return Expr::FALSE;
        }
        let (base, below) = (exprs.constant(64, object.base), exprs.constant(64, len - 1));
        let (address, zero) = (exprs.add(base, offset), exprs.zero(64));
        let low = exprs.and(address, below);
        let bytes = exprs.constant(64, len);
        let end = exprs.add(offset, bytes);
        let (is_aligned, begins) = (exprs.eq(low, zero), exprs.ult(offset, extent.size));
        let ends_past = exprs.ult(extent.size, end);
        let is_begun = exprs.and(begins, ends_past);
        exprs.and(is_aligned, is_begun)
    }

    /// Reads `len` bytes (1 to 8) `offset` bytes behind the start of an object; those past its end may be anything.
    pub fn load_begun(&self, exprs: &mut Exprs, object: &Object, offset: u64, len: u32) -> Option<Value> {
        let mut bytes = Vec::new();
        for at in offset..offset + u64::from(len) {
            let beyond = exprs.garbage_beyond(object.origin.0, object.base + at);
            bytes.push(match object.extent {
                None if at < object.size => self.load_value(exprs, object.base + at, 1)?.expr(exprs, 8),
                Some(extent) if at < object.capacity() => {
                    let place = exprs.constant(64, at);
                    let byte = self.read_at(exprs, object.base, place, 1)?;
                    let exists = exprs.ult(place, extent.size);
                    exprs.ite(exists, byte, beyond)
                }
                _ => beyond,
            });
        }
        let whole = exprs.concat_bytes(&bytes);
        Some(Value::of(exprs, whole))
    }
}

#[cfg(test)]
mod tests {
    use vellum_expr::Exprs;

    use super::{SIZES, Words};
    use crate::{Heap, Memory, MemoryConfig, Origin};

    #[test]
    fn one_aligned_word_begins_inside_and_ends_past_unless_the_end_is_aligned() {
        for words in [Words::Begun, Words::Strict] {
            let mut memory = Memory::new(MemoryConfig { words, ..MemoryConfig::default() });
            for size in 0..=33 {
                let base = memory.allocate(Heap::Malloc, size, 1, Origin(1)).unwrap();
                let object = memory.object_at(base).unwrap();
                for len in 1..=17 {
                    let ends_past = |&at: &u64| (base + at).is_multiple_of(len) && at + len > size;
                    let word = (0..size).find(ends_past).filter(|_| SIZES.contains(&len));
                    let word = word.filter(|_| words == Words::Begun);
                    assert_eq!(memory.begun_word(&object, len), word, "{len} of {size}");
                }
            }
        }
    }

    #[test]
    fn bytes_that_exist_are_what_they_are_and_the_others_may_be_anything() {
        let mut exprs = Exprs::new();
        let mut memory = Memory::new(MemoryConfig::default());
        let base = memory.allocate(Heap::Malloc, 11, 1, Origin(1)).unwrap();
        memory.store(base + 8, 2, 0x0908).unwrap();
        let object = memory.object_at(base).unwrap();
        let word = memory.load_begun(&mut exprs, &object, 8, 4).unwrap().expr(&mut exprs, 32);
        let exists = exprs.extract(word, 0, 24);
        assert_eq!(exprs.as_const(exists), Some(0x00_0908));
        let past = exprs.extract(word, 24, 8);
        assert!(exprs.is_beyond(past));
        assert_eq!(exprs.garbage_source(past), Some((1, Some(base + 11))));
    }
}
