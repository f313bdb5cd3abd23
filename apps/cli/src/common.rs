//! Code shared by the verbs: the game, agents and seed on the command line, and the output of results.

use std::io::{self, Write};

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::{Agent, AgentSpec};
use spariglio_engine::Game;
pub use spariglio_files::rule_set;

/// The rules of every verb that is told no others.
pub const RULES: &str = "scopone";

/// `--rules NAME|FILE`.
#[derive(Args, Clone, Debug)]
pub struct RulesArg {
    /// Preset name, or TOML file of rules
    #[arg(long, short, value_name = "NAME|FILE", default_value = RULES)]
    pub rules: String,
}

impl RulesArg {
    /// The game of the given rules.
    pub fn game(&self) -> Result<Game> {
        game(&self.rules)
    }
}

/// The seed of every verb that is told no other, except `play` and `deal`.
pub const SEED: u64 = 1;

/// A seed from the clock, for verbs that are new each time. They print it.
pub fn clock_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Below 2^32, so that a printed seed is easy to type.
    since.map_or(0, |time| (time.as_nanos() >> 10) as u64 & 0xFFFF_FFFF)
}

/// Maximum of `--threads`: more than any machine has cores.
pub const MOST_THREADS: usize = 1024;

/// Parses `--threads N`.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&threads: &usize| threads <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a number from 0 (one per core) to {MOST_THREADS}"))
}

/// Parses a number of hands or matches from `LEAST` to `MOST`, as people write them: `100000`, `100_000`, `100k`,
/// `1.5M`, `1e5`.
pub fn count<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = whole(text).filter(|number| (LEAST..=MOST).contains(number));
    number
        .ok_or_else(|| format!("expected a whole number from {LEAST} to {MOST}, such as 100000, 100_000, 100k or 1e5"))
}

/// A whole number; a fraction is accepted if the power of ten makes it whole.
fn whole(text: &str) -> Option<u64> {
    let text = text.replace('_', "").to_ascii_lowercase();
    let (digits, power) = match (text.strip_suffix('k'), text.strip_suffix('m'), text.split_once('e')) {
        (Some(digits), _, _) => (digits, 3),
        (_, Some(digits), _) => (digits, 6),
        (_, _, Some((digits, power))) => (digits, power.parse::<u32>().ok()?),
        _ => (&text[..], 0),
    };
    let (units, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let zeros = power.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let digits = format!("{units}{fraction}");
    let is_number = !units.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let factor = 10_u64.checked_pow(zeros)?;
    is_number.then(|| digits.parse::<u64>().ok()?.checked_mul(factor)).flatten()
}

/// Parses `--hands-per-shard N`.
pub fn hands_per_shard(text: &str) -> Result<u32, String> {
    count::<1, { u32::MAX as u64 }>(text).map(|hands| hands as u32)
}

/// Fails if `--partners-open` is given in a game without partners.
pub fn check_partners(partners_open: bool, game: &Game) -> Result<()> {
    let (players, sides, rules) = (game.players(), game.sides(), &game.rules().name);
    ensure!(
        !partners_open || game.has_partners(),
        "--partners-open: expected a game with partners, found {rules} with {players} players on {sides} sides"
    );
    Ok(())
}

/// The random generator of a seed.
pub fn generator(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// The game of a preset's name or of a rules file.
pub fn game(name: &str) -> Result<Game> {
    Game::new(rule_set(name)?).with_context(|| name.to_owned())
}

/// Parses agents separated by commas: specifications or names of TOML files.
pub fn agents(list: &str) -> Result<Vec<AgentSpec>> {
    let specs = list.split(',').map(|text| AgentSpec::resolve(text.trim()));
    specs.map(|spec| spec.map_err(|error| anyhow!(error))).collect()
}

/// Builds the agent of a specification for hands of `game`.
pub fn build(spec: &AgentSpec, game: &Game) -> Result<Box<dyn Agent>> {
    spec.build(game).with_context(|| format!("agent {spec}"))
}

/// The agent of `--hints` and `--agent`; [`AgentSpec::adviser`] if none is given.
pub fn adviser(game: &Game, given: Option<&str>) -> Result<AgentSpec> {
    match given {
        Some(text) => AgentSpec::resolve(text).map_err(|error| anyhow!(error)),
        None => Ok(AgentSpec::adviser(game)),
    }
}

/// Standard output for results; its errors say so. Write with `writeln!` and `?`, never `println!`, which panics if the
/// reader closes the pipe early.
pub fn output() -> impl Write {
    io::BufWriter::new(Output(io::stdout().lock()))
}

/// Standard output.
struct Output(io::StdoutLock<'static>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        let read = count::<1, 2_000_000>;
        for (text, number) in [
            ("7", 7),
            ("100_000", 100_000),
            ("100k", 100_000),
            ("1.5M", 1_500_000),
            ("1e5", 100_000),
            ("2.5E3", 2_500),
            ("1.50k", 1_500),
            ("3.0", 3),
        ] {
            assert_eq!(read(text), Ok(number), "{text}");
        }
        assert_eq!(hands_per_shard("1k"), Ok(1000));
        assert!(hands_per_shard("5e9").is_err());
        for text in ["", "0", "k", "e5", "-3", "1.5", "1.23456k", "3M", "1e30", "1e99999999999", "5 k", "0x10"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
