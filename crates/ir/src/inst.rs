//! Instructions, as the front end delivers them: typed, in SSA form, memory in bytes.
//!
//! What LLVM leaves implicit is explicit here: `getelementptr` is a sum of bytes, `invoke` is a call and a
//! branch, debug intrinsics are positions. Types of operands are not repeated: they follow from the values.

use vellum_bits::Bits;
use vellum_collections::{Set, define_id};

use crate::{constant::Const, debug::Loc, intrinsic::Intrinsic, module::FuncId};

define_id! {
    /// A value of a function: a parameter or the result of an instruction.
    pub struct Value, "%";
}

define_id! {
    /// A basic block of a function.
    pub struct BlockId, "b";
}

/// What an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A value computed before.
    Value(Value),
    /// A constant.
    Const(Const),
}

/// An instruction in its block.
#[derive(Clone, Debug, PartialEq)]
pub struct InstData {
    /// The value it defines; `None` when its type is void.
    pub result: Option<Value>,
    /// What it does.
    pub inst: Inst,
    /// Where it comes from.
    pub loc: Option<Loc>,
}

/// What an instruction does. The result's type is that of its value.
#[derive(Clone, Debug, PartialEq)]
pub enum Inst {
    /// Integer or float arithmetic, lane by lane on vectors.
    Binary(BinaryOp, Wrap, Operand, Operand),
    /// Float negation, lane by lane on vectors.
    FNeg(Operand),
    /// Comparison of integers or pointers.
    Compare(IntPredicate, Operand, Operand),
    /// Comparison of floats.
    FloatCompare(FloatPredicate, Operand, Operand),
    /// Conversion to the result's type.
    Cast(CastOp, Operand),
    /// The second operand if the first is true, else the third; lane by lane if the first is a vector.
    Select(Operand, Operand, Operand),
    /// A fixed value for an undefined one.
    Freeze(Operand),
    /// Stack memory until the function returns.
    Alloca(Box<Alloca>),
    /// Reads a value of the result's type.
    Load(Operand),
    /// Writes `value` to `address`.
    Store {
        /// What is written.
        value: Operand,
        /// Where.
        address: Operand,
    },
    /// `base + offset + Σ index·scale`, each index sign-extended to 64 bits.
    PtrAdd {
        /// The pointer or vector of pointers it starts from.
        base: Operand,
        /// Constant bytes.
        offset: i64,
        /// Variable bytes.
        terms: Box<[Term]>,
        /// What its type says of where it leads.
        leads: Leads,
    },
    /// The part of an aggregate at a path.
    ExtractValue(Operand, Box<[u32]>),
    /// The aggregate with the part at a path replaced.
    InsertValue {
        /// The aggregate.
        aggregate: Operand,
        /// The new part.
        part: Operand,
        /// Where.
        path: Box<[u32]>,
    },
    /// A lane of a vector, by possibly variable number.
    ExtractElement(Operand, Operand),
    /// The vector with a lane replaced.
    InsertElement {
        /// The vector.
        vector: Operand,
        /// The new lane.
        element: Operand,
        /// Its number.
        lane: Operand,
    },
    /// Lanes picked from two vectors put after each other; `None` is any value.
    Shuffle(Operand, Operand, Box<[Option<u32>]>),
    /// Read, combine, write; the result is what was read.
    AtomicRmw {
        /// How old and given value combine.
        op: RmwOp,
        /// Where.
        address: Operand,
        /// The given value.
        value: Operand,
    },
    /// Compare and exchange; the result is `{ old, i1 was-equal }`.
    CmpXchg {
        /// Where.
        address: Operand,
        /// What must be there.
        expected: Operand,
        /// What is then written.
        new: Operand,
    },
    /// A call.
    Call(Box<Call>),
    /// The next variadic argument of the result's type.
    VaArg(Operand),
    /// The operand of the predecessor control came from.
    Phi(Box<[(BlockId, Operand)]>),
    /// Jump.
    Br(BlockId),
    /// Jump to the first block if true, else to the second.
    CondBr(Operand, BlockId, BlockId),
    /// Jump by value.
    Switch {
        /// The value looked up.
        value: Operand,
        /// Where to go when no case matches.
        default: BlockId,
        /// Values and where they lead.
        cases: Box<[(Bits, BlockId)]>,
    },
    /// Jump to the address of a block, one of those listed.
    IndirectBr(Operand, Box<[BlockId]>),
    /// Return.
    Ret(Option<Operand>),
    /// Never reached by a correct program.
    Unreachable,
    /// Something this engine does not execute; reaching it ends the path as `unsupported`.
    Unsupported(Box<str>),
}

