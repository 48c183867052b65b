//! Random expressions that are defined whatever their operands are.

use vellum_collections::cast::index64;

use super::{
    generator::{Generator, Shape, Variable},
    types::{Kind, Ty},
};

impl Generator {
    /// An expression of type `ty`.
    pub(super) fn expression(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.below(6) == 0 {
            return self.leaf(ty);
        }
        match (ty.is_float(), self.below(12)) {
            (_, 0) => self.choice(ty, depth - 1),
            (_, 1 | 2) => self.conversion(ty, depth - 1),
            (true, n) => {
                let op = ["+", "-", "*", "/"][index64(n % 4)];
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                format!("({a} {op} {b})")
            }
            (false, 3) => {
                let condition = self.comparison(depth - 1);
                format!("(({})({condition}))", ty.name)
            }
            (false, 4) => self.builtin(ty, depth - 1),
            (false, _) => self.arithmetic(ty, depth - 1),
        }
    }

    fn arithmetic(&mut self, ty: Ty, depth: u32) -> String {
        let (name, wraps) = (ty.name, ty.wraps);
        let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
        match self.below(14) {
            n @ 0..=7 => {
                let op = ["+", "-", "*", "&", "|", "^", "+", "^"][index64(n)];
                format!("(({name})(({wraps}){a} {op} ({wraps}){b}))")
            }
            8 => format!("(({name})(({wraps}){a} << (unsigned)((unsigned){b} % {}u)))", ty.bits),
            9 | 10 => format!("(({name})({a} >> (unsigned)((unsigned){b} % {}u)))", ty.bits),
            11 => format!("(({name})~({wraps}){a})"),
            n => {
                let op = if n == 12 { "divided" } else { "remainder" };
                self.divides(ty);
                format!("{op}_{}({a}, {b})", name.replace(' ', "_"))
            }
        }
    }

    /// Remembers that the functions which divide are needed for a type.
    fn divides(&mut self, ty: Ty) {
        if !self.divided.contains(&ty) {
            self.divided.push(ty);
        }
    }

    fn builtin(&mut self, ty: Ty, depth: u32) -> String {
        let word = self.integer(64, depth);
        let half = self.integer(32, depth);
        let call = match self.below(9) {
            0 => format!("__builtin_popcountll((uint64_t){word})"),
            1 => format!("__builtin_clzll((uint64_t){word} | 1)"),
            2 => format!("__builtin_ctz((uint32_t){half} | 0x10000)"),
            3 => format!("__builtin_bswap64((uint64_t){word})"),
            4 => format!("__builtin_bswap32((uint32_t){half})"),
            5 => format!("__builtin_rotateleft32((uint32_t){half}, (uint32_t){word})"),
            6 => format!("__builtin_rotateright64((uint64_t){word}, (uint64_t){half})"),
            7 => format!("__builtin_bitreverse32((uint32_t){half})"),
            _ => format!("__builtin_bswap16((uint16_t){half})"),
        };
        format!("(({}){call})", ty.name)
    }

    /// An integer of some type, cut or extended to `bits`.
    pub(super) fn integer(&mut self, bits: u32, depth: u32) -> String {
        let ty = self.integer_type();
        let e = self.expression(ty, depth);
        format!("(({}){e})", if bits == 64 { "int64_t" } else { "int32_t" })
    }

    /// One of two values, with and without a branch.
    fn choice(&mut self, ty: Ty, depth: u32) -> String {
        let condition = self.comparison(depth);
        let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
        if ty.is_float() || self.below(2) == 0 {
            return format!("(C({condition}) ? {a} : {b})");
        }
        let (name, wraps) = (ty.name, ty.wraps);
        format!("(({name})(({wraps}){b} ^ ((({wraps}){a} ^ ({wraps}){b}) & -({wraps})({condition}))))")
    }

    /// Zero or one.
    pub(super) fn comparison(&mut self, depth: u32) -> String {
        let ty = if self.below(12) == 0 { self.float_type() } else { self.integer_type() };
        let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
        let op = ["<", "<=", ">", ">=", "==", "!="][index64(self.below(6))];
        match self.below(8) {
            0 if !ty.is_float() => format!("!{a}"),
            1 => {
                let (op, ty) = (self.one_of(&["&&", "||"]), self.usual_integer());
                let other = self.leaf(ty);
                format!("(C({a} < {b}) {op} C({other}))")
            }
            _ => format!("({a} {op} {b})"),
        }
    }

    fn conversion(&mut self, ty: Ty, depth: u32) -> String {
        let from = self.any_type();
        let e = self.expression(from, depth);
        match (from.kind, ty.kind) {
            (Kind::Float, Kind::Float) => format!("(({}){e})", ty.name),
            (Kind::Float, _) => format!("(({})whole({e}))", ty.name),
            (_, Kind::Float) if from.bits > 64 => format!("(({})(uint64_t){e})", ty.name),
            _ => format!("(({}){e})", ty.name),
        }
    }

    /// A variable, a part of the input or a number.
    pub(super) fn leaf(&mut self, ty: Ty) -> String {
        if self.below(5) == 0 {
            return ty.constant(&mut self.random);
        }
        let known: Vec<Variable> = self.scope.iter().filter(|v| v.ty == ty).cloned().collect();
        if !known.is_empty() && self.below(3) != 0 {
            let variable = self.one_of(&known);
            return self.read(&variable);
        }
        let count = self.inputs;
        let at = self.below(count);
        let bytes = 1 + self.below((count - at).min(8));
        match ty.kind {
            Kind::Float if self.below(2) == 0 => format!("(({})(int8_t)in[{at}] / 4)", ty.name),
            Kind::Float => format!("(({})read_bytes(in + {at}, {bytes}))", ty.name),
            _ if bytes == 1 => format!("(({})in[{at}])", ty.name),
            _ => format!("(({})read_bytes(in + {at}, {bytes}))", ty.name),
        }
    }

    /// The value of a variable, or of one of its elements.
    pub(super) fn read(&mut self, variable: &Variable) -> String {
        let name = &variable.name;
        match variable.shape {
            Shape::Scalar => {
                format!("({}){name}", variable.ty.name).replace("(float)", "").replace("(double)", "")
            }
            Shape::Elements(count) => {
                let index = self.index(count);
                format!("{name}[{index}]")
            }
        }
    }

    /// An index below `count`, a power of two.
    pub(super) fn index(&mut self, count: u64) -> String {
        if self.below(3) == 0 {
            return self.below(count).to_string();
        }
        let e = self.integer(32, 1);
        format!("(unsigned){e} & {}", count - 1)
    }
}
