//! Arenas with a language model: hands side by side, counts of its answers in the result, costs.

use spariglio_agents::AgentSpec;
use spariglio_arena::{ArenaConfig, PairResult, play_pair};
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
    let usage = many.by_agent[0].usage.expect("it was asked");
    assert_eq!(usage.counts.decisions, 64 * game().plies() as u64 / 2);
    assert_eq!(usage.counts.calls, usage.counts.decisions);
    assert_eq!((usage.counts.tokens_in, usage.faults), (100 * usage.counts.calls, 0.0));
    let expected = usage.counts.calls as f64 * (100.0 * 2.0 + 7.0 * 10.0) / 1e6;
    assert!((usage.cost - expected).abs() < 1e-9, "{}", usage.cost);
    assert!(many.by_agent[1].usage.is_none(), "random is asked nothing");
}

#[test]
fn faults_are_counted_and_random_actions_shown() {
    let model = Model::start(|request, _| {
        // Positions with two legal actions are beyond it.
        let hard = request.legal().len() == 2;
        Answer::says(&if hard { "Hm.".to_owned() } else { last(request) })
    });
    let result = play(&model.agent(":memory=none:retries=1:illegal=random"), 8);
    let usage = result.by_agent[0].usage.expect("it was asked").counts;
    assert!(usage.random > 10 && usage.unreadable == 2 * usage.random, "{usage:?}");
    assert_eq!(usage.calls, usage.decisions + usage.random);
    assert_eq!(result.forfeits, [0, 0]);
    let result = play(&model.agent(":memory=none:retries=0"), 8);
    assert!(result.forfeits[0] > 10 && result.offences[0].protocol == result.forfeits[0], "{result:?}");
}
