//! The program as Vellum executes it.
//!
//! A [`Module`] is a whole program in SSA form with memory in bytes: what the front end delivers, what
//! analyses read, what the text form prints and parses. Nothing here knows LLVM.

pub mod constant;
pub mod debug;
pub mod inst;
pub mod intrinsic;
pub mod module;
pub mod text;
pub mod types;
pub mod verify;

pub use constant::{Const, ConstKind, ConstOp, Consts, Symbol};
pub use debug::{DebugInfo, Loc, Name, Position};
pub use inst::{
    Alloca, Arg, BinaryOp, BlockId, ByValue, Call, Callee, CastOp, Extend, FloatPredicate, Inst, InstData,
    IntPredicate, Leads, Operand, RmwOp, Tail, Term, Value, Wrap,
};
pub use intrinsic::Intrinsic;
pub use module::{
    Body, FuncId, Function, Global, GlobalId, Init, Module, Param, Relocation, Section, Strength,
};
pub use types::{Layout, Leaf, Type, TypeKind, Types};
