//! Calls of functions that have no bitcode: the host's libraries.
//!
//! The objects a call can reach are copied to where it finds them, and what it changed is copied back. A call is made
//! once: everything that could make the path repeat it is settled before. All paths share the libraries' own memory;
//! pointers into it are numbers that the program can read through, not write.

mod arguments;
mod data;
mod objects;

use std::ops::Range;

use vellum_collections::{Set, cast::index};
use vellum_engine::{Beyond, Bug, BugKind, End, ExternalCall, Outcome};
use vellum_expr::Expr;
use vellum_foreign::{Answer, Argument, Call, Failure, Host, Kind, Output, Place, Region};
use vellum_memory::{FaultKind, Heap, ObjectKind, Value};

use self::{arguments::kind_of, data::Variables, objects::Reached};
use crate::{config::Policy, kernel::Kernel};

/// Bytes of a pointer, and of a structure's part in a register.
const POINTER_BYTES: usize = 8;

/// The lowest address that a pointer into a library's memory may have.
const LOWEST: u64 = 1 << 32;

/// How many objects of earlier calls a call finds that nothing leads to.
const KEPT: usize = 32;

/// Stands for more than one helper, and so for none that answers now.
const TWO_LIVES: u64 = u64::MAX;

/// External code, as all paths share it.
#[derive(Default)]
pub(crate) struct External {
    host: Option<Host>,
    /// The functions that were found.
    names: Set<Box<str>>,
    /// Constants that are where calls find them.
    placed: Set<u64>,
    /// Variables of the libraries that the program uses.
    variables: Variables,
}

impl External {
    /// External code that `config` describes, if there is to be any.
    pub(crate) fn new(config: Option<vellum_foreign::Config>) -> Self {
        Self { host: config.map(Host::new), ..Self::default() }
    }

    /// Loads the libraries.
    pub(crate) fn load(&mut self) -> Result<(), vellum_foreign::Error> {
        self.host.as_mut().map_or(Ok(()), Host::load)
    }

    /// The number of the function of that name, if there is one.
    pub(crate) fn find(&mut self, name: &str) -> Option<usize> {
        if let Some(known) = self.names.get_index_of(name) {
            return Some(known);
        }
        let found = self.host.as_mut()?.find(name).is_ok_and(|found| found.is_some());
        found.then(|| self.names.insert_full(name.into()).0)
    }
}

/// The program's `errno` before a call.
struct ErrnoBefore {
    place: Option<u64>,
    value: i32,
    was_symbolic: bool,
}

/// What is passed to external code, and on which condition it is what the path has.
#[derive(Default)]
struct Passing {
    args: Vec<Argument>,
    conditions: Vec<Expr>,
    /// What the path has to decide before.
    question: Option<Outcome>,
}

impl Kernel {
    /// Loads the libraries that the configuration names.
    pub fn load_libraries(&self) -> Result<(), vellum_foreign::Error> {
        self.shared.external.borrow_mut().load()
    }

    /// What is at an address that is in no object.
    pub(crate) fn outside_memory(&self, address: u64, len: u64) -> Beyond {
        let mut external = self.shared.external.borrow_mut();
        let External { host: Some(host), variables, .. } = &mut *external else { return Beyond::Nothing };
        let life = match self.external_life {
            0 => variables.life(host),
            _ if variables.contains(address) => variables.life(host),
            life => life,
        };
        if life == 0 {
            return Beyond::Nothing;
        }
        match host.beyond(life, address, len) {
            vellum_foreign::Beyond::Nothing => Beyond::Nothing,
            vellum_foreign::Beyond::Bytes(bytes) => Beyond::Bytes(bytes),
            vellum_foreign::Beyond::Gone => Beyond::Gone,
        }
    }

    /// An end that blames the program for memory that is not its own becomes one that blames nobody.
    pub(crate) fn blame(&self, end: End) -> End {
        let End::Bug(Bug { fault: Some(fault), kind: BugKind::Memory(kind), .. }) = &end else { return end };
        let is_ours = !matches!(kind, FaultKind::OutOfBounds | FaultKind::InvalidFree);
        if is_ours || self.outside_memory(fault.address, 1) == Beyond::Nothing {
            return end;
        }
        End::Unsupported(format!("a call with memory of external code at {:#x}", fault.address).into())
    }

