//! Files of a path's own: symbolic ones, and those of the host on a path with symbolic input.

mod terms;

use std::{cell::RefCell, rc::Rc};

use vellum_collections::{SharedVec, cast::len64};
use vellum_engine::{Definition, End, ExternalCall, Externals, InputObject, Outcome, Seeds, Signature};
use vellum_expr::{Evaluator, Expr, Exprs, Model, PathCondition};
use vellum_memory::{Heap, Memory, MemoryConfig, Origin, Value};

use super::{Folder, POINT, errno, with_number};
use crate::{Argument, Callers, Kernel, KernelConfig, MayFail, Surroundings, Template};

/// A path, as far as a kernel can tell.
struct Path {
    outside: Box<dyn Externals>,
    memory: Memory,
    exprs: Rc<RefCell<Exprs>>,
    conditions: PathCondition,
    model: Rc<Model>,
    inputs: SharedVec<InputObject>,
    /// The function of the C library that calls are made in.
    through: Option<&'static str>,
    /// What conditions turn out to be, in order; then what they are for the model.
    choices: Vec<bool>,
    /// Conditions that were decided.
    decided: usize,
}

const MAY_FAIL: MayFail = MayFail { most: 1, callers: Callers::Program };

fn all(surroundings: &Surroundings, config: KernelConfig) -> Vec<(Path, u64)> {
    let mut exprs = Exprs::new();
    let memory = Memory::new(MemoryConfig::default());
    let paths =
        Kernel::new(config).beginnings(&memory, &mut exprs, surroundings, &[], &Seeds::default()).unwrap();
    let exprs = Rc::new(RefCell::new(exprs));
    let path = |(state, stack): (vellum_engine::State, u64)| {
        let path = Path {
            outside: state.outside().fork(),
            memory: state.memory.clone(),
            exprs: Rc::clone(&exprs),
            conditions: state.path.clone(),
            model: Rc::clone(&state.model),
            inputs: state.inputs.clone(),
            through: None,
            choices: Vec::new(),
            decided: 0,
        };
        (path, stack)
    };
    paths.into_iter().map(path).collect()
}

fn one(surroundings: &Surroundings) -> Path {
    all(surroundings, KernelConfig::default()).remove(0).0
}

fn stdin(bytes: usize) -> Template {
    Template { bytes: vec![None; bytes], allowed: 0..=u8::MAX }
}

impl Path {
    fn call(&mut self, args: &[u64]) -> Result<Outcome, End> {
        let values: Vec<Value> = args.iter().map(|&number| Value::Concrete(number)).collect();
        self.call_with(&values, &[], None)
    }

    /// A call whose arguments may be expressions; `pointers` are the same with the objects they know.
    fn call_with(&mut self, values: &[Value], pointers: &[Value], most: Option<u64>) -> Result<Outcome, End> {
        let id = self.outside.resolve("__vellum_syscall", Definition::Missing).expect("it is provided");
        let args: Vec<u64> = values.iter().map(|value| value.as_concrete().unwrap_or(0)).collect();
        let mut call = ExternalCall {
            memory: &mut self.memory,
            args: &args,
            values,
            pointers,
            exprs: &mut self.exprs.borrow_mut(),
            path: &self.conditions,
            model: &self.model,
            evaluator: &mut vellum_expr::Evaluator::new(),
            inputs: &mut self.inputs,
            origin: Origin(0),
            class: None,
            through: self.through,
            instructions: 0,
            most,
            point: POINT,
            registers: &[],
            signature: Signature::UNKNOWN,
            replay: None,
            seeds: &mut Seeds::default(),
        };
        self.outside.call(id, &mut call)
    }

    /// What a system call returns, however many decisions it takes.
    fn sys(&mut self, number: i64, args: &[u64]) -> i64 {
        loop {
            match self.call(&with_number(number, args)) {
                Ok(Outcome::Return(word) | Outcome::Repeats(word)) => return word.cast_signed(),
                Ok(Outcome::Decide(condition)) => self.decide(condition),
                other => panic!("the system call gave {other:?}"),
            }
        }
    }

