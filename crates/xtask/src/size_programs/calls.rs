//! Calls of functions of the C library that touch memory.

use super::{
    memory::{Memory, Pointer, Stop},
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
                copy_string(memory, to.plus(len), from, ENDLESS).map(|_| ())
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
                copy_string(memory, to, from, ENDLESS).map(|_| ())
            }
            Self::CopyStringAtMost(to, from, most) => {
                let (to, from) = (to.pointer(input, memory)?, from.pointer(input, memory)?);
                let most = of(most, memory);
                let copied = copy_string(memory, to, from, most)?;
                let rest = usize::try_from(most - copied).unwrap_or(0);
                memory.write(to.plus(copied), &vec![Some(0); rest])
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

/// Copies a string with its end, but no more than `most` bytes; how many came before its end.
fn copy_string(memory: &mut Memory, to: Pointer, from: Pointer, most: i64) -> Result<i64, Stop> {
    if Memory::overlap(to, from, i64::MAX) {
        return Err(Stop::Unclear);
    }
    for i in 0..most {
        let byte = memory.byte(from.plus(i))?;
        memory.write(to.plus(i), &[Some(byte)])?;
        if byte == 0 {
            return Ok(i);
        }
    }
    Ok(most)
}
