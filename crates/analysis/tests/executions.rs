//! What the points-to analysis says, against what random programs do.
//!
//! The programs are made of everything that moves a pointer, and run in a small interpreter that knows for each pointer the
//! object and the offset. Every place a pointer was seen at must be among those the analysis names for the value. And
//! where a program goes the same way with two inputs, a pointer leads to objects of one class in both.

use std::{collections::BTreeMap, fmt::Write};

use vellum_analysis::{
    PointsTo,
    points_to::{AliasClasses, CallSite, ClassOptions, ObjectId, ObjectKind, Place},
};
use vellum_collections::{Id, Random};
use vellum_ir::{
    BinaryOp, BlockId, Call, Callee, Const, ConstKind, FuncId, GlobalId, Init, Inst, IntPredicate, Intrinsic,
    Module, Operand, Symbol, Value, text, verify,
};

const FUNCTIONS: u64 = 5;
const GLOBALS: u64 = 3;
const SIZE: u64 = 32;
const INPUTS: i64 = 3;

/// A program under construction: the names of pointers of the function that is being written.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    pointers: Vec<String>,
    next: u32,
    block: String,
}

impl Writer<'_> {
    fn program(random: &mut Random) -> String {
        let mut writer =
            Writer { random, text: String::new(), pointers: Vec::new(), next: 0, block: String::new() };
        writer.text.push_str("declare @malloc(i64) -> ptr declare @realloc(ptr, i64) -> ptr\n");
        for number in 0..GLOBALS {
            let _ = writeln!(writer.text, "global @g{number} {SIZE} align 8");
        }
        let _ = writeln!(writer.text, "global @k {SIZE} align 8 constant = ptr @g0 at 0 + ptr @g1 at 16");
        for number in 0..FUNCTIONS {
            writer.function(number);
        }
        writer.text
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }

    /// The last function is the one the program starts with.
    fn function(&mut self, number: u64) {
        self.pointers = (0..GLOBALS).map(|number| format!("@g{number}")).collect();
        self.pointers.push("@k".to_owned());
        self.pointers.extend((0..number).map(|number| format!("@f{number}")));
        "e".clone_into(&mut self.block);
        if number == FUNCTIONS - 1 {
            self.text.push_str("func @main(%i: i64) -> i32 { e:\n");
        } else {
            let _ = writeln!(self.text, "func @f{number}(%p: ptr, %q: ptr, %i: i64) -> ptr {{ e:");
            self.pointers.extend(["%p".to_owned(), "%q".to_owned()]);
        }
        for _ in 0..2 {
            self.local();
        }
        let count = 6 + self.below(14);
        for _ in 0..count {
            self.statement(number);
        }
        if number == FUNCTIONS - 1 {
            self.text.push_str("ret i32 0 }\n");
        } else {
            let result = self.pointer();
            let _ = writeln!(self.text, "ret ptr {result} }}");
        }
    }

    /// One of the pointers; those that came last more often.
    fn pointer(&mut self) -> String {
        let count = u64::try_from(self.pointers.len()).unwrap();
        let skip = if self.below(3) == 0 { 0 } else { count.saturating_sub(5) };
        let at = skip + self.below(count - skip);
        self.pointers[usize::try_from(at).unwrap()].clone()
    }

    fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    /// A new pointer.
    fn define(&mut self, value: &str) {
        let name = self.fresh();
        let _ = writeln!(self.text, "  {name} = {value}");
        self.pointers.push(name);
    }

    fn local(&mut self) {
        let name = self.fresh();
        let _ = writeln!(self.text, "  {name} = alloca {SIZE} align 8 \"l\"");
        self.pointers.push(name);
    }

    fn statement(&mut self, number: u64) {
        let (a, b) = (self.pointer(), self.pointer());
        match self.below(16) {
            0 => self.define(&format!("call ptr @malloc(i64 {SIZE})")),
            1 => self.define(&format!("call ptr @realloc(ptr {a}, i64 {SIZE})")),
            2 | 3 => {
                let by = [8, 16, 24, -8][usize::try_from(self.below(4)).unwrap()];
                self.define(&format!("ptradd {a}, {by}"));
            }
            4 => {
                let scale = [8, 16, 4][usize::try_from(self.below(3)).unwrap()];
                self.define(&format!("ptradd {a}, 0, {scale} * i64 %i"));
            }
            5 | 6 => self.define(&format!("load ptr {a}")),
            7..=9 => {
                let _ = writeln!(self.text, "  store ptr {a}, {b}");
            }
            10 => {
                let condition = self.fresh();
                let is = self.below(3);
                let _ = writeln!(self.text, "  {condition} = icmp eq i64 %i, {is}");
                self.define(&format!("select i1 {condition}, ptr {a}, ptr {b}"));
            }
            11 => {
                let (number, moved) = (self.fresh(), self.fresh());
                let _ = writeln!(self.text, "  {number} = ptrtoint ptr {a} to i64");
                let _ = writeln!(self.text, "  {moved} = add i64 {number}, 8");
                self.define(&format!("inttoptr i64 {moved} to ptr"));
            }
            12 => {
                let length = 8 + 8 * self.below(3);
                let _ = writeln!(self.text, "  call void llvm.memcpy(ptr {a}, ptr {b}, i64 {length}, i1 0)");
            }
            13 if number > 0 => {
                let callee = self.below(number);
                self.define(&format!("call ptr @f{callee}(ptr {a}, ptr {b}, i64 %i)"));
            }
            14 if number > 0 => {
                let function = self.below(number);
                let condition = self.fresh();
                let callee = self.fresh();
                let _ = writeln!(self.text, "  {condition} = icmp eq i64 %i, 1");
                let _ = writeln!(self.text, "  {callee} = select i1 {condition}, ptr @f{function}, ptr {a}");
                self.pointers.push(callee.clone());
                self.define(&format!("call ptr {callee}(ptr {a}, ptr {b}, i64 %i)"));
            }
            _ => self.walk(&a),
        }
    }

    /// A loop that goes on from one element to the next, or from one node of a list.
    fn walk(&mut self, from: &str) {
        let [at, next, count, more, is_end] = [0; 5].map(|_| self.fresh());
        let number = self.next;
        let way = match self.below(2) {
            0 => format!("ptradd {at}, 8"),
            _ => format!("load ptr {at}"),
        };
        let before = std::mem::replace(&mut self.block, format!("after{number}"));
        let _ = writeln!(
            self.text,
            "  br loop{number}
             loop{number}: {at} = phi ptr [ {from}, {before} ], [ {next}, loop{number} ]
               {count} = phi i64 [ 0, {before} ], [ {more}, loop{number} ]
               {next} = {way}
               {more} = add i64 {count}, 1
               {is_end} = icmp eq i64 {more}, 3
               br {is_end}, after{number}, loop{number}
             after{number}:"
        );
        self.pointers.extend([at, next]);
    }
}

