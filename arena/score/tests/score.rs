//! A score holds, resumes, and shows any change.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use spariglio_agents::{AgentSpec, Custom, CustomAgent};
use spariglio_score::{ANSWERS, Config, SCORE, Score, ScoreError, Step, Suite, commit, run, verify};

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

/// The score with another margin in its first game.
fn with_mean(text: &str, mean: f64) -> String {
    let mut score: serde_json::Value = serde_json::from_str(text).expect("JSON");
    score["games"][0]["against"][0]["mean"] = mean.into();
    score.to_string()
}

#[test]
fn a_score_holds_and_every_change_shows() {
    let folder = tempfile::tempdir().expect("a folder");
    let original = score("greedy", folder.path());
    assert_eq!(original.games.len(), 9);
    assert_eq!(original.headline.games, [8, 8]);
    assert!(original.endings.is_some() && original.exploitability.iter().all(|one| one.points.is_some()));
    let checked = verify(folder.path(), 2, &|_| ()).expect("it holds");
    assert!(checked.replayed && checked.hands > 0 && checked.positions > 0);

    let path = folder.path().join(SCORE);
    let text = fs::read_to_string(&path).expect("written");
    let changed = [
        with_mean(&text, 77.0),
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
