//! What the run of a record was.

use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::PathBuf,
};

use serde_json::{Value, json};

/// What a run was: enough to begin it again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Vellum's version.
    pub version: String,
    /// The program as it was named.
    pub program: String,
    /// The hash of what was loaded of it.
    pub hash: String,
    /// The folder the run began in.
    pub folder: PathBuf,
    /// The words before the program.
    pub before: Vec<OsString>,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

impl Header {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let words = |words: &[OsString]| words.iter().map(|word| word_to_json(word)).collect::<Vec<_>>();
        let value = json!({
            "version": self.version,
            "program": self.program,
            "sha256": self.hash,
            "folder": word_to_json(self.folder.as_os_str()),
            "before": words(&self.before),
            "command": words(&self.command),
        });
        value.to_string().into_bytes()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(bytes).ok()?;
        let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
        let words = |name: &str| {
            value.get(name)?.as_array()?.iter().map(word_from_json).collect::<Option<Vec<OsString>>>()
        };
        Some(Self {
            version: text("version")?,
            program: text("program")?,
            hash: text("sha256")?,
            folder: word_from_json(value.get("folder")?)?.into(),
            before: words("before")?,
            command: words("command")?,
        })
    }
}

/// A word is text, or a list of bytes where it is none.
pub fn word_to_json(word: &OsStr) -> Value {
    match word.to_str() {
        Some(text) => text.into(),
        None => word.as_bytes().into(),
    }
}

/// The word that became this.
pub fn word_from_json(value: &Value) -> Option<OsString> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Array(bytes) => {
            let byte = |value: &Value| u8::try_from(value.as_u64()?).ok();
            bytes.iter().map(byte).collect::<Option<Vec<u8>>>().map(OsString::from_vec)
        }
        _ => None,
    }
}
