//! How a program was built, kept in its executable: what it takes to build it again.
//!
//! Each object says how it was compiled, in the section that compilers have for their command lines. So the linker
//! collects what belongs to the program, whatever archives its parts came from. Linking adds what the sources were
//! then, as nothing else tells later whether they still are what was compiled, and what else was linked.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value, json};
use vellum_collections::Set;
use vellum_report::{
    record::{word_from_json, word_to_json},
    sha256,
};

use crate::{
    cc::{
        args::{Request, Step},
        embed::{self, EmbedError},
        link::START,
    },
    toolchain::{Toolchain, glue},
};

/// The section of an executable that holds the record.
pub(crate) const SECTION: &str = ".vellum.build";

/// The section in which objects say how they were compiled.
pub(crate) const COMMANDS: &str = ".GCC.command.line";

/// The version of the record. What another version means is unknown.
const VERSION: u64 = 1;

/// How an executable was built.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Build {
    /// The commands that compiled its parts.
    pub(crate) commands: Vec<Compilation>,
    /// Objects that do not say how they were made: of assembly, or by another compiler. Absolute paths.
    pub(crate) objects: Vec<PathBuf>,
    /// Libraries, where they are looked for, and what gives symbols another meaning: arguments for clang.
    pub(crate) libraries: Vec<OsString>,
    /// Names of objects that were made of assembly in the command that linked, and are no more.
    pub(crate) lost: Vec<OsString>,
}

/// A command that compiled.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Compilation {
    /// Where it ran.
    pub(crate) folder: PathBuf,
    /// Its arguments, as they were typed.
    pub(crate) args: Vec<OsString>,
    /// For each of its sources, the hash of what it was; none if it was gone already when the program was linked.
    pub(crate) hashes: Vec<Option<String>>,
}

/// Why an executable has no record that can be read.
#[derive(Debug)]
pub(crate) enum RecordError {
    /// There is none.
    None,
    /// It is damaged, or of another version.
    Unknown,
    /// The executable is damaged.
    Elf(EmbedError),
}

/// What has clang note in each object how it was compiled, if the command compiles anything.
pub(super) fn notes(request: &Request) -> Vec<OsString> {
    let Ok(folder) = env::current_dir() else { return Vec::new() };
    if request.sources.is_empty() {
        return Vec::new();
    }
    let note = json!({ "vellum": VERSION, "folder": word_to_json(folder.as_os_str()), "args": words(&request.args) });
    // The user's own wish for such a note would take the place of ours.
    let flags = ["-fno-record-command-line", "-Xclang", "-record-command-line", "-Xclang"];
    flags.into_iter().map(OsString::from).chain([note.to_string().into()]).collect()
}

impl Compilation {
    /// The command in a note; nothing if the note is not one of ours.
    fn from_note(text: &[u8]) -> Option<Self> {
        let note: Map<String, Value> = serde_json::from_slice(text).ok()?;
        if note.get("vellum")?.as_u64()? != VERSION {
            return None;
        }
        let folder = PathBuf::from(word_from_json(note.get("folder")?)?);
        let args = words_of(note.get("args")?)?;
        let mut compilation = Self { folder, args, hashes: Vec::new() };
        let sources = compilation.request().sources;
        let hash = |file: &Path| fs::read(compilation.folder.join(file)).ok().map(|text| sha256(&text));
        compilation.hashes = sources.iter().map(|source| hash(&source.file)).collect();
        Some(compilation)
    }

    /// What it asked for.
    pub(crate) fn request(&self) -> Request {
        Request::new(self.args.clone())
    }

    /// Whether the program may have been linked with some of what it made only.
    pub(crate) fn is_of_several(&self) -> bool {
        let request = self.request();
        request.sources.len() > 1 && request.step == Step::Compile
    }
}

impl Build {
    /// How the program is built that was linked of `inputs`, the linker's arguments, into `machine`.
    pub(super) fn of_link(toolchain: &Toolchain, inputs: &[OsString], machine: &Path) -> Self {
        let mut build = Self::default();
        let mut notes = Set::default();
        let mut rest = inputs.iter();
        while let Some(arg) = rest.next() {
            if let Some(library) = Library::of(arg, &mut rest) {
                build.libraries.extend(library.words(toolchain));
            } else if !arg.as_encoded_bytes().starts_with(b"-") {
                build.add(toolchain, Path::new(arg), &mut notes);
            }
        }
        // Those of archives' members come last, in the order of the linker's table.
        notes.extend(notes_of(machine));
        build.commands = notes.iter().filter_map(|note| Compilation::from_note(note)).collect();
        build
    }

