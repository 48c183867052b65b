//! Collision tests: whether a read meets what was written at a symbolic place, under the memory model `planes`.
//!
//! Memory says for which inputs it would, the oracle says whether the path has such an input, and memory is told where it
//! has none. "Gave up" counts as a collision: what is read is a choice more, and right all the same.

use vellum_collections::{Map, cast::len64};
use vellum_expr::Expr;
use vellum_memory::{Case, Collisions};

use super::Machine;

impl Machine<'_> {
    /// Has the oracle decide which writes at symbolic places a read of `len` bytes at a concrete address may meet.
    pub(super) fn test_collisions_at(&mut self, address: u64, len: u32) {
        if self.state.memory.has_planes() {
            let collisions = self.state.memory.collisions_at(&mut self.symbolic.exprs, address, len);
            self.test_collisions(&collisions);
        }
    }

    /// The same for a read of `len` bytes through a symbolic address, `at` bytes behind the first of its case.
    pub(super) fn test_collisions_in(&mut self, case: &Case, at: u64, len: u32) {
        if self.state.memory.has_planes() {
            let collisions = self.state.memory.collisions_in(&mut self.symbolic.exprs, case, at, len);
            self.test_collisions(&collisions);
        }
    }

    fn test_collisions(&mut self, collisions: &Collisions) {
        let figures = &mut self.symbolic.resolution.planes;
        figures.reads += u64::from(!collisions.open.is_empty() || collisions.remembered > 0);
        figures.remembered += collisions.remembered;
        figures.tests += len64(collisions.open.len());
        // What an object holds and whether that was written often have the same tests.
        let mut answers: Map<Expr, bool> = Map::default();
        let (mut found, patience) = (0, self.state.memory.collision_patience());
        for collision in &collisions.open {
            // The value read is a choice already; assuming further collisions makes it longer, but not wrong.
            if found == patience {
                break;
            }
            let known = answers.get(&collision.formula).copied();
            let never = known.unwrap_or_else(|| self.never_collides(collision.formula));
            answers.insert(collision.formula, never);
            if never {
                found = 0;
                self.state.memory.never_collides(collision);
            } else {
                found += 1;
                self.state.memory.may_collide(collision);
            }
        }
    }

    /// Whether a collision happens for no input of the path.
    fn never_collides(&mut self, formula: Expr) -> bool {
        // The model that the path carries already satisfies it.
        if self.symbolic.value(&self.state.model, formula) != 0 {
            return false;
        }
        self.symbolic.resolution.planes.questions += 1;
        matches!(self.symbolic.near(self.state, formula), Ok(None))
    }
}
