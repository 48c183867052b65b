//! Linker options by which a name means another symbol.
//!
//! LLVM's linker applies them to machine code, but not to the bitcode it writes: that is for us to do.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::cc::CcError;

/// References that mean another symbol: which one, and the other. They take effect one after the other.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Renames(Vec<(String, String)>);

impl Renames {
    /// `--wrap=SYMBOL`; `false` where the symbol means something else already.
    pub(crate) fn wrap(&mut self, symbol: &str) -> bool {
        self.add(symbol, &format!("__wrap_{symbol}")) && self.add(&format!("__real_{symbol}"), symbol)
    }

    /// `--defsym=SYMBOL=VALUE`, where the value is another symbol; `false` where it is something else, or the symbol
    /// means something else already.
    pub(crate) fn define(&mut self, definition: &str) -> bool {
        let Some((symbol, value)) = definition.split_once('=') else { return false };
        is_name(symbol) && is_name(value) && self.add(symbol, value)
    }

    fn add(&mut self, from: &str, to: &str) -> bool {
        if let Some((_, known)) = self.0.iter().find(|(known, _)| known == from) {
            return known == to;
        }
        self.0.push((from.to_owned(), to.to_owned()));
        true
    }

    /// Every name that matters: the linker must leave them as they are.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        self.0.iter().flat_map(|(from, to)| [from.as_str(), to.as_str()]).collect()
    }

    /// Applies them to the bitcode file `module` of the program `output`.
    pub(crate) fn apply(self, module: &Path, output: &Path) -> Result<(), CcError> {
        if self.0.is_empty() {
            return Ok(());
        }
        let broken = |error| CcError::file(module, error);
        let bytes = fs::read(module).map_err(broken)?;
        let bytes = vellum_bitcode::redirect(&output.display().to_string(), bytes, self.0)
            .map_err(|error| CcError::Bitcode { output: output.to_owned(), messages: error.to_string() })?;
        fs::write(module, bytes).map_err(broken)
    }
}

fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$');
    text.starts_with(is_letter) && text.chars().all(|c| is_letter(c) || c.is_ascii_digit()) && text != "."
}

#[cfg(test)]
mod tests {
    use super::Renames;

    #[test]
    fn a_wrapped_symbol_is_two_renames() {
        let mut renames = Renames::default();
        assert!(renames.wrap("f") && renames.wrap("f"));
        assert_eq!(renames.names().into_iter().collect::<Vec<_>>(), ["__real_f", "__wrap_f", "f"]);
        assert_eq!(renames.0[0], ("f".to_owned(), "__wrap_f".to_owned()));
    }

    #[test]
    fn a_symbol_can_be_defined_as_another_only() {
        assert!(Renames::default().define("a=b.1"));
        let mut renames = Renames::default();
        assert!(renames.define("a=b") && !renames.define("a=c") && !renames.wrap("a"));
        for definition in ["a", "a=", "=b", "a=5", "a=b+4", "a=.", "a=ADDR(.text)"] {
            assert!(!Renames::default().define(definition), "{definition}");
        }
    }
}
