//! A module laid out in memory, its functions decoded on first use.

mod linker;

use std::{
    cell::{OnceCell, RefCell},
    fmt,
};

use vellum_analysis::Point;
use vellum_bits::Bits;
use vellum_collections::{Id, IdVec, Map, Set, cast::index64, cast::len64};
use vellum_ir::{
    BlockId, Const, ConstKind, ConstOp, DebugInfo, FuncId, Function, Global, GlobalId, Init, Module,
    Strength, Symbol, Type, TypeKind,
};
use vellum_memory::{CODE_BASE, Class, Heap, Memory, MemoryConfig, Region};

use crate::{
    code::{Code, Shape},
    coverage::Part,
    exec::SavedRegisters,
    externals::{Definition, ExternalId, Externals},
    lower,
    news::Sightings,
    origin::Maker,
    program::linker::{FunctionArrays, Prologues, Sections},
};

/// Bytes between the addresses of two functions.
const FUNCTION_STRIDE: u64 = 16;

/// The address of the first block whose address is taken.
const BLOCK_BASE: u64 = CODE_BASE + (1 << 40);

/// The address of the first place a call returns to.
const RETURN_BASE: u64 = CODE_BASE + (2 << 40);

/// Addresses each function has for its blocks.
const BLOCKS_PER_FUNCTION: u64 = 1 << 20;

/// Bytes between the addresses of two frames.
const FRAME_DISTANCE: u64 = 16;

/// What counts as an error beyond what always does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is switched by itself")]
pub struct Checks {
    /// A shift by the width or more.
    pub overshift: Extent,
    /// Another operation without a defined result for its operands.
    pub undefined: Extent,
    /// Signed arithmetic in the program's own code whose result does not fit.
    pub overflow: bool,
    /// Blocks of the heap that nothing points to when the program ends.
    pub leaks: bool,
    /// What the program does depends on memory that was never written.
    pub uninitialised: bool,
    /// Loops that never end.
    pub loops: bool,
    /// Pointers to different objects that are ordered or subtracted, in the program's own code.
    pub pointers: bool,
    /// Accesses that leave an array in a structure but not the structure, in the program's own code.
    pub fields: bool,
    /// No error at all: loads and stores are counted, see [`crate::PlaneFigures::operations`].
    pub accesses: bool,
    /// No error either: objects are relocated at random. Nothing that a program does may depend on it.
    pub relocations: Option<RandomRelocations>,
}

/// Relocations of objects, of any kind, at random moments that follow from a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RandomRelocations {
    /// A few objects come together each time.
    Together(u64),
    /// One object moves each time, to a place of its own: then not even the tree of paths may change.
    Alone(u64),
}

/// Which of the program's own functions are looked at for operations without a defined result. An optimising compiler
/// executes some that the source does not ask for, and drops what comes of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// None.
    #[default]
    Nowhere,
    /// Those that no optimiser has been over.
    Unoptimised,
    /// All.
    Everywhere,
}

/// A program ready to run.
pub struct Program {
    module: Module,
    code: IdVec<FuncId, OnceCell<Code>>,
    externals: IdVec<FuncId, Option<ExternalId>>,
    addresses: IdVec<GlobalId, u64>,
    prologues: Prologues,
    signatures: RefCell<Set<Vec<Shape>>>,
    pub(crate) sightings: Sightings,
    checks: Checks,
    saved_registers: SavedRegisters,
    classifier: Option<Box<dyn Classifier>>,
}

/// Says which heap objects one pointer may lead to.
pub trait Classifier {
    /// The class of what the first of these calls makes; then come the calls around it, the outermost last.
    fn class(&self, calls: &[Point]) -> Option<Class>;
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Program({} functions)", self.module.functions.len())
    }
}

/// A program that cannot run.
#[derive(Debug)]
pub enum LinkError {
    /// Variables that are used and defined nowhere.
    Undefined(Vec<Box<str>>),
    /// The globals do not fit into memory.
    TooLarge {
        /// The global.
        name: Box<str>,
        /// Its size in bytes.
        size: u64,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(names) => {
                write!(f, "undefined symbol{}: {}", if names.len() == 1 { "" } else { "s" }, names.join(", "))
            }
            Self::TooLarge { name, size } => {
                write!(f, "global `{name}` of {size} bytes does not fit into memory")
            }
        }
    }
}

impl std::error::Error for LinkError {}

