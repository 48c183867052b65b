//! The rules of control flow: phis know their predecessors, definitions dominate uses.
//!
//! Dominators are those of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use vellum_collections::{Id, IdVec, Map, Set};

use super::{Code, Problem, Rule, walk, want};
use crate::{
    inst::{BlockId, Inst, InstData, Operand, Value},
    module::Body,
    text,
};

impl Code<'_> {
    pub(super) fn check_flow(self, problems: &mut Vec<Problem>) {
        let predecessors = predecessors(self.body);
        let flow = Flow {
            dominators: Dominators::new(self.body, &predecessors),
            definitions: definitions(self.body),
        };
        for (id, block) in self.body.blocks.iter_ids() {
            for (index, inst) in block.iter().enumerate() {
                let rule = match &inst.inst {
                    Inst::Phi(entries) => self
                        .check_predecessors(entries, &predecessors[id])
                        .and_then(|()| flow.check_phi(id, entries)),
                    _ => flow.check_uses(id, index, inst),
                };
                if let Err(message) = rule {
                    problems.push(self.problem_at(id, inst, message));
                }
            }
        }
    }

    /// Every predecessor has an entry and every entry is of a predecessor.
    ///
    /// A block with several edges here may have several entries, as in LLVM, if they agree.
    fn check_predecessors(self, entries: &[(BlockId, Operand)], predecessors: &Set<BlockId>) -> Rule {
        let mut seen: Map<BlockId, Operand> = Map::default();
        for &(block, operand) in entries {
            want(predecessors.contains(&block), || format!("{block} is not a predecessor"))?;
            let first = *seen.entry(block).or_insert(operand);
            want(first == operand, || {
                let text = |operand| text::of_operand(self.module, self.body, operand);
                format!("the entries of {block} differ: {} and {}", text(first), text(operand))
            })?;
        }
        match predecessors.iter().find(|block| !seen.contains_key(*block)) {
            Some(block) => Err(format!("the predecessor {block} has no entry")),
            None => Ok(()),
        }
    }
}

/// What a use must respect.
struct Flow {
    dominators: Dominators,
    /// The block and index of every value's instruction; `None` for parameters.
    definitions: IdVec<Value, Option<(BlockId, usize)>>,
}

impl Flow {
    /// The values that `inst` reads are defined before it, whatever way control came.
    fn check_uses(&self, block: BlockId, index: usize, inst: &InstData) -> Rule {
        walk::operands(&inst.inst).into_iter().try_for_each(|operand| self.check_use(operand, block, index))
    }

    /// The value of every entry is defined when control leaves its block.
    fn check_phi(&self, block: BlockId, entries: &[(BlockId, Operand)]) -> Rule {
        if !self.dominators.is_reachable(block) {
            return Ok(());
        }
        entries.iter().try_for_each(|(from, operand)| self.check_use(*operand, *from, usize::MAX))
    }

    fn check_use(&self, operand: Operand, block: BlockId, index: usize) -> Rule {
        let Operand::Value(value) = operand else {
            return Ok(());
        };
        let Some((home, position)) = self.definitions[value] else {
            return Ok(());
        };
        let before = if home == block {
            position < index || !self.dominators.is_reachable(block)
        } else {
            self.dominators.dominates(home, block)
        };
        want(before, || format!("{value} is not defined on every way here"))
    }
}

fn definitions(body: &Body) -> IdVec<Value, Option<(BlockId, usize)>> {
    let mut definitions: IdVec<Value, _> = body.values.ids().map(|_| None).collect();
    for (id, block) in body.blocks.iter_ids() {
        for (index, inst) in block.iter().enumerate() {
            if let Some(result) = inst.result {
                definitions[result] = Some((id, index));
            }
        }
    }
    definitions
}

fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    body.blocks[block].last().map_or(Vec::new(), |last| last.inst.successors())
}

fn predecessors(body: &Body) -> IdVec<BlockId, Set<BlockId>> {
    let mut predecessors: IdVec<BlockId, Set<BlockId>> = body.blocks.ids().map(|_| Set::default()).collect();
    for block in body.blocks.ids() {
        for successor in successors(body, block) {
            predecessors[successor].insert(block);
        }
    }
    predecessors
}

/// The dominator tree, as the part of a preorder that each block's subtree takes.
struct Dominators {
    /// First number in the subtree and how many; `None` for blocks that are never reached.
    subtrees: IdVec<BlockId, Option<(usize, usize)>>,
}

impl Dominators {
    fn new(body: &Body, predecessors: &IdVec<BlockId, Set<BlockId>>) -> Self {
        let order = reverse_postorder(body);
        let parents = parents(body, &order, predecessors);
        // A parent precedes its children in the order, so sizes add up backwards and numbers forwards.
        let mut sizes = vec![1; order.len()];
        for i in (1..order.len()).rev() {
            sizes[parents[i]] += sizes[i];
        }
        let mut first = vec![0; order.len()];
        let mut next = vec![1; order.len()];
        for i in 1..order.len() {
            first[i] = next[parents[i]];
            next[parents[i]] += sizes[i];
            next[i] = first[i] + 1;
        }
        let mut subtrees: IdVec<BlockId, _> = body.blocks.ids().map(|_| None).collect();
        for (i, block) in order.iter().enumerate() {
            subtrees[*block] = Some((first[i], sizes[i]));
        }
        Self { subtrees }
    }

    fn is_reachable(&self, block: BlockId) -> bool {
        self.subtrees[block].is_some()
    }

    /// Whether every way to `block` leads through `above`; so it is for a block without ways to it.
    fn dominates(&self, above: BlockId, block: BlockId) -> bool {
        match (self.subtrees[above], self.subtrees[block]) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((first, size)), Some((number, _))) => (first..first + size).contains(&number),
        }
    }
}

/// The reachable blocks, each after one of its predecessors and, loops aside, after all of them.
fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    let entry = BlockId::from_index(0);
    let mut seen: IdVec<BlockId, bool> = body.blocks.ids().map(|_| false).collect();
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(body, entry))];
    seen[entry] = true;
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if seen[next] => (),
            Some(next) => {
                seen[next] = true;
                stack.push((next, successors(body, next)));
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// The immediate dominator of every block of `order`, both by their place in it.
fn parents(body: &Body, order: &[BlockId], predecessors: &IdVec<BlockId, Set<BlockId>>) -> Vec<usize> {
    let mut places: IdVec<BlockId, Option<usize>> = body.blocks.ids().map(|_| None).collect();
    for (i, block) in order.iter().enumerate() {
        places[*block] = Some(i);
    }
    let mut parents: Vec<Option<usize>> = vec![None; order.len()];
    parents[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for (i, block) in order.iter().enumerate().skip(1) {
            let known =
                predecessors[*block].iter().filter_map(|p| places[*p]).filter(|p| parents[*p].is_some());
            let parent = known.reduce(|a, b| common(&parents, a, b));
            changed |= parents[i] != parent;
            parents[i] = parent;
        }
    }
    parents.into_iter().map(|parent| parent.expect("every block of the order is reached")).collect()
}

/// The nearest block above both `a` and `b`.
fn common(parents: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let lower = if a > b { &mut a } else { &mut b };
        *lower = parents[*lower].expect("blocks above a known one are known");
    }
    a
}
