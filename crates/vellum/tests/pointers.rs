//! What is asked, and shown, where a pointer leaves its object.

mod folder;

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use self::folder::Folder;

/// The summary of an exploration.
fn explore(name: &str, memory: &str, program: &str) -> Value {
    let folder = Folder::new(name, program);
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.args(["run", "--memory", memory, "--out", "run", "p.c"]).current_dir(&folder.0);
    command.stdin(Stdio::null()).output().unwrap();
    serde_json::from_str(&fs::read_to_string(folder.0.join("run/summary.json")).unwrap()).unwrap()
}

/// The messages of an exploration's findings.
fn messages(summary: &Value) -> Vec<&str> {
    let findings = summary["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["message"].as_str().unwrap()).collect()
}

#[test]
fn an_index_without_bounds_asks_about_its_object_alone() {
    let program = "#include <klee/klee.h>
        #include <stdlib.h>
        int main(void) {
            int *a = calloc(4, 4), *b = calloc(4, 4);
            long i;
            klee_make_symbolic(&i, sizeof i, \"i\");
            a[i] = 7;
            return b[0];
        }";
    for memory in ["forking", "merging", "flat", "segmented"] {
        let summary = explore(&format!("index-{memory}"), memory, program);
        assert_eq!(messages(&summary), ["write of 4 bytes at offset 16 of a heap block of 16 bytes"]);
        assert_eq!(summary["forks"], 1, "{memory}");
        assert!(summary["queries"]["solved"].as_u64().unwrap() <= 3, "{memory}");
        assert_eq!(summary["paths"]["completed"], 1, "{memory}");
    }
}

#[test]
fn the_input_shown_is_the_nearest_to_the_object() {
    let access = |index: &str| {
        format!(
            "#include <klee/klee.h>
            int main(void) {{
                int a[4] = {{ 0 }};
                struct {{ int x, y, z; }} s[3] = {{ 0 }};
                int i;
                klee_make_symbolic(&i, sizeof i, \"i\");
                return {index};
            }}"
        )
    };
    let rows = [
        ("a[i]", "read of 4 bytes at offset 16 of local `a` of 16 bytes"),
        ("i > 100 ? 0 : a[i]", "read of 4 bytes at offset 16 of local `a` of 16 bytes"),
        ("i >= 4 ? 0 : a[i]", "read of 4 bytes at offset -4 of local `a` of 16 bytes"),
        ("i < 1000 || i > 1000 ? 0 : a[i]", "read of 4 bytes at offset 4000 of local `a` of 16 bytes"),
        ("s[i].y", "read of 4 bytes at offset 40 of local `s` of 36 bytes"),
    ];
    for (number, (index, message)) in rows.into_iter().enumerate() {
        let summary = explore(&format!("nearest-{number}"), "forking", &access(index));
        assert_eq!(messages(&summary), [message], "{index}");
    }
}

#[test]
fn one_of_two_objects_is_named_where_a_choice_leaves_it() {
    let program = "#include <klee/klee.h>
        static char table[8];
        int main(void) {
            char local[40] = { 0 };
            int i = klee_range(0, 60, \"i\");
            char *chosen = klee_range(0, 2, \"which\") ? local : table;
            return chosen[i];
        }";
    let summary = explore("choice", "forking", program);
    let mut found = messages(&summary);
    found.sort_unstable();
    assert_eq!(found.len(), 1, "one line, one finding: {found:?}");
    assert!(found[0].starts_with("read of 1 byte at offset "), "{found:?}");
    let all = explore("choice-all", "merging", program);
    assert_eq!(messages(&all).len(), 1);
}

#[test]
fn memory_that_a_system_call_is_given_must_be_the_pointers_own() {
    let program = "#include <stdint.h>
        #include <stdlib.h>
        #include <unistd.h>
        int main(void) {
            char *a = calloc(8, 1), *b = calloc(8, 1);
            long far = (uintptr_t)b - (uintptr_t)a;
            return write(1, a + far, 4) != 4;
        }";
    let summary = explore("system-call", "forking", program);
    let found = messages(&summary);
    assert!(found.len() == 1 && found[0].ends_with(" of a heap block of 8 bytes"), "{found:?}");
}

/// Programs of the corpus say on their first line whether the address sanitizer can see what is wrong with them.
#[test]
fn what_sanitizers_can_see_they_see_in_the_native_replay() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic/neighbours");
    let mut seen = 0;
    for entry in fs::read_dir(corpus).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        if !text.lines().next().unwrap().ends_with("ASan sees it.") {
            continue;
        }
        let folder = Folder::new(&format!("sanitizer-{seen}"), &text);
        let vellum = |words: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
            command.args(words).current_dir(&folder.0).stdin(Stdio::null()).output().unwrap()
        };
        vellum(&["run", "--out", "run", "p.c"]);
        let summary = fs::read_to_string(folder.0.join("run/summary.json")).unwrap();
        let summary: Value = serde_json::from_str(&summary).unwrap();
        for finding in summary["findings"].as_array().unwrap() {
            let test = format!("run/{}", finding["test"].as_str().unwrap());
            let replayed = vellum(&["replay", "--native", "--sanitize", &test, "p.c"]);
            let told = String::from_utf8_lossy(&replayed.stderr).into_owned();
            assert!(told.contains("Sanitizer:"), "{}: {told}", text.lines().next().unwrap());
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen} findings were replayed");
}
