//! Writes a program, and what must come of it.

use std::fmt::Write;

use vellum_collections::{Random, cast::index64, cast::len64};

use super::objects::{Access, Fat, Kind, Object, Verdict, distances};

/// Statements of a program.
const STATEMENTS: u64 = 220;

/// Blocks that are freed; fewer than are kept from reuse.
const FREED: usize = 5;

/// Where pointers are kept: how each is read as a pointer, and what a pointer is assigned to as.
const PLACES: &[(&str, &str)] = &[
    ("p0", "p0 = "),
    ("p1", "p1 = "),
    ("s.field", "s.field = "),
    ("(char *)u", "u = (uintptr_t)"),
    ("table[2]", "table[2] = "),
    ("kept[1]", "kept[1] = "),
    ("either.pointer", "either.number = (uintptr_t)"),
    ("passed(p1)", "p1 = passed("),
];

/// The one that is an integer, and cast when it is read.
const INTEGER: usize = 3;

/// Types of accesses.
const TYPES: &[(&str, i64)] =
    &[("unsigned char", 1), ("unsigned short", 2), ("unsigned", 4), ("unsigned long", 8)];

/// A program.
pub(super) struct Program {
    pub(super) text: String,
    /// Lines of accesses that are wrong, or are for some input, and what is found there.
    pub(super) findings: Vec<(u64, &'static str, Vec<String>)>,
    /// Accesses whose verdict is known.
    pub(super) accesses: u64,
}

struct Generator {
    random: Random,
    objects: Vec<Object>,
    /// What the places hold.
    pointers: Vec<Fat>,
    text: String,
    line: u64,
    guards: u64,
    freed: usize,
    findings: Vec<(u64, &'static str, Vec<String>)>,
    accesses: u64,
}

/// The program of `seed`.
pub(super) fn program(seed: u64) -> Program {
    let mut generator = Generator {
        random: Random::new(seed),
        objects: Vec::new(),
        pointers: Vec::new(),
        text: String::new(),
        line: 1,
        guards: 0,
        freed: 0,
        findings: Vec::new(),
        accesses: 0,
    };
    generator.prelude();
    for _ in 0..STATEMENTS {
        generator.statement();
    }
    generator.put("\treturn (int)(sink & 1);");
    generator.put("}");
    let Generator { text, findings, accesses, .. } = generator;
    Program { text, findings, accesses }
}

impl Generator {
    fn put(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.line += 1;
    }

    fn below(&mut self, limit: usize) -> usize {
        index64(self.random.below(len64(limit)))
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.random.below((high - low + 1).cast_unsigned()).cast_signed()
    }

    fn prelude(&mut self) {
        for name in ["klee/klee.h", "stdint.h", "stdlib.h", "string.h"] {
            self.put(&format!("#include <{name}>"));
        }
        self.put("static unsigned long sink;");
        self.put("static char *table[4];");
        self.put("static char *passed(char *p) { return p; }");
        let kinds = [Kind::Heap, Kind::Local, Kind::Global, Kind::Constant];
        for number in 0..12 {
            let kind = kinds[number % 4];
            let size = [1, 3, 4, 8, 16, 17, 40, 64, 200, 3000][self.below(10)];
            self.objects.push(Object { kind, number, size, is_freed: false });
        }
        self.objects.push(Object { kind: Kind::Returned, number: 12, size: 24, is_freed: false });
        for object in self.objects.clone() {
            let (name, size) = (object.name(), object.size);
            match object.kind {
                Kind::Global => self.put(&format!("char {name}[{size}];")),
                Kind::Constant => self.put(&format!("const char {name}[{size}] = {{ 1 }};")),
                _ => {}
            }
        }
        self.put(
            "static char *returned(void) { char r12[24]; memset(r12, 0, 24); char *p = r12; return p; }",
        );
        self.put("int main(void)");
        self.put("{");
        self.put("\tint which;");
        self.put("\tklee_make_symbolic(&which, sizeof which, \"which\");");
        self.put("\tchar *p0, *p1, **kept = calloc(2, sizeof(char *));");
        self.put("\tuintptr_t u;");
        self.put("\tstruct { int before; char *field; } s;");
        self.put("\tunion { char *pointer; uintptr_t number; } either;");
        for object in self.objects.clone() {
            let (name, size) = (object.name(), object.size);
            match object.kind {
                Kind::Heap => self.put(&format!("\tchar *const {name} = calloc(1, {size});")),
                Kind::Local => {
                    self.put(&format!("\tchar {name}[{size}];"));
                    self.put(&format!("\tmemset({name}, 0, {size});"));
                }
                _ => {}
            }
        }
        self.put("\tchar *r12 = returned();");
        for place in 0..PLACES.len() {
            let fat = Fat { object: self.below(12), offset: 0, away: None };
            self.pointers.push(fat);
            let name = self.objects[fat.object].name();
            self.assign(place, &format!("(char *){name}"), fat);
        }
    }

