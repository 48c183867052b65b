//! LLVM's blocks and instructions.

use llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMBasicBlock, LLVMInlineAsmDialect, LLVMIntPredicate, LLVMOpcode,
    LLVMRealPredicate, LLVMTailCallKind, LLVMValueKind,
    core::{
        LLVMCountIncoming, LLVMDisposeOperandBundle, LLVMGetAllocatedType, LLVMGetAtomicRMWBinOp,
        LLVMGetCallSiteEnumAttribute, LLVMGetCalledFunctionType, LLVMGetCalledValue, LLVMGetExact,
        LLVMGetFCmpPredicate, LLVMGetFirstInstruction, LLVMGetICmpPredicate, LLVMGetIncomingBlock,
        LLVMGetIncomingValue, LLVMGetIndices, LLVMGetInlineAsmAsmString, LLVMGetInlineAsmConstraintString,
        LLVMGetInlineAsmDialect, LLVMGetInstructionOpcode, LLVMGetMaskValue, LLVMGetNSW, LLVMGetNUW,
        LLVMGetNextInstruction, LLVMGetNormalDest, LLVMGetNumArgOperands, LLVMGetNumIndices,
        LLVMGetNumMaskElements, LLVMGetNumOperandBundles, LLVMGetNumSuccessors, LLVMGetOperandBundleAtIndex,
        LLVMGetOperandBundleTag, LLVMGetSuccessor, LLVMGetSwitchCaseValue, LLVMGetTailCallKind,
        LLVMGetVolatile, LLVMIsAInlineAsm, LLVMIsATerminatorInst,
    },
};
use vellum_collections::cast::index;

use super::{Attribute, Type, Value, always, bytes, handle, values::AttributeKind};

handle! {
    /// A basic block.
    Block, LLVMBasicBlock
}

impl<'m> Block<'m> {
    /// The instructions in order.
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: a live block and its instructions.
        let first = unsafe { Value::wrap(LLVMGetFirstInstruction(self.raw())) };
        // SAFETY: `inst` is one of them.
        std::iter::successors(first, |inst| unsafe { Value::wrap(LLVMGetNextInstruction(inst.raw())) })
    }
}

/// Instructions.
impl<'m> Value<'m> {
    /// What an instruction does.
    pub(crate) fn opcode(self) -> LLVMOpcode {
        assert!(self.is_instruction(), "{self} is not an instruction");
        // SAFETY: a live instruction.
        unsafe { LLVMGetInstructionOpcode(self.raw()) }
    }

    pub(super) fn expect_opcode(self, opcodes: &[LLVMOpcode]) {
        assert!(opcodes.contains(&self.opcode()), "this question does not make sense for {self}");
    }

    fn expect_call(self) {
        self.expect_opcode(&[LLVMOpcode::LLVMCall, LLVMOpcode::LLVMInvoke, LLVMOpcode::LLVMCallBr]);
    }

    /// Whether an instruction ends its block.
    pub(crate) fn is_terminator(self) -> bool {
        // SAFETY: the value is live.
        self.is_instruction() && unsafe { !LLVMIsATerminatorInst(self.raw()).is_null() }
    }

    /// Whether `add`, `sub`, `mul` or `shl` promise no unsigned and no signed overflow.
    pub(crate) fn no_wrap(self) -> (bool, bool) {
        self.expect_opcode(&[
            LLVMOpcode::LLVMAdd,
            LLVMOpcode::LLVMSub,
            LLVMOpcode::LLVMMul,
            LLVMOpcode::LLVMShl,
        ]);
        // SAFETY: a live instruction that has these flags.
        unsafe { (LLVMGetNUW(self.raw()) != 0, LLVMGetNSW(self.raw()) != 0) }
    }

    /// Whether a division or right shift promises to lose nothing.
    pub(crate) fn is_exact(self) -> bool {
        self.expect_opcode(&[
            LLVMOpcode::LLVMUDiv,
            LLVMOpcode::LLVMSDiv,
            LLVMOpcode::LLVMLShr,
            LLVMOpcode::LLVMAShr,
        ]);
        // SAFETY: a live instruction that has this flag.
        unsafe { LLVMGetExact(self.raw()) != 0 }
    }

