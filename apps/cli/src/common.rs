//! Code shared by the verbs: the game, agents and seed on the command line, and the output of results.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Args;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::{Agent, AgentSpec};
use spariglio_arena::in_flight::{MOST_IN_FLIGHT, in_flight};
use spariglio_arena::pairs::component::other_rules_of;
use spariglio_engine::Game;
use spariglio_engine::format::plain::{plain_lines, shell_word};
pub use spariglio_files::rules_choice::rule_set;
use spariglio_files::tell;
use spariglio_files::whole::{check_writable, is_there, read_bytes};

use crate::Status;

/// Why a word of the command line may belong to nothing, and the way out.
pub const STANDS_ALONE: &str = "a list has commas without blanks (`net,formula`), and what has blanks needs quotes (`\"external:command=python3 bot.py\"`)";

/// Fails if `file` is no file beside `agents`, or is a list of agents itself: a word that belongs to no option.
pub fn check_no_word(file: Option<&Path>, agents: &[String]) -> Result<()> {
    let Some(file) = file.filter(|file| !file.exists()) else {
        return Ok(());
    };
    let file = file.display();
    let is_number = file.to_string().parse::<f64>().is_ok();
    ensure!(!is_number, "FILE: `{file}` is no file: an option takes one number, without blanks in it");
    ensure!(agents.is_empty(), "FILE: `{file}` is no file: {STANDS_ALONE}");
    let is_list = AgentSpec::list(&file.to_string()).is_ok();
    ensure!(!is_list, "FILE: `{file}` is no file, but names agents: add --agents before it");
    Ok(())
}

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

/// Parses a whole number from `LEAST` to `MOST`.
pub fn number<T: TryFrom<u64>, const LEAST: u64, const MOST: u64>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|number| (LEAST..=MOST).contains(number));
    let number = number.and_then(|number: u64| T::try_from(number).ok());
    number.ok_or_else(|| match MOST {
        u64::MAX => format!("expected a whole number, at least {LEAST}"),
        _ => format!("expected a whole number from {LEAST} to {MOST}"),
    })
}

/// Parses `--seed N`.
pub fn seed(text: &str) -> Result<u64, String> {
    let number = text.parse().ok();
    number.ok_or_else(|| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Parses a number that may have a fraction. The verb checks its range.
pub fn real(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "expected a number, such as 0.5".to_owned())
}

/// Maximum of `--threads`: more than any machine has cores.
pub const MOST_THREADS: usize = 1024;

/// Parses `--threads N`.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&threads: &usize| threads <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a number from 0 (one per core) to {MOST_THREADS}"))
}

/// Parses the number of hands to play side by side.
pub fn hands_in_flight(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|&number: &usize| number > 0 && number as u64 <= MOST_IN_FLIGHT);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_IN_FLIGHT}"))
}

/// Says that slow programs play many hands side by side, if nobody has chosen their number.
pub fn tell_in_flight<'a>(agents: impl IntoIterator<Item = &'a AgentSpec>, wanted: Option<usize>, threads: usize) {
    let [few, many] = [in_flight([], 0, threads), in_flight(agents, 0, threads)];
    if wanted.is_none() && many > few {
        tell!(
            "{many} hands in flight, because an agent may wait more than 2 seconds per decision (`millis`); for one that computes, add --in-flight {few}"
        );
    }
}

/// Parses a number of hands or matches from `LEAST` to `MOST`, as people write them: `100000`, `100_000`, `100k`,
/// `1.5M`, `1e5`.
pub fn count<const LEAST: u64, const MOST: u64>(text: &str) -> Result<u64, String> {
    let is_allowed = |number: &u64| (LEAST..=MOST).contains(number);
    whole(text).filter(is_allowed).ok_or_else(|| {
        let such = if is_allowed(&100_000) {
            "100000, 100_000, 100k or 1e5"
        } else {
            "1000, 1_000, 1k or 1e3"
        };
        format!("expected a whole number from {LEAST} to {MOST}, such as {such}")
    })
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

/// Parses lists of agents separated by commas: specifications or names of TOML files.
pub fn agents(lists: &[String]) -> Result<Vec<AgentSpec>> {
    let mut agents = Vec::new();
    for list in lists {
        agents.extend(AgentSpec::list(list)?);
    }
    Ok(agents)
}

/// Builds the agent of a specification for hands of `game`.
pub fn build(spec: &AgentSpec, game: &Game) -> Result<Box<dyn Agent>> {
    spec.build(game).map_err(|error| match error.to_string() {
        text if text.contains(&spec.to_string()) => anyhow!(error),
        _ => anyhow!(error).context(format!("agent {spec}")),
    })
}

/// Warns of networks that learnt other rules than those of `game`.
pub fn warn_of_other_rules<'a>(agents: impl IntoIterator<Item = &'a AgentSpec>, game: &Game) {
    for warning in BTreeSet::from_iter(other_rules_of(agents, game)) {
        tell!("{warning}");
    }
}

