//! A number for where a path is and what it holds.

use vellum_collections::{Id, cast::len64, combine};
use vellum_expr::Exprs;
use vellum_memory::Value;

use crate::state::State;

impl State {
    /// A number for the path's memory, its calls and their registers. Paths that have the same go on in the same way
    /// until they meet the outside or input; what they have decided is not part of it. The first time costs a look at
    /// everything the path holds, every other a look at its objects and its stack.
    pub fn fingerprint(&mut self, exprs: &mut Exprs) -> u64 {
        let mut parts = vec![self.memory.fingerprint(exprs)];
        for number in 0..self.calls() {
            let Some(frame) = self.call(number) else { continue };
            parts.extend([len64(frame.function.index()), frame.pc.into(), frame.block]);
        }
        for value in self.registers_outermost_first() {
            parts.push(match value {
                Value::Concrete(number) => number,
                Value::Symbolic(e) => combine([exprs.fingerprint(e), 1]),
            });
        }
        combine(parts)
    }
}
