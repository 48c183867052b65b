//! Collecting, numbering, substituting and the sets of symbols, on random terms.

use vellum_collections::Id;

use super::{fired, world::World};
use crate::{
    eval::Evaluator,
    kind::{BinaryOp, Kind},
    path::PathCondition,
    pool::{Expr, Exprs},
    substitute::Substitution,
    support::Support,
};

/// Random terms over a few variables.
fn world(seed: u64) -> World {
    let mut world = World::sampled(seed, &[8, 8, 32, 1, 16], 30);
    world.run(1500, 64);
    world
}

/// The symbols of `e`, found by a walk of all it is made of.
fn walked(exprs: &Exprs, e: Expr) -> Vec<Expr> {
    let mut seen = vec![false; exprs.capacity()];
    let mut todo = vec![e];
    let mut symbols = Vec::new();
    while let Some(e) = todo.pop() {
        if std::mem::replace(&mut seen[e.index()], true) {
            continue;
        }
        if let Kind::Symbol { .. } = exprs.kind(e) {
            symbols.push(e);
        }
        todo.extend(exprs.kind(e).operands());
    }
    symbols.sort_unstable();
    symbols
}

#[test]
fn the_same_calls_give_the_same_numbers() {
    let (a, b) = (world(5), world(5));
    let numbers = |world: &World| world.terms.iter().map(|term| term.expr).collect::<Vec<_>>();
    assert_eq!(numbers(&a), numbers(&b));
    assert_eq!(a.exprs.capacity(), b.exprs.capacity());
}

#[test]
fn a_term_made_again_is_itself() {
    let mut world = world(6);
    for i in 0..world.exprs.capacity() {
        let e = Expr::from_index(i);
        let (kind, width) = (world.exprs.kind(e), world.exprs.width(e));
        assert_eq!(world.exprs.rebuild(kind, width, |o| o), e, "{}", world.exprs.show(e));
    }
    fired::take();
}

#[test]
fn terms_stored_byte_by_byte_come_back() {
    let (mut stored, mut back) = (0_u32, 0_u32);
    for seed in 20..30 {
        let mut world = world(seed);
        for i in 0..world.exprs.capacity() {
            let (e, width) = (Expr::from_index(i), world.exprs.width(Expr::from_index(i)));
            if width % 8 != 0 {
                continue;
            }
            let bytes: Vec<Expr> = (0..width / 8).map(|i| world.exprs.extract(e, 8 * i, 8)).collect();
            stored += 1;
            let joined = world.exprs.concat_bytes(&bytes);
            back += u32::from(joined == e);
        }
    }
    // Not all do: where the facts decide a byte, or a part of a choice, nothing is left of the whole.
    assert!(back * 100 > stored * 98, "{back} of {stored}");
    fired::take();
}

#[test]
fn support_is_exact_with_few_symbols_and_with_many() {
    for many in [false, true] {
        let mut world = world(8);
        if many {
            for i in 0..100 {
                world.exprs.variable(&format!("more{i}"), 8);
            }
        }
        let mut support = Support::new();
        for i in 0..world.exprs.capacity() {
            let e = Expr::from_index(i);
            let symbols = walked(&world.exprs, e);
            assert_eq!(support.of(&world.exprs, e).to_vec(), symbols);
            let mask = symbols.iter().fold(0, |mask, &s| mask | world.exprs.facts(s).symbols);
            assert_eq!(world.exprs.facts(e).symbols, mask);
        }
    }
}

#[test]
fn substitution_means_evaluation_of_the_replacements() {
    let mut world = world(9);
    let terms = world.terms.clone();
    let (a, b) = (terms[0].clone(), terms[1].clone());
    // In every term, the first variable becomes an expression over the second.
    let three = world.exprs.constant(8, 3);
    let replacement = world.exprs.mul(b.expr, three);
    let mut substitution = Substitution::new();
    substitution.replace(&world.exprs, a.expr, replacement);
    let Kind::Symbol { input, offset } = world.exprs.kind(a.expr) else { unreachable!("a variable") };
    for term in &terms {
        let replaced = substitution.apply(&mut world.exprs, term.expr);
        for (i, model) in world.models.clone().into_iter().enumerate() {
            let mut changed = model.clone();
            let value = crate::eval::binary_word(BinaryOp::Mul, 8, u64::try_from(b.values[i]).unwrap(), 3);
            changed.set(input, offset, value);
            let expected = Evaluator::new().bits(&world.exprs, &changed, term.expr);
            assert_eq!(Evaluator::new().bits(&world.exprs, &model, replaced), expected);
        }
    }
    fired::take();
}

