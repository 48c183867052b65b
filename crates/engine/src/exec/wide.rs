//! Values of several registers in memory.

use vellum_collections::cast::{index, index64};

use crate::code::LeafAccess;

/// Reads the leaves of a value from its bytes.
pub(super) fn load(r: &mut [u64], d: usize, leaves: &[LeafAccess], bytes: &[u8]) {
    for leaf in leaves {
        let slots = index(leaf.width.div_ceil(64));
        let first = d + index(leaf.slot);
        for (i, register) in r[first..first + slots].iter_mut().enumerate() {
            let done = 64 * i;
            let width = (index(leaf.width) - done).min(64);
            *register = read_bits(bytes, index64(leaf.bit) + done, width);
        }
    }
}

/// Writes the leaves of a value to its bytes; padding between them keeps what it held.
pub(super) fn store(r: &[u64], v: usize, leaves: &[LeafAccess], bytes: &mut [u8]) {
    for (number, leaf) in leaves.iter().enumerate() {
        let slots = index(leaf.width.div_ceil(64));
        let first = v + index(leaf.slot);
        for (i, &word) in r[first..first + slots].iter().enumerate() {
            let done = 64 * i;
            let width = (index(leaf.width) - done).min(64);
            write_bits(bytes, index64(leaf.bit) + done, width, word);
        }
        // An integer that is no whole number of bytes is stored with zeros above it, unless another lane of a
        // vector begins there.
        let (end, next) = (leaf.bit + u64::from(leaf.width), leaves.get(number + 1));
        if !end.is_multiple_of(8) && next.is_none_or(|next| next.bit / 8 > end / 8) {
            bytes[index64(end / 8)] &= (1 << (end % 8)) - 1;
        }
    }
}

/// Moves bits from the leaves `from` of one value to the leaves `to` of another of the same size, through
/// `bytes`, whose content does not matter.
pub(super) fn bit_cast(
    r: &mut [u64],
    bytes: &mut Vec<u8>,
    [d, a]: [usize; 2],
    [from, to]: [&[LeafAccess]; 2],
) {
    let bits = from.last().map_or(0, |leaf| index64(leaf.bit) + index(leaf.width));
    bytes.clear();
    bytes.resize(bits.div_ceil(8), 0);
    store(r, a, from, bytes);
    load(r, d, to, bytes);
}

fn read_bits(bytes: &[u8], bit: usize, width: usize) -> u64 {
    let mut value = 0;
    for i in 0..width.div_ceil(8) + usize::from(!bit.is_multiple_of(8)) {
        let Some(&byte) = bytes.get(bit / 8 + i) else { break };
        let shifted = (u128::from(byte) << (8 * i)) >> (bit % 8);
        value |= shifted;
    }
    vellum_collections::cast::low64(value & ((1 << width) - 1))
}

fn write_bits(bytes: &mut [u8], bit: usize, width: usize, word: u64) {
    if bit.is_multiple_of(8) && width.is_multiple_of(8) {
        bytes[bit / 8..bit / 8 + width / 8].copy_from_slice(&word.to_le_bytes()[..width / 8]);
        return;
    }
    for i in 0..width {
        let (at, mask) = ((bit + i) / 8, 1 << ((bit + i) % 8));
        if word >> i & 1 == 1 {
            bytes[at] |= mask;
        } else {
            bytes[at] &= !mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LeafAccess, load, read_bits, store, write_bits};

    #[test]
    fn bits_come_back_from_any_position() {
        for bit in 0..16 {
            for width in 1..=64 {
                let mut bytes = [0xa5; 16];
                let word = 0x0123_4567_89ab_cdef & (u64::MAX >> (64 - width));
                write_bits(&mut bytes, bit, width, word);
                assert_eq!(read_bits(&bytes, bit, width), word, "{width} bits at {bit}");
            }
        }
    }

    #[test]
    fn above_an_integer_of_odd_width_are_zeros() {
        let leaf = |bit, width, slot| LeafAccess { bit, width, slot };
        let mut bytes = [0xff; 3];
        store(&[1, 5], 0, &[leaf(0, 1, 0), leaf(8, 8, 1)], &mut bytes);
        assert_eq!(bytes, [1, 5, 0xff], "a bit in a structure");
        let mut bytes = [0xff; 2];
        store(&[1, 0, 1], 0, &[leaf(0, 1, 0), leaf(1, 1, 1), leaf(2, 1, 2)], &mut bytes);
        assert_eq!(bytes, [0b101, 0xff], "bits in a vector");
        let mut bytes = [0xff; 9];
        store(&[7, 1], 0, &[leaf(0, 65, 0)], &mut bytes);
        assert_eq!(bytes, [7, 0, 0, 0, 0, 0, 0, 0, 1]);
    }

    #[test]
    fn wide_leaves_take_several_registers() {
        let leaves = [LeafAccess { bit: 0, width: 80, slot: 0 }, LeafAccess { bit: 128, width: 8, slot: 2 }];
        let mut bytes = [0xff; 17];
        store(&[1, 2, 3], 0, &leaves, &mut bytes);
        assert_eq!(bytes[..10], [1, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
        assert_eq!(bytes[10], 0xff, "padding is left alone");
        let mut registers = [0; 3];
        load(&mut registers, 0, &leaves, &bytes);
        assert_eq!(registers, [1, 2, 3]);
    }
}
