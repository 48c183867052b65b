//! How many instructions it takes at least to come to code that no path has seen.
//!
//! The way may lead into functions that are called, past calls (as many instructions as the callee needs at
//! least to return), and back to the callers of the functions that are active. What is looked for is a jump that
//! was never made, or a function that was never called, of the program's own code.

use std::{cmp::Reverse, collections::BinaryHeap, collections::VecDeque};

use vellum_collections::{Id, IdVec, cast::len32};
use vellum_ir::{BlockId, FuncId, Inst, Module};

use crate::calls::{CallGraph, Site};

/// A distance there is no way for.
const NEVER: u32 = u32::MAX;

/// What a function's code is to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Covering it is the goal.
    Goal,
    /// The way may lead through it.
    Way,
    /// It is not executed here: a call of it is one instruction.
    None,
}

/// What paths have seen.
pub trait Seen {
    /// Whether some path called the function.
    fn entered(&self, function: FuncId) -> bool;

    /// Whether some path made a jump of the function. Jumps are numbered in the order of the blocks and of
    /// [`Inst::successors`].
    fn made(&self, function: FuncId, jump: usize) -> bool;
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its function.
    pub function: FuncId,
    /// Its block.
    pub block: BlockId,
    /// Its place in the block.
    pub instruction: u32,
}

/// A block of some function, among all blocks.
type Node = usize;

/// Distances to code nobody has seen.
#[derive(Debug)]
pub struct Distances {
    calls: CallGraph,
    codes: IdVec<FuncId, Code>,
    blocks: Vec<Block>,
    /// The first block of each function.
    entries: IdVec<FuncId, Option<Node>>,
    /// For each block: those from which it can be reached, and how many instructions that takes.
    ways_to: Vec<Vec<(Node, u32)>>,
    /// Jumps of the goal's functions: function, number, block.
    jumps: Vec<(FuncId, usize, Node)>,
    /// From the beginning of each block to something new.
    to_new: Vec<u32>,
    /// From the end of each block.
    beyond: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Block {
    size: u32,
    /// From its beginning to its end, calls included.
    through: u32,
    /// From its end to the end of the function.
    after: u32,
    targets: Vec<Node>,
    returns: bool,
}

impl Distances {
    /// Looks at a program of which nothing was seen; `codes` says what each function is.
    pub fn new(module: &Module, codes: IdVec<FuncId, Code>) -> Self {
        let mut entries = IdVec::new();
        let mut blocks = Vec::new();
        for (id, function) in module.functions.iter_ids() {
            let body = function.body.as_ref().filter(|_| codes[id] != Code::None);
            let first = blocks.len();
            entries.push(body.filter(|body| !body.blocks.is_empty()).map(|_| first));
            for insts in body.into_iter().flat_map(|body| body.blocks.iter()) {
                let last = insts.last().map(|last| &last.inst);
                let targets = last.map(Inst::successors).unwrap_or_default();
                blocks.push(Block {
                    size: len32(insts.len()),
                    through: NEVER,
                    after: NEVER,
                    targets: targets.iter().map(|target| first + target.index()).collect(),
                    returns: matches!(last, Some(Inst::Ret(_))),
                });
            }
        }
        let count = blocks.len();
        let mut distances = Self {
            calls: CallGraph::new(module),
            codes,
            blocks,
            entries,
            ways_to: vec![Vec::new(); count],
            jumps: Vec::new(),
            to_new: vec![NEVER; count],
            beyond: vec![NEVER; count],
        };
        distances.find_returns();
        distances.find_ways();
        distances
    }

    /// What an update looks at: blocks and jumps.
    pub fn size(&self) -> usize {
        self.blocks.len() + self.jumps.len()
    }

    /// Takes in what was seen until now.
    pub fn update(&mut self, seen: &dyn Seen) {
        let Self { blocks, entries, codes, jumps, ways_to, to_new, beyond, .. } = self;
        to_new.fill(NEVER);
        beyond.fill(NEVER);
        let mut queue = BinaryHeap::new();
        for (id, entry) in entries.iter_ids() {
            if let Some(entry) = entry.filter(|_| codes[id] == Code::Goal && !seen.entered(id)) {
                to_new[entry] = 0;
                queue.push(Reverse((0, entry)));
            }
        }
        for &(function, jump, from) in jumps.iter() {
            if seen.entered(function) && !seen.made(function, jump) {
                beyond[from] = 0;
                let cost = blocks[from].through;
                if cost < to_new[from] {
                    to_new[from] = cost;
                    queue.push(Reverse((cost, from)));
                }
            }
        }
        while let Some(Reverse((cost, node))) = queue.pop() {
            if cost > to_new[node] {
                continue;
            }
            for &(from, step) in &ways_to[node] {
                let cost = cost.saturating_add(step);
                if cost < to_new[from] {
                    to_new[from] = cost;
                    queue.push(Reverse((cost, from)));
                }
            }
        }
        for (beyond, block) in beyond.iter_mut().zip(&*blocks) {
            let next = block.targets.iter().map(|&target| to_new[target]).min();
            *beyond = (*beyond).min(next.unwrap_or(NEVER));
        }
    }

