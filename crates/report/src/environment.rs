//! What a test case says about a program's surroundings: its arguments, its standard input, its files.
//!
//! The names of the objects are those of KLEE's POSIX runtime. The arguments in the test are those of the run
//! that made it, options for symbolic input among them, and are understood here as KLEE's replay tool does it:
//! every `--sym-arg` stands for the next object `arg00`, `arg01`, and so on.

use std::fmt;

use vellum_collections::cast::index64;

use crate::ktest::{KTest, KTestObject};

/// Where Linux on x86-64 has the size in a `struct stat`.
const STAT_SIZE: std::ops::Range<usize> = 48..56;

/// The objects that make calls fail.
const FAILURES: &[&[u8]] =
    &[b"read_fail", b"write_fail", b"close_fail", b"ftruncate_fail", b"getcwd_fail", b"malloc_fail"];

/// Objects of the environment with a name of their own.
const NAMES: &[&[u8]] = &[b"stdin", b"stdout", b"model_version"];

/// Options for symbolic input without their hyphens, and how many words they take.
const OPTIONS: &[(&[u8], Asks, usize)] = &[
    (b"sym-arg", Asks::Argument, 1),
    (b"sym-args", Asks::Arguments, 3),
    (b"sym-files", Asks::Other, 2),
    (b"sym-stdin", Asks::Other, 1),
    (b"sym-stdout", Asks::Other, 0),
    (b"save-all-writes", Asks::Other, 0),
    (b"max-fail", Asks::Other, 1),
    (b"malloc-fail", Asks::Other, 1),
    (b"fd-fail", Asks::Other, 0),
    (b"bout-file", Asks::Other, 1),
];

/// What an option asks for, and becomes in a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// An argument.
    Argument,
    /// As many arguments as the test says.
    Arguments,
    /// Nothing: the objects are in the test.
    Other,
}

/// The surroundings of a program in a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The arguments, the program's name first if the test has one.
    pub args: Vec<Vec<u8>>,
    /// The standard input, if it was symbolic.
    pub stdin: Option<Vec<u8>>,
    /// The symbolic files: name and content.
    pub files: Vec<(String, Vec<u8>)>,
    /// The objects that make calls fail.
    pub failures: Vec<String>,
}

impl Environment {
    /// The surroundings that `test` describes.
    pub fn of(test: &KTest) -> Result<Self, EnvironmentError> {
        let mut environment =
            Self { args: arguments(test)?, stdin: content(test, "stdin"), ..Self::default() };
        for letter in 'A'..='Z' {
            // The hyphen is of older versions.
            let content =
                content(test, &format!("{letter}_data")).or(content(test, &format!("{letter}-data")));
            environment.files.extend(content.map(|content| (letter.to_string(), content)));
        }
        let is_failure = |object: &&KTestObject| {
            FAILURES.contains(&&*object.name) && object.bytes.iter().any(|byte| *byte != 0)
        };
        let failures = test.objects.iter().filter(is_failure);
        environment.failures = failures.map(|object| text(&object.name)).collect();
        Ok(environment)
    }
}

/// Whether an object of that name is a program's surroundings, rather than something the program made symbolic.
pub fn is_environment(name: &[u8]) -> bool {
    let name = name.strip_suffix(b"_stat").or(name.strip_suffix(b"-stat")).unwrap_or(name);
    is_argument(name)
        || is_count(name)
        || NAMES.contains(&name)
        || FAILURES.contains(&name)
        || matches!(name, [b'A'..=b'Z', b'_' | b'-', b'd', b'a', b't', b'a'])
}

/// `arg00`; `arg0` of older versions.
fn is_argument(name: &[u8]) -> bool {
    name.strip_prefix(b"arg")
        .is_some_and(|number| matches!(number.len(), 1 | 2) && number.iter().all(u8::is_ascii_digit))
}

/// `n_args`, or `n_args_1` where a second one has a name of its own.
fn is_count(name: &[u8]) -> bool {
    name.strip_prefix(b"n_args").is_some_and(|rest| match rest {
        [] => true,
        [b'_', number @ ..] => !number.is_empty() && number.iter().all(u8::is_ascii_digit),
        _ => false,
    })
}

