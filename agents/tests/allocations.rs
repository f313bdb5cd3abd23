//! Code that plays many hands allocates nothing after its buffers have grown: a table, agents without search,
//! single-threaded searches, the solver.

#[path = "../../engine/tests/support/counting.rs"]
mod counting;

use counting::allocations_of;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::{AgentSpec, Hand, Player, Solver, play_hand};
use spariglio_engine::{Deal, Game, RuleSet, State};

/// Single-threaded searches, including cheating ones.
const SEARCHES: &[&str] = &[
    "ismcts",
    "ismcts:rollout=random",
    "ismcts:selection=puct:rollout=none",
    "ismcts:rollout=formula:utility=mix",
    "ismcts:exact=2:horizon=4:early_stop=true:selection=ucb1",
    "mo-ismcts",
    "mo-ismcts:selection=puct:rollout=none",
    "cheat-mcts",
];

fn player(spec: &str, game: &Game) -> Player {
    let spec = AgentSpec::parse(spec).expect("a spec");
    spec.build_player(game).expect("an agent")
}

/// Plays hand number `seed` at the table of `hand`.
fn play(hand: &mut Hand<'_>, seats: &mut [Player], seed: u64) {
    let game = hand.game();
    hand.restart(&Deal::random(game, 0, &mut Pcg64Mcg::seed_from_u64(seed)));
    seats.iter_mut().for_each(|player| player.start_hand(seed));
    play_hand(hand, seats, &mut ()).expect("no foul");
}

#[test]
fn a_table_of_agents_without_search_allocates_nothing() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        for agent in ["random", "greedy", "formula"] {
            let mut seats: Vec<Player> = (0..game.players()).map(|_| player(agent, &game)).collect();
            let deal = Deal::random(&game, 0, &mut Pcg64Mcg::seed_from_u64(0));
            let mut hand = Hand::new(&game, &deal, false);
            let mut hands = || (0..20).for_each(|seed| play(&mut hand, &mut seats, seed));
            hands();
            assert_eq!(allocations_of(hands), 0, "{agent}, {name}");
        }
    }
}

#[test]
fn a_grown_search_allocates_nothing() {
    for preset in ["scopone_scientifico", "cirulla", "cicera", "cirullone", "scopone_messina"] {
        let game = Game::preset(preset).expect("a preset");
        for agent in SEARCHES {
            let spec = format!("{agent}:simulations=400");
            decide_twice(&game, &spec, &mut player(&spec, &game));
        }
    }
}

/// Plays one hand and takes every decision twice, the second time without an allocation.
fn decide_twice(game: &Game, spec: &str, player: &mut Player) {
    player.start_hand(1);
    let mut hand = Hand::new(game, &Deal::random(game, 0, &mut Pcg64Mcg::new(2)), false);
    while !hand.is_over() {
        let action = player.act(&hand).expect("no offence");
        let mut again = None;
        let count = allocations_of(|| again = player.act(&hand).ok());
        let place = format!("{spec}, {}, ply {}", game.rules().name, hand.state().ply());
        assert_eq!((again, count), (Some(action), 0), "{place}");
        hand.act(action).expect("a legal action");
    }
}

/// Solves a random hand's position with ten plays left, if the hand reaches one.
fn solve(game: &Game, solver: &mut Solver, seed: u64) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let deal = Deal::random(game, 0, &mut rng);
    let mut state = State::new(game, &deal);
    while !state.is_over() && game.plies() - state.ply() > 10 {
        let action = state.random_action(game, &mut rng);
        state.apply(game, &deal, action);
    }
    if !state.is_over() {
        solver.best(game, &deal, &state);
    }
}

#[test]
fn solving_does_not_allocate() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        let Ok(mut solver) = Solver::new(&game) else {
            continue;
        };
        let mut hands = || (0..10).for_each(|seed| solve(&game, &mut solver, seed));
        hands();
        assert_eq!(allocations_of(hands), 0, "{name}");
    }
}
