//! `lookahead`: goes through the plays to come, with expected hidden cards, in games of two seats and several
//! deal-rounds.
//!
//! The value of an action is its gain in points and the expected gains of the next plays. A play's gain is the worth of
//! the cards that it takes (`knowledge/worth.rs`), the point of a sweep, and minus the value of the played card in hand.
//!
//! - **Own plays** take the largest value: all own cards are known.
//! - **Plays of the other seat**: its options are rated rank by rank. It plays the best rank that it holds. The chance
//!   of that follows from the number of its cards and the unseen cards of this rank and of all better ones.
//! - **Refusals**: each play of the other seat in this deal-round is compared with what other ranks would have gained.
//!   An unseen card of a rank that would have gained more counts less (`hidden`).
//! - **Leaves**: the next seat's expected gain from the table, with unknown cards. If the deal-round is over, its hand
//!   is a new one.
//! - **The last deal-round** is solved: each seat then knows all cards ([`player`]).
//!
//! Worths count as half a swing, so what the other side takes counts as much as what the own side takes. Nothing is
//! random. Games with more seats, one deal-round, optional captures, or captures that score by themselves are played by
//! `formula`.

mod hidden;
mod leaf;
mod options;
mod position;
#[cfg(test)]
mod tests;

use spariglio_engine::cards::MATTA;
use spariglio_engine::insertion;
use spariglio_engine::rules::Ace;
use spariglio_engine::{Action, CardSet, Game, View};

use crate::book::formula::FormulaPolicy;
use crate::book::formula::weights::Weights;
use crate::book::player::first_best;
use crate::book::{Book, BookPolicy};
use crate::knowledge::reach::{ByRank, LANES, Reach};
use crate::knowledge::worth::Worths;
use crate::solver::LateSolver;
use hidden::Hidden;
pub use options::Foresight;
use position::{Facts, Position};

/// Branches of the other seat that are less likely than this are left out.
const LEAST: f32 = 0.01;

/// Most options of a seat: its ranks, and the cards that it has shown.
const OPTIONS: usize = 24;

/// The agent `lookahead`: the look-ahead, or `formula` if that does not fit the game. The solver takes over once all
/// cards are known.
#[must_use]
pub fn player(game: &Game, foresight: &Foresight) -> Book<Box<dyn BookPolicy>> {
    let policy: Box<dyn BookPolicy> = match LookaheadPolicy::new(game, foresight) {
        Some(policy) => Box::new(policy),
        None => Box::new(FormulaPolicy::new(game)),
    };
    Book::solving(policy, LateSolver::new(game, foresight.exact))
}

/// The look-ahead, compiled for one game that it fits ([`LookaheadPolicy::new`]).
#[derive(Clone, Debug)]
pub struct LookaheadPolicy {
    foresight: Foresight,
    worths: Worths,
    reach: Reach,
    /// The value of a card in hand: a share of its worth, and points by rank.
    keep: f32,
    hold: ByRank,
    sweep: f32,
    /// Whether an ace may take all without a sweep.
    quiet_ace: bool,
}

impl LookaheadPolicy {
    /// Whether it fits a game: two seats that play in turn, several deal-rounds, captures that are mandatory and do not
    /// score by themselves.
    #[must_use]
    pub fn fits(game: &Game) -> bool {
        let mandatory = game.rules().capture.mandatory && !game.rules().sweep.again;
        game.players() == 2 && game.deal_rounds() > 1 && mandatory && game.most_capture_points() == 0
    }

    /// Compiles the look-ahead; `None` if it does not fit the game.
    pub fn new(game: &Game, foresight: &Foresight) -> Option<LookaheadPolicy> {
        let rules = game.rules();
        let weights = LookaheadPolicy::fits(game).then(|| Weights::of(rules))?;
        let mut hold = [0.0; LANES];
        for (hold, &held) in hold[1..].iter_mut().zip(&weights.hold) {
            *hold = foresight.hold * held;
        }
        Some(LookaheadPolicy {
            foresight: foresight.clone(),
            worths: Worths::new(game, &weights.spreads),
            reach: Reach::new(game),
            keep: foresight.hold * weights.keep,
            hold,
            sweep: f32::from(rules.sweep.points),
            quiet_ace: rules.capture.ace == Ace::TakesAll && !rules.sweep.ace_scores,
        })
    }

    /// Replaces `values` by those of the plays of a view, in points; only differences matter.
    pub fn rate(&self, view: &View<'_>, plays: &[Action], values: &mut Vec<f32>) {
        let (facts, at) = self.start(view);
        values.clear();
        values.extend(plays.iter().map(|&play| self.value(&facts, &at, play)));
    }

    /// The value of an action in points; only differences matter.
    fn value(&self, facts: &Facts<'_>, at: &Position, action: Action) -> f32 {
        let Some(card) = action.card() else {
            return 0.0;
        };
        let captured = action.captured();
        self.gain(facts, at, card, captured)
            + self.expected(facts, &at.after(facts, card, captured), self.foresight.plays - 1)
    }

    /// The value of a position for the observer's side, `plays` plays looked ahead.
    fn expected(&self, facts: &Facts<'_>, at: &Position, plays: u32) -> f32 {
        if plays == 0 || at.left == 0 {
            self.leaf(facts, at)
        } else if at.seat == facts.seat {
            self.own(facts, at, plays)
        } else {
            self.other(facts, at, plays)
        }
    }

    /// The value if the observer plays its best.
    fn own(&self, facts: &Facts<'_>, at: &Position, plays: u32) -> f32 {
        let mut best = f32::NEG_INFINITY;
        facts.game.for_each_play(at.table, facts.matta, at.hand, |card, captured| {
            let rest = self.expected(facts, &at.after(facts, card, captured), plays - 1);
            best = best.max(self.gain(facts, at, card, captured) + rest);
        });
        best
    }

    /// The value if the other seat plays the best rank that it holds, by its gain at once.
    fn other(&self, facts: &Facts<'_>, at: &Position, plays: u32) -> f32 {
        let mut options = [(f32::NEG_INFINITY, MATTA, CardSet::EMPTY); OPTIONS];
        let mut len = 0;
        let cards = facts.shown | at.hidden.one_of_each_rank();
        facts.game.for_each_play(at.table, facts.matta, cards, |card, captured| {
            let option = (self.gain(facts, at, card, captured), card, captured);
            if len > 0 && options[len - 1].1 == card {
                if option.0 > options[len - 1].0 {
                    options[len - 1] = option;
                }
            } else if len < OPTIONS {
                options[len] = option;
                len += 1;
            }
        });
        let options = &mut options[..len];
        insertion::sort_by(options, |a, b| b.0.total_cmp(&a.0));
        let concealed = at.concealed(facts);
        let (mut value, mut better, mut open, mut sum) = (0.0, 0.0, 1.0, 0.0);
        for &(gain, card, captured) in options.iter() {
            let mut rest = 0.0;
            if !facts.shown.contains(card) {
                better += at.hidden.count(card);
                rest = at.hidden.none(better, concealed);
            }
            let chance = open - rest;
            open = rest;
            if chance > LEAST {
                value += chance * (self.expected(facts, &at.after(facts, card, captured), plays - 1) - gain);
                sum += chance;
            }
            if open <= 0.0 {
                break;
            }
        }
        if sum > 0.0 { value / sum } else { self.leaf(facts, at) }
    }
}

impl BookPolicy for LookaheadPolicy {
    fn choose_play(&self, view: &View<'_>, actions: &[Action]) -> usize {
        let (facts, at) = self.start(view);
        first_best(actions, |action| self.value(&facts, &at, action))
    }
}
