//! Parts of aggregates and lanes of vectors; reinterpretation of bits.

use vellum_ir::{Operand, Value};

use super::{Lower, lane, push};
use crate::code::{Op, Slot};

impl Lower<'_> {
    pub(super) fn extract_value(&mut self, result: Value, aggregate: Operand, path: &[u32]) {
        let (part, offset) = self.descend(aggregate, path);
        let (d, a) = (self.define(result), self.read(aggregate));
        self.copy(d, a + offset, part);
    }

    pub(super) fn insert_value(&mut self, result: Value, aggregate: Operand, part: Operand, path: &[u32]) {
        let (count, offset) = self.descend(aggregate, path);
        let whole = self.slots(self.body.values[result]);
        let (d, a, v) = (self.define(result), self.read(aggregate), self.read(part));
        self.copy(d, a, whole);
        self.copy(d + offset, v, count);
    }

    /// How many registers the part at `path` has and where they begin.
    fn descend(&self, aggregate: Operand, path: &[u32]) -> (u32, u32) {
        let found = self.types().descend(self.type_of(aggregate), path);
        let (ty, slot) = found.expect("the verifier followed the path");
        (self.slots(ty), slot)
    }

    pub(super) fn extract_element(&mut self, result: Value, vector: Operand, index: Operand) {
        let ty = self.type_of(vector);
        let (stride, lanes) = (self.slots(self.types().lane(ty)), self.types().lanes(ty));
        let (d, a) = (self.define(result), self.read(vector));
        match self.constant(index) {
            Some(i) => {
                // A lane that does not exist has any value.
                if let Some(i) = lane_number(i, lanes) {
                    self.copy(d, lane(a, stride, i), stride);
                }
            }
            None => {
                let index = self.read(index);
                let Some((stride, count)) = self.lane_shape(stride, lanes) else { return };
                self.emit(Op::PickLane { d, a, index, stride, count });
            }
        }
    }

    pub(super) fn insert_element(
        &mut self,
        result: Value,
        vector: Operand,
        element: Operand,
        index: Operand,
    ) {
        let ty = self.type_of(vector);
        let (stride, lanes) = (self.slots(self.types().lane(ty)), self.types().lanes(ty));
        let (d, a, v) = (self.define(result), self.read(vector), self.read(element));
        self.copy(d, a, stride * lanes);
        match self.constant(index) {
            Some(i) => {
                if let Some(i) = lane_number(i, lanes) {
                    self.copy(lane(d, stride, i), v, stride);
                }
            }
            None => {
                let index = self.read(index);
                let Some((stride, count)) = self.lane_shape(stride, lanes) else { return };
                self.emit(Op::PutLane { d, index, v, stride, count });
            }
        }
    }

    fn lane_shape(&mut self, stride: u32, lanes: u32) -> Option<(u8, u16)> {
        let shape = u8::try_from(stride).ok().zip(u16::try_from(lanes).ok());
        if shape.is_none() {
            self.unsupported("a variable lane of a vector of more than 65535 lanes");
        }
        shape
    }

    pub(super) fn shuffle(&mut self, result: Value, a: Operand, b: Operand, mask: &[Option<u32>]) {
        let ty = self.type_of(a);
        let (stride, lanes) = (self.slots(self.types().lane(ty)), self.types().lanes(ty));
        let (mut d, a, b) = (self.define(result), self.read(a), self.read(b));
        for pick in mask {
            match *pick {
                Some(i) if i < lanes => self.copy(d, lane(a, stride, i), stride),
                Some(i) => self.copy(d, lane(b, stride, i - lanes), stride),
                None => (),
            }
            d += stride;
        }
    }

    /// Reinterprets the bits of a value with other lanes: puts it together as one integer, takes that apart.
    pub(super) fn bit_cast(&mut self, result: Value, operand: Operand) {
        let (from, to) = (self.type_of(operand), self.body.values[result]);
        let (d, a) = (self.define(result), self.read(operand));
        let (from, to) = (self.leaves(from).into(), self.leaves(to).into());
        let from = push(&mut self.code.accesses, from);
        let to = push(&mut self.code.accesses, to);
        self.emit(Op::BitCast { d, a, from, to });
    }

    /// Reduces the lanes in the registers from `a` on with `combine`, from left to right.
    pub(super) fn reduce(
        &mut self,
        d: Slot,
        a: Slot,
        stride: u32,
        lanes: u32,
        mut combine: impl FnMut(&mut Self, Slot, Slot),
    ) {
        self.copy(d, a, stride);
        for i in 1..lanes {
            combine(self, d, lane(a, stride, i));
        }
    }
}

/// A lane's number, if the vector has that lane.
fn lane_number(i: u64, lanes: u32) -> Option<u32> {
    u32::try_from(i).ok().filter(|&i| i < lanes)
}
