//! Where loops begin, and how those that have no loop inside go round.

mod ways;

use vellum_collections::{Id, IdVec, Map, Set};
use vellum_ir::{BlockId, Body, Module};

pub use self::ways::Way;
use self::ways::ways;

/// A loop without a loop inside of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// Its blocks, the head first; ways inside a round lead from earlier ones to later ones.
    pub blocks: Vec<RingBlock>,
}

/// A block of such a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RingBlock {
    /// The block.
    pub block: BlockId,
    /// The ways from its end, in the order of [`vellum_ir::Inst::successors`].
    pub ways: Vec<Way>,
    /// The number, among the blocks of the loop, of the first one that all ways from here come to as long as they stay in the loop;
    /// as many as there are blocks if that is the head, in the next round.
    pub join: usize,
}

/// The loops of a function that have no loop inside and are entered at their heads alone. No block is in two of them.
///
/// Which blocks follow on a block, [`Way`]s say, not jumps: `while (a && b)` is a loop that may be left at two places, although the
/// jump at the first of them leads to the block of the second.
pub fn rings(module: &Module, body: &Body) -> Vec<Ring> {
    let heads = loop_heads(body);
    if !heads.iter().any(|&is_head| is_head) {
        return Vec::new();
    }
    let all: IdVec<BlockId, Vec<Way>> =
        body.blocks.ids().map(|block| ways(module, body, &heads, block)).collect();
    let after = |block: BlockId| all[block].iter().map(|way| way.to).collect::<Vec<_>>();
    let mut latches: Map<BlockId, Vec<BlockId>> = Map::default();
    jumps_back(body, after, |from, head| latches.entry(head).or_default().push(from));
    let mut before: IdVec<BlockId, Vec<BlockId>> = body.blocks.iter().map(|_| Vec::new()).collect();
    for block in reached(body, after) {
        for next in after(block) {
            before[next].push(block);
        }
    }
    latches.into_iter().filter_map(|(head, latches)| ring(&all, &before, head, latches)).collect()
}

/// The loop that begins at `head` and comes back to it from `latches`, if it is one of those.
fn ring(
    all: &IdVec<BlockId, Vec<Way>>,
    before: &IdVec<BlockId, Vec<BlockId>>,
    head: BlockId,
    latches: Vec<BlockId>,
) -> Option<Ring> {
    let mut inside: Set<BlockId> = Set::default();
    inside.insert(head);
    let mut todo = latches;
    while let Some(block) = todo.pop() {
        if inside.insert(block) {
            todo.extend(&before[block]);
        }
    }
    let order = in_order(all, head, &inside);
    // What comes to a latch and not from the head comes in beside the head.
    if order.len() != inside.len() {
        return None;
    }
    let number: Map<BlockId, usize> =
        order.iter().enumerate().map(|(number, &block)| (block, number)).collect();
    // For each block, the numbers of those that follow on it: what leads to the head leads to the next round.
    let onwards: Vec<Vec<usize>> = order
        .iter()
        .map(|&block| {
            let staying = all[block].iter().filter_map(|way| number.get(&way.to).copied());
            staying.map(|next| if next == 0 { order.len() } else { next }).collect()
        })
        .collect();
    // A way back that does not lead to the head is that of a loop inside.
    if onwards.iter().enumerate().any(|(number, next)| next.iter().any(|&next| next <= number)) {
        return None;
    }
    let joins = joins(&onwards);
    let block = |(&block, join)| RingBlock { block, ways: all[block].clone(), join };
    Some(Ring { blocks: order.iter().zip(joins).map(block).collect() })
}

/// Blocks of a loop in an order in which ways lead from earlier ones to later ones, but for those that lead back.
fn in_order(all: &IdVec<BlockId, Vec<Way>>, head: BlockId, inside: &Set<BlockId>) -> Vec<BlockId> {
    let onwards = |block: BlockId| -> Vec<BlockId> {
        all[block].iter().map(|way| way.to).filter(|next| inside.contains(next)).collect()
    };
    let (mut seen, mut order) = (Set::default(), Vec::new());
    seen.insert(head);
    let mut way = vec![(head, onwards(head))];
    while let Some((block, rest)) = way.last_mut() {
        match rest.pop() {
            Some(next) if seen.insert(next) => way.push((next, onwards(next))),
            Some(_) => {}
            None => {
                order.push(*block);
                way.pop();
            }
        }
    }
    order.reverse();
    order
}

/// For each of some blocks, given by the numbers of those that follow on it, all of them larger, the first one that all ways
/// from it come to (its immediate post-dominator).
fn joins(onwards: &[Vec<usize>]) -> Vec<usize> {
    let mut joins = vec![onwards.len(); onwards.len()];
    for number in (0..onwards.len()).rev() {
        let meet = |mut a: usize, mut b: usize| {
            while a != b {
                if a < b {
                    a = joins[a];
                } else {
                    b = joins[b];
                }
            }
            a
        };
        joins[number] = onwards[number].iter().copied().reduce(meet).unwrap_or(onwards.len());
    }
    joins
}

/// The blocks that the first one leads to, and itself.
fn reached(body: &Body, after: impl Fn(BlockId) -> Vec<BlockId>) -> Set<BlockId> {
    let mut reached = Set::default();
    let mut todo: Vec<BlockId> = body.blocks.ids().take(1).collect();
    while let Some(block) = todo.pop() {
        if reached.insert(block) {
            todo.extend(after(block));
        }
    }
    reached
}

fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    body.blocks[block].last().map(|data| data.inst.successors()).unwrap_or_default()
}

/// For each block, whether a jump leads back to it from a block that it leads to.
pub fn loop_heads(body: &Body) -> IdVec<BlockId, bool> {
    let mut heads: IdVec<BlockId, bool> = body.blocks.iter().map(|_| false).collect();
    jumps_back(body, |block| successors(body, block), |_, head| heads[head] = true);
    heads
}

/// Calls `visit` with every jump that leads back: the block it is in and the one it leads to. `after` says which blocks follow on
/// one.
fn jumps_back(body: &Body, after: impl Fn(BlockId) -> Vec<BlockId>, mut visit: impl FnMut(BlockId, BlockId)) {
    let mut seen: IdVec<BlockId, Seen> = body.blocks.iter().map(|_| Seen::Not).collect();
    // Blocks on the way from the entry to where the walk is, with those that remain to be walked to from there.
    let mut way: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    if !body.blocks.is_empty() {
        let entry = BlockId::from_index(0);
        seen[entry] = Seen::OnTheWay;
        way.push((entry, after(entry)));
    }
    while let Some((block, rest)) = way.last_mut() {
        let Some(next) = rest.pop() else {
            seen[*block] = Seen::Left;
            way.pop();
            continue;
        };
        match seen[next] {
            Seen::Not => {
                seen[next] = Seen::OnTheWay;
                way.push((next, after(next)));
            }
            Seen::OnTheWay => visit(*block, next),
            Seen::Left => (),
        }
    }
}

#[derive(Clone, Copy)]
enum Seen {
    Not,
    OnTheWay,
    Left,
}
