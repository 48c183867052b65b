//! Makes a random program.
//!
//! Whatever its input, a program does nothing that C leaves undefined: arithmetic wraps, shifts and indices are
//! masked, divisors are made to be neither 0 nor -1, loops and recursion have bounds.

use std::fmt::Write as _;

use vellum_collections::{
    Random,
    cast::{index64, len64},
};

use super::types::{Kind, Struct, Ty, UNUSUAL, USUAL, typedefs};

/// Something that can be read and written.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Ty,
    pub(super) shape: Shape,
}

/// How many values a variable has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    /// An array, or a pointer to that many elements; a power of two.
    Elements(u64),
}

/// A function that the ones after it can call.
#[derive(Clone, Debug)]
pub(super) struct Callee {
    pub(super) name: String,
    pub(super) result: Ty,
    pub(super) parameters: Vec<Ty>,
}

/// A program under construction.
pub(super) struct Generator {
    pub(super) random: Random,
    pub(super) text: String,
    pub(super) indent: usize,
    pub(super) scope: Vec<Variable>,
    pub(super) structs: Vec<Struct>,
    pub(super) callees: Vec<Callee>,
    /// Types that are divided.
    pub(super) divided: Vec<Ty>,
    /// Bytes of input.
    pub(super) inputs: u64,
    /// Statements the program may still have.
    pub(super) left: u32,
    /// Kinds of statements this program has: programs with few kinds reach deeper into each.
    pub(super) kinds: Vec<usize>,
    types: Vec<Ty>,
    names: u32,
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let inputs = 2 + random.below(7);
    let mut fixed = vec![0; index64(inputs)];
    random.fill(&mut fixed);
    let types = USUAL.iter().chain(UNUSUAL).copied().filter(|_| random.below(3) != 0).collect();
    let mut generator = Generator {
        random,
        text: String::new(),
        indent: 0,
        scope: Vec::new(),
        structs: Vec::new(),
        callees: Vec::new(),
        divided: Vec::new(),
        inputs,
        left: 0,
        kinds: Vec::new(),
        types,
        names: 0,
    };
    generator.choose_kinds();
    let types = generator.make_structs();
    generator.globals();
    for _ in 0..generator.below(4) {
        generator.function();
    }
    generator.compute();
    let fixed: Vec<String> = fixed.iter().map(u8::to_string).collect();
    let mut text = format!("// Random program {seed}.\n{}{}", include_str!("prelude.c"), typedefs());
    let _ = writeln!(text, "\nstatic unsigned char in[{inputs}];");
    let _ =
        write!(text, "#if MODE\nstatic const unsigned char fixed[] = {{{}}};\n#endif\n", fixed.join(", "));
    text += &generator.division();
    text + &types + &generator.text + include_str!("epilogue.c")
}

/// What follows an argument: each with a comma before it.
pub(super) fn joined(items: impl Iterator<Item = String>) -> String {
    items.flat_map(|item| [", ".to_owned(), item]).collect()
}

