//! Functions in the form that is stepped.
//!
//! Decoded once, at a function's first call: operands are register numbers, constants sit in registers of
//! their own (a call copies the *template*, constants included), addresses are resolved, locals are offsets
//! into the frame's block, vectors and aggregates are runs of registers. A register is 64 bits; a scalar of
//! at most 64 bits is kept zero-extended in one, a wider one in several, lowest first.

mod calc;

use std::{
    cell::{Cell, OnceCell},
    rc::Rc,
};

use vellum_bits::FloatKind;
use vellum_collections::{
    IdVec,
    cast::{index, index64},
};
use vellum_expr::Expr;
use vellum_ir::{BlockId, ByValue, Extend, FloatPredicate, FuncId, Loc, Tail, Type};
use vellum_memory::{FrameLayout, Owner};

pub(crate) use self::calc::{Calc, CalcKind};
use crate::{coverage::Part, end::Bug, exec::RingCode, scalar::IntFn, state::CONCRETE};

/// A register of a frame.
pub(crate) type Slot = u32;

/// A decoded function.
#[derive(Debug)]
pub(crate) struct Code {
    /// The function it is made from.
    pub(crate) function: FuncId,
    pub(crate) ops: Vec<Op>,
    /// For each operation, where it comes from.
    pub(crate) sources: Vec<OpSource>,
    /// What a frame's registers hold at the start: constants, zeros elsewhere.
    pub(crate) template: Vec<u64>,
    pub(crate) params: Vec<ParamSlot>,
    /// Names the parameter list; calls with the same number pass registers straight through.
    pub(crate) signature: u32,
    pub(crate) result: Shape,
    pub(crate) edges: Vec<Edge>,
    pub(crate) moves: Vec<Move>,
    pub(crate) calls: Vec<CallSite>,
    pub(crate) calcs: Vec<Calc>,
    pub(crate) accesses: Vec<Vec<LeafAccess>>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) jumps: Vec<Vec<(u64, u32)>>,
    pub(crate) allocas: Vec<AllocaSite>,
    pub(crate) steps: Vec<Step>,
    /// What `va_arg` takes.
    pub(crate) variadics: Vec<Variadic>,
    pub(crate) texts: Vec<Box<str>>,
    /// What paths end with where something is checked by an operation of its own.
    pub(crate) bugs: Vec<Bug>,
    /// Where in the list of operations the shifts are that must not be by the width or more, in order.
    pub(crate) checked_shifts: Vec<u32>,
    pub(crate) layout: Rc<FrameLayout>,
    /// Instructions in the entry block.
    pub(crate) entry_cost: u32,
    /// Whose code it is.
    pub(crate) part: Part,
    /// For each edge, whether some path went over it. Edges are in the order of the blocks they leave, and of
    /// [`vellum_ir::Inst::successors`].
    pub(crate) seen: Box<[Cell<bool>]>,
    /// Whether some path called it.
    pub(crate) called: Cell<bool>,
    /// For each block, its first operation.
    pub(crate) blocks: IdVec<BlockId, u32>,
    /// For each operation, the registers it reads; found when first needed.
    pub(crate) reads: OnceCell<Box<[Reads]>>,
    /// For each register, what it is for.
    pub(crate) keeps: Box<[Keeps]>,
    /// The loops that can be executed as a whole; found when first needed.
    pub(crate) rings: OnceCell<Box<[RingCode]>>,
}

/// What a register is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeps {
    /// A value that other blocks may use.
    Value,
    /// Values one after the other, none of which is used beyond the block it was computed in.
    Nothing,
    /// A constant of one word.
    Constant,
}

/// Where an operation comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpSource {
    pub(crate) loc: Option<Loc>,
    /// Instructions of its block that come after it.
    pub(crate) remaining: u32,
}

/// A parameter's registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParamSlot {
    pub(crate) slot: Slot,
    pub(crate) shape: Shape,
}

/// What an argument looks like in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub(crate) class: Class,
    /// Registers it takes.
    pub(crate) slots: u32,
    /// Bits of its last scalar, at most 64: what an adapted argument is cut to.
    pub(crate) width: u32,
}

/// How the native calling convention would pass a value; values of different classes do not mix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// An integer or pointer of at most 64 bits.
    Word,
    /// A float of at most 64 bits.
    Float(FloatKind),
    /// Anything larger: equal sizes only.
    Other,
    /// Nothing: a function without result.
    Void,
}

