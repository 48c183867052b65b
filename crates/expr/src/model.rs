//! Input values: one for every element of every input object.

use std::rc::Rc;

use vellum_collections::cast::{index, low8};

use crate::pool::{Exprs, Input};

/// An assignment to the input; elements it does not mention are zero.
///
/// Every waiting path has one, so it is small: nearly all elements are bytes, and few objects are changed by one
/// path and not by its siblings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// By rising input.
    objects: Vec<(Input, Values)>,
}

/// The values of an object's elements.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    Bytes(Rc<[u8]>),
    Words(Rc<[u64]>),
    /// Bytes of a large object: the pages that were set something in, by rising number.
    Pages(Rc<[(usize, Page)]>),
}

type Page = Rc<[u8; PAGE]>;

/// Elements of a page.
const PAGE: usize = 256;

/// Bytes up to here are kept one after the other.
const FEW: usize = 4096;

impl Values {
    fn get(&self, offset: usize) -> Option<u64> {
        match self {
            Self::Bytes(bytes) => bytes.get(offset).map(|&byte| u64::from(byte)),
            Self::Words(words) => words.get(offset).copied(),
            Self::Pages(pages) => {
                let found = pages.binary_search_by_key(&(offset / PAGE), |&(number, _)| number).ok()?;
                Some(pages[found].1[offset % PAGE].into())
            }
        }
    }

    /// Makes room for an element and sets it.
    fn set(&mut self, offset: usize, value: u64) {
        match self {
            Self::Bytes(bytes) if offset >= FEW => {
                let pages = bytes.chunks(PAGE).enumerate();
                let pages = pages.map(|(number, bytes)| {
                    let mut page = [0; PAGE];
                    page[..bytes.len()].copy_from_slice(bytes);
                    (number, Rc::new(page))
                });
                *self = Self::Pages(pages.collect());
                self.set(offset, value);
            }
            Self::Pages(pages) => set_in_page(pages, offset, low8(value)),
            Self::Bytes(bytes) if u8::try_from(value).is_ok() => set(bytes, offset, low8(value)),
            Self::Bytes(bytes) => {
                let words: Rc<[u64]> = bytes.iter().map(|&byte| u64::from(byte)).collect();
                *self = Self::Words(words);
                self.set(offset, value);
            }
            Self::Words(words) => set(words, offset, value),
        }
    }
}

fn set<T: Copy + Default>(values: &mut Rc<[T]>, offset: usize, value: T) {
    if values.len() <= offset {
        // Elements are often set one after the other.
        let room = std::iter::repeat_n(T::default(), (offset + 1).next_power_of_two() - values.len());
        *values = values.iter().copied().chain(room).collect();
    }
    Rc::make_mut(values)[offset] = value;
}

fn set_in_page(pages: &mut Rc<[(usize, Page)]>, offset: usize, value: u8) {
    let number = offset / PAGE;
    let found = pages.binary_search_by_key(&number, |&(number, _)| number);
    let place = found.unwrap_or_else(|place| {
        let new = std::iter::once((number, Rc::new([0; PAGE])));
        *pages = pages[..place].iter().cloned().chain(new).chain(pages[place..].iter().cloned()).collect();
        place
    });
    Rc::make_mut(&mut Rc::make_mut(pages)[place].1)[offset % PAGE] = value;
}

impl Model {
    /// All zeros.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of an element.
    pub fn element(&self, input: Input, offset: u32) -> u64 {
        let values = self.place(input).ok().map(|place| &self.objects[place].1);
        values.and_then(|values| values.get(index(offset))).unwrap_or(0)
    }

    /// Sets an element.
    pub fn set(&mut self, input: Input, offset: u32, value: u64) {
        let place = self.place(input).unwrap_or_else(|place| {
            self.objects.reserve_exact(1);
            self.objects.insert(place, (input, Values::Bytes(Rc::default())));
            place
        });
        self.objects[place].1.set(index(offset), value);
    }

    /// The bytes of an input object.
    pub fn bytes(&self, exprs: &Exprs, input: Input) -> Vec<u8> {
        let mut bytes = vec![0; index(exprs.input_size(input))];
        let len = bytes.len();
        let mut put = |start: usize, part: &[u8]| {
            let end = len.min(start + part.len());
            bytes[start.min(end)..end].copy_from_slice(&part[..end.saturating_sub(start)]);
        };
        match self.place(input).ok().map(|place| &self.objects[place].1) {
            None => (),
            Some(Values::Bytes(known)) => put(0, known),
            Some(Values::Words(words)) => {
                put(0, &words.iter().map(|&word| low8(word)).collect::<Vec<u8>>());
            }
            Some(Values::Pages(pages)) => {
                pages.iter().for_each(|(number, page)| put(number * PAGE, page.as_slice()));
            }
        }
        bytes
    }

    /// The inputs it mentions, in a fixed order.
    pub fn inputs(&self) -> Vec<Input> {
        self.objects.iter().map(|(input, _)| *input).collect()
    }

    fn place(&self, input: Input) -> Result<usize, usize> {
        self.objects.binary_search_by_key(&input, |(input, _)| *input)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use vellum_collections::{
        Random,
        cast::{index, low8, low32},
    };

    use super::Model;
    use crate::pool::Exprs;

    #[test]
    fn a_large_object_is_a_map_of_its_bytes() {
        let mut exprs = Exprs::new();
        let size = 1 << 20;
        let input = exprs.input("large", size);
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let (mut model, mut map, mut copies) = (Model::new(), BTreeMap::new(), Vec::new());
            for _ in 0..300 {
                let at = match random.below(3) {
                    0 => low32(random.below(u64::from(size))),
                    _ => 4000 + low32(random.below(2000)),
                };
                let value = random.below(256);
                model.set(input, at, value);
                map.insert(at, value);
                if random.below(20) == 0 {
                    copies.push((model.clone(), map.clone()));
                }
            }
            copies.push((model, map));
            for (model, map) in copies {
                let bytes = model.bytes(&exprs, input);
                let mut expected = vec![0; index(size)];
                for (&at, &value) in &map {
                    expected[index(at)] = low8(value);
                }
                assert!(bytes == expected);
                assert!(map.iter().all(|(&at, &value)| model.element(input, at) == value));
                assert_eq!(model.element(input, size - 1), u64::from(expected[index(size - 1)]));
            }
        }
    }

    #[test]
    fn elements_are_what_was_set_last_and_otherwise_zero() {
        let mut exprs = Exprs::new();
        let (a, b) = (exprs.input("a", 4), exprs.input("b", 2));
        let mut model = Model::new();
        model.set(b, 1, 7);
        model.set(a, 2, 255);
        let copy = model.clone();
        model.set(a, 0, 1 << 40);
        model.set(a, 2, 3);
        assert_eq!([0, 1, 2, 3].map(|at| model.element(a, at)), [1 << 40, 0, 3, 0]);
        assert_eq!([0, 1, 2, 3].map(|at| copy.element(a, at)), [0, 0, 255, 0]);
        assert_eq!((model.element(b, 1), model.inputs()), (7, vec![a, b]));
        assert_eq!(copy.bytes(&exprs, a), [0, 0, 255, 0]);
    }
}
