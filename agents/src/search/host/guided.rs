//! Simulations that a model guides: they stop when they need answers.
//!
//! [`GuidedSearch::collect`] continues simulations until each waits for a row of the batch, [`GuidedSearch::apply`]
//! takes the answers. Searches of many games may share a batch; each remembers its own rows.
//!
//! **Ends of simulations.** A simulation ends at the end of the hand and at positions with an exact value. Else it
//! ends, with the model's value, at the first new node with the observer to act: only then does the model see the
//! observer's hand cards. Any other new node is judged for its priors only, and the simulation continues. So is a
//! known node if this world allows actions that were never seen there.
//!
//! Invariant: at most `batch` simulations are under way; if `batch` is 1, every simulation knows all earlier results.

use spariglio_engine::{CardSet, Game, View, World};

use super::guide::Guide;
use super::{EvalBatch, HostSearchConfig, MOST_UNDER_WAY};
use crate::net::inputs::{Encoder, Refusals};
use crate::net::softmax;
use crate::search::config::SearchConfig;
use crate::search::evaluator::Playing;
use crate::search::run::TreeSearch;
use crate::search::worlds::Worlds;

/// The most simulations that one call of [`GuidedSearch::collect`] ends: near the end of a hand they need no answers.
const BURST: u32 = 256;

/// Logits are clamped to this range, so that no weight is 0 or infinite.
const MOST_LOGIT: f32 = 60.0;

/// The state of one guided search, without its tree.
#[derive(Debug)]
pub(super) struct GuidedSearch {
    batch: u32,
    guide: Guide,
    /// The seat to act at the root.
    observer: usize,
    root: RootState,
    /// Priors of the root's legal actions; empty until they are known.
    priors: Vec<f32>,
    /// Utility of the root for its side, as judged.
    value: f32,
    /// Simulations to run.
    target: u32,
    weights: Vec<f32>,
    /// Refusals of the seats before the root.
    at_root: Refusals,
    /// Refusals at the position of each simulation under way.
    refusals: Vec<Refusals>,
}

/// The progress of the root's evaluation.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
enum RootState {
    New,
    Asked,
    Judged,
}

impl GuidedSearch {
    pub(super) fn new(game: &Game, config: &HostSearchConfig) -> GuidedSearch {
        GuidedSearch {
            batch: config.batch.clamp(1, MOST_UNDER_WAY),
            guide: Guide {
                worlds: Playing::without_rollouts(
                    game,
                    &SearchConfig { exact: config.exact, ..SearchConfig::default() },
                ),
                encoder: Encoder::new(game),
            },
            observer: 0,
            root: RootState::New,
            priors: Vec::new(),
            value: 0.0,
            target: 0,
            weights: Vec::new(),
            at_root: Refusals::default(),
            refusals: Vec::new(),
        }
    }

    /// Prepares for a search of `simulations` that starts at the decision of a view.
    pub(super) fn begin(&mut self, view: &View<'_>, simulations: u32) {
        self.guide.worlds.note_view(view);
        self.guide.worlds.note_partners(view.partners_open());
        self.at_root = self.guide.encoder.refusals(view);
        self.observer = view.seat();
        self.root = RootState::New;
        self.priors.clear();
        self.target = simulations;
    }

    /// Whether the root is judged and all requested simulations have ended.
    pub(super) fn is_done(&self, search: &TreeSearch) -> bool {
        self.root == RootState::Judged && search.simulations() >= self.target && search.under_way() == 0
    }

    /// Priors of the root's legal actions, and its utility for its side; `None` if it is not judged yet.
    pub(super) fn root(&self) -> Option<(&[f32], f32)> {
        (self.root == RootState::Judged).then_some((&self.priors, self.value))
    }

    /// Continues until every simulation waits for a row, and adds these rows to `batch`. If it adds none, it returns
    /// after at most [`BURST`] simulations so that the caller can check the clock.
    pub(super) fn collect(&mut self, search: &mut TreeSearch, worlds: &mut Worlds<'_>, batch: &mut EvalBatch) {
        if self.root != RootState::Judged {
            self.ask_root(search, worlds, batch);
            return;
        }
        let game = worlds.game();
        let most = search.simulations().saturating_add(BURST);
        for place in 0..self.batch as usize {
            while search.simulations() < most && self.is_busy(search, place, worlds) {
                let mut asking = self.guide.asking(&mut self.refusals[place], batch);
                if !search.growth.run_descent(game, &mut search.descents[place], &mut asking) {
                    break;
                }
            }
        }
    }

    fn ask_root(&mut self, search: &mut TreeSearch, worlds: &mut Worlds<'_>, batch: &mut EvalBatch) {
        let game = worlds.game();
        let world = worlds.draw(search.growth.rng());
        let descent = search.begin(0, world);
        descent.is_under_way = false;
        let World { deal, state } = &world;
        let view = View::new(game, deal, state, state.seat(), search.growth.partners_open());
        let row = batch.push(&mut self.guide.encoder, &view, &self.at_root, search.growth.legal());
        search.descents[0].row = Some(row);
        self.root = RootState::Asked;
    }

    /// Whether `place` has a simulation that can continue; begins one if the place is free.
    fn is_busy(&mut self, search: &mut TreeSearch, place: usize, worlds: &mut Worlds<'_>) -> bool {
        if let Some(descent) = search.descents.get(place)
            && descent.is_under_way
        {
            return descent.row.is_none();
        }
        let started = search.simulations() + search.under_way();
        if started >= self.target {
            return false;
        }
        let world = worlds.draw(search.growth.rng());
        search.begin(place, world);
        self.refusals.resize(self.refusals.len().max(place + 1), self.at_root);
        self.refusals[place] = self.at_root;
        true
    }

    /// Takes the answers to the rows of the last [`GuidedSearch::collect`].
    pub(super) fn apply(&mut self, search: &mut TreeSearch, game: &Game, batch: &EvalBatch) {
        if self.root == RootState::Asked {
            self.learn_root(search, game, batch);
            return;
        }
        let TreeSearch { growth, descents } = search;
        for descent in descents {
            let Some(row) = descent.row.take() else {
                continue;
            };
            self.weights.clear();
            let weight = |logit: &f32| logit.clamp(-MOST_LOGIT, MOST_LOGIT).exp();
            self.weights.extend(batch.logits(row).iter().map(weight));
            let state = &descent.world.state;
            let seat = state.seat();
            let utilities = self.guide.utilities(game, state, batch.value(row));
            let value = utilities[game.side(seat)];
            let is_first = growth.learn(descent, batch.row(row).actions, &self.weights, value);
            if is_first && seat == self.observer {
                growth.end_judged(game, descent, &utilities);
            }
        }
    }

    fn learn_root(&mut self, search: &mut TreeSearch, game: &Game, batch: &EvalBatch) {
        let descent = &mut search.descents[0];
        let row = descent.row.take().expect("the root was asked for");
        let state = &descent.world.state;
        self.value = self.guide.utilities(game, state, batch.value(row))[game.side(state.seat())];
        self.priors.clear();
        self.priors.extend_from_slice(batch.logits(row));
        softmax(&mut self.priors);
        let playable = if state.is_declaring() {
            CardSet::EMPTY
        } else {
            state.playable()
        };
        search.growth.learn_root(&self.priors, self.value, playable);
        self.root = RootState::Judged;
    }
}
