//! Constants, interned per module.

use vellum_bits::Bits;
use vellum_collections::{Id, Set, define_id};

use crate::{
    module::{FuncId, GlobalId},
    types::Type,
};

use crate::inst::BlockId;

define_id! {
    /// An interned constant.
    pub struct Const, "c";
}

/// Something whose address is decided when the program is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
    /// A block whose address is taken, the target of `indirectbr`.
    Block(FuncId, BlockId),
}

/// What a constant is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstKind {
    /// A scalar by its bits: integers, floats (their bit pattern) and pointers.
    Bits(Type, Bits),
    /// Any value at all (`undef` and `poison`).
    Undef(Type),
    /// All bits zero, of any type.
    Zero(Type),
    /// An aggregate or vector, part by part.
    Aggregate(Type, Box<[Const]>),
    /// An address.
    Symbol(Symbol),
    /// A computation on addresses that layout will finish.
    Expr(Type, ConstOp, Box<[Const]>),
}

/// How a constant expression combines its parts, all scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstOp {
    /// Two summands of the result's width.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Bitwise exclusive or.
    Xor,
    /// Zero-extends or truncates one part to the result's width (`ptrtoint`, `inttoptr`, `trunc`).
    Resize,
}

impl ConstOp {
    /// Every operation with its name in the text form.
    pub const ALL: &[(Self, &str)] = &[
        (Self::Add, "add"),
        (Self::Sub, "sub"),
        (Self::Mul, "mul"),
        (Self::Xor, "xor"),
        (Self::Resize, "resize"),
    ];

    /// The name in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(op, _)| *op == self).expect("every operation has a row").1
    }
}

/// All constants of a module.
#[derive(Clone, Debug, Default)]
pub struct Consts {
    kinds: Set<ConstKind>,
}

impl Consts {
    /// The id of `kind`.
    pub fn intern(&mut self, kind: ConstKind) -> Const {
        Const::from_index(self.kinds.insert_full(kind).0)
    }

    /// What `constant` is.
    pub fn kind(&self, constant: Const) -> &ConstKind {
        &self.kinds[constant.index()]
    }

    /// How many constants there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no constant.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}
