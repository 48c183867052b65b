//! How a call passes its arguments, for functions that somebody else compiled.

use vellum_bits::FloatKind;

use crate::{
    code::{CallSite, Class, Shape},
    program::Program,
};

/// How a value is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// There is none.
    Nothing,
    /// An integer or pointer of that many bits, at most 64.
    Word(u32),
    /// A `float`.
    Float,
    /// A `double`.
    Double,
    /// Something else: what it is.
    Other(&'static str),
}

/// What is known of a call beside its values.
#[derive(Clone, Copy)]
pub struct Signature<'a> {
    place: Option<(&'a Program, &'a CallSite)>,
}

impl<'a> Signature<'a> {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { place: None };

    pub(crate) fn of(program: &'a Program, site: &'a CallSite) -> Self {
        Self { place: Some((program, site)) }
    }

    /// How each argument is passed.
    pub fn args(&self) -> Vec<Passed> {
        let args = self.place.iter().flat_map(|(_, site)| &site.args);
        args.map(|arg| match arg.by_value {
            Some(_) => Passed::Other("a structure by value"),
            None => passed(arg.shape),
        })
        .collect()
    }

    /// How the result is.
    pub fn result(&self) -> Passed {
        self.place.map_or(Passed::Nothing, |(_, site)| passed(site.result_shape))
    }

    /// The name of the function of the program at `address`.
    pub fn function_at(&self, address: u64) -> Option<&'a str> {
        let (program, ..) = self.place?;
        program.function_at(address).map(|id| &*program.function(id).name)
    }
}

fn passed(shape: Shape) -> Passed {
    match shape.class {
        Class::Void => Passed::Nothing,
        Class::Word => Passed::Word(shape.width),
        Class::Float(FloatKind::Single) => Passed::Float,
        Class::Float(FloatKind::Double) => Passed::Double,
        Class::Float(_) => Passed::Other("a float that is neither float nor double"),
        Class::Other => Passed::Other("a value of more than 64 bits, or a structure in registers"),
    }
}
