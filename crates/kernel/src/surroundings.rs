//! What of a program's surroundings is symbolic, and the paths a program with such surroundings begins with.
//!
//! Names and sizes of the objects are those of KLEE's POSIX runtime, and so is their order. Bytes of an object
//! that the program sees as numbers (the zero at the end of an argument, a file's size) are in no expression;
//! [`Kernel::complete_input`] says what they are when a test case is written.

use std::{
    ops::{Range, RangeInclusive},
    rc::Rc,
};

use vellum_collections::{
    SharedVec,
    cast::{index, len32, len64},
};
use vellum_engine::{End, InputObject, Maker, ReplayObject, Seeds, State};
use vellum_expr::{Expr, Exprs, Input, Model, PathCondition};
use vellum_memory::{Heap, Memory, Value};

use crate::{
    content::Content,
    failures::{ALLOCATIONS, FAILURES, FailingAllocations, Failures, MayFail},
    fds::OnExec,
    files::{Base, Node, NodeId, OpenFile, Plain, What},
    functions::replayed,
    kernel::Kernel,
};

/// What a program starts with.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The arguments, the program's name first.
    pub args: Vec<Argument>,
    /// How many symbolic files there are (`A`, `B`, …), and what each holds.
    pub files: Option<(u32, Template)>,
    /// Symbolic standard input.
    pub stdin: Option<Template>,
    /// Whether standard output goes into an object of the test case.
    pub stdout: bool,
    /// How many system calls of a path may fail for no reason.
    pub max_fail: MayFail,
    /// How many allocations of a path may.
    pub malloc_fail: MayFail,
}

/// An argument of a program, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// This one.
    Given(Vec<u8>),
    /// One of up to so many bytes.
    Symbolic(u32),
    /// A number of them in this range, each of up to so many bytes.
    Several(RangeInclusive<u32>, u32),
}

/// Bytes of which some are symbolic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The bytes; `None` is symbolic.
    pub bytes: Vec<Option<u8>>,
    /// What a symbolic byte may be.
    pub allowed: RangeInclusive<u8>,
}

impl Template {
    /// That many bytes, all of them symbolic, with any value.
    pub fn open(len: u32) -> Self {
        Self { bytes: vec![None; index(len)], allowed: 0..=u8::MAX }
    }

    /// Whether all bytes are symbolic.
    fn is_open(&self) -> bool {
        self.bytes.iter().all(Option::is_none)
    }
}

impl Surroundings {
    /// The names of the symbolic files, with what each holds.
    fn letters(&self) -> impl Iterator<Item = (u8, &Template)> {
        let files = self.files.iter();
        files.flat_map(|(count, template)| {
            (b'A'..=b'Z').take(index(*count)).map(move |letter| (letter, template))
        })
    }
}

/// Bytes of the object for standard output.
const STDOUT_LEN: u32 = 1024;

/// The bytes of a `struct stat` that are symbolic: the file's number, its links, the rights of others than its
/// owner and part of his, owner, group, and the seconds of the three times.
const SYMBOLIC_STAT: &[std::ops::Range<u32>] =
    &[8..10, 16..17, 24..25, 28..30, 32..34, 72..76, 88..92, 104..108];

/// Where the number of links and the upper half of the mode are.
const LINKS: u32 = 16;
const UPPER_MODE: u32 = 25;

/// The upper half of the mode of a file its owner may read, and of such a device.
const REGULAR: u8 = 0x81;
const DEVICE: u8 = 0x21;

impl Kernel {
    /// The paths a program begins with, each with what its entry point takes; one for each number of arguments
    /// there may be. The error is what the engine cannot do.
    pub fn beginnings(
        &self,
        memory: &Memory,
        exprs: &mut Exprs,
        surroundings: &Surroundings,
        env: &[Vec<u8>],
        seeds: &Seeds,
    ) -> Result<Vec<(State, u64)>, End> {
        let mut paths = Vec::new();
        for counts in counts(&surroundings.args) {
            let start = Start { seeds: seeds.clone(), ..Start::new(exprs, memory.clone()) };
            paths.push(self.begin(start, surroundings, &mut counts.into_iter(), env)?);
        }
        Ok(paths)
    }

