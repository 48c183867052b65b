//! Reads the items of a module: globals, functions and their blocks.

use vellum_collections::IdVec;

use super::{Parser, Result, Scope};
use crate::{
    debug::{Loc, Position},
    inst::{InstData, Value},
    module::{Body, FuncId, Function, Global, Init, Module, Param, Relocation, Section, Strength},
    text::lex::{SymbolName, Word},
    types::{Type, TypeKind, Types},
};

/// What stands between the name of a function and its body.
struct Signature {
    params: Vec<Param>,
    variadic: bool,
    result: Type,
    returns_twice: bool,
    unoptimised: bool,
    prologue: Box<[u8]>,
    loc: Option<Loc>,
}

impl Parser<'_, '_> {
    pub(super) fn items(&mut self) -> Result<()> {
        if self.eat_word("wide-int-align") {
            let at = self.at;
            let align = self.number("an alignment in bytes")?;
            if !matches!(align, 8 | 16) {
                return self.fail_at(at, "wide integers are aligned to 8 or 16 bytes");
            }
            self.module = Module::new(Types::new(align));
        }
        while *self.peek() != Word::End {
            self.item()?;
        }
        Ok(())
    }

    fn item(&mut self) -> Result<()> {
        match self.word("an item")? {
            "constructors" => {
                let functions = self.functions()?;
                self.module.constructors.extend(functions);
                Ok(())
            }
            "destructors" => {
                let functions = self.functions()?;
                self.module.destructors.extend(functions);
                Ok(())
            }
            "section" => self.section(),
            "global" => self.defined_global(),
            "declare" => self.declaration(),
            "func" => self.defined_function(),
            word => self.fail_at(self.at - 1, format!("expected an item, found `{word}`")),
        }
    }

    fn functions(&mut self) -> Result<Vec<FuncId>> {
        let mut functions = vec![self.function_symbol()?];
        while self.eat(",") {
            functions.push(self.function_symbol()?);
        }
        Ok(functions)
    }

    fn section(&mut self) -> Result<()> {
        let name = self.string("the name of a section")?.into();
        let mut members = vec![self.global_symbol()?];
        while self.eat(",") {
            members.push(self.global_symbol()?);
        }
        self.module.sections.push(Section { name, members });
        Ok(())
    }

    fn strength(&mut self) -> Strength {
        if self.eat_word("weak") { Strength::Weak } else { Strength::Strong }
    }

    fn declaration(&mut self) -> Result<()> {
        let strength = self.strength();
        if self.eat_word("global") {
            let mut global = self.global(Init::Declared(strength))?;
            global.loc = self.loc()?;
            self.module.globals.push(global);
            return Ok(());
        }
        let name = self.symbol_name()?;
        self.expect("(")?;
        let signature = self.signature(|p| {
            let ty = p.ty()?;
            Ok(Param { ty, by_value: p.by_value()?, extend: p.extend() })
        })?;
        self.module.functions.push(function(name, strength, signature));
        Ok(())
    }

    /// `@SYMBOL SIZE [align NUMBER] [constant]`
    fn global(&mut self, init: Init) -> Result<Global> {
        let name = name_in_module(self.symbol_name()?);
        let size = self.number("a size in bytes")?;
        let align = self.alignment()?;
        let constant = self.eat_word("constant");
        Ok(Global { name, size, align, constant, init, loc: None })
    }

    fn defined_global(&mut self) -> Result<()> {
        let mut global = self.global(Init::Declared(Strength::Strong))?;
        let mut bytes: Box<[u8]> = Box::default();
        let mut relocations = Vec::new();
        let mut more = self.eat("=");
        if more && self.eat_word("bytes") {
            bytes = self.bytes("a string")?.into();
            more = self.eat("+");
        }
        while more {
            let ty = self.ty()?;
            let value = self.constant(ty)?;
            self.expect_word("at")?;
            relocations.push(Relocation { offset: self.number("an offset in bytes")?, value });
            more = self.eat("+");
        }
        global.init = Init::Data { bytes, relocations: relocations.into() };
        global.loc = self.loc()?;
        self.module.globals.push(global);
        Ok(())
    }

    fn signature(&mut self, mut param: impl FnMut(&mut Self) -> Result<Param>) -> Result<Signature> {
        let mut variadic = false;
        let params = self.list(")", |p| {
            if variadic {
                return p.expected("`)`");
            }
            variadic = p.eat("...");
            if variadic { Ok(None) } else { param(p).map(Some) }
        })?;
        let result = if self.eat("->") { self.ty()? } else { self.module.types.void() };
        let returns_twice = self.eat_word("returns_twice");
        let unoptimised = self.eat_word("unoptimised");
        let prologue =
            if self.eat_word("prologue") { self.bytes("a string")?.into() } else { Box::default() };
        let params = params.into_iter().flatten().collect();
        Ok(Signature { params, variadic, result, returns_twice, unoptimised, prologue, loc: self.loc()? })
    }

