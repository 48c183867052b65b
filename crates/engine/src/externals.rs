//! The seam to what the program calls and the module does not contain.

use vellum_memory::{Memory, Origin};

use crate::end::End;

/// A function of the outside, numbered by [`Externals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalId(pub u32);

/// Whether the program has a function of its own under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// It has.
    Present,
    /// It only declares one.
    Missing,
}

/// A call from the program to the outside.
pub struct ExternalCall<'a> {
    /// The program's memory.
    pub memory: &'a mut Memory,
    /// The arguments, one word each (the low one of wide values).
    pub args: &'a [u64],
    /// For objects this call makes or frees.
    pub origin: Origin,
    /// Instructions executed so far: the only clock a deterministic answer may depend on.
    pub instructions: u64,
    /// Where the call returns to: what `setjmp` has to remember.
    pub point: ReturnPoint,
}

/// A place in the program that a call returns to, in a form the program's memory can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnPoint(pub [u64; 2]);

impl ExternalCall<'_> {
    /// Argument `i`; 0 when the program passed fewer.
    pub fn arg(&self, i: usize) -> u64 {
        self.args.get(i).copied().unwrap_or(0)
    }
}

/// What a call to the outside leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returns this (cut to the type the program expects).
    Return(u64),
    /// Control goes back to this point, where a call returns a second time.
    LongJump {
        /// The point, as an earlier call had it.
        point: ReturnPoint,
        /// What the call there returns now.
        value: u32,
    },
}

/// Functions the module does not contain.
///
/// Laws: `resolve` gives the same answer every time; `call` depends on nothing but the call and what earlier
/// calls left behind.
pub trait Externals {
    /// The function provided under `name`, if any. A program's own definition is replaced only by names that
    /// are an agreement with the engine.
    fn resolve(&self, name: &str, definition: Definition) -> Option<ExternalId>;

    /// Performs a call.
    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End>;
}
