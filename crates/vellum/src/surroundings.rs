//! The options for symbolic surroundings, as KLEE's users know them.
//!
//! They stand before the program, or after it among its arguments, where one or two hyphens do. After the
//! program a symbolic argument takes its option's place; those asked for before the program follow the
//! arguments given.

use std::{
    ffi::{OsStr, OsString},
    fs,
    ops::RangeInclusive,
    os::unix::ffi::{OsStrExt, OsStringExt},
};

use vellum_collections::cast::index;
use vellum_kernel::{Argument, Callers, MayFail, Surroundings, Template};

use crate::error::Error;

/// Bytes a symbolic object may have.
const MAX_SIZE: u32 = 1 << 24;

/// Symbolic arguments there may be: their names have two digits.
const MAX_ARGS: u32 = 100;

/// Symbolic files there may be: their names are letters.
const MAX_FILES: u32 = 26;

/// Allocations that may fail on a path: the test case has a number for each.
const MAX_FAILING_ALLOCATIONS: u32 = 1000;

/// What an option does with its values.
type Apply = fn(&mut Reading, &[OsString]) -> Result<(), String>;

/// Options without their hyphens, and how many values they take.
const OPTIONS: &[(&str, usize, Apply)] = &[
    ("sym-arg", 1, sym_arg),
    ("sym-args", 3, sym_args),
    ("sym-files", 2, sym_files),
    ("sym-stdin", 1, sym_stdin),
    ("sym-stdout", 0, |reading, _| {
        reading.result.stdout = true;
        Ok(())
    }),
    ("max-fail", 1, |reading, values| fail(&mut reading.result.max_fail, may_fail(&values[0])?)),
    ("malloc-fail", 1, |reading, values| {
        let may = may_fail(&values[0])?;
        if may.most > MAX_FAILING_ALLOCATIONS {
            return Err(format!("at most {MAX_FAILING_ALLOCATIONS} allocations may fail on a path"));
        }
        fail(&mut reading.result.malloc_fail, may)
    }),
    // Of KLEE: one failure; what is so here in any case; and what it ignores itself.
    ("fd-fail", 0, |reading, _| fail(&mut reading.result.max_fail, ONE_FAILURE)),
    ("save-all-writes", 0, |_, _| Ok(())),
    ("bout-file", 1, |_, _| Ok(())),
];

/// What the options come to.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) result: Surroundings,
    /// The command as a test case has it: options that stood before the program follow it.
    pub(crate) words: Vec<Vec<u8>>,
    /// Symbolic arguments there may be so far.
    args: u32,
    /// The bytes of standard input and of each file in a test: what their templates said is in them.
    recorded: Option<Recorded>,
}

/// How many bytes a test has for what a template may describe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recorded {
    pub(crate) stdin: usize,
    pub(crate) file: usize,
}

/// The surroundings of a test whose command is `words` and which has `recorded` bytes.
pub(crate) fn of_test(words: &[Vec<u8>], recorded: Recorded) -> Result<Surroundings, Error> {
    let command: Vec<OsString> = words.iter().map(|word| OsString::from_vec(word.clone())).collect();
    let reading = Reading { recorded: Some(recorded), ..Reading::new() };
    Ok(reading.finish(&[], &command)?.result)
}

/// Reads the options among the words `before` the program and those of its `command`.
pub(crate) fn read(before: &[OsString], command: &[OsString]) -> Result<Reading, Error> {
    Reading::new().finish(before, command)
}

/// An option, and its value if that is part of the word.
type Found = (&'static (&'static str, usize, Apply), Option<OsString>);

fn option(word: &OsStr) -> Option<Found> {
    let name = word.as_bytes().strip_prefix(b"-")?;
    let name = name.strip_prefix(b"-").unwrap_or(name);
    let (name, value) = match name.iter().position(|&byte| byte == b'=') {
        Some(at) => (&name[..at], Some(OsString::from_vec(name[at + 1..].to_vec()))),
        None => (name, None),
    };
    let row = OPTIONS
        .iter()
        .find(|(known, values, _)| known.as_bytes() == name && (value.is_none() || *values == 1))?;
    Some((row, value))
}

impl Reading {
    fn new() -> Self {
        Self { result: Surroundings::default(), words: Vec::new(), args: 0, recorded: None }
    }

    fn finish(mut self, before: &[OsString], command: &[OsString]) -> Result<Self, Error> {
        let mut words = command.iter();
        if let Some(program) = words.next() {
            self.given(program);
        }
        while let Some(word) = words.next() {
            match option(word) {
                Some(found) => self.take(word, found, &mut words)?,
                None => self.given(word),
            }
        }
        let mut words = before.iter();
        while let Some(word) = words.next() {
            // Ours have two hyphens; whatever else there is has been understood already.
            let found = option(word).filter(|_| word.as_bytes().starts_with(b"--"));
            if let Some(found) = found {
                self.take(word, found, &mut words)?;
            }
        }
        Ok(self)
    }

