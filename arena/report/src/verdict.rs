//! The verdict on a result in one sentence: who is better, by how much, how surely, after how many hands.

use crate::arena::ratings::leaders;
use crate::arena::sprt;
use crate::figures::{self, signed};
use spariglio_arena::matches::arena::{Matches, MatchesResult};
use spariglio_arena::pairs::figures::SprtResult;
use spariglio_arena::{ArenaResult, ContestResult, PairResult, Unit};
use spariglio_stats::{Estimate, Verdict};

/// The verdict on the only pair, or on the first two of the rating list. `None` if nobody is rated and there are several
/// pairs, or none.
pub(crate) fn of_arena(arena: &ArenaResult) -> Option<String> {
    let name = |place: usize| arena.head.names[place].as_str();
    if let [pair] = arena.pairs.as_slice() {
        return Some(of_pair(pair.places.map(name), pair, 1.0));
    }
    if arena.head.sprt.is_some() {
        return tested(arena, |figures| figures.sprt.as_ref(), "hand");
    }
    let [leader, next] = leaders(arena)?;
    let first = format!("{} is first of {} agents", name(leader), arena.figures.pool.as_ref()?.places.len());
    Some(match arena.between(leader, next) {
        Some((pair, sign)) => format!("{first}; {}", of_pair([name(leader), name(next)], pair, sign)),
        None => format!("{first}; it has not met {}, the second", name(next)),
    })
}

/// The verdict on a pair from the point of view of its first agent, or of its second if `sign` is -1.
fn of_pair([first, second]: [&str; 2], pair: &PairResult, sign: f64) -> String {
    let hands = format!("{} hands, {} sets", figures::thousands(pair.figures.hands), figures::thousands(pair.sets()));
    if let Some(test) = &pair.figures.sprt {
        return format!("{}; {hands}.", judged([first, second], test, "hand"));
    }
    let margin = if sign < 0.0 {
        pair.figures.margin.turned()
    } else {
        pair.figures.margin
    };
    let interval = margin
        .interval
        .map_or_else(|| figures::margin_interval(pair), |ends| figures::interval(Some(ends)));
    let lost = forfeits([first, second], pair, sign);
    format!(
        "{}: {} points per hand, {}{interval}; {hands}{lost}.{}",
        better([first, second], &margin, 0.0),
        signed(margin.mean, 3),
        before(&margin),
        meaning([first, second], pair, sign)
    )
}

/// The verdict of a sequential test of two agents whose sets consist of `play`: hands or matches, with the estimate.
fn judged(names: [&str; 2], test: &SprtResult, play: &str) -> String {
    // Within the difference nothing was selected for its size, so the mean below says more.
    let is_within = test.run.verdict == Some(Verdict::Within);
    let estimate = test.estimate.filter(|_| !is_within).map_or(String::new(), |estimate| {
        let (unit, interval) = (sprt::unit(test, play), figures::interval(Some(estimate.interval)));
        format!(
            "; estimate {} {unit} (corrected for the early stop), 95 % interval {interval}",
            signed(estimate.median, 3)
        )
    });
    format!("{}{estimate}", tested_pair(names, test, play))
}

/// The verdict of a sequential test of two agents.
fn tested_pair([first, second]: [&str; 2], test: &SprtResult, play: &str) -> String {
    let (difference, unit) = (test.run.config.difference, sprt::unit(test, play));
    match test.run.verdict {
        Some(Verdict::First) => format!("{first} is better than {second}"),
        Some(Verdict::Second) => format!("{second} is better than {first}"),
        Some(Verdict::Within) => format!("{first} and {second} differ by less than {difference} {unit}"),
        None => format!("{first} against {second} is not decided"),
    }
}

/// The verdicts of the sequential tests of several pairs; `None` if there is none.
fn tested<U: Unit>(
    result: &ContestResult<U>,
    test: fn(&U::Figures) -> Option<&SprtResult>,
    play: &str,
) -> Option<String> {
    let pairs = result.pairs.iter().filter_map(|pair| {
        let names = pair.places.map(|place| result.head.names[place].as_str());
        Some(tested_pair(names, test(&pair.figures)?, play))
    });
    let pairs: Vec<String> = pairs.collect();
    (!pairs.is_empty()).then(|| format!("{}.", pairs.join("; ")))
}

