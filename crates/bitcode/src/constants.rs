//! Constants: scalars by their exact bits, addresses as symbols, and the little arithmetic between them.
//!
//! Scalars are always `ConstKind::Bits`, also when zero; arithmetic on known bits is done here. So equal
//! constants are the same constant.

use vellum_bits::Bits;
use vellum_collections::Id;
use vellum_ir::{BlockId, Const, ConstKind, ConstOp, Leads, Symbol, Type, TypeKind};

use crate::{
    convert::{Converter, Unsupported},
    llvm::{self, Opcode, Value, ValueKind},
};

impl<'m> Converter<'m> {
    /// The constant as the program form has it.
    pub(crate) fn constant(&mut self, value: Value<'m>) -> Result<Const, Unsupported> {
        if let Some(&known) = self.constants.get(&value) {
            return Ok(known);
        }
        self.ty(value.ty())?;
        let converted = self.new_constant(value)?;
        self.constants.insert(value, converted);
        Ok(converted)
    }

    fn new_constant(&mut self, value: Value<'m>) -> Result<Const, Unsupported> {
        match value.kind() {
            ValueKind::LLVMFunctionValueKind
            | ValueKind::LLVMGlobalVariableValueKind
            | ValueKind::LLVMGlobalAliasValueKind
            | ValueKind::LLVMGlobalIFuncValueKind => self.reference(value),
            ValueKind::LLVMBlockAddressValueKind => self.block_address(value),
            ValueKind::LLVMConstantExprValueKind => self.expression(value),
            // `dso_local_equivalent @f` and `no_cfi @f`, which the C interface has no name for.
            ValueKind::LLVMInstructionValueKind if !value.is_instruction() && value.operand_count() == 1 => {
                match value.operand(0).kind() {
                    ValueKind::LLVMFunctionValueKind => self.constant(value.operand(0)),
                    _ => Err(unknown(value)),
                }
            }
            ValueKind::LLVMConstantIntValueKind
            | ValueKind::LLVMConstantFPValueKind
            | ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind => self.simple(value),
            ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind => self.aggregate(value),
            _ => Err(unknown(value)),
        }
    }

    fn simple(&mut self, value: Value<'m>) -> Result<Const, Unsupported> {
        let ty = self.ty(value.ty())?;
        let width = self.out.types.scalar_width(ty);
        let kind = match (value.kind(), width) {
            (ValueKind::LLVMConstantIntValueKind, Some(_)) => ConstKind::Bits(ty, exact_bits(value)?),
            (ValueKind::LLVMConstantFPValueKind, Some(width)) => ConstKind::Bits(ty, value.float_bits(width)),
            (ValueKind::LLVMConstantPointerNullValueKind, Some(width)) => {
                ConstKind::Bits(ty, Bits::zero(width))
            }
            (ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind, _) => ConstKind::Undef(ty),
            (ValueKind::LLVMConstantAggregateZeroValueKind, None) => ConstKind::Zero(ty),
            _ => return Err(unknown(value)),
        };
        Ok(self.out.consts.intern(kind))
    }

    fn aggregate(&mut self, value: Value<'m>) -> Result<Const, Unsupported> {
        let ty = self.ty(value.ty())?;
        let parts = match value.kind() {
            ValueKind::LLVMConstantDataArrayValueKind | ValueKind::LLVMConstantDataVectorValueKind => {
                self.data_parts(value)?
            }
            _ => value.operands().map(|part| self.constant(part)).collect::<Result<Box<[_]>, _>>()?,
        };
        Ok(self.out.consts.intern(ConstKind::Aggregate(ty, parts)))
    }

    /// The elements of an array or vector of plain numbers.
    fn data_parts(&mut self, value: Value<'m>) -> Result<Box<[Const]>, Unsupported> {
        let element = self.ty(value.ty().element())?;
        let width = self.out.types.scalar_width(element).ok_or_else(|| unknown(value))?;
        let bytes = usize::try_from(width / 8).expect("widths are small");
        let part =
            |bytes| self.out.consts.intern(ConstKind::Bits(element, Bits::from_le_bytes(width, bytes)));
        Ok(value.raw_data().chunks_exact(bytes).map(part).collect())
    }

