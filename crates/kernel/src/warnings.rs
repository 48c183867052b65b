//! What the user should hear about, each thing once.

use vellum_collections::Set;

/// Warnings in the order they came up.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    texts: Set<String>,
}

impl Warnings {
    /// Remembers `text`, unless it was said before.
    pub(crate) fn add(&mut self, text: String) {
        self.texts.insert(text);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }
}
