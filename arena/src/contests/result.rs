//! An arena's result as it is written to files: estimates, and the exact sums behind them.
//!
//! Percentages are of hands; standard errors and 95 % intervals come from duplicate sets. `mean` is points per hand:
//! the margin of the side that sits alone, from the first agent's point of view (see [`crate::deals::seating`]). With
//! two sides it is the first agent's points minus the second's. A shutout counts as the match limit. If a program
//! outside a sandbox meets deals again, the main figures come from the first play of each set alone. Only `time`
//! depends on the clock or on the number of threads; it is present only if requested.

mod check;
mod side;
mod sprt;
mod sums;

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

pub(crate) use check::{check_pair, check_places, must};
pub use side::{AgentResult, PositionResult, Positions};
pub use sprt::SprtResult;

use crate::contests::Pool;
use crate::deals::secret::Secret;
use crate::deals::spans::Spans;
use crate::difference::{load_kind, text_digests, unchanged, write_line};
use crate::error::ArenaError;
use crate::pairs::component::Component;
use crate::pairs::known_deals::{Basis, KnownDeals};
use crate::pairs::offences::Offences;
use crate::pairs::tally::{Counted, PairTally};
use crate::pairs::timing::PairTime;
use crate::pairs::{ArenaConfig, Totals};
use crate::watch::Progress;
use spariglio_files::json::typed;
use spariglio_files::metrics::MatchLine;
use spariglio_files::whole::check_writable;
use spariglio_files::{Digests, FileError, Origin, short_hash};
use spariglio_stats::{Estimate, LEAST_SETS, Moments, SprtConfig, superiority};

/// The value of [`ArenaResult::kind`].
pub const ARENA_KIND: &str = "arena";

