//! Allocations by the calls that led to them.
//!
//! A chain is a call of an allocating function, the call of the function around it, and so on, as far as each of these
//! functions returns what was allocated.

use vellum_collections::{IdVec, Map, define_id};
use vellum_ir::{BlockId, FuncId};

use super::{memory::ObjectId, place::Step};

define_id! {
    /// A chain of calls.
    pub struct ChainId, "chain";
}

/// A call in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallSite {
    /// The function that calls.
    pub function: FuncId,
    /// The block of the call.
    pub block: BlockId,
    /// Its place among the instructions of the block.
    pub instruction: u32,
}

/// The last call of a chain, and the chain before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) inner: Option<ChainId>,
    pub(super) site: CallSite,
    /// What stands for the call among those of the builder.
    pub(super) number: u32,
    /// Where in the object the call's result leads.
    pub(super) step: Step,
    pub(super) depth: u32,
    /// What is allocated when no longer chain says.
    pub(super) object: Option<ObjectId>,
}

/// All chains.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    links: IdVec<ChainId, Link>,
    next: Map<(Option<ChainId>, CallSite), ChainId>,
}

impl Chains {
    /// The chain that `site` makes of `inner`; `None` if there is one already.
    pub(super) fn extend(
        &mut self,
        inner: Option<ChainId>,
        site: CallSite,
        number: u32,
        step: Step,
    ) -> Option<ChainId> {
        if self.next.contains_key(&(inner, site)) {
            return None;
        }
        let depth = inner.map_or(1, |inner| self.links[inner].depth + 1);
        let chain = self.links.push(Link { inner, site, number, step, depth, object: None });
        self.next.insert((inner, site), chain);
        Some(chain)
    }

    pub(super) fn link(&self, chain: ChainId) -> &Link {
        &self.links[chain]
    }

    pub(super) fn set_object(&mut self, chain: ChainId, object: ObjectId) {
        self.links[chain].object = Some(object);
    }

    /// The chain's links, the outermost first.
    pub(super) fn outward(&self, chain: ChainId) -> impl Iterator<Item = &Link> {
        std::iter::successors(Some(&self.links[chain]), |link| link.inner.map(|inner| &self.links[inner]))
    }

    /// The chain's calls, the innermost first.
    pub(super) fn calls(&self, chain: ChainId) -> Vec<CallSite> {
        let mut calls: Vec<CallSite> = self.outward(chain).map(|link| link.site).collect();
        calls.reverse();
        calls
    }

    /// What is allocated by calls, the innermost first; no more of them are asked for than matter.
    pub(super) fn object(&self, calls: impl IntoIterator<Item = CallSite>) -> Option<ObjectId> {
        let (mut chain, mut object) = (None, None);
        for site in calls {
            let Some(&next) = self.next.get(&(chain, site)) else { break };
            object = self.links[next].object.or(object);
            chain = Some(next);
        }
        object
    }

    pub(super) fn len(&self) -> usize {
        self.links.len()
    }
}
