//! A score holds, resumes, and shows any change.

#[expect(dead_code, reason = "other tests use the rest")]
#[path = "../../../agents/tests/support/model.rs"]
mod model;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use model::{Answer as ModelAnswer, Model};
use serde_json::{Value, json};
use spariglio_agents::{AgentSpec, Custom, CustomAgent};
use spariglio_files::{Journal, sealed};
use spariglio_score::{
    ANSWERS, Commitment, Config, Item, Paired, SCORE, Score, ScoreError, Step, Suite, commit, ratings, run, verify,
};

fn config(agent: &str, threads: usize) -> Config {
    Config {
        agent: AgentSpec::parse(agent).expect("an agent"),
        suite: Suite::of("trial").expect("a suite"),
        whole_hands: false,
        generated: 1,
        challenge: "a text of somebody else".to_owned(),
        threads,
        in_flight: 0,
        origin: None,
        command: String::new(),
    }
}

fn score(agent: &str, folder: &Path) -> Score {
    run(&config(agent, 2), folder, &|_| (), &|| false).expect("a score")
}

/// The score with another value at a place, sealed again.
fn with(text: &str, place: &str, value: Value) -> String {
    let mut score: Value = serde_json::from_str(text).expect("JSON");
    score.as_object_mut().expect("fields").remove("seal");
    *score.pointer_mut(place).expect("there") = value;
    sealed::to_json(&score).expect("JSON")
}

/// Changes the answers of a run, and computes its score again from them.
fn forge(folder: &Path, config: &Config, change: impl Fn(&mut Value)) -> Result<Score, ScoreError> {
    let path = folder.join(ANSWERS);
    let (_, lines) = Journal::resume(&path).expect("read").expect("there");
    let forged = lines.iter().map(|line| {
        let mut answer: Value = serde_json::from_str(line).expect("JSON");
        change(&mut answer);
        answer.to_string()
    });
    Journal::begin(&path, forged.collect::<Vec<_>>()).expect("written");
    run(config, folder, &|_| (), &|| false)
}

/// The reason why the score in a folder does not hold.
fn reason(folder: &Path) -> String {
    verify(folder, 2, &|_| ()).expect_err("a change").to_string()
}

#[test]
fn a_score_holds_and_every_change_shows() {
    let folder = tempfile::tempdir().expect("a folder");
    let original = score("greedy", folder.path());
    assert_eq!(original.games.len(), 9);
    assert!(original.headline.is_none() && original.endings.is_some_and(|endings| endings.lost.interval.is_none()));
    let figures = original.games.iter().flat_map(|game| game.against.iter().flatten());
    assert!(figures.clone().count() > 0 && figures.copied().all(|figure| figure.interval.is_none()));
    assert!(original.endings.is_some() && original.exploitability.iter().all(|one| one.points.is_some()));
    let checked = verify(folder.path(), 2, &|_| ()).expect("it holds");
    assert!(checked.replayed && checked.hands > 0 && checked.positions > 0);

    let path = folder.path().join(SCORE);
    let text = fs::read_to_string(&path).expect("written");
    let changed = [
        with(&text, "/games/0/against/0/mean", json!(77.0)),
        with(&text, "/games/0/against", json!([])),
        with(&text, "/costs/decisions", json!(1_000_000)),
        text.replacen("\"faults\":0", "\"faults\":1", 1),
        text.replacen(
            original.sealed.secret.digits(),
            &original.sealed.secret.digits().chars().rev().collect::<String>(),
            1,
        ),
        text.replacen("a text of somebody else", "mine", 1),
    ];
    for (number, changed) in changed.iter().enumerate() {
        assert_ne!(*changed, text, "{number}");
        fs::write(&path, changed).expect("written");
        let error = verify(folder.path(), 2, &|_| ()).expect_err("a change");
        assert!(matches!(error, ScoreError::Untrue(_)), "{number}: {error}");
    }
    fs::write(&path, &text).expect("written");
    let answers = folder.path().join(ANSWERS);
    let lines = fs::read_to_string(&answers).expect("written");
    let cut = lines.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(&answers, cut).expect("written");
    assert!(matches!(verify(folder.path(), 2, &|_| ()), Err(ScoreError::Untrue(_))));
}

