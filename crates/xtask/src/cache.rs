//! Where the long suites keep what they fetch and build.

use std::path::PathBuf;

/// The cache folder: the rules are those of `libc/build`.
pub(crate) fn cache() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let user = || variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
    let cache = variable("VELLUM_CACHE").or_else(|| Some(user()?.join("vellum")));
    let cache = cache.unwrap_or_else(|| PathBuf::from("/tmp/vellum"));
    // What is built and run there has other current folders.
    std::path::absolute(&cache).unwrap_or(cache)
}
