//! Options that change where a path leads, whatever its input: those a replay has to have from its run.

use std::{ffi::OsString, path::Path};

use clap::Args;
use vellum_engine::Checks;
use vellum_kernel::KernelConfig;
use vellum_memory::MemoryConfig;

use super::values::{quarantine, size, switch};

/// What changes where a path leads, beside its input. What was not typed is absent.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
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

    /// Function to start from, in place of main
    #[arg(long, value_name = "NAME")]
    pub(crate) entry: Option<String>,

    /// Let the program see the host's clock
    #[arg(long)]
    pub(crate) host_time: bool,

    /// Let the program see the host's process ids and name
    #[arg(long)]
    pub(crate) host_ids: bool,

    /// Let the program have the host's random numbers
    #[arg(long)]
    pub(crate) host_random: bool,
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
    /// Report shifts by the width or more: on, off [default: on for a .c file that is not optimised]
    #[arg(long = "check-overshift", value_name = "WHEN", value_parser = switch)]
    pub(crate) overshift: Option<bool>,

    /// Report signed arithmetic of the program whose result does not fit: on, off [default: off]
    #[arg(long = "check-overflow", value_name = "WHEN", value_parser = switch)]
    pub(crate) overflow: Option<bool>,

    /// Report heap memory that nothing points to when the program ends: on, off [default: off]
    #[arg(long = "check-leaks", value_name = "WHEN", value_parser = switch)]
    pub(crate) leaks: Option<bool>,

    /// Report what depends on memory that was never written: on, off [default: on]
    #[arg(long = "check-uninit", value_name = "WHEN", value_parser = switch)]
    pub(crate) uninitialised: Option<bool>,
}

impl Settings {
    /// These, and `other` where they say nothing.
    #[must_use]
    pub(crate) fn or(self, other: Self) -> Self {
        let CheckArgs { overshift, overflow, leaks, uninitialised } = other.checks;
        Self {
            compile: CompileArgs {
                optimise: self.compile.optimise.or(other.compile.optimise),
                cflag: if self.compile.cflag.is_empty() { other.compile.cflag } else { self.compile.cflag },
            },
            checks: CheckArgs {
                overshift: self.checks.overshift.or(overshift),
                overflow: self.checks.overflow.or(overflow),
                leaks: self.checks.leaks.or(leaks),
                uninitialised: self.checks.uninitialised.or(uninitialised),
            },
            seed: self.seed.or(other.seed),
            max_stack: self.max_stack.or(other.max_stack),
            quarantine: self.quarantine.or(other.quarantine),
            entry: self.entry.or(other.entry),
            host_time: self.host_time || other.host_time,
            host_ids: self.host_ids || other.host_ids,
            host_random: self.host_random || other.host_random,
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
            stack_limit: self.max_stack.unwrap_or(default.stack_limit),
            track_unwritten: self.checks_uninitialised(),
            ..default
        }
    }

    /// What the program sees of the machine.
    pub(crate) fn kernel(&self) -> KernelConfig {
        KernelConfig {
            host_time: self.host_time,
            host_ids: self.host_ids,
            host_random: self.host_random,
            seed: self.seed(),
            ..KernelConfig::default()
        }
    }

    /// What is checked in `program`.
    pub(crate) fn checks(&self, program: &Path) -> Checks {
        Checks {
            overshift: self.checks.overshift.unwrap_or_else(|| self.compile.is_unoptimised(program)),
            overflow: self.checks.overflow == Some(true),
            leaks: self.checks.leaks == Some(true),
            uninitialised: self.checks_uninitialised(),
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

    /// Whether `program` is compiled here, as it was written.
    pub(crate) fn is_unoptimised(&self, program: &Path) -> bool {
        let mut levels = self.cflag.iter().filter_map(|flag| flag.to_str()?.strip_prefix("-O"));
        let level = levels.next_back().unwrap_or(self.level());
        program.extension().is_some_and(|extension| extension == "c") && level == "0"
    }
}
