//! Where loops begin.

use vellum_collections::{Id, IdVec};
use vellum_ir::{BlockId, Body};

/// For each block, whether a jump leads back to it from a block that it leads to.
pub fn loop_heads(body: &Body) -> IdVec<BlockId, bool> {
    let mut heads: IdVec<BlockId, bool> = body.blocks.iter().map(|_| false).collect();
    let mut seen: IdVec<BlockId, Seen> = body.blocks.iter().map(|_| Seen::Not).collect();
    let successors = |block: BlockId| {
        let last = body.blocks[block].last();
        last.map(|data| data.inst.successors()).unwrap_or_default()
    };
    // Blocks on the way from the entry to where the walk is, with those that remain to be walked to from there.
    let mut way: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    if !body.blocks.is_empty() {
        let entry = BlockId::from_index(0);
        seen[entry] = Seen::OnTheWay;
        way.push((entry, successors(entry)));
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
                way.push((next, successors(next)));
            }
            Seen::OnTheWay => heads[next] = true,
            Seen::Left => (),
        }
    }
    heads
}

#[derive(Clone, Copy)]
enum Seen {
    Not,
    OnTheWay,
    Left,
}
