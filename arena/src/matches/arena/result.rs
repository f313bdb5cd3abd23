//! The result of an arena of matches, as it is written to files.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_agents::MatchEquity;
use spariglio_agents::equity::fingerprint;

use super::totals::MatchTotals;
use super::{MatchArena, MatchTally};
use crate::contests::check_places;
use crate::contests::fingerprint::with_agents;
use crate::deals::secret::Secret;
use crate::deals::spans::Spans;
use crate::error::ArenaError;
use crate::error::wrong;
use crate::pairs::component::Component;
use crate::pairs::entrant::{components, names};
use crate::pairs::known_deals;
use crate::pairs::offences::Offences;
use spariglio_files::whole::{read_if_there, write_whole};
use spariglio_files::{FileError, short_hash};
use spariglio_stats::{Estimate, superiority};

/// The value of [`MatchesResult::kind`].
pub const MATCHES_KIND: &str = "matches";

/// Every pair of an arena of matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchesResult {
    /// Always [`MATCHES_KIND`].
    pub kind: String,
    /// Version of Spariglio that played.
    pub version: String,
    /// Name of the rule set.
    pub rules: String,
    /// Fingerprint of the rule set, its end of the match included, hexadecimal.
    pub rules_fingerprint: String,
    /// Points that end a match, if it has a limit.
    pub limit: Option<u32>,
    /// Hands per match, if their number is fixed.
    pub match_hands: Option<u32>,
    /// Seed of deals and agents.
    pub seed: u64,
    /// The secret from which, with `seed`, the agents' seeds are derived, if programs took part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// Whether partners saw each other's hand cards.
    pub partners_open: bool,
    /// Specifications of the agents.
    pub agents: Vec<String>,
    /// Each agent's components beside its specification.
    #[serde(default)]
    pub made_of: Vec<Vec<Component>>,
    /// Their short names, in the same order.
    pub names: Vec<String>,
    /// The source of the match equity that agents were given.
    pub equity: Option<EquitySource>,
    /// The pairs that played.
    pub pairs: Vec<MatchPair>,
    /// Whether all requested matches were played.
    pub complete: bool,
    /// Fingerprint of everything that decides a match, hexadecimal (version, rules, agents and their files, seed, open
    /// hand cards, match equity). Results may be merged if theirs are equal.
    pub fingerprint: String,
    /// The command that produced the result, if known.
    #[serde(default)]
    pub command: Option<String>,
}

impl MatchesResult {
    /// Checks that agents and pairs fit an arena; somebody else may have written the file.
    ///
    /// # Errors
    /// The field, with the expected and the found value.
    pub fn check(&self) -> Result<(), String> {
        check_places(&self.agents, &self.names, self.pairs.iter().map(|pair| pair.places))
    }

    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not a result of matches.
    pub fn load_if_there(path: &Path) -> Result<Option<MatchesResult>, ArenaError> {
        let Some(text) = read_if_there(path)? else {
            return Ok(None);
        };
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|error| wrong(path, format!("not JSON: {error}")))?;
        if value["kind"] != MATCHES_KIND {
            return Err(wrong(path, format!("expected a result of matches (\"kind\": \"{MATCHES_KIND}\")")));
        }
        Ok(Some(MatchesResult::from_value(path, value)?))
    }

    /// Reads the result from the JSON `value` of the file `path`.
    ///
    /// # Errors
    /// Fails if the value is not a result of matches.
    pub fn from_value(path: &Path, value: serde_json::Value) -> Result<MatchesResult, FileError> {
        let wrong = |message: String| FileError::contents(path, message);
        let result: MatchesResult =
            serde_json::from_value(value).map_err(|error| wrong(format!("not an arena of matches: {error}")))?;
        result.check().map_err(wrong)?;
        Ok(result)
    }

    /// Writes the file, as one line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ArenaError> {
        let text = serde_json::to_string(self).map_err(|error| wrong(path, error))?;
        Ok(write_whole(path, format!("{text}\n"))?)
    }
}

/// The hands behind a table of match equity.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct EquitySource {
    /// The agent that played them.
    pub agent: String,
    /// Their number.
    pub hands: u64,
    /// Their seed.
    pub seed: u64,
}