    /// Calls function number `id` of those that were found.
    pub(crate) fn call_external(&mut self, id: u32, call: &mut ExternalCall<'_>) -> Result<Outcome, End> {
        let name: Box<str> = {
            let external = self.shared.external.borrow();
            external.names.get_index(index(id)).expect("the number came from `find`").clone()
        };
        if self.config.policy == Policy::None {
            return refuse(format!("`{name}` is external code, and --external none forbids to call it"));
        }
        let result = kind_of(call.signature.result())
            .map_err(|what| unsupported(format!("`{name}` is external code and returns {what}")))?;
        let mut passing = Passing::default();
        if let Some(outcome) = self.arguments(&name, call, &mut passing)? {
            return Ok(outcome);
        }
        self.refuse_functions(&name, call, &passing)?;
        let life = self.meet_helper(&name)?;
        let objects = Reached::gather(&name, call, &self.config, &mut passing, &self.external_kept)?;
        if let Some(question) = passing.question {
            return Ok(question);
        }
        self.refuse_lost_memory(&name, call, life, &passing, &objects)?;
        let errno = self.errno(&name, call, &mut passing)?;
        let request = Call {
            name: name.to_string(),
            args: passing.args,
            result,
            errno: errno.value,
            output: if call.inputs.is_empty() || self.config.show_output {
                Output::Shown
            } else {
                Output::Hidden
            },
        };
        if !self.shared.calls_external.replace(true) {
            self.warn(format!(
                "`{name}`, and what else has no bitcode, is called in the host, whose state all paths share"
            ));
        }
        self.keep(call, &request);
        let (answer, objects) = self.make_call(&request, objects, call)?;
        self.note_pointers(call, &answer, result, &objects);
        for object in &objects {
            object
                .take_over(call)
                .map_err(|what| unsupported(format!("`{name}` is external code and {what}")))?;
        }
        if let Some(place) = errno.place.filter(|_| errno.was_symbolic || answer.errno != errno.value) {
            let value = Value::Concrete(answer.errno.cast_unsigned().into());
            // A program that made its `errno` something else has none.
            let _ = call.memory.store_value(call.exprs, place, 4, value);
        }
        let is_wide = matches!(result, Kind::Wide | Kind::Pair(_) | Kind::LongDouble | Kind::Double);
        if passing.conditions.is_empty() {
            return Ok(if is_wide {
                Outcome::BytesIf(answer.bytes, Expr::TRUE)
            } else {
                Outcome::Return(answer.value())
            });
        }
        self.leave_out(format!(
            "`{name}` is external code and got symbolic values: its paths go on with one value of each, the others \
             are not explored"
        ));
        let all = passing.conditions.into_iter().fold(Expr::TRUE, |all, one| call.exprs.and(all, one));
        Ok(if is_wide {
            Outcome::BytesIf(answer.bytes, all)
        } else {
            Outcome::ValueIf(Value::Concrete(answer.value()), all)
        })
    }

    /// What `e` is for external code: what it must be, or a value it has, on that condition.
    fn number(
        &self,
        name: &str,
        what: &str,
        call: &mut ExternalCall<'_>,
        passing: &mut Passing,
        e: Expr,
    ) -> Result<u64, End> {
        if let Some(number) = call.exprs.as_const(e) {
            return Ok(number);
        }
        let number = call.witness(Value::Symbolic(e));
        let constant = call.exprs.constant(call.exprs.width(e), number);
        let equal = call.exprs.eq(e, constant);
        match call.decided(equal) {
            Some(true) => Ok(number),
            _ if self.config.policy == Policy::All => {
                passing.conditions.push(equal);
                Ok(number)
            }
            _ => refuse(format!(
                "`{name}` is external code and {what} is symbolic; --external all passes a value of it"
            )),
        }
    }

    /// In this process nothing could be said when external code calls a function of the program.
    fn refuse_functions(
        &mut self,
        name: &str,
        call: &ExternalCall<'_>,
        passing: &Passing,
    ) -> Result<(), End> {
        let is_function = |word| call.signature.function_at(word);
        let words = || passing.args.iter().flat_map(Argument::words);
        let Some(function) = words().find_map(is_function) else { return Ok(()) };
        let place = self.shared.external.borrow().host.as_ref().map(Host::place);
        if place == Some(Place::InProcess) {
            return Err(called_back(name, "is given", function));
        }
        self.leave_out(format!(
            "`{name}` is external code and is given `{function}`, a function of the program, which it cannot call"
        ));
        Ok(())
    }