/// A jump with what it assigns to the target's phis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) target: u32,
    pub(crate) first_move: u32,
    pub(crate) end_move: u32,
    /// Instructions in the target block.
    pub(crate) cost: u32,
}

/// One register copied to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) to: Slot,
    pub(crate) from: Slot,
}

/// A scalar inside a value that is loaded or stored whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafAccess {
    pub(crate) bit: u64,
    pub(crate) width: u32,
    /// Counted from the value's first register.
    pub(crate) slot: u32,
}

/// A computed jump.
#[derive(Debug)]
pub(crate) struct Switch {
    pub(crate) default: u32,
    /// Values and edges, by rising value.
    pub(crate) cases: Vec<(u64, u32)>,
    /// When the values are dense: edge by value minus the first one.
    pub(crate) dense: Option<(u64, Vec<u32>)>,
}

impl Switch {
    /// The edge for a value.
    #[inline]
    pub(crate) fn edge(&self, value: u64) -> u32 {
        if let Some((first, table)) = &self.dense {
            return table.get(index64(value.wrapping_sub(*first))).copied().unwrap_or(self.default);
        }
        match self.cases.binary_search_by_key(&value, |(case, _)| *case) {
            Ok(found) => self.cases[found].1,
            Err(_) => self.default,
        }
    }
}

/// A step of an address computation: `sext(index)·scale + offset`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) scale: u64,
    pub(crate) offset: u64,
}

/// A byte of a local in its frame's block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalByte {
    /// Its address, counted from the block's.
    pub(crate) address: u32,
    /// Where it is kept, counted from the block's first byte.
    pub(crate) byte: u32,
}

/// Stack memory whose size is known when reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllocaSite {
    pub(crate) element: u64,
    pub(crate) align: u64,
    pub(crate) owner: Owner,
    /// Bits of the count.
    pub(crate) count_width: u32,
}

/// Who a call reaches.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    Function(FuncId),
    Pointer(Slot),
}

/// A call.
#[derive(Debug)]
pub(crate) struct CallSite {
    pub(crate) target: Target,
    pub(crate) args: Vec<ArgSlot>,
    pub(crate) signature: u32,
    pub(crate) result: Slot,
    pub(crate) result_shape: Shape,
    pub(crate) result_type: Type,
    pub(crate) tail: Tail,
}

/// An argument's registers.
#[derive(Clone, Debug)]
pub(crate) struct ArgSlot {
    pub(crate) slot: Slot,
    pub(crate) shape: Shape,
    pub(crate) ty: Type,
    pub(crate) by_value: Option<ByValue>,
    pub(crate) extend: Extend,
    pub(crate) pass: Pass,
    /// Bytes it takes in memory, how they are aligned there, and where its scalars are if there are several.
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) leaves: Box<[LeafAccess]>,
}

/// How the calling convention passes a value; variadic arguments are found by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// In that many general registers, or in memory when there are not enough left.
    General(u32),
    /// In a vector register, or in memory when none is left.
    Vector,
    /// In memory.
    Memory,
}

/// A variadic argument, seen from the callee.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variadic {
    pub(crate) pass: Pass,
    pub(crate) size: u64,
    pub(crate) align: u64,
}

/// What a function of the C library looks for in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Find {
    /// How many come before the first zero: `strlen`.
    Length,
    /// The same, of `n` bytes at most: `strnlen`.
    LengthAtMost,
    /// How many of `n` bytes come before the first that is equal to `b`; `u64::MAX` where the path would have to fork on
    /// the answer.
    Prefix,
    /// Where the first of `n` bytes is that is equal to `b`: `memchr`.
    Byte,
    /// Where the first is that is equal to `b` or zero: `strchrnul`.
    ByteOrEnd,
    /// By how much the first two of `n` pairs of bytes differ that do: `memcmp`.
    Difference,
    /// By how much two strings differ where they first do: `strcmp`.
    Strings,
    /// The same, of `n` pairs of bytes at most: `strncmp`.
    StringsAtMost,
}

