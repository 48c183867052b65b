//! What external code can reach, as it gets it, and what it made of it.

use std::ops::Range;

use vellum_collections::{
    Set,
    cast::{index64, len64},
};
use vellum_engine::{End, ExternalCall, Outcome};
use vellum_expr::Expr;
use vellum_foreign::{Argument, Region, Use};
use vellum_memory::{Memory, Object, ObjectKind, Value};

use super::{Passing, refuse};
use crate::config::{KernelConfig, Policy, Scope};

/// Bytes that a call may reach.
const MOST: u64 = 1 << 30;

const PAGE: u64 = 4096;

/// An object, where external code finds it.
#[derive(Debug)]
pub(super) struct Reached {
    pub(super) base: u64,
    pub(super) is_constant: bool,
    /// What it holds before the call; zeros where nobody wrote.
    pub(super) bytes: Vec<u8>,
    /// Where nobody wrote.
    unwritten: Vec<Range<usize>>,
    /// And after it.
    pub(super) after: Vec<u8>,
}

impl Reached {
    /// All objects that external code gets to see: those that the arguments lead to, and of `kept`, whose addresses
    /// it may have from earlier calls, those that are still there. What is symbolic in the latter is no reason to
    /// refuse a call that may have nothing to do with them; such an object stays as external code last saw it.
    pub(super) fn gather(
        name: &str,
        call: &mut ExternalCall<'_>,
        config: &KernelConfig,
        passing: &mut Passing,
        kept: &[Object],
    ) -> Result<Vec<Self>, End> {
        let mut wanted: Vec<u64> = passing.args.iter().flat_map(Argument::words).collect();
        if config.scope == Scope::All {
            let all = call.memory.objects_between(0, u64::MAX);
            wanted.extend(all.iter().filter(|object| object.size > 0).map(|object| object.base));
        }
        let regions = regions(call.memory);
        let mut seen: Set<u64> = Set::default();
        let mut objects = Vec::new();
        let mut total = 0;
        while let Some(address) = wanted.pop() {
            if !is_in(&regions, address) {
                continue;
            }
            let Some(object) = call.memory.object_at(address).filter(|object| seen.insert(object.base))
            else {
                continue;
            };
            let object = match sized(call, object) {
                Ok(object) => object,
                Err(question) => {
                    passing.question = Some(question);
                    return Ok(Vec::new());
                }
            };
            total += object.size;
            if total > MOST {
                return refuse(format!("`{name}` is external code and can reach more than {MOST} bytes"));
            }
            let contents = contents(name, call, config.policy, passing, object.base, object.size)?;
            wanted.extend(words(object.base, &contents.bytes));
            objects.push(Self::new(&object, contents));
        }
        for object in kept {
            let is_there = call.memory.object_at(object.base) == Some(*object);
            if !is_there || total + object.size > MOST || !seen.insert(object.base) {
                continue;
            }
            if let Some(contents) = numbers(call.memory, object.base, object.size) {
                total += object.size;
                objects.push(Self::new(object, contents));
            }
        }
        Ok(objects)
    }

    fn new(object: &Object, Contents { bytes, unwritten }: Contents) -> Self {
        let is_constant = object.kind == ObjectKind::Constant;
        Self { base: object.base, is_constant, bytes, unwritten, after: Vec::new() }
    }

    /// Words that the call finds in it, if they may come from another call.
    pub(super) fn old_words(&self) -> impl Iterator<Item = u64> {
        words(self.base, if self.is_constant { &[] } else { &self.bytes })
    }

    /// Pages it takes, if it shares none.
    pub(super) fn pages(&self) -> u64 {
        len64(self.bytes.len()).div_ceil(PAGE)
    }

    /// Words that the call left where others were.
    pub(super) fn new_words(&self) -> impl Iterator<Item = u64> {
        let pairs = words(self.base, &self.bytes).zip(words(self.base, &self.after));
        pairs.filter(|(before, after)| before != after).map(|(_, after)| after)
    }

