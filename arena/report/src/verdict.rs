//! The verdict on a result in one sentence: who is better, by how much, how surely, after how many hands.

use crate::arena::ratings::leaders;
use crate::figures::{self, signed};
use spariglio_arena::contests::{ArenaResult, PairResult};
use spariglio_arena::matches::arena::{MatchPair, MatchesResult};
use spariglio_arena::pairs::known_deals::Basis;
use spariglio_stats::{Hypothesis, SprtUnit};

/// The verdict on the only pair, or on the first two of the rating list. `None` if nobody is rated and there are several
/// pairs, or none.
pub(crate) fn of_arena(arena: &ArenaResult) -> Option<String> {
    let name = |place: usize| arena.names[place].as_str();
    if let [pair] = arena.pairs.as_slice() {
        return Some(of_pair(pair.places.map(name), pair, 1.0));
    }
    let [leader, next] = leaders(arena)?;
    let first = format!("{} is first of {} agents", name(leader), arena.pool.as_ref()?.places.len());
    Some(match arena.between(leader, next) {
        Some((pair, sign)) => format!("{first}; {}", of_pair([name(leader), name(next)], pair, sign)),
        None => format!("{first}; it has not met {}, the second", name(next)),
    })
}

/// The verdict on a pair from the point of view of its first agent, or of its second if `sign` is -1.
fn of_pair([first, second]: [&str; 2], pair: &PairResult, sign: f64) -> String {
    let hands = format!("{} hands, {} sets", figures::thousands(pair.hands), figures::thousands(pair.sets));
    let only = match pair.basis {
        Basis::AllPlays => "",
        Basis::FirstPlays => ", of which only first plays count",
    };
    if let Some(test) = pair.sprt.as_ref().filter(|_| sign > 0.0) {
        let unit = match test.config.unit {
            SprtUnit::Points => "points per hand",
            SprtUnit::NormalizedElo => "normalized Elo",
        };
        let [zero, one] = test.config.bounds.map(|bound| signed(bound, 2));
        let accepted = match test.run.verdict {
            Some(Hypothesis::H0) => format!("{zero} {unit} is accepted against {one}"),
            Some(Hypothesis::H1) => format!("{one} {unit} is accepted against {zero}"),
            None => format!("the test of {zero} against {one} {unit} has no verdict"),
        };
        let estimate = test.estimate.map_or(String::new(), |estimate| {
            format!(
                "; estimate {}, 95 % interval {}",
                signed(estimate.median, 3),
                figures::interval(Some(estimate.interval))
            )
        });
        return format!("{first} against {second}: {accepted}{estimate}; {hands}{only}.");
    }
    let verdict = match f64::from(pair.verdict()) * sign {
        verdict if verdict > 0.0 => format!("{first} is better than {second}"),
        verdict if verdict < 0.0 => format!("{first} is worse than {second}"),
        _ if pair.interval.is_some() => format!("{first} against {second} is not decided"),
        _ => format!("{first} against {second}"),
    };
    let interval = match pair.interval {
        Some([low, high]) if sign < 0.0 => figures::interval(Some([-high, -low])),
        Some(ends) => figures::interval(Some(ends)),
        None => figures::margin_interval(pair),
    };
    let before = if pair.interval.is_some() { "95 % interval " } else { "" };
    let lost = forfeits([first, second], pair, sign);
    format!(
        "{verdict}: {} points per hand, {before}{interval}; {hands}{only}{lost}.{}",
        signed(sign * pair.mean, 3),
        meaning([first, second], pair, sign)
    )
}

/// What a verdict means at the table, and what an open one cannot say. Empty if there is no interval.
fn meaning([first, second]: [&str; 2], pair: &PairResult, sign: f64) -> String {
    let Some([low, high]) = pair.interval else {
        return String::new();
    };
    let [win, loss] = if sign < 0.0 {
        [pair.loss, pair.win]
    } else {
        [pair.win, pair.loss]
    };
    let hands = format!(" Of 100 hands {first} wins {win:.0} and {second} {loss:.0}.");
    match pair.verdict() {
        0 => format!("{hands} So many hands tell a difference from about {:.2} points on.", (high - low) / 2.0),
        _ => hands,
    }
}

/// The hands that were lost by offences.
fn forfeits([first, second]: [&str; 2], pair: &PairResult, sign: f64) -> String {
    let [one, other] = pair.forfeits;
    let [of_first, of_second] = if sign < 0.0 { [other, one] } else { [one, other] };
    let lost = [(first, of_first), (second, of_second)]
        .into_iter()
        .filter(|(_, count)| *count > 0);
    lost.map(|(name, count)| format!("; {name} lost {} hands by an offence", figures::thousands(count)))
        .collect()
}

/// The verdict on the only pair of matches, or who is better than whom if there are several; `None` if there is no pair.
pub(crate) fn of_matches(result: &MatchesResult) -> Option<String> {
    let [pair] = result.pairs.as_slice() else {
        return of_pairs(result);
    };
    let MatchPair { score, basis, matches, sets, .. } = pair;
    let [first, second] = pair.places.map(|place| result.names[place].as_str());
    let verdict = match score.interval {
        Some([low, _]) if low > 50.0 => format!("{first} is better than {second}"),
        Some([_, high]) if high < 50.0 => format!("{first} is worse than {second}"),
        Some(_) => format!("{first} against {second} is not decided"),
        None => format!("{first} against {second}"),
    };
    let before = if score.interval.is_some() { "95 % interval " } else { "" };
    let interval = figures::percentages(score.interval, 2);
    let only = match basis {
        Basis::AllPlays => "",
        Basis::FirstPlays => ", of which only first matches count",
    };
    let [matches, sets] = [matches, sets].map(|&count| figures::thousands(count));
    Some(format!(
        "{verdict}: {:.2} % of matches won, {before}{interval}; {matches} matches, {sets} sets{only}.",
        score.mean
    ))
}

/// Which agents are better than which in several pairs of matches.
fn of_pairs(result: &MatchesResult) -> Option<String> {
    let sign = |pair: &MatchPair| match pair.score.interval {
        Some([low, _]) if low > 50.0 => 1,
        Some([_, high]) if high < 50.0 => -1,
        _ => 0,
    };
    let beaten = |agent: usize| {
        let won = |pair: &&MatchPair| match sign(pair) {
            1 => pair.places[0] == agent,
            -1 => pair.places[1] == agent,
            _ => false,
        };
        let phrase = |pair: &MatchPair| {
            let [first, second] = pair.places;
            let (other, share) = if first == agent {
                (second, pair.score.mean)
            } else {
                (first, 100.0 - pair.score.mean)
            };
            format!("{} ({share:.1} %)", result.names[other])
        };
        result.pairs.iter().filter(won).map(phrase).collect::<Vec<_>>()
    };
    let mut winners: Vec<(usize, Vec<String>)> = (0..result.names.len()).map(|agent| (agent, beaten(agent))).collect();
    winners.retain(|(_, beaten)| !beaten.is_empty());
    winners.sort_by_key(|(_, beaten)| std::cmp::Reverse(beaten.len()));
    let better = winners
        .iter()
        .map(|(agent, beaten)| format!("{} is better than {}", result.names[*agent], beaten.join(", ")));
    let open = result.pairs.iter().filter(|pair| sign(pair) == 0).count();
    let open = (open > 0).then(|| format!("{open} of {} pairs are not decided", result.pairs.len()));
    let words: Vec<String> = better.chain(open).collect();
    (!words.is_empty()).then(|| format!("{}. In brackets: matches won.", words.join("; ")))
}
