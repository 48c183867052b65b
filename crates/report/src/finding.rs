//! A bug of the program under test, told to a person.

use std::{
    fmt::{self, Write},
    path::Path,
    slice,
};

use vellum_engine::{ActiveCall, Bug, BugKind, Leak, Maker, Program};
use vellum_ir::{DebugInfo, Inst, Loc};
use vellum_memory::{Access, Fault, FaultKind, Nearest, Object, ObjectKind, Where};

/// The function a user's stack begins with; what called it is the C library's business.
const OUTERMOST: &str = "main";

/// Calls kept at either end of a deep stack.
const SHOWN: usize = 20;

/// How clang names the frames that tell why a trap is there: this, then `CATEGORY$MESSAGE`.
const TRAP: &str = "__clang_trap_msg$";

/// What the kernel says when the program calls an error function that it does not define itself.
const REACHED_ERROR: &str = "the program reached its error function";

/// A bug with everything that helps to find its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The contract's name of the kind.
    pub kind: &'static str,
    /// The weakness number.
    pub cwe: u32,
    /// What its file is called after, if the program says; otherwise, the kind.
    pub suffix: Option<String>,
    /// One line: what happened.
    pub message: String,
    /// The active calls, innermost first; of a deep stack both ends.
    pub stack: Vec<StackEntry>,
    /// Before which of them how many are left out.
    pub left_out: Option<(usize, usize)>,
    /// What the accessed object is and who made and freed it.
    pub objects: Vec<String>,
    /// The file name of the test that reproduces it, if there is one.
    pub test: Option<String>,
}

/// A line of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackEntry {
    /// The function, as the source calls it.
    pub function: String,
    /// File; empty when the compiler left no debug information.
    pub file: String,
    /// Line; 0 when unknown.
    pub line: u32,
    /// Column; 0 when unknown.
    pub column: u32,
    /// Whether this is code of the C library.
    pub in_library: bool,
}

impl Finding {
    /// Describes `bug`, which happened with these calls active (innermost first). Files in `folder` are named
    /// as seen from there.
    pub fn new(program: &Program, bug: &Bug, calls: &[ActiveCall], folder: &Path) -> Self {
        let view = View { program, folder, size: bug.size.as_deref() };
        let message = match &bug.fault {
            Some(fault) if fault.kind == FaultKind::Uninitialised => view.unwritten(fault, &bug.message),
            Some(fault) if bug.message.is_empty() => view.fault(fault),
            Some(fault) => format!("{}: {} it", view.fault(fault), bug.message),
            None => view.trap(calls).unwrap_or_else(|| bug.message.to_string()),
        };
        let near = bug.fault.as_ref().and_then(|fault| fault.nearest);
        let elsewhere = bug.at.map(|loc| ActiveCall { function: "".into(), loc: Some(loc) });
        let mut stack = view.stack(elsewhere.as_ref().map_or(calls, slice::from_ref));
        let left_out = shorten(&mut stack);
        Self {
            kind: bug.kind.name(),
            cwe: weakness(bug),
            suffix: bug.suffix.as_deref().map(str::to_owned),
            message,
            stack,
            left_out,
            objects: near.map(|near| view.object(&near.object)).unwrap_or_default(),
            test: None,
        }
    }

    /// Describes blocks that nothing points to when the program ends: their place is where they were allocated.
    pub fn leak(program: &Program, leak: &Leak, folder: &Path) -> Self {
        let size = bytes(leak.bytes);
        let message = match leak.blocks {
            1 => format!("nothing points to a block of {size} when the program ends"),
            blocks => format!("nothing points to {blocks} blocks, {size}, when the program ends"),
        };
        let site = match Maker::of(leak.origin) {
            Maker::Call(loc) => vec![ActiveCall { function: "".into(), loc: Some(loc) }],
            _ => Vec::new(),
        };
        Self::new(program, &Bug::new(BugKind::Leak, message), &site, folder)
    }

