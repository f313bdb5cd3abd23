//! Matches and their equity, as text and picture.

use std::fs;

use serde_json::json;
use spariglio_agents::AgentSpec;
use spariglio_arena::matches::arena::Matches;
use spariglio_arena::matches::equity::{EquityConfig, sample, table};
use spariglio_arena::{ArenaConfig, Contest, Entrant, Nobody};
use spariglio_engine::{Game, RuleSet};
use spariglio_files::sealed;
use spariglio_report::{equity, matches};
use spariglio_stats::{SprtConfig, SprtUnit};

fn game(text: &str) -> Game {
    Game::new(RuleSet::from_toml(text).expect("a rule set")).expect("a game")
}

#[test]
fn every_pair_has_its_paragraph() {
    let game = game("base = \"scopa\"");
    let agents = ["greedy", "random"].map(|agent| Entrant::new(AgentSpec::parse(agent).expect("an agent")));
    let config = ArenaConfig { hands: 41, seed: 4, ..ArenaConfig::default() };
    let result = Contest::<Matches>::round_robin(&game, &agents, &config)
        .play(None, &Nobody)
        .expect("played");
    let text = matches::text(&result);
    assert!(text.contains("greedy against random") && text.contains("42 matches"), "{text}");
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("matches.json");
    for (field, value, expected) in [("names", json!([]), "names: found 0, must be 2"), ("pairs", json!([]), "")] {
        let mut altered = serde_json::to_value(&result).expect("JSON");
        altered[field] = value;
        fs::write(&file, sealed::to_json(&altered).expect("JSON")).expect("written");
        match spariglio_report::write(&file, None) {
            Ok(page) => assert!(expected.is_empty() && page.exists()),
            Err(error) => assert!(!expected.is_empty() && error.to_string().contains(expected), "{error}"),
        }
    }
    let mut altered = serde_json::to_value(&result).expect("JSON");
    altered["pairs"][0]["places"] = json!([9, 9]);
    fs::write(&file, sealed::to_json(&altered).expect("JSON")).expect("written");
    let error = spariglio_report::write(&file, None).expect_err("no such agents").to_string();
    assert!(error.contains("matches.json") && error.contains("pairs[0].places"), "{error}");
}

#[test]
fn several_pairs_have_a_verdict_in_words() {
    let game = game("base = \"scopa\"");
    let agents = ["greedy", "random", "formula"];
    let entrants = agents.map(|agent| Entrant::new(AgentSpec::parse(agent).expect("an agent")));
    let config = ArenaConfig { hands: 20, seed: 4, ..ArenaConfig::default() };
    let mut result = Contest::<Matches>::round_robin(&game, &entrants, &config)
        .play(None, &Nobody)
        .expect("played");
    for (pair, (mean, interval)) in
        result
            .pairs
            .iter_mut()
            .zip([(90.0, [80.0, 95.0]), (40.0, [25.0, 55.0]), (5.0, [1.0, 9.0])])
    {
        let score = &mut pair.figures.score;
        (score.mean, score.interval) = (mean, Some(interval));
    }
    let text = matches::text(&result);
    for words in ["greedy is better than random (90.0 %)", "formula is better than random (95.0 %)", "1 of 3 pairs"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn a_table_of_equity_has_a_text_and_a_picture() {
    for rules in [
        "base = \"cirulla\"",
        "base = \"scopa\"\n[match]\nlimit = 21\nseven_zero = true",
        "base = \"cirulla\"\n[match]\nhands = 4",
    ] {
        let game = game(rules);
        let config = EquityConfig {
            agent: AgentSpec::parse("greedy").expect("an agent"),
            hands: 400,
            seed: 7,
            threads: 0,
        };
        let table = table(&game, &sample(&game, &config, None, &Nobody).expect("sampled")).expect("a table");
        let svg = equity::picture(&table).svg();
        assert!(svg.starts_with("<svg") && svg.contains(&table.rules), "{rules}");
        let text = equity::text(&table);
        assert!(text.contains("first dealer") && text.contains("percent"), "{text}");
    }
}

#[test]
fn a_sequential_test_of_matches_has_its_verdict_and_its_path() {
    let game = game("base = \"scopa\"");
    let agents = ["greedy", "random"].map(|agent| Entrant::new(AgentSpec::parse(agent).expect("an agent")));
    let sprt = SprtConfig { unit: SprtUnit::Points, difference: 1.0, alpha: 0.05, beta: 0.05 };
    let config = ArenaConfig { hands: 4000, seed: 4, sprt: Some(sprt), ..ArenaConfig::default() };
    let result = Contest::<Matches>::round_robin(&game, &agents, &config)
        .play(None, &Nobody)
        .expect("played");
    let text = matches::text(&result);
    assert!(text.contains("greedy is better than random; estimate"), "{text}");
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("matches.json");
    result.write(&file).expect("written");
    let page = std::fs::read_to_string(spariglio_report::write(&file, None).expect("a page")).expect("read");
    assert!(page.contains("Sequential test") && page.contains("Path of the test"));
}
