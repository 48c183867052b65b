//! What calls are given and what they return: types of all widths, structures, and variables of the host.

use super::{Folder, calling, messages};

#[test]
fn arguments_and_results_have_their_types() {
    for (declaration, call, status) in [
        ("float half(float);", "half(7) == 3.5f", 1),
        ("double mix(char, short, int, long, float, double);", "mix(1, 2, -3, 4, 0.5f, 0.25) == 4.75", 1),
        ("unsigned char low(unsigned long);", "low(0x1234) == 0x34", 1),
        (
            "struct pair { long a, b; }; long in_registers(struct pair);",
            "in_registers((struct pair){ 9, 4 })",
            5,
        ),
        ("struct large { long a, b, c; }; struct large make_large(long);", "make_large(7).c", 9),
        ("int count(void);", "count() + count() * 10 + count() * 100", 210),
        ("int child_status(int);", "child_status(9)", 9),
        ("int shell_status(void);", "shell_status()", 5),
        ("int child_length(const char *);", "child_length(\"abc\")", 3),
        ("int command_status(const char *);", "command_status(\"exit 7\")", 7),
        ("int is_negative(signed char);", "is_negative(5)", 0),
        ("int is_negative(signed char);", "is_negative(-5)", 1),
        // All of the register, of which a narrow integer is a part.
        ("int whole(signed char);", "whole(-5) == -5", 1),
        ("int whole(unsigned char);", "whole(251) == 251", 1),
        ("int whole(short);", "whole(-32768) == -32768", 1),
        ("int whole(unsigned short);", "whole(65535) == 65535", 1),
        ("int whole(_Bool);", "whole(3)", 1),
        ("int whole(signed char);", "({ int (*pointer)(signed char) = whole; pointer(-5) == -5; })", 1),
        ("signed char negative(void);", "negative() + 9", 4),
        ("unsigned short large_short(void);", "large_short() == 0xfff0", 1),
        (
            "struct large { long a, b, c; }; long by_value(struct large);",
            "by_value((struct large){ 1, 2, 3 })",
            6,
        ),
        (
            "struct pair { long a, b; }; struct pair make_pair(long);",
            "make_pair(1).b * 10 + make_pair(1).a",
            21,
        ),
        (
            "struct mixed { double x; long n; }; struct mixed make_mixed(long);",
            "make_mixed(5).x == 2.5 && make_mixed(5).n == 5",
            1,
        ),
        (
            "struct floats { float a, b, c; }; struct floats make_floats(float);",
            "make_floats(2).a + 10 * make_floats(2).b + 100 * make_floats(2).c",
            176,
        ),
        (
            "struct two { float a, b; }; struct two swap_two(struct two);",
            "swap_two((struct two){ 3, 4 }).a * 10 + swap_two((struct two){ 3, 4 }).b",
            43,
        ),
        (
            "struct tiny { char a, b, c; }; int sum_tiny(struct tiny);",
            "sum_tiny((struct tiny){ -1, 3, 5 })",
            7,
        ),
        (
            "__int128 wide_sum(int, __int128, int, int, int, __int128);",
            "wide_sum(1, (__int128)7 << 64, 2, 3, 4, (__int128)-1) == ((__int128)7 << 64) + 9",
            1,
        ),
        (
            "struct pair { long a, b; }; long late(long, long, long, long, long, struct pair, struct pair);",
            "late(1, 2, 3, 4, 5, (struct pair){ 6, 7 }, (struct pair){ 8, 9 })",
            11,
        ),
        ("extern int counter; int next(void);", "next() + counter * 10", 43),
        ("extern const char *const title;", "title[2] == 't'", 1),
        ("char *own_memory(void);", "own_memory()[3] == 'o'", 1),
    ] {
        let folder = Folder::with_library("types", &calling(declaration, call));
        assert_eq!(folder.status(""), status, "{call}");
    }
}

#[test]
fn long_doubles_have_80_bits_where_the_library_has_them() {
    let program = "#include <string.h>
        struct named { const char *text; long double factor; int count; };
        long double half_long(long double);
        long length_of(int, struct named, int);
        int main(void) {
            // A third of its bits are not those of a double.
            volatile long double third = 1.0L / 3;
            if (sizeof third != 16 || (double)third == third) return 1;
            if (half_long(third) * 2 != third) return 2;
            char text[] = \"four\";
            return length_of(1, (struct named){ text, 3, 20 }, 2);
        }";
    let folder = Folder::with_library("long-double", program);
    for options in
        ["--libc none", "--libc none -O2", "--libc none --external in-process", "--cflag=-mlong-double-80"]
    {
        assert_eq!(folder.status(options), 35, "{options}");
    }
}

