//! Reads instructions: one row of a table and one function each.

use super::{Parser, Result, constants::starts_operand};
use crate::{
    constant::ConstKind,
    inst::{
        Alloca, Arg, BinaryOp, BlockId, ByValue, Call, Callee, CastOp, Extend, FloatPredicate, Inst,
        IntPredicate, Leads, Operand, RmwOp, Tail, Term, Wrap,
    },
    intrinsic::INTRINSICS,
    text::lex::Word,
    types::{Type, TypeKind},
};

use vellum_bits::Bits;

/// An instruction and the type of its result.
type Made = (Inst, Type);

/// A name and what reads the rest.
type Row = (&'static str, fn(&mut Parser<'_, '_>) -> Result<Made>);

/// The instructions that are not a whole family by name, as binary operations and casts are.
const INSTRUCTIONS: &[Row] = &[
    ("fneg", |p| p.unary(Inst::FNeg)),
    ("freeze", |p| p.unary(Inst::Freeze)),
    ("icmp", |p| p.compare(IntPredicate::from_name, Inst::Compare)),
    ("fcmp", |p| p.compare(FloatPredicate::from_name, Inst::FloatCompare)),
    ("select", |p| p.select()),
    ("alloca", |p| p.alloca()),
    ("load", |p| p.read(Inst::Load)),
    ("va_arg", |p| p.read(Inst::VaArg)),
    ("store", |p| p.store()),
    ("ptradd", |p| p.ptradd()),
    ("extractvalue", |p| p.extract_value()),
    ("insertvalue", |p| p.insert_value()),
    ("extractelement", |p| p.extract_element()),
    ("insertelement", |p| p.insert_element()),
    ("shufflevector", |p| p.shuffle()),
    ("atomicrmw", |p| p.atomic_rmw()),
    ("cmpxchg", |p| p.cmpxchg()),
    ("call", |p| p.call()),
    ("phi", |p| p.phi()),
    ("br", |p| p.br()),
    ("switch", |p| p.switch()),
    ("indirectbr", |p| p.indirect_br()),
    ("ret", |p| p.ret()),
    ("unreachable", |p| Ok(p.effect(Inst::Unreachable))),
    ("unsupported", |p| p.unsupported()),
];

impl Parser<'_, '_> {
    pub(super) fn instruction(&mut self) -> Result<Made> {
        let Word::Plain(name) = self.peek() else {
            return self.expected("an instruction");
        };
        if let Some(op) = BinaryOp::from_name(name) {
            self.advance();
            return self.binary(op);
        }
        if let Some(op) = CastOp::from_name(name) {
            self.advance();
            return self.cast(op);
        }
        match INSTRUCTIONS.iter().find(|(n, _)| n == name) {
            Some((_, read)) => {
                self.advance();
                read(self)
            }
            None => self.expected("an instruction"),
        }
    }

    /// An instruction without result.
    fn effect(&mut self, inst: Inst) -> Made {
        (inst, self.module.types.void())
    }

    fn address(&mut self) -> Result<Operand> {
        let ptr = self.module.ptr_type();
        Ok(self.operand(ptr)?.1)
    }

    /// `T x, [T] y`
    fn pair(&mut self) -> Result<(Type, Operand, Operand)> {
        let (ty, a) = self.typed_operand()?;
        self.expect(",")?;
        let (_, b) = self.operand(ty)?;
        Ok((ty, a, b))
    }

    fn unary(&mut self, make: fn(Operand) -> Inst) -> Result<Made> {
        let (ty, operand) = self.typed_operand()?;
        Ok((make(operand), ty))
    }

    fn binary(&mut self, op: BinaryOp) -> Result<Made> {
        let mut wrap = Wrap::default();
        loop {
            if self.eat_word("nsw") {
                wrap.nsw = true;
            } else if self.eat_word("nuw") {
                wrap.nuw = true;
            } else if self.eat_word("exact") {
                wrap.exact = true;
            } else {
                break;
            }
        }
        let (ty, a, b) = self.pair()?;
        Ok((Inst::Binary(op, wrap, a, b), ty))
    }

    fn compare<P>(
        &mut self,
        predicate: fn(&str) -> Option<P>,
        make: fn(P, Operand, Operand) -> Inst,
    ) -> Result<Made> {
        let predicate = self.word_of("a predicate", predicate)?;
        let at = self.at;
        let (ty, a, b) = self.pair()?;
        Ok((make(predicate, a, b), self.with_lane(at, ty, TypeKind::Int(1))?))
    }

    fn cast(&mut self, op: CastOp) -> Result<Made> {
        let (_, operand) = self.typed_operand()?;
        self.expect_word("to")?;
        Ok((Inst::Cast(op, operand), self.ty()?))
    }

    fn select(&mut self) -> Result<Made> {
        let (_, condition) = self.typed_operand()?;
        self.expect(",")?;
        let (ty, a, b) = self.pair()?;
        Ok((Inst::Select(condition, a, b), ty))
    }

    fn alloca(&mut self) -> Result<Made> {
        let size = self.number("a size in bytes")?;
        let align = self.alignment()?;
        let count = if self.eat_word("count") { self.typed_operand()?.1 } else { self.one() };
        let name = match self.peek() {
            Word::String(_) => Some(self.string("a name")?.into()),
            _ => None,
        };
        Ok((Inst::Alloca(Box::new(Alloca { size, count, align, name })), self.module.ptr_type()))
    }

    /// `i32 1`
    fn one(&mut self) -> Operand {
        let i32 = self.module.types.int(32);
        Operand::Const(self.module.consts.intern(ConstKind::Bits(i32, Bits::from_u64(32, 1))))
    }

    /// `[align N]`
    pub(super) fn alignment(&mut self) -> Result<u64> {
        if self.eat_word("align") { self.number("an alignment in bytes") } else { Ok(1) }
    }

    fn read(&mut self, make: fn(Operand) -> Inst) -> Result<Made> {
        let ty = self.ty()?;
        Ok((make(self.address()?), ty))
    }

    fn store(&mut self) -> Result<Made> {
        let (_, value) = self.typed_operand()?;
        self.expect(",")?;
        let address = self.address()?;
        Ok(self.effect(Inst::Store { value, address }))
    }

    fn ptradd(&mut self) -> Result<Made> {
        let at = self.at;
        let ptr = self.module.ptr_type();
        let (mut shape, base) = self.operand(ptr)?;
        self.expect(",")?;
        let mut offset = 0;
        let mut terms = Vec::new();
        let starts_with_offset = *self.peek_after(1) != Word::Mark("*");
        if starts_with_offset {
            offset = self.number("a number of bytes")?;
        }
        while terms.is_empty() && !starts_with_offset || self.eat(",") {
            let scale = self.number("a number of bytes per step")?;
            self.expect("*")?;
            let (ty, index) = self.typed_operand()?;
            // One vector makes the result a vector; scalars stand for as many lanes.
            if !matches!(self.module.types.kind(shape), TypeKind::Vector { .. }) {
                shape = ty;
            }
            terms.push(Term { index, scale });
        }
        let ty = self.with_lane(at, shape, TypeKind::Ptr)?;
        let leads = if self.eat_word("member") {
            Leads::Member
        } else if self.eat_word("element") {
            self.expect_word("of")?;
            Leads::Element(self.number("a number of bytes")?)
        } else {
            Leads::Anywhere
        };
        Ok((Inst::PtrAdd { base, offset, terms: terms.into(), leads }, ty))
    }

    /// `, N, N…`
    fn path(&mut self) -> Result<Box<[u32]>> {
        let mut path = Vec::new();
        while self.eat(",") {
            path.push(self.number("a field or element number")?);
        }
        Ok(path.into())
    }

    fn extract_value(&mut self) -> Result<Made> {
        let at = self.at;
        let (ty, aggregate) = self.typed_operand()?;
        let path = self.path()?;
        // A type that no register holds has no parts to extract; asking for them could overflow.
        let fits = self.module.types.layout(ty).slots < u32::MAX;
        let part = if fits { self.module.types.descend(ty, &path) } else { None };
        match part {
            Some((part, _)) => Ok((Inst::ExtractValue(aggregate, path), part)),
            None => self.fail_at(at, "the path leads out of the type"),
        }
    }

    fn insert_value(&mut self) -> Result<Made> {
        let (ty, aggregate) = self.typed_operand()?;
        self.expect(",")?;
        let (_, part) = self.typed_operand()?;
        let path = self.path()?;
        Ok((Inst::InsertValue { aggregate, part, path }, ty))
    }

    fn extract_element(&mut self) -> Result<Made> {
        let (ty, vector) = self.typed_operand()?;
        self.expect(",")?;
        let (_, lane) = self.typed_operand()?;
        Ok((Inst::ExtractElement(vector, lane), self.module.types.lane(ty)))
    }

    fn insert_element(&mut self) -> Result<Made> {
        let (ty, vector) = self.typed_operand()?;
        self.expect(",")?;
        let (_, element) = self.operand(self.module.types.lane(ty))?;
        self.expect(",")?;
        let (_, lane) = self.typed_operand()?;
        Ok((Inst::InsertElement { vector, element, lane }, ty))
    }

    fn shuffle(&mut self) -> Result<Made> {
        let at = self.at;
        let (ty, a, b) = self.pair()?;
        self.expect(",")?;
        self.expect("[")?;
        let mask =
            self.list(
                "]",
                |p| {
                    if p.eat_word("undef") { Ok(None) } else { p.number("a lane number").map(Some) }
                },
            )?;
        let element = self.module.types.lane(ty);
        let lanes = u32::try_from(mask.len()).unwrap_or(u32::MAX);
        let result = self.make_type(at, TypeKind::Vector { element, lanes })?;
        Ok((Inst::Shuffle(a, b, mask.into()), result))
    }

    fn atomic_rmw(&mut self) -> Result<Made> {
        let op = self.word_of("an operation", RmwOp::from_name)?;
        let address = self.address()?;
        self.expect(",")?;
        let (ty, value) = self.typed_operand()?;
        Ok((Inst::AtomicRmw { op, address, value }, ty))
    }

    fn cmpxchg(&mut self) -> Result<Made> {
        let at = self.at;
        let address = self.address()?;
        self.expect(",")?;
        let (ty, expected, new) = self.pair()?;
        let i1 = self.module.types.int(1);
        let result = self.make_type(at, TypeKind::Struct { fields: [ty, i1].into(), packed: false })?;
        Ok((Inst::CmpXchg { address, expected, new }, result))
    }

    fn call(&mut self) -> Result<Made> {
        let tail = if self.eat_word("musttail") { Tail::Must } else { Tail::Stays };
        let ty = self.ty()?;
        let callee = self.callee()?;
        self.expect("(")?;
        let args = self.list(")", |p| {
            let (_, value) = p.typed_operand()?;
            Ok(Arg { value, by_value: p.by_value()?, extend: p.extend() })
        })?;
        Ok((Inst::Call(Box::new(Call { callee, args: args.into(), tail })), ty))
    }

    fn callee(&mut self) -> Result<Callee> {
        match self.peek() {
            Word::Symbol(_) => self.function_symbol().map(Callee::Function),
            Word::Plain(word) if word.starts_with("llvm.") => {
                let find = |name: &str| INTRINSICS.iter().find(|(_, n)| *n == name).map(|(i, _)| *i);
                self.word_of("an intrinsic", find).map(Callee::Intrinsic)
            }
            _ => self.address().map(Callee::Pointer),
        }
    }

    /// `[byval(SIZE, ALIGN)]`
    pub(super) fn by_value(&mut self) -> Result<Option<ByValue>> {
        if !self.eat_word("byval") {
            return Ok(None);
        }
        self.expect("(")?;
        let size = self.number("a size in bytes")?;
        self.expect(",")?;
        let align = self.number("an alignment in bytes")?;
        self.expect(")")?;
        Ok(Some(ByValue { size, align }))
    }

    /// `[signext | zeroext]`
    pub(super) fn extend(&mut self) -> Extend {
        let found = Extend::WORDS.iter().find(|(_, word)| self.eat_word(word));
        found.map_or(Extend::No, |(extend, _)| *extend)
    }

    fn phi(&mut self) -> Result<Made> {
        let ty = self.ty()?;
        let mut entries = Vec::new();
        while entries.is_empty() && *self.peek() == Word::Mark("[") || self.eat(",") {
            self.expect("[")?;
            let (_, operand) = self.operand(ty)?;
            self.expect(",")?;
            entries.push((self.block()?, operand));
            self.expect("]")?;
        }
        Ok((Inst::Phi(entries.into()), ty))
    }

    /// The name of a block of the function being read.
    fn block(&mut self) -> Result<BlockId> {
        match &self.function {
            Some(scope) => self.block_of(scope.id),
            None => self.expected("an item"),
        }
    }

    fn br(&mut self) -> Result<Made> {
        if self.at_target() {
            let target = self.block()?;
            return Ok(self.effect(Inst::Br(target)));
        }
        let i1 = self.module.types.int(1);
        let (_, condition) = self.operand(i1)?;
        self.expect(",")?;
        let yes = self.block()?;
        self.expect(",")?;
        let no = self.block()?;
        Ok(self.effect(Inst::CondBr(condition, yes, no)))
    }

    /// Whether the next word names a block, though it may also be the first word of a condition.
    fn at_target(&self) -> bool {
        let Word::Plain(_) = self.peek() else {
            return false;
        };
        let typed = self.is_type_word() && starts_operand(self.peek_after(1));
        !typed && !matches!(self.peek_after(1), Word::Mark("," | "("))
    }

    fn switch(&mut self) -> Result<Made> {
        let at = self.at;
        let (ty, value) = self.typed_operand()?;
        if !matches!(self.module.types.kind(ty), TypeKind::Int(_)) {
            return self.fail_at(at, format!("switch takes an integer, not {}", self.type_text(ty)));
        }
        self.expect(",")?;
        let default = self.block()?;
        self.expect("[")?;
        let cases = self.list("]", |p| {
            let case = p.scalar(ty)?;
            p.expect(":")?;
            Ok((case, p.block()?))
        })?;
        Ok(self.effect(Inst::Switch { value, default, cases: cases.into() }))
    }

    fn indirect_br(&mut self) -> Result<Made> {
        let address = self.address()?;
        self.expect(",")?;
        self.expect("[")?;
        let targets = self.list("]", Self::block)?;
        Ok(self.effect(Inst::IndirectBr(address, targets.into())))
    }

    fn ret(&mut self) -> Result<Made> {
        let ty = self.ty()?;
        if *self.module.types.kind(ty) == TypeKind::Void {
            return Ok(self.effect(Inst::Ret(None)));
        }
        let value = self.operand_of(ty)?;
        Ok(self.effect(Inst::Ret(Some(value))))
    }

    fn unsupported(&mut self) -> Result<Made> {
        let ty = match self.peek() {
            Word::String(_) => self.module.types.void(),
            _ => self.ty()?,
        };
        let what = self.string("a string")?;
        Ok((Inst::Unsupported(what.into()), ty))
    }
}
