//! A path under execution.
//!
//! Paths that forked from each other share what they have in common: memory, conditions, and the calls below
//! the innermost one, which are *frozen* until control returns to them.

use std::{fmt, rc::Rc};

use vellum_analysis::Point;
use vellum_collections::{
    Map, SharedVec,
    cast::{index, len32},
};
use vellum_expr::{Expr, Input, Marker, Model, PathCondition};
use vellum_ir::{FuncId, Loc};
use vellum_memory::{Memory, StackMark, Value};

use crate::{
    coverage::Part,
    end::{ActiveCall, End},
    exec::Contexts,
    externals::{ExternalId, Externals, Forking, LeftOut, Verdicts},
    news::{News, Sighting},
    program::Program,
    resolution::Resolving,
    seeds::Seeds,
    told::{Answer, Retold, Told},
    trail::Trail,
};

/// The tag of a register that holds a number.
pub(crate) const CONCRETE: Expr = Expr::FALSE;

/// A path under execution: its frames, registers and memory, and what its input fulfils.
#[derive(Clone)]
pub struct State {
    /// The program's memory.
    pub memory: Memory,
    /// What the path has decided.
    pub path: PathCondition,
    /// An input that takes this path.
    pub model: Rc<Model>,
    /// The parts of the input the program asked for, in order.
    pub inputs: SharedVec<InputObject>,
    /// Inputs to try first that take this path; the first of them is its `model`.
    pub seeds: Seeds,
    /// What the program calls beyond itself, as this path left it.
    pub(crate) outside: Box<dyn Externals>,
    /// What is to hold on it besides, if nobody has asked yet whether any input takes it; its `model` is then one of the path
    /// that it came from.
    pub(crate) unasked: Option<Expr>,
    /// What the oracle told it, for the time when it is to be executed again.
    pub(crate) told: Told,
    /// What it is told again, if that time has come.
    pub(crate) retold: Option<Box<Retold>>,
    /// Whether the path was left by the one that is told everything again: nobody goes on with it.
    pub(crate) is_left_behind: bool,
    /// Instructions executed, including all of the blocks that were entered.
    pub(crate) instructions: u64,
    /// The outer calls, shared with other paths; the outermost first.
    pub(crate) frozen: SharedVec<FrozenFrame>,
    /// The calls within those, of this path alone.
    pub(crate) frames: Vec<Frame>,
    /// The registers of all `frames`, one after the other.
    pub(crate) registers: Vec<u64>,
    /// For each of the first registers the expression it holds, or [`CONCRETE`]; those beyond hold numbers.
    pub(crate) tags: Vec<Expr>,
    /// Numbers frames, so that a jump into a frame that returned is recognised.
    pub(crate) next_serial: u64,
    /// Times the path forked.
    pub(crate) depth: u32,
    /// The program's code that it was the first to come to, itself or before it parted from others.
    pub(crate) news: Option<Rc<News>>,
    /// What the access that comes next is known not to meet, if it was tried before.
    pub(crate) resolving: Option<Rc<Resolving>>,
    /// In which contexts the objects were made that accesses met, where segments are formed on demand.
    pub(crate) contexts: Rc<Contexts>,
    /// Where bytes past the end of an object were last read as part of a word that begins inside it, by their addresses.
    pub(crate) begun: Rc<Map<u64, Loc>>,
    /// The last change of how its objects are represented.
    pub relocation: Option<u64>,
    /// The way it has come, where loops are checked.
    pub(crate) trail: Option<Box<Trail>>,
    /// Where it last forked.
    pub(crate) forked_at: Option<Loc>,
    /// On what, and whether it holds here. Nobody looks at it once others know of the fork.
    pub(crate) forked_on: (Expr, bool),
    /// The part of the tree of paths that it is.
    pub(crate) node: Node,
    /// Instructions executed since it became that.
    pub(crate) ran: u64,
    /// How often the call to the outside that is under way asked for something and was made again.
    pub(crate) asked: u32,
    /// Conditions that the input to be shown should fulfil, as far as possible, the first before the others.
    pub(crate) preferences: Rc<Vec<Expr>>,
    /// Whether it parts where several ways are possible.
    pub(crate) forking: Forking,
}

