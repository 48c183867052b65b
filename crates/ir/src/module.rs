//! A whole program: globals, functions and what they share.

use vellum_collections::{IdVec, define_id};

use crate::{
    constant::{Const, ConstKind, Consts},
    debug::{DebugInfo, Loc},
    inst::{BlockId, ByValue, Extend, InstData, Operand, Value},
    types::{Type, TypeKind, Types},
};

define_id! {
    /// A global variable.
    pub struct GlobalId, "g";
}

define_id! {
    /// A function.
    pub struct FuncId, "f";
}

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Types of everything.
    pub types: Types,
    /// Constants of everything.
    pub consts: Consts,
    /// Global variables.
    pub globals: IdVec<GlobalId, Global>,
    /// Functions, defined and declared.
    pub functions: IdVec<FuncId, Function>,
    /// Functions to call before `main`, in order.
    pub constructors: Vec<FuncId>,
    /// Functions to call after `main`, in order.
    pub destructors: Vec<FuncId>,
    /// Globals that stand one after the other in memory.
    pub sections: Vec<Section>,
    /// Source positions.
    pub debug: DebugInfo,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Symbol name; empty for unnamed ones.
    pub name: Box<str>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Whether the program may not write it.
    pub constant: bool,
    /// What it holds at the start.
    pub init: Init,
    /// Where it is declared.
    pub loc: Option<Loc>,
}

/// Globals that the program walks from the first to the last: a *linker set*.
///
/// A linker defines `__start_NAME` and `__stop_NAME`; a section nobody names so need not be listed.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The section's name.
    pub name: Box<str>,
    /// The globals, in the order of their addresses. Each is defined, and in no other section.
    pub members: Vec<GlobalId>,
}

impl Section {
    /// What stands before the section's name in the symbols for its start and its end.
    pub const BOUNDS: [&str; 2] = ["__start_", "__stop_"];
}

/// What a global holds at the start.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// Declared here, defined nowhere.
    Declared(Strength),
    /// Defined.
    Data {
        /// The first bytes; the rest up to the global's size is zero.
        bytes: Box<[u8]>,
        /// Parts that layout will fill in, by rising offset.
        relocations: Box<[Relocation]>,
    },
}

/// What happens when a declared symbol has no definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Its use is an error.
    Strong,
    /// Its address is null.
    Weak,
}

/// A scalar inside an initialiser that depends on addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Byte offset inside the global.
    pub offset: u64,
    /// A scalar constant; its type says how many bytes are written.
    pub value: Const,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Symbol name.
    pub name: Box<str>,
    /// Result type.
    pub result: Type,
    /// Parameters.
    pub params: Vec<Param>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether a call may return more than once (`setjmp`).
    pub returns_twice: bool,
    /// Whether no optimiser has been over its code: each operation stands where the source has it, and is executed only
    /// where the source asks for its result.
    pub unoptimised: bool,
    /// Bytes that stand before its first instruction, for a sanitizer to read.
    pub prologue: Box<[u8]>,
    /// What a declaration without definition means.
    pub strength: Strength,
    /// The code, if defined.
    pub body: Option<Body>,
    /// Where it is defined.
    pub loc: Option<Loc>,
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its type.
    pub ty: Type,
    /// Set when the callee gets a copy of the memory the argument points to.
    pub by_value: Option<ByValue>,
    /// What the caller puts above an integer that is narrower than its register.
    pub extend: Extend,
}

impl Param {
    /// A parameter that is passed as it is.
    pub fn plain(ty: Type) -> Self {
        Self { ty, by_value: None, extend: Extend::No }
    }
}

/// The code of a function. Block 0 is the entry; values 0.. are the parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Types of all values.
    pub values: IdVec<Value, Type>,
    /// Blocks, each ending in a terminator.
    pub blocks: IdVec<BlockId, Vec<InstData>>,
}

impl Module {
    /// The type of a constant.
    pub fn const_type(&self, constant: Const) -> Type {
        match self.consts.kind(constant) {
            ConstKind::Bits(ty, _)
            | ConstKind::Undef(ty)
            | ConstKind::Zero(ty)
            | ConstKind::Aggregate(ty, _)
            | ConstKind::Expr(ty, ..) => *ty,
            ConstKind::Symbol(_) => self.ptr_type(),
        }
    }

    /// The type of an operand of `body`.
    pub fn operand_type(&self, body: &Body, operand: Operand) -> Type {
        match operand {
            Operand::Value(value) => body.values[value],
            Operand::Const(constant) => self.const_type(constant),
        }
    }

    /// The pointer type, which every module has.
    ///
    /// # Panics
    ///
    /// When no pointer type was interned; `Module::new` does.
    pub fn ptr_type(&self) -> Type {
        self.types.find(&TypeKind::Ptr).expect("every module has the pointer type")
    }

    /// An empty module.
    pub fn new(mut types: Types) -> Self {
        types.ptr();
        types.void();
        Self { types, ..Self::default() }
    }

    /// The function of that name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter_ids().find(|(_, f)| *f.name == *name).map(|(id, _)| id)
    }
}