/// Every pair of an arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArenaResult {
    /// Always [`ARENA_KIND`]: tells the file from other JSON files.
    pub kind: String,
    /// Version of Spariglio that played.
    pub version: String,
    /// Name of the rule set.
    pub rules: String,
    /// Fingerprint of the rule set, hexadecimal.
    pub rules_fingerprint: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived, if programs took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Whether partners saw each other's hand cards.
    pub partners_open: bool,
    /// Whether every deal was played only once.
    #[serde(default)]
    pub unpaired: bool,
    /// The sequential test of every pair, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// Specifications of the agents.
    pub agents: Vec<String>,
    /// Each agent's components beside its specification.
    #[serde(default)]
    pub made_of: Vec<Vec<Component>>,
    /// Their short names, in the same order.
    pub names: Vec<String>,
    /// The pairs that played, by their places in `agents`.
    pub pairs: Vec<PairResult>,
    /// Ratings and claims from all pairs together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Pool>,
    /// Whether all requested deals were played.
    pub complete: bool,
    /// Fingerprint of everything that decides a deal's figures, hexadecimal (version, rules, agents and their files,
    /// seed, open hand cards). Results may be merged if theirs are equal.
    pub fingerprint: String,
    /// The hash of each field that no figure follows from: names, components, whether all was played,
    /// command, origin.
    #[serde(default)]
    pub digests: Digests,
    /// The command that produced the result, if known.
    #[serde(default)]
    pub command: Option<String>,
    /// Date, machine and program, if known; no part of the fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// One pair of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairResult {
    /// The agents' places in the arena's list, the lower one first.
    #[serde(default)]
    pub places: [usize; 2],
    /// The two specifications; figures are the first agent's unless stated otherwise.
    pub agents: [String; 2],
    /// Name of the rule set.
    pub rules: String,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The deals that were played.
    #[serde(default)]
    pub deals: Spans,
    /// Hands played.
    pub hands: u64,
    /// Duplicate sets played.
    pub sets: u64,
    /// Hands per set.
    pub plays_per_set: u64,
    /// The plays that `mean`, `win`, `tie` and `loss` with their errors come from, and the pool's figures.
    #[serde(default)]
    pub basis: Basis,
    /// Points per hand, first agent minus second.
    pub mean: f64,
    /// Its standard error, from sets.
    pub standard_error: f64,
    /// Its 95 % interval; `None` if there are too few sets or all sets are alike.
    pub interval: Option<[f64; 2]>,
    /// Percent of hands won by the first agent.
    pub win: f64,
    /// Percent tied.
    pub tie: f64,
    /// Percent lost.
    pub loss: f64,
    /// Standard error of `win`, percent.
    pub win_error: f64,
    /// Standard error of `tie`, percent.
    pub tie_error: f64,
    /// Standard error of `loss`, percent.
    pub loss_error: f64,
    /// Shutouts made by each agent.
    pub shutouts: [u64; 2],
    /// Hands that each agent forfeited by an offence.
    #[serde(default)]
    pub forfeits: [u64; 2],
    /// The offences of each agent by kind.
    #[serde(default)]
    pub offences: [Offences; 2],
    /// Each agent's first offence: place, kind, and the program's last words.
    #[serde(default)]
    pub first_offence: [Option<String>; 2],
    /// The standard error if the same hands were on unrelated deals.
    pub unpaired_standard_error: f64,
    /// Unpaired variance over paired variance; `None` if the sets do not vary.
    pub variance_reduction: Option<f64>,
    /// Points per hand over only the first play of every set, an estimate as from unrelated deals.
    #[serde(default)]
    pub unpaired: Option<Estimate>,
    /// Points per hand over all plays, if `mean` is that of the first ones: a program's memory may have raised it.
    #[serde(default)]
    pub paired: Option<Estimate>,
    /// The second play of every set minus its first, points per hand; two sides only. Its expectation is 0 if agents do
    /// not recognise deals.
    #[serde(default)]
    pub second_less_first: Option<Estimate>,
    /// Whether that difference warns of a program that may know deals again, and how large a gain it can miss; `None`
    /// without a program, or if sets do not have two plays.
    #[serde(default)]
    pub known_deals: Option<KnownDeals>,
    /// Whether every one of enough sets cancelled: the margins of its plays add up to 0, and not all of them are 0.
    #[serde(default)]
    pub cancels: bool,
    /// The sequential test, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtResult>,
    /// The side at a position, whichever agent holds it.
    pub by_position: Positions,
    /// Each agent's own figures.
    pub by_agent: [AgentResult; 2],
    /// The exact sums; sums of runs over different deals can be added.
    pub tally: PairTally,
    /// Hash of all that the figures are computed from, sixteen hexadecimal digits; `time` has its own. It shows whether a
    /// number was changed; it is no signature.
    #[serde(default)]
    pub digest: String,
    /// The clock's figures, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<PairTime>,
}

/// The settings of a pair, before it has played.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Heading {
    pub places: [usize; 2],
    pub agents: [String; 2],
    pub rules: String,
    pub seed: u64,
    pub plays: u64,
    pub sprt: Option<SprtConfig>,
}

impl Heading {
    pub fn new(game: &Game, agents: [&AgentSpec; 2], config: &ArenaConfig) -> Heading {
        Heading {
            places: [0, 1],
            agents: agents.map(ToString::to_string),
            rules: game.rules().name.clone(),
            seed: config.seed,
            plays: config.plays(game) as u64,
            sprt: config.sprt,
        }
    }
}

impl PairResult {
    /// The line of `metrics.jsonl` for this match of a generation's network.
    pub fn line(&self, generation: u32) -> MatchLine {
        let [agent, opponent] = self.agents.clone();
        MatchLine {
            generation,
            agent,
            opponent,
            mean: self.mean,
            standard_error: self.standard_error,
            interval: self.interval,
            win: self.win,
            tie: self.tie,
            loss: self.loss,
            hands: self.hands,
        }
    }

