//! The conversion as a whole: from the roots to everything they reach, each symbol once.
//!
//! A symbol gets its number when it is first referred to and its contents later, in the order of the numbers.
//! So numbers depend on the program alone.

use std::collections::VecDeque;

use vellum_collections::{Map, Set};
use vellum_ir::{Const, ConstKind, FuncId, GlobalId, Init, Module, Strength, Symbol, Types};

use crate::{
    calls::Attributes,
    debug::Positions,
    error::LoadError,
    intrinsics::Lowering,
    link::{Rank, Symbols, Unit},
    llvm::{Block, Context, Type, Value, ValueKind},
    long_double::LongDoubles,
    target::wide_int_align,
};

/// Something the program form cannot express, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub(crate) Box<str>);

impl Unsupported {
    /// In these words.
    pub(crate) fn new(text: impl Into<Box<str>>) -> Self {
        Self(text.into())
    }
}

/// What the program form must contain.
#[derive(Clone, Copy)]
pub(crate) struct Roots<'a> {
    /// A function that must be defined.
    pub(crate) entry: &'a str,
    /// Symbols that may be defined.
    pub(crate) extra: &'a [&'a str],
}

/// The module under construction and what is known about LLVM's side.
pub(crate) struct Converter<'m> {
    pub(crate) units: &'m [Unit<'m>],
    pub(crate) symbols: Symbols<'m>,
    pub(crate) out: Module,
    pub(crate) positions: Positions<'m>,
    pub(crate) attributes: Attributes,
    /// LLVM's types and constants that were converted before.
    pub(crate) types: Map<Type<'m>, vellum_ir::Type>,
    pub(crate) constants: Map<Value<'m>, Const>,
    /// Numbers of functions and variables.
    pub(crate) numbers: Map<Value<'m>, Symbol>,
    /// Numbers of those that nobody defines, by name.
    pub(crate) undefined: Map<Box<[u8]>, Symbol>,
    /// Names given to symbols, and the last number given to tell equal ones apart.
    pub(crate) names: Set<Box<str>>,
    pub(crate) suffixes: Map<Box<str>, u64>,
    /// What calls of intrinsics become.
    pub(crate) intrinsics: Map<Value<'m>, Lowering>,
    /// Numbers of the blocks of functions whose blocks have their address taken.
    pub(crate) block_numbers: Map<Value<'m>, Map<Block<'m>, vellum_ir::BlockId>>,
    /// What has a number but no contents yet.
    pub(crate) pending: VecDeque<Pending<'m>>,
    /// How many of the undefined symbols were looked at for the name of a section.
    pub(crate) sections_seen: usize,
    /// What the program does with 80-bit floats, once somebody asked.
    pub(crate) long_doubles: Option<LongDoubles>,
}

/// A definition whose contents are still to be converted.
#[derive(Clone, Copy)]
pub(crate) enum Pending<'m> {
    Function(FuncId, Value<'m>),
    Global(GlobalId, Value<'m>),
}

/// What linkers call the ends of code, data and everything.
const IMAGE: &[&str] = &[
    "etext",
    "_etext",
    "__etext",
    "edata",
    "_edata",
    "end",
    "_end",
    "__bss_start",
    "__executable_start",
    "__ehdr_start",
];

/// When the functions run that a variable in one of the linker's arrays names, and with which priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Startup {
    /// Before `main`.
    Before(u64),
    /// After the end of `main`.
    After(u64),
}

impl Startup {
    /// What a variable's section says. The linker sorts by the number in its name; without one it comes last.
    fn of(global: Value<'_>) -> Option<Self> {
        const LAST: u64 = 65535;
        if global.is_declaration() {
            return None;
        }
        let section = str::from_utf8(global.section()).ok()?;
        let priority = |array: &str| match section.strip_prefix(array)? {
            "" => Some(LAST),
            rest => rest.strip_prefix('.')?.parse().ok(),
        };
        priority(".init_array").map(Self::Before).or_else(|| priority(".fini_array").map(Self::After))
    }
}

/// Converts what the request's roots reach.
pub(crate) fn convert<'m>(
    context: &'m Context,
    units: &'m [Unit<'m>],
    roots: Roots<'_>,
) -> Result<Module, LoadError> {
    let layout = units.iter().map(|unit| unit.module.data_layout()).find(|layout| !layout.is_empty());
    let types = Types::new(wide_int_align(&layout.unwrap_or_default()));
    let mut converter = Converter {
        units,
        symbols: Symbols::new(units)?,
        out: Module::new(types),
        positions: Positions::new(context),
        attributes: Attributes::new(),
        types: Map::default(),
        constants: Map::default(),
        numbers: Map::default(),
        undefined: Map::default(),
        names: Set::default(),
        suffixes: Map::default(),
        intrinsics: Map::default(),
        block_numbers: Map::default(),
        pending: VecDeque::new(),
        sections_seen: 0,
        long_doubles: None,
    };
    converter.add_roots(units, roots)?;
    converter.fill()?;
    while converter.add_sections(units) {
        converter.fill()?;
    }
    converter.check_main(units)?;
    converter.check_image()?;
    Ok(converter.out)
}

