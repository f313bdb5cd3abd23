//! The result of an arena of matches, as it is written to files.

use serde::{Deserialize, Serialize};
use spariglio_agents::MatchEquity;
use spariglio_agents::equity::fingerprint;

use super::{MatchArena, MatchTally};
use crate::contests::check_places;
use crate::deals::seating::Seating;
use crate::deals::secret::Secret;
use crate::error::ArenaError;
use crate::pairs::component::Component;
use crate::pairs::entrant::{components, names};
use crate::pairs::known_deals::{Basis, KnownDeals, has_free_program};
use crate::pairs::offences::Offences;
use spariglio_files::Origin;
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
    /// The source of the match equity that agents were given.
    pub equity: Option<EquitySource>,
    /// The pairs that played.
    pub pairs: Vec<MatchPair>,
    /// Whether all requested matches were played.
    pub complete: bool,
    /// The command that produced the result, if known.
    #[serde(default)]
    pub command: Option<String>,
    /// Date, machine and program, if known; no part of the fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

impl MatchesResult {
    /// Checks that agents and pairs fit an arena; somebody else may have written the file.
    ///
    /// # Errors
    /// The field, with the expected and the found value.
    pub fn check(&self) -> Result<(), String> {
        check_places(&self.agents, &self.names, self.pairs.iter().map(|pair| pair.places))
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
}

impl MatchesResult {
    /// A result without pairs.
    ///
    /// # Errors
    /// Fails if an agent's network does not exist or if one of its files cannot be read.
    pub(super) fn new(arena: &MatchArena<'_>) -> Result<MatchesResult, ArenaError> {
        let end = arena.game.rules().end;
        let made_of = components(arena.entrants, arena.game)?;
        Ok(MatchesResult {
            kind: MATCHES_KIND.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: arena.game.rules().name.clone(),
            rules_fingerprint: fingerprint(arena.game),
            limit: end.limit,
            match_hands: end.hands,
            seed: arena.config.seed,
            secret: arena.config.secret,
            partners_open: arena.config.partners_open,
            agents: arena.entrants.iter().map(|entrant| entrant.spec.to_string()).collect(),
            names: names(arena.entrants, &made_of),
            made_of,
            equity: arena.equity.as_deref().map(EquitySource::from),
            pairs: Vec::new(),
            complete: false,
            command: None,
            origin: None,
        })
    }
}

impl From<&MatchEquity> for EquitySource {
    fn from(table: &MatchEquity) -> EquitySource {
        EquitySource { agent: table.agent.clone(), hands: table.hands, seed: table.seed }
    }
}

impl MatchPair {
    /// The figures of a tally.
    pub(super) fn new(
        arena: &MatchArena<'_>,
        places: [usize; 2],
        tally: MatchTally,
        first_offence: [Option<String>; 2],
    ) -> MatchPair {
        let plays = Seating::count(arena.game) as u64;
        let each = plays as f64;
        let agents = places.map(|place| arena.entrants[place].spec.to_string());
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
            first_offence,
            agents,
            tally,
        }
    }
}