impl Inst {
    /// Whether the instruction ends its block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Self::Br(_)
                | Self::CondBr(..)
                | Self::Switch { .. }
                | Self::IndirectBr(..)
                | Self::Ret(_)
                | Self::Unreachable
        )
    }
}

/// What [`Inst::for_each_operand`] and its form that changes operands have in common.
macro_rules! visit_operands {
    ($inst:expr, $visit:expr, $iter:ident $(, $mutable:tt)?) => {{
        let mut visit = $visit;
        match $inst {
            Inst::Br(_) | Inst::Ret(None) | Inst::Unreachable | Inst::Unsupported(_) => (),
            Inst::FNeg(a)
            | Inst::Cast(_, a)
            | Inst::Freeze(a)
            | Inst::Load(a)
            | Inst::ExtractValue(a, _)
            | Inst::VaArg(a)
            | Inst::CondBr(a, ..)
            | Inst::IndirectBr(a, _)
            | Inst::Ret(Some(a)) => visit(a),
            Inst::Alloca(alloca) => visit(& $($mutable)? alloca.count),
            Inst::Switch { value, .. } => visit(value),
            Inst::Binary(_, _, a, b)
            | Inst::Compare(_, a, b)
            | Inst::FloatCompare(_, a, b)
            | Inst::ExtractElement(a, b)
            | Inst::Shuffle(a, b, _)
            | Inst::Store { value: a, address: b }
            | Inst::AtomicRmw { address: a, value: b, .. }
            | Inst::InsertValue { aggregate: a, part: b, .. } => [a, b].into_iter().for_each(visit),
            Inst::Select(a, b, c)
            | Inst::InsertElement { vector: a, element: b, lane: c }
            | Inst::CmpXchg { address: a, expected: b, new: c } => [a, b, c].into_iter().for_each(visit),
            Inst::PtrAdd { base, terms, .. } => {
                visit(base);
                terms.$iter().for_each(|term| visit(& $($mutable)? term.index));
            }
            Inst::Call(call) => {
                if let Callee::Pointer(pointer) = & $($mutable)? call.callee {
                    visit(pointer);
                }
                call.args.$iter().for_each(|arg| visit(& $($mutable)? arg.value));
            }
            Inst::Phi(incoming) => incoming.$iter().for_each(|(_, operand)| visit(operand)),
        }
    }};
}

impl Inst {
    /// The blocks a terminator may jump to, one per edge; none for other instructions. A switch has an edge to
    /// each of its targets, the default first, however many cases lead there.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Self::Br(target) => vec![*target],
            Self::CondBr(_, yes, no) => vec![*yes, *no],
            Self::Switch { default, cases, .. } => {
                each_once(std::iter::once(*default).chain(cases.iter().map(|(_, target)| *target)))
            }
            Self::IndirectBr(_, targets) => each_once(targets.iter().copied()),
            _ => Vec::new(),
        }
    }

    /// Calls `visit` with every operand, in the order they are written.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        visit_operands!(self, |operand: &Operand| visit(*operand), iter);
    }

    /// As [`Inst::for_each_operand`], to put others in their place.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        visit_operands!(self, |operand: &mut Operand| visit(operand), iter_mut, mut);
    }
}

/// Stack memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Alloca {
    /// Bytes of one element.
    pub size: u64,
    /// How many elements.
    pub count: Operand,
    /// Alignment in bytes.
    pub align: u64,
    /// The source variable, where known.
    pub name: Option<Box<str>>,
}

/// Where a moved pointer leads, as far as the type it was moved over says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leads {
    /// Nobody said.
    #[default]
    Anywhere,
    /// To a member of a structure.
    Member,
    /// To an element of the array of so many bytes that the base points to.
    Element(u64),
}

