//! What changes a module, and writes it.

use std::ffi::c_char;

use llvm_sys::{
    LLVMModule, LLVMValueKind,
    bit_writer::LLVMWriteBitcodeToMemoryBuffer,
    core::{
        LLVMAddFunction, LLVMAddGlobal, LLVMAliasSetAliasee, LLVMDisposeMemoryBuffer, LLVMGetBufferSize,
        LLVMGetBufferStart, LLVMReplaceAllUsesWith, LLVMSetValueName2,
    },
};

use super::{Module, Value, bytes};

impl Module<'_> {
    /// Makes all references to the symbol `from` references to `to`, which is declared if it is not there.
    /// A symbol that nobody names needs nothing. Labels stay those of the function they are in.
    pub(crate) fn redirect(&mut self, from: &str, to: &str) {
        let (old, new) = (self.symbol(from), self.symbol(to));
        let Some(old) = old else { return };
        let new = match new {
            Some(new) => new,
            // Then the declaration itself gets the other name.
            None if old.is_declaration() => {
                old.rename(to);
                return;
            }
            None => self.declare_like(old, to),
        };
        // Another name for the old symbol stays that.
        let aliases: Vec<Value<'_>> = self.aliases().filter(|alias| alias.aliasee() == old).collect();
        // SAFETY: two live symbols of this module, whose types are both `ptr`; `&mut self` says that there are no
        // handles but these.
        unsafe { LLVMReplaceAllUsesWith(old.raw(), new.raw()) };
        for alias in aliases {
            // SAFETY: a live alias, and what it stood for before.
            unsafe { LLVMAliasSetAliasee(alias.raw(), old.raw()) };
        }
    }

    /// The module as bitcode.
    pub(crate) fn to_bitcode(&self) -> Vec<u8> {
        // SAFETY: the module is live; the buffer is new, read while it is live, and freed once.
        unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.raw);
            let written = bytes(LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            written
        }
    }

    /// The symbol of that name.
    fn symbol(&self, name: &str) -> Option<Value<'_>> {
        let mut all = self.functions().chain(self.globals()).chain(self.aliases()).chain(self.ifuncs());
        all.find(|symbol| symbol.name().strip_prefix(b"\x01").unwrap_or(symbol.name()) == name.as_bytes())
    }

    /// Declares a symbol of the same kind and type.
    fn declare_like(&self, symbol: Value<'_>, name: &str) -> Value<'_> {
        let raw: *mut LLVMModule = self.raw;
        let ty = symbol.value_type().raw();
        // SAFETY: module and type are live and of one context. The name is set below: the empty one is valid.
        let new = unsafe {
            let nameless: *const c_char = c"".as_ptr();
            let new = if symbol.kind() == LLVMValueKind::LLVMGlobalVariableValueKind {
                LLVMAddGlobal(raw, ty, nameless)
            } else {
                LLVMAddFunction(raw, nameless, ty)
            };
            Value::wrap(new)
        };
        let new = new.expect("LLVM always makes it");
        new.rename(name);
        new
    }
}

impl Value<'_> {
    /// Gives a symbol another name.
    fn rename(self, name: &str) {
        // SAFETY: the value is live; LLVM copies the bytes of the name.
        unsafe { LLVMSetValueName2(self.raw(), name.as_ptr().cast::<c_char>(), name.len()) };
    }
}
