//! The kernel from the program's side: calls in, results and memory out.

mod alloc;
mod control;
mod descriptors;
mod files;
mod mapping;
mod own;
mod poll;
mod process;
mod stack;
mod time;

use std::{path::PathBuf, rc::Rc};

use vellum_collections::{SharedVec, cast::len64};
use vellum_engine::{
    BugKind, Definition, End, ExternalCall, Externals, Outcome, ReturnPoint, Seeds, Signature,
};
use vellum_expr::{Exprs, PathCondition};
use vellum_memory::{FaultKind, Heap, Memory, MemoryConfig, Origin, Value};

use crate::{Kernel, KernelConfig};

/// A program, as far as a kernel can tell.
struct Guest {
    kernel: Kernel,
    memory: Memory,
    instructions: u64,
}

/// Where every call of a test returns to.
const POINT: ReturnPoint = ReturnPoint([0x1234, 0x5_0000_0006]);

impl Guest {
    fn new() -> Self {
        Self::with(KernelConfig::default())
    }

    fn with(config: KernelConfig) -> Self {
        let memory = Memory::new(MemoryConfig::default());
        Self { kernel: Kernel::new(config), memory, instructions: 0 }
    }

    fn call(&mut self, name: &str, args: &[u64]) -> Result<Outcome, End> {
        let id = self.kernel.resolve(name, Definition::Missing).expect("the kernel provides it");
        let values: Vec<Value> = args.iter().map(|&number| Value::Concrete(number)).collect();
        let Self { kernel, memory, instructions } = self;
        let mut call = ExternalCall {
            memory,
            args,
            values: &values,
            pointers: &[],
            exprs: &mut Exprs::new(),
            path: &PathCondition::new(),
            model: &Rc::default(),
            evaluator: &mut vellum_expr::Evaluator::new(),
            inputs: &mut SharedVec::new(),
            replay: None,
            seeds: &mut Seeds::default(),
            origin: Origin(0),
            class: None,
            through: None,
            instructions: *instructions,
            most: None,
            point: POINT,
            registers: &[],
            signature: Signature::UNKNOWN,
        };
        kernel.call(id, &mut call)
    }

    /// The word a function returns.
    fn word(&mut self, name: &str, args: &[u64]) -> u64 {
        match self.call(name, args) {
            Ok(Outcome::Return(word) | Outcome::Repeats(word)) => word,
            other => panic!("{name} gave {other:?}"),
        }
    }

    /// How a call of a function ends the path.
    fn end(&mut self, name: &str, args: &[u64]) -> End {
        self.call(name, args).expect_err("the path ends here")
    }

    /// What a system call returns.
    fn sys(&mut self, number: i64, args: &[u64]) -> i64 {
        self.word("__vellum_syscall", &with_number(number, args)).cast_signed()
    }

    /// How a system call ends the path.
    fn sys_end(&mut self, number: i64, args: &[u64]) -> End {
        self.end("__vellum_syscall", &with_number(number, args))
    }

    fn warnings(&self) -> Vec<String> {
        self.kernel.warnings()
    }

    /// A new object with these bytes.
    fn put(&mut self, bytes: &[u8]) -> u64 {
        let address = self.room(len64(bytes.len()));
        self.memory.initialise(address, bytes).unwrap();
        address
    }

    fn text(&mut self, text: &str) -> u64 {
        self.put(format!("{text}\0").as_bytes())
    }

    /// A new object of zeros.
    fn room(&mut self, len: u64) -> u64 {
        self.memory.allocate(Heap::Global, len, 16, Origin(0)).unwrap()
    }

    /// A new object that nobody wrote.
    fn unwritten(&mut self, len: u64) -> u64 {
        self.memory.allocate(Heap::Unwritten, len, 16, Origin(0)).unwrap()
    }

    fn bytes(&self, address: u64, len: usize) -> &[u8] {
        self.memory.bytes(address, len).expect("the bytes are inside an object")
    }

    fn word_at(&self, address: u64) -> u64 {
        self.memory.load(address, 8).expect("the word is inside an object")
    }

    /// Opens a file and gives its descriptor.
    fn open(&mut self, path: &str, flags: i32) -> u64 {
        let path = self.text(path);
        let fd = self.sys(libc::SYS_open, &[path, u64::from(flags.unsigned_abs()), 0o644]);
        u64::try_from(fd).expect("the file can be opened")
    }
}

fn with_number(number: i64, args: &[u64]) -> Vec<u64> {
    std::iter::once(number.cast_unsigned()).chain(args.iter().copied()).collect()
}

/// The kind of memory error a path ended with.
fn fault(end: &End) -> FaultKind {
    match end {
        End::Bug(bug) => match bug.kind {
            BugKind::Memory(kind) => kind,
            other => panic!("a bug, but {other:?}"),
        },
        other => panic!("no bug: {other:?}"),
    }
}

/// What a failing system call returns.
fn errno(number: i32) -> i64 {
    -i64::from(number)
}

/// A folder of a test's own, removed when it is done.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vellum-kernel-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_symbol_the_libc_leaves_to_the_engine_is_provided() {
    let kernel = Kernel::new(KernelConfig::default());
    let list = include_str!("../../../libc/engine-symbols");
    let rows = list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '));
    let ours: Vec<&str> = rows.filter(|(_, who)| who.trim() != "linker").map(|(name, _)| name).collect();
    assert!(ours.len() > 30, "the list was read");
    for name in ours {
        assert!(kernel.resolve(name, Definition::Missing).is_some(), "{name}");
    }
}

#[test]
fn a_programs_own_functions_stay_except_those_agreed_upon() {
    let kernel = Kernel::new(KernelConfig::default());
    assert!(kernel.resolve("malloc", Definition::Present).is_none());
    assert!(kernel.resolve("__vellum_syscall", Definition::Present).is_some());
    assert!(kernel.resolve("printf", Definition::Missing).is_none());
}

#[test]
fn what_is_not_supported_fails_and_is_said_once() {
    let mut guest = Guest::new();
    for _ in 0..2 {
        assert_eq!(guest.sys(libc::SYS_ptrace, &[]), errno(libc::ENOSYS));
        assert_eq!(guest.sys(9999, &[]), errno(libc::ENOSYS));
        assert_eq!(guest.sys(libc::SYS_socket, &[1, 1, 0]), errno(libc::EAFNOSUPPORT));
    }
    let expected = [
        "system call ptrace (101) is not supported: it fails",
        "system call number 9999 is not known: it fails",
        "system call socket (41) is not supported: it fails",
    ];
    assert_eq!(guest.warnings(), expected);
}
