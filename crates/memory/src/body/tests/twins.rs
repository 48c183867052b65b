//! The same operations on objects of both forms give the same expressions, not just equal ones: what the solver
//! is asked, and so what is explored, does not depend on how objects are kept.

use vellum_collections::cast::{index64, low32};
use vellum_expr::Expr;

use super::{INPUTS, World};
use crate::{
    contents::{Contents, Fill, Objects},
    value::Value,
};

/// An object in each of both forms.
#[derive(Clone)]
struct Twins {
    layered: Contents,
    whole: Contents,
}

impl Twins {
    fn each(&mut self, mut act: impl FnMut(&mut Contents, Objects)) {
        act(&mut self.layered, Objects::LAYERED);
        act(&mut self.whole, Objects::WHOLE);
    }
}

/// A value of `len` bytes. It is made of bytes: how a sum or a product that is cut in two is written down depends
/// on where it was cut first.
fn value(world: &mut World, len: u64) -> Value {
    if world.random.below(2) == 0 {
        return Value::Concrete(world.random.below(3));
    }
    let bytes: Vec<Expr> = (0..len).map(|_| world.symbol()).collect();
    let value = world.exprs.concat_bytes(&bytes);
    if world.random.below(2) == 0 {
        return Value::Symbolic(value);
    }
    let low = world.exprs.extract(value, 0, 8);
    let value = world.exprs.zext(low, low32(len * 8));
    Value::of(&world.exprs, value)
}

/// A place that is not known.
fn place(world: &mut World, len: u64) -> Expr {
    loop {
        let place = world.place(len);
        if !world.exprs.is_const(place) {
            return place;
        }
    }
}

/// A place that may be beyond the object's end, too: no part of the object is out of reach.
fn anywhere(world: &mut World) -> Expr {
    let (low, high) = (world.symbol(), world.symbol());
    let place = world.exprs.concat(high, low);
    world.exprs.zext(place, 64)
}

fn step(world: &mut World, twins: &mut Twins) {
    let len = 1 + world.random.below(8);
    let at = world.random.below(world.size - len);
    match world.random.below(10) {
        0..=3 => {
            let value = value(world, len);
            twins.each(|contents, objects| contents.write(&mut world.exprs, at, len, value, objects));
        }
        4 if world.random.below(3) == 0 => {
            let (place, value) = (place(world, len), value(world, len));
            let value = match value {
                Value::Concrete(word) => world.exprs.constant(low32(len * 8), word),
                Value::Symbolic(e) => e,
            };
            twins.each(|contents, objects| {
                let all = 0..contents.len();
                contents.write_at(&mut world.exprs, place, value, &all, objects);
            });
        }
        5 => {
            let mut bytes = vec![0; index64(1 + world.random.below(world.size / 2))];
            world.random.fill(&mut bytes);
            // Whether an expression is cut in two may depend on the form; then both are left alone.
            let mut next = twins.clone();
            let mut stored = 0;
            next.each(|contents, objects| stored += i32::from(contents.store(at, &bytes, objects).is_some()));
            if stored == 2 {
                *twins = next;
            }
        }
        6 => {
            let from = world.random.below(world.size - len);
            twins.each(|contents, objects| {
                let piece = contents.piece(&mut world.exprs, from..from + len);
                contents.put(&mut world.exprs, at, &piece, objects);
            });
        }
        7 => {
            let layered = twins.layered.read(&mut world.exprs, at, len);
            let whole = twins.whole.read(&mut world.exprs, at, len);
            if let (Value::Symbolic(layered), Value::Symbolic(whole)) = (layered, whole) {
                same(world, twins, layered, whole);
            } else {
                assert_eq!(layered, whole);
            }
        }
        _ => {
            let place = if world.random.below(3) == 0 { anywhere(world) } else { place(world, len) };
            let all = 0..twins.whole.len();
            let layered = twins.layered.read_at(&mut world.exprs, place, low32(len), &all);
            let whole = twins.whole.read_at(&mut world.exprs, place, low32(len), &all);
            same(world, twins, layered, whole);
        }
    }
}

/// Where something was written at a symbolic place, what was written since at known ones may lie above it or
/// below, and the expressions need only be worth the same.
fn same(world: &World, twins: &Twins, layered: Expr, whole: Expr) {
    let is_indexed = matches!(&twins.whole, Contents::Whole(whole) if whole.is_indexed());
    let show = |e| world.exprs.show(e);
    assert!(layered == whole || is_indexed, "{}\n{}", show(layered), show(whole));
    assert!((0..INPUTS).all(|number| world.eval(number, layered) == world.eval(number, whole)));
}

#[test]
fn both_forms_give_the_same_expressions() {
    for seed in 0..40 {
        let size = [65, 100, 300, 1000, 6000][index64(seed % 5)];
        let mut world = World::new(seed, Objects::LAYERED, size, false);
        let new = |objects| Contents::filled(size, Fill::Zeros, objects).expect("there is room");
        let mut states = vec![Twins { layered: new(Objects::LAYERED), whole: new(Objects::WHOLE) }];
        for _ in 0..200 {
            let which = index64(world.random.below(u64::try_from(states.len()).expect("they are few")));
            match world.random.below(15) {
                0 if states.len() < 8 => states.push(states[which].clone()),
                1 if states.len() > 1 => drop(states.swap_remove(which)),
                _ => step(&mut world, &mut states[which]),
            }
        }
    }
}
