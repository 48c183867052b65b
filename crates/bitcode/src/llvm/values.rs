//! LLVM's values: globals, functions and constants; instructions are in `code`.

use std::{
    borrow::Cow,
    ffi::{CStr, c_char},
};

use llvm_sys::{
    LLVMLinkage, LLVMOpaqueAttributeRef, LLVMOpcode, LLVMTypeKind, LLVMValue, LLVMValueKind,
    core::{
        LLVMAliasGetAliasee, LLVMConstBitCast, LLVMConstIntGetZExtValue, LLVMGetAggregateElement,
        LLVMGetAlignment, LLVMGetBlockAddressBasicBlock, LLVMGetBlockAddressFunction, LLVMGetConstOpcode,
        LLVMGetEnumAttributeAtIndex, LLVMGetEnumAttributeKindForName, LLVMGetEnumAttributeValue,
        LLVMGetFirstBasicBlock, LLVMGetFirstParam, LLVMGetFirstUse, LLVMGetGEPSourceElementType,
        LLVMGetInitializer, LLVMGetLinkage, LLVMGetNextBasicBlock, LLVMGetNextParam, LLVMGetNextUse,
        LLVMGetNumOperands, LLVMGetOperand, LLVMGetRawDataValues, LLVMGetSection, LLVMGetTypeAttributeValue,
        LLVMGetUser, LLVMGetValueKind, LLVMGetValueName2, LLVMGlobalGetValueType, LLVMIsAConstant,
        LLVMIsAInstruction, LLVMIsDeclaration, LLVMIsGlobalConstant, LLVMIsTypeAttribute,
        LLVMPrintValueToString, LLVMTypeOf,
    },
    prelude::LLVMUseRef,
};
use vellum_bits::Bits;
use vellum_collections::cast::low32;

use super::{Block, Type, always, bytes, handle, take_message};

handle! {
    /// A value: a global, a function, a constant, an argument or an instruction.
    Value, LLVMValue
}

handle! {
    /// A property of a function, a call or one of their parameters.
    Attribute, LLVMOpaqueAttributeRef
}

impl<'m> Value<'m> {
    /// What the value is. Constants LLVM's C interface does not know call themselves instructions.
    pub(crate) fn kind(self) -> LLVMValueKind {
        // SAFETY: the value is live.
        unsafe { LLVMGetValueKind(self.raw()) }
    }

    pub(super) fn expect(self, kinds: &[LLVMValueKind]) {
        assert!(kinds.contains(&self.kind()), "this question does not make sense for {self}");
    }

    fn expect_symbol(self) {
        self.expect(&[
            LLVMValueKind::LLVMFunctionValueKind,
            LLVMValueKind::LLVMGlobalVariableValueKind,
            LLVMValueKind::LLVMGlobalAliasValueKind,
            LLVMValueKind::LLVMGlobalIFuncValueKind,
        ]);
    }