    /// Takes a file into account that was linked.
    fn add(&mut self, toolchain: &Toolchain, file: &Path, notes: &mut Set<Vec<u8>>) {
        if file.ends_with(Path::new("lib").join(START)) || file.starts_with(&toolchain.sysroot) {
            return;
        }
        let begins = |magic: &[u8]| begins_with(file, magic).unwrap_or(false);
        if begins(b"!<arch>\n") || begins(b"!<thin>\n") {
            self.libraries.push(absolute(file).into_os_string());
        } else if begins(b"\x7fELF") {
            let own = notes_of(file);
            if !own.is_empty() {
                notes.extend(own);
            } else if file.starts_with(&toolchain.temporary) {
                // clang made it for this command alone.
                self.lost.extend(file.file_name().map(OsStr::to_owned));
            } else {
                self.objects.push(absolute(file));
            }
        }
    }

    /// The content of the section.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let commands = self.commands.iter().map(|command| {
            json!({
                "folder": word_to_json(command.folder.as_os_str()),
                "args": words(&command.args),
                "hashes": command.hashes,
            })
        });
        let objects: Vec<Value> = self.objects.iter().map(|path| word_to_json(path.as_os_str())).collect();
        let record = json!({
            "version": VERSION,
            "commands": commands.collect::<Vec<Value>>(),
            "objects": objects,
            "libraries": words(&self.libraries),
            "lost": words(&self.lost),
        });
        record.to_string().into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let record: Map<String, Value> = serde_json::from_slice(bytes).ok()?;
        if record.get("version")?.as_u64()? != VERSION {
            return None;
        }
        let command = |command: &Value| {
            let hash = |hash: &Value| match hash {
                Value::Null => Some(None),
                hash => hash.as_str().map(|hash| Some(hash.to_owned())),
            };
            Some(Compilation {
                folder: word_from_json(command.get("folder")?)?.into(),
                args: words_of(command.get("args")?)?,
                hashes: command.get("hashes")?.as_array()?.iter().map(hash).collect::<Option<_>>()?,
            })
        };
        Some(Self {
            commands: record.get("commands")?.as_array()?.iter().map(command).collect::<Option<_>>()?,
            objects: words_of(record.get("objects")?)?.into_iter().map(PathBuf::from).collect(),
            libraries: words_of(record.get("libraries")?)?,
            lost: words_of(record.get("lost")?)?,
        })
    }

    /// The record in an executable.
    pub(crate) fn read(executable: &Path) -> Result<Self, RecordError> {
        let bytes = embed::section(executable, SECTION).map_err(RecordError::Elf)?;
        Self::from_bytes(&bytes.ok_or(RecordError::None)?).ok_or(RecordError::Unknown)
    }
}

/// What a linker's argument says about libraries.
enum Library {
    /// `-L`
    Folder(PathBuf),
    /// `-l`
    Name(OsString),
    /// An option that gives a symbol another meaning, and its value.
    Symbol(&'static str, OsString),
}

/// Libraries that every program of ours is linked with, and a program of the host's is not.
const OURS: &[&str] = &["c", "vellum-native", "clang_rt.builtins"];

/// What an option with this value says.
type Meaning = fn(OsString) -> Library;

/// Options of the linker that matter again, and what they say.
const OPTIONS: &[(&str, Meaning)] = &[
    ("--library-path", |value| Library::Folder(value.into())),
    ("--library", Library::Name),
    ("--wrap", |value| Library::Symbol("--wrap", value)),
    ("--defsym", |value| Library::Symbol("--defsym", value)),
    ("--undefined", |value| Library::Symbol("--undefined", value)),
    ("-L", |value| Library::Folder(value.into())),
    ("-l", Library::Name),
    ("-u", |value| Library::Symbol("--undefined", value)),
];

impl Library {
    /// What `arg` says, with its value in it or among those that follow.
    fn of<'a>(arg: &OsStr, rest: &mut impl Iterator<Item = &'a OsString>) -> Option<Self> {
        let text = arg.to_str()?;
        for (name, make) in OPTIONS {
            // Long options may have one hyphen only.
            let is_long = name.starts_with("--");
            let Some(value) =
                text.strip_prefix(name).or_else(|| text.strip_prefix(&name[1..]).filter(|_| is_long))
            else {
                continue;
            };
            match (value, value.strip_prefix('=')) {
                ("", _) => return rest.next().map(|value| make(value.clone())),
                (_, Some(value)) if is_long => return Some(make(value.into())),
                (value, _) if !is_long => return Some(make(value.into())),
                _ => {}
            }
        }
        None
    }

