//! The proof of the rules: random terms whose every layer is compared with what it must be worth.

use vellum_bits::{Bits, FloatKind, RoundTo};
use vellum_collections::Set;

use super::{
    naive::SIGNEDNESS,
    shapes::SHAPES,
    world::{Term, World},
};
use crate::{
    kind::{BinaryOp, CompareOp, FloatOp, FloatOrder, Kind},
    rules,
};

/// The rule that the test of arrays looks after.
const ELSEWHERE: &str = "concat_reads";

/// Terms a world remembers.
const MEMORY: usize = 40;

impl World {
    pub(super) fn any(&mut self) -> Term {
        let i = vellum_collections::cast::index(
            self.random.below(vellum_collections::cast::len32(self.terms.len())),
        );
        self.terms[i].clone()
    }

    /// A term of the width: one that is there, a constant, or another one cut or extended.
    fn fitting(&mut self, width: u32) -> Term {
        match self.random.below(5) {
            0 => {
                let value = self.random.bits(width);
                self.constant(&value)
            }
            1 => {
                let term = self.any();
                self.resized(&term, width)
            }
            _ => {
                let fitting: Vec<usize> =
                    (0..self.terms.len()).filter(|&i| self.terms[i].width == width).collect();
                if fitting.is_empty() {
                    let term = self.any();
                    return self.resized(&term, width);
                }
                let i = self.random.pick(&fitting);
                self.terms[i].clone()
            }
        }
    }

    pub(super) fn resized(&mut self, term: &Term, width: u32) -> Term {
        if width < term.width {
            let low = self.random.below(term.width - width + 1);
            self.extract(term, low, width)
        } else if self.random.below(2) == 0 {
            self.zext(term, width)
        } else {
            self.sext(term, width)
        }
    }

    /// Something that has to do with `term`: itself, its opposite, a part of it or something with it inside.
    fn related(&mut self, term: &Term) -> Term {
        match self.random.below(6) {
            0 => term.clone(),
            1 => self.not(term),
            2 | 3 => {
                let other = self.fitting(term.width);
                let op = self.random.pick(&BinaryOp::ALL);
                if self.random.below(2) == 0 {
                    self.binary(op, term, &other)
                } else {
                    self.binary(op, &other, term)
                }
            }
            _ => self.fitting(term.width),
        }
    }

    fn step(&mut self, widest: u32) -> Term {
        let a = self.any();
        match self.random.below(16) {
            12..16 if a.width < widest / 2 => {
                let (b, c) = (self.fitting(a.width), self.fitting(a.width));
                let shape = self.random.below(SHAPES);
                self.shape(shape, &a, &b, &c)
            }
            0 => self.not(&a),
            1..4 => {
                let b = self.related(&a);
                let op = self.random.pick(&BinaryOp::ALL);
                self.binary(op, &a, &b)
            }
            4 | 5 => {
                let b = self.related(&a);
                let op = self.random.pick(&CompareOp::ALL);
                if self.random.below(2) == 0 { self.compare(op, &a, &b) } else { self.compare(op, &b, &a) }
            }
            6 | 7 => {
                let (c, b) = (self.fitting(1), self.related(&a));
                if self.random.below(2) == 0 { self.ite(&c, &a, &b) } else { self.ite(&c, &b, &a) }
            }
            8 | 9 => {
                let b = if self.random.below(2) == 0 { self.any() } else { self.related(&a) };
                let b = if a.width + b.width <= widest { b } else { self.fitting(1) };
                if a.width + b.width <= widest { self.concat(&a, &b) } else { a }
            }
            10 => {
                let width = 1 + self.random.below(a.width);
                self.resized(&a, width)
            }
            _ => {
                let width = a.width + self.random.below(widest - a.width + 1);
                self.resized(&a, width)
            }
        }
    }

    /// Puts a step's result among the terms, in place of one that is no variable.
    fn remember(&mut self, term: Term, variables: usize) {
        if self.terms.len() < MEMORY {
            self.terms.push(term);
        } else {
            let room = vellum_collections::cast::len32(MEMORY - variables);
            let i = variables + vellum_collections::cast::index(self.random.below(room));
            self.terms[i] = term;
        }
    }

    pub(crate) fn run(&mut self, steps: u32, widest: u32) {
        let variables = self.terms.len();
        for i in 0..steps {
            let term = self.step(widest);
            if i % 500 == 0 {
                self.terms.truncate(variables);
            }
            self.remember(term, variables);
        }
    }
}

fn small_worlds(fired: &mut Set<&'static str>) {
    for (seed, widths) in
        [&[1, 1, 1][..], &[2, 2, 1, 1], &[3, 3, 1], &[4, 4, 1], &[1, 2, 3], &[4, 2, 1], &[1, 2, 4]]
            .into_iter()
            .enumerate()
    {
        for round in 0..2 {
            let mut world = World::exhaustive(vellum_collections::cast::len64(seed) * 10 + round, widths);
            let (first, second) = (world.terms[0].clone(), world.terms[1].clone());
            let second = world.resized(&second, first.width);
            world.every_operation_twice(&first);
            world.every_edge(&first, &second);
            world.every_shape();
            world.run(3500, 9);
            fired.extend(world.fired);
        }
    }
}

