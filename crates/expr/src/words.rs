//! Expressions in the names of the input, for people: `n`, `4 * n + 1`.

use vellum_bits::word;

use crate::{
    kind::{BinaryOp, Kind},
    pool::{Expr, Exprs, Input},
};

/// Operations that are still easy to read.
const OPERATIONS: u32 = 4;

impl Exprs {
    /// What `e` is, if that can be said in a few words.
    pub fn in_words(&self, e: Expr) -> Option<String> {
        self.words(e, OPERATIONS).map(|words| words.text)
    }

    fn words(&self, e: Expr, operations: u32) -> Option<Words> {
        if let Some(bytes) = self.bytes_of_input(e) {
            let Bytes { input, first, count, zeros } = bytes;
            let name = self.input_name(input);
            let text = match count {
                _ if count == self.input_size(input) => name.to_owned(),
                1 => format!("{name}[{first}]"),
                _ => format!("{name}[{first}..{}]", first + count),
            };
            // A product with a power of two has zeros below.
            let factor = if zeros == 0 { String::new() } else { format!("{} * ", 1_u64.checked_shl(zeros)?) };
            return Some(Words { text: factor + &text, is_sum: false });
        }
        match self.kind(e) {
            Kind::Const(number) => Some(Words { text: number.to_string(), is_sum: false }),
            Kind::ZExt(of) | Kind::SExt(of) => self.words(of, operations),
            Kind::Concat(high, low) if self.as_const(low) == Some(0) => {
                let high = self.words(high, operations.checked_sub(1)?)?;
                let factor = 1_u64.checked_shl(self.width(low))?;
                Some(Words { text: format!("{factor} * {}", high.factor()), is_sum: false })
            }
            Kind::Binary(BinaryOp::Add, a, b) if let Some(less) = self.subtracts(b) => {
                let a = self.words(a, operations.checked_sub(1)?)?;
                Some(Words { text: format!("{} - {less}", a.text), is_sum: true })
            }
            Kind::Binary(op, a, b) => {
                let left = operations.checked_sub(1)?;
                let (a, b) = (self.words(a, left)?, self.words(b, left)?);
                match op {
                    BinaryOp::Add => Some(Words { text: format!("{} + {}", a.text, b.text), is_sum: true }),
                    BinaryOp::Sub => {
                        Some(Words { text: format!("{} - {}", a.text, b.factor()), is_sum: true })
                    }
                    BinaryOp::Mul => {
                        // A constant comes first.
                        Some(Words { text: format!("{} * {}", b.factor(), a.factor()), is_sum: false })
                    }
                    BinaryOp::Shl => {
                        let by: u32 = b.text.parse().ok()?;
                        let factor = 1_u64.checked_shl(by)?;
                        Some(Words { text: format!("{factor} * {}", a.factor()), is_sum: false })
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// How much less a sum is than its other part, if `e` is a negative number.
    fn subtracts(&self, e: Expr) -> Option<u64> {
        let number = word::sign_extend(self.width(e), self.as_const(e)?);
        (number < 0).then_some(number.unsigned_abs())
    }

    /// The bytes of one input, side by side, that `e` is.
    fn bytes_of_input(&self, e: Expr) -> Option<Bytes> {
        match self.kind(e) {
            Kind::Symbol { input, offset } if self.width(e) == 8 => {
                Some(Bytes { input, first: offset, count: 1, zeros: 0 })
            }
            Kind::Concat(high, low) if self.as_const(low) == Some(0) => {
                let bytes = self.bytes_of_input(high)?;
                Some(Bytes { zeros: bytes.zeros + self.width(low), ..bytes })
            }
            Kind::Concat(high, low) => {
                let (low, high) = (self.bytes_of_input(low)?, self.bytes_of_input(high)?);
                let is_next = high.input == low.input && high.first == low.first + low.count;
                (is_next && high.zeros == 0).then_some(Bytes { count: low.count + high.count, ..low })
            }
            _ => None,
        }
    }
}

/// Bytes of one input, side by side, and how many bits of zero lie below.
struct Bytes {
    input: Input,
    first: u32,
    count: u32,
    zeros: u32,
}

struct Words {
    text: String,
    is_sum: bool,
}

impl Words {
    /// As a factor of a product.
    fn factor(&self) -> String {
        if self.is_sum { format!("({})", self.text) } else { self.text.clone() }
    }
}

#[cfg(test)]
mod tests {
    use crate::pool::Exprs;

    #[test]
    fn sizes_are_said_in_the_names_of_the_input() {
        let mut exprs = Exprs::new();
        let input = exprs.input("n", 4);
        let bytes: Vec<_> = (0..4).map(|at| exprs.symbol(input, at)).collect();
        let n = exprs.concat_bytes(&bytes);
        let wide = exprs.zext(n, 64);
        let (four, one) = (exprs.constant(64, 4), exprs.constant(64, 1));
        let ints = exprs.mul(wide, four);
        let more = exprs.add(ints, one);
        let half = exprs.concat(bytes[3], bytes[2]);
        let both = exprs.xor(n, n);
        let said = [wide, ints, more, half, bytes[1], both].map(|e| exprs.in_words(e).unwrap_or_default());
        assert_eq!(said, ["n", "4 * n", "4 * n + 1", "n[2..4]", "n[1]", "0"]);
        let (sum, three) = (exprs.sub(wide, one), exprs.constant(32, 3));
        let less = exprs.sub(n, three);
        let said = [sum, less].map(|e| exprs.in_words(e).unwrap_or_default());
        assert_eq!(said, ["n - 1", "n - 3"]);
        let (factor, one, zeros) = (exprs.constant(32, 3), exprs.constant(32, 1), exprs.zero(2));
        let product = exprs.mul(n, factor);
        let odd = exprs.add(product, one);
        let words = exprs.concat(odd, zeros);
        let offset = exprs.sext(words, 64);
        assert_eq!(exprs.in_words(offset).as_deref(), Some("4 * (3 * n + 1)"));
        let other = exprs.not(n);
        assert_eq!(exprs.in_words(other), None);
    }
}
