//! Hard questions about symbols that have few values, answered value by value.
//!
//! A digit has ten values. What a program computes from one may be hard to reason about (a division of a product by
//! a constant is), and is a constant once the digit is known. So the values are told from the conditions that depend on
//! one symbol alone. Few inputs are tried one after the other; where other symbols have many values, what is left of the
//! question goes to a backend for each case.

use vellum_collections::{
    Map,
    cast::{index64, len64},
};
use vellum_expr::{Evaluator, Expr, Exprs, GaveUp, Input, Kind, Model, Substitution};

use crate::{backend::Answer, narrow::Known};

/// Inputs beyond which nobody tries them all at first, and when nobody else knows the answer.
const INPUTS: u64 = 1 << 12;
pub(crate) const ALL_INPUTS: u64 = 1 << 17;

/// Cases beyond which the question is left to others.
const CASES: u64 = 64;

/// Values of a symbol beyond which they are not looked at one by one.
const VALUES: u64 = 256;

/// The question is no shorter in parts, or its time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoCases;

/// Asks about what is left of the conditions in a case, whose values the model has.
pub(crate) type Rest<'a> = dyn FnMut(&mut Exprs, &[Expr], &Model) -> Result<Answer, GaveUp> + 'a;

/// A symbol and the values it has in all inputs for which the conditions hold that depend on it alone.
struct Domain {
    symbol: Expr,
    input: Input,
    offset: u32,
    values: Vec<u64>,
}

/// A question to be answered in parts.
pub(crate) struct Cases<'a> {
    conditions: &'a [Expr],
    /// The symbols of each condition.
    supports: Vec<Vec<Expr>>,
    /// What the bounds of some symbols leave of them.
    known: Map<Expr, Known>,
    is_over: &'a dyn Fn() -> bool,
    evaluator: Evaluator,
    model: Model,
}

