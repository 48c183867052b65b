//! Which locals have a life that is shorter than a call, and how it is followed.
//!
//! A compiler marks where the life of a local begins and ends. Most locals need no look at that: nobody keeps a pointer to them, or
//! they live as long as the call. For the others, each life can be an object of its own, made where it begins and gone where it
//! ends. That is exact for code as a compiler first makes it. In optimised code addresses are computed and memory is read earlier
//! or later than in the program; a local of which this may be so is left alone.

use vellum_collections::{IdVec, Map, Set};
use vellum_ir::{BlockId, Body, Callee, Inst, InstData, Intrinsic, Module, Operand, Value};

use crate::bits::Bits;

/// The locals whose use after scope is checked: each of their lives, from the compiler's begin marker to its end marker, is an
/// object of its own. That pays for those to which a pointer may be kept
/// until their life is over, and those that may have several lives in a call and are not among `written`, the ones that are surely
/// written before they are read.
///
/// Such a local has one marker at which its life begins. It is alive, however the function gets there, wherever its address or
/// a pointer made of it is used. So such a pointer was always made in the same life: where a pointer is made can only be
/// reached through the marker, and were the marker reached again between there and the use, the use could be reached from it in the
/// first round, without the pointer being made.
pub fn scoped_locals(module: &Module, body: &Body, written: &Set<Value>) -> Set<Value> {
    let begins = begins(body);
    // Where a function may return twice, so may scopes that were left.
    if begins.is_empty() || calls_twice(module, body) {
        return Set::default();
    }
    let mut locals = Locals::of(body, &begins);
    let uses = locals.uses(body);
    let mut numbers: Map<Value, usize> = Map::default();
    for (local, begin) in begins {
        let is_chosen = match uses.get(&local) {
            Some(uses) if uses.escapes => uses.ends_early || comes_back(body, begin),
            _ => !written.contains(&local) && comes_back(body, begin),
        };
        if is_chosen {
            numbers.insert(local, numbers.len());
        }
    }
    if numbers.is_empty() {
        return Set::default();
    }
    locals.pointers.retain(|_, local| numbers.contains_key(local));
    let refused = locals.used_outside(body, &numbers);
    numbers.into_iter().filter(|(_, number)| !refused.has(*number)).map(|(local, _)| local).collect()
}

/// What a marker says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// The life of a local begins, and nothing was written to it.
    Begin(Value),
    /// It is over.
    End(Value),
}

impl Marker {
    /// The marker that an instruction is, if it is one.
    pub fn of(inst: &Inst) -> Option<Self> {
        let Inst::Call(call) = inst else { return None };
        // Older compilers say the size first.
        let Operand::Value(local) = call.args.last()?.value else { return None };
        match call.callee {
            Callee::Intrinsic(Intrinsic::LifetimeStart) => Some(Self::Begin(local)),
            Callee::Intrinsic(Intrinsic::LifetimeEnd) => Some(Self::End(local)),
            _ => None,
        }
    }
}

/// The locals allocated in the entry block that have exactly one begin marker, each with the block its marker is in.
fn begins(body: &Body) -> Map<Value, BlockId> {
    let mut begins: Map<Value, Option<BlockId>> = Map::default();
    for (block, insts) in body.blocks.iter_ids() {
        for data in insts {
            if let Some(Marker::Begin(local)) = Marker::of(&data.inst) {
                begins.entry(local).and_modify(|known| *known = None).or_insert(Some(block));
            }
        }
    }
    let allocas = if begins.is_empty() { Vec::new() } else { allocas(body) };
    let one = |(local, begin): (Value, Option<BlockId>)| Some((local, begin?));
    begins.into_iter().filter_map(one).filter(|(local, _)| allocas.contains(local)).collect()
}

/// The locals of the first block that have a known size.
fn allocas(body: &Body) -> Vec<Value> {
    let local = |data: &InstData| match &data.inst {
        Inst::Alloca(alloca) if matches!(alloca.count, Operand::Const(_)) => data.result,
        _ => None,
    };
    body.blocks.iter().next().into_iter().flatten().filter_map(local).collect()
}

/// Whether the function calls one that may return twice.
fn calls_twice(module: &Module, body: &Body) -> bool {
    body.blocks.iter().flatten().any(|data| match &data.inst {
        Inst::Call(call) => match call.callee {
            Callee::Function(function) => module.functions[function].returns_twice,
            _ => false,
        },
        _ => false,
    })
}

/// The locals of a function.
struct Locals {
    /// For each pointer that is made of one of those in question, of which.
    pointers: Map<Value, Value>,
    /// All of them.
    all: Vec<Value>,
}

/// What is done with a local.
#[derive(Default)]
struct Uses {
    /// Whether a pointer to it may be kept.
    escapes: bool,
    /// Whether something is done after the end of its life but to return.
    ends_early: bool,
}

impl Locals {
    /// Those whose life begins somewhere, and what is moved from them.
    fn of(body: &Body, begins: &Map<Value, BlockId>) -> Self {
        let all = allocas(body);
        let mut pointers: Map<Value, Value> = begins.keys().map(|&local| (local, local)).collect();
        // What is moved was made in an earlier block, or earlier in its own, but blocks may come in any order.
        loop {
            let before = pointers.len();
            for data in body.blocks.iter().flatten() {
                if let (Inst::PtrAdd { base: Operand::Value(base), .. }, Some(result)) =
                    (&data.inst, data.result)
                    && let Some(&local) = pointers.get(base)
                {
                    pointers.insert(result, local);
                }
            }
            if pointers.len() == before {
                return Self { pointers, all };
            }
        }
    }