#[test]
fn streams_of_the_host_can_be_used_without_a_c_library() {
    let program = "#include <getopt.h>
        #include <stdio.h>
        #include <unistd.h>
        extern char **environ;
        int main(int argc, char **argv) {
            FILE *out = stdout;
            fprintf(out, \"%s %d %Lg\\n\", \"on stdout\", 42, 0.5L);
            fprintf(stderr, \"on stderr\\n\");
            if (fileno(stdin) != 0 || !environ[0]) return 1;
            char *words[] = { argv[0], \"-a\", \"value\", NULL };
            if (getopt(3, words, \"a:\") != 'a' || optarg != words[2] || optind != 3) return 2;
            return 0;
        }";
    let folder = Folder::new("streams", program);
    for options in ["", "--external in-process", "-O2"] {
        let output = folder.vellum(&format!("run --libc none --out out{} {options} p.c", options.len()));
        let text = messages(&output);
        assert_eq!(output.status.code(), Some(0), "{options}: {text}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "on stdout 42 0.5\n", "{options}");
        assert!(text.contains("on stderr"), "{options}: {text}");
    }
}

#[test]
fn variables_of_the_host_outlive_a_helper() {
    let program = "#include <klee/klee.h>
        #include <stdio.h>
        int crash(void);
        int main(void) {
            int x = klee_int(\"x\");
            fprintf(stdout, \"before\\n\");
            if (x == 7) crash();
            if (x == 8) crash();
            fprintf(stdout, \"after\\n\");
            return 0;
        }";
    let folder = Folder::with_library("outlive", program);
    for search in ["dfs", "bfs"] {
        let (text, summary) = folder.run(&format!("--libc none --load ./library.so --search {search}"));
        assert_eq!(summary["paths"]["completed"], 1, "{text}");
        assert_eq!(summary["paths"]["unsupported"], 2, "{text}");
        assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{text}");
    }
}

#[test]
fn symbolic_parts_of_structures_get_a_value() {
    let program = "#include <klee/klee.h>
        struct large { long a, b, c; }; long by_value(struct large);
        struct pair { long a, b; }; struct pair make_pair(long);
        int main(void) {
            struct large large = { 1, 2, klee_int(\"x\") };
            klee_assume(large.c > 10);
            long sum = by_value(large);
            klee_assert(sum == 3 + large.c);
            klee_assert(make_pair(large.c).b == large.c + 1);
            return 0;
        }";
    let folder = Folder::with_library("symbolic-structure", program);
    let what = folder.unsupported("");
    assert!(what.starts_with("`by_value` is external code and can reach symbolic bytes"), "{what}");
    let (text, summary) = folder.run("--load ./library.so --external all");
    assert_eq!(summary["paths"]["completed"], 1, "{text}");
    assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{text}");
}

#[test]
fn what_cannot_be_passed_is_said() {
    for (declaration, call, expected) in [
        (
            "typedef float four __attribute__((vector_size(16))); int vectors(four);",
            "vectors((four){ 1, 2, 3, 4 })",
            "`vectors` is external code and argument 1 is a vector",
        ),
        (
            "struct huge { char bytes[70000]; }; int huge(struct huge); static struct huge zeros;",
            "huge(zeros)",
            "`huge` is external code and gets a structure by value of 70000 bytes, aligned to 8",
        ),
        ("extern int counter;", "(counter = 1, 0)", "a write to memory of external code"),
        ("char *own_memory(void);", "own_memory()[0] = 'M'", "a write to memory of external code"),
        ("int (*own_function(void))(int);", "own_function()(4)", "call of code of the host at 0x"),
        (
            "int call_it(int (*)(int), int); static int own(int x) { return x; }",
            "call_it(own, 3)",
            "call_it called back `own`, a function of the program",
        ),
    ] {
        let folder = Folder::with_library("refused", &calling(declaration, call));
        let what = folder.unsupported("");
        assert!(what.starts_with(expected), "{call}: {what}");
    }
}