    fn decide(&mut self, condition: Expr) {
        self.decided += 1;
        let mut exprs = self.exprs.borrow_mut();
        let usual = || Evaluator::new().holds(&exprs, &self.model, condition);
        let holds = if self.choices.is_empty() { usual() } else { self.choices.remove(0) };
        let known = if holds { condition } else { exprs.not(condition) };
        self.conditions.assume(&exprs, known);
    }

    /// Why a system call ends the path.
    fn unsupported(&mut self, number: i64, args: &[u64]) -> String {
        match self.call(&with_number(number, args)) {
            Err(End::Unsupported(why)) => why.into(),
            other => panic!("the system call gave {other:?}"),
        }
    }

    /// Another path from here on.
    fn fork(&self) -> Self {
        Self {
            outside: self.outside.fork(),
            memory: self.memory.clone(),
            exprs: Rc::clone(&self.exprs),
            conditions: self.conditions.clone(),
            model: Rc::clone(&self.model),
            inputs: self.inputs.clone(),
            through: self.through,
            choices: Vec::new(),
            decided: 0,
        }
    }

    fn room(&mut self, len: u64) -> u64 {
        self.memory.allocate(Heap::Global, len, 16, Origin(0)).unwrap()
    }

    fn put(&mut self, bytes: &[u8]) -> u64 {
        let address = self.room(len64(bytes.len()));
        self.memory.initialise(address, bytes).unwrap();
        address
    }

    fn open(&mut self, name: &str, flags: i32) -> u64 {
        let name = self.put(format!("{name}\0").as_bytes());
        let fd = self.sys(libc::SYS_open, &[name, u64::from(flags.unsigned_abs()), 0o644]);
        u64::try_from(fd).expect("it can be opened")
    }

    fn is_symbolic(&mut self, address: u64) -> bool {
        self.memory.load_value(&mut self.exprs.borrow_mut(), address, 1).unwrap().as_concrete().is_none()
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.inputs.iter().map(|object| &*object.name).collect();
        names.join(" ")
    }

    /// The bytes a test case has for an input.
    fn tested(&self, name: &str) -> Vec<u8> {
        let mut model = (*self.model).clone();
        self.outside.complete(&self.exprs.borrow(), &mut model);
        let object = self.inputs.iter().find(|object| &*object.name == name).expect("there is one");
        model.bytes(&self.exprs.borrow(), object.input)
    }
}

#[test]
fn objects_have_klees_names_and_order() {
    let surroundings = Surroundings {
        args: vec![Argument::Given(b"p".to_vec()), Argument::Symbolic(2), Argument::Several(1..=1, 1)],
        files: Some((2, Template::open(3))),
        stdin: Some(stdin(1)),
        stdout: true,
        max_fail: MAY_FAIL,
        malloc_fail: MayFail { most: 3, callers: Callers::Program },
    };
    let path = one(&surroundings);
    let expected = "arg00 arg01 A_data A_data_stat B_data B_data_stat stdin stdin_stat read_fail write_fail \
                    close_fail ftruncate_fail getcwd_fail malloc_fail stdout stdout_stat";
    assert_eq!(path.names(), expected);
    assert_eq!((path.tested("arg00").len(), path.tested("A_data_stat").len()), (3, 144));
    assert_eq!((path.tested("malloc_fail").len(), path.tested("stdout").len()), (12, 1024));
}

#[test]
fn each_number_of_arguments_is_a_path() {
    let several = Argument::Several(0..=2, 1);
    let surroundings =
        Surroundings { args: vec![Argument::Given(b"p".to_vec()), several], ..Surroundings::default() };
    let mut paths = all(&surroundings, KernelConfig::default());
    assert_eq!(paths.len(), 3);
    for (count, (path, stack)) in (0..).zip(&mut paths) {
        let argc = path.memory.load(*stack, 8).unwrap();
        assert_eq!((argc, path.inputs.len()), (count + 1, 1 + usize::try_from(count).unwrap()));
        let last = path.memory.load(*stack + 8 * argc, 8).unwrap();
        assert_eq!(path.memory.object_at(last).unwrap().size, 2);
    }
}

