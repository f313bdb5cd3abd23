//! `greedy`: takes what is worth most now, and leaves no easy sweep.
//!
//! One rule after the other decides; what is level goes on to the next, and in the end the first
//! action in canonical order is taken. Nothing is random and nothing is searched.
//!
//! 1. **Declaring**: the declaration that begins the disjoint set with most points.
//! 2. **Sweep**: an action that scores a sweep goes before every other.
//! 3. **Capture**: an action that captures goes before a lay (also an ace that takes itself).
//! 4. **Value**, in thousandths of a point: for a capture the worth of the captured
//!    cards and the played one, plus the points scored in play (sweep, picada, simili,
//!    quadriglia); for a lay *minus* the worth of the card, as much of it as the next seat has a
//!    chance to take that card by itself. Where fifteens are captured an eighth is lost for
//!    certain and the chance is of the rest: there are so many sums.
//! 5. **Guard**, taken off that value: the chance that the next seat can sweep what is left on the
//!    table, times the points of the sweep plus the worth of what is left. The chance is that of
//!    holding at least one card that takes the whole table by some kind of capture, from the
//!    counts of unseen cards; known cards of the next seat make it certain.
//!
//! The **worth** of a card is the expected difference of points between the side that owns it and
//! another, if every other card of the pack fell to either with even chance. It is the sum of
//! - the majority of cards, and of the scoring suit for its cards: their points times
//!   `C(n - 1, floor((n - 1) / 2)) / 2^(n - 1)`, the chance that the other `n - 1` cards leave it open;
//! - the prime: the chance to win it minus the chance to lose it with the card, summing over all
//!   ways to part each suit; on the scale of most sevens 0.375 for a seven, 0.375 times as much for
//!   each next rank;
//! - the points of the single card;
//! - the low meld: its expected points with the card less those without it, and a quarter of the
//!   high meld for its three cards;
//! - the shutout, for the scoring suit: its value times `2^-(n - 1)` with `n` cards in the suit.
//!
//! The next seat always plays for another side. The guard does not know that a table can hold both
//! an equal card and a sum under `single_first`, nor that an undeclared matta may yet be declared.

pub(crate) mod declare;
pub(crate) mod odds;
pub(crate) mod sweepers;
pub(crate) mod worth;

use spariglio_engine::{AceOnEmpty, Action, CardSet, Game, View};

use crate::book::BookPolicy;
use odds::{NextHand, ONE, Odds};
use sweepers::Sweepers;
use worth::MILLI;

/// The rules of `greedy`, compiled for one game; shared by all who play by them.
#[derive(Clone, Debug)]
pub struct GreedyPolicy {
    worth: [i32; 64],
    odds: Odds,
    sweepers: Sweepers,
    sweep: i32,
    /// Chance, of [`ONE`], that a laid card is lost whatever is known of the next seat.
    lay_risk: i32,
    last_play_sweeps: bool,
    ace_takes_itself: bool,
    picada: i32,
    simili: i32,
    quadriglia: i32,
}

/// What is the same for all actions of one decision.
struct Scene<'a> {
    table: CardSet,
    matta: u8,
    next: NextHand<'a>,
    /// Whether a sweep scores now, and whether one would at the next play.
    sweep_scores: bool,
    next_sweeps: bool,
    /// The card that the preceding play laid, as a set.
    laid_before: CardSet,
}

/// Actions compare by rule 2, then 3, then by value.
type Rating = (u8, i32);

impl GreedyPolicy {
    /// Compiles the rules for a game.
    pub fn new(game: &Game) -> GreedyPolicy {
        let rules = game.rules();
        let milli = |points: u16| i32::from(points) * MILLI;
        GreedyPolicy {
            worth: worth::worths(game),
            odds: Odds::new(game),
            sweepers: Sweepers::new(rules),
            sweep: milli(rules.sweep.points),
            lay_risk: if rules.capture.fifteen { ONE / 8 } else { 0 },
            last_play_sweeps: rules.sweep.last_play_scores,
            ace_takes_itself: rules.capture.ace_on_empty == AceOnEmpty::TakesItself,
            picada: milli(rules.score.picada),
            simili: milli(rules.score.simili),
            quadriglia: milli(rules.score.quadriglia),
        }
    }