/// One pair of agents; figures are the first agent's unless stated otherwise, standard errors come from sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchPair {
    /// The agents' places in the arena's list.
    pub places: [usize; 2],
    /// Their specifications.
    pub agents: [String; 2],
    /// The sets that were played, by their numbers.
    pub played: Spans,
    /// Matches played.
    pub matches: u64,
    /// Duplicate sets played.
    pub sets: u64,
    /// Matches per set.
    pub plays_per_set: u64,
    /// Percent of matches won; a level match counts one half.
    pub score: Estimate,
    /// Percent won.
    pub win: Estimate,
    /// Percent level.
    pub tie: Estimate,
    /// Percent lost.
    pub loss: Estimate,
    /// `score` over only the first match of every set, an estimate as from unrelated deals; two sides only.
    #[serde(default)]
    pub unpaired: Option<Estimate>,
    /// Percentage of the second matches of all sets minus that of the first ones; two sides only. Its expectation is 0
    /// if agents do not recognise deals.
    #[serde(default)]
    pub second_less_first: Option<Estimate>,
    /// The probability that the first agent is better: that its true score is above 50 %.
    pub superiority: f64,
    /// Final points minus the opponent's, per match; a shutout or an offence counts as the limit to 0.
    pub margin: Estimate,
    /// Hands per match.
    pub hands: Estimate,
    /// Percent of matches won by the side that dealt first, whichever agent held it; a level match counts one half.
    pub first_dealer: Estimate,
    /// Matches that each agent won by a shutout.
    pub shutouts: [u64; 2],
    /// Matches that each agent lost by an offence.
    pub forfeits: [u64; 2],
    /// The offences of each agent by kind.
    #[serde(default)]
    pub offences: [Offences; 2],
    /// Each agent's first offence: place, kind, and the program's last words.
    #[serde(default)]
    pub first_offence: [Option<String>; 2],
    /// The exact sums.
    pub tally: MatchTally,
}

impl MatchesResult {
    /// A result without pairs.
    ///
    /// # Errors
    /// Fails if an agent's network does not exist or if one of its files cannot be read.
    pub(super) fn new(arena: &MatchArena<'_>) -> Result<MatchesResult, ArenaError> {
        let end = arena.game.rules().end;
        let made_of = components(arena.entrants, arena.game)?;
        let config = &arena.config;
        let specs = || arena.entrants.iter().map(|entrant| &entrant.spec);
        let settings = format!(
            "matches|{}|{}|{}|{}|{:?}|{}",
            env!("CARGO_PKG_VERSION"),
            fingerprint(arena.game),
            config.seed,
            config.partners_open,
            config.secret,
            arena.equity.as_deref().map_or(String::new(), hash),
        );
        Ok(MatchesResult {
            kind: MATCHES_KIND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: arena.game.rules().name.clone(),
            rules_fingerprint: fingerprint(arena.game),
            limit: end.limit,
            match_hands: end.hands,
            seed: config.seed,
            secret: config.secret,
            partners_open: config.partners_open,
            agents: specs().map(ToString::to_string).collect(),
            names: names(arena.entrants, &made_of),
            fingerprint: with_agents(settings, specs().zip(&made_of)),
            made_of,
            equity: arena.equity.as_deref().map(EquitySource::from),
            pairs: Vec::new(),
            complete: false,
            command: None,
        })
    }
}

/// The hash of a table.
fn hash(table: &MatchEquity) -> String {
    short_hash(serde_json::to_string(table).expect("numbers and texts have a JSON form"))
}

impl From<&MatchEquity> for EquitySource {
    fn from(table: &MatchEquity) -> EquitySource {
        EquitySource { agent: table.agent.clone(), hands: table.hands, seed: table.seed }
    }
}

impl MatchPair {
    /// The figures of `totals`, if sets have `plays` matches.
    pub(super) fn new(places: [usize; 2], agents: [String; 2], plays: u64, totals: &MatchTotals) -> MatchPair {
        let tally = totals.tally;
        let each = plays as f64;
        let score = tally.score(plays);
        MatchPair {
            places,
            agents,
            played: totals.played.clone(),
            matches: tally.sets() * plays,
            sets: tally.sets(),
            plays_per_set: plays,
            win: tally.win.percentage(each),
            tie: tally.tie.percentage(each),
            loss: tally.loss.percentage(each),
            unpaired: (!tally.first_play.is_empty()).then(|| tally.first_play.percentage(2.0)),
            second_less_first: (tally.second_less_first.count > 1)
                .then(|| tally.second_less_first.estimate(2.0, 100.0)),
            superiority: superiority::chance(score.mean - 50.0, score.standard_error),
            score,
            margin: tally.margin.estimate(each, 1.0),
            hands: tally.hands.estimate(each, 1.0),
            first_dealer: tally.first_dealer.percentage(2.0 * each),
            shutouts: tally.shutouts,
            forfeits: tally.offences.map(|offences| offences.total()),
            offences: tally.offences,
            first_offence: totals.first_offence.clone(),
            tally,
        }
    }

    /// The difference between second and first matches of sets, if a program takes part and chance hardly explains it.
    /// In percent of matches won by the first agent. The program may have recognised deals.
    #[must_use]
    pub fn knows_deals_again(&self) -> Option<Estimate> {
        known_deals::remarkable(&self.agents, self.sets, self.second_less_first)
    }
}