    fn block_address(&mut self, value: Value<'m>) -> Result<Const, Unsupported> {
        let (function, block) = value.block_address();
        // Blocks belong to this very function, whoever else has its name.
        let Symbol::Function(id) = self.symbol(function) else { return Err(unknown(value)) };
        let numbers = self.block_numbers.entry(function).or_insert_with(|| {
            function.blocks().enumerate().map(|(i, block)| (block, BlockId::from_index(i))).collect()
        });
        let block = *numbers.get(&block).ok_or_else(|| unknown(value))?;
        // A function that cannot be expressed has only its first block.
        if self.out.functions[id].body.as_ref().is_some_and(|body| body.blocks.get(block).is_none()) {
            return Err(unknown(value));
        }
        Ok(self.out.consts.intern(ConstKind::Symbol(Symbol::Block(id, block))))
    }

    fn expression(&mut self, value: Value<'m>) -> Result<Const, Unsupported> {
        let ty = self.ty(value.ty())?;
        if value.const_opcode() == Opcode::LLVMGetElementPtr {
            return self.address_expression(value, ty);
        }
        if self.out.types.scalar_width(ty).is_none() {
            return Err(unknown(value));
        }
        match value.const_opcode() {
            Opcode::LLVMTrunc
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMPtrToAddr
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast => {
                let operand = self.constant(value.operand(0))?;
                let from = self.out.const_type(operand);
                let is_word = |ty| matches!(self.out.types.kind(ty), TypeKind::Int(_) | TypeKind::Ptr);
                let folds =
                    matches!(self.out.consts.kind(operand), ConstKind::Bits(..) | ConstKind::Undef(_));
                if !(folds || is_word(from) && is_word(ty)) {
                    return Err(unknown(value));
                }
                Ok(self.resize(ty, operand))
            }
            Opcode::LLVMAdd => self.binary(value, ty, ConstOp::Add, Bits::add),
            Opcode::LLVMSub => self.binary(value, ty, ConstOp::Sub, Bits::sub),
            Opcode::LLVMMul => self.binary(value, ty, ConstOp::Mul, Bits::mul),
            Opcode::LLVMXor => self.binary(value, ty, ConstOp::Xor, Bits::xor),
            _ => Err(unknown(value)),
        }
    }

    /// A constant `getelementptr`; a vector of addresses is made lane by lane.
    fn address_expression(&mut self, value: Value<'m>, ty: Type) -> Result<Const, Unsupported> {
        let mut address = |lanes: Lanes| {
            let base = lanes.of(value.operand(0)).ok_or_else(|| unknown(value))?;
            let base = self.constant(base)?;
            let (offset, terms) = self.offsets(value, lanes)?;
            let start = self.add_bytes(base, offset);
            terms.into_iter().try_fold(start, |address, (index, scale)| {
                let index = lanes.of(index).ok_or_else(|| unknown(value))?;
                let steps = self.constant(index)?;
                self.add_steps(address, steps, scale).ok_or_else(|| unknown(value))
            })
        };
        if value.ty().kind() != llvm::TypeKind::LLVMVectorTypeKind {
            return address(Lanes::All);
        }
        let parts =
            (0..value.ty().lanes()).map(|lane| address(Lanes::One(lane))).collect::<Result<_, _>>()?;
        Ok(self.out.consts.intern(ConstKind::Aggregate(ty, parts)))
    }

    /// An address and steps of `scale` bytes, as many as a constant says that is the address of something, or made of one.
    fn add_steps(&mut self, base: Const, steps: Const, scale: i64) -> Option<Const> {
        let (word, ptr) = (self.out.types.int(64), self.out.ptr_type());
        if self.out.const_type(steps) != word {
            return None;
        }
        let bytes = if scale == 1 {
            steps
        } else {
            let scale = self.out.consts.intern(ConstKind::Bits(word, Bits::from_i64(64, scale)));
            self.out.consts.intern(ConstKind::Expr(word, ConstOp::Mul, [steps, scale].into()))
        };
        // Null and a number that was an address is that address, as if it had only been cast.
        if matches!(self.out.consts.kind(base), ConstKind::Bits(_, bits) if bits.is_zero()) {
            return Some(self.resize(ptr, bytes));
        }
        Some(self.out.consts.intern(ConstKind::Expr(ptr, ConstOp::Add, [base, bytes].into())))
    }

