//! What goes into a call and what comes out of it.

use crate::Output;

/// What an argument or a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: no result.
    Nothing,
    /// An integer or a pointer.
    Word,
    /// A `float`, as its bits.
    Float,
    /// A `double`, as its bits.
    Double,
    /// A `long double` of 80 bits, as they lie in memory.
    LongDouble,
    /// An integer of 128 bits.
    Wide,
    /// A structure of 16 bytes in two registers; a result only.
    Pair([Half; 2]),
    /// Bytes on the stack, at a multiple of that many; an argument only.
    Memory {
        /// The alignment, a power of two from 8 to 16.
        align: u8,
    },
}

/// What kind of register half of a structure is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// One for integers and pointers.
    Word,
    /// One for floats.
    Float,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// What it is.
    pub kind: Kind,
    /// The value, as it lies in memory. Integers are extended to words already.
    pub bytes: Vec<u8>,
}

impl Argument {
    /// A value of at most 64 bits.
    pub fn new(kind: Kind, value: u64) -> Self {
        Self { kind, bytes: value.to_le_bytes().to_vec() }
    }

    /// The words in it that may be addresses.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        let may_be = matches!(self.kind, Kind::Word | Kind::Wide | Kind::Memory { .. });
        let bytes: &[u8] = if may_be { &self.bytes } else { &[] };
        bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word))
    }
}

/// A call to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub name: String,
    /// Its arguments.
    pub args: Vec<Argument>,
    /// What it returns.
    pub result: Kind,
    /// `errno` before the call.
    pub errno: i32,
    /// What becomes of what it prints.
    pub output: Output,
}

/// What a call returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The result, as it lies in memory; what it does not fill means nothing.
    pub bytes: [u8; 16],
    /// `errno` after the call.
    pub errno: i32,
}

impl Answer {
    /// The first 64 bits of the result.
    pub fn value(&self) -> u64 {
        let [first, _] = self.words();
        first
    }

    /// Both words of the result.
    pub fn words(&self) -> [u64; 2] {
        let (words, _) = self.bytes.as_chunks();
        [0, 1].map(|i| words.get(i).map_or(0, |&word| u64::from_le_bytes(word)))
    }
}