impl Generator {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }

    pub(super) fn one_of<T: Clone>(&mut self, list: &[T]) -> T {
        list[index64(self.below(len64(list.len())))].clone()
    }

    /// A new name.
    pub(super) fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub(super) fn line(&mut self, text: &str) {
        self.text.extend(std::iter::repeat_n('\t', self.indent));
        self.text += text;
        self.text.push('\n');
    }

    pub(super) fn any_type(&mut self) -> Ty {
        let types = self.types.clone();
        if types.is_empty() { USUAL[4] } else { self.one_of(&types) }
    }

    pub(super) fn integer_type(&mut self) -> Ty {
        let ty = self.any_type();
        if ty.is_float() { USUAL[4] } else { ty }
    }

    pub(super) fn usual_integer(&mut self) -> Ty {
        self.one_of(&USUAL[..9])
    }

    pub(super) fn float_type(&mut self) -> Ty {
        self.one_of(&USUAL[9..])
    }

    fn make_structs(&mut self) -> String {
        for _ in 0..=self.below(2) {
            let mut members = Vec::new();
            for _ in 0..=self.below(5) {
                let (ty, is_field) = (self.any_type(), self.below(2) == 0);
                let width = (is_field && !ty.is_float() && ty.bits <= 64)
                    .then(|| 1 + u32::try_from(self.below(u64::from(ty.bits))).expect("below a width"));
                // One bit with a sign is no _BitInt.
                members.push((ty, width.map(|width| width.max(ty.bits.min(2)))));
            }
            let packed = self.below(4) == 0;
            self.structs.push(Struct { members, packed });
        }
        self.structs.iter().enumerate().map(|(i, s)| s.text(i)).collect()
    }

    fn globals(&mut self) {
        for _ in 0..self.below(4) {
            let (name, ty) = (self.name("g"), self.any_type());
            if self.below(2) == 0 {
                let value = ty.constant(&mut self.random);
                self.line(&format!("static {} {name} = {value};", ty.name));
                self.scope.push(Variable { name, ty, shape: Shape::Scalar });
            } else {
                let count = 1 << (1 + self.below(4));
                let values: Vec<String> = (0..count).map(|_| ty.constant(&mut self.random)).collect();
                self.line(&format!("static {} {name}[{count}] = {{{}}};", ty.name, values.join(", ")));
                self.scope.push(Variable { name, ty, shape: Shape::Elements(count) });
            }
        }
    }

    /// A function of scalars; some call themselves.
    fn function(&mut self) {
        let (name, result) = (self.name("f"), self.any_type());
        let parameters: Vec<Ty> = (0..self.below(4)).map(|_| self.any_type()).collect();
        let before = self.scope.len();
        let names: Vec<String> = parameters.iter().map(|_| self.name("p")).collect();
        let list = joined(parameters.iter().zip(&names).map(|(ty, p)| format!("{} {p}", ty.name)));
        self.line(&format!("\nstatic {} {name}(int depth{list})\n{{", result.name));
        for (&ty, name) in parameters.iter().zip(names) {
            self.scope.push(Variable { name, ty, shape: Shape::Scalar });
        }
        self.indent += 1;
        if self.below(3) == 0 {
            let args: Vec<String> =
                parameters.iter().map(|&ty| format!(", {}", self.expression(ty, 1))).collect();
            self.line("if (depth < 3)");
            self.line(&format!("\tmix((uint64_t)whole({name}(depth + 1{})));", args.concat()));
        }
        self.left = 2 + u32::try_from(self.below(4)).expect("below 4");
        self.statements(2);
        let value = self.expression(result, 2);
        self.line(&format!("return {value};\n}}"));
        self.indent -= 1;
        self.scope.truncate(before);
        self.callees.push(Callee { name, result, parameters });
    }

    fn compute(&mut self) {
        self.line("\nstatic void compute(void)\n{");
        let before = self.scope.len();
        self.indent += 1;
        self.left = 6 + u32::try_from(self.below(14)).expect("below 14");
        while self.left > 0 {
            self.statements(3);
        }
        self.log_all(0);
        self.indent -= 1;
        self.line("}");
        self.scope.truncate(before);
    }

    /// Logs what is in scope from `first` on.
    pub(super) fn log_all(&mut self, first: usize) {
        let variables = self.scope[first..].to_vec();
        for variable in variables {
            match variable.shape {
                Shape::Scalar => self.log(&variable.name, variable.ty),
                Shape::Elements(count) => {
                    self.line(&format!("for (int i = 0; i < {count}; i++) {{"));
                    self.indent += 1;
                    self.log(&format!("{}[i]", variable.name), variable.ty);
                    self.indent -= 1;
                    self.line("}");
                }
            }
        }
    }

    pub(super) fn log(&mut self, value: &str, ty: Ty) {
        match ty.kind {
            Kind::Float => self.line(&format!("mix(bits_of({value}));")),
            _ => self.line(&format!("mix((uint64_t){value});")),
        }
        if ty.bits > 64 {
            self.line(&format!("mix((uint64_t)({value} >> 64));"));
        }
    }

    /// Functions that divide; a divisor of 0 is 1, and -1 is 1 as well.
    fn division(&self) -> String {
        let mut text = String::new();
        for ty in &self.divided {
            let (name, wraps) = (ty.name, ty.wraps);
            for (function, op) in [("divided", '/'), ("remainder", '%')] {
                let minus = match ty.kind {
                    Kind::Signed => format!("\tb = ({name})(({wraps})b + (({wraps})(b == -1) << 1));\n"),
                    _ => String::new(),
                };
                let own = name.replace(' ', "_");
                let _ = writeln!(text, "static {name} {function}_{own}({name} a, {name} b)\n{{");
                let _ = write!(text, "\tb = ({name})(({wraps})b | ({wraps})(b == 0));\n{minus}");
                let _ = write!(text, "\treturn ({name})(a {op} b);\n}}\n");
            }
        }
        text
    }
}
