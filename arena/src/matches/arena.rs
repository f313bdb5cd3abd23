//! Duplicate matches: the unit of contests over whole matches.
//!
//! A set is one series of deals; every seating ([`Seating::set`](crate::deals::seating::Seating::set)) plays one match
//! on it. With two sides the match is played both ways round, on the same deals and with the same dealers for as long as
//! both last. All errors come from sets. A match depends only on (seed, number, play).
//!
//! An offence of a program loses the match (`docs/reference/rules.md` E.6, TO2).

mod figures;
mod tally;
#[cfg(test)]
mod tests;
mod worker;

use serde::{Deserialize, Serialize};
use spariglio_engine::Game;

pub use figures::MatchFigures;
pub use tally::{MatchTally, PlayedMatch};
use worker::MatchWorker;

use crate::contests::ContestResult;
use crate::error::ArenaError;
use crate::pairs::duel::{Duel, Play, PlayStretch};
use crate::pairs::figures::{Forfeits, Outcomes, SprtResult};
use crate::pairs::set_sums::Tally;
use crate::pairs::unit::{Sources, Unit};
use spariglio_stats::moments::LEAST_SETS;
use spariglio_stats::{Estimate, superiority};

/// Whole matches on duplicate series of deals.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Matches;

/// Every pair of an arena of matches.
pub type MatchesResult = ContestResult<Matches>;

/// The settings of matches that hands lack.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MatchSettings {
    /// Points that end a match, if it has a limit.
    pub limit: Option<u32>,
    /// Hands per match, if their number is fixed.
    pub match_hands: Option<u32>,
}

impl Play for Matches {
    fn settings(&self, game: &Game) -> MatchSettings {
        let end = game.rules().end;
        MatchSettings { limit: end.limit, match_hands: end.hands }
    }

    fn worker<'d>(duel: &'d Duel<'d, Matches>) -> Result<Box<dyn PlayStretch<MatchTally> + 'd>, ArenaError> {
        Ok(Box::new(MatchWorker::new(duel)?))
    }
}

impl Unit for Matches {
    const KIND: &'static str = "matches";
    type Tally = MatchTally;
    type Settings = MatchSettings;
    type Figures = MatchFigures;

    fn figures(Sources { plays, totals, .. }: &Sources<'_, MatchTally>) -> MatchFigures {
        let tally = &totals.tally;
        let each = *plays as f64;
        let score = tally.estimate(*plays);
        let Estimate { mean, standard_error, .. } = score;
        let is_enough = tally.sets() >= LEAST_SETS;
        MatchFigures {
            matches: tally.sets() * plays,
            score,
            outcomes: Outcomes::new([&tally.win, &tally.tie, &tally.loss].map(|share| share.percentage(each))),
            superiority: is_enough.then(|| superiority::chance(mean - 50.0, standard_error)),
            margin: tally.margin.moments().estimate(each, 1.0),
            hands: tally.hands.estimate(each, 1.0),
            first_dealer: tally.first_dealer.percentage(2.0 * each),
            shutouts: tally.shutouts,
            forfeits: Forfeits::new(tally.offences, &totals.first_offence),
            sprt: totals.sprt.as_ref().map(|run| SprtResult::new(run, tally, *plays)),
        }
    }
}
