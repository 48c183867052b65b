//! The project's own rules, checked on its files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::root;

/// Which crates each crate may use, of ours. Arrows go down only.
const EDGES: &[(&str, &[&str])] = &[
    ("collections", &[]),
    ("bits", &[]),
    ("expr", &["bits", "collections"]),
    ("ir", &["bits", "collections"]),
    ("analysis", &["collections", "ir"]),
    ("bitcode", &["bits", "collections", "ir"]),
    ("memory", &["collections", "expr"]),
    ("bitwuzla", &[]),
    ("foreign", &["collections"]),
    ("solver", &["bits", "bitwuzla", "collections", "expr"]),
    ("engine", &["analysis", "bits", "collections", "expr", "ir", "memory"]),
    ("kernel", &["collections", "engine", "expr", "foreign", "memory"]),
    ("report", &["collections", "engine", "ir", "memory"]),
    (
        "vellum",
        &[
            "analysis",
            "bitcode",
            "collections",
            "engine",
            "expr",
            "foreign",
            "ir",
            "kernel",
            "memory",
            "report",
            "solver",
        ],
    ),
    ("xtask", &["collections"]),
];

/// Files that may contain `unsafe`: the foreign interfaces, the allocator, and a test that counts.
const UNSAFE: &[&str] = &[
    "crates/bitcode/src/",
    "crates/bitwuzla/src/",
    "crates/foreign/src/native.rs",
    "crates/foreign/src/crash.rs",
    "crates/kernel/src/host.rs",
    "crates/vellum/src/allocator.rs",
    "crates/engine/tests/allocations.rs",
];

/// Lines a file may have.
const MAX_LINES: usize = 600;

/// Checks everything.
pub(crate) fn run(_: &[String]) -> Result<(), String> {
    let problems = problems(&root());
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn problems(root: &Path) -> Vec<String> {
    let mut problems = edges(root);
    for file in rust_files(&root.join("crates")) {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let text = fs::read_to_string(&file).unwrap_or_default();
        problems.extend(check_file(&name, &text));
    }
    problems.extend(documents(root));
    problems
}

fn check_file(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if !text.starts_with("//! ") {
        problems.push(format!("{name}: the first line must say what lives here (`//! …`)"));
    }
    let lines = text.lines().count();
    if lines > MAX_LINES {
        problems.push(format!("{name}: {lines} lines; a room has at most {MAX_LINES}"));
    }
    let may = UNSAFE.iter().any(|allowed| name.starts_with(allowed));
    let block = concat!("unsafe", " {");
    if !may && text.contains(block) {
        problems.push(format!("{name}: `unsafe` belongs into {}", UNSAFE.join(" or ")));
    }
    problems
}

/// Compares the dependencies of every crate with the table.
fn edges(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, allowed) in EDGES {
        let manifest = root.join("crates").join(name).join("Cargo.toml");
        let Ok(text) = fs::read_to_string(&manifest) else {
            problems.push(format!("crates/{name}: the table names a crate that does not exist"));
            continue;
        };
        let dependencies = text.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for line in dependencies.lines() {
            if let Some(used) = line.strip_prefix("vellum-").and_then(|rest| rest.split(['.', ' ']).next())
                && !allowed.contains(&used)
            {
                problems.push(format!("crates/{name}: may not use `{used}` (see ARCHITECTURE.md)"));
            }
        }
    }
    let crates = fs::read_dir(root.join("crates")).into_iter().flatten().flatten();
    let unknown = crates.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let unknown = unknown.filter(|name| !EDGES.iter().any(|(row, _)| row == name));
    problems.extend(unknown.map(|name| format!("crates/{name}: not in the table of allowed edges")));
    problems
}

/// ARCHITECTURE.md names every crate, and paths in the documents exist.
fn documents(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap_or_default();
    let architecture = read("ARCHITECTURE.md");
    for (name, _) in EDGES {
        if !architecture.contains(&format!("| `{name}`")) {
            problems.push(format!("ARCHITECTURE.md: crate `{name}` is missing from the table"));
        }
    }
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md"] {
        for path in quoted_paths(&read(document)) {
            if !root.join(&path).exists() {
                problems.push(format!("{document}: `{path}` does not exist"));
            }
        }
    }
    problems
}

/// Words in backquotes that look like paths of the project.
fn quoted_paths(text: &str) -> Vec<String> {
    const FOLDERS: &[&str] =
        &["crates/", "libc/", "scripts/", "solver/", "tests/", "examples/", "bench/", "docs/", ".ci/"];
    let quoted = text.split('`').skip(1).step_by(2);
    let is_path = |word: &&str| {
        FOLDERS.iter().any(|folder| word.starts_with(folder)) && !word.contains(['*', ' ', '…', '<'])
    };
    quoted.filter(is_path).map(str::to_owned).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::{check_file, problems, quoted_paths};
    use crate::root;

    #[test]
    fn the_project_keeps_its_rules() {
        assert_eq!(problems(&root()), Vec::<String>::new());
    }

    #[test]
    fn a_file_without_a_first_line_is_noticed() {
        assert_eq!(check_file("crates/x/src/y.rs", "fn f() {}\n").len(), 1);
        assert_eq!(check_file("crates/x/src/y.rs", &"//! y\n".repeat(601)).len(), 1);
    }

    #[test]
    fn unsafe_outside_its_rooms_is_noticed() {
        let text = concat!("//! y\nfn f() { ", "unsafe", " { g() } }\n");
        assert_eq!(check_file("crates/x/src/y.rs", text).len(), 1);
        assert!(check_file("crates/kernel/src/host.rs", text).is_empty());
    }

    #[test]
    fn paths_in_documents_are_found() {
        assert_eq!(quoted_paths("see `crates/ir` and `make test`"), ["crates/ir"]);
    }
}
