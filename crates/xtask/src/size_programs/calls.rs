//! Calls of functions of the C library that touch memory.

use super::{
    memory::{Fault, Memory, Pointer, Stop},
    operations::{Place, write_result},
    terms::{Input, Term},
};

/// What a search says that finds nothing.
const NOWHERE: i64 = 255;

/// More bytes than any block has.
const ENDLESS: i64 = 1 << 16;

/// A call.
#[derive(Clone, Debug)]
pub(super) enum Call {
    Fill(Place, Term, Term),
    Copy(Place, Place, Term),
    Move(Place, Place, Term),
    Compare(usize, Place, Place, Term),
    Find(usize, Place, i64, Term),
    Length(usize, Place),
    LengthAtMost(usize, Place, Term),
    CopyString(Place, Place),
    CopyStringAtMost(Place, Place, Term),
    CompareStringsAtMost(usize, Place, Place, Term),
    FindInString(usize, Place, i64),
    Append(Place, Place),
}

impl Call {
    /// Does it.
    pub(super) fn execute(&self, input: Input, memory: &mut Memory) -> Result<(), Stop> {
        let of = |term: &Term, memory: &Memory| term.value(input, memory);
        match self {
            Self::Fill(to, byte, len) => {
                let byte = byte.value(input, memory).to_le_bytes()[0];
                let len = usize::try_from(of(len, memory)).unwrap_or(0);
                memory.write(to.pointer(input, memory)?, &vec![Some(byte); len])
            }
            Self::Copy(to, from, len) | Self::Move(to, from, len) => {
                let (to, from) = (to.pointer(input, memory)?, from.pointer(input, memory)?);
                let len = of(len, memory);
                if matches!(self, Self::Copy(..)) && Memory::overlap(to, from, len) {
                    return Err(Stop::Unclear);
                }
                let bytes = memory.read(from, len);
                // Which of two wrong sides is told is nobody's to say.
                if bytes.is_err() && memory.read(to, len).is_err() {
                    return Err(Stop::Unclear);
                }
                memory.write(to, &bytes?)
            }
            Self::Compare(result, a, b, len) => {
                let (a, b) = (a.pointer(input, memory)?, b.pointer(input, memory)?);
                let differ = compare(memory, a, b, (of(len, memory), Until::Length))?;
                write_result(memory, *result, differ)
            }
            Self::CompareStringsAtMost(result, a, b, len) => {
                let (a, b) = (a.pointer(input, memory)?, b.pointer(input, memory)?);
                let differ = compare(memory, a, b, (of(len, memory), Until::Zero))?;
                write_result(memory, *result, differ)
            }
            Self::FindInString(result, at, byte) => {
                let at = at.pointer(input, memory)?;
                let found = find_before_zero(memory, at, *byte)?;
                write_result(memory, *result, found.unwrap_or(NOWHERE))
            }
            Self::Append(to, from) => {
                let (to, from) = (to.pointer(input, memory)?, from.pointer(input, memory)?);
                let len = find(memory, to, 0, ENDLESS)?.unwrap_or(0);
                copy_string(memory, to.plus(len), from, Most::All)
            }
            Self::Find(result, at, byte, len) => {
                let (at, len) = (at.pointer(input, memory)?, of(len, memory));
                let found = find(memory, at, *byte, len)?;
                write_result(memory, *result, found.unwrap_or(NOWHERE))
            }
            Self::Length(result, at) => {
                let at = at.pointer(input, memory)?;
                let len = find(memory, at, 0, ENDLESS)?;
                write_result(memory, *result, len.unwrap_or(NOWHERE))
            }
            Self::LengthAtMost(result, at, most) => {
                let (at, most) = (at.pointer(input, memory)?, of(most, memory));
                let len = find(memory, at, 0, most)?.unwrap_or(most);
                write_result(memory, *result, len)
            }
            Self::CopyString(to, from) => {
                let (to, from) = (to.pointer(input, memory)?, from.pointer(input, memory)?);
                copy_string(memory, to, from, Most::All)
            }
            Self::CopyStringAtMost(to, from, most) => {
                let (to, from) = (to.pointer(input, memory)?, from.pointer(input, memory)?);
                let most = of(most, memory);
                copy_string(memory, to, from, Most::Padded(most))
            }
        }
    }

