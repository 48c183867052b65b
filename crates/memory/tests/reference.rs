//! Random operations on memory, compared with a list of byte vectors.

use vellum_collections::Random as Numbers;
use vellum_expr::Exprs;
use vellum_memory::{Access, FaultKind, Heap, Memory, MemoryConfig, Origin, Value};

/// Frees after which an address may be used again.
const QUARANTINE: usize = 3;

/// Objects above this have no slots, and addresses in blocks of so many bytes.
const SLOTS: u64 = 2048;
const BLOCK: u64 = 4096;

/// What an object should be.
struct Model {
    base: u64,
    bytes: Vec<u8>,
    heap: Heap,
    state: State,
}

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Live,
    /// Since so many frees of large objects before it: those of slots are remembered until they are used again.
    Freed(usize),
    /// A large object came so near that nobody knows of this one any more.
    Forgotten,
}

impl Model {
    fn size(&self) -> u64 {
        u64::try_from(self.bytes.len()).unwrap()
    }

    fn is_live(&self) -> bool {
        self.state == State::Live
    }

    /// Whether it is on the heap and too large for a slot. Alignments here are no reason.
    fn is_large(&self) -> bool {
        self.heap == Heap::Malloc && self.size() > SLOTS
    }

    fn holds(&self, address: u64, len: u64) -> Option<usize> {
        let offset = address.checked_sub(self.base)?;
        let end = offset.checked_add(len)?;
        let inside = self.is_live() && end <= self.size();
        inside.then(|| usize::try_from(offset).unwrap())
    }
}

fn size(numbers: &mut Numbers) -> u64 {
    match numbers.below(10) {
        0 => 0,
        1..=6 => numbers.below(70),
        7 | 8 => numbers.below(5000),
        _ => numbers.below(200_000),
    }
}

/// An address in or around some object.
fn address(numbers: &mut Numbers, models: &[Model]) -> u64 {
    if models.is_empty() {
        return numbers.below(1 << 48);
    }
    let model = &models[usize::try_from(numbers.below(models.len().try_into().unwrap())).unwrap()];
    let len = u64::try_from(model.bytes.len()).unwrap();
    model.base.wrapping_add(numbers.below(len + 12)).wrapping_sub(numbers.below(3))
}

#[test]
fn memory_behaves_like_a_list_of_byte_vectors() {
    for seed in 0..20 {
        run(&mut Numbers::new(seed), 3000);
    }
}

fn run(numbers: &mut Numbers, operations: u32) {
    let mut memory = Memory::new(MemoryConfig { quarantine: QUARANTINE, ..MemoryConfig::default() });
    let mut models: Vec<Model> = Vec::new();
    let mut large_frees = 0;
    for step in 0..operations {
        match numbers.below(12) {
            0..=2 => allocate(&mut memory, &mut models, numbers, large_frees),
            3 => free(&mut memory, &mut models, numbers, &mut large_frees),
            4..=6 => load(&memory, &models, numbers),
            7..=9 => store(&mut memory, &mut models, numbers),
            10 => copy(&mut memory, &mut models, numbers),
            _ => fill(&mut memory, &mut models, numbers),
        }
        if step % 500 == 0 {
            for model in models.iter().filter(|model| model.is_live()) {
                let held = memory.concrete(model.base, u64::try_from(model.bytes.len()).unwrap());
                assert!(held.is_some_and(|held| *held == model.bytes[..]), "step {step}");
            }
        }
    }
}

