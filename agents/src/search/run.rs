//! Simulations of one tree, one after the other or several at a time.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Game, State, World};

use super::constants::Constants;
use super::descent::Descent;
use super::evaluator::Evaluator;
use super::growth::TreeSearchState;
use super::worlds::Worlds;

/// A tree and the simulations that make it grow.
#[derive(Debug)]
pub(super) struct TreeSearch {
    pub(super) growth: TreeSearchState,
    /// Simulations in progress, and free places.
    pub(super) descents: Vec<Descent>,
}

impl TreeSearch {
    /// A search, with a tree for each seat if `multiple`.
    pub(super) fn new(constants: Constants, multiple: bool) -> TreeSearch {
        TreeSearch { growth: TreeSearchState::new(constants, multiple), descents: Vec::new() }
    }

    /// As [`TreeSearchState::start`].
    pub(super) fn start(&mut self, game: &Game, state: &State, rng: Pcg64Mcg) {
        self.growth.start(game, state, rng);
        self.abandon();
    }

    /// Abandons the simulations in progress.
    fn abandon(&mut self) {
        for descent in &mut self.descents {
            descent.row = None;
            descent.is_under_way = false;
        }
    }

    /// Begins a simulation of a world in a free place, or in the next one.
    #[inline(always)]
    pub(super) fn begin(&mut self, place: usize, world: World) -> &mut Descent {
        match self.descents.get_mut(place) {
            Some(descent) => descent.world = world,
            None => self.descents.push(Descent::new(world)),
        }
        let descent = &mut self.descents[place];
        descent.begin();
        descent
    }

    /// Runs simulations with an evaluator that answers at once, compiled for the caller's vector level.
    #[inline(always)]
    pub(super) fn run_portable<E: Evaluator>(&mut self, worlds: &mut Worlds<'_>, evaluator: &mut E, simulations: u32) {
        let game = worlds.game();
        for _ in 0..simulations {
            let rng = self.growth.rng();
            let world = if E::READS_VIEWS {
                worlds.draw(rng)
            } else {
                worlds.draw_for_play(rng)
            };
            self.begin(0, world);
            self.growth.run_descent(game, &mut self.descents[0], evaluator);
        }
    }

    /// Number of simulations in progress.
    pub(super) fn under_way(&self) -> u32 {
        self.descents.iter().filter(|descent| descent.is_under_way).count() as u32
    }

    /// Number of finished simulations since the start.
    pub(super) fn simulations(&self) -> u32 {
        self.growth.simulations()
    }
}
