//! Types and their layout in memory and in registers.
//!
//! A type is interned: equal types have equal ids. Layout follows the x86-64 psABI, which is the only
//! target Vellum executes; where LLVM's own data layout changed over the years (`i128`), the module says
//! which one it was built with.

use vellum_bits::FloatKind;
use vellum_collections::{Id, IdVec, Set, define_id};

define_id! {
    /// An interned type.
    pub struct Type, "t";
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// No value: what a function without result returns.
    Void,
    /// An integer of 1 to 2^23 bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// An address: 64 bits.
    Ptr,
    /// A fixed number of equal scalars, packed without padding.
    Vector {
        /// The scalar.
        element: Type,
        /// How many.
        lanes: u32,
    },
    /// Equal elements, one after the other.
    Array {
        /// The element.
        element: Type,
        /// How many.
        length: u64,
    },
    /// Fields in order.
    Struct {
        /// The fields.
        fields: Box<[Type]>,
        /// Whether fields follow each other without padding.
        packed: bool,
    },
}

/// Where a type's bytes and bits are.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Bytes from one array element to the next.
    pub size: u64,
    /// Bytes a store writes.
    pub store: u64,
    /// Required alignment in bytes.
    pub align: u64,
    /// Registers of 64 bits that hold a value of the type.
    pub slots: u32,
    /// Byte offsets of a struct's fields; empty for other types.
    pub offsets: Box<[u64]>,
}

/// One scalar inside a value: where it is in memory and which registers hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The scalar type: an integer, a float or a pointer.
    pub ty: Type,
    /// Position in memory, in bits from the start of the value.
    pub bit: u64,
    /// Width in bits.
    pub width: u32,
    /// First register, counted from the value's first.
    pub slot: u32,
}

/// All types of a module.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: Set<TypeKind>,
    layouts: IdVec<Type, Layout>,
    /// Alignment of integers wider than 64 bits: 16, or 8 in modules of clang before version 18.
    wide_int_align: u64,
}

impl Default for Types {
    fn default() -> Self {
        Self::new(16)
    }
}

impl Types {
    /// No types yet; integers wider than 64 bits are aligned to `wide_int_align` bytes.
    pub fn new(wide_int_align: u64) -> Self {
        Self { kinds: Set::default(), layouts: IdVec::new(), wide_int_align }
    }

    /// Alignment of integers wider than 64 bits.
    pub fn wide_int_align(&self) -> u64 {
        self.wide_int_align
    }

