//! The text form of a module: what `Display` prints and [`parse()`] reads.
//!
//! Printing, reading and printing again gives the same bytes. Nothing in a valid module is lost but the
//! numbers of types, constants and positions, which no text shows.
//!
//! ```text
//! global @table 16 align 8 constant = bytes "ab\00\ff" + ptr @main at 8
//! declare @malloc(i64) -> ptr
//!
//! func @main(%argc: i32, %argv: ptr) -> i32 {
//! entry:
//!   %x = alloca 4 align 4 "x"
//!   store i32 7, %x                    ; a comment
//!   %v = load i32 %x
//!   %s = add nsw i32 %v, 1
//!   %c = icmp slt i32 %s, 10
//!   br %c, then, else
//! then:
//!   ret i32 %s
//! else:
//!   unreachable
//! }
//! ```
//!
//! # Words
//!
//! Blanks, ends of lines and comments (`;` to the end of the line) only separate words.
//!
//! ```text
//! WORD    letter or _, then letters, digits, _ . $ and inner -; the names of blocks are words
//! %VALUE  % and letters, digits, _ . $
//! @SYMBOL @ and letters, digits, _ . $, or @STRING; @#name is a symbol without name, known as that in the text
//! NUMBER  decimal or 0x hexadecimal, perhaps after -; a float may have a fraction and an exponent
//! STRING  "…" on one line; \hh is a byte in hexadecimal, \\ \" \n are what they are in C
//! ```
//!
//! A name is free to choose. Printing names values by number (`%0`) and blocks likewise (`b0`); reading
//! gives `%7` the number 7 if that is a number of a value of the function, so that a printed module keeps
//! its numbers. Values, blocks and symbols may be used before the text defines them.
//!
//! # Modules
//!
//! `[x]` is an optional `x`, `x…` one or more, `x,…` any number, separated by commas, `a | b` a choice;
//! words in capitals stand for others.
//!
//! ```text
//! MODULE   [wide-int-align NUMBER] ITEM…
//! ITEM     constructors @SYMBOL,…
//!          destructors @SYMBOL,…
//!          section STRING @SYMBOL,…             globals one after the other
//!          global @SYMBOL SIZE [align NUMBER] [constant] [= INIT] [LOC]
//!          declare [weak] global @SYMBOL SIZE [align NUMBER] [constant] [LOC]
//!          declare [weak] @SYMBOL(TYPE [PASSED],… [, ...]) [-> TYPE] [FLAGS] [LOC]
//!          func [weak] @SYMBOL(%VALUE: TYPE [PASSED],… [, ...]) [-> TYPE] [FLAGS] [LOC] { BLOCK… }
//! INIT     PART [+ PART]…                       bytes come first, the rest of the global is zero
//! PART     bytes STRING | TYPE CONST at NUMBER
//! FLAGS    [returns_twice] [unoptimised] [prologue STRING]
//! PASSED   byval(SIZE, ALIGN) | signext | zeroext
//! BLOCK    WORD: LINE…
//! LINE     [%VALUE =] INSTRUCTION [LOC]
//! LOC      !loc(STRING:LINE:COLUMN in STRING [inlined at STRING:LINE:COLUMN in STRING]…)
//! ```
//!
//! An alignment that is not given is 1, a result type that is not given is `void`.
//!
//! # Types and constants
//!
//! ```text
//! TYPE     void | iN | half | bfloat | float | double | x86_fp80 | fp128 | ptr
//!          <N x TYPE> | [N x TYPE] | { TYPE,… } | <{ TYPE,… }>
//! CONST    NUMBER                               an integer, a pointer, the bits of a float in hexadecimal,
//!                                               or a float or double as a decimal number that is rounded
//!          null | undef | zero
//!          @SYMBOL
//!          blockaddress(@SYMBOL, WORD)
//!          { OPERAND,… } | [ OPERAND,… ] | < OPERAND,… >    by kind of the type; packed structs are { }
//!          add(TYPE CONST, TYPE CONST) | sub(…) | mul(…) | xor(…) | resize(TYPE CONST)
//! ```
//!
//! # Instructions
//!
//! `T` is a type that must be given and `x` an operand of it; `[T] y` is an operand whose type follows from
//! what stands before it and need not be given: the type before, `ptr` for an address and a callee, `i1`
//! for a condition. Giving one that differs is how to write what [`verify`](crate::verify) rejects.
//!
//! ```text
//! add|sub|… [nsw] [nuw] [exact] T x, [T] y      fneg T x                freeze T x
//! icmp eq|… T x, [T] y                          fcmp oeq|… T x, [T] y
//! trunc|zext|… T x to T                         select T c, T x, [T] y
//! alloca SIZE [align N] [count T x] [STRING]    the count is `i32 1` if not given
//! load T [ptr] a                                store T x, [ptr] a
//! ptradd [ptr] a, BYTES [, SCALE * T x]… [LEADS] or ptradd [ptr] a, SCALE * T x [, …]… [LEADS]
//!                                               LEADS: member, or element of BYTES
//! extractvalue T x, N,…                         insertvalue T x, T part, N,…
//! extractelement T x, T lane                    insertelement T x, [T] element, T lane
//! shufflevector T x, [T] y, [N | undef,…]
//! atomicrmw xchg|add|… [ptr] a, T x             cmpxchg [ptr] a, T expected, [T] new
//! call T @SYMBOL(T x [PASSED],…)                 va_arg T [ptr] a
//! call T [ptr] a(T x [PASSED],…)                 `ptr @f` is a call through a pointer
//! call T llvm.NAME(T x,…)                       phi T [ [T] x, WORD ],…
//! br WORD                                       br [i1] c, WORD, WORD
//! switch T x, WORD [ NUMBER: WORD,… ]           indirectbr [ptr] a, [ WORD,… ]
//! ret void                                      ret T x
//! unreachable                                   unsupported [T] STRING
//! ```

