//! Conditions with `&&`, `||` and `?:` that only feed an assumption, without branches.
//!
//! Unoptimised code for `klee_assume(i < n && n < 100)` branches at `i < n`, so a path would fork there only for one of the two to
//! end at the assumption. Where what is between the branch and the assumption can be executed whatever the branch says (it changes
//! nothing, and cannot be an error), all of it is, and the phi becomes a choice between values. A load through a pointer may be
//! an error for the inputs that the branch keeps away from it, so `p && p->x` stays as it is.

use vellum_collections::{IdVec, Map, Set};
use vellum_ir::{
    BinaryOp, BlockId, Body, Callee, CastOp, Const, ConstKind, FuncId, Init, Inst, InstData, Module, Operand,
    Symbol, TypeKind, Value,
};

/// The functions that assume.
const ASSUME: [&str; 2] = ["klee_assume", "__VERIFIER_assume"];

/// Blocks that are executed whatever the branches between them say.
const BLOCKS: usize = 32;

/// What is an error beyond what always is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Errors {
    /// Signed arithmetic whose result does not fit.
    pub overflow: bool,
    /// Comparisons of pointers to different objects.
    pub pointers: bool,
}

/// Takes the branches out of the conditions of a program's assumptions, as far as that changes nothing else.
pub fn fold_assumptions(module: &mut Module, errors: Errors) {
    let assume: Vec<FuncId> = ASSUME.iter().filter_map(|name| module.function_named(name)).collect();
    if assume.is_empty() {
        return;
    }
    for id in module.functions.ids() {
        let Some(mut body) = module.functions[id].body.take() else { continue };
        // What is folded may be part of a condition that another phi chooses from.
        while let Some(region) = find(module, &body, &assume, errors) {
            region.fold(&mut body);
        }
        module.functions[id].body = Some(body);
    }
}

/// A branch, the phi in which its two sides meet, and the blocks between them.
struct Region {
    /// The block with the branch.
    head: BlockId,
    /// The blocks behind it, each after those that lead to it.
    inner: Vec<BlockId>,
    /// The block with the phi, and its position there.
    join: BlockId,
    at: usize,
}

/// A region that can be folded, if there is one.
fn find(module: &Module, body: &Body, assume: &[FuncId], errors: Errors) -> Option<Region> {
    let is_assumption = |data: &&InstData| match &data.inst {
        Inst::Call(call) => matches!(call.callee, Callee::Function(id) if assume.contains(&id)),
        _ => false,
    };
    let mut text = None;
    body.blocks.iter_ids().find_map(|(join, insts)| {
        insts.iter().filter(is_assumption).find_map(|data| {
            let Inst::Call(call) = &data.inst else { return None };
            let text = text.get_or_insert_with(|| Text::new(module, body, errors));
            text.foldable(join, call.args.first()?.value)
        })
    })
}

/// What is looked up in a function.
struct Text<'a> {
    module: &'a Module,
    body: &'a Body,
    errors: Errors,
    uses: IdVec<Value, u32>,
    made: Map<Value, &'a Inst>,
    before: IdVec<BlockId, Vec<BlockId>>,
}

impl<'a> Text<'a> {
    fn new(module: &'a Module, body: &'a Body, errors: Errors) -> Self {
        let mut uses: IdVec<Value, u32> = body.values.iter().map(|_| 0).collect();
        let mut before: IdVec<BlockId, Vec<BlockId>> = body.blocks.iter().map(|_| Vec::new()).collect();
        let mut made = Map::default();
        for (block, insts) in body.blocks.iter_ids() {
            for data in insts {
                data.inst.for_each_operand(|operand| {
                    if let Operand::Value(value) = operand {
                        uses[value] += 1;
                    }
                });
                if let Some(result) = data.result {
                    made.insert(result, &data.inst);
                }
                for next in data.inst.successors() {
                    before[next].push(block);
                }
            }
        }
        Self { module, body, errors, uses, made, before }
    }

