//! `formula`: one formula for every action, fast enough to be played inside a search.
//!
//! The score of an action estimates the margin that it brings, in points; only differences mean something. It adds up
//!
//! - the **worth** of the cards that go to the own pile, given the piles now (`formula/worth.rs`);
//! - less what the played card was worth **in hand**: a share of its worth, and what its rank may yet capture;
//! - the **points scored in play**: sweep, picada, simili, quadriglia;
//! - the **gift**: what the next seat can take of the table left by a card of each rank (`formula/replies.rs`), with the
//!   points of play, times the chance that it holds the rank, from the counts of unseen cards; the best reply and the sum
//!   of all replies are weighed apart. Later seats are others and partners in turn, with the same chances: they are in the
//!   weights;
//! - what the **own hand** can take of the table left at the next turn;
//! - the **last capture**: what is left on the table, as far as no capture follows;
//! - the **parity** of ranks: a capture by sum is good for the forehand's side and bad for the dealer's.
//!
//! Declarations score their points with those of the disjoint ones that may follow. Nothing is random. The gift knows
//! equals, sums, fifteens and the ace's taking all; it does not know that an undeclared matta may yet be declared. Where
//! three and more sides play, what another side gains counts less, as it may not be the best of the others.

mod majority;
mod meld;
mod prime;
mod replies;
mod scene;
mod simili;

impl BookPolicy for FormulaPolicy {
    fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        FormulaPolicy::choose(self, view, actions)
    }
}

#[cfg(test)]
mod tests;
mod weights;
mod worth;

use spariglio_engine::vector::{Bits, Task, dispatch};
use spariglio_engine::{Ace, AceOnEmpty, AceWithAce, Action, Card, CardSet, Game, View};

use crate::book::BookPolicy;
use crate::book::greedy::declare;
use crate::book::greedy::odds::Odds;
use replies::{HOT, LANES, Lanes, NO_VALUE, NONE, Sums, add_at, is_some, larger, largest, total};
use scene::Scene;
use simili::{Simili, SuitHands};
use weights::Weights;
use worth::Worths;

/// Most plays of a hand, and one.
const PLAYS: usize = 53;

/// The formula compiled for one game; immutable at play, shared by all who play by it.
#[derive(Clone, Debug)]
pub struct FormulaPolicy {
    weights: Weights,
    worths: Worths,
    odds: Odds,
    kinds: Kinds,
    sweep: f32,
    picada: f32,
    simili: f32,
    /// Present where captures in one suit score.
    simili_table: Option<Simili>,
    quadriglia: f32,
    last_play_sweeps: bool,
    ace_sweeps: bool,
    /// What a reply with a card of each rank brings in by that card.
    reply: Lanes,
    /// What a card of each rank is worth in hand by what it may capture.
    hold: Lanes,
    /// Chance that no capture follows, by number of plays after this one.
    last: [f32; PLAYS],
}

/// What captures.
#[derive(Copy, Clone, Debug)]
struct Kinds {
    equal: bool,
    fifteen: bool,
    ace: bool,
    ace_or_fifteen: bool,
    ace_takes_itself: bool,
    single_first: bool,
}

impl FormulaPolicy {
    /// Compiles the formula for a game.
    pub fn new(game: &Game) -> FormulaPolicy {
        FormulaPolicy::with_weights(game, Weights::of(game.rules()))
    }