    /// The id of `kind`.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(found) = self.kinds.get_index_of(&kind) {
            return Type::from_index(found);
        }
        let layout = self.compute_layout(&kind);
        self.kinds.insert(kind);
        self.layouts.push(layout)
    }

    /// The integer type of `width` bits.
    pub fn int(&mut self, width: u32) -> Type {
        self.intern(TypeKind::Int(width))
    }

    /// The pointer type.
    pub fn ptr(&mut self) -> Type {
        self.intern(TypeKind::Ptr)
    }

    /// The type of no value.
    pub fn void(&mut self) -> Type {
        self.intern(TypeKind::Void)
    }

    /// The id of `kind`, if some value has that type.
    pub fn find(&self, kind: &TypeKind) -> Option<Type> {
        self.kinds.get_index_of(kind).map(Type::from_index)
    }

    /// What `ty` is.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.index()]
    }

    /// Where `ty`'s bytes are.
    pub fn layout(&self, ty: Type) -> &Layout {
        &self.layouts[ty]
    }

    /// Bytes from one array element of `ty` to the next.
    pub fn size(&self, ty: Type) -> u64 {
        self.layouts[ty].size
    }

    /// How many types there are; ids count from zero.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no type.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The type of a vector's lanes; a scalar is its own lane.
    pub fn lane(&self, ty: Type) -> Type {
        match *self.kind(ty) {
            TypeKind::Vector { element, .. } => element,
            _ => ty,
        }
    }

    /// How many lanes a vector has; a scalar has one.
    pub fn lanes(&self, ty: Type) -> u32 {
        match *self.kind(ty) {
            TypeKind::Vector { lanes, .. } => lanes,
            _ => 1,
        }
    }

    /// Width in bits of a scalar type; `None` for void, vectors and aggregates.
    pub fn scalar_width(&self, ty: Type) -> Option<u32> {
        match *self.kind(ty) {
            TypeKind::Int(width) => Some(width),
            TypeKind::Float(kind) => Some(kind.bits()),
            TypeKind::Ptr => Some(64),
            _ => None,
        }
    }

    /// The scalars inside a value of `ty`, in memory order.
    pub fn leaves(&self, ty: Type) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        let mut slot = 0;
        self.add_leaves(ty, 0, &mut slot, &mut leaves);
        leaves
    }

    fn add_leaves(&self, ty: Type, bit: u64, slot: &mut u32, leaves: &mut Vec<Leaf>) {
        match self.kind(ty) {
            TypeKind::Void => (),
            TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Ptr => {
                let width = self.scalar_width(ty).expect("a scalar has a width");
                leaves.push(Leaf { ty, bit, width, slot: *slot });
                *slot += width.div_ceil(64);
            }
            TypeKind::Vector { element, lanes } => {
                let stride = u64::from(self.scalar_width(*element).expect("lanes are scalars"));
                for lane in 0..u64::from(*lanes) {
                    self.add_leaves(*element, bit + lane * stride, slot, leaves);
                }
            }
            TypeKind::Array { element, length } => {
                let stride = self.size(*element) * 8;
                for i in 0..*length {
                    self.add_leaves(*element, bit + i * stride, slot, leaves);
                }
            }
            TypeKind::Struct { fields, .. } => {
                for (field, offset) in fields.iter().zip(&self.layout(ty).offsets) {
                    self.add_leaves(*field, bit + offset * 8, slot, leaves);
                }
            }
        }
    }

    /// Follows `path` (field, element and lane numbers) into `ty`: the type found there and its first
    /// register. `None` if the path leaves the type.
    pub fn descend(&self, ty: Type, path: &[u32]) -> Option<(Type, u32)> {
        let mut ty = ty;
        let mut slot = 0;
        for &step in path {
            match self.kind(ty) {
                TypeKind::Array { element, length } if u64::from(step) < *length => {
                    slot += step * self.layout(*element).slots;
                    ty = *element;
                }
                TypeKind::Vector { element, lanes } if step < *lanes => {
                    slot += step * self.layout(*element).slots;
                    ty = *element;
                }
                TypeKind::Struct { fields, .. } => {
                    let step = usize::try_from(step).ok()?;
                    slot += fields.get(..step)?.iter().map(|f| self.layout(*f).slots).sum::<u32>();
                    ty = *fields.get(step)?;
                }
                _ => return None,
            }
        }
        Some((ty, slot))
    }

    fn compute_layout(&self, kind: &TypeKind) -> Layout {
        match kind {
            TypeKind::Void => scalar_layout(0, 1, 0),
            TypeKind::Int(width) => {
                scalar_layout(bytes_of(*width), self.int_align(*width), width.div_ceil(64))
            }
            TypeKind::Float(FloatKind::X87) => scalar_layout(10, 16, 2),
            TypeKind::Float(kind) => {
                let bytes = bytes_of(kind.bits());
                scalar_layout(bytes, bytes, kind.bits().div_ceil(64))
            }
            TypeKind::Ptr => scalar_layout(8, 8, 1),
            TypeKind::Vector { element, lanes } => {
                let bits =
                    u64::from(self.scalar_width(*element).expect("lanes are scalars")) * u64::from(*lanes);
                let store = bits.div_ceil(8);
                scalar_layout(
                    store,
                    store.next_power_of_two(),
                    lanes.saturating_mul(self.layout(*element).slots),
                )
            }
            TypeKind::Array { element, length } => {
                let element = self.layout(*element);
                let size = element.size.saturating_mul(*length);
                let slots = u64::from(element.slots).saturating_mul(*length);
                // Arrays in registers are small; a huge one exists only in memory and never asks.
                let slots = u32::try_from(slots).unwrap_or(u32::MAX);
                Layout { size, store: size, align: element.align, slots, offsets: Box::default() }
            }
            TypeKind::Struct { fields, packed } => self.struct_layout(fields, *packed),
        }
    }

    fn struct_layout(&self, fields: &[Type], packed: bool) -> Layout {
        let mut offset: u64 = 0;
        let mut align = 1;
        let mut slots: u32 = 0;
        let mut offsets = Vec::with_capacity(fields.len());
        for &field in fields {
            let field = self.layout(field);
            let field_align = if packed { 1 } else { field.align };
            offset = round_up(offset, field_align);
            offsets.push(offset);
            offset = offset.saturating_add(field.size);
            align = align.max(field_align);
            slots = slots.saturating_add(field.slots);
        }
        let size = round_up(offset, align);
        Layout { size, store: size, align, slots, offsets: offsets.into() }
    }

    fn int_align(&self, width: u32) -> u64 {
        match width {
            0..=8 => 1,
            9..=16 => 2,
            17..=32 => 4,
            33..=64 => 8,
            _ => self.wide_int_align,
        }
    }
}

