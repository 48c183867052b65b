//! Where a block leads, if what the jumps decide is taken into account.
//!
//! Unoptimised code for `a && b` jumps from `a`, with `false` for the value of the whole, to the block at the end of `b`, which does
//! nothing but jump by that value. From `a`, that block leads one way only (compilers that follow it *thread* the jump).

use vellum_collections::{IdVec, Map};
use vellum_ir::{BlockId, Body, Const, ConstKind, Inst, Module, Operand, Value};

use super::successors;

/// Jumps that are followed at most.
const LONGEST: usize = 16;

/// A way from the end of a block to the next one at which something happens, or is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The jumps: the block that each is in, and the number of the successor it takes there. All but the first are in blocks that only
    /// jump, by what the jumps before have decided.
    pub jumps: Vec<(BlockId, usize)>,
    /// Where it ends.
    pub to: BlockId,
}

/// The ways from a block, one for each successor. None leads through the head of a loop.
pub(super) fn ways(module: &Module, body: &Body, heads: &IdVec<BlockId, bool>, block: BlockId) -> Vec<Way> {
    let way = |(number, to)| {
        let (mut jumps, mut from, mut at) = (vec![(block, number)], block, to);
        let mut way = Way { jumps: jumps.clone(), to };
        let mut known = Map::default();
        while jumps.len() < LONGEST && !heads[at] {
            let Some((next, number)) = onwards(module, body, (from, at), &mut known) else { break };
            jumps.push((at, number));
            (from, at) = (at, next);
            // Plain jumps alone lead nowhere else than they did.
            if successors(body, from).len() > 1 {
                way = Way { jumps: jumps.clone(), to: at };
            }
        }
        way
    };
    successors(body, block).into_iter().enumerate().map(way).collect()
}

/// Where a block leads that is come to from another one, and the number of that successor, if it does nothing but jump there. `known`
/// are values that the jumps before have decided.
fn onwards(
    module: &Module,
    body: &Body,
    (from, at): (BlockId, BlockId),
    known: &mut Map<Value, bool>,
) -> Option<(BlockId, usize)> {
    let (last, phis) = body.blocks[at].split_last()?;
    let mut decided: Vec<(Value, Option<bool>)> = Vec::new();
    for phi in phis {
        let (Inst::Phi(incoming), Some(value)) = (&phi.inst, phi.result) else { return None };
        let operand = incoming.iter().find(|(block, _)| *block == from).map(|(_, operand)| *operand)?;
        let comes = match operand {
            Operand::Value(value) => known.get(&value).copied(),
            Operand::Const(constant) => truth(module, constant),
        };
        decided.push((value, comes));
    }
    for (value, comes) in decided {
        match comes {
            Some(comes) => known.insert(value, comes),
            None => known.swap_remove(&value),
        };
    }
    match last.inst {
        Inst::Br(next) => Some((next, 0)),
        Inst::CondBr(Operand::Value(value), yes, no) => {
            known.get(&value).map(|&holds| if holds { (yes, 0) } else { (no, 1) })
        }
        _ => None,
    }
}

/// Whether a constant is a number other than zero; nothing if that is open.
fn truth(module: &Module, constant: Const) -> Option<bool> {
    match module.consts.kind(constant) {
        ConstKind::Bits(_, bits) => bits.to_u64().map(|number| number != 0),
        ConstKind::Zero(_) => Some(false),
        _ => None,
    }
}
