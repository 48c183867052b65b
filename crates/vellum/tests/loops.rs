//! Loops whose number of rounds depends on the input: as one operation they come to what executing every round does.

mod folder;
mod verdict;

use self::verdict::{explore, programs};

/// Programs in which every round would be a path of its own, more than anybody waits for.
const MANY_ROUNDS: &[&str] = &["any-size", "very-many-rounds"];

#[test]
fn a_loop_as_one_operation_comes_to_what_its_rounds_do() {
    for (name, program) in
        programs("counted-loops").iter().filter(|(name, _)| !MANY_ROUNDS.contains(&name.as_str()))
    {
        for level in ["-O0", "-O2"] {
            let name = format!("loops-{name}{level}");
            let (whole, few) = explore(&name, program, &[level, "--loops", "whole"]);
            let (rounds, many) = explore(&name, program, &[level, "--loops", "execute"]);
            assert_eq!(whole, rounds, "{name}");
            assert!(whole.is_complete && few <= many, "{name}: {few} paths, {many} round by round");
        }
    }
}

#[test]
fn paths_do_not_grow_with_the_number_of_rounds() {
    let filled = |most: &str| {
        let program = "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {\n\
             unsigned n = klee_range(0, MOST, \"n\"); char *p = malloc(n + 1);\n\
             for (unsigned i = 0; i <= n; i++) p[i] = i;\n\
             int last = p[n] == (char)n; free(p); return !last; }";
        explore(&format!("loops-grow-{most}"), &program.replace("MOST", most), &["-O0"])
    };
    let (few, many) = (filled("10"), filled("50000"));
    assert_eq!(few, many);
    assert_eq!(few.1, 1);
}

#[test]
fn paths_do_not_grow_with_the_length_of_a_string() {
    let copied = |call: &str, most: &str| {
        let program = "#include <klee/klee.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) {\n\
             unsigned n = klee_range(1, MOST, \"n\"); char *s = malloc(n), *d = calloc(1, n);\n\
             klee_make_symbolic(s, n, \"s\"); s[n - 1] = 0;\n\
             CALL;\n\
             free(s); free(d); return 0; }";
        let program = program.replace("MOST", most).replace("CALL", call);
        explore("loops-strings", &program, &["-O0"])
    };
    for call in [
        "strcpy(d, s)",
        "strncpy(d, s, n)",
        "strncat(d, s, n)",
        "memccpy(d, s, 'x', n)",
        "d = realloc(d, strlen(s) + 1)",
        "d[0] = strcmp(s, \"word\")",
    ] {
        let (few, many) = (copied(call, "10"), copied(call, "300"));
        assert_eq!(few, many, "{call}");
        assert!(few.0.is_complete && few.0.findings.is_empty(), "{call}: {few:?}");
    }
}

#[test]
fn paths_do_not_grow_with_the_number_of_rounds_of_loops_with_conditions() {
    let walked = |walk: &str, most: &str| {
        let program = "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {\n\
             unsigned n = klee_range(1, MOST, \"n\"), i = 0, c = 0; char *p = malloc(n), *q = malloc(n);\n\
             klee_make_symbolic(p, n, \"p\"); klee_make_symbolic(q, n, \"q\");\n\
             WALK;\n\
             free(p); free(q); return 0; }";
        let program = program.replace("MOST", most).replace("WALK", walk);
        explore("loops-conditions", &program, &["-O0"])
    };
    for walk in [
        "while (i < n && p[i] != 'x') i++",
        "while (p[i] != 'x' && ++i < n) c++",
        "while (i < n && p[i] == q[i]) i++",
        "while (i < n && p[i] && p[i] != ':') i++",
        "while (i < n && (p[i] == ' ' || p[i] == '\\t')) i++",
        "do i++; while (i < n && p[i])",
        "for (char *s = p; s < p + n && *s != 'x'; s++) c++",
        "for (; i < n; i++) if (p[i] == 'x') c++",
        "for (; i < n; i++) { if (p[i] == ' ') continue; if (p[i] == q[i] || p[i] == ';') break; c += p[i]; }",
        "for (; i < n; i++) if (p[i] >= 'a' && p[i] <= 'z') p[i] -= 32",
    ] {
        let (few, many) = (walked(walk, "10"), walked(walk, "100"));
        assert_eq!(few, many, "{walk}");
        assert!(few.0.is_complete && few.0.findings.is_empty(), "{walk}: {few:?}");
    }
    // Each round reads where the input says: fewer rounds are taken together.
    let backwards = "for (i = n; i > 0 && p[i - 1] == ' '; i--) ;";
    assert_eq!(walked(backwards, "10"), walked(backwards, "30"));
}
