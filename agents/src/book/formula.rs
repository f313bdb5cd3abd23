//! `formula`: one formula for every action, fast enough for use inside a search.
//!
//! The score of an action estimates its margin in points; only differences between scores matter. It is the sum of
//!
//! - the **worth** of the cards that go to the own pile, given the piles now (`knowledge/worth.rs`);
//! - minus the value of the played card **in hand**: a share of its worth, and the captures that its rank may yet make;
//! - the **points scored in play**: sweep, picada, simili, quadriglia;
//! - minus the **gift**: the gain of a card of each rank from the table left (`knowledge/reach.rs`), with the points of
//!   play, times the chance that the next seat holds the rank, from the counts of unseen cards. The best reply and the
//!   sum of all replies have separate weights. Later seats are rivals and partners in turn, with the same chances: the
//!   weights allow for them. If the next seats hold declared cards, the line of their plays replaces the gift (`line`);
//! - the gain of the **own hand** from the table left, at its next turn;
//! - the **last capture**: the worth of the table left, times the chance that no capture follows;
//! - the **parity** of ranks: a capture by sum is good for the forehand's side and bad for the dealer's.
//!
//! A declaration scores its points plus those of the disjoint ones that may follow. Nothing is random. The gift covers
//! equals, sums, fifteens and an ace that takes all; it ignores that a matta may yet be declared. If three or more
//! sides play, another side's gain counts less, as that side may not be the best of the others.

mod facts;
mod line;
mod outlook;
mod simili;

#[cfg(test)]
mod tests;
pub(super) mod weights;

use spariglio_engine::hand::Tally;
use spariglio_engine::rules::DeclarationHands;
use spariglio_engine::vector::{Bits, VectorTask, dispatch};
use spariglio_engine::{Action, Card, CardSet, Game, MAX_CARDS, View};

use crate::book::BookPolicy;
use crate::knowledge::declare;
use crate::knowledge::odds::Odds;
use crate::knowledge::reach::{ByRank, HOT, LANES, Reach, TableSums, add_at, larger, largest, total};
use crate::knowledge::worth::Worths;
use facts::FormulaFacts;
use line::KnownLine;
pub use outlook::{Outlook, Outlooks};
use simili::{Simili, SuitHands};
use weights::Weights;

/// The most plays of a hand, plus 1.
const PLAYS: usize = 53;

/// The formula compiled for one game; immutable in play, and shared by all who play by it.
///
/// # Examples
/// The formula rates each legal action in points:
/// ```
/// use rand_pcg::Pcg64Mcg;
/// use spariglio_agents::Hand;
/// use spariglio_agents::book::BookPolicy;
/// use spariglio_agents::book::formula::FormulaPolicy;
/// use spariglio_engine::{Deal, Game};
///
/// let game = Game::preset("scopone").expect("a preset");
/// let hand = Hand::new(&game, &Deal::random(&game, 0, &mut Pcg64Mcg::new(7)), false);
/// let (formula, mut actions, mut scores) = (FormulaPolicy::new(&game), Vec::new(), Vec::new());
/// hand.view().legal_actions(&mut actions);
/// formula.score(&hand.view(), &actions, &mut scores);
/// let chosen = formula.choose(&hand.view(), &actions);
/// assert!(scores.iter().all(|&score| score <= scores[chosen]));
/// ```
#[derive(Clone, Debug)]
pub struct FormulaPolicy {
    weights: Weights,
    worths: Worths,
    odds: Odds,
    reach: Reach,
    sweep: f32,
    picada: f32,
    simili: f32,
    /// Whether captures score in play.
    scores_in_play: bool,
    /// Present if captures in one suit score.
    simili_table: Option<Simili>,
    quadriglia: f32,
    /// Whether a seat may hold declared cards and others, so that it plays known ones first.
    declared_first: bool,
    /// Worth of the played card in a reply, by rank.
    reply: ByRank,
    /// Value of a card in hand by the captures that it may make, by rank.
    hold: ByRank,
    /// Chance that no capture follows, by number of plays after this one.
    last: [f32; PLAYS],
}

impl FormulaPolicy {
    /// Compiles the formula for a game.
    pub fn new(game: &Game) -> FormulaPolicy {
        FormulaPolicy::with_weights(game, Weights::of(game.rules()))
    }

    /// Worth of each card before any capture, in points, by index.
    pub(crate) fn start_worths(&self) -> [f32; 64] {
        let start = self.worths.between(CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY);
        std::array::from_fn(|index| if index < MAX_CARDS { start.of(index) } else { 0.0 })
    }

