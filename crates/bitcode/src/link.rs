//! Which modules make up the program, and who defines a symbol.
//!
//! The modules are never merged: they stay side by side in one context, and a name leads from a declaration
//! in one to the definition in another. That is what a linker decides, without moving any code, which would
//! cost more than everything else here. The rules are those of a static linker:
//!
//! * a strong definition wins over a common one, a common one over a weak one, else the first wins;
//! * two strong definitions are an error, unless the second is in the library: then the program's wins;
//! * a library member is taken when it defines a name that is wanted and not defined yet.

use std::{fs, path::Path};

use vellum_collections::{Map, Set};

use crate::{
    Libc, Request, Source,
    archive::{Archive, ArchiveError},
    error::{LoadError, one_line},
    guard::Guard,
    libm,
    llvm::{Context, Form, Linkage, Module, Value},
    target::check_target,
};

/// A module and where it comes from.
pub(crate) struct Unit<'c> {
    /// The file, for messages.
    pub(crate) file: String,
    /// What is in it.
    pub(crate) module: Module<'c>,
    origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Program,
    Library,
}

impl Unit<'_> {
    /// Whether the module is one of the program's own.
    pub(crate) fn is_program(&self) -> bool {
        self.origin == Origin::Program
    }
}

/// What a symbol means to other modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Only its own module knows it.
    Local,
    /// Defined elsewhere; null if nowhere.
    WeaklyDeclared,
    /// Defined elsewhere.
    Declared,
    /// Defined here unless somebody knows better.
    Weak,
    /// A C variable without initialiser, to be merged with others of its name.
    Common,
    /// Defined here.
    Strong,
}

impl Rank {
    /// The rank of a function, variable, alias or ifunc.
    pub(crate) fn of(symbol: Value<'_>) -> Self {
        let defined = match symbol.linkage() {
            Linkage::LLVMInternalLinkage
            | Linkage::LLVMPrivateLinkage
            | Linkage::LLVMLinkerPrivateLinkage
            | Linkage::LLVMAppendingLinkage => return Self::Local,
            Linkage::LLVMExternalWeakLinkage => return Self::WeaklyDeclared,
            Linkage::LLVMAvailableExternallyLinkage => return Self::Declared,
            Linkage::LLVMLinkOnceAnyLinkage
            | Linkage::LLVMLinkOnceODRLinkage
            | Linkage::LLVMLinkOnceODRAutoHideLinkage
            | Linkage::LLVMWeakAnyLinkage
            | Linkage::LLVMWeakODRLinkage
            | Linkage::LLVMLinkerPrivateWeakLinkage => Self::Weak,
            Linkage::LLVMCommonLinkage => Self::Common,
            Linkage::LLVMExternalLinkage
            | Linkage::LLVMDLLImportLinkage
            | Linkage::LLVMDLLExportLinkage
            | Linkage::LLVMGhostLinkage => Self::Strong,
        };
        if symbol.is_declaration() { Self::Declared } else { defined }
    }

    /// Whether the symbol's module defines it.
    pub(crate) fn is_definition(self) -> bool {
        !matches!(self, Self::WeaklyDeclared | Self::Declared)
    }
}

/// A symbol's name for the linker: a leading `\1` only says "take this literally".
pub(crate) fn symbol_name(symbol: Value<'_>) -> &[u8] {
    let name = symbol.name();
    name.strip_prefix(b"\x01").unwrap_or(name)
}

/// Every function, variable, alias and ifunc of a module.
fn symbols<'m>(module: &'m Module<'_>) -> impl Iterator<Item = Value<'m>> {
    module.functions().chain(module.globals()).chain(module.aliases()).chain(module.ifuncs())
}

/// Reads the program and what it needs of the library.
pub(crate) fn gather<'c>(
    context: &'c Context,
    guard: &Guard,
    request: Request<'_>,
) -> Result<Vec<Unit<'c>>, LoadError> {
    let mut gathering =
        Gathering { context, guard, units: Vec::new(), defined: Set::default(), wanted: Set::default() };
    for source in request.program {
        gathering.add(&source.name, &source.bytes, Origin::Program)?;
    }
    for root in std::iter::once(&request.entry).chain(request.extra_roots) {
        gathering.wanted.insert(root.as_bytes().into());
    }
    if let Some(libc) = &request.libc {
        gathering.add_library(libc)?;
    }
    Ok(gathering.units)
}

struct Gathering<'a, 'c> {
    context: &'c Context,
    guard: &'a Guard,
    units: Vec<Unit<'c>>,
    defined: Set<Box<[u8]>>,
    /// Names somebody refers to, in the order they came up.
    wanted: Set<Box<[u8]>>,
}

