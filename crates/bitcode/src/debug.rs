//! Source positions.

use vellum_collections::Map;
use vellum_ir::{DebugInfo, Loc, Name, Position};

use crate::{
    convert::Converter,
    llvm::{Context, Metadata, NodeKind, Value},
};

/// Damaged debug information may have cycles; nobody inlines or nests this deep.
const MAX_DEPTH: usize = 4096;

/// Positions and scopes that were converted before.
pub(crate) struct Positions<'m> {
    context: &'m Context,
    locations: Map<Metadata<'m>, Loc>,
    scopes: Map<Metadata<'m>, Scope>,
    last: Option<(Metadata<'m>, Loc)>,
}

/// File and function of a position.
#[derive(Clone, Copy)]
struct Scope {
    file: Name,
    function: Name,
}

impl<'m> Positions<'m> {
    /// None known yet.
    pub(crate) fn new(context: &'m Context) -> Self {
        Self { context, locations: Map::default(), scopes: Map::default(), last: None }
    }

    /// The context that all nodes belong to.
    pub(crate) fn context(&self) -> &'m Context {
        self.context
    }

    fn location(&mut self, debug: &mut DebugInfo, location: Metadata<'m>) -> Option<Loc> {
        // Neighbours often share a position.
        if let Some((last, loc)) = self.last
            && last == location
        {
            return Some(loc);
        }
        // Innermost first, up to a position that is known.
        let mut unknown = Vec::new();
        let mut next = Some(location);
        let mut outer = None;
        while let Some(location) = next {
            outer = self.locations.get(&location).copied();
            if outer.is_some() || unknown.len() == MAX_DEPTH {
                break;
            }
            unknown.push(location);
            next = location.inlined_at();
        }
        for location in unknown.into_iter().rev() {
            let Scope { file, function } = self.scope(debug, location.scope()?);
            let (line, column) = location.line_and_column();
            let loc = debug.intern(Position { file, line, column, function, inlined_at: outer });
            self.locations.insert(location, loc);
            outer = Some(loc);
        }
        self.last = outer.map(|loc| (location, loc));
        outer
    }

    fn scope(&mut self, debug: &mut DebugInfo, scope: Metadata<'m>) -> Scope {
        // Innermost first, up to a scope that is known or has no parent.
        let mut unknown = Vec::new();
        let mut next = Some(scope);
        let mut function = None;
        while let Some(scope) = next {
            function = self.scopes.get(&scope).map(|known| known.function);
            if function.is_some() || unknown.len() == MAX_DEPTH {
                break;
            }
            unknown.push(scope);
            next = (scope.kind() == NodeKind::Block).then(|| self.context.parent_scope(scope)).flatten();
        }
        let mut converted =
            Scope { file: debug.name(""), function: function.unwrap_or_else(|| debug.name("")) };
        for scope in unknown.into_iter().rev() {
            let kind = scope.kind();
            if kind == NodeKind::Subprogram {
                let name = self.context.node_name(scope).unwrap_or_default();
                converted.function = debug.name(&String::from_utf8_lossy(name));
            }
            if matches!(kind, NodeKind::Subprogram | NodeKind::Block | NodeKind::File) {
                converted.file = debug.name(&file_path(scope));
            }
            self.scopes.insert(scope, converted);
        }
        self.scopes.get(&scope).copied().unwrap_or(converted)
    }
}

impl<'m> Converter<'m> {
    /// Where an instruction comes from.
    pub(crate) fn position(&mut self, inst: Value<'m>) -> Option<Loc> {
        self.positions.location(&mut self.out.debug, inst.debug_location()?)
    }

    /// Where a function is defined.
    pub(crate) fn function_position(&mut self, function: Value<'m>) -> Option<Loc> {
        let node = function.subprogram()?;
        let scope = self.positions.scope(&mut self.out.debug, node);
        Some(self.out.debug.intern(Position {
            file: scope.file,
            line: node.line(),
            column: 0,
            function: scope.function,
            inlined_at: None,
        }))
    }

    /// Whether a function was compiled with optimisations, if debug information tells.
    pub(crate) fn is_said_to_be_optimised(&self, function: Value<'m>) -> Option<bool> {
        function.subprogram().map(|node| self.positions.context.is_optimised(node))
    }

    /// Where a global variable is declared.
    pub(crate) fn global_position(&mut self, global: Value<'m>) -> Option<Loc> {
        let node = global.global_variable()?;
        if node.kind() != NodeKind::Variable {
            return None;
        }
        let file = self.out.debug.name(&file_path(node));
        let function = self.out.debug.name("");
        Some(self.out.debug.intern(Position {
            file,
            line: node.line(),
            column: 0,
            function,
            inlined_at: None,
        }))
    }

    /// The variables whose addresses are declared just before an instruction.
    pub(crate) fn declared_names(&self, inst: Value<'m>) -> impl Iterator<Item = (Value<'m>, Box<str>)> {
        let context = self.positions.context;
        inst.declared_variables().filter_map(move |(address, variable)| {
            let name =
                (variable.kind() == NodeKind::Variable).then(|| context.node_name(variable)).flatten()?;
            Some((address, String::from_utf8_lossy(name).into()))
        })
    }
}

/// Where the file of a scope or variable is. A path that was relative on purpose stays so.
fn file_path(node: Metadata<'_>) -> String {
    let (folder, name) = node.file();
    let (folder, name) = (String::from_utf8_lossy(folder), String::from_utf8_lossy(name));
    if name.starts_with('/') || !folder.starts_with('/') {
        return name.into_owned();
    }
    format!("{}/{name}", folder.trim_end_matches('/'))
}
