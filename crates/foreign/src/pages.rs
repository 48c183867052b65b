//! When pages that calls used are given back: the rule of `KDAlloc` (section 5.3 of the paper).
//!
//! Giving them back takes time that depends on the size of the mapping, so it waits until more are held than two
//! average calls need, and more than a minimum.

/// Pages that are never too many: 4 MiB.
const FEW: u64 = 1024;

/// What an average is counted in, to keep parts of a page.
const UNIT: u64 = 256;

/// What calls need on average.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pages {
    /// In parts of a page.
    average: u64,
}

impl Pages {
    /// Takes note of a call for which that many pages were written.
    pub(crate) fn called(&mut self, pages: u64) {
        self.average = (3 * self.average).saturating_add(pages.saturating_mul(UNIT)) / 4;
    }

    /// Whether so many pages are too many to hold.
    pub(crate) fn are_too_many(self, held: u64) -> bool {
        held > FEW && held.saturating_mul(UNIT) > 2 * self.average
    }
}

#[cfg(test)]
mod tests {
    use super::{FEW, Pages};

    #[test]
    fn few_pages_are_kept() {
        let mut pages = Pages::default();
        pages.called(1);
        assert!(!pages.are_too_many(FEW));
        assert!(pages.are_too_many(FEW + 1));
    }

    #[test]
    fn twice_what_an_average_call_needs_is_kept() {
        let mut pages = Pages::default();
        // 3/4 of nothing and a quarter of 4000, and so on: 1000, 1750, 2312.5.
        for held in [2000, 3500, 4625] {
            pages.called(4000);
            assert!(!pages.are_too_many(held) && pages.are_too_many(held + 1), "{held}");
        }
        // Small calls bring the average down again.
        (0..20).for_each(|_| pages.called(1));
        assert!(pages.are_too_many(FEW + 1));
    }
}
