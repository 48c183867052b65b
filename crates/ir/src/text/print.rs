//! Prints modules, types and constants.
//!
//! Also prints what is broken, for the verifier to quote: an id that leads nowhere is printed as such.

use std::fmt::{self, Display, Formatter, from_fn};

use vellum_collections::Id;

use super::lex::{SymbolName, quote};
use crate::{
    constant::{Const, ConstKind, Symbol},
    debug::Loc,
    inst::{ByValue, Extend, Operand},
    module::{Body, FuncId, Function, Global, GlobalId, Init, Module, Strength},
    types::{Type, TypeKind},
};

mod inst;

/// Prints a whole module.
pub(super) fn module(module: &Module, f: &mut Formatter<'_>) -> fmt::Result {
    let cx = Cx::new(module);
    let align = module.types.wide_int_align();
    if align != 16 {
        writeln!(f, "wide-int-align {align}")?;
    }
    for (name, functions) in [("constructors", &module.constructors), ("destructors", &module.destructors)] {
        if !functions.is_empty() {
            writeln!(f, "{name} {}", commas(functions.iter().map(|id| cx.function(*id))))?;
        }
    }
    for section in &module.sections {
        f.write_str("section ")?;
        quote(f, section.name.as_bytes())?;
        writeln!(f, " {}", commas(section.members.iter().map(|id| cx.global(*id))))?;
    }
    for (id, global) in module.globals.iter_ids() {
        write_global(cx, id, global, f)?;
    }
    let anything = align != 16
        || !module.constructors.is_empty()
        || !module.destructors.is_empty()
        || !module.sections.is_empty()
        || !module.globals.is_empty();
    // An empty line stands above and below every body.
    let mut above = if anything { Above::Line } else { Above::Nothing };
    for (id, function) in module.functions.iter_ids() {
        let below = if function.body.is_some() { Above::Body } else { Above::Line };
        if above != Above::Nothing && (above, below) != (Above::Line, Above::Line) {
            writeln!(f)?;
        }
        write_function(cx, id, function, f)?;
        above = below;
    }
    Ok(())
}

/// What was printed last.
#[derive(Clone, Copy, PartialEq)]
enum Above {
    Nothing,
    Line,
    Body,
}

fn write_global(cx: Cx<'_>, id: GlobalId, global: &Global, f: &mut Formatter<'_>) -> fmt::Result {
    match global.init {
        Init::Declared(Strength::Strong) => f.write_str("declare ")?,
        Init::Declared(Strength::Weak) => f.write_str("declare weak ")?,
        Init::Data { .. } => (),
    }
    write!(f, "global {} {} align {}", cx.global(id), global.size, global.align)?;
    if global.constant {
        f.write_str(" constant")?;
    }
    if let Init::Data { bytes, relocations } = &global.init {
        let mut mark = "=";
        if !bytes.is_empty() {
            f.write_str(" = bytes ")?;
            quote(f, bytes)?;
            mark = "+";
        }
        for relocation in relocations {
            write!(f, " {mark} {} at {}", cx.typed(Operand::Const(relocation.value)), relocation.offset)?;
            mark = "+";
        }
    }
    writeln!(f, "{}", cx.loc(global.loc))
}

fn write_function(cx: Cx<'_>, id: FuncId, function: &Function, f: &mut Formatter<'_>) -> fmt::Result {
    let weak = if function.strength == Strength::Weak { "weak " } else { "" };
    let keyword = if function.body.is_some() { "func" } else { "declare" };
    write!(f, "{keyword} {weak}{}(", cx.function(id))?;
    for (i, param) in function.params.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        f.write_str(comma)?;
        if function.body.is_some() {
            write!(f, "%{i}: ")?;
        }
        write!(f, "{}{}", cx.ty(param.ty), passing(param.by_value, param.extend))?;
    }
    if function.variadic {
        f.write_str(if function.params.is_empty() { "..." } else { ", ..." })?;
    }
    f.write_str(")")?;
    if cx.type_kind(function.result) != Some(&TypeKind::Void) {
        write!(f, " -> {}", cx.ty(function.result))?;
    }
    if function.returns_twice {
        f.write_str(" returns_twice")?;
    }
    if function.unoptimised {
        f.write_str(" unoptimised")?;
    }
    if !function.prologue.is_empty() {
        f.write_str(" prologue ")?;
        quote(f, &function.prologue)?;
    }
    write!(f, "{}", cx.loc(function.loc))?;
    match &function.body {
        Some(body) => write_body(Cx::within(cx.module, body), body, f),
        None => writeln!(f),
    }
}

