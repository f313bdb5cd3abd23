//! The judge of views: a model's priors and values, answered later as rows of a batch. If the world alone decides (end
//! of the hand, exact values), the judgement is immediate.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, State, View, World};

use super::EvalBatch;
use crate::net::inputs::{Encoder, Refusals};
use crate::search::evaluator::{Arrival, Evaluator, Playing};
use crate::search::tree::{MAX_SIDES, Utilities};

/// Turns a model's values into utilities, and judges worlds that need no model.
#[derive(Debug)]
pub(super) struct Guide {
    /// Judges ends of hands and exact values by the objective; without rollouts.
    pub(super) worlds: Playing,
    pub(super) encoder: Encoder,
}

impl Guide {
    /// The utilities of all sides from a model's value of `state` for the side to act.
    pub(super) fn utilities(&self, game: &Game, state: &State, value: f32) -> Utilities {
        let mut utilities = [0.0; MAX_SIDES];
        self.worlds.judge(game, state, value, &mut utilities);
        utilities
    }

    /// An evaluator of one simulation with its `refusals`; its queries become rows of `batch`.
    pub(super) fn asking<'a>(&'a mut self, refusals: &'a mut Refusals, batch: &'a mut EvalBatch) -> Asking<'a> {
        Asking { guide: self, refusals, batch }
    }
}

/// Puts the queries of one simulation into a batch.
#[derive(Debug)]
pub(super) struct Asking<'a> {
    guide: &'a mut Guide,
    refusals: &'a mut Refusals,
    batch: &'a mut EvalBatch,
}

impl Evaluator for Asking<'_> {
    const JUDGES_VIEWS: bool = true;

    fn has_priors(&self) -> bool {
        true
    }

    fn note(&mut self, game: &Game, state: &State, action: Action) {
        self.guide.encoder.note(self.refusals, game, state, action);
    }

    fn ask(&mut self, view: &View<'_>, actions: &[Action], _priors: &mut Vec<f32>) -> Arrival {
        let encoder = &mut self.guide.encoder;
        Arrival::Later(self.batch.push(encoder, view, self.refusals, actions))
    }

    fn settle(&mut self, game: &Game, world: &World, utilities: &mut Utilities) -> bool {
        self.guide.worlds.settle(game, world, utilities)
    }

    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        self.guide.worlds.evaluate(game, world, rng, utilities);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use spariglio_engine::Deal;

    use super::*;
    use crate::search::config::SearchConfig;

    /// The inputs of the last row are those of a view that has the whole history, however far above it the root stands.
    #[test]
    fn rows_below_the_root_have_the_inputs_of_their_history() {
        for name in ["scopone", "cirulla"] {
            let game = Game::preset(name).expect("a preset");
            let mut guide = Guide {
                worlds: Playing::without_rollouts(&game, &SearchConfig::default()),
                encoder: Encoder::new(&game),
            };
            let mut rng = Pcg64Mcg::seed_from_u64(6);
            let deal = Deal::random(&game, 0, &mut rng);
            let (mut state, mut history, mut actions) = (State::new(&game, &deal), Vec::new(), Vec::new());
            let (mut batch, mut refusals) = (EvalBatch::default(), Refusals::default());
            while !state.is_over() {
                let view = View::new(&game, &deal, &state, state.seat(), false).with_history(&history);
                if history.len() % 5 == 0 {
                    refusals = guide.encoder.refusals(&view);
                }
                let mut expected = Vec::new();
                let refused = guide.encoder.refusals(&view);
                guide.encoder.view(&view, &refused, &mut expected);
                view.legal_actions(&mut actions);
                let mut asking = guide.asking(&mut refusals, &mut batch);
                let unknown = View::new(&game, &deal, &state, state.seat(), false);
                let answer = asking.ask(&unknown, &actions, &mut Vec::new());
                let action = state.random_action(&game, &mut rng);
                asking.note(&game, &state, action);
                state.apply(&game, &deal, action);
                assert_eq!(answer, Arrival::Later(history.len()));
                assert_eq!(batch.row(history.len()).inputs, expected, "{name}");
                history.push(action);
            }
        }
    }
}