    /// Where in `block` the only phi is that a condition comes from, by conversions that nothing else uses.
    fn phi(&self, block: BlockId, condition: Operand) -> Option<usize> {
        let mut operand = condition;
        loop {
            let Operand::Value(value) = operand else { return None };
            if self.uses[value] != 1 {
                return None;
            }
            operand = match self.made.get(&value)? {
                Inst::Cast(CastOp::ZExt | CastOp::SExt | CastOp::Trunc, a)
                | Inst::Compare(_, a, Operand::Const(_))
                | Inst::Binary(BinaryOp::Xor, _, a, Operand::Const(_)) => *a,
                Inst::Phi(_) => {
                    let insts = &self.body.blocks[block];
                    let is_phi = |data: &&InstData| matches!(data.inst, Inst::Phi(_));
                    let is_only = insts.iter().filter(is_phi).count() == 1;
                    return insts.iter().position(|data| data.result == Some(value)).filter(|_| is_only);
                }
                _ => return None,
            };
        }
    }

    /// A region that ends at the phi that a condition comes from, or at one that is all that this phi chooses from some side, as in
    /// `a && (b || c)`: it goes first.
    fn foldable(&self, block: BlockId, condition: Operand) -> Option<Region> {
        let at = self.phi(block, condition)?;
        let Inst::Phi(incoming) = &self.body.blocks[block][at].inst else { return None };
        let inner = || incoming.iter().find_map(|&(from, operand)| self.foldable(from, operand));
        self.region(block, at).or_else(inner)
    }

    /// The region that ends at a phi, from the nearest branch that all ways to it come by.
    fn region(&self, join: BlockId, at: usize) -> Option<Region> {
        let mut head = *self.before[join].first()?;
        for _ in 0..BLOCKS {
            if let Some(inner) = self.between(head, join) {
                return Some(Region { head, inner, join, at });
            }
            let [before] = self.before[head][..] else { return None };
            head = before;
        }
        None
    }

    /// The blocks between two, if all ways from the one lead to the other by blocks that can be executed in any case, and no way
    /// from elsewhere does.
    fn between(&self, head: BlockId, join: BlockId) -> Option<Vec<BlockId>> {
        let mut region = Region { head, inner: Vec::new(), join, at: 0 };
        let mut open = Set::default();
        for next in self.ways(head)? {
            self.collect(&mut region, &mut open, next)?;
        }
        let Region { mut inner, .. } = region;
        inner.reverse();
        let is_known = |block: &BlockId| *block == head || inner.contains(block);
        let is_closed = inner.iter().chain([&join]).flat_map(|&block| &self.before[block]).all(is_known);
        if is_closed && !inner.is_empty() { Some(inner) } else { None }
    }

    /// Adds the blocks from one on, the last first.
    fn collect(&self, region: &mut Region, open: &mut Set<BlockId>, block: BlockId) -> Option<()> {
        if block == region.join || region.inner.contains(&block) {
            return Some(());
        }
        let is_new = block != region.head && open.insert(block) && open.len() <= BLOCKS;
        if !is_new || !self.is_harmless(block) {
            return None;
        }
        for next in self.ways(block)? {
            self.collect(region, open, next)?;
        }
        region.inner.push(block);
        Some(())
    }

    /// Where a block leads that ends in a jump or a branch.
    fn ways(&self, block: BlockId) -> Option<Vec<BlockId>> {
        let last = &self.body.blocks[block].last()?.inst;
        matches!(last, Inst::Br(_) | Inst::CondBr(..)).then(|| last.successors())
    }

    /// Whether a block has no side effects and no instruction that can fail.
    fn is_harmless(&self, block: BlockId) -> bool {
        let insts = &self.body.blocks[block];
        insts[..insts.len() - 1].iter().all(|data| self.is_quiet(data))
    }

