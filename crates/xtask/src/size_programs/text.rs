//! The C text of a program: what it does, and the tables of what must come of it.

use std::fmt::Write;

use super::{
    generator::{Program, Verdict},
    memory::SLOTS,
    terms::{MOST, SECOND},
};

/// Bytes behind a pointer that are compared.
const COMPARED: usize = 128;

/// The exit status for an input that is too large.
pub(super) const TOO_LARGE: i64 = 200;

/// The exit status of a path that compared one byte of a block with the reference and found it equal.
pub(super) const IS_EQUAL: i64 = 201;

/// What a program needs, on symbolic input and natively: there, it runs for each input in a process of its own, whose
/// status tells at which statement the sanitizer noticed something.
const PRELUDE: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned char u8;
typedef unsigned short __attribute__((aligned(1), may_alias)) u16;
typedef unsigned __attribute__((aligned(1), may_alias)) u32;
static u8 results[16], *volatile B[6];
static volatile int side;
#ifdef NATIVE
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int at;
#define AT(number) at = number
void __asan_on_error(void) { _exit(128 + at); }
#else
#include <klee/klee.h>
#define AT(number)
#endif
";

impl Program {
    /// The text.
    pub(super) fn text(&self) -> String {
        self.lay_out().0
    }

    /// For each statement, the line where it fails if it must.
    pub(super) fn lines(&self) -> Vec<u64> {
        self.lay_out().1
    }

    fn lay_out(&self) -> (String, Vec<u64>) {
        let mut text = format!("{PRELUDE}{}{}", self.tables(), self.end());
        let second = if self.has_second { ", u8 a" } else { "" };
        put(&mut text, &format!("static int test({} n{second})", self.ty));
        put(&mut text, "{");
        put(&mut text, &format!("\tunsigned input = {};", self.input()));
        put(&mut text, "\tB[0] = results;");
        let mut lines = Vec::new();
        for (number, operation) in self.operations.iter().enumerate() {
            let statement = format!("AT({number}); {}", operation.text(number));
            if !self.is_guarded() || !self.fails(number) {
                put(&mut text, &format!("\t{statement}"));
                lines.push(line(&text));
                continue;
            }
            // The sides differ before what is the same on both, so that no compiler makes one of them.
            put(&mut text, &format!("\tif (fails{number}[input]) {{\n\t\tside = 1;"));
            put(&mut text, &format!("\t\t{statement}"));
            lines.push(line(&text));
            put(&mut text, "\t\tassert(!\"this input fails\");");
            put(&mut text, "\t} else {\n\t\tside = 2;");
            put(&mut text, &format!("\t\t{statement}"));
            put(&mut text, "\t}");
        }
        put(&mut text, "\tassert(ends[input]);");
        put(&mut text, "\treturn end(input);");
        put(&mut text, "}");
        text.push_str(&self.main());
        (text, lines)
    }

    /// Whether what fails stands behind a table of the inputs for which it does.
    fn is_guarded(&self) -> bool {
        (self.seed / 2) % 2 == 1
    }

    fn fails(&self, number: usize) -> bool {
        self.verdicts.iter().any(|(_, verdict)| matches!(verdict, Verdict::Fails(at, _) if *at == number))
    }

    /// The number of an input, in C.
    fn input(&self) -> String {
        if self.has_second { format!("n * {SECOND} + a") } else { "n".to_owned() }
    }

    /// Which inputs fail where, which get to the end, and with which bytes.
    fn tables(&self) -> String {
        let mut text = String::new();
        let table = |holds: &dyn Fn(&Verdict) -> bool| {
            let row = self.verdicts.iter().map(|(_, verdict)| i64::from(holds(verdict)));
            list(row)
        };
        let ends = table(&|verdict| matches!(verdict, Verdict::Ends(_)));
        put(&mut text, &format!("static const u8 ends[] = {{{ends}}};"));
        for number in (0..self.operations.len()).filter(|&number| self.is_guarded() && self.fails(number)) {
            let fails = table(&|verdict| matches!(verdict, Verdict::Fails(at, _) if *at == number));
            put(&mut text, &format!("static const u8 fails{number}[] = {{{fails}}};"));
        }
        for slot in 0..SLOTS {
            let width = self.width(slot);
            if width == 0 {
                continue;
            }
            put(&mut text, &format!("static const short end{slot}[] = {{"));
            for (_, verdict) in &self.verdicts {
                let bytes = rest(verdict, slot);
                let byte = |at: usize| bytes.get(at).copied().flatten().map_or(-1, i64::from);
                put(&mut text, &format!("{},", list((0..width).map(byte))));
            }
            put(&mut text, "};");
        }
        text
    }

