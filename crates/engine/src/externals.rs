//! The seam to what the program calls and the module does not contain.

use std::rc::Rc;

use vellum_collections::SharedVec;
use vellum_expr::{BinaryOp, Evaluator, Expr, Exprs, Kind, Marker, Model, PathCondition};
use vellum_memory::{Access, Class, Memory, Origin, Reach, Value};

use crate::{end::End, seeds::Seeds, signature::Signature, state::InputObject};

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
    /// It only declares one, and does without where there is none.
    Optional,
}

/// A call from the program to the outside.
pub struct ExternalCall<'a> {
    /// The program's memory.
    pub memory: &'a mut Memory,
    /// The arguments, one word each (the low one of wide values). Zero for an expression, which only functions
    /// that take values are given.
    pub args: &'a [u64],
    /// The arguments as they are.
    pub values: &'a [Value],
    /// The same, where pointers that are expressions say which object they were made from; none when all are numbers.
    pub pointers: &'a [Value],
    /// The registers of all arguments, one after the other: a wide value has several.
    pub registers: &'a [Value],
    /// All expressions.
    pub exprs: &'a mut Exprs,
    /// What the path has decided.
    pub path: &'a PathCondition,
    /// An input that takes the path.
    pub model: &'a Rc<Model>,
    /// Evaluates expressions for that input.
    pub evaluator: &'a mut Evaluator,
    /// The parts of the input the program asked for.
    pub inputs: &'a mut SharedVec<InputObject>,
    /// The input to use instead of symbols, when a test is replayed.
    pub replay: Option<&'a [ReplayObject]>,
    /// Inputs to try first that still take the path.
    pub seeds: &'a mut Seeds,
    /// For objects this call makes or frees.
    pub origin: Origin,
    /// For heap objects this call makes, if somebody classifies them.
    pub class: Option<Class>,
    /// The function of the C library that the program called, if the call is made inside of it; `None` where the program's own
    /// code makes it, and where nobody wants to know ([`Externals::wants_callers`]).
    pub through: Option<&'a str>,
    /// Instructions executed so far: the only clock a deterministic answer may depend on.
    pub instructions: u64,
    /// What the call asked for by [`Outcome::Bound`].
    pub most: Option<u64>,
    /// Where the call returns to: what `setjmp` has to remember.
    pub point: ReturnPoint,
    /// How arguments and result are passed.
    pub signature: Signature<'a>,
}

/// A part of the input of a test that is replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayObject {
    /// What the program calls it.
    pub name: Box<[u8]>,
    /// What it holds.
    pub bytes: Box<[u8]>,
}

/// A place in the program that a call returns to, in a form the program's memory can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnPoint(pub [u64; 2]);

impl ExternalCall<'_> {
    /// Argument `i`; 0 when the program passed fewer.
    pub fn arg(&self, i: usize) -> u64 {
        self.args.get(i).copied().unwrap_or(0)
    }

    /// Argument `i`; the number 0 when the program passed fewer.
    pub fn value(&self, i: usize) -> Value {
        self.values.get(i).copied().unwrap_or(Value::Concrete(0))
    }

    /// The object that argument `i` was made from, a pointer that is an expression, and the offset in it; `None` where it is
    /// no such pointer, or one of several.
    pub fn place(&mut self, i: usize) -> Option<(u64, Expr)> {
        match self.pointers.get(i)? {
            &Value::Symbolic(pointer) => self.exprs.as_place(pointer),
            Value::Concrete(_) => None,
        }
    }

    /// Whether argument `i` holds bytes that nobody wrote.
    pub fn has_garbage(&self, i: usize) -> bool {
        matches!(self.value(i), Value::Symbolic(e) if self.exprs.has_garbage(e))
    }

    /// What `value` is for the input in `model`.
    pub fn witness(&mut self, value: Value) -> u64 {
        match value {
            Value::Concrete(number) => number,
            Value::Symbolic(e) => self.evaluator.word(self.exprs, self.model, e),
        }
    }

    /// Argument `i` as a number. Where it may be several, the path has to decide first: the error is what to
    /// return from the call.
    pub fn number(&mut self, i: usize) -> Result<u64, Outcome> {
        self.number_of(self.value(i))
    }

    /// As [`Self::number`], of any value.
    pub fn number_of(&mut self, value: Value) -> Result<u64, Outcome> {
        let e = match value {
            Value::Concrete(number) => return Ok(number),
            Value::Symbolic(e) => e,
        };
        let number = self.witness(Value::Symbolic(e));
        let constant = self.exprs.constant(self.exprs.width(e), number);
        let equal = self.exprs.eq(e, constant);
        match self.decided(equal) {
            Some(true) => Ok(number),
            _ => Err(Outcome::Decide(equal)),
        }
    }

    /// Whether the path has decided `condition`.
    pub fn decided(&mut self, condition: Expr) -> Option<bool> {
        decided(self.exprs, self.path, condition)
    }
}

/// Whether `path` has decided `condition`.
pub fn decided(exprs: &mut Exprs, path: &PathCondition, condition: Expr) -> Option<bool> {
    if let Some(known) = exprs.as_const(condition) {
        return Some(known != 0);
    }
    let opposite = exprs.not(condition);
    if is_decided(exprs, path, condition) {
        Some(true)
    } else {
        is_decided(exprs, path, opposite).then_some(false)
    }
}

