//! The sequential test on synthetic streams of duplicate sets with known strength: its two errors, its length, the
//! final estimate and its interval.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use spariglio_stats::{Distribution, SprtConfig, SprtUnit, Verdict, power, sequential};

/// Plays per set.
const PLAYS: u64 = 2;

/// Sets like those of card hands: small whole margins, skewed, now and then a shutout.
struct Stream {
    rng: Pcg64Mcg,
    /// Bonus of every set, points per hand.
    gift: f64,
}

/// One set.
struct Set {
    /// Sum over the plays.
    margin: i64,
    half_points: i64,
}

impl Stream {
    fn new(seed: u64, gift: f64) -> Stream {
        let rng = Pcg64Mcg::seed_from_u64(seed);
        Stream { rng, gift }
    }

    fn uniform(&mut self, sides: u64) -> i64 {
        (self.rng.next_u64() >> 33) as i64 % sides as i64
    }

    fn chance(&mut self) -> f64 {
        (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A hand's margin. Its mean over both plays is 0: the deal's luck favours each agent once.
    fn hand(&mut self, luck: i64) -> i64 {
        let own = self.uniform(5) + self.uniform(5) - 4;
        let rare = match self.uniform(500) {
            0 => 30,
            1 => -30,
            _ => 0,
        };
        let extra = self.gift.floor() + f64::from(self.chance() < self.gift.rem_euclid(1.0));
        luck + own + rare + extra as i64
    }

    fn set(&mut self) -> Set {
        let luck = self.uniform(9) - 4;
        let margins = [self.hand(luck), self.hand(-luck)];
        Set {
            margin: margins.iter().sum(),
            half_points: margins.iter().map(|margin| 1 + margin.signum()).sum(),
        }
    }
}

fn value(set: &Set, unit: SprtUnit) -> i64 {
    match unit {
        SprtUnit::Points => set.margin,
        SprtUnit::NormalizedElo => set.half_points,
    }
}

/// The end of a test.
struct End {
    verdict: Option<Verdict>,
    sets: u64,
    median: f64,
    interval: [f64; 2],
}

/// Runs a sequential test that ends at `most` sets. It looks after `first` sets, then after 1 % more sets or
/// `first / 4`, whichever is more.
fn run(config: &SprtConfig, stream: &mut Stream, first: u64, most: u64) -> End {
    let (mut sets, mut path) = (Distribution::default(), Vec::new());
    loop {
        let more = if sets.is_empty() { first } else { (first / 4).max(1) };
        for _ in 0..(sets.count() / 100).max(more) {
            sets.push(value(&stream.set(), config.unit));
        }
        let llrs = config.llrs(&sets, PLAYS);
        assert!(llrs.iter().all(|llr| llr.is_finite()));
        path.push((sets.count(), llrs));
        let verdict = config.verdict(&path);
        if verdict.is_some() || sets.count() >= most {
            let estimate = sequential::estimate(config, &sets, PLAYS, llrs);
            let (median, interval) =
                estimate.map_or((f64::NAN, [f64::NAN; 2]), |estimate| (estimate.median, estimate.interval));
            return End { verdict, sets: sets.count(), median, interval };
        }
    }
}

fn runs(config: &SprtConfig, gift: f64, most: u64, number: u64) -> Vec<End> {
    (0..number)
        .map(|seed| run(config, &mut Stream::new(1000 + seed, gift), 1, most))
        .collect()
}

/// Share of the runs for which `holds` is true.
fn share(ends: &[End], holds: impl Fn(&End) -> bool) -> f64 {
    ends.iter().filter(|end| holds(end)).count() as f64 / ends.len() as f64
}

fn config(unit: SprtUnit, difference: f64) -> SprtConfig {
    SprtConfig { unit, difference, alpha: 0.05, beta: 0.10 }
}

/// Four standard errors of a share near `share`.
fn margin(share: f64, runs: usize) -> f64 {
    4.0 * (share * (1.0 - share) / runs as f64).sqrt()
}

/// Normalized Elo, and standard deviation of a set's mean margin, for a stream with this gift.
fn truth(gift: f64) -> (f64, f64) {
    let mut stream = Stream::new(7, gift);
    let (mut margins, mut scores) = (Distribution::default(), Distribution::default());
    for _ in 0..1_000_000 {
        let set = stream.set();
        margins.push(set.margin);
        scores.push(set.half_points);
    }
    let plays = PLAYS as f64;
    let score_deviation = scores.variance().sqrt() / (2.0 * plays);
    let t = (scores.mean() / (2.0 * plays) - 0.5) / (score_deviation * plays.sqrt());
    (t * spariglio_stats::sprt::ELO_PER_T, margins.variance().sqrt() / plays)
}

#[test]
fn errors_are_as_asked_and_the_length_as_foretold() {
    let points = config(SprtUnit::Points, 0.25);
    let (elo, deviation) = truth(0.25);
    let elo = config(SprtUnit::NormalizedElo, elo);
    for (name, config) in [("points", &points), ("elo", &elo)] {
        let null = runs(config, 0.0, u64::MAX, 1500);
        let wrong = share(&null, |end| end.verdict != Some(Verdict::Within));
        assert!(wrong < 0.05 + margin(0.05, null.len()), "{name}: alpha {wrong}");
        let real = runs(config, 0.25, u64::MAX, 1500);
        let missed = share(&real, |end| end.verdict != Some(Verdict::First));
        assert!(missed < 0.10 + margin(0.10, real.len()), "{name}: beta {missed}");
        eprintln!("{name}: alpha {wrong:.4}, beta {missed:.4}");
        if name == "points" {
            let [at_zero, mean] =
                [&null, &real].map(|ends| ends.iter().map(|end| end.sets as f64).sum::<f64>() / ends.len() as f64);
            let foretold = power::sequential_sets(&config.sides()[0], 0.25, deviation);
            eprintln!("{at_zero:.1} sets at 0; {mean:.1} sets at 0.25, foretold {foretold:.1}");
            assert!((mean / foretold - 1.0).abs() < 0.15, "{mean} sets, foretold {foretold}");
        }
    }
}

#[test]
fn the_estimate_is_median_unbiased_and_its_interval_holds_the_truth() {
    let config = config(SprtUnit::Points, 0.12);
    for (gift, most) in [
        (-0.12, u64::MAX),
        (0.0, u64::MAX),
        (0.06, u64::MAX),
        (0.12, u64::MAX),
        (0.2, u64::MAX),
        (0.06, 2000),
    ] {
        let ends = runs(&config, gift, most, 1500);
        let coverage = share(&ends, |end| end.interval[0] <= gift && gift <= end.interval[1]);
        let above = share(&ends, |end| end.median > gift);
        let cut = share(&ends, |end| end.verdict.is_none());
        let mean = ends.iter().map(|end| end.median).sum::<f64>() / ends.len() as f64;
        eprintln!(
            "gift {gift}, at most {most}: held {coverage:.4}, above {above:.4}, undecided {cut:.3}, mean {mean:.4}"
        );
        assert!((coverage - 0.955).abs() < 0.025, "gift {gift}, at most {most}: {coverage}");
        assert!((above - 0.5).abs() < 0.05, "gift {gift}, at most {most}: {above}");
    }
}

#[test]
fn tests_that_end_at_their_first_looks_have_intervals_that_hold_the_truth() {
    for (difference, gift) in [(100.0, 0.0), (8.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0), (2.0, 1.0)] {
        let config = config(SprtUnit::Points, difference);
        let ends: Vec<End> = (0..3000)
            .map(|seed| run(&config, &mut Stream::new(seed, gift), 32, 100_000))
            .collect();
        let coverage = share(&ends, |end| end.interval[0] <= gift && gift <= end.interval[1]);
        let above = share(&ends, |end| end.median > gift);
        let few = share(&ends, |end| end.sets == 32);
        eprintln!(
            "difference {difference}, gift {gift}: held {coverage:.4}, above {above:.4}, ended at the first look {few:.3}"
        );
        assert!((0.93..0.98).contains(&coverage), "{difference}, {gift}: {coverage}");
        assert!((above - 0.5).abs() < 0.05, "{difference}, {gift}: {above}");
    }
}

#[test]
fn lopsided_streams_end_at_once() {
    for gift in [-40.0, -9.0, 9.0, 40.0] {
        for config in
            [config(SprtUnit::Points, 0.1), config(SprtUnit::Points, 5.0), config(SprtUnit::NormalizedElo, 20.0)]
        {
            let end = run(&config, &mut Stream::new(1, gift), 1, 1_000_000);
            let expected = if gift > 0.0 { Verdict::First } else { Verdict::Second };
            assert_eq!(end.verdict, Some(expected), "{gift} {config:?}");
            assert!(end.median.is_nan() || end.interval[0] <= end.median && end.median <= end.interval[1]);
        }
    }
}
