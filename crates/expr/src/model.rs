//! Input values: one for every element of every input object.

use std::rc::Rc;

use vellum_collections::{Id, Map, cast::index};

use crate::pool::{Exprs, Input};

/// An assignment to the input; elements it does not mention are zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: Map<Input, Rc<Vec<u64>>>,
}

impl Model {
    /// All zeros.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of an element.
    pub fn element(&self, input: Input, offset: u32) -> u64 {
        self.values.get(&input).and_then(|values| values.get(index(offset))).copied().unwrap_or(0)
    }

    /// Sets an element.
    pub fn set(&mut self, input: Input, offset: u32, value: u64) {
        let values = Rc::make_mut(self.values.entry(input).or_default());
        if values.len() <= index(offset) {
            values.resize(index(offset) + 1, 0);
        }
        values[index(offset)] = value;
    }

    /// The bytes of an input object.
    pub fn bytes(&self, exprs: &Exprs, input: Input) -> Vec<u8> {
        let byte = |offset| vellum_collections::cast::low8(self.element(input, offset));
        (0..exprs.input_size(input)).map(byte).collect()
    }

    /// The inputs it mentions, in a fixed order.
    pub fn inputs(&self) -> Vec<Input> {
        let mut inputs: Vec<Input> = self.values.keys().copied().collect();
        inputs.sort_unstable_by_key(|input| input.index());
        inputs
    }
}
