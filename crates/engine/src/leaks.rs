//! Blocks of the heap that nothing points to when the program ends.
//!
//! Memory is taken as it is for the input the path carries, which is the one its test case has: what is called a
//! leak is one for that input. A number counts as a pointer wherever it stands, aligned or not, and wherever it
//! points to in a block, its end included. So what is still pointed to is never called a leak; what only looks
//! as if it were is missed. Only a pointer in disguise (as bits of another number, or in a file) is not seen.

use vellum_collections::Map;
use vellum_memory::{Memory, Object, ObjectKind, Origin, Value};

use crate::{end::End, program::Program, state::State, symbolic::Symbolic};

/// Blocks from one place that nothing points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leak {
    /// Who made them.
    pub origin: Origin,
    /// How many there are.
    pub blocks: u64,
    /// Bytes they have together.
    pub bytes: u64,
}

/// The leaks of a path that ended like this, by the place the blocks come from. There are none unless the program
/// is checked for them and left by itself, and none that may only come of what was left out.
pub fn leaks_of(program: &Program, symbolic: &mut Symbolic, state: &State, end: &End) -> Vec<Leak> {
    let is_wanted = program.checks().leaks && matches!(end, End::Exit(_)) && state.doubt().is_none();
    if is_wanted { find(symbolic, state) } else { Vec::new() }
}

fn find(symbolic: &mut Symbolic, state: &State) -> Vec<Leak> {
    let outside = state.outside();
    let is_block = |object: &Object| object.kind == ObjectKind::Heap && !outside.is_mapping(object.base);
    let memory = &for_input(symbolic, state);
    let (blocks, roots): (Vec<Object>, Vec<Object>) =
        memory.objects_between(0, u64::MAX).into_iter().partition(is_block);
    let reached = vec![false; blocks.len()];
    let mut scan = Scan { symbolic, state, memory, reached, todo: Vec::new(), blocks };
    for value in state.register_values() {
        scan.value(value);
    }
    // A root nobody can read (its protection forbids it) may point anywhere.
    if roots.iter().any(|root| scan.object(root).is_none()) {
        return Vec::new();
    }
    while let Some(block) = scan.todo.pop() {
        let block = scan.blocks[block];
        if scan.object(&block).is_none() {
            return Vec::new();
        }
    }
    let lost = scan.blocks.iter().zip(&scan.reached).filter(|(_, reached)| !**reached);
    let mut leaks: Map<u64, Leak> = Map::default();
    for (block, _) in lost {
        let none = Leak { origin: block.origin, blocks: 0, bytes: 0 };
        let leak = leaks.entry(block.origin.0).or_insert(none);
        leak.blocks += 1;
        leak.bytes += block.size;
    }
    leaks.into_iter().map(|(_, leak)| leak).collect()
}

/// The memory of a path, with objects of symbolic size as large as they are for the input the path carries.
fn for_input(symbolic: &mut Symbolic, state: &State) -> Memory {
    let mut memory = state.memory.clone();
    for object in memory.objects_between(0, u64::MAX) {
        let Some(extent) = object.extent else { continue };
        let gone = extent.gone.filter(|gone| symbolic.value(&state.model, gone.when) != 0);
        if let Some(gone) = gone {
            memory.free(object.base, gone.by).expect("what is gone for some inputs is a block");
        } else {
            let size = symbolic.value(&state.model, extent.size);
            memory.has_at_least(object.base, size);
        }
    }
    memory
}

/// What was found so far.
struct Scan<'a> {
    symbolic: &'a mut Symbolic,
    state: &'a State,
    memory: &'a Memory,
    /// All blocks, by rising address.
    blocks: Vec<Object>,
    /// Which of them something points to.
    reached: Vec<bool>,
    /// Those whose content has not been looked at yet.
    todo: Vec<usize>,
}

impl Scan<'_> {
    /// Looks at all of an object; nothing if it cannot be read.
    fn object(&mut self, object: &Object) -> Option<()> {
        let memory = self.memory;
        if let Some(bytes) = memory.written_or_zero(object.base, object.size) {
            self.words(&bytes);
            return Some(());
        }
        let mut bytes = Vec::new();
        for at in object.base..object.base + object.size {
            let byte = memory.load_value(&mut self.symbolic.exprs, at, 1)?;
            self.objects_of(byte);
            bytes.push(vellum_collections::cast::low8(self.number(byte)));
        }
        self.words(&bytes);
        Some(())
    }

    fn words(&mut self, bytes: &[u8]) {
        for word in bytes.windows(8) {
            if let Some(word) = word.first_chunk() {
                self.pointer(u64::from_le_bytes(*word));
            }
        }
    }

    fn value(&mut self, value: Value) {
        self.objects_of(value);
        let number = self.number(value);
        self.pointer(number);
    }

    /// Pointers that have left their objects still point to them.
    fn objects_of(&mut self, value: Value) {
        if let Value::Symbolic(e) = value {
            for object in self.symbolic.exprs.bases(e) {
                self.pointer(object);
            }
        }
    }

    /// What a value is for the path's input.
    fn number(&mut self, value: Value) -> u64 {
        match value {
            Value::Concrete(number) => number,
            Value::Symbolic(e) => self.symbolic.value(&self.state.model, e),
        }
    }

    fn pointer(&mut self, address: u64) {
        let after = self.blocks.partition_point(|block| block.base <= address);
        let Some(last) = after.checked_sub(1) else { return };
        let block = &self.blocks[last];
        let is_inside = address - block.base <= block.size;
        if !self.reached[last] && (is_inside || self.state.memory.owner(address) == Some(block.base)) {
            self.reached[last] = true;
            self.todo.push(last);
        }
    }
}
