//! Agents of a host program give the same results if asked one decision at a time or in waves; a failure ends the run.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use spariglio_agents::book::BookPolicy;
use spariglio_agents::book::greedy::GreedyPolicy;
use spariglio_agents::{AgentSpec, BatchAgent, Custom, CustomAgent, Turn};
use spariglio_arena::matches::arena::{Matches, MatchesResult};
use spariglio_arena::studies::ladder::{Ladder, LadderResult, RowAgent, Settings, play_ladders};
use spariglio_arena::tournaments::{Plan, TournamentFile, play_tournament};
use spariglio_arena::{
    ArenaConfig, ArenaError, ArenaResult, Contest, Entrant, Hands, Nobody, PairResult, Progress, Schedule, Step, Watch,
    play_pair,
};
use spariglio_engine::random::mix;
use spariglio_engine::{Action, Game, View};
use spariglio_stats::{SprtConfig, SprtUnit};

/// Mostly greedy; decides by the view and the seed of its hand.
#[derive(Clone)]
struct Policy {
    greedy: GreedyPolicy,
    /// One of this many decisions is random; 0 = none.
    chance: u64,
    /// Fails in hands whose seed is a multiple of this; 0 = never.
    fails: u64,
    /// Passes in hands whose seed is a multiple of this; 0 = never.
    passes: u64,
}

impl Policy {
    fn new(game: &Game, chance: u64) -> Policy {
        Policy { greedy: GreedyPolicy::new(game), chance, fails: 0, passes: 0 }
    }

    fn action(&self, view: &View<'_>, seed: u64) -> Result<Action, String> {
        let hits = |of: u64, number: u64| of > 0 && number.is_multiple_of(of);
        if hits(self.fails, seed) && view.ply() > 3 {
            return Err(format!("no idea at ply {}", view.ply()));
        }
        if hits(self.passes, seed) && view.ply() > 3 {
            return Ok(Action::PASS);
        }
        let seed = mix(seed ^ view.history().len() as u64);
        if hits(self.chance, seed) {
            return Ok(view.random_action(&mut Pcg64Mcg::seed_from_u64(seed)));
        }
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        Ok(actions[self.greedy.choose(view, &actions)])
    }
}

struct OneByOne {
    policy: Policy,
    seed: u64,
}

