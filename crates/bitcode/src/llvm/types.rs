//! LLVM's types.

use llvm_sys::{
    LLVMType, LLVMTypeKind,
    core::{
        LLVMCountParamTypes, LLVMCountStructElementTypes, LLVMGetArrayLength2, LLVMGetElementType,
        LLVMGetIntTypeWidth, LLVMGetParamTypes, LLVMGetPointerAddressSpace, LLVMGetReturnType,
        LLVMGetStructElementTypes, LLVMGetTypeContext, LLVMGetTypeKind, LLVMGetVectorSize,
        LLVMIntTypeInContext, LLVMIsFunctionVarArg, LLVMIsOpaqueStruct, LLVMIsPackedStruct,
        LLVMPrintTypeToString,
    },
};
use vellum_collections::cast::index;

use super::{always, handle, take_message};

handle! {
    /// A type.
    Type, LLVMType
}

impl Type<'_> {
    /// What the type is.
    pub(crate) fn kind(self) -> LLVMTypeKind {
        // SAFETY: the type is live.
        unsafe { LLVMGetTypeKind(self.raw()) }
    }

    fn expect(self, kinds: &[LLVMTypeKind]) {
        assert!(kinds.contains(&self.kind()), "this question does not make sense for {self}");
    }

    /// Width of an integer type.
    pub(crate) fn int_width(self) -> u32 {
        self.expect(&[LLVMTypeKind::LLVMIntegerTypeKind]);
        // SAFETY: a live integer type.
        unsafe { LLVMGetIntTypeWidth(self.raw()) }
    }

    /// The integer type of `width` bits in the same context.
    pub(crate) fn int_like(self, width: u32) -> Self {
        // SAFETY: the type is live, so is its context, which owns the new type.
        unsafe { always(Self::wrap(LLVMIntTypeInContext(LLVMGetTypeContext(self.raw()), width))) }
    }

    /// The address space of a pointer type.
    pub(crate) fn address_space(self) -> u32 {
        self.expect(&[LLVMTypeKind::LLVMPointerTypeKind]);
        // SAFETY: a live pointer type.
        unsafe { LLVMGetPointerAddressSpace(self.raw()) }
    }

    /// The element type of an array or vector.
    pub(crate) fn element(self) -> Self {
        self.expect(&[
            LLVMTypeKind::LLVMArrayTypeKind,
            LLVMTypeKind::LLVMVectorTypeKind,
            LLVMTypeKind::LLVMScalableVectorTypeKind,
        ]);
        // SAFETY: a live type with elements.
        unsafe { always(Self::wrap(LLVMGetElementType(self.raw()))) }
    }

    /// How many elements an array has.
    pub(crate) fn array_length(self) -> u64 {
        self.expect(&[LLVMTypeKind::LLVMArrayTypeKind]);
        // SAFETY: a live array type.
        unsafe { LLVMGetArrayLength2(self.raw()) }
    }

    /// How many lanes a vector has.
    pub(crate) fn lanes(self) -> u32 {
        self.expect(&[LLVMTypeKind::LLVMVectorTypeKind]);
        // SAFETY: a live vector type.
        unsafe { LLVMGetVectorSize(self.raw()) }
    }

    /// The fields of a struct; none if it is opaque.
    pub(crate) fn fields(self) -> Vec<Self> {
        self.expect(&[LLVMTypeKind::LLVMStructTypeKind]);
        // SAFETY: a live struct type.
        let count = unsafe { LLVMCountStructElementTypes(self.raw()) };
        // SAFETY: LLVM writes exactly `count` types, which live as long as this one.
        unsafe { list(count, |into| LLVMGetStructElementTypes(self.raw(), into)) }
    }

    /// Whether a struct has no padding.
    pub(crate) fn is_packed(self) -> bool {
        self.expect(&[LLVMTypeKind::LLVMStructTypeKind]);
        // SAFETY: a live struct type.
        unsafe { LLVMIsPackedStruct(self.raw()) != 0 }
    }

    /// Whether nobody says what is in a struct.
    pub(crate) fn is_opaque(self) -> bool {
        // SAFETY: a live struct type, checked first.
        self.kind() == LLVMTypeKind::LLVMStructTypeKind && unsafe { LLVMIsOpaqueStruct(self.raw()) != 0 }
    }

    /// What a function type returns.
    pub(crate) fn result(self) -> Self {
        self.expect(&[LLVMTypeKind::LLVMFunctionTypeKind]);
        // SAFETY: a live function type.
        unsafe { always(Self::wrap(LLVMGetReturnType(self.raw()))) }
    }

    /// The parameters of a function type.
    pub(crate) fn params(self) -> Vec<Self> {
        self.expect(&[LLVMTypeKind::LLVMFunctionTypeKind]);
        // SAFETY: a live function type.
        let count = unsafe { LLVMCountParamTypes(self.raw()) };
        // SAFETY: LLVM writes exactly `count` types, which live as long as this one.
        unsafe { list(count, |into| LLVMGetParamTypes(self.raw(), into)) }
    }

    /// Whether a function type takes more arguments than it has parameters.
    pub(crate) fn is_variadic(self) -> bool {
        self.expect(&[LLVMTypeKind::LLVMFunctionTypeKind]);
        // SAFETY: a live function type.
        unsafe { LLVMIsFunctionVarArg(self.raw()) != 0 }
    }
}

impl std::fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // SAFETY: the type is live and the string is new.
        let text = take_message(unsafe { LLVMPrintTypeToString(self.raw()) }).unwrap_or_default();
        f.write_str(&text)
    }
}

/// The types LLVM writes into an array.
///
/// # Safety
///
/// `fill` writes exactly `count` types that live for `'m`.
unsafe fn list<'m>(count: u32, fill: impl FnOnce(*mut *mut LLVMType)) -> Vec<Type<'m>> {
    let mut raw = vec![std::ptr::null_mut(); index(count)];
    fill(raw.as_mut_ptr());
    // SAFETY: passed on to the caller.
    raw.into_iter().map(|raw| unsafe { always(Type::wrap(raw)) }).collect()
}
