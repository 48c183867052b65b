//! LLVM's debug information, as far as positions and names need it.

use std::ffi::{c_char, c_uint};

use llvm_sys::{
    LLVMDbgRecordKind, LLVMOpaqueMetadata, LLVMValueKind,
    core::{
        LLVMDbgRecordGetKind, LLVMDbgVariableRecordGetValue, LLVMDbgVariableRecordGetVariable,
        LLVMDisposeValueMetadataEntries, LLVMGetFirstDbgRecord, LLVMGetMDKindIDInContext,
        LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands, LLVMGetMDString, LLVMGetNextDbgRecord,
        LLVMGlobalCopyAllMetadata, LLVMMetadataAsValue, LLVMValueAsMetadata, LLVMValueMetadataEntriesGetKind,
        LLVMValueMetadataEntriesGetMetadata,
    },
    debuginfo::{
        LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDIGlobalVariableExpressionGetVariable,
        LLVMDILocationGetColumn, LLVMDILocationGetInlinedAt, LLVMDILocationGetLine, LLVMDILocationGetScope,
        LLVMDIScopeGetFile, LLVMDISubprogramGetLine, LLVMDIVariableGetFile, LLVMDIVariableGetLine,
        LLVMGetMetadataKind, LLVMGetSubprogram, LLVMInstructionGetDebugLoc, LLVMMetadataKind,
    },
    prelude::LLVMMetadataRef,
};
use vellum_collections::cast::index;

use super::{Context, Value, always, bytes, handle, values::field_number};

handle! {
    /// A node of debug information.
    Metadata, LLVMOpaqueMetadata
}

/// What a node is, where it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    /// A position.
    Location,
    /// A function of the source.
    Subprogram,
    /// A block inside a function, which knows its parent.
    Block,
    /// A source file.
    File,
    /// A variable.
    Variable,
    /// Anything else.
    Other,
}

/// The kind number LLVM reserves for `!dbg`.
const DBG: c_uint = 0;

impl<'m> Value<'m> {
    /// Where an instruction comes from.
    pub(crate) fn debug_location(self) -> Option<Metadata<'m>> {
        assert!(self.is_instruction(), "only instructions have positions");
        // SAFETY: a live instruction; metadata lives as long as its context.
        let node = unsafe { Metadata::wrap(LLVMInstructionGetDebugLoc(self.raw())) };
        node.filter(|node| node.kind() == NodeKind::Location)
    }

    /// The source function of a function.
    pub(crate) fn subprogram(self) -> Option<Metadata<'m>> {
        self.expect(&[LLVMValueKind::LLVMFunctionValueKind]);
        // SAFETY: a live function.
        let node = unsafe { Metadata::wrap(LLVMGetSubprogram(self.raw())) };
        // The verifier does not look at what a mere declaration has attached.
        node.filter(|node| node.kind() == NodeKind::Subprogram)
    }

    /// The source variable of a global.
    pub(crate) fn global_variable(self) -> Option<Metadata<'m>> {
        self.expect(&[LLVMValueKind::LLVMGlobalVariableValueKind]);
        let found = self.attachment(DBG)?;
        // SAFETY: the node is live and of the asked kind, checked first.
        unsafe {
            matches!(
                LLVMGetMetadataKind(found.raw()),
                LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind
            )
            .then(|| Metadata::wrap(LLVMDIGlobalVariableExpressionGetVariable(found.raw())))
            .flatten()
        }
    }

    /// What is attached to a global or function under a kind number.
    fn attachment(self, kind: c_uint) -> Option<Metadata<'m>> {
        let mut count = 0;
        // SAFETY: a live global; the array is a copy for us, freed below, and the nodes in it live on.
        unsafe {
            let entries = LLVMGlobalCopyAllMetadata(self.raw(), &raw mut count);
            let count = c_uint::try_from(count).expect("a global has few attachments");
            let found = (0..count).find(|&number| LLVMValueMetadataEntriesGetKind(entries, number) == kind);
            let node =
                found.and_then(|number| Metadata::wrap(LLVMValueMetadataEntriesGetMetadata(entries, number)));
            if !entries.is_null() {
                LLVMDisposeValueMetadataEntries(entries);
            }
            node
        }
    }

    /// The variables declared just before an instruction, with their addresses.
    pub(crate) fn declared_variables(self) -> impl Iterator<Item = (Value<'m>, Metadata<'m>)> {
        assert!(self.is_instruction(), "only instructions have debug records");
        // SAFETY: a live instruction; a record is null or live, and so is the next one.
        let mut record = unsafe { LLVMGetFirstDbgRecord(self.raw()) };
        std::iter::from_fn(move || {
            while !record.is_null() {
                // SAFETY: `record` is live; only records of variables are asked for theirs.
                unsafe {
                    let current = record;
                    record = LLVMGetNextDbgRecord(current);
                    if LLVMDbgRecordGetKind(current) != LLVMDbgRecordKind::LLVMDbgRecordDeclare {
                        continue;
                    }
                    let address = Value::wrap(LLVMDbgVariableRecordGetValue(current, 0));
                    let variable = Metadata::wrap(LLVMDbgVariableRecordGetVariable(current));
                    if let (Some(address), Some(variable)) = (address, variable) {
                        return Some((address, variable));
                    }
                }
            }
            None
        })
    }

    /// Whether a record just before an instruction says that a variable is a value, not in memory.
    pub(crate) fn has_variable_in_register(self) -> bool {
        assert!(self.is_instruction(), "only instructions have debug records");
        // SAFETY: a live instruction; a record is null or live, and so is the next one.
        unsafe {
            let mut record = LLVMGetFirstDbgRecord(self.raw());
            while !record.is_null() {
                if LLVMDbgRecordGetKind(record) == LLVMDbgRecordKind::LLVMDbgRecordValue {
                    return true;
                }
                record = LLVMGetNextDbgRecord(record);
            }
        }
        false
    }
}