    /// The call in C.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Fill(to, byte, len) => {
                format!("memset({}, {} & 255, {});", to.text(), byte.text(), len.text())
            }
            Self::Copy(to, from, len) => {
                format!("memcpy({}, {}, {});", to.text(), from.text(), len.text())
            }
            Self::Move(to, from, len) => {
                format!("memmove({}, {}, {});", to.text(), from.text(), len.text())
            }
            Self::Compare(result, a, b, len) => {
                let call = format!("memcmp({}, {}, {})", a.text(), b.text(), len.text());
                format!("{{ int c = {call}; B[0][{result}] = (u8)((c > 0) - (c < 0)); }}")
            }
            Self::CompareStringsAtMost(result, a, b, len) => {
                let call = format!("strncmp((char *)({}), (char *)({}), {})", a.text(), b.text(), len.text());
                format!("{{ int c = {call}; B[0][{result}] = (u8)((c > 0) - (c < 0)); }}")
            }
            Self::FindInString(result, at, byte) => {
                let at = at.text();
                let offset = format!("f ? (u8)(f - p) : {NOWHERE}");
                format!("{{ char *p = (char *)({at}), *f = strchr(p, {byte}); B[0][{result}] = {offset}; }}")
            }
            Self::Append(to, from) => {
                format!("strcat((char *)({}), (char *)({}));", to.text(), from.text())
            }
            Self::Find(result, at, byte, len) => {
                let (at, len) = (at.text(), len.text());
                let offset = format!("f ? (u8)(f - p) : {NOWHERE}");
                format!("{{ u8 *p = {at}, *f = memchr(p, {byte}, {len}); B[0][{result}] = {offset}; }}")
            }
            Self::Length(result, at) => format!("B[0][{result}] = (u8)strlen((char *)({}));", at.text()),
            Self::LengthAtMost(result, at, most) => {
                format!("B[0][{result}] = (u8)strnlen((char *)({}), {});", at.text(), most.text())
            }
            Self::CopyString(to, from) => {
                format!("strcpy((char *)({}), (char *)({}));", to.text(), from.text())
            }
            Self::CopyStringAtMost(to, from, most) => {
                let (to, from) = (to.text(), from.text());
                format!("strncpy((char *)({to}), (char *)({from}), {});", most.text())
            }
        }
    }

    /// Whether the function has a loop in the C library.
    pub(super) fn has_loop(&self) -> bool {
        !matches!(self, Self::Fill(..) | Self::Copy(..) | Self::Move(..))
    }
}

/// Where a comparison ends that finds no difference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    Length,
    /// The length, or a zero on both sides.
    Zero,
}

/// The sign of the first difference.
fn compare(memory: &Memory, a: Pointer, b: Pointer, (len, until): (i64, Until)) -> Result<i64, Stop> {
    for i in 0..len {
        let (a, b) = (memory.byte(a.plus(i))?, memory.byte(b.plus(i))?);
        if a != b {
            return Ok(if a < b { -1 } else { 1 });
        }
        if a == 0 && until == Until::Zero {
            break;
        }
    }
    Ok(0)
}

/// Where a byte is in a string.
fn find_before_zero(memory: &Memory, at: Pointer, byte: i64) -> Result<Option<i64>, Stop> {
    for i in 0..ENDLESS {
        match i64::from(memory.byte(at.plus(i))?) {
            found if found == byte => return Ok(Some(i)),
            0 => return Ok(None),
            _ => {}
        }
    }
    Ok(None)
}

