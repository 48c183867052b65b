//! Reads constants and operands.

use vellum_bits::{Bits, FloatKind};

use super::{Parser, Result};
use crate::{
    constant::{Const, ConstKind, ConstOp, Symbol},
    inst::{BlockId, Operand},
    module::FuncId,
    text::lex::Word,
    types::{Type, TypeKind},
};

impl Parser<'_, '_> {
    /// A type and an operand of it.
    pub(super) fn typed_operand(&mut self) -> Result<(Type, Operand)> {
        let ty = self.ty()?;
        Ok((ty, self.operand_of(ty)?))
    }

    /// An operand that is of type `expected` unless it says otherwise.
    pub(super) fn operand(&mut self, expected: Type) -> Result<(Type, Operand)> {
        let ty = self.stated_type()?.unwrap_or(expected);
        Ok((ty, self.operand_of(ty)?))
    }

    /// An operand of type `ty`, which stands before it or is obvious.
    pub(super) fn operand_of(&mut self, ty: Type) -> Result<Operand> {
        let Word::Value(name) = self.peek() else {
            return self.constant(ty).map(Operand::Const);
        };
        let known = self.function.as_ref().and_then(|scope| self.names.functions[scope.id].values.get(name));
        let (Some(&value), Some(scope)) = (known, &mut self.function) else {
            return self.fail_at(self.at, format!("`%{name}` is not defined"));
        };
        scope.uses.push((value, ty, self.at));
        self.advance();
        Ok(Operand::Value(value))
    }

    /// The type of the operand that follows, if it is stated.
    ///
    /// A bracket may open a type or a constant; it is a type if an operand follows on the line.
    fn stated_type(&mut self) -> Result<Option<Type>> {
        if self.is_type_word() {
            return self.ty().map(Some);
        }
        if !matches!(self.peek(), Word::Mark("{" | "[" | "<")) {
            return Ok(None);
        }
        let start = self.at;
        if let Ok(ty) = self.ty()
            && self.on_same_line()
            && starts_operand(self.peek())
        {
            return Ok(Some(ty));
        }
        self.at = start;
        Ok(None)
    }

    /// A constant of type `ty`.
    pub(super) fn constant(&mut self, ty: Type) -> Result<Const> {
        let at = self.at;
        let kind = self.nested(|p| p.constant_kind(ty))?;
        if *self.module.types.kind(ty) == TypeKind::Void {
            return self.fail_at(at, "there is no constant of type void");
        }
        Ok(self.module.consts.intern(kind))
    }

    fn constant_kind(&mut self, ty: Type) -> Result<ConstKind> {
        match self.peek() {
            Word::Number(_) => Ok(ConstKind::Bits(ty, self.scalar(ty)?)),
            Word::Symbol(_) => {
                self.want_ptr(ty)?;
                self.symbol().map(ConstKind::Symbol)
            }
            Word::Mark("{" | "[" | "<") => self.aggregate(ty),
            Word::Plain(word) => match (*word, operation(word)) {
                ("undef", _) => Ok(self.then(ConstKind::Undef(ty))),
                ("zero", _) => Ok(self.then(ConstKind::Zero(ty))),
                ("null", _) => {
                    self.want_ptr(ty)?;
                    Ok(self.then(ConstKind::Bits(ty, Bits::zero(64))))
                }
                ("blockaddress", _) => {
                    self.want_ptr(ty)?;
                    self.block_address()
                }
                (_, Some(op)) => self.expression(ty, op),
                _ => self.expected("a value"),
            },
            _ => self.expected("a value"),
        }
    }

    /// Moves over a word that says it all.
    fn then(&mut self, kind: ConstKind) -> ConstKind {
        self.advance();
        kind
    }

    fn want_ptr(&self, ty: Type) -> Result<()> {
        if ty == self.module.ptr_type() {
            return Ok(());
        }
        self.fail_at(self.at, format!("{} is a ptr, not of type {}", self.peek(), self.type_text(ty)))
    }

