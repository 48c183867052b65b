//! Folders of C programs, each of which is a test.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// One test per folder, which calls `check_folder`, and the list of all folders.
macro_rules! folders {
    ($($test:ident = $folder:literal)*) => {
        $(
            #[test]
            fn $test() {
                check_folder($folder);
            }
        )*

        const FOLDERS: &[&str] = &[$($folder),*];
    };
}

pub(crate) use folders;

/// The folders of a corpus, in order.
pub(crate) fn folders_of(corpus: &str) -> Vec<String> {
    let mut folders: Vec<String> = fs::read_dir(corpus)
        .unwrap()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    folders.sort();
    folders
}

/// The programs of a folder, in order; there are some.
pub(crate) fn programs_of(corpus: &str, folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(Path::new(corpus).join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| file.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} is empty");
    files
}

/// Whether this is the long suite, which leaves out nothing.
pub(crate) fn is_long() -> bool {
    env::var_os("VELLUM_TEST_LONG").is_some()
}
