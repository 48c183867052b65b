//! Floats by the theory of floating-point numbers, their patterns in and out.

use std::fmt::Write;

use vellum_bits::{Bits, FloatKind, RoundTo, Signedness};

use super::{Writer, term::Text};
use crate::{
    kind::{FloatOp, FloatOrder, Kind},
    pool::Expr,
};

/// Bits of the exponent and of the significand, the hidden one counted.
fn format_of(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::Half => (5, 11),
        FloatKind::BFloat => (8, 8),
        FloatKind::Single => (8, 24),
        FloatKind::Double => (11, 53),
        FloatKind::X87 => (15, 64),
        FloatKind::Quad => (15, 113),
    }
}

fn to_fp(kind: FloatKind) -> String {
    let (exponent, significand) = format_of(kind);
    format!("(_ to_fp {exponent} {significand})")
}

fn mode(to: RoundTo) -> &'static str {
    match to {
        RoundTo::Floor => "RTN",
        RoundTo::Ceil => "RTP",
        RoundTo::Trunc => "RTZ",
        RoundTo::NearestEven => "RNE",
        RoundTo::NearestAway => "RNA",
    }
}

/// The float a pattern stands for. The pattern is a name or a constant: it occurs more than once.
fn number(kind: FloatKind, pattern: &str) -> String {
    if kind != FloatKind::X87 {
        return format!("({} {pattern})", to_fp(kind));
    }
    // The integer bit is not stored elsewhere. Clear under an exponent it makes no number; set over the exponent
    // zero it makes the exponent one.
    let part = |high: u32, low: u32| format!("((_ extract {high} {low}) {pattern})");
    let (sign, exponent, integer, fraction) = (part(79, 79), part(78, 64), part(63, 63), part(62, 0));
    let is_small = format!("(= {exponent} #b000000000000000)");
    let real = format!("(ite (and {is_small} (= {integer} #b1)) #b000000000000001 {exponent})");
    let refused = format!("(and (not {is_small}) (= {integer} #b0))");
    format!("(ite {refused} (_ NaN 15 64) (fp {sign} {real} {fraction}))")
}

/// The pattern of a computed NaN.
fn nan(kind: FloatKind) -> String {
    let (exponent, significand) = format_of(kind);
    format!("#b0{}1{}", "1".repeat(index(exponent)), "0".repeat(index(significand - 2)))
}

fn index(value: u32) -> usize {
    vellum_collections::cast::index(value)
}

/// A power of two, or an infinity where it is too large, with its sign.
fn power(kind: FloatKind, exponent: u32, sign: char) -> String {
    let integer = Bits::from_u64(exponent + 1, 1).shl_u32(exponent);
    let pattern = kind.from_int(&integer, Signedness::Unsigned);
    let (bits, low) = format_of(kind);
    let fraction: String =
        (0..low - 1).rev().map(|i| if pattern >> i & 1 == 1 { '1' } else { '0' }).collect();
    let shift = if kind == FloatKind::X87 { low } else { low - 1 };
    let field: String =
        (0..bits).rev().map(|i| if pattern >> (shift + i) & 1 == 1 { '1' } else { '0' }).collect();
    format!("(fp #b{sign} #b{field} #b{fraction})")
}

