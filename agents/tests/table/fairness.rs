//! Laws of every agent in every preset: what is hidden changes nothing, the fast path agrees with
//! the full decision, a policy is a distribution over the legal actions, a seed fixes a hand.

use spariglio_agents::{Agent, Budget};
use spariglio_engine::{Action, Deal, Game, View};

use crate::hands::{agent, games, generator, play};

const AGENTS: &[&str] = &["random", "greedy", "ismcts:simulations=30"];

/// Two agents of a spec at the same point of the same hand.
fn twins(spec: &str, game: &Game, seed: u64) -> [Box<dyn Agent>; 2] {
    let mut twins = [agent(spec, game), agent(spec, game)];
    for twin in &mut twins {
        twin.start_hand(seed);
    }
    twins
}

/// Calls `look` on every position of some random hands of every preset.
fn every_position(hands: u64, mut look: impl FnMut(&Game, &View<'_>)) {
    for game in games() {
        for hand in 0..hands {
            let mut rng = generator(hand);
            let deal = Deal::random(&game, 0, &mut rng);
            let mut random = [agent("random", &game)];
            play(&game, &deal, &mut random, |view, _| look(&game, view));
        }
    }
}

#[test]
fn hidden_cards_change_no_decision() {
    for spec in AGENTS {
        let mut rng = generator(11);
        every_position(2, |game, view| {
            let [mut here, mut there] = twins(spec, game, 3);
            let world = view.sample_world(&mut rng);
            let other = View::new(game, &world.deal, &world.state, view.seat(), false);
            assert_eq!(view.observation(), other.observation());
            assert_eq!(
                here.act(view),
                there.act(&other),
                "{spec}, {}, ply {}",
                game.rules().name,
                view.ply()
            );
        });
    }
}

#[test]
fn act_is_the_action_of_decide() {
    for spec in AGENTS {
        every_position(2, |game, view| {
            let [mut quick, mut full] = twins(spec, game, 7);
            let decision = full.decide(view, Budget::OWN);
            assert_eq!(quick.act(view), decision.action, "{spec}, {}", game.rules().name);
        });
    }
}

#[test]
fn a_policy_is_a_distribution_over_the_legal_actions() {
    for spec in AGENTS {
        let mut legal = Vec::new();
        every_position(1, |game, view| {
            let [mut agent, _] = twins(spec, game, 7);
            let decision = agent.decide(view, Budget::OWN);
            view.legal_actions(&mut legal);
            assert_eq!(decision.actions, legal);
            assert!(legal.contains(&decision.action));
            assert_eq!(decision.policy.len(), legal.len());
            let sum: f32 = decision.policy.iter().sum();
            assert!((sum - 1.0).abs() < 1e-4, "{spec}: the policy's sum is {sum}");
            assert!(decision.policy.iter().all(|&share| share >= 0.0));
        });
    }
}

#[test]
fn the_same_seed_plays_the_same_hand() {
    for spec in AGENTS {
        for game in games() {
            let deal = Deal::random(&game, 0, &mut generator(2));
            let actions = || -> Vec<Action> {
                let mut actions = Vec::new();
                let mut agents = [agent(spec, &game)];
                play(&game, &deal, &mut agents, |_, action| actions.push(action));
                actions
            };
            assert_eq!(actions(), actions(), "{spec}, {}", game.rules().name);
        }
    }
}