fn allocate(memory: &mut Memory, models: &mut Vec<Model>, numbers: &mut Numbers, large_frees: usize) {
    let heap =
        [Heap::Malloc, Heap::Malloc, Heap::Global, Heap::Engine][usize::try_from(numbers.below(4)).unwrap()];
    let (size, align) = (size(numbers), 1 << numbers.below(8));
    let base = memory.allocate(heap, size, align, Origin(7)).expect("there is room");
    assert_eq!(base % align, 0, "alignment");
    // A freed object's address may come back; what it was is then forgotten.
    models.retain(|model| model.is_live() || model.base != base);
    for model in models.iter().filter(|model| model.is_live()) {
        let end = model.base + model.size();
        assert!(end < base || base + size < model.base, "live objects neither overlap nor touch");
    }
    let model = Model { base, bytes: vec![0; usize::try_from(size).unwrap()], heap, state: State::Live };
    if model.is_large() {
        forget(models, &model, large_frees);
    }
    models.push(model);
}

/// What a large object makes memory forget: others of its kind whose addresses it has, and those nearby that were freed
/// and need not wait any more.
fn forget(models: &mut [Model], new: &Model, large_frees: usize) {
    let room = new.size().next_multiple_of(BLOCK);
    let known = |model: &&mut Model| model.is_large() && model.state != State::Forgotten;
    let mut near: Vec<&mut Model> =
        models.iter_mut().filter(known).filter(|model| model.base <= new.base + 2 * room).collect();
    near.sort_by_key(|model| std::cmp::Reverse(model.base));
    for model in near.into_iter().take_while(|model| model.base + model.size() + room > new.base) {
        let end = model.base + model.size().next_multiple_of(BLOCK);
        let is_covered = model.base < new.base + room && new.base < end;
        let is_free = matches!(model.state, State::Freed(at) if large_frees - at > QUARANTINE);
        if is_covered || is_free {
            assert_ne!(model.state, State::Live);
            model.state = State::Forgotten;
        }
    }
}

fn free(memory: &mut Memory, models: &mut [Model], numbers: &mut Numbers, large_frees: &mut usize) {
    let address = if numbers.below(4) == 0 {
        address(numbers, models)
    } else {
        let count = u64::try_from(models.len()).unwrap().max(1);
        models.get(usize::try_from(numbers.below(count)).unwrap()).map_or(8, |model| model.base)
    };
    let target = models.iter_mut().find(|model| model.base == address && model.heap == Heap::Malloc);
    let result = memory.free(address, Origin(9)).map_err(|fault| fault.kind);
    let expected = match &target {
        Some(Model { state: State::Live, .. }) => Ok(()),
        Some(Model { state: State::Freed(_), .. }) => Err(FaultKind::DoubleFree),
        Some(Model { state: State::Forgotten, .. }) | None => Err(FaultKind::InvalidFree),
    };
    assert_eq!(result, expected, "at {address:#x}");
    if let (Ok(()), Some(model)) = (result, target) {
        model.state = State::Freed(*large_frees);
        *large_frees += usize::from(model.is_large());
    }
}

