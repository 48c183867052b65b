//! Test cases as Test-Comp has them: a folder of XML files, of which `metadata.xml` describes the program.
//!
//! A validator hands out the inputs of a test case in their order, to whichever `__VERIFIER_nondet_…` is called
//! next. Where the type is not known, values are signed: C's input functions understand that as any type. What
//! surrounds a program (arguments, files) is no input there.

use std::fmt::Write;

use crate::{
    environment::is_environment,
    ktest::{KTest, KTestObject},
    sha256::sha256,
};

/// What the name of an object made by `__VERIFIER_nondet_int` begins with.
pub const NONDET: &str = "__VERIFIER_nondet_";

/// The first line of every file.
const DECLARATION: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>"#;

/// How the bytes of an object become text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// A signed integer.
    Signed,
    /// An integer without a sign.
    Unsigned,
    /// A truth value.
    Bool,
    /// A float of 4 or 8 bytes.
    Float,
    /// Every byte for itself.
    Bytes,
}

/// The types of inputs: how functions are called that return them, what C calls them, how many bytes they have (0 for
/// any number), how they are printed.
const TYPES: &[(&str, &str, usize, Value)] = &[
    ("bool", "_Bool", 1, Value::Bool),
    ("char", "char", 1, Value::Signed),
    ("uchar", "unsigned char", 1, Value::Unsigned),
    ("unsigned_char", "unsigned char", 1, Value::Unsigned),
    ("short", "short", 2, Value::Signed),
    ("ushort", "unsigned short", 2, Value::Unsigned),
    ("int", "int", 4, Value::Signed),
    ("uint", "unsigned int", 4, Value::Unsigned),
    ("unsigned", "unsigned int", 4, Value::Unsigned),
    ("unsigned_int", "unsigned int", 4, Value::Unsigned),
    ("long", "long", 8, Value::Signed),
    ("ulong", "unsigned long", 8, Value::Unsigned),
    ("longlong", "long long", 8, Value::Signed),
    ("ulonglong", "unsigned long long", 8, Value::Unsigned),
    ("float", "float", 4, Value::Float),
    ("double", "double", 8, Value::Float),
    ("size_t", "size_t", 8, Value::Unsigned),
    ("pchar", "char *", 8, Value::Unsigned),
    ("pointer", "void *", 8, Value::Unsigned),
    ("u8", "unsigned char", 1, Value::Unsigned),
    ("u16", "unsigned short", 2, Value::Unsigned),
    ("u32", "unsigned int", 4, Value::Unsigned),
    ("u64", "unsigned long", 8, Value::Unsigned),
    ("loff_t", "long long", 8, Value::Signed),
    ("sector_t", "unsigned long", 8, Value::Unsigned),
    ("int128", "__int128", 16, Value::Signed),
    ("uint128", "unsigned __int128", 16, Value::Unsigned),
    ("memory", "unsigned char", 0, Value::Bytes),
];

/// What a test case is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// It is one of those that together cover the program.
    Coverage,
    /// It makes the program call `reach_error`.
    Error,
}

/// What `metadata.xml` says.
#[derive(Clone, Debug)]
pub struct Metadata<'a> {
    /// Who made the suite, with version.
    pub producer: &'a str,
    /// What it is to cover.
    pub specification: &'a str,
    /// The program, as it was named.
    pub program_file: &'a str,
    /// Its content.
    pub program: &'a [u8],
    /// The function it starts from.
    pub entry_function: &'a str,
    /// `32bit` or `64bit`.
    pub architecture: &'a str,
    /// When the suite was made, as ISO 8601 has it.
    pub creation_time: &'a str,
}

impl Metadata<'_> {
    /// The content of `metadata.xml`, in the order that the DTD demands.
    pub fn to_xml(&self) -> String {
        let hash = sha256(self.program);
        let mut xml = head("test-metadata");
        xml.push_str("<test-metadata>\n");
        for (name, text) in [
            ("sourcecodelang", "C"),
            ("producer", self.producer),
            ("specification", self.specification),
            ("programfile", self.program_file),
            ("programhash", &hash),
            ("entryfunction", self.entry_function),
            ("architecture", self.architecture),
            ("creationtime", self.creation_time),
        ] {
            writeln!(xml, "  <{name}>{}</{name}>", escape(text)).expect("writing to a string");
        }
        xml + "</test-metadata>\n"
    }
}