    fn binary(
        &mut self,
        value: Value<'m>,
        ty: Type,
        op: ConstOp,
        fold: impl Fn(&Bits, &Bits) -> Bits,
    ) -> Result<Const, Unsupported> {
        let (left, right) = (self.constant(value.operand(0))?, self.constant(value.operand(1))?);
        let kind = match (self.out.consts.kind(left), self.out.consts.kind(right)) {
            (ConstKind::Bits(_, a), ConstKind::Bits(_, b)) => ConstKind::Bits(ty, fold(a, b)),
            (ConstKind::Undef(_), _) | (_, ConstKind::Undef(_)) => ConstKind::Undef(ty),
            _ => ConstKind::Expr(ty, op, [left, right].into()),
        };
        Ok(self.out.consts.intern(kind))
    }

    /// A scalar zero-extended or truncated to the width of `ty`.
    fn resize(&mut self, ty: Type, operand: Const) -> Const {
        if self.out.const_type(operand) == ty {
            return operand;
        }
        let width = self.out.types.scalar_width(ty).expect("constant expressions have scalar types");
        let lossless = self.out.types.scalar_width(self.out.const_type(operand)) >= Some(width);
        let is_original = |part| lossless && self.out.const_type(part) == ty;
        let kind = match self.out.consts.kind(operand) {
            ConstKind::Bits(_, bits) if bits.width() >= width => ConstKind::Bits(ty, bits.trunc(width)),
            ConstKind::Bits(_, bits) => ConstKind::Bits(ty, bits.zext(width)),
            ConstKind::Undef(_) => ConstKind::Undef(ty),
            // An address as a number and back is the address.
            ConstKind::Expr(_, ConstOp::Resize, parts) if is_original(parts[0]) => return parts[0],
            _ => ConstKind::Expr(ty, ConstOp::Resize, [operand].into()),
        };
        self.out.consts.intern(kind)
    }

    /// An address and some bytes; sums of sums become one sum.
    pub(crate) fn add_bytes(&mut self, base: Const, offset: i64) -> Const {
        if offset == 0 {
            return base;
        }
        let ptr = self.out.ptr_type();
        let offset = Bits::from_i64(64, offset);
        let i64 = self.out.types.intern(TypeKind::Int(64));
        let (base, offset) = match self.out.consts.kind(base) {
            ConstKind::Bits(_, bits) => {
                let sum = ConstKind::Bits(ptr, bits.add(&offset));
                return self.out.consts.intern(sum);
            }
            ConstKind::Undef(_) => return base,
            ConstKind::Expr(_, ConstOp::Add, parts) => match self.out.consts.kind(parts[1]) {
                ConstKind::Bits(_, inner) => (parts[0], inner.add(&offset)),
                _ => (base, offset),
            },
            _ => (base, offset),
        };
        if offset.is_zero() {
            return base;
        }
        let offset = self.out.consts.intern(ConstKind::Bits(i64, offset));
        self.out.consts.intern(ConstKind::Expr(ptr, ConstOp::Add, [base, offset].into()))
    }
}

/// Which lanes of a `getelementptr` on vectors to look at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lanes {
    /// All of them, as far as they are the same.
    All,
    /// This one.
    One(u32),
}

impl Lanes {
    /// The scalar constant that an operand is in these lanes.
    fn of(self, value: Value<'_>) -> Option<Value<'_>> {
        if !value.is_constant() {
            return None;
        }
        if value.ty().kind() != llvm::TypeKind::LLVMVectorTypeKind {
            return Some(value);
        }
        match self {
            Self::One(lane) => value.part(lane),
            Self::All => {
                let first = value.part(0)?;
                (1..value.ty().lanes()).all(|lane| value.part(lane) == Some(first)).then_some(first)
            }
        }
    }
}

/// The constant bytes of a `getelementptr`, and its variable indices with their scales.
type Offsets<'m> = (i64, Vec<(Value<'m>, i64)>);