/// Where a byte is among the next `len`; those behind it are not looked at.
fn find(memory: &Memory, at: Pointer, byte: i64, len: i64) -> Result<Option<i64>, Stop> {
    for i in 0..len {
        if i64::from(memory.byte(at.plus(i))?) == byte {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// How much of a string is copied.
#[derive(Clone, Copy)]
enum Most {
    /// All of it, with its end.
    All,
    /// So many bytes, with zeros behind its end.
    Padded(i64),
}

/// Copies a string. Of a call that is wrong in two ways, nobody says which is told: there are two orders in which the
/// bytes are touched, and the fault has what is met first in each.
fn copy_string(memory: &mut Memory, to: Pointer, from: Pointer, most: Most) -> Result<(), Stop> {
    if Memory::overlap(to, from, i64::MAX) {
        return Err(Stop::Unclear);
    }
    let together = copy_together(&mut memory.clone(), to, from, most);
    match (copy_one_by_one(memory, to, from, most), together) {
        (_, Err(Stop::Unclear)) => Err(Stop::Unclear),
        (Err(Stop::Fault(fault)), Err(Stop::Fault(other))) if fault != other => {
            Err(Stop::Fault(Fault { together: Some(Box::new(other)), ..fault }))
        }
        (result, _) => result,
    }
}

/// Each byte is read and written before the next.
fn copy_one_by_one(memory: &mut Memory, to: Pointer, from: Pointer, most: Most) -> Result<(), Stop> {
    let limit = if let Most::Padded(most) = most { most } else { ENDLESS };
    for i in 0..limit {
        let byte = memory.byte(from.plus(i))?;
        memory.write(to.plus(i), &[Some(byte)])?;
        if byte == 0 {
            return pad(memory, to, i, most);
        }
    }
    Ok(())
}

/// The end is looked for, and then all that is before it is copied at once.
fn copy_together(memory: &mut Memory, to: Pointer, from: Pointer, most: Most) -> Result<(), Stop> {
    let (len, copied) = match most {
        Most::All => {
            let len = find(memory, from, 0, ENDLESS)?.unwrap_or(0);
            (len, len + 1)
        }
        Most::Padded(most) => {
            let len = find(memory, from, 0, most)?.unwrap_or(most);
            (len, len)
        }
    };
    let bytes = memory.read(from, copied)?;
    memory.write(to, &bytes)?;
    pad(memory, to, len, most)
}

/// Zeros behind the first `len` bytes.
fn pad(memory: &mut Memory, to: Pointer, len: i64, most: Most) -> Result<(), Stop> {
    let rest = if let Most::Padded(most) = most { most - len } else { 0 };
    memory.write(to.plus(len), &vec![Some(0); usize::try_from(rest).unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::{Most, copy_string};
    use crate::size_programs::memory::{Fault, Kind, Memory, Stop};

    /// What is wrong with a copy of a string of `len` bytes, without an end, to a block of `room` bytes, in either order.
    fn faults(len: i64, room: i64, most: Most) -> Vec<(i64, i64)> {
        let mut memory = Memory::new();
        let from = memory.allocate(Kind::Heap, len, Some(b'a'));
        let to = memory.allocate(Kind::Heap, room, None);
        match copy_string(&mut memory, to, from, most) {
            Err(Stop::Fault(fault)) => {
                fault.ways().map(|Fault { offset, size, .. }| (*offset, *size)).collect()
            }
            result => panic!("{result:?}"),
        }
    }

    #[test]
    fn a_copy_that_is_wrong_in_two_ways_may_be_told_in_either() {
        assert_eq!(faults(8, 4, Most::All), [(4, 4), (8, 8)]);
        assert_eq!(faults(8, 4, Most::Padded(6)), [(4, 4), (0, 4)]);
        assert_eq!(faults(4, 8, Most::All), [(4, 4)]);
        assert_eq!(faults(4, 0, Most::Padded(2)), [(0, 0)]);
    }
}
