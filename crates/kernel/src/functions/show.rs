//! How memory holds a block, for people: `vellum_print_block`.

use std::fmt::Write as _;

use vellum_engine::{End, ExternalCall, Outcome};
use vellum_expr::{Expr, Exprs, Source, Span};
use vellum_memory::{Access, Memory, PlaneView, RecordView};

use super::inputs::misuse;
use crate::{access, kernel::Kernel};

/// `void vellum_print_block(const char *name, const void *block, size_t word)`
pub(super) fn print_block(kernel: &mut Kernel, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
    let (name, address, word) = (access::text(call.memory, call.arg(0))?, call.arg(1), call.arg(2));
    if !matches!(word, 1 | 2 | 4 | 8) {
        return Err(misuse(format!(
            "vellum_print_block(\"{name}\"): a word has 1, 2, 4 or 8 bytes, not {word}"
        )));
    }
    let Some(object) = call.memory.object_at(address) else {
        return Err(call.memory.explain(Access::Read, address, 1).into());
    };
    let size = object.size_expr(call.exprs);
    let size = value(call.exprs, call.memory, size);
    let text = match call.memory.plane_view(call.exprs, address, word) {
        Some(view) => format!("{name}: {size} bytes{}", text_of(call.exprs, call.memory, &view)),
        None => format!("{name}: {size} bytes, which share an array with others"),
    };
    kernel.warn(text);
    Ok(Outcome::Return(0))
}

/// What is at known places, and the list of records.
fn text_of(exprs: &mut Exprs, memory: &Memory, view: &PlaneView) -> String {
    let mut text = String::from("\n  boostMap {");
    let known = view.known.iter().map(|&(at, held)| format!("{at}: {}", value(exprs, memory, held)));
    let _ = write!(text, "{}}}\n  iteList [", known.collect::<Vec<_>>().join(", "));
    let records = view.records.iter().map(|record| record_text(exprs, memory, record));
    let _ = write!(text, "{}]", records.collect::<Vec<_>>().join(", "));
    text
}

fn record_text(exprs: &mut Exprs, memory: &Memory, record: &RecordView) -> String {
    match record {
        RecordView::Known(at, held) => format!("{at}: {}", value(exprs, memory, *held)),
        RecordView::Value(written) => {
            let (at, held) = (value(exprs, memory, written.index), value(exprs, memory, written.value));
            match written.guard {
                Expr::TRUE => format!("{at}: {held}"),
                guard => format!("{at}: {held} where {}", value(exprs, memory, guard)),
            }
        }
        RecordView::Span(Span { start, len, source }) => {
            let end = exprs.add(*start, *len);
            let (start, end) = (value(exprs, memory, *start), value(exprs, memory, end));
            let held = match source {
                Source::Byte(byte) => value(exprs, memory, *byte),
                Source::Array { .. } => "copied bytes".to_owned(),
                Source::Function(f) => {
                    let (held, round) = (value(exprs, memory, f.value), value(exprs, memory, f.round));
                    format!("{held} every {} bytes, {round} counting them", f.step)
                }
            };
            format!("{start} to {end}: {held}")
        }
    }
}

/// A value in as few words as possible; a pointer as the address of its object, and an offset.
fn value(exprs: &mut Exprs, memory: &Memory, e: Expr) -> String {
    if let Some((object, offset)) = exprs.as_place(e) {
        return format!("{object:#x}:{}", value(exprs, memory, offset));
    }
    if let Some(number) = exprs.as_const(e) {
        return match memory.object_at(number).filter(|_| exprs.width(e) == 64) {
            Some(object) => format!("{:#x}:{}", object.base, number - object.base),
            None => number.to_string(),
        };
    }
    exprs.in_words(e).unwrap_or_else(|| exprs.show(e).to_string())
}