    /// How `icmp` compares.
    pub(crate) fn int_predicate(self) -> LLVMIntPredicate {
        self.expect_opcode(&[LLVMOpcode::LLVMICmp]);
        // SAFETY: a live icmp.
        unsafe { LLVMGetICmpPredicate(self.raw()) }
    }

    /// How `fcmp` compares.
    pub(crate) fn real_predicate(self) -> LLVMRealPredicate {
        self.expect_opcode(&[LLVMOpcode::LLVMFCmp]);
        // SAFETY: a live fcmp.
        unsafe { LLVMGetFCmpPredicate(self.raw()) }
    }

    /// Whether a load or store is `volatile`.
    pub(crate) fn is_volatile(self) -> bool {
        self.expect_opcode(&[LLVMOpcode::LLVMLoad, LLVMOpcode::LLVMStore]);
        // SAFETY: a live access to memory.
        unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    /// How `atomicrmw` combines.
    pub(crate) fn rmw_op(self) -> LLVMAtomicRMWBinOp {
        self.expect_opcode(&[LLVMOpcode::LLVMAtomicRMW]);
        // SAFETY: a live atomicrmw.
        unsafe { LLVMGetAtomicRMWBinOp(self.raw()) }
    }

    /// The type of an `alloca`'s elements.
    pub(crate) fn allocated_type(self) -> Type<'m> {
        self.expect_opcode(&[LLVMOpcode::LLVMAlloca]);
        // SAFETY: a live alloca.
        unsafe { always(Type::wrap(LLVMGetAllocatedType(self.raw()))) }
    }

    /// The path of `extractvalue` or `insertvalue`.
    pub(crate) fn indices(self) -> &'m [u32] {
        self.expect_opcode(&[LLVMOpcode::LLVMExtractValue, LLVMOpcode::LLVMInsertValue]);
        // SAFETY: a live instruction with constant indices, which it keeps.
        unsafe {
            let count = index(LLVMGetNumIndices(self.raw()));
            if count == 0 { &[] } else { std::slice::from_raw_parts(LLVMGetIndices(self.raw()), count) }
        }
    }

    /// The lanes `shufflevector` picks; a negative one is any value.
    pub(crate) fn mask(self) -> impl Iterator<Item = i32> {
        self.expect_opcode(&[LLVMOpcode::LLVMShuffleVector]);
        // SAFETY: a live shufflevector.
        let count = unsafe { LLVMGetNumMaskElements(self.raw()) };
        // SAFETY: a live shufflevector, and the number is in range.
        (0..count).map(move |lane| unsafe { LLVMGetMaskValue(self.raw(), lane) })
    }

    /// Where a `phi` takes which value from.
    pub(crate) fn incoming(self) -> impl Iterator<Item = (Block<'m>, Value<'m>)> {
        self.expect_opcode(&[LLVMOpcode::LLVMPHI]);
        // SAFETY: a live phi.
        let count = unsafe { LLVMCountIncoming(self.raw()) };
        // SAFETY: a live phi, and the number is in range.
        (0..count).map(move |number| unsafe {
            (
                always(Block::wrap(LLVMGetIncomingBlock(self.raw(), number))),
                always(Value::wrap(LLVMGetIncomingValue(self.raw(), number))),
            )
        })
    }

    /// Where a terminator may go.
    pub(crate) fn successors(self) -> impl Iterator<Item = Block<'m>> {
        assert!(self.is_terminator(), "{self} does not end a block");
        // SAFETY: a live terminator.
        let count = unsafe { LLVMGetNumSuccessors(self.raw()) };
        // SAFETY: a live terminator, and the number is in range.
        (0..count).map(move |number| unsafe { always(Block::wrap(LLVMGetSuccessor(self.raw(), number))) })
    }

    /// The value that leads a `switch` to its successor `number`, counted with the default as 0.
    pub(crate) fn case_value(self, number: u32) -> Value<'m> {
        self.expect_opcode(&[LLVMOpcode::LLVMSwitch]);
        // SAFETY: a live switch.
        let count = unsafe { LLVMGetNumSuccessors(self.raw()) };
        assert!((1..count).contains(&number), "{self} has no case {number}");
        // SAFETY: a live switch, and the number is in range.
        unsafe { always(Value::wrap(LLVMGetSwitchCaseValue(self.raw(), number))) }
    }
}