impl<'a> Cases<'a> {
    /// The conditions must hold all at once; symbols they do not mention are as in `hint`.
    pub(crate) fn new(
        conditions: &'a [Expr],
        supports: Vec<Vec<Expr>>,
        hint: &Model,
        is_over: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            conditions,
            supports,
            known: Map::default(),
            is_over,
            evaluator: Evaluator::new(),
            model: hint.clone(),
        }
    }

    /// What is known of symbols if all conditions hold.
    #[must_use]
    pub(crate) fn with_known(mut self, known: Map<Expr, Known>) -> Self {
        self.known = known;
        self
    }

    /// What must hold.
    pub(crate) const fn conditions(&self) -> &'a [Expr] {
        self.conditions
    }

    /// An input that fulfils all conditions, or that there is none. `rest` is asked about what is left of the conditions in
    /// a case.
    pub(crate) fn solve(mut self, exprs: &mut Exprs, rest: &mut Rest<'_>) -> Result<Option<Model>, NoCases> {
        let symbols = self.symbols();
        let domains = self.domains(exprs, &symbols)?;
        if domains.len() == symbols.len()
            && let (_, inputs @ ..=INPUTS) = choose(&domains, u64::MAX)
        {
            return self.inputs(exprs, &domains, inputs);
        }
        let (chosen, cases) = choose(&domains, CASES);
        if cases == 1 {
            return Err(NoCases);
        }
        for case in 0..cases {
            self.enter(chosen, case);
            let mut known = Substitution::new();
            for domain in chosen {
                let value = self.model.element(domain.input, domain.offset);
                let constant = exprs.constant(exprs.width(domain.symbol), value);
                known.replace(exprs, domain.symbol, constant);
            }
            let left: Vec<Expr> = self.conditions.iter().map(|&c| known.apply(exprs, c)).collect();
            if left.contains(&Expr::FALSE) {
                continue;
            }
            match rest(exprs, &left, &self.model) {
                Ok(Answer::Sat(model)) => return Ok(Some(model)),
                Ok(Answer::Unsat(_)) => {}
                Err(_) => return Err(NoCases),
            }
        }
        Ok(None)
    }

    /// As [`Cases::solve`], by trying all inputs, if they are at most so many.
    pub(crate) fn solve_all(mut self, exprs: &Exprs, most: u64) -> Result<Option<Model>, NoCases> {
        let symbols = self.symbols();
        let free =
            |symbol: &Expr| self.known.get(symbol).map_or_else(|| exprs.width(*symbol), |known| known.free);
        // Conditions may exclude values that the bounds leave, so this is not the last word.
        if symbols.iter().map(free).sum::<u32>() > most.max(1).ilog2() + VALUES.ilog2() {
            return Err(NoCases);
        }
        let domains = self.domains(exprs, &symbols)?;
        match choose(&domains, u64::MAX) {
            (_, inputs) if inputs <= most && domains.len() == symbols.len() => {
                self.inputs(exprs, &domains, inputs)
            }
            _ => Err(NoCases),
        }
    }

    /// Bits of all symbols that no bounds fix.
    pub(crate) fn free_bits(&self, exprs: &Exprs) -> u32 {
        let free = |symbol: &Expr| self.known.get(symbol).map_or(exprs.width(*symbol), |known| known.free);
        self.symbols().iter().map(free).sum()
    }

    /// The symbols of all conditions.
    fn symbols(&self) -> Vec<Expr> {
        let mut symbols: Vec<Expr> = self.supports.concat();
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The symbols that have few values, those with the fewest first.
    fn domains(&mut self, exprs: &Exprs, symbols: &[Expr]) -> Result<Vec<Domain>, NoCases> {
        let mut domains = Vec::new();
        for &symbol in symbols {
            domains.extend(self.domain(exprs, symbol)?);
        }
        domains.sort_by_key(|domain| domain.values.len());
        Ok(domains)
    }

    /// Tries all inputs.
    fn inputs(mut self, exprs: &Exprs, chosen: &[Domain], cases: u64) -> Result<Option<Model>, NoCases> {
        let together: Vec<Expr> = self.conditions_of(|support| support.len() != 1);
        for case in 0..cases {
            self.enter(chosen, case);
            if self.fulfils(exprs, &together)? {
                return Ok(Some(self.model));
            }
        }
        Ok(None)
    }

    /// Gives the chosen symbols the values of a case.
    fn enter(&mut self, chosen: &[Domain], case: u64) {
        let mut rest = case;
        for Domain { input, offset, values, .. } in chosen {
            let count = len64(values.len());
            self.model.set(*input, *offset, values[index64(rest % count)]);
            rest /= count;
        }
    }

    /// The values of a symbol, if they are few.
    fn domain(&mut self, exprs: &Exprs, symbol: Expr) -> Result<Option<Domain>, NoCases> {
        let conditions = self.conditions_of(|support| *support == [symbol]);
        let Kind::Symbol { input, offset } = exprs.kind(symbol) else { return Ok(None) };
        let any = Known { free: exprs.width(symbol), value: 0 };
        let Known { free, value: fixed } = self.known.get(&symbol).copied().unwrap_or(any);
        let count = 1_u64.checked_shl(free).filter(|&count| count <= VALUES);
        let Some(count) = count else { return Ok(None) };
        let before = self.model.element(input, offset);
        let mut values = Vec::new();
        for low in 0..count {
            let value = fixed & !(count - 1) | low;
            self.model.set(input, offset, value);
            if conditions.is_empty() || self.fulfils(exprs, &conditions)? {
                values.push(value);
            }
        }
        self.model.set(input, offset, before);
        Ok(Some(Domain { symbol, input, offset, values }))
    }

    fn conditions_of(&self, which: impl Fn(&Vec<Expr>) -> bool) -> Vec<Expr> {
        let both = self.supports.iter().zip(self.conditions);
        both.filter(|(support, _)| which(support)).map(|(_, &condition)| condition).collect()
    }

    fn fulfils(&mut self, exprs: &Exprs, conditions: &[Expr]) -> Result<bool, NoCases> {
        if (self.is_over)() {
            return Err(NoCases);
        }
        self.evaluator.reset();
        Ok(conditions.iter().all(|&condition| self.evaluator.holds(exprs, &self.model, condition)))
    }
}

