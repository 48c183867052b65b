//! Where the stack ends.

use vellum_memory::Memory;

use crate::end::{Bug, BugKind, End};

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