    /// The path a test takes: the same surroundings, with the values of its objects.
    pub fn beginning_of_test(
        &self,
        memory: &Memory,
        exprs: &mut Exprs,
        surroundings: &Surroundings,
        env: &[Vec<u8>],
        objects: &[ReplayObject],
    ) -> Result<(State, u64), End> {
        let start = Start { replay: Some(objects), ..Start::new(exprs, memory.clone()) };
        self.begin(start, surroundings, &mut std::iter::empty(), env)
    }

    fn begin(
        &self,
        mut start: Start<'_>,
        surroundings: &Surroundings,
        counts: &mut dyn Iterator<Item = u32>,
        env: &[Vec<u8>],
    ) -> Result<(State, u64), End> {
        let mut kernel = self.clone();
        let args = start.arguments(&surroundings.args, counts)?;
        start.files(&mut kernel, surroundings)?;
        let Start { memory: mut own, path, model, inputs, shown, seeds, .. } = start;
        let stack = self.initial_stack_at(&mut own, &args, env).ok_or_else(no_room)?;
        kernel.shown = Rc::new(shown);
        let mut state = State::new(own, kernel.outside());
        state.path = path;
        state.model = seeds.model().map_or_else(|| Rc::new(model), Rc::clone);
        state.inputs = inputs;
        state.seeds = seeds;
        Ok((state, stack))
    }

    /// Adds to an input what the program saw of it as numbers, and what it wrote to standard output.
    pub(crate) fn complete_input(&self, exprs: &Exprs, model: &mut Model) {
        for shown in &*self.shown {
            shown.complete(model);
        }
        if let Some((input, node)) = self.stdout
            && let Base::Memory(content) = &self.files.node(node).base
        {
            let mut output = content.slice(0..STDOUT_LEN.into());
            output.resize(STDOUT_LEN.into());
            let output = output.evaluate(exprs, model);
            set(model, input, 0, &output);
        }
    }
}

/// An input of which the program sees some bytes as numbers.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    input: Input,
    bytes: Vec<u8>,
    /// Where it sees no numbers, by rising place.
    symbolic: Vec<Range<u32>>,
}

impl Shown {
    /// Adds the numbers to an input.
    fn complete(&self, model: &mut Model) {
        let mut at = 0;
        let end = len32(self.bytes.len());
        for next in self.symbolic.iter().cloned().chain(std::iter::once(end..end)) {
            set(model, self.input, at, &self.bytes[index(at)..index(next.start)]);
            at = next.end;
        }
    }
}

fn no_room() -> End {
    End::Unsupported("arguments and environment do not fit into memory".into())
}

fn set(model: &mut Model, input: Input, first: u32, bytes: &[u8]) {
    for (at, &byte) in (first..).zip(bytes) {
        model.set(input, at, byte.into());
    }
}

/// The places below `end` that fulfil a condition, in stretches as long as can be.
fn stretches(end: u32, is_in: impl Fn(u32) -> bool) -> Vec<Range<u32>> {
    let mut found: Vec<Range<u32>> = Vec::new();
    for at in (0..end).filter(|&at| is_in(at)) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// For each way to choose: how many arguments each of `args` becomes that may be several.
fn counts(args: &[Argument]) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for arg in args {
        let Argument::Several(choices, _) = arg else { continue };
        let extended = |known: &Vec<u32>| {
            let known = known.clone();
            choices.clone().map(move |count| [known.as_slice(), &[count]].concat())
        };
        all = all.iter().flat_map(extended).collect();
    }
    all
}

/// A part of the input, under a name no other part of this path has.
pub(crate) fn add_input(
    exprs: &mut Exprs,
    inputs: &mut SharedVec<InputObject>,
    name: &str,
    size: u32,
) -> Input {
    add_sized_input(exprs, inputs, name, (size, None))
}