    fn local(&self, operand: Operand) -> Option<Value> {
        match operand {
            Operand::Value(value) => self.pointers.get(&value).copied(),
            Operand::Const(_) => None,
        }
    }

    /// What is done with each local.
    fn uses(&self, body: &Body) -> Map<Value, Uses> {
        let mut uses: Map<Value, Uses> = Map::default();
        for insts in &body.blocks {
            for (position, data) in insts.iter().enumerate() {
                match Marker::of(&data.inst) {
                    Some(Marker::End(local)) if self.pointers.contains_key(&local) => {
                        let is_last = insts[position..].iter().all(|data| self.only_returns(data));
                        uses.entry(local).or_default().ends_early |= !is_last;
                    }
                    Some(_) => (),
                    None => self.kept_by(&data.inst, |local| uses.entry(local).or_default().escapes = true),
                }
            }
        }
        uses
    }

    /// Calls `visit` with the locals to which an instruction may keep a pointer.
    fn kept_by(&self, inst: &Inst, mut visit: impl FnMut(Value)) {
        let is_block_operation = |call: &vellum_ir::Call| {
            use Intrinsic::{Memcpy, Memmove, Memset};
            matches!(call.callee, Callee::Intrinsic(Memcpy | Memmove | Memset))
        };
        let mut keep = |operand: Operand| self.local(operand).into_iter().for_each(&mut visit);
        match inst {
            Inst::Load(_) => (),
            Inst::Store { value, .. } => keep(*value),
            Inst::PtrAdd { terms, .. } => terms.iter().for_each(|term| keep(term.index)),
            Inst::Call(call) if is_block_operation(call) => (),
            inst => inst.for_each_operand(keep),
        }
    }

    /// Whether all an instruction does is part of leaving the function, and uses no pointer that was kept.
    fn only_returns(&self, data: &InstData) -> bool {
        match &data.inst {
            Inst::Ret(_) => true,
            Inst::Load(Operand::Value(address)) => self.all.contains(address),
            Inst::Call(call) if call.callee == Callee::Intrinsic(Intrinsic::StackRestore) => true,
            inst => Marker::of(inst).is_some(),
        }
    }

    /// The locals that something is done with where their life may not have begun, or may be over.
    fn used_outside(&self, body: &Body, numbers: &Map<Value, usize>) -> Bits {
        let entries = alive_at_entries(body, numbers);
        let mut refused = Bits::none(numbers.len());
        for (block, insts) in body.blocks.iter_ids() {
            let mut alive = entries[block].clone();
            for data in insts {
                let mut used = |operand: Operand| {
                    let number = self.local(operand).and_then(|local| numbers.get(&local));
                    if let Some(&number) = number.filter(|number| !alive.has(**number)) {
                        refused.set(number);
                    }
                };
                match &data.inst {
                    // It is used where control comes from.
                    Inst::Phi(_) => (),
                    inst if Marker::of(inst).is_some() => mark(inst, numbers, &mut alive),
                    inst => inst.for_each_operand(&mut used),
                }
            }
            let Some(last) = insts.last() else { continue };
            for next in last.inst.successors() {
                for data in &body.blocks[next] {
                    let Inst::Phi(incoming) = &data.inst else { break };
                    for (_, operand) in incoming.iter().filter(|(from, _)| *from == block) {
                        let number = self.local(*operand).and_then(|local| numbers.get(&local));
                        if let Some(&number) = number.filter(|number| !alive.has(**number)) {
                            refused.set(number);
                        }
                    }
                }
            }
        }
        refused
    }
}

/// Follows a marker.
fn mark(inst: &Inst, numbers: &Map<Value, usize>, alive: &mut Bits) {
    match Marker::of(inst) {
        Some(Marker::Begin(local)) => numbers.get(&local).into_iter().for_each(|&number| alive.set(number)),
        Some(Marker::End(local)) => numbers.get(&local).into_iter().for_each(|&number| alive.clear(number)),
        None => (),
    }
}

/// For each block, the locals that are alive whichever way it is reached.
fn alive_at_entries(body: &Body, numbers: &Map<Value, usize>) -> IdVec<BlockId, Bits> {
    let follow = |block: BlockId, alive: &mut Bits| {
        body.blocks[block].iter().for_each(|data| mark(&data.inst, numbers, alive));
    };
    crate::bits::on_every_way(body, numbers.len(), follow)
}

/// Whether control may come back to a block that it left.
fn comes_back(body: &Body, block: BlockId) -> bool {
    let onwards =
        |from: BlockId| body.blocks[from].last().map_or_else(Vec::new, |data| data.inst.successors());
    let mut seen: Set<BlockId> = Set::default();
    let mut todo = onwards(block);
    while let Some(next) = todo.pop() {
        if next == block {
            return true;
        }
        if seen.insert(next) {
            todo.extend(onwards(next));
        }
    }
    false
}
