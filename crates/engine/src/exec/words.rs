//! Aligned words that begin inside an object and end past it.
//!
//! They are read where an ordinary access would be a finding: a path of its own has the inputs for which a word is one.

use std::rc::Rc;

use vellum_expr::Expr;
use vellum_memory::{Object, Value};

use super::{
    Machine,
    pointer::{Address, Place},
};
use crate::end::End;

/// Words that one question is about where an address leads to no object.
const MANY: usize = 256;

/// Bytes of a word that is in one register.
const REGISTER: u32 = 8;

impl Machine<'_> {
    /// What a word at a known address holds that ends past its object; nothing if it is none on this path.
    #[cold]
    pub(super) fn load_begun(&mut self, address: u64, len: u32) -> Option<Value> {
        let (object, offset) = self.begun_at(address, len.into())?;
        self.note_begun(address, len);
        self.state.memory.load_begun(&mut self.symbolic.exprs, &object, offset, len)
    }

    /// As [`Machine::load_begun`], of a word of several registers, wherever it is.
    pub(super) fn load_begun_words(&mut self, address: Value, len: u32) -> Result<Option<Vec<Value>>, End> {
        let number = match self.place(address)? {
            Place::Known(number) if self.state.memory.is_inside(number, len.into()) => return Ok(None),
            Place::Known(number) => number,
            Place::Symbolic(address) => match self.begun_word(address, len.into()) {
                Some(number) => number,
                None => return Ok(None),
            },
        };
        let Some((object, offset)) = self.begun_at(number, len.into()) else { return Ok(None) };
        self.note_begun(number, len);
        let mut read = |at: u32| {
            let (exprs, len) = (&mut self.symbolic.exprs, REGISTER.min(len - at));
            self.state.memory.load_begun(exprs, &object, offset + u64::from(at), len)
        };
        Ok((0..len).step_by(8).map(&mut read).collect())
    }

    /// Keeps where a word is read that ends past its object.
    fn note_begun(&mut self, address: u64, len: u32) {
        let Some(place) = self.state.nearest_own_location(self.program) else { return };
        let begun = Rc::make_mut(&mut self.state.begun);
        begun.extend((address..address + u64::from(len)).map(|byte| (byte, place)));
    }

    /// The object that a word at a known address begins inside of and ends past, and where in it; nothing if it is no such
    /// word on this path. Where the size of the object depends on the input, the path decides it.
    fn begun_at(&mut self, address: u64, len: u64) -> Option<(Object, u64)> {
        let object = self.state.memory.object_at(address)?;
        let offset = address - object.base;
        let is_begun = if object.extent.is_some() {
            let place = self.symbolic.exprs.constant(64, offset);
            let begun = self.state.memory.is_begun_word(&mut self.symbolic.exprs, &object, place, len);
            begun != Expr::FALSE && self.decide_resolution(begun)
        } else {
            self.state.memory.begun_word(&object, len) == Some(offset)
        };
        is_begun.then_some((object, offset))
    }

    /// The address of a word of `len` bytes that ends past its object, if it is one on this path; another path has the inputs
    /// for which it is none, or another one.
    pub(super) fn begun_word(&mut self, address: Address, len: u64) -> Option<u64> {
        if !self.state.memory.are_begun(len) {
            return None;
        }
        let Address::Of { object: base, offset } = address else {
            let number = address.number(&mut self.symbolic.exprs);
            return self.begun_somewhere(number, len);
        };
        let object = self.state.memory.object_from(base)?;
        let exprs = &mut self.symbolic.exprs;
        let is_begun = if object.extent.is_some() {
            self.state.memory.is_begun_word(exprs, &object, offset, len)
        } else {
            let place = self.state.memory.begun_word(&object, len)?;
            let place = exprs.constant(64, place);
            exprs.eq(offset, place)
        };
        if is_begun == Expr::FALSE || !self.decide_resolution(is_begun) {
            return None;
        }
        let place = self.pick(offset);
        Some(base.wrapping_add(place))
    }

    /// As [`Machine::begun_word`], of an address that does not say which object it leads to.
    fn begun_somewhere(&mut self, address: Expr, len: u64) -> Option<u64> {
        let number = self.symbolic.value(&self.state.model, address);
        if self.state.memory.is_inside(number, len) {
            return None;
        }
        let own = self.state.memory.object_at(number);
        if own.is_some_and(|own| self.ends_past(&own, number - own.base, len)) {
            return Some(self.pick(address));
        }
        // This path ends with a finding; another one has the inputs that read such words.
        let mut is_other = Expr::FALSE;
        for word in self.words_of_others(address, len) {
            let exprs = &mut self.symbolic.exprs;
            let word = exprs.constant(64, word);
            let is_there = exprs.eq(address, word);
            is_other = exprs.or(is_other, is_there);
        }
        if is_other != Expr::FALSE {
            self.decide_resolution(is_other);
        }
        None
    }

    /// Whether a word is one that ends past its object, for the path's own input.
    fn ends_past(&mut self, object: &Object, offset: u64, len: u64) -> bool {
        if object.extent.is_none() {
            return self.state.memory.begun_word(object, len) == Some(offset);
        }
        let exprs = &mut self.symbolic.exprs;
        let place = exprs.constant(64, offset);
        let is_begun = self.state.memory.is_begun_word(exprs, object, place, len);
        self.symbolic.value(&self.state.model, is_begun) != 0
    }

    /// Where an address may lead to words that end past their objects, if these are few.
    fn words_of_others(&mut self, address: Expr, len: u64) -> Vec<u64> {
        let (exprs, memory) = (&mut self.symbolic.exprs, &self.state.memory);
        let choice = exprs.choices(address).into_iter().find(|choice| choice.constants.len() > 1);
        let objects: Vec<Object> = match choice {
            Some(choice) => choice.constants.iter().filter_map(|&one| memory.object_at(one)).collect(),
            None => {
                let facts = *exprs.facts(address);
                memory.objects_between(facts.min, facts.max)
            }
        };
        let word = |object: &Object| Some(object.base + memory.begun_word(object, len)?);
        let mut words: Vec<u64> = objects.iter().filter_map(word).collect();
        words.sort_unstable();
        words.dedup();
        words.truncate(MANY);
        words
    }
}
