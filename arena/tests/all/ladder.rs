//! Ladders: which pairs are played, and which results are kept.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;

use spariglio_agents::AgentSpec;
use spariglio_arena::studies::ladder::{Expected, Ladder, LadderResult, RowStep, Settings, play};
use spariglio_arena::{ArenaConfig, ArenaError, play_pair};
use spariglio_engine::Game;

const FILE: &str = include_str!("../ladder.toml");

struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new(text: &str) -> Place {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("ladder_x.toml"), text).expect("written");
        Place { dir }
    }

    fn file(&self) -> PathBuf {
        self.dir.path().join("ladder_x.toml")
    }

    fn results(&self) -> LadderResult {
        let path = self.dir.path().join("out/ladder_x.json");
        LadderResult::load(&path).expect("reads").expect("is there")
    }

    /// Plays the ladder; returns the pairs played.
    fn play(&self, settings: &Settings) -> Result<Vec<String>, ArenaError> {
        let played = Mutex::new(Vec::new());
        let progress = |step: RowStep<'_>| {
            assert!(step.pair.pair <= step.pair.pairs && step.pair.done.played <= step.pair.done.of);
            if step.result.is_some() {
                let name = format!("{}: {} - {}", step.row, step.pair.names[0], step.pair.names[1]);
                played.lock().expect("no panic").push(name);
            }
        };
        play(&[self.file()], &self.dir.path().join("out"), settings, &progress, &|| false)?;
        Ok(played.into_inner().expect("no panic"))
    }
}

fn settings() -> Settings {
    Settings { threads: 2, ..Settings::default() }
}

#[test]
fn every_pair_is_played_once_and_its_figures_are_the_arenas() {
    let place = Place::new(FILE);
    let played = place.play(&settings()).expect("plays");
    let expected = [
        "duel: greedy - chance",
        "pool: random - greedy",
        "pool: random - ismcts:simulations=4",
        "pool: greedy - ismcts:simulations=4",
    ];
    assert_eq!(played, expected);
    assert_eq!(place.play(&settings()).expect("plays"), [""; 0]);

    let results = place.results();
    let duel = &results.rows[0];
    assert_eq!(duel.command, "spariglio arena --rules scopone --agents greedy,random --hands 400 --seed 4 --time");
    let game = Game::preset("scopone").expect("a preset");
    let [first, second] = ["greedy", "random"].map(|text| AgentSpec::parse(text).expect("an agent"));
    let config = ArenaConfig { hands: 400, seed: 4, threads: 1, ..ArenaConfig::default() };
    let arena = play_pair(&game, [&first, &second], &config, &|_| ()).expect("plays");
    assert_eq!(arena.sums.tally, duel.pairs[0].sums.tally);
    assert!(
        duel.pairs[0]
            .figures
            .time
            .as_ref()
            .is_some_and(|time| time.agents[0].decisions > 400)
    );

    let pool = &results.rows[1];
    assert_eq!(pool.rules, "cirulla_4");
    assert!(
        pool.command.contains("--only pool") && pool.command.contains("spariglio ladder"),
        "{}",
        pool.command
    );
    let hands: Vec<u64> = pool.pairs.iter().map(|pair| pair.figures.hands).collect();
    assert_eq!(hands, [100, 20, 20]);
}

#[test]
fn a_killed_run_goes_on_after_its_last_pair() {
    let place = Place::new(FILE);
    place.play(&settings()).expect("plays");
    let whole = place.results();
    let mut killed = whole.clone();
    killed.rows[1].pairs.remove(0);
    killed.rows[1].pair_fingerprints.remove(0);
    killed.rows.swap(0, 1);
    killed.save(&place.dir.path().join("out/ladder_x.json")).expect("written");
    assert_eq!(place.play(&settings()).expect("plays"), ["pool: random - greedy"]);
    let resumed = place.results();
    for (row, resumed) in whole.rows.iter().zip(&resumed.rows) {
        assert_eq!((&row.name, &row.fingerprint), (&resumed.name, &resumed.fingerprint));
        for (pair, resumed) in row.pairs.iter().zip(&resumed.pairs) {
            assert_eq!(pair.sums.tally, resumed.sums.tally);
        }
    }
}