    /// The value's type.
    pub(crate) fn ty(self) -> Type<'m> {
        // SAFETY: the value is live; types live as long as their context.
        unsafe { always(Type::wrap(LLVMTypeOf(self.raw()))) }
    }

    /// The value's name, empty if it has none.
    pub(crate) fn name(self) -> &'m [u8] {
        let mut length = 0;
        // SAFETY: the value is live and keeps its name, which nobody changes.
        unsafe { bytes(LLVMGetValueName2(self.raw(), &raw mut length), length) }
    }

    /// The value's name as text.
    pub(crate) fn name_text(self) -> Cow<'m, str> {
        String::from_utf8_lossy(self.name())
    }

    /// Whether the value is an instruction.
    pub(crate) fn is_instruction(self) -> bool {
        // SAFETY: the value is live.
        unsafe { !LLVMIsAInstruction(self.raw()).is_null() }
    }

    /// Whether the value is a constant; functions and globals are, by their address.
    pub(crate) fn is_constant(self) -> bool {
        // SAFETY: the value is live.
        unsafe { !LLVMIsAConstant(self.raw()).is_null() }
    }

    /// Whether somebody refers to the value.
    pub(crate) fn is_used(self) -> bool {
        // SAFETY: the value is live.
        unsafe { !LLVMGetFirstUse(self.raw()).is_null() }
    }

    /// The instructions and constants that refer to the value.
    pub(crate) fn users(self) -> impl Iterator<Item = Self> {
        // SAFETY: the value is live.
        let first = unsafe { LLVMGetFirstUse(self.raw()) };
        let next = |reference: &LLVMUseRef| {
            // SAFETY: the reference is a live one of the value.
            let next = unsafe { LLVMGetNextUse(*reference) };
            (!next.is_null()).then_some(next)
        };
        let references = std::iter::successors((!first.is_null()).then_some(first), next);
        // SAFETY: a live reference has a live user.
        references.map(|reference| unsafe { always(Self::wrap(LLVMGetUser(reference))) })
    }

    /// How many operands an instruction or constant has.
    pub(crate) fn operand_count(self) -> u32 {
        if !self.is_instruction() && !self.is_constant() {
            return 0;
        }
        // SAFETY: a live user of other values.
        let count = unsafe { LLVMGetNumOperands(self.raw()) };
        u32::try_from(count).expect("a count is not negative")
    }

    /// An operand.
    pub(crate) fn operand(self, number: u32) -> Self {
        assert!(number < self.operand_count(), "{self} has no operand {number}");
        // SAFETY: the number is in range; operands live as long as their user.
        unsafe { always(Self::wrap(LLVMGetOperand(self.raw(), number))) }
    }

    /// All operands.
    pub(crate) fn operands(self) -> impl Iterator<Item = Self> {
        (0..self.operand_count()).map(move |number| self.operand(number))
    }
}

/// Symbols.
impl<'m> Value<'m> {
    /// How a symbol is seen by other modules.
    pub(crate) fn linkage(self) -> LLVMLinkage {
        self.expect_symbol();
        // SAFETY: a live symbol.
        unsafe { LLVMGetLinkage(self.raw()) }
    }

    /// Whether a symbol is defined elsewhere.
    pub(crate) fn is_declaration(self) -> bool {
        self.expect_symbol();
        // SAFETY: a live symbol.
        unsafe { LLVMIsDeclaration(self.raw()) != 0 }
    }