/// The agent of `--hints` and `--agent`; [`AgentSpec::adviser`] if none is given.
pub fn adviser(game: &Game, agent: Option<&str>) -> Result<AgentSpec> {
    match agent {
        Some(text) => AgentSpec::resolve(text).map_err(|error| anyhow!(error)),
        None => Ok(AgentSpec::adviser(game)),
    }
}

/// Fails if the file of an option exists, unless its text `is_own`: another one may be somebody's work.
pub fn check_own(option: &str, path: &Path, is_own: impl FnOnce(&str) -> bool) -> Result<()> {
    check_writable(path)?;
    if is_there(path)? {
        let bytes = read_bytes(path)?;
        let is_free = bytes.is_empty() || is_own(&String::from_utf8_lossy(&bytes));
        ensure!(is_free, "{option} {}: the file exists: remove it, or choose another name", path.display());
    }
    Ok(())
}

/// Says so if a new run has a folder with files of others; `mark` is the file of an earlier start.
pub fn note_others(folder: &Path, mark: &str) {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let mut files = entries.filter(|entry| entry.path().is_file());
    if !folder.join(mark).exists() && files.next().is_some() {
        tell!("{}: this folder has other files; a folder of its own keeps a run apart", folder.display());
    }
}

/// The command that does the work of `file` again. Its results go to `runs/`: the place of the output changes nothing.
/// Neither does the folder of a file with an absolute path, which is left out, as it tells of this machine alone.
pub fn command_of_file(verb: &str, file: &Path) -> String {
    let file = match file.file_name() {
        Some(name) if file.is_absolute() => Path::new(name),
        _ => file,
    };
    let out = Path::new("runs").join(file.file_stem().unwrap_or_default());
    let [file, out] = [file, &out].map(|path| shell_word(&path.display().to_string()));
    format!("spariglio {verb} {file} --out {out}")
}

/// Standard output for results; its errors say so. Flush it at the end: an error of an unflushed rest is lost. Text is
/// safe to show: it may come from files and programs.
pub fn output() -> impl Write {
    Shown(painted_output())
}

/// The same for text with colours: whoever writes makes names safe to show.
pub fn painted_output() -> impl Write {
    io::BufWriter::new(Output(io::stdout().lock()))
}

/// A writer of text whose signs that no terminal shows become `\u....`, which has the same meaning in JSON and TOML.
struct Shown<W>(W);

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        if plain_lines(&text) == text {
            self.0.write_all(bytes)?;
            return Ok(bytes.len());
        }
        for letter in text.chars() {
            let mut utf8 = [0; 4];
            let letters = &*letter.encode_utf8(&mut utf8);
            if plain_lines(letters) == letters {
                self.0.write_all(letters.as_bytes())?;
            } else {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    write!(self.0, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a line of results to standard output at once.
pub fn print(line: impl Display) -> Result<()> {
    print_text(&format!("{line}\n"))
}

/// Prints a result: `object` if JSON is wanted, else `text`.
pub fn print_result(json: bool, object: impl Display, text: impl Display) -> Result<()> {
    if json { print(object) } else { print(text) }
}

/// Prints a list, one line or paragraph for each item.
pub fn print_list<L: Display>(lines: impl IntoIterator<Item = L>) -> Result<Status> {
    let mut out = output();
    lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
    out.flush()?;
    Ok(Status::Success)
}

/// Prints text that ends its lines itself.
pub fn print_text(text: &str) -> Result<()> {
    let mut out = output();
    write!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Prints a reference page.
pub fn print_page(text: &str) -> Result<Status> {
    print(text.trim_end())?;
    Ok(Status::Success)
}

/// Whether the cause is a reader of standard output that went away.
pub fn is_reader_gone(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
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
    fn output_moves_no_cursor_and_json_keeps_its_meaning() {
        let mut output = Shown(Vec::new());
        let text = "\u{1b}[1m \u{202e}\u{e0001}\u{7f} 简";
        writeln!(output, "{}", serde_json::json!(text)).expect("written");
        let line = String::from_utf8(output.0).expect("UTF-8");
        assert_eq!(line, "\"\\u001b[1m \\u202e\\udb40\\udc01\\u007f 简\"\n");
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), text);
    }

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
