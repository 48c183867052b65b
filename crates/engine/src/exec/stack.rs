//! Where the stack ends, and locals that live in a part of a call.

use vellum_memory::Memory;

use crate::{
    code::AllocaSite,
    end::{Bug, BugKind, End},
};

/// Makes a local whose life begins; `None` when the stack is full. At `last` is that of its last life, if that did not end.
pub(super) fn begin_scope(memory: &mut Memory, site: &AllocaSite, last: u64) -> Option<u64> {
    memory.end_scope(last);
    memory.alloca(site.element, site.align, site.owner)
}

/// Ends the life of the local at `address`; what stands for the address of none.
pub(super) fn end_scope(memory: &mut Memory, address: u64) -> u64 {
    memory.end_scope(address);
    0
}

/// Why there is no room for locals.
pub(super) fn no_stack(memory: &Memory) -> End {
    if memory.stack_is_used_up() {
        return End::Unsupported("the stack has used up all its addresses".into());
    }
    stack_overflow().into()
}

/// The stack is as large as it may be.
pub(super) fn stack_overflow() -> Bug {
    Bug::new(BugKind::StackOverflow, "the stack is full")
}
