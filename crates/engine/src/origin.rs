//! Who made an object, packed into the opaque number memory keeps for us.

use vellum_collections::{Id, cast::index64, cast::len64};
use vellum_ir::{FuncId, GlobalId, Loc, Value};
use vellum_memory::Origin;

/// Who made (or freed) an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// The engine itself: arguments, environment, mappings.
    Engine,
    /// A global variable.
    Global(GlobalId),
    /// The globals of a section, by its number in the module.
    Section(usize),
    /// A local variable: the function and its `alloca`.
    Local(FuncId, Value),
    /// A copy passed by value: the function and the place among its parameters.
    Argument(FuncId, usize),
    /// A call at a source position.
    Call(Loc),
    /// A call without debug information.
    UnknownCall,
}

const GLOBAL: u64 = 1 << 60;
const LOCAL: u64 = 2 << 60;
const CALL: u64 = 3 << 60;
const UNKNOWN_CALL: u64 = 4 << 60;
const SECTION: u64 = 5 << 60;
const ARGUMENT: u64 = 6 << 60;
const TAG: u64 = 15 << 60;
const FUNCTION_SHIFT: u32 = 30;

impl Maker {
    /// The number to hand to memory.
    pub fn origin(self) -> Origin {
        Origin(match self {
            Self::Engine => 0,
            Self::Global(id) => GLOBAL | len64(id.index()),
            Self::Section(number) => SECTION | len64(number),
            Self::Local(function, value) => {
                LOCAL | len64(function.index()) << FUNCTION_SHIFT | len64(value.index())
            }
            Self::Argument(function, place) => {
                ARGUMENT | len64(function.index()) << FUNCTION_SHIFT | len64(place)
            }
            Self::Call(loc) => CALL | len64(loc.index()),
            Self::UnknownCall => UNKNOWN_CALL,
        })
    }

    /// The maker of a call at `loc`.
    pub fn call(loc: Option<Loc>) -> Self {
        loc.map_or(Self::UnknownCall, Self::Call)
    }

    /// What memory's number stands for.
    pub fn of(origin: Origin) -> Self {
        let number = origin.0 & !TAG;
        match origin.0 & TAG {
            GLOBAL => Self::Global(GlobalId::from_index(index64(number))),
            SECTION => Self::Section(index64(number)),
            LOCAL => Self::Local(
                FuncId::from_index(index64(number >> FUNCTION_SHIFT)),
                Value::from_index(index64(number & ((1 << FUNCTION_SHIFT) - 1))),
            ),
            ARGUMENT => Self::Argument(
                FuncId::from_index(index64(number >> FUNCTION_SHIFT)),
                index64(number & ((1 << FUNCTION_SHIFT) - 1)),
            ),
            CALL => Self::Call(Loc::from_index(index64(number))),
            UNKNOWN_CALL => Self::UnknownCall,
            _ => Self::Engine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FuncId, GlobalId, Id, Loc, Maker, Value};

    #[test]
    fn packing_loses_nothing() {
        let makers = [
            Maker::Engine,
            Maker::Global(GlobalId::from_index(0)),
            Maker::Section(3),
            Maker::Local(FuncId::from_index(70_000), Value::from_index(1_000_000)),
            Maker::Argument(FuncId::from_index(70_000), 3),
            Maker::Call(Loc::from_index(123_456)),
            Maker::UnknownCall,
        ];
        for maker in makers {
            assert_eq!(Maker::of(maker.origin()), maker);
        }
    }
}