/// A variable part of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The index.
    pub index: Operand,
    /// Bytes per step.
    pub scale: i64,
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Who is called.
    pub callee: Callee,
    /// With what.
    pub args: Box<[Arg]>,
    /// Whether the caller stays.
    pub tail: Tail,
}

/// What becomes of the caller while a call runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tail {
    /// It waits.
    #[default]
    Stays,
    /// It is gone before the callee begins (`musttail`); the callee returns to the caller's caller.
    Must,
}

/// Who is called.
#[derive(Clone, Debug, PartialEq)]
pub enum Callee {
    /// A function of the module.
    Function(FuncId),
    /// A function by its address.
    Pointer(Operand),
    /// An operation of the engine.
    Intrinsic(Intrinsic),
}

/// An argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The value passed.
    pub value: Operand,
    /// Set when the value is the address of memory that the callee gets a copy of.
    pub by_value: Option<ByValue>,
    /// What is above an integer that is narrower than its register.
    pub extend: Extend,
}

impl Arg {
    /// An argument that is passed as it is.
    pub fn plain(value: Operand) -> Self {
        Self { value, by_value: None, extend: Extend::No }
    }
}

/// Memory passed as a copy (LLVM's `byval`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByValue {
    /// Bytes copied.
    pub size: u64,
    /// Alignment of the copy.
    pub align: u64,
}

/// What the caller puts above an integer that is narrower than the register it is passed in.
///
/// The convention is between the caller and the callee; code of the module only ever looks at the integer's own bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extend {
    /// Anything.
    #[default]
    No,
    /// Copies of its sign.
    Sign,
    /// Zeros.
    Zero,
}

impl Extend {
    /// Every way with its word in the text form; doing nothing has none.
    pub const WORDS: [(Self, &str); 2] = [(Self::Sign, "signext"), (Self::Zero, "zeroext")];
}

/// What the compiler promised about an arithmetic operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wrap {
    /// No signed overflow.
    pub nsw: bool,
    /// No unsigned overflow.
    pub nuw: bool,
    /// No remainder or bits shifted out.
    pub exact: bool,
}

/// Defines an enum whose variants have names in the text form.
macro_rules! named {
    ($(#[$meta:meta])* $enum:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $enum {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $enum {
            /// Every variant with its name in the text form.
            pub const ALL: &[(Self, &str)] = &[$((Self::$variant, $name),)*];

            /// The name in the text form.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The variant of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|(_, n)| *n == name).map(|(v, _)| *v)
            }
        }
    };
}

named! {
    /// Arithmetic on two operands of one type.
    BinaryOp {
        Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        And = "and", Or = "or", Xor = "xor", Shl = "shl", LShr = "lshr", AShr = "ashr",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
    }
}

named! {
    /// Comparison of integers.
    IntPredicate {
        Eq = "eq", Ne = "ne", Ult = "ult", Ule = "ule", Ugt = "ugt", Uge = "uge",
        Slt = "slt", Sle = "sle", Sgt = "sgt", Sge = "sge",
    }
}

named! {
    /// Comparison of floats: `o…` is false and `u…` is true when an operand is not a number.
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one",
        Ord = "ord", Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une",
        Uno = "uno", True = "true",
    }
}

named! {
    /// Conversion between types.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FpToUi = "fptoui", FpToSi = "fptosi",
        UiToFp = "uitofp", SiToFp = "sitofp", FpTrunc = "fptrunc", FpExt = "fpext",
        PtrToInt = "ptrtoint", IntToPtr = "inttoptr", BitCast = "bitcast",
    }
}

named! {
    /// How an atomic read-modify-write combines.
    RmwOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor",
        Max = "max", Min = "min", UMax = "umax", UMin = "umin",
        FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin",
        UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap", USubCond = "usub_cond", USubSat = "usub_sat",
    }
}

/// The blocks in the order in which they come first.
fn each_once(blocks: impl Iterator<Item = BlockId>) -> Vec<BlockId> {
    blocks.collect::<Set<BlockId>>().into_iter().collect()
}