    /// What a place holds, as it is read.
    fn pointer(&self, place: usize) -> Fat {
        let fat = self.pointers[place];
        if place == INTEGER { fat.cast(&self.objects).unwrap_or(fat) } else { fat }
    }

    /// Assigns an expression to a place.
    fn assign(&mut self, place: usize, expression: &str, fat: Fat) {
        // What the cast makes of it must be known.
        let place = if place == INTEGER && fat.cast(&self.objects).is_none() { 0 } else { place };
        let to = PLACES[place].1;
        let end = if to.ends_with('(') { ")" } else { "" };
        self.put(&format!("\t{to}({expression}){end};"));
        // Some places are two names of one.
        for (other, pointer) in self.pointers.iter_mut().enumerate() {
            let is_same = other == place || [other.min(place), other.max(place)] == [1, 7];
            if is_same {
                *pointer = fat;
            }
        }
    }

    fn statement(&mut self) {
        let (to, from) = (self.below(PLACES.len()), self.below(PLACES.len()));
        if from == INTEGER && self.pointers[from].cast(&self.objects).is_none() {
            return;
        }
        let (fat, read) = (self.pointer(from), PLACES[from].0);
        match self.random.below(16) {
            0 | 1 => {
                let object = self.below(self.objects.len());
                let offset = self.between(-4, self.objects[object].size + 4);
                let name = self.objects[object].name();
                // Computed by a constant and cast to an integer, it would be an integer from the beginning.
                self.put(&format!("\t{{ char *start = (char *){name};"));
                let start = if PLACES[to].1.contains("uintptr_t") { "start".to_owned() } else { name };
                self.assign(to, &format!("(char *){start} + ({offset})"), Fat { object, offset, away: None });
                self.put("\t}");
            }
            2 | 3 => self.move_by(to, from),
            4 => self.assign(to, read, fat),
            5 => {
                if let Some(cast) = fat.cast(&self.objects) {
                    self.assign(to, &format!("(char *)(uintptr_t)({read})"), cast);
                }
            }
            6 => self.hop(to, from),
            7 => self.compute(to, from),
            8 => self.free(),
            9..=12 => self.access(from),
            _ => self.symbolic_access(from),
        }
    }

    /// Moves a pointer by a constant or a variable, of bytes or of something larger.
    fn move_by(&mut self, to: usize, from: usize) {
        let (fat, read) = (self.pointer(from), PLACES[from].0);
        let far = [4, 40, 5000][self.below(3)];
        let by = self.between(-far, far);
        let (ty, size) = TYPES[self.below(TYPES.len())];
        let moved = Fat { offset: fat.offset + by * size, ..fat };
        match self.random.below(3) {
            0 => self.assign(to, &format!("(char *)((({ty} *)({read})) + ({by}))"), moved),
            1 => self.assign(to, &format!("(char *)&(({ty} *)({read}))[{by}]"), moved),
            _ => {
                self.put(&format!("\t{{ long by = {by};"));
                self.assign(to, &format!("(char *)((({ty} *)({read})) + by)"), moved);
                self.put("\t}");
            }
        }
        // Nobody looks for its object farther away than this.
        if moved.offset.abs() > 20_000 {
            let name = self.objects[moved.object].name();
            self.assign(to, &format!("(char *){name}"), Fat { offset: 0, away: None, ..moved });
        }
    }

    /// Moves a pointer by the distance of two objects: mostly into another that is live.
    fn hop(&mut self, to: usize, from: usize) {
        let (fat, read) = (self.pointer(from), PLACES[from].0);
        let (a, b, away) = match fat.away {
            Some((a, b)) => (b, a, None),
            None => {
                let b = self.below(12);
                let kinds = [fat.object, b].map(|object| self.objects[object].kind);
                // Locals are so near to each other that the rest of the way may lead back.
                let is_near = kinds == [Kind::Local; 2];
                if b == fat.object || kinds[0] == Kind::Returned || is_near {
                    return;
                }
                (fat.object, b, Some((fat.object, b)))
            }
        };
        let [a, b] = [a, b].map(|object| self.objects[object].name());
        let distance = format!("(long)((uintptr_t){b} - (uintptr_t){a})");
        self.assign(to, &format!("{read} + {distance}"), Fat { away, ..fat });
    }

