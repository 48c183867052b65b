//! Numbers and texts as bytes, as short as they are.

use vellum_collections::cast::{index64, len64, low8};

/// Adds a number: seven bits in each byte, the lowest first.
pub(super) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(low8(number) | 0x80);
        number >>= 7;
    }
    out.push(low8(number));
}

/// Adds a text with its length.
pub(super) fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, len64(text.len()));
    out.extend(text.as_bytes());
}

/// What is left to read.
pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// A number of things that follow, each at least a byte.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = index64(self.number()?);
        (count <= self.0.len()).then_some(count)
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let count = self.count()?;
        std::str::from_utf8(self.take(count)?).ok()
    }
}