    fn is_quiet(&self, data: &InstData) -> bool {
        match &data.inst {
            Inst::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, wrap, ..) => {
                !(self.errors.overflow && wrap.nsw)
            }
            Inst::Binary(BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr, wrap, a, Operand::Const(by)) => {
                let width = self.module.types.scalar_width(self.module.operand_type(self.body, *a));
                let by = self.number(*by);
                let fits = by.zip(width).is_some_and(|(by, width)| by < width.into());
                fits && !(self.errors.overflow && wrap.nsw)
            }
            Inst::Compare(_, a, _) => {
                let ty = self.module.operand_type(self.body, *a);
                !self.errors.pointers || *self.module.types.kind(ty) != TypeKind::Ptr
            }
            Inst::Cast(op, _) => !matches!(op, CastOp::FpToUi | CastOp::FpToSi | CastOp::IntToPtr),
            Inst::Load(address) => self.is_inside(*address, data),
            Inst::Binary(
                BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::FAdd
                | BinaryOp::FSub
                | BinaryOp::FMul
                | BinaryOp::FDiv,
                ..,
            )
            | Inst::FNeg(_)
            | Inst::FloatCompare(..)
            | Inst::Select(..)
            | Inst::Freeze(_)
            | Inst::PtrAdd { .. } => true,
            _ => false,
        }
    }

    /// Whether a load is surely of bytes of a variable.
    fn is_inside(&self, address: Operand, load: &InstData) -> bool {
        let Some(result) = load.result else { return false };
        let len = self.module.types.layout(self.body.values[result]).store;
        let place = self.place(address, 0);
        place.is_some_and(|(offset, size)| offset.checked_add(len).is_some_and(|end| end <= size))
    }

    /// The offset of an address in the variable it leads to, and the variable's size.
    fn place(&self, address: Operand, offset: u64) -> Option<(u64, u64)> {
        match address {
            Operand::Const(constant) => match self.module.consts.kind(constant) {
                ConstKind::Symbol(Symbol::Global(id)) => {
                    let global = &self.module.globals[*id];
                    matches!(global.init, Init::Data { .. }).then_some((offset, global.size))
                }
                _ => None,
            },
            Operand::Value(value) => match self.made.get(&value)? {
                Inst::Alloca(alloca) => {
                    let Operand::Const(count) = alloca.count else { return None };
                    (self.number(count) == Some(1)).then_some((offset, alloca.size))
                }
                Inst::PtrAdd { base, offset: more, terms, .. } if terms.is_empty() => {
                    self.place(*base, offset.checked_add(u64::try_from(*more).ok()?)?)
                }
                _ => None,
            },
        }
    }

    fn number(&self, constant: Const) -> Option<u64> {
        match self.module.consts.kind(constant) {
            ConstKind::Bits(_, bits) => Some(bits.low_u64()),
            ConstKind::Zero(_) => Some(0),
            _ => None,
        }
    }
}

impl Region {
    /// Makes one way of all, and the phi a choice.
    fn fold(&self, body: &mut Body) {
        const KNOWN: &str = "what a block leads to is a part of the region";
        let Inst::Phi(incoming) = body.blocks[self.join][self.at].inst.clone() else {
            unreachable!("a region ends at a phi")
        };
        let phi = body.blocks[self.join][self.at].clone();
        let result = phi.result.expect("a phi has a result");
        let ty = body.values[result];
        // What the phi is for a path that is at a block: known of the blocks behind it first.
        let mut chosen: Map<BlockId, Operand> = Map::default();
        let mut made = Vec::new();
        let come =
            |from: BlockId| incoming.iter().find(|(block, _)| *block == from).map(|(_, operand)| *operand);
        for &block in self.inner.iter().rev().chain([&self.head]) {
            let to = |next: BlockId| if next == self.join { come(block) } else { chosen.get(&next).copied() };
            let operand = match &body.blocks[block].last().expect("a block ends in a terminator").inst {
                Inst::Br(next) => to(*next).expect(KNOWN),
                Inst::CondBr(condition, yes, no) => {
                    let (condition, yes, no) = (*condition, to(*yes).expect(KNOWN), to(*no).expect(KNOWN));
                    if yes == no {
                        yes
                    } else {
                        let value = body.values.push(ty);
                        made.push(InstData {
                            result: Some(value),
                            inst: Inst::Select(condition, yes, no),
                            loc: phi.loc,
                        });
                        Operand::Value(value)
                    }
                }
                _ => unreachable!("a region is made of jumps and branches"),
            };
            chosen.insert(block, operand);
        }
        made.push(InstData { result: Some(result), inst: Inst::Freeze(chosen[&self.head]), loc: phi.loc });
        body.blocks[self.join].splice(self.at..=self.at, made);
        let order = [&[self.head], &self.inner[..], &[self.join]].concat();
        for pair in order.windows(2) {
            let last = body.blocks[pair[0]].last_mut().expect("a block ends in a terminator");
            last.inst = Inst::Br(pair[1]);
        }
    }
}
