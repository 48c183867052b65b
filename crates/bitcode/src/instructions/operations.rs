//! Which LLVM instruction becomes which of ours: the tables and the dispatch.

use vellum_ir::{BinaryOp, CastOp, FloatPredicate, Inst, IntPredicate, RmwOp, Wrap};

use super::{Code, Converted};
use crate::{
    constants::describe,
    convert::Unsupported,
    llvm::{self, Opcode, RmwBinOp, Value},
};

const BINARY: &[(Opcode, BinaryOp)] = &[
    (Opcode::LLVMAdd, BinaryOp::Add),
    (Opcode::LLVMSub, BinaryOp::Sub),
    (Opcode::LLVMMul, BinaryOp::Mul),
    (Opcode::LLVMUDiv, BinaryOp::UDiv),
    (Opcode::LLVMSDiv, BinaryOp::SDiv),
    (Opcode::LLVMURem, BinaryOp::URem),
    (Opcode::LLVMSRem, BinaryOp::SRem),
    (Opcode::LLVMAnd, BinaryOp::And),
    (Opcode::LLVMOr, BinaryOp::Or),
    (Opcode::LLVMXor, BinaryOp::Xor),
    (Opcode::LLVMShl, BinaryOp::Shl),
    (Opcode::LLVMLShr, BinaryOp::LShr),
    (Opcode::LLVMAShr, BinaryOp::AShr),
    (Opcode::LLVMFAdd, BinaryOp::FAdd),
    (Opcode::LLVMFSub, BinaryOp::FSub),
    (Opcode::LLVMFMul, BinaryOp::FMul),
    (Opcode::LLVMFDiv, BinaryOp::FDiv),
    (Opcode::LLVMFRem, BinaryOp::FRem),
];

const CASTS: &[(Opcode, CastOp)] = &[
    (Opcode::LLVMTrunc, CastOp::Trunc),
    (Opcode::LLVMZExt, CastOp::ZExt),
    (Opcode::LLVMSExt, CastOp::SExt),
    (Opcode::LLVMFPToUI, CastOp::FpToUi),
    (Opcode::LLVMFPToSI, CastOp::FpToSi),
    (Opcode::LLVMUIToFP, CastOp::UiToFp),
    (Opcode::LLVMSIToFP, CastOp::SiToFp),
    (Opcode::LLVMFPTrunc, CastOp::FpTrunc),
    (Opcode::LLVMFPExt, CastOp::FpExt),
    (Opcode::LLVMPtrToInt, CastOp::PtrToInt),
    (Opcode::LLVMPtrToAddr, CastOp::PtrToInt),
    (Opcode::LLVMIntToPtr, CastOp::IntToPtr),
    (Opcode::LLVMBitCast, CastOp::BitCast),
];

const INT_PREDICATES: &[(llvm::IntPredicate, IntPredicate)] = &[
    (llvm::IntPredicate::LLVMIntEQ, IntPredicate::Eq),
    (llvm::IntPredicate::LLVMIntNE, IntPredicate::Ne),
    (llvm::IntPredicate::LLVMIntULT, IntPredicate::Ult),
    (llvm::IntPredicate::LLVMIntULE, IntPredicate::Ule),
    (llvm::IntPredicate::LLVMIntUGT, IntPredicate::Ugt),
    (llvm::IntPredicate::LLVMIntUGE, IntPredicate::Uge),
    (llvm::IntPredicate::LLVMIntSLT, IntPredicate::Slt),
    (llvm::IntPredicate::LLVMIntSLE, IntPredicate::Sle),
    (llvm::IntPredicate::LLVMIntSGT, IntPredicate::Sgt),
    (llvm::IntPredicate::LLVMIntSGE, IntPredicate::Sge),
];

const REAL_PREDICATES: &[(llvm::RealPredicate, FloatPredicate)] = &[
    (llvm::RealPredicate::LLVMRealPredicateFalse, FloatPredicate::False),
    (llvm::RealPredicate::LLVMRealOEQ, FloatPredicate::Oeq),
    (llvm::RealPredicate::LLVMRealOGT, FloatPredicate::Ogt),
    (llvm::RealPredicate::LLVMRealOGE, FloatPredicate::Oge),
    (llvm::RealPredicate::LLVMRealOLT, FloatPredicate::Olt),
    (llvm::RealPredicate::LLVMRealOLE, FloatPredicate::Ole),
    (llvm::RealPredicate::LLVMRealONE, FloatPredicate::One),
    (llvm::RealPredicate::LLVMRealORD, FloatPredicate::Ord),
    (llvm::RealPredicate::LLVMRealUNO, FloatPredicate::Uno),
    (llvm::RealPredicate::LLVMRealUEQ, FloatPredicate::Ueq),
    (llvm::RealPredicate::LLVMRealUGT, FloatPredicate::Ugt),
    (llvm::RealPredicate::LLVMRealUGE, FloatPredicate::Uge),
    (llvm::RealPredicate::LLVMRealULT, FloatPredicate::Ult),
    (llvm::RealPredicate::LLVMRealULE, FloatPredicate::Ule),
    (llvm::RealPredicate::LLVMRealUNE, FloatPredicate::Une),
    (llvm::RealPredicate::LLVMRealPredicateTrue, FloatPredicate::True),
];