    /// The type of what is at a symbol's address.
    pub(crate) fn value_type(self) -> Type<'m> {
        self.expect_symbol();
        // SAFETY: a live symbol.
        unsafe { always(Type::wrap(LLVMGlobalGetValueType(self.raw()))) }
    }

    /// What a global variable holds at the start, if it is defined.
    pub(crate) fn initializer(self) -> Option<Self> {
        self.expect(&[LLVMValueKind::LLVMGlobalVariableValueKind]);
        // SAFETY: a live global variable.
        unsafe { Self::wrap(LLVMGetInitializer(self.raw())) }
    }

    /// Whether a global variable never changes.
    pub(crate) fn is_global_constant(self) -> bool {
        self.expect(&[LLVMValueKind::LLVMGlobalVariableValueKind]);
        // SAFETY: a live global variable.
        unsafe { LLVMIsGlobalConstant(self.raw()) != 0 }
    }

    /// The alignment a global variable or `alloca` asks for; zero if it does not.
    pub(crate) fn alignment(self) -> u64 {
        if self.is_instruction() {
            self.expect_opcode(&[LLVMOpcode::LLVMAlloca]);
        } else {
            self.expect(&[LLVMValueKind::LLVMGlobalVariableValueKind]);
        }
        // SAFETY: a live value that has an alignment.
        u64::from(unsafe { LLVMGetAlignment(self.raw()) })
    }

    /// The section a global variable asks for; empty if it does not.
    pub(crate) fn section(self) -> &'m [u8] {
        self.expect(&[LLVMValueKind::LLVMGlobalVariableValueKind]);
        // SAFETY: a live global variable; the name ends in a zero and nobody changes it.
        unsafe {
            let name = LLVMGetSection(self.raw());
            if name.is_null() { &[] } else { CStr::from_ptr(name).to_bytes() }
        }
    }

    /// What an alias stands for.
    pub(crate) fn aliasee(self) -> Self {
        self.expect(&[LLVMValueKind::LLVMGlobalAliasValueKind]);
        // SAFETY: a live alias.
        unsafe { always(Self::wrap(LLVMAliasGetAliasee(self.raw()))) }
    }

    /// The parameters of a function.
    pub(crate) fn params(self) -> impl Iterator<Item = Self> {
        self.expect(&[LLVMValueKind::LLVMFunctionValueKind]);
        // SAFETY: a live function and its parameters.
        let first = unsafe { Self::wrap(LLVMGetFirstParam(self.raw())) };
        // SAFETY: `param` is one of them.
        std::iter::successors(first, |param| unsafe { Self::wrap(LLVMGetNextParam(param.raw())) })
    }

    /// The blocks of a function, the entry first.
    pub(crate) fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        self.expect(&[LLVMValueKind::LLVMFunctionValueKind]);
        // SAFETY: a live function and its blocks.
        let first = unsafe { Block::wrap(LLVMGetFirstBasicBlock(self.raw())) };
        // SAFETY: `block` is one of them.
        std::iter::successors(first, |block| unsafe { Block::wrap(LLVMGetNextBasicBlock(block.raw())) })
    }

    /// An attribute of a function at `place`: 0 is the result, 1.. the parameters, `u32::MAX` the function.
    pub(crate) fn function_attribute(self, place: u32, kind: AttributeKind) -> Option<Attribute<'m>> {
        self.expect(&[LLVMValueKind::LLVMFunctionValueKind]);
        // SAFETY: a live function; LLVM accepts any place and kind.
        unsafe { Attribute::wrap(LLVMGetEnumAttributeAtIndex(self.raw(), place, kind.0)) }
    }
}

/// Constants.
impl<'m> Value<'m> {
    /// The bits of an integer constant, exactly.
    pub(crate) fn int_bits(self) -> Bits {
        self.expect(&[LLVMValueKind::LLVMConstantIntValueKind]);
        let width = self.ty().int_width();
        if width <= 64 {
            // SAFETY: a live integer constant that fits in 64 bits.
            return Bits::from_u64(width, unsafe { LLVMConstIntGetZExtValue(self.raw()) });
        }
        // The C interface has no way to the other words, but the text `i128 -5` has them all.
        let text = self.to_string();
        let digits = text.rsplit(' ').next().expect("splitting gives at least one part");
        Bits::parse(width, digits).expect("LLVM prints integers as decimals")
    }

    /// The bits of a float constant that is `width` bits wide.
    pub(crate) fn float_bits(self, width: u32) -> Bits {
        self.expect(&[LLVMValueKind::LLVMConstantFPValueKind]);
        let int = self.ty().int_like(width);
        // SAFETY: a live float constant and an integer type of the same width: LLVM folds this.
        unsafe { always(Self::wrap(LLVMConstBitCast(self.raw(), int.raw()))) }.int_bits()
    }