/// One step of the interpreter. `w` is a width of 1 to 64 bits, `n` a number of bytes from 1 to 8, `d` where
/// the result goes.
#[derive(Clone, Copy, Debug)]
#[rustfmt::skip]
pub(crate) enum Op {
    Add { w: u8, d: Slot, a: Slot, b: Slot },
    Sub { w: u8, d: Slot, a: Slot, b: Slot },
    Mul { w: u8, d: Slot, a: Slot, b: Slot },
    And { d: Slot, a: Slot, b: Slot },
    Or { d: Slot, a: Slot, b: Slot },
    Xor { d: Slot, a: Slot, b: Slot },
    Shl { w: u8, d: Slot, a: Slot, b: Slot },
    LShr { w: u8, d: Slot, a: Slot, b: Slot },
    AShr { w: u8, d: Slot, a: Slot, b: Slot },
    Divide { f: IntFn, w: u8, d: Slot, a: Slot, b: Slot },
    Int { f: IntFn, w: u8, d: Slot, a: Slot, b: Slot },
    Funnel { f: IntFn, w: u8, d: Slot, a: Slot, b: Slot, c: Slot },

    Eq { d: Slot, a: Slot, b: Slot },
    Ne { d: Slot, a: Slot, b: Slot },
    Ult { d: Slot, a: Slot, b: Slot },
    Ule { d: Slot, a: Slot, b: Slot },
    Slt { w: u8, d: Slot, a: Slot, b: Slot },
    Sle { w: u8, d: Slot, a: Slot, b: Slot },

    AddF64 { d: Slot, a: Slot, b: Slot },
    SubF64 { d: Slot, a: Slot, b: Slot },
    MulF64 { d: Slot, a: Slot, b: Slot },
    DivF64 { d: Slot, a: Slot, b: Slot },
    AddF32 { d: Slot, a: Slot, b: Slot },
    SubF32 { d: Slot, a: Slot, b: Slot },
    MulF32 { d: Slot, a: Slot, b: Slot },
    DivF32 { d: Slot, a: Slot, b: Slot },
    CompareF64 { p: FloatPredicate, d: Slot, a: Slot, b: Slot },
    CompareF32 { p: FloatPredicate, d: Slot, a: Slot, b: Slot },
    Calc { index: u32 },

    Move { d: Slot, a: Slot },
    MoveMany { d: Slot, a: Slot, count: u32 },
    Truncate { w: u8, d: Slot, a: Slot },
    SignExtend { from: u8, w: u8, d: Slot, a: Slot },
    Select { d: Slot, c: Slot, a: Slot, b: Slot },
    SelectMany { d: Slot, c: Slot, a: Slot, b: Slot, count: u16 },
    /// Register `a + index·stride`, where the index is below `count`.
    PickLane { d: Slot, a: Slot, index: Slot, stride: u8, count: u16 },
    /// Writes `stride` registers from `v` to lane `index` of the vector that starts at `d`.
    PutLane { d: Slot, index: Slot, v: Slot, stride: u8, count: u16 },

    /// Takes the bits of the leaves `from` apart into the leaves `to`.
    BitCast { d: Slot, a: Slot, from: u32, to: u32 },