#[test]
fn forged_answers_and_their_figures_do_not_hold() {
    let folder = tempfile::tempdir().expect("a folder");
    score("greedy", folder.path());
    let sound = fs::read(folder.path().join(ANSWERS)).expect("written");
    let at_position = |change: fn(&mut Value)| {
        move |answer: &mut Value| {
            if !answer["task"]["position"].is_null() {
                change(answer);
            }
        }
    };
    let none = |field: &str| format!("{field}: found");
    for (change, expected) in [
        (at_position(|answer| answer["thoughts"] = json!([[0, "I am another"]])), none("thoughts")),
        (at_position(|answer| answer["faults"] = json!(1)), none("faults")),
        (
            at_position(|answer| {
                answer["usage"] = json!({ "decisions": 0, "calls": 1, "unreadable": 0, "illegal": 0,
            "cut_off": 0, "late": 0, "busy": 0, "random": 0, "tokens_in": 0, "tokens_out": 0 })
            }),
            none("usage"),
        ),
    ] {
        forge(folder.path(), &config("greedy", 2), change).expect("a score");
        let error = reason(folder.path());
        assert!(error.contains(&expected) && error.contains("position"), "{error}");
        fs::write(folder.path().join(ANSWERS), &sound).expect("written");
    }
    for (field, number) in [("decisions", json!(u64::MAX)), ("millis", json!(-1.0)), ("refusals", json!(1_u64 << 32))] {
        let forged = forge(folder.path(), &config("greedy", 2), |answer| answer[field] = number.clone());
        let error = forged.expect_err("no such number").to_string();
        assert!(error.contains("line 1: ") && error.contains(field), "{error}");
        fs::write(folder.path().join(ANSWERS), &sound).expect("written");
    }
    let told_twice = at_position(|answer| answer["belief"] = json!([["7d", [1.0]], ["7d", [1.0]]]));
    let error = forge(folder.path(), &config("greedy", 2), told_twice)
        .expect_err("no belief")
        .to_string();
    assert!(error.contains("belief: 7d: found [1.0], expected"), "{error}");
}

