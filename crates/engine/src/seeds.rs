//! Inputs the user knows already, and where they lead.
//!
//! A seed is a list of objects, as a test case has them. It belongs to one path at a time: where paths part, it
//! goes with the one that its values take, and that path needs no solver to come about. While a path has seeds,
//! the input it carries is the first of them.

use std::rc::Rc;

use vellum_collections::cast::len64;
use vellum_expr::{Evaluator, Expr, Exprs, Input, Model};

use crate::externals::ReplayObject;

/// The seeds of a path.
#[derive(Clone, Debug, Default)]
pub struct Seeds {
    list: Vec<Seed>,
}

/// An input, as far as the path has asked for it.
#[derive(Clone, Debug)]
struct Seed {
    /// Which one it was in the beginning.
    number: usize,
    objects: Rc<[ReplayObject]>,
    model: Rc<Model>,
}

impl Seeds {
    /// One seed for each list of objects.
    pub fn new(lists: Vec<Vec<ReplayObject>>) -> Self {
        let seed = |(number, objects): (usize, Vec<ReplayObject>)| Seed {
            number,
            objects: objects.into(),
            model: Rc::default(),
        };
        Self { list: lists.into_iter().enumerate().map(seed).collect() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Which ones they are, by their number in the beginning.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().map(|seed| seed.number)
    }

    /// The input the path carries, if it has seeds.
    pub fn model(&self) -> Option<&Rc<Model>> {
        self.list.first().map(|seed| &seed.model)
    }

    /// Part number `number` of the input comes to be, under this name. Seeds for which it is something else, or
    /// whose bytes `fits` refuses, are none of this path.
    pub fn take(
        &mut self,
        exprs: &Exprs,
        number: usize,
        name: &str,
        input: Input,
        fits: impl Fn(&[u8]) -> bool,
    ) {
        self.list.retain_mut(|seed| {
            let object = seed.objects.get(number).filter(|object| object.is_called(exprs, name, input));
            let Some(object) = object.filter(|object| fits(&object.bytes)) else { return false };
            let model = Rc::make_mut(&mut seed.model);
            for (at, &byte) in (0..).zip(&object.bytes) {
                model.set(input, at, byte.into());
            }
            true
        });
    }

    /// As [`Seeds::take`], of a part of which there are as many bytes as `len` says; without any it is no part.
    pub fn take_sized(&mut self, exprs: &Exprs, number: usize, name: &str, input: Input, len: Expr) {
        self.list.retain_mut(|seed| {
            let size = Evaluator::new().word(exprs, &seed.model, len);
            if size == 0 {
                let mut objects = seed.objects.to_vec();
                let nothing = ReplayObject { name: name.as_bytes().into(), bytes: Box::default() };
                objects.insert(number.min(objects.len()), nothing);
                seed.objects = objects.into();
                return true;
            }
            let is_it = |object: &&ReplayObject| {
                object.has_name(exprs, name, input) && len64(object.bytes.len()) == size
            };
            let Some(object) = seed.objects.get(number).filter(is_it) else { return false };
            let model = Rc::make_mut(&mut seed.model);
            for (at, &byte) in (0..).zip(&object.bytes) {
                model.set(input, at, byte.into());
            }
            true
        });
    }

    /// Keeps the seeds for which `condition` holds, and returns the others.
    #[must_use]
    pub fn split_off(&mut self, exprs: &Exprs, condition: Expr) -> Self {
        let holds = |seed: &Seed| Evaluator::new().holds(exprs, &seed.model, condition);
        let (here, others) = std::mem::take(&mut self.list).into_iter().partition(holds);
        self.list = here;
        Self { list: others }
    }

    /// As [`Seeds::split_off`], of a condition that is known to hold for the first one.
    #[must_use]
    pub fn split_off_others(&mut self, exprs: &Exprs, condition: Expr) -> Self {
        if self.list.len() < 2 {
            return Self::default();
        }
        self.split_off(exprs, condition)
    }
}

impl ReplayObject {
    /// Whether this is the object for an input that the program calls `name`; the name may be the one that tells
    /// it from others, which KLEE writes.
    pub fn is_called(&self, exprs: &Exprs, name: &str, input: Input) -> bool {
        self.has_name(exprs, name, input) && u32::try_from(self.bytes.len()) == Ok(exprs.input_size(input))
    }

    fn has_name(&self, exprs: &Exprs, name: &str, input: Input) -> bool {
        *self.name == *name.as_bytes() || *self.name == *exprs.input_name(input).as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use vellum_expr::Exprs;

    use super::Seeds;
    use crate::externals::ReplayObject;

    fn object(name: &str, bytes: &[u8]) -> ReplayObject {
        ReplayObject { name: name.as_bytes().into(), bytes: bytes.into() }
    }

    #[test]
    fn seeds_go_where_their_values_lead() {
        let mut exprs = Exprs::new();
        let lists = [5, 7, 5].map(|byte| vec![object("x", &[byte, 0])]).to_vec();
        let mut seeds = Seeds::new(lists);
        let input = exprs.input("x", 2);
        seeds.take(&exprs, 0, "x", input, |_| true);
        let (symbol, five) = (exprs.symbol(input, 0), exprs.constant(8, 5));
        let condition = exprs.eq(symbol, five);
        let others = seeds.split_off(&exprs, condition);
        assert_eq!(seeds.numbers().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(others.numbers().collect::<Vec<_>>(), [1]);
        assert_eq!(others.model().map(|model| model.element(input, 0)), Some(7));
    }

    #[test]
    fn seeds_with_another_object_are_dropped() {
        let mut exprs = Exprs::new();
        let good = vec![object("x_1", &[1])];
        let wrong = [vec![object("y", &[1])], vec![object("x", &[1, 2])], vec![], vec![object("x", &[9])]];
        let mut seeds = Seeds::new([vec![good], wrong.to_vec()].concat());
        let input = exprs.input("x_1", 1);
        seeds.take(&exprs, 0, "x", input, |bytes| bytes != [9]);
        assert_eq!(seeds.len(), 1);
    }
}