    /// Makes the call with the objects in their places: those that may have changed, as they are now.
    fn make_call(
        &mut self,
        request: &Call,
        mut objects: Vec<Reached>,
        call: &ExternalCall<'_>,
    ) -> Result<(Answer, Vec<Reached>), End> {
        let mut external = self.shared.external.borrow_mut();
        let External { host, placed, .. } = &mut *external;
        let host = host.as_mut().expect("somebody found the function");
        let timeout = host.timeout();
        let mut work = || {
            host.map(&objects::regions(call.memory))?;
            for object in &objects {
                if !object.is_constant {
                    host.write(object.base, &object.bytes)?;
                } else if !placed.contains(&object.base) {
                    host.write(object.base, &object.bytes)?;
                    placed.insert(object.base);
                }
            }
            let answer = host.call(request)?;
            objects.retain(|object| !object.is_constant);
            for object in &mut objects {
                object.after = object.bytes.clone();
                host.read(object.base, &mut object.after)?;
            }
            host.settle(objects.iter().map(Reached::pages).sum());
            Ok(answer)
        };
        let answer = work();
        drop(external);
        match answer {
            Ok(answer) => Ok((answer, objects)),
            Err(failure) => Err(end_of(&request.name, &failure, timeout, call)),
        }
    }

    /// Takes note of pointers into the libraries' own memory among what a call brought. A path with such pointers of
    /// two helpers has no way to tell them apart: to it, memory of both is gone.
    fn note_pointers(&mut self, call: &ExternalCall<'_>, answer: &Answer, result: Kind, objects: &[Reached]) {
        let regions = objects::regions(call.memory);
        let words = answer.words();
        let returned = match result {
            Kind::Word => &words[..1],
            Kind::Wide | Kind::Pair(_) => &words[..],
            _ => &[],
        };
        let mut words: Vec<u64> =
            objects.iter().flat_map(Reached::new_words).chain(returned.iter().copied()).collect();
        words.retain(|&word| is_beyond(&regions, word));
        let external = self.shared.external.borrow();
        let Some(host) = external.host.as_ref().filter(|_| !words.is_empty()) else { return };
        let life = host.life();
        if self.external_life == life {
            words.retain(|word| !is_within(&self.external_memory, *word));
        }
        if words.is_empty() {
            return;
        }
        let mut found = host.own_memory();
        found.retain(|range| words.iter().any(|word| range.contains(word)));
        if found.is_empty() {
            return;
        }
        // What grew since, such as the heap, takes the place of what it was.
        self.external_memory
            .retain(|old| !found.iter().any(|new| new.start <= old.start && old.end <= new.end));
        self.external_memory.extend(found);
        self.external_life = if [0, life].contains(&self.external_life) { life } else { TWO_LIVES };
    }

    /// Which helper makes the next call. A new one has kept nothing of what earlier ones were given.
    fn meet_helper(&mut self, name: &str) -> Result<u64, End> {
        let mut external = self.shared.external.borrow_mut();
        // Whoever makes the call says what failed.
        let _ = external.load();
        let External { host, variables, .. } = &mut *external;
        let life = host.as_ref().map_or(0, Host::life);
        if let Some(host) = host
            && variables.life(host) != life
            && !variables.is_empty()
        {
            return refuse(format!(
                "`{name}` is external code, and variables of the host are elsewhere in a new helper process"
            ));
        }
        if self.external_last != life {
            self.external_kept.clear();
        }
        Ok(life)
    }

