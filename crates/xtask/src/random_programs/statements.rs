//! Random statements.

use vellum_collections::cast::{index64, len64};

use super::generator::{Callee, Generator, Shape, Variable, joined};

/// Writes a statement; the number says how deep blocks in it may nest.
type Writer = fn(&mut Generator, u32);

/// Every kind of statement.
const KINDS: &[Writer] = &[
    Generator::declare,
    Generator::assign,
    Generator::branch,
    Generator::array,
    Generator::pointer,
    Generator::counted,
    Generator::repeated,
    Generator::switch,
    Generator::call,
    Generator::call_by_pointer,
    Generator::structure,
    Generator::structures,
    Generator::by_value,
    Generator::union,
    Generator::copy,
    Generator::string,
    Generator::variadic,
    Generator::jump_back,
    Generator::heap,
    Generator::vector,
    Generator::checked_arithmetic,
    Generator::computed_jump,
    Generator::variable_length,
    Generator::pointers,
    Generator::table,
    Generator::structures_apart,
];

/// The kinds that every program has: the first ones.
const ALWAYS: usize = 3;

/// The kinds that are about several objects: the last ones.
const OBJECTS: usize = 3;

impl Generator {
    /// Chooses the kinds of statements of this program; every third has little else than pointers.
    pub(super) fn choose_kinds(&mut self) {
        if self.below(3) == 0 {
            self.kinds = (0..ALWAYS).chain(KINDS.len() - OBJECTS..KINDS.len()).collect();
            return;
        }
        self.kinds = (0..KINDS.len()).filter(|&kind| kind < ALWAYS || self.below(3) == 0).collect();
    }