#[test]
fn copies_of_a_symbolic_descriptor_share_its_position_and_paths_do_not() {
    let mut path = one(&Surroundings { stdin: Some(stdin(4)), ..Surroundings::default() });
    let buffer = path.room(8);
    assert_eq!(path.sys(libc::SYS_dup2, &[0, 9]), 9);
    assert_eq!(path.sys(libc::SYS_read, &[0, buffer, 1]), 1);
    assert!(path.is_symbolic(buffer) && !path.is_symbolic(buffer + 1));
    let mut other = path.fork();
    assert_eq!(path.sys(libc::SYS_read, &[9, buffer, 8]), 3);
    assert_eq!(path.sys(libc::SYS_read, &[0, buffer, 8]), 0);
    assert_eq!(other.sys(libc::SYS_lseek, &[9, 0, 1]), 1);
    let array = path.put(&crate::access::fields(&[buffer, 1, buffer + 4, 2]));
    assert_eq!(path.sys(libc::SYS_preadv, &[0, array, 2, 2, 0]), 2, "the file ends");
    assert_eq!(path.sys(libc::SYS_lseek, &[0, (-1_i64).cast_unsigned(), 2]), 3);
    assert_eq!(path.sys(libc::SYS_write, &[0, buffer, 1]), errno(libc::EBADF));
    assert_eq!(path.decided, 0);
}

#[test]
fn a_template_fixes_all_bytes_but_its_marks() {
    let template = Template { bytes: vec![Some(b'a'), None, Some(b'c')], allowed: 0x20..=0x7e };
    let mut path = one(&Surroundings { stdin: Some(template), ..Surroundings::default() });
    let buffer = path.room(3);
    assert_eq!(path.sys(libc::SYS_read, &[0, buffer, 3]), 3);
    assert_eq!([0, 1, 2].map(|at| path.is_symbolic(buffer + at)), [false, true, false]);
    assert_eq!(path.tested("stdin"), b"a c");
    path.model = Rc::default();
    assert_eq!(path.tested("stdin"), b"a\0c", "what is fixed is in no model");
}

#[test]
fn files_have_templates_too() {
    let template = Template { bytes: vec![Some(b'a'), None], allowed: b'0'..=b'9' };
    let mut path = one(&Surroundings { files: Some((2, template)), ..Surroundings::default() });
    let (name, buffer) = (path.put(b"B\0"), path.room(3));
    let file = path.sys(libc::SYS_open, &[name, 0, 0]);
    assert_eq!(path.sys(libc::SYS_read, &[file.cast_unsigned(), buffer, 3]), 2);
    assert_eq!([0, 1].map(|at| path.is_symbolic(buffer + at)), [false, true]);
    assert_eq!([path.tested("A_data"), path.tested("B_data")], [b"a0", b"a0"]);
    let stat = path.room(144);
    assert_eq!(path.sys(libc::SYS_stat, &[name, stat]), 0);
    assert!((0..144).all(|at| !path.is_symbolic(stat + at)), "its status is known, too");
    assert_eq!(path.tested("B_data_stat").len(), 144);
}

#[test]
fn the_status_of_a_symbolic_file_is_plausible() {
    let mut path = one(&Surroundings {
        files: Some((1, Template::open(7))),
        stdin: Some(stdin(1)),
        ..Surroundings::default()
    });
    let stat = path.room(144);
    let name = path.put(b"A\0");
    assert_eq!(path.sys(libc::SYS_stat, &[name, stat]), 0);
    assert_eq!(path.memory.load(stat + 48, 8).or(Some(7)), Some(7), "the size is a number");
    assert!(path.is_symbolic(stat + 24) && !path.is_symbolic(stat + 25) && !path.is_symbolic(stat + 48));
    assert_eq!(path.sys(libc::SYS_fstat, &[0, stat]), 0);
    assert!(path.is_symbolic(stat + 25), "standard input may be a terminal");
    let window = path.room(8);
    path.choices = vec![true];
    assert_eq!(path.sys(libc::SYS_ioctl, &[0, libc::TIOCGWINSZ, window]), 0);
    assert_eq!(path.decided, 1);
    let mode = u16::from_le_bytes(path.tested("A_data_stat")[24..26].try_into().unwrap());
    assert_eq!(u32::from(mode) & libc::S_IFMT, libc::S_IFREG);
}