    /// Index of the chosen action among `actions`: the legal ones of the view, in canonical order.
    ///
    /// # Panics
    /// If there are no actions.
    pub fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        if actions.len() == 1 {
            return 0;
        }
        if view.is_declaring() {
            return declare::best(&view.game().rules().declarations, actions);
        }
        let scene = self.scene(view);
        let mut best = (0, self.rate(&scene, actions[0]));
        for (index, &action) in actions.iter().enumerate().skip(1) {
            let rating = self.rate(&scene, action);
            if rating > best.1 {
                best = (index, rating);
            }
        }
        best.0
    }

    fn scene<'a>(&'a self, view: &View<'_>) -> Scene<'a> {
        let plies = view.plies_left();
        Scene {
            table: view.table(),
            matta: view.matta(),
            next: self.odds.next_hand(view),
            sweep_scores: self.last_play_sweeps || plies > 1,
            next_sweeps: plies > 1 && (self.last_play_sweeps || plies > 2),
            laid_before: view.last_lay().map_or(CardSet::EMPTY, CardSet::single),
        }
    }

    fn rate(&self, scene: &Scene<'_>, action: Action) -> Rating {
        let Some(card) = action.card() else {
            return (0, 0);
        };
        let played = CardSet::single(card);
        let captured = action.captured();
        if !captured.is_empty() {
            return self.rate_capture(scene, played, captured);
        }
        if self.ace_takes_itself && scene.table.is_empty() && self.sweepers.is_ace(played, scene.matta) {
            return (1, self.worth_of(played));
        }
        let worth = self.worth_of(played);
        let takers = self.sweepers.of(played, scene.matta) - played;
        let chance = self.lay_risk + (ONE - self.lay_risk) * scene.next.holds_any(takers) / ONE;
        let exposed = worth * chance / ONE;
        (0, -exposed - self.guard(scene, scene.table | played))
    }

    fn rate_capture(&self, scene: &Scene<'_>, played: CardSet, captured: CardSet) -> Rating {
        let left = scene.table - captured;
        let mut value = self.worth_of(played | captured);
        let mut sweeps = 0;
        if left.is_empty() {
            if scene.sweep_scores && self.sweepers.scores(played, captured, scene.matta) {
                value += self.sweep;
                sweeps = 1;
            }
        } else {
            value -= self.guard(scene, left);
        }
        (1 + sweeps, value + self.play_points(scene, played, captured))
    }

    /// Points for the capture itself.
    fn play_points(&self, scene: &Scene<'_>, played: CardSet, captured: CardSet) -> i32 {
        let mut points = 0;
        if captured.len() >= 3 {
            points += self.quadriglia;
        }
        if self.simili > 0 && in_one_suit(played | captured) {
            points += self.simili;
        }
        if captured == scene.laid_before && same_rank(played, captured) {
            points += self.picada;
        }
        points
    }

    /// What leaving `left` on the table is expected to cost by the next seat's sweep.
    fn guard(&self, scene: &Scene<'_>, left: CardSet) -> i32 {
        if !scene.next_sweeps {
            return 0;
        }
        let sweepers = self.sweepers.of(left, scene.matta);
        if sweepers.is_empty() {
            return 0;
        }
        let chance = scene.next.holds_any(sweepers);
        (self.sweep + self.worth_of(left)) * chance / ONE
    }

    fn worth_of(&self, cards: CardSet) -> i32 {
        worth::sum(&self.worth, cards)
    }
}

fn in_one_suit(cards: CardSet) -> bool {
    let Some(first) = cards.first() else {
        return false;
    };
    CardSet::suit(first.suit()).contains_all(cards)
}

fn same_rank(a: CardSet, b: CardSet) -> bool {
    match (a.first(), b.first()) {
        (Some(a), Some(b)) => a.rank() == b.rank(),
        _ => false,
    }
}

impl BookPolicy for GreedyPolicy {
    fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        GreedyPolicy::choose(self, view, actions)
    }
}
