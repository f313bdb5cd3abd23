//! Exact values of positions with all cards known, for every game of two sides.
//!
//! A [`Solver`] computes the final margin of the side to act, in points of the whole hand, if both sides play best.
//! This includes the deal-rounds still to come, declarations, sweeps, majorities, prime, melds, shutouts and leftovers.
//! It searches with null windows and a small transposition table, whose keys keep only the features of the piles that
//! still matter. All values are margins in points ([`State::margin`]); a shutout counts as [`Game::shutout_value`].

mod endgame;
mod errors;
mod late;
mod mix;
mod plain;
mod ranked;
mod search;
mod stakes;
mod table;

use std::cell::RefCell;

use spariglio_engine::{Action, Deal, Game, State};
use thiserror::Error;

pub use errors::{EndgameDecision, EndgameErrors};
pub(crate) use late::LateSolver;
pub(crate) use ranked::goes_by_rank;

use endgame::Endgame;
use mix::fold;
use plain::{PlainEndgame, PlainRules};
use ranked::RankedEndgame;
use search::AlphaBeta;

/// Reason why a game cannot be solved.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The game does not have two sides; exact values are defined for two only.
    #[error("a game of {sides} sides: expected 2, for exact values")]
    Sides {
        /// Sides of the game.
        sides: usize,
    },
}

/// Solves positions of one game. It keeps its transposition tables between positions, even if their deals differ.
///
/// # Examples
/// A small game is solved from its deal on:
/// ```
/// use spariglio_agents::Solver;
/// use spariglio_engine::{Card, Deal, Game, State};
///
/// let game = Game::preset("mini_scopa").expect("a preset");
/// let cards: Vec<Card> = game.pack().iter().collect();
/// let deal = Deal::new(&game, 0, &cards).expect("the whole pack");
/// let (mut solver, mut state) = (Solver::new(&game)?, State::new(&game, &deal));
/// let (side, value) = (game.side(state.seat()), solver.value(&game, &deal, &state));
/// solver.line(&game, &deal, &state).into_iter().for_each(|action| state.apply(&game, &deal, action));
/// assert_eq!(state.margin(&game, side), value);
/// # Ok::<(), spariglio_agents::solver::SolverError>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    rules: PlainRules,
    fingerprint: u64,
    plain: AlphaBeta<Action>,
    /// Whether [`RankedEndgame`] may solve this game's hands.
    goes_by_rank: bool,
    ranked: AlphaBeta<ranked::RankedMove>,
    /// The deal that `stock` belongs to.
    deal: Option<Deal>,
    stock: Vec<u64>,
    /// Buffer of the positions' moves.
    actions: Vec<Action>,
    /// Buffer of the first position's actions.
    listed: Vec<Action>,
}

impl Solver {
    /// A solver for positions of `game`.
    ///
    /// # Errors
    /// Fails if the game does not have two sides.
    pub fn new(game: &Game) -> Result<Solver, SolverError> {
        let sides = game.sides();
        if sides != 2 {
            return Err(SolverError::Sides { sides });
        }
        Ok(Solver {
            rules: PlainRules::new(game),
            fingerprint: game.fingerprint(),
            plain: AlphaBeta::new(),
            goes_by_rank: goes_by_rank(game),
            ranked: AlphaBeta::new(),
            deal: None,
            stock: Vec::with_capacity(game.deal_rounds()),
            actions: Vec::with_capacity(64),
            listed: Vec::with_capacity(64),
        })
    }

    /// The exact margin of the whole hand for the side of the seat to act. `game` must be the solver's own.
    pub fn value(&mut self, game: &Game, deal: &Deal, state: &State) -> i32 {
        let guess = state.margin(game, game.side(state.seat()));
        self.work(game, deal, state, Question::Value(guess))
    }

    /// A bound on [`Solver::value`]. It is exact if it lies between `alpha` and `beta`, an upper bound if it is at most
    /// `alpha`, and a lower bound if it is at least `beta`. `alpha` must be below `beta`.
    pub fn search(&mut self, game: &Game, deal: &Deal, state: &State, alpha: i32, beta: i32) -> i32 {
        self.work(game, deal, state, Question::Bound(alpha, beta))
    }

    /// Fills `actions` with the legal actions in canonical order and `values` with the exact margin after each, for the
    /// side of the seat to act. Both are empty if the hand is over.
    pub fn action_values(
        &mut self,
        game: &Game,
        deal: &Deal,
        state: &State,
        actions: &mut Vec<Action>,
        values: &mut Vec<i32>,
    ) {
        values.clear();
        state.legal_actions(game, actions);
        let mut guess = None;
        for &action in actions.iter() {
            let value = self.value_after(game, deal, state, action, guess);
            guess = Some(value);
            values.push(value);
        }
    }

