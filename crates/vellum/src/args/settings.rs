//! Options that change where a path leads, whatever its input: those a replay has to have from its run.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use clap::Args;
use vellum_engine::{Checks, Extent};
use vellum_foreign::{Deadline, Place};
use vellum_kernel::{KernelConfig, Policy, Scope};
use vellum_memory::{MemoryConfig, Regions, Words};

use super::values::{external, interval, library, quarantine, regions, scope, size, switch};

/// What changes where a path leads, beside its input. What was not typed is absent.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct Settings {
    #[command(flatten)]
    pub(crate) compile: CompileArgs,

    #[command(flatten)]
    pub(crate) checks: CheckArgs,

    /// Seeds every random choice [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Bytes of local variables the program may have at once, as `ulimit -s` [default: 8MiB]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    pub(crate) max_stack: Option<u64>,

    /// Freed addresses kept from reuse per size class; `inf` = never reuse [default: 8]
    #[arg(long, value_name = "N", value_parser = quarantine)]
    pub(crate) quarantine: Option<usize>,

    /// Where kinds of memory are: NAME=BASE+SIZE, several with commas; NAME is constants, globals, heap or stack
    #[arg(long, value_name = "REGIONS", value_parser = regions)]
    pub(crate) regions: Option<Regions>,

    /// Function to start from, in place of main
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,

    /// Report `klee_assume` of what cannot hold on a path, as KLEE does; else the path ends quietly and is counted
    #[arg(long)]
    pub(crate) strict_assume: bool,

    /// Let the program see the host's clock
    #[arg(long)]
    pub(crate) host_time: bool,

    /// Let the program see the host's process ids and name
    #[arg(long)]
    pub(crate) host_ids: bool,

    /// Let the program have the host's random numbers
    #[arg(long)]
    pub(crate) host_random: bool,

    #[command(flatten)]
    pub(crate) external: ExternalArgs,
}

/// What becomes of functions that have no bitcode.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExternalArgs {
    /// The C library of a program that brings none: musl (as bitcode), none (undefined functions are the host's)
    /// [default: musl]
    #[arg(long, value_name = "NAME", value_parser = library)]
    pub(crate) libc: Option<Library>,

    /// Calls of functions that only the host has: concrete (refused if something symbolic would be passed), all (the
    /// path goes on with the values that are passed), none (always refused); `,in-process` makes them without the
    /// protection of a process of their own [default: concrete]
    #[arg(long = "external", value_name = "POLICY", value_parser = external)]
    pub(crate) mode: Option<ExternalMode>,

    /// What of the program's memory such a call gets to see: reachable (from its arguments), all
    /// [default: reachable]
    #[arg(long = "external-scope", value_name = "WHAT", value_parser = scope)]
    pub(crate) scope: Option<Scope>,

    /// How long such a call may take [default: 10s]
    #[arg(long = "external-timeout", value_name = "TIME", value_parser = interval)]
    pub(crate) timeout: Option<Duration>,

    /// A shared library of the host to look for functions in; repeatable
    #[arg(long, value_name = "LIB")]
    pub(crate) load: Vec<PathBuf>,
}

/// Where the C library comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Library {
    Musl,
    None,
}

impl Library {
    /// Each with its name.
    pub(crate) const ALL: [(&str, Self); 2] = [("musl", Self::Musl), ("none", Self::None)];
}

/// How external code is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExternalMode {
    pub(crate) policy: Policy,
    pub(crate) place: Place,
}

impl ExternalMode {
    /// Each policy with its name.
    pub(crate) const POLICIES: [(&str, Policy); 3] =
        [("concrete", Policy::Concrete), ("all", Policy::All), ("none", Policy::None)];

    /// What asks for calls without a process of their own.
    pub(crate) const IN_PROCESS: &str = "in-process";

