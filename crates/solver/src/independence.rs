//! Which conditions of a path a question depends on: those connected to it through shared symbols.
//!
//! The conditions of a path fall into groups without common symbols. The groups of the last few paths are
//! kept; a path that shares its beginning with one of them takes back the rest and adds its own conditions.

use vellum_collections::{
    Id, Map,
    cast::{index, len32},
};
use vellum_expr::{Expr, Exprs, Facts, Marker, PathCondition, Support};

use crate::{
    equalities::{Added, Known},
    tightest::{Tightened, Tightest},
};

/// Paths whose groups are kept.
const RECENT: usize = 8;

/// The groups of the last few paths, the newest first.
#[derive(Default)]
pub(crate) struct Paths {
    recent: Vec<Groups>,
    symbols: Symbols,
    /// What the path that is loaded has beyond those groups, the newest first.
    beyond: Vec<PathCondition>,
}

/// Numbers for symbols.
#[derive(Default)]
struct Symbols {
    /// While there are few, a symbol is its bit in [`vellum_expr::Facts::symbols`].
    is_exact: bool,
    support: Support,
    numbers: Map<Expr, u32>,
    found: Vec<u32>,
}

impl Symbols {
    /// The symbols `e` depends on.
    fn of(&mut self, exprs: &Exprs, e: Expr) -> &[u32] {
        self.found.clear();
        if self.is_exact {
            for &symbol in &*self.support.of(exprs, e) {
                let next = len32(self.numbers.len());
                self.found.push(*self.numbers.entry(symbol).or_insert(next));
            }
        } else {
            let mut mask = exprs.facts(e).symbols;
            while mask != 0 {
                self.found.push(mask.trailing_zeros());
                mask &= mask - 1;
            }
        }
        &self.found
    }
}

/// The conditions of a path in groups.
#[derive(Default)]
pub(crate) struct Groups {
    /// The oldest first.
    conditions: Vec<Expr>,
    /// By symbol: one of its group, in the end the group's representative.
    parents: Vec<u32>,
    /// By representative: places of the group's conditions.
    members: Vec<Vec<u32>>,
    /// Places of conditions without symbols: such a path has no input at all.
    constant: Vec<u32>,
    /// What the path fixes.
    pub(crate) known: Known,
    tightest: Tightest,
    /// What each condition changed.
    steps: Vec<Step>,
}

/// What a condition changed.
struct Step {
    /// The path until then.
    path: PathCondition,
    joins: Vec<Join>,
    /// The group it belongs to; none if it has no symbols.
    group: Option<u32>,
    known: Added,
    tightened: Option<Tightened>,
}

/// Two groups that became one.
struct Join {
    keep: u32,
    drop: u32,
    /// Members that came over, the last of those there now.
    moved: usize,
}

impl Groups {
    /// The conditions, the oldest first.
    pub(crate) fn conditions(&self) -> &[Expr] {
        &self.conditions
    }

    /// The representative of a symbol's group. Ways there stay as they are, so that joins can be taken back.
    fn find(&mut self, symbol: u32) -> u32 {
        while self.parents.len() <= index(symbol) {
            self.parents.push(len32(self.parents.len()));
            self.members.push(Vec::new());
        }
        let mut at = symbol;
        while self.parents[index(at)] != at {
            at = self.parents[index(at)];
        }
        at
    }

