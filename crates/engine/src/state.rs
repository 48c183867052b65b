//! A path under execution.

use vellum_collections::cast::index;
use vellum_ir::FuncId;
use vellum_memory::{Memory, StackMark};

use crate::{end::ActiveCall, program::Program};

/// A path under execution: its frames, registers and memory.
#[derive(Clone, Debug)]
pub struct State {
    /// The program's memory.
    pub memory: Memory,
    /// Instructions executed, including all of the blocks that were entered.
    pub(crate) instructions: u64,
    pub(crate) frames: Vec<Frame>,
    /// The registers of all frames, one after the other.
    pub(crate) registers: Vec<u64>,
    /// Numbers frames, so that a jump into a frame that returned is recognised.
    pub(crate) next_serial: u64,
    /// Holds the arguments of a call while frames change, so that calling allocates nothing.
    pub(crate) scratch: Vec<u64>,
    /// Holds the bits of a value that gets other lanes, so that it allocates nothing either.
    pub(crate) cast: Vec<u8>,
}

/// A function call in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FuncId,
    /// The operation being executed; after a call, the call itself.
    pub(crate) pc: u32,
    /// First register in [`State::registers`].
    pub(crate) base: usize,
    /// Stack height to return to.
    pub(crate) mark: StackMark,
    /// Stack height below which `stackrestore` keeps its hands off.
    pub(crate) locals_mark: StackMark,
    /// Address of the block of locals.
    pub(crate) block: u64,
    /// Where the block's bytes begin in memory's own store.
    pub(crate) local_bytes: usize,
    /// What `va_start` begins with.
    pub(crate) variadic: VaList,
    pub(crate) serial: u64,
}

/// A `va_list` of the x86-64 convention: how far the saved general and vector registers are used up, the
/// next argument in memory, and where the registers are saved.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VaList {
    pub(crate) general: u32,
    pub(crate) vector: u32,
    pub(crate) memory: u64,
    pub(crate) saved: u64,
}

impl State {
    /// A path that has not begun.
    pub fn new(memory: Memory) -> Self {
        Self {
            memory,
            instructions: 0,
            frames: Vec::new(),
            registers: Vec::new(),
            next_serial: 0,
            scratch: Vec::new(),
            cast: Vec::new(),
        }
    }

    /// Instructions executed.
    pub fn instructions(&self, program: &Program) -> u64 {
        // Blocks are counted when they are entered; what the active calls have not reached yet comes off.
        let ahead = |frame: &Frame| {
            let code = program.code(frame.function)?;
            code.sources.get(index(frame.pc)).map(|source| u64::from(source.remaining))
        };
        self.instructions - self.frames.iter().filter_map(ahead).sum::<u64>()
    }

    /// The active calls, innermost first.
    pub fn backtrace(&self, program: &Program) -> Vec<ActiveCall> {
        let call = |frame: &Frame| {
            let source =
                program.code(frame.function).and_then(|code| code.sources.get(index(frame.pc)).copied());
            let function = program.function(frame.function).name.clone();
            ActiveCall { function, loc: source.and_then(|source| source.loc) }
        };
        self.frames.iter().rev().map(call).collect()
    }
}
