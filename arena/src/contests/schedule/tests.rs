//! Schedules on made-up results.

use super::{Assignment, Schedule, pairings};
use crate::pairs::Totals;
use crate::pairs::set_sums::Tally;
use crate::pairs::tally::PairTally;

type PairTotals = super::PairTotals<PairTally>;

const DEALS: u64 = 160;

/// Totals of `deals` deals with margins around `mean`.
fn totals(deals: u64, mean: i64) -> Totals {
    let mut totals: Totals = Totals::default();
    totals.deals.add(0..deals).expect("the first");
    for deal in 0..deals {
        let margin = mean + (deal % 5) as i64 - 2;
        totals.tally.pair.margin.push(margin);
    }
    totals
}

fn sets(played: &PairTotals, pair: [usize; 2]) -> u64 {
    played.get(&pair).map_or(0, |totals| totals.tally.sets())
}

/// Every job in order, if the mean margin of a pair is `mean(pair)`.
fn jobs(schedule: Schedule, agents: usize, mean: impl Fn([usize; 2]) -> i64) -> Vec<Assignment> {
    let mut played = PairTotals::new();
    let mut jobs = Vec::new();
    loop {
        let done = |pair| sets(&played, pair) >= DEALS;
        let Some(job) = schedule.next(agents, &played, &|_| DEALS, &done) else {
            return jobs;
        };
        played.insert(job.pair, totals(job.deals, mean(job.pair)));
        jobs.push(job);
    }
}

fn pairs(jobs: &[Assignment]) -> Vec<[usize; 2]> {
    jobs.iter().map(|job| job.pair).collect()
}

#[test]
fn every_pair_once_in_order() {
    assert!(pairings(3).eq([(0, 1), (0, 2), (1, 2)]));
    let jobs = jobs(Schedule::RoundRobin, 3, |_| 0);
    assert_eq!(pairs(&jobs), [[0, 1], [0, 2], [1, 2]]);
    assert!(jobs.iter().all(|job| job.deals == DEALS));
}

#[test]
fn a_gauntlet_is_the_firsts_and_a_ladder_is_of_neighbours() {
    assert_eq!(pairs(&jobs(Schedule::Gauntlet, 4, |_| 0)), [[0, 1], [0, 2], [0, 3]]);
    assert_eq!(pairs(&jobs(Schedule::Ladder, 4, |_| 0)), [[0, 1], [1, 2], [2, 3]]);
}

#[test]
fn who_beats_the_king_is_king() {
    let strength = [0, 2, 1, 5];
    let margin = |[first, second]: [usize; 2]| strength[first] - strength[second];
    assert_eq!(pairs(&jobs(Schedule::KingOfTheHill, 4, margin)), [[0, 1], [1, 2], [1, 3]]);
    assert_eq!(pairs(&jobs(Schedule::KingOfTheHill, 3, |_| 0)), [[0, 1], [0, 2]]);
}

#[test]
fn open_questions_get_the_hands() {
    let margin = |pair: [usize; 2]| if pair == [1, 2] { 0 } else { 3 };
    let jobs = jobs(Schedule::Informative, 3, margin);
    let deals = |pair: [usize; 2]| jobs.iter().filter(|job| job.pair == pair).map(|job| job.deals).max();
    assert_eq!(deals([0, 1]), Some(DEALS / 16));
    assert_eq!(deals([0, 2]), Some(DEALS / 16));
    assert_eq!(deals([1, 2]), Some(3 * DEALS - 2 * DEALS / 16));
}

#[test]
fn a_piece_that_was_begun_is_finished_first() {
    let mut played = PairTotals::new();
    for (pair, deals) in [([0, 1], 20), ([0, 2], 13), ([1, 2], 10)] {
        played.insert(pair, totals(deals, 0));
    }
    let job = Schedule::Informative.next(3, &played, &|_| DEALS, &|_| false);
    assert_eq!(job, Some(Assignment { pair: [0, 2], deals: 20 }));
}

#[test]
fn names_are_read_and_written() {
    for schedule in Schedule::ALL {
        assert_eq!(schedule.to_string().parse(), Ok(schedule));
    }
    assert!("swiss".parse::<Schedule>().expect_err("unknown").contains("gauntlet"));
}
