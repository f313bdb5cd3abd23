//! Schedules: which pairs of agents play, and in which order.
//!
//! A schedule sees only the totals so far and names the next job. It keeps no state, so a killed run resumes as if
//! nothing had happened.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::pairs::set_sums::Tally;
use crate::pairs::totals::Totals;

/// In the informative schedule, the pieces per pair.
const PIECES: u64 = 16;

/// The pairs that play.
#[derive(Copy, Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everybody against everybody.
    #[default]
    RoundRobin,
    /// The first agent against every other.
    Gauntlet,
    /// Each agent against the next one in the list.
    Ladder,
    /// The first agent is king, and the others challenge it in turn. A challenger becomes king if the interval of its
    /// margin lies wholly above zero.
    KingOfTheHill,
    /// All pairs, with as many hands in total as a round robin. The next pair is always the one whose order is most
    /// worth knowing better.
    Informative,
}

/// The pairs of an arena by their places in its list, with their totals.
pub(crate) type PairTotals<T> = BTreeMap<[usize; 2], Totals<T>>;

/// A pair, and the number of deals that it should have after the job.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Assignment {
    pub pair: [usize; 2],
    pub deals: u64,
}

impl Schedule {
    /// All schedules.
    pub const ALL: [Schedule; 5] = [
        Schedule::RoundRobin,
        Schedule::Gauntlet,
        Schedule::Ladder,
        Schedule::KingOfTheHill,
        Schedule::Informative,
    ];

    /// Its name on a command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Schedule::RoundRobin => "round-robin",
            Schedule::Gauntlet => "gauntlet",
            Schedule::Ladder => "ladder",
            Schedule::KingOfTheHill => "king-of-the-hill",
            Schedule::Informative => "informative",
        }
    }

    /// Whether the order of play depends on results; if so, it cannot be split into parts.
    #[must_use]
    pub fn looks_at_results(self) -> bool {
        matches!(self, Schedule::KingOfTheHill | Schedule::Informative)
    }

    /// Number of pairs that play if there are `agents` agents.
    ///
    /// # Examples
    /// ```
    /// use spariglio_arena::Schedule;
    ///
    /// assert_eq!(Schedule::RoundRobin.pairs(5), 10);
    /// assert_eq!(Schedule::Gauntlet.pairs(5), 4);
    /// assert_eq!("king-of-the-hill".parse(), Ok(Schedule::KingOfTheHill));
    /// ```
    #[must_use]
    pub fn pairs(self, agents: usize) -> usize {
        match self {
            Schedule::RoundRobin | Schedule::Informative => agents * agents.saturating_sub(1) / 2,
            _ => agents.saturating_sub(1),
        }
    }

    /// The next job for `agents` agents; `None` if all is played. `wanted` gives the deals of a pair. `done` tells
    /// whether a pair has them or needs no more.
    pub(crate) fn next<T: Tally>(
        self,
        agents: usize,
        played: &PairTotals<T>,
        wanted: &dyn Fn([usize; 2]) -> u64,
        done: &dyn Fn([usize; 2]) -> bool,
    ) -> Option<Assignment> {
        let first_open = |mut pairs: Box<dyn Iterator<Item = [usize; 2]>>| pairs.find(|&pair| !done(pair));
        let pair = match self {
            Schedule::RoundRobin => first_open(Box::new(pairings(agents).map(|(first, second)| [first, second]))),
            Schedule::Gauntlet => first_open(Box::new((1..agents).map(|other| [0, other]))),
            Schedule::Ladder => first_open(Box::new((1..agents).map(|other| [other - 1, other]))),
            Schedule::KingOfTheHill => challenge(agents, played, done),
            Schedule::Informative => return informative(agents, played, wanted),
        }?;
        Some(Assignment { pair, deals: wanted(pair) })
    }
}

/// Pairs of places i < j, in the order in which they are played and reported.
pub(crate) fn pairings(agents: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..agents).flat_map(move |first| (first + 1..agents).map(move |second| (first, second)))
}

/// The first challenge without a decision.
fn challenge<T: Tally>(agents: usize, played: &PairTotals<T>, done: &dyn Fn([usize; 2]) -> bool) -> Option<[usize; 2]> {
    let mut king = 0;
    for challenger in 1..agents {
        let pair = [king, challenger];
        if !done(pair) {
            return Some(pair);
        }
        if played.get(&pair).is_some_and(challenger_wins) {
            king = challenger;
        }
    }
    None
}

/// Whether the second agent is better: the whole interval must be on its side of zero.
fn challenger_wins<T: Tally>(totals: &Totals<T>) -> bool {
    totals.tally.lead().estimate(1.0, 1.0).beyond(0.0) < 0
}

/// A piece for the pair whose order is most worth knowing better. Pairs without deals or with an unfinished piece come
/// first. A pair gets no more when its sequential test has a verdict.
fn informative<T: Tally>(
    agents: usize,
    played: &PairTotals<T>,
    wanted: &dyn Fn([usize; 2]) -> u64,
) -> Option<Assignment> {
    let sets = |pair: [usize; 2]| played.get(&pair).map_or(0, |totals| totals.tally.sets());
    let piece = |pair| wanted(pair).div_ceil(PIECES).max(2);
    let pairs: Vec<[usize; 2]> = pairings(agents).map(|(first, second)| [first, second]).collect();
    let whole: u64 = pairs.iter().map(|&pair| wanted(pair)).sum();
    let so_far: u64 = pairs.iter().map(|&pair| sets(pair)).sum();
    let decided = |pair: &[usize; 2]| played.get(pair).is_some_and(Totals::is_decided);
    let open: Vec<[usize; 2]> = pairs.into_iter().filter(|pair| !decided(pair)).collect();
    let begun = |pair: &&[usize; 2]| sets(**pair) == 0 || !sets(**pair).is_multiple_of(piece(**pair));
    let pair = match open.iter().find(begun) {
        Some(&pair) => pair,
        None if so_far >= whole => return None,
        None => *open
            .iter()
            .max_by(|a, b| worth(a, played, piece(**a)).total_cmp(&worth(b, played, piece(**b))))?,
    };
    let deals = (sets(pair) / piece(pair) + 1) * piece(pair);
    Some(Assignment { pair, deals })
}

/// The value of `piece` more deals of a pair: how much they shrink the standard error, weighted by how open the order
/// is. The weight is the normal density of the mean, in standard errors from zero, as in the knowledge gradient
/// (Frazier, Powell, Dayanik 2008).
fn worth<T: Tally>(pair: &[usize; 2], played: &PairTotals<T>, piece: u64) -> f64 {
    let Some(totals) = played.get(pair) else { return 0.0 };
    let lead = totals.tally.lead();
    let (error, sets) = (lead.standard_error(), lead.count as f64);
    if error == 0.0 {
        return 0.0;
    }
    let shrinks = error * (1.0 - (sets / (sets + piece as f64)).sqrt());
    shrinks * (-0.5 * (lead.mean() / error).powi(2)).exp()
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Schedule, String> {
        let known = Schedule::ALL.into_iter().find(|schedule| schedule.name() == text);
        known.ok_or_else(|| {
            let names = Schedule::ALL.map(Schedule::name).join(", ");
            format!("\"{text}\": expected one of {names}")
        })
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests;
