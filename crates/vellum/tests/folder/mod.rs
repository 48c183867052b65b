//! A folder with a program in it, for tests that run Vellum there.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder of one test, gone when the test is.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A folder with `p.c`.
    pub(crate) fn new(name: &str, program: &str) -> Self {
        let name = format!("{}-{name}", env!("CARGO_CRATE_NAME"));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        // Something is there only if an earlier run failed.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("p.c"), program).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