    fn given(&mut self, word: &OsStr) {
        self.words.push(word.as_bytes().to_vec());
        self.result.args.push(Argument::Given(word.as_bytes().to_vec()));
    }

    fn take<'a>(
        &mut self,
        word: &OsStr,
        (row, value): Found,
        rest: &mut impl Iterator<Item = &'a OsString>,
    ) -> Result<(), Error> {
        let (name, count, apply) = row;
        let mut values: Vec<OsString> = value.into_iter().collect();
        values.extend(rest.take(count - values.len()).cloned());
        let shown = || {
            let words = std::iter::once(word).chain(values.iter().map(OsString::as_os_str));
            words.map(|word| word.display().to_string()).collect::<Vec<_>>().join(" ")
        };
        let wrong = |why: String| Error::Usage(format!("`{}`: {why}", shown()));
        if values.len() < *count {
            let plural = if *count == 1 { "" } else { "s" };
            return Err(wrong(format!("the option takes {count} value{plural}")));
        }
        apply(self, &values).map_err(wrong)?;
        self.words.push(format!("--{name}").into_bytes());
        self.words.extend(values.iter().map(|value| value.as_bytes().to_vec()));
        Ok(())
    }

    /// What `text` describes. In a test, a template is as many bytes as the test has.
    fn template(&self, text: &OsStr, len: fn(Recorded) -> usize) -> Result<Template, String> {
        match self.recorded {
            Some(recorded) => {
                let size = number(parts(text).0).map_or(len(recorded), index);
                Ok(Template { bytes: vec![None; size], allowed: 0..=u8::MAX })
            }
            None => template(text),
        }
    }

    /// Counts symbolic arguments.
    fn count(&mut self, more: u32) -> Result<(), String> {
        self.args = self.args.saturating_add(more);
        if self.args > MAX_ARGS {
            return Err(format!("there may be {MAX_ARGS} symbolic arguments, not {}", self.args));
        }
        Ok(())
    }
}

fn number(text: &OsStr) -> Result<u32, String> {
    let number = text.to_str().and_then(|text| text.parse().ok());
    number.ok_or_else(|| format!("`{}` is not a whole number", text.display()))
}

/// The bytes of an object.
fn size(text: &OsStr) -> Result<u32, String> {
    match number(text)? {
        0 => Err("no bytes are nothing to be symbolic".to_owned()),
        size if size > MAX_SIZE => Err(format!("there may be {MAX_SIZE} bytes, not {size}")),
        size => Ok(size),
    }
}

fn sym_arg(reading: &mut Reading, values: &[OsString]) -> Result<(), String> {
    let size = size(&values[0])?;
    reading.count(1)?;
    reading.result.args.push(Argument::Symbolic(size));
    Ok(())
}

fn sym_args(reading: &mut Reading, values: &[OsString]) -> Result<(), String> {
    let (least, most, size) = (number(&values[0])?, number(&values[1])?, size(&values[2])?);
    if least > most {
        return Err(format!("at least {least} arguments, but at most {most}"));
    }
    if most == 0 {
        return Err("at most 0 arguments are none".to_owned());
    }
    reading.count(most)?;
    reading.result.args.push(Argument::Several(least..=most, size));
    Ok(())
}

fn sym_files(reading: &mut Reading, values: &[OsString]) -> Result<(), String> {
    let count = number(&values[0])?;
    if count == 0 || count > MAX_FILES {
        return Err(format!("there may be 1 to {MAX_FILES} files, not {count}"));
    }
    let template = reading.template(&values[1], |recorded| recorded.file)?;
    once(&mut reading.result.files, (count, template))
}

fn sym_stdin(reading: &mut Reading, values: &[OsString]) -> Result<(), String> {
    let template = reading.template(&values[0], |recorded| recorded.stdin)?;
    once(&mut reading.result.stdin, template)
}

/// What KLEE's option without a number stands for.
const ONE_FAILURE: MayFail = MayFail { most: 1, callers: Callers::Program };

/// `N`, or `N,all`.
fn may_fail(text: &OsStr) -> Result<MayFail, String> {
    let (most, callers) = match text.as_bytes().strip_suffix(b",all") {
        Some(most) => (OsStr::from_bytes(most), Callers::All),
        None => (text, Callers::Program),
    };
    match number(most)? {
        0 => Err("0 failures are none".to_owned()),
        most => Ok(MayFail { most, callers }),
    }
}

fn fail(place: &mut MayFail, may: MayFail) -> Result<(), String> {
    if *place != MayFail::default() {
        return Err("the option was given before".to_owned());
    }
    *place = may;
    Ok(())
}

fn once<T>(place: &mut Option<T>, value: T) -> Result<(), String> {
    match place {
        Some(_) => Err("the option was given before".to_owned()),
        None => {
            *place = Some(value);
            Ok(())
        }
    }
}

/// A template without what its symbolic bytes may be, and that.
fn parts(text: &OsStr) -> (&OsStr, RangeInclusive<u8>) {
    let bytes = text.as_bytes();
    let colon = bytes.iter().rposition(|&byte| byte == b':');
    let range = colon.and_then(|at| Some((at, range(str::from_utf8(&bytes[at + 1..]).ok()?)?)));
    match range {
        Some((at, allowed)) => (OsStr::from_bytes(&bytes[..at]), allowed),
        None => (text, 0..=u8::MAX),
    }
}