    /// Has the program see what the call changed. On failure, what the call did wrong.
    ///
    /// Where nobody wrote before, the call may have written what was there by chance, so all of that counts as written
    /// now: to miss a use of bytes that nobody wrote is cheaper than to report one that is none.
    pub(super) fn take_over(&self, call: &mut ExternalCall<'_>) -> Result<(), &'static str> {
        for range in &self.unwritten {
            // What may not be written stays as it is, and is no fault of a call that left it alone.
            let _ = self.store(call, range.clone());
        }
        for range in changes(&self.bytes, &self.after) {
            self.store(call, range).ok_or("changed memory that may not be written")?;
        }
        Ok(())
    }

    fn store(&self, call: &mut ExternalCall<'_>, range: Range<usize>) -> Option<()> {
        let (address, bytes) = (self.base + len64(range.start), &self.after[range]);
        if call.memory.can_store(address, len64(bytes.len()))
            && call.memory.store_bytes(address, bytes).is_some()
        {
            return Some(());
        }
        // Somewhere in it is an expression.
        for (address, &byte) in (address..).zip(bytes) {
            call.memory.store_value(call.exprs, address, 1, Value::Concrete(byte.into()))?;
        }
        Some(())
    }
}

/// What is in an object: its bytes, zeros where nobody wrote, and where that is.
pub(super) struct Contents {
    pub(super) bytes: Vec<u8>,
    unwritten: Vec<Range<usize>>,
}

/// Where objects are, in the words of those who call.
pub(super) fn regions(memory: &Memory) -> Vec<Region> {
    let regions = memory.regions();
    let parts = [
        (regions.constants(), Use::Reading),
        (regions.globals(), Use::Writing),
        (regions.heap(), Use::Writing),
        (regions.stack(), Use::Writing),
    ];
    parts.map(|(region, use_for)| Region { base: region.base, size: region.size, use_for }).to_vec()
}

/// Whether an address is one of the program's.
pub(super) fn is_in(regions: &[Region], address: u64) -> bool {
    regions.iter().any(|region| (region.base..region.base + region.size).contains(&address))
}

/// What is in a part of an object if that are all numbers.
fn numbers(memory: &Memory, base: u64, size: u64) -> Option<Contents> {
    let bytes = memory.written_or_zero(base, size)?.into_owned();
    let shadow = memory.shadow(base, size);
    let unwritten = runs(shadow.iter().flat_map(|shadow| shadow.iter()).map(|&written| written == 0));
    Some(Contents { bytes, unwritten })
}

/// What is in a part of an object, as external code gets it.
pub(super) fn contents(
    name: &str,
    call: &mut ExternalCall<'_>,
    policy: Policy,
    passing: &mut Passing,
    base: u64,
    size: u64,
) -> Result<Contents, End> {
    if let Some(contents) = numbers(call.memory, base, size) {
        return Ok(contents);
    }
    let mut bytes = vec![0; index64(size)];
    let mut has_garbage = vec![false; bytes.len()];
    for ((address, byte), has_garbage) in (base..).zip(&mut bytes).zip(&mut has_garbage) {
        *byte = match call.memory.load_value(call.exprs, address, 1) {
            Some(Value::Concrete(number)) => vellum_collections::cast::low8(number),
            Some(Value::Symbolic(e)) => {
                *has_garbage = call.exprs.has_garbage(e);
                // Of a byte that was written in part, such as by a bit field, that part is passed.
                let e = call.exprs.without_garbage(e);
                let (number, equal) = witness(call, e);
                match call.decided(equal) {
                    Some(true) => (),
                    _ if policy == Policy::All => passing.conditions.push(equal),
                    _ => {
                        return refuse(format!(
                            "`{name}` is external code and can reach symbolic bytes (at {address:#x}, in an object \
                             of {size} bytes); --external all passes values of them"
                        ));
                    }
                }
                vellum_collections::cast::low8(number)
            }
            None => {
                return refuse(format!("`{name}` is external code and can reach memory that is protected"));
            }
        };
    }
    Ok(Contents { bytes, unwritten: runs(has_garbage) })
}

/// A value that `e` has on the path, and the condition that it has it.
fn witness(call: &mut ExternalCall<'_>, e: Expr) -> (u64, Expr) {
    let number = call.witness(Value::Symbolic(e));
    let constant = call.exprs.constant(call.exprs.width(e), number);
    (number, call.exprs.eq(e, constant))
}

/// The aligned words among an object's bytes.
fn words(base: u64, bytes: &[u8]) -> impl Iterator<Item = u64> {
    let first = index64(base.next_multiple_of(8) - base).min(bytes.len());
    bytes[first..].as_chunks().0.iter().map(|&word| u64::from_le_bytes(word))
}

/// Where two contents of an object differ.
fn changes(before: &[u8], after: &[u8]) -> Vec<Range<usize>> {
    runs(before.iter().zip(after).map(|(before, after)| before != after))
}

/// Where the true ones are, as few ranges as can be.
fn runs(marks: impl IntoIterator<Item = bool>) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (at, _) in marks.into_iter().enumerate().filter(|(_, is_marked)| *is_marked) {
        match ranges.last_mut() {
            Some(last) if at == last.end => last.end = at + 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

/// An object as external code gets it: of symbolic size, as large as the path decides it to be.
fn sized(call: &mut ExternalCall<'_>, object: Object) -> Result<Object, Outcome> {
    let Some(extent) = object.extent else { return Ok(object) };
    let size = call.number_of(Value::Symbolic(extent.size))?;
    call.memory.has_at_least(object.base, size);
    Ok(call.memory.object_from(object.base).unwrap_or(object))
}

#[cfg(test)]
mod tests {
    use vellum_collections::Random;

    use super::{changes, runs, words};

    #[test]
    fn what_changed_is_in_one_range_and_what_did_not_in_none() {
        let check = |after: &[u8; 6], expected| {
            assert_eq!(format!("{:?}", changes(b"abcdef", after)), expected);
        };
        check(b"abcdef", "[]");
        check(b"Abcdef", "[0..1]");
        check(b"AbCDeF", "[0..1, 2..4, 5..6]");
        check(b"ABCDEF", "[0..6]");
    }

    #[test]
    fn runs_are_all_that_is_marked_and_never_touch() {
        let mut random = Random::new(1);
        for _ in 0..500 {
            let marks: Vec<bool> = (0..random.below(100)).map(|_| random.below(3) == 0).collect();
            let ranges = runs(marks.iter().copied());
            let mut again = vec![false; marks.len()];
            for range in &ranges {
                again[range.clone()].fill(true);
            }
            assert_eq!(again, marks);
            assert!(ranges.iter().all(|range| !range.is_empty()));
            assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }

    #[test]
    fn words_are_aligned_in_memory_not_in_the_object() {
        let bytes: Vec<u8> = (0..20).collect();
        assert_eq!(words(12, &bytes).collect::<Vec<_>>(), [0x0b0a_0908_0706_0504, 0x1312_1110_0f0e_0d0c]);
        assert_eq!(words(1, &bytes[..3]).count(), 0);
    }
}