/// As [`add_input`], of which there may be fewer bytes: as many as the expression says.
pub(crate) fn add_sized_input(
    exprs: &mut Exprs,
    inputs: &mut SharedVec<InputObject>,
    name: &str,
    (size, len): (u32, Option<Expr>),
) -> Input {
    let taken = |name: &str| inputs.iter().any(|object| exprs.input_name(object.input) == name);
    let numbered = |number: usize| if number == 0 { name.to_owned() } else { format!("{name}_{number}") };
    // Those of the same name have the lower numbers; only a name that looks like one of these is in the way.
    let mut number = inputs.iter().filter(|object| *object.name == *name).count();
    while taken(&numbered(number)) {
        number += 1;
    }
    let unique = numbered(number);
    let input = exprs.input(&unique, size);
    inputs.push(InputObject { input, name: name.into(), len });
    input
}

/// A path before it begins.
struct Start<'a> {
    exprs: &'a mut Exprs,
    memory: Memory,
    path: PathCondition,
    /// An input that takes the path.
    model: Model,
    inputs: SharedVec<InputObject>,
    /// The inputs of which the program sees some bytes as numbers.
    shown: Vec<Shown>,
    /// The values of the input, when a test is replayed.
    replay: Option<&'a [ReplayObject]>,
    /// Inputs to try first.
    seeds: Seeds,
}

impl<'a> Start<'a> {
    fn new(exprs: &'a mut Exprs, memory: Memory) -> Self {
        Self {
            exprs,
            memory,
            path: PathCondition::new(),
            model: Model::new(),
            inputs: SharedVec::new(),
            shown: Vec::new(),
            replay: None,
            seeds: Seeds::default(),
        }
    }

    /// A new part of the input, and what the program sees of it: symbols where `is_symbolic` says so, else
    /// `bytes`. Those are also what the input is to begin with. In a replay, the test has numbers for the symbols.
    fn input(
        &mut self,
        name: &str,
        bytes: &[u8],
        is_symbolic: impl Fn(u32) -> bool,
    ) -> Result<(Input, Content), End> {
        let number = self.inputs.len();
        let input = add_input(self.exprs, &mut self.inputs, name, len32(bytes.len()));
        let replay =
            self.replay.map(|objects| replayed(self.exprs, objects, number, name, input)).transpose()?;
        self.take_seeds(number, name, input, bytes, &is_symbolic);
        for (at, &byte) in (0..).zip(bytes).filter(|&(_, &byte)| byte != 0) {
            self.model.set(input, at, byte.into());
        }
        let mut content = Content::concrete(bytes.to_vec());
        let symbolic = stretches(len32(bytes.len()), is_symbolic);
        for places in symbolic.iter().cloned() {
            match replay {
                Some(bytes) => {
                    let part = &bytes[index(places.start)..index(places.end)];
                    content.write(places.start.into(), &Content::concrete(part.to_vec()));
                }
                None => {
                    content.set_untouched(places.start.into()..places.end.into(), input, places.start.into());
                }
            }
        }
        let is_all_symbolic = matches!(&symbolic[..], [all] if *all == (0..len32(bytes.len())));
        if !is_all_symbolic {
            self.shown.push(Shown { input, bytes: bytes.to_vec(), symbolic });
        }
        Ok((input, content))
    }

    /// Seeds must have the bytes that are no symbols. What a file has in its `stat` beside symbols depends on
    /// who made the test, and nobody believes it.
    fn take_seeds(
        &mut self,
        number: usize,
        name: &str,
        input: Input,
        bytes: &[u8],
        is_symbolic: &dyn Fn(u32) -> bool,
    ) {
        self.seeds.take(self.exprs, number, name, input, |seed| {
            let fits = |at: u32| is_symbolic(at) || seed[index(at)] == bytes[index(at)];
            name.ends_with("_stat") || (0..len32(bytes.len())).all(fits)
        });
    }

    /// Adds a condition of the path. A test that is replayed is believed.
    fn assume(&mut self, condition: Expr) {
        if self.replay.is_none() {
            self.path.assume(self.exprs, condition);
            drop(self.seeds.split_off(self.exprs, condition));
        }
    }