const RMW: &[(RmwBinOp, RmwOp)] = &[
    (RmwBinOp::LLVMAtomicRMWBinOpXchg, RmwOp::Xchg),
    (RmwBinOp::LLVMAtomicRMWBinOpAdd, RmwOp::Add),
    (RmwBinOp::LLVMAtomicRMWBinOpSub, RmwOp::Sub),
    (RmwBinOp::LLVMAtomicRMWBinOpAnd, RmwOp::And),
    (RmwBinOp::LLVMAtomicRMWBinOpNand, RmwOp::Nand),
    (RmwBinOp::LLVMAtomicRMWBinOpOr, RmwOp::Or),
    (RmwBinOp::LLVMAtomicRMWBinOpXor, RmwOp::Xor),
    (RmwBinOp::LLVMAtomicRMWBinOpMax, RmwOp::Max),
    (RmwBinOp::LLVMAtomicRMWBinOpMin, RmwOp::Min),
    (RmwBinOp::LLVMAtomicRMWBinOpUMax, RmwOp::UMax),
    (RmwBinOp::LLVMAtomicRMWBinOpUMin, RmwOp::UMin),
    (RmwBinOp::LLVMAtomicRMWBinOpFAdd, RmwOp::FAdd),
    (RmwBinOp::LLVMAtomicRMWBinOpFSub, RmwOp::FSub),
    (RmwBinOp::LLVMAtomicRMWBinOpFMax, RmwOp::FMax),
    (RmwBinOp::LLVMAtomicRMWBinOpFMin, RmwOp::FMin),
    (RmwBinOp::LLVMAtomicRMWBinOpUIncWrap, RmwOp::UIncWrap),
    (RmwBinOp::LLVMAtomicRMWBinOpUDecWrap, RmwOp::UDecWrap),
    (RmwBinOp::LLVMAtomicRMWBinOpUSubCond, RmwOp::USubCond),
    (RmwBinOp::LLVMAtomicRMWBinOpUSubSat, RmwOp::USubSat),
];

/// What no program form exists for, with the name of the instruction.
const UNSUPPORTED: &[(Opcode, &str)] = &[
    (Opcode::LLVMResume, "resume"),
    (Opcode::LLVMLandingPad, "landingpad"),
    (Opcode::LLVMCleanupRet, "cleanupret"),
    (Opcode::LLVMCatchRet, "catchret"),
    (Opcode::LLVMCatchPad, "catchpad"),
    (Opcode::LLVMCleanupPad, "cleanuppad"),
    (Opcode::LLVMCatchSwitch, "catchswitch"),
    (Opcode::LLVMAddrSpaceCast, "addrspacecast"),
    (Opcode::LLVMUserOp1, "userop1"),
    (Opcode::LLVMUserOp2, "userop2"),
];

fn row<K: PartialEq + Copy, V: Copy>(table: &[(K, V)], key: K) -> Option<V> {
    table.iter().find(|(k, _)| *k == key).map(|(_, value)| *value)
}