impl CustomAgent for OneByOne {
    fn start_hand(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn act(&mut self, view: &View<'_>) -> Result<Action, String> {
        self.policy.action(view, self.seed)
    }
}

struct InWaves {
    policy: Policy,
    width: usize,
    /// The widest wave so far.
    widest: Arc<AtomicUsize>,
}

impl BatchAgent for InWaves {
    fn act(&mut self, turns: &[Turn<'_>]) -> Result<Vec<Action>, String> {
        assert!((1..=self.width).contains(&turns.len()));
        self.widest.fetch_max(turns.len(), Ordering::Relaxed);
        let action = |turn: &Turn<'_>| self.policy.action(&turn.view, turn.seed);
        turns.iter().map(action).collect()
    }
}

/// The agent "Mine", asked in waves if `width` is given, else one decision at a time.
fn mine(width: Option<usize>, policy: impl Fn(&Game) -> Policy + Send + Sync + 'static) -> AgentSpec {
    versioned("1", width, policy)
}

fn versioned(
    version: &str,
    width: Option<usize>,
    policy: impl Fn(&Game) -> Policy + Send + Sync + 'static,
) -> AgentSpec {
    let custom = match width {
        None => Custom::new("Mine", version, move |game| {
            let policy = policy(game);
            Ok(Box::new(OneByOne { policy, seed: 0 }))
        }),
        Some(width) => Custom::batched("Mine", version, move |game| {
            let policy = policy(game);
            let widest = Arc::default();
            Ok(Box::new(InWaves { policy, width, widest }))
        })
        .and_then(|custom| custom.with_width(width)),
    };
    custom.expect("a name, a version and a width").into()
}

fn mostly_greedy(width: Option<usize>) -> AgentSpec {
    mine(width, |game| Policy::new(game, 4))
}

fn greedy(width: Option<usize>) -> AgentSpec {
    mine(width, |game| Policy::new(game, 0))
}

fn spec(text: &str) -> AgentSpec {
    AgentSpec::parse(text).expect("an agent")
}

fn game(preset: &str) -> Game {
    Game::preset(preset).expect("a preset")
}

fn config(hands: u64, threads: usize) -> ArenaConfig {
    ArenaConfig { hands, seed: 20, threads, ..ArenaConfig::default() }
}

fn play(game: &Game, agents: [&AgentSpec; 2], config: &ArenaConfig) -> Result<PairResult, ArenaError> {
    play_pair(game, agents, config, &|_| ())
}

/// Width of a wave, and number of threads.
const WAYS: [(usize, usize); 6] = [(1, 1), (1, 2), (7, 1), (7, 2), (256, 1), (256, 2)];

/// Opponents and hands: one with a random stream, one without memory, one with a growing tree.
const OTHERS: [(&str, u64); 3] = [("random", 700), ("greedy", 400), ("ismcts:simulations=2", 40)];

#[test]
fn waves_of_any_width_are_decisions_one_at_a_time() {
    for rules in ["scopone", "scopa", "cirulla", "scopone_messina"] {
        let game = game(rules);
        for ((other, hands), unpaired) in OTHERS.into_iter().flat_map(|other| [(other, false), (other, true)]) {
            let config = |threads| ArenaConfig { unpaired, partners_open: unpaired, ..config(hands, threads) };
            let other = spec(other);
            let single = play(&game, [&mostly_greedy(None), &other], &config(2)).expect("plays");
            for (width, threads) in WAYS {
                let waves = play(&game, [&mostly_greedy(Some(width)), &other], &config(threads));
                assert_eq!(waves.expect("plays"), single, "{rules}, {other}, {width}, {threads}");
            }
        }
    }
}

#[test]
fn a_network_plays_alike_beside_waves() {
    let game = game("scopone");
    let net = spec("net");
    let single = play(&game, [&mostly_greedy(None), &net], &config(40, 1)).expect("plays");
    for width in [7, 256] {
        let waves = play(&game, [&mostly_greedy(Some(width)), &net], &config(40, 2)).expect("plays");
        assert_eq!(waves, single, "{width}");
    }
}

#[test]
fn a_wave_holds_all_hands_that_wait() {
    let game = game("scopone");
    let widest: Arc<AtomicUsize> = Arc::default();
    let counter = Arc::clone(&widest);
    let custom = Custom::batched("Mine", "1", move |game| {
        Ok(Box::new(InWaves { policy: Policy::new(game, 4), width: 50, widest: Arc::clone(&counter) }))
    });
    let agent = custom.and_then(|custom| custom.with_width(50)).expect("an agent");
    play(&game, [&agent.into(), &spec("random")], &config(400, 1)).expect("plays");
    assert_eq!(widest.load(Ordering::Relaxed), 50);
}

#[test]
fn both_agents_of_a_pair_may_be_asked_in_waves() {
    for rules in ["scopone", "scopa", "cirulla"] {
        let game = game(rules);
        let single = play(&game, [&mostly_greedy(None), &greedy(None)], &config(700, 1)).expect("plays");
        for (width, threads) in WAYS {
            let agents = [mostly_greedy(Some(width)), greedy(Some(64.max(width)))];
            let waves = play(&game, [&agents[0], &agents[1]], &config(700, threads)).expect("plays");
            assert_eq!(waves, single, "{rules}, {width}, {threads}");
        }
    }
}

#[test]
fn a_wrapped_agent_has_its_own_figures() {
    for rules in ["scopone", "scopa", "cirulla"] {
        let game = game(rules);
        let other = spec("random");
        let own = play(&game, [&other, &spec("greedy")], &config(600, 2)).expect("plays");
        for width in [None, Some(50)] {
            let custom = play(&game, [&other, &greedy(width)], &config(600, 2)).expect("plays");
            assert_eq!(
                (custom.sums.tally, custom.figures.margin.mean),
                (own.sums.tally.clone(), own.figures.margin.mean),
                "{rules}"
            );
            assert_eq!(custom.agents[1], "custom:name=Mine:version=1");
        }
    }
}

#[test]
fn times_and_a_sequential_test_do_not_change_the_figures() {
    let game = game("scopone");
    let other = spec("random");
    let timed = ArenaConfig { time: true, ..config(600, 1) };
    let plain = play(&game, [&mostly_greedy(None), &other], &config(600, 1)).expect("plays");
    let waves = play(&game, [&mostly_greedy(Some(64)), &other], &timed).expect("plays");
    assert_eq!(waves.sums.tally, plain.sums.tally);
    let [mine, random] = waves.figures.time.expect("timed").agents;
    assert!(mine.decisions > 600 * 14 && random.decisions > 600 * 14);

    let tested = |threads| ArenaConfig {
        sprt: Some(SprtConfig { difference: 3.0, alpha: 0.05, beta: 0.05, unit: SprtUnit::Points }),
        ..config(100_000, threads)
    };
    let single = play(&game, [&mostly_greedy(None), &other], &tested(1)).expect("plays");
    assert!(single.figures.hands < 100_000);
    for (width, threads) in WAYS {
        let waves = play(&game, [&mostly_greedy(Some(width)), &other], &tested(threads)).expect("plays");
        assert_eq!(waves, single, "{width}, {threads}");
    }
}

#[test]
fn a_failure_ends_the_run_and_says_where() {
    let game = game("scopone");
    let failing = |width| mine(width, |game| Policy { fails: 61, ..Policy::new(game, 4) });
    let error = |width| {
        let played = || play(&game, [&spec("random"), &failing(width)], &config(2000, 1));
        let error = played().expect_err("fails");
        assert!(matches!(error, ArenaError::Failed { .. }), "{error:?}");
        assert_eq!(error.to_string(), played().expect_err("fails again").to_string());
        error.to_string()
    };
    let single = error(None);
    assert!(single.starts_with("agent \"custom:name=Mine:version=1\" failed: no idea at ply"), "{single}");
    assert!(single.contains(" of seed 20, seat "), "{single}");
    assert_eq!(error(Some(1)), single);
    assert!(error(Some(256)).contains("decisions at once, the first of them here"), "{}", error(Some(256)));
}

#[test]
fn an_illegal_action_is_an_error() {
    let game = game("scopa");
    for width in [None, Some(1), Some(256)] {
        let passing = mine(width, |game| Policy { passes: 5, ..Policy::new(game, 0) });
        let error = play(&game, [&passing, &spec("random")], &config(500, 1)).expect_err("illegal");
        assert!(matches!(error, ArenaError::IllegalAction { .. }), "{error:?}");
        let text = error.to_string();
        assert!(text.contains("name=Mine") && text.contains("which is not legal (deal "), "{text}");
    }
}

#[test]
fn an_agent_that_cannot_be_made_is_named() {
    let custom = Custom::batched("Mine", "1", |_| Err("no model".to_owned())).expect("a name");
    let error = play(&game("scopa"), [&custom.into(), &spec("random")], &config(10, 1)).expect_err("not made");
    assert_eq!(error.to_string(), "agent \"custom:name=Mine:version=1\": cannot be made: no model");
}

/// Stops after some progress events.
struct Impatient {
    left: AtomicU64,
}

impl Watch<Step, ArenaResult> for Impatient {
    fn progress(&self, step: Step) {
        let Progress { played, of, .. } = step.done;
        assert!(played <= of);
        self.left.fetch_sub(1, Ordering::Relaxed);
    }