use std::{error::Error, fmt};

use crate::{
    constant::Const,
    inst::{InstData, Operand},
    module::{Body, FuncId, GlobalId, Module},
    types::Type,
};

mod lex;
mod names;
mod parse;
mod print;

use self::print::Cx;

/// Why a text is not a module, and where that shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong, as a sentence without full stop.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}:{}: {}", self.line, self.column, self.message)
    }
}

impl Error for ParseError {}

/// Reads a module.
///
/// Total: every text is a module or an error. A module that was read need not be valid:
/// [`verify::check`](crate::verify::check) says.
///
/// ```
/// use vellum_ir::{text, verify};
///
/// let module = text::parse("func @f(%x: i32) -> i32 { entry: %y = add nsw i32 %x, 1 ret i32 %y }")?;
/// assert_eq!(verify::check(&module), Ok(()));
/// assert_eq!(
///     module.to_string(),
///     "func @f(%0: i32) -> i32 {\nb0:\n  %1 = add nsw i32 %0, 1\n  ret i32 %1\n}\n",
/// );
/// let error = text::parse("declare @f(foo)").unwrap_err();
/// assert_eq!(error.to_string(), "line 1:12: expected a type, found `foo`");
/// # Ok::<(), text::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Module, ParseError> {
    parse::module(text)
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::module(self, f)
    }
}

/// The name of a function in text form.
pub fn of_function(module: &Module, function: FuncId) -> impl fmt::Display {
    Cx::new(module).function(function)
}

/// The name of a global in text form.
pub fn of_global(module: &Module, global: GlobalId) -> impl fmt::Display {
    Cx::new(module).global(global)
}

/// A type in text form.
pub fn of_type(module: &Module, ty: Type) -> impl fmt::Display {
    Cx::new(module).ty(ty)
}

/// A constant in text form, without its type.
pub fn of_const(module: &Module, constant: Const) -> impl fmt::Display {
    Cx::new(module).constant(constant)
}

/// An operand of `body` in text form, with its type.
pub fn of_operand<'a>(module: &'a Module, body: &'a Body, operand: Operand) -> impl fmt::Display {
    Cx::within(module, body).typed(operand)
}

/// An instruction of `body` in text form: one line, without position.
pub fn of_inst<'a>(module: &'a Module, body: &'a Body, inst: &'a InstData) -> impl fmt::Display {
    Cx::within(module, body).line(inst)
}