    /// The bytes of an array or vector of plain numbers, as they are in memory.
    pub(crate) fn raw_data(self) -> &'m [u8] {
        self.expect(&[
            LLVMValueKind::LLVMConstantDataArrayValueKind,
            LLVMValueKind::LLVMConstantDataVectorValueKind,
        ]);
        let mut length: usize = 0;
        // The binding says the parameter is a `size_t`; LLVM's header says it is the address of one.
        let out = (&raw mut length).expose_provenance();
        // SAFETY: a live sequence of data; LLVM writes its length through `out` and keeps the bytes.
        unsafe {
            let start: *const c_char = LLVMGetRawDataValues(self.raw(), out);
            bytes(start, length)
        }
    }

    /// A part of a constant aggregate or vector.
    pub(crate) fn part(self, number: u32) -> Option<Self> {
        assert!(self.is_constant(), "{self} is not a constant");
        // SAFETY: a live constant; LLVM checks the number.
        unsafe { Self::wrap(LLVMGetAggregateElement(self.raw(), number)) }
    }

    /// The operation of a constant expression.
    pub(crate) fn const_opcode(self) -> LLVMOpcode {
        self.expect(&[LLVMValueKind::LLVMConstantExprValueKind]);
        // SAFETY: a live constant expression.
        unsafe { LLVMGetConstOpcode(self.raw()) }
    }

    /// The type whose elements a `getelementptr` counts, instruction or constant.
    pub(crate) fn gep_source_type(self) -> Type<'m> {
        if self.is_instruction() {
            self.expect_opcode(&[LLVMOpcode::LLVMGetElementPtr]);
        } else {
            assert!(self.const_opcode() == LLVMOpcode::LLVMGetElementPtr, "{self} is not a getelementptr");
        }
        // SAFETY: a live getelementptr.
        unsafe { always(Type::wrap(LLVMGetGEPSourceElementType(self.raw()))) }
    }

    /// The function and block of a `blockaddress`.
    pub(crate) fn block_address(self) -> (Self, Block<'m>) {
        self.expect(&[LLVMValueKind::LLVMBlockAddressValueKind]);
        // SAFETY: a live block address; its function and block live as long.
        unsafe {
            (
                always(Self::wrap(LLVMGetBlockAddressFunction(self.raw()))),
                always(Block::wrap(LLVMGetBlockAddressBasicBlock(self.raw()))),
            )
        }
    }

    /// Whether the value's type is metadata.
    pub(crate) fn is_metadata(self) -> bool {
        self.ty().kind() == LLVMTypeKind::LLVMMetadataTypeKind
    }
}

/// The value as LLVM's text form has it.
impl std::fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: the value is live and the string is new.
        let text = take_message(unsafe { LLVMPrintValueToString(self.raw()) }).unwrap_or_default();
        f.write_str(text.trim())
    }
}

/// The number LLVM gives an attribute's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AttributeKind(pub(super) u32);

impl AttributeKind {
    /// The number of a name LLVM knows.
    pub(crate) fn named(name: &str) -> Self {
        // SAFETY: LLVM reads exactly the bytes of the name.
        let kind = unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast::<c_char>(), name.len()) };
        assert!(kind != 0, "LLVM knows no attribute `{name}`");
        Self(kind)
    }
}

impl<'m> Attribute<'m> {
    /// The type an attribute like `byval(T)` names.
    pub(crate) fn ty(self) -> Type<'m> {
        // SAFETY: the attribute is live and names a type, checked first.
        unsafe {
            assert!(LLVMIsTypeAttribute(self.raw()) != 0, "the attribute names no type");
            always(Type::wrap(LLVMGetTypeAttributeValue(self.raw())))
        }
    }

    /// The number in an attribute like `align 8`.
    pub(crate) fn number(self) -> u64 {
        // SAFETY: the attribute is live and, not naming a type, has a number (zero for plain flags).
        unsafe {
            assert!(LLVMIsTypeAttribute(self.raw()) == 0, "the attribute names a type, not a number");
            LLVMGetEnumAttributeValue(self.raw())
        }
    }
}

/// The number of a constant integer's low 32 bits; used for field numbers, which are `i32`.
pub(crate) fn field_number(constant: Value<'_>) -> Option<u32> {
    (constant.kind() == LLVMValueKind::LLVMConstantIntValueKind).then(|| low32(constant.int_bits().low_u64()))
}
