//! What external code is given, in the form of those who make the call.

use vellum_collections::cast::{index, index64};
use vellum_engine::{Beyond, End, ExternalCall, Outcome, Passed, Piece};
use vellum_expr::Expr;
use vellum_foreign::{Argument, Kind};
use vellum_memory::{Access, Value};

use super::{POINTER_BYTES, Passing, objects, refuse, unsupported};
use crate::kernel::Kernel;

/// Bytes of a structure that is passed by value, and how they may be aligned.
const MOST: u64 = 1 << 16;
const ALIGNMENTS: std::ops::RangeInclusive<u64> = 1..=16;

/// How a structure in memory is aligned at least.
const WORD: u64 = 8;

impl Kernel {
    /// Takes the arguments as numbers, or says what the path has to do first.
    pub(super) fn arguments(
        &self,
        name: &str,
        call: &mut ExternalCall<'_>,
        passing: &mut Passing,
    ) -> Result<Option<Outcome>, End> {
        let mut first = 0;
        for (i, (passed, pieces)) in call.signature.args().into_iter().enumerate() {
            let place = i + 1;
            let kind = kind_of(passed).map_err(|what| {
                unsupported(format!("`{name}` is external code and argument {place} is {what}"))
            })?;
            let registers: Vec<Value> =
                call.registers.iter().skip(first).take(pieces.len()).copied().collect();
            first += pieces.len();
            let mut numbers = Vec::new();
            for value in registers {
                match self.register(name, place, call, passing, value)? {
                    Ok(number) => numbers.push(number),
                    Err(outcome) => return Ok(Some(outcome)),
                }
            }
            let bytes = match passed {
                Passed::Memory { size, align } => {
                    self.memory_argument(name, call, passing, &numbers, (size, align))?
                }
                Passed::Signed(width) => {
                    let word = numbers.first().copied().unwrap_or(0);
                    sign_extend(word, width).to_le_bytes().to_vec()
                }
                _ => assemble(&numbers, &pieces),
            };
            passing.args.push(Argument { kind, bytes });
        }
        Ok(None)
    }

    /// What a register of an argument holds, as a number, or what the path has to do first.
    fn register(
        &self,
        name: &str,
        place: usize,
        call: &mut ExternalCall<'_>,
        passing: &mut Passing,
        value: Value,
    ) -> Result<Result<u64, Outcome>, End> {
        let e = match value {
            Value::Concrete(number) => return Ok(Ok(number)),
            Value::Symbolic(e) => e,
        };
        // A structure's part in a register may have gaps that nobody wrote. Whole values must be written.
        let garbage = call.exprs.garbage_in(e).len();
        if garbage == POINTER_BYTES || garbage * 8 >= index(call.exprs.width(e)) {
            return Ok(Err(Outcome::Decide(garbage_condition(call, e))));
        }
        let e = call.exprs.without_garbage(e);
        self.number(name, &format!("argument {place}"), call, passing, e).map(Ok)
    }

    /// The bytes that are passed in place of their address.
    fn memory_argument(
        &self,
        name: &str,
        call: &mut ExternalCall<'_>,
        passing: &mut Passing,
        address: &[u64],
        (size, align): (u64, u64),
    ) -> Result<Vec<u8>, End> {
        let address = address.first().copied().unwrap_or(0);
        if size > MOST || !ALIGNMENTS.contains(&align) {
            return refuse(format!(
                "`{name}` is external code and gets a structure by value of {size} bytes, aligned to {align}"
            ));
        }
        if size == 0 {
            return Ok(Vec::new());
        }
        let object = call.memory.object_at(address);
        if object.is_some_and(|object| size <= object.size - (address - object.base)) {
            let contents = objects::contents(name, call, self.config.policy, passing, address, size)?;
            return Ok(contents.bytes);
        }
        match self.outside_memory(address, size) {
            Beyond::Bytes(bytes) => Ok(bytes),
            Beyond::Nothing | Beyond::Gone => Err(call.memory.explain(Access::Read, address, size).into()),
        }
    }
}

/// What a value is to those who make the call, or what is in the way.
pub(super) fn kind_of(passed: Passed) -> Result<Kind, &'static str> {
    let half = |half| match half {
        vellum_engine::Half::Word => vellum_foreign::Half::Word,
        vellum_engine::Half::Float => vellum_foreign::Half::Float,
    };
    match passed {
        Passed::Nothing => Ok(Kind::Nothing),
        Passed::Word(_) | Passed::Signed(_) => Ok(Kind::Word),
        Passed::Wide => Ok(Kind::Wide),
        Passed::Float => Ok(Kind::Float),
        Passed::Double => Ok(Kind::Double),
        Passed::LongDouble => Ok(Kind::LongDouble),
        Passed::Pair(halves) => Ok(Kind::Pair(halves.map(half))),
        Passed::Memory { align, .. } => Ok(Kind::Memory { align: if align <= WORD { 8 } else { 16 } }),
        Passed::Other(what) => Err(what),
    }
}

/// The bytes of a value of which each register holds a piece.
fn assemble(numbers: &[u64], pieces: &[Piece]) -> Vec<u8> {
    let bits = pieces.iter().map(|piece| piece.bit + u64::from(piece.width)).max().unwrap_or(0);
    let mut bytes = vec![0; index64(bits.div_ceil(8)).next_multiple_of(POINTER_BYTES)];
    for (number, piece) in numbers.iter().zip(pieces) {
        // Pieces begin at bytes: lanes of vectors of bits are nothing that is passed.
        let at = index64(piece.bit / 8);
        let count = index(piece.width.div_ceil(8));
        bytes[at..at + count].copy_from_slice(&number.to_le_bytes()[..count]);
    }
    bytes
}

/// The word whose lower bits are a number with a sign.
fn sign_extend(number: u64, width: u32) -> u64 {
    let unused = 64 - width.clamp(1, 64);
    ((number << unused).cast_signed() >> unused).cast_unsigned()
}

/// A condition with the bytes nobody wrote in `e`: the engine says what it thinks of them.
fn garbage_condition(call: &mut ExternalCall<'_>, e: Expr) -> Expr {
    let zero = call.exprs.zero(call.exprs.width(e));
    call.exprs.eq(e, zero)
}

#[cfg(test)]
mod tests {
    use vellum_engine::Piece;

    use super::{assemble, sign_extend};

    #[test]
    fn a_sign_is_copied_upwards() {
        for (number, width, expected) in
            [(0xfb, 8, -5), (0x7b, 8, 0x7b), (1, 1, -1), (0x8000, 16, -0x8000), (u64::MAX, 64, -1)]
        {
            assert_eq!(sign_extend(number, width).cast_signed(), expected, "{number:#x} of {width} bits");
        }
    }

    #[test]
    fn pieces_are_put_together_as_they_lie_in_memory() {
        let piece = |bit, width| Piece { bit, width };
        assert_eq!(assemble(&[0x1234], &[piece(0, 16)]), [0x34, 0x12, 0, 0, 0, 0, 0, 0]);
        assert_eq!(assemble(&[1, 2], &[piece(0, 32), piece(32, 32)]), [1, 0, 0, 0, 2, 0, 0, 0]);
        let long = assemble(&[1 << 63, 0x3fff], &[piece(0, 64), piece(64, 16)]);
        assert_eq!(long, [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f, 0, 0, 0, 0, 0, 0]);
    }
}