fn write_body(cx: Cx<'_>, body: &Body, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, " {{")?;
    for (id, block) in body.blocks.iter_ids() {
        writeln!(f, "{id}:")?;
        for inst in block {
            writeln!(f, "  {}{}", cx.line(inst), cx.loc(inst.loc))?;
        }
    }
    writeln!(f, "}}")
}

/// What the words of a text depend on.
#[derive(Clone, Copy)]
pub(super) struct Cx<'a> {
    module: &'a Module,
    /// Whose values are printed.
    body: Option<&'a Body>,
}

impl<'a> Cx<'a> {
    /// For what is not inside of a function.
    pub(super) fn new(module: &'a Module) -> Self {
        Self { module, body: None }
    }

    /// For what is inside of `body`.
    pub(super) fn within(module: &'a Module, body: &'a Body) -> Self {
        Self { module, body: Some(body) }
    }

    pub(super) fn global(self, id: GlobalId) -> SymbolName {
        symbol_name(self.module.globals.get(id).map_or("", |global| &global.name), id)
    }

    pub(super) fn function(self, id: FuncId) -> SymbolName {
        symbol_name(self.module.functions.get(id).map_or("", |function| &function.name), id)
    }

    fn type_kind(self, ty: Type) -> Option<&'a TypeKind> {
        (ty.index() < self.module.types.len()).then(|| self.module.types.kind(ty))
    }

    /// The type of an operand, if it exists.
    fn operand_type(self, operand: Operand) -> Option<Type> {
        match operand {
            Operand::Value(value) => self.body?.values.get(value).copied(),
            Operand::Const(constant) => {
                (constant.index() < self.module.consts.len()).then(|| self.module.const_type(constant))
            }
        }
    }

    pub(super) fn ty(self, ty: Type) -> impl Display + 'a {
        from_fn(move |f| self.write_type(ty, f))
    }

    fn write_type(self, ty: Type, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(kind) = self.type_kind(ty) else {
            return write!(f, "{ty}?");
        };
        match kind {
            TypeKind::Void => f.write_str("void"),
            TypeKind::Int(width) => write!(f, "i{width}"),
            TypeKind::Float(kind) => write!(f, "{kind}"),
            TypeKind::Ptr => f.write_str("ptr"),
            TypeKind::Vector { element, lanes } => write!(f, "<{lanes} x {}>", self.ty(*element)),
            TypeKind::Array { element, length } => write!(f, "[{length} x {}]", self.ty(*element)),
            TypeKind::Struct { fields, packed } => {
                let (open, close) = if *packed { ("<{", "}>") } else { ("{", "}") };
                write!(f, "{open}{}{close}", commas(fields.iter().map(|field| self.ty(*field))))
            }
        }
    }

    pub(super) fn constant(self, constant: Const) -> impl Display + 'a {
        from_fn(move |f| self.write_constant(constant, f))
    }

    fn write_constant(self, constant: Const, f: &mut Formatter<'_>) -> fmt::Result {
        if constant.index() >= self.module.consts.len() {
            return write!(f, "{constant}?");
        }
        match self.module.consts.kind(constant) {
            ConstKind::Bits(ty, bits) => match self.type_kind(*ty) {
                Some(TypeKind::Ptr) if bits.is_zero() => f.write_str("null"),
                Some(TypeKind::Ptr | TypeKind::Float(_)) => write!(f, "{:#x}", bits.low_u128()),
                _ => write!(f, "{bits}"),
            },
            ConstKind::Undef(_) => f.write_str("undef"),
            ConstKind::Zero(_) => f.write_str("zero"),
            ConstKind::Aggregate(ty, parts) => self.write_aggregate(*ty, parts, f),
            ConstKind::Symbol(Symbol::Global(id)) => write!(f, "{}", self.global(*id)),
            ConstKind::Symbol(Symbol::Function(id)) => write!(f, "{}", self.function(*id)),
            ConstKind::Symbol(Symbol::Block(id, block)) => {
                write!(f, "blockaddress({}, {block})", self.function(*id))
            }
            ConstKind::Expr(_, op, parts) => {
                let parts = parts.iter().map(|part| self.typed(Operand::Const(*part)));
                write!(f, "{}({})", op.name(), commas(parts))
            }
        }
    }

    fn write_aggregate(self, ty: Type, parts: &[Const], f: &mut Formatter<'_>) -> fmt::Result {
        let kind = self.type_kind(ty);
        let (open, close) = match kind {
            Some(TypeKind::Vector { .. }) => ("<", ">"),
            Some(TypeKind::Array { .. }) => ("[", "]"),
            _ => ("{", "}"),
        };
        let parts = parts.iter().enumerate().map(|(i, part)| {
            let expected = match kind {
                Some(TypeKind::Vector { element, .. } | TypeKind::Array { element, .. }) => Some(*element),
                Some(TypeKind::Struct { fields, .. }) => fields.get(i).copied(),
                _ => None,
            };
            self.operand(Operand::Const(*part), expected)
        });
        write!(f, "{open}{}{close}", commas(parts))
    }

    /// An operand with its type.
    pub(super) fn typed(self, operand: Operand) -> impl Display + 'a {
        self.operand(operand, None)
    }

    /// An operand, with its type if that is not the `expected` one.
    fn operand(self, operand: Operand, expected: Option<Type>) -> impl Display + 'a {
        from_fn(move |f| {
            match self.operand_type(operand) {
                Some(ty) if Some(ty) == expected => (),
                Some(ty) => write!(f, "{} ", self.ty(ty))?,
                None => f.write_str("? ")?,
            }
            match operand {
                Operand::Value(value) => write!(f, "{value}"),
                Operand::Const(constant) => write!(f, "{}", self.constant(constant)),
            }
        })
    }

    /// A position, with the blank before it.
    fn loc(self, loc: Option<Loc>) -> impl Display + 'a {
        from_fn(move |f| {
            let Some(loc) = loc else {
                return Ok(());
            };
            let debug = &self.module.debug;
            f.write_str(" !loc(")?;
            for (i, position) in debug.frames(loc).enumerate() {
                f.write_str(if i == 0 { "" } else { " inlined at " })?;
                quote(f, debug.text(position.file).as_bytes())?;
                write!(f, ":{}:{} in ", position.line, position.column)?;
                quote(f, debug.text(position.function).as_bytes())?;
            }
            f.write_str(")")
        })
    }
}

/// How a symbol without name is told from others: by its id.
fn symbol_name(name: &str, id: impl Display) -> SymbolName {
    if name.is_empty() { SymbolName::Unnamed(id.to_string().into()) } else { SymbolName::Named(name.into()) }
}

/// `a, b, c`
fn commas<T: Display>(items: impl Iterator<Item = T> + Clone) -> impl Display {
    from_fn(move |f| {
        for (i, item) in items.clone().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            write!(f, "{item}")?;
        }
        Ok(())
    })
}

/// ` byval(SIZE, ALIGN)`, ` signext`, ` zeroext`
fn passing(by_value: Option<ByValue>, extend: Extend) -> impl Display {
    from_fn(move |f| {
        if let Some(ByValue { size, align }) = by_value {
            write!(f, " byval({size}, {align})")?;
        }
        let word = Extend::WORDS.iter().find(|(other, _)| *other == extend);
        word.map_or(Ok(()), |(_, word)| write!(f, " {word}"))
    })
}
