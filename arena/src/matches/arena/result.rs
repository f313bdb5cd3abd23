//! The result of an arena of matches, as it is written to files.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spariglio_agents::equity::fingerprint;

use super::totals::MatchTotals;
use super::{MatchArena, MatchTally};
use crate::contests::fingerprint::with_agents;
use crate::deals::secret::Secret;
use crate::deals::spans::Spans;
use crate::difference::{load_kind, text_digests, unchanged, write_line};
use crate::error::ArenaError;
use crate::pairs::component::Component;
use crate::pairs::entrant::{components, names};
use crate::pairs::known_deals::{Basis, KnownDeals, has_free_program};
use crate::pairs::offences::Offences;
use spariglio_files::json::typed;
use spariglio_files::{Digests, FileError, Origin, short_hash};
use spariglio_stats::{Estimate, LEAST_SETS, superiority};

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
    /// The pairs that played.
    pub pairs: Vec<MatchPair>,
    /// Whether all requested matches were played.
    pub complete: bool,
    /// Fingerprint of everything that decides a match, hexadecimal (version, rules, agents and their files, seed, open
    /// hand cards). Results may be merged if theirs are equal.
    pub fingerprint: String,
    /// The hash of each field that no figure follows from: name of the rules, names and components of the agents, whether
    /// all was played, command, origin.
    #[serde(default)]
    pub digests: Digests,
    /// The command that produced the result, if known.
    #[serde(default)]
    pub command: Option<String>,
    /// Date, machine and program, if known; no part of the fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl MatchesResult {
    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not a result of matches.
    pub fn load_if_there(path: &Path) -> Result<Option<MatchesResult>, ArenaError> {
        load_kind(path, MATCHES_KIND, MatchesResult::from_value)
    }

    /// Reads the result from the JSON `value` of the file `path`. Checks the sums, computes every figure again from them
    /// and compares it with the value.
    ///
    /// # Errors
    /// Fails if the value is not a result of matches, if its sums cannot be true, or if a figure is not the one that
    /// follows from the sums. The error names the field, the found and the expected value.
    pub fn from_value(path: &Path, value: serde_json::Value) -> Result<MatchesResult, FileError> {
        let wrong = |message: String| FileError::contents(path, message);
        let found: MatchesResult = typed(&value).map_err(wrong)?;
        found.check().map_err(wrong)?;
        let anew = MatchesResult {
            pairs: found.pairs.iter().map(MatchPair::anew).collect(),
            fingerprint: found.fingerprint_of_settings(),
            ..found
        }
        .signed();
        unchanged(&value, &anew).map_err(wrong)?;
        Ok(anew)
    }

    /// The result with the command and the origin that it names.
    #[must_use]
    pub fn made_by(self, command: Option<String>, origin: Option<Origin>) -> MatchesResult {
        MatchesResult { command, origin, ..self }.signed()
    }

    /// The result with the hashes of its fields. To be called after a field was set.
    #[must_use]
    pub fn signed(self) -> MatchesResult {
        let (names, made_by) = ([&self.agents[..], &self.names], (&self.command, &self.origin));
        let digests =
            text_digests(names, &self.made_of, self.complete, made_by, [("rules", self.rules.as_str().into())]);
        MatchesResult { digests, ..self }
    }

    /// Writes the file, as one line.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ArenaError> {
        write_line(path, self)
    }
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
    /// The matches that `score`, `win`, `tie`, `loss`, `margin` and `superiority` come from: a program outside a
    /// sandbox could remember the deals of all but the first match of a set.
    #[serde(default)]
    pub basis: Basis,
    /// Percent of matches won; a level match counts one half.
    pub score: Estimate,
    /// Percent won.
    pub win: Estimate,
    /// Percent level.
    pub tie: Estimate,
    /// Percent lost.
    pub loss: Estimate,
    /// `score` over only the first match of every set, an estimate as from unrelated deals.
    #[serde(default)]
    pub unpaired: Option<Estimate>,
    /// `score` over all matches, if `score` is that of the first ones: a program's memory may have raised it.
    #[serde(default)]
    pub paired: Option<Estimate>,
    /// Percentage of the second matches of all sets minus that of the first ones; two sides only. Its expectation is 0
    /// if agents do not recognise deals.
    #[serde(default)]
    pub second_less_first: Option<Estimate>,
    /// Whether that difference warns of a program that may know deals again, and how large a gain it can miss; `None`
    /// without a program, or if sets do not have two matches.
    #[serde(default)]
    pub known_deals: Option<KnownDeals>,
    /// The probability that the first agent is better: that its true score is above 50 %. `None` if there are too few
    /// sets.
    pub superiority: Option<f64>,
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
    /// Hash of all that the figures are computed from. It shows whether a number was changed; it is no signature.
    pub digest: String,
}

