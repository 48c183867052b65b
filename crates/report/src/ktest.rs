//! Test cases as files: KLEE's `.ktest` format.
//!
//! Numbers are big-endian and have 32 bits; text and bytes follow their length and have no terminator. We write
//! version 3 and read 1 to 3, under both names the format has had. A file that is damaged anywhere is an error
//! that says what is wrong at which byte; no length is believed before the file is known to hold that much.
//!
//! KLEE's own tools refuse a file with anything of length zero in it. Reading accepts it. Writing avoids it: an
//! object of no bytes is left out, and one without a name is called `unnamed`, which is what KLEE calls it.
//! Only an empty argument is written as it is: without it, the other arguments would move up.

use std::fmt;

use vellum_collections::cast::index;

/// What a file begins with.
const MAGIC: &[u8; 5] = b"KTEST";

/// What files of the format's first years begin with.
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";

/// The version that is written.
const VERSION: u32 = 3;

/// The first version that knows symbolic arguments.
const SYMBOLIC_ARGUMENTS: u32 = 2;

/// The fewest bytes an argument takes: its length.
const ARGUMENT: usize = 4;

/// The fewest bytes an object takes: two lengths.
const OBJECT: usize = 8;

/// The name of what has none.
const UNNAMED: &[u8] = b"unnamed";

/// A test case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KTest {
    /// The program and its arguments, options for symbolic input among them.
    pub args: Vec<Vec<u8>>,
    /// Symbolic arguments, of a kind that nobody makes any more.
    pub sym_argvs: u32,
    /// Their length.
    pub sym_argv_len: u32,
    /// The values of what was symbolic, in the order in which it came about.
    pub objects: Vec<KTestObject>,
}

/// The value of something symbolic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KTestObject {
    /// Its name, which need not be text.
    pub name: Vec<u8>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl KTestObject {
    /// The object `name` with these bytes.
    pub fn new(name: impl Into<Vec<u8>>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into() }
    }
}

impl KTest {
    /// Understands the content of a file.
    pub fn parse(file: &[u8]) -> Result<Self, KTestError> {
        let mut rest = Reader { file, at: 0 };
        let magic = rest.bytes(MAGIC.len(), "the name of the format").map_err(|_| KTestError::Format)?;
        if magic != MAGIC && magic != OLD_MAGIC {
            return Err(KTestError::Format);
        }
        let version = rest.number("the version")?;
        if !(1..=VERSION).contains(&version) {
            return Err(KTestError::Version(version));
        }
        let mut test = Self::default();
        for _ in 0..rest.count("arguments", ARGUMENT)? {
            test.args.push(rest.run("an argument")?);
        }
        if version >= SYMBOLIC_ARGUMENTS {
            test.sym_argvs = rest.number("the number of symbolic arguments")?;
            test.sym_argv_len = rest.number("the length of symbolic arguments")?;
        }
        for _ in 0..rest.count("objects", OBJECT)? {
            let name = rest.run("an object's name")?;
            let bytes = rest.run("an object")?;
            test.objects.push(KTestObject { name, bytes });
        }
        match rest.left() {
            0 => Ok(test),
            bytes => Err(KTestError::Trailing { at: rest.at, bytes }),
        }
    }

    /// The content of a file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, KTestError> {
        let objects: Vec<&KTestObject> = self.objects.iter().filter(|o| !o.bytes.is_empty()).collect();
        let mut file = MAGIC.to_vec();
        put(&mut file, VERSION);
        put(&mut file, length(self.args.len(), "arguments")?);
        for argument in &self.args {
            put_run(&mut file, argument, "an argument")?;
        }
        put(&mut file, self.sym_argvs);
        put(&mut file, self.sym_argv_len);
        put(&mut file, length(objects.len(), "objects")?);
        for object in objects {
            let name = if object.name.is_empty() { UNNAMED } else { &object.name };
            put_run(&mut file, name, "an object's name")?;
            put_run(&mut file, &object.bytes, "an object")?;
        }
        Ok(file)
    }

    /// The first object of that name.
    pub fn object(&self, name: &[u8]) -> Option<&KTestObject> {
        self.objects.iter().find(|object| object.name == name)
    }
}