impl<'m> Converter<'m> {
    fn add_roots(&mut self, units: &'m [Unit<'m>], roots: Roots<'_>) -> Result<(), LoadError> {
        let entry = self.symbols.named(roots.entry.as_bytes()).and_then(|symbol| self.function(symbol));
        if entry.is_none() {
            return Err(if roots.entry == "main" {
                missing_main(units)
            } else {
                LoadError::MissingEntry { entry: roots.entry.to_owned() }
            });
        }
        for root in roots.extra {
            if let Some(symbol) = self.symbols.named(root.as_bytes()) {
                self.root(symbol)?;
            }
        }
        let mut constructors = Vec::new();
        let mut destructors = Vec::new();
        for global in units.iter().flat_map(|unit| unit.module.globals()) {
            match global.name() {
                b"llvm.global_ctors" => constructors.extend(self.startup_functions(global)?),
                b"llvm.global_dtors" => destructors.extend(self.startup_functions(global)?),
                b"llvm.used" => {
                    let kept: Vec<_> = global.initializer().into_iter().flat_map(Value::operands).collect();
                    kept.into_iter().try_for_each(|symbol| self.root(symbol))?;
                }
                _ => match Startup::of(global) {
                    Some(Startup::Before(priority)) => {
                        constructors.extend(self.listed_functions(priority, global)?);
                    }
                    Some(Startup::After(priority)) => {
                        destructors.extend(self.listed_functions(priority, global)?);
                    }
                    None => (),
                },
            }
        }
        // The sort is stable. Destructors undo what constructors did, so they run in reverse.
        constructors.sort_by_key(|&(priority, _)| priority);
        destructors.sort_by_key(|&(priority, _)| priority);
        self.out.constructors = constructors.into_iter().map(|(_, function)| function).collect();
        self.out.destructors = destructors.into_iter().rev().map(|(_, function)| function).collect();
        Ok(())
    }

    /// The priorities and functions of `llvm.global_ctors` or `llvm.global_dtors`.
    fn startup_functions(&mut self, list: Value<'m>) -> Result<Vec<(u64, FuncId)>, LoadError> {
        let mut found = Vec::new();
        for entry in list.initializer().into_iter().flat_map(Value::operands) {
            let (Some(priority), Some(function)) = (entry.part(0), entry.part(1)) else { continue };
            if function.kind() == ValueKind::LLVMConstantPointerNullValueKind {
                continue;
            }
            found.push((priority.int_bits().low_u64(), self.startup_function(list, function)?));
        }
        Ok(found)
    }

    fn startup_function(&mut self, list: Value<'m>, function: Value<'m>) -> Result<FuncId, LoadError> {
        self.function(function).ok_or_else(|| LoadError::Unsupported {
            global: list.name_text().into_owned(),
            what: function.to_string(),
        })
    }

    /// The functions in a variable that is a part of the array of those that run at the start or the end.
    fn listed_functions(&mut self, priority: u64, list: Value<'m>) -> Result<Vec<(u64, FuncId)>, LoadError> {
        let mut found = Vec::new();
        let mut waiting: Vec<Value<'m>> = list.initializer().into_iter().collect();
        while let Some(value) = waiting.pop() {
            match value.kind() {
                ValueKind::LLVMConstantArrayValueKind | ValueKind::LLVMConstantStructValueKind => {
                    let mut parts: Vec<_> = value.operands().collect();
                    parts.reverse();
                    waiting.append(&mut parts);
                }
                ValueKind::LLVMConstantPointerNullValueKind
                | ValueKind::LLVMConstantAggregateZeroValueKind => (),
                _ => found.push((priority, self.startup_function(list, value)?)),
            }
        }
        Ok(found)
    }

    /// Keeps what a constant refers to.
    fn root(&mut self, constant: Value<'m>) -> Result<(), LoadError> {
        self.constant(constant).map(drop).map_err(|Unsupported(what)| LoadError::Unsupported {
            global: constant.name_text().into_owned(),
            what: what.into(),
        })
    }

    /// The function a constant is the address of.
    pub(crate) fn function(&mut self, constant: Value<'m>) -> Option<FuncId> {
        let constant = self.constant(constant).ok()?;
        match *self.out.consts.kind(constant) {
            ConstKind::Symbol(Symbol::Function(function)) => Some(function),
            _ => None,
        }
    }

    /// Gives contents to everything that has a number, and so on for what these refer to.
    fn fill(&mut self) -> Result<(), LoadError> {
        while let Some(next) = self.pending.pop_front() {
            match next {
                Pending::Function(id, function) => self.fill_function(id, function),
                Pending::Global(id, global) => self.fill_global(id, global)?,
            }
        }
        Ok(())
    }

    /// Start-up code calls `main` without checking: better to say so now.
    fn check_main(&self, units: &[Unit<'_>]) -> Result<(), LoadError> {
        match self.undefined.get(&b"main"[..]) {
            Some(Symbol::Function(main)) if self.out.functions[*main].strength == Strength::Strong => {
                Err(missing_main(units))
            }
            _ => Ok(()),
        }
    }

    /// Where code and data begin and end is for a linker to say, and a program has no use for a wrong answer.
    fn check_image(&self) -> Result<(), LoadError> {
        for name in IMAGE {
            let strength = match self.undefined.get(name.as_bytes()) {
                Some(Symbol::Global(id)) => match self.out.globals[*id].init {
                    Init::Declared(strength) => strength,
                    Init::Data { .. } => continue,
                },
                Some(Symbol::Function(id)) => self.out.functions[*id].strength,
                _ => continue,
            };
            if strength == Strength::Strong {
                return Err(LoadError::NoImage { symbol: (*name).to_owned() });
            }
        }
        Ok(())
    }

    /// The strength of a symbol that is declared here.
    pub(crate) fn strength(symbol: Value<'m>) -> Strength {
        if Rank::of(symbol) == Rank::WeaklyDeclared { Strength::Weak } else { Strength::Strong }
    }
}

fn missing_main(units: &[Unit<'_>]) -> LoadError {
    let files: Vec<&str> =
        units.iter().filter(|unit| unit.is_program()).map(|unit| unit.file.as_str()).collect();
    LoadError::MissingMain { file: files.join(", ") }
}