    fn defined_function(&mut self) -> Result<()> {
        let strength = self.strength();
        let name = self.symbol_name()?;
        self.expect("(")?;
        let signature = self.signature(|p| {
            let Word::Value(_) = p.peek() else {
                return p.expected("a parameter");
            };
            p.advance();
            p.expect(":")?;
            let ty = p.ty()?;
            Ok(Param { ty, by_value: p.by_value()?, extend: p.extend() })
        })?;
        let id = self.module.functions.push(function(name, strength, signature));
        let body = self.body(id)?;
        self.module.functions[id].body = Some(body);
        Ok(())
    }

    fn body(&mut self, id: FuncId) -> Result<Body> {
        let locals = &self.names.functions[id];
        let params = &self.module.functions[id].params;
        let mut types: IdVec<Value, Option<Type>> = params.iter().map(|param| Some(param.ty)).collect();
        while types.len() < locals.values.len() {
            types.push(None);
        }
        self.function = Some(Scope { id, types, uses: Vec::new() });
        self.expect("{")?;
        let mut blocks = IdVec::new();
        while !self.eat("}") {
            if !self.at_label() {
                return self.expected("a block or `}`");
            }
            self.advance();
            self.advance();
            blocks.push(self.block_lines()?);
        }
        let values = self.values()?;
        Ok(Body { values, blocks })
    }

    fn block_lines(&mut self) -> Result<Vec<InstData>> {
        let mut lines = Vec::new();
        while !self.at_label() && *self.peek() != Word::Mark("}") {
            lines.push(self.line()?);
        }
        Ok(lines)
    }

    /// Whether the name of a block and its colon come next.
    fn at_label(&self) -> bool {
        matches!((self.peek(), self.peek_after(1)), (Word::Plain(_), Word::Mark(":")))
    }

    fn line(&mut self) -> Result<InstData> {
        let at = self.at;
        let name = match (self.peek(), self.peek_after(1)) {
            (Word::Value(name), Word::Mark("=")) => {
                self.advance();
                self.advance();
                Some(*name)
            }
            _ => None,
        };
        let (inst, ty) = self.instruction()?;
        let result = match (name, self.module.types.kind(ty)) {
            (None, TypeKind::Void) => None,
            (Some(_), TypeKind::Void) => return self.fail_at(at, "the instruction has no result"),
            (None, _) => {
                return self.fail_at(at, format!("the result, of type {}, needs a name", self.type_text(ty)));
            }
            (Some(name), _) => Some(self.define(name, ty)),
        };
        Ok(InstData { result, inst, loc: self.loc()? })
    }

    fn define(&mut self, name: &str, ty: Type) -> Value {
        let scope = self.function.as_mut().expect("lines are in functions");
        let value = self.names.functions[scope.id].values[name];
        scope.types[value] = Some(ty);
        value
    }

    /// The types of all values of the function just read, which every use agrees with.
    fn values(&mut self) -> Result<IdVec<Value, Type>> {
        let scope = self.function.take().expect("a function was just read");
        for &(value, stated, at) in &scope.uses {
            if let Some(ty) = scope.types[value]
                && ty != stated
            {
                let (word, ty, stated) = (&self.tokens[at].word, self.type_text(ty), self.type_text(stated));
                return self.fail_at(at, format!("{word} is of type {ty}, not {stated}"));
            }
        }
        let types: Option<IdVec<Value, Type>> = scope.types.iter().copied().collect();
        match types {
            Some(types) => Ok(types),
            None => self.fail_at(self.at, "a value is defined outside of the functions"),
        }
    }

    /// `[!loc(…)]`
    fn loc(&mut self) -> Result<Option<Loc>> {
        if !self.eat("!") {
            return Ok(None);
        }
        self.expect_word("loc")?;
        self.expect("(")?;
        let mut positions = Vec::new();
        loop {
            positions.push(self.position()?);
            if !self.eat_word("inlined") {
                break;
            }
            self.expect_word("at")?;
        }
        self.expect(")")?;
        let outermost_first = positions.into_iter().rev();
        Ok(outermost_first.fold(None, |inlined_at, position| {
            Some(self.module.debug.intern(Position { inlined_at, ..position }))
        }))
    }

    /// `STRING:LINE:COLUMN in STRING`
    fn position(&mut self) -> Result<Position> {
        let file = self.string("a file name")?;
        self.expect(":")?;
        let line = self.number("a line number")?;
        self.expect(":")?;
        let column = self.number("a column number")?;
        self.expect_word("in")?;
        let function = self.string("a function name")?;
        let file = self.module.debug.name(file);
        let function = self.module.debug.name(function);
        Ok(Position { file, line, column, function, inlined_at: None })
    }
}

fn function(name: &SymbolName, strength: Strength, signature: Signature) -> Function {
    let Signature { params, variadic, result, returns_twice, unoptimised, prologue, loc } = signature;
    let name = name_in_module(name);
    Function {
        name,
        result,
        params,
        variadic,
        returns_twice,
        unoptimised,
        prologue,
        strength,
        body: None,
        loc,
    }
}

fn name_in_module(name: &SymbolName) -> Box<str> {
    match name {
        SymbolName::Named(name) => name.clone(),
        SymbolName::Unnamed(_) => Box::default(),
    }
}