    /// Ends a path that would pass on pointers of a helper that ended: what is there now is something else.
    fn refuse_lost_memory(
        &mut self,
        name: &str,
        call: &ExternalCall<'_>,
        life: u64,
        passing: &Passing,
        objects: &[Reached],
    ) -> Result<(), End> {
        if ![0, life].contains(&self.external_life) {
            let passed = passing.args.iter().flat_map(Argument::words);
            let mut words = passed.chain(objects.iter().flat_map(Reached::old_words));
            let regions = objects::regions(call.memory);
            let is_lost = |word: u64| is_beyond(&regions, word) && is_within(&self.external_memory, word);
            if let Some(lost) = words.find(|&word| is_lost(word)) {
                return refuse(format!(
                    "`{name}` is external code and is given {lost:#x}, memory of a helper process that ended"
                ));
            }
        }
        if ![0, life].contains(&self.external_last) {
            self.leave_in_doubt(
                "a call ended the helper process, and other paths go on in a new one: what external code kept from \
                 their earlier calls is gone",
            );
        }
        self.external_last = life;
        Ok(())
    }

    /// Takes note of the objects that a call is given, whose addresses external code may keep, as `strtok` does.
    fn keep(&mut self, call: &ExternalCall<'_>, request: &Call) {
        for word in request.args.iter().flat_map(Argument::words) {
            let Some(object) = call.memory.object_at(word) else { continue };
            if object.kind == ObjectKind::Constant {
                continue;
            }
            self.external_kept.retain(|kept| kept.base != object.base);
            self.external_kept.push(object);
        }
        let excess = self.external_kept.len().saturating_sub(KEPT);
        self.external_kept.drain(..excess);
    }

    /// `errno` as external code gets it: a symbolic one is passed as an argument is.
    fn errno(
        &mut self,
        name: &str,
        call: &mut ExternalCall<'_>,
        passing: &mut Passing,
    ) -> Result<ErrnoBefore, End> {
        let place = self.errno_place(call);
        let value = place.and_then(|place| call.memory.load_value(call.exprs, place, 4));
        let (number, was_symbolic) = match value.unwrap_or(Value::Concrete(0)) {
            Value::Concrete(number) => (number, false),
            Value::Symbolic(e) => {
                let e = call.exprs.without_garbage(e);
                (self.number(name, "`errno`", call, passing, e)?, true)
            }
        };
        let value = vellum_collections::cast::low32(number).cast_signed();
        Ok(ErrnoBefore { place, value, was_symbolic })
    }

    /// Where the program's `errno` is; without a C library, an object of ours.
    pub(crate) fn errno_place(&mut self, call: &mut ExternalCall<'_>) -> Option<u64> {
        if self.thread_pointer == 0 && self.own_errno == 0 {
            let origin = vellum_engine::Maker::Engine.origin();
            self.own_errno = call.memory.allocate(Heap::Engine, 4, 4, origin)?;
        }
        Some(crate::functions::errno_address(self))
    }
}

/// Whether a word may be a pointer into a library's memory.
fn is_beyond(regions: &[Region], word: u64) -> bool {
    word >= LOWEST && !objects::is_in(regions, word)
}

/// Whether an address is in one of the ranges.
fn is_within(ranges: &[Range<u64>], address: u64) -> bool {
    ranges.iter().any(|range| range.contains(&address))
}

/// Why the path ends at a call that failed.
fn end_of(name: &str, failure: &Failure, timeout: std::time::Duration, call: &ExternalCall<'_>) -> End {
    match failure {
        Failure::Interrupted => End::Interrupted,
        Failure::OutOfTime => End::Stopped("max-time".into()),
        Failure::Crashed { address: Some(address), jumped: true, .. }
            if let Some(function) = call.signature.function_at(*address) =>
        {
            called_back(name, "called back", function)
        }
        Failure::Crashed { address: Some(address), .. }
            if call.memory.object_at(*address).is_some() && call.memory.is_constant(*address) =>
        {
            unsupported(format!("`{name}` is external code and {failure}, a constant of the program"))
        }
        Failure::TimedOut => {
            let limit = format!("{timeout:?} (--external-timeout)");
            unsupported(format!("`{name}` is external code and did not return within {limit}"))
        }
        failure => unsupported(format!("`{name}` is external code and {failure}")),
    }
}

fn called_back(name: &str, how: &str, function: &str) -> End {
    unsupported(format!(
        "{name} {how} `{function}`, a function of the program: external code cannot call into the program"
    ))
}

fn unsupported(what: String) -> End {
    End::Unsupported(what.into())
}

fn refuse<T>(what: String) -> Result<T, End> {
    Err(unsupported(what))
}
