//! Expressions as deep as long loops make them: nothing may need a stack of that depth.

use crate::{
    cells::Cells,
    eval::Evaluator,
    kind::Kind,
    model::Model,
    path::PathCondition,
    pool::{Expr, Exprs},
    smt::Script,
    span::{Source, Span},
    substitute::Substitution,
    support::Support,
};

const LEVELS: u32 = 200_000;

/// `x * x + y * …`, with stores and reads in between so that arrays are deep too.
fn deep(exprs: &mut Exprs, x: Expr, y: Expr) -> Expr {
    let mut array = exprs.cells(Cells::new(vec![1; 300].into(), Vec::new()));
    let mut e = x;
    for i in 0..LEVELS {
        e = exprs.mul(e, y);
        if i % 3 == 0 {
            e = exprs.xor(e, x);
        }
        if i % 1000 == 0 {
            let byte = exprs.extract(e, 0, 8);
            let index = exprs.zext(byte, 64);
            array = exprs.store(array, index, e);
            let other = exprs.zext(x, 64);
            e = exprs.read(array, other, 4);
        }
    }
    e
}

#[test]
fn depth_costs_no_stack() {
    let mut exprs = Exprs::new();
    let (x, y) = (exprs.variable("x", 32), exprs.variable("y", 32));
    let e = deep(&mut exprs, x, y);
    let mut model = Model::new();
    for (symbol, value) in [(x, 5), (y, 7)] {
        let Kind::Symbol { input, offset } = exprs.kind(symbol) else { unreachable!("a variable") };
        model.set(input, offset, value);
    }
    let value = Evaluator::new().word(&exprs, &model, e);

    let mut substitution = Substitution::new();
    let (five, seven) = (exprs.constant(32, 5), exprs.constant(32, 7));
    substitution.replace(&exprs, x, five);
    substitution.replace(&exprs, y, seven);
    let folded = substitution.apply(&mut exprs, e);
    assert_eq!(exprs.as_const(folded), Some(value));

    assert_eq!(Support::new().of(&exprs, e).to_vec(), [x, y]);
    assert!(exprs.show(e).to_string().ends_with(')'));

    let zero = exprs.zero(32);
    let condition = exprs.eq(e, zero);
    let mut script = Script::new();
    script.assert(condition);
    assert!(script.text(&exprs).ends_with("(check-sat)\n"));

    let before = exprs.len();
    exprs.collect(|marker| marker.mark(e));
    assert!(exprs.len() <= before && exprs.len() > 200_000);
    exprs.collect(|_| ());
    assert_eq!(exprs.len(), 4);
}

#[test]
fn a_long_path_is_dropped_without_a_stack() {
    let mut exprs = Exprs::new();
    let x = exprs.variable("x", 64);
    let mut path = PathCondition::new();
    for i in 0..LEVELS {
        let limit = exprs.constant(64, u64::from(i) * 3 + 1);
        let other = exprs.ne(x, limit);
        path.assume(&exprs, other);
        path.assume(&exprs, other);
    }
    assert_eq!(path.len(), LEVELS);
    let fork = path.clone();
    drop(path);
    assert_eq!(fork.iter().count(), 200_000);
}

#[test]
fn rules_inside_rules_stop_at_a_fence() {
    let mut exprs = Exprs::new();
    let parts: Vec<Expr> = (0..5000).map(|i| exprs.variable(&format!("b{i}"), 8)).collect();
    let word = exprs.concat_bytes(&parts);
    let mask = vellum_bits::Bits::from_le_bytes(40_000, &[0xff, 0].repeat(2500));
    let mask = exprs.bits(&mask);
    let masked = exprs.and(word, mask);
    assert_eq!(exprs.width(masked), 40_000);
    let again = exprs.concat(word, word);
    assert_eq!(exprs.extract(again, 40_000, 8), parts[0]);
}

#[test]
fn many_stores_over_a_span_cost_no_stack() {
    let mut exprs = Exprs::new();
    let count = 20_000;
    let symbols: Vec<Expr> = (0..2).map(|i| exprs.variable(&format!("s{i}"), 8)).collect();
    let wide: Vec<Expr> = symbols.iter().map(|&symbol| exprs.zext(symbol, 64)).collect();
    let cells = exprs.cells(Cells::new(vec![1; 300].into(), Vec::new()));
    let (zero, byte) = (exprs.zero(64), exprs.constant(8, 9));
    let mut array = exprs.span(cells, Span { start: zero, len: wide[0], source: Source::Byte(byte) });
    for i in 0..count {
        let mask = exprs.constant(64, i % 256);
        let (index, value) = (exprs.xor(wide[0], mask), exprs.constant(8, i % 251));
        array = exprs.store(array, index, value);
    }
    let read = exprs.read(array, wide[1], 1);
    let mut model = Model::new();
    for (symbol, value) in symbols.into_iter().zip([0x64, 0x7]) {
        let Kind::Symbol { input, offset } = exprs.kind(symbol) else { unreachable!("a variable") };
        model.set(input, offset, value);
    }
    let last = (0..count).rev().find(|i| 0x64 ^ (i % 256) == 0x7).expect("every place is written");
    assert_eq!(Evaluator::new().word(&exprs, &model, read), last % 251);
}