    /// As users write it.
    pub(crate) fn text(self) -> String {
        let named = Self::POLICIES.iter().find(|(_, policy)| *policy == self.policy);
        let name = named.map_or("", |(name, _)| name);
        match self.place {
            Place::Helper => name.to_owned(),
            Place::InProcess => format!("{name},{}", Self::IN_PROCESS),
        }
    }
}

/// How long external code may take.
const TIMEOUT: Duration = Duration::from_secs(10);

impl ExternalArgs {
    /// Whether the program gets no C library.
    pub(crate) fn is_without_libc(&self) -> bool {
        self.libc == Some(Library::None)
    }

    /// How external code is called, from the folder `here`: later the program may have gone somewhere else.
    fn config(&self, helper: &Path, here: &Path, interrupt: &Arc<AtomicBool>) -> vellum_foreign::Config {
        // What is no file is a name that the system's loader knows to find.
        let place =
            |library: &PathBuf| fs::canonicalize(here.join(library)).unwrap_or_else(|_| library.clone());
        vellum_foreign::Config {
            helper: helper.to_owned(),
            libraries: self.load.iter().map(place).collect(),
            place: self.mode.unwrap_or_default().place,
            timeout: self.timeout.unwrap_or(TIMEOUT),
            interrupt: Arc::clone(interrupt),
            deadline: Deadline::default(),
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            libc: self.libc.or(other.libc),
            mode: self.mode.or(other.mode),
            scope: self.scope.or(other.scope),
            timeout: self.timeout.or(other.timeout),
            load: if self.load.is_empty() { other.load } else { self.load },
        }
    }
}

/// How a program is compiled.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CompileArgs {
    /// Optimisation level for a .c file: 0, 1, 2, 3, s [default: 0]
    #[arg(short = 'O', value_name = "LEVEL")]
    pub(crate) optimise: Option<String>,

    /// An argument for the compiler of a .c file, such as -DNAME or -Ifolder; repeatable
    #[arg(long, value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) cflag: Vec<OsString>,
}

/// What counts as an error beyond what always does.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CheckArgs {
    /// Report shifts by the width or more: on, off [default: on in functions that are not optimised]
    #[arg(long = "check-overshift", value_name = "WHEN", value_parser = switch)]
    pub(crate) overshift: Option<bool>,

    /// Report other operations without a defined result, as a float that does not fit into an integer: on, off [default: on in
    /// functions that are not optimised]
    #[arg(long = "check-undefined", value_name = "WHEN", value_parser = switch)]
    pub(crate) undefined: Option<bool>,

    /// Report signed arithmetic of the program whose result does not fit: on, off [default: off]
    #[arg(long = "check-overflow", value_name = "WHEN", value_parser = switch)]
    pub(crate) overflow: Option<bool>,

    /// Report heap memory that nothing points to when the program ends: on, off [default: off]
    #[arg(long = "check-leaks", value_name = "WHEN", value_parser = switch)]
    pub(crate) leaks: Option<bool>,

    /// Report what depends on memory that was never written: on, off [default: on]
    #[arg(long = "check-uninit", value_name = "WHEN", value_parser = switch)]
    pub(crate) uninitialised: Option<bool>,

    /// Report paths that come back to where they were, and so never end: on, off [default: off]
    #[arg(long = "check-loops", value_name = "WHEN", value_parser = switch)]
    pub(crate) loops: Option<bool>,

    /// Report pointers to different objects that the program orders or subtracts: on, off [default: off]
    #[arg(long = "check-pointers", value_name = "WHEN", value_parser = switch)]
    pub(crate) pointers: Option<bool>,

    /// Report accesses that leave an array in a structure but not the structure: on, off [default: off]
    #[arg(long = "check-fields", value_name = "WHEN", value_parser = switch)]
    pub(crate) fields: Option<bool>,

    /// Report every read of an aligned word that ends past its object, not only those whose bytes past the end matter
    #[arg(long)]
    pub(crate) strict_words: bool,
}

