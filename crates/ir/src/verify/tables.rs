//! The rules of the tables that everything else refers to: types, constants, positions.
//!
//! An entry refers to earlier ones only, so that walking down from any of them ends.

use vellum_collections::Id;

use super::{Problem, Rule, want};
use crate::{
    constant::{Const, ConstKind, ConstOp, Symbol},
    debug::{Loc, Position},
    module::Module,
    text,
    types::{Type, TypeKind},
};

/// Widest integer.
const MAX_INT: u32 = 1 << 23;

/// What is wrong with the tables of `module`.
pub(super) fn problems(module: &Module) -> Vec<Problem> {
    let tables = Tables { module };
    let mut problems = Vec::new();
    let mut want = |rule: Rule, place: &dyn Fn() -> String| {
        if let Err(message) = rule {
            problems.push(Problem { place: place(), message });
        }
    };
    want(tables.check_target(), &|| "the types".to_owned());
    for ty in (0..module.types.len()).map(Type::from_index) {
        want(tables.check_type(ty), &|| format!("type {ty} `{}`", text::of_type(module, ty)));
    }
    for (loc, position) in module.debug.iter() {
        want(check_position(loc, position), &|| format!("position {loc}"));
    }
    for constant in tables.constants() {
        want(tables.constant_exists(constant), &|| format!("constant {constant}"));
    }
    // From here on, constants may be asked for their types and printed.
    if problems.is_empty() {
        for constant in tables.constants() {
            if let Err(message) = tables.check_constant(constant) {
                let (ty, text) = (tables.text(module.const_type(constant)), text::of_const(module, constant));
                problems.push(Problem { place: format!("constant `{ty} {text}`"), message });
            }
        }
    }
    problems
}

fn check_position(loc: Loc, position: &Position) -> Rule {
    match position.inlined_at {
        Some(outer) if outer >= loc => {
            Err(format!("it is inlined at {outer}, which does not come before it"))
        }
        _ => Ok(()),
    }
}

#[derive(Clone, Copy)]
struct Tables<'m> {
    module: &'m Module,
}

