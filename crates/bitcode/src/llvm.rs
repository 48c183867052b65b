//! The part of LLVM's C interface this crate uses, as safe methods.
//!
//! Law: a handle is never null and never outlives the module it is borrowed from, whose contents nobody
//! changes while handles exist. A method that makes sense for one kind of value only checks the kind and
//! panics otherwise. So everything outside this folder is safe code.

mod code;
mod edit;
mod metadata;
mod types;
mod values;

use std::{
    cell::RefCell,
    ffi::{CStr, CString, c_char, c_void},
    marker::PhantomData,
    ptr::{self, NonNull},
    slice,
    sync::Once,
};

use llvm_sys::{
    LLVMDiagnosticSeverity,
    analysis::{LLVMVerifierFailureAction, LLVMVerifyModule},
    bit_reader::LLVMParseBitcodeInContext2,
    core::{
        LLVMContextCreate, LLVMContextDispose, LLVMContextSetDiagnosticHandler,
        LLVMCreateMemoryBufferWithMemoryRange, LLVMCreateMemoryBufferWithMemoryRangeCopy,
        LLVMDisposeMemoryBuffer, LLVMDisposeMessage, LLVMDisposeModule, LLVMGetDataLayoutStr,
        LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity, LLVMGetFirstFunction, LLVMGetFirstGlobal,
        LLVMGetFirstGlobalAlias, LLVMGetFirstGlobalIFunc, LLVMGetNextFunction, LLVMGetNextGlobal,
        LLVMGetNextGlobalAlias, LLVMGetNextGlobalIFunc, LLVMGetTarget, LLVMTypeIsSized,
    },
    debuginfo::LLVMStripModuleDebugInfo,
    ir_reader::LLVMParseIRInContext2,
    prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef, LLVMValueRef},
    support::LLVMParseCommandLineOptions,
    target::{LLVMABISizeOfType, LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout, LLVMPointerSize},
};

pub(crate) use code::Block;
pub(crate) use llvm_sys::{
    LLVMAtomicRMWBinOp as RmwBinOp, LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage,
    LLVMOpcode as Opcode, LLVMRealPredicate as RealPredicate, LLVMTypeKind as TypeKind,
    LLVMValueKind as ValueKind,
};
pub(crate) use metadata::{Metadata, NodeKind};
pub(crate) use types::Type;
pub(crate) use values::{Attribute, AttributeKind, Value, field_number};

/// Defines a handle: a pointer LLVM gave us, valid for `'m`.
macro_rules! handle {
    ($(#[$meta:meta])* $name:ident, $raw:ty) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) struct $name<'m> {
            raw: ::std::ptr::NonNull<$raw>,
            owner: ::std::marker::PhantomData<&'m ()>,
        }

        impl $name<'_> {
            /// The handle of what LLVM returned, `None` for null.
            ///
            /// # Safety
            ///
            /// `raw` is null or was returned by LLVM for something that lives as long as the lifetime says.
            pub(in crate::llvm) unsafe fn wrap(raw: *mut $raw) -> Option<Self> {
                ::std::ptr::NonNull::new(raw).map(|raw| Self { raw, owner: ::std::marker::PhantomData })
            }

            /// The pointer itself.
            pub(in crate::llvm) fn raw(self) -> *mut $raw {
                self.raw.as_ptr()
            }
        }
    };
}
pub(in crate::llvm) use handle;

/// In which form a module is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Bitcode.
    Bitcode,
    /// The text form.
    Text,
}

impl Form {
    /// Whether the bytes start like bitcode, bare or in its wrapper.
    pub(crate) fn is_bitcode(bytes: &[u8]) -> bool {
        bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(b"\xDE\xC0\x17\x0B")
    }
}

/// Owns all types, constants and metadata, and what LLVM had to say.
pub(crate) struct Context {
    raw: LLVMContextRef,
    /// Errors since the last look. On the heap, because LLVM keeps its address.
    messages: Box<RefCell<Vec<String>>>,
}

