//! The judge of views: a network's priors and values, answered later as rows of a batch; what a world alone decides is
//! judged at once (the end of the hand, exact values).

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State, View, World};

use super::{Answer, Evaluator, Playing};
use crate::net::EvalBatch;
use crate::search::tree::{MAX_SIDES, Utilities};

/// Makes utilities of a network's values, and judges worlds where no network is needed.
#[derive(Debug)]
pub(in crate::search) struct Guide {
    /// Without rollouts: ends of hands, exact values, what is maximised.
    pub(in crate::search) worlds: Playing,
}

impl Guide {
    /// The utilities of all sides from a network's value of `state` for the side to act.
    pub(in crate::search) fn utilities(&self, game: &Game, state: &State, value: f32) -> Utilities {
        let mut utilities = [0.0; MAX_SIDES];
        self.worlds.judge(game, state, value, &mut utilities);
        utilities
    }

    /// An evaluator whose questions become rows of `batch`.
    pub(in crate::search) fn asking<'a>(&'a mut self, batch: &'a mut EvalBatch) -> Asking<'a> {
        Asking {
            worlds: &mut self.worlds,
            batch,
        }
    }
}

/// Puts questions into a batch.
#[derive(Debug)]
pub(in crate::search) struct Asking<'a> {
    worlds: &'a mut Playing,
    batch: &'a mut EvalBatch,
}

impl Evaluator for Asking<'_> {
    const JUDGES_VIEWS: bool = true;

    fn has_priors(&self) -> bool {
        true
    }

    fn ask(&mut self, view: &View<'_>, actions: &[Action], _priors: &mut Vec<f32>) -> Answer {
        Answer::Later(self.batch.push(view, actions))
    }

    fn settle(&mut self, game: &Game, world: &World, utilities: &mut Utilities) -> bool {
        self.worlds.settle(game, world, utilities)
    }

    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        self.worlds.evaluate(game, world, rng, utilities);
    }
}
