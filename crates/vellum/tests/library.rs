//! `libc/build`, as far as it goes without building anything: where it works, and what it leaves alone.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// A folder with a source package of musl that nothing can be unpacked from, so that a build fails at once.
fn cache(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library-{name}"));
    // Something is there only if an earlier run failed.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("musl-source")).unwrap();
    folder
}

fn build(folder: &Path, variables: &[(&str, &str)]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../libc/build").canonicalize().unwrap();
    let mut command = Command::new(script);
    for variable in ["HOME", "XDG_CACHE_HOME", "VELLUM_CACHE"] {
        command.env_remove(variable);
    }
    command.envs(variables.iter().copied()).current_dir(folder).output().unwrap()
}

#[test]
fn only_what_a_killed_build_left_behind_is_removed() {
    let folder = cache("shared");
    let ours = ["vellum-build.a1B2c3", "musl-source.part.a1B2c3"];
    let theirs = ["build.gradle", "build.xyz123", "musl-source.backup"];
    for name in ours.iter().chain(&theirs) {
        fs::create_dir(folder.join(name)).unwrap();
    }
    fs::write(folder.join("lock"), "precious").unwrap();
    let output = build(&folder, &[("VELLUM_CACHE", folder.to_str().unwrap())]);
    assert!(!output.status.success());
    for name in ours {
        assert!(!folder.join(name).exists(), "{name}");
    }
    for name in theirs {
        assert!(folder.join(name).exists(), "{name}");
    }
    assert_eq!(fs::read(folder.join("lock")).unwrap(), b"precious");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_cache_may_be_named_from_where_one_is() {
    let folder = cache("relative");
    let output = build(folder.parent().unwrap(), &[("VELLUM_CACHE", "library-relative")]);
    assert!(!output.status.success());
    assert!(folder.join("vellum-lock").exists());
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn without_a_home_one_is_told_what_to_set() {
    let folder = cache("homeless");
    let output = build(&folder, &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.lines().count() == 1, "{said}");
    assert!(said.contains("set HOME, or VELLUM_CACHE"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}