/// The arguments, with symbolic ones in the place of the options that asked for them. Where no option did,
/// they follow the others.
fn arguments(test: &KTest) -> Result<Vec<Vec<u8>>, EnvironmentError> {
    let mut symbolic = test.objects.iter().filter(|object| is_argument(&object.name));
    let mut counts = test.objects.iter().filter(|object| is_count(&object.name));
    let mut arguments = Vec::new();
    let mut words = test.args.iter();
    while let Some(word) = words.next() {
        let Some((option, values)) = option(word) else {
            arguments.push(word.clone());
            continue;
        };
        let values: Vec<&Vec<u8>> = words.by_ref().take(values).collect();
        let count = match option {
            Asks::Argument => 1,
            Asks::Arguments => count(&values, &mut counts).ok_or(EnvironmentError::Count)?,
            Asks::Other => 0,
        };
        for _ in 0..count {
            let object = symbolic.next().ok_or(EnvironmentError::Argument { word: text(word) })?;
            arguments.push(until_zero(&object.bytes));
        }
    }
    arguments.extend(symbolic.map(|object| until_zero(&object.bytes)));
    Ok(arguments)
}

fn option(word: &[u8]) -> Option<(Asks, usize)> {
    let name = word.strip_prefix(b"-")?;
    let name = name.strip_prefix(b"-").unwrap_or(name);
    OPTIONS.iter().find(|(known, ..)| *known == name).map(|(_, option, values)| (*option, *values))
}

/// How many arguments `--sym-args MIN MAX LENGTH` became. Where there was no choice, no object was made.
fn count<'a>(values: &[&Vec<u8>], counts: &mut impl Iterator<Item = &'a KTestObject>) -> Option<u32> {
    let number = |at: usize| std::str::from_utf8(values.get(at)?).ok()?.parse::<u32>().ok();
    let (least, most) = (number(0)?, number(1)?);
    if least == most {
        return Some(least);
    }
    let bytes = counts.next()?.bytes.as_slice().try_into().ok()?;
    Some(u32::from_le_bytes(bytes)).filter(|count| (least..=most).contains(count))
}

/// The content of a symbolic file, cut to the size its `stat` has. Tests of KLEE have the size of the whole
/// file in the length of the object, and in `stat` whatever the solver left there: mostly 0.
fn content(test: &KTest, name: &str) -> Option<Vec<u8>> {
    let mut content = test.object(name.as_bytes())?.bytes.clone();
    let hyphen = if name.contains('-') { '-' } else { '_' };
    let stat = test.object(format!("{name}{hyphen}stat").as_bytes());
    let size = stat.and_then(|stat| stat.bytes.get(STAT_SIZE)?.try_into().ok()).map(u64::from_le_bytes);
    if let Some(size @ 1..) = size {
        content.truncate(index64(size));
    }
    Some(content)
}

fn until_zero(bytes: &[u8]) -> Vec<u8> {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A test that does not say what its own arguments promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvironmentError {
    /// A symbolic argument has no value.
    Argument {
        /// The option that asked for it.
        word: String,
    },
    /// The number of symbolic arguments is not there, or not what it may be.
    Count,
}

impl fmt::Display for EnvironmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument { word } => write!(f, "the test has no value for a symbolic argument of `{word}`"),
            Self::Count => {
                write!(f, "the test has no `n_args` that says how many arguments `--sym-args` became")
            }
        }
    }
}

impl std::error::Error for EnvironmentError {}

#[cfg(test)]
mod tests {
    use super::{Environment, EnvironmentError, is_environment};
    use crate::ktest::{KTest, KTestObject};

    fn test(args: &str, objects: &[(&str, &[u8])]) -> KTest {
        KTest {
            args: args.split_whitespace().map(|word| word.as_bytes().to_vec()).collect(),
            objects: objects.iter().map(|(name, bytes)| KTestObject::new(*name, *bytes)).collect(),
            ..KTest::default()
        }
    }

    fn check(args: &str, objects: &[(&str, &[u8])], expected: &str) {
        let environment = Environment::of(&test(args, objects)).expect("a good test");
        let words: Vec<String> =
            environment.args.iter().map(|arg| String::from_utf8_lossy(arg).into_owned()).collect();
        assert_eq!(words.join("|"), expected);
    }