    /// Whether the program called the function that stands for an error in the software verification
    /// competitions.
    pub fn reached_error(&self) -> bool {
        const ERROR: &[&str] = &["reach_error", "__VERIFIER_error"];
        let called = |entry: &StackEntry| ERROR.contains(&entry.function.as_str());
        self.kind == "assertion" && (self.message == REACHED_ERROR || self.stack.iter().any(called))
    }

    /// The active calls as a stack, innermost first; files in `folder` are named as seen from there.
    pub fn stack_of(program: &Program, calls: &[ActiveCall], folder: &Path) -> Vec<StackEntry> {
        View { program, folder, size: None }.stack(calls)
    }

    /// The innermost position with a source line, outside the C library if there is one: a bad string handed
    /// to `strlen` is found in `strlen`, but it is the caller that has to change.
    pub fn position(&self) -> Option<&StackEntry> {
        innermost(&self.stack)
    }
}

/// The innermost position with a source line, outside the C library if there is one.
pub fn innermost(stack: &[StackEntry]) -> Option<&StackEntry> {
    let mut lines = stack.iter().filter(|entry| entry.line != 0);
    let innermost = lines.clone().next();
    lines.find(|entry| !entry.in_library).or(innermost)
}

impl fmt::Display for Finding {
    /// The text of the `.err` file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Error: {}: {}", self.kind, self.message)?;
        if let Some(position) = self.position() {
            writeln!(f, "File: {}", position.file)?;
            writeln!(f, "Line: {}", position.line)?;
        }
        if !self.stack.is_empty() {
            writeln!(f, "Stack:")?;
        }
        for (i, entry) in self.stack.iter().enumerate() {
            match self.left_out {
                Some((at, count)) if i >= at => {
                    if i == at {
                        writeln!(f, "  … {count} calls left out")?;
                    }
                    writeln!(f, "  #{} {entry}", i + count)?;
                }
                _ => writeln!(f, "  #{i} {entry}")?,
            }
        }
        if !self.objects.is_empty() {
            writeln!(f, "Object:")?;
        }
        for line in &self.objects {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for StackEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.function)?;
        if self.line != 0 {
            write!(f, " at {}:{}", self.file, self.line)?;
            if self.column != 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}

/// A source file, named as seen from `folder` if it is in there.
pub(crate) fn seen_from(folder: &Path, path: &str) -> String {
    let path = Path::new(path);
    path.strip_prefix(folder).unwrap_or(path).display().to_string()
}

/// Takes the middle out of a deep stack: where and how many calls. What tells the position stays.
fn shorten(stack: &mut Vec<StackEntry>) -> Option<(usize, usize)> {
    let user = stack.iter().position(|entry| entry.line != 0 && !entry.in_library);
    let first = SHOWN.max(user.map_or(0, |user| user + 1));
    let count = stack.len().checked_sub(first + SHOWN).filter(|&count| count > 0)?;
    stack.drain(first..first + count);
    Some((first, count))
}

/// The weakness number, which for accesses out of bounds depends on their direction.
fn weakness(bug: &Bug) -> u32 {
    match (bug.kind, bug.fault.as_ref().map(|fault| fault.access)) {
        (BugKind::Memory(FaultKind::OutOfBounds | FaultKind::NoAccess), Some(Access::Read)) => 125,
        (BugKind::Memory(FaultKind::OutOfBounds | FaultKind::NoAccess), Some(Access::Write)) => 787,
        (kind, _) => kind.cwe(),
    }
}

/// A program, seen from a folder.
#[derive(Clone, Copy)]
struct View<'a> {
    program: &'a Program,
    folder: &'a Path,
    /// The size of the object the finding is about, in the names of the input.
    size: Option<&'a str>,
}