/// Why a file is no test case, or a test case no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KTestError {
    /// The file is something else.
    Format,
    /// The file is of a version we do not know.
    Version(u32),
    /// The file ends too early.
    Truncated {
        /// In what.
        what: &'static str,
        /// Where that begins.
        at: usize,
        /// How many bytes it should have.
        needs: usize,
        /// How many there are.
        left: usize,
    },
    /// The file is too short for what it says it contains.
    Count {
        /// What it contains.
        what: &'static str,
        /// Where it says so.
        at: usize,
        /// How many.
        count: u32,
        /// How many bytes are left for them.
        left: usize,
    },
    /// The file goes on after its end.
    Trailing {
        /// Where it should end.
        at: usize,
        /// How many bytes follow.
        bytes: usize,
    },
    /// The format has no room for that much.
    TooLong {
        /// Of what.
        what: &'static str,
        /// How much.
        length: usize,
    },
}

impl fmt::Display for KTestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format => write!(f, "not a test case: a .ktest file begins with `KTEST`"),
            Self::Version(version) => {
                write!(f, "a test case of version {version}; versions 1 to {VERSION} are understood")
            }
            Self::Truncated { what, at, needs, left } => write!(
                f,
                "a damaged test case: at byte {at}, {what} should have {needs} bytes; only {left} are left"
            ),
            Self::Count { what, at, count, left } => {
                write!(f, "a damaged test case: {count} {what} at byte {at}, with only {left} bytes left")
            }
            Self::Trailing { at, bytes } => {
                write!(f, "a damaged test case: it ends at byte {at}, but {bytes} more bytes follow")
            }
            Self::TooLong { what, length } => {
                write!(f, "{what}: {length} is more than a test case can hold")
            }
        }
    }
}

impl std::error::Error for KTestError {}

/// What is left of a file.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn left(&self) -> usize {
        self.file.len() - self.at
    }

    fn bytes(&mut self, needs: usize, what: &'static str) -> Result<&'a [u8], KTestError> {
        let (at, left) = (self.at, self.left());
        if needs > left {
            return Err(KTestError::Truncated { what, at, needs, left });
        }
        self.at += needs;
        Ok(&self.file[at..self.at])
    }

    fn number(&mut self, what: &'static str) -> Result<u32, KTestError> {
        let bytes = self.bytes(4, what)?;
        Ok(u32::from_be_bytes(bytes.try_into().expect("four bytes were asked for")))
    }

    /// How many of `what` follow, each of which takes some bytes.
    fn count(&mut self, what: &'static str, each: usize) -> Result<u32, KTestError> {
        let at = self.at;
        let count = self.number(what)?;
        let left = self.left();
        if index(count) > left / each {
            return Err(KTestError::Count { what, at, count, left });
        }
        Ok(count)
    }

    /// A length and as many bytes.
    fn run(&mut self, what: &'static str) -> Result<Vec<u8>, KTestError> {
        let length = self.number(what)?;
        Ok(self.bytes(index(length), what)?.to_vec())
    }
}

fn length(length: usize, what: &'static str) -> Result<u32, KTestError> {
    u32::try_from(length).map_err(|_| KTestError::TooLong { what, length })
}

fn put(file: &mut Vec<u8>, number: u32) {
    file.extend(number.to_be_bytes());
}