    /// How many arguments come next, of which there may be as many as `range` says.
    fn count(
        &mut self,
        range: &RangeInclusive<u32>,
        counts: &mut dyn Iterator<Item = u32>,
    ) -> Result<u32, End> {
        if range.start() == range.end() {
            return Ok(counts.next().unwrap_or(*range.start()));
        }
        let count = match self.replay {
            Some(objects) => self.count_of_test(objects, range)?,
            None => counts.next().expect("there is a number for each"),
        };
        self.input("n_args", &count.to_le_bytes(), |_| false)?;
        Ok(count)
    }

    fn count_of_test(&self, objects: &[ReplayObject], range: &RangeInclusive<u32>) -> Result<u32, End> {
        let bytes = objects.get(self.inputs.len()).and_then(|object| (*object.bytes).try_into().ok());
        match bytes.map(u32::from_le_bytes) {
            Some(count) if !range.contains(&count) => {
                let (least, most) = (range.start(), range.end());
                let what = format!("`n_args` should be {least} to {most}, the test has {count}");
                Err(End::Misfit(what.into()))
            }
            // What else is wrong shows when the object is taken.
            count => Ok(count.unwrap_or(*range.start())),
        }
    }

    /// The addresses of the arguments; each of `args` that may be several becomes as many as `counts` says.
    fn arguments(
        &mut self,
        args: &[Argument],
        counts: &mut dyn Iterator<Item = u32>,
    ) -> Result<Vec<u64>, End> {
        let mut addresses = Vec::new();
        let mut number = 0;
        for arg in args {
            let (count, len) = match arg {
                Argument::Given(text) => {
                    let content = Content::concrete([text, &[0][..]].concat());
                    addresses.push(self.object(&content).ok_or_else(no_room)?);
                    continue;
                }
                Argument::Symbolic(len) => (1, *len),
                Argument::Several(range, len) => (self.count(range, counts)?, *len),
            };
            for _ in 0..count {
                let zeros = vec![0; index(len) + 1];
                let (_, content) = self.input(&format!("arg{number:02}"), &zeros, |at| at < len)?;
                addresses.push(self.object(&content).ok_or_else(no_room)?);
                number += 1;
            }
        }
        Ok(addresses)
    }

    fn object(&mut self, content: &Content) -> Option<u64> {
        let address = self.memory.allocate(Heap::Engine, content.len(), 16, Maker::Engine.origin())?;
        self.memory.initialise(address, content.bytes())?;
        for (at, e) in content.symbolic(self.exprs) {
            self.memory.store_value(self.exprs, address + at, 1, Value::Symbolic(e))?;
        }
        Some(address)
    }

    /// Gives `kernel` its symbolic files and failures, in KLEE's order.
    fn files(&mut self, kernel: &mut Kernel, surroundings: &Surroundings) -> Result<(), End> {
        for (letter, template) in surroundings.letters() {
            let name = format!("{}_data", char::from(letter));
            let (_, content) = self.template(&name, template)?;
            let node = if template.is_open() {
                self.node(kernel, &name, content, &[REGULAR])?
            } else {
                self.plain_node(kernel, &name, content)?
            };
            kernel.files.letters.push(letter);
            kernel.files.names.insert(vec![letter], Some(node));
        }
        if let Some(template) = &surroundings.stdin {
            let (_, content) = self.template("stdin", template)?;
            let node = self.node(kernel, "stdin", content, &[REGULAR, DEVICE])?;
            kernel.replace_standard(0, node, libc::O_RDONLY);
        }
        if surroundings.max_fail.most > 0 {
            let mut objects = [Expr::FALSE; FAILURES.len()];
            for (object, failure) in objects.iter_mut().zip(&FAILURES) {
                let (_, content) = self.input(failure.name, &[0; 4], |_| true)?;
                *object = content.number(self.exprs, 0..4);
            }
            kernel.failures = Some(Failures::new(surroundings.max_fail, objects));
        }
        let MayFail { most, callers } = surroundings.malloc_fail;
        if most > 0 {
            let zeros = vec![0; 4 * index(most)];
            let (_, content) = self.input(ALLOCATIONS, &zeros, |_| true)?;
            let numbers = (0..u64::from(most)).map(|at| content.number(self.exprs, 4 * at..4 * at + 4));
            kernel.failing_allocations = Some(FailingAllocations::new(callers, numbers.collect()));
        }
        if surroundings.stdout {
            let number = self.inputs.len();
            let input = add_input(self.exprs, &mut self.inputs, "stdout", STDOUT_LEN);
            if let Some(objects) = self.replay {
                replayed(self.exprs, objects, number, "stdout", input)?;
            }
            self.seeds.take(self.exprs, number, "stdout", input, |_| true);
            let node = self.node(kernel, "stdout", Content::default(), &[REGULAR])?;
            kernel.stdout = Some((input, node));
            kernel.replace_standard(1, node, libc::O_WRONLY);
        }
        Ok(())
    }

