//! Addresses depend on what the path did: not on the run, not on other paths or their order, and little on what came and
//! went ("A Deterministic Memory Allocator for Dynamic Symbolic Execution", ECOOP 2022, sections 3.2, 3.3 and 3.5).

mod folder;

use std::process::{Command, Stdio};

use self::folder::Folder;

/// Runs `program` with these options: what its paths printed, sorted.
fn output(name: &str, program: &str, options: &str) -> Vec<String> {
    let folder = Folder::new(name, program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.args(["run", "--quiet", "--show-output", "--out", "out"]).args(options.split_whitespace());
    let output = command.arg("p.c").current_dir(&folder.0).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut lines: Vec<String> =
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// Figure 1 of the paper: both paths get the same address for `k`.
#[test]
fn paths_get_the_same_addresses_for_the_same_objects() {
    let program = r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <klee/klee.h>
        int main(void) {
            int *i = malloc(sizeof(int));
            if (klee_int("sym")) *i = 7; else *i = 42;
            int *k = calloc(1, sizeof(int));
            printf("%p %p %d/%d\n", (void *)i, (void *)k, *i, *k);
        }"#;
    let lines = output("figure", program, "");
    let words: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
    assert_eq!(words.len(), 2);
    assert_eq!(words[0][..2], words[1][..2], "i and k");
    assert_eq!((words[0][2], words[1][2]), ("42/0", "7/0"), "what they hold is each path's own");
}

/// Sixteen paths that allocate and free in ways of their own, and print every address beside what decided it.
const PATHS: &str = r#"
    #include <stdio.h>
    #include <stdlib.h>
    #include <klee/klee.h>
    static int global[3];
    int main(void) {
        char text[600]; int at = 0, local;
        unsigned char c = klee_range(0, 16, "c");
        void *held[40] = {0};
        at += sprintf(text, "%p %p", (void *)global, (void *)&local);
        unsigned decided = 0;
        for (int bit = 0; bit < 4; bit++) {
            int taken = c >> bit & 1;
            if (taken) decided |= 1u << bit;
            for (int i = 0; i < 5; i++) {
                held[bit * 5 + i] = malloc(taken ? 10 * i : 3000 * i);
                if (i > 1 && taken) free(held[bit * 5 + i - 1]);
                at += sprintf(text + at, " %p", held[bit * 5 + i]);
            }
        }
        printf("%x: %s\n", decided, text);
    }"#;

#[test]
fn addresses_do_not_depend_on_the_order_of_paths_or_on_the_process() {
    let expected = output("dfs", PATHS, "--search dfs");
    assert_eq!(expected.len(), 16);
    for (name, options) in [
        ("again", "--search dfs"),
        ("bfs", "--search bfs"),
        ("random", "--search random-path"),
        ("seed", "--search random-path --seed 5"),
        ("whole", "--search bfs --objects whole"),
    ] {
        assert_eq!(output(name, PATHS, options), expected, "{options}");
    }
}

/// Listing 2 of the paper: which way `memmove` copies depends on addresses, so it must be the same way each time.
#[test]
fn what_compares_pointers_goes_the_same_way_in_every_run() {
    let program = r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <klee/klee.h>
        static const char *way;
        static void *move(void *dest, const void *src, size_t n) {
            char *s = dest; const char *p = src;
            if (p >= s) { way = "up"; while (n) { *s++ = *p++; --n; } }
            else { way = "down"; while (n) { --n; s[n] = p[n]; } }
            return dest;
        }
        int main(void) {
            int size = klee_range(1, 5, "size");
            for (int i = 0; i < 6; i++) {
                char *from = calloc(1, 8 << i), *to = malloc(8 << i);
                move(to, from, size);
                printf("%d%s ", i, way);
                move(from, to, size);
                printf("%s ", way);
                if (i & 1) free(to);
            }
            printf("%d\n", size);
        }"#;
    let expected = output("move-dfs", program, "--search dfs");
    assert!(
        expected.iter().any(|line| line.contains("up")) && expected.iter().any(|line| line.contains("down"))
    );
    for (name, options) in [("move-bfs", "--search bfs"), ("move-random", "--search random-path --seed 3")] {
        assert_eq!(output(name, program, options), expected);
    }
}

/// A block that is there for a while moves no block of another size, nor globals and locals.
#[test]
fn a_temporary_block_moves_nothing_of_another_size() {
    let program = |extra: &str| {
        format!(
            r#"
            #include <stdio.h>
            #include <stdlib.h>
            static int global;
            int main(void) {{
                int local;
                void *a = malloc(40);
                void *extra = {extra};
                void *b = malloc(40), *c = malloc(100), *d = malloc(5000);
                free(extra);
                void *e = malloc(1000), *f = malloc(17);
                printf("%p %p %p %p %p %p %p %p\n", a, b, c, d, e, f, (void *)&global, (void *)&local);
            }}"#
        )
    };
    let expected = output("stable", &program("0"), "");
    assert_eq!(output("extra", &program("malloc(8)"), ""), expected);
    assert_eq!(output("at-once", &program("0; free(malloc(40))"), "--quarantine 0"), expected);
    assert_ne!(output("kept", &program("malloc(40)"), ""), expected, "one of the same size does");
}

/// Figure 8 of the paper: what Listing 3 allocates on each path, freed blocks used again at once.
#[test]
fn blocks_freed_on_one_path_are_taken_on_another() {
    let program = r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <klee/klee.h>
        int main(void) {
            void *p;
            klee_make_symbolic(&p, sizeof p, "p");
            void *x = malloc(1), *seen[4] = {x};
            char way[4] = "---";
            for (int i = 0; i < 3; i++) {
                if (x == p) { free(x); way[i] = 'f'; }
                seen[i + 1] = x = malloc(1);
            }
            int number[4];
            for (int i = 0; i < 4; i++)
                for (number[i] = 0; seen[number[i]] != seen[i];) number[i]++;
            printf("%s %d%d%d%d\n", way, number[0], number[1], number[2], number[3]);
        }"#;
    for search in ["dfs", "bfs"] {
        let lines = output("figure-8", program, &format!("--quarantine 0 --search {search}"));
        assert_eq!(lines, ["--- 0123", "--f 0122", "-ff 0111", "fff 0000"]);
    }
}

#[test]
fn regions_can_be_elsewhere() {
    let program = r#"
        #include <stdio.h>
        #include <stdlib.h>
        int main(void) {
            printf("%p\n", malloc(1));
            printf("%d\n", malloc(1 << 20) == 0);
        }"#;
    let lines = output("regions", program, "--regions heap=0x500000000000+1MiB,stack=100TiB+1TiB");
    assert!(lines[0].starts_with("0x5000000") && lines[1] == "1", "{lines:?}");
    for (wrong, why) in [
        ("heap=1", "NAME=BASE+SIZE is expected"),
        ("heap=5+1GiB", "must begin at a multiple of 4 GiB"),
        ("heap=48TiB+1GiB", "must lie behind the one before it"),
        ("head=64TiB+1GiB", "`head` is none of constants, globals, heap, stack"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
        let refused = command.args(["run", "--regions", wrong, "p.c"]).output().unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && said.contains(why), "{wrong}: {said}");
    }
}

/// What a run says, and its exit status.
fn said(name: &str, program: &str, options: &str) -> (String, Option<i32>) {
    let folder = Folder::new(name, program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.arg("run").args(options.split_whitespace()).args(["--out", "out", "p.c"]).current_dir(&folder.0);
    let output = command.output().unwrap();
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn a_full_heap_is_told_once_unless_nobody_could_have_so_much() {
    let program = |size: &str| {
        format!(
            r"
            #include <stdlib.h>
            int main(void) {{
                int failed = 0;
                for (int i = 0; i < 40; i++) failed += malloc({size}) == 0;
                return failed > 0;
            }}"
        )
    };
    let warning = "vellum: warning: memory is exhausted: an allocation failed, as the program was told";
    let regions = "--regions heap=0x500000000000+1MiB";
    let (text, status) = said("full-heap", &program("1 << 16"), regions);
    assert_eq!((text.matches(warning).count(), status), (1, Some(1)), "{text}");
    let (text, status) = said("no-such-heap", &program("1ul << 60"), regions);
    assert_eq!((text.matches(warning).count(), status), (0, Some(1)), "{text}");
    let (text, status) = said("enough-heap", &program("1 << 16"), "");
    assert_eq!((text.matches(warning).count(), status), (0, Some(0)), "{text}");
}

#[test]
fn a_stack_without_addresses_is_unsupported() {
    let program = r"
        static int step(int x) { volatile int local[64]; local[0] = x; return local[0] + 1; }
        int main(void) { int x = 0; while (x < 100000) x = step(x); return 0; }";
    let regions = "--regions stack=100TiB+1MiB";
    let (text, status) = said("used-up", program, regions);
    assert!(text.contains("vellum: unsupported: the stack has used up all its addresses"), "{text}");
    assert_eq!(status, Some(4), "{text}");
    // Where calls get addresses again, there are enough.
    let (text, status) = said("used-again", program, &format!("{regions} --check-loops on"));
    assert_eq!(status, Some(0), "{text}");
}
