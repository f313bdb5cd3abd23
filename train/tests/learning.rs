//! Runs of a few seconds: their results, and that their bytes depend only on the configuration.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use spariglio_agents::AgentSpec;
use spariglio_agents::net::network_folder;
use spariglio_agents::net::sparse::bare;
use spariglio_engine::{Game, RuleSet};
use spariglio_files::Config;
use spariglio_files::metrics::{self, Line};
use spariglio_files::run_dir::net_folder;
use spariglio_files::tensorboard;
use spariglio_train::{Device, Event, LearnConfig, LearnError, Observer, Plain};

/// A run in plain Rust.
fn run(config: &LearnConfig, dir: &Path, threads: usize, observer: &mut dyn Observer) -> Result<PathBuf, LearnError> {
    let mut config = config.clone();
    config.device = Device::Plain;
    spariglio_train::run(&config, dir, threads, Box::new(Plain), None, observer)
}

/// A run of a preset that is small enough for a test.
fn config(preset: &str, more: &str) -> LearnConfig {
    LearnConfig::from_toml(&text(preset, more)).unwrap_or_else(|error| panic!("{error}"))
}

fn text(preset: &str, more: &str) -> String {
    format!(
        "rules = \"{preset}\"\nseed = 3\n[gradient]\nwidth = 32\ncritic_width = 32\nbatch = [256, 512]\nshards = 3\n{more}\n\
         [evaluation]\nopponents = [\"formula\"]\nhands = 200\nevery = 4000\n"
    )
}

/// All files of a run with learning results.
fn learnt(dir: &Path) -> Vec<Vec<u8>> {
    let mut nets: Vec<_> = fs::read_dir(dir.join("nets"))
        .expect("networks")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    nets.sort();
    let models = nets
        .iter()
        .filter(|path| path.is_dir())
        .flat_map(|net| [net.join("model.safetensors"), net.join("meta.json")]);
    let files = models.chain([dir.join("checkpoint.safetensors"), dir.join("nets/best.json")]);
    files
        .map(|file| fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display())))
        .collect()
}

#[test]
fn every_preset_learns() {
    for preset in RuleSet::preset_names() {
        let dir = tempfile::tempdir().expect("a folder");
        let config = config(preset, "decisions = 8000");
        run(&config, dir.path(), 2, &mut ()).unwrap_or_else(|error| panic!("{preset}: {error}"));
        let lines = metrics::read(dir.path()).expect("metrics");
        let gradient = lines.iter().rev().find_map(|line| match line {
            Line::Learning(line) => Some(line),
            _ => None,
        });
        let gradient = gradient.expect("a line");
        assert!(gradient.divergence > 1e-6, "{preset} has not moved: {gradient:?}");
        assert!(gradient.entropy.is_finite() && gradient.gradient_norm > 0.0, "{preset}: {gradient:?}");
    }
}

#[test]
fn threads_do_not_matter() {
    let config = config("cirulla", "decisions = 6000\ncheckpoint = 2000");
    let played = [1, 2, 5].map(|threads| {
        let dir = tempfile::tempdir().expect("a folder");
        run(&config, dir.path(), threads, &mut ()).expect("a run");
        learnt(dir.path())
    });
    assert!(played[0] == played[1] && played[0] == played[2]);
}

/// Simulates the end of the process at some event.
struct Dies {
    events: u32,
    counts: fn(&Event<'_>) -> bool,
}

impl Observer for Dies {
    fn tell(&mut self, event: Event<'_>) {
        self.events -= u32::from((self.counts)(&event));
        assert!(self.events > 0, "the run ends here");
    }
}

/// Compares an uninterrupted run with one that an event ends and that then resumes.
fn assert_survives(config: &LearnConfig, whole: &Path, mut death: Dies) {
    let dir = tempfile::tempdir().expect("a folder");
    let killed = catch_unwind(AssertUnwindSafe(|| run(config, dir.path(), 2, &mut death)));
    assert!(killed.is_err());
    run(config, dir.path(), 1, &mut ()).expect("the rest of the run");
    assert!(learnt(dir.path()) == learnt(whole));
}

fn is_evaluation(event: &Event<'_>) -> bool {
    matches!(event, Event::Evaluated(..))
}

fn is_search(event: &Event<'_>) -> bool {
    matches!(event, Event::Searching { .. })
}

#[test]
fn a_run_goes_on_from_its_checkpoint_to_the_same_bytes() {
    let config = config("scopone", "decisions = 13000\ncheckpoint = 3000");
    let whole = tempfile::tempdir().expect("a folder");
    run(&config, whole.path(), 2, &mut ()).expect("a run");
    for events in 1..=3 {
        let counts = is_evaluation;
        assert_survives(&config, whole.path(), Dies { events, counts });
    }
}

/// Copies the networks, the checkpoint and the description of a run.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("copied");
        }
    }
}