/// A node of the tree of paths: a path from one fork to the next, or to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its number; children have higher ones than their parents.
    pub id: u64,
    /// The node whose fork made it.
    pub parent: Option<u64>,
}

/// A part of the program's input.
#[derive(Clone, Debug)]
pub struct InputObject {
    /// Its symbols.
    pub input: Input,
    /// What the program calls it; several parts may have one name.
    pub name: Rc<str>,
    /// How many of its bytes there are, if that depends on other parts; 64 bits. A part without bytes is none.
    pub len: Option<Expr>,
}

impl Default for InputObject {
    fn default() -> Self {
        Self { input: vellum_collections::Id::from_index(0), name: "".into(), len: None }
    }
}

/// A call whose path forked while an inner one ran.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrozenFrame {
    frame: Frame,
    registers: Option<Rc<[u64]>>,
    tags: Option<Rc<[Expr]>>,
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
    /// Registers of the calls around it.
    pub(crate) outer_registers: usize,
    /// Whether a register may hold an expression.
    pub(crate) tagged: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            function: vellum_collections::Id::from_index(0),
            pc: 0,
            base: 0,
            mark: StackMark::BOTTOM,
            locals_mark: StackMark::BOTTOM,
            block: 0,
            local_bytes: 0,
            variadic: VaList::default(),
            serial: 0,
            outer_registers: 0,
            tagged: false,
        }
    }
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

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({} calls deep, {} conditions)", self.calls(), self.path.len())
    }
}

impl Clone for Box<dyn Externals> {
    fn clone(&self) -> Self {
        self.fork()
    }
}

impl State {
    /// How the path ended, where that is not `end`: what looks like an error of the program may be ours, where the outside
    /// did otherwise than the real one before.
    pub fn judge(&self, end: &End) -> Option<End> {
        let End::Bug(bug) = end else { return None };
        let LeftOut { what, .. } = self.doubt()?;
        let kind = bug.kind.name();
        Some(End::Unsupported(format!("{what}; a finding behind that ({kind}) may come of it").into()))
    }

    /// Why findings on the path are not to be trusted, if so.
    pub(crate) fn doubt(&self) -> Option<&LeftOut> {
        self.outside.left_out().iter().find(|left_out| left_out.verdicts == Verdicts::Doubtful)
    }

    /// What the program calls beyond itself.
    pub fn outside(&self) -> &dyn Externals {
        &*self.outside
    }

    /// A path that has not begun.
    pub fn new(memory: Memory, outside: Box<dyn Externals>) -> Self {
        Self {
            memory,
            outside,
            path: PathCondition::new(),
            model: Rc::default(),
            inputs: SharedVec::new(),
            seeds: Seeds::default(),
            unasked: None,
            told: Told::default(),
            retold: None,
            is_left_behind: false,
            instructions: 0,
            frozen: SharedVec::new(),
            frames: Vec::new(),
            registers: Vec::new(),
            tags: Vec::new(),
            next_serial: 0,
            depth: 0,
            news: None,
            trail: None,
            resolving: None,
            contexts: Rc::default(),
            begun: Rc::default(),
            relocation: None,
            forked_at: None,
            forked_on: (Expr::TRUE, true),
            node: Node::default(),
            ran: 0,
            asked: 0,
            preferences: Rc::default(),
            forking: Forking::On,
        }
    }

