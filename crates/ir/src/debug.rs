//! Where in the source an instruction comes from.

use vellum_collections::{Id, Set, define_id};

define_id! {
    /// A source position with the calls it was inlined through.
    pub struct Loc, "loc";
}

/// A position in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The file: an absolute path, or a relative one where the compiler was told to record that.
    pub file: Name,
    /// Line, from 1; 0 when the compiler did not say.
    pub line: u32,
    /// Column, from 1; 0 when the compiler did not say.
    pub column: u32,
    /// The source function the position is in.
    pub function: Name,
    /// The call this position was inlined at.
    pub inlined_at: Option<Loc>,
}

define_id! {
    /// An interned file or function name.
    pub struct Name, "name";
}

/// All source positions of a module.
#[derive(Clone, Debug, Default)]
pub struct DebugInfo {
    positions: Set<Position>,
    names: Set<Box<str>>,
}

impl DebugInfo {
    /// The id of `position`.
    pub fn intern(&mut self, position: Position) -> Loc {
        Loc::from_index(self.positions.insert_full(position).0)
    }

    /// The id of a file or function name.
    pub fn name(&mut self, text: &str) -> Name {
        match self.names.get_index_of(text) {
            Some(found) => Name::from_index(found),
            None => Name::from_index(self.names.insert_full(text.into()).0),
        }
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.names[name.index()]
    }

    /// The position.
    pub fn position(&self, loc: Loc) -> &Position {
        &self.positions[loc.index()]
    }

    /// The position and those it was inlined through, innermost first.
    pub fn frames(&self, loc: Loc) -> impl Iterator<Item = &Position> {
        std::iter::successors(Some(self.position(loc)), |p| p.inlined_at.map(|outer| self.position(outer)))
    }

    /// Whether a file is one of the C library's: those are named from the folder they are compiled in, a
    /// program's are not.
    pub fn is_library(file: &str) -> bool {
        let is_compilers = file.split_once("/lib/clang/").is_some_and(|(_, rest)| rest.contains("/include/"));
        is_compilers || ["musl/", "override/", "vellum/"].iter().any(|folder| file.starts_with(folder))
    }

    /// Every position with its id, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Loc, &Position)> {
        self.positions.iter().enumerate().map(|(i, position)| (Loc::from_index(i), position))
    }
}
