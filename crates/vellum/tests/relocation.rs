//! Representations that change after an allocation: the figures of "Relocatable Addressing Model for Symbolic Execution"
//! (ISSTA 2020) as programs, with the address constraints before and after as `vellum explain --memory` tells them.

mod folder;

use std::{
    fs,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

use self::folder::Folder;

/// Figure 1: three hash tables of 300 buckets with five nodes each, one of which is looked up with a symbolic key.
const TABLES: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
typedef struct node_s {
    unsigned long data;
    unsigned key;
    struct node_s *next;
} node_t;
typedef struct {
    node_t **buckets;
    size_t size;
} table_t;
static unsigned long hash(unsigned k) { return k * 2654435761u; }
static void table_init(table_t *t, size_t n) {
    t->buckets = calloc(n, sizeof(node_t *));
    t->size = n;
}
static node_t *table_lookup(table_t *t, unsigned k) {
    unsigned long h = hash(k) % t->size;
    node_t *node = t->buckets[h];
    while (node != NULL) {
        if (memcmp(&node->key, &k, sizeof(unsigned)) == 0)
            return node;
        node = node->next;
    }
    return NULL;
}
static void table_insert(table_t *t, unsigned k, unsigned data) {
    if (table_lookup(t, k))
        return;
    unsigned long h = hash(k) % t->size;
    node_t *node = calloc(1, sizeof(node_t));
    node->key = k;
    node->data = data;
    node->next = t->buckets[h];
    t->buckets[h] = node;
}
int main(void) {
    table_t tables[3];
    for (unsigned i = 0; i < 3; i++) {
        table_init(&tables[i], 300);
        for (unsigned j = 0; j < 5; j++)
            table_insert(&tables[i], j, 7);
    }
    unsigned k;
    klee_make_symbolic(&k, sizeof k, "k");
    table_lookup(&tables[0], k);
    return 0;
}
"#;

/// Figure 2: an array of two pointers to 256 bytes each, and a read at symbolic places.
const ROWS: &str = r#"
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
    char **a = calloc(2, sizeof *a);
    for (int k = 0; k < 2; k++)
        a[k] = calloc(256, 1);
    unsigned i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    klee_assume(i < 2);
    klee_assume(j < 100);
    if (a[i][j] == 1)
        return 1;
    return 0;
}
"#;

fn vellum(folder: &Folder, words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vellum"));
    command.args(words.split_whitespace()).current_dir(&folder.0).stdin(Stdio::null()).output().unwrap()
}

/// What a run says of itself.
fn run(folder: &Folder, options: &str) -> Value {
    let _ = fs::remove_dir_all(folder.0.join("out"));
    let output = vellum(folder, &format!("run --quiet --out out {options} p.c"));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = fs::read_to_string(folder.0.join("out/summary.json"))
        .unwrap_or_else(|error| panic!("{options}: {error}: {said}"));
    serde_json::from_str(&text).unwrap()
}