impl Settings {
    /// These, and `other` where they say nothing.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        let CheckArgs {
            overshift,
            undefined,
            overflow,
            leaks,
            uninitialised,
            loops,
            pointers,
            fields,
            strict_words,
        } = other.checks;
        Self {
            compile: CompileArgs {
                optimise: self.compile.optimise.or(other.compile.optimise),
                cflag: if self.compile.cflag.is_empty() { other.compile.cflag } else { self.compile.cflag },
            },
            checks: CheckArgs {
                overshift: self.checks.overshift.or(overshift),
                undefined: self.checks.undefined.or(undefined),
                overflow: self.checks.overflow.or(overflow),
                leaks: self.checks.leaks.or(leaks),
                uninitialised: self.checks.uninitialised.or(uninitialised),
                loops: self.checks.loops.or(loops),
                pointers: self.checks.pointers.or(pointers),
                fields: self.checks.fields.or(fields),
                strict_words: self.checks.strict_words || strict_words,
            },
            seed: self.seed.or(other.seed),
            max_stack: self.max_stack.or(other.max_stack),
            quarantine: self.quarantine.or(other.quarantine),
            regions: self.regions.or(other.regions),
            entry: self.entry.or(other.entry),
            strict_assume: self.strict_assume || other.strict_assume,
            host_time: self.host_time || other.host_time,
            host_ids: self.host_ids || other.host_ids,
            host_random: self.host_random || other.host_random,
            external: self.external.or(other.external),
        }
    }

    /// Where random choices begin.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// How memory is laid out.
    pub(crate) fn memory(&self) -> MemoryConfig {
        let default = MemoryConfig::default();
        MemoryConfig {
            quarantine: self.quarantine.unwrap_or(default.quarantine),
            regions: self.regions.unwrap_or(default.regions),
            stack_limit: self.max_stack.unwrap_or(default.stack_limit),
            track_unwritten: self.checks_uninitialised(),
            reuse_stack: self.checks.loops == Some(true),
            words: if self.checks.strict_words { Words::Strict } else { Words::Begun },
            ..default
        }
    }

    /// What the program sees of the machine. External code is called by `helper`, and from the folder `here`.
    pub(crate) fn kernel(&self, helper: &Path, here: &Path, interrupt: &Arc<AtomicBool>) -> KernelConfig {
        KernelConfig {
            interrupt: Arc::clone(interrupt),
            policy: self.external.mode.unwrap_or_default().policy,
            has_libc: !self.external.is_without_libc(),
            scope: self.external.scope.unwrap_or_default(),
            external: Some(self.external.config(helper, here, interrupt)),
            strict_assume: self.strict_assume,
            host_time: self.host_time,
            host_ids: self.host_ids,
            host_random: self.host_random,
            seed: self.seed(),
            ..KernelConfig::default()
        }
    }

    /// What is checked.
    pub(crate) fn checks(&self) -> Checks {
        Checks {
            overshift: extent(self.checks.overshift),
            undefined: extent(self.checks.undefined),
            overflow: self.checks.overflow == Some(true),
            leaks: self.checks.leaks == Some(true),
            uninitialised: self.checks_uninitialised(),
            loops: self.checks.loops == Some(true),
            pointers: self.checks.pointers == Some(true),
            fields: self.checks.fields == Some(true),
            accesses: false,
            relocations: None,
        }
    }

    fn checks_uninitialised(&self) -> bool {
        self.checks.uninitialised != Some(false)
    }
}

impl CompileArgs {
    /// The optimisation level.
    pub(crate) fn level(&self) -> &str {
        self.optimise.as_deref().unwrap_or("0")
    }
}

/// Where something is checked that the user switched on or off, or did not mention.
fn extent(switch: Option<bool>) -> Extent {
    match switch {
        None => Extent::Unoptimised,
        Some(true) => Extent::Everywhere,
        Some(false) => Extent::Nowhere,
    }
}
