//! `act` of the agents without search, and the solver, allocate nothing once their buffers have grown.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::{Agent, Book, FormulaPolicy, GreedyPolicy, Random, Solver};
use spariglio_engine::{Deal, Game, RuleSet, State, View};

/// The system's allocator, counting what this thread asks for.
struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // Not reachable while a thread ends; nothing is counted then.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn play(game: &Game, agent: &mut dyn Agent, seed: u64) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let deal = Deal::random(game, 0, &mut rng);
    agent.start_hand(seed);
    let mut state = State::new(game, &deal);
    while !state.is_over() {
        let view = View::new(game, &deal, &state, state.seat(), false);
        let action = agent.act(&view);
        state.apply(game, &deal, action);
    }
}

#[test]
fn acting_does_not_allocate() {
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        let agents: [Box<dyn Agent>; 3] = [
            Box::new(Random::new()),
            Box::new(Book::new(GreedyPolicy::new(&game))),
            Box::new(Book::new(FormulaPolicy::new(&game))),
        ];
        for mut agent in agents {
            let hands = 0..20;
            hands.clone().for_each(|seed| play(&game, agent.as_mut(), seed));
            let before = COUNT.get();
            hands.for_each(|seed| play(&game, agent.as_mut(), seed));
            assert_eq!(COUNT.get(), before, "{name}");
        }
    }
}

/// Solves the position of a random hand with ten plays left, if the hand comes so far.
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
        let hands = 0..10;
        hands.clone().for_each(|seed| solve(&game, &mut solver, seed));
        let before = COUNT.get();
        hands.for_each(|seed| solve(&game, &mut solver, seed));
        assert_eq!(COUNT.get(), before, "{name}");
    }
}