#[test]
fn a_symbolic_file_can_be_written_cut_and_removed() {
    let mut path = one(&Surroundings { files: Some((1, Template::open(4))), ..Surroundings::default() });
    let fd = path.open("A", libc::O_RDWR);
    let (text, buffer) = (path.put(b"xyz"), path.room(8));
    assert_eq!(path.sys(libc::SYS_pwrite64, &[fd, text, 3, 3]), 3, "files grow");
    assert_eq!(path.sys(libc::SYS_read, &[fd, buffer, 8]), 6);
    assert!(path.is_symbolic(buffer + 2) && !path.is_symbolic(buffer + 3));
    assert_eq!(path.sys(libc::SYS_ftruncate, &[fd, 1]), 0);
    assert_eq!(path.sys(libc::SYS_lseek, &[fd, 0, 2]), 1);
    let name = path.put(b"A\0");
    assert_eq!(path.sys(libc::SYS_unlink, &[name]), 0);
    assert_eq!(path.sys(libc::SYS_access, &[name, 0]), errno(libc::ENOENT));
    assert!(path.unsupported(libc::SYS_mmap, &[0, 4096, 1, 2, fd, 0]).contains("symbolic file"));
}

#[test]
fn a_symbolic_name_is_a_symbolic_file_or_nothing() {
    let surroundings = Surroundings {
        args: vec![Argument::Symbolic(2)],
        files: Some((2, Template::open(1))),
        ..Surroundings::default()
    };
    let (mut path, stack) = all(&surroundings, KernelConfig::default()).remove(0);
    let name = path.memory.load(stack + 8, 8).unwrap();
    path.choices = vec![false, true];
    assert_eq!(path.sys(libc::SYS_open, &[name, 0, 0]), 3, "it is B");
    let (mut path, _) = all(&surroundings, KernelConfig::default()).remove(0);
    path.choices = vec![false, false];
    assert_eq!(path.sys(libc::SYS_open, &[name, 0, 0]), errno(libc::ENOENT));
}

#[test]
fn failures_are_counted_per_kind_and_path() {
    let mut path =
        one(&Surroundings { stdin: Some(stdin(4)), max_fail: MAY_FAIL, ..Surroundings::default() });
    let buffer = path.room(1);
    path.choices = vec![false, true];
    assert_eq!(path.sys(libc::SYS_read, &[0, buffer, 1]), 1);
    let mut other = path.fork();
    assert_eq!(other.sys(libc::SYS_close, &[77]), errno(libc::EBADF), "no failure of its own");
    other.choices = vec![true];
    assert_eq!(other.sys(libc::SYS_close, &[0]), errno(libc::EIO));
    assert_eq!(other.sys(libc::SYS_read, &[0, buffer, 1]), 1, "one is all");
    assert_eq!(path.sys(libc::SYS_read, &[0, buffer, 1]), errno(libc::EIO));
    assert_eq!(path.sys(libc::SYS_read, &[0, buffer, 1]), 1);
}

#[test]
fn calls_of_the_c_library_fail_only_if_asked_for() {
    let stdin = Some(stdin(4));
    for (callers, through, expected) in [
        (Callers::Program, None, errno(libc::EIO)),
        (Callers::Program, Some("pread"), errno(libc::EIO)),
        (Callers::Program, Some("fgets"), 1),
        (Callers::All, Some("fgets"), errno(libc::EIO)),
    ] {
        let max_fail = MayFail { most: 1, callers };
        let mut path = one(&Surroundings { stdin: stdin.clone(), max_fail, ..Surroundings::default() });
        let buffer = path.room(1);
        path.through = through;
        path.choices = vec![true];
        assert_eq!(path.sys(libc::SYS_read, &[0, buffer, 1]), expected, "{callers:?} {through:?}");
    }
}

#[test]
fn standard_output_can_be_part_of_the_test() {
    let mut path = one(&Surroundings { stdin: Some(stdin(1)), stdout: true, ..Surroundings::default() });
    let buffer = path.room(3);
    assert_eq!(path.sys(libc::SYS_read, &[0, buffer, 1]), 1);
    let mark = Value::Concrete(b'!'.into());
    path.memory.store_value(&mut path.exprs.borrow_mut(), buffer + 1, 1, mark).unwrap();
    assert_eq!(path.sys(libc::SYS_write, &[1, buffer, 2]), 2);
    let mut model = (*path.model).clone();
    model.set(path.inputs.iter().next().unwrap().input, 0, u64::from(b'q'));
    path.model = Rc::new(model);
    assert_eq!(path.tested("stdout")[..3], *b"q!\0");
}