    fn stat(size: u64) -> Vec<u8> {
        [&[9; 48][..], &size.to_le_bytes(), &[9; 88]].concat()
    }

    #[test]
    fn symbolic_arguments_take_the_place_of_their_options() {
        check("p -x --sym-arg 2 y", &[("arg00", b"ab\0")], "p|-x|ab|y");
        check("p -sym-arg 2 -sym-arg 1", &[("arg00", b"a\0b"), ("arg01", b"\0\0")], "p|a|");
        check("p --sym-args 0 2 3", &[("n_args", &[1, 0, 0, 0]), ("arg00", b"abc\0")], "p|abc");
        check("p --sym-args 1 1 3 z", &[("arg00", b"abc\0")], "p|abc|z");
        let two: &[(&str, &[u8])] =
            &[("n_args", &[0; 4]), ("n_args_1", &[2, 0, 0, 0]), ("arg00", b"a\0"), ("arg01", b"b\0")];
        check("p --sym-args 0 1 1 m --sym-args 1 2 1", two, "p|m|a|b");
    }

    #[test]
    fn other_options_leave_nothing_behind() {
        check("p --sym-files 2 8 --sym-stdin 8 --sym-stdout --max-fail 1 q", &[], "p|q");
        check("p --sym-nothing 3", &[], "p|--sym-nothing|3");
    }

    #[test]
    fn arguments_that_no_option_asked_for_come_last() {
        check("p q", &[("arg00", b"a\0"), ("arg01", b"b\0"), ("argument", b"c\0")], "p|q|a|b");
    }

    #[test]
    fn what_the_arguments_promise_must_be_there() {
        let refused = |args, objects: &[(&str, &[u8])]| Environment::of(&test(args, objects)).unwrap_err();
        assert_eq!(
            refused("p --sym-arg 2", &[]),
            EnvironmentError::Argument { word: "--sym-arg".to_owned() }
        );
        assert_eq!(refused("p --sym-args 0 2 3", &[]), EnvironmentError::Count);
        assert_eq!(refused("p --sym-args 0 2 3", &[("n_args", &[3, 0, 0, 0])]), EnvironmentError::Count);
        assert_eq!(refused("p --sym-args 0 2 3", &[("n_args", &[0; 3])]), EnvironmentError::Count);
    }

    #[test]
    fn files_have_the_size_their_stat_says() {
        let (three, none, many) = (stat(3), stat(0), stat(99));
        let objects: &[(&str, &[u8])] = &[
            ("A_data", b"hello"),
            ("A_data_stat", &three),
            ("B_data", b"hello"),
            ("B_data_stat", &none),
            ("C-data", b"hello"),
            ("C-data-stat", &three),
            ("stdin", b"input"),
            ("stdin_stat", &many),
        ];
        let environment = Environment::of(&test("p", objects)).expect("a good test");
        let file = |name: &str, content: &str| (name.to_owned(), content.as_bytes().to_vec());
        assert_eq!(environment.files, [file("A", "hel"), file("B", "hello"), file("C", "hel")]);
        assert_eq!(environment.stdin, Some(b"input".to_vec()));
    }

    #[test]
    fn only_failures_that_happen_count() {
        let objects: &[(&str, &[u8])] = &[
            ("read_fail", &[0; 4]),
            ("write_fail", &[2, 0, 0, 0]),
            ("malloc_fail", &[0, 0, 0, 0, 1, 0, 0, 0]),
        ];
        let environment = Environment::of(&test("p --malloc-fail 2 q", objects)).expect("a good test");
        assert_eq!(environment.failures, ["write_fail", "malloc_fail"]);
        assert_eq!(environment.args, [b"p", b"q"]);
    }

    #[test]
    fn the_environment_is_known_by_its_names() {
        for name in ["arg0", "arg07", "n_args", "A_data", "Z-data-stat", "stdin_stat", "model_version"] {
            assert!(is_environment(name.as_bytes()), "{name}");
        }
        for name in ["arg", "arg007", "args", "data", "a_data", "stdinx", "x"] {
            assert!(!is_environment(name.as_bytes()), "{name}");
        }
    }
}