/// What became of the memory of a test's path, without its first line.
fn explained(folder: &Folder, test: &str) -> String {
    let output = vellum(folder, &format!("explain --memory out {test}"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_once("\n\n").map_or(text.clone(), |(_, changes)| changes.to_owned())
}

/// Figure 1: only the nodes of the table that is looked up come together; by points-to analysis, the arrays and the nodes
/// of all three do.
#[test]
fn a_segment_on_demand_has_the_objects_that_the_pointer_leads_to() {
    let folder = Folder::new("tables", TABLES);
    let forking = run(&folder, "--memory forking");
    let segmented = run(&folder, "--memory segmented");
    let dynamic = run(&folder, "--memory dynamic");
    let largest = |run: &Value| run["memory_bytes"]["largest_segment"].as_u64().unwrap();
    assert_eq!((largest(&segmented), largest(&dynamic)), (3 * 300 * 8, 5 * 32));
    let paths = |run: &Value| run["paths"]["completed"].as_u64().unwrap();
    assert_eq!([paths(&forking), paths(&segmented), paths(&dynamic)], [26, 6, 6]);
    assert_eq!(dynamic["resolution"]["relocations"], 5);
}

/// Figures 2 and 3.
#[test]
fn the_objects_of_a_multiple_resolution_come_together() {
    let folder = Folder::new("rows", ROWS);
    let dynamic = run(&folder, "--memory dynamic");
    let resolution = &dynamic["resolution"];
    assert_eq!((&resolution["segments"], &resolution["relocations"]), (&1.into(), &2.into()));
    assert_eq!(dynamic["paths"]["completed"], 1);
    assert_eq!(
        explained(&folder, "test000001"),
        "\
1. p.c:13, main: a read that may meet 2 objects brings them together in 512 bytes
   before    after
   α1 = c1   α1 = α3         a heap block of 256 bytes, allocated by main at p.c:7:16
   α2 = c2   α2 = α3 + 256   a heap block of 256 bytes, allocated by main at p.c:7:16
             α3 = c3         the new segment of 512 bytes
"
    );
}

/// Figure 4: four pieces, two of which are met because j is less than 100, on each of the two rows.
#[test]
fn a_large_object_is_split_where_it_is_accessed_at_a_symbolic_place() {
    let folder = Folder::new("pieces", ROWS);
    let split = run(&folder, "--split 64 --split-threshold 255 --split-by fork");
    assert_eq!(split["paths"]["completed"], 4);
    assert_eq!(split["resolution"]["splits"], 2, "each row on its path");
    assert_eq!(
        explained(&folder, "test000001.ktest"),
        "\
1. p.c:13, main: a read at a symbolic place splits 256 bytes into 4 pieces of 64 bytes, α2 to α5
   before    after
   α1 = c1   α1 = α2         a heap block of 256 bytes, allocated by main at p.c:7:16
             α2 = c2
             α3 = c2 + 64
             α4 = c2 + 128
             α5 = c2 + 192
"
    );
}

#[test]
fn a_segment_is_split_as_an_object_is() {
    let folder = Folder::new("both", ROWS);
    let both = run(&folder, "--memory dynamic --split 128");
    assert_eq!((&both["paths"]["completed"], &both["resolution"]["splits"]), (&1.into(), &1.into()));
    let text = explained(&folder, "test000001");
    assert!(text.contains("2. p.c:13, main: a read at a symbolic place splits 512 bytes"), "{text}");
    assert!(text.contains("α3 = c3   α3 = α4         a segment of 2 objects"), "{text}");
    // Up to the threshold nothing is.
    assert_eq!(run(&folder, "--split 64 --split-threshold 256")["resolution"]["splits"], 0);
    assert_eq!(run(&folder, "--split 64 --split-threshold 255")["resolution"]["splits"], 2);
}

#[test]
fn pieces_make_arrays_smaller() {
    let folder = Folder::new("smaller", TABLES);
    let largest = |options: &str| run(&folder, options)["memory_bytes"]["largest_array"].as_u64().unwrap();
    assert_eq!(largest("--memory dynamic"), 300 * 8);
    for by in ["choice", "fork"] {
        // A word may begin in the last byte of a piece.
        assert_eq!(largest(&format!("--memory dynamic --split 64 --split-by {by}")), 64 + 7);
    }
}

#[test]
fn a_path_without_changes_says_so() {
    let folder = Folder::new("unchanged", ROWS);
    run(&folder, "--memory merging");
    assert!(!folder.0.join("out/relocations.jsonl").exists());
    let text = explained(&folder, "test000001");
    assert!(text.contains("every object was an array of its own on this path"), "{text}");
}

#[test]
fn what_cannot_be_explained_is_told() {
    let folder = Folder::new("unexplained", ROWS);
    run(&folder, "--memory dynamic");
    for (words, said) in [
        ("explain --memory out test000099", "the run has no test `test000099.ktest`"),
        ("explain --memory p.c test000001", "no run directory"),
        ("explain --memory nowhere test000001", "no run directory"),
        ("explain out test000001", "--memory"),
    ] {
        let output = vellum(&folder, words);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {text}");
        assert!(text.contains(said) && text.trim_end().lines().count() == 1, "{words}: {text}");
    }
}
