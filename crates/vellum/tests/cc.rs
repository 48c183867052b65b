//! `vellum cc` as a user meets it: C in, a native program with its bitcode inside out.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of C files to work in, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cc-{name}"));
        // Something is there only if an earlier run was interrupted.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("tmp")).unwrap();
        for (name, text) in files {
            fs::write(path.join(name), text).unwrap();
        }
        Self(path)
    }

    /// A command that works in the folder and puts its temporary files into `tmp` there.
    fn command(&self, program: impl AsRef<Path>, args: &str) -> Command {
        let mut command = Command::new(program.as_ref());
        command.args(args.split_whitespace()).current_dir(&self.0).env("TMPDIR", self.0.join("tmp"));
        command
    }

    fn cc(&self, args: &str) -> Command {
        self.command(env!("CARGO_BIN_EXE_vellum"), &format!("cc {args}"))
    }

    /// Runs a program in the folder and returns its output; it must succeed.
    fn run(&self, program: &str) -> String {
        succeed(&mut self.command(self.0.join(program), ""))
    }

    fn has(&self, file: &str) -> bool {
        self.0.join(file).exists()
    }

    /// The names in the bitcode of `program` as `nm` shows them: `t main`, `U malloc`.
    fn bitcode_names(&self, program: &str) -> Vec<String> {
        let dump = format!("--dump-section=.vellum.bitcode={program}.bc {program} /dev/null");
        succeed(&mut self.command(llvm("llvm-objcopy"), &dump));
        assert!(fs::read(self.0.join(format!("{program}.bc"))).unwrap().starts_with(b"BC\xc0\xde"));
        let names = succeed(&mut self.command(llvm("llvm-nm"), &format!("{program}.bc")));
        names.lines().filter_map(|line| line.get(17..)).map(str::to_owned).collect()
    }

    /// How many temporary files and folders there are.
    fn temporary(&self) -> usize {
        fs::read_dir(self.0.join("tmp")).unwrap().count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The next run tries again.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn llvm(tool: &str) -> PathBuf {
    Path::new("/usr/lib/llvm-22/bin").join(tool)
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}\n{}", messages(&output));
    String::from_utf8(output.stdout).unwrap()
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const MAIN: (&str, &str) = (
    "main.c",
    "#include <stdio.h>
     int twice(int);
     int main(void) { printf(\"%d\\n\", twice(21)); return 0; }",
);
const TWICE: (&str, &str) = ("twice.c", "int twice(int x) { return 2 * x; }");

#[test]
fn objects_and_a_plain_archive_make_a_program_with_its_bitcode() {
    let folder = Folder::new("archive", &[MAIN, TWICE]);
    succeed(&mut folder.cc("-O1 -c main.c"));
    succeed(&mut folder.cc("-O1 -c twice.c -o twice.o"));
    succeed(&mut folder.command("ar", "rc libtwice.a twice.o"));
    succeed(&mut folder.command("ranlib", "libtwice.a"));
    assert!(succeed(&mut folder.command("nm", "libtwice.a")).contains(" T twice"));
    succeed(&mut folder.cc("main.o -L. -ltwice -o program"));
    assert_eq!(folder.run("program"), "42\n");
    let names = folder.bitcode_names("program");
    for name in ["T __vellum_start", "t main", "t twice", "t printf", "U __vellum_syscall"] {
        assert!(names.iter().any(|known| known == name), "{name} is not in {names:?}");
    }
    assert!(!names.iter().any(|name| name.ends_with(" qsort")), "{names:?}");
    assert_eq!(folder.temporary(), 0);
}

#[test]
fn what_the_c_library_leaves_to_the_engine_works_natively() {
    let folder = Folder::new(
        "native",
        &[(
            "all.c",
            "#include <complex.h>
             #include <pthread.h>
             #include <setjmp.h>
             #include <stdio.h>
             #include <stdlib.h>
             #include <string.h>
             static _Thread_local int local = 5;
             static jmp_buf place;
             static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
             __attribute__((constructor)) static void before(void) { puts(\"before\"); }
             __attribute__((destructor)) static void after(void) { puts(\"after\"); }
             int main(int argc, char **argv) {
                 char *text = calloc(1, 8), *aligned = aligned_alloc(64, 64);
                 memcpy(text, \"heap\", 5);
                 text = realloc(text, 4000);
                 double complex z = (1 + 2 * I) * (argc + 1 * I) / (0 + argc * I);
                 printf(\"%s %d %Lg %g%+gi %d\\n\", text, local, 0.1L, creal(z), cimag(z),
                     (int)((unsigned long)aligned % 64));
                 free(text);
                 pthread_mutex_lock(&mutex);
                 if (!setjmp(place)) longjmp(place, 1);
                 puts(\"jumped\");
                 return pthread_mutex_unlock(&mutex);
             }",
        )],
    );
    succeed(&mut folder.cc("-O2 all.c -lm -lpthread -o all"));
    assert_eq!(folder.run("all"), "before\nheap 5 0.1 3+1i 0\njumped\nafter\n");
}

#[test]
fn a_failed_assertion_aborts_natively() {
    let folder = Folder::new(
        "assert",
        &[("a.c", "#include <assert.h>\nint main(int c, char **v) { assert(c == 2); }")],
    );
    succeed(&mut folder.cc("a.c -o a"));
    let output = folder.command(folder.0.join("a"), "").output().unwrap();
    assert_eq!(messages(&output), "Assertion failed: c == 2 (a.c: main: 2)\n");
    assert!(!output.status.success());
}

#[test]
fn mathematical_functions_are_in_the_bitcode_however_they_are_called() {
    let text = "#include <math.h>
        #include <stdio.h>
        int main(int argc, char **argv) {
            double x = argc; float y = argc;
            double (*volatile also)(double) = log;
            printf(\"%g %g %g\\n\", sin(x) + cos(x), log(x) + also(x), pow(x, 0.3));
            printf(\"%g %g\\n\", expf(y), __builtin_log10(x));
        }";
    let folder = Folder::new("libm", &[("main.c", text)]);
    for options in ["-O0", "-O2", "-O2 -ffast-math"] {
        succeed(&mut folder.cc(&format!("{options} main.c -o main -lm")));
        let names = folder.bitcode_names("main");
        for function in ["sin", "cos", "log", "pow", "expf", "log10"] {
            assert!(names.contains(&format!("T {function}")), "{options} {function}");
        }
        let engine = succeed(&mut folder.command(env!("CARGO_BIN_EXE_vellum"), "run --out out main"));
        assert_eq!(engine, folder.run("main"));
        fs::remove_dir_all(folder.0.join("out")).unwrap();
    }
}

#[test]
fn a_program_may_bring_its_own_malloc() {
    let own = "#include <stdlib.h>
        static char heap[4096]; static size_t used;
        void *malloc(size_t n) { void *p = heap + used; used += (n + 15) & -16; return p; }
        void free(void *p) {}
        int main(void) { char *p = malloc(10); return p < heap || p >= heap + 4096; }";
    let folder = Folder::new("malloc", &[("own.c", own)]);
    succeed(&mut folder.cc("-fno-builtin own.c -o own"));
    folder.run("own");
    assert!(folder.bitcode_names("own").iter().any(|name| name.to_lowercase() == "t malloc"));
}

#[test]
fn a_program_may_bring_some_of_the_memory_functions() {
    let text = "#include <stdio.h>
        #include <string.h>
        static int calls;
        #ifdef SET
        void *memset(void *to, int c, size_t n) {
            calls++;
            for (size_t i = 0; i < n; i++) ((char *)to)[i] = c;
            return to;
        }
        #else
        void *COPY(void *to, const void *from, size_t n) {
            calls++;
            for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
            return to;
        }
        #endif
        int main(void) {
            char a[100] = \"abc\", b[100] = \"\";
            memset(b, 'x', 3); memcpy(b + 1, a, 1); memmove(b + 2, a + 1, 1);
            printf(\"%s %d\\n\", b, calls > 0);
            return 0;
        }";
    let folder = Folder::new("memory", &[("own.c", text)]);
    for own in ["-DSET", "-DCOPY=memcpy", "-DCOPY=memmove"] {
        succeed(&mut folder.cc(&format!("-O1 -fno-builtin {own} own.c -o own")));
        assert_eq!(folder.run("own"), "xab 1\n", "{own}");
        let engine = succeed(&mut folder.command(env!("CARGO_BIN_EXE_vellum"), "run --out out own"));
        assert_eq!(engine, "xab 1\n", "{own}");
        fs::remove_dir_all(folder.0.join("out")).unwrap();
    }
}

#[test]
fn a_program_may_bring_one_of_the_string_functions_and_use_another() {
    let own = "
        #include <stddef.h>
        char *strncat(char *d, const char *s, size_t n) { (void)s; (void)n; d[0] = 'S'; return d; }
        size_t strlcpy(char *d, const char *s, size_t n) { (void)s; (void)n; d[1] = 'L'; return 7; }
        void *memccpy(void *to, const void *from, int c, size_t n) {
            (void)from; (void)c; (void)n; ((char *)to)[2] = 'M'; return to;
        }
        int fcntl(int fd, int command, ...) { (void)fd; return command + 1; }
    ";
    let main = r#"
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/ioctl.h>
        int main(void) {
            char s[8] = "", t[4];
            strcpy(s, "abcd");
            stpcpy(t, "ef");
            strncat(s, t, 1);
            strlcpy(s, t, sizeof s);
            memccpy(s, t, 'f', 2);
            printf("%s %s %d %d\n", s, t, fcntl(0, 41), ioctl(-1, 0, 0));
            return 0;
        }
    "#;
    let folder = Folder::new("own-strings", &[("own.c", own), ("main.c", main)]);
    succeed(&mut folder.cc("-O0 -fno-builtin -o p own.c main.c"));
    let expected = "SLMd ef 42 -1\n";
    assert_eq!(folder.run("p"), expected);
    assert_eq!(succeed(&mut folder.command(env!("CARGO_BIN_EXE_vellum"), "run --quiet p")), expected);
}

#[test]
fn the_globals_of_a_section_stand_in_link_order() {
    let set = |n: u32| format!("int n{n} __attribute__((section(\"set\"))) = {n};");
    let (one, two) = (set(1), set(2));
    let main = "#include <stdio.h>
        extern int __start_set[], __stop_set[];
        int main(void) { for (int *p = __start_set; p != __stop_set; p++) printf(\"%d\\n\", *p); }";
    let folder = Folder::new("section", &[("one.c", &one), ("two.c", &two), ("main.c", main)]);
    for (files, prints) in [("one.c two.c", "1\n2\n"), ("two.c one.c", "2\n1\n")] {
        succeed(&mut folder.cc(&format!("-O1 main.c {files} -o main")));
        assert_eq!(folder.run("main"), prints);
        let engine = succeed(&mut folder.command(env!("CARGO_BIN_EXE_vellum"), "run --out out main"));
        assert_eq!(engine, prints);
        fs::remove_dir_all(folder.0.join("out")).unwrap();
    }
}

#[test]
fn links_in_one_folder_do_not_meet() {
    let folder = Folder::new("parallel", &[MAIN, TWICE]);
    succeed(&mut folder.cc("-c main.c twice.c"));
    let links: Vec<_> =
        (0..4).map(|n| folder.cc(&format!("main.o twice.o -o p{n}")).spawn().unwrap()).collect();
    for mut link in links {
        assert!(link.wait().unwrap().success());
    }
    for n in 0..4 {
        assert_eq!(folder.run(&format!("p{n}")), "42\n");
    }
    assert_eq!(folder.temporary(), 0);
}

#[test]
fn messages_and_exit_status_are_clangs() {
    let folder = Folder::new("errors", &[MAIN, ("bad.c", "int main(void) { return }")]);
    let syntax = folder.cc("bad.c -o bad").output().unwrap();
    assert_eq!(syntax.status.code(), Some(1));
    assert!(messages(&syntax).starts_with("bad.c:1:25: error: expected expression"), "{}", messages(&syntax));
    let symbol = folder.cc("main.c -o main").output().unwrap();
    assert_eq!(symbol.status.code(), Some(1));
    assert!(messages(&symbol).contains("undefined symbol: twice"), "{}", messages(&symbol));
    assert!(!folder.has("bad") && !folder.has("main"));
    assert_eq!(folder.temporary(), 0);
}

#[test]
fn an_interrupted_build_leaves_nothing() {
    let folder = Folder::new("interrupt", &[MAIN, TWICE]);
    // The whole process group is hit, as by an interrupt at the terminal.
    let mut link =
        folder.cc("main.c twice.c -o main").stderr(Stdio::null()).process_group(0).spawn().unwrap();
    while folder.temporary() == 0 && link.try_wait().unwrap().is_none() {}
    // The shell's own: a bare Debian has no program of that name.
    succeed(Command::new("sh").args(["-c", &format!("kill -KILL -{}", link.id())]));
    link.wait().unwrap();
    assert!((0..1_000_000).any(|_| folder.temporary() == 0));
    assert!(!folder.has("main"));
}

#[test]
fn a_missing_c_library_is_one_line_on_what_to_do() {
    let folder = Folder::new("missing", &[MAIN]);
    let output = folder.cc("-c main.c").env("VELLUM_SYSROOT", "/nowhere").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = messages(&output);
    assert!(text.lines().count() == 1 && text.contains("/nowhere") && text.contains("make setup"), "{text}");
}

#[test]
fn a_sanitizer_is_refused_unless_it_traps() {
    let folder = Folder::new("sanitizer", &[TWICE]);
    let output = folder.cc("-fsanitize=address -c twice.c").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(messages(&output).contains("-fsanitize is only supported with"), "{}", messages(&output));
    succeed(&mut folder.cc("-fsanitize=undefined -fsanitize-trap=all -c twice.c"));
}

#[test]
fn assembly_is_linked_with_a_warning() {
    let twice = ".globl twice\ntwice: lea (%rdi,%rdi),%eax\nret\n";
    let folder = Folder::new("assembly", &[MAIN, ("twice.s", twice)]);
    let output = folder.cc("main.c twice.s -o main").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(
        messages(&output).starts_with("vellum cc: warning: twice.s is assembly"),
        "{}",
        messages(&output)
    );
    assert_eq!(folder.run("main"), "42\n");
    assert!(folder.bitcode_names("main").contains(&"U twice".to_owned()));
}

#[test]
fn an_object_of_objects_keeps_its_bitcode() {
    let folder = Folder::new("relocatable", &[MAIN, TWICE]);
    succeed(&mut folder.cc("-c main.c twice.c"));
    succeed(&mut folder.cc("-r main.o twice.o -o both.o"));
    succeed(&mut folder.cc("both.o -o both"));
    assert_eq!(folder.run("both"), "42\n");
    assert!(folder.bitcode_names("both").contains(&"t twice".to_owned()));
}

#[test]
fn a_shared_library_gives_way_to_the_static_one_beside_it() {
    let folder = Folder::new("shared", &[MAIN, TWICE]);
    succeed(&mut folder.cc("-fPIC -c twice.c"));
    succeed(&mut folder.cc("-shared twice.o -lc -Wl,-z,defs -o libtwice.so.1"));
    succeed(&mut folder.command("ar", "rc libtwice.a twice.o"));
    succeed(&mut folder.cc("main.c ./libtwice.so.1 -o main"));
    assert_eq!(folder.run("main"), "42\n");
    assert!(folder.bitcode_names("main").contains(&"t twice".to_owned()));
}

#[test]
fn a_configuration_scripts_probe_is_native_alone() {
    let folder = Folder::new("probe", &[("conftest.c", "int main(void) { return 0; }")]);
    succeed(&mut folder.cc("-o conftest conftest.c -lm"));
    folder.run("conftest");
    let sections = succeed(&mut folder.command("readelf", "-SW conftest"));
    assert!(!sections.contains(".vellum.bitcode"));
}

#[test]
fn questions_to_the_compiler_are_answered_by_clang() {
    let folder = Folder::new("questions", &[]);
    assert!(succeed(&mut folder.cc("--version")).contains("clang version 22"));
    assert_eq!(succeed(&mut folder.cc("-dumpmachine")), "x86_64-unknown-linux-musl\n");
    assert!(succeed(&mut folder.cc("-print-file-name=libc.a")).contains("/sysroot-"));
    assert_eq!(folder.cc("").output().unwrap().status.code(), Some(1));
}

#[test]
fn dependencies_preprocessing_and_response_files_are_as_usual() {
    let folder = Folder::new("usual", &[MAIN, TWICE, ("args", "main.c 'twice.c' -o main\n")]);
    assert_eq!(succeed(&mut folder.cc("-MM main.c")), "main.o: main.c\n");
    succeed(&mut folder.cc("-MD -c twice.c -o t.o"));
    assert!(folder.has("t.d") && folder.has("t.o"));
    assert!(succeed(&mut folder.cc("-E twice.c")).ends_with("int twice(int x) { return 2 * x; }\n"));
    succeed(&mut folder.cc("@args"));
    assert_eq!(folder.run("main"), "42\n");
}

#[test]
fn an_output_that_is_no_file_is_written_into() {
    let folder = Folder::new("device", &[MAIN, TWICE]);
    succeed(&mut folder.command("mkfifo", "pipe"));
    std::os::unix::fs::symlink("target", folder.0.join("link")).unwrap();
    let reader = folder.command("cat", "pipe").stdout(Stdio::piped()).spawn().unwrap();
    succeed(&mut folder.cc("main.c twice.c -o pipe"));
    assert!(reader.wait_with_output().unwrap().stdout.starts_with(b"\x7fELF"));
    assert!(!folder.0.join("pipe").is_file());
    succeed(&mut folder.cc("main.c twice.c -o link"));
    assert!(folder.0.join("link").is_symlink());
    assert_eq!(folder.run("target"), "42\n");
}

/// Builds with `options`; natively and in the engine the program must print `expected`.
fn prints_the_same(folder: &Folder, options: &str, expected: &str) {
    succeed(&mut folder.cc(&format!("{options} -o program")));
    assert_eq!(folder.run("program"), expected, "{options}");
    let engine = succeed(&mut folder.command(env!("CARGO_BIN_EXE_vellum"), "run --out out program"));
    assert_eq!(engine, expected, "{options}");
    fs::remove_dir_all(folder.0.join("out")).unwrap();
}

#[test]
fn names_that_mean_another_symbol_do_so_in_the_bitcode() {
    let wrapped = "int twice(int); int __real_twice(int);
        int __wrap_twice(int x) { return __real_twice(x) + 1; }
        int thrice(int x) { return 3 * x; }
        void *__real_malloc(unsigned long); static int calls;
        void *__wrap_malloc(unsigned long n) { calls++; return __real_malloc(n); }
        int count(void) { return calls; }";
    let main = "#include <stdio.h>
        #include <stdlib.h>
        int twice(int); int thrice(int); int count(void);
        int main(void) { free(malloc(9)); printf(\"%d %d\\n\", twice(21), count() > 0); }";
    let folder = Folder::new("renames", &[("main.c", main), ("wrapped.c", wrapped), TWICE]);
    let wrap = "-O1 -fno-builtin -Wl,--wrap,malloc -Wl,--wrap=twice main.c wrapped.c";
    prints_the_same(&folder, &format!("{wrap} twice.c"), "43 1\n");
    let define =
        "main.c wrapped.c -Wl,--wrap=malloc -Wl,--defsym=twice=thrice -Wl,--defsym=__real_twice=thrice";
    prints_the_same(&folder, &format!("-O1 -fno-builtin {define}"), "63 1\n");
    for (option, text) in [("-Wl,--defsym=x=5", "--defsym=x=5"), ("-e count", "--entry=count")] {
        let output = folder.cc(&format!("{wrap} twice.c {option} -o refused")).output().unwrap();
        assert!(!output.status.success() && !folder.has("refused"));
        assert!(messages(&output).contains(&format!("-Wl,{text} is not supported")), "{}", messages(&output));
    }
}

#[test]
fn functions_in_the_arrays_of_start_and_end_run() {
    let text = "#include <stdio.h>
        static void one(void) { puts(\"one\"); }
        static void two(void) { puts(\"two\"); }
        static void three(void) { puts(\"three\"); }
        static void last(void) { puts(\"last\"); }
        void (*second)(void) __attribute__((section(\".init_array\"))) = two;
        void (*third)(void) __attribute__((section(\".init_array\"))) = three;
        static void (*early)(void) __attribute__((section(\".init_array.00150\"), used)) = one;
        void (*finish)(void) __attribute__((section(\".fini_array\"))) = last;
        int main(void) { puts(\"main\"); }";
    let folder = Folder::new("arrays", &[("main.c", text)]);
    prints_the_same(&folder, "-O1 main.c", "one\ntwo\nthree\nmain\nlast\n");
}

#[test]
fn atomic_objects_of_any_size_need_no_other_library() {
    let text = "#include <stdatomic.h>
        #include <stdio.h>
        struct large { long a, b, c; };
        static _Atomic struct large object;
        static _Atomic __int128 wide;
        int main(void) {
            struct large x = { 1, 2, 3 }, y = { 4, 5, 6 }, z = { 7, 8, 9 };
            object = x;
            struct large old = atomic_exchange(&object, y);
            int failed = !atomic_compare_exchange_strong(&object, &x, z);
            int done = atomic_compare_exchange_strong(&object, &x, z);
            wide += 40;
            wide |= 2;
            y = object;
            printf(\"%ld %d %ld %d %ld %d\\n\", old.c, failed, x.c, done, y.c, (int)wide);
            return atomic_is_lock_free(&object);
        }";
    let folder = Folder::new("atomic", &[("main.c", text)]);
    for options in ["-O0 main.c", "-O2 main.c -latomic"] {
        prints_the_same(&folder, options, "3 1 6 1 9 42\n");
    }
}

#[test]
fn unoptimised_code_stays_as_it_was_written() {
    // A compiler may take it that the loop ends, and then it does nothing.
    let endless = "#include <stdio.h>
        int main(int argc, char **argv) { unsigned x = argc; while (x) ; puts(\"out\"); return 3; }";
    let other = "int other(void) { return 1; }";
    let folder = Folder::new("endless", &[("a.c", endless), ("b.c", other)]);
    // Also where it is linked with code that is optimised, and whatever the linker is told.
    succeed(&mut folder.cc("-O0 -c a.c -o a.o"));
    succeed(&mut folder.cc("-O2 -c b.c -o b.o"));
    for (number, (line, status)) in
        [("a.c", 124), ("-O2 -O0 a.c", 124), ("-O2 a.o b.o", 124)].into_iter().enumerate()
    {
        succeed(&mut folder.cc(&format!("{line} -o program{number}")));
        let ended = folder.command("timeout", &format!("1 ./program{number}")).output().unwrap();
        assert_eq!(ended.status.code(), Some(status), "{line}");
    }
    // Whoever wants bitcode alone may optimise it.
    succeed(&mut folder.cc("-O0 -c -emit-llvm a.c -o a.bc"));
    let text = succeed(&mut folder.command(llvm("llvm-dis"), "a.bc -o -"));
    assert!(text.contains("@main") && !text.contains("optnone"), "{text}");
}

#[test]
fn what_is_for_thin_lto_is_refused() {
    let folder = Folder::new("thin", &[MAIN, TWICE]);
    let thin = "--target=x86_64-linux-musl -flto=thin -c twice.c -o thin.o";
    succeed(&mut folder.command(llvm("clang"), thin));
    let output = folder.cc("main.c thin.o -o main").output().unwrap();
    assert!(!output.status.success() && !folder.has("main"));
    assert!(messages(&output).contains("ThinLTO"), "{}", messages(&output));
}

#[test]
fn arguments_beyond_what_a_command_line_holds_come_through_a_file() {
    let folder = Folder::new("long", &[MAIN, TWICE]);
    let defines: Vec<String> =
        (0..40_000).map(|n| format!("-DA_RATHER_LONG_NAME_WITH_A_NUMBER_AT_ITS_END_{n}=1\n")).collect();
    fs::write(folder.0.join("compile"), format!("{} -c main.c \"-DTEXT=\\\"a b\\\"\"\n", defines.concat()))
        .unwrap();
    succeed(&mut folder.cc("@compile"));
    succeed(&mut folder.cc("-c twice.c"));
    let paths: Vec<String> =
        (0..40_000).map(|n| format!("-L/a/rather/long/path/with/a/number/at/its/end/{n}\n")).collect();
    fs::write(folder.0.join("link"), format!("{} main.o twice.o -o main", paths.concat())).unwrap();
    succeed(&mut folder.cc("@link"));
    assert_eq!(folder.run("main"), "42\n");
    assert_eq!(folder.temporary(), 0);
}

#[test]
fn headers_can_be_translated_in_advance() {
    let main = "int main(void) { return twice(0); }";
    let folder = Folder::new("headers", &[("all.h", "int twice(int);"), ("main.c", main), TWICE]);
    succeed(&mut folder.cc("all.h"));
    assert!(folder.has("all.h.pch"));
    succeed(&mut folder.cc("-include-pch all.h.pch main.c twice.c -o main"));
    succeed(&mut folder.cc("-include-pch all.h.pch -c main.c"));
    folder.run("main");
}

#[test]
fn an_option_without_its_value_is_clangs_to_complain_about() {
    let folder = Folder::new("incomplete", &[TWICE]);
    for (line, option) in [("-c twice.c -o", "-o"), ("-c twice.c -MF", "-MF")] {
        let output = folder.cc(line).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let expected = format!("clang: error: argument to '{option}' is missing");
        assert!(messages(&output).starts_with(&expected), "{}", messages(&output));
    }
}
