//! Counted loops of the program's own, as C text and as what they do.

use vellum_collections::cast::{index64, low8};

use super::{
    memory::{Memory, Stop},
    operations::{Place, write_result},
    terms::{Input, Term},
};

/// What a round does with the element it has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// Writes a function of its number.
    Fill,
    /// Copies it from another place.
    Copy,
    Sum,
    /// Ends the loop where it is a given one.
    Find,
    /// Ends the loop where it is not the same as at another place.
    Compare,
    /// As [`Self::Find`], in the condition of the loop.
    FindInHead,
    /// As [`Self::Compare`], in the condition of the loop.
    CompareInHead,
    /// Ends the loop, in its condition, where it is neither of two given ones.
    Skip,
    /// Counts those that are a given one.
    Count,
    /// Writes to those that are a given one.
    Change,
}

/// How a loop walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Forwards,
    Backwards,
    /// A pointer, up to another.
    Pointer,
    /// A pointer, while a number is counted down.
    Countdown,
}

/// Types of elements, with their bytes.
pub(super) const ELEMENTS: &[(&str, i64)] = &[("u8", 1), ("u32", 4), ("u16", 2)];

/// Types of the counter.
pub(super) const COUNTERS: &[&str] = &["unsigned", "int", "long", "size_t"];

/// A loop.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) body: Body,
    pub(super) way: Way,
    pub(super) element: (&'static str, i64),
    pub(super) counter: &'static str,
    pub(super) step: i64,
    /// Elements to walk.
    pub(super) bound: Term,
    pub(super) place: Place,
    /// The other place, of loops that have two.
    pub(super) other: Place,
    /// A factor, and what is added or looked for.
    pub(super) numbers: (i64, i64),
    /// The result that sums and searches are.
    pub(super) result: usize,
}

impl Loop {
    /// The numbers of the elements, in the order in which the loop comes to them.
    fn elements(&self, bound: i64) -> Vec<i64> {
        let step = self.step;
        match self.way {
            Way::Forwards | Way::Pointer => (0..bound).step_by(index64(step.cast_unsigned())).collect(),
            Way::Backwards => (1..=bound / step).map(|round| bound - round * step).collect(),
            Way::Countdown => (0..bound).collect(),
        }
    }

    /// What comes of it.
    pub(super) fn execute(&self, input: Input, memory: &mut Memory) -> Result<(), Stop> {
        let place = self.place.pointer(input, memory)?;
        let other = self.other.pointer(input, memory)?;
        let (bound, len) = (self.bound.value(input, memory), self.element.1);
        let (mut sum, mut count) = (0, 0);
        for number in self.elements(bound) {
            let (here, there) = (place.plus(number * len), other.plus(number * len));
            match self.body {
                Body::Fill => {
                    let value = number * self.numbers.0 + self.numbers.1;
                    memory.write(here, &bytes_of(value, len))?;
                }
                Body::Copy => {
                    let value = number_of(&memory.read_written(there, len)?) + self.numbers.0;
                    memory.write(here, &bytes_of(value, len))?;
                }
                Body::Sum => sum += number_of(&memory.read_written(here, len)?),
                Body::Find | Body::FindInHead => {
                    if number_of(&memory.read_written(here, len)?) == self.numbers.1 {
                        break;
                    }
                }
                Body::Skip => {
                    let there = number_of(&memory.read_written(here, len)?);
                    if ![self.numbers.0, self.numbers.1].contains(&there) {
                        break;
                    }
                }
                Body::Count => {
                    sum += i64::from(number_of(&memory.read_written(here, len)?) == self.numbers.1);
                }
                Body::Change => {
                    if number_of(&memory.read_written(here, len)?) == self.numbers.1 {
                        memory.write(here, &bytes_of(self.numbers.0, len))?;
                    }
                }
                Body::Compare | Body::CompareInHead => {
                    let (a, b) = (memory.read_written(here, len)?, memory.read_written(there, len)?);
                    if a != b {
                        break;
                    }
                }
            }
            count += 1;
        }
        match self.body {
            Body::Fill | Body::Copy | Body::Change => Ok(()),
            Body::Sum | Body::Count => write_result(memory, self.result, sum ^ (sum >> 8)),
            Body::Find | Body::FindInHead | Body::Compare | Body::CompareInHead | Body::Skip => {
                write_result(memory, self.result, count)
            }
        }
    }

