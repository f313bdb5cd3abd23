//! Fairness over a whole hand, memory included: two agents seeded alike that see the same views, each time with other
//! cards in the places that the observer does not see, decide alike.

use spariglio_agents::{Agent, AgentSpec, Budget};
use spariglio_engine::{Deal, Game};

use crate::positions::{Position, agent, games, generator, late};

/// Every fair agent that keeps something from decision to decision or draws worlds, with the options that touch them.
const AGENTS: &[&str] = &[
    "ismcts:simulations=40",
    "ismcts:simulations=40:reuse=true",
    "ismcts:simulations=40:reuse=true:early_stop=true:selection=puct:rollout=none",
    "ismcts:simulations=40:inference=formula:particles=16",
    "ismcts:simulations=40:inference=formula:particles=16:reuse=true:bias=0.5:rollout=formula:horizon=3",
    "ismcts:simulations=40:inference=formula:particles=16:threads=2:exact=1",
    "mo-ismcts:simulations=40",
    "mo-ismcts:simulations=40:inference=formula:particles=16:selection=ucb1-tuned:utility=win",
    "pimc:worlds=2:depth=1:exact=1",
    "pimc:worlds=2:depth=1:exact=0:rollout=greedy:inference=formula:particles=16",
    "chitarrella",
    "cicuti",
    "formula",
    "greedy",
    "greedy-take",
    "random",
];

#[test]
fn hidden_cards_change_no_sequence_of_decisions() {
    for game in games() {
        for spec in AGENTS {
            for hand in 0..2 {
                hand_of_twins(spec, &game, hand);
            }
        }
    }
}

/// Seat after seat has a pair of twins: one that is shown the real hand, one that is shown sampled worlds.
fn hand_of_twins(spec: &str, game: &Game, seed: u64) {
    let mut rng = generator(seed);
    let deal = Deal::random(game, seed as usize % game.players(), &mut rng);
    let mut position = Position::new(game, deal);
    let twins = || [agent(spec, game), agent(spec, game)];
    let mut seats: Vec<[Box<dyn Agent>; 2]> = (0..game.players()).map(|_| twins()).collect();
    seats.iter_mut().flatten().for_each(|agent| agent.start_hand(seed));
    while !position.is_over() {
        let view = position.view(game);
        let other = Position {
            world: view.sample_world(&mut rng),
            history: position.history.clone(),
        };
        let [here, there] = &mut seats[view.seat()];
        let action = here.act(&view);
        let place = format!("{spec}, {}, ply {}", game.rules().name, view.ply());
        assert_eq!(there.act(&other.view(game)), action, "{place}");
        position.apply(game, action);
    }
}

/// What an agent of several seats knows from one of them does not reach another: asked for the next seat, it decides as
/// one that was never asked before.
#[test]
fn an_agent_of_several_seats_keeps_them_apart() {
    for game in games() {
        for spec in [
            "ismcts:simulations=60:reuse=true",
            "ismcts:simulations=60:inference=formula:particles=32",
            "pimc:worlds=4:depth=1:exact=0:rollout=random:inference=formula:particles=32",
        ] {
            for seed in 0..3 {
                seats_apart(spec, &game, seed);
            }
        }
    }
}

fn seats_apart(spec: &str, game: &Game, seed: u64) {
    let mut position = late(game, 3 * game.players(), seed).expect("no hand ends so early");
    let mut shared = agent(spec, game);
    shared.start_hand(seed);
    let mut last = None;
    while !position.is_over() {
        let view = position.view(game);
        let decision = shared.decide(&view, Budget::OWN);
        if last != Some(view.seat()) {
            let mut fresh = agent(spec, game);
            fresh.start_hand(seed);
            let place = format!("{spec}, {}, ply {}", game.rules().name, view.ply());
            assert_eq!(decision.policy, fresh.decide(&view, Budget::OWN).policy, "{place}");
        }
        last = Some(view.seat());
        position.apply(game, decision.action);
    }
}

#[test]
fn every_fair_agent_without_a_network_is_in_the_list() {
    for name in AgentSpec::types() {
        let fair = !name.starts_with("cheat-") && !name.starts_with("net") && *name != "external";
        let listed = AGENTS.iter().any(|spec| spec.split(':').next() == Some(name));
        assert_eq!(listed, fair, "{name}");
    }
}