/// What a register or a word of memory holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Word {
    Number(i64),
    Pointer(usize, i64),
    Function(FuncId),
}

/// What made an object.
#[derive(Clone, Debug)]
enum Maker {
    Global(GlobalId),
    Local(FuncId, Value),
    Heap(Vec<CallSite>),
}

struct Object {
    maker: Maker,
    is_constant: bool,
    words: BTreeMap<i64, Word>,
}

/// A value of a function that was a pointer.
struct Sight {
    function: FuncId,
    value: Value,
    object: Result<usize, FuncId>,
    offset: i64,
}

/// A run. An instruction that makes a mistake does nothing, and its result is no pointer.
struct Run<'m> {
    module: &'m Module,
    objects: Vec<Object>,
    globals: BTreeMap<usize, usize>,
    calls: Vec<CallSite>,
    seen: Vec<Sight>,
    /// Blocks that were entered, and calls that were made.
    way: Vec<CallSite>,
}

/// What an instruction cannot do.
struct Mistake;

type Step<T> = Result<T, Mistake>;

impl<'m> Run<'m> {
    fn new(module: &'m Module, input: i64) -> Self {
        let (objects, globals, calls) = (Vec::new(), BTreeMap::new(), Vec::new());
        let mut run = Self { module, objects, globals, calls, seen: Vec::new(), way: Vec::new() };
        for (id, global) in module.globals.iter_ids() {
            run.globals.insert(id.index(), run.objects.len());
            run.objects.push(Object {
                maker: Maker::Global(id),
                is_constant: global.constant,
                words: BTreeMap::new(),
            });
        }
        for (number, global) in module.globals.iter().enumerate() {
            let Init::Data { relocations, .. } = &global.init else { continue };
            for relocation in relocations {
                let word = run.constant(relocation.value);
                run.objects[number].words.insert(i64::try_from(relocation.offset).unwrap(), word);
            }
        }
        let main = module.function_named("main").unwrap();
        let _ = run.function(main, &[Word::Number(input)]);
        run
    }