    /// A few statements, with what they declare in scope until the block ends.
    pub(super) fn statements(&mut self, depth: u32) {
        for _ in 0..=self.below(4) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let kinds = self.kinds.clone();
            let kind = self.one_of(&kinds);
            KINDS[kind](self, depth);
        }
    }

    /// A block of statements; what it declares is logged at its end.
    fn block(&mut self, depth: u32, head: &str) {
        let before = self.scope.len();
        self.line(&format!("{head} {{"));
        self.indent += 1;
        match depth.checked_sub(1) {
            Some(depth) => self.statements(depth),
            None => self.assign(0),
        }
        self.log_all(before);
        self.indent -= 1;
        self.line("}");
        self.scope.truncate(before);
    }

    fn declare(&mut self, _: u32) {
        let (name, ty) = (self.name("v"), self.any_type());
        let value = self.expression(ty, 3);
        self.line(&format!("{} {name} = {value};", ty.name));
        self.scope.push(Variable { name, ty, shape: Shape::Scalar });
    }

    fn assign(&mut self, _: u32) {
        let scope = self.scope.clone();
        if scope.is_empty() {
            let value = self.integer(64, 3);
            return self.line(&format!("mix((uint64_t){value});"));
        }
        let variable = self.one_of(&scope);
        let value = self.expression(variable.ty, 3);
        let place = self.place(&variable);
        self.line(&format!("{place} = {value};"));
    }

    fn place(&mut self, variable: &Variable) -> String {
        match variable.shape {
            Shape::Scalar => variable.name.clone(),
            Shape::Elements(count) => format!("{}[{}]", variable.name, self.index(count)),
        }
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.comparison(2);
        self.block(depth, &format!("if (C({condition}))"));
        if self.below(2) == 0 {
            self.block(depth, "else");
        }
    }

    fn array(&mut self, _: u32) {
        let (name, ty) = (self.name("a"), self.any_type());
        let count = 1 << self.below(5);
        let kind = if self.below(4) == 0 { "static " } else { "" };
        self.line(&format!("{kind}{} {name}[{count}];", ty.name));
        self.line(&format!("for (int i = 0; i < {count}; i++)"));
        let value = self.expression(ty, 1);
        let more = if ty.is_float() {
            format!("{value} + i")
        } else {
            format!("({})(({}){value} ^ ({})i)", ty.name, ty.wraps, ty.wraps)
        };
        self.line(&format!("\t{name}[i] = {more};"));
        self.scope.push(Variable { name, ty, shape: Shape::Elements(count) });
    }

    /// The arrays in scope with at least `count` elements.
    fn arrays(&self, count: u64) -> Vec<Variable> {
        let fits = |v: &&Variable| matches!(v.shape, Shape::Elements(elements) if elements >= count);
        self.scope.iter().filter(fits).cloned().collect()
    }

    fn pointer(&mut self, depth: u32) {
        let arrays = self.arrays(2);
        if arrays.is_empty() {
            return self.array(depth);
        }
        let array = self.one_of(&arrays);
        let Shape::Elements(count) = array.shape else { return };
        let (name, at) = (self.name("q"), self.index(count / 2));
        self.line(&format!("{} *{name} = {} + ({at});", array.ty.name, array.name));
        self.line(&format!("mix((uint64_t)({name} - {}));", array.name));
        self.scope.push(Variable { name, ty: array.ty, shape: Shape::Elements(count / 2) });
    }

    fn counted(&mut self, depth: u32) {
        let name = self.name("i");
        let bound = match self.below(2) {
            0 => self.below(5).to_string(),
            _ => format!("V({} & 3)", self.integer(32, 1)),
        };
        let step = self.one_of(&["++", " += 2"]);
        self.block(depth, &format!("for (int {name} = 0, end = (int){bound}; {name} < end; {name}{step})"));
    }

    fn repeated(&mut self, depth: u32) {
        let (name, condition) = (self.name("n"), self.comparison(1));
        self.line(&format!("int {name} = 0;"));
        self.line(&format!("while (C({condition})) {{"));
        self.indent += 1;
        let number = self.below(4);
        self.line(&format!("if ({name}++ == {number})"));
        self.line("\tbreak;");
        self.block(depth.saturating_sub(1), "");
        self.indent -= 1;
        self.line("}");
    }

    fn switch(&mut self, depth: u32) {
        let (value, cases) = (self.integer(32, 2), 2 + self.below(5));
        let ty = self.one_of(&["int", "int8_t", "uint64_t", "unsigned __int128", "u33"]);
        self.line(&format!("switch (({ty})V({value} & 7)) {{"));
        for case in 0..cases {
            self.line(&format!("case {}:", case * 3 % 8));
            self.indent += 1;
            self.block(depth.saturating_sub(1), "");
            if self.below(4) != 0 {
                self.line("break;");
            }
            self.indent -= 1;
        }
        self.line("default:");
        self.indent += 1;
        let number = self.below(1000);
        self.line(&format!("mix({number});"));
        self.indent -= 1;
        self.line("}");
    }

    fn call(&mut self, depth: u32) {
        let callees = self.callees.clone();
        if callees.is_empty() {
            return self.assign(depth);
        }
        let callee = self.one_of(&callees);
        let args = joined(callee.parameters.iter().map(|&ty| self.expression(ty, 2)));
        let name = self.name("v");
        self.line(&format!("{} {name} = {}(0{args});", callee.result.name, callee.name));
        self.scope.push(Variable { name, ty: callee.result, shape: Shape::Scalar });
    }

    /// A call through one of several pointers.
    fn call_by_pointer(&mut self, depth: u32) {
        let callees = self.callees.clone();
        if callees.is_empty() {
            return self.assign(depth);
        }
        let first = self.one_of(&callees);
        let same = |c: &&Callee| c.result == first.result && c.parameters == first.parameters;
        let mut table: Vec<String> = callees.iter().filter(same).map(|c| c.name.clone()).collect();
        while !table.len().is_power_of_two() {
            table.push(first.name.clone());
        }
        let types = joined(first.parameters.iter().map(|ty| ty.name.to_owned()));
        let args = joined(first.parameters.iter().map(|&ty| self.expression(ty, 1)));
        let (pointers, index, name) = (self.name("t"), self.integer(32, 1), self.name("v"));
        let result = first.result.name;
        self.line(&format!("{result} (*const {pointers}[])(int{types}) = {{{}}};", table.join(", ")));
        self.line(&format!("{result} {name} = {pointers}[V({index} & {})](1{args});", table.len() - 1));
        self.scope.push(Variable { name, ty: first.result, shape: Shape::Scalar });
    }

    /// A member of a structure: written, and read again.
    pub(super) fn member(&mut self, structure: usize, place: &str) {
        let members = self.structs[structure].members.clone();
        for _ in 0..=self.below(3) {
            let at = self.below(len64(members.len()));
            let ty = members[index64(at)].0;
            let value = self.expression(ty, 2);
            self.line(&format!("{place}.m{at} = {value};"));
        }
        for (i, (ty, _)) in members.iter().enumerate() {
            self.log(&format!("(({}){place}.m{i})", ty.name), *ty);
        }
    }

    fn structure(&mut self, _: u32) {
        let which = index64(self.below(len64(self.structs.len())));
        let (one, other) = (self.name("r"), self.name("r"));
        self.line(&format!("struct s{which} {one} = {{0}}, {other};"));
        self.member(which, &one);
        self.line(&format!("{other} = {one};"));
        self.member(which, &other);
    }

    /// An array of structures, one of which is copied.
    fn structures(&mut self, _: u32) {
        let which = index64(self.below(len64(self.structs.len())));
        let (array, copy) = (self.name("r"), self.name("r"));
        self.line(&format!("struct s{which} {array}[4] = {{{{0}}}}, {copy};"));
        let at = self.index(4);
        self.member(which, &format!("{array}[{at}]"));
        let at = self.index(4);
        self.line(&format!("{copy} = {array}[{at}];"));
        let at = self.index(4);
        self.line(&format!("{array}[{at}] = {copy};"));
        self.member(which, &copy);
    }

    /// A structure passed and returned by value, chosen by a symbolic index.
    fn by_value(&mut self, _: u32) {
        let which = index64(self.below(len64(self.structs.len())));
        let (array, result) = (self.name("r"), self.name("r"));
        let (at, value) = (self.index(2), self.integer(64, 2));
        self.line(&format!("struct s{which} {array}[2] = {{{{0}}}};"));
        self.member(which, &format!("{array}[1]"));
        let call = format!("changed_s{which}({array}[{at}], (uint64_t){value})");
        self.line(&format!("struct s{which} {result} = {call};"));
        self.member(which, &result);
    }

    fn union(&mut self, _: u32) {
        let name = self.name("y");
        self.line(&format!("union {{ uint64_t w; uint8_t b[8]; uint16_t h[4]; int32_t i[2]; }} {name};"));
        let (value, other) = (self.integer(64, 2), self.integer(32, 1));
        self.line(&format!("{name}.w = (uint64_t){value};"));
        let (at, to) = (self.index(8), self.index(4));
        self.line(&format!("{name}.b[{at}] ^= (uint8_t){other};"));
        self.line(&format!("{name}.h[{to}] = (uint16_t)({name}.h[{to}] + {name}.i[1]);"));
        self.line(&format!("mix({name}.w);"));
        self.scope.push(Variable {
            name: format!("{name}.b"),
            ty: super::types::USUAL[1],
            shape: Shape::Elements(8),
        });
    }

    fn copy(&mut self, _: u32) {
        let (from, to) = (self.name("c"), self.name("c"));
        self.line(&format!("uint8_t {from}[16], {to}[16];"));
        let byte = self.integer(32, 1);
        self.line(&format!("memset({from}, {byte}, 16);"));
        let number = self.below(256);
        self.line(&format!("memset({to}, {number}, 16);"));
        let count = self.inputs.min(8);
        let number = self.below(8);
        self.line(&format!("memcpy({from} + {number}, in, {count});"));
        let (a, b) = (self.index(8), self.index(8));
        let len = match self.below(3) {
            0 => format!("(size_t)V({} & 7)", self.integer(32, 1)),
            _ => self.below(9).to_string(),
        };
        self.line(&format!("memcpy({to} + ({a}), {from} + ({b}), {len});"));
        let (a, b) = (self.index(8), self.index(8));
        let number = self.below(9);
        self.line(&format!("memmove({to} + ({a}), {to} + ({b}), {number});"));
        self.line(&format!("mix((uint64_t)(memcmp({to}, {from}, 4) < 0));"));
        for name in [from, to] {
            self.scope.push(Variable { name, ty: super::types::USUAL[1], shape: Shape::Elements(16) });
        }
    }

    fn string(&mut self, _: u32) {
        let name = self.name("c");
        let count = self.inputs.min(4);
        self.line(&format!("char {name}[8] = \"abcdefg\";"));
        self.line(&format!("memcpy({name}, in, {count});"));
        self.line(&format!("mix(strlen({name}));"));
        match self.below(3) {
            0 => self.line(&format!("mix((uint64_t)(strcmp({name}, \"ab\") > 0));")),
            1 => self.line(&format!("mix((uint64_t)(strchr({name}, 'c') == {name} + 2));")),
            _ => self.line(&format!("mix((uint64_t)(strncmp({name}, {name} + 1, 3) < 0));")),
        }
    }

    fn variadic(&mut self, _: u32) {
        let (mut kinds, mut args) = (String::new(), Vec::new());
        for _ in 0..self.below(10) {
            let double = super::types::USUAL[10];
            let (kind, arg) = match self.below(6) {
                0 => ('l', format!("(long){}", self.integer(64, 1))),
                1 => ('d', self.expression(double, 1)),
                2 => ('w', format!("(unsigned __int128){} << 20", self.integer(64, 1))),
                3 => {
                    let (a, b) = (self.integer(64, 1), self.expression(double, 1));
                    ('s', format!("(struct two){{{a}, {b}}}"))
                }
                _ => ('i', self.integer(32, 1)),
            };
            kinds.push(kind);
            args.push(arg);
        }
        let args = joined(args.into_iter());
        self.line(&format!("mix(variadic(\"{kinds}\"{args}));"));
    }

    /// `longjmp`. What changes in between is in memory that the compiler may not keep in registers.
    fn jump_back(&mut self, _: u32) {
        let (buffer, count, condition) = (self.name("j"), self.name("n"), self.comparison(1));
        self.line(&format!("jmp_buf {buffer};"));
        self.line(&format!("volatile int {count} = 0;"));
        self.line(&format!("if (setjmp({buffer}) < 2) {{"));
        self.line(&format!("\t{count}++;"));
        self.line(&format!("\tif (C({condition}))"));
        self.line(&format!("\t\tlongjmp({buffer}, {count});"));
        self.line("}");
        self.line(&format!("mix((uint64_t){count});"));
    }

    fn heap(&mut self, _: u32) {
        let (name, ty, count) = (self.name("h"), self.any_type(), 1_u64 << self.below(4));
        self.line(&format!("{} *{name} = calloc({count}, sizeof *{name});", ty.name));
        for _ in 0..2 {
            let (at, value) = (self.index(count), self.expression(ty, 2));
            self.line(&format!("{name}[{at}] = {value};"));
        }
        self.line(&format!("{name} = realloc({name}, {} * sizeof *{name});", count * 2));
        self.line(&format!("{name}[{count}] = {name}[0];"));
        let at = self.index(count);
        self.log(&format!("{name}[{at}]"), ty);
        self.line(&format!("free({name});"));
    }

    fn vector(&mut self, _: u32) {
        let (a, b) = (self.name("x"), self.name("x"));
        let values: Vec<String> = (0..8).map(|_| self.integer(32, 1)).collect();
        self.line(&format!(
            "lanes {a} = {{{}}}, {b} = {{{}}};",
            values[..4].join(", "),
            values[4..].join(", ")
        ));
        let op = self.one_of(&["&", "|", "^"]);
        let index = self.index(4);
        self.line(&format!("{a} = ({a} {op} {b}) >> 3;"));
        self.line(&format!("{b} = {a} < {b};"));
        let number = self.below(4);
        self.line(&format!("{a}[{index}] ^= {b}[{number}];"));
        self.line(&format!("for (int i = 0; i < 4; i++) mix((uint64_t){a}[i]), mix((uint64_t){b}[i]);"));
        let name = self.name("x");
        self.line(&format!(
            "halves {name} = {{{}}};",
            values[2..6].iter().map(|v| format!("(uint16_t){v}")).collect::<Vec<_>>().join(", ")
        ));
        self.line(&format!("{name} = {name} * {name} + ({name} >> 5);"));
        self.line(&format!("for (int i = 0; i < 4; i++) mix({name}[i]);"));
    }

    fn checked_arithmetic(&mut self, _: u32) {
        let ty = self.usual_integer();
        let ty = if ty.bits == 1 { super::types::USUAL[4] } else { ty };
        let (name, op) = (self.name("v"), self.one_of(&["add", "sub", "mul"]));
        let (a, b) = (self.integer(64, 2), self.expression(ty, 2));
        self.line(&format!("{} {name};", ty.name));
        self.line(&format!("mix((uint64_t)__builtin_{op}_overflow({a}, {b}, &{name}));"));
        self.scope.push(Variable { name, ty, shape: Shape::Scalar });
    }

    fn computed_jump(&mut self, _: u32) {
        let (table, label) = (self.name("t"), self.name("l"));
        let value = self.integer(32, 2);
        self.line(&format!(
            "static void *const {table}[] = {{&&{label}a, &&{label}b, &&{label}c, &&{label}b}};"
        ));
        self.line(&format!("goto *{table}[V({value} & 3)];"));
        for (part, next) in [("a", "c"), ("b", "")] {
            self.line(&format!("{label}{part}:"));
            let value = self.integer(64, 1);
            self.line(&format!("mix((uint64_t){value});"));
            if !next.is_empty() {
                self.line(&format!("goto {label}{next};"));
            }
        }
        self.line(&format!("{label}c:"));
        self.line("mix(3);");
    }

    fn variable_length(&mut self, _: u32) {
        let (name, count) = (self.name("a"), self.name("n"));
        let (size, value) = (self.integer(32, 1), self.integer(32, 1));
        self.line("{");
        self.line(&format!("\tint {count} = (int)V(({size} & 7) + 1);"));
        self.line(&format!("\tint16_t {name}[{count}];"));
        self.line(&format!(
            "\tfor (int i = 0; i < {count}; i++) {name}[i] = (int16_t)((unsigned){value} + (unsigned)i);"
        ));
        self.line(&format!("\tmix((uint64_t){name}[{count} / 2]), mix(sizeof {name});"));
        self.line("}");
    }

    /// A pointer chosen among several, through which something is written.
    fn pointers(&mut self, _: u32) {
        let ty = self.integer_type();
        let [a, b, table] = ["v", "v", "t"].map(|prefix| self.name(prefix));
        let (first, second, value) = (self.expression(ty, 1), self.expression(ty, 1), self.expression(ty, 2));
        self.line(&format!("{} {a} = {first}, {b} = {second};", ty.name));
        self.line(&format!("{} *{table}[4] = {{&{a}, &{b}, &{b}, &{a}}};", ty.name));
        let (at, from) = (self.index(4), self.index(4));
        self.line(&format!("*{table}[{at}] = {value};"));
        self.line(&format!("{table}[{from}] = {table}[1];"));
        self.log(&format!("*{table}[3]"), ty);
        for name in [a, b] {
            self.scope.push(Variable { name, ty, shape: Shape::Scalar });
        }
    }
}
