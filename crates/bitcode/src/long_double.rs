//! Where a program's `long double` of 80 bits would meet the C library's, which has 64: such a call is refused,
//! since the answer would be wrong.

use crate::{
    convert::{Converter, Unsupported},
    link::Unit,
    llvm::{Block, Module, Opcode, Type, TypeKind, Value, ValueKind},
};

/// What a program does with floats of 80 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LongDoubles {
    /// Whether it has any.
    are_used: bool,
    /// Whether it hands lists of arguments, which may hold some, to the C library.
    may_be_handed_on: bool,
}

impl LongDoubles {
    fn of(units: &[Unit<'_>]) -> Self {
        let program = || units.iter().filter(|unit| unit.is_program()).map(|unit| &unit.module);
        let in_globals = || program().flat_map(Module::globals).any(|global| holds(global.value_type()));
        let in_code = || {
            let functions = program().flat_map(Module::functions);
            functions.flat_map(Value::blocks).flat_map(Block::instructions).any(computes)
        };
        let takes_list =
            |function: Value<'_>| function.is_used() && Family::of(function.name()).is_some_and(|f| f.list);
        Self {
            are_used: in_globals() || in_code(),
            // Without the library, what takes lists is the host's and knows all 80 bits.
            may_be_handed_on: !units.iter().all(Unit::is_program)
                && program().flat_map(Module::functions).any(takes_list),
        }
    }
}

/// Functions of the C library that read their arguments as a format says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Family {
    /// Whether they take a list of arguments: `vprintf`.
    list: bool,
    /// For those that write through pointers: which argument is the format.
    scans: Option<usize>,
}

impl Family {
    fn of(name: &[u8]) -> Option<Self> {
        let name = name.strip_prefix(b"__isoc99_").unwrap_or(name);
        let (list, plain) = match name.strip_prefix(b"v") {
            Some(rest) => (true, rest),
            None => (false, name),
        };
        let scans = match plain {
            b"scanf" | b"wscanf" => Some(0),
            b"fscanf" | b"sscanf" | b"fwscanf" | b"swscanf" => Some(1),
            b"warn" | b"warnx" | b"err" | b"errx" | b"syslog" => None,
            _ if plain.ends_with(b"printf") => None,
            _ => return None,
        };
        Some(Self { list, scans })
    }
}

impl<'m> Converter<'m> {
    fn long_doubles(&mut self) -> LongDoubles {
        *self.long_doubles.get_or_insert_with(|| LongDoubles::of(self.units))
    }

    /// Refuses a call that would give the C library a `long double` of 80 bits, or make it write one.
    pub(crate) fn refuse_long_double(
        &mut self,
        call: Value<'m>,
        callee: Value<'m>,
    ) -> Result<(), Unsupported> {
        let is_x87 = |value: Value<'m>| value.ty().kind() == TypeKind::LLVMX86_FP80TypeKind;
        let refuse = || {
            let name = String::from_utf8_lossy(callee.name()).into_owned();
            let function =
                if name.is_empty() { "a variadic function".to_owned() } else { format!("`{name}`") };
            Err(Unsupported::new(format!(
                "call of {function} with an 80-bit long double (compile with -mlong-double-64, as the C library is)"
            )))
        };
        if self.symbols.is_of_library(callee.name()) {
            let scanned = Family::of(callee.name()).and_then(|family| call.arguments().nth(family.scans?));
            let is_wrong = is_x87(call)
                || call.arguments().any(is_x87)
                || scanned.is_some_and(may_want_long_double) && self.long_doubles().are_used;
            return if is_wrong { refuse() } else { Ok(()) };
        }
        let ty = call.called_type();
        let is_wrong = ty.is_variadic() && call.arguments().skip(ty.params().len()).any(is_x87);
        if is_wrong && self.long_doubles().may_be_handed_on { refuse() } else { Ok(()) }
    }
}

/// Whether a value of the type has a float of 80 bits in it.
fn holds(ty: Type<'_>) -> bool {
    match ty.kind() {
        TypeKind::LLVMX86_FP80TypeKind => true,
        TypeKind::LLVMArrayTypeKind => holds(ty.element()),
        TypeKind::LLVMStructTypeKind => ty.fields().into_iter().any(holds),
        _ => false,
    }
}

/// Whether an instruction computes a float of 80 bits, or an address where one may be.
fn computes(inst: Value<'_>) -> bool {
    holds(inst.ty())
        || match inst.opcode() {
            Opcode::LLVMAlloca => holds(inst.allocated_type()),
            Opcode::LLVMGetElementPtr => holds(inst.gep_source_type()),
            _ => false,
        }
}

/// Whether a format, where it can be read, has a conversion to `long double`: `%Lf`.
fn may_want_long_double(format: Value<'_>) -> bool {
    if format.kind() != ValueKind::LLVMGlobalVariableValueKind || !format.is_global_constant() {
        return true;
    }
    match format.initializer() {
        Some(text) if text.kind() == ValueKind::LLVMConstantDataArrayValueKind => {
            wants_long_double(text.raw_data())
        }
        // An empty one.
        Some(text) => text.kind() != ValueKind::LLVMConstantAggregateZeroValueKind,
        None => true,
    }
}

/// Between `%` and `L` there may be a place, a star, a width and an `m`. In a wide format zeros are between the
/// characters.
fn wants_long_double(format: &[u8]) -> bool {
    let mut bytes = format.iter().filter(|byte| **byte != 0);
    while bytes.any(|byte| *byte == b'%') {
        match bytes.find(|byte| !(byte.is_ascii_digit() || b"*$m".contains(byte))) {
            Some(b'L') => return true,
            Some(_) => (),
            None => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Family, wants_long_double};

    #[test]
    fn a_format_wants_long_doubles_where_it_says_so() {
        for format in ["%Lf", "%d %*12Lg", "%2$Le", "%%%Lf"] {
            assert!(wants_long_double(format.as_bytes()), "{format}");
        }
        for format in ["", "%", "%d", "%lf L", "%%Lf", "%5", "Lf %s"] {
            assert!(!wants_long_double(format.as_bytes()), "{format}");
        }
        assert!(wants_long_double(b"%\0\0\0L\0\0\0f\0\0\0\0\0\0\0"));
    }

    #[test]
    fn families_are_known_by_name() {
        for (name, list, scans) in [
            ("printf", false, None),
            ("vsnprintf", true, None),
            ("vwarn", true, None),
            ("__isoc99_sscanf", false, Some(1)),
            ("vscanf", true, Some(0)),
        ] {
            assert_eq!(Family::of(name.as_bytes()), Some(Family { list, scans }), "{name}");
        }
        assert_eq!(Family::of(b"vfork"), None);
        assert_eq!(Family::of(b"strtold"), None);
    }
}
