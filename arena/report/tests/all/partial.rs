//! Reports of partial results: few sets, missing pairs, agents that have not played, hands without points.

use std::fs;
use std::path::Path;

use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::{Matches, MatchesResult};
use spariglio_arena::{ArenaConfig, ArenaResult, Contest, Entrant, Nobody, round_robin};
use spariglio_engine::random::mix;
use spariglio_engine::{Game, RuleSet};
use spariglio_report as report;

use crate::support;

const AGENTS: [&str; 5] = ["random", "greedy", "formula", "cicuti", "chitarrella"];
/// Rules under which every margin is 0.
const NO_POINTS: &str = "base = \"scopa\"\nname = \"no_points\"\n[sweep]\npoints = 0\n[score]\ncards = 0\nsuit_points = 0\n\
    prime = \"none\"\n[score.single]\n\"7d\" = 0\n";
/// Hands and parts: results of 1, 2, 3, 8 and 12 sets of two plays.
const LENGTHS: [(u64, &str); 5] = [(1, "1/2"), (4, "1/1"), (6, "1/1"), (16, "1/1"), (24, "1/1")];

fn games() -> [Game; 4] {
    let preset = |name| Game::preset(name).expect("a preset");
    let no_points = RuleSet::from_toml(NO_POINTS).expect("a rule set");
    [preset("scopa"), preset("cirulla"), preset("scopone_messina"), Game::new(no_points).expect("a game")]
}

fn entrants(agents: usize) -> Vec<Entrant> {
    let spec = |text: &&str| Entrant::new(AgentSpec::parse(text).expect("an agent"));
    AGENTS[..agents].iter().map(spec).collect()
}

/// A result of pairs of several lengths, of which some are missing.
fn partial(game: &Game, agents: usize, unpaired: bool, draw: &mut impl FnMut(u64) -> u64) -> ArenaResult {
    let entrants = entrants(agents);
    let seed = draw(100);
    let played: Vec<ArenaResult> = LENGTHS
        .iter()
        .map(|&(hands, part)| {
            let config = ArenaConfig {
                hands,
                seed,
                threads: 1,
                unpaired,
                part: part.parse().expect("a part"),
                time: draw(2) == 0,
                ..ArenaConfig::default()
            };
            round_robin(game, &entrants, &config).expect("played")
        })
        .collect();
    let mut result = played[0].clone();
    result.pairs.clear();
    result.head.complete = false;
    for place in 0..played[0].pairs.len() {
        // A third of the pairs are missing.
        if let Some(length) = usize::try_from(draw(8)).ok().filter(|&length| length < LENGTHS.len()) {
            result.pairs.push(played[length].pairs[place].clone());
        }
    }
    let value = serde_json::from_str(&result.to_json().expect("JSON")).expect("JSON");
    ArenaResult::from_value(Path::new("partial.json"), value).expect("read")
}

/// No word of a text is a number that is none.
fn only_numbers(what: &str, text: &str) {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let wrong: Vec<&str> = words.filter(|word| ["NaN", "nan", "inf", "null"].contains(word)).collect();
    assert!(wrong.is_empty(), "{what}: {wrong:?} in {text}");
}

/// The pages and pictures of a result, which is one line of JSON.
fn pages(json: &str) {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("partial.json");
    fs::write(&file, json).expect("written");
    let page = report::write(&file, None).expect("written");
    let folder = page.parent().expect("a folder");
    let pictures = folder.join("report");
    if pictures.exists() {
        support::whole(folder);
    }
    let files = [folder, &pictures]
        .into_iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flatten();
    for path in files.map(|entry| entry.expect("a file").path()) {
        if path.extension().is_some_and(|end| end == "md" || end == "html" || end == "svg") {
            only_numbers(&path.display().to_string(), &fs::read_to_string(&path).expect("text"));
        }
    }
}

#[test]
fn partial_results_show_only_numbers() {
    let mut draws = 0;
    let mut draw = |below: u64| {
        draws += 1;
        mix(draws) % below
    };
    for (round, game) in games().iter().cycle().take(40).enumerate() {
        let result = partial(game, 2 + round % 4, round % 3 == 0, &mut draw);
        let text = report::arena::text(&result);
        only_numbers("text", &text);
        let idle =
            (0..result.head.names.len()).filter(|agent| result.pairs.iter().all(|pair| !pair.places.contains(agent)));
        for name in idle.map(|agent| &result.head.names[agent]) {
            assert!(!text.contains(name.as_str()), "{name} has not played: {text}");
        }
        // A figure that is not a number would be written as null, which is not read.
        let json = result.to_json().expect("JSON");
        let value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(ArenaResult::from_value(Path::new("partial.json"), value).expect("read"), result);
        if result.pairs.iter().all(|pair| pair.sets() < 8) {
            assert!(result.figures.pool.is_none());
            for sure in ["× ", "is better than", "is worse than", "holds"] {
                assert!(!text.contains(sure), "{sure} of few sets: {text}");
            }
            // By position, an agent's pairs count together.
            assert!(result.pairs.len() > 1 || !text.contains('±'), "{text}");
        }
        if round < 8 {
            pages(&json);
        }
    }
}

#[test]
fn partial_results_of_matches_show_only_numbers() {
    let game = Game::preset("scopa").expect("a preset");
    for (round, agents) in (2..=4).cycle().take(6).enumerate() {
        let entrants = entrants(agents);
        let config = ArenaConfig { hands: [2, 6, 16][round % 3], seed: 1, ..ArenaConfig::default() };
        let contest = Contest::<Matches>::round_robin(&game, &entrants, &config);
        let mut result = contest.play(None, &Nobody).expect("played");
        let pairs = round % (result.pairs.len() + 1);
        result.pairs.truncate(pairs);
        result.head.complete = false;
        let text = report::matches::text(&result);
        only_numbers("text", &text);
        assert!(config.hands == 16 || !["±", "better", "worse"].iter().any(|sure| text.contains(sure)), "{text}");
        let json = result.to_json().expect("JSON");
        let value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(MatchesResult::from_value(Path::new("partial.json"), value).expect("read"), result);
        pages(&json);
    }
}

#[test]
fn hands_without_points_do_not_cancel() {
    let config = ArenaConfig { hands: 40, threads: 1, ..ArenaConfig::default() };
    let entrants = entrants(2);
    let game = &games()[3];
    let result = round_robin(game, &entrants, &config).expect("played");
    let text = report::arena::text(&result);
    assert!(text.contains("all sets are alike") && !text.contains("cancel"), "{text}");
}

#[test]
fn four_hands_are_too_few_to_say_that_they_cancel() {
    let game = Game::preset("scopa").expect("a preset");
    let entrants = [entrants(3).remove(1), entrants(3).remove(2)];
    for seed in 0..66 {
        let config = ArenaConfig { hands: 4, seed, threads: 1, ..ArenaConfig::default() };
        let text = report::arena::text(&round_robin(&game, &entrants, &config).expect("played"));
        assert!(text.contains("too few sets to say") && !text.contains("cancel"), "{text}");
    }
}
