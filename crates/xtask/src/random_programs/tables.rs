//! Statements about tables that lead to several objects.
//!
//! The entries of a table lead to objects of their own, whatever happens to them: so what is freed is freed once, and
//! nothing is used afterwards.

use vellum_collections::cast::{index64, len64};

use super::{generator::Generator, types::Ty};

/// A table of pointers to arrays.
struct Table {
    name: String,
    ty: Ty,
    /// How many entries it has; a power of two.
    entries: u64,
    /// How many elements each of them leads to; a power of two.
    elements: u64,
    /// Indices that follow from the input; few, since each of them may be a path for each entry.
    indices: Vec<String>,
    /// Whether all entries lead to the heap.
    is_heap: bool,
}

impl Generator {
    /// A table of arrays, read, written, copied, freed and grown through indices that follow from the input.
    pub(super) fn table(&mut self, _: u32) {
        let ty = self.usual_integer();
        let ty = if ty.bits == 1 { super::types::USUAL[5] } else { ty };
        let (entries, elements) = (2 << self.below(2), 1 << self.below(4));
        let table = Table { name: self.name("t"), ty, entries, elements, indices: Vec::new(), is_heap: true };
        let table = self.fill(table);
        for _ in 0..2 + self.below(5) {
            self.use_table(&table);
        }
        let Table { name, .. } = &table;
        self.line(&format!("for (int i = 0; i < {entries}; i++) {{"));
        self.line(&format!("\tfor (int j = 0; j < {elements}; j++) mix((uint64_t){name}[i][j]);"));
        if table.is_heap {
            self.line(&format!("\tfree({name}[i]);"));
        }
        self.line("}");
    }

    /// Makes the objects of a table; sometimes one of them is no heap block.
    fn fill(&mut self, mut table: Table) -> Table {
        let Table { name, ty, entries, elements, .. } = &table;
        let (first, kind) = (self.integer(64, 1), ty.name);
        let size = self.one_of(&["elements", "elements + i", "2 * elements"]);
        let size = size.replace("elements", &elements.to_string());
        self.line(&format!("{kind} *{name}[{entries}];"));
        self.line(&format!("for (int i = 0; i < {entries}; i++) {{"));
        let made = self.one_of(&[
            format!("malloc(({size}) * sizeof **{name})"),
            format!("calloc({size}, sizeof **{name})"),
        ]);
        self.line(&format!("\t{name}[i] = {made};"));
        self.line(&format!("\tfor (int j = 0; j < {elements}; j++)"));
        self.line(&format!("\t\t{name}[i][j] = ({kind})((uint64_t){first} + (uint64_t)(16 * i + j));"));
        self.line("}");
        if self.below(4) == 0 {
            let (other, at) = (self.name("a"), self.below(*entries));
            let storage = self.one_of(&["", "static "]);
            self.line(&format!("{storage}{kind} {other}[{elements}];"));
            self.line(&format!("memcpy({other}, {name}[{at}], sizeof {other});"));
            self.line(&format!("free({name}[{at}]);"));
            self.line(&format!("{name}[{at}] = {other};"));
            table.is_heap = false;
        }
        for _ in 0..2 {
            let (name, at) = (self.name("k"), self.index(table.entries));
            self.line(&format!("unsigned {name} = {at};"));
            table.indices.push(name);
        }
        table
    }

    /// Something is done with a table.
    fn use_table(&mut self, table: &Table) {
        let Table { name, ty, elements, indices, .. } = table;
        let (kind, wraps) = (ty.name, ty.wraps);
        let entry = format!("{name}[{}]", self.one_of(indices));
        let other = format!("{name}[{}]", self.one_of(indices));
        let at = self.index(*elements);
        match self.below(if table.is_heap { 9 } else { 6 }) {
            0 => {
                let value = self.expression(*ty, 2);
                self.line(&format!("{entry}[{at}] = {value};"));
            }
            1 => self.line(&format!("mix((uint64_t){entry}[{at}]);")),
            2 => {
                let pointer = self.name("q");
                self.line(&format!("{kind} *{pointer} = {entry} + ({at});"));
                self.line(&format!("*{pointer} = ({kind})(({wraps})*{pointer} + ({wraps}){other}[0]);"));
            }
            3 => {
                let kept = self.name("q");
                self.line(&format!("{kind} *{kept} = {entry};"));
                self.line(&format!("{entry} = {other};"));
                self.line(&format!("{other} = {kept};"));
            }
            4 => {
                let bytes = 1 + self.below(elements * u64::from(ty.bits / 8));
                let copied = self.one_of(&[
                    format!("memmove({entry}, {other}, {bytes})"),
                    format!("memset({entry}, {}, {bytes})", bytes * 7 % 256),
                    format!("mix((uint64_t)(memcmp({entry}, {other}, {bytes}) < 0))"),
                ]);
                self.line(&format!("{copied};"));
            }
            5 => {
                let (at, value) = (self.index(elements * u64::from(ty.bits / 8)), self.integer(32, 1));
                self.line(&format!("((unsigned char *){entry})[{at}] ^= (unsigned char){value};"));
            }
            6 => self.renew(table, &entry),
            _ => {
                let size = elements * (1 + self.below(3));
                self.line(&format!("{entry} = realloc({entry}, {size} * sizeof **{name});"));
            }
        }
    }

    /// Frees an object and makes another one in its place.
    fn renew(&mut self, table: &Table, entry: &str) {
        let Table { name, ty, elements, .. } = table;
        self.line(&format!("free({entry});"));
        if self.below(2) == 0 {
            return self.line(&format!("{entry} = calloc({elements}, sizeof **{name});"));
        }
        let value = self.expression(*ty, 1);
        self.line(&format!("{entry} = malloc({elements} * sizeof **{name});"));
        self.line(&format!("for (int i = 0; i < {elements}; i++) {entry}[i] = {value};"));
    }

    /// Structures of which each has a place of its own on the heap, and a list through them.
    pub(super) fn structures_apart(&mut self, _: u32) {
        let which = index64(self.below(len64(self.structs.len())));
        let [table, node] = ["t", "n"].map(|prefix| self.name(prefix));
        self.line(&format!("struct {node} {{ struct s{which} own; struct {node} *next; }} *{table}[4];"));
        self.line("for (int i = 3; i >= 0; i--) {");
        self.line(&format!("\t{table}[i] = calloc(1, sizeof **{table});"));
        self.line(&format!("\t{table}[i]->next = i < 3 ? {table}[i + 1] : {table}[3];"));
        self.line("}");
        let [from, to] = [(); 2].map(|()| {
            let (name, at) = (self.name("k"), self.index(4));
            self.line(&format!("unsigned {name} = {at};"));
            name
        });
        self.member(which, &format!("{table}[{to}]->own"));
        self.line(&format!("{table}[{from}]->next->own = {table}[{to}]->own;"));
        self.line(&format!("{table}[{to}]->next = {table}[{from}];"));
        self.member(which, &format!("{table}[{from}]->next->next->own"));
        self.line(&format!("for (int i = 0; i < 4; i++) free({table}[i]);"));
    }
}