    pub(crate) fn with_weights(game: &Game, weights: Weights) -> FormulaPolicy {
        let rules = game.rules();
        let worths = Worths::new(game, &weights.spreads);
        let mut reply = [0.0; LANES];
        let ranks = usize::from(rules.deck.ranks());
        for (rank, reply) in reply.iter_mut().enumerate().skip(1).take(ranks) {
            *reply = weights.reply * worths.average(rank);
        }
        let mut hold = [0.0; LANES];
        hold[1..14].copy_from_slice(&weights.hold);
        FormulaPolicy {
            weights,
            worths,
            reply,
            hold,
            odds: Odds::new(game),
            reach: Reach::new(game),
            sweep: f32::from(rules.sweep.points),
            scores_in_play: game.most_capture_points() > 0,
            picada: f32::from(rules.score.picada),
            simili: f32::from(rules.score.simili),
            simili_table: (rules.score.simili > 0).then(Simili::new),
            quadriglia: f32::from(rules.score.quadriglia),
            declared_first: rules.declarations.hands == DeclarationHands::AnyThree && !rules.sweep.again,
            last: std::array::from_fn(|after| weights.last.powi(after as i32)),
        }
    }

    /// Replaces `scores` by the estimated worth of each action in points, for the side of the seat to act. Only
    /// differences matter. `actions` are the legal ones of the view, in canonical order.
    pub fn score(&self, view: &View<'_>, actions: &[Action], scores: &mut Vec<f32>) {
        scores.clear();
        self.rate_each(view, actions, |score, _| scores.push(score));
    }

    /// As [`FormulaPolicy::score`]; also replaces `outlooks` by the outlook of each action.
    pub fn outlook(&self, view: &View<'_>, actions: &[Action], scores: &mut Vec<f32>, outlooks: &mut Outlooks) {
        scores.clear();
        outlooks.actions.clear();
        outlooks.chances = self.rate_each(view, actions, |score, outlook| {
            scores.push(score);
            outlooks.actions.push(*outlook);
        });
    }

    /// Calls `take` with the score and the outlook of each action; returns [`Outlooks::chances`].
    #[inline]
    fn rate_each(&self, view: &View<'_>, actions: &[Action], mut take: impl FnMut(f32, &Outlook)) -> ByRank {
        if view.is_declaring() {
            let rules = &view.game().rules().declarations;
            for index in 0..actions.len() {
                let score = declare::total(rules, actions, index) as f32;
                take(score, &Outlook::default());
            }
            return [0.0; LANES];
        }
        dispatch(RatingTask { policy: self, view, actions, take })
    }

