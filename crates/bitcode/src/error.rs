//! Why a program cannot be loaded.

use std::fmt;

/// Why a program cannot be loaded. Its `Display` is one line: what, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// A file cannot be opened or read.
    Unreadable {
        /// The file.
        file: String,
        /// What the system said.
        message: String,
    },
    /// There is too little memory to read a file.
    NoMemory {
        /// The file.
        file: String,
        /// What the system said.
        message: String,
    },
    /// A file is something else.
    NotBitcode {
        /// The file.
        file: String,
        /// What it seems to be.
        what: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// A file is damaged: LLVM cannot read it or finds it inconsistent.
    Corrupt {
        /// The file.
        file: String,
        /// What LLVM said.
        message: String,
    },
    /// A file in LLVM's text form has a mistake in it.
    BadText {
        /// The file.
        file: String,
        /// What LLVM said.
        message: String,
    },
    /// A file is for another machine or system.
    WrongTarget {
        /// The file.
        file: String,
        /// What it is for.
        triple: String,
    },
    /// The function to start from is defined nowhere.
    MissingEntry {
        /// Its name.
        entry: String,
    },
    /// The program has no `main`.
    MissingMain {
        /// The files of the program.
        file: String,
    },
    /// Two files do not go together.
    Link {
        /// The file that does not fit those before it.
        file: String,
        /// Why.
        message: String,
    },
    /// The program asks for a place in a memory image that there is none of here.
    NoImage {
        /// The symbol that a linker would have defined.
        symbol: String,
    },
    /// A global variable holds something the program form cannot express.
    Unsupported {
        /// The variable.
        global: String,
        /// What it holds.
        what: String,
    },
}

impl LoadError {
    fn text(&self) -> String {
        match self {
            Self::Unreadable { file, message } => {
                format!("{file}: cannot be read: {message}; check the path")
            }
            Self::NoMemory { file, message } => {
                format!("{file}: too little memory to read it ({message}); allow more, see `ulimit -v`")
            }
            Self::NotBitcode { file, what, advice } => {
                format!("{file}: this is {what}, not LLVM bitcode; {advice}")
            }
            Self::Corrupt { file, message } => {
                format!("{file}: corrupt bitcode ({message}); build it again, with LLVM 22 or older")
            }
            Self::BadText { file, message } => {
                format!(
                    "{file}: a mistake in the LLVM text ({message}); correct it so that LLVM 22 can read it"
                )
            }
            Self::WrongTarget { file, triple } => format!(
                "{file}: built for {triple}; only x86_64 Linux is supported, compile with \
                 `--target=x86_64-linux-gnu`"
            ),
            Self::MissingEntry { entry } => {
                format!("no function `{entry}` to start from; define it or name another one")
            }
            Self::MissingMain { file } => {
                format!("{file}: the program has no function `main`; link the file that defines it")
            }
            Self::Link { file, message } => format!("{file}: {message}; remove one of them"),
            Self::NoImage { symbol } => format!(
                "the program uses `{symbol}`, an address in the memory image a linker makes; here every object \
                 stands alone and there is none, declare it weak or leave it out"
            ),
            Self::Unsupported { global, what } => format!(
                "global variable `{global}` holds {what}, which is not supported; initialise it in code"
            ),
        }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names come from the file: whatever they hold, the message stays one line.
        f.write_str(&self.text().replace(char::is_control, "?"))
    }
}

impl std::error::Error for LoadError {}

/// The first line of what LLVM said about a file, without what every line says.
pub(crate) fn one_line(file: &str, message: &str) -> String {
    let line = message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("no reason given");
    let line = line.strip_prefix(file).and_then(|rest| rest.strip_prefix(':')).unwrap_or(line);
    line.trim_end_matches(['.', '!']).replacen(": error: ", ": ", 1)
}