impl Context {
    /// An empty context.
    pub(crate) fn new() -> Self {
        static OPTIONS: Once = Once::new();
        OPTIONS.call_once(set_options);
        let messages: Box<RefCell<Vec<String>>> = Box::default();
        // SAFETY: creating a context has no precondition.
        let raw = unsafe { LLVMContextCreate() };
        // SAFETY: the context is live, and the list outlives it: `drop` disposes of the context first.
        unsafe {
            LLVMContextSetDiagnosticHandler(
                raw,
                Some(keep_message),
                ptr::from_ref(&*messages).cast_mut().cast::<c_void>(),
            );
        }
        Self { raw, messages }
    }

    /// Reads a module; the error is what LLVM said.
    pub(crate) fn parse(&self, name: &str, bytes: &[u8], form: Form) -> Result<Module<'_>, String> {
        self.messages.borrow_mut().clear();
        let name = CString::new(name.replace('\0', " ")).expect("there is no zero byte left");
        let mut module = ptr::null_mut();
        let mut message = ptr::null_mut();
        let failed = match form {
            Form::Bitcode => {
                // SAFETY: the range is valid during this call; a parsed module keeps no reference to it.
                unsafe {
                    let buffer = LLVMCreateMemoryBufferWithMemoryRange(
                        bytes.as_ptr().cast::<c_char>(),
                        bytes.len(),
                        name.as_ptr(),
                        0,
                    );
                    let failed = LLVMParseBitcodeInContext2(self.raw, buffer, &raw mut module);
                    LLVMDisposeMemoryBuffer(buffer);
                    failed
                }
            }
            Form::Text => {
                // SAFETY: the buffer is a copy with the zero byte at the end that the text reader wants.
                unsafe {
                    let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                        bytes.as_ptr().cast::<c_char>(),
                        bytes.len(),
                        name.as_ptr(),
                    );
                    let failed = LLVMParseIRInContext2(self.raw, buffer, &raw mut module, &raw mut message);
                    LLVMDisposeMemoryBuffer(buffer);
                    failed
                }
            }
        };
        let said = take_message(message).or_else(|| self.messages.borrow().first().cloned());
        match NonNull::new(module) {
            Some(raw) if failed == 0 => Ok(Module { raw: raw.as_ptr(), context: PhantomData }),
            _ => Err(said.unwrap_or_else(|| "LLVM gives no reason".to_owned())),
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context is live, and modules cannot outlive it by their lifetime.
        unsafe { LLVMContextDispose(self.raw) }
    }
}

/// A module, freed when dropped.
pub(crate) struct Module<'c> {
    raw: LLVMModuleRef,
    context: PhantomData<&'c Context>,
}