impl Program {
    /// Lays `module` out in fresh memory. Functions without a body are looked up in `externals`.
    pub fn link(
        module: Module,
        externals: &dyn Externals,
        config: MemoryConfig,
        checks: Checks,
    ) -> Result<(Self, Memory), LinkError> {
        let resolved: IdVec<FuncId, Option<ExternalId>> = module
            .functions
            .iter()
            .map(|f| {
                let definition = match f.strength {
                    _ if f.body.is_some() => Definition::Present,
                    Strength::Strong => Definition::Missing,
                    Strength::Weak => Definition::Optional,
                };
                externals.resolve(&f.name, definition)
            })
            .collect();
        let outside = outside_variables(&module, externals);
        let undefined = undefined_variables(&module, &outside);
        if !undefined.is_empty() {
            return Err(LinkError::Undefined(undefined));
        }
        let code = module.functions.iter().map(|_| OnceCell::new()).collect();
        let mut program = Self {
            module,
            code,
            externals: resolved,
            addresses: IdVec::new(),
            prologues: Prologues::default(),
            signatures: RefCell::default(),
            sightings: Sightings::default(),
            checks,
            saved_registers: SavedRegisters::default(),
            classifier: None,
        };
        let mut memory = Memory::new(config);
        program.prologues = Prologues::place(&program.module, &mut memory)?;
        program.place_globals(&mut memory, &outside)?;
        program.fill_globals(&mut memory);
        Ok((program, memory))
    }

    /// What counts as an error.
    pub fn checks(&self) -> Checks {
        self.checks
    }

    /// The program's source form.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The function.
    pub fn function(&self, id: FuncId) -> &Function {
        &self.module.functions[id]
    }

    /// The function's decoded form, made on first use; `None` for functions without a body.
    #[inline]
    pub(crate) fn code(&self, id: FuncId) -> Option<&Code> {
        if let Some(code) = self.code[id].get() {
            return Some(code);
        }
        self.decode(id)
    }

    /// Decodes a function. Its code is first asked for when a path is about to enter it.
    #[cold]
    #[inline(never)]
    fn decode(&self, id: FuncId) -> Option<&Code> {
        let body = self.module.functions[id].body.as_ref()?;
        Some(self.code[id].get_or_init(|| lower::function(self, id, body)))
    }

    /// What the outside provides under this function's name.
    #[inline]
    pub(crate) fn external(&self, id: FuncId) -> Option<ExternalId> {
        self.externals[id]
    }

    /// The address of a global.
    pub fn global_address(&self, id: GlobalId) -> u64 {
        self.addresses[id]
    }

    /// Whose code a function is.
    pub fn part(&self, id: FuncId) -> Part {
        let function = &self.module.functions[id];
        let debug = &self.module.debug;
        let file = function.loc.map(|loc| debug.text(debug.position(loc).file));
        match file {
            _ if function.body.is_none() || self.externals[id].is_some() => Part::Outside,
            Some(file) if DebugInfo::is_library(file) => Part::Library,
            _ => Part::Program,
        }
    }

    /// The function's decoded form, if some path has called it.
    pub(crate) fn decoded(&self, id: FuncId) -> Option<&Code> {
        self.code[id].get()
    }

    /// The addresses of all functions.
    pub fn function_addresses(&self) -> impl Iterator<Item = u64> {
        self.module.functions.ids().map(|id| self.function_address(id))
    }

    /// Whether the program needs a function that is defined nowhere. Only a path that calls it cannot go on.
    pub fn is_undefined(&self, id: FuncId) -> bool {
        self.has_no_code(id) && self.module.functions[id].strength == Strength::Strong
    }

    /// The functions that the program needs and that are defined nowhere.
    pub fn undefined_functions(&self) -> impl Iterator<Item = &str> {
        self.module
            .functions
            .iter_ids()
            .filter(|(id, _)| self.is_undefined(*id))
            .map(|(_, function)| &*function.name)
    }

    fn has_no_code(&self, id: FuncId) -> bool {
        self.module.functions[id].body.is_none() && self.externals[id].is_none()
    }

    /// The address of a function; null for a weak one that nobody defines.
    pub fn function_address(&self, id: FuncId) -> u64 {
        if self.has_no_code(id) && !self.is_undefined(id) {
            return 0;
        }
        match self.prologues.address(id) {
            Some(address) => address,
            None => CODE_BASE + FUNCTION_STRIDE * (len64(id.index()) + 1),
        }
    }

