//! Laws of every row of the registry in every preset. Hidden cards change nothing over whole hands (for single
//! decisions see `secrets`). The fast path agrees with the full decision. A policy is a distribution over the legal
//! actions. A seed fixes a hand.

use spariglio_agents::{AGENTS, Agent, AgentSpec, Budget, Hand, Player, play_hand};
use spariglio_engine::{Action, Deal, Game, View};

use crate::hands::{agent, games, generator, small};
use crate::soak::soak;

/// Fair agents whose options run other code than the defaults.
pub const VARIANTS: &[&str] = &[
    "ismcts:simulations=30:selection=puct:rollout=formula:horizon=4:exact=1",
    "ismcts:simulations=30:selection=ucb1:rollout=none:utility=mix:early_stop=true:threads=2",
    "ismcts:simulations=30:rollout=random",
    "ismcts:simulations=30:rollout=none:inference=formula:particles=16:utility=win",
    "pimc:worlds=2:depth=1:exact=0:rollout=random:inference=formula:particles=16",
    "mo-ismcts:simulations=30:selection=puct:rollout=none:inference=formula:particles=16",
    "ismcts:simulations=40:early_stop=true:selection=puct:rollout=none",
    "ismcts:simulations=40:inference=formula:particles=16:rollout=formula:horizon=3",
    "ismcts:simulations=40:inference=formula:particles=16:threads=2:exact=1",
    "mo-ismcts:simulations=40:inference=formula:particles=16:selection=ucb1:utility=win",
];

/// Every fair row with a small budget, and the variants.
fn fair(game: &Game) -> Vec<String> {
    let rows = AGENTS.iter().filter(|row| !row.cheats() && !row.is_program());
    let variants = VARIANTS.iter().map(|&spec| spec.to_owned());
    rows.map(|row| small(row, game)).chain(variants).collect()
}

/// Two agents of one spec.
type Twins = [Box<dyn Agent>; 2];

/// Calls `look` on every fifth position of a random hand of every preset, with two agents of every fair spec with equal
/// seeds. If there are partners, it also tests open partners. A soak tests all positions of more hands.
fn some_positions(mut look: impl FnMut(&str, &mut Twins, &View<'_>)) {
    let (hands, stride) = if soak() > 1 { (soak(), 1) } else { (1, 5) };
    let mut places = 0_u64;
    for game in games() {
        let open = [false, true].into_iter().filter(|open| !open || game.players() > game.sides());
        for (spec, open) in fair(&game).iter().flat_map(|spec| open.clone().map(move |open| (spec, open))) {
            let mut twins = [agent(spec, &game), agent(spec, &game)];
            for number in 0..hands {
                let mut rng = generator(number);
                let mut hand = Hand::new(&game, &Deal::random(&game, 0, &mut rng), open);
                while !hand.is_over() {
                    places += 1;
                    if places.is_multiple_of(stride) {
                        twins.iter_mut().for_each(|twin| twin.start_hand(7));
                        look(spec, &mut twins, &hand.view());
                    }
                    let action = hand.state().random_action(&game, &mut rng);
                    hand.act(action).expect("a legal action");
                }
            }
        }
    }
}

fn place(view: &View<'_>) -> String {
    format!("{}, ply {}", view.game().rules().name, view.ply())
}

/// Includes memory: each seat has a pair of twins; one sees the real hand, the other sampled worlds.
#[test]
fn hidden_cards_change_no_sequence_of_decisions() {
    for game in games() {
        for spec in fair(&game) {
            let mut rng = generator(1);
            let mut hand = Hand::new(&game, &Deal::random(&game, 0, &mut rng), false);
            let twins = || [agent(&spec, &game), agent(&spec, &game)];
            let mut seats: Vec<Twins> = (0..game.players()).map(|_| twins()).collect();
            seats.iter_mut().flatten().for_each(|agent| agent.start_hand(3));
            while !hand.is_over() {
                let view = hand.view();
                let world = view.sample_world(&mut rng);
                let other = View::new(&game, &world.deal, &world.state, view.seat(), false);
                let [here, there] = &mut seats[view.seat()];
                let action = here.act(&view);
                let same = there.act(&other.with_history(view.history()));
                assert_eq!(same, action, "{spec}, {}", place(&view));
                hand.act(action).expect("a legal action");
            }
        }
    }
}

#[test]
fn act_is_the_action_of_decide() {
    some_positions(|spec, [quick, full], view| {
        let decision = full.decide(view, Budget::OWN);
        assert_eq!(quick.act(view), decision.action, "{spec}, {}", place(view));
    });
}

#[test]
fn a_policy_is_a_distribution_over_the_legal_actions() {
    let mut legal = Vec::new();
    some_positions(|spec, [agent, _], view| {
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

/// The actions of a hand with an agent of `spec` at every seat.
fn played(spec: &str, game: &Game) -> Vec<Action> {
    let spec = AgentSpec::parse(spec).expect("a spec");
    let mut seats: Vec<Player> = (0..game.players())
        .map(|_| spec.build_player(game).expect("an agent"))
        .collect();
    seats.iter_mut().for_each(|player| player.start_hand(5));
    let mut hand = Hand::new(game, &Deal::random(game, 0, &mut generator(2)), false);
    play_hand(&mut hand, &mut seats[..], &mut ()).expect("no foul");
    hand.history().to_vec()
}

#[test]
fn the_same_seed_plays_the_same_hand_with_any_number_of_threads() {
    for game in games() {
        for row in AGENTS.iter().filter(|row| !row.is_program()) {
            let mut specs = vec![small(row, &game)];
            if row.options().contains(&"threads") {
                specs.extend([2, 3].map(|threads| format!("{}:threads={threads}", specs[0])));
            }
            for spec in specs {
                assert_eq!(played(&spec, &game), played(&spec, &game), "{spec}, {}", game.rules().name);
            }
        }
    }
}
