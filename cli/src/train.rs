//! `spariglio train`: its arguments. The work needs libtorch ([`crate::Training`]).

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// Train a network on shards of self-play.
///
/// Writes nets/gen-NNNN (model.safetensors, meta.json), metrics.jsonl, tb/ for TensorBoard and losses.svg into the run
/// directory. The same command resumes a stopped training, which then ends with the same weights.
#[derive(ClapArgs)]
pub struct Args {
    /// A configuration (configs/train/); without it, the defaults
    #[arg(value_name = "CONFIG")]
    pub config: Option<PathBuf>,
    /// Folders of data, oldest first: each of one generation, or a run directory with several
    #[arg(long, short, value_name = "DIR", required = true, num_args = 1..)]
    pub data: Vec<PathBuf>,
    /// Run directory
    #[arg(long, short, value_name = "RUN")]
    pub out: PathBuf,
    /// A preset's name, or a TOML file of rules [default: the preset that the data name]
    #[arg(long, short, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// The network to start from: its folder, or a run directory (its best network); without it, random weights
    #[arg(long, value_name = "DIR")]
    pub init: Option<PathBuf>,
    /// Number of the network's generation
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub generation: u32,
    /// Print a summary as one line of JSON
    #[arg(long)]
    pub json: bool,
}
