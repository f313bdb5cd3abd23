//! Perft: counts the tree of all action sequences of a length. Equal counts from different code show that move
//! generation is unchanged. Data files beside the tests keep the counts.

use crate::game::Game;
use crate::hand::action::{Action, ActionKind};
use crate::hand::deal::Deal;
use crate::hand::state::State;
use std::collections::BTreeMap;

/// The counts of a perft.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Perft {
    /// Sequences of `depth` actions, or of fewer if the hand ends.
    pub nodes: u64,
    /// Sequences whose last action is a capture.
    pub captures: u64,
    /// Sequences whose last action is a sweep that scores.
    pub sweeps: u64,
    /// Sequences that end the hand, by the points of every side (if a shutout ends it, as in
    /// [`HandScore::points`](crate::HandScore::points)).
    pub points: BTreeMap<Vec<i32>, u64>,
}

/// Counts all sequences of `depth` actions from a state.
///
/// # Examples
/// ```
/// use spariglio_engine::{Card, Deal, Game, State};
/// use spariglio_engine::walks::perft;
///
/// let game = Game::preset("mini_scopa").expect("a preset");
/// let cards: Vec<Card> = game.pack().iter().collect();
/// let deal = Deal::new(&game, 0, &cards).expect("the whole pack");
/// let counts = perft(&game, &deal, &State::new(&game, &deal), game.plies());
/// assert_eq!(counts.points.values().sum::<u64>(), counts.nodes, "all hands ended");
/// assert_eq!(perft(&game, &deal, &State::new(&game, &deal), 1).nodes, 2);
/// ```
pub fn perft(game: &Game, deal: &Deal, state: &State, depth: usize) -> Perft {
    let mut walk = Walk {
        game,
        deal,
        buffers: vec![Vec::with_capacity(64); depth],
        perft: Perft::default(),
    };
    if depth == 0 || state.is_over() {
        walk.perft.nodes = 1;
        if state.is_over() {
            walk.count_points(state);
        }
    } else {
        walk.descend(state, depth);
    }
    walk.perft
}

struct Walk<'g> {
    game: &'g Game,
    deal: &'g Deal,
    /// One list of actions per depth.
    buffers: Vec<Vec<Action>>,
    perft: Perft,
}

impl Walk<'_> {
    /// Counts the sequences below a state. `depth` is at least 1 and the hand is not over.
    fn descend(&mut self, state: &State, depth: usize) {
        let mut actions = std::mem::take(&mut self.buffers[depth - 1]);
        state.legal_actions(self.game, &mut actions);
        if depth == 1 {
            self.count_last(state, &actions);
        } else {
            for &action in &actions {
                let mut next = *state;
                next.apply(self.game, self.deal, action);
                if next.is_over() {
                    self.perft.nodes += 1;
                    self.count_kind(state, action);
                    self.count_points(&next);
                } else {
                    self.descend(&next, depth - 1);
                }
            }
        }
        self.buffers[depth - 1] = actions;
    }

    /// Counts the last actions of sequences. Applies them only if the hand may end.
    fn count_last(&mut self, state: &State, actions: &[Action]) {
        self.perft.nodes += actions.len() as u64;
        for &action in actions {
            self.count_kind(state, action);
            if state.may_end(self.game) {
                let mut next = *state;
                next.apply(self.game, self.deal, action);
                if next.is_over() {
                    self.count_points(&next);
                }
            }
        }
    }

    fn count_kind(&mut self, state: &State, action: Action) {
        if let ActionKind::Play { card, captured } = action.kind()
            && !captured.is_empty()
        {
            self.perft.captures += 1;
            self.perft.sweeps += u64::from(state.is_scoring_sweep(self.game, card, captured));
        }
    }

    fn count_points(&mut self, state: &State) {
        let score = state.score(self.game);
        let points = (0..self.game.sides()).map(|side| score.points(side)).collect();
        *self.perft.points.entry(points).or_default() += 1;
    }
}