/// A number of symbolic bytes, or a file in which `?` is one; `:LOW-HIGH` behind it says what they may be.
fn template(text: &OsStr) -> Result<Template, String> {
    let (what, allowed) = parts(text);
    if allowed.is_empty() {
        return Err(format!("no byte is from {:#x} to {:#x}", allowed.start(), allowed.end()));
    }
    if number(what).is_ok() {
        let size = size(what)?;
        return Ok(Template { allowed, ..Template::open(size) });
    }
    let content = fs::read(what).map_err(|cause| format!("{}: {cause}", what.display()))?;
    match u32::try_from(content.len()) {
        Ok(0) => return Err(format!("{}: an empty template", what.display())),
        Ok(1..=MAX_SIZE) => (),
        _ => return Err(format!("{}: there may be {MAX_SIZE} bytes", what.display())),
    }
    let bytes = content.into_iter().map(|byte| (byte != b'?').then_some(byte)).collect();
    Ok(Template { bytes, allowed })
}

/// `0x20-0x7e`, `32-126`.
fn range(text: &str) -> Option<RangeInclusive<u8>> {
    let byte = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    let (low, high) = text.split_once('-')?;
    Some(byte(low)?..=byte(high)?)
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use vellum_kernel::{Argument, Callers, MayFail, Template};

    use super::{ONE_FAILURE, Reading, read};

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    fn good(before: &str, command: &str) -> Reading {
        read(&words(before), &words(command)).unwrap_or_else(|error| panic!("{error}"))
    }

    fn refused(before: &str, command: &str) -> String {
        read(&words(before), &words(command)).expect_err("it is wrong").to_string()
    }

    #[test]
    fn symbolic_arguments_take_their_place() {
        let reading = good("run --seed 1 --sym-arg 5", "p -x -sym-arg 2 y --sym-args 0 3 1 --sym-stdout");
        let given = |text: &str| Argument::Given(text.as_bytes().to_vec());
        let expected = [
            given("p"),
            given("-x"),
            Argument::Symbolic(2),
            given("y"),
            Argument::Several(0..=3, 1),
            Argument::Symbolic(5),
        ];
        assert_eq!(reading.result.args, expected);
        assert!(reading.result.stdout);
        let text: Vec<String> =
            reading.words.iter().map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        assert_eq!(text.join(" "), "p -x --sym-arg 2 y --sym-args 0 3 1 --sym-stdout --sym-arg 5");
    }

    #[test]
    fn files_and_failures_are_counted() {
        let reading = good("--sym-files=2", "p -sym-files 2 8 --fd-fail --sym-stdin=4:0x20-126");
        assert_eq!(reading.result.files, Some((2, Template::open(8))));
        assert_eq!(reading.result.max_fail, ONE_FAILURE);
        let all = good("--max-fail 3,all", "p").result.max_fail;
        assert_eq!(all, MayFail { most: 3, callers: Callers::All });
        let stdin = reading.result.stdin.expect("it was asked for");
        assert_eq!((stdin.bytes.len(), stdin.allowed), (4, 0x20..=126));
    }

    #[test]
    fn nonsense_is_refused() {
        for (command, why) in [
            ("p --sym-arg", "takes 1 value"),
            ("p --sym-arg x", "`x` is not a whole number"),
            ("p --sym-arg 0", "no bytes"),
            ("p --sym-arg 99999999", "there may be 16777216 bytes"),
            ("p --sym-args 2 1 3", "at least 2 arguments, but at most 1"),
            ("p --sym-args 0 0 3", "at most 0"),
            ("p --sym-args 0 101 3", "100 symbolic arguments, not 101"),
            ("p --sym-arg 1 --sym-args 0 100 3", "not 101"),
            ("p --sym-files 0 3", "1 to 26 files"),
            ("p --sym-files 1 /no/such/file", "No such file"),
            ("p --sym-files 1 3:9-8", "no byte"),
            ("p --sym-files 1 3 --sym-files 1 3", "given before"),
            ("p --sym-stdin 3 --sym-stdin 3", "given before"),
            ("p --sym-stdin /no/such/file", "No such file"),
            ("p --sym-stdin 4:9-8", "no byte"),
            ("p --max-fail 0", "none"),
            ("p --malloc-fail 0", "none"),
            ("p --malloc-fail 1001", "at most 1000 allocations"),
            ("p --malloc-fail 1 --malloc-fail 1", "given before"),
            ("p --max-fail 0,all", "none"),
            ("p --max-fail 1,some", "`1,some` is not a whole number"),
            ("p --max-fail ,all", "`` is not a whole number"),
            ("p --max-fail 1 --fd-fail", "given before"),
        ] {
            let message = refused("", command);
            assert!(message.contains(why) && message.lines().count() == 1, "{command}: {message}");
        }
    }
}