    /// The least number of instructions to something new from where a path is: the instruction it executes
    /// next, and the calls it waits for, innermost first.
    pub fn from(&self, points: impl Iterator<Item = Point>) -> Option<u32> {
        let mut best = NEVER;
        let mut left = 0_u32;
        for (number, point) in points.enumerate() {
            let Some(entry) = self.entries[point.function] else { break };
            let block = &self.blocks[entry + point.block.index()];
            // The call a path waits for is nearly over.
            let first = point.instruction + u32::from(number > 0);
            let (new, end) = self.walk(point, first, block.size);
            let new = new.min(end.saturating_add(self.beyond[entry + point.block.index()]));
            best = best.min(left.saturating_add(new));
            left = left.saturating_add(end).saturating_add(block.after);
            if left >= best {
                break;
            }
        }
        (best != NEVER).then_some(best)
    }

    /// From an instruction of a block to something new in what it calls, and to the block's end.
    fn walk(&self, point: Point, first: u32, size: u32) -> (u32, u32) {
        let (mut new, mut calls) = (NEVER, 0_u32);
        let sites = self.calls.sites(point.function, point.block);
        for site in sites.iter().filter(|site| site.instruction >= first) {
            let before = (site.instruction - first).saturating_add(calls);
            let inside = self.entries_of(site).map(|entry| self.to_new[entry]).min();
            new = new.min(before.saturating_add(1).saturating_add(inside.unwrap_or(NEVER)));
            calls = calls.saturating_add(self.past(site));
        }
        (new, size.saturating_sub(first).saturating_add(calls))
    }

    fn entries_of<'a>(&'a self, site: &'a Site) -> impl Iterator<Item = Node> + 'a {
        site.callees.iter().filter_map(|callee| self.entries[*callee])
    }

    /// Instructions that a call executes at least before it returns.
    fn past(&self, site: &Site) -> u32 {
        let to_return = |callee: &FuncId| match self.entries[*callee] {
            Some(entry) => self.blocks[entry].through.saturating_add(self.blocks[entry].after),
            None => 0,
        };
        site.callees.iter().map(to_return).min().unwrap_or(0)
    }

    /// Finds how far it is to the end of each function. A function is looked at again when one it calls turns
    /// out to be shorter.
    fn find_returns(&mut self) {
        let mut queue: VecDeque<FuncId> = self.entries.ids().collect();
        let mut waits: IdVec<FuncId, bool> = self.entries.iter().map(|_| true).collect();
        while let Some(function) = queue.pop_front() {
            waits[function] = false;
            let Some(entry) = self.entries[function] else { continue };
            let before = self.blocks[entry].through.saturating_add(self.blocks[entry].after);
            self.find_return(function, entry);
            if self.blocks[entry].through.saturating_add(self.blocks[entry].after) < before {
                for &caller in self.calls.callers(function) {
                    if !std::mem::replace(&mut waits[caller], true) {
                        queue.push_back(caller);
                    }
                }
            }
        }
    }

    fn find_return(&mut self, function: FuncId, entry: Node) {
        let nodes = self.nodes(function, entry);
        let mut preceding: Vec<Vec<Node>> = vec![Vec::new(); nodes.len()];
        let mut queue = BinaryHeap::new();
        for node in nodes.clone() {
            let point = Point { function, block: BlockId::from_index(node - entry), instruction: 0 };
            let through = self.walk(point, 0, self.blocks[node].size).1;
            let block = &mut self.blocks[node];
            block.through = through;
            block.after = if block.returns { 0 } else { NEVER };
            if block.returns && through != NEVER {
                queue.push(Reverse((through, node)));
            }
            for target in &block.targets {
                preceding[target - entry].push(node);
            }
        }
        while let Some(Reverse((cost, node))) = queue.pop() {
            if cost > self.blocks[node].through.saturating_add(self.blocks[node].after) {
                continue;
            }
            for &from in &preceding[node - entry] {
                let block = &mut self.blocks[from];
                if cost < block.after {
                    block.after = cost;
                    queue.push(Reverse((block.through.saturating_add(cost), from)));
                }
            }
        }
    }

    /// Notes which blocks lead where, in functions from which the goal's code can be reached.
    fn find_ways(&mut self) {
        for function in self.leading_to_goal() {
            let Some(entry) = self.entries[function] else { continue };
            let mut jump = 0;
            for node in self.nodes(function, entry) {
                let block = &self.blocks[node];
                for &target in &block.targets {
                    if self.codes[function] == Code::Goal {
                        self.jumps.push((function, jump, node));
                    }
                    jump += 1;
                    self.ways_to[target].push((node, block.through));
                }
                let mut calls = 0_u32;
                for site in self.calls.sites(function, BlockId::from_index(node - entry)) {
                    let cost = (site.instruction + 1).saturating_add(calls);
                    for callee in site.callees.iter().filter_map(|callee| self.entries[*callee]) {
                        self.ways_to[callee].push((node, cost));
                    }
                    calls = calls.saturating_add(self.past(site));
                }
            }
        }
    }

    fn leading_to_goal(&self) -> Vec<FuncId> {
        let mut leads: IdVec<FuncId, bool> = self.codes.iter().map(|&code| code == Code::Goal).collect();
        let mut queue: Vec<FuncId> = leads.ids().filter(|&id| leads[id]).collect();
        while let Some(function) = queue.pop() {
            for &caller in self.calls.callers(function) {
                if !std::mem::replace(&mut leads[caller], true) {
                    queue.push(caller);
                }
            }
        }
        leads.ids().filter(|&id| leads[id]).collect()
    }

    fn nodes(&self, function: FuncId, entry: Node) -> std::ops::Range<Node> {
        let next =
            (function.index() + 1..self.entries.len()).find_map(|i| self.entries[FuncId::from_index(i)]);
        entry..next.unwrap_or(self.blocks.len())
    }
}