    fn join(&mut self, a: u32, b: u32, joins: &mut Vec<Join>) -> u32 {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return a;
        }
        let (keep, drop) =
            if self.members[index(a)].len() >= self.members[index(b)].len() { (a, b) } else { (b, a) };
        let moved = std::mem::take(&mut self.members[index(drop)]);
        joins.push(Join { keep, drop, moved: moved.len() });
        self.members[index(keep)].extend(moved);
        self.parents[index(drop)] = keep;
        keep
    }

    fn push(&mut self, exprs: &mut Exprs, path: PathCondition, symbols: &mut Symbols) {
        let condition = path.newest().expect("there is one to be added");
        let place = len32(self.conditions.len());
        self.conditions.push(condition);
        let known = self.known.add(exprs, condition);
        let tightened = self.tightest.add(exprs, place, condition);
        let list = symbols.of(exprs, condition);
        let mut step = Step { path, joins: Vec::new(), group: None, known, tightened };
        match *list {
            [] => self.constant.push(place),
            [first, ..] => {
                let join = |group, &symbol| self.join(group, symbol, &mut step.joins);
                let group = list.iter().fold(first, join);
                let group = self.find(group);
                self.members[index(group)].push(place);
                step.group = Some(group);
            }
        }
        self.steps.push(step);
    }

    /// Takes back the last condition.
    fn pop(&mut self) {
        let Some(step) = self.steps.pop() else { return };
        self.conditions.pop();
        match step.group {
            Some(group) => self.members[index(group)].pop(),
            None => self.constant.pop(),
        };
        for join in step.joins.iter().rev() {
            let members = &mut self.members[index(join.keep)];
            let moved = members.split_off(members.len() - join.moved);
            self.members[index(join.drop)] = moved;
            self.parents[index(join.drop)] = join.drop;
        }
        self.known.take_back(&step.known);
        self.tightest.take_back(step.tightened.as_ref());
    }
}

impl Paths {
    /// The groups of a path.
    pub(crate) fn load(&mut self, exprs: &mut Exprs, path: &PathCondition) -> &mut Groups {
        let is_exact = exprs.symbols() > Facts::SYMBOLS;
        if is_exact && !self.symbols.is_exact {
            self.recent.clear();
            self.symbols.is_exact = true;
        }
        let found = self.find(path);
        let mut groups = match found {
            Some((at, common)) => {
                let mut groups = self.recent.remove(at);
                while groups.conditions.len() > common {
                    groups.pop();
                }
                groups
            }
            None => {
                self.recent.truncate(RECENT - 1);
                Groups::default()
            }
        };
        while let Some(path) = self.beyond.pop() {
            groups.push(exprs, path, &mut self.symbols);
        }
        self.recent.insert(0, groups);
        &mut self.recent[0]
    }

    /// The groups that share the most with a path, and how many conditions that is; what else it has is put down.
    ///
    /// Nobody looks at what is shared: a path of thousands of conditions lies all over memory.
    fn find(&mut self, path: &PathCondition) -> Option<(usize, usize)> {
        self.beyond.clear();
        for path in path.beginnings() {
            let common = index(path.len());
            let shares = |groups: &Groups| {
                groups.steps.get(common - 1).is_some_and(|step| step.path.is(path))
                    // Taking back what a path does not share costs about what adding it did.
                    && 2 * common > groups.steps.len()
            };
            let sharing = (0..self.recent.len()).filter(|&at| shares(&self.recent[at]));
            if let Some(at) = sharing.min_by_key(|&at| self.recent[at].steps.len()) {
                return Some((at, common));
            }
            self.beyond.push(path.clone());
        }
        None
    }

    /// The groups of the path loaded last.
    pub(crate) fn loaded(&self) -> &Groups {
        self.recent.first().expect("a path is loaded first")
    }

    /// The conditions of the path loaded last that are connected with `question`, the oldest first, without those that others
    /// of them imply because they bound the same term more tightly.
    pub(crate) fn slice(&mut self, exprs: &Exprs, question: Expr) -> Vec<Expr> {
        let groups = self.recent.first_mut().expect("a path is loaded first");
        let mut roots: Vec<u32> = Vec::new();
        for &symbol in self.symbols.of(exprs, question) {
            let root = groups.find(symbol);
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        let mut places = groups.constant.clone();
        for root in roots {
            let members = groups.members[index(root)].iter().copied();
            places.extend(members.filter(|&place| !groups.tightest.makes_superfluous(place)));
        }
        places.sort_unstable();
        places.into_iter().map(|place| groups.conditions[index(place)]).collect()
    }

    /// The symbols some conditions depend on, each once.
    pub(crate) fn symbols(&mut self, exprs: &Exprs, conditions: &[Expr]) -> Vec<Expr> {
        let mut all: Vec<Expr> = Vec::new();
        for &condition in conditions {
            all.extend(&*self.symbols.support.of(exprs, condition));
        }
        all.sort_unstable_by_key(|e| e.index());
        all.dedup();
        all
    }

    /// The symbols of each condition.
    pub(crate) fn supports(&mut self, exprs: &Exprs, conditions: &[Expr]) -> Vec<Vec<Expr>> {
        conditions.iter().map(|&condition| self.symbols(exprs, &[condition])).collect()
    }

    /// Forgets everything: numbers of expressions may have been used again.
    pub(crate) fn retain(&mut self, _marker: &Marker) {
        self.recent.clear();
        self.symbols.support.clear();
    }
}

#[cfg(test)]
mod tests {
    use vellum_collections::cast::{index, len32};
    use vellum_expr::{Exprs, PathCondition};