    /// The arguments for clang that say the same to a linker for the host.
    fn words(self, toolchain: &Toolchain) -> Option<OsString> {
        match self {
            Self::Folder(path) if path.starts_with(&toolchain.sysroot) => None,
            Self::Folder(path) => Some(glue("-L", &absolute(&path))),
            Self::Name(name) if OURS.iter().any(|ours| name == *ours) => None,
            Self::Name(name) => Some(glue("-l", Path::new(&name))),
            Self::Symbol(option, value) => Some(glue(&format!("-Wl,{option}="), Path::new(&value))),
        }
    }
}

/// What the objects say that `file` is linked of.
fn notes_of(file: &Path) -> Vec<Vec<u8>> {
    let section = embed::section(file, COMMANDS).ok().flatten().unwrap_or_default();
    // Other compilers write their command lines there.
    let is_ours = |note: &&[u8]| {
        serde_json::from_slice::<Value>(note).is_ok_and(|note: Value| note.get("vellum").is_some())
    };
    section.split(|byte| *byte == 0).filter(is_ours).map(<[u8]>::to_vec).collect()
}

fn begins_with(file: &Path, magic: &[u8]) -> io::Result<bool> {
    let mut start = Vec::new();
    fs::File::open(file)?.take(8).read_to_end(&mut start)?;
    Ok(start.starts_with(magic))
}

fn absolute(file: &Path) -> PathBuf {
    env::current_dir().map_or_else(|_| file.to_owned(), |folder| folder.join(file))
}

fn words(args: &[OsString]) -> Value {
    args.iter().map(|arg| word_to_json(arg)).collect()
}

fn words_of(value: &Value) -> Option<Vec<OsString>> {
    value.as_array()?.iter().map(word_from_json).collect()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::{Build, Compilation, Library};

    #[test]
    fn a_record_comes_back_from_its_bytes() {
        let build = Build {
            commands: vec![Compilation {
                folder: "/a b".into(),
                args: ["-DX=\"1 2\"", "-c", "x.c", "y.c"].map(OsString::from).into(),
                hashes: vec![Some("00ff".to_owned()), None],
            }],
            objects: vec!["/a b/fast.o".into()],
            libraries: vec!["-lm".into()],
            lost: vec!["helper-1.o".into()],
        };
        assert_eq!(Build::from_bytes(&build.to_bytes()), Some(build));
        for damaged in ["", "{}", "{\"version\":2}", "{\"version\":1,\"commands\":[3]}"] {
            assert_eq!(Build::from_bytes(damaged.as_bytes()), None, "{damaged}");
        }
    }

    #[test]
    fn what_is_not_a_note_of_ours_is_no_command() {
        for note in ["", "clang -c a.c", "{}", "{\"vellum\":2,\"folder\":\"/\",\"args\":[]}"] {
            assert!(Compilation::from_note(note.as_bytes()).is_none(), "{note}");
        }
    }

    #[test]
    fn libraries_are_told_from_other_options() {
        let told = |line: &str| {
            let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
            let mut rest = words.iter();
            let first = rest.next().unwrap();
            Library::of(first, &mut rest).map(|library| match library {
                Library::Folder(path) => format!("folder {}", path.display()),
                Library::Name(name) => format!("name {}", name.display()),
                Library::Symbol(option, value) => format!("{option} {}", value.display()),
            })
        };
        for (line, expected) in [
            ("-Lx", Some("folder x")),
            ("-L x", Some("folder x")),
            ("--library-path=x", Some("folder x")),
            ("-lx", Some("name x")),
            ("-l:x.a", Some("name :x.a")),
            ("--library x", Some("name x")),
            ("-wrap=f", Some("--wrap f")),
            ("--defsym=a=b", Some("--defsym a=b")),
            ("-u f", Some("--undefined f")),
            ("--undefined=f", Some("--undefined f")),
            ("--undefined-version", None),
            ("a.o", None),
            ("--start-group", None),
            ("-m", None),
        ] {
            assert_eq!(told(line).as_deref(), expected, "{line}");
        }
    }
}
