//! Variables of the host's libraries that the program uses: `stdout`.

use vellum_collections::Map;
use vellum_foreign::Host;

use super::External;
use crate::kernel::Kernel;

/// Variables by their names. They stay in the helper, at the addresses they have there.
#[derive(Default)]
pub(super) struct Variables {
    found: Map<Box<str>, Variable>,
    /// The helper they were found in last; 0 if there are none.
    life: u64,
}

struct Variable {
    address: u64,
    size: u64,
}

impl Variables {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether one of them is at the address.
    pub(super) fn contains(&self, address: u64) -> bool {
        let is_in = |it: &Variable| address.checked_sub(it.address).is_some_and(|offset| offset < it.size);
        self.found.values().any(is_in)
    }

    /// The helper that has them where the program knows them. After another one has ended, the new one is asked: in it,
    /// they are at the same addresses where the system allows that.
    pub(super) fn life(&mut self, host: &mut Host) -> u64 {
        if self.found.is_empty() {
            return 0;
        }
        // Whoever needs it finds out if there is no other.
        let _ = host.load();
        if self.life == host.life() {
            return self.life;
        }
        let are_there = self.found.iter().all(|(name, it)| {
            let found = host.find(name);
            found.is_ok_and(|found| found == Some(it.address))
        });
        if are_there {
            self.life = host.life();
        }
        self.life
    }
}

impl External {
    /// Where the variable of that name is, of which the program knows that it has `size` bytes.
    fn variable(&mut self, name: &str, size: u64) -> Option<u64> {
        let host = self.host.as_mut()?;
        let address = host.find(name).ok()??;
        self.variables.found.insert(name.into(), Variable { address, size });
        self.variables.life = host.life();
        Some(address)
    }
}

impl Kernel {
    /// Where a variable is that the program declares and does not define, if a library of the host's has it.
    pub(crate) fn find_variable(&self, name: &str, size: u64) -> Option<u64> {
        self.shared.external.borrow_mut().variable(name, size.max(1))
    }
}