/// The first symbols, as many as have at most `limit` values together, and how many that are.
fn choose(domains: &[Domain], limit: u64) -> (&[Domain], u64) {
    let mut cases = 1_u64;
    let mut count = 0;
    for domain in domains {
        let more = cases.saturating_mul(len64(domain.values.len()));
        if more > limit {
            break;
        }
        (cases, count) = (more, count + 1);
    }
    (&domains[..count], cases)
}

#[cfg(test)]
mod tests {
    use vellum_expr::{BruteForce, Evaluator, Expr, Exprs, Model, Oracle, PathCondition, Support};

    use super::{Cases, NoCases};
    use crate::{backend::Answer, narrow::known_symbols, testing::Grower};

    /// What the parts say, with brute force for what is left of a case; `Err` when there are none.
    fn by_cases(exprs: &mut Exprs, conditions: &[Expr], asked: &mut u32) -> Result<Option<Model>, NoCases> {
        let mut support = Support::default();
        let supports = conditions.iter().map(|&c| support.of(exprs, c).to_vec()).collect();
        let known = known_symbols(exprs, conditions);
        let cases = Cases::new(conditions, supports, &Model::new(), &|| false).with_known(known);
        cases.solve(exprs, &mut |exprs, left, model| {
            *asked += 1;
            let all = left.iter().fold(Expr::TRUE, |all, &c| exprs.and(all, c));
            let found = BruteForce::new().model(exprs, &PathCondition::new(), all).unwrap();
            let Some(found) = found else { return Ok(Answer::Unsat(left.to_vec())) };
            let mut answer = model.clone();
            for symbol in support.of(exprs, all).iter() {
                let vellum_expr::Kind::Symbol { input, offset } = exprs.kind(*symbol) else { continue };
                answer.set(input, offset, found.element(input, offset));
            }
            Ok(Answer::Sat(answer))
        })
    }

    #[test]
    fn parts_and_the_whole_have_the_same_answer() {
        let (mut asked, mut sat, mut unsat) = (0, 0, 0);
        for seed in 0..400 {
            let mut exprs = Exprs::new();
            let (a, b) = (exprs.variable("a", 4), exprs.variable("b", 3));
            let wide = exprs.variable("wide", if seed % 2 == 0 { 9 } else { 5 });
            let mut grower = Grower::new(seed, vec![a, b, wide]);
            for _ in 0..5 {
                grower.grow(&mut exprs, 9);
            }
            let mut conditions: Vec<Expr> = (0..4).map(|_| grower.condition(&mut exprs, 9)).collect();
            let limit = exprs.constant(4, u64::from(grower.random.below(16)));
            conditions.push(exprs.ult(a, limit));
            conditions.retain(|c| !exprs.is_const(*c));
            let all = conditions.iter().fold(Expr::TRUE, |all, &c| exprs.and(all, c));
            let expected = BruteForce::new().model(&mut exprs, &PathCondition::new(), all).unwrap();
            let Ok(found) = by_cases(&mut exprs, &conditions, &mut asked) else { continue };
            assert_eq!(found.is_some(), expected.is_some(), "seed {seed}");
            match found {
                Some(model) => {
                    let mut evaluator = Evaluator::new();
                    assert!(evaluator.holds(&exprs, &model, all), "seed {seed}: {model:?}");
                    sat += 1;
                }
                None => unsat += 1,
            }
        }
        assert!(sat > 100 && unsat > 50 && asked > 100, "{sat} {unsat} {asked}");
    }

    #[test]
    fn symbols_with_many_values_make_no_cases() {
        let mut exprs = Exprs::new();
        let (x, y) = (exprs.variable("x", 8), exprs.variable("y", 32));
        let wide = exprs.zext(x, 32);
        let product = exprs.mul(wide, y);
        let seven = exprs.constant(32, 7);
        let condition = exprs.eq(product, seven);
        let mut asked = 0;
        assert_eq!(by_cases(&mut exprs, &[condition], &mut asked), Err(NoCases));
        assert_eq!(asked, 0);
    }
}