    fn constant(&self, constant: Const) -> Word {
        match self.module.consts.kind(constant) {
            ConstKind::Bits(_, bits) => Word::Number(bits.to_u64().unwrap().cast_signed()),
            ConstKind::Symbol(Symbol::Global(id)) => Word::Pointer(self.globals[&id.index()], 0),
            ConstKind::Symbol(Symbol::Function(id)) => Word::Function(*id),
            _ => Word::Number(0),
        }
    }

    fn operand(&self, registers: &BTreeMap<usize, Word>, operand: Operand) -> Step<Word> {
        match operand {
            Operand::Const(constant) => Ok(self.constant(constant)),
            Operand::Value(value) => registers.get(&value.index()).copied().ok_or(Mistake),
        }
    }

    fn set(&mut self, registers: &mut BTreeMap<usize, Word>, function: FuncId, value: Value, word: Word) {
        registers.insert(value.index(), word);
        let (object, offset) = match word {
            Word::Number(_) => return,
            Word::Pointer(object, offset) => (Ok(object), offset),
            Word::Function(id) => (Err(id), 0),
        };
        self.seen.push(Sight { function, value, object, offset });
    }

    fn function(&mut self, id: FuncId, args: &[Word]) -> Step<Word> {
        let body = self.module.functions[id].body.as_ref().ok_or(Mistake)?;
        if args.len() != self.module.functions[id].params.len() || self.way.len() > 2000 {
            return Err(Mistake);
        }
        let mut registers = BTreeMap::new();
        for (number, arg) in args.iter().enumerate() {
            self.set(&mut registers, id, Value::from_index(number), *arg);
        }
        let (mut block, mut before) = (BlockId::from_index(0), BlockId::from_index(0));
        'blocks: loop {
            self.way.push(CallSite { function: id, block, instruction: 0 });
            let entry = registers.clone();
            for (number, data) in body.blocks[block].iter().enumerate() {
                let get = |run: &Self, operand| run.operand(&registers, operand);
                let site = CallSite { function: id, block, instruction: u32::try_from(number).unwrap() };
                let result = match &data.inst {
                    Inst::Phi(incoming) => {
                        let from = incoming.iter().find(|(from, _)| *from == before).ok_or(Mistake)?.1;
                        self.operand(&entry, from).map(Some)
                    }
                    Inst::Br(to) => {
                        (before, block) = (block, *to);
                        continue 'blocks;
                    }
                    Inst::CondBr(condition, yes, no) => {
                        let is_true = get(self, *condition)? == Word::Number(1);
                        (before, block) = (block, if is_true { *yes } else { *no });
                        continue 'blocks;
                    }
                    Inst::Ret(Some(operand)) => return get(self, *operand),
                    Inst::Alloca(_) => Ok(Some(self.allocate(Maker::Local(id, data.result.unwrap())))),
                    Inst::Call(call) => self.call(site, call, get),
                    inst => self.simple(inst, get),
                };
                let result = result.unwrap_or(None);
                if let Some(value) = data.result {
                    registers.remove(&value.index());
                }
                if let (Some(value), Some(word)) = (data.result, result) {
                    self.set(&mut registers, id, value, word);
                }
            }
            return Err(Mistake);
        }
    }

    fn simple(&mut self, inst: &Inst, get: impl Fn(&Self, Operand) -> Step<Word>) -> Step<Option<Word>> {
        Ok(match inst {
            Inst::Load(address) => Some(self.load(get(self, *address)?)?),
            Inst::Store { value, address } => {
                let (word, address) = (get(self, *value)?, get(self, *address)?);
                self.store(address, word)?;
                None
            }
            Inst::PtrAdd { base, offset, terms, .. } => {
                let mut by = *offset;
                for term in terms {
                    let Word::Number(index) = get(self, term.index)? else { return Err(Mistake) };
                    by += index * term.scale;
                }
                Some(moved(get(self, *base)?, by)?)
            }
            Inst::Binary(BinaryOp::Add, _, a, b) => match (get(self, *a)?, get(self, *b)?) {
                (Word::Number(a), Word::Number(b)) => Some(Word::Number(a.wrapping_add(b))),
                (pointer, Word::Number(by)) => Some(moved(pointer, by)?),
                _ => return Err(Mistake),
            },
            Inst::Compare(IntPredicate::Eq, a, b) => {
                Some(Word::Number(i64::from(get(self, *a)? == get(self, *b)?)))
            }
            Inst::Select(condition, a, b) => {
                let is_true = get(self, *condition)? == Word::Number(1);
                Some(get(self, if is_true { *a } else { *b })?)
            }
            Inst::Cast(_, a) => Some(get(self, *a)?),
            other => panic!("programs have no {other:?}"),
        })
    }

    fn call(
        &mut self,
        site: CallSite,
        call: &Call,
        get: impl Fn(&Self, Operand) -> Step<Word>,
    ) -> Step<Option<Word>> {
        let args: Step<Vec<Word>> = call.args.iter().map(|arg| get(self, arg.value)).collect();
        let args = args?;
        let pointer = match call.callee {
            Callee::Pointer(pointer) => Some(get(self, pointer)?),
            _ => None,
        };
        let callee = match (&call.callee, pointer) {
            (Callee::Function(id), _) => *id,
            (_, Some(Word::Function(id))) => id,
            (Callee::Intrinsic(Intrinsic::Memcpy), _) => {
                let [to, from, Word::Number(length), _] = args[..] else { return Err(Mistake) };
                let words: Step<Vec<Word>> =
                    (0..length / 8).map(|word| self.load(moved(from, 8 * word)?)).collect();
                for (at, word) in words?.into_iter().enumerate() {
                    self.store(moved(to, 8 * i64::try_from(at).unwrap())?, word)?;
                }
                return Ok(None);
            }
            _ => return Err(Mistake),
        };
        self.calls.push(site);
        self.way.push(site);
        let result = self.called(callee, &args);
        self.calls.pop();
        result.map(Some)
    }

    fn called(&mut self, callee: FuncId, args: &[Word]) -> Step<Word> {
        let calls = || self.calls.iter().rev().copied().collect();
        match &*self.module.functions[callee].name {
            "malloc" => Ok(self.allocate(Maker::Heap(calls()))),
            "realloc" => {
                // Always to somewhere else, with what was there.
                let Word::Pointer(old, 0) = args[0] else { return Err(Mistake) };
                if !matches!(self.objects[old].maker, Maker::Heap(_)) {
                    return Err(Mistake);
                }
                let new = self.allocate(Maker::Heap(calls()));
                let words = std::mem::take(&mut self.objects[old].words);
                self.objects.last_mut().unwrap().words = words;
                Ok(new)
            }
            _ => self.function(callee, args),
        }
    }

    fn allocate(&mut self, maker: Maker) -> Word {
        self.objects.push(Object { maker, is_constant: false, words: BTreeMap::new() });
        Word::Pointer(self.objects.len() - 1, 0)
    }

    fn load(&self, address: Word) -> Step<Word> {
        let Word::Pointer(object, offset) = address else { return Err(Mistake) };
        self.objects[object].words.get(&offset).copied().ok_or(Mistake)
    }

    fn store(&mut self, address: Word, word: Word) -> Step<()> {
        let Word::Pointer(object, offset) = address else { return Err(Mistake) };
        let is_inside = offset % 8 == 0 && (0..SIZE.cast_signed()).contains(&offset);
        if !is_inside || self.objects[object].is_constant {
            return Err(Mistake);
        }
        self.objects[object].words.insert(offset, word);
        Ok(())
    }
}

