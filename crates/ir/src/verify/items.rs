//! The rules of globals, signatures and names.

use vellum_collections::{Id, Set};

use super::{Problem, Rule, want};
use crate::{
    debug::Loc,
    inst::{ByValue, Extend},
    module::{FuncId, Function, Global, GlobalId, Init, Module, Relocation, Section},
    text,
    types::{Type, TypeKind},
};

/// What is wrong with the globals and signatures of `module`.
pub(super) fn problems(module: &Module, positions: usize) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut names = Set::default();
    for (id, global) in module.globals.iter_ids() {
        let rule =
            check_name(&mut names, &global.name).and_then(|()| check_global(module, positions, global));
        if let Err(message) = rule {
            problems.push(Problem { place: text::of_global(module, id).to_string(), message });
        }
    }
    for (id, function) in module.functions.iter_ids() {
        let rule = check_name(&mut names, &function.name)
            .and_then(|()| check_signature(module, positions, function));
        if let Err(message) = rule {
            problems.push(Problem { place: text::of_function(module, id).to_string(), message });
        }
    }
    for (list, functions) in
        [("the constructors", &module.constructors), ("the destructors", &module.destructors)]
    {
        if let Err(message) = functions.iter().try_for_each(|id| check_function_id(module, *id)) {
            problems.push(Problem { place: list.to_owned(), message });
        }
    }
    let mut members = Set::default();
    for section in &module.sections {
        if let Err(message) = check_section(module, &mut members, section) {
            problems.push(Problem { place: format!("the section `{}`", section.name), message });
        }
    }
    problems
}

fn check_section(module: &Module, seen: &mut Set<GlobalId>, section: &Section) -> Rule {
    want(!section.members.is_empty(), || "nothing is in it".to_owned())?;
    section.members.iter().try_for_each(|&id| {
        let global = module.globals.get(id).ok_or_else(|| format!("there is no global {id}"))?;
        let name = || text::of_global(module, id);
        want(matches!(global.init, Init::Data { .. }), || format!("{} is only declared", name()))?;
        want(seen.insert(id), || format!("{} is in a section twice", name()))
    })
}

fn check_name<'m>(names: &mut Set<&'m str>, name: &'m str) -> Rule {
    want(name.is_empty() || names.insert(name), || "another symbol has the same name".to_owned())
}

fn check_function_id(module: &Module, id: FuncId) -> Rule {
    want(module.functions.get(id).is_some(), || format!("there is no function {id}"))
}

pub(super) fn check_align(align: u64) -> Rule {
    want(align.is_power_of_two(), || format!("the alignment {align} is not a power of two"))
}

pub(super) fn check_loc(positions: usize, loc: Option<Loc>) -> Rule {
    match loc {
        Some(loc) if loc.index() >= positions => Err(format!("there is no position {loc}")),
        _ => Ok(()),
    }
}

fn check_global(module: &Module, positions: usize, global: &Global) -> Rule {
    check_align(global.align)?;
    check_loc(positions, global.loc)?;
    let Init::Data { bytes, relocations } = &global.init else {
        return Ok(());
    };
    want(u64::try_from(bytes.len()).is_ok_and(|length| length <= global.size), || {
        format!("{} bytes do not fit in {}", bytes.len(), global.size)
    })?;
    let mut end = 0;
    for relocation in relocations {
        end = check_relocation(module, global, relocation, end)?;
    }
    Ok(())
}

/// Checks that `relocation` lies behind the one that ends at `before`; gives its own end.
fn check_relocation(
    module: &Module,
    global: &Global,
    relocation: &Relocation,
    before: u64,
) -> Result<u64, String> {
    let Relocation { offset, value } = *relocation;
    want(value.index() < module.consts.len(), || format!("there is no constant {value}"))?;
    let ty = module.const_type(value);
    want(module.types.scalar_width(ty).is_some(), || {
        format!("the relocation at {offset} is of type {}, not a scalar", text::of_type(module, ty))
    })?;
    want(offset >= before, || format!("the relocation at {offset} starts before the one ahead of it ends"))?;
    let end = offset.checked_add(module.types.layout(ty).store).filter(|end| *end <= global.size);
    end.ok_or_else(|| format!("the relocation at {offset} ends behind the global"))
}

fn check_signature(module: &Module, positions: usize, function: &Function) -> Rule {
    check_loc(positions, function.loc)?;
    check_type_id(module, function.result)?;
    for param in &function.params {
        check_type_id(module, param.ty)?;
        want(*module.types.kind(param.ty) != TypeKind::Void, || "a parameter is not void".to_owned())?;
        check_by_value(module, param.ty, param.by_value)?;
        check_extend(module, param.ty, param.extend)?;
    }
    Ok(())
}

pub(super) fn check_type_id(module: &Module, ty: Type) -> Rule {
    want(ty.index() < module.types.len(), || format!("there is no type {ty}"))
}

/// Checks what is passed as a copy behind an address of type `ty`.
pub(super) fn check_by_value(module: &Module, ty: Type, by_value: Option<ByValue>) -> Rule {
    let Some(ByValue { align, .. }) = by_value else {
        return Ok(());
    };
    want(ty == module.ptr_type(), || {
        format!("what is passed by value is a ptr, not {}", text::of_type(module, ty))
    })?;
    check_align(align)
}

/// Checks that what is extended is an integer.
pub(super) fn check_extend(module: &Module, ty: Type, extend: Extend) -> Rule {
    let is_fine = extend == Extend::No || matches!(module.types.kind(ty), TypeKind::Int(_));
    want(is_fine, || format!("what is extended is an integer, not {}", text::of_type(module, ty)))
}
