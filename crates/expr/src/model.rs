//! Input values: one for every element of every input object.

use std::rc::Rc;

use vellum_collections::cast::{index, low8};

use crate::pool::{Exprs, Input};

/// An assignment to the input; elements it does not mention are zero.
///
/// Every waiting path has one, so it is small: nearly all elements are bytes, and few objects are changed by one
/// path and not by its siblings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// By rising input.
    objects: Vec<(Input, Values)>,
}

/// The values of an object's elements.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Bytes(Rc<[u8]>),
    Words(Rc<[u64]>),
}

impl Values {
    fn get(&self, offset: usize) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => bytes.get(offset).map(|&byte| u64::from(byte)),
            Self::Words(words) => words.get(offset).copied(),
        }
    }

    /// Makes room for an element and sets it.
    fn set(&mut self, offset: usize, value: u64) {
        match self {
            Self::Bytes(bytes) if u8::try_from(value).is_ok() => set(bytes, offset, low8(value)),
            Self::Bytes(bytes) => {
                let words: Rc<[u64]> = bytes.iter().map(|&byte| u64::from(byte)).collect();
                *self = Self::Words(words);
                self.set(offset, value);
            }
            Self::Words(words) => set(words, offset, value),
        }
    }
}

fn set<T: Copy + Default>(values: &mut Rc<[T]>, offset: usize, value: T) {
    if values.len() <= offset {
        // Elements are often set one after the other.
        let room = std::iter::repeat_n(T::default(), (offset + 1).next_power_of_two() - values.len());
        *values = values.iter().copied().chain(room).collect();
    }
    Rc::make_mut(values)[offset] = value;
}

impl Model {
    /// All zeros.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of an element.
    pub fn element(&self, input: Input, offset: u32) -> u64 {
        let values = self.place(input).ok().map(|place| &self.objects[place].1);
        values.and_then(|values| values.get(index(offset))).unwrap_or(0)
    }

    /// Sets an element.
    pub fn set(&mut self, input: Input, offset: u32, value: u64) {
        let place = self.place(input).unwrap_or_else(|place| {
            self.objects.reserve_exact(1);
            self.objects.insert(place, (input, Values::Bytes(Rc::default())));
            place
        });
        self.objects[place].1.set(index(offset), value);
    }

    /// The bytes of an input object.
    pub fn bytes(&self, exprs: &Exprs, input: Input) -> Vec<u8> {
        let byte = |offset| low8(self.element(input, offset));
        (0..exprs.input_size(input)).map(byte).collect()
    }

    /// The inputs it mentions, in a fixed order.
    pub fn inputs(&self) -> Vec<Input> {
        self.objects.iter().map(|(input, _)| *input).collect()
    }

    fn place(&self, input: Input) -> Result<usize, usize> {
        self.objects.binary_search_by_key(&input, |(input, _)| *input)
    }
}

#[cfg(test)]
mod tests {
    use super::Model;
    use crate::pool::Exprs;

    #[test]
    fn elements_are_what_was_set_last_and_otherwise_zero() {
        let mut exprs = Exprs::new();
        let (a, b) = (exprs.input("a", 4), exprs.input("b", 2));
        let mut model = Model::new();
        model.set(b, 1, 7);
        model.set(a, 2, 255);
        let copy = model.clone();
        model.set(a, 0, 1 << 40);
        model.set(a, 2, 3);
        assert_eq!([0, 1, 2, 3].map(|at| model.element(a, at)), [1 << 40, 0, 3, 0]);
        assert_eq!([0, 1, 2, 3].map(|at| copy.element(a, at)), [0, 0, 255, 0]);
        assert_eq!((model.element(b, 1), model.inputs()), (7, vec![a, b]));
        assert_eq!(copy.bytes(&exprs, a), [0, 0, 255, 0]);
    }
}
