//! Rounds of loops, where it is checked that they end.

use std::collections::BTreeMap;

use vellum_collections::{cast::index, combine};
use vellum_expr::Expr;
use vellum_ir::{DebugInfo, FuncId, Loc};
use vellum_memory::Value;

use super::Machine;
use crate::{
    code::Code,
    end::{Bug, BugKind, End},
    state::CONCRETE,
    trail::{Look, Sight, Snapshot},
};

impl Machine<'_> {
    /// A block begins, perhaps the first one of a loop. A path that was here before, as it is now, ends.
    pub(super) fn enter_block(&mut self, head: bool, code: &Code) -> Result<(), End> {
        let pc = self.frame().pc;
        let trail = self.state.trail.get_or_insert_default();
        if trail.is_recording() {
            let end = code.blocks.iter().find(|&&start| start > pc).copied();
            let ops = index(pc)..end.map_or(code.sources.len(), index);
            for loc in code.sources[ops].iter().filter_map(|source| source.loc) {
                trail.record(loc);
            }
        }
        if head { self.begin_round() } else { Ok(()) }
    }

    /// A jump out of calls is like the beginning of a round.
    pub(super) fn jump_back(&mut self) -> Result<(), End> {
        let place = self.state.location(self.program);
        if let (Some(trail), Some(place)) = (&mut self.state.trail, place) {
            trail.record(place);
        }
        self.begin_round()
    }

    /// A round of a loop begins here.
    fn begin_round(&mut self) -> Result<(), End> {
        let sight = self.sight();
        match self.state.trail.get_or_insert_default().round(sight) {
            Look::Away => Ok(()),
            Look::Remember => {
                let snapshot = self.snapshot();
                self.state.trail.get_or_insert_default().remember(sight, snapshot);
                Ok(())
            }
            Look::Compare(earlier) => self.compare_with(&earlier),
        }
    }

    /// Ends the path for inputs for which it is where it was earlier.
    fn compare_with(&mut self, earlier: &Snapshot) -> Result<(), End> {
        let same = self.same(earlier);
        let exprs = &mut self.symbolic.exprs;
        let may_be = same != Expr::FALSE
            && self.symbolic.oracle.model_beside(exprs, &self.state.path, same, &self.state.model)
                != Ok(None);
        let trail = self.state.trail.get_or_insert_default();
        if !may_be {
            trail.mistaken();
            return Ok(());
        }
        let Some(places) = trail.again() else { return Ok(()) };
        // Other inputs go on, and have to come round by themselves.
        trail.clear();
        let bug = Bug::new(BugKind::InfiniteLoop, self.cycle(&places));
        let other = self.symbolic.exprs.not(same);
        self.require(other, || bug.clone())
    }

    /// Everything the path holds.
    fn snapshot(&mut self) -> Snapshot {
        Snapshot {
            fingerprint: self.state.fingerprint(&mut self.symbolic.exprs),
            memory: self.state.memory.clone(),
            registers: self.state.registers_outermost_first().collect(),
            calls: self.calls(),
        }
    }

    fn calls(&self) -> Vec<(FuncId, u32, u64)> {
        let calls = (0..self.state.calls()).filter_map(|number| self.state.call(number));
        calls.map(|frame| (frame.function, frame.pc, frame.block)).collect()
    }

    /// For which inputs the path holds what it held earlier.
    fn same(&mut self, earlier: &Snapshot) -> Expr {
        let exprs = &mut self.symbolic.exprs;
        if self.state.fingerprint(exprs) == earlier.fingerprint {
            return Expr::TRUE;
        }
        let registers: Vec<Value> = self.state.registers_outermost_first().collect();
        if self.calls() != earlier.calls || registers.len() != earlier.registers.len() {
            return Expr::FALSE;
        }
        let exprs = &mut self.symbolic.exprs;
        let mut same = Expr::TRUE;
        for (&now, &before) in registers.iter().zip(&earlier.registers) {
            let (now, before) = (now.expr(exprs, 64), before.expr(exprs, 64));
            let equal = exprs.eq(now, before);
            same = exprs.and(same, equal);
        }
        if same == Expr::FALSE {
            return same;
        }
        let Some(pairs) = self.state.memory.differences(&earlier.memory, exprs) else { return Expr::FALSE };
        for (now, before) in pairs {
            let equal = exprs.eq(now, before);
            same = exprs.and(same, equal);
        }
        // What nobody wrote may be the same, and may not.
        if exprs.has_garbage(same) { Expr::FALSE } else { same }
    }

    /// The state at a glance.
    fn sight(&self) -> Sight {
        let frame = self.frame();
        let registers = &self.state.registers[frame.base..];
        let tags = self.state.tags.get(frame.base..).unwrap_or_default();
        let numbers = registers.iter().enumerate();
        let numbers = numbers.filter(|(i, _)| tags.get(*i).is_none_or(|&tag| tag == CONCRETE));
        Sight {
            calls: self.state.calls(),
            function: frame.function,
            pc: frame.pc,
            registers: combine(numbers.map(|(_, &number)| number)),
        }
    }

    /// What to say of a cycle: its lines, those of the program if there are such.
    fn cycle(&self, places: &[Loc]) -> String {
        let debug = &self.program.module().debug;
        let positions = || places.iter().flat_map(|&loc| debug.frames(loc));
        let is_own = |file: &str| !DebugInfo::is_library(file);
        let any_own = positions().any(|position| is_own(debug.text(position.file)));
        let mut lines: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for position in positions() {
            let file = debug.text(position.file);
            if position.line != 0 && (is_own(file) || !any_own) {
                lines.entry(file).or_default().push(position.line);
            }
        }
        let mut text = "the path comes back to where it was, with all memory as it was".to_owned();
        for (i, (file, lines)) in lines.into_iter().enumerate() {
            let name = file.rsplit('/').next().unwrap_or(file);
            let before = if i == 0 { ": it goes round in " } else { ", " };
            text.extend([before, name, ":", &ranges(lines)]);
        }
        text
    }
}

/// Numbers as people write them: `3-5,9`.
fn ranges(mut numbers: Vec<u32>) -> String {
    numbers.sort_unstable();
    numbers.dedup();
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let texts = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    texts.collect::<Vec<String>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_are_one_range() {
        assert_eq!(ranges(vec![9, 3, 4, 5, 4]), "3-5,9");
        assert_eq!(ranges(vec![1]), "1");
        assert_eq!(ranges(vec![1, 2]), "1-2");
    }
}
