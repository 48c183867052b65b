//! Types.

use vellum_bits::FloatKind;
use vellum_collections::cast::index;
use vellum_ir::TypeKind;

use crate::{
    convert::{Converter, Unsupported},
    llvm,
};

/// No object is larger than the address space of a process.
const MAX_BYTES: u64 = 1 << 47;

/// No machine has vectors this long, and nobody writes them.
const MAX_VECTOR_BYTES: u64 = 1 << 24;

/// The most registers a value may take, as `vellum_ir::verify` has it: larger ones belong in memory.
const MAX_SLOTS: u32 = 1 << 20;

impl<'m> Converter<'m> {
    /// The type as the program form has it.
    pub(crate) fn ty(&mut self, ty: llvm::Type<'m>) -> Result<vellum_ir::Type, Unsupported> {
        if let Some(&known) = self.types.get(&ty) {
            return Ok(known);
        }
        let kind = self.type_kind(ty)?;
        let converted = self.out.types.intern(kind);
        self.types.insert(ty, converted);
        Ok(converted)
    }

    /// The type of a value in registers.
    pub(crate) fn register_type(&mut self, ty: llvm::Type<'m>) -> Result<vellum_ir::Type, Unsupported> {
        let converted = self.ty(ty)?;
        if self.out.types.layout(converted).slots > MAX_SLOTS {
            return Err(Unsupported::new(format!("value of type {ty}, too large for registers")));
        }
        Ok(converted)
    }

    fn type_kind(&mut self, ty: llvm::Type<'m>) -> Result<TypeKind, Unsupported> {
        use llvm::TypeKind as Kind;
        Ok(match ty.kind() {
            Kind::LLVMVoidTypeKind => TypeKind::Void,
            Kind::LLVMIntegerTypeKind => TypeKind::Int(ty.int_width()),
            Kind::LLVMHalfTypeKind => TypeKind::Float(FloatKind::Half),
            Kind::LLVMBFloatTypeKind => TypeKind::Float(FloatKind::BFloat),
            Kind::LLVMFloatTypeKind => TypeKind::Float(FloatKind::Single),
            Kind::LLVMDoubleTypeKind => TypeKind::Float(FloatKind::Double),
            Kind::LLVMX86_FP80TypeKind => TypeKind::Float(FloatKind::X87),
            Kind::LLVMFP128TypeKind => TypeKind::Float(FloatKind::Quad),
            // Other address spaces are segments (`%fs`, `%gs`) or 32-bit pointers.
            Kind::LLVMPointerTypeKind if ty.address_space() == 0 => TypeKind::Ptr,
            Kind::LLVMVectorTypeKind => {
                let (element, lanes) = (self.ty(ty.element())?, ty.lanes());
                if self.out.types.size(element) * u64::from(lanes) > MAX_VECTOR_BYTES {
                    return Err(Unsupported::new(format!("type {ty}, larger than any register")));
                }
                TypeKind::Vector { element, lanes }
            }
            Kind::LLVMArrayTypeKind => {
                let (element, length) = (self.ty(ty.element())?, ty.array_length());
                let size = self.out.types.size(element).checked_mul(length);
                if size.is_none_or(|size| size > MAX_BYTES) {
                    return Err(Unsupported::new(format!("type {ty}, larger than the address space")));
                }
                TypeKind::Array { element, length }
            }
            Kind::LLVMStructTypeKind => {
                let fields =
                    ty.fields().into_iter().map(|field| self.ty(field)).collect::<Result<Box<[_]>, _>>()?;
                let sizes = fields.iter().map(|&field| self.out.types.size(field));
                let size = sizes.fold(0, u64::saturating_add);
                if size > MAX_BYTES {
                    return Err(Unsupported::new(format!("type {ty}, larger than the address space")));
                }
                TypeKind::Struct { fields, packed: ty.is_packed() }
            }
            _ => return Err(Unsupported::new(format!("type {ty}"))),
        })
    }

    /// Offset and type of a struct's field.
    pub(crate) fn field(
        &mut self,
        ty: llvm::Type<'m>,
        number: u32,
    ) -> Result<(u64, llvm::Type<'m>), Unsupported> {
        let converted = self.ty(ty)?;
        let offset = self.out.types.layout(converted).offsets.get(index(number)).copied();
        match (offset, ty.fields().get(index(number))) {
            (Some(offset), Some(&field)) => Ok((offset, field)),
            _ => Err(Unsupported::new(format!("field {number} of {ty}"))),
        }
    }
}