#[test]
fn a_path_with_input_keeps_what_it_writes_to_itself() {
    let folder = Folder::new("own");
    std::fs::write(folder.path("a"), b"hello").unwrap();
    let mut path = one(&Surroundings { stdin: Some(stdin(1)), ..Surroundings::default() });
    let fd = path.open(&folder.path("a"), libc::O_RDWR);
    let (text, buffer) = (path.put(b"J"), path.put(b"........"));
    let mut other = path.fork();
    assert_eq!(path.sys(libc::SYS_write, &[fd, text, 1]), 1);
    assert_eq!(path.sys(libc::SYS_pread64, &[fd, buffer, 8, 0]), 5);
    assert_eq!(path.memory.bytes(buffer, 5).unwrap(), b"Jello");
    let again = path.open(&folder.path("a"), libc::O_RDONLY);
    assert_eq!(path.sys(libc::SYS_read, &[again, buffer, 1]), 1);
    assert_eq!(path.memory.bytes(buffer, 1).unwrap(), b"J", "by name it is the same file");
    assert_eq!(other.sys(libc::SYS_read, &[fd, buffer, 8]), 5);
    assert_eq!(other.memory.bytes(buffer, 5).unwrap(), b"hello");
    assert_eq!(std::fs::read(folder.path("a")).unwrap(), b"hello");

    let new = path.open(&folder.path("b"), libc::O_CREAT | libc::O_WRONLY);
    assert_eq!(path.sys(libc::SYS_write, &[new, text, 1]), 1);
    let name = path.put(format!("{}\0", folder.path("b")).as_bytes());
    let stat = path.room(144);
    assert_eq!(path.sys(libc::SYS_stat, &[name, stat]), 0);
    assert_eq!(path.memory.load(stat + 48, 8), Some(1));
    assert_eq!(path.sys(libc::SYS_unlink, &[name]), 0);
    assert_eq!(path.sys(libc::SYS_stat, &[name, stat]), errno(libc::ENOENT));
    assert!(!std::fs::exists(folder.path("b")).unwrap());
    assert!(path.unsupported(libc::SYS_mkdir, &[name, 0o755]).contains("mkdir"));
}

#[test]
fn a_path_stays_in_its_folder() {
    let mut path = one(&Surroundings { stdin: Some(stdin(1)), ..Surroundings::default() });
    let here = format!("{}/.\0", std::env::current_dir().unwrap().display());
    let [here, dot, root] = [here.as_bytes(), b".\0", b"/\0"].map(|name| path.put(name));
    assert_eq!((path.sys(libc::SYS_chdir, &[here]), path.sys(libc::SYS_chdir, &[dot])), (0, 0));
    assert!(path.unsupported(libc::SYS_chdir, &[root]).contains("chdir to another folder"));
}

#[test]
fn a_folder_is_listed_once_per_path() {
    let folder = Folder::new("own-list");
    std::fs::write(folder.path("some-name"), b"").unwrap();
    let mut path = one(&Surroundings { stdin: Some(stdin(1)), ..Surroundings::default() });
    let fd = path.open(&folder.path(""), libc::O_RDONLY | libc::O_DIRECTORY);
    let buffer = path.room(1024);
    let mut other = path.fork();
    let len = path.sys(libc::SYS_getdents64, &[fd, buffer, 1024]);
    assert!(len > 0);
    assert_eq!(path.sys(libc::SYS_getdents64, &[fd, buffer, 1024]), 0);
    assert_eq!(other.sys(libc::SYS_getdents64, &[fd, buffer, 1024]), len);
    assert_eq!(path.sys(libc::SYS_lseek, &[fd, 0, 0]), 0);
    assert_eq!(path.sys(libc::SYS_getdents64, &[fd, buffer, 1024]), len);
    assert_eq!(path.sys(libc::SYS_getdents64, &[fd, buffer, 1]), 0);
}
