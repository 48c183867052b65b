//! What a stack of layers comes to.

use std::{collections::BTreeMap, ops::Range};

use vellum_collections::cast::{index64, len64};
use vellum_expr::{Array, Bytes, Cells, Exprs};

use super::{
    super::dense::Dense,
    super::runs::{Piece, Run, Runs},
    super::written::Written,
    IndexedWrite, Layer, What,
};

/// The parts `range` is made of, the lowest first.
pub(super) fn parts_of(exprs: &mut Exprs, layer: &Layer, range: Range<u64>, size: u64, parts: &mut Vec<Run>) {
    let below = || layer.below.as_deref().expect("only a terminal has nothing below");
    match &layer.what {
        What::Bytes(bytes) => {
            let mut at = range.start;
            while at < range.end {
                let end = range.end.min(at + 8);
                let word = bytes.word(at..end);
                parts.push(number(exprs, at, end - at, word));
                at = end;
            }
        }
        What::Indexed { bounds, .. } => {
            // What lies before and behind the bounds is as it was.
            let inside =
                range.start.max(bounds.start).min(range.end)..range.end.min(bounds.end).max(range.start);
            if inside.start >= inside.end {
                return parts_of(exprs, below(), range, size, parts);
            }
            if range.start < inside.start {
                parts_of(exprs, below(), range.start..inside.start, size, parts);
            }
            let array = array_of(exprs, layer, size);
            let mut at = inside.start;
            while at < inside.end {
                let len = 8.min(inside.end - at);
                let place = exprs.constant(64, at);
                let value = exprs.read(array, place, u32::try_from(len).expect("at most eight"));
                parts.push(Run::new(at, len, value));
                at += len;
            }
            if inside.end < range.end {
                parts_of(exprs, below(), inside.end..range.end, size, parts);
            }
        }
        What::Written(written) => {
            let mut at = range.start;
            while at < range.end {
                let run = written.runs.from(at).copied();
                if let Some(run) = run.filter(|run| run.start <= at) {
                    let end = run.end().min(range.end);
                    parts.push(if at == run.start && end == run.end() {
                        run
                    } else {
                        run.part(exprs, at..end)
                    });
                    at = end;
                    continue;
                }
                let limit = run.map_or(range.end, |run| run.start.min(range.end));
                at = numbers_or_below(exprs, layer, at..limit, size, parts);
            }
        }
    }
}

/// The first parts of a range without runs: numbers of this layer, or what lies below; where they end.
fn numbers_or_below(
    exprs: &mut Exprs,
    layer: &Layer,
    range: Range<u64>,
    size: u64,
    parts: &mut Vec<Run>,
) -> u64 {
    let What::Written(written) = &layer.what else { unreachable!("of this sort") };
    let is_written = |at: u64| written.chunks.byte(at).is_some();
    let here = is_written(range.start);
    let end = (range.start..range.end).find(|&at| is_written(at) != here).unwrap_or(range.end);
    if !here {
        let below = layer.below.as_deref().expect("only a terminal has nothing below");
        parts_of(exprs, below, range.start..end, size, parts);
        return end;
    }
    let end = end.min(range.start + 8);
    let bytes = (range.start..end).rev();
    let word = bytes.fold(0, |word, at| word << 8 | u64::from(written.chunks.byte(at).unwrap_or(0)));
    parts.push(number(exprs, range.start, end - range.start, word));
    end
}

fn number(exprs: &mut Exprs, start: u64, len: u64, word: u64) -> Run {
    let value = exprs.constant(u32::try_from(len * 8).expect("at most eight bytes"), word);
    Run::new(start, len, value)
}

/// What an object holds up to `layer`, as an array value.
///
/// Equal contents are the same array, whatever their history: what was written at known places since the last
/// write at a symbolic one is written by rising place, and without such a write there are only bytes.
pub(super) fn array_of(exprs: &mut Exprs, layer: &Layer, size: u64) -> Array {
    if let Some(array) = layer.array.get() {
        return array;
    }
    let array = match &layer.what {
        What::Indexed { writes, .. } => {
            let below = layer.below.as_deref().expect("only a terminal has nothing below");
            let mut array = array_of(exprs, below, size);
            for write in writes {
                array = match *write {
                    IndexedWrite::Value { index, value } => exprs.store(array, index, value),
                    IndexedWrite::Span(span) => exprs.span(array, span),
                };
            }
            array
        }
        What::Written(_) | What::Bytes(_) => {
            let base = layer.chain().find(|layer| matches!(layer.what, What::Indexed { .. }));
            let written = written_over(layer);
            match base {
                Some(base) if written.first() != Some(&(0..size)) => {
                    let mut array = array_of(exprs, base, size);
                    for range in written {
                        let piece = piece_of(exprs, layer, range.clone(), size);
                        array = piece.stored(exprs, array, range.start);
                    }
                    array
                }
                _ => cells_of(exprs, layer, size),
            }
        }
    };
    layer.array.set(Some(array));
    array
}

/// What was written since the last write at a symbolic place, in stretches as long as can be.
pub(super) fn written_over(layer: &Layer) -> Vec<Range<u64>> {
    let mut ranges: Vec<Range<u64>> = Vec::new();
    for layer in layer.chain().take_while(|layer| !matches!(layer.what, What::Indexed { .. })) {
        if let What::Written(Written { chunks, runs }) = &layer.what {
            ranges.extend(chunks.stretches().map(|(at, bytes)| at..at + len64(bytes.len())));
            ranges.extend(runs.iter().map(|run| run.start..run.end()));
        }
    }
    joined(ranges)
}