#[test]
fn what_has_changed_is_played_again_and_words_are_taken_over() {
    let place = Place::new(FILE);
    place.play(&settings()).expect("plays");
    fs::write(place.file(), FILE.replace("As expected.", "As hoped.")).expect("written");
    assert!(place.play(&settings()).expect("plays").is_empty());
    assert_eq!(place.results().rows[0].note.as_deref(), Some("As hoped."));
    fs::write(place.file(), FILE.replace("hands = 400", "hands = 300")).expect("written");
    assert_eq!(place.play(&settings()).expect("plays"), ["duel: greedy - chance"]);
    let more = FILE.replace("[\"random\", \"greedy\", {", "[\"greedy\", \"formula\", {");
    fs::write(place.file(), more).expect("written");
    let added = ["duel: greedy - chance", "pool: greedy - formula", "pool: formula - ismcts:simulations=4"];
    assert_eq!(place.play(&settings()).expect("plays"), added);
    let again = Settings { again: true, ..settings() };
    assert_eq!(place.play(&again).expect("plays").len(), 4);
}

#[test]
fn only_and_scale_choose_what_is_played() {
    let place = Place::new(FILE);
    let only = |text: &str| Settings { only: Some(text.to_owned()), hands_scale: Some(0.1), ..settings() };
    assert_eq!(place.play(&only("x: DUEL")).expect("plays"), ["duel: greedy - chance"]);
    assert_eq!(place.results().rows.len(), 1);
    assert_eq!(place.results().rows[0].pairs[0].figures.hands, 40);
    let error = place.play(&only("nothing")).expect_err("no such row").to_string();
    assert!(error.contains("nothing"), "{error}");
    assert_eq!(place.play(&only("pool")).expect("plays").len(), 3);
    assert_eq!(place.results().rows.len(), 2);
}

#[test]
fn figures_are_compared_with_their_errors() {
    let place = Place::new(FILE);
    place.play(&settings()).expect("plays");
    let row = &place.results().rows[0];
    let pair = &row.pairs[0];
    let dealer = row.compared(&row.published[0]).expect("there");
    assert_eq!(dealer.ours.percent[0], pair.figures.by_agent[0].by_position.dealer.outcomes.win.mean);
    let (difference, half) = dealer.differences[0].expect("a figure");
    assert!((difference - (dealer.ours.percent[0] - 95.0)).abs() < 1e-9);
    assert!(half > 3.0 && dealer.differences[1].is_none());
    let chance = row.compared(&row.published[1]).expect("there");
    assert_eq!(
        chance.ours.percent,
        [pair.figures.outcomes.loss.mean, pair.figures.outcomes.tie.mean, pair.figures.outcomes.win.mean]
    );
    assert!(!chance.within());
    let score = Expected {
        score: Some(pair.figures.outcomes.win.mean + pair.figures.outcomes.tie.mean / 2.0 + 2.0),
        error: Some(0.0),
        ..Expected::default()
    };
    let (difference, _) = row.compared(&score).expect("there").differences[3].expect("a figure");
    assert!((difference + 2.0).abs() < 1e-9);
}

#[test]
fn mistakes_are_named() {
    let load = |text: String| {
        let place = Place::new(&text);
        Ladder::load(&place.file()).expect_err("wrong").to_string()
    };
    let has = |error: String, part: &str| assert!(error.contains(part), "{error}");
    has(load(FILE.replace("\"greedy\", {", "\"clever\", {")), "clever");
    has(load(FILE.replace("\"pool\"", "\"duel\"")), "another row");
    has(load(FILE.replace("hands = 400", "hands = 0")), "hands");
    has(load(FILE.replace("rules = \"scopone\"", "rules = \"scoopa\"")), "scoopa");
    has(load(FILE.replace("agent = \"chance\"", "agent = \"chanse\"")), "chanse");
    has(load(FILE.replace("seed = 4", "sed = 4")), "sed");
}
