//! If contests are stopped, resumed, played in parts or merged, the figures are those of one run. Sequential tests
//! reach the right verdict, the same for any number of threads.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use spariglio_agents::AgentSpec;
use spariglio_arena::{ArenaConfig, ArenaError, ArenaResult, Contest, Entrant, Hands, Nobody, Schedule, Step, Watch};
use spariglio_engine::Game;
use spariglio_files::sealed;
use spariglio_stats::{SprtConfig, SprtUnit, Verdict};

pub fn entrants(list: &str) -> Vec<Entrant> {
    let spec = |text: &str| Entrant::new(AgentSpec::parse(text).expect("an agent"));
    list.split(',').map(spec).collect()
}

fn config(hands: u64) -> ArenaConfig {
    ArenaConfig { hands, seed: 8, threads: 2, ..ArenaConfig::default() }
}

struct Arena {
    game: Game,
    entrants: Vec<Entrant>,
}

impl Arena {
    fn new(rules: &str, agents: &str) -> Arena {
        Arena { game: Game::preset(rules).expect("a preset"), entrants: entrants(agents) }
    }

    fn play(
        &self,
        config: &ArenaConfig,
        schedule: Schedule,
        earlier: Option<ArenaResult>,
        watch: &dyn Watch<Step, ArenaResult>,
    ) -> Result<ArenaResult, ArenaError> {
        let contest = Contest { game: &self.game, entrants: &self.entrants, config, schedule, unit: Hands };
        contest.play(earlier, watch)
    }
}

/// Stops a contest after some progress events.
struct Impatient {
    news: AtomicU64,
    most: u64,
}