/// Far outside its object a pointer is lost.
fn moved(pointer: Word, by: i64) -> Step<Word> {
    match pointer {
        Word::Pointer(object, offset) if (-64..=96).contains(&(offset + by)) => {
            Ok(Word::Pointer(object, offset + by))
        }
        Word::Number(number) => Ok(Word::Number(number.wrapping_add(by))),
        _ => Err(Mistake),
    }
}

/// What the analysis calls an object of a run.
fn named(found: &PointsTo, run: &Run<'_>, object: usize) -> Option<ObjectId> {
    match &run.objects[object].maker {
        Maker::Global(id) => found.global(*id),
        Maker::Local(function, value) => found.local(*function, *value),
        Maker::Heap(calls) => found.allocation(calls.iter().copied()),
    }
}

fn covers(place: Place, offset: i64) -> bool {
    match place {
        Place::At(at) => at == offset,
        Place::Every { stride, residue } => offset.rem_euclid(stride.cast_signed()) == residue.cast_signed(),
    }
}

/// Whether the value is the local itself, whose address goes nowhere: it counts as a register.
fn is_register(found: &PointsTo, run: &Run<'_>, sight: &Sight) -> bool {
    let object = sight.object.map(|object| &run.objects[object].maker);
    let is_it = |function, value| (function, value) == (sight.function, sight.value);
    matches!(object, Ok(Maker::Local(function, value)) if is_it(*function, *value)
        && found.local(*function, *value).is_none())
}