/// The content of a file with one test case.
pub fn test_case(test: &KTest, goal: Goal) -> String {
    let mut xml = head("testcase");
    xml.push_str(match goal {
        Goal::Coverage => "<testcase>\n",
        Goal::Error => "<testcase coversError=\"true\">\n",
    });
    for object in test.objects.iter().filter(|object| !is_environment(&object.name)) {
        let input = Input::of(object);
        for value in input.values(&object.bytes) {
            writeln!(xml, "  <input{}>{value}</input>", input.attributes).expect("writing to a string");
        }
    }
    xml + "</testcase>\n"
}

/// How the inputs of an object look.
struct Input {
    /// Each with a space before it.
    attributes: String,
    value: Value,
}

impl Input {
    fn of(object: &KTestObject) -> Self {
        let name = String::from_utf8_lossy(&object.name);
        // The second name of a type is what KLEE's relatives give their objects.
        let known = match name.strip_prefix(NONDET) {
            Some(name) => TYPES.iter().find(|(known, ..)| *known == without_number(name)),
            None => TYPES.iter().find(|(_, c_type, ..)| *c_type == name),
        };
        // A program may call anything of its own like a type.
        let fits = |size: usize| size == 0 || size == object.bytes.len();
        if let Some((_, c_type, _, value)) = known.filter(|(_, _, size, _)| fits(*size)) {
            return Self { attributes: format!(" type=\"{}\"", escape(c_type)), value: *value };
        }
        let value =
            if matches!(object.bytes.len(), 1 | 2 | 4 | 8 | 16) { Value::Signed } else { Value::Bytes };
        Self { attributes: format!(" variable=\"{}\"", escape(&name)), value }
    }

    fn values(&self, bytes: &[u8]) -> Vec<String> {
        let one = match self.value {
            Value::Bytes => return bytes.iter().map(u8::to_string).collect(),
            Value::Bool => u8::from(bytes.iter().any(|byte| *byte != 0)).to_string(),
            Value::Float => float(bytes).unwrap_or_else(|| signed(bytes)),
            Value::Signed => signed(bytes),
            Value::Unsigned => unsigned(bytes),
        };
        vec![one]
    }
}

