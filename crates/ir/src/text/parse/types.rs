//! Reads types.
//!
//! Only types that [`Types`](crate::types::Types) can lay out are made.

use vellum_bits::FloatKind;

use super::{Parser, Result};
use crate::{
    text::lex::Word,
    types::{Type, TypeKind},
};

/// Widest integer.
const MAX_INT: u32 = 1 << 23;

/// Bytes of the largest type: offsets in bits still fit 64 bits.
const MAX_SIZE: u64 = 1 << 60;

impl Parser<'_, '_> {
    pub(super) fn ty(&mut self) -> Result<Type> {
        self.nested(|p| {
            let at = p.at;
            let kind = p.type_kind()?;
            p.make_type(at, kind)
        })
    }

    fn type_kind(&mut self) -> Result<TypeKind> {
        if let Word::Plain(word) = self.peek() {
            return match scalar(word) {
                Some(kind) => {
                    self.advance();
                    Ok(kind)
                }
                None => self.expected("a type"),
            };
        }
        if self.eat("{") {
            let fields = self.list("}", Self::ty)?.into();
            return Ok(TypeKind::Struct { fields, packed: false });
        }
        if self.eat("[") {
            let length = self.number("a length")?;
            self.expect_word("x")?;
            let element = self.ty()?;
            self.expect("]")?;
            return Ok(TypeKind::Array { element, length });
        }
        if !self.eat("<") {
            return self.expected("a type");
        }
        if self.eat("{") {
            let fields = self.list("}", Self::ty)?.into();
            self.expect(">")?;
            return Ok(TypeKind::Struct { fields, packed: true });
        }
        let lanes = self.number("a number of lanes")?;
        self.expect_word("x")?;
        let element = self.ty()?;
        self.expect(">")?;
        Ok(TypeKind::Vector { element, lanes })
    }

    /// The type of that kind, or an error at word `at` if there is none.
    pub(super) fn make_type(&mut self, at: usize, kind: TypeKind) -> Result<Type> {
        match self.objection(&kind) {
            Some(message) => self.fail_at(at, message),
            None => Ok(self.module.types.intern(kind)),
        }
    }

    /// `ty` with its lane replaced, for as many lanes as it has.
    pub(super) fn with_lane(&mut self, at: usize, ty: Type, lane: TypeKind) -> Result<Type> {
        let element = self.make_type(at, lane)?;
        match *self.module.types.kind(ty) {
            TypeKind::Vector { lanes, .. } => self.make_type(at, TypeKind::Vector { element, lanes }),
            _ => Ok(element),
        }
    }

    pub(super) fn is_type_word(&self) -> bool {
        matches!(self.peek(), Word::Plain(word) if scalar(word).is_some())
    }

    /// Why there is no type of that kind.
    fn objection(&self, kind: &TypeKind) -> Option<&'static str> {
        let types = &self.module.types;
        let is_void = |ty: &Type| *types.kind(*ty) == TypeKind::Void;
        let span = |ty: Type| types.size(ty) + types.layout(ty).align;
        match kind {
            TypeKind::Int(width) if !(1..=MAX_INT).contains(width) => Some("an integer has 1 to 2^23 bits"),
            TypeKind::Vector { element, .. } if types.scalar_width(*element).is_none() => {
                Some("the lanes of a vector are integers, floats or pointers")
            }
            TypeKind::Vector { lanes: 0, .. } => Some("a vector has at least one lane"),
            TypeKind::Vector { element, lanes } => {
                lanes.checked_mul(types.layout(*element).slots).is_none().then_some("the vector is too large")
            }
            TypeKind::Array { element, .. } if is_void(element) => Some("an element is not void"),
            TypeKind::Array { element, length } => {
                let size = types.size(*element).checked_mul(*length);
                size.is_none_or(|size| size > MAX_SIZE).then_some("the array is too large")
            }
            TypeKind::Struct { fields, .. } if fields.iter().any(is_void) => Some("a field is not void"),
            TypeKind::Struct { fields, .. } => {
                let size = fields.iter().try_fold(0, |sum: u64, field| sum.checked_add(span(*field)));
                size.is_none_or(|size| size > MAX_SIZE).then_some("the struct is too large")
            }
            _ => None,
        }
    }
}

/// The types that are one word.
fn scalar(word: &str) -> Option<TypeKind> {
    match word {
        "void" => Some(TypeKind::Void),
        "ptr" => Some(TypeKind::Ptr),
        _ => {
            let int = || word.strip_prefix('i')?.parse().ok().map(TypeKind::Int);
            FloatKind::from_name(word).map(TypeKind::Float).or_else(int)
        }
    }
}
