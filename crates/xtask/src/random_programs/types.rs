//! The types of random programs.

use std::fmt::Write as _;

use vellum_collections::Random;

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ty {
    pub(super) name: &'static str,
    /// The type its arithmetic is done in, which does not overflow; its own for floats.
    pub(super) wraps: &'static str,
    pub(super) bits: u32,
    pub(super) kind: Kind,
}

/// What arithmetic a type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Unsigned,
    Signed,
    Float,
}

const fn ty(name: &'static str, wraps: &'static str, bits: u32, kind: Kind) -> Ty {
    Ty { name, wraps, bits, kind }
}

/// Types every compiler has. The floats are the last two.
pub(super) const USUAL: &[Ty] = &[
    ty("int8_t", "unsigned", 8, Kind::Signed),
    ty("uint8_t", "unsigned", 8, Kind::Unsigned),
    ty("int16_t", "unsigned", 16, Kind::Signed),
    ty("uint16_t", "unsigned", 16, Kind::Unsigned),
    ty("int32_t", "unsigned", 32, Kind::Signed),
    ty("uint32_t", "unsigned", 32, Kind::Unsigned),
    ty("int64_t", "uint64_t", 64, Kind::Signed),
    ty("uint64_t", "uint64_t", 64, Kind::Unsigned),
    ty("_Bool", "unsigned", 1, Kind::Unsigned),
    ty("float", "float", 32, Kind::Float),
    ty("double", "double", 64, Kind::Float),
];

/// Types of other widths.
pub(super) const UNUSUAL: &[Ty] = &[
    ty("__int128", "unsigned __int128", 128, Kind::Signed),
    ty("unsigned __int128", "unsigned __int128", 128, Kind::Unsigned),
    ty("s3", "u3", 3, Kind::Signed),
    ty("u3", "u3", 3, Kind::Unsigned),
    ty("s13", "u13", 13, Kind::Signed),
    ty("u13", "u13", 13, Kind::Unsigned),
    ty("s24", "u24", 24, Kind::Signed),
    ty("u24", "u24", 24, Kind::Unsigned),
    ty("s33", "u33", 33, Kind::Signed),
    ty("u33", "u33", 33, Kind::Unsigned),
    ty("s57", "u57", 57, Kind::Signed),
    ty("u57", "u57", 57, Kind::Unsigned),
    ty("s65", "u65", 65, Kind::Signed),
    ty("u65", "u65", 65, Kind::Unsigned),
    ty("s100", "u100", 100, Kind::Signed),
    ty("u100", "u100", 100, Kind::Unsigned),
];

/// The names of the unusual types that C does not have by itself.
pub(super) fn typedefs() -> String {
    let mut text = String::new();
    for ty in UNUSUAL.iter().filter(|ty| !ty.name.contains("int")) {
        let sign = if ty.kind == Kind::Signed { "signed" } else { "unsigned" };
        let _ = writeln!(text, "typedef {sign} _BitInt({}) {};", ty.bits, ty.name);
    }
    text
}

impl Ty {
    pub(super) fn is_float(self) -> bool {
        self.kind == Kind::Float
    }

    /// A number of this type, often one at a border.
    pub(super) fn constant(self, random: &mut Random) -> String {
        const BORDERS: &[u64] = &[0, 1, 2, 3, 7, 10, 16, 127, 128, 255, 256, 32767, 65535, 1 << 31, u64::MAX];
        let number = match random.below(3) {
            0 => BORDERS[vellum_collections::cast::index64(random.below(15))],
            1 => random.below(100),
            _ => random.next(),
        };
        match self.kind {
            Kind::Float => {
                format!("{}.{}{}", number % 2000, random.below(100), ["f", ""][usize::from(self.bits == 64)])
            }
            _ if self.bits > 64 => {
                format!(
                    "(({})((unsigned __int128){:#x} << 64 | {number:#x}u))",
                    self.name,
                    random.below(1 << 20)
                )
            }
            _ => format!("(({}){number:#x}u)", self.name),
        }
    }
}

/// Structures are made of these: members with their types, and the width of bit-fields.
#[derive(Clone, Debug)]
pub(super) struct Struct {
    pub(super) members: Vec<(Ty, Option<u32>)>,
    pub(super) packed: bool,
}

impl Struct {
    pub(super) fn text(&self, number: usize) -> String {
        let mut text = format!("struct s{number} {{\n");
        for (i, (ty, width)) in self.members.iter().enumerate() {
            let width = width.map(|width| format!(" : {width}")).unwrap_or_default();
            let _ = writeln!(text, "\t{} m{i}{width};", ty.name);
        }
        text += if self.packed { "} __attribute__((packed));\n" } else { "};\n" };
        let _ =
            writeln!(text, "static struct s{number} changed_s{number}(struct s{number} s, uint64_t x)\n{{");
        for (i, (ty, _)) in self.members.iter().enumerate() {
            let _ = writeln!(text, "\ts.m{i} = ({})((int64_t)(x << {i}) >> {});", ty.name, 7 * i);
        }
        text + "\treturn s;\n}\n"
    }
}
