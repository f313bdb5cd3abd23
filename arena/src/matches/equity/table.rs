//! The table with its standard errors, by the jackknife over batches of hands.

use spariglio_agents::MatchEquity;
use spariglio_agents::equity::{Chances, SideStanding};
use spariglio_engine::Game;
use spariglio_stats::jackknife;

use super::backward::chances;
use super::counts::HandCounts;
use super::sample::Sample;
use super::{LONGEST_LIMIT, MOST_HANDS};
use crate::error::ArenaError;

/// The table of the matches of `game` from the hands of `sample`, which may have been played with another end.
///
/// # Errors
/// Fails if [`check`] does.
pub fn table(game: &Game, sample: &Sample) -> Result<MatchEquity, ArenaError> {
    check(game)?;
    let end = &game.rules().end;
    let all = sample.all();
    let partial: Vec<Chances> = (0..sample.batches.len())
        .map(|left_out| chances(end, &sample.without(left_out)))
        .collect();
    let whole = chances(end, &all);
    let errors = errors(&whole, &partial);
    let counted = (all.hands(), sample.seed);
    Ok(MatchEquity::new(game, sample.agent.clone(), counted, HandCounts::figures(&all), [whole, errors]))
}

/// Checks that tables are made for `game`.
///
/// # Errors
/// Fails if there are more than two sides, if the match is too long, or if a match of a fixed number of hands has
/// `seven_zero`.
pub fn check(game: &Game) -> Result<(), ArenaError> {
    let end = &game.rules().end;
    let problem = if game.sides() != 2 {
        format!("{} sides: expected 2", game.sides())
    } else if end.limit.is_some_and(|limit| limit > LONGEST_LIMIT) {
        format!("a limit above {LONGEST_LIMIT}: expected at most that")
    } else if end.hands.is_some_and(|hands| hands > MOST_HANDS) {
        format!("more than {MOST_HANDS} hands: expected at most that")
    } else if end.hands.is_some() && end.seven_zero {
        "a fixed number of hands with seven_zero: expected a limit, or seven_zero = false".to_owned()
    } else {
        return Ok(());
    };
    Err(ArenaError::Equity { rules: game.rules().name.clone(), problem })
}

/// Each entry's jackknife error.
fn errors(whole: &Chances, partial: &[Chances]) -> Chances {
    let spread = |entry: &dyn Fn(&Chances) -> f64| {
        let values: Vec<f64> = partial.iter().map(entry).collect();
        jackknife::standard_error(&values)
    };
    let mut errors = whole.clone();
    match &mut errors {
        Chances::Limit { forehand, sudden_death, .. } => {
            for (own, row) in forehand.iter_mut().enumerate() {
                for (other, entry) in row.iter_mut().enumerate() {
                    *entry = spread(&|table| table.forehand(own as i64, other as i64, 0));
                }
            }
            *sudden_death = spread(&|table| match table {
                Chances::Limit { sudden_death, .. } => *sudden_death,
                Chances::Hands { .. } => 0.0,
            });
        }
        Chances::Hands { hands, forehand } => {
            for (left, row) in forehand.iter_mut().enumerate() {
                let reach = (row.len() / 2) as i64;
                let played = *hands as usize - left - 1;
                for (lead, entry) in (-reach..=reach).zip(row.iter_mut()) {
                    *entry = spread(&|table| table.forehand(lead, 0, played));
                }
            }
        }
    }
    errors
}

/// The value of dealing first at the start of a match.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Edge {
    /// The first dealer's chance minus a half.
    pub edge: f64,
    /// Its standard error.
    pub standard_error: f64,
}

/// The value of dealing first at the start of a match.
#[must_use]
pub fn first_dealer_edge(table: &MatchEquity) -> Edge {
    let start = SideStanding { own: 0, other: 0, hands: 0, deals: true };
    Edge { edge: table.chance(start) - 0.5, standard_error: table.error(start) }
}
