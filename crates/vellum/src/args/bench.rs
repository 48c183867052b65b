//! Options of `vellum bench`.

use std::{path::PathBuf, time::Duration};

use clap::Args;

use super::values::time_limit;

/// What to measure, and how long.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Which benchmarks [default: all but papers, which takes hours]
    pub(crate) names: Vec<String>,

    /// Which models of memory `matrix` and `papers` compare [default:
    /// forking,single,merging,flat,segmented,segmented-ideal], and `planes` sets beside planes [default: forking,merging]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) models: Vec<String>,

    /// Which programs `papers` explores: m4, m4-curly, make, sqlite, apr, and with the tables they have m4-large,
    /// make-large, gas, libxml2 [default: m4,make,sqlite,apr; with --split those with large tables,
    /// sqlite and apr; with --overhead those of the paper]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) programs: Vec<String>,

    #[command(flatten)]
    pub(crate) compared: Compared,

    /// In which orders: those of `run --search`, or default
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "dfs,bfs,default")]
    pub(crate) searchers: Vec<String>,

    /// Time for each run of `matrix`, `sizes`, `planes` and `papers` [default: 20s, 20s, 5s, and 120s]
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    pub(crate) time_limit: Option<Duration>,

    /// Only the smallest programs of `matrix`
    #[arg(long)]
    pub(crate) quick: bool,

    /// Folder for the tables and plots of `matrix` and `papers`, as files
    #[arg(long, value_name = "DIR", default_value = "vellum-bench")]
    pub(crate) out: PathBuf,
}

/// What `papers` compares other than models of memory.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub(crate) struct Compared {
    /// `papers` compares segments formed on demand with other models, contexts and segment reuse
    #[arg(long)]
    pub(crate) dynamic: bool,

    /// `papers` compares sizes of pieces of split objects
    #[arg(long)]
    pub(crate) split: bool,

    /// `papers` compares programs whose objects move at random moments with the same ones as ever, and so tools of coreutils
    #[arg(long)]
    pub(crate) overhead: bool,
}