    LocalAddress { d: Slot, offset: u32 },
    /// A pointer that is kept as an integer, and an integer that becomes a pointer.
    ToInteger { d: Slot, a: Slot },
    FromInteger { d: Slot, a: Slot },
    /// A distance: `sum` and a step.
    Scale { w: u8, d: Slot, sum: Slot, index: Slot, step: u32 },
    /// The pointer `base`, moved by so many bytes or by a step. It stays a pointer to the same object.
    Advance { d: Slot, base: Slot, by: Slot },
    Index { w: u8, d: Slot, base: Slot, index: Slot, step: u32 },
    /// Accesses to what is so many bytes, or a step, behind a pointer: inside the object of that pointer.
    LoadAt8 { d: Slot, base: Slot, by: Slot },
    LoadAt16 { d: Slot, base: Slot, by: Slot },
    LoadAt32 { d: Slot, base: Slot, by: Slot },
    LoadAt64 { d: Slot, base: Slot, by: Slot },
    StoreAt8 { base: Slot, by: Slot, v: Slot },
    StoreAt16 { base: Slot, by: Slot, v: Slot },
    StoreAt32 { base: Slot, by: Slot, v: Slot },
    StoreAt64 { base: Slot, by: Slot, v: Slot },
    LoadIndex8 { w: u8, d: Slot, base: Slot, index: Slot, step: u32 },
    LoadIndex16 { w: u8, d: Slot, base: Slot, index: Slot, step: u32 },
    LoadIndex32 { w: u8, d: Slot, base: Slot, index: Slot, step: u32 },
    LoadIndex64 { w: u8, d: Slot, base: Slot, index: Slot, step: u32 },
    StoreIndex8 { w: u8, base: Slot, index: Slot, step: u32, v: Slot },
    StoreIndex16 { w: u8, base: Slot, index: Slot, step: u32, v: Slot },
    StoreIndex32 { w: u8, base: Slot, index: Slot, step: u32, v: Slot },
    StoreIndex64 { w: u8, base: Slot, index: Slot, step: u32, v: Slot },
    Load8 { d: Slot, address: Slot },
    Load16 { d: Slot, address: Slot },
    Load32 { d: Slot, address: Slot },
    Load64 { d: Slot, address: Slot },
    Store8 { address: Slot, v: Slot },
    Store16 { address: Slot, v: Slot },
    Store32 { address: Slot, v: Slot },
    Store64 { address: Slot, v: Slot },
    /// Sizes of 3, 5, 6 and 7 bytes.
    LoadOdd { n: u8, d: Slot, address: Slot },
    StoreOdd { n: u8, address: Slot, v: Slot },
    LoadIf { n: u8, c: Slot, d: Slot, address: Slot },
    StoreIf { n: u8, c: Slot, v: Slot, address: Slot },
    LoadLocal8 { d: Slot, offset: LocalByte },
    LoadLocal16 { d: Slot, offset: LocalByte },
    LoadLocal32 { d: Slot, offset: LocalByte },
    LoadLocal64 { d: Slot, offset: LocalByte },
    StoreLocal8 { offset: LocalByte, v: Slot },
    StoreLocal16 { offset: LocalByte, v: Slot },
    StoreLocal32 { offset: LocalByte, v: Slot },
    StoreLocal64 { offset: LocalByte, v: Slot },
    /// As the four loads and stores above, of locals of which it is kept what was written.
    LoadTracked8 { d: Slot, offset: LocalByte },
    LoadTracked16 { d: Slot, offset: LocalByte },
    LoadTracked32 { d: Slot, offset: LocalByte },
    LoadTracked64 { d: Slot, offset: LocalByte },
    StoreTracked8 { offset: LocalByte, v: Slot },
    StoreTracked16 { offset: LocalByte, v: Slot },
    StoreTracked32 { offset: LocalByte, v: Slot },
    StoreTracked64 { offset: LocalByte, v: Slot },
    LoadMany { d: Slot, address: Slot, access: u32, size: u32 },
    StoreMany { v: Slot, address: Slot, access: u32, size: u32 },
    Alloca { d: Slot, count: Slot, site: u32 },
    Copy { to: Slot, from: Slot, len: Slot },
    Fill { to: Slot, byte: Slot, len: Slot },
    /// Looks through the bytes at `a`, or those at `a` and `b`; `b` is the byte and `n` the number of bytes where
    /// there is one.
    Find { f: Find, d: Slot, a: Slot, b: Slot, n: Slot },
    /// The life of a local that has a block of its own begins, and ends.
    BeginScope { d: Slot, site: u32 },
    EndScope { d: Slot },
    StackSave { d: Slot },
    StackRestore { token: Slot },
    ObjectSize { d: Slot, address: Slot, w: u8, minimum: bool },
    VaStart { list: Slot },
    /// Advances a `va_list` by one argument; the result is where it is.
    VaNext { d: Slot, list: Slot, arg: u32 },
    /// The address the call `level` frames up returns to.
    ReturnAddress { d: Slot, level: u32 },
    /// A number for the call `level` frames up, by how deep it is.
    FrameAddress { d: Slot, level: u32 },

    Jump { edge: u32 },
    /// Edge `edge` if true, `edge + 1` if not.
    Branch { c: Slot, edge: u32 },
    BranchEq { a: Slot, b: Slot, edge: u32 },
    BranchNe { a: Slot, b: Slot, edge: u32 },
    BranchUlt { a: Slot, b: Slot, edge: u32 },
    BranchUle { a: Slot, b: Slot, edge: u32 },
    BranchSlt { w: u8, a: Slot, b: Slot, edge: u32 },
    BranchSle { w: u8, a: Slot, b: Slot, edge: u32 },
    Switch { v: Slot, table: u32 },
    IndirectJump { v: Slot, table: u32 },
    Call { site: u32 },
    Return { v: Slot, count: u32 },