#[test]
fn an_extended_run_goes_on_to_the_same_bytes() {
    let [short, long] =
        [9000, 18_000].map(|count| config("scopone", &format!("decisions = {count}\ncheckpoint = 3000")));
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    run(&short, whole.path(), 2, &mut ()).expect("a run");
    copy(whole.path(), killed.path());
    run(&long, whole.path(), 2, &mut ()).expect("its extension");
    // Networks 1 to 3 after 4,000, 8,000 and 9,000 decisions, and 4 to 6 after 12,000, 16,000 and 18,000.
    let has_net = |number| net_folder(whole.path(), number).exists();
    assert!((1..=6).all(has_net) && !has_net(7));
    for events in 1..=2 {
        let mut death = Dies { events, counts: is_evaluation };
        let died = catch_unwind(AssertUnwindSafe(|| run(&long, killed.path(), 1, &mut death)));
        assert!(died.is_err());
    }
    run(&long, killed.path(), 2, &mut ()).expect("the rest of the run");
    assert!(learnt(killed.path()) == learnt(whole.path()));
    // One configuration says all of it.
    let at_once = config("scopone", "decisions = 18000\nrestarts = [9000]\ncheckpoint = 3000");
    let dir = tempfile::tempdir().expect("a folder");
    run(&at_once, dir.path(), 2, &mut ()).expect("a run");
    assert!(learnt(dir.path()) == learnt(whole.path()));
    let error = run(&short, whole.path(), 2, &mut ()).expect_err("fewer decisions").to_string();
    assert!(error.contains("the run has 18000 decisions, asked for 9000: ask for at least as many"), "{error}");
    let little = config("scopone", "decisions = 18100");
    let error = run(&little, whole.path(), 2, &mut ()).expect_err("a short stretch").to_string();
    assert!(error.contains("gradient.restarts: expected at least 812 decisions"), "{error}");
}

/// The largest rate that is allowed soon ruins the policy.
#[test]
fn if_the_evaluation_falls_the_best_network_is_not_the_last() {
    let config = config("scopone", "decisions = 24000\nrate = 1.0");
    let dir = tempfile::tempdir().expect("a folder");
    let best = run(&config, dir.path(), 2, &mut ()).expect("a run");
    let lines = metrics::read(dir.path()).expect("metrics");
    let evaluations: Vec<_> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Eval(line) => Some(line),
            _ => None,
        })
        .collect();
    let highest = evaluations
        .iter()
        .max_by(|one, other| one.mean.total_cmp(&other.mean))
        .expect("evaluations");
    let last = evaluations.last().expect("evaluations");
    assert!(highest.mean > last.mean, "{evaluations:?}");
    assert_eq!(best, net_folder(dir.path(), highest.generation));
    assert_eq!(network_folder(dir.path()).expect("a network"), best);
}

/// Stops a run after some steps.
struct Stops(AtomicU32);