impl Module<'_> {
    /// What LLVM's verifier finds wrong. Debug information that is broken is dropped, as LLVM's tools do.
    pub(crate) fn verify(&mut self) -> Result<(), String> {
        let Err(first) = self.verify_once() else { return Ok(()) };
        // SAFETY: the module is live, and `&mut self` says that no handle into it exists.
        if unsafe { LLVMStripModuleDebugInfo(self.raw) } == 0 {
            return Err(first);
        }
        self.verify_once()
    }

    fn verify_once(&self) -> Result<(), String> {
        let mut message = ptr::null_mut();
        // SAFETY: the module is live and `message` takes a string that is ours.
        let broken = unsafe {
            LLVMVerifyModule(self.raw, LLVMVerifierFailureAction::LLVMReturnStatusAction, &raw mut message)
        };
        let message = take_message(message);
        if broken == 0 { Ok(()) } else { Err(message.unwrap_or_default()) }
    }

    /// The target triple, empty if the module has none.
    pub(crate) fn triple(&self) -> String {
        // SAFETY: the module is live and owns the string.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)) }.to_string_lossy().into_owned()
    }

    /// The data layout, empty if the module has none.
    pub(crate) fn data_layout(&self) -> String {
        // SAFETY: the module is live and owns the string.
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.raw)) }.to_string_lossy().into_owned()
    }

    /// Whether pointers have 64 bits and the low byte comes first.
    pub(crate) fn is_little_endian_64(&self) -> bool {
        // SAFETY: the module is live and owns the layout.
        unsafe {
            let layout = LLVMGetModuleDataLayout(self.raw);
            LLVMPointerSize(layout) == 8
                && matches!(LLVMByteOrder(layout), LLVMByteOrdering::LLVMLittleEndian)
        }
    }

    /// Bytes of what is at the address of one of the module's symbols; zero if nobody says what it is.
    pub(crate) fn size_of(&self, symbol: Value<'_>) -> u64 {
        let ty = symbol.value_type();
        // SAFETY: module and type are live, and only a type with a size is asked for it.
        unsafe {
            if LLVMTypeIsSized(ty.raw()) == 0 {
                return 0;
            }
            LLVMABISizeOfType(LLVMGetModuleDataLayout(self.raw), ty.raw())
        }
    }

    /// The functions, declared and defined.
    pub(crate) fn functions(&self) -> impl Iterator<Item = Value<'_>> {
        self.list(LLVMGetFirstFunction, LLVMGetNextFunction)
    }

    /// The global variables, declared and defined.
    pub(crate) fn globals(&self) -> impl Iterator<Item = Value<'_>> {
        self.list(LLVMGetFirstGlobal, LLVMGetNextGlobal)
    }

    /// Second names of other symbols.
    pub(crate) fn aliases(&self) -> impl Iterator<Item = Value<'_>> {
        self.list(LLVMGetFirstGlobalAlias, LLVMGetNextGlobalAlias)
    }

    /// Functions chosen by another function at load time.
    pub(crate) fn ifuncs(&self) -> impl Iterator<Item = Value<'_>> {
        self.list(LLVMGetFirstGlobalIFunc, LLVMGetNextGlobalIFunc)
    }

    /// One of LLVM's lists; the pair of functions must belong together.
    fn list(
        &self,
        first: unsafe extern "C" fn(LLVMModuleRef) -> LLVMValueRef,
        next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
    ) -> impl Iterator<Item = Value<'_>> {
        // SAFETY: the module is live, and what is in its list lives as long.
        let first = unsafe { Value::wrap(first(self.raw)) };
        // SAFETY: `value` came from the list `next` walks.
        std::iter::successors(first, move |value| unsafe { Value::wrap(next(value.raw())) })
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: the module is live and ours; handles into it cannot outlive it by their lifetime.
        unsafe { LLVMDisposeModule(self.raw) }
    }
}

/// Without this option LLVM verifies every module with debug information while reading it, writes what it
/// finds to standard error, and ends the process. We verify ourselves.
fn set_options() {
    let words = [c"vellum".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
    // SAFETY: two strings that live as long as the program, and their number.
    unsafe { LLVMParseCommandLineOptions(2, words.as_ptr(), ptr::null()) }
}

/// Takes over a string that LLVM allocated for us.
fn take_message(message: *mut c_char) -> Option<String> {
    if message.is_null() {
        return None;
    }
    // SAFETY: LLVM returned the string, which ends in a zero byte and is ours to free, once.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        Some(text)
    }
}

/// LLVM's diagnostics end here: errors are kept, remarks and warnings have no reader.
extern "C" fn keep_message(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: LLVM passes a live diagnostic.
    let severity = unsafe { LLVMGetDiagInfoSeverity(info) };
    if severity != LLVMDiagnosticSeverity::LLVMDSError {
        return;
    }
    // SAFETY: the description is a new string.
    let text = take_message(unsafe { LLVMGetDiagInfoDescription(info) });
    // SAFETY: `Context::new` registered the address of its list, which lives as long as the context.
    let messages = unsafe { &*messages.cast::<RefCell<Vec<String>>>() };
    messages.borrow_mut().extend(text);
}

/// The answer to a question that LLVM never answers with null.
fn always<T>(answer: Option<T>) -> T {
    answer.expect("LLVM always answers this")
}

/// The bytes LLVM describes by address and length.
///
/// # Safety
///
/// The range is null or is valid and unchanged for `'m`.
unsafe fn bytes<'m>(start: *const c_char, length: usize) -> &'m [u8] {
    if start.is_null() || length == 0 {
        return &[];
    }
    // SAFETY: passed on to the caller.
    unsafe { slice::from_raw_parts(start.cast::<u8>(), length) }
}
