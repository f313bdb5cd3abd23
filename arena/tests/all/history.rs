//! Pools with a history: which pairs a version plays, what is kept, and what the test says.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::distr::Distribution as _;
use rand::distr::weighted::WeightedIndex;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use spariglio_agents::AgentSpec;
use spariglio_arena::ArenaError;
use spariglio_arena::studies::history::{Addition, Change, History, Ranking, test};
use spariglio_arena::studies::ladder::Settings;
use spariglio_stats::{Distribution, Verdict};

/// Margins of 1,161 hands of `formula` against itself in Scopone, each deal once, and how often each came.
const MARGINS: [(i64, f64); 15] = [
    (-9, 1.0),
    (-7, 3.0),
    (-6, 5.0),
    (-5, 29.0),
    (-4, 119.0),
    (-3, 94.0),
    (-2, 138.0),
    (-1, 105.0),
    (0, 170.0),
    (1, 117.0),
    (2, 123.0),
    (3, 80.0),
    (4, 144.0),
    (5, 28.0),
    (6, 5.0),
];

/// These margins, turned round in half of the cases, with more weight on high ones: `tilt` 0 has the mean 0.
fn law(tilt: f64) -> (Vec<i64>, WeightedIndex<f64>) {
    let both = MARGINS.iter().flat_map(|&(margin, count)| [(margin, count), (-margin, count)]);
    let (values, weights): (Vec<i64>, Vec<f64>) = both
        .map(|(margin, count)| (margin, count * (tilt * margin as f64).exp()))
        .unzip();
    (values, WeightedIndex::new(weights).expect("weights"))
}

/// The test of a night over 10,000 deals that a program plays once each, with the looks of an arena.
fn night((values, weights): &(Vec<i64>, WeightedIndex<f64>), rng: &mut impl Rng) -> Option<Verdict> {
    let test = test(0.2);
    let (mut sets, mut path, mut look) = (Distribution::default(), Vec::new(), 32);
    while look <= 10_000 {
        while sets.count() < look {
            sets.push_many(values[weights.sample(rng)], 1);
        }
        path.push((look, test.llrs(&sets, 1)));
        if let Some(verdict) = test.verdict(&path) {
            return Some(verdict);
        }
        look += 8.max(look / 64);
    }
    None
}

#[test]
fn nights_without_a_change_raise_no_alarm_and_a_change_of_0_3_points_is_told() {
    let mut rng = Pcg64Mcg::seed_from_u64(1);
    let mut share = |tilt: f64, nights: usize, expected: Verdict| {
        let law = law(tilt);
        let count = (0..nights).filter(|_| night(&law, &mut rng) == Some(expected)).count();
        count as f64 / nights as f64
    };
    let alarms = share(0.0, 1000, Verdict::Second) + share(0.0, 1000, Verdict::First);
    assert!(alarms <= 0.01, "wrong verdicts: {alarms}");
    // A tilt of 0.0385 moves the mean by 0.3 points.
    let shares = [share(0.0385, 200, Verdict::First), share(-0.0385, 200, Verdict::Second)];
    assert!(shares.iter().all(|share| *share >= 0.98), "{shares:?}");
}

/// A pool of Scopa with seed 1, in its folder.
struct Nights(tempfile::TempDir);

impl Nights {
    fn new() -> Nights {
        Nights(tempfile::tempdir().expect("a folder"))
    }

    fn folder(&self) -> &Path {
        self.0.path()
    }

    fn open(&self) -> History {
        History::open(self.folder(), Some("scopa"), Some(1)).expect("opens")
    }

    /// Adds `agent` under `name`, and plays until `stops` checks for a stop.
    fn play(&self, name: &str, agent: &str, stops: usize) -> Result<Option<usize>, ArenaError> {
        let mut pool = self.open();
        let agent = AgentSpec::parse(agent).expect("an agent");
        let addition = Addition {
            name,
            agent: &agent,
            keep: &[],
            hands: 600,
            difference: 0.5,
            date: Some("2026-11-30"),
        };
        let added = pool.add(&addition)?;
        let checks = AtomicUsize::new(0);
        let stopped = || checks.fetch_add(1, Ordering::Relaxed) >= stops;
        let settings = Settings { threads: 1, ..Settings::default() };
        pool.play(&settings, &|_| (), &stopped)?;
        Ok(added)
    }