    /// The result with the figures of `totals`.
    pub(crate) fn new(heading: Heading, totals: Totals) -> PairResult {
        // Before its first look a test has no course yet.
        let sprt = heading.sprt.map(|_| totals.sprt.unwrap_or_default());
        let totals = Totals { sprt, ..totals };
        let digest = digest(&heading, &totals);
        let Heading { agents, plays, .. } = heading;
        let tally = totals.tally;
        let counted = tally.counted(plays);
        let basis = if counted.plays < plays {
            Basis::FirstPlays
        } else {
            Basis::AllPlays
        };
        let each = counted.plays as f64;
        let margin = counted.pair.margin.estimate(each, 1.0);
        let percent = |moments: &Moments| moments.estimate(each, 100.0);
        let [win, tie, loss] = [&counted.pair.win, &counted.pair.tie, &counted.pair.loss].map(percent);
        let paired = tally.pair.margin.estimate(plays as f64, 1.0);
        let unpaired = tally.hand_margin.standard_error();
        let sprt = heading.sprt.zip(totals.sprt);
        let reduction = (unpaired / paired.standard_error).powi(2);
        let gap = (tally.second_less_first.count > 1).then(|| tally.second_less_first.estimate(1.0, 1.0));
        let is_enough = tally.sets() >= LEAST_SETS;
        PairResult {
            places: heading.places,
            rules: heading.rules,
            seed: heading.seed,
            deals: totals.deals,
            hands: tally.sets() * plays,
            sets: tally.sets(),
            plays_per_set: plays,
            basis,
            mean: margin.mean,
            standard_error: margin.standard_error,
            interval: margin.interval,
            win: win.mean,
            tie: tie.mean,
            loss: loss.mean,
            win_error: win.standard_error,
            tie_error: tie.standard_error,
            loss_error: loss.standard_error,
            shutouts: [0, 1].map(|agent| tally.agents[agent].shutouts),
            forfeits: [0, 1].map(|agent| tally.agents[agent].offences.total()),
            offences: [0, 1].map(|agent| tally.agents[agent].offences),
            first_offence: totals.first_offence,
            unpaired_standard_error: unpaired,
            variance_reduction: (plays > 1 && is_enough && reduction.is_finite()).then_some(reduction),
            unpaired: (plays > 1 && !tally.first_play.is_empty()).then(|| tally.first_play.estimate(1.0, 1.0)),
            paired: (basis == Basis::FirstPlays).then_some(paired),
            second_less_first: gap,
            known_deals: KnownDeals::new(&agents, tally.sets(), gap),
            cancels: is_enough && tally.pair.margin.squares == 0 && tally.hand_margin.squares > 0,
            sprt: sprt.map(|(config, run)| SprtResult::new(config, run, &tally, plays)),
            by_position: Positions::new(&tally.first, &tally.dealer),
            by_agent: [0, 1].map(|agent| AgentResult::new(&agents[agent], &tally.agents[agent])),
            agents,
            tally,
            time: totals.clocked.map(|clocked| PairTime::from(clocked).signed(&digest)),
            digest,
        }
    }

    /// The same figures for the agents at the places `places` of the list `specs`.
    pub(crate) fn at(&self, places: [usize; 2], specs: &[String]) -> PairResult {
        let agents = places.map(|place| specs[place].clone());
        self.under(Heading { places, agents, ..self.heading() })
    }

    /// Computes every figure again from the sums.
    pub(crate) fn anew(&self) -> PairResult {
        self.under(self.heading())
    }

    /// The same sums under a heading. Times without the clock's raw figures, as old results have, are kept.
    fn under(&self, heading: Heading) -> PairResult {
        let mut pair = PairResult::new(heading, self.totals());
        if pair.time.is_none() {
            pair.time = self.time.clone().map(|time| time.signed(&pair.digest));
        }
        pair
    }

    pub(crate) fn heading(&self) -> Heading {
        Heading {
            places: self.places,
            agents: self.agents.clone(),
            rules: self.rules.clone(),
            seed: self.seed,
            plays: self.plays_per_set,
            sprt: self.sprt.as_ref().map(|sprt| sprt.config),
        }
    }

    /// The totals behind the result, to continue the pair.
    #[must_use]
    pub fn totals(&self) -> Totals {
        Totals {
            deals: self.deals.clone(),
            tally: self.tally.clone(),
            clocked: self.time.as_ref().and_then(|time| time.clocked.clone()),
            sprt: self.sprt.as_ref().map(|sprt| sprt.run.clone()),
            first_offence: self.first_offence.clone(),
            series: Vec::new(),
        }
    }

