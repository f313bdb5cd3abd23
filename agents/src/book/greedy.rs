//! `greedy`: takes the most valuable cards now, and leaves no easy sweep.
//!
//! The rules decide one after the other: if actions are level by one, the next decides. If they are level by all, the
//! first in canonical order is taken. There is no randomness and no search.
//!
//! 1. **Declaring**: the declaration that begins the disjoint set with most points.
//! 2. **Sweep**: an action that scores a sweep goes before every other.
//! 3. **Capture**: an action that captures goes before a lay (also an ace that takes itself).
//! 4. **Value**, in thousandths of a point. For a capture: the worth of the captured cards and the played one, plus the
//!    points scored in play (sweep, picada, simili, quadriglia). For a lay: *minus* the worth of the card, times the
//!    chance that the next seat can take that card by itself. If fifteens capture, an eighth is lost for certain and
//!    the chance applies to the rest, as many sums capture.
//! 5. **Guard**, subtracted from that value: the chance that the next seat can sweep the table left, times the points
//!    of the sweep plus the worth of the table left. It is the chance to hold at least one card that takes the whole
//!    table by some kind of capture, from the counts of unseen cards. It is 1 if the next seat is known to hold one.
//!
//! The **worth** of a card is the expected difference of points between the side that owns it and another, if every
//! other card of the pack goes to either with even chance. It is the sum of
//! - the majority of cards, and of the scoring suit for its cards: their points times
//!   `C(n - 1, floor((n - 1) / 2)) / 2^(n - 1)`, the chance that the other `n - 1` cards leave it open;
//! - the prime: the chance to win it minus the chance to lose it with the card, summed over all splits of each suit; on
//!   the scale of most sevens 0.375 for a seven, 0.375 times as much for each next rank;
//! - the points of the single card;
//! - the low meld: its expected points with the card minus those without it; the high meld: a quarter of its points for
//!   each of its three cards;
//! - the shutout, for the scoring suit: its value times `2^-(n - 1)` with `n` cards in the suit.
//!
//! The next seat always plays for another side. The guard ignores that a matta may yet be declared.

use spariglio_engine::{Action, Card, CardSet, Game, View};

use crate::book::player::{BookPolicy, first_best};
use crate::knowledge::even::{self, MILLI};
use crate::knowledge::odds::{NextHand, ONE, Odds};

/// The rules of `greedy`, compiled for one game and shared by all who play by them.
#[derive(Clone, Debug)]
pub struct GreedyPolicy {
    worth: [i32; 64],
    odds: Odds,
    sweep: i32,
    /// Chance, of [`ONE`], that a laid card is lost whether or not the next seat can take it alone.
    lay_risk: i32,
}

/// The facts that all actions of one decision share.
struct GreedyFacts<'a> {
    view: View<'a>,
    next: NextHand<'a>,
    /// Whether a sweep would score at the next play.
    next_sweeps: bool,
}

/// Actions compare by rule 2, then 3, then by value.
type Rating = (u8, i32);

impl GreedyPolicy {
    /// Compiles the rules for a game.
    pub fn new(game: &Game) -> GreedyPolicy {
        let rules = game.rules();
        GreedyPolicy {
            worth: even::worths(game),
            odds: Odds::new(game),
            sweep: i32::from(rules.sweep.points) * MILLI,
            lay_risk: if rules.capture.fifteen { ONE / 8 } else { 0 },
        }
    }

    fn facts<'a>(&'a self, view: &View<'a>) -> GreedyFacts<'a> {
        GreedyFacts {
            view: *view,
            next: self.odds.next_hand(view),
            next_sweeps: view.plies_left() > 1 && view.game().may_sweep(view.ply() + 1),
        }
    }

    fn rate(&self, facts: &GreedyFacts<'_>, action: Action) -> Rating {
        let Some(card) = action.card() else {
            return (0, 0);
        };
        let played = CardSet::single(card);
        let captured = action.captured();
        if !captured.is_empty() {
            return self.rate_capture(facts, card, captured);
        }
        if facts.view.takes_itself(card) {
            return (1, self.worth_of(played));
        }
        let worth = self.worth_of(played);
        let takers = facts.view.game().sweepers(played, facts.view.matta()) - played;
        let chance = self.lay_risk + (ONE - self.lay_risk) * facts.next.plays_any(takers) / ONE;
        let exposed = worth * chance / ONE;
        (0, -exposed - self.guard(facts, facts.view.table() | played))
    }

    fn rate_capture(&self, facts: &GreedyFacts<'_>, card: Card, captured: CardSet) -> Rating {
        let view = &facts.view;
        let left = view.table() - captured;
        let counts = view.capture_counts(card, captured);
        let mut value = self.worth_of(captured | CardSet::single(card)) + counts.points(view.game().rules()) * MILLI;
        if !left.is_empty() {
            value -= self.guard(facts, left);
        }
        (1 + counts.sweeps, value)
    }

    /// Expected loss by a sweep of `left` by the next seat.
    fn guard(&self, facts: &GreedyFacts<'_>, left: CardSet) -> i32 {
        if !facts.next_sweeps {
            return 0;
        }
        let sweepers = facts.view.game().sweepers(left, facts.view.matta());
        if sweepers.is_empty() {
            return 0;
        }
        let chance = facts.next.plays_any(sweepers);
        (self.sweep + self.worth_of(left)) * chance / ONE
    }

    fn worth_of(&self, cards: CardSet) -> i32 {
        even::sum(&self.worth, cards)
    }
}

impl BookPolicy for GreedyPolicy {
    fn choose_play(&self, view: &View<'_>, actions: &[Action]) -> usize {
        let facts = self.facts(view);
        first_best(actions, |action| self.rate(&facts, action))
    }
}