    /// A number as a value of type `ty`.
    pub(super) fn scalar(&mut self, ty: Type) -> Result<Bits> {
        let Word::Number(text) = self.peek() else {
            return self.expected("a number");
        };
        let bits = match *self.module.types.kind(ty) {
            TypeKind::Int(width) => Bits::parse(width, text),
            TypeKind::Ptr => Bits::parse(64, text),
            TypeKind::Float(kind) => float(kind, text),
            _ => None,
        };
        let Some(bits) = bits else {
            return self.fail_at(self.at, format!("`{text}` is no {}", self.type_text(ty)));
        };
        self.advance();
        Ok(bits)
    }

    fn aggregate(&mut self, ty: Type) -> Result<ConstKind> {
        let (open, close) = match self.module.types.kind(ty) {
            TypeKind::Struct { .. } => ("{", "}"),
            TypeKind::Array { .. } => ("[", "]"),
            TypeKind::Vector { .. } => ("<", ">"),
            _ => return self.expected(&format!("a {}", self.type_text(ty))),
        };
        self.expect(open)?;
        let mut index = 0;
        let parts = self.list(close, |p| {
            let part = p.part_type(ty, index);
            index += 1;
            match p.stated_type()?.or(part) {
                Some(ty) => p.constant(ty),
                None => p.expected("a type"),
            }
        })?;
        Ok(ConstKind::Aggregate(ty, parts.into()))
    }

    /// The type of part number `index` of `ty`.
    fn part_type(&self, ty: Type, index: usize) -> Option<Type> {
        match self.module.types.kind(ty) {
            TypeKind::Struct { fields, .. } => fields.get(index).copied(),
            TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => Some(*element),
            _ => None,
        }
    }

    fn block_address(&mut self) -> Result<ConstKind> {
        self.advance();
        self.expect("(")?;
        let function = self.function_symbol()?;
        self.expect(",")?;
        let block = self.block_of(function)?;
        self.expect(")")?;
        Ok(ConstKind::Symbol(Symbol::Block(function, block)))
    }

    /// The name of a block of `function`.
    pub(super) fn block_of(&mut self, function: FuncId) -> Result<BlockId> {
        let at = self.at;
        let name = self.word("a block")?;
        match self.names.functions[function].blocks.get(name) {
            Some(block) => Ok(*block),
            None => self.fail_at(at, format!("there is no block `{name}`")),
        }
    }

    fn expression(&mut self, ty: Type, op: ConstOp) -> Result<ConstKind> {
        self.advance();
        self.expect("(")?;
        let parts = self.list(")", |p| {
            let ty = p.ty()?;
            p.constant(ty)
        })?;
        Ok(ConstKind::Expr(ty, op, parts.into()))
    }

    pub(super) fn type_text(&self, ty: Type) -> String {
        crate::text::of_type(&self.module, ty).to_string()
    }
}

/// Whether an operand, without its type, may start with `word`.
pub(super) fn starts_operand(word: &Word<'_>) -> bool {
    match word {
        Word::Value(_) | Word::Symbol(_) | Word::Number(_) | Word::Mark("{" | "[" | "<") => true,
        Word::Plain(word) => {
            matches!(*word, "null" | "undef" | "zero" | "blockaddress") || operation(word).is_some()
        }
        _ => false,
    }
}

/// The operation of a constant expression.
fn operation(name: &str) -> Option<ConstOp> {
    ConstOp::ALL.iter().find(|(_, n)| *n == name).map(|(op, _)| *op)
}

/// The bits of a float: a pattern in hexadecimal, or a decimal number where the host can round it.
fn float(kind: FloatKind, text: &str) -> Option<Bits> {
    if text.starts_with("0x") {
        return Bits::parse(kind.bits(), text);
    }
    match kind {
        FloatKind::Single => text.parse().ok().map(|x: f32| Bits::from_u64(32, x.to_bits().into())),
        FloatKind::Double => text.parse().ok().map(|x: f64| Bits::from_u64(64, x.to_bits())),
        _ => None,
    }
}