impl MatchesResult {
    /// A result without pairs.
    ///
    /// # Errors
    /// As [`made_of`](crate::pairs::component::made_of).
    pub(super) fn new(arena: &MatchArena<'_>) -> Result<MatchesResult, ArenaError> {
        let end = arena.game.rules().end;
        let made_of = components(arena.entrants, arena.game)?;
        let config = &arena.config;
        let specs = || arena.entrants.iter().map(|entrant| &entrant.spec);
        let fresh = MatchesResult {
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
            fingerprint: String::new(),
            made_of,
            pairs: Vec::new(),
            complete: false,
            digests: Digests::new(),
            command: None,
            origin: None,
        };
        Ok(MatchesResult { fingerprint: fresh.fingerprint_of_settings(), ..fresh }.signed())
    }

    /// The fingerprint of the result's settings.
    pub(super) fn fingerprint_of_settings(&self) -> String {
        let MatchesResult { version, rules_fingerprint, limit, match_hands, seed, partners_open, secret, .. } = self;
        let settings = format!(
            "matches|{version}|{rules_fingerprint}|{limit:?}|{match_hands:?}|{seed}|{partners_open}|{secret:?}"
        );
        with_agents(settings, &self.agents, &self.made_of)
    }
}

/// Hash of all that the figures of a pair are computed from.
fn digest(places: [usize; 2], agents: &[String; 2], plays: u64, totals: &MatchTotals) -> String {
    let MatchTotals { played, tally, first_offence } = totals;
    let sources = (places, agents, plays, played, tally, first_offence);
    short_hash(serde_json::to_string(&sources).expect("sums have text keys"))
}

impl MatchPair {
    /// Computes every figure again from the sums.
    fn anew(&self) -> MatchPair {
        MatchPair::new(self.places, self.agents.clone(), self.plays_per_set, &MatchTotals::from(self))
    }

    /// The figures of `totals`, if sets have `plays` matches.
    pub(super) fn new(places: [usize; 2], agents: [String; 2], plays: u64, totals: &MatchTotals) -> MatchPair {
        let tally = totals.tally;
        let each = plays as f64;
        let all = tally.score(plays);
        let unpaired = tally.first_play.percentage(2.0);
        let gap = (tally.second_less_first.count > 1).then(|| tally.second_less_first.estimate(2.0, 100.0));
        let (basis, score, [win, tie, loss], margin) = match has_free_program(&agents) {
            true => {
                let outcomes = tally.first_outcomes().map(|outcome| outcome.percentage(1.0));
                (Basis::FirstPlays, unpaired, outcomes, tally.first_margin.estimate(1.0, 1.0))
            }
            false => {
                let outcomes = [tally.win, tally.tie, tally.loss].map(|outcome| outcome.percentage(each));
                (Basis::AllPlays, all, outcomes, tally.margin.estimate(each, 1.0))
            }
        };
        let is_enough = tally.sets() >= LEAST_SETS;
        MatchPair {
            places,
            played: totals.played.clone(),
            matches: tally.sets() * plays,
            sets: tally.sets(),
            plays_per_set: plays,
            basis,
            score,
            win,
            tie,
            loss,
            unpaired: Some(unpaired),
            paired: (basis == Basis::FirstPlays).then_some(all),
            second_less_first: gap,
            known_deals: KnownDeals::new(&agents, tally.sets(), gap),
            superiority: is_enough.then(|| superiority::chance(score.mean - 50.0, score.standard_error)),
            margin,
            hands: tally.hands.estimate(each, 1.0),
            first_dealer: tally.first_dealer.percentage(2.0 * each),
            shutouts: tally.shutouts,
            forfeits: tally.offences.map(|offences| offences.total()),
            offences: tally.offences,
            first_offence: totals.first_offence.clone(),
            digest: digest(places, &agents, plays, totals),
            agents,
            tally,
        }
    }
}
