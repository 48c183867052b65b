//! Builds the programs of `vellum bench papers`: real packages, as the papers built them, and drivers of ours.
//!
//! They are in the cache, in a folder of their own beside the suite's packages: the same sources, other flags.

use std::fs;

use crate::{
    cache::cache,
    packages::{
        build::{self, Build},
        recipes::Recipe,
    },
    root, vellum,
};

/// The papers have `-O1` without any of LLVM's passes. That is `-O0` with the front end's notes for passes, and without
/// passes the compiler does not keep the bitcode beside the machine code.
const CFLAGS: &str = "CFLAGS=-O0 -g -D__NO_STRING_INLINES -D_FORTIFY_SOURCE=0";

/// A program of the papers.
struct Paper {
    recipe: Recipe,
    /// What is made of the package.
    finish: &'static str,
    /// The driver: its text is part of what was built.
    driver: Option<&'static str>,
}

/// How make is configured.
const MAKE: &[&str] = &[
    "CFLAGS=-O0 -g -Wno-incompatible-pointer-types",
    "--without-guile",
    "--disable-largefile",
    "--disable-job-server",
    "--disable-load",
];

/// Every program.
const PAPERS: &[Paper] = &[
    Paper {
        recipe: Recipe {
            name: "m4",
            source: "m4",
            needs: &[],
            prepare: "",
            configure: &[CFLAGS, "--disable-threads", "--with-included-regex", "--disable-largefile"],
            make: &["SUBDIRS=lib src"],
            programs: "src",
        },
        finish: "",
        driver: None,
    },
    Paper {
        recipe: Recipe {
            name: "make",
            source: "make-dfsg",
            needs: &[("autoconf", "autoconf"), ("automake", "automake")],
            // Smaller tables, as in the papers, and nothing of the environment: the first two as in the suite.
            prepare: r"sed -i 's,in Makefile \\$,in \\,' configure.ac && AUTOPOINT=true autoreconf -fi &&
                sed -i 's/hash_init (&files, 1000,/hash_init (\&files, 20,/' src/file.c &&
                sed -i -e 's/hash_init (&strings, 8000,/hash_init (\&strings, 80,/' \
                    -e 's/^#define CACHE_BUFFER_BASE .*/#define CACHE_BUFFER_BASE (128)/' src/strcache.c &&
                sed -i 's/^#define VARIABLE_BUCKETS .*/#define VARIABLE_BUCKETS 120/' src/variable.c &&
                sed -i -e '/^main (int argc, char \*\*argv, char \*\*envp)/,/^{/s/^{/{ char *none[] = { 0 }, **envp = none;/' \
                    -e 's/^main (int argc, char \*\*argv, char \*\*envp)/main (int argc, char **argv)/' src/main.c",
            configure: MAKE,
            make: &["MANS="],
            programs: ".",
        },
        finish: "",
        driver: None,
    },
    Paper {
        recipe: Recipe {
            name: "sqlite3",
            source: "sqlite3",
            needs: &[("tclsh", "tcl")],
            prepare: "",
            configure: &[
                "--disable-shared",
                "--disable-readline",
                "--disable-tcl",
                "--disable-load-extension",
            ],
            make: &["sqlite3.c"],
            programs: ".",
        },
        finish: "$VELLUM cc -O0 -g -D__NO_STRING_INLINES -D_FORTIFY_SOURCE=0 \
            -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_DEFAULT_MEMSTATUS=0 \
            -DSQLITE_MAX_EXPR_DEPTH=0 -DSQLITE_OMIT_DECLTYPE -DSQLITE_OMIT_DEPRECATED \
            -DSQLITE_OMIT_PROGRESS_CALLBACK -DSQLITE_OMIT_SHARED_CACHE \
            -I. -o triggers $ROOT/bench/papers/sqlite.c sqlite3.c",
        driver: Some("bench/papers/sqlite.c"),
    },
    Paper {
        recipe: Recipe {
            name: "apr",
            source: "apr",
            needs: &[],
            // A table's seed comes from the clock and from addresses.
            prepare: "perl -0pi -e 's/ht->seed = .*?;/ht->seed = 0;/s' tables/apr_hash.c && \
                grep -q 'ht->seed = 0;' tables/apr_hash.c",
            configure: &[
                "CFLAGS=-O0 -g",
                "--disable-shared",
                "--disable-threads",
                "--disable-dso",
                "--disable-ipv6",
                "--disable-lfs",
            ],
            make: &["libapr-1.la"],
            programs: ".",
        },
        finish: "$VELLUM cc -O0 -g -Iinclude -o table $ROOT/bench/papers/apr.c .libs/libapr-1.a",
        driver: Some("bench/papers/apr.c"),
    },
    Paper {
        recipe: Recipe {
            // With the tables it has, to be split.
            name: "make-large",
            source: "make-dfsg",
            needs: &[("autoconf", "autoconf"), ("automake", "automake")],
            prepare: r"sed -i 's,in Makefile \\$,in \\,' configure.ac && AUTOPOINT=true autoreconf -fi &&
                sed -i -e '/^main (int argc, char \*\*argv, char \*\*envp)/,/^{/s/^{/{ char *none[] = { 0 }, **envp = none;/' \
                    -e 's/^main (int argc, char \*\*argv, char \*\*envp)/main (int argc, char **argv)/' src/main.c",
            configure: MAKE,
            make: &["MANS="],
            programs: ".",
        },
        finish: "",
        driver: None,
    },
    Paper {
        recipe: Recipe {
            name: "libxml2",
            source: "libxml2",
            needs: &[],
            prepare: "",
            // The seeds of its tables come from the clock where there is `srand`.
            configure: &[
                "CFLAGS=-O0 -g",
                "ac_cv_func_srand=no",
                "--disable-shared",
                "--without-iconv",
                "--without-icu",
                "--without-lzma",
                "--without-zlib",
                "--without-python",
                "--without-threads",
            ],
            make: &["libxml2.la"],
            programs: ".",
        },
        finish: "$VELLUM cc -O0 -g -Iinclude -o html $ROOT/bench/papers/libxml2.c .libs/libxml2.a -lm",
        driver: Some("bench/papers/libxml2.c"),
    },
    Paper {
        recipe: Recipe {
            name: "gas",
            source: "binutils",
            needs: &[("bison", "bison"), ("flex", "flex")],
            // Tables had 65,537 entries when the paper was written; they have 16 now and grow.
            prepare: "sed -i 's/htab_create_alloc (16,/htab_create_alloc (65000,/' gas/hash.h gas/hash.c 2>/dev/null; \
                grep -q 'htab_create_alloc (65000,' gas/hash.h gas/hash.c",
            configure: &[
                "CFLAGS=-O0 -g",
                "--disable-gdb",
                "--disable-gdbserver",
                "--disable-gprofng",
                "--disable-sim",
                "--disable-ld",
                "--disable-gold",
                "--disable-gprof",
                "--disable-binutils",
                "--disable-libctf",
                "--disable-plugins",
                "--disable-shared",
                "--disable-werror",
                "--without-zstd",
                "--without-debuginfod",
            ],
            make: &["all-gas", "MAKEINFO=true"],
            programs: "gas",
        },
        finish: "",
        driver: None,
    },
];

/// Builds them; names restrict it.
pub(crate) fn run(words: &[String]) -> Result<(), String> {
    let known = |word: &&String| !PAPERS.iter().any(|paper| paper.recipe.name == **word);
    if let Some(word) = words.iter().find(known) {
        let names: Vec<&str> = PAPERS.iter().map(|paper| paper.recipe.name).collect();
        return Err(format!("there is no program `{word}`, only {}", names.join(", ")));
    }
    let wanted = |paper: &&Paper| words.is_empty() || words.iter().any(|word| word == paper.recipe.name);
    let builds = PAPERS.iter().filter(wanted).map(build_of).collect::<Result<Vec<Build<'_>>, String>>()?;
    build::build_missing(&builds, &vellum()?)
}

fn build_of(paper: &Paper) -> Result<Build<'_>, String> {
    let text = |file: &str| {
        let file = root().join(file);
        fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))
    };
    Ok(Build {
        recipe: &paper.recipe,
        folder: cache().join("papers").join(paper.recipe.name),
        finish: paper.finish,
        depends: paper.driver.map(text).transpose()?.unwrap_or_default(),
    })
}