impl Observer for Stops {
    fn tell(&mut self, _: Event<'_>) {}

    fn stopped(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

/// The rules are inputs, so the network plays rules that it never saw.
#[test]
fn a_network_learns_several_rule_sets_and_plays_others() {
    let config = config("scopa", "decisions = 8000\nalso = [\"re_bello\"]\nhouse_rules = 3");
    let dirs = [1, 3].map(|threads| {
        let dir = tempfile::tempdir().expect("a folder");
        run(&config, dir.path(), threads, &mut ()).expect("it learns");
        dir
    });
    assert!(learnt(dirs[0].path()) == learnt(dirs[1].path()), "threads do not matter");
    let agent = AgentSpec::parse("net").expect("a spec").with_net(dirs[0].path());
    for (preset, fits) in [("scopa", true), ("re_bello", true), ("scopa_d_assi", true), ("scopone", false)] {
        let game = Game::preset(preset).expect("a preset");
        assert_eq!(agent.build(&game).is_ok(), fits, "{preset}");
        let other = agent.other_rules(&game);
        assert_eq!(other.as_deref(), (!fits).then_some("scopa"), "{preset}");
    }
}

#[test]
fn rule_sets_that_cannot_be_learnt_together_are_refused() {
    let refused = |preset: &str, more: &str| {
        let dir = tempfile::tempdir().expect("a folder");
        let config = LearnConfig::from_toml(&text(preset, more));
        let refused = config.map(|config| run(&config, dir.path(), 1, &mut ()).expect_err("refused").to_string());
        refused.unwrap_or_else(|error| error.to_string())
    };
    let error = refused("scopa", "also = [\"scopone\"]");
    assert!(error.contains("gradient.also") && error.contains("scopone"), "{error}");
    let error = refused("scopone", "also = [{ base = \"scopone\", deal.rounds = [3, 3, 3] }]");
    assert!(error.starts_with("gradient.also: expected rule sets with the players, the deal"), "{error}");
    let error = refused("scopa", "also = [\"no_such_rules\"]");
    assert!(error.starts_with("gradient.also") && error.contains("no_such_rules"), "{error}");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../agents/nets/scopone_house");
    let start = format!("house_rules = 2\nwidth = 192\ncritic_width = 64\nstart = {own:?}");
    let small = "width = 32\ncritic_width = 32\n";
    let config = LearnConfig::from_toml(&text("scopone", &start).replacen(small, "", 1)).expect("valid");
    let dir = tempfile::tempdir().expect("a folder");
    let error = run(&config, dir.path(), 1, &mut ()).expect_err("it reads rules").to_string();
    assert!(error.starts_with("gradient.start: expected a network of one rule set"), "{error}");
    for (more, field) in [("blocks = 1", "gradient.blocks"), ("against = \"formula\"", "gradient.against")] {
        let error = refused("scopa", &format!("house_rules = 2\n{more}"));
        assert!(error.starts_with("line ") && error.contains(&format!(": {field}: ")), "{error}");
    }
}

/// If a run is stopped between checkpoints, in the policy gradient or in expert iteration, it resumes from the last
/// step.
#[test]
fn a_run_that_is_stopped_goes_on_from_there_to_the_same_bytes() {
    let config = search_config("");
    let whole = tempfile::tempdir().expect("a folder");
    run(&config, whole.path(), 2, &mut ()).expect("a run");
    let dir = tempfile::tempdir().expect("a folder");
    let mut decisions = Vec::new();
    loop {
        match run(&config, dir.path(), 2, &mut Stops(AtomicU32::new(3))) {
            Err(LearnError::Stopped { decisions: kept }) => decisions.push(kept),
            ended => break ended.map(|_| ()).expect("the end of the run"),
        }
    }
    let is_rising = decisions.is_sorted_by(|a, b| a < b);
    assert!(decisions.len() > 4 && is_rising, "{decisions:?}");
    assert!(learnt(dir.path()) == learnt(whole.path()));
}

#[test]
fn a_finished_run_with_a_damaged_network_is_refused() {
    let config = config("mini_scopa", "decisions = 4000");
    let dir = tempfile::tempdir().expect("a folder");
    let net = run(&config, dir.path(), 1, &mut ()).expect("a run");
    let path = net.join("model.safetensors");
    let mut bytes = fs::read(&path).expect("a network");
    *bytes.last_mut().expect("bytes") ^= 1;
    fs::write(&path, bytes).expect("written");
    let error = run(&config, dir.path(), 1, &mut ()).expect_err("damaged").to_string();
    assert!(error.contains("model.safetensors") && error.contains("finished run"), "{error}");
}

#[test]
fn a_checkpoint_with_a_flipped_bit_is_refused_with_both_hashes() {
    let config = config("mini_scopa", "decisions = 4000");
    let dir = tempfile::tempdir().expect("a folder");
    run(&config, dir.path(), 1, &mut ()).expect("a run");
    let path = dir.path().join("checkpoint.safetensors");
    let mut bytes = fs::read(&path).expect("a checkpoint");
    let place = bytes.len() / 2;
    bytes[place] ^= 8;
    fs::write(&path, bytes).expect("written");
    let error = run(&config, dir.path(), 1, &mut ()).expect_err("refused").to_string();
    for part in ["checkpoint.safetensors: sha256: expected ", "which the file states, found "] {
        assert!(error.contains(part), "{error}");
    }
}

/// A very short run: a critic, a policy gradient, and two rounds of expert iteration.
fn search_config(more: &str) -> LearnConfig {
    let text = format!(
        "rules = \"mini_scopa\"\nseed = 3\n\
         [gradient]\nwidth = 32\ncritic_width = 32\nbatch = [128, 128]\nshards = 3\ncritic_decisions = 500\n\
         decisions = 1000\ncheckpoint = 200\n\
         [labels]\nagents = [\"net-search:net=RUN:simulations=30\"]\nshards = 2\nhands_per_shard = 40\n\
         [distil]\nrounds = 2\n{more}\nrate = 2e-3\n\
         [evaluation]\nopponents = [\"formula\"]\nhands = 40\nevery = 1500\n"
    );
    LearnConfig::from_toml(&text).expect("a configuration")
}

/// Divergence of the network's policies from the searches' in the last round.
fn label_divergence(dir: &Path) -> f64 {
    let lines = metrics::read(dir).expect("metrics");
    let last = lines.iter().rev().find_map(|line| match line {
        Line::Learning(line) => line.label_divergence,
        _ => None,
    });
    last.expect("a round")
}

#[test]
fn what_search_plays_is_learnt() {
    let divergence = |passes| {
        let dir = tempfile::tempdir().expect("a folder");
        run(&search_config(&format!("passes = {passes}\nbatch = 16\nfresh = 0.0")), dir.path(), 2, &mut ())
            .expect("a run");
        assert!(net_folder(dir.path(), 3).is_dir());
        label_divergence(dir.path())
    };
    let (once, often) = (divergence(1), divergence(12));
    assert!(often < 0.8 * once, "{often} after {once}");
}

#[test]
fn a_killed_run_of_expert_iteration_ends_with_the_same_bytes() {
    let config = search_config("passes = 2\nbatch = 64");
    let whole = tempfile::tempdir().expect("a folder");
    run(&config, whole.path(), 1, &mut ()).expect("a run");
    for (events, counts) in [
        (1, is_evaluation as fn(&Event<'_>) -> bool),
        (2, is_evaluation),
        (3, is_evaluation),
        (50, is_search),
        (100, is_search),
    ] {
        assert_survives(&config, whole.path(), Dies { events, counts });
    }
}

#[test]
fn a_residual_that_does_not_fit_the_game_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    let config = config("scopone", "decisions = 8000\nresidual = \"lookahead\"");
    let error = run(&config, dir.path(), 1, &mut ()).expect_err("four seats").to_string();
    assert!(error.contains("gradient.residual") && error.contains("lookahead"), "{error}");
}

#[test]
fn another_configuration_is_refused() {
    let dir = tempfile::tempdir().expect("a folder");
    run(&config("mini_scopa", "decisions = 1000"), dir.path(), 1, &mut ()).expect("a run");
    let other = config("mini_scopa", "decisions = 1000\nlambda = 0.5");
    let error = run(&other, dir.path(), 1, &mut ()).expect_err("another run").to_string();
    assert!(error.contains("lambda"), "{error}");
}

/// Measured: +0.25 after 300,000 decisions of this narrow network, with an interval of 0.1.
#[test]
fn an_opponent_that_cannot_play_is_refused_before_anything_is_learnt() {
    let text = text("scopa", "decisions = 8000").replace("\"formula\"", "\"net:net=/nowhere\"");
    let config = LearnConfig::from_toml(&text).expect("a configuration");
    let dir = tempfile::tempdir().expect("a folder");
    let root = dir.path().join("run");
    let error = run(&config, &root, 1, &mut ()).expect_err("no network").to_string();
    assert!(error.contains("evaluation.opponents") && error.contains("/nowhere"), "{error}");
    assert!(!root.exists());
}

#[test]
fn a_run_that_lacks_a_file_says_which() {
    let config = config("scopa", "decisions = 2000");
    let dir = tempfile::tempdir().expect("a folder");
    let net = run(&config, dir.path(), 1, &mut ()).expect("a run");
    for file in [net.join("model.safetensors"), dir.path().join("run.toml")] {
        fs::remove_file(&file).expect("removed");
        let error = run(&config, dir.path(), 1, &mut ()).expect_err("a file less").to_string();
        assert!(error.contains(file.to_str().expect("a path")), "{error}");
    }
}

#[test]
fn the_formula_is_beaten() {
    let mut config = config("scopone", "decisions = 300000");
    config.evaluation.every = 300_000;
    config.evaluation.hands = 4000;
    let dir = tempfile::tempdir().expect("a folder");
    run(&config, dir.path(), 2, &mut ()).expect("a run");
    let lines = metrics::read(dir.path()).expect("metrics");
    let result = lines.iter().find_map(|line| match line {
        Line::Eval(result) => Some(result),
        _ => None,
    });
    let result = result.expect("an evaluation");
    assert!(result.interval.is_some_and(|[low, _]| low > 0.0), "{result:?}");
    let events = tensorboard::path(dir.path(), 0).expect("a path");
    let events = fs::read(events).expect("TensorBoard events");
    assert!(events.ends_with(&tensorboard::events(&lines)));
}

#[test]
fn who_learns_against_an_agent_learns_to_beat_it() {
    let config = |decisions| config("mini_scopa", &format!("decisions = {decisions}\nagainst = \"greedy\""));
    let dir = tempfile::tempdir().expect("a folder");
    let mut config = config(60_000);
    config.evaluation.opponents = vec![AgentSpec::parse("greedy").expect("a spec")];
    config.evaluation.every = 20_000;
    config.evaluation.hands = 4000;
    run(&config, dir.path(), 2, &mut ()).expect("a run");
    let margins: Vec<_> = metrics::read(dir.path())
        .expect("metrics")
        .into_iter()
        .filter_map(|line| match line {
            Line::Eval(line) => Some((line.mean, line.interval.expect("enough hands"))),
            _ => None,
        })
        .collect();
    let [low, _] = margins.last().expect("an evaluation").1;
    assert!(low > 0.1, "{margins:?}");
}

#[test]
fn against_an_agent_threads_do_not_matter_either() {
    let config = config("cirulla", "decisions = 3000\nagainst = \"ismcts:simulations=5\"");
    let played = [1, 3].map(|threads| {
        let dir = tempfile::tempdir().expect("a folder");
        run(&config, dir.path(), threads, &mut ()).expect("a run");
        learnt(dir.path())
    });
    assert!(played[0] == played[1]);
}

/// If a search takes the learner for greedy, it plays differently.
#[test]
fn a_search_may_know_the_learner() {
    let learnt_against = |others: &str, threads| {
        let keys = format!("decisions = 3000\nagainst = \"ismcts:simulations=10:particles=4{others}\"");
        let dir = tempfile::tempdir().expect("a folder");
        run(&config("mini_scopone", &keys), dir.path(), threads, &mut ()).expect("a run");
        learnt(dir.path())
    };
    let knowing = learnt_against(":others=greedy", 1);
    assert!(knowing == learnt_against(":others=greedy", 3));
    assert!(knowing != learnt_against("", 1));
}

#[test]
fn an_agent_that_cannot_play_the_game_is_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let refused = |name: &str, keys: &str| {
        let config = config("mini_scopa", &format!("decisions = 3000\n{keys}"));
        let error = run(&config, dir.path(), 1, &mut ()).expect_err("it cheats").to_string();
        assert!(error.contains(name) && error.contains("cheat-mcts"), "{error}");
    };
    refused("gradient.against", "against = \"cheat-mcts\"");
    refused("gradient.against", "against = \"ismcts:others=cheat-mcts\"");
}

#[test]
fn a_run_may_begin_with_a_network_of_its_shape() {
    let first = tempfile::tempdir().expect("a folder");
    let net = run(&config("mini_scopa", "decisions = 2000"), first.path(), 2, &mut ()).expect("a run");
    let start = format!("start = '{}'\n", net.display());
    // If the rates are 0, nothing is learnt, so the published network is the start network.
    let still = config("mini_scopa", &format!("decisions = 500\nrate = 0.0\ncritic_rate = 0.0\n{start}"));
    let second = tempfile::tempdir().expect("a folder");
    let same = run(&still, second.path(), 2, &mut ()).expect("a run");
    let model = |folder: &Path| {
        let [model, meta] = ["model.safetensors", "meta.json"].map(|file| fs::read(folder.join(file)).expect("read"));
        bare(&model, &meta).into_owned()
    };
    assert!(model(&net) == model(&same));

    let none = config("mini_scopa", &format!("decisions = 500\nresidual = \"none\"\n{start}"));
    let third = tempfile::tempdir().expect("a folder");
    let error = run(&none, third.path(), 1, &mut ()).expect_err("another residual").to_string();
    assert!(error.contains("gradient.residual") && error.contains("formula"), "{error}");
    let other = config("mini_scopone", &format!("decisions = 500\n{start}"));
    let error = run(&other, third.path(), 1, &mut ()).expect_err("other inputs").to_string();
    assert!(error.contains("gradient.start") && error.contains("tensor `policy`"), "{error}");
}
