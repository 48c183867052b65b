//! Calls of functions.

use vellum_ir::{Arg, Call, Callee, Extend, FuncId, Inst, Operand, Tail};

use crate::{
    assembly::Assembly,
    convert::Unsupported,
    instructions::{Code, Converted},
    llvm::{AttributeKind, TypeKind, Value, ValueKind},
};

/// The attributes that matter here.
pub(crate) struct Attributes {
    pub(crate) by_value: AttributeKind,
    pub(crate) align: AttributeKind,
    pub(crate) returns_twice: AttributeKind,
    pub(crate) never_optimised: AttributeKind,
    sign_extend: AttributeKind,
    zero_extend: AttributeKind,
    in_alloca: AttributeKind,
    preallocated: AttributeKind,
}

impl Attributes {
    /// Their numbers in this version of LLVM.
    pub(crate) fn new() -> Self {
        Self {
            by_value: AttributeKind::named("byval"),
            align: AttributeKind::named("align"),
            returns_twice: AttributeKind::named("returns_twice"),
            never_optimised: AttributeKind::named("optnone"),
            sign_extend: AttributeKind::named("signext"),
            zero_extend: AttributeKind::named("zeroext"),
            in_alloca: AttributeKind::named("inalloca"),
            preallocated: AttributeKind::named("preallocated"),
        }
    }

    /// What is above a narrow integer, where `has` says which attributes there are.
    pub(crate) fn extend(&self, has: impl Fn(AttributeKind) -> bool) -> Extend {
        if has(self.sign_extend) {
            Extend::Sign
        } else if has(self.zero_extend) {
            Extend::Zero
        } else {
            Extend::No
        }
    }
}

/// Operand bundles that only carry hints.
const HINTS: &[&str] = &["kcfi"];

impl<'m> Code<'_, 'm> {
    /// What a call becomes; `None` if it does nothing.
    pub(crate) fn call(&mut self, call: Value<'m>) -> Converted {
        let callee = call.called_value();
        if callee.kind() == ValueKind::LLVMFunctionValueKind && callee.name().starts_with(b"llvm.") {
            return self.intrinsic(call, callee);
        }
        refuse_bundles(call)?;
        if let Some(assembly) = Assembly::of(callee) {
            return self.inline_asm(call, &assembly);
        }
        if !self.is_library {
            self.cx.refuse_long_double(call, callee)?;
        }
        let args = self.arguments(call)?;
        let callee = self.callee(callee)?;
        if let Callee::Function(function) = callee
            && call.call_attribute(u32::MAX, self.cx.attributes.returns_twice).is_some()
        {
            self.cx.out.functions[function].returns_twice = true;
        }
        let tail = if call.is_must_tail() { Tail::Must } else { Tail::Stays };
        Ok(Some(Inst::Call(Box::new(Call { callee, args, tail }))))
    }

    /// Whether the call's arguments are those the function wants is for the engine to see.
    fn callee(&mut self, callee: Value<'m>) -> Result<Callee, Unsupported> {
        if callee.is_constant()
            && let Some(function) = self.cx.function(callee)
        {
            return Ok(Callee::Function(function));
        }
        Ok(Callee::Pointer(self.operand(callee)?))
    }

    fn arguments(&mut self, call: Value<'m>) -> Result<Box<[Arg]>, Unsupported> {
        (1..).zip(call.arguments()).map(|(place, value)| self.argument(call, place, value)).collect()
    }

    fn argument(&mut self, call: Value<'m>, place: u32, value: Value<'m>) -> Result<Arg, Unsupported> {
        let attributes = &self.cx.attributes;
        // What a call does not say, the function it names may.
        let callee = call.called_value();
        let callee = Some(callee).filter(|callee| callee.kind() == ValueKind::LLVMFunctionValueKind);
        let attribute = |kind| {
            let stated = call.call_attribute(place, kind);
            stated.or_else(|| callee?.function_attribute(place, kind))
        };
        let (mut by_value, mut extend) = (None, Extend::No);
        match value.ty().kind() {
            TypeKind::LLVMPointerTypeKind => {
                if attribute(attributes.in_alloca).is_some() || attribute(attributes.preallocated).is_some() {
                    return Err(Unsupported::new("call with a preallocated argument"));
                }
                if let Some(by_value_attribute) = attribute(attributes.by_value) {
                    let align = attribute(attributes.align);
                    by_value = Some(self.cx.by_value(by_value_attribute, align)?);
                }
            }
            TypeKind::LLVMIntegerTypeKind => extend = attributes.extend(|kind| attribute(kind).is_some()),
            _ => (),
        }
        Ok(Arg { value: self.operand(value)?, by_value, extend })
    }

    /// A call of a function of the module with plain arguments.
    pub(crate) fn call_function(function: FuncId, args: impl IntoIterator<Item = Operand>) -> Inst {
        let args = args.into_iter().map(Arg::plain).collect();
        Inst::Call(Box::new(Call { callee: Callee::Function(function), args, tail: Tail::Stays }))
    }
}

/// Bundles change what a call means in ways nobody here knows.
pub(crate) fn refuse_bundles(call: Value<'_>) -> Result<(), Unsupported> {
    match call.bundle_tags().into_iter().find(|tag| !HINTS.contains(&tag.as_str())) {
        Some(tag) => Err(Unsupported::new(format!("call with operand bundle \"{tag}\""))),
        None => Ok(()),
    }
}