/// Whether `condition` is among the conditions of a path, which has conjunctions in parts.
fn is_decided(exprs: &Exprs, path: &PathCondition, condition: Expr) -> bool {
    if path.contains(condition) {
        return true;
    }
    match exprs.kind(condition) {
        Kind::Binary(BinaryOp::And, a, b) => is_decided(exprs, path, a) && is_decided(exprs, path, b),
        _ => exprs.as_const(condition) == Some(1),
    }
}

/// What a function of the outside can work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Only numbers: where an argument may be several, paths part before the call.
    Numbers,
    /// Expressions as well.
    Values,
}

/// What a path comes to on which an assumption cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Otherwise {
    /// To an error: the program misused the assumption, as KLEE has it.
    Misuse,
    /// To a quiet end, which is counted.
    Quiet,
}

/// What becomes of a path where more than one way is possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Forking {
    /// It goes all of them.
    #[default]
    On,
    /// It goes that of the input it carries, and the others are stopped there. Not so where one of them may be an error: at checks,
    /// and where a pointer may lead to several objects or to none.
    Off,
}

/// What a call to the outside leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returns this number (cut to the type the program expects).
    Return(u64),
    /// It returns this number, and does again whenever it is called with the program's memory as it is now: the world has no
    /// part in that, and sees nothing of it.
    Repeats(u64),
    /// It returns this.
    Value(Value),
    /// It returns this, and the path goes on only where the condition holds.
    ValueIf(Value, Expr),
    /// It returns the value that lies in memory as these bytes do, and the path goes on only where the condition
    /// holds.
    BytesIf([u8; 16], Expr),
    /// The path goes on only where the condition holds, and the call returns nothing.
    Assume(Expr, Otherwise),
    /// Of the inputs that take the path to its end, one for which the condition holds is to be shown, if there is any.
    Prefer(Expr),
    /// From here on, paths part where more than one way is possible, or they do not.
    Forking(Forking),
    /// The call cannot go on before the path has decided the condition; it is made again.
    Decide(Expr),
    /// The call cannot go on before it is known that these bytes are all inside their object; the path ends where they are
    /// not, and where they are the call is made again.
    Inside(Access, Reach),
    /// The call cannot go on before it is known how large this can be, which the path has decided to be no larger than that;
    /// it is made again, and finds the answer in [`ExternalCall::most`].
    Bound(Expr, u64),
    /// Control goes back to this point, where a call returns a second time.
    LongJump {
        /// The point, as an earlier call had it.
        point: ReturnPoint,
        /// What the call there returns now.
        value: u32,
    },
}

/// What the outside did otherwise than the real one on a path, so that behaviour of the program was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// What that was, to be told to the user.
    pub what: Box<str>,
    /// What it means for findings that come after it.
    pub verdicts: Verdicts,
}

/// What findings on a path are worth after the outside did otherwise than the real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdicts {
    /// They are the program's: it has to expect that such a call fails, or nothing else depends on it.
    Stand,
    /// A correct program may go wrong there only because of us, as when it goes on to use what a call did not give it.
    Doubtful,
}

/// What is at an address that is in no object of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Nothing.
    Nothing,
    /// Memory of the outside, which the program may read: these bytes.
    Bytes(Vec<u8>),
    /// Memory of the outside that cannot be read any more.
    Gone,
}

/// Functions the module does not contain.
///
/// Laws: `resolve` gives the same answer every time; `call` depends on nothing but the call and what earlier
/// calls left behind.
pub trait Externals {
    /// The function provided under `name`, if any. A program's own definition is replaced only by names that
    /// are an agreement with the engine.
    fn resolve(&self, name: &str, definition: Definition) -> Option<ExternalId>;

    /// Where a variable of that many bytes is that the program declares and does not define: in memory of the outside,
    /// of which [`Self::beyond`] tells.
    fn variable(&self, name: &str, size: u64) -> Option<u64> {
        let _ = (name, size);
        None
    }

    /// What a function can work with.
    fn takes(&self, function: ExternalId) -> Takes;

    /// Whether a function works on the program's memory alone: the world sees nothing of it and has no part in what it
    /// returns.
    fn is_inner(&self, function: ExternalId) -> bool {
        let _ = function;
        false
    }

    /// Whether what a call does depends on the function of the C library it was made through.
    fn wants_callers(&self) -> bool {
        false
    }

    /// Performs a call. It may be made again (after [`Outcome::Decide`], or when memory it reads turns out to
    /// hold expressions), so it changes nothing before it has all it needs.
    fn call(&mut self, function: ExternalId, call: &mut ExternalCall<'_>) -> Result<Outcome, End>;

    /// Whether executing a path again would repeat nothing outside of it: no call of external code, and no output that was
    /// shown.
    fn can_be_repeated(&self) -> bool {
        true
    }

    /// The same outside for another path from here on.
    fn fork(&self) -> Box<dyn Externals>;

    /// Marks the expressions it holds.
    fn mark(&self, marker: &mut Marker) {
        let _ = marker;
    }

    /// Whether the object of the heap that starts at `base` is none that the program frees: a mapping.
    fn is_mapping(&self, base: u64) -> bool {
        let _ = base;
        false
    }

    /// What is at an address that is in no object: something that an earlier call brought may lead there.
    fn beyond(&self, address: u64, len: u64) -> Beyond {
        let _ = (address, len);
        Beyond::Nothing
    }

    /// What was left out on this path, each thing once.
    fn left_out(&self) -> &[LeftOut] {
        &[]
    }

    /// Adds to an input that takes the path what no condition mentions but the program saw, or made of it.
    fn complete(&self, exprs: &Exprs, model: &mut Model) {
        let _ = (exprs, model);
    }
}
