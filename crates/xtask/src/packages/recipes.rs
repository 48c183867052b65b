//! How each package is built: one row each.

/// A package and how it is built.
#[derive(Debug)]
pub(crate) struct Recipe {
    /// What it is called here.
    pub(crate) name: &'static str,
    /// What Debian calls its source package.
    pub(crate) source: &'static str,
    /// Programs the build needs beyond `make setup`, and the Debian packages that have them.
    pub(crate) needs: &'static [(&'static str, &'static str)],
    /// A shell line before anything else, in the unpacked sources.
    pub(crate) prepare: &'static str,
    /// What `configure` gets beyond [`CONFIGURE`].
    pub(crate) configure: &'static [&'static str],
    /// What `make` gets.
    pub(crate) make: &'static [&'static str],
    /// The folder in which the programs are then.
    pub(crate) programs: &'static str,
}

/// What every `configure` gets.
pub(crate) const CONFIGURE: &[&str] = &["CFLAGS=-O2", "--disable-nls", "--disable-dependency-tracking"];

/// Every package.
pub(crate) const RECIPES: &[Recipe] = &[
    Recipe {
        name: "coreutils",
        source: "coreutils",
        needs: &[("perl", "perl")],
        prepare: "",
        // Without cpuid.h it does not ask the processor, in assembly, which vector instructions there are.
        configure: &[
            "CPPFLAGS=-D__CPUID_H",
            "--disable-acl",
            "--disable-xattr",
            "--disable-libcap",
            "--without-selinux",
            "--without-libgmp",
            "--with-openssl=no",
        ],
        make: &["SUBDIRS=.", "MANS=", "INFO_DEPS="],
        programs: "src",
    },
    Recipe {
        name: "m4",
        source: "m4",
        needs: &[],
        prepare: "",
        configure: &[],
        make: &["SUBDIRS=lib src"],
        programs: "src",
    },
    Recipe {
        name: "make",
        source: "make-dfsg",
        needs: &[("autoconf", "autoconf"), ("automake", "automake")],
        // The sources come without `configure` and name one file twice. What autopoint would add is there.
        prepare: r"sed -i 's,in Makefile \\$,in \\,' configure.ac && AUTOPOINT=true autoreconf -fi",
        // Its glob.c is older than the rule that clang insists on.
        configure: &["--without-guile", "CFLAGS=-O2 -Wno-incompatible-pointer-types"],
        make: &["MANS="],
        programs: ".",
    },
    Recipe {
        name: "sed",
        source: "sed",
        needs: &[],
        prepare: "",
        configure: &["--disable-acl", "--without-selinux"],
        make: &["sed/sed"],
        programs: "sed",
    },
    Recipe {
        name: "bc",
        source: "bc",
        needs: &[("ed", "ed")],
        prepare: "",
        configure: &["--without-readline", "--without-libedit"],
        make: &["MAKEINFO=:"],
        programs: "bc",
    },
    Recipe {
        name: "sqlite3",
        source: "sqlite3",
        // The sources are joined into one file by a Tcl script.
        needs: &[("tclsh", "tcl")],
        prepare: "",
        configure: &["--disable-shared", "--disable-readline", "--disable-tcl", "--disable-load-extension"],
        make: &["sqlite3"],
        programs: ".",
    },
];
