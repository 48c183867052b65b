//! One layer of a term. Here, and only here, a truth value changes between Bool and a bit-vector of one bit.

use crate::{
    kind::{
        BinaryOp::{And, Or, Xor},
        Kind,
    },
    pool::Expr,
};

use super::Writer;

/// A term as text, of sort Bool or a bit-vector.
#[derive(Clone, Debug)]
pub(super) struct Text {
    term: String,
    is_bool: bool,
    /// How many terms lie inside each other.
    pub(super) nesting: u32,
}

impl Text {
    /// A name or a constant.
    pub(super) fn bits(text: String) -> Self {
        Self { term: text, is_bool: false, nesting: 0 }
    }

    pub(super) fn bit_vector(&self) -> String {
        if self.is_bool { format!("(ite {} #b1 #b0)", self.term) } else { self.term.clone() }
    }

    pub(super) fn truth(&self) -> String {
        if self.is_bool { self.term.clone() } else { format!("(= {} #b1)", self.term) }
    }
}

/// An index that many bytes on.
pub(super) fn plus(index: &str, bytes: u32) -> String {
    if bytes == 0 { index.to_owned() } else { format!("(bvadd {index} #x{bytes:016x})") }
}

impl Writer<'_> {
    /// The text of a term whose parts are done.
    pub(super) fn term(&mut self, e: Expr) -> Text {
        let (kind, width) = (self.exprs.kind(e), self.exprs.width(e));
        let parts: Vec<Text> = kind.operands().map(|part| self.use_of(part)).collect();
        let bits: Vec<String> = parts.iter().map(Text::bit_vector).collect();
        let nesting = 1 + parts.iter().map(|part| part.nesting).max().unwrap_or(0);
        let grown = |part: Expr| width - self.exprs.width(part);
        let (text, is_bool) = match kind {
            Kind::Const(_) | Kind::Wide(_) | Kind::Symbol { .. } | Kind::Garbage { .. } | Kind::Base(_) => {
                unreachable!("not made of parts")
            }
            Kind::Not(_) if width == 1 => (format!("(not {})", parts[0].truth()), true),
            Kind::Not(_) => (format!("(bvnot {})", bits[0]), false),
            Kind::Binary(op @ (And | Or | Xor), ..) if width == 1 => {
                let name = op.name().trim_start_matches("bv");
                (format!("({name} {} {})", parts[0].truth(), parts[1].truth()), true)
            }
            Kind::Binary(op, ..) => (format!("({} {} {})", op.name(), bits[0], bits[1]), false),
            Kind::Compare(op, ..) => (format!("({} {} {})", op.name(), bits[0], bits[1]), true),
            Kind::Ite(..) => (format!("(ite {} {} {})", parts[0].truth(), bits[1], bits[2]), false),
            Kind::Concat(..) => (format!("(concat {} {})", bits[0], bits[1]), false),
            Kind::Extract { low, .. } => {
                (format!("((_ extract {} {low}) {})", low + width - 1, bits[0]), false)
            }
            Kind::ZExt(part) => (format!("((_ zero_extend {}) {})", grown(part), bits[0]), false),
            Kind::SExt(part) => (format!("((_ sign_extend {}) {})", grown(part), bits[0]), false),
            Kind::Read { array, .. } => {
                let select = |i| format!("(select ${array} {})", plus(&bits[0], i));
                let bytes: Vec<String> = (0..width / 8).rev().map(select).collect();
                (
                    if bytes.len() == 1 { bytes.concat() } else { format!("(concat {})", bytes.join(" ")) },
                    false,
                )
            }
            Kind::FloatCompare(..) | Kind::FloatToInt(..) => return self.float_term(kind, width, &bits),
            Kind::Float(..) | Kind::Fma(..) | Kind::FloatFromInt(..) | Kind::FloatConvert(..) => {
                return self.float_result(e, kind, &bits);
            }
        };
        Text { term: text, is_bool, nesting }
    }

    /// A constant, in hexadecimal where its width allows.
    pub(super) fn constant(&self, e: Expr) -> String {
        let value = self.exprs.as_bits(e).expect("a constant");
        let width = value.width();
        if !width.is_multiple_of(4) {
            let digits: String = (0..width).rev().map(|i| if value.bit(i) { '1' } else { '0' }).collect();
            return format!("#b{digits}");
        }
        let digits: String = (0..width / 4)
            .rev()
            .map(|i| {
                char::from_digit((0..4).map(|b| u32::from(value.bit(4 * i + b)) << b).sum(), 16)
                    .unwrap_or('0')
            })
            .collect();
        format!("#x{digits}")
    }

    /// A truth value.
    pub(super) fn condition(text: String) -> Text {
        Text { term: text, is_bool: true, nesting: 1 }
    }

    /// A value.
    pub(super) fn vector(text: String) -> Text {
        Text { term: text, is_bool: false, nesting: 1 }
    }
}