impl<'m> Metadata<'m> {
    /// What the node is.
    pub(crate) fn kind(self) -> NodeKind {
        // SAFETY: the node is live.
        match unsafe { LLVMGetMetadataKind(self.raw()) } {
            LLVMMetadataKind::LLVMDILocationMetadataKind => NodeKind::Location,
            LLVMMetadataKind::LLVMDISubprogramMetadataKind => NodeKind::Subprogram,
            LLVMMetadataKind::LLVMDILexicalBlockMetadataKind
            | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind => NodeKind::Block,
            LLVMMetadataKind::LLVMDIFileMetadataKind => NodeKind::File,
            LLVMMetadataKind::LLVMDILocalVariableMetadataKind
            | LLVMMetadataKind::LLVMDIGlobalVariableMetadataKind => NodeKind::Variable,
            _ => NodeKind::Other,
        }
    }

    fn expect(self, kinds: &[NodeKind]) {
        assert!(kinds.contains(&self.kind()), "this question does not make sense for {:?}", self.kind());
    }

    /// Line and column of a position.
    pub(crate) fn line_and_column(self) -> (u32, u32) {
        self.expect(&[NodeKind::Location]);
        // SAFETY: a live location.
        unsafe { (LLVMDILocationGetLine(self.raw()), LLVMDILocationGetColumn(self.raw())) }
    }

    /// The block or function a position is in.
    pub(crate) fn scope(self) -> Option<Self> {
        self.expect(&[NodeKind::Location]);
        // SAFETY: a live location.
        unsafe { Self::wrap(LLVMDILocationGetScope(self.raw())) }
    }

    /// The call a position was inlined at.
    pub(crate) fn inlined_at(self) -> Option<Self> {
        self.expect(&[NodeKind::Location]);
        // SAFETY: a live location.
        let node = unsafe { Self::wrap(LLVMDILocationGetInlinedAt(self.raw())) };
        node.filter(|node| node.kind() == NodeKind::Location)
    }

    /// The line a function or variable is declared on.
    pub(crate) fn line(self) -> u32 {
        self.expect(&[NodeKind::Subprogram, NodeKind::Variable]);
        // SAFETY: a live node of the kind each function wants.
        unsafe {
            match self.kind() {
                NodeKind::Subprogram => LLVMDISubprogramGetLine(self.raw()),
                _ => LLVMDIVariableGetLine(self.raw()),
            }
        }
    }