impl Gathering<'_, '_> {
    /// Reads a module, checks it and notes what it defines and wants.
    fn add(&mut self, file: &str, bytes: &[u8], origin: Origin) -> Result<(), LoadError> {
        let form = Source::form(file, bytes)?;
        self.guard.reading(file);
        let corrupt = |message: String| {
            let (file, message) = (file.to_owned(), one_line(file, &message));
            match form {
                Form::Bitcode => LoadError::Corrupt { file, message },
                Form::Text => LoadError::BadText { file, message },
            }
        };
        let mut module = self.context.parse(file, bytes, form).map_err(corrupt)?;
        check_target(file, &module)?;
        module.verify().map_err(corrupt)?;
        for symbol in symbols(&module) {
            let name = symbol_name(symbol);
            match Rank::of(symbol) {
                Rank::Local | Rank::WeaklyDeclared => (),
                Rank::Declared => {
                    if symbol.is_used() {
                        self.wanted.extend(libm::functions_behind(name).map(|name| name.into_bytes().into()));
                        self.wanted.insert(name.into());
                    }
                }
                Rank::Weak | Rank::Common | Rank::Strong => {
                    self.defined.insert(name.into());
                }
            }
        }
        self.units.push(Unit { file: file.to_owned(), module, origin });
        Ok(())
    }

    /// Adds the start-up object and then members until nothing wanted is left that the archive has.
    fn add_library(&mut self, libc: &Libc) -> Result<(), LoadError> {
        self.add(&libc.crt.display().to_string(), &read(&libc.crt)?, Origin::Library)?;
        let bytes = read(&libc.archive)?;
        let path = libc.archive.display();
        let damaged = |error: ArchiveError| LoadError::Corrupt {
            file: path.to_string(),
            message: error.text().to_owned(),
        };
        let archive = Archive::new(&bytes).map_err(damaged)?;
        let mut taken: Set<usize> = Set::default();
        let mut next = 0;
        while let Some(name) = self.wanted.get_index(next) {
            next += 1;
            if self.defined.contains(name) {
                continue;
            }
            let Some(position) = archive.defining(name) else { continue };
            if !taken.insert(position) {
                continue;
            }
            let member = archive.member(position).map_err(damaged)?;
            // Members in machine code serve native builds only; here their symbols stay undefined.
            if Form::is_bitcode(member.bytes) {
                let file = format!("{path}({})", String::from_utf8_lossy(member.name));
                self.add(&file, member.bytes, Origin::Library)?;
            }
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    fs::read(path).map_err(|error| LoadError::Unreadable {
        file: path.display().to_string(),
        message: error.to_string(),
    })
}

/// Who defines what.
pub(crate) struct Symbols<'m> {
    definitions: Map<&'m [u8], Definition<'m>>,
    /// Every name that other modules see, defined or not.
    shared: Set<&'m [u8]>,
    /// Names whose definition is the C library's.
    library: Set<&'m [u8]>,
}

#[derive(Clone, Copy)]
struct Definition<'m> {
    symbol: Value<'m>,
    rank: Rank,
    unit: usize,
}

impl<'m> Symbols<'m> {
    /// Decides for every name.
    pub(crate) fn new(units: &'m [Unit<'_>]) -> Result<Self, LoadError> {
        let mut all = Self { definitions: Map::default(), shared: Set::default(), library: Set::default() };
        for (unit, contents) in units.iter().enumerate() {
            for symbol in symbols(&contents.module) {
                let rank = Rank::of(symbol);
                if rank == Rank::Local {
                    continue;
                }
                all.shared.insert(symbol_name(symbol));
                if rank.is_definition() {
                    all.define(Definition { symbol, rank, unit }, units)?;
                }
            }
        }
        let of_library = |(_, definition): &(_, &Definition<'_>)| !units[definition.unit].is_program();
        all.library = all.definitions.iter().filter(of_library).map(|(name, _)| *name).collect();
        Ok(all)
    }

    fn define(&mut self, new: Definition<'m>, units: &[Unit<'_>]) -> Result<(), LoadError> {
        let name = symbol_name(new.symbol);
        let Some(old) = self.definitions.get_mut(name) else {
            self.definitions.insert(name, new);
            return Ok(());
        };
        if old.rank == Rank::Strong && new.rank == Rank::Strong && units[new.unit].origin == Origin::Program {
            let name = String::from_utf8_lossy(name);
            let message = format!("`{name}` is already defined in {}", units[old.unit].file);
            return Err(LoadError::Link { file: units[new.unit].file.clone(), message });
        }
        let size = |definition: &Definition<'_>| units[definition.unit].module.size_of(definition.symbol);
        let larger_common = (old.rank, new.rank) == (Rank::Common, Rank::Common) && size(&new) > size(old);
        if new.rank > old.rank || larger_common {
            *old = new;
        }
        Ok(())
    }

    /// The definition of that name.
    pub(crate) fn named(&self, name: &[u8]) -> Option<Value<'m>> {
        self.definitions.get(name).map(|definition| definition.symbol)
    }

    /// What a reference to `symbol` means: its definition, or itself when there is none.
    pub(crate) fn resolve(&self, symbol: Value<'m>) -> Value<'m> {
        if Rank::of(symbol) == Rank::Local {
            return symbol;
        }
        self.named(symbol_name(symbol)).unwrap_or(symbol)
    }

    /// Whether the C library defines that name.
    pub(crate) fn is_of_library(&self, name: &[u8]) -> bool {
        self.library.contains(name)
    }

    /// Whether a name is visible outside some module.
    pub(crate) fn is_shared(&self, name: &[u8]) -> bool {
        self.shared.contains(name)
    }
}