#[test]
fn counts_of_a_stranger_are_checked_before_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let original = score("random", folder.path());
    let path = folder.path().join(SCORE);
    let text = fs::read_to_string(&path).expect("written");
    // The check does not make decisions of a program again: the folder's own lists of games are used.
    let commitment = |generated: u32, suite: &str| {
        let agent = "external:command=true".to_owned();
        let commitment = Commitment { agent, generated, suite: suite.to_owned(), ..original.commitment.clone() };
        json!(commitment.sealed(&original.sealed.secret))
    };
    let stranger = |generated, suite: &str| with(&text, "/commitment", commitment(generated, suite));
    let games = json!(original.games);
    for (forged, expected) in [
        (with(&stranger(1, "trial"), "/games", json!([])), "games: expected 9, found 0"),
        (with(&stranger(1, "trial"), "/games", json!([games[0]])), "games: expected 9, found 1"),
        (stranger(0, "trial"), "games: expected 8, found 9"),
        (stranger(4_000_000_000, "trial"), "commitment.generated: expected 0 to 100, found 4000000000"),
        (stranger(1, "standard"), "expected at least 1350 answers"),
        (stranger(1, "none"), "commitment.suite: expected trial"),
        (with(&text, "/secret", json!("short\nsecret")), "64 hexadecimal digits"),
        (with(&text, "/commitment/generated", json!(-1)), "commitment.generated"),
    ] {
        fs::write(&path, forged).expect("written");
        let error = reason(folder.path());
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn the_items_add_up_to_the_figures_and_pair() {
    let folders = [tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder")];
    let [original, other] = [0, 1].map(|place| score("greedy", folders[place].path()));
    for game in &original.games {
        let Some(positions) = &game.positions else { continue };
        let of_game = |item: &&Item| item.game() == game.rules && !item.is_ending();
        let costs: Vec<f64> = original
            .items
            .iter()
            .filter(of_game)
            .map(|item| item.weight * item.lost)
            .collect();
        assert_eq!(costs.iter().sum::<f64>() / costs.len() as f64, positions.lost.mean, "{}", game.rules);
        assert_eq!(costs.len(), positions.count);
    }
    let endings: Vec<&Item> = original.items.iter().filter(|item| item.is_ending()).collect();
    let lost = endings.iter().map(|item| item.lost).sum::<f64>() / endings.len() as f64;
    assert_eq!(Some(lost), original.endings.map(|endings| endings.lost.mean));
    for item in &original.items {
        assert_eq!(item.baselines["greedy"], item.lost, "{}: greedy is greedy", item.id);
        assert!((item.baselines["formula"] - item.lost - item.above).abs() < 1e-12);
    }
    let pair = Paired::new([&original, &original]).expect("the same positions");
    assert!(pair.games.iter().all(|game| (game.count, game.difference.mean) == (2, 0.0)));
    let error = Paired::new([&original, &other]).expect_err("other positions");
    assert!(error.contains("--suite public"), "{error}");
}

#[test]
fn ratings_follow_from_the_losses_of_decisions() {
    let folder = tempfile::tempdir().expect("a folder");
    let greedy = score("greedy", folder.path());
    let agent = |name: &str, lost: &dyn Fn(&Item) -> f64| {
        let mut score = greedy.clone();
        name.clone_into(&mut score.commitment.agent);
        score.items.iter_mut().for_each(|item| item.lost = lost(item));
        score
    };
    let scores = [
        agent("best", &|_| -1.0),
        agent("worst", &|_| 100.0),
        agent("twin", &|item| item.baselines["formula"]),
        agent("formula", &|item| item.baselines["formula"]),
        greedy.clone(),
    ];
    let elo = ratings(&scores);
    let means: Vec<f64> = elo.iter().map(|rating| rating.mean).collect();
    assert!(means[0] > 300.0 && means[1] < -300.0, "{means:?}");
    assert!(means[2].abs() < 1e-6 && means[3].abs() < 1e-6, "{means:?}");
    assert_eq!(elo[3].standard_error, 0.0, "the one that all others are measured by");
    let alone = ratings(&scores[4..])[0];
    assert!(alone.standard_error > 0.0 && alone.mean.abs() < 2000.0, "it meets formula: {alone:?}");
}

#[test]
fn a_public_score_has_the_secret_that_all_know() {
    let folder = tempfile::tempdir().expect("a folder");
    let public = Config {
        suite: Suite::of("public").expect("a suite"),
        generated: 0,
        ..config("greedy", 2)
    };
    let committed = commit(&public, folder.path()).expect("written");
    let secret = fs::read_to_string(folder.path().join("secret.txt")).expect("written");
    let again = tempfile::tempdir().expect("a folder");
    assert_eq!(commit(&public, again.path()).expect("written"), committed);
    assert_eq!(secret.trim().len(), 64);
    let original = score("random", again.path().join("trial").as_path());
    let commitment = Commitment { suite: "public".to_owned(), ..original.commitment.clone() };
    let forged = with(&original.text(), "/commitment", json!(commitment.sealed(&original.sealed.secret)));
    let path = again.path().join("trial").join(SCORE);
    fs::write(&path, forged).expect("written");
    let error = Score::load(&path).expect_err("a secret of its own").to_string();
    assert!(error.contains("secret: expected that of the public set"), "{error}");
}

#[test]
fn a_moved_folder_holds_with_its_network_and_not_with_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let shipped = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../agents/nets/scopa"));
    let own = folder.path().join("own");
    fs::create_dir(&own).expect("made");
    for file in ["model.safetensors", "meta.json"] {
        fs::copy(shipped.join(file), own.join(file)).expect("copied");
    }
    let [out, moved] = ["out", "moved"].map(|name| folder.path().join(name));
    let config = Config { generated: 0, ..config(&format!("net:net={}", own.display()), 2) };
    let original = run(&config, &out, &|_| (), &|| false).expect("a score");
    assert_eq!((original.commitment.agent.as_str(), original.commitment.files.len()), ("net:net=nets/own", 2));
    fs::rename(&out, &moved).expect("moved");
    fs::remove_dir_all(&own).expect("removed");
    assert!(verify(&moved, 2, &|_| ()).expect("it holds").replayed);
    let meta = moved.join("nets/own/meta.json");
    fs::write(&meta, fs::read_to_string(&meta).expect("read") + "\n").expect("written");
    assert!(reason(&moved).contains("commitment.files: found"));
}

#[test]
fn refusals_of_an_endpoint_are_no_faults_and_in_no_figure() {
    let model = Model::start(|_, _| ModelAnswer::completion(json!({ "content": null }), "content_filter"));
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { generated: 0, ..config(&model.agent(":retries=0"), 2) };
    let refused = run(&config, folder.path(), &|_| (), &|| false).expect("a score");
    assert_eq!((refused.costs.faults, refused.costs.refusals), (0, refused.costs.decisions));
    assert!(refused.endings.is_none() && refused.games.iter().all(|game| game.positions.is_none()));
    assert!(!verify(folder.path(), 2, &|_| ()).expect("it holds").replayed);
    // A program's count of decisions follows from its actions.
    let forged = forge(folder.path(), &config, |answer| {
        (answer["decisions"], answer["refusals"]) = (json!(0), json!(0));
    });
    forged.expect("a score");
    assert!(reason(folder.path()).contains("decisions: found 0, must be 1"));
}

#[test]
fn a_stopped_run_resumes_with_the_same_secret() {
    let folder = tempfile::tempdir().expect("a folder");
    let committed = commit(&config("random", 2), folder.path()).expect("written");
    let tasks_done = AtomicU64::new(0);
    let tell = |step| {
        if let Step::Tasks(tasks, _) = step {
            tasks_done.store(tasks, Ordering::Relaxed);
        }
    };
    let stopped = || tasks_done.load(Ordering::Relaxed) > 0;
    let ended = run(&config("random", 2), folder.path(), &tell, &stopped);
    assert!(matches!(ended, Err(ScoreError::Stopped)), "{ended:?}");
    let other = run(&config("greedy", 2), folder.path(), &|_| (), &|| false);
    assert!(matches!(other, Err(ScoreError::Other { field: "agent", .. })));
    let challenged = Config { challenge: "another".to_owned(), ..config("random", 2) };
    let ended = run(&challenged, folder.path(), &|_| (), &|| false);
    assert!(matches!(ended, Err(ScoreError::Other { field: "challenge", .. })), "{ended:?}");
    let resumed = score("random", folder.path());
    assert_eq!(resumed.commitment, committed);
    assert!(resumed.commitment.holds(&resumed.sealed.secret));
    verify(folder.path(), 2, &|_| ()).expect("it holds");
}

/// An agent that fails at its first decision.
struct Broken;

impl CustomAgent for Broken {
    fn start_hand(&mut self, _seed: u64) {}

    fn act(&mut self, _view: &spariglio_engine::View<'_>) -> Result<spariglio_engine::Action, String> {
        Err("no model".to_owned())
    }
}

#[test]
fn an_agent_that_fails_ends_the_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = Custom::new("broken", "1", |_| Ok(Box::new(Broken))).expect("a name");
    let config = Config { agent: AgentSpec::from(broken), ..config("greedy", 1) };
    let ended = run(&config, folder.path(), &|_| (), &|| false);
    assert!(matches!(ended, Err(ScoreError::Failed { .. })), "{ended:?}");
}