/// The same places in stretches as long as can be.
fn joined(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|next, range| {
        let touches = next.start <= range.end;
        if touches {
            range.end = range.end.max(next.end);
        }
        touches
    });
    ranges
}

/// All bytes, which nothing was written over at symbolic places.
fn cells_of(exprs: &mut Exprs, layer: &Layer, size: u64) -> Array {
    let terminal = layer.chain().find(|layer| layer.below.is_none());
    match terminal.map(|layer| &layer.what) {
        Some(What::Bytes(Dense::Same(fill, _))) => sparse_cells_of(exprs, layer, size, fill.byte()),
        _ => dense_cells_of(exprs, layer, size),
    }
}

/// As [`cells_of`], where most bytes are nowhere: only pages that something was written to are looked at.
fn sparse_cells_of(exprs: &mut Exprs, layer: &Layer, size: u64, fill: u8) -> Array {
    let mut pages = BTreeMap::new();
    let (mut symbolic, mut far) = (Vec::new(), Vec::new());
    for written in written_over(layer) {
        for (number, page) in Bytes::pages_of(&written, size) {
            if pages.contains_key(&number) {
                continue;
            }
            let start = page.start;
            let piece = piece_of(exprs, layer, page, size);
            for (at, byte) in piece.symbolic(exprs) {
                // Cells have expressions in the first 4 GiB only.
                match u32::try_from(start + u64::from(at)) {
                    Ok(place) => symbolic.push((place, byte)),
                    Err(_) => far.push((start + u64::from(at), byte)),
                }
            }
            pages.insert(number, piece.bytes);
        }
    }
    let array = exprs.cells(Cells::of(Bytes::pages(size, fill, &pages), symbolic));
    far.into_iter().fold(array, |array, (at, byte)| {
        let place = exprs.constant(64, at);
        exprs.store(array, place, byte)
    })
}

/// As [`cells_of`], where all bytes are looked at.
fn dense_cells_of(exprs: &mut Exprs, layer: &Layer, size: u64) -> Array {
    let mut bytes = flatten(layer, &(0..size));
    let runs = layer.chain().filter_map(|layer| match &layer.what {
        What::Written(written) => Some(written.runs.iter()),
        What::Bytes(_) | What::Indexed { .. } => None,
    });
    let ranges = joined(runs.flatten().map(|run| run.start..run.end()).collect());
    if ranges.is_empty() {
        return exprs.numbers(&bytes);
    }
    let mut symbolic = Vec::new();
    for range in ranges {
        let piece = piece_of(exprs, layer, range.clone(), size);
        bytes[index64(range.start)..index64(range.end)].copy_from_slice(&piece.bytes);
        let start = u32::try_from(range.start).expect("an array value has fewer than 2^32 bytes");
        symbolic.extend(piece.symbolic(exprs).into_iter().map(|(at, byte)| (start + at, byte)));
    }
    exprs.cells(Cells::new(bytes.into(), symbolic))
}

/// A copy of `range`.
pub(super) fn piece_of(exprs: &mut Exprs, layer: &Layer, range: Range<u64>, size: u64) -> Piece {
    let mut piece = Piece::concrete(flatten(layer, &range));
    let mut parts = Vec::new();
    for doubtful in doubtful(layer, &range) {
        parts_of(exprs, layer, doubtful, size, &mut parts);
    }
    for part in parts {
        piece.replace(exprs, part.moved_to(part.start - range.start));
    }
    piece
}

/// Where in `range` some layer has an expression: what is elsewhere is a number.
pub(super) fn doubtful(layer: &Layer, range: &Range<u64>) -> Vec<Range<u64>> {
    let mut found = Vec::new();
    for layer in layer.chain() {
        match &layer.what {
            What::Bytes(_) => (),
            What::Written(written) => {
                found.extend(written.runs.touching(range).map(|run| run.start..run.end()));
            }
            What::Indexed { bounds, .. } => found.push(bounds.clone()),
        }
    }
    let inside = |part: Range<u64>| part.start.max(range.start)..part.end.min(range.end);
    joined(found.into_iter().map(inside).filter(|part| part.start < part.end).collect())
}

/// The expressions of all layers, in which nothing was written at symbolic places; `None` where one is seen in part only.
pub(super) fn runs_of(layer: &Layer) -> Option<Runs> {
    let mut all = Runs::default();
    let layers: Vec<&Layer> = layer.chain().collect();
    for layer in layers.iter().rev() {
        let What::Written(Written { chunks, runs }) = &layer.what else { continue };
        for (at, bytes) in chunks.stretches() {
            all.clear_whole(&(at..at + len64(bytes.len()))).then_some(())?;
        }
        for &run in runs.iter() {
            all.clear_whole(&(run.start..run.end())).then_some(())?;
            all.insert([run]);
        }
    }
    Some(all)
}

/// The numbers of all layers in `range`, one over the other; anything where there are expressions.
pub(super) fn flatten(layer: &Layer, range: &Range<u64>) -> Vec<u8> {
    let layers: Vec<&Layer> = layer.chain().collect();
    let mut bytes = vec![0; index64(range.end - range.start)];
    for layer in layers.iter().rev() {
        match &layer.what {
            What::Bytes(dense) => dense.copy_to(range, &mut bytes),
            What::Written(written) => written.chunks.copy_to(range, &mut bytes),
            What::Indexed { .. } => (),
        }
    }
    bytes
}