fn check_places(found: &PointsTo, run: &Run<'_>, source: &str) -> usize {
    let mut checked = 0;
    for sight in run.seen.iter().filter(|sight| !is_register(found, run, sight)) {
        let places = found.places(sight.function, sight.value);
        let is_it = |(object, place): &(ObjectId, Place)| match sight.object {
            Ok(seen) => named(found, run, seen) == Some(*object) && covers(*place, sight.offset),
            Err(function) => found.kind(*object) == ObjectKind::Function(function),
        };
        assert!(
            places.iter().any(is_it),
            "{} of {}: {:?} + {} is not in {places:?}\n{source}",
            sight.value,
            run.module.functions[sight.function].name,
            sight.object.map(|object| &run.objects[object].maker),
            sight.offset,
        );
        checked += 1;
    }
    checked
}

/// How often a pointer led to two objects, each of which has a class.
fn check_classes(found: &PointsTo, classes: &AliasClasses, a: &Run<'_>, b: &Run<'_>, source: &str) -> usize {
    let mut met = 0;
    let common = a.way.iter().zip(&b.way).take_while(|(a, b)| a == b).count();
    if common < a.way.len().min(b.way.len()) {
        return 0;
    }
    for (x, y) in a.seen.iter().zip(&b.seen) {
        let (Ok(first), Ok(second)) = (x.object, y.object) else { continue };
        if (x.function, x.value) != (y.function, y.value) {
            break;
        }
        let objects = [named(found, a, first), named(found, b, second)];
        if let [Some(first), Some(second)] = objects
            && first != second
        {
            let both = [first, second].map(|object| classes.class_of(object));
            assert!(both[0].is_some() && both[0] == both[1], "{objects:?} at {}\n{source}", x.value);
            met += 1;
        }
    }
    met
}

#[test]
fn what_random_programs_do_is_among_what_the_analysis_says() {
    let mut random = Random::new(21);
    let (mut checked, mut met) = (0, 0);
    for _ in 0..3000 {
        let source = Writer::program(&mut random);
        let module = text::parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        verify::check(&module).unwrap_or_else(|error| panic!("{error}\n{source}"));
        let found = PointsTo::analyse(&module);
        let options = ClassOptions { globals: true, constants: true, locals: true };
        let classes = found.classes(&module, options);
        let runs: Vec<Run<'_>> = (0..INPUTS).map(|input| Run::new(&module, input)).collect();
        for (number, run) in runs.iter().enumerate() {
            checked += check_places(&found, run, &source);
            for other in &runs[..number] {
                met += check_classes(&found, &classes, run, other, &source);
            }
        }
    }
    assert!(checked > 100_000 && met > 1_000, "{checked} places, {met} meetings");
}
