//! Where loops begin, and which of them go round in one way.

use vellum_collections::{Id, IdVec, Map, Set};
use vellum_ir::{BlockId, Body};

/// The blocks of a loop that goes round in one way: each has one successor in the loop, and all other ways from it lead
/// out. In the order of a round, the head first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The blocks.
    pub blocks: Vec<BlockId>,
}

/// The loops of a function that go round in one way and are entered at their heads alone. No block is in two of them.
pub fn rings(body: &Body) -> Vec<Ring> {
    let mut latches: Map<BlockId, Vec<BlockId>> = Map::default();
    jumps_back(body, |from, head| latches.entry(head).or_default().push(from));
    if latches.is_empty() {
        return Vec::new();
    }
    let mut before: IdVec<BlockId, Vec<BlockId>> = body.blocks.iter().map(|_| Vec::new()).collect();
    for block in body.blocks.ids() {
        for next in successors(body, block) {
            before[next].push(block);
        }
    }
    latches.into_iter().filter_map(|(head, latches)| ring(body, &before, head, latches)).collect()
}

/// The loop that begins at `head` and comes back to it from `latches`, if it goes round in one way.
fn ring(
    body: &Body,
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
    let mut blocks = vec![head];
    loop {
        let mut onwards = successors(body, *blocks.last()?).into_iter().filter(|next| inside.contains(next));
        let next = onwards.next()?;
        if onwards.next().is_some() {
            return None;
        }
        if next == head {
            break;
        }
        // Otherwise there is a way into it beside the head, or a loop inside of it.
        if before[next].len() != 1 {
            return None;
        }
        blocks.push(next);
    }
    (blocks.len() == inside.len()).then_some(Ring { blocks })
}

fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    body.blocks[block].last().map(|data| data.inst.successors()).unwrap_or_default()
}

/// For each block, whether a jump leads back to it from a block that it leads to.
pub fn loop_heads(body: &Body) -> IdVec<BlockId, bool> {
    let mut heads: IdVec<BlockId, bool> = body.blocks.iter().map(|_| false).collect();
    jumps_back(body, |_, head| heads[head] = true);
    heads
}

/// Calls `visit` with every jump that leads back: the block it is in and the one it leads to.
fn jumps_back(body: &Body, mut visit: impl FnMut(BlockId, BlockId)) {
    let mut seen: IdVec<BlockId, Seen> = body.blocks.iter().map(|_| Seen::Not).collect();
    // Blocks on the way from the entry to where the walk is, with those that remain to be walked to from there.
    let mut way: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    if !body.blocks.is_empty() {
        let entry = BlockId::from_index(0);
        seen[entry] = Seen::OnTheWay;
        way.push((entry, successors(body, entry)));
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
                way.push((next, successors(body, next)));
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