/// `int_3`, the third of its name, as `int`.
fn without_number(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((before, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => before,
        _ => name,
    }
}

/// A little-endian integer, signed.
fn signed(bytes: &[u8]) -> String {
    let negative = bytes.last().is_some_and(|byte| *byte >= 0x80);
    i128::from_le_bytes(widened(bytes, if negative { 0xff } else { 0 })).to_string()
}

/// A little-endian integer, without a sign.
fn unsigned(bytes: &[u8]) -> String {
    u128::from_le_bytes(widened(bytes, 0)).to_string()
}

/// No type of ours has more than 16 bytes.
fn widened(bytes: &[u8], above: u8) -> [u8; 16] {
    let mut wide = [above; 16];
    for (to, from) in wide.iter_mut().zip(bytes) {
        *to = *from;
    }
    wide
}

/// The shortest decimal that is read as exactly this number.
fn float(bytes: &[u8]) -> Option<String> {
    match bytes.len() {
        4 => Some(format!("{:?}", f32::from_le_bytes(bytes.try_into().ok()?))),
        8 => Some(format!("{:?}", f64::from_le_bytes(bytes.try_into().ok()?))),
        _ => None,
    }
    .map(|text| text.replace("NaN", "nan"))
}

fn head(root: &str) -> String {
    let public = format!("+//IDN sosy-lab.org//DTD test-format {root} 1.1//EN");
    let system = format!("https://sosy-lab.org/test-format/{root}-1.1.dtd");
    format!("{DECLARATION}\n<!DOCTYPE {root} PUBLIC \"{public}\" \"{system}\">\n")
}

/// Text as XML has it. What XML has no way to write becomes the replacement character.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            _ if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Goal, Metadata, NONDET, TYPES, test_case};
    use crate::ktest::{KTest, KTestObject};

    fn check(goal: Goal, objects: &[(&str, &[u8])], expected: &Expect) {
        let objects = objects.iter().map(|(name, bytes)| KTestObject::new(*name, *bytes)).collect();
        expected.assert_eq(&test_case(&KTest { objects, ..KTest::default() }, goal));
    }

    #[test]
    fn inputs_keep_their_order_and_type() {
        check(
            Goal::Error,
            &[
                ("arg00", b"x\0"),
                ("__VERIFIER_nondet_int", &(-5_i32).to_le_bytes()),
                ("__VERIFIER_nondet_uint_1", &u32::MAX.to_le_bytes()),
                ("__VERIFIER_nondet_bool", &[1]),
                ("__VERIFIER_nondet_double", &0.1_f64.to_le_bytes()),
                ("__VERIFIER_nondet_float", &f32::NEG_INFINITY.to_le_bytes()),
                ("unsigned char", &[200]),
                ("__VERIFIER_nondet_memory", &[1, 2]),
            ],
            &expect![[r#"
                <?xml version="1.0" encoding="UTF-8" standalone="no"?>
                <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
                <testcase coversError="true">
                  <input type="int">-5</input>
                  <input type="unsigned int">4294967295</input>
                  <input type="_Bool">1</input>
                  <input type="double">0.1</input>
                  <input type="float">-inf</input>
                  <input type="unsigned char">200</input>
                  <input type="unsigned char">1</input>
                  <input type="unsigned char">2</input>
                </testcase>
            "#]],
        );
    }

    #[test]
    fn what_the_program_named_itself_has_a_variable() {
        check(
            Goal::Coverage,
            &[("a<b>&\"\u{1}", &[0, 0, 0, 0x80]), ("buffer", &[7, 8, 9])],
            &expect![[r#"
                <?xml version="1.0" encoding="UTF-8" standalone="no"?>
                <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
                <testcase>
                  <input variable="a&lt;b&gt;&amp;&quot;�">-2147483648</input>
                  <input variable="buffer">7</input>
                  <input variable="buffer">8</input>
                  <input variable="buffer">9</input>
                </testcase>
            "#]],
        );
    }

    #[test]
    fn what_is_only_called_like_a_type_loses_nothing() {
        check(
            Goal::Coverage,
            &[("int", &[1, 2, 3, 4, 5]), ("__VERIFIER_nondet_char", &[0, 1]), ("unsigned char", &[])],
            &expect![[r#"
                <?xml version="1.0" encoding="UTF-8" standalone="no"?>
                <!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
                <testcase>
                  <input variable="int">1</input>
                  <input variable="int">2</input>
                  <input variable="int">3</input>
                  <input variable="int">4</input>
                  <input variable="int">5</input>
                  <input variable="__VERIFIER_nondet_char">256</input>
                </testcase>
            "#]],
        );
    }

    #[test]
    fn every_type_is_known_by_its_function() {
        for (name, c_type, size, _) in TYPES {
            let object = KTestObject::new(format!("{NONDET}{name}"), vec![1; (*size).max(1)]);
            let xml = test_case(&KTest { objects: vec![object], ..KTest::default() }, Goal::Coverage);
            assert!(xml.contains(&format!("type=\"{c_type}\"")), "{name}: {xml}");
        }
    }

    #[test]
    fn the_metadata_names_the_program_by_its_hash() {
        let metadata = Metadata {
            producer: "Vellum 0.1.0",
            specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
            program_file: "a&b.c",
            program: b"abc",
            entry_function: "main",
            architecture: "64bit",
            creation_time: "2026-01-02T03:04:05Z",
        };
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
            <test-metadata>
              <sourcecodelang>C</sourcecodelang>
              <producer>Vellum 0.1.0</producer>
              <specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>
              <programfile>a&amp;b.c</programfile>
              <programhash>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad</programhash>
              <entryfunction>main</entryfunction>
              <architecture>64bit</architecture>
              <creationtime>2026-01-02T03:04:05Z</creationtime>
            </test-metadata>
        "#]]
        .assert_eq(&metadata.to_xml());
    }
}
