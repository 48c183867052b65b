//! The libraries, where they are loaded.

use std::path::{Path, PathBuf};

use vellum_collections::Map;

use crate::{
    Answer, Call, Failure,
    native::{self, Library, Symbol},
};

/// What every program has, after the libraries the user named.
const ALWAYS: [&str; 2] = ["libc.so.6", "libm.so.6"];

/// Libraries in this process.
#[derive(Debug)]
pub(crate) struct Local {
    libraries: Vec<Library>,
    known: Map<String, Option<Symbol>>,
}

impl Local {
    /// Loads them; on failure, the words of the system's loader.
    pub(crate) fn load(libraries: &[PathBuf]) -> Result<Self, String> {
        let all = libraries.iter().map(PathBuf::as_path).chain(ALWAYS.iter().map(Path::new));
        let libraries = all.map(Library::open).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { libraries, known: Map::default() })
    }

    /// What has that name in the first library that has it.
    pub(crate) fn find(&mut self, name: &str) -> Option<Symbol> {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let found = self.libraries.iter().find_map(|library| library.find(name));
        self.known.insert(name.to_owned(), found);
        found
    }

    /// Makes a call. What it printed is written out.
    pub(crate) fn call(&mut self, call: &Call) -> Result<Answer, Failure> {
        let missing = || Failure::Broken("there is no such function".to_owned());
        let function = self.find(&call.name).ok_or_else(missing)?;
        let before = native::redirect(native::nowhere(call.output).as_ref());
        let returned = native::call(function, &call.args, call.result, call.errno);
        native::flush();
        native::restore(before);
        returned.ok_or_else(|| Failure::Broken("libffi does not know such arguments".to_owned()))
    }
}
