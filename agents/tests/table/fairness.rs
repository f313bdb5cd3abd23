//! Laws of every agent in every preset: what is hidden changes nothing, the fast path agrees with
//! the full decision, a policy is a distribution over the legal actions, a seed fixes a hand.

use spariglio_agents::{Agent, Budget};
use spariglio_engine::{Action, Deal, View};

use crate::hands::{agent, games, generator, play};

const AGENTS: &[&str] = &[
    "random",
    "greedy",
    "greedy-take",
    "chitarrella",
    "cicuti",
    "formula",
    "ismcts:simulations=30",
    "ismcts:simulations=30:selection=puct:rollout=formula:horizon=4:exact=1",
    "ismcts:simulations=30:selection=ucb1-tuned:rollout=none:utility=mix:early_stop=true:threads=2",
    "ismcts:simulations=30:bias=0.5:rollout=random:reuse=true",
    "ismcts:simulations=30:rollout=none:inference=formula:particles=16:utility=win",
    "mo-ismcts:simulations=30",
    "pimc:worlds=2:depth=1:exact=1",
    "pimc:worlds=2:depth=1:exact=0:rollout=random:inference=formula:particles=16",
    "mo-ismcts:simulations=30:selection=puct:rollout=none:inference=formula:particles=16",
];

/// Two agents of one spec.
type Twins = [Box<dyn Agent>; 2];

/// Calls `look` on every position of some random hands of every preset, with two agents of the spec
/// that were seeded alike.
fn every_position(spec: &str, hands: u64, mut look: impl FnMut(&mut Twins, &View<'_>)) {
    for game in games() {
        let mut twins = [agent(spec, &game), agent(spec, &game)];
        let mut random = [agent("random", &game)];
        for hand in 0..hands {
            let deal = Deal::random(&game, 0, &mut generator(hand));
            play(&game, &deal, &mut random, |view, _| {
                twins.iter_mut().for_each(|twin| twin.start_hand(7));
                look(&mut twins, view);
            });
        }
    }
}

fn place(view: &View<'_>) -> String {
    format!("{}, ply {}", view.game().rules().name, view.ply())
}

#[test]
fn hidden_cards_change_no_decision() {
    for spec in AGENTS {
        let mut rng = generator(11);
        every_position(spec, 2, |[here, there], view| {
            let world = view.sample_world(&mut rng);
            let other =
                View::new(view.game(), &world.deal, &world.state, view.seat(), false).with_history(view.history());
            assert_eq!(view.observation(), other.observation());
            assert_eq!(here.act(view), there.act(&other), "{spec}, {}", place(view));
        });
    }
}

#[test]
fn act_is_the_action_of_decide() {
    for spec in AGENTS {
        every_position(spec, 2, |[quick, full], view| {
            let decision = full.decide(view, Budget::OWN);
            assert_eq!(quick.act(view), decision.action, "{spec}, {}", place(view));
        });
    }
}

#[test]
fn a_policy_is_a_distribution_over_the_legal_actions() {
    for spec in AGENTS {
        let mut legal = Vec::new();
        every_position(spec, 1, |[agent, _], view| {
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