    Assume,
    /// A block begins; at the head of a loop, a round of it. Only where loops are checked.
    Block { head: bool },
    /// A block begins that has so many loads and stores. Only where they are counted.
    Accesses { count: u32 },
    /// A block begins, and objects may come together. Only where that happens at random.
    Relocate,
    /// Ends the path with a bug where the register is not zero.
    Forbid { c: Slot, bug: u32 },
    /// Ends the path where two pointers belong to different objects.
    SameObject { a: Slot, b: Slot, text: u32 },
    /// Ends the path where a distance from the start of a member of a structure is not below `room`.
    Member { by: Slot, room: Slot, text: u32 },
    Trap { text: u32 },
    Unreachable,
    Unsupported { text: u32 },
}

/// Registers an operation reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reads {
    slots: [Slot; 3],
    count: u8,
}

/// Marks an operation on whole runs of registers.
const MANY: u8 = u8::MAX;

impl Reads {
    /// Whether one of them holds an expression, or there are too many to look at here.
    #[inline]
    pub(crate) fn any(&self, tags: &[Expr]) -> bool {
        match self.count {
            0 => false,
            1 => tags[index(self.slots[0])] != CONCRETE,
            2 => tags[index(self.slots[0])] != CONCRETE || tags[index(self.slots[1])] != CONCRETE,
            3 => self.slots.iter().any(|&slot| tags[index(slot)] != CONCRETE),
            _ => true,
        }
    }

    fn of(slots: &[Slot]) -> Self {
        let mut reads = Self { slots: [0; 3], count: 0 };
        for (place, &slot) in reads.slots.iter_mut().zip(slots) {
            *place = slot;
            reads.count += 1;
        }
        reads
    }

    fn many() -> Self {
        Self { slots: [0; 3], count: MANY }
    }
}

impl Code {
    /// For each operation, the registers it reads.
    pub(crate) fn reads(&self) -> &[Reads] {
        self.reads.get_or_init(|| self.ops.iter().map(Op::reads).collect())
    }

    /// What an edge moves, one after the other.
    pub(crate) fn moves_of(&self, edge: u32) -> &[Move] {
        let edge = &self.edges[index(edge)];
        &self.moves[index(edge.first_move)..index(edge.end_move)]
    }
}