    /// Computes with a pointer as a number; what comes of it is inside of an object.
    fn compute(&mut self, to: usize, from: usize) {
        let (fat, read) = (self.pointer(from), PLACES[from].0);
        let object = self.objects[fat.object];
        if fat.away.is_some() || !object.is_live() {
            return;
        }
        let offset = self.between(0, object.size);
        let by = offset - fat.offset;
        let moved = Fat { offset, ..fat };
        match self.random.below(3) {
            0 => self.assign(to, &format!("(char *)((uintptr_t)({read}) + ({by}))"), moved),
            1 => {
                let (text, key) = (format!("(uintptr_t)({read})"), self.random.below(1 << 40));
                self.assign(to, &format!("(char *)((({text} + ({by})) ^ {key}) ^ {key})"), moved);
            }
            _ => {
                let other = self.below(12);
                let (a, b) = (self.objects[other], object.name());
                if a.is_live() {
                    let (a, offset) = (a.name(), self.between(0, a.size));
                    let number = format!("(uintptr_t)({read}) + ({}) - (uintptr_t){b}", offset - fat.offset);
                    let moved = Fat { object: other, offset, away: None };
                    self.assign(to, &format!("(char *)({number} + (uintptr_t){a})"), moved);
                }
            }
        }
    }

    fn free(&mut self) {
        let object = self.below(self.objects.len());
        if self.freed < FREED && self.objects[object].kind == Kind::Heap && !self.objects[object].is_freed {
            let name = self.objects[object].name();
            self.put(&format!("\tfree({name});"));
            self.objects[object].is_freed = true;
            self.freed += 1;
        }
    }

    /// An access at a known distance from a pointer.
    fn access(&mut self, from: usize) {
        let (fat, read) = (self.pointer(from), PLACES[from].0);
        let (ty, len) = TYPES[self.below(TYPES.len())];
        let access = Access { len, is_write: self.random.below(2) == 0 };
        let by = match self.random.below(3) {
            0 => 0,
            1 => self.between(-3, 3),
            _ if fat.away.is_none() && self.objects[fat.object].size > len => {
                (self.between(0, self.objects[fat.object].size - len) - fat.offset) / len
            }
            _ => 1,
        };
        let place = format!("(({ty} *)({read}))[{by}]");
        let text = if access.is_write { format!("{place} = 1;") } else { format!("sink += {place};") };
        self.accesses += 1;
        match (Fat { offset: fat.offset + by * len, ..fat }).access(&self.objects, access) {
            Verdict::Fine => self.put(&format!("\t{text}")),
            Verdict::Finding(kind, texts) => self.guarded(&text, kind, texts),
        }
    }

    /// An access at a symbolic distance.
    fn symbolic_access(&mut self, from: usize) {
        let (fat, read) = (self.pointer(from), PLACES[from].0);
        let (ty, len) = TYPES[self.below(TYPES.len())];
        // A write to a constant has two findings, inside and outside.
        let may_write = self.objects[fat.object].kind != Kind::Constant;
        let access = Access { len, is_write: self.random.below(4) == 0 && may_write };
        let stride = if self.random.below(2) == 0 { 1 } else { len };
        let (first, count) = (self.between(-20, 20), 1 + self.random.below(40));
        let verdict = fat.access_any(&self.objects, access, &distances(first, count, stride));
        let place = format!("*({ty} *)({read} + {stride} * i)");
        let act = if access.is_write { format!("{place} = 1;") } else { format!("sink += {place};") };
        let end = first + count.cast_signed();
        let text = format!("{{ long i = klee_range({first}, {end}, \"i\"); {act} }}");
        self.accesses += 1;
        match verdict {
            Verdict::Fine => {
                let mut line = String::new();
                write!(line, "\tif (which == {}) {text}", self.guards).expect("writing to a string");
                self.guards += 1;
                self.put(&line);
            }
            Verdict::Finding(kind, texts) => self.guarded(&text, kind, texts),
        }
    }

    /// What only one input does.
    fn guarded(&mut self, text: &str, kind: &'static str, texts: Vec<String>) {
        self.findings.push((self.line, kind, texts));
        self.put(&format!("\tif (which == {}) {text}", self.guards));
        self.guards += 1;
    }
}