impl View<'_> {
    fn stack(self, calls: &[ActiveCall]) -> Vec<StackEntry> {
        let mut entries = Vec::new();
        for call in calls {
            match call.loc {
                Some(loc) => entries.extend(self.entries(loc)),
                None => entries.push(StackEntry {
                    function: call.function.to_string(),
                    file: String::new(),
                    line: 0,
                    column: 0,
                    in_library: false,
                }),
            }
            if *call.function == *OUTERMOST {
                break;
            }
        }
        entries
    }

    /// What the compiler says about the trap that the innermost call is at.
    fn trap(self, calls: &[ActiveCall]) -> Option<String> {
        let debug = &self.program.module().debug;
        let mut functions = debug.frames(calls.first()?.loc?).map(|position| debug.text(position.function));
        let (category, message) = functions.find_map(|name| name.strip_prefix(TRAP)?.split_once('$'))?;
        Some(format!("{category}: {message}"))
    }

    /// A position and those it was inlined through; the frames that explain a trap are none of the user's.
    fn entries(self, loc: Loc) -> impl Iterator<Item = StackEntry> {
        let debug = &self.program.module().debug;
        let frames = debug.frames(loc).filter(|position| !debug.text(position.function).starts_with(TRAP));
        frames.map(move |position| {
            let file = debug.text(position.file);
            StackEntry {
                function: debug.text(position.function).to_owned(),
                file: self.file(file),
                line: position.line,
                column: position.column,
                in_library: DebugInfo::is_library(file),
            }
        })
    }

    fn file(self, path: &str) -> String {
        seen_from(self.folder, path)
    }

    fn fault(self, fault: &Fault) -> String {
        let mut text = match fault.access {
            Access::Read => format!("read of {}", bytes(fault.size)),
            Access::Write => format!("write of {}", bytes(fault.size)),
            Access::Free => "free".to_owned(),
        };
        match (fault.kind, &fault.nearest) {
            (FaultKind::NullDereference, _) => write!(text, " at {}", null_offset(fault.address)),
            (FaultKind::UseAfterReturn, None) => {
                write!(text, " at {:#x}, in the frame of a function that has returned", fault.address)
            }
            (FaultKind::UseAfterReturn, Some(near)) => {
                write!(text, " at {}, in the frame of a function that has returned", self.place(near))
            }
            (FaultKind::UseAfterScope, Some(near)) => {
                write!(text, " at {}, whose scope was left", self.place(near))
            }
            (_, Some(near)) => write!(text, " at {}", self.place(near)),
            (_, None) => write!(text, " at {:#x}", fault.address),
        }
        .expect("writing to a string");
        if fault.kind == FaultKind::NoAccess {
            text.push_str(", in a page that may not be accessed (PROT_NONE or unmapped)");
        }
        text
    }

    /// What depends on bytes that nobody wrote, and whose they are.
    fn unwritten(self, fault: &Fault, what: &str) -> String {
        let mut text = format!("{what} {}", bytes(fault.size));
        if let Some(near) = &fault.nearest {
            text.push_str(" of ");
            text.push_str(&self.name(&near.object));
            if let Where::Inside(at @ 1..) = near.place {
                write!(text, ", from byte {at} on").expect("writing to a string");
            }
        }
        text.push_str(if fault.size == 1 {
            ", which was never written"
        } else {
            ", which were never written"
        });
        text
    }

    /// `offset 4 of a heap block of 4 bytes`.
    fn place(self, near: &Nearest) -> String {
        let name = self.name(&near.object);
        match near.place {
            Where::Inside(n) => format!("offset {n} of {name}"),
            Where::Before(n) => format!("offset -{n} of {name}"),
            Where::After(n) => format!("offset {} of {name}", near.object.size.saturating_add(n)),
        }
    }

    /// A short name: `heap block of 4 bytes`, ``local `x` of 4 bytes``.
    fn name(self, object: &Object) -> String {
        // Of an object that is gone nobody knows how large it was.
        let is_gone = object.size == 0 && object.base == 0;
        let size = match self.size {
            _ if is_gone => String::new(),
            Some(name) => format!(" of {name} = {}", bytes(object.size)),
            None => format!(" of {}", bytes(object.size)),
        };
        let module = self.program.module();
        match Maker::of(object.origin) {
            Maker::Global(id) => {
                let kind = if object.kind == ObjectKind::Constant { "constant" } else { "global" };
                format!("{kind} `{}`{size}", module.globals[id].name)
            }
            Maker::Section(number) => format!("section `{}`{size}", module.sections[number].name),
            Maker::Local(function, value) => {
                let body = module.functions[function].body.as_ref();
                let data = body
                    .and_then(|body| body.blocks.iter().flatten().find(|data| data.result == Some(value)));
                let name = match data.map(|data| &data.inst) {
                    Some(Inst::Alloca(alloca)) => alloca.name.as_deref(),
                    _ => None,
                };
                match name {
                    Some(name) if is_gone => {
                        format!("local `{name}` of `{}`", module.functions[function].name)
                    }
                    Some(name) => format!("local `{name}`{size}"),
                    None => format!("a local{size} in `{}`", module.functions[function].name),
                }
            }
            Maker::Argument(function, place) => {
                let name = &module.functions[function].name;
                format!("argument {} ({}) of `{name}`", place + 1, bytes(object.size))
            }
            Maker::Call(_) | Maker::UnknownCall => format!("a heap block{size}"),
            Maker::Engine => format!("an object{size} that the environment made"),
        }
    }

    /// What the object is, who made it and who freed it: a line each.
    fn object(self, object: &Object) -> Vec<String> {
        let mut lines = vec![self.name(object)];
        if let Maker::Call(loc) = Maker::of(object.origin) {
            lines.push(format!("allocated by {}", self.call(loc)));
        }
        if let Some(Maker::Call(loc)) = object.freed.map(Maker::of) {
            lines.push(format!("freed by {}", self.call(loc)));
        }
        lines
    }

    /// A call, in the function that is not the C library's if one of those it was inlined into is not.
    fn call(self, loc: Loc) -> String {
        let own = self.entries(loc).find(|entry| !entry.in_library);
        own.or_else(|| self.entries(loc).next()).map(|entry| entry.to_string()).unwrap_or_default()
    }
}

