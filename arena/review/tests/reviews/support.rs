//! Test hands and reviewers.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{AgentSpec, Hand};
use spariglio_engine::record::HandRecord;
use spariglio_engine::{Action, Deal, Game};
use spariglio_review::{HandReview, ReviewConfig, Reviewer};

pub fn game(name: &str) -> Arc<Game> {
    Arc::new(Game::preset(name).expect("a preset"))
}

/// A hand played by these agents, with one specification per side.
pub fn played(game: &Arc<Game>, sides: &[&str], seed: u64) -> HandRecord {
    let deal = Deal::random(game, seed as usize % game.players(), &mut Pcg64Mcg::new(seed.into()));
    let mut agents: Vec<_> = (0..game.players())
        .map(|seat| AgentSpec::parse(sides[game.side(seat) % sides.len()]).expect("a spec"))
        .map(|spec| spec.build(game).expect("an agent"))
        .collect();
    agents
        .iter_mut()
        .zip(0..)
        .for_each(|(agent, seat)| agent.start_hand(seed ^ seat << 32));
    let mut hand = Hand::new(game, &deal, false);
    let mut turns: Vec<(usize, Action)> = Vec::new();
    while !hand.is_over() {
        let seat = hand.seat();
        let action = agents[seat].act(&hand.view());
        turns.push((seat, action));
        hand.act(action).expect("a legal action");
    }
    HandRecord::played(Arc::clone(game), deal, turns, Some(&hand.score()))
}

/// A cheap reviewer.
pub fn reviewer(agent: &str, simulations: u32, threads: usize) -> Reviewer {
    let config = ReviewConfig { simulations, threads, ..ReviewConfig::default() };
    Reviewer::new(Some(AgentSpec::parse(agent).expect("a spec")), config).expect("threads")
}

/// Reviews a record.
pub fn review(reviewer: &Reviewer, record: &HandRecord) -> HandReview {
    reviewer.hand(record, 1, || {}).expect("a sound record")
}
