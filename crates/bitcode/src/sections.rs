//! Linker sets: globals that share a section and are walked from `__start_NAME` to `__stop_NAME`.
//!
//! Whoever names the start or the end of a section refers to all that is in it, and in the order in which the
//! linker would have put it there: by module, and inside of one as the module lists its globals. Functions have no
//! bytes to walk over; the start and the end of a section of functions stay undefined.

use vellum_ir::{Section, Symbol};

use crate::{
    convert::Converter,
    link::{Rank, Unit},
};

impl<'m> Converter<'m> {
    /// Adds the sections that were named since the last time; `false` when there are none.
    pub(crate) fn add_sections(&mut self, units: &'m [Unit<'m>]) -> bool {
        let known = self.out.sections.len();
        while let Some((name, _)) = self.undefined.get_index(self.sections_seen) {
            self.sections_seen += 1;
            let section = Section::BOUNDS.iter().find_map(|prefix| name.strip_prefix(prefix.as_bytes()));
            let Some(name) = section.and_then(|name| str::from_utf8(name).ok()) else { continue };
            let name: Box<str> = name.into();
            if self.out.sections.iter().any(|section| section.name == name) {
                continue;
            }
            let mut members = Vec::new();
            for global in units.iter().flat_map(|unit| unit.module.globals()) {
                let here = global.section() == name.as_bytes() && Rank::of(global).is_definition();
                if here
                    && self.symbols.resolve(global) == global
                    && let Symbol::Global(id) = self.symbol(global)
                {
                    members.push(id);
                }
            }
            // What names a section that does not exist stays undefined.
            if !members.is_empty() {
                self.out.sections.push(Section { name, members });
            }
        }
        self.out.sections.len() > known
    }
}