/// Calls.
impl<'m> Value<'m> {
    /// Who is called.
    pub(crate) fn called_value(self) -> Value<'m> {
        self.expect_call();
        // SAFETY: a live call.
        unsafe { always(Value::wrap(LLVMGetCalledValue(self.raw()))) }
    }

    /// The type of the function that a call calls, as the call has it.
    pub(crate) fn called_type(self) -> Type<'m> {
        self.expect_call();
        // SAFETY: a live call.
        unsafe { always(Type::wrap(LLVMGetCalledFunctionType(self.raw()))) }
    }

    /// Whether a call promises to take its caller's place.
    pub(crate) fn is_must_tail(self) -> bool {
        self.expect_call();
        // SAFETY: a live instruction, and a `call` when its kind is asked for.
        self.opcode() == LLVMOpcode::LLVMCall
            && unsafe { LLVMGetTailCallKind(self.raw()) } == LLVMTailCallKind::LLVMTailCallKindMustTail
    }

    /// The arguments of a call.
    pub(crate) fn arguments(self) -> impl Iterator<Item = Value<'m>> {
        self.expect_call();
        // SAFETY: a live call; its arguments are its first operands.
        let count = unsafe { LLVMGetNumArgOperands(self.raw()) };
        (0..count).map(move |number| self.operand(number))
    }

    /// An attribute of a call at `place`: 0 is the result, 1.. the arguments, `u32::MAX` the call itself.
    pub(crate) fn call_attribute(self, place: u32, kind: AttributeKind) -> Option<Attribute<'m>> {
        self.expect_call();
        // SAFETY: a live call; LLVM accepts any place and kind.
        unsafe { Attribute::wrap(LLVMGetCallSiteEnumAttribute(self.raw(), place, kind.0)) }
    }

    /// Where an `invoke` continues when the call returns.
    pub(crate) fn normal_destination(self) -> Block<'m> {
        self.expect_opcode(&[LLVMOpcode::LLVMInvoke]);
        // SAFETY: a live invoke.
        unsafe { always(Block::wrap(LLVMGetNormalDest(self.raw()))) }
    }

    /// The tags of a call's operand bundles.
    pub(crate) fn bundle_tags(self) -> Vec<String> {
        self.expect_call();
        // SAFETY: a live call.
        let count = unsafe { LLVMGetNumOperandBundles(self.raw()) };
        let tag = |number| {
            let mut length = 0;
            // SAFETY: the number is in range; the bundle is a copy for us, freed after its tag is read.
            unsafe {
                let bundle = LLVMGetOperandBundleAtIndex(self.raw(), number);
                let tag = bytes(LLVMGetOperandBundleTag(bundle, &raw mut length), length);
                let tag = String::from_utf8_lossy(tag).into_owned();
                LLVMDisposeOperandBundle(bundle);
                tag
            }
        };
        (0..count).map(tag).collect()
    }

    /// Whether inline assembly is written as Intel writes it.
    pub(crate) fn is_intel_syntax(self) -> bool {
        self.expect(&[LLVMValueKind::LLVMInlineAsmValueKind]);
        // SAFETY: live inline assembly.
        unsafe { LLVMGetInlineAsmDialect(self.raw()) == LLVMInlineAsmDialect::LLVMInlineAsmDialectIntel }
    }

    /// Text and constraints, if the value is inline assembly.
    pub(crate) fn inline_asm(self) -> Option<(String, String)> {
        // SAFETY: the value is live.
        if unsafe { LLVMIsAInlineAsm(self.raw()).is_null() } {
            return None;
        }
        self.expect(&[LLVMValueKind::LLVMInlineAsmValueKind]);
        let (mut text, mut constraints) = (0, 0);
        // SAFETY: live inline assembly, which keeps both strings.
        unsafe {
            let text = bytes(LLVMGetInlineAsmAsmString(self.raw(), &raw mut text), text);
            let constraints =
                bytes(LLVMGetInlineAsmConstraintString(self.raw(), &raw mut constraints), constraints);
            Some((
                String::from_utf8_lossy(text).into_owned(),
                String::from_utf8_lossy(constraints).into_owned(),
            ))
        }
    }
}