#[test]
fn collecting_keeps_exactly_what_is_reachable() {
    let mut world = world(10);
    let roots: Vec<Expr> = world.terms.iter().step_by(7).map(|term| term.expr).collect();
    let mut reachable = vec![false; world.exprs.capacity()];
    let mut todo = roots.clone();
    todo.extend([Expr::FALSE, Expr::TRUE]);
    todo.extend(world.exprs.symbol_list());
    while let Some(e) = todo.pop() {
        if !std::mem::replace(&mut reachable[e.index()], true) {
            todo.extend(world.exprs.kind(e).operands());
        }
    }
    let before: Vec<(Kind, u32)> = (0..world.exprs.capacity())
        .map(|i| (world.exprs.kind(Expr::from_index(i)), world.exprs.width(Expr::from_index(i))))
        .collect();
    let marker = world.exprs.collect(|marker| roots.iter().for_each(|&e| marker.mark(e)));
    assert_eq!(world.exprs.len(), reachable.iter().filter(|&&r| r).count());
    for (i, &(kind, width)) in before.iter().enumerate() {
        let e = Expr::from_index(i);
        assert_eq!(marker.is_marked(e), reachable[i]);
        if reachable[i] {
            assert_eq!((world.exprs.kind(e), world.exprs.width(e)), (kind, width));
            assert_eq!(world.exprs.rebuild(kind, width, |o| o), e);
        }
    }
}

#[test]
fn numbers_are_used_again_from_the_lowest_on() {
    let mut exprs = Exprs::new();
    let x = exprs.variable("x", 8);
    let made: Vec<Expr> = (1..20).map(|i| exprs.constant(8, i)).collect();
    exprs.collect(|marker| marker.mark(made[3]));
    let again: Vec<Expr> = (0..5)
        .map(|i| {
            let c = exprs.constant(32, 100 + i);
            assert_ne!(c, x);
            c
        })
        .collect();
    assert_eq!(again, [made[0], made[1], made[2], made[4], made[5]]);
}

#[test]
fn a_million_terms_come_and_go_in_little_room() {
    let mut exprs = Exprs::new();
    let (x, y) = (exprs.variable("x", 64), exprs.variable("y", 64));
    let kept = exprs.mul(x, y);
    for round in 0..100_u64 {
        for i in 0..2500_u64 {
            let c = exprs.constant(64, (round << 32) + i * 2 + 1);
            let product = exprs.mul(kept, c);
            let wide = exprs.concat(product, x);
            let big = exprs.zero(128);
            let some = exprs.sub(big, wide);
            let huge = vellum_bits::Bits::from_limbs(128, &[i, round + 1]);
            let huge = exprs.bits(&huge);
            exprs.ult(some, huge);
        }
        exprs.collect(|marker| marker.mark(kept));
        assert!(exprs.len() < 10, "only what is kept is left");
        assert!(exprs.capacity() < 20_000, "{}", exprs.capacity());
    }
    assert_eq!(exprs.mul(x, y), kept);
}

#[test]
fn a_path_knows_its_conditions() {
    let mut exprs = Exprs::new();
    let (a, b, c) = (exprs.variable("a", 1), exprs.variable("b", 1), exprs.variable("c", 1));
    let mut path = PathCondition::new();
    let both = exprs.and(a, b);
    path.assume(&exprs, both);
    path.assume(&exprs, a);
    path.assume(&exprs, Expr::TRUE);
    let fork = path.clone();
    path.assume(&exprs, c);
    assert_eq!(path.iter().collect::<Vec<_>>(), [c, b, a]);
    assert_eq!(fork.iter().collect::<Vec<_>>(), [b, a]);
    assert!(path.contains(c) && !fork.contains(c) && fork.contains(a));
}