fn load(memory: &Memory, models: &[Model], numbers: &mut Numbers) {
    let (address, len) = (address(numbers, models), 1 + numbers.below(8));
    let expected = models.iter().find_map(|model| {
        let offset = model.holds(address, len)?;
        let bytes = &model.bytes[offset..offset + usize::try_from(len).unwrap()];
        Some(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
    });
    assert_eq!(memory.load(address, u32::try_from(len).unwrap()), expected);
    if expected.is_none() {
        let kind = memory.explain(Access::Read, address, len).kind;
        let inside_freed = models.iter().any(|model| {
            let is_near = address.wrapping_sub(model.base) < model.size();
            matches!(model.state, State::Freed(_)) && (is_near || memory.owner(address) == Some(model.base))
        });
        assert_eq!(kind == FaultKind::UseAfterFree, inside_freed, "{kind:?} at {address:#x}");
    }
}

fn store(memory: &mut Memory, models: &mut [Model], numbers: &mut Numbers) {
    let (address, len, value) = (address(numbers, models), 1 + numbers.below(8), numbers.next());
    let target = models.iter_mut().find_map(|model| model.holds(address, len).map(|offset| (model, offset)));
    let stored = memory.store(address, u32::try_from(len).unwrap(), value);
    assert_eq!(stored.is_some(), target.is_some());
    if let Some((model, offset)) = target {
        let len = usize::try_from(len).unwrap();
        model.bytes[offset..offset + len].copy_from_slice(&value.to_le_bytes()[..len]);
    }
}

fn copy(memory: &mut Memory, models: &mut [Model], numbers: &mut Numbers) {
    let (to, from, len) = (address(numbers, models), address(numbers, models), numbers.below(40));
    let len_index = usize::try_from(len).unwrap();
    let source = models.iter().find_map(|model| {
        let offset = model.holds(from, len)?;
        Some(model.bytes[offset..offset + len_index].to_vec())
    });
    let target = models.iter_mut().find_map(|model| model.holds(to, len).map(|offset| (model, offset)));
    let result = memory.copy(to, from, len);
    match (source, target) {
        _ if len == 0 => assert_eq!(result, Ok(())),
        (None, _) => assert_eq!(result, Err((Access::Read, from))),
        (Some(_), None) => assert_eq!(result, Err((Access::Write, to))),
        (Some(bytes), Some((model, offset))) => {
            assert_eq!(result, Ok(()));
            model.bytes[offset..offset + len_index].copy_from_slice(&bytes);
        }
    }
}

fn fill(memory: &mut Memory, models: &mut [Model], numbers: &mut Numbers) {
    let (address, len) = (address(numbers, models), numbers.below(40));
    let byte = u8::try_from(numbers.below(256)).unwrap();
    let target = models.iter_mut().find_map(|model| model.holds(address, len).map(|offset| (model, offset)));
    let filled = memory.fill(address, byte, len).is_some();
    assert_eq!(filled, len == 0 || target.is_some());
    if let Some((model, offset)) = target {
        model.bytes[offset..offset + usize::try_from(len).unwrap()].fill(byte);
    }
}

#[test]
fn a_large_copy_may_overlap_itself() {
    const SIZE: usize = 300_000;
    let mut memory = Memory::new(MemoryConfig::default());
    let base = memory.allocate(Heap::Malloc, 300_000, 16, Origin(0)).unwrap();
    let mut model: Vec<u8> = (0..251).cycle().take(SIZE).collect();
    memory.store_bytes(base, &model).unwrap();
    for (to, from) in [(1000, 0), (0, 70_000), (0, 1), (65_536, 0)] {
        let len = SIZE - 70_000;
        memory.copy(base + to, base + from, 230_000).unwrap();
        let (to, from) = (usize::try_from(to).unwrap(), usize::try_from(from).unwrap());
        model.copy_within(from..from + len, to);
        assert!(*memory.concrete(base, 300_000).unwrap() == model[..], "{from} to {to}");
    }
    assert_eq!(memory.copy(base, base + 1, 300_000), Err((Access::Read, base + 1)));
    assert_eq!(memory.copy(base + 1, base, 300_000), Err((Access::Write, base + 1)));
}

/// A length that was never meant is refused before anything of that length is made.
#[test]
fn a_fill_far_beyond_its_object_costs_nothing() {
    let mut memory = Memory::new(MemoryConfig::default());
    let heap = memory.allocate(Heap::Malloc, 16, 16, Origin(0)).unwrap();
    let local = memory.alloca(16, 16, Origin(0)).unwrap();
    let mut exprs = Exprs::new();
    let symbol = Value::Symbolic(exprs.variable("x", 8));
    for base in [heap, local] {
        // From here on the object holds an expression.
        memory.store_value(&mut exprs, base + 2, 1, symbol).unwrap();
        for len in [17, 1 << 46, u64::MAX - base] {
            assert_eq!(memory.fill(base, 1, len), None);
            for byte in [Value::Concrete(1), symbol] {
                assert_eq!(memory.fill_values(&mut exprs, base, byte, len), None);
            }
        }
        assert_eq!(memory.fill_values(&mut exprs, base, symbol, 16), Some(()));
    }
}