impl Writer<'_> {
    /// A comparison or a conversion to an integer.
    pub(super) fn float_term(&mut self, kind: Kind, width: u32, bits: &[String]) -> Text {
        self.floats = true;
        match kind {
            Kind::FloatCompare(format, order, ..) => {
                let name = match order {
                    FloatOrder::Eq => "fp.eq",
                    FloatOrder::Lt => "fp.lt",
                    FloatOrder::Le => "fp.leq",
                };
                Self::condition(format!("({name} {} {})", number(format, &bits[0]), number(format, &bits[1])))
            }
            Kind::FloatToInt(format, signedness, _) => {
                Self::vector(to_int(format, signedness, width, &bits[0]))
            }
            _ => unreachable!("not a float seen from outside"),
        }
    }

    /// A computed float: a constant that has the right value.
    pub(super) fn float_result(&mut self, e: Expr, kind: Kind, bits: &[String]) -> Text {
        self.floats = true;
        let (format, value) = computed(kind, bits);
        let (exponent, significand) = format_of(format);
        let name = format!("${e}.bits");
        writeln!(self.out, "(declare-const {name} (_ BitVec {}))", exponent + significand)
            .expect("a string grows");
        let value_name = format!("${e}.float");
        writeln!(self.out, "(define-fun {value_name} () (_ FloatingPoint {exponent} {significand}) {value})")
            .expect("a string grows");
        self.line(&format!("(assert (= ({} {name}) {value_name}))", to_fp(format)));
        self.line(&format!("(assert (=> (fp.isNaN {value_name}) (= {name} {})))", nan(format)));
        if format != FloatKind::X87 {
            return Text::bits(name);
        }
        let integer = format!("(ite (= ((_ extract 77 63) {name}) #b000000000000000) #b0 #b1)");
        let pattern = format!("(concat ((_ extract 78 63) {name}) {integer} ((_ extract 62 0) {name}))");
        self.named(e, &Self::vector(pattern))
    }
}

fn computed(kind: Kind, bits: &[String]) -> (FloatKind, String) {
    let of = |format: FloatKind, i: usize| number(format, &bits[i]);
    match kind {
        Kind::Float(format, op, ..) => {
            let (a, b) = (of(format, 0), of(format, 1));
            let value = match op {
                FloatOp::Add => format!("(fp.add RNE {a} {b})"),
                FloatOp::Sub => format!("(fp.sub RNE {a} {b})"),
                FloatOp::Mul => format!("(fp.mul RNE {a} {b})"),
                FloatOp::Div => format!("(fp.div RNE {a} {b})"),
                FloatOp::Sqrt => format!("(fp.sqrt RNE {a})"),
                FloatOp::Round(to) => format!("(fp.roundToIntegral {} {a})", mode(to)),
            };
            (format, value)
        }
        Kind::Fma(format, ..) => {
            (format, format!("(fp.fma RNE {} {} {})", of(format, 0), of(format, 1), of(format, 2)))
        }
        Kind::FloatFromInt(format, Signedness::Signed, _) => {
            (format, format!("({} RNE {})", to_fp(format), bits[0]))
        }
        Kind::FloatFromInt(format, Signedness::Unsigned, _) => {
            let (exponent, significand) = format_of(format);
            (format, format!("((_ to_fp_unsigned {exponent} {significand}) RNE {})", bits[0]))
        }
        Kind::FloatConvert(from, to, _) => (to, format!("({} RNE {})", to_fp(to), of(from, 0))),
        _ => unreachable!("not a computed float"),
    }
}

/// The integral part, or the smallest signed integer where the width has no such integer.
fn to_int(format: FloatKind, signedness: Signedness, width: u32, pattern: &str) -> String {
    let value = number(format, pattern);
    let whole = format!("(fp.roundToIntegral RTZ {value})");
    let (name, least, most) = match signedness {
        Signedness::Signed => ("fp.to_sbv", power(format, width - 1, '1'), power(format, width - 1, '0')),
        Signedness::Unsigned => {
            let (exponent, significand) = format_of(format);
            ("fp.to_ubv", format!("(_ +zero {exponent} {significand})"), power(format, width, '0'))
        }
    };
    let least = format!("(fp.leq {least} {whole})");
    let most = format!("(fp.lt {whole} {most})");
    let finite = format!("(not (fp.isInfinite {value}))");
    let smallest = format!("#b1{}", "0".repeat(index(width - 1)));
    format!("(ite (and {least} {most} {finite}) ((_ {name} {width}) RTZ {value}) {smallest})")
}
