//! If nothing is hidden, the searches converge to the exact value and play an action that has it.

use spariglio_agents::{Budget, Hand, Player, Solver};
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Action, Game};

use crate::positions::{actions, games, late, player};
use crate::soak::soak;

/// Number of positions per preset; a soak tests more.
const SEEDS: u64 = 8;

/// Asserts that a search plays an action with the exact value and estimates it within `tolerance` points. Tests every
/// two-sided preset that `fits`, at most `left` plays before the end, if there is a choice.
fn converges(spec: &str, left: usize, tolerance: f32, fits: impl Fn(&Game) -> bool) {
    let mut positions = 0;
    for game in games().filter(|game| game.sides() == 2 && fits(game)) {
        let mut player = player(spec, &game);
        let mut solver = Solver::new(&game).expect("two sides");
        for seed in 0..SEEDS * soak() {
            let position = late(&game, left - seed as usize % 3, seed);
            if let Some(position) = position.filter(|position| actions(position).len() > 1) {
                check(spec, &mut player, &mut solver, &position, tolerance);
                positions += 1;
            }
        }
    }
    assert!(positions >= 20, "{spec}: {positions} positions");
}

fn check(spec: &str, player: &mut Player, solver: &mut Solver, position: &Hand<'_>, tolerance: f32) {
    let (mut actions, mut values): (Vec<Action>, Vec<i32>) = (Vec::new(), Vec::new());
    let (game, world) = (position.game(), position.world());
    solver.action_values(game, &world.deal, &world.state, &mut actions, &mut values);
    let best = *values.iter().max().expect("a legal action");
    let decision = player.decide(position, Budget::OWN).expect("no offence");
    let place = actions.iter().position(|&action| action == decision.action);
    let name = &game.rules().name;
    assert_eq!(place.map(|place| values[place]), Some(best), "{spec}, {name}\n{world:?}");
    let error = decision.value.expect("a value") * UTILITY_SCALE - best as f32;
    assert!(error.abs() <= tolerance, "{spec}, {name}: off by {error} points\n{world:?}");
}

fn any(_: &Game) -> bool {
    true
}

/// With two seats, the last deal-round is open if all cards are dealt: the other hand has all unseen cards.
fn two_seats(game: &Game) -> bool {
    game.players() == 2 && game.dealt_len() == game.pack_len() && game.round_len(game.deal_rounds() - 1) >= 3
}

#[test]
fn cheat_mcts_converges() {
    converges("cheat-mcts:simulations=8000:exploration=2:rollout=random", 6, 1.5, any);
    converges("cheat-mcts:simulations=8000:exploration=6:selection=ucb1", 5, 1.5, any);
    converges("cheat-mcts:simulations=8000:exploration=10:selection=puct:temperature=20:rollout=none", 5, 1.5, any);
}

#[test]
fn cheat_pimc_is_exact() {
    converges("cheat-pimc:depth=20:exact=0", 6, 1e-4, any);
    converges("cheat-pimc:depth=1:exact=4", 8, 1e-4, any);
    converges("cheat-pimc:depth=8:exact=1", 6, 1e-4, any);
}

#[test]
fn fair_searches_converge_in_open_endgames() {
    converges("ismcts:simulations=8000:exploration=2:rollout=random", 6, 1.5, two_seats);
    converges("mo-ismcts:simulations=8000:exploration=2:rollout=random", 6, 1.5, two_seats);
    converges(
        "ismcts:simulations=4000:exploration=2:selection=puct:temperature=20:rollout=formula",
        6,
        1.5,
        two_seats,
    );
}

#[test]
fn exact_leaves_make_fair_searches_exact_in_open_endgames() {
    for spec in [
        "pimc:worlds=1:depth=20:exact=0",
        "pimc:worlds=2:depth=1:exact=3",
        "pimc:worlds=1:depth=6:exact=2:inference=formula:particles=8",
    ] {
        converges(spec, 6, 1e-4, two_seats);
    }
    converges("ismcts:simulations=400:exact=3:selection=ucb1:rollout=greedy", 6, 1.0, two_seats);
    converges("mo-ismcts:simulations=400:exact=3:selection=puct:temperature=20", 6, 1.0, two_seats);
}