    fn template(&mut self, name: &str, template: &Template) -> Result<(Input, Content), End> {
        let low = *template.allowed.start();
        let bytes: Vec<u8> = template.bytes.iter().map(|byte| byte.unwrap_or(low)).collect();
        let is_symbolic = |at| template.bytes[index(at)].is_none();
        let (input, content) = self.input(name, &bytes, is_symbolic)?;
        if template.allowed != (0..=u8::MAX) {
            for (_, symbol) in content.symbolic(self.exprs) {
                let (low, high) = (self.exprs.constant(8, low.into()), *template.allowed.end());
                let high = self.exprs.constant(8, high.into());
                let (above, below) = (self.exprs.ule(low, symbol), self.exprs.ule(symbol, high));
                self.assume(above);
                self.assume(below);
            }
        }
        Ok((input, content))
    }

    /// A file whose status is known: of one that somebody wrote a template for, nobody asks when it was changed.
    fn plain_node(&mut self, kernel: &mut Kernel, name: &str, content: Content) -> Result<NodeId, End> {
        let bytes = self.plain(&content).bytes();
        let (_, stat) = self.input(&format!("{name}_stat"), &bytes, |_| false)?;
        Ok(kernel.files.add(Node::new(Base::Memory(content), stat)))
    }

    fn plain(&self, content: &Content) -> Plain {
        // The symbolic bytes of the number are below: no two files are the same.
        let number = (len64(self.inputs.len()) + 1) << 16;
        Plain { number, mode: libc::S_IFREG | 0o644, size: content.len() }
    }

    /// A file with symbolic `stat`, of one of these types.
    fn node(
        &mut self,
        kernel: &mut Kernel,
        name: &str,
        content: Content,
        types: &[u8],
    ) -> Result<NodeId, End> {
        let bytes = self.plain(&content).bytes();
        let is_symbolic = |at| {
            SYMBOLIC_STAT.iter().any(|range| range.contains(&at)) || (at == UPPER_MODE && types.len() > 1)
        };
        let (_, stat) = self.input(&format!("{name}_stat"), &bytes, is_symbolic)?;
        let (zero, links) = (self.exprs.zero(8), stat.expr(self.exprs, LINKS.into()));
        let linked = self.exprs.ne(links, zero);
        self.assume(linked);
        let mode = stat.expr(self.exprs, UPPER_MODE.into());
        let mut possible = Expr::FALSE;
        for &kind in types {
            let kind = self.exprs.constant(8, kind.into());
            let equal = self.exprs.eq(mode, kind);
            possible = self.exprs.or(possible, equal);
        }
        self.assume(possible);
        Ok(kernel.files.add(Node::new(Base::Memory(content), stat)))
    }
}

impl Kernel {
    /// Makes a file the program's standard input or output.
    fn replace_standard(&mut self, fd: u64, node: NodeId, flags: i32) {
        let flags = u64::from(flags.unsigned_abs());
        let file = OpenFile::new(What::Node(node), 0, flags, None);
        let open = self.open_own(file);
        self.fds.set_own(fd, open, OnExec::Keep);
    }
}
