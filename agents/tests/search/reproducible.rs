//! The same seed and simulations give the same decisions. A budget is spent to the last simulation, and stopping early
//! changes no action.

use spariglio_agents::{Budget, Decision, Hand, Player};
use spariglio_engine::{Deal, Game, State, View};

use crate::positions::{actions, agent, games, generator, late, player};

/// The decisions of a hand in which one player sits on every seat, with the simulations of each.
fn hand(spec: &str, game: &Game, seed: u64) -> Vec<Decision> {
    let deal = Deal::random(game, 0, &mut generator(4));
    let mut hand = Hand::new(game, &deal, false);
    let mut seats: Vec<_> = (0..game.players()).map(|_| player(spec, game)).collect();
    seats.iter_mut().for_each(|seat| seat.start_hand(seed));
    let mut decisions = Vec::new();
    while !hand.is_over() {
        let mut decision = seats[hand.seat()].decide(&hand, Budget::OWN).expect("no offence");
        assert!(actions(&hand).contains(&decision.action), "{spec}");
        decision.stats.millis = 0.0;
        hand.act(decision.action).expect("a legal action");
        decisions.push(decision);
    }
    decisions
}

#[test]
fn the_same_seed_and_simulations_give_the_same_decisions() {
    for game in games() {
        for spec in [
            "ismcts:simulations=40:threads=2",
            "ismcts:simulations=40:threads=3:early_stop=true:selection=puct:rollout=formula",
            "ismcts:simulations=40:inference=formula:particles=16:threads=2",
            "ismcts:simulations=40:inference=formula:particles=16:exact=1",
            "mo-ismcts:simulations=40:threads=2:inference=formula:particles=16",
            "pimc:worlds=2:depth=1:exact=0:rollout=random:inference=formula:particles=16",
            "cheat-mcts:simulations=40:threads=2",
            "cheat-pimc:worlds=2:depth=1:exact=0:rollout=random",
        ] {
            let name = &game.rules().name;
            assert_eq!(hand(spec, &game, 1), hand(spec, &game, 1), "{spec}, {name}");
        }
    }
}

/// Walkers also repeat, with the network that ships.
#[test]
fn the_same_seed_and_simulations_give_the_same_walk() {
    for name in ["scopone", "scopa", "cirulla", "cicera"] {
        let game = Game::preset(name).expect("a preset");
        let threads = "net-search:simulations=40:threads=2:root=halving";
        assert_eq!(hand(threads, &game, 1), hand(threads, &game, 1), "{name}");
        let spec = "net-search:simulations=40:inference=net:particles=12";
        let walked = hand(spec, &game, 1);
        assert_eq!(walked, hand(spec, &game, 1), "{name}");
        assert_ne!(walked, hand(spec, &game, 2), "{name}");
        assert!(walked.iter().any(|decision| decision.stats.worlds == 12), "{name}");
        assert_ne!(walked, hand("net-search:simulations=40:inference=formula:particles=12", &game, 1), "{name}");
    }
}

#[test]
fn other_seeds_draw_other_simulations() {
    for game in games() {
        for spec in [
            "ismcts:simulations=40:rollout=random",
            "ismcts:simulations=40:rollout=random:threads=2",
            "mo-ismcts:simulations=40:rollout=random",
            "cheat-mcts:simulations=40:rollout=random",
        ] {
            assert_ne!(hand(spec, &game, 1), hand(spec, &game, 2), "{spec}, {}", game.rules().name);
        }
    }
}

#[test]
fn the_budget_is_spent() {
    for game in games() {
        for threads in 1..=3 {
            for spec in ["ismcts", "mo-ismcts", "cheat-mcts"] {
                let mut player = player(&format!("{spec}:simulations=100:threads={threads}"), &game);
                let position = late(&game, game.plies(), 5).expect("a start");
                let simulations = |player: &mut Player, budget| {
                    let decision = player.decide(&position, budget).expect("no offence");
                    (decision.actions.len() > 1).then_some(decision.stats.simulations)
                };
                let own = simulations(&mut player, Budget::OWN);
                assert!(own.is_none_or(|simulations| simulations == 100), "{spec}: {own:?}");
                let other = simulations(&mut player, Budget::simulations(61));
                assert!(other.is_none_or(|simulations| simulations == 61), "{spec}: {other:?}");
            }
        }
    }
}

/// Compares actions with and without early stopping, at many positions of random hands; returns the number of early
/// stops.
fn early_ends(options: &str, game: &Game, seeds: u64) -> usize {
    let mut whole = player(options, game);
    let mut early = player(&format!("{options}:early_stop=true"), game);
    let mut ends = 0;
    for seed in 0..seeds {
        let left = 1 + (seed as usize * 7) % game.plies();
        let Some(position) = late(game, left, seed) else {
            continue;
        };
        whole.start_hand(seed);
        early.start_hand(seed);
        let full = whole.decide(&position, Budget::OWN).expect("no offence");
        let short = early.decide(&position, Budget::OWN).expect("no offence");
        assert_eq!(short.action, full.action, "{options}, {}, seed {seed}", game.rules().name);
        ends += usize::from(short.stats.simulations < full.stats.simulations);
    }
    ends
}

#[test]
fn an_early_end_changes_no_action() {
    for options in [
        "ismcts:simulations=400",
        "ismcts:simulations=400:threads=2",
        "ismcts:simulations=300:selection=puct:rollout=none",
        "mo-ismcts:simulations=300",
        "cheat-mcts:simulations=400",
    ] {
        let ends: usize = games().map(|game| early_ends(options, &game, 40)).sum();
        assert!(ends > 40 || options.contains("threads"), "{options}: {ends} early ends");
    }
}

#[test]
fn a_budget_of_time_is_kept() {
    let game = Game::preset("scopone_scientifico").expect("a preset");
    let hand = Hand::new(&game, &Deal::random(&game, 0, &mut generator(3)), false);
    let decide = |budget| player("ismcts", &game).decide(&hand, budget).expect("no offence").stats;
    let timed = decide(Budget::millis(20));
    assert!(timed.millis >= 20.0 && timed.simulations > 100, "{timed:?}");
    assert_eq!(decide(Budget { simulations: Some(64), millis: Some(10_000) }).simulations, 64);
}

/// The views of these states have no history.
#[test]
fn a_hand_without_its_history_is_played() {
    for spec in ["ismcts:simulations=30", "pimc:worlds=2:depth=1"] {
        for game in ["cirulla", "cirullone", "scopone", "cicera"].map(|name| Game::preset(name).expect("a preset")) {
            let mut agent = agent(spec, &game);
            for seed in 0..40 {
                let deal = Deal::random(&game, 0, &mut generator(seed));
                let mut state = State::new(&game, &deal);
                while state.ply() < 6 {
                    let view = View::new(&game, &deal, &state, state.seat(), false);
                    state.apply(&game, &deal, agent.act(&view));
                }
            }
        }
    }
}