/// What an object is and who made it, on one line; files in `folder` are named as seen from there.
pub(crate) fn described(program: &Program, object: &Object, folder: &Path) -> String {
    View { program, folder, size: None }.object(object).join(", ")
}

fn null_offset(address: u64) -> String {
    if address == 0 { "null".to_owned() } else { format!("null + {address}") }
}

fn bytes(n: u64) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") }
}

#[cfg(test)]
mod tests {
    use super::{Finding, StackEntry, shorten};

    fn entry(number: u32, in_library: bool) -> StackEntry {
        StackEntry {
            function: format!("f{number}"),
            file: "a.c".to_owned(),
            line: number + 1,
            column: 0,
            in_library,
        }
    }

    #[test]
    fn a_deep_stack_shows_both_ends() {
        let mut stack: Vec<StackEntry> = (0..1000).map(|number| entry(number, false)).collect();
        let left_out = shorten(&mut stack);
        let (kind, message) = ("stack-overflow", "the stack is full".to_owned());
        let finding = Finding {
            kind,
            cwe: 674,
            suffix: None,
            message,
            stack,
            left_out,
            objects: Vec::new(),
            test: None,
        };
        let text = finding.to_string();
        assert_eq!(text.lines().count(), 4 + 20 + 1 + 20);
        assert!(
            text.contains("  #19 f19 at a.c:20\n  … 960 calls left out\n  #980 f980 at a.c:981\n"),
            "{text}"
        );
    }

    #[test]
    fn what_tells_the_position_is_not_left_out() {
        let mut stack: Vec<StackEntry> = (0..1000).map(|number| entry(number, number < 30)).collect();
        assert_eq!(shorten(&mut stack), Some((31, 949)));
        assert_eq!(stack[30].function, "f30");
        let mut shallow = stack.split_off(11);
        assert_eq!((shallow.len(), shorten(&mut shallow)), (40, None));
    }
}