fn bytes_of(width: u32) -> u64 {
    u64::from(width.div_ceil(8))
}

/// The next multiple of `align`; sizes that no memory holds stay what they are.
fn round_up(size: u64, align: u64) -> u64 {
    size.checked_next_multiple_of(align).unwrap_or(size)
}

fn scalar_layout(store: u64, align: u64, slots: u32) -> Layout {
    Layout { size: store.next_multiple_of(align), store, align, slots, offsets: Box::default() }
}

#[cfg(test)]
mod tests {
    use super::{FloatKind, Leaf, TypeKind, Types};

    #[test]
    fn struct_fields_are_padded_to_their_alignment() {
        let mut types = Types::default();
        let (i8, i32) = (types.int(8), types.int(32));
        let ty = types.intern(TypeKind::Struct { fields: [i8, i32, i8].into(), packed: false });
        let layout = types.layout(ty);
        assert_eq!((layout.size, layout.align, layout.slots), (12, 4, 3));
        assert_eq!(*layout.offsets, [0, 4, 8]);
        let packed = types.intern(TypeKind::Struct { fields: [i8, i32, i8].into(), packed: true });
        assert_eq!(types.size(packed), 6);
    }

    #[test]
    fn odd_integers_take_whole_bytes_and_round_up_in_arrays() {
        let mut types = Types::default();
        let i24 = types.int(24);
        assert_eq!((types.layout(i24).store, types.size(i24)), (3, 4));
        let i129 = types.int(129);
        assert_eq!((types.layout(i129).store, types.size(i129), types.layout(i129).slots), (17, 32, 3));
    }

    #[test]
    fn wide_integers_follow_the_modules_alignment() {
        let mut old = Types::new(8);
        let i128 = old.int(128);
        assert_eq!(old.layout(i128).align, 8);
    }

    #[test]
    fn vector_lanes_are_packed_by_bits() {
        let mut types = Types::default();
        let i1 = types.int(1);
        let mask = types.intern(TypeKind::Vector { element: i1, lanes: 4 });
        assert_eq!(types.layout(mask).store, 1);
        assert_eq!(types.leaves(mask)[3], Leaf { ty: i1, bit: 3, width: 1, slot: 3 });
    }

    #[test]
    fn x87_values_take_two_registers_and_sixteen_bytes() {
        let mut types = Types::default();
        let x87 = types.intern(TypeKind::Float(FloatKind::X87));
        let layout = types.layout(x87);
        assert_eq!((layout.store, layout.size, layout.slots), (10, 16, 2));
    }

    #[test]
    fn a_path_finds_its_registers() {
        let mut types = Types::default();
        let (i32, i128) = (types.int(32), types.int(128));
        let pair = types.intern(TypeKind::Array { element: i128, length: 2 });
        let ty = types.intern(TypeKind::Struct { fields: [i32, pair].into(), packed: false });
        assert_eq!(types.descend(ty, &[1, 1]), Some((i128, 3)));
        assert_eq!(types.descend(ty, &[2]), None);
    }
}
