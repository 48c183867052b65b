//! What a program starts with.

use vellum_memory::{Memory, MemoryConfig, ObjectKind};

use crate::{Kernel, KernelConfig};

fn strings(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn build(args: &[&str], env: &[&str], config: &KernelConfig) -> (Memory, Vec<u64>) {
    let mut memory = Memory::new(MemoryConfig::default());
    let start =
        Kernel::new(config.clone()).initial_stack(&mut memory, &strings(args), &strings(env)).unwrap();
    let object = memory.object_at(start).unwrap();
    assert_eq!((object.base, object.kind, start % 16), (start, ObjectKind::Engine, 0));
    let words = (0..object.size / 8).map(|i| memory.load(start + 8 * i, 8).unwrap()).collect();
    (memory, words)
}

#[test]
fn arguments_environment_and_auxiliary_vector_follow_each_other() {
    let (memory, words) = build(&["prog", "a b"], &["HOME=/"], &KernelConfig::default());
    let text = |address| memory.c_string(address).unwrap();
    assert_eq!(words[0], 2);
    assert_eq!((text(words[1]), text(words[2]), words[3]), (b"prog"[..].into(), b"a b"[..].into(), 0));
    assert_eq!((text(words[4]), words[5]), (b"HOME=/"[..].into(), 0));
    assert!(memory.bytes(words[1], 6).is_none(), "a string is as long as it is");

    let pairs: Vec<[u64; 2]> = words[6..].chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    let value = |key| pairs.iter().find(|[k, _]| *k == key).map(|[_, value]| *value);
    assert_eq!(value(libc::AT_PAGESZ), Some(4096));
    assert_eq!(value(libc::AT_SECURE), Some(0));
    assert_eq!(value(libc::AT_EXECFN), Some(words[1]));
    assert_eq!(value(libc::AT_PHDR), None);
    assert!(memory.bytes(value(libc::AT_RANDOM).unwrap(), 16).is_some());
    assert_eq!(pairs.last(), Some(&[libc::AT_NULL, 0]));
}

#[test]
fn a_program_may_start_with_nothing() {
    let (_, words) = build(&[], &[], &KernelConfig::default());
    assert_eq!(words[..3], [0, 0, 0]);
}

#[test]
fn the_first_random_bytes_follow_from_the_seed() {
    let bytes = |seed| {
        let (memory, words) = build(&[], &[], &KernelConfig { seed, ..KernelConfig::default() });
        let at = words.iter().position(|&word| word == libc::AT_RANDOM).unwrap();
        memory.bytes(words[at + 1], 16).unwrap().to_vec()
    };
    assert_eq!(bytes(1), bytes(1));
    assert_ne!(bytes(1), bytes(2));
}