    fn stopped(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }
}

fn contest(
    agent: AgentSpec,
    earlier: Option<ArenaResult>,
    watch: &dyn Watch<Step, ArenaResult>,
) -> Result<ArenaResult, ArenaError> {
    let entrants = [Entrant::new(agent), Entrant::new(spec("random"))];
    let contest = Contest {
        game: &game("scopa"),
        entrants: &entrants,
        config: &config(3000, 1),
        schedule: Schedule::RoundRobin,
        unit: Hands,
    };
    contest.play(earlier, watch)
}

#[test]
fn name_and_version_are_what_a_result_is_of() {
    let agent = |version: &str| versioned(version, Some(8), |game| Policy::new(game, 4));
    let whole = contest(agent("2"), None, &Nobody).expect("plays");
    assert_eq!(
        (whole.head.names[0].as_str(), whole.head.agents[0].as_str()),
        ("Mine", "custom:name=Mine:version=2")
    );
    let again = contest(agent("2"), Some(whole.clone()), &Nobody).expect("the same arena");
    assert_eq!(again, whole);
    let other = contest(agent("3"), Some(whole.clone()), &Nobody).expect_err("another agent");
    assert!(matches!(other, ArenaError::OtherArena(_)), "{other:?}");
    assert_ne!(contest(agent("3"), None, &Nobody).expect("plays").figures.fingerprint, whole.figures.fingerprint);

    let left = AtomicU64::new(1);
    let stopped = contest(agent("2"), None, &Impatient { left }).expect("stops");
    assert!(!stopped.head.complete && stopped.pairs[0].figures.hands < 3000);
    assert_eq!(contest(agent("2"), Some(stopped), &Nobody).expect("goes on"), whole);
}

fn matches(agent: AgentSpec, threads: usize) -> Result<MatchesResult, ArenaError> {
    let entrants = [Entrant::new(agent), Entrant::new(spec("random"))];
    let config = ArenaConfig { hands: 60, seed: 4, threads, ..ArenaConfig::default() };
    Contest::<Matches>::round_robin(&game("scopa"), &entrants, &config).play(None, &Nobody)
}

#[test]
fn it_plays_matches() {
    let own = matches(spec("greedy"), 2).expect("plays");
    for width in [None, Some(7)] {
        let custom = matches(greedy(width), 1).expect("plays");
        assert_eq!(custom.pairs[0].sums.tally, own.pairs[0].sums.tally);
        assert_eq!(custom.head.names[0], "Mine");
    }
    let failing = mine(None, |game| Policy { fails: 61, ..Policy::new(game, 0) });
    let error = matches(failing, 1).expect_err("fails").to_string();
    assert!(error.contains("name=Mine") && error.contains("failed: no idea at ply"), "{error}");
    assert!(error.contains("(match ") && error.contains(" of seed 4, hand "), "{error}");
}

const LADDER: &str = "title = \"A ladder\"\nrules = \"scopone\"\nseed = 4\n\
    [[row]]\nname = \"duel\"\nagents = [\"greedy\", \"random\"]\nhands = 400\n";

fn ladder(folder: &Path, agent: Option<AgentSpec>) -> LadderResult {
    let file = folder.join("ladder_x.toml");
    fs::write(&file, LADDER).expect("written");
    let mut ladder = Ladder::load(&file).expect("a ladder");
    if let Some(agent) = agent {
        ladder.rows[0].agents[0] = RowAgent::from(agent);
    }
    let settings = Settings { threads: 2, ..Settings::default() };
    let played = play_ladders(vec![(file, ladder)], folder, &settings, &|_| (), &|| false).expect("plays");
    LadderResult::load(&played[0]).expect("reads").expect("is there")
}

#[test]
fn it_plays_in_ladders() {
    let folders = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let own = ladder(folders[0].path(), None);
    for (folder, width) in folders[1..].iter().zip([None, Some(30)]) {
        let custom = ladder(folder.path(), Some(greedy(width)));
        assert_eq!(custom.rows[0].agents[0], "Mine");
        assert!(custom.rows[0].command.starts_with("# an agent of a host program"));
        assert_eq!(custom.rows[0].pairs[0].sums.tally, own.rows[0].pairs[0].sums.tally);
    }
}

#[test]
fn it_plays_in_tournaments() {
    let text = "name = \"Cup\"\nrules = \"scopa\"\nseed = 5\n\
        [[team]]\nname = \"a\"\nagent = \"greedy\"\n[[team]]\nname = \"b\"\nagent = \"random\"\n\
        [[stage]]\nformat = \"round_robin\"\n";
    let play = |agent: Option<AgentSpec>| {
        let mut file: TournamentFile = toml::from_str(text).expect("a tournament");
        file.teams[0].agent = agent.or(file.teams[0].agent.take());
        let folder = tempfile::tempdir().expect("a folder");
        play_tournament(&Plan::new(file).expect("a plan"), folder.path(), 1, &|_| (), &|| false)
    };
    let own = play(None).expect("plays");
    let custom = play(Some(greedy(None))).expect("plays");
    assert_eq!(custom.stages[0].matches, own.stages[0].matches);
    let failing = mine(None, |game| Policy { fails: 1, ..Policy::new(game, 0) });
    let error = play(Some(failing)).expect_err("fails").to_string();
    assert!(error.contains("failed: no idea") && error.contains("stage1-round1-encounter1-match1"), "{error}");
}