    #[inline(always)]
    fn facts<'a>(&self, view: &View<'a>) -> FormulaFacts<'a> {
        let worths = self.worths.now(view);
        let mut facts = FormulaFacts::new(view, &worths, &self.odds, self.quadriglia);
        if self.declared_first {
            facts.line = KnownLine::new(view, &worths, &facts.worth, &self.odds);
        }
        if self.simili_table.is_some() {
            facts.suit_hands = SuitHands::new(view);
        }
        facts
    }

    #[inline(always)]
    fn rate(&self, facts: &FormulaFacts<'_>, action: Action, left: &mut TableSums, outlook: &mut Outlook) -> f32 {
        *outlook = Outlook::default();
        let Some(card) = action.card() else {
            return 0.0;
        };
        let index = usize::from(card.index());
        let worth = facts.worth[index];
        let held_worth = self.weights.keep * worth + self.hold[facts.lane(index)];
        let captured = action.captured();
        if !captured.is_empty() {
            return self.capture(facts, card, captured, left, outlook) - held_worth;
        }
        if facts.view.takes_itself(card) {
            return worth - held_worth + self.emptied(facts, card, outlook);
        }
        left.set_with(&facts.sums, card, facts.matta, &facts.worth);
        let rest = facts.table | CardSet::single(card);
        let last = facts.last * self.last[facts.after] * left.total;
        last - held_worth + self.future(facts, left, card, rest, self.picada, outlook) + self.similis(facts, rest, card)
    }

    /// The score of a capture, without the value of the played card in hand.
    #[inline(always)]
    fn capture(
        &self,
        facts: &FormulaFacts<'_>,
        card: Card,
        captured: CardSet,
        left: &mut TableSums,
        outlook: &mut Outlook,
    ) -> f32 {
        let index = usize::from(card.index());
        let taken: f32 = captured.iter().map(|card| facts.worth[usize::from(card.index())]).sum();
        let counts = facts.view.capture_counts(card, captured);
        let mut score = facts.worth[index] + taken + self.play_points(facts, counts);
        if captured.len() > 1 {
            score += self.weights.unpair * facts.forehand;
        }
        let rest = facts.table - captured;
        if rest.is_empty() {
            score += f32::from(counts.sweeps) * self.sweep;
            return score + self.emptied(facts, card, outlook);
        }
        left.set(rest, facts.matta, &facts.worth);
        score
            + self.last[facts.after] * left.total
            + self.future(facts, left, card, rest, 0.0, outlook)
            + self.similis(facts, rest, card)
    }

    /// The value of leaving an empty table.
    #[inline(always)]
    fn emptied(&self, facts: &FormulaFacts<'_>, card: Card, outlook: &mut Outlook) -> f32 {
        if facts.after == 0 {
            return 0.0;
        }
        outlook.line = self.line(facts, card, CardSet::EMPTY);
        outlook.line.unwrap_or(self.weights.empty)
    }

    /// The value of the line of known plays after a card that leaves a table.
    #[inline(always)]
    fn line(&self, facts: &FormulaFacts<'_>, card: Card, left: CardSet) -> Option<f32> {
        facts.line.as_ref().map(|line| line.value(self, &facts.view, card, left))
    }

    /// The gain of a card of each rank from a table; 0 if it can take nothing.
    #[inline(always)]
    fn gains(&self, table: &TableSums, may_sweep: bool, (lane, picada): (usize, f32)) -> ByRank {
        let mut gains = self.reach.takes(table, if may_sweep { self.sweep } else { 0.0 });
        if picada > 0.0 {
            add_at(&mut gains, lane, picada);
        }
        for (gain, &reply) in gains.iter_mut().zip(&self.reply) {
            // A rank that can take nothing is far below 0 here and becomes 0.
            *gain = larger(*gain + reply, 0.0);
        }
        gains
    }

    /// Points for the capture itself, without a sweep.
    #[inline(always)]
    fn play_points(&self, facts: &FormulaFacts<'_>, counts: Tally) -> f32 {
        if !self.scores_in_play {
            return 0.0;
        }
        let counts = Tally { sweeps: 0, ..counts };
        counts.points(facts.view.game().rules()) as f32
    }

    /// Expected value of the table that `card` leaves; `picada` goes to the taker of that card.
    #[inline(always)]
    fn future(
        &self,
        facts: &FormulaFacts<'_>,
        left: &TableSums,
        card: Card,
        rest: CardSet,
        picada: f32,
        outlook: &mut Outlook,
    ) -> f32 {
        let weights = &self.weights;
        if facts.after == 0 {
            return 0.0;
        }
        let lane = facts.lane(usize::from(card.index()));
        let mut gains = self.gains(left, facts.next_sweeps, (lane, picada));
        outlook.gains = gains;
        let mut own = gains;
        // If the played card is the only one of its rank in hand, the rank cannot capture next turn.
        let gone = (facts.alone >> lane & 1) as f32;
        for (gain, (&held, &hot)) in own.iter_mut().zip(facts.held.iter().zip(&HOT[lane])) {
            *gain *= held - gone * hot;
        }
        for (gain, &chance) in gains.iter_mut().zip(&facts.chances) {
            *gain *= chance;
        }
        outlook.gift_best = largest(&gains);
        outlook.gift_all = total(&gains);
        outlook.own = largest(&own);
        outlook.line = self.line(facts, card, rest);
        outlook.line.unwrap_or_else(|| {
            let gift = weights.gift_best * outlook.gift_best + weights.gift_all * outlook.gift_all;
            weights.own * outlook.own - weights.other * gift
        })
    }

    /// Expected value of captures in one suit from the table left.
    #[inline(always)]
    fn similis(&self, facts: &FormulaFacts<'_>, left: CardSet, played: Card) -> f32 {
        let Some(table) = &self.simili_table else {
            return 0.0;
        };
        let (unseen, own) = table.chances(left, &facts.suit_hands, played);
        let gift = self.weights.gift_simili * unseen * facts.chance_of_one;
        self.simili * (self.weights.own * own - gift)
    }
}

impl BookPolicy for FormulaPolicy {
    #[inline]
    fn choose_play(&self, view: &View<'_>, actions: &[Action]) -> usize {
        dispatch(FormulaChoice { policy: self, view, actions })
    }
}

/// Chooses an action; compiled for every level of machine.
struct FormulaChoice<'a, 'v> {
    policy: &'a FormulaPolicy,
    view: &'a View<'v>,
    actions: &'a [Action],
}

impl VectorTask for FormulaChoice<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn run<B: Bits>(self) -> usize {
        let facts = self.policy.facts(self.view);
        let mut left = TableSums::new(self.policy.quadriglia);
        let mut outlook = Outlook::default();
        let mut best = (0, f32::NEG_INFINITY);
        for (index, &action) in self.actions.iter().enumerate() {
            let score = self.policy.rate(&facts, action, &mut left, &mut outlook);
            if score > best.1 {
                best = (index, score);
            }
        }
        best.0
    }
}

/// Rates every action of a decision.
struct RatingTask<'a, 'v, F> {
    policy: &'a FormulaPolicy,
    view: &'a View<'v>,
    actions: &'a [Action],
    take: F,
}

impl<F: FnMut(f32, &Outlook)> VectorTask for RatingTask<'_, '_, F> {
    type Output = ByRank;

    #[inline(always)]
    fn run<B: Bits>(mut self) -> ByRank {
        let facts = self.policy.facts(self.view);
        let mut left = TableSums::new(self.policy.quadriglia);
        let mut outlook = Outlook::default();
        for &action in self.actions {
            let score = self.policy.rate(&facts, action, &mut left, &mut outlook);
            (self.take)(score, &outlook);
        }
        facts.chances
    }
}