    /// Another path that is where this one is. What both have is shared.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        self.freeze();
        self.depth += 1;
        self.clone()
    }

    /// Whether the path came to code of the program, not of its C library, that no path had seen, and none of
    /// those that parted from it since has shown it to anybody.
    pub fn has_news(&self) -> bool {
        self.news.as_deref().is_some_and(News::is_unshown)
    }

    /// What was seen last was seen by this path.
    pub(crate) fn add_news(&mut self, program: &Program) {
        News::add(&mut self.news, program.take_fresh());
    }

    /// The part of the tree of paths that it is.
    pub fn node(&self) -> Node {
        self.node
    }

    /// Instructions executed since it became that.
    pub fn ran(&self) -> u64 {
        self.ran
    }

    /// What the path was the first to see of the program's code, itself or before it parted from others, and what
    /// nobody has shown yet.
    pub fn unshown(&self) -> Vec<Sighting> {
        self.news.as_deref().map(News::unshown).unwrap_or_default()
    }

    /// Carries the first of the path's seeds as its input.
    pub(crate) fn follow_seed(&mut self) {
        let mut again = || self.retold.as_mut()?.next(|answer| matches!(answer, Answer::Follows(_)));
        let model = match (self.seeds.model(), again()) {
            (_, Some(Answer::Follows(model))) => model,
            (Some(model), _) if !Rc::ptr_eq(model, &self.model) => Rc::clone(model),
            _ => return,
        };
        self.told.add(Answer::Follows(Rc::clone(&model)));
        self.model = model;
    }

    /// The path is about to ask for the first time.
    pub(crate) fn remember_origin(&mut self) {
        if self.told.origin.is_none() {
            self.freeze();
            self.told.origin = Some(Rc::new(self.clone()));
        }
    }

    /// Times the path forked.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// A function is called that the world may see something of: no way leads back to before that.
    pub(crate) fn forget_trail(&mut self, function: ExternalId) {
        if let Some(trail) = &mut self.trail
            && !self.outside.is_inner(function)
        {
            trail.clear();
        }
    }

    /// Active calls.
    pub(crate) fn calls(&self) -> usize {
        self.frozen.len() + self.frames.len()
    }

    /// The active call that has `number` calls outside of it.
    pub(crate) fn call(&self, number: usize) -> Option<&Frame> {
        match number.checked_sub(self.frozen.len()) {
            Some(own) => self.frames.get(own),
            None => self.frozen.get(number).map(|frozen| &frozen.frame),
        }
    }

    /// Shares all calls but the innermost with the copies made from now on.
    fn freeze(&mut self) {
        let Some((top, outer)) = self.frames.split_last() else { return };
        for (i, frame) in outer.iter().enumerate() {
            let end = outer.get(i + 1).map_or(top.base, |next| next.base);
            let (first, last) = (frame.base.min(self.tags.len()), end.min(self.tags.len()));
            let tags = &self.tags[first..last];
            self.frozen.push(FrozenFrame {
                frame: *frame,
                registers: Some(self.registers[frame.base..end].into()),
                tags: tags.iter().any(|&tag| tag != CONCRETE).then(|| tags.into()),
            });
        }
        let (mut top, base) = (*top, top.base);
        self.registers.drain(..base);
        self.tags.drain(..base.min(self.tags.len()));
        top.base = 0;
        let start = self.memory.freeze(top.mark);
        top.local_bytes = if top.block == 0 { 0 } else { start };
        self.frames.clear();
        self.frames.push(top);
    }

    /// Takes the innermost frozen call back below the innermost call's registers; that one is returning.
    pub(crate) fn thaw_below(&mut self, returning: &mut Frame) {
        let Some(frozen) = self.frozen.pop() else { return };
        let registers = frozen.registers.as_deref().unwrap_or_default();
        let count = registers.len();
        self.registers.splice(0..0, registers.iter().copied());
        if frozen.tags.is_some() || !self.tags.is_empty() {
            let tags = frozen.tags.as_deref().unwrap_or_default();
            let padding = std::iter::repeat_n(CONCRETE, count - tags.len());
            self.tags.splice(0..0, tags.iter().copied().chain(padding));
        }
        returning.base += count;
        let mut frame = frozen.frame;
        frame.base = 0;
        let start = self.memory.thaw(frame.mark);
        frame.local_bytes = if frame.block == 0 { 0 } else { start };
        self.frames.push(frame);
    }

    /// Drops the calls above the first `depth`.
    pub(crate) fn unwind(&mut self, depth: usize) {
        while self.calls() > depth {
            match self.frames.pop() {
                Some(frame) => {
                    self.memory.release(frame.mark);
                    self.registers.truncate(frame.base);
                    self.tags.truncate(frame.base);
                }
                None => {
                    if let Some(frozen) = self.frozen.pop() {
                        self.memory.release(frozen.frame.mark);
                    }
                }
            }
        }
        if self.frames.is_empty() {
            let mut nothing = Frame::default();
            self.thaw_below(&mut nothing);
        }
    }

    /// What a register holds; `at` counts from the first register of all.
    pub(crate) fn register(&self, at: usize) -> Value {
        match self.tags.get(at) {
            Some(&tag) if tag != CONCRETE => Value::Symbolic(tag),
            _ => Value::Concrete(self.registers[at]),
        }
    }

    /// Sets a register; `at` counts from the first register of all.
    pub(crate) fn set_register(&mut self, at: usize, value: Value) {
        match value {
            Value::Concrete(number) => {
                self.registers[at] = number;
                if let Some(tag) = self.tags.get_mut(at) {
                    *tag = CONCRETE;
                }
            }
            Value::Symbolic(e) => {
                if self.tags.len() <= at {
                    self.tags.resize(self.registers.len(), CONCRETE);
                }
                self.tags[at] = e;
                if let Some(frame) = self.frames.last_mut() {
                    frame.tagged = true;
                }
            }
        }
    }

    /// What the registers of all active calls hold.
    pub(crate) fn register_values(&self) -> impl Iterator<Item = Value> {
        let value = |(number, tag): (&u64, Option<&Expr>)| match tag {
            Some(&tag) if tag != CONCRETE => Value::Symbolic(tag),
            _ => Value::Concrete(*number),
        };
        let own = self.registers.iter().enumerate().map(|(i, number)| (number, self.tags.get(i)));
        let frozen = self.frozen.iter().flat_map(|frame| {
            let tags = frame.tags.as_deref().unwrap_or_default();
            let registers = frame.registers.as_deref().unwrap_or_default();
            registers.iter().enumerate().map(move |(i, number)| (number, tags.get(i)))
        });
        own.chain(frozen).map(value)
    }

    /// As [`State::register_values`], those of the outermost call first, whether they are shared or not.
    pub(crate) fn registers_outermost_first(&self) -> impl Iterator<Item = Value> {
        let frozen: usize =
            self.frozen.iter().map(|frame| frame.registers.as_ref().map_or(0, |r| r.len())).sum();
        let mut all: Vec<Value> = self.register_values().collect();
        let own = all.len() - frozen;
        all.rotate_left(own);
        all.into_iter()
    }

    /// Copies registers with what they hold.
    pub(crate) fn copy_registers(&mut self, from: usize, to: usize, count: usize) {
        if self.tags.len() <= from {
            self.registers.copy_within(from..from + count, to);
            let end = (to + count).min(self.tags.len());
            if to < end {
                self.tags[to..end].fill(CONCRETE);
            }
            return;
        }
        let values: Vec<Value> = (from..from + count).map(|at| self.register(at)).collect();
        for (at, value) in (to..).zip(values) {
            self.set_register(at, value);
        }
    }

    /// Marks the expressions the path needs.
    pub fn mark(&self, marker: &mut Marker) {
        for condition in self.path.iter() {
            marker.mark(condition);
        }
        let frozen = self.frozen.iter().filter_map(|frame| frame.tags.as_deref()).flatten();
        for &tag in self.tags.iter().chain(frozen) {
            marker.mark(tag);
        }
        if let Some(others) = self.unasked {
            marker.mark(others);
        }
        for len in self.inputs.iter().filter_map(|input| input.len) {
            marker.mark(len);
        }
        for &preference in self.preferences.iter() {
            marker.mark(preference);
        }
        self.memory.mark(marker);
        self.outside.mark(marker);
        if let Some(trail) = &self.trail {
            trail.mark(marker);
        }
    }

    /// Instructions executed.
    pub fn instructions(&self, program: &Program) -> u64 {
        // Blocks are counted when they are entered; what the active calls have not reached yet comes off.
        let ahead = |frame: &Frame| {
            let code = program.code(frame.function)?;
            code.sources.get(index(frame.pc)).map(|source| u64::from(source.remaining))
        };
        let calls = (0..self.calls()).filter_map(|number| self.call(number));
        self.instructions - calls.filter_map(ahead).sum::<u64>()
    }

    /// Where the innermost call is.
    pub(crate) fn location(&self, program: &Program) -> Option<Loc> {
        let frame = self.frames.last()?;
        program.code(frame.function)?.sources.get(index(frame.pc))?.loc
    }

    /// Where the path is in the program's own code: the innermost call that is not the C library's, or else the
    /// innermost one.
    pub fn own_location(&self, program: &Program) -> Option<Loc> {
        self.own_calls(program).flatten().next().or_else(|| self.location(program))
    }

    /// As [`Self::own_location`], at no cost that grows with the stack where nobody knows source positions.
    pub(crate) fn nearest_own_location(&self, program: &Program) -> Option<Loc> {
        self.own_calls(program).next().flatten().or_else(|| self.location(program))
    }

    /// Where the calls are that are not the C library's, innermost first, as far as that is known.
    fn own_calls<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = Option<Loc>> + 'a {
        let calls = (0..self.calls()).rev().filter_map(|number| self.call(number));
        calls.filter_map(|frame| {
            let code = program.code(frame.function).filter(|code| code.part == Part::Program)?;
            Some(code.sources.get(index(frame.pc))?.loc)
        })
    }

    /// The function of the C library that the program called, if the innermost call is one of the library's.
    pub(crate) fn library_call(&self, program: &Program) -> Option<FuncId> {
        let calls = (0..self.calls()).rev().filter_map(|number| self.call(number));
        let parts = calls.filter_map(|frame| Some((frame.function, program.code(frame.function)?.part)));
        parts.take_while(|(_, part)| *part != Part::Program).last().map(|(function, _)| function)
    }

    /// Where the active calls are, innermost first.
    pub(crate) fn points<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = Point> + 'a {
        let calls = (0..self.calls()).rev().filter_map(|number| self.call(number));
        calls.filter_map(|frame| {
            let code = program.code(frame.function)?;
            // Blocks are laid out in their order, and each has an operation.
            let block =
                code.blocks.iter().as_slice().partition_point(|&start| start <= frame.pc).checked_sub(1)?;
            let block = vellum_collections::Id::from_index(block);
            let body = program.function(frame.function).body.as_ref()?;
            let behind = code.sources.get(index(frame.pc))?.remaining + 1;
            let instruction = len32(body.blocks[block].len()).saturating_sub(behind);
            Some(Point { function: frame.function, block, instruction })
        })
    }

    /// The active calls, innermost first.
    pub fn backtrace(&self, program: &Program) -> Vec<ActiveCall> {
        let call = |frame: &Frame| {
            let source =
                program.code(frame.function).and_then(|code| code.sources.get(index(frame.pc)).copied());
            let function = program.function(frame.function).name.clone();
            ActiveCall { function, loc: source.and_then(|source| source.loc) }
        };
        (0..self.calls()).rev().filter_map(|number| self.call(number)).map(call).collect()
    }
}
