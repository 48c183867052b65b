//! Branches inside a round: both sides are executed, up to where they meet again, and what they leave behind is a choice between
//! the two.

use vellum_expr::Expr;
use vellum_memory::Value;

use super::{
    Bail,
    round::{Goes, Visit, Walk},
    trip::{Variable, held},
};
use crate::{exec::Machine, state::State};

/// Branches inside of each other at most: where sides share blocks before they meet, each comes by them.
const DEEPEST: u32 = 6;

impl Machine<'_> {
    /// Executes both sides of a branch, the one over `edge` for inputs for which `condition` holds.
    pub(super) fn both_sides(
        &mut self,
        walk: &mut Walk<'_, impl Visit>,
        condition: Expr,
        edge: u32,
    ) -> Result<Goes, Bail> {
        let join = walk.at.ring.join(self.frame().pc).filter(|_| walk.depth < DEEPEST).ok_or(Bail)?;
        let outer = (walk.guard, std::mem::take(&mut walk.stored));
        walk.depth += 1;
        let not = self.symbolic.exprs.not(condition);
        let mut other = self.state.clone();
        let first = self.side(walk, (outer.0, condition), edge, join)?;
        std::mem::swap(self.state, &mut other);
        let second = self.side(walk, (outer.0, not), edge + 1, join)?;
        walk.depth -= 1;
        walk.guard = outer.0;
        let goes = match (first, second) {
            (Goes::On, Goes::On) => {
                self.meet(walk, condition, &other)?;
                Goes::On
            }
            (Goes::On, Goes::NoFurther) => {
                std::mem::swap(self.state, &mut other);
                Goes::On
            }
            (Goes::NoFurther, goes) => goes,
        };
        walk.stored.extend(outer.1);
        Ok(goes)
    }

    /// Executes one side of a branch, for inputs for which both conditions hold.
    fn side(
        &mut self,
        walk: &mut Walk<'_, impl Visit>,
        (outer, condition): (Expr, Expr),
        edge: u32,
        join: u32,
    ) -> Result<Goes, Bail> {
        walk.guard = self.symbolic.exprs.and(outer, condition);
        if walk.guard == Expr::FALSE {
            return Ok(Goes::NoFurther);
        }
        self.follow(walk, edge)?;
        self.walk(walk, join)
    }

    /// Joins a path with one that came by the other side of a branch, for inputs for which `condition` holds. What the two differ in
    /// are phis, which their edges have set, and locals they stored to: what else a side has computed is not used beyond it.
    fn meet(&mut self, walk: &Walk<'_, impl Visit>, condition: Expr, other: &State) -> Result<(), Bail> {
        let phis = walk.at.ring.phis.iter().map(|&slot| Variable::Register(slot));
        let variables: Vec<Variable> = phis.chain(walk.stored.iter().copied()).collect();
        let mut joined = Vec::new();
        for &variable in &variables {
            let exprs = &mut self.symbolic.exprs;
            let (there, here) = (held(exprs, other, variable)?, held(exprs, self.state, variable)?);
            let width = match variable {
                Variable::Local(_, len) => len * 8,
                Variable::Register(_) => self.width(there).max(self.width(here)),
            };
            joined.push(self.either(condition, there, here, width)?);
        }
        for (variable, value) in variables.into_iter().zip(joined) {
            self.hold(variable, value)?;
        }
        self.state.instructions = self.state.instructions.max(other.instructions);
        Ok(())
    }

    /// The first of two values of so many bits if a condition holds, else the second.
    pub(super) fn either(
        &mut self,
        condition: Expr,
        first: Value,
        second: Value,
        width: u32,
    ) -> Result<Value, Bail> {
        if first == second {
            return Ok(first);
        }
        let exprs = &mut self.symbolic.exprs;
        let (first, second) = (first.expr(exprs, width), second.expr(exprs, width));
        if exprs.has_garbage(first) || exprs.has_garbage(second) {
            return Err(Bail);
        }
        let is_number = !exprs.has_base(first) && !exprs.has_base(second);
        let distance = exprs.sub(first, second);
        let value = if is_number && exprs.is_const(distance) && !exprs.is_const(second) {
            // Solvers are good at sums of such distances, which counting makes.
            let none = exprs.zero(width);
            let distance = exprs.ite(condition, distance, none);
            exprs.add(second, distance)
        } else {
            exprs.ite(condition, first, second)
        };
        Ok(Value::of(exprs, value))
    }
}