    /// The best action and the exact margin after it. Ties go to the first in canonical order.
    ///
    /// # Panics
    /// Panics if the hand is over.
    pub fn best(&mut self, game: &Game, deal: &Deal, state: &State) -> (Action, i32) {
        let value = self.value(game, deal, state);
        let mut actions = std::mem::take(&mut self.listed);
        state.legal_actions(game, &mut actions);
        let best = actions
            .iter()
            .copied()
            .find(|&action| self.reaches(game, deal, state, action, value));
        self.listed = actions;
        (best.expect("a hand that is not over, one of whose actions has its value"), value)
    }

    /// Best actions to the end of the hand, each chosen by [`Solver::best`].
    pub fn line(&mut self, game: &Game, deal: &Deal, state: &State) -> Vec<Action> {
        let mut state = *state;
        let mut line = Vec::new();
        while !state.is_over() {
            let (action, _) = self.best(game, deal, &state);
            line.push(action);
            state.apply(game, deal, action);
        }
        line
    }

    /// Number of positions searched since the solver was made.
    pub fn nodes(&self) -> u64 {
        self.plain.nodes + self.ranked.nodes
    }

    fn value_after(&mut self, game: &Game, deal: &Deal, state: &State, action: Action, guess: Option<i32>) -> i32 {
        let mut next = *state;
        next.apply(game, deal, action);
        let side = game.side(state.seat());
        let sign = if game.side(next.seat()) == side { 1 } else { -1 };
        let guess = guess.unwrap_or_else(|| state.margin(game, side)) * sign;
        sign * self.work(game, deal, &next, Question::Value(guess))
    }

    /// Whether the value after an action is at least `value`.
    fn reaches(&mut self, game: &Game, deal: &Deal, state: &State, action: Action, value: i32) -> bool {
        let mut next = *state;
        next.apply(game, deal, action);
        if game.side(next.seat()) == game.side(state.seat()) {
            self.search(game, deal, &next, value - 1, value) >= value
        } else {
            self.search(game, deal, &next, -value, 1 - value) <= -value
        }
    }

    /// Prepares for positions of a deal.
    fn start(&mut self, game: &Game, deal: &Deal) {
        debug_assert_eq!(game.fingerprint(), self.fingerprint, "the solver's own game");
        if self.deal.as_ref() == Some(deal) {
            return;
        }
        self.deal = Some(*deal);
        self.stock.clear();
        self.stock.resize(game.deal_rounds(), 0);
        let dealt = deal.dealt(game);
        self.rules.stakes.deal(dealt);
        self.stock[game.deal_rounds() - 1] = (game.pack() - dealt).bits();
        for round in (1..game.deal_rounds()).rev() {
            let hands = (0..game.players()).map(|seat| deal.hand_cards(game, round, seat).bits());
            self.stock[round - 1] = hands.fold(fold(self.stock[round], round as u64), fold);
        }
    }

    /// Answers a question by the fastest endgame type that fits the hand.
    fn work(&mut self, game: &Game, deal: &Deal, state: &State, question: Question) -> i32 {
        self.start(game, deal);
        if self.goes_by_rank
            && let Some((ranked, position)) = RankedEndgame::of(game, deal, &self.rules, &self.stock, state)
        {
            return question.run(&mut self.ranked, &ranked, &position);
        }
        let plain = PlainEndgame {
            game,
            deal,
            rules: &self.rules,
            stock: &self.stock,
            actions: RefCell::new(std::mem::take(&mut self.actions)),
        };
        let result = question.run(&mut self.plain, &plain, &plain.position(state));
        self.actions = plain.actions.into_inner();
        result
    }
}

/// A question of a search.
#[derive(Copy, Clone)]
enum Question {
    /// The value, given a guess.
    Value(i32),
    /// A bound, given the window.
    Bound(i32, i32),
}

impl Question {
    fn run<C: Endgame>(self, search: &mut AlphaBeta<C::Move>, endgame: &C, position: &C::Position) -> i32 {
        search.table.prepare(endgame.plays_left(position));
        match self {
            Question::Value(guess) => search.value(endgame, position, guess),
            Question::Bound(alpha, beta) => search.bound(endgame, position, alpha, beta),
        }
    }
}