    /// The loop in C. Where it walks is in variables of its own, so that a compiler knows no more about it than that.
    pub(super) fn text(&self) -> String {
        let (ty, step, bound) = (self.element.0, self.step, self.bound.text());
        let (place, other) = (self.place.text(), self.other.text());
        let counter = self.counter;
        let head = format!("{ty} *p = ({ty} *)({place}), *q = ({ty} *)({other}); unsigned s = 0, c = 0;");
        let (begin, goes, next, here, there, number) = match self.way {
            Way::Forwards => (
                format!("{counter} i = 0, m = {bound}"),
                "i < m".to_owned(),
                format!("i += {step}"),
                "p[i]",
                "q[i]",
                "i",
            ),
            Way::Backwards => (
                format!("{counter} i = {bound}"),
                format!("i >= {step}"),
                format!("i -= {step}"),
                if step == 1 { "p[i - 1]" } else { "p[i - 2]" },
                if step == 1 { "q[i - 1]" } else { "q[i - 2]" },
                if step == 1 { "(i - 1)" } else { "(i - 2)" },
            ),
            Way::Pointer => (
                format!("{ty} *x = p, *e = p + {bound}"),
                "x < e".to_owned(),
                format!("x += {step}, q += {step}"),
                "*x",
                "*q",
                "(x - p)",
            ),
            Way::Countdown => (
                format!("{counter} m = {bound}"),
                "m-- > 0".to_owned(),
                "p++, q++".to_owned(),
                "*p",
                "*q",
                "c",
            ),
        };
        let (factor, plus) = self.numbers;
        let goes = match self.body {
            Body::FindInHead => format!("{goes} && {here} != {plus}"),
            Body::CompareInHead => format!("{goes} && {here} == {there}"),
            Body::Skip => format!("{goes} && ({here} == {factor} || {here} == {plus})"),
            _ => goes,
        };
        let act = match self.body {
            Body::Fill => format!("{here} = ({ty})({number} * {factor} + {plus}); c++;"),
            Body::Copy => format!("{here} = ({ty})({there} + {factor});"),
            Body::Sum => format!("s += {here};"),
            Body::Find => format!("if ({here} == {plus}) break; c++;"),
            Body::Compare => format!("if ({here} != {there}) break; c++;"),
            Body::FindInHead | Body::CompareInHead | Body::Skip => "c++;".to_owned(),
            Body::Count => format!("if ({here} == {plus}) s++;"),
            Body::Change => format!("if ({here} == {plus}) {here} = {factor};"),
        };
        let result = match self.body {
            Body::Fill | Body::Copy | Body::Change => String::new(),
            Body::Sum | Body::Count => format!(" B[0][{}] = (u8)(s ^ s >> 8);", self.result),
            Body::Find | Body::FindInHead | Body::Compare | Body::CompareInHead | Body::Skip => {
                format!(" B[0][{}] = (u8)c;", self.result)
            }
        };
        format!("{{ {head} for ({begin}; {goes}; {next}) {{ {act} }}{result} }}")
    }
}

/// The bytes of a number in memory.
pub(super) fn bytes_of(number: i64, len: i64) -> Vec<Option<u8>> {
    (0..len).map(|byte| Some(low8((number >> (8 * byte)).cast_unsigned() & 255))).collect()
}

/// The number that bytes in memory are.
pub(super) fn number_of(bytes: &[u8]) -> i64 {
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | i64::from(byte))
}
