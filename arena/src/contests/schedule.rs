//! Schedules: which pairs of agents play, and in which order.
//!
//! A schedule looks at what was played so far and names the next job; it keeps nothing else, so a run that was killed
//! goes on as if it had not been.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::pairs::Totals;

/// In the informative schedule, the pieces into which a pair's hands are cut.
const PIECES: u64 = 16;

/// Who plays whom.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Schedule {
    /// Everybody against everybody.
    #[default]
    RoundRobin,
    /// The first agent against every other.
    Gauntlet,
    /// Each agent against the next one in the list.
    Ladder,
    /// The first agent is king; the others challenge it in turn, and who beats the king, with an interval wholly on
    /// its side of zero, is king from then on.
    KingOfTheHill,
    /// Everybody against everybody with as many hands in all as in a round robin, but always the pair next whose order is
    /// most worth knowing better.
    Informative,
}

/// The pairs of an arena by their places in its list, and what they have played.
pub(crate) type PairTotals = BTreeMap<[usize; 2], Totals>;

/// A pair, and the deals that it shall have then.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Job {
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

    /// Does the order of play depend on results, so that parts of it cannot be played apart?
    #[must_use]
    pub fn looks_at_results(self) -> bool {
        matches!(self, Schedule::KingOfTheHill | Schedule::Informative)
    }

    /// How many pairs of `agents` play.
    #[must_use]
    pub fn pairs(self, agents: usize) -> usize {
        match self {
            Schedule::RoundRobin | Schedule::Informative => agents * agents.saturating_sub(1) / 2,
            _ => agents.saturating_sub(1),
        }
    }

    /// The next job of `agents` agents; none when all is played. `wanted` gives the deals of a pair, `done` tells whether
    /// a pair has them or needs no more.
    pub(crate) fn next(
        self,
        agents: usize,
        played: &PairTotals,
        wanted: &dyn Fn([usize; 2]) -> u64,
        done: &dyn Fn([usize; 2]) -> bool,
    ) -> Option<Job> {
        let first_open = |mut pairs: Box<dyn Iterator<Item = [usize; 2]>>| pairs.find(|&pair| !done(pair));
        let pair = match self {
            Schedule::RoundRobin => first_open(Box::new(pairings(agents).map(|(first, second)| [first, second]))),
            Schedule::Gauntlet => first_open(Box::new((1..agents).map(|other| [0, other]))),
            Schedule::Ladder => first_open(Box::new((1..agents).map(|other| [other - 1, other]))),
            Schedule::KingOfTheHill => challenge(agents, played, done),
            Schedule::Informative => return informative(agents, played, wanted),
        }?;
        Some(Job {
            pair,
            deals: wanted(pair),
        })
    }
}

/// Pairs of places i < j, in the order in which they are played and reported.
pub fn pairings(agents: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..agents).flat_map(move |first| (first + 1..agents).map(move |second| (first, second)))
}

/// The first challenge that is not decided.
fn challenge(agents: usize, played: &PairTotals, done: &dyn Fn([usize; 2]) -> bool) -> Option<[usize; 2]> {
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

/// Is the second agent of the pair better, with an interval wholly on its side of zero?
fn challenger_wins(totals: &Totals) -> bool {
    let margin = totals.tally.pair.margin.estimate(1.0, 1.0);
    margin.interval.is_some_and(|[_, high]| high < 0.0)
}

/// A piece for the pair whose order is most worth knowing better; a pair without deals, or with a piece begun, first. A
/// pair whose sequential test has a verdict gets no more.
fn informative(agents: usize, played: &PairTotals, wanted: &dyn Fn([usize; 2]) -> u64) -> Option<Job> {
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
    Some(Job { pair, deals })
}

/// What `piece` more deals of a pair are worth: by how much they shrink the standard error, where the order of the two is
/// open. The weight is the normal density at zero of the mean in its standard errors, as in the knowledge gradient
/// (Frazier, Powell, Dayanik 2008).
fn worth(pair: &[usize; 2], played: &PairTotals, piece: u64) -> f64 {
    let Some(totals) = played.get(pair) else { return 0.0 };
    let margin = &totals.tally.pair.margin;
    let (error, sets) = (margin.standard_error(), margin.count as f64);
    if error == 0.0 {
        return 0.0;
    }
    let shrinks = error * (1.0 - (sets / (sets + piece as f64)).sqrt());
    shrinks * (-0.5 * (margin.mean() / error).powi(2)).exp()
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
