//! Arenas with a language model: hands side by side, counts of its answers in the result, costs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use spariglio_agents::AgentSpec;
use spariglio_arena::{
    ArenaConfig, ArenaError, ArenaResult, Contest, Entrant, Hands, Nobody, PairResult, Schedule, Step, Watch, play_pair,
};
use spariglio_engine::Game;

use crate::model::{Answer, Model, Request};

fn game() -> Game {
    Game::preset("mini_scopa").expect("a preset")
}

/// An arena of a model against `random`, `in_flight` hands at once.
fn play(agent: &str, in_flight: usize) -> PairResult {
    let [model, random] = [agent, "random"].map(|text| AgentSpec::parse(text).expect("an agent"));
    let config = ArenaConfig { hands: 64, seed: 5, in_flight, ..ArenaConfig::default() };
    play_pair(&game(), [&model, &random], &config, &|_| {}).expect("an arena")
}

fn last(request: &Request) -> String {
    request.legal().pop().expect("a legal action")
}

#[test]
fn hands_with_a_model_are_played_side_by_side() {
    let model = Model::start(|request, _| Answer::says(&last(request)).after(5));
    let agent = model.agent(":price_in=2:price_out=10");
    let [one, many] = [1, 32].map(|in_flight| play(&agent, in_flight));
    assert_eq!(one, many, "the same figures, whatever is in flight");
    let usage = many.figures.by_agent[0].usage.expect("it was asked");
    assert_eq!(usage.counts.decisions, 64 * game().plies() as u64 / 2);
    assert_eq!(usage.counts.calls, usage.counts.decisions);
    assert_eq!((usage.counts.tokens_in, usage.faults), (100 * usage.counts.calls, 0.0));
    let expected = usage.counts.calls as f64 * (100.0 * 2.0 + 7.0 * 10.0) / 1e6;
    assert!((usage.cost - expected).abs() < 1e-9, "{}", usage.cost);
    assert!(many.figures.by_agent[1].usage.is_none(), "random is asked nothing");
}

#[test]
fn faults_are_counted_and_random_actions_shown() {
    let model = Model::start(|request, _| {
        // Positions with two legal actions are beyond it.
        let hard = request.legal().len() == 2;
        Answer::says(&if hard { "Hm.".to_owned() } else { last(request) })
    });
    let result = play(&model.agent(":memory=none:retries=1:illegal=random"), 8);
    let usage = result.figures.by_agent[0].usage.expect("it was asked").counts;
    assert!(usage.random > 10 && usage.unreadable == 2 * usage.random, "{usage:?}");
    assert_eq!(usage.calls, usage.decisions + usage.random);
    assert_eq!(result.figures.forfeits.lost, [0, 0]);
    let result = play(&model.agent(":memory=none:retries=0"), 8);
    assert!(
        result.figures.forfeits.lost[0] > 10
            && result.figures.forfeits.offences[0].protocol == result.figures.forfeits.lost[0],
        "{result:?}"
    );
}

/// Keeps what a run saves, and stops it when the first hand is over, if asked to.
#[derive(Default)]
struct Keeper {
    stops: bool,
    stopped: AtomicBool,
    kept: Mutex<Option<ArenaResult>>,
}

impl Watch<Step, ArenaResult> for Keeper {
    fn progress(&self, _: Step) {
        self.stopped.store(self.stops, Ordering::Relaxed);
    }

    fn keep(&self, result: &ArenaResult) -> Result<(), ArenaError> {
        *self.kept.lock().expect("no test panicked") = Some(result.clone());
        Ok(())
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// The first stretch of an arena is not whole when the server dies or somebody stops the run.
#[test]
fn no_paid_hand_of_a_whole_set_is_lost() {
    let dead = std::sync::Arc::new(AtomicBool::new(false));
    let now_dead = std::sync::Arc::clone(&dead);
    let per_hand = game().plies() / 2;
    let model = Model::start(move |request, number| {
        if now_dead.load(Ordering::Relaxed) && number >= 20 * per_hand {
            return Answer::with(401, "{}");
        }
        Answer::says(&last(request))
    });
    let entrants =
        [model.agent("").as_str(), "random"].map(|text| Entrant::new(AgentSpec::parse(text).expect("an agent")));
    let config = |in_flight| ArenaConfig { hands: 64, seed: 5, in_flight, ..ArenaConfig::default() };
    let play = |in_flight, earlier, watch: &dyn Watch<Step, ArenaResult>| {
        let config = config(in_flight);
        let game = game();
        Contest {
            game: &game,
            entrants: &entrants,
            config: &config,
            schedule: Schedule::RoundRobin,
            unit: Hands,
        }
        .play(earlier, watch)
    };
    dead.store(true, Ordering::Relaxed);
    let keeper = Keeper::default();
    play(4, None, &keeper).expect_err("the server is dead");
    let requests = model.requests().len();
    dead.store(false, Ordering::Relaxed);
    let earlier = keeper.kept.into_inner().expect("no test panicked").expect("saved");
    // At most four hands in flight are lost, and with them the other hands of their sets.
    assert!(
        !earlier.head.complete && (4..=10).contains(&earlier.pairs[0].sets()),
        "{} sets",
        earlier.pairs[0].sets()
    );
    let resumed = play(4, Some(earlier.clone()), &Nobody).expect("resumed");
    let again = model.requests().len() - requests;
    assert_eq!(
        again as u64,
        (64 - earlier.pairs[0].figures.hands) * per_hand as u64,
        "only the missing hands are asked for"
    );
    let stopped = play(1, None, &Keeper { stops: true, ..Keeper::default() }).expect("stopped");
    let hands = stopped.pairs.first().map_or(0, |pair| pair.figures.hands);
    assert!(!stopped.head.complete && hands < 4, "{hands} hands");
    let stopped = play(4, None, &Keeper { stops: true, ..Keeper::default() }).expect("stopped");
    let resumed_too = play(2, Some(stopped), &Nobody).expect("resumed");
    let whole = play(3, None, &Nobody).expect("undisturbed");
    let text = |result: &ArenaResult| serde_json::to_string(result).expect("JSON");
    assert_eq!(text(&resumed), text(&whole));
    assert_eq!(text(&resumed_too), text(&whole));
}
