//! Who calls whom.
//!
//! A call through a pointer may reach every function whose address the program takes and which has a fitting
//! number of parameters.

use vellum_collections::{Id, IdVec, Map, Set, cast::len32};
use vellum_ir::{Call, Callee, Const, ConstKind, FuncId, Init, Inst, Module, Operand, Symbol};

/// A call in a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its place among the instructions of the block.
    pub instruction: u32,
    /// Whom it may call; nobody when the pointer fits no function.
    pub callees: Vec<FuncId>,
}

/// The calls of a program.
#[derive(Debug, Default)]
pub struct CallGraph {
    /// For each function, block by block; calls of intrinsics are none.
    sites: IdVec<FuncId, Vec<Vec<Site>>>,
    callers: IdVec<FuncId, Vec<FuncId>>,
}

impl CallGraph {
    /// The calls of `module`.
    pub fn new(module: &Module) -> Self {
        let taken = taken(module);
        let mut by_count: Map<usize, Vec<FuncId>> = Map::default();
        let mut callees = |call: &Call| match &call.callee {
            Callee::Function(id) => vec![*id],
            Callee::Intrinsic(_) => Vec::new(),
            Callee::Pointer(_) => {
                let count = call.args.len();
                let fits = |id: &&FuncId| {
                    let function = &module.functions[**id];
                    let known = function.params.len();
                    known == count || (function.variadic && known < count)
                };
                by_count.entry(count).or_insert_with(|| taken.iter().filter(fits).copied().collect()).clone()
            }
        };
        let mut of_block = |insts: &Vec<vellum_ir::InstData>| {
            let site = |(i, data): (usize, &vellum_ir::InstData)| match &data.inst {
                Inst::Call(call) if !matches!(call.callee, Callee::Intrinsic(_)) => {
                    Some(Site { instruction: len32(i), callees: callees(call) })
                }
                _ => None,
            };
            insts.iter().enumerate().filter_map(site).collect()
        };
        let blocks = |f: &vellum_ir::Function| {
            f.body.iter().flat_map(|body| body.blocks.iter()).map(&mut of_block).collect()
        };
        let sites: IdVec<FuncId, Vec<Vec<Site>>> = module.functions.iter().map(blocks).collect();
        let mut callers: IdVec<FuncId, Set<FuncId>> =
            module.functions.iter().map(|_| Set::default()).collect();
        for (caller, blocks) in sites.iter_ids() {
            for callee in blocks.iter().flatten().flat_map(|site| &site.callees) {
                callers[*callee].insert(caller);
            }
        }
        let callers = callers.iter().map(|set| set.iter().copied().collect()).collect();
        Self { sites, callers }
    }

    /// The calls in a block of a function, in order.
    pub fn sites(&self, function: FuncId, block: vellum_ir::BlockId) -> &[Site] {
        self.sites[function].get(block.index()).map_or(&[], Vec::as_slice)
    }

    /// Who calls a function, each once.
    pub fn callers(&self, function: FuncId) -> &[FuncId] {
        &self.callers[function]
    }
}

/// The functions whose address is taken.
fn taken(module: &Module) -> Set<FuncId> {
    let mut found = Set::default();
    for data in
        module.functions.iter().filter_map(|f| f.body.as_ref()).flat_map(|b| b.blocks.iter()).flatten()
    {
        data.inst.for_each_operand(|operand| {
            if let Operand::Const(constant) = operand {
                functions_in(module, constant, &mut found);
            }
        });
    }
    for global in &module.globals {
        if let Init::Data { relocations, .. } = &global.init {
            for relocation in relocations {
                functions_in(module, relocation.value, &mut found);
            }
        }
    }
    found.extend(module.constructors.iter().chain(&module.destructors).copied());
    found
}

fn functions_in(module: &Module, constant: Const, found: &mut Set<FuncId>) {
    match module.consts.kind(constant) {
        ConstKind::Symbol(Symbol::Function(id)) => {
            found.insert(*id);
        }
        ConstKind::Aggregate(_, parts) | ConstKind::Expr(_, _, parts) => {
            for &part in parts {
                functions_in(module, part, found);
            }
        }
        ConstKind::Symbol(_) | ConstKind::Bits(..) | ConstKind::Undef(_) | ConstKind::Zero(_) => (),
    }
}
