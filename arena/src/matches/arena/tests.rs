use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use spariglio_agents::AgentSpec;
use spariglio_engine::{Game, RuleSet};

use super::MatchesResult;
use crate::contests::Contest;
use crate::error::ArenaError;
use crate::pairs::{ArenaConfig, Entrant};
use crate::watch::{Nobody, Step, Watch};

fn game(text: &str) -> Game {
    Game::new(RuleSet::from_toml(text).expect("a rule set")).expect("a game")
}

/// Stops after some stretches.
struct Impatient(AtomicU64);

impl Watch<Step, MatchesResult> for Impatient {
    fn progress(&self, step: Step) {
        assert!(step.done.played <= step.done.of);
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

fn played(game: &Game, agents: &[&str], config: ArenaConfig, watch: &dyn Watch<Step, MatchesResult>) -> MatchesResult {
    resumed(game, agents, config, None, watch).expect("played")
}

fn resumed(
    game: &Game,
    agents: &[&str],
    config: ArenaConfig,
    kept: Option<MatchesResult>,
    watch: &dyn Watch<Step, MatchesResult>,
) -> Result<MatchesResult, ArenaError> {
    let specs = agents.iter().map(|agent| AgentSpec::parse(agent).expect("an agent"));
    let entrants: Vec<Entrant> = specs.map(Entrant::new).collect();
    Contest::round_robin(game, &entrants, &config).play(kept, watch)
}

fn config(matches: u64, threads: usize) -> ArenaConfig {
    ArenaConfig { hands: matches, seed: 4, threads, ..ArenaConfig::default() }
}

#[test]
fn the_stronger_wins_and_threads_do_not_matter() {
    let game = game("base = \"scopa\"");
    let agents = ["greedy", "random"];
    let one = played(&game, &agents, config(401, 1), &Nobody);
    assert_eq!(one, played(&game, &agents, config(401, 3), &Nobody));
    let pair = &one.pairs[0];
    assert!(one.head.complete && pair.figures.matches == 402 && pair.sets() == 201);
    assert!(
        pair.figures.score.ends()[0] > 60.0
            && pair.figures.superiority.is_some_and(|chance| chance > 0.999)
            && pair.figures.margin.mean > 2.0
    );
    let sum = pair.figures.outcomes.win.mean + pair.figures.outcomes.tie.mean + pair.figures.outcomes.loss.mean;
    assert!((sum - 100.0).abs() < 1e-9 && pair.figures.hands.mean > 2.0);
    let value = serde_json::from_str(&one.to_json().expect("written")).expect("JSON");
    assert_eq!(MatchesResult::from_value(Path::new("x.json"), value).expect("read"), one);
}

#[test]
fn an_agent_and_itself_are_level_in_every_set() {
    for rules in ["base = \"cirulla\"", "base = \"scopone_messina\"", "base = \"scopa\"\n[match]\nhands = 3"] {
        let game = game(rules);
        let result = played(&game, &["greedy", "greedy"], config(48, 0), &Nobody);
        let pair = &result.pairs[0];
        assert_eq!((pair.figures.score.mean, pair.figures.score.standard_error), (50.0, 0.0), "{rules}");
        assert_eq!((pair.figures.margin.mean, pair.figures.superiority), (0.0, Some(0.5)), "{rules}");
        assert_eq!(pair.plays_per_set, if game.sides() == 2 { 2 } else { 6 });
    }
}

#[test]
fn every_pair_plays_and_a_stopped_arena_holds_what_was_played() {
    let game = game("base = \"scopone_scientifico\"");
    let agents = ["greedy", "random", "ismcts:simulations=4"];
    let all = played(&game, &agents, config(8, 0), &Nobody);
    let places: Vec<[usize; 2]> = all.pairs.iter().map(|pair| pair.places).collect();
    assert_eq!(places, [[0, 1], [0, 2], [1, 2]]);
    // Two stretches hold one to three of the four sets of a pair.
    let stopped = played(&game, &agents, config(8, 1), &Impatient(AtomicU64::new(2)));
    assert!(!stopped.head.complete && stopped.pairs.len() == 1);
    assert!((1..4).contains(&stopped.pairs[0].sets()), "{} sets", stopped.pairs[0].sets());
    assert_eq!(resumed(&game, &agents, config(8, 1), Some(stopped), &Nobody).expect("played"), all);
}

#[test]
fn a_stopped_arena_resumes_and_more_matches_may_be_asked_for() {
    let game = game("base = \"scopa\"");
    let agents = ["greedy", "random", "formula"];
    let whole = played(&game, &agents, config(40, 2), &Nobody);
    let mut earlier = None;
    for stretches in [1, 2, 3] {
        let watch = Impatient(AtomicU64::new(stretches));
        let stopped = resumed(&game, &agents, config(40, 1), earlier, &watch).expect("played");
        assert!(!stopped.head.complete, "stopped after {stretches} stretches");
        earlier = Some(stopped);
    }
    assert_eq!(resumed(&game, &agents, config(40, 3), earlier, &Nobody).expect("played"), whole);
    let fewer = played(&game, &agents, config(14, 2), &Nobody);
    assert_eq!(resumed(&game, &agents, config(40, 2), Some(fewer), &Nobody).expect("played"), whole);
    let other = ArenaConfig { seed: 5, ..config(40, 1) };
    let error = resumed(&game, &agents, other, Some(whole), &Nobody).expect_err("another arena");
    assert_eq!(error.to_string(), "the result is of another arena: seed: found 4, must be 5");
}

#[test]
fn merged_parts_are_the_whole() {
    let game = game("base = \"cirulla\"");
    let agents = ["greedy", "random", "formula"];
    let part = |text: &str| {
        let part = text.parse().expect("a part");
        played(&game, &agents, ArenaConfig { part, ..config(30, 2) }, &Nobody)
    };
    let [one, two, three] = ["1/3", "2/3", "3/3"].map(part);
    let gap = one.clone().merge(three).expect("apart");
    assert!(!gap.head.complete);
    assert_eq!(gap.merge(two.clone()).expect("apart"), part("1/1"));
    let error = two.clone().merge(two).expect_err("twice").to_string();
    assert!(error.contains("duplicate set 5 was played twice"), "{error}");
    assert!(matches!(
        resumed(
            &game,
            &agents,
            ArenaConfig { part: "1/99".parse().expect("a part"), ..config(30, 1) },
            None,
            &Nobody
        ),
        Err(ArenaError::EmptyPart(_))
    ));
    assert_ne!(one.figures.fingerprint, played(&game, &agents[..2], config(4, 1), &Nobody).figures.fingerprint);
}