impl Tables<'_> {
    fn check_target(self) -> Rule {
        let types = &self.module.types;
        want(types.find(&TypeKind::Ptr).is_some(), || "ptr is not among them".to_owned())?;
        want(matches!(types.wide_int_align(), 8 | 16), || {
            "wide integers are aligned to 8 or 16 bytes".to_owned()
        })
    }

    fn check_type(self, ty: Type) -> Rule {
        let is_void = |part: &Type| *self.module.types.kind(*part) == TypeKind::Void;
        match self.module.types.kind(ty) {
            TypeKind::Int(width) => {
                want((1..=MAX_INT).contains(width), || "an integer has 1 to 2^23 bits".to_owned())
            }
            TypeKind::Vector { lanes, .. } => {
                want(*lanes > 0, || "a vector has at least one lane".to_owned())
            }
            TypeKind::Array { element, .. } => {
                want(!is_void(element), || "an element is not void".to_owned())
            }
            TypeKind::Struct { fields, .. } => {
                want(!fields.iter().any(is_void), || "a field is not void".to_owned())
            }
            TypeKind::Void | TypeKind::Float(_) | TypeKind::Ptr => Ok(()),
        }
    }

    fn constants(self) -> impl Iterator<Item = Const> {
        (0..self.module.consts.len()).map(Const::from_index)
    }

    /// What `constant` refers to exists.
    fn constant_exists(self, constant: Const) -> Rule {
        match self.module.consts.kind(constant) {
            ConstKind::Symbol(symbol) => self.symbol_exists(*symbol),
            ConstKind::Bits(ty, _) | ConstKind::Undef(ty) | ConstKind::Zero(ty) => self.type_exists(*ty),
            ConstKind::Aggregate(ty, parts) | ConstKind::Expr(ty, _, parts) => {
                self.type_exists(*ty)?;
                parts_exist(constant, parts)
            }
        }
    }

    fn check_constant(self, constant: Const) -> Rule {
        match self.module.consts.kind(constant) {
            ConstKind::Bits(ty, bits) => {
                want(self.module.types.scalar_width(*ty) == Some(bits.width()), || {
                    format!("it has {} bits, which is not the width of its type", bits.width())
                })
            }
            ConstKind::Undef(ty) | ConstKind::Zero(ty) => {
                want(*self.module.types.kind(*ty) != TypeKind::Void, || "there is no void value".to_owned())
            }
            ConstKind::Symbol(_) => Ok(()),
            ConstKind::Aggregate(ty, parts) => self.check_aggregate(*ty, parts),
            ConstKind::Expr(ty, op, parts) => self.check_expression(*ty, *op, parts),
        }
    }

    fn text(self, ty: Type) -> String {
        text::of_type(self.module, ty).to_string()
    }

    fn type_exists(self, ty: Type) -> Rule {
        want(ty.index() < self.module.types.len(), || format!("there is no type {ty}"))
    }

    fn symbol_exists(self, symbol: Symbol) -> Rule {
        let module = self.module;
        match symbol {
            Symbol::Global(id) => {
                want(module.globals.get(id).is_some(), || format!("there is no global {id}"))
            }
            Symbol::Function(id) => {
                want(module.functions.get(id).is_some(), || format!("there is no function {id}"))
            }
            Symbol::Block(id, block) => {
                let body = module.functions.get(id).and_then(|function| function.body.as_ref());
                let exists = body.is_some_and(|body| body.blocks.get(block).is_some());
                want(exists, || format!("there is no block {block} in function {id}"))
            }
        }
    }

    fn check_aggregate(self, ty: Type, parts: &[Const]) -> Rule {
        let kind = self.module.types.kind(ty);
        let length = match kind {
            TypeKind::Struct { fields, .. } => Some(fields.len()),
            TypeKind::Array { length, .. } => usize::try_from(*length).ok(),
            TypeKind::Vector { lanes, .. } => usize::try_from(*lanes).ok(),
            _ => return Err("its type has no parts".to_owned()),
        };
        want(length == Some(parts.len()), || "it has another number of parts than its type".to_owned())?;
        for (i, part) in parts.iter().enumerate() {
            let wanted = match kind {
                TypeKind::Struct { fields, .. } => fields[i],
                TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => *element,
                _ => ty,
            };
            let found = self.module.const_type(*part);
            want(found == wanted, || {
                format!("part {i} is of type {}, not {}", self.text(found), self.text(wanted))
            })?;
        }
        Ok(())
    }

    fn check_expression(self, ty: Type, op: ConstOp, parts: &[Const]) -> Rule {
        let wanted = if op == ConstOp::Resize { 1 } else { 2 };
        want(parts.len() == wanted, || format!("`{}` takes {wanted} parts, not {}", op.name(), parts.len()))?;
        let width = self.word_width(ty)?;
        for part in parts {
            let part = self.module.const_type(*part);
            let part_width = self.word_width(part)?;
            want(op == ConstOp::Resize || part_width == width, || {
                format!("a part of type {} has not the width of {}", self.text(part), self.text(ty))
            })?;
        }
        Ok(())
    }

    /// The width of an integer or pointer, all that a constant expression computes with.
    fn word_width(self, ty: Type) -> Result<u32, String> {
        match *self.module.types.kind(ty) {
            TypeKind::Int(width) => Ok(width),
            TypeKind::Ptr => Ok(64),
            _ => Err(format!("a constant expression computes integers and pointers, not {}", self.text(ty))),
        }
    }
}

fn parts_exist(whole: Const, parts: &[Const]) -> Rule {
    match parts.iter().find(|part| **part >= whole) {
        Some(part) => Err(format!("its part {part} does not come before it")),
        None => Ok(()),
    }
}