    pub(crate) fn with_weights(game: &Game, weights: Weights) -> FormulaPolicy {
        let rules = game.rules();
        let worths = Worths::new(game, &weights);
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
            kinds: Kinds {
                equal: rules.capture.equal,
                fifteen: rules.capture.fifteen,
                ace: rules.capture.ace == Ace::TakesAll,
                ace_or_fifteen: rules.capture.ace_with_ace == AceWithAce::AceOrFifteen,
                ace_takes_itself: rules.capture.ace_on_empty == AceOnEmpty::TakesItself,
                single_first: rules.capture.single_first,
            },
            sweep: f32::from(rules.sweep.points),
            picada: f32::from(rules.score.picada),
            simili: f32::from(rules.score.simili),
            simili_table: (rules.score.simili > 0).then(Simili::new),
            quadriglia: f32::from(rules.score.quadriglia),
            last_play_sweeps: rules.sweep.last_play_scores,
            ace_sweeps: rules.sweep.ace_scores,
            last: std::array::from_fn(|after| weights.last.powi(after as i32)),
        }
    }

    /// Estimates the worth of each action in points, for the side of the seat to act; only differences mean something.
    /// `actions` are the legal ones of the view, in canonical order; `scores` is cleared and gets one score each.
    pub fn score(&self, view: &View<'_>, actions: &[Action], scores: &mut Vec<f32>) {
        scores.clear();
        if view.is_declaring() {
            let rules = &view.game().rules().declarations;
            scores.extend((0..actions.len()).map(|index| declare::total(rules, actions, index) as f32));
            return;
        }
        dispatch(Rating {
            policy: self,
            view,
            actions,
            scores,
        });
    }

    /// Index of the action with the highest score, the first of several.
    ///
    /// # Panics
    /// If there are no actions.
    #[inline]
    pub fn choose(&self, view: &View<'_>, actions: &[Action]) -> usize {
        if actions.len() == 1 {
            return 0;
        }
        if view.is_declaring() {
            return declare::best(&view.game().rules().declarations, actions);
        }
        dispatch(Choice {
            policy: self,
            view,
            actions,
        })
    }

    #[inline(always)]
    fn scene(&self, view: &View<'_>) -> Scene {
        let mut scene = Scene::new(view, &self.worths.now(view), &self.odds, self.quadriglia);
        if self.simili_table.is_some() {
            scene.suit_hands = SuitHands::new(view);
        }
        scene
    }

    #[inline(always)]
    fn rate(&self, scene: &Scene, action: Action, left: &mut Sums) -> f32 {
        let Some(card) = action.card() else {
            return 0.0;
        };
        let index = usize::from(card.index());
        let worth = scene.worth[index];
        let kept = self.weights.keep * worth + self.hold[scene.lane(index)];
        let captured = action.captured();
        if !captured.is_empty() {
            return self.capture(scene, card, captured, left) - kept;
        }
        let lane = scene.lane(index);
        if self.kinds.ace_takes_itself && lane == 1 && scene.table.is_empty() {
            return worth - kept + self.emptied(scene);
        }
        scene.lay(index, left);
        let rest = scene.last * self.last[scene.after] * left.total;
        rest - kept
            + self.future(scene, left, lane, self.picada)
            + self.similis(scene, scene.table | CardSet::single(card), card)
    }

    /// A capture, the played card's keeping apart.
    #[inline(always)]
    fn capture(&self, scene: &Scene, card: Card, captured: CardSet, left: &mut Sums) -> f32 {
        let index = usize::from(card.index());
        let lane = scene.lane(index);
        let taken: f32 = captured.iter().map(|card| scene.worth[usize::from(card.index())]).sum();
        let mut score = scene.worth[index] + taken + self.play_points(scene, card, captured);
        if captured.len() > 1 {
            score += self.weights.unpair * scene.forehand;
        }
        let rest = scene.table - captured;
        if rest.is_empty() {
            if self.sweeps(scene, lane, captured) {
                score += self.sweep;
            }
            return score + self.emptied(scene);
        }
        scene.keep(rest, left);
        score
            + self.last[scene.after] * left.total
            + self.future(scene, left, lane, 0.0)
            + self.similis(scene, rest, card)
    }

    /// What leaving no card is worth.
    #[inline(always)]
    fn emptied(&self, scene: &Scene) -> f32 {
        if scene.after == 0 { 0.0 } else { self.weights.empty }
    }

    /// Whether taking the whole table scores.
    #[inline(always)]
    fn sweeps(&self, scene: &Scene, lane: usize, captured: CardSet) -> bool {
        if scene.after == 0 && !self.last_play_sweeps {
            return false;
        }
        let by_ace =
            self.kinds.ace && lane == 1 && !captured.iter().any(|card| scene.lane(usize::from(card.index())) == 1);
        self.ace_sweeps || !by_ace
    }

    /// Points for the capture itself.
    #[inline(always)]
    fn play_points(&self, scene: &Scene, card: Card, captured: CardSet) -> f32 {
        let mut points = 0.0;
        if captured.len() >= 3 {
            points += self.quadriglia;
        }
        if self.simili > 0.0 && CardSet::suit(card.suit()).contains_all(captured) {
            points += self.simili;
        }
        if captured == scene.laid_before && captured.first().is_some_and(|laid| laid.rank() == card.rank()) {
            points += self.picada;
        }
        points
    }

    /// What is expected of the table left after playing a card of rank `lane`; `picada` goes to who takes that card.
    #[inline(always)]
    fn future(&self, scene: &Scene, left: &Sums, lane: usize, picada: f32) -> f32 {
        let weights = &self.weights;
        if scene.after == 0 {
            return 0.0;
        }
        let next_sweep = if self.last_play_sweeps || scene.after > 1 {
            self.sweep
        } else {
            0.0
        };
        let mut gains = self.takes(left, next_sweep);
        if picada > 0.0 {
            add_at(&mut gains, lane, picada);
        }
        for (gain, &reply) in gains.iter_mut().zip(&self.reply) {
            *gain = larger(*gain + reply, 0.0);
        }
        let mut own = gains;
        let gone = (scene.alone >> lane & 1) as f32;
        for (gain, (&held, &hot)) in own.iter_mut().zip(scene.held.iter().zip(&HOT[lane])) {
            *gain *= held - gone * hot;
        }
        for (gain, &chance) in gains.iter_mut().zip(&scene.chances) {
            *gain *= chance;
        }
        let gift = weights.gift_best * largest(&gains) + weights.gift_all * total(&gains);
        weights.own * largest(&own) - weights.other * gift
    }

    /// What is expected of captures in one suit from the table left.
    #[inline(always)]
    fn similis(&self, scene: &Scene, left: CardSet, played: Card) -> f32 {
        let Some(table) = &self.simili_table else {
            return 0.0;
        };
        let (unseen, own) = table.chances(left, &scene.suit_hands, played);
        let gift = self.weights.gift_simili * unseen * scene.chance_of_one;
        self.simili * (self.weights.own * own - gift)
    }

    /// What a card of each rank takes at best, in points; the sweep is worth `sweep`.
    #[inline(always)]
    fn takes(&self, left: &Sums, sweep: f32) -> Lanes {
        let sums = left.by_sum();
        let mut takes = if self.kinds.equal { *sums } else { [NONE; LANES] };
        if self.kinds.single_first {
            for (take, &single) in takes.iter_mut().zip(&left.single) {
                *take = if is_some(single) { single } else { *take };
            }
        } else if self.kinds.equal {
            for (take, &single) in takes.iter_mut().zip(&left.single) {
                *take = larger(*take, single);
            }
        }
        if self.kinds.fifteen {
            for (take, &sum) in takes.iter_mut().zip(sums.iter().rev()) {
                *take = larger(*take, sum);
            }
        }
        self.add_sweeps(left, sweep, &mut takes);
        if self.kinds.ace {
            self.set_ace(left, sweep, &mut takes);
        }
        takes
    }

    #[inline(always)]
    fn add_sweeps(&self, left: &Sums, sweep: f32, takes: &mut Lanes) {
        if left.sum <= 10 && self.kinds.equal {
            add_at(takes, left.sum, sweep);
        } else if left.len == 1 && left.sum == NO_VALUE {
            for (take, &single) in takes.iter_mut().zip(&left.single) {
                *take += if is_some(single) { sweep } else { 0.0 };
            }
        }
        if self.kinds.fifteen && (5..15).contains(&left.sum) {
            add_at(takes, 15 - left.sum, sweep);
        }
    }

    /// The ace takes an ace, or else all.
    #[inline(always)]
    fn set_ace(&self, left: &Sums, sweep: f32, takes: &mut Lanes) {
        if !is_some(left.single[1]) {
            takes[1] = left.total + if self.ace_sweeps { sweep } else { 0.0 };
        } else if !self.kinds.ace_or_fifteen {
            takes[1] = left.single[1] + if left.len == 1 { sweep } else { 0.0 };
        }
    }
}

/// The choice of an action, compiled for every level of machine.
struct Choice<'a, 'v> {
    policy: &'a FormulaPolicy,
    view: &'a View<'v>,
    actions: &'a [Action],
}

impl Task for Choice<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn run<B: Bits>(self) -> usize {
        let scene = self.policy.scene(self.view);
        let mut left = Sums::new(self.policy.quadriglia);
        let mut best = (0, f32::NEG_INFINITY);
        for (index, &action) in self.actions.iter().enumerate() {
            let score = self.policy.rate(&scene, action, &mut left);
            if score > best.1 {
                best = (index, score);
            }
        }
        best.0
    }
}

/// Rates every action of a decision.
struct Rating<'a, 'v> {
    policy: &'a FormulaPolicy,
    view: &'a View<'v>,
    actions: &'a [Action],
    scores: &'a mut Vec<f32>,
}

impl Task for Rating<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let scene = self.policy.scene(self.view);
        let mut left = Sums::new(self.policy.quadriglia);
        for &action in self.actions {
            self.scores.push(self.policy.rate(&scene, action, &mut left));
        }
    }
}