impl<'m> Converter<'m> {
    /// What a `getelementptr`, instruction or constant, adds to its base.
    pub(crate) fn offsets(&mut self, gep: Value<'m>, lanes: Lanes) -> Result<Offsets<'m>, Unsupported> {
        let mut offset: i64 = 0;
        let mut terms = Vec::new();
        let mut ty = gep.gep_source_type();
        for (number, step) in gep.operands().skip(1).enumerate() {
            let scale = if number == 0 {
                let converted = self.ty(ty)?;
                self.out.types.size(converted)
            } else if ty.kind() == llvm::TypeKind::LLVMStructTypeKind {
                let field = lanes.of(step).and_then(llvm::field_number);
                let field = field.ok_or_else(|| Unsupported::new("getelementptr with a variable field"))?;
                let (bytes, next) = self.field(ty, field)?;
                offset = offset.wrapping_add_unsigned(bytes);
                ty = next;
                continue;
            } else {
                self.step(&mut ty)?
            };
            let scale = i64::try_from(scale).expect("types are smaller than the address space");
            match lanes.of(step) {
                Some(constant) if constant.kind() == ValueKind::LLVMConstantIntValueKind => {
                    let bits = exact_bits(constant)?;
                    let index = if bits.width() < 64 { bits.sext(64) } else { bits.trunc(64) };
                    offset = offset.wrapping_add(index.low_u64().cast_signed().wrapping_mul(scale));
                }
                _ => terms.push((step, scale)),
            }
        }
        Ok((offset, terms))
    }

    /// What the types a `getelementptr` goes over say of where it leads.
    pub(crate) fn leads(&mut self, gep: Value<'m>) -> Result<Leads, Unsupported> {
        let mut ty = gep.gep_source_type();
        let whole = ty;
        let mut leads = Leads::Anywhere;
        let mut at_first = false;
        for (number, step) in gep.operands().skip(1).enumerate() {
            let constant = Some(step).filter(|step| step.kind() == ValueKind::LLVMConstantIntValueKind);
            if number == 0 {
                at_first =
                    constant.is_some_and(|constant| exact_bits(constant).is_ok_and(|bits| bits.is_zero()));
            } else if ty.kind() == llvm::TypeKind::LLVMStructTypeKind {
                let Some(field) = Lanes::All.of(step).and_then(llvm::field_number) else {
                    return Ok(Leads::Anywhere);
                };
                ty = self.field(ty, field)?.1;
                leads = Leads::Member;
            } else {
                let element = self.step(&mut ty)?;
                let is_array = number == 1 && whole.kind() == llvm::TypeKind::LLVMArrayTypeKind;
                let size = if is_array { self.ty(whole).map(|ty| self.out.types.size(ty))? } else { 0 };
                // An array of one element, or none, at the end of a structure stands for any number of them.
                let has_bounds = is_array && at_first && size > element;
                leads = if has_bounds { Leads::Element(size) } else { Leads::Anywhere };
            }
        }
        Ok(leads)
    }

    /// Goes from an array or vector to its elements and says how far apart these are.
    fn step(&mut self, ty: &mut llvm::Type<'m>) -> Result<u64, Unsupported> {
        let kind = ty.kind();
        match kind {
            llvm::TypeKind::LLVMArrayTypeKind | llvm::TypeKind::LLVMVectorTypeKind => *ty = ty.element(),
            _ => return Err(Unsupported::new(format!("getelementptr into {ty}"))),
        }
        let element = self.ty(*ty)?;
        let layout = self.out.types.layout(element);
        Ok(if kind == llvm::TypeKind::LLVMVectorTypeKind { layout.store } else { layout.size })
    }
}

fn unknown(value: Value<'_>) -> Unsupported {
    Unsupported::new(format!("constant {}", describe(value)))
}

/// A value in LLVM's text form, shortened.
pub(crate) fn describe(value: Value<'_>) -> String {
    const LONGEST: usize = 200;
    let mut text = value.to_string();
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
        text.push('…');
    }
    text
}

/// The bits of an integer constant.
pub(crate) fn exact_bits(constant: Value<'_>) -> Result<Bits, Unsupported> {
    // Wide ones are read from decimals, which takes the square of their length.
    const WIDEST: u32 = 1 << 16;
    match constant.ty().int_width() {
        ..=WIDEST => Ok(constant.int_bits()),
        width => Err(Unsupported::new(format!("integer constant of {width} bits"))),
    }
}