    use super::Paths;
    use crate::testing::Grower;

    #[test]
    fn a_path_has_the_same_groups_whatever_was_looked_at_before() {
        for seed in 0..40 {
            let mut exprs = Exprs::new();
            let bytes = exprs.input("x", 8);
            let terms = (0..8).map(|at| exprs.symbol(bytes, at)).collect();
            let mut grower = Grower::new(seed, terms);
            let mut paths = Paths::default();
            let mut all = vec![PathCondition::new()];
            for _ in 0..200 {
                grower.grow(&mut exprs, 12);
                let condition = grower.condition(&mut exprs, 12);
                let mut path = all[index(grower.random.below(len32(all.len())))].clone();
                path.assume(&exprs, condition);
                all.push(path.clone());
                let question = grower.condition(&mut exprs, 12);
                let mut fresh = Paths::default();
                let known = paths.load(&mut exprs, &path).known.apply(&mut exprs, question);
                assert_eq!(known, fresh.load(&mut exprs, &path).known.apply(&mut exprs, question));
                assert_eq!(paths.slice(&exprs, question), fresh.slice(&exprs, question));
            }
        }
    }

    #[test]
    fn of_a_counting_loop_the_last_bounds_are_left() {
        let mut exprs = Exprs::new();
        let (n, m) = (exprs.variable("n", 32), exprs.variable("m", 32));
        let (mut path, mut paths) = (PathCondition::new(), Paths::default());
        let differ = exprs.ne(n, m);
        path.assume(&exprs, differ);
        for round in 0..500 {
            let (low, high) = (exprs.constant(32, round), exprs.constant(32, 10_000 - round));
            for bound in [exprs.ult(low, n), exprs.ult(n, high)] {
                path.assume(&exprs, bound);
            }
            let question = exprs.ult(m, low);
            paths.load(&mut exprs, &path);
            assert!(paths.slice(&exprs, question).len() <= 3, "round {round}");
            // Another path has the rest.
            let mut other = path.clone();
            let (last, seven) = (exprs.eq(n, low), exprs.constant(32, 7));
            let seventh = exprs.ne(m, seven);
            other.assume(&exprs, last);
            other.assume(&exprs, seventh);
            paths.load(&mut exprs, &other);
        }
    }

    #[test]
    fn only_what_a_path_has_beyond_one_that_was_there_is_added() {
        let mut exprs = Exprs::new();
        let bytes = exprs.input("x", 60);
        let mut path = PathCondition::new();
        let grow = |exprs: &mut Exprs, path: &mut PathCondition, at: u32, value: u64| {
            let (byte, value) = (exprs.symbol(bytes, at), exprs.constant(8, value));
            let condition = exprs.ne(byte, value);
            path.assume(exprs, condition);
        };
        let mut paths = Paths::default();
        for at in 0..40 {
            grow(&mut exprs, &mut path, at, 1);
            assert_eq!(paths.load(&mut exprs, &path).conditions().len(), index(at + 1));
            assert!(paths.beyond.capacity() < 8, "one at a time");
        }
        let (mut a, mut b) = (path.clone(), path.clone());
        grow(&mut exprs, &mut a, 50, 2);
        grow(&mut exprs, &mut b, 50, 3);
        for path in [&a, &b, &path] {
            paths.load(&mut exprs, path);
            assert_eq!(paths.recent.len(), 1, "they share nearly everything");
        }
    }
}