    /// The folder and the name of the file a scope or variable is in. The compiler splits the path where it
    /// likes: only both together say where the file is.
    pub(crate) fn file(self) -> (&'m [u8], &'m [u8]) {
        self.expect(&[NodeKind::Subprogram, NodeKind::Block, NodeKind::File, NodeKind::Variable]);
        // SAFETY: a live node of the kind each function wants.
        let file: LLVMMetadataRef = unsafe {
            match self.kind() {
                NodeKind::Variable => LLVMDIVariableGetFile(self.raw()),
                _ => LLVMDIScopeGetFile(self.raw()),
            }
        };
        // In a damaged file it may be any node: LLVM does not look.
        // SAFETY: null, or a live operand of a live node.
        let is_file = unsafe { Self::wrap(file) }.is_some_and(|node| node.kind() == NodeKind::File);
        if !is_file {
            return (&[], &[]);
        }
        let (mut folder, mut name) = (0, 0);
        // SAFETY: a live file node, which keeps its folder and name.
        unsafe {
            (
                bytes(LLVMDIFileGetDirectory(file, &raw mut folder).cast::<c_char>(), usize32(folder)),
                bytes(LLVMDIFileGetFilename(file, &raw mut name).cast::<c_char>(), usize32(name)),
            )
        }
    }
}

/// Where nodes keep what the C interface has no question for, by operand number.
impl Context {
    /// The parent of a block.
    pub(crate) fn parent_scope<'m>(&'m self, block: Metadata<'m>) -> Option<Metadata<'m>> {
        block.expect(&[NodeKind::Block]);
        let parent = self.node_operand(block, 1)?;
        // SAFETY: a live operand of a live node; LLVM unwraps the value it wrapped.
        unsafe { Metadata::wrap(LLVMValueAsMetadata(parent.raw())) }
    }

    /// The name of a source function or variable.
    pub(crate) fn node_name<'m>(&'m self, node: Metadata<'m>) -> Option<&'m [u8]> {
        node.expect(&[NodeKind::Subprogram, NodeKind::Variable]);
        let number = if node.kind() == NodeKind::Subprogram { 2 } else { 1 };
        let name = self.node_operand(node, number)?;
        let mut length = 0;
        // SAFETY: a live operand; LLVM answers null for anything but a string.
        let text = unsafe { bytes(LLVMGetMDString(name.raw(), &raw mut length), usize32(length)) };
        (!text.is_empty()).then_some(text)
    }

    /// Whether a source function was compiled with optimisations.
    pub(crate) fn is_optimised(&self, function: Metadata<'_>) -> bool {
        function.expect(&[NodeKind::Subprogram]);
        // SAFETY: the node belongs to this context.
        let value = unsafe { always(Value::wrap(LLVMMetadataAsValue(self.raw, function.raw()))) };
        // The C interface has no question for the flags, but the text `spFlags: DISPFlagDefinition | …` has them.
        let text = value.to_string();
        let flags = text.rsplit_once("spFlags: ").map_or("", |(_, rest)| rest);
        flags.split([',', ')']).next().is_some_and(|flags| flags.contains("DISPFlagOptimized"))
    }

    /// The two words that `-fsanitize=function` has the code generator put before a function; none without it.
    pub(crate) fn sanitizer_words<'m>(&'m self, function: Value<'m>) -> Vec<u32> {
        const NAME: &str = "func_sanitize";
        let length = c_uint::try_from(NAME.len()).expect("a short name");
        // SAFETY: the context is live, and LLVM reads exactly the bytes of the name.
        let kind = unsafe { LLVMGetMDKindIDInContext(self.raw, NAME.as_ptr().cast::<c_char>(), length) };
        let Some(node) = function.attachment(kind) else { return Vec::new() };
        let words = [0, 1].map(|number| self.node_operand(node, number).and_then(field_number));
        words.into_iter().flatten().collect()
    }

    fn node_operand<'m>(&'m self, node: Metadata<'m>, number: u32) -> Option<Value<'m>> {
        // SAFETY: the node belongs to this context; LLVM writes as many operands as it counts.
        unsafe {
            let value = LLVMMetadataAsValue(self.raw, node.raw());
            let mut operands = vec![std::ptr::null_mut(); index(LLVMGetMDNodeNumOperands(value))];
            LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
            operands.get(index(number)).and_then(|&raw| Value::wrap(raw))
        }
    }
}

fn usize32(length: c_uint) -> usize {
    index(length)
}