fn wide_worlds(fired: &mut Set<&'static str>) {
    let shapes: [&[u32]; 6] =
        [&[8, 8, 1], &[16, 8, 1], &[32, 8, 1], &[33, 33, 1], &[64, 8, 1, 32], &[64, 64, 1, 8]];
    for (seed, widths) in shapes.into_iter().enumerate() {
        let mut world = World::sampled(vellum_collections::cast::len64(seed) + 100, widths, 40);
        if seed % 2 == 1 {
            let (x, y) = (world.terms[0].clone(), world.terms[1].clone());
            let product = world.concat(&x, &y);
            let wide = world.sext(&product, 128);
            world.terms.push(wide);
            let one = world.extract(&product, 0, 1);
            let wide = world.concat(&x, &one);
            world.terms.push(wide);
        }
        let last = world.terms.len() - 1;
        let (first, second) = (world.terms[last].clone(), world.terms[0].clone());
        let second = world.resized(&second, first.width);
        world.every_operation_twice(&second);
        world.every_edge(&first, &second);
        world.every_shape();
        world.run(6000, 128);
        fired.extend(world.fired);
    }
}

fn float_worlds(fired: &mut Set<&'static str>) {
    const TO: [RoundTo; 5] =
        [RoundTo::Floor, RoundTo::Ceil, RoundTo::Trunc, RoundTo::NearestEven, RoundTo::NearestAway];
    const ORDERS: [FloatOrder; 3] = [FloatOrder::Eq, FloatOrder::Lt, FloatOrder::Le];
    let mut world = World::sampled(7, &[16, 16, 32, 64, 8, 4, 1], 60);
    for i in 0..6000 {
        let format = world.random.pick(&FloatKind::ALL);
        let other = world.random.pick(&FloatKind::ALL);
        let (a, b) = (world.fitting(format.bits()), world.fitting(format.bits()));
        let signedness = world.random.pick(&SIGNEDNESS);
        let order = world.random.pick(&ORDERS);
        let op = match world.random.below(6) {
            0 => FloatOp::Add,
            1 => FloatOp::Sub,
            2 => FloatOp::Mul,
            3 => FloatOp::Div,
            4 => FloatOp::Sqrt,
            _ => FloatOp::Round(world.random.pick(&TO)),
        };
        let made = match world.random.below(9) {
            0 => world.float(Kind::Float(format, op, a.expr, b.expr), format.bits(), &[&a, &b]),
            1 | 2 => world.float(Kind::FloatCompare(format, order, a.expr, b.expr), 1, &[&a, &b]),
            3 => world.float(Kind::FloatCompare(format, order, a.expr, a.expr), 1, &[&a, &a]),
            4 | 5 => {
                let x = world.any();
                world.float(Kind::FloatFromInt(format, signedness, x.expr), format.bits(), &[&x])
            }
            6 => {
                let width = 1 + world.random.below(70);
                world.float(Kind::FloatToInt(format, signedness, a.expr), width, &[&a])
            }
            // To the same format, even a signalling NaN stays what it is.
            7 if other != format => {
                world.float(Kind::FloatConvert(format, other, a.expr), other.bits(), &[&a])
            }
            _ => {
                let wide = 1 + world.random.below(64);
                let x = world.any();
                world.resized(&x, wide)
            }
        };
        if i % 300 == 0 {
            world.terms.truncate(7);
        }
        world.remember(made, 7);
    }
    fired.extend(world.fired);
}

#[test]
fn every_rule_is_right_wherever_it_is_applied_and_every_rule_is() {
    let mut small = Set::default();
    small_worlds(&mut small);
    let mut fired = small.clone();
    wide_worlds(&mut fired);
    float_worlds(&mut fired);
    let never: Vec<&str> =
        rules::names().into_iter().filter(|name| !fired.contains(name) && *name != ELSEWHERE).collect();
    assert!(never.is_empty(), "rules that no expression needs: {never:?}");
}

#[test]
fn the_names_of_rules_tell_them_apart() {
    let names = rules::names();
    let different: Set<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), different.len());
}

#[test]
fn constants_of_any_width_fold_to_what_they_are_worth() {
    let mut world = World::sampled(3, &[1], 1);
    for _ in 0..3000 {
        let width = 1 + world.random.below(128);
        let (a, b) = (world.random.bits(width), world.random.bits(width));
        let (a, b): (Bits, Bits) = (a, b);
        let (a, b) = (world.constant(&a), world.constant(&b));
        for op in BinaryOp::ALL {
            world.binary(op, &a, &b);
        }
        for op in CompareOp::ALL {
            world.compare(op, &a, &b);
        }
        world.not(&a);
    }
}