impl<Kept> Watch<Step, Kept> for Impatient {
    fn progress(&self, _: Step) {
        self.news.fetch_add(1, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.news.load(Ordering::Relaxed) >= self.most
    }
}

/// Writes the result to JSON and reads it again.
fn written(result: &ArenaResult) -> ArenaResult {
    let value = serde_json::from_str(&result.to_json().expect("JSON")).expect("JSON");
    ArenaResult::from_value(Path::new("x.json"), value).expect("read again")
}

#[test]
fn a_stopped_contest_goes_on_to_the_same_result() {
    let arena = Arena::new("cirulla", "greedy,random,greedy-take");
    for schedule in Schedule::ALL {
        let whole = arena.play(&config(3000), schedule, None, &Nobody).expect("plays");
        assert!(whole.head.complete);
        let (mut earlier, mut runs) = (None, 0);
        let resumed = loop {
            let impatient = Impatient { news: AtomicU64::new(0), most: 3 + 2 * runs };
            let result = arena.play(&config(3000), schedule, earlier, &impatient).expect("plays");
            runs += 1;
            if result.head.complete {
                break result;
            }
            earlier = Some(written(&result));
        };
        assert!(runs > 1, "{schedule} was never stopped");
        assert_eq!(resumed, whole, "{schedule}");
    }
}

#[test]
fn more_hands_are_added() {
    let arena = Arena::new("scopone", "greedy,random");
    let play = |hands, earlier| {
        arena
            .play(&config(hands), Schedule::RoundRobin, earlier, &Nobody)
            .expect("plays")
    };
    let half = play(500, None);
    assert_eq!(play(1400, Some(written(&half))), play(1400, None));
    assert_eq!(play(300, Some(half.clone())), half, "fewer hands than there are");
}

#[test]
fn parts_add_up_to_the_whole() {
    let arena = Arena::new("scopone_messina", "greedy,random,greedy-take");
    let part = |text: &str| {
        let config = ArenaConfig { part: text.parse().expect("a part"), ..config(1000) };
        arena.play(&config, Schedule::RoundRobin, None, &Nobody).expect("plays")
    };
    let whole = part("1/1");
    let parts = ["3/3", "1/3", "2/3"].map(part);
    let [last, first, second] = parts.clone();
    let merged = last.merge(first).and_then(|sum| sum.merge(second)).expect("of one arena");
    assert_eq!(merged, whole);
    let [last, first, _] = parts;
    let twice = first.clone().merge(last).and_then(|sum| sum.merge(first));
    assert!(matches!(twice, Err(ArenaError::PlayedTwice(0))), "{twice:?}");
}

#[test]
fn results_of_other_arenas_are_refused() {
    let arena = Arena::new("scopone", "greedy,random");
    let earlier = arena.play(&config(100), Schedule::RoundRobin, None, &Nobody).expect("plays");
    let refused = |arena: &Arena, config: &ArenaConfig, named: &str| {
        let error = arena.play(config, Schedule::RoundRobin, Some(earlier.clone()), &Nobody);
        let text = error.expect_err("another arena").to_string();
        assert!(text.contains(named), "{text}");
    };
    refused(&Arena::new("scopone", "greedy,greedy-take"), &config(100), "greedy-take");
    refused(&Arena::new("scopa", "greedy,random"), &config(100), "rules: found \"scopone\", must be \"scopa\"");
    refused(&arena, &ArenaConfig { seed: 9, ..config(100) }, "seed: found 8, must be 9");
    let tested = ArenaConfig { sprt: Some(sprt(1.0)), ..config(100) };
    refused(&arena, &tested, "sprt");
    let parted = ArenaConfig { part: "1/2".parse().expect("a part"), ..tested };
    let error = arena.play(&parted, Schedule::RoundRobin, None, &Nobody).expect_err("parts");
    assert!(matches!(error, ArenaError::NoParts));
}

fn sprt(difference: f64) -> SprtConfig {
    SprtConfig { unit: SprtUnit::Points, difference, alpha: 0.05, beta: 0.05 }
}

#[test]
fn a_sequential_test_ends_rightly_whatever_the_threads() {
    // The true margin of `greedy` is +4.39 points per hand.
    for (agents, difference, verdict) in [
        ("greedy,random", 1.0, Verdict::First),
        ("random,greedy", 1.0, Verdict::Second),
        ("random,greedy", 12.0, Verdict::Within),
    ] {
        let arena = Arena::new("scopone", agents);
        let play = |threads| {
            let config = ArenaConfig { sprt: Some(sprt(difference)), threads, ..config(200_000) };
            arena.play(&config, Schedule::RoundRobin, None, &Nobody).expect("plays")
        };
        let result = play(2);
        assert!(result.head.complete);
        assert_eq!(result, play(1));
        let sprt = result.pairs[0].figures.sprt.as_ref().expect("tested");
        assert_eq!(sprt.run.verdict, Some(verdict), "{agents}, {difference}");
        let last = sprt.run.path.last().expect("a look");
        assert_eq!(last, &(result.pairs[0].sets(), sprt.llrs));
        let estimate = sprt.estimate.expect("an estimate");
        assert!(estimate.interval[0] < estimate.median && estimate.median < estimate.interval[1]);
        let whole = play(3);
        assert_eq!(arena_again(&arena, difference, &whole), whole, "nothing is played after a verdict");
    }
}

fn arena_again(arena: &Arena, difference: f64, earlier: &ArenaResult) -> ArenaResult {
    let config = ArenaConfig { sprt: Some(sprt(difference)), ..config(200_000) };
    let earlier = Some(written(earlier));
    arena.play(&config, Schedule::RoundRobin, earlier, &Nobody).expect("plays")
}

#[test]
fn of_equal_agents_none_is_better() {
    let arena = Arena::new("scopone_scientifico", "random,random,random");
    let within = (0..100).filter(|&seed| {
        let config = ArenaConfig { sprt: Some(sprt(1.0)), seed, ..config(4000) };
        let result = arena.play(&config, Schedule::RoundRobin, None, &Nobody).expect("plays");
        let mut verdicts = result
            .pairs
            .iter()
            .map(|pair| pair.figures.sprt.as_ref().and_then(|sprt| sprt.run.verdict));
        verdicts.all(|verdict| verdict == Some(Verdict::Within))
    });
    let within = within.count();
    assert!(within >= 90, "{within} of 100");
}

#[test]
fn every_schedule_ends_with_sequential_tests() {
    let arena = Arena::new("scopone", "random,greedy,random");
    for schedule in Schedule::ALL {
        let config = ArenaConfig { sprt: Some(sprt(1.0)), ..config(2000) };
        let result = arena.play(&config, schedule, None, &Nobody).expect("plays");
        assert!(result.head.complete, "{schedule}");
    }
}

#[test]
fn a_cut_off_test_goes_on_as_one_run() {
    let arena = Arena::new("scopone", "random,random");
    let play = |hands, earlier| {
        let config = ArenaConfig { sprt: Some(sprt(0.1)), ..config(hands) };
        arena.play(&config, Schedule::RoundRobin, earlier, &Nobody).expect("plays")
    };
    let first = play(1000, None);
    assert_eq!(first.pairs[0].figures.sprt.as_ref().map(|sprt| sprt.run.verdict), Some(None));
    assert_eq!(play(3000, Some(written(&first))), play(3000, None));
}

#[test]
fn parts_with_a_gap_are_not_complete() {
    let arena = Arena::new("scopone", "greedy,random");
    let part = |text: &str| ArenaConfig { part: text.parse().expect("a part"), ..config(100) };
    let play = |text: &str| arena.play(&part(text), Schedule::RoundRobin, None, &Nobody);
    let ends = play("1/3").and_then(|first| first.merge(play("3/3")?)).expect("of one arena");
    assert!(!ends.head.complete);
    assert!(ends.merge(play("2/3").expect("plays")).is_ok());
    for order in [["1/3", "2/3", "3/3"], ["2/3", "3/3", "1/3"], ["3/3", "1/3", "2/3"]] {
        let parts = order.map(|text| play(text).expect("plays"));
        let whole = parts.into_iter().reduce(|one, other| one.merge(other).expect("of one arena"));
        assert!(whole.expect("three parts").head.complete, "{order:?}");
    }
    let empty = arena.play(&ArenaConfig { hands: 2, ..part("2/5") }, Schedule::RoundRobin, None, &Nobody);
    assert!(empty.expect_err("no deals").to_string().contains("part 2/5"));
}

#[test]
fn files_that_cannot_be_true_are_refused() {
    let arena = Arena::new("scopone", "greedy,random,greedy-take");
    let result = arena.play(&config(100), Schedule::RoundRobin, None, &Nobody).expect("plays");
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join("arena.json");
    result.write(&path).expect("written");
    assert_eq!(ArenaResult::load_if_there(&path).expect("true"), Some(result.clone()));
    assert_eq!(std::fs::read_dir(dir.path()).expect("read").count(), 1, "temporary files are left");
    let file = serde_json::to_value(&result).expect("JSON");
    // The seal is no signature: others can make it too.
    let refused = |place: &str, value: serde_json::Value, named: &str| {
        let mut file = file.clone();
        *file.pointer_mut(place).expect("a field") = value;
        std::fs::write(&path, sealed::to_json(&file).expect("JSON")).expect("written");
        let error = ArenaResult::load_if_there(&path).expect_err("not true").to_string();
        assert!(error.contains(named) && error.contains("arena.json"), "{place}: {error}");
    };
    refused("/pairs/0/places", serde_json::json!([0, 9]), "pairs[0].places");
    refused("/pairs/1/places", serde_json::json!([2, 0]), "pairs[1].places");
    refused("/pairs/1/places", serde_json::json!([0, 1]), "no other pair");
    refused("/pairs/2/sums/deals", serde_json::json!([[0, 100]]), "pairs[2]");
    refused("/pairs/2/sums/deals", serde_json::json!([[5, 55], [0, 5]]), "pairs[2]");
    refused("/pairs/0/sums/deals", serde_json::json!([[0, u64::MAX]]), "pairs[0]");
    refused("/pairs/0/plays_per_set", serde_json::json!(0), "plays_per_set");
    refused("/pairs/0/sums/tally/pair/margin/squares", serde_json::json!(0), "of some whole numbers");
    refused("/names", serde_json::json!(["a"]), "names");
    refused("/kind", serde_json::json!("gate"), "kind");
}
