//! `ismcts` allocates nothing once its tree has grown.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use rand_pcg::Pcg64Mcg;
use spariglio_agents::AgentSpec;
use spariglio_engine::{Deal, Game, State, View};

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

#[test]
fn a_grown_search_allocates_nothing() {
    for (preset, rollout) in [
        ("scopone_scientifico", "random"),
        ("cirulla", "greedy"),
        ("cicera", "greedy"),
    ] {
        let game = Game::preset(preset).expect("a preset");
        let spec = AgentSpec::parse(&format!("ismcts:simulations=2000:rollout={rollout}")).expect("a spec");
        let mut agent = spec.build(&game).expect("an agent");
        agent.start_hand(1);
        let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(2));
        let mut state = State::new(&game, &deal);
        while !state.is_over() {
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let action = agent.act(&view);
            let before = ALLOCATIONS.load(Ordering::Relaxed);
            assert_eq!(agent.act(&view), action);
            assert_eq!(
                ALLOCATIONS.load(Ordering::Relaxed),
                before,
                "{preset}, ply {}",
                state.ply()
            );
            state.apply(&game, &deal, action);
        }
    }
}