    /// The function at `address`.
    #[inline]
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let distance = address.wrapping_sub(CODE_BASE);
        let index = index64(distance / FUNCTION_STRIDE);
        let found = distance.is_multiple_of(FUNCTION_STRIDE) && (1..=self.code.len()).contains(&index);
        if found { Some(FuncId::from_index(index - 1)) } else { self.prologues.function_at(address) }
    }

    /// The address of a block.
    pub(crate) fn block_address(function: FuncId, block: BlockId) -> u64 {
        BLOCK_BASE + len64(function.index()) * BLOCKS_PER_FUNCTION + len64(block.index()) + 1
    }

    /// The address that a call at `pc` of `function` returns to: a number to compare, nothing to jump to.
    pub(crate) fn return_address(function: FuncId, pc: u32) -> u64 {
        RETURN_BASE + len64(function.index()) * BLOCKS_PER_FUNCTION + u64::from(pc) + 1
    }

    /// The frame address of the call `level` calls out from the innermost of `calls`, 0 if there is none: a
    /// number to compare, nothing to access. Near the start of the stack and, as natively, the lower the deeper.
    pub(crate) fn frame_address(stack: Region, calls: usize, level: usize) -> u64 {
        let depth = calls.saturating_sub(level);
        if depth == 0 { 0 } else { stack.base - FRAME_DISTANCE * len64(depth) }
    }

    /// The number of a parameter list.
    pub(crate) fn signature(&self, shapes: Vec<Shape>) -> u32 {
        let (index, _) = self.signatures.borrow_mut().insert_full(shapes);
        vellum_collections::cast::len32(index)
    }

    /// The layouts of saved registers.
    /// Has heap objects classified from now on.
    pub fn set_classifier(&mut self, classifier: Box<dyn Classifier>) {
        self.classifier = Some(classifier);
    }

    /// The class of what these calls make, if somebody classifies objects.
    pub(crate) fn classify(&self, calls: impl FnOnce() -> Vec<Point>) -> Option<Class> {
        self.classifier.as_ref()?.class(&calls())
    }

    pub(crate) fn saved_registers(&self) -> &SavedRegisters {
        &self.saved_registers
    }

    /// The global that a constant pointer was made from, and how far it was moved, if that is out of the global.
    pub(crate) fn outside_pointer(&self, constant: Const) -> Option<(u64, u64)> {
        let (global, offset) = self.moved_global(constant)?;
        (offset > self.module.globals[global].size).then(|| (self.addresses[global], offset))
    }

    /// The global that a constant pointer was made from, and its offset in bytes from there.
    fn moved_global(&self, constant: Const) -> Option<(GlobalId, u64)> {
        match self.module.consts.kind(constant) {
            ConstKind::Symbol(Symbol::Global(id)) => Some((*id, 0)),
            ConstKind::Expr(ty, ConstOp::Add, parts) if *self.module.types.kind(*ty) == TypeKind::Ptr => {
                let (&base, rest) = parts.split_first()?;
                let (global, start) = self.moved_global(base)?;
                let words = rest.iter().map(|&part| self.const_words(part).first().copied().unwrap_or(0));
                Some((global, words.fold(start, u64::wrapping_add)))
            }
            _ => None,
        }
    }

    /// The size of the global that a constant pointer was made from.
    pub(crate) fn global_of(&self, constant: Const) -> Option<u64> {
        self.moved_global(constant).map(|(global, _)| self.module.globals[global].size)
    }

    /// The bytes of a global that come after a constant pointer made from it.
    pub(crate) fn rest_of_global(&self, constant: Const) -> Option<u64> {
        let (global, offset) = self.moved_global(constant)?;
        let global = &self.module.globals[global];
        matches!(global.init, Init::Data { .. }).then(|| global.size.saturating_sub(offset))
    }

    /// The pointers in globals that lead out of the global they were made from: where they are, and what they are made
    /// of.
    pub(crate) fn outside_pointers(&self) -> impl Iterator<Item = (u64, (u64, u64))> {
        let variables = self.module.globals.iter_ids().filter(|(_, global)| !global.constant);
        variables.flat_map(move |(id, global)| {
            let relocations = match &global.init {
                Init::Data { relocations, .. } => &relocations[..],
                Init::Declared(_) => &[],
            };
            let place = move |offset: u64| self.addresses[id] + offset;
            let rows = relocations.iter();
            rows.filter_map(move |row| Some((place(row.offset), self.outside_pointer(row.value)?)))
        })
    }

    /// The registers a constant fills.
    pub(crate) fn const_words(&self, constant: Const) -> Vec<u64> {
        let module = &self.module;
        match module.consts.kind(constant) {
            ConstKind::Bits(_, bits) => bits.limbs().to_vec(),
            ConstKind::Undef(ty) | ConstKind::Zero(ty) => self.zero_words(*ty),
            ConstKind::Aggregate(_, parts) => parts.iter().flat_map(|&part| self.const_words(part)).collect(),
            ConstKind::Symbol(symbol) => vec![self.symbol_address(*symbol)],
            ConstKind::Expr(ty, op, parts) => {
                let width = module.types.scalar_width(*ty).expect("constant expressions are scalars");
                self.const_expr(width, *op, parts).limbs().to_vec()
            }
        }
    }

    fn zero_words(&self, ty: Type) -> Vec<u64> {
        vec![0; vellum_collections::cast::index(self.module.types.layout(ty).slots)]
    }

    fn const_expr(&self, width: u32, op: ConstOp, parts: &[Const]) -> Bits {
        let mut values = parts.iter().map(|&part| {
            let ty = self.module.const_type(part);
            let width = self.module.types.scalar_width(ty).expect("constant expressions combine scalars");
            Bits::from_limbs(width, &self.const_words(part))
        });
        let first = values.next().expect("constant expressions have parts");
        let combine = match op {
            ConstOp::Resize => return Bits::from_limbs(width, first.limbs()),
            ConstOp::Add => Bits::add,
            ConstOp::Sub => Bits::sub,
            ConstOp::Mul => Bits::mul,
            ConstOp::Xor => Bits::xor,
        };
        values.fold(first, |sum, value| combine(&sum, &value))
    }

    fn symbol_address(&self, symbol: Symbol) -> u64 {
        match symbol {
            Symbol::Global(id) => self.addresses[id],
            Symbol::Function(id) => self.function_address(id),
            Symbol::Block(function, block) => Self::block_address(function, block),
        }
    }

    fn place_globals(&mut self, memory: &mut Memory, outside: &Map<GlobalId, u64>) -> Result<(), LinkError> {
        let arrays = FunctionArrays::place(&self.module, memory);
        let sections = Sections::place(&self.module, memory)?;
        for (id, global) in self.module.globals.iter_ids() {
            let address = match global.init {
                Init::Declared(_) if let Some(address) = outside.get(&id) => *address,
                Init::Declared(_) => {
                    arrays.address(&global.name).or_else(|| sections.bound(&global.name)).unwrap_or(0)
                }
                Init::Data { .. } if let Some(address) = sections.member(id) => address,
                Init::Data { .. } => {
                    let heap = if global.constant { Heap::Constant } else { Heap::Global };
                    memory
                        .allocate(heap, global.size, global.align, Maker::Global(id).origin())
                        .ok_or_else(|| LinkError::TooLarge { name: global.name.clone(), size: global.size })?
                }
            };
            self.addresses.push(address);
        }
        arrays.fill(self, memory);
        Ok(())
    }

    fn fill_globals(&self, memory: &mut Memory) {
        const PLACED: &str = "the global was just given this room";
        for (id, global) in self.module.globals.iter_ids() {
            let Init::Data { bytes, relocations } = &global.init else { continue };
            let base = self.addresses[id];
            memory.initialise(base, bytes).expect(PLACED);
            for relocation in relocations {
                let ty = self.module.const_type(relocation.value);
                let len = index64(self.module.types.layout(ty).store);
                let words = self.const_words(relocation.value);
                let value: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take(len).collect();
                memory.initialise(base + relocation.offset, &value).expect(PLACED);
            }
        }
    }
}

/// Whether a linker would have to find a global elsewhere: it is declared, and neither it nor what stands for it is
/// defined.
fn is_missing(module: &Module, global: &Global) -> bool {
    let made = FunctionArrays::is_bound(&global.name) || Sections::is_bound(module, &global.name);
    global.init == Init::Declared(Strength::Strong) && !made
}

/// Where the outside has variables that the program does not define.
fn outside_variables(module: &Module, externals: &dyn Externals) -> Map<GlobalId, u64> {
    let missing = module.globals.iter_ids().filter(|(_, global)| is_missing(module, global));
    missing.filter_map(|(id, global)| Some((id, externals.variable(&global.name, global.size)?))).collect()
}

fn undefined_variables(module: &Module, outside: &Map<GlobalId, u64>) -> Vec<Box<str>> {
    let missing = module
        .globals
        .iter_ids()
        .filter(|(id, global)| is_missing(module, global) && !outside.contains_key(id));
    missing.map(|(_, global)| global.name.clone()).collect()
}
