//! What objects and pointers are called in the source.

use vellum_analysis::{
    PointsTo,
    points_to::{CallSite, ObjectId, ObjectKind},
};
use vellum_collections::{Map, cast::index};
use vellum_ir::{Callee, FuncId, Inst, InstData, Loc, Module, Value, text};

/// Names of what is in a program.
pub(super) struct Names<'a> {
    module: &'a Module,
    points_to: &'a PointsTo,
    /// The instruction of each value that has one.
    made_by: Map<(FuncId, Value), &'a InstData>,
}

impl<'a> Names<'a> {
    pub(super) fn new(module: &'a Module, points_to: &'a PointsTo) -> Self {
        let mut made_by = Map::default();
        for (function, code) in module.functions.iter_ids() {
            for data in code.body.iter().flat_map(|body| body.blocks.iter()).flatten() {
                if let Some(value) = data.result {
                    made_by.insert((function, value), data);
                }
            }
        }
        Self { module, points_to, made_by }
    }

    pub(super) fn function(&self, function: FuncId) -> &str {
        &self.module.functions[function].name
    }

    /// `%5 of main, file.c:3`
    pub(super) fn value(&self, function: FuncId, value: Value) -> String {
        let of = self.function(function);
        let Some(data) = self.made_by.get(&(function, value)) else {
            return format!("parameter {value} of {of}");
        };
        let name = match &data.inst {
            Inst::Alloca(alloca) => alloca.name.as_ref().map(|name| format!("&{name}")),
            _ => None,
        };
        format!("{} of {of}{}", name.unwrap_or_else(|| value.to_string()), self.place(data.loc))
    }

    /// What an object is, in a line.
    pub(super) fn object(&self, object: ObjectId) -> String {
        match self.points_to.kind(object) {
            ObjectKind::Global(id) if self.module.globals[id].constant => {
                format!(
                    "constant {}{}",
                    text::of_global(self.module, id),
                    self.place(self.module.globals[id].loc)
                )
            }
            ObjectKind::Global(id) => {
                format!(
                    "global {}{}",
                    text::of_global(self.module, id),
                    self.place(self.module.globals[id].loc)
                )
            }
            ObjectKind::Section(number) => format!("section {}", self.module.sections[index(number)].name),
            ObjectKind::Function(id) => format!("function {}", self.function(id)),
            ObjectKind::Local(function, value) => {
                format!("local {}", self.value(function, value).trim_start_matches('&'))
            }
            ObjectKind::Copy(function, number) => {
                format!("copy of argument {} of {}", number + 1, self.function(function))
            }
            ObjectKind::Variadic(function) => format!("variadic arguments of {}", self.function(function)),
            ObjectKind::Heap(chain) => {
                let calls = self.points_to.calls(chain);
                let calls: Vec<String> = calls.into_iter().map(|call| self.call(call)).collect();
                calls.join(" < ")
            }
            ObjectKind::Arguments => "pointers to arguments and environment".to_owned(),
            ObjectKind::Texts => "constants without pointers".to_owned(),
            ObjectKind::Strings => "arguments and environment".to_owned(),
            ObjectKind::Thread => "what the C library knows of the thread".to_owned(),
            ObjectKind::Unknown => "what code outside the program has".to_owned(),
        }
    }

    /// `malloc in xmalloc, file.c:3`
    fn call(&self, call: CallSite) -> String {
        let body = self.module.functions[call.function].body.as_ref();
        let data = body.and_then(|body| body.blocks[call.block].get(index(call.instruction)));
        let (callee, loc) = match data {
            Some(InstData { inst: Inst::Call(made), loc, .. }) => match made.callee {
                Callee::Function(id) => (self.function(id), *loc),
                _ => ("call", *loc),
            },
            _ => ("call", None),
        };
        format!("{callee} in {}{}", self.function(call.function), self.place(loc))
    }

    fn place(&self, loc: Option<Loc>) -> String {
        let Some(loc) = loc else { return String::new() };
        let position = self.module.debug.position(loc);
        let file = self.module.debug.text(position.file);
        let file = file.rsplit('/').next().unwrap_or(file);
        if position.line == 0 { format!(", {file}") } else { format!(", {file}:{}", position.line) }
    }
}