    /// The sums that the main figures come from.
    #[must_use]
    pub fn counted(&self) -> Counted<'_> {
        self.tally.counted(self.plays_per_set)
    }

    /// The progress if all hands are played.
    pub(crate) fn progress(&self) -> Progress {
        let is_enough = self.sets >= LEAST_SETS;
        Progress {
            played: self.hands,
            of: self.hands,
            mean: self.mean,
            standard_error: if is_enough { self.standard_error } else { 0.0 },
            llr: None,
        }
    }

    /// The probability that the first agent is better, from this pair alone; `None` if there are too few sets.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        (self.sets >= LEAST_SETS).then(|| superiority::chance(self.mean, self.standard_error))
    }

    /// 1 if the 95 % interval lies wholly above zero, -1 if wholly below, else 0.
    #[must_use]
    pub fn verdict(&self) -> i8 {
        self.interval
            .map_or(0, |[low, high]| i8::from(low > 0.0) - i8::from(high < 0.0))
    }
}

/// Hash of all that the figures of a pair are computed from.
fn digest(heading: &Heading, totals: &Totals) -> String {
    let Heading { places, agents, rules, seed, plays, sprt } = heading;
    let Totals { deals, tally, sprt: run, first_offence, .. } = totals;
    let sources = ((places, agents, rules, seed, plays, sprt), (deals, tally, run, first_offence));
    short_hash(serde_json::to_string(&sources).expect("sums have text keys"))
}

impl ArenaResult {
    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not an arena's result.
    pub fn load_if_there(path: &Path) -> Result<Option<ArenaResult>, ArenaError> {
        load_kind(path, ARENA_KIND, ArenaResult::from_value)
    }

    /// Reads the result from the JSON `value` of the file `path`. Checks the sums, computes every figure again from them
    /// and compares it with the value.
    ///
    /// # Errors
    /// Fails if the value is not an arena's result, if its sums cannot be true, or if a figure is not the one that
    /// follows from the sums. The error names the field, the found and the expected value.
    pub fn from_value(path: &Path, value: serde_json::Value) -> Result<ArenaResult, FileError> {
        let wrong = |message: String| FileError::contents(path, message);
        let found: ArenaResult = typed(&value).map_err(wrong)?;
        found.check().map_err(wrong)?;
        let anew = ArenaResult {
            pairs: found.pairs.iter().map(PairResult::anew).collect(),
            fingerprint: found.fingerprint_of_settings(),
            ..found
        };
        // A run in progress saves no ratings.
        let saves_ratings = anew.pool.is_some() || anew.complete;
        let anew = if saves_ratings { anew.rated() } else { anew }.signed();
        unchanged(&value, &anew).map_err(wrong)?;
        Ok(if saves_ratings { anew } else { anew.rated() })
    }

    /// Checks that a file can be written to `path`.
    ///
    /// # Errors
    /// Fails if the path is a folder, or with the system's error.
    pub fn check_writable(path: &Path) -> Result<(), ArenaError> {
        Ok(check_writable(path)?)
    }

    /// The result with the command and the origin that it names.
    #[must_use]
    pub fn made_by(self, command: Option<String>, origin: Option<Origin>) -> ArenaResult {
        ArenaResult { command, origin, ..self }.signed()
    }

    /// The result with the hashes of its fields. To be called after a field was set.
    #[must_use]
    pub fn signed(self) -> ArenaResult {
        let (names, made_by) = ([&self.agents[..], &self.names], (&self.command, &self.origin));
        let digests = text_digests(names, &self.made_of, self.complete, made_by, []);
        ArenaResult { digests, ..self }
    }

    /// Adds the ratings of the pairs, if a pair has enough sets.
    #[must_use]
    pub fn rated(self) -> ArenaResult {
        ArenaResult { pool: Pool::of(&self), ..self }
    }

    /// Writes the file, as one line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ArenaError> {
        write_line(path, self)
    }

    /// The pair of two agents by their places in `agents`, with -1 if its figures must change sign to be `first`'s,
    /// else 1. `None` if the two did not play, or if they are the same agent.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Option<(&PairResult, f64)> {
        let pair = |places| self.pairs.iter().find(|pair| pair.places == places);
        match pair([first, second]) {
            Some(found) => Some((found, 1.0)),
            None => pair([second, first]).map(|found| (found, -1.0)),
        }
    }
}
