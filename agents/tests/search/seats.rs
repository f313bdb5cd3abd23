//! An agent that plays several seats keeps them apart.

use spariglio_agents::Budget;
use spariglio_engine::Game;

use crate::positions::{agent, games, late};

/// Knowledge from one seat does not reach another: at the next seat, the agent decides like a new one.
#[test]
fn an_agent_of_several_seats_keeps_them_apart() {
    for game in games() {
        for spec in [
            "ismcts:simulations=60:inference=formula:particles=32",
            "pimc:worlds=4:depth=1:exact=0:rollout=random:inference=formula:particles=32",
        ] {
            for seed in 0..2 {
                seats_apart(spec, &game, seed);
            }
        }
    }
}

/// The same holds if its worlds are walkers.
#[test]
fn a_network_s_search_of_several_seats_keeps_them_apart() {
    for name in ["scopone", "scopa", "cirulla_4"] {
        let game = Game::preset(name).expect("a preset");
        seats_apart("net-search:simulations=40:particles=6", &game, 1);
    }
}

fn seats_apart(spec: &str, game: &Game, seed: u64) {
    let mut hand = late(game, 3 * game.players(), seed).expect("no hand ends so early");
    let mut shared = agent(spec, game);
    shared.start_hand(seed);
    let mut last = None;
    while !hand.is_over() {
        let view = hand.view();
        let decision = shared.decide(&view, Budget::OWN);
        if last != Some(view.seat()) {
            let mut fresh = agent(spec, game);
            fresh.start_hand(seed);
            let place = format!("{spec}, {}, ply {}", game.rules().name, view.ply());
            assert_eq!(decision.policy, fresh.decide(&view, Budget::OWN).policy, "{place}");
        }
        last = Some(view.seat());
        hand.act(decision.action).expect("a legal action");
    }
}
