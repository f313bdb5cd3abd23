//! Actions that are right for every placement of the hidden cards: every fair search must play them.
//!
//! The tests enumerate all worlds that fit the view. An action is *surely* best if, in each of them, its worst possible
//! outcome beats the best possible outcome of every other action. Beliefs and models of the others' play then do not
//! matter. It is *openly* best if, in each of them, it has the highest value with all cards open. `pimc` must play it
//! then; searches that model others without open cards play it nearly always.

use spariglio_agents::{Agent, Budget, Hand, Solver};
use spariglio_engine::{Action, Game, State, World};

use crate::positions::{actions, agent, games, late, worlds};
use crate::soak::soak;

/// Most ways to place the unseen cards.
const WORLDS: usize = 600;

/// The fair searches, each with a budget that converges on a few plays.
const SEARCHES: &[&str] = &[
    "ismcts:simulations=2000:selection=ucb1:rollout=greedy:exact=0:inference=none",
    "ismcts:simulations=2000:rollout=random:selection=ucb1",
    "ismcts:simulations=3000:selection=puct:rollout=none:exploration=10:temperature=20",
    "ismcts:simulations=1000:selection=ucb1:rollout=formula:early_stop=true:inference=formula:particles=64",
    "ismcts:simulations=1000:selection=ucb1:rollout=greedy:exact=2:threads=2",
    "mo-ismcts:simulations=2000:selection=ucb1:rollout=greedy:exact=0:inference=none",
    "mo-ismcts:simulations=3000:selection=puct:rollout=none:exploration=10:temperature=20:inference=formula:particles=64",
    "pimc:worlds=20:depth=10:exact=0",
    "pimc:worlds=20:depth=6:exact=1:inference=formula:particles=64",
];

/// Lowest and highest final margin of a side over all possible plays.
fn range(game: &Game, world: &World, state: &State, side: usize) -> (i32, i32) {
    if state.is_over() {
        let margin = state.score(game).margin(side);
        return (margin, margin);
    }
    let mut actions = Vec::new();
    state.legal_actions(game, &mut actions);
    let ranges = actions.iter().map(|&action| range_after(game, world, state, action, side));
    ranges.fold((i32::MAX, i32::MIN), |all, one| (all.0.min(one.0), all.1.max(one.1)))
}

fn range_after(game: &Game, world: &World, state: &State, action: Action, side: usize) -> (i32, i32) {
    let mut next = *state;
    next.apply(game, &world.deal, action);
    range(game, world, &next, side)
}

/// The action that is surely best in one world.
fn surely_best(game: &Game, world: &World, actions: &[Action]) -> Option<Action> {
    let side = game.side(world.state.seat());
    let after = |&action: &Action| range_after(game, world, &world.state, action, side);
    let ranges: Vec<(i32, i32)> = actions.iter().map(after).collect();
    let best = (0..actions.len()).max_by_key(|&place| ranges[place].0)?;
    let others = (0..actions.len()).filter(|&place| place != best);
    others
        .map(|place| ranges[place].1)
        .all(|most| most < ranges[best].0)
        .then_some(actions[best])
}

/// The action that is openly best in one world.
fn openly_best(game: &Game, world: &World, solver: &mut Solver) -> Option<Action> {
    let (mut actions, mut values) = (Vec::new(), Vec::new());
    solver.action_values(game, &world.deal, &world.state, &mut actions, &mut values);
    let best = *values.iter().max()?;
    let place = values.iter().position(|&value| value == best)?;
    let count = values.iter().filter(|&&value| value == best).count();
    (count == 1).then_some(actions[place])
}

/// The action that is best in all worlds; `None` if there is none, no choice or only one world.
fn best_in_all(position: &Hand<'_>, mut best: impl FnMut(&World) -> Option<Action>) -> Option<Action> {
    if actions(position).len() < 2 {
        return None;
    }
    // The real world is one of them, and cheap to check first.
    let action = best(position.world())?;
    let worlds = worlds(position, WORLDS)?;
    assert!(!worlds.is_empty(), "the real world is one");
    let all = worlds.len() > 1 && worlds.iter().all(|world| best(world) == Some(action));
    all.then_some(action)
}

/// Counts for each search the positions in which it does not play `action`.
fn count_others(position: &Hand<'_>, action: Action, searches: &mut [Search], others: &mut [usize]) {
    for ((spec, search), others) in searches.iter_mut().zip(others) {
        search.start_hand(3);
        let decision = search.decide(&position.view(), Budget::OWN);
        if decision.action != action {
            *others += 1;
            println!("{spec}, {}, best {action:?}\n{position:?}\n{decision:?}", position.game().rules().name);
        }
    }
}

/// A spec and its agent.
type Search = (&'static str, Box<dyn Agent>);

fn searches(game: &Game) -> Vec<Search> {
    SEARCHES.iter().map(|&spec| (spec, agent(spec, game))).collect()
}

/// Numbers of plays left for tested positions: the seat to act has two or more cards, or there is a stock.
fn lefts(game: &Game) -> std::ops::RangeInclusive<usize> {
    let seats = game.players();
    if seats == 2 { 7..=8 } else { seats + 1..=seats + 3 }
}

#[test]
fn what_is_surely_best_is_played() {
    let (mut found, mut presets) = (0, 0);
    let mut others = [0; SEARCHES.len()];
    for game in games() {
        let mut searches = searches(&game);
        let before = found;
        for seed in 0..40 * soak() {
            for left in lefts(&game) {
                let Some(position) = late(&game, left, seed) else {
                    continue;
                };
                let actions = actions(&position);
                if let Some(action) = best_in_all(&position, |world| surely_best(&game, world, &actions)) {
                    count_others(&position, action, &mut searches, &mut others);
                    found += 1;
                }
            }
        }
        presets += usize::from(found > before);
    }
    assert!(found >= 30 && presets >= 4, "{found} positions of {presets} presets");
    assert_eq!(others, [0; SEARCHES.len()], "of {found} positions");
}

#[test]
fn what_is_openly_best_is_played() {
    let (mut found, mut presets) = (0, 0);
    let mut others = [0; SEARCHES.len()];
    for game in games().filter(|game| game.sides() == 2) {
        let mut searches = searches(&game);
        let mut solver = Solver::new(&game).expect("two sides");
        let before = found;
        for seed in 100..100 + 40 * soak() {
            for left in lefts(&game) {
                let Some(position) = late(&game, left, seed) else {
                    continue;
                };
                let best = best_in_all(&position, |world| openly_best(&game, world, &mut solver));
                if let Some(action) = best {
                    count_others(&position, action, &mut searches, &mut others);
                    found += 1;
                }
            }
        }
        presets += usize::from(found > before);
    }
    assert!(found >= 30 && presets >= 4, "{found} positions of {presets} presets");
    for (spec, others) in SEARCHES.iter().zip(others) {
        let most = if spec.starts_with("pimc") { 0 } else { found / 20 };
        assert!(others <= most, "{spec}: {others} of {found} positions");
    }
}