    /// Bytes behind the pointer of a slot, for the input that has most: a power of two, so that a byte's number is some
    /// bits of a symbol.
    fn width(&self, slot: usize) -> usize {
        let widths = self.verdicts.iter().map(|(_, verdict)| rest(verdict, slot).len());
        let most = widths.max().unwrap_or(0);
        if most == 0 { 0 } else { most.next_power_of_two().min(COMPARED) }
    }

    /// What is done with an input that gets to the end: a byte at a symbolic place is compared, or the exit status is
    /// the input.
    fn end(&self) -> String {
        let mut text = String::new();
        let slots: Vec<usize> = (0..SLOTS).filter(|&slot| self.width(slot) > 0).collect();
        put(&mut text, "#ifdef NATIVE\nstatic int end(unsigned input)\n{");
        for slot in &slots {
            let width = self.width(*slot);
            put(&mut text, &format!("\tfor (unsigned k = 0; k < {width}; k++) {{"));
            put(&mut text, &format!("\t\tshort e = end{slot}[input * {width} + k];"));
            put(&mut text, &format!("\t\tif (e >= 0 && B[{slot}][k] != e) return {TOO_LARGE};\n\t}}"));
        }
        put(&mut text, "\treturn input;\n}\n#else");
        put(&mut text, "static __attribute__((optnone, noinline)) int end(unsigned input)\n{");
        put(&mut text, "\tu8 which, k;\n\tklee_make_symbolic(&which, sizeof which, \"which\");");
        for slot in &slots {
            let width = self.width(*slot);
            put(&mut text, &format!("\tif (which == {slot}) {{"));
            put(&mut text, "\t\tklee_make_symbolic(&k, sizeof k, \"k\");");
            put(&mut text, &format!("\t\tk &= {};", width - 1));
            put(&mut text, &format!("\t\tshort e = end{slot}[input * {width} + k];"));
            put(&mut text, &format!("\t\tif (e >= 0) assert(B[{slot}][k] == e);"));
            put(&mut text, &format!("\t\treturn {IS_EQUAL};\n\t}}"));
        }
        let inputs = self.verdicts.len();
        // A path for each input: a loop over them would be one operation.
        let cases: Vec<String> = (0..inputs).map(|i| format!("case {i}: return {i};")).collect();
        put(&mut text, &format!("\tswitch (input) {{ {} }}", cases.join(" ")));
        put(&mut text, &format!("\treturn {TOO_LARGE};\n}}\n#endif"));
        text
    }

    fn main(&self) -> String {
        let (ty, inputs) = (self.ty, self.verdicts.len());
        let call =
            if self.has_second { format!("test(i / {SECOND}, i % {SECOND})") } else { "test(i)".to_owned() };
        let mut text = String::new();
        put(&mut text, "#ifdef NATIVE\nint main(void)\n{");
        put(&mut text, &format!("\tfor (unsigned i = 0; i < {inputs}; i++) {{"));
        put(&mut text, &format!("\t\tint status = 0;\n\t\tif (!fork()) _exit({call});"));
        put(&mut text, "\t\twait(&status);");
        put(
            &mut text,
            "\t\tputchar(WIFEXITED(status) ? WEXITSTATUS(status) : 255);\n\t\tfflush(stdout);\n\t}",
        );
        put(&mut text, "}\n#else\nint main(void)\n{");
        put(&mut text, &format!("\t{ty} n;\n\tklee_make_symbolic(&n, sizeof n, \"n\");"));
        put(&mut text, &format!("\tif (n > {MOST}) return {TOO_LARGE};"));
        if self.has_second {
            put(&mut text, "\tu8 a;\n\tklee_make_symbolic(&a, sizeof a, \"a\");");
            put(&mut text, &format!("\tif (a >= {SECOND}) return {TOO_LARGE};"));
        }
        let call = if self.has_second { "test(n, a)" } else { "test(n)" };
        put(&mut text, &format!("\treturn {call};\n}}\n#endif"));
        text
    }
}

/// What lies behind the pointer of a slot at the end.
fn rest(verdict: &Verdict, slot: usize) -> Vec<Option<u8>> {
    match verdict {
        Verdict::Ends(memory) => memory.rest(slot),
        Verdict::Fails(..) => Vec::new(),
    }
}

fn put(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to a string");
}

/// The number of the last line.
fn line(text: &str) -> u64 {
    vellum_collections::cast::len64(text.lines().count())
}

fn list(numbers: impl Iterator<Item = i64>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}
