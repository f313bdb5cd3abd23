//! A network with a critic of worlds as a judge: priors of actions, values of leaves.

use spariglio_engine::{Action, Game, State, View, World};

use crate::net::inputs::Refusals;
use crate::net::{SparseJudge, softmax};

/// Priors are the softmax of the logits divided by this times the standard deviation of the margin in points: a logit
/// of 1 is a fixed share of a point, so the policy of a game with large margins is the sharper. Measured at 2 ms per
/// decision against `formula`, 2,000 hands, divisors of 1, 2, 4 and 8: in Scopone (deviation 2.8) +1.34, +1.39, +1.44,
/// +1.32 points per hand, ±0.09; divisors of 1, 3 and 8 in two-player Cirulla (9.4): +0.85, +1.21, +1.45, ±0.2.
const FLATTENED: f32 = 1.2;

/// A network that follows the simulation under way.
#[derive(Clone, Debug)]
pub(in crate::search) struct NetPlay {
    judge: SparseJudge,
    /// Refusals of the seats before the root; `refusals` adds those of the simulation under way.
    at_root: Refusals,
    refusals: Refusals,
}

impl NetPlay {
    pub(in crate::search) fn new(judge: SparseJudge) -> NetPlay {
        NetPlay { judge, at_root: Refusals::default(), refusals: Refusals::default() }
    }

    /// Notes the view at the root of the searches to come.
    pub(super) fn note_view(&mut self, view: &View<'_>) {
        self.at_root = self.judge.refusals(view);
    }

    /// Goes back to the root.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.refusals = self.at_root;
    }

    /// Follows an action that is about to be taken in `state`.
    #[inline]
    pub(super) fn note(&mut self, game: &Game, state: &State, action: Action) {
        self.judge.note(&mut self.refusals, game, state, action);
    }

    /// Sets a probability for each action.
    pub(super) fn priors(&mut self, view: &View<'_>, actions: &[Action], priors: &mut Vec<f32>) {
        let temperature = FLATTENED * self.judge.margin_deviation();
        self.judge.logits(view, &self.refusals, actions, priors);
        for logit in priors.iter_mut() {
            *logit /= temperature;
        }
        softmax(priors);
    }

    /// Expected margin of the side to act, in points.
    pub(super) fn margin(&mut self, game: &Game, world: &World) -> f32 {
        self.judge.margin(game, world, &self.refusals)
    }
}