/// Whether the first agent is better, if agents of equal strength are at `level`.
fn better([first, second]: [&str; 2], estimate: &Estimate, level: f64) -> String {
    match estimate.beyond(level) {
        1 => format!("{first} is better than {second}"),
        -1 => format!("{first} is worse than {second}"),
        _ if estimate.interval.is_some() => format!("{first} against {second} is not decided"),
        _ => format!("{first} against {second}"),
    }
}

/// The words before an interval; none if the reason for its lack follows.
fn before(estimate: &Estimate) -> &'static str {
    if estimate.interval.is_some() {
        "95 % interval "
    } else {
        ""
    }
}

/// What a verdict means at the table, and what an open one cannot say. Empty if there is no interval.
fn meaning([first, second]: [&str; 2], pair: &PairResult, sign: f64) -> String {
    let Some([low, high]) = pair.figures.margin.interval else {
        return String::new();
    };
    let [win, _, loss] = pair.figures.outcomes.percent();
    let [win, loss] = if sign < 0.0 { [loss, win] } else { [win, loss] };
    let hands = format!(" Of 100 hands {first} wins {win:.0} and {second} {loss:.0}.");
    match pair.verdict() {
        0 => format!("{hands} A difference below about {:.2} points per hand needs more hands.", (high - low) / 2.0),
        _ => hands,
    }
}

/// The hands that were lost by offences.
fn forfeits([first, second]: [&str; 2], pair: &PairResult, sign: f64) -> String {
    let [one, other] = pair.figures.forfeits.lost;
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
    let score = &pair.figures.score;
    let [first, second] = pair.places.map(|place| result.head.names[place].as_str());
    let interval = figures::percentages(score.interval, 2);
    let [matches, sets] = [pair.plays(), pair.sets()].map(figures::thousands);
    if let Some(test) = &pair.figures.sprt {
        return Some(format!("{}; {matches} matches, {sets} sets.", judged([first, second], test, "match")));
    }
    Some(format!(
        "{}: {:.2} % of matches won, {}{interval}; {matches} matches, {sets} sets.",
        better([first, second], score, 50.0),
        score.mean,
        before(score)
    ))
}

/// Which agents are better than which in several pairs of matches.
fn of_pairs(result: &MatchesResult) -> Option<String> {
    if result.head.sprt.is_some() {
        return tested(result, |figures| figures.sprt.as_ref(), "match");
    }
    let sign = |pair: &PairResult<Matches>| pair.figures.score.beyond(50.0);
    let beaten = |agent: usize| {
        let won = |pair: &&PairResult<Matches>| match sign(pair) {
            1 => pair.places[0] == agent,
            -1 => pair.places[1] == agent,
            _ => false,
        };
        let phrase = |pair: &PairResult<Matches>| {
            let [first, second] = pair.places;
            let (other, share) = if first == agent {
                (second, pair.figures.score.mean)
            } else {
                (first, 100.0 - pair.figures.score.mean)
            };
            format!("{} ({share:.1} %)", result.head.names[other])
        };
        result.pairs.iter().filter(won).map(phrase).collect::<Vec<_>>()
    };
    let mut winners: Vec<(usize, Vec<String>)> =
        (0..result.head.names.len()).map(|agent| (agent, beaten(agent))).collect();
    winners.retain(|(_, beaten)| !beaten.is_empty());
    winners.sort_by_key(|(_, beaten)| std::cmp::Reverse(beaten.len()));
    let better = winners
        .iter()
        .map(|(agent, beaten)| format!("{} is better than {}", result.head.names[*agent], beaten.join(", ")));
    let open = result.pairs.iter().filter(|pair| sign(pair) == 0).count();
    let open = (open > 0).then(|| format!("{open} of {} pairs are not decided", result.pairs.len()));
    let words: Vec<String> = better.chain(open).collect();
    (!words.is_empty()).then(|| format!("{}. In brackets: matches won.", words.join("; ")))
}