fn put_run(file: &mut Vec<u8>, bytes: &[u8], what: &'static str) -> Result<(), KTestError> {
    put(file, length(bytes.len(), what)?);
    file.extend(bytes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{KTest, KTestError, KTestObject};

    fn sample() -> KTest {
        KTest {
            args: vec![b"prog.bc".to_vec(), b"--sym-arg".to_vec(), b"2".to_vec()],
            objects: vec![
                KTestObject::new("arg00", b"-v\0"),
                KTestObject::new(b"\xff\0name".to_vec(), [0, 255, 10]),
                KTestObject::new("x", [0; 300]),
            ],
            ..KTest::default()
        }
    }

    fn bytes(test: &KTest) -> Vec<u8> {
        test.to_bytes().expect("small enough")
    }

    /// Checks that the file is refused with this message.
    fn refused(file: &[u8], message: &str) {
        assert_eq!(KTest::parse(file).map_err(|error| error.to_string()), Err(message.to_owned()));
    }

    #[test]
    fn the_layout_is_klees() {
        let test = KTest {
            args: vec![b"a".to_vec()],
            objects: vec![KTestObject::new("x", [7, 8])],
            ..KTest::default()
        };
        let expected =
            b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01a\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x02\x07\x08";
        assert_eq!(bytes(&test), expected);
    }

    #[test]
    fn what_was_written_is_read() {
        assert_eq!(KTest::parse(&bytes(&sample())), Ok(sample()));
        assert_eq!(KTest::parse(&bytes(&KTest::default())), Ok(KTest::default()));
    }

    #[test]
    fn older_versions_are_read() {
        let first = b"BOUT\n\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x01\x05";
        let expected = KTest { objects: vec![KTestObject::new("x", [5])], ..KTest::default() };
        assert_eq!(KTest::parse(first), Ok(expected));
        let second = b"KTEST\0\0\0\x02\0\0\0\0\0\0\0\x03\0\0\0\x04\0\0\0\0";
        let expected = KTest { sym_argvs: 3, sym_argv_len: 4, ..KTest::default() };
        assert_eq!(KTest::parse(second), Ok(expected));
    }

    #[test]
    fn what_is_empty_is_read_and_not_written() {
        let empty = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x01\x05\0\0\0\x01x\0\0\0\0";
        let test = KTest::parse(empty).expect("length zero is accepted");
        assert_eq!(test.objects, [KTestObject::new("", [5]), KTestObject::new("x", [])]);
        let again = KTest::parse(&bytes(&test)).expect("what we write is good");
        assert_eq!(again.objects, [KTestObject::new("unnamed", [5])]);
        assert_eq!(again.args, [b""]);
    }

    #[test]
    fn damage_is_told_with_its_place() {
        refused(b"", "not a test case: a .ktest file begins with `KTEST`");
        refused(b"\x7fELF\x02\x01\x01", "not a test case: a .ktest file begins with `KTEST`");
        refused(b"KTEST\0\0\0\x04", "a test case of version 4; versions 1 to 3 are understood");
        refused(b"KTEST\0\0\0\0", "a test case of version 0; versions 1 to 3 are understood");
        refused(
            b"KTEST\0\0",
            "a damaged test case: at byte 5, the version should have 4 bytes; only 2 are left",
        );
        refused(
            b"KTEST\0\0\0\x03\xff\xff\xff\xff\0\0\0\0",
            "a damaged test case: 4294967295 arguments at byte 9, with only 4 bytes left",
        );
        refused(
            b"KTEST\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\xff\xff\xff\xffab",
            "a damaged test case: at byte 34, an object should have 4294967295 bytes; only 2 are left",
        );
        let mut long = bytes(&sample());
        let end = long.len();
        long.push(0);
        refused(&long, &format!("a damaged test case: it ends at byte {end}, but 1 more bytes follow"));
    }

    #[test]
    fn a_file_cut_anywhere_is_refused() {
        let file = bytes(&sample());
        for end in 0..file.len() {
            assert!(KTest::parse(&file[..end]).is_err(), "cut at {end}");
        }
    }

    /// Whatever a byte becomes: the file is refused, or it is read and written as it is.
    #[test]
    fn a_changed_byte_is_either_read_or_refused() {
        let file = bytes(&sample());
        let mut read = 0;
        for at in 0..file.len() {
            for value in [0, 1, 2, 3, 0x7f, 0x80, 0xff, file[at] ^ 1, file[at].wrapping_add(1)] {
                let mut changed = file.clone();
                changed[at] = value;
                let Ok(test) = KTest::parse(&changed) else { continue };
                read += 1;
                let version_three = changed[8] == 3 && test.objects.iter().all(|o| !o.name.is_empty());
                let complete = test.objects.iter().all(|o| !o.bytes.is_empty());
                if version_three && complete {
                    assert_eq!(bytes(&test), changed, "byte {at} = {value}");
                }
            }
        }
        assert!(read > 300, "names and bytes may be anything: {read}");
    }

    #[test]
    fn errors_are_values() {
        assert_eq!(KTest::parse(b"KLEE!"), Err(KTestError::Format));
    }
}
