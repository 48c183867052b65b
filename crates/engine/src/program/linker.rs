//! What a linker makes of the parts of a program: arrays of functions, and sections with a start and an end.

use vellum_collections::{Id, Map, cast::len64};
use vellum_ir::{FuncId, GlobalId, Module, Section};
use vellum_memory::{Heap, Memory};

use super::{LinkError, Program};
use crate::origin::Maker;

/// The arrays a linker would make of constructors and destructors.
pub(super) struct FunctionArrays {
    arrays: [(u64, Vec<FuncId>); 2],
}

impl FunctionArrays {
    const NAMES: [[&str; 2]; 2] =
        [["__init_array_start", "__init_array_end"], ["__fini_array_start", "__fini_array_end"]];

    pub(super) fn is_bound(name: &str) -> bool {
        Self::NAMES.as_flattened().contains(&name)
    }

    pub(super) fn place(module: &Module, memory: &mut Memory) -> Self {
        // The C library walks the array of destructors from its end.
        let backwards = module.destructors.iter().rev().copied().collect();
        let arrays = [module.constructors.clone(), backwards].map(|functions: Vec<FuncId>| {
            let size = 8 * len64(functions.len());
            let base = memory.allocate(Heap::Constant, size, 8, Maker::Engine.origin());
            (base.expect("fresh memory has room for a few pointers"), functions)
        });
        Self { arrays }
    }

    pub(super) fn address(&self, name: &str) -> Option<u64> {
        self.arrays.iter().zip(Self::NAMES).find_map(|((base, functions), [start, end])| match name {
            _ if name == start => Some(*base),
            _ if name == end => Some(base + 8 * len64(functions.len())),
            _ => None,
        })
    }

    pub(super) fn fill(&self, program: &Program, memory: &mut Memory) {
        for (base, functions) in &self.arrays {
            let bytes: Vec<u8> =
                functions.iter().flat_map(|&f| program.function_address(f).to_le_bytes()).collect();
            memory.initialise(*base, &bytes).expect("the array was just given this room");
        }
    }
}

/// What a sanitizer reads before functions. Where any function has such bytes, each has some, zeros if need be: a pointer may lead
/// to any of them. A function's address is then the end of these bytes, which are an object that cannot be written.
#[derive(Default)]
pub(super) struct Prologues {
    addresses: Vec<u64>,
    functions: Map<u64, FuncId>,
}

impl Prologues {
    pub(super) fn place(module: &Module, memory: &mut Memory) -> Result<Self, LinkError> {
        let mut prologues = Self::default();
        let size = module.functions.iter().map(|function| len64(function.prologue.len())).max().unwrap_or(0);
        for (id, function) in module.functions.iter_ids().filter(|_| size > 0) {
            let base = memory
                .allocate(Heap::Constant, size, 8, Maker::Engine.origin())
                .ok_or_else(|| LinkError::TooLarge { name: function.name.clone(), size })?;
            memory.initialise(base, &function.prologue).expect("the bytes were just given this room");
            prologues.addresses.push(base + size);
            prologues.functions.insert(base + size, id);
        }
        Ok(prologues)
    }

    /// The address of a function, if it has something before it.
    pub(super) fn address(&self, function: FuncId) -> Option<u64> {
        self.addresses.get(function.index()).copied()
    }

    /// The function at an address.
    pub(super) fn function_at(&self, address: u64) -> Option<FuncId> {
        self.functions.get(&address).copied()
    }
}

/// Sections whose start and end the program names.
///
/// The program walks from one member into the next, so the members of a section are one object: its bounds
/// are the section's.
pub(super) struct Sections<'m> {
    bounds: Map<&'m str, [u64; 2]>,
    members: Map<GlobalId, u64>,
}

impl<'m> Sections<'m> {
    /// Whether `name` is the start or the end of one of the module's sections.
    pub(super) fn is_bound(module: &Module, name: &str) -> bool {
        module.sections.iter().any(|section| Self::end_named(&section.name, name).is_some())
    }

    /// Which end of the section `name` is: 0 for its start, 1 for its end.
    fn end_named(section: &str, name: &str) -> Option<usize> {
        Section::BOUNDS.iter().position(|prefix| name.strip_prefix(prefix) == Some(section))
    }

    pub(super) fn place(module: &'m Module, memory: &mut Memory) -> Result<Self, LinkError> {
        let mut sections = Self { bounds: Map::default(), members: Map::default() };
        for (number, section) in module.sections.iter().enumerate() {
            let globals = || section.members.iter().map(|&id| &module.globals[id]);
            let mut size: u64 = 0;
            let offsets: Vec<u64> = globals()
                .map(|global| {
                    let offset = size.checked_next_multiple_of(global.align).unwrap_or(u64::MAX);
                    size = offset.saturating_add(global.size);
                    offset
                })
                .collect();
            let align = globals().map(|global| global.align).fold(1, u64::max);
            // As the linker has it: what may be written makes all of its section so.
            let heap = if globals().all(|global| global.constant) { Heap::Constant } else { Heap::Global };
            let base = memory
                .allocate(heap, size, align, Maker::Section(number).origin())
                .ok_or_else(|| LinkError::TooLarge { name: section.name.clone(), size })?;
            sections.bounds.insert(&section.name, [base, base + size]);
            sections.members.extend(section.members.iter().zip(offsets).map(|(&id, at)| (id, base + at)));
        }
        Ok(sections)
    }

    /// The address that `name`, the start or the end of a section, stands for.
    pub(super) fn bound(&self, name: &str) -> Option<u64> {
        self.bounds.iter().find_map(|(section, ends)| Some(ends[Self::end_named(section, name)?]))
    }

    /// The address of a global that is in a section.
    pub(super) fn member(&self, id: GlobalId) -> Option<u64> {
        self.members.get(&id).copied()
    }
}
