//! A worker's way to the corrections of its sets.

use spariglio_agents::agent::Draw;
use spariglio_engine::{Action, Game, State};

use crate::error::ArenaError;
use crate::pair::ArenaConfig;
use crate::seating::Seating;
use crate::variance::series::{Series, SetLuck};
use crate::variance::{Baseline, Luck, Reduction};

/// Gathers the luck of a set as it is played, and plays the baseline's set on the same deal.
pub struct Reducer<'a> {
    reduction: &'a Reduction,
    luck: Luck<'a>,
    baseline: Option<Series<'a>>,
}

impl<'a> Reducer<'a> {
    /// For one worker.
    ///
    /// # Errors
    /// A baseline's agent that cannot be built.
    pub fn new(game: &'a Game, reduction: &'a Reduction, config: &ArenaConfig) -> Result<Reducer<'a>, ArenaError> {
        let series = |baseline: &Baseline| Series::of_names(game, &baseline.agents, config);
        let baseline = reduction.baseline.as_ref().map(series);
        Ok(Reducer {
            reduction,
            luck: Luck::new(game),
            baseline: baseline.transpose()?,
        })
    }

    /// Begins a play of a set.
    pub fn start_hand(&mut self, play: &Seating, state: &State) {
        self.luck.start(play, state);
    }

    /// Before an action: what was chosen, and how it was drawn, where the agent says so.
    pub fn before(&mut self, state: &State, action: Action, draw: Option<Draw<'_>>) {
        self.luck.on_action(state, action, draw);
    }

    /// After an action.
    pub fn after(&mut self, state: &State) {
        self.luck.on_deal_round(state);
    }

    /// Ends the set of a deal: what is to be taken off agent 0's margin, in parts of a point ([`crate::variance::PARTS`]).
    ///
    /// # Errors
    /// An offence of the baseline's agents, which commit none.
    pub fn finish_set(&mut self, deal: u64) -> Result<i64, ArenaError> {
        let baseline = self.baseline.as_mut().map(|series| series.play(deal)).transpose()?;
        let baseline = baseline.map(|hands| SetLuck::of(&hands));
        Ok(self.reduction.correction(&self.luck.take(), baseline.as_ref()))
    }
}
