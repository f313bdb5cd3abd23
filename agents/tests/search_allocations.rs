//! A search allocates nothing once its tree and buffers have grown.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{AgentSpec, Place};
use spariglio_engine::{Deal, Game, State, World};

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, counted.
struct Counting;

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `alloc` above with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: as for `dealloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Searches of one thread, and cheats.
const AGENTS: &[&str] = &[
    "ismcts",
    "ismcts:rollout=random",
    "ismcts:selection=puct:rollout=none",
    "ismcts:rollout=formula:bias=0.5:utility=mix",
    "ismcts:exact=2:horizon=4:early_stop=true:selection=ucb1-tuned",
    "mo-ismcts",
    "mo-ismcts:selection=puct:rollout=none",
    "cheat-mcts",
];

#[test]
fn a_grown_search_allocates_nothing() {
    for preset in [
        "scopone_scientifico",
        "cirulla",
        "cicera",
        "cirullone",
        "scopone_messina",
    ] {
        let game = Game::preset(preset).expect("a preset");
        for agent in AGENTS {
            let spec = AgentSpec::parse(&format!("{agent}:simulations=400")).expect("a spec");
            check(&game, &spec);
        }
    }
}

/// Plays a hand; every decision is taken twice, the second time without an allocation.
fn check(game: &Game, spec: &AgentSpec) {
    let mut player = spec.build_player(game).expect("an agent");
    player.start_hand(1);
    let deal = Deal::random(game, 0, &mut Pcg64Mcg::new(2));
    let state = State::new(game, &deal);
    let mut world = World { deal, state };
    while !world.state.is_over() {
        let place = Place {
            game,
            world: &world,
            history: &[],
            partners_open: false,
        };
        let action = player.act(&place).expect("no offence");
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let again = player.act(&place).expect("no offence");
        let after = ALLOCATIONS.load(Ordering::Relaxed);
        let ply = world.state.ply();
        assert_eq!(again, action, "{spec}, {}, ply {ply}", game.rules().name);
        assert_eq!(after, before, "{spec}, {}, ply {ply}", game.rules().name);
        world.state.apply(game, &world.deal, action);
    }
}
