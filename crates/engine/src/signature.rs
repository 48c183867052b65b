//! How a call passes its arguments, for functions that somebody else compiled.

use vellum_bits::FloatKind;
use vellum_ir::{ByValue, Extend, Type, TypeKind, Types};

use crate::{
    code::{ArgSlot, CallSite},
    program::Program,
};

/// How a value is passed, on x86-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// There is none.
    Nothing,
    /// An integer or pointer of at most 64 bits, in a register; above it are zeros or anything.
    Word(u32),
    /// An integer of at most 64 bits with copies of its sign above it.
    Signed(u32),
    /// An integer of more than 64 bits and at most 128, in two registers.
    Wide,
    /// A `float`.
    Float,
    /// A `double`, or two `float` of a structure.
    Double,
    /// A `long double` of 80 bits.
    LongDouble,
    /// A structure in two registers: what kind of register each half is in.
    Pair([Half; 2]),
    /// A copy of what is at the address.
    Memory {
        /// Its bytes.
        size: u64,
        /// How the copy is aligned.
        align: u64,
    },
    /// Something else: what it is.
    Other(&'static str),
}

/// What kind of register half of a structure is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// One for integers and pointers.
    Word,
    /// One for floats.
    Float,
}

/// What one register of the engine's holds of a value: which bits of it, as it would lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first bit.
    pub bit: u64,
    /// How many, at most 64.
    pub width: u32,
}

/// What is known of a call beside its values.
#[derive(Clone, Copy)]
pub struct Signature<'a> {
    place: Option<(&'a Program, &'a CallSite)>,
}

impl<'a> Signature<'a> {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { place: None };

    pub(crate) fn of(program: &'a Program, site: &'a CallSite) -> Self {
        Self { place: Some((program, site)) }
    }

    /// How each argument is passed, and what the engine's registers hold of it.
    pub fn args(&self) -> Vec<(Passed, Vec<Piece>)> {
        let Some((program, site)) = self.place else { return Vec::new() };
        let types = &program.module().types;
        site.args.iter().map(|arg| (argument(types, arg), pieces(types, arg.ty))).collect()
    }

    /// How the result is.
    pub fn result(&self) -> Passed {
        self.place.map_or(Passed::Nothing, |(program, site)| {
            passed(&program.module().types, site.result_type, Extend::No)
        })
    }

    /// The name of the function of the program at `address`.
    pub fn function_at(&self, address: u64) -> Option<&'a str> {
        let (program, ..) = self.place?;
        program.function_at(address).map(|id| &*program.function(id).name)
    }
}

fn argument(types: &Types, arg: &ArgSlot) -> Passed {
    match (arg.by_value, passed(types, arg.ty, arg.extend)) {
        (Some(ByValue { size, align }), _) => Passed::Memory { size, align },
        // A compiler passes the halves as two arguments.
        (None, Passed::Pair(_)) => Passed::Other("a structure as one value"),
        (None, passed) => passed,
    }
}

fn pieces(types: &Types, ty: Type) -> Vec<Piece> {
    let parts = types.leaves(ty).into_iter().flat_map(|leaf| {
        let part =
            move |done: u32| Piece { bit: leaf.bit + u64::from(done), width: (leaf.width - done).min(64) };
        (0..leaf.width).step_by(64).map(part)
    });
    parts.collect()
}

fn passed(types: &Types, ty: Type, extend: Extend) -> Passed {
    match types.kind(ty) {
        TypeKind::Void => Passed::Nothing,
        TypeKind::Ptr => Passed::Word(64),
        TypeKind::Int(width @ 1..=64) if extend == Extend::Sign => Passed::Signed(*width),
        TypeKind::Int(width @ 1..=64) => Passed::Word(*width),
        TypeKind::Int(65..=128) => Passed::Wide,
        TypeKind::Int(_) => Passed::Other("an integer of more than 128 bits"),
        TypeKind::Float(FloatKind::Single) => Passed::Float,
        TypeKind::Float(FloatKind::Double) => Passed::Double,
        TypeKind::Float(FloatKind::X87) => Passed::LongDouble,
        TypeKind::Float(_) => Passed::Other("a float that is neither float, double nor long double"),
        TypeKind::Vector { .. } if is_two_floats(types, ty) => Passed::Double,
        TypeKind::Vector { .. } => Passed::Other("a vector"),
        TypeKind::Array { .. } => Passed::Other("an array as one value"),
        TypeKind::Struct { fields, .. } => pair(types, ty, fields),
    }
}

/// What a structure of two fields in registers is.
fn pair(types: &Types, ty: Type, fields: &[Type]) -> Passed {
    let half = |field: &Type| match passed(types, *field, Extend::No) {
        Passed::Word(_) => Some(Half::Word),
        Passed::Float | Passed::Double => Some(Half::Float),
        _ => None,
    };
    match (fields, &*types.layout(ty).offsets) {
        ([first, second], [0, 8]) if let (Some(first), Some(second)) = (half(first), half(second)) => {
            Passed::Pair([first, second])
        }
        _ => Passed::Other("a structure of another kind than two registers hold"),
    }
}

fn is_two_floats(types: &Types, ty: Type) -> bool {
    let TypeKind::Vector { element, lanes: 2 } = types.kind(ty) else { return false };
    matches!(types.kind(*element), TypeKind::Float(FloatKind::Single))
}