    fn standing(&self) -> Ranking {
        Ranking::load(self.folder()).expect("reads").expect("is there")
    }

    fn file(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.folder().join(name)).ok()
    }
}

const ENDLESS: usize = usize::MAX;

#[test]
fn a_version_is_tested_against_the_one_before_it_and_earlier_nights_stay() {
    let nights = Nights::new();
    for (agent, place) in [("random", Some(0)), ("greedy", Some(1)), ("greedy", None), ("random", Some(2))] {
        assert_eq!(nights.play("bot", agent, ENDLESS).expect("plays"), place, "{agent}");
    }
    let standing = nights.standing();
    let changes = [0, 1, 2].map(|place| standing.change(place));
    assert_eq!(changes, [Change::New, Change::Better, Change::Worse]);
    let names = standing
        .rows
        .concat()
        .into_iter()
        .map(|row| format!("{}: {}", row.name, row.agents.join(" - ")));
    let expected = ["test: bot@2 - bot@1", "test: bot@3 - bot@2", "share 1: bot@3 - bot@1"];
    assert_eq!(names.collect::<Vec<_>>(), expected);
    assert_eq!(standing.order()[0], 1);
    let ahead = standing.rating(1).expect("rated");
    assert!(ahead.mean > 0.5 && ahead.beyond(0.0) == 1, "{ahead:?}");
    assert!(standing.difference([2, 0]).expect("both played").mean.abs() < 0.4);
    // A later night changes no earlier file.
    let before = nights.file("ladder_0002.json").expect("played");
    nights.play("other", "greedy", ENDLESS).expect("plays");
    assert_eq!(nights.file("ladder_0002.json"), Some(before));
    assert_eq!(nights.standing().rows[3].len(), 3, "it plays all three versions");
}

#[test]
fn a_night_that_was_stopped_goes_on_with_the_same_pairs() {
    let [whole, stopped] = [Nights::new(), Nights::new()];
    let agents = ["random", "greedy", "formula"];
    for agent in agents {
        whole.play("bot", agent, ENDLESS).expect("plays");
        let mut stops = 3;
        while let Err(error) = stopped.play("bot", agent, stops) {
            assert!(matches!(error, ArenaError::Stopped), "{error}");
            stops += 3;
        }
    }
    let rows = |nights: &Nights| -> Vec<_> {
        let rows = nights.standing().rows.concat();
        rows.into_iter()
            .map(|row| (row.agents, row.pairs[0].sums.tally.clone()))
            .collect()
    };
    assert_eq!(rows(&whole), rows(&stopped));
}

#[test]
fn in_a_large_pool_a_version_plays_the_first_one_and_those_near_to_it() {
    let nights = Nights::new();
    let agents = ["formula", "random", "ismcts:simulations=2", "ismcts:simulations=3", "ismcts:simulations=4"];
    for (place, agent) in agents.iter().chain(&["greedy", "ismcts:simulations=5", "net"]).enumerate() {
        nights.play(&format!("a{place}"), agent, ENDLESS).expect("plays");
    }
    nights.play("a1", "ismcts:simulations=1", ENDLESS).expect("plays");
    let standing = nights.standing();
    let rows: Vec<&str> = standing.rows[8].iter().map(|row| row.agents[1].as_str()).collect();
    assert_eq!(rows.len(), 7, "a test and six shares: {rows:?}");
    assert_eq!(rows[..2], ["a1@1", "a0@1"]);
    assert!(!rows.contains(&"a7@1"), "its order to the strongest is known: {rows:?}");
}

#[test]
fn what_a_pool_cannot_use_is_named() {
    let nights = Nights::new();
    let refused = |name: &str, agent: &str| nights.play(name, agent, ENDLESS).expect_err(name).to_string();
    assert!(refused("a b", "greedy").contains("agent \"a b\": expected a name of letters"));
    assert!(refused("../bot", "greedy").contains("expected a name of letters"));
    nights.play("bot", "greedy", ENDLESS).expect("plays");
    let other = |rules, seed| History::open(nights.folder(), rules, seed).err().expect("refused").to_string();
    assert!(other(Some("scopone"), None).contains("found --rules scopone: leave out --rules"));
    assert!(other(None, Some(2)).contains("the pool has the seed 1, found --seed 2"));
    let open = nights.open();
    assert!(other(None, None).contains("another process is working here"));
    drop(open);
}