impl Op {
    #[rustfmt::skip]
    fn reads(&self) -> Reads {
        match *self {
            Self::Add { a, b, .. } | Self::Sub { a, b, .. } | Self::Mul { a, b, .. }
            | Self::And { a, b, .. } | Self::Or { a, b, .. } | Self::Xor { a, b, .. }
            | Self::Shl { a, b, .. } | Self::LShr { a, b, .. } | Self::AShr { a, b, .. }
            | Self::Divide { a, b, .. } | Self::Int { a, b, .. }
            | Self::Eq { a, b, .. } | Self::Ne { a, b, .. } | Self::Ult { a, b, .. }
            | Self::Ule { a, b, .. } | Self::Slt { a, b, .. } | Self::Sle { a, b, .. }
            | Self::AddF64 { a, b, .. } | Self::SubF64 { a, b, .. }
            | Self::MulF64 { a, b, .. } | Self::DivF64 { a, b, .. }
            | Self::AddF32 { a, b, .. } | Self::SubF32 { a, b, .. }
            | Self::MulF32 { a, b, .. } | Self::DivF32 { a, b, .. }
            | Self::CompareF64 { a, b, .. } | Self::CompareF32 { a, b, .. }
            | Self::BranchEq { a, b, .. } | Self::BranchNe { a, b, .. }
            | Self::BranchUlt { a, b, .. } | Self::BranchUle { a, b, .. }
            | Self::BranchSlt { a, b, .. } | Self::BranchSle { a, b, .. }
            | Self::SameObject { a, b, .. } | Self::Member { by: a, room: b, .. } => Reads::of(&[a, b]),
            Self::Scale { sum: base, index, .. } | Self::Index { base, index, .. }
            | Self::LoadIndex8 { base, index, .. } | Self::LoadIndex16 { base, index, .. }
            | Self::LoadIndex32 { base, index, .. } | Self::LoadIndex64 { base, index, .. }
            | Self::Advance { base, by: index, .. }
            | Self::LoadAt8 { base, by: index, .. } | Self::LoadAt16 { base, by: index, .. }
            | Self::LoadAt32 { base, by: index, .. } | Self::LoadAt64 { base, by: index, .. } => {
                Reads::of(&[base, index])
            }
            Self::StoreIndex8 { base, index, v, .. } | Self::StoreIndex16 { base, index, v, .. }
            | Self::StoreIndex32 { base, index, v, .. } | Self::StoreIndex64 { base, index, v, .. }
            | Self::StoreAt8 { base, by: index, v } | Self::StoreAt16 { base, by: index, v }
            | Self::StoreAt32 { base, by: index, v } | Self::StoreAt64 { base, by: index, v } => {
                Reads::of(&[base, index, v])
            }
            Self::Funnel { a, b, c, .. } => Reads::of(&[a, b, c]),
            Self::Select { c, a, b, .. } => Reads::of(&[c, a, b]),
            Self::Copy { to, from, len } => Reads::of(&[to, from, len]),
            Self::Fill { to, byte, len } => Reads::of(&[to, byte, len]),
            Self::Find { a, b, n, .. } => Reads::of(&[a, b, n]),
            Self::Move { a, .. } | Self::ToInteger { a, .. } | Self::FromInteger { a, .. }
            | Self::Truncate { a, .. } | Self::SignExtend { a, .. } => Reads::of(&[a]),
            Self::Load8 { address, .. } | Self::Load16 { address, .. } | Self::Load32 { address, .. }
            | Self::Load64 { address, .. } | Self::LoadOdd { address, .. }
            | Self::ObjectSize { address, .. } => Reads::of(&[address]),
            Self::Store8 { address, v } | Self::Store16 { address, v } | Self::Store32 { address, v }
            | Self::Store64 { address, v } | Self::StoreOdd { address, v, .. } => Reads::of(&[address, v]),
            // The result of a load that does not happen is what was there before.
            Self::LoadIf { c, d, address, .. } => Reads::of(&[c, d, address]),
            Self::StoreIf { c, v, address, .. } => Reads::of(&[c, v, address]),
            Self::StoreLocal8 { v, .. } | Self::StoreLocal16 { v, .. } | Self::StoreLocal32 { v, .. }
            | Self::StoreLocal64 { v, .. } | Self::StoreTracked8 { v, .. } | Self::StoreTracked16 { v, .. }
            | Self::StoreTracked32 { v, .. } | Self::StoreTracked64 { v, .. } | Self::Branch { c: v, .. } | Self::Switch { v, .. }
            | Self::IndirectJump { v, .. } | Self::Forbid { c: v, .. } => Reads::of(&[v]),
            Self::Alloca { count, .. } => Reads::of(&[count]),
            Self::StackRestore { token } => Reads::of(&[token]),
            Self::VaStart { list } | Self::VaNext { list, .. } => Reads::of(&[list]),
            Self::Calc { .. } | Self::MoveMany { .. } | Self::SelectMany { .. } | Self::PickLane { .. }
            | Self::PutLane { .. } | Self::BitCast { .. } | Self::LoadMany { .. }
            | Self::StoreMany { .. } => Reads::many(),
            Self::LocalAddress { .. } | Self::LoadLocal8 { .. } | Self::LoadLocal16 { .. }
            | Self::LoadLocal32 { .. } | Self::LoadLocal64 { .. } | Self::LoadTracked8 { .. }
            | Self::LoadTracked16 { .. } | Self::LoadTracked32 { .. } | Self::LoadTracked64 { .. }
            | Self::StackSave { .. } | Self::BeginScope { .. } | Self::EndScope { .. }
            | Self::ReturnAddress { .. } | Self::FrameAddress { .. } | Self::Jump { .. } | Self::Call { .. }
            | Self::Return { .. }
            | Self::Assume | Self::Block { .. } | Self::Accesses { .. } | Self::Relocate | Self::Trap { .. } | Self::Unreachable | Self::Unsupported { .. } => Reads::of(&[]),
        }
    }
}

const _: () = assert!(size_of::<Op>() <= 20, "an operation is five words: code stays in the cache");