impl<'m> Code<'_, 'm> {
    /// What an instruction becomes.
    pub(super) fn convert(&mut self, inst: Value<'m>) -> Converted {
        let opcode = inst.opcode();
        if let Some(name) = row(UNSUPPORTED, opcode) {
            return Err(Unsupported::new(name));
        }
        // The result's type must be one that can be expressed.
        self.cx.register_type(inst.ty())?;
        if let Some(op) = row(BINARY, opcode) {
            return Ok(Some(Inst::Binary(op, wrap(inst), self.nth(inst, 0)?, self.nth(inst, 1)?)));
        }
        if let Some(op) = row(CASTS, opcode) {
            return Ok(Some(Inst::Cast(op, self.nth(inst, 0)?)));
        }
        match opcode {
            Opcode::LLVMPHI
            | Opcode::LLVMRet
            | Opcode::LLVMBr
            | Opcode::LLVMSwitch
            | Opcode::LLVMIndirectBr
            | Opcode::LLVMInvoke
            | Opcode::LLVMCallBr
            | Opcode::LLVMUnreachable
            | Opcode::LLVMCall => self.control(inst, opcode),
            Opcode::LLVMAlloca
            | Opcode::LLVMLoad
            | Opcode::LLVMStore
            | Opcode::LLVMGetElementPtr
            | Opcode::LLVMFence
            | Opcode::LLVMAtomicCmpXchg
            | Opcode::LLVMAtomicRMW
            | Opcode::LLVMVAArg => self.memory(inst, opcode),
            _ => self.value(inst, opcode),
        }
    }

    fn control(&mut self, inst: Value<'m>, opcode: Opcode) -> Converted {
        match opcode {
            Opcode::LLVMPHI => self.phi(inst),
            Opcode::LLVMRet if inst.operand_count() == 0 => Ok(Some(Inst::Ret(None))),
            Opcode::LLVMRet => Ok(Some(Inst::Ret(Some(self.nth(inst, 0)?)))),
            Opcode::LLVMBr => self.branch(inst),
            Opcode::LLVMSwitch => self.switch(inst),
            Opcode::LLVMIndirectBr => {
                let targets = inst.successors().map(|to| self.target(to)).collect();
                Ok(Some(Inst::IndirectBr(self.nth(inst, 0)?, targets)))
            }
            Opcode::LLVMInvoke => self.invoke(inst),
            Opcode::LLVMCallBr => self.call_and_jump(inst),
            Opcode::LLVMUnreachable => Ok(Some(Inst::Unreachable)),
            _ => self.call(inst),
        }
    }

    fn memory(&mut self, inst: Value<'m>, opcode: Opcode) -> Converted {
        Ok(Some(match opcode {
            Opcode::LLVMAlloca => return self.alloca(inst),
            Opcode::LLVMLoad => Inst::Load(self.nth(inst, 0)?),
            Opcode::LLVMStore => Inst::Store { value: self.nth(inst, 0)?, address: self.nth(inst, 1)? },
            Opcode::LLVMGetElementPtr => return self.pointer_add(inst),
            // One thread sees its own accesses in order.
            Opcode::LLVMFence => return Ok(None),
            Opcode::LLVMAtomicCmpXchg => Inst::CmpXchg {
                address: self.nth(inst, 0)?,
                expected: self.nth(inst, 1)?,
                new: self.nth(inst, 2)?,
            },
            Opcode::LLVMAtomicRMW => {
                let op = row(RMW, inst.rmw_op()).ok_or_else(|| Unsupported::new(describe(inst)))?;
                Inst::AtomicRmw { op, address: self.nth(inst, 0)?, value: self.nth(inst, 1)? }
            }
            _ => Inst::VaArg(self.nth(inst, 0)?),
        }))
    }

    fn value(&mut self, inst: Value<'m>, opcode: Opcode) -> Converted {
        Ok(Some(match opcode {
            Opcode::LLVMFNeg => Inst::FNeg(self.nth(inst, 0)?),
            Opcode::LLVMICmp => {
                let predicate = row(INT_PREDICATES, inst.int_predicate()).expect("every predicate has a row");
                Inst::Compare(predicate, self.nth(inst, 0)?, self.nth(inst, 1)?)
            }
            Opcode::LLVMFCmp => {
                let predicate =
                    row(REAL_PREDICATES, inst.real_predicate()).expect("every predicate has a row");
                Inst::FloatCompare(predicate, self.nth(inst, 0)?, self.nth(inst, 1)?)
            }
            Opcode::LLVMSelect => Inst::Select(self.nth(inst, 0)?, self.nth(inst, 1)?, self.nth(inst, 2)?),
            Opcode::LLVMFreeze => Inst::Freeze(self.nth(inst, 0)?),
            Opcode::LLVMExtractValue => Inst::ExtractValue(self.nth(inst, 0)?, inst.indices().into()),
            Opcode::LLVMInsertValue => Inst::InsertValue {
                aggregate: self.nth(inst, 0)?,
                part: self.nth(inst, 1)?,
                path: inst.indices().into(),
            },
            Opcode::LLVMExtractElement => Inst::ExtractElement(self.nth(inst, 0)?, self.nth(inst, 1)?),
            Opcode::LLVMInsertElement => Inst::InsertElement {
                vector: self.nth(inst, 0)?,
                element: self.nth(inst, 1)?,
                lane: self.nth(inst, 2)?,
            },
            Opcode::LLVMShuffleVector => {
                let mask = inst.mask().map(|lane| u32::try_from(lane).ok()).collect();
                Inst::Shuffle(self.nth(inst, 0)?, self.nth(inst, 1)?, mask)
            }
            _ => return Err(Unsupported::new(describe(inst))),
        }))
    }
}

fn wrap(inst: Value<'_>) -> Wrap {
    match inst.opcode() {
        Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMShl => {
            let (nuw, nsw) = inst.no_wrap();
            Wrap { nsw, nuw, exact: false }
        }
        Opcode::LLVMUDiv | Opcode::LLVMSDiv | Opcode::LLVMLShr | Opcode::LLVMAShr => {
            Wrap { exact: inst.is_exact(), ..Wrap::default() }
        }
        _ => Wrap::default(),
    }
}
