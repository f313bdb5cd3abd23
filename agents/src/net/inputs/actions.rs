//! The inputs of actions: the card, its capture, the table left, and the captures that this table allows.

use spariglio_engine::vector::{Bits, VectorTask, dispatch};
use spariglio_engine::{Action, ActionKind, Card, CardSet, View};

use super::layout::{
    BINS_PER_POINT, CHANCES, GAINS, GAINS_PER_POINT, GAPS, LINES, LINES_PER_POINT, OF_RANK, OUTLOOKS,
    OUTLOOKS_PER_POINT, SCORES, SOME_CARDS, SUMS,
};
use super::{ActionInputs, Encoder, Residual, bin, cards, of_rank, ranks_of, residual};
use crate::book::formula::Outlook;
use crate::knowledge::reach::lane;

/// The bin of the score 0.
const ZERO_SCORE: i32 = 10;

impl Encoder {
    /// Replaces `out` by the inputs of the actions of a view, and `logits` by those of the residual, one per action.
    pub fn actions(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        residual: Residual,
        out: &mut ActionInputs,
        logits: &mut Vec<f32>,
    ) {
        self.formula.outlook(view, actions, &mut self.scores, &mut self.outlooks);
        match (residual, &self.lookahead) {
            (Residual::None, _) => self.scores.clear(),
            (Residual::Lookahead, Some(lookahead)) if !view.is_declaring() => {
                lookahead.rate(view, actions, &mut self.scores);
            }
            _ => {}
        }
        residual::logits(&self.scores, logits);
        logits.resize(actions.len(), 0.0);
        dispatch(OfActions { encoder: self, view, actions, out });
    }

    /// The score of an action by the residual's book player, and its gap to the best.
    #[inline(always)]
    fn score(&self, score: f32, best: f32, out: &mut Vec<u16>) {
        let bin = |points: f32| (points * BINS_PER_POINT).floor() as i32;
        out.push(self.action.score + (bin(score) + ZERO_SCORE).clamp(0, SCORES as i32 - 1) as u16);
        out.push(self.action.gap + bin(best - score).clamp(0, GAPS as i32 - 1) as u16);
    }

    /// The inputs of a play, in the order of the blocks: what it takes, who can sweep next, what the reply may gain.
    #[inline(always)]
    fn play(
        &self,
        view: &View<'_>,
        unseen: CardSet,
        card: Card,
        captured: CardSet,
        outlook: &Outlook,
        out: &mut Vec<u16>,
    ) {
        let left = self.capture(view, unseen, card, captured, out);
        if let Some(value) = outlook.line.filter(|_| self.sizes.obliges > 0) {
            let place = (value * LINES_PER_POINT).floor() as i32 + LINES as i32 / 2;
            out.push(self.action.line + place.clamp(0, LINES as i32 - 1) as u16);
        }
        if left.is_empty() {
            out.push(self.action.sweeps);
            return;
        }
        let hand = view.hand_cards() - CardSet::single(card);
        let sweepers = view.game().sweepers(left, view.matta());
        let reached = self.takes.reach.ranks(left, view.matta());
        self.sweepers(sweepers, [hand, unseen], out);
        self.replies(reached, [hand, unseen], outlook, out);
        if self.sizes.obliges > 0 {
            self.obliged(view, sweepers, reached, outlook, out);
        }
    }

    /// The card, its capture and the table left, which is returned. The network shall see what the play gains at once,
    /// and how many cards of its rank are left to take it or to follow it.
    #[inline(always)]
    fn capture(&self, view: &View<'_>, unseen: CardSet, card: Card, captured: CardSet, out: &mut Vec<u16>) -> CardSet {
        let at = &self.action;
        let game = view.game();
        let played = CardSet::single(card);
        let hand = view.hand_cards() - played;
        let captures = !captured.is_empty() || view.takes_itself(card);
        let gained = if captures { captured | played } else { CardSet::EMPTY };
        let left = (view.table() | played) - gained;
        let rank = usize::from(card.rank());
        out.push(at.card + u16::from(card.index()));
        cards(out, at.captured, captured);
        cards(out, at.left, left);
        out.push(at.captured_len + some(captured.len()));
        out.push(at.left_len + some(left.len()));
        out.push(at.left_sum + left.rank_sum().min(SUMS as u32 - 1) as u16);
        let (own_count, unseen_count) = (of_rank(hand, rank), of_rank(unseen, rank));
        let of_rank_len = OF_RANK as u16;
        let ranks = self.sizes.ranks as u16;
        let place = u16::from(captures) * ranks + rank as u16 - 1;
        out.push(at.played + (place * of_rank_len + own_count) * of_rank_len + unseen_count);
        out.push(at.own_of_rank + own_count);
        out.push(at.unseen_of_rank + unseen_count);
        if captures {
            out.push(at.suit_captured + (gained & game.suit_cards()).len() as u16);
            out.push(at.best_captured + ((gained & self.best).len() as u16).min(of_rank_len - 1));
            cards(out, at.single_captured, gained & self.single);
        }
        cards(out, at.single_left, left & self.single);
        left
    }

    /// The ranks that clear the table left. The network shall see how likely the next seat sweeps, by the unseen cards of
    /// each such rank, and which of these ranks the own hand still holds.
    #[inline(always)]
    fn sweepers(&self, sweepers: CardSet, [hand, unseen]: [CardSet; 2], out: &mut Vec<u16>) {
        let (at, of_rank_len) = (&self.action, OF_RANK as u16);
        let mut sweeping = ranks_of(sweepers);
        while sweeping != 0 {
            let rank = sweeping.trailing_zeros() as usize;
            let place = rank as u16 - 1;
            out.push(at.sweepers_unseen + place * of_rank_len + of_rank(sweepers & unseen, rank));
            if of_rank(sweepers & hand, rank) > 0 {
                out.push(at.sweepers_own + place);
            }
            sweeping &= sweeping - 1;
        }
    }

    /// The ranks that take something from the table left. The network shall see what the play gives away: the gain of each
    /// rank for the next seat and for the own hand, and the formula's expectation over all of them.
    #[inline(always)]
    fn replies(&self, mut reached: u32, [hand, unseen]: [CardSet; 2], outlook: &Outlook, out: &mut Vec<u16>) {
        let (at, of_rank_len) = (&self.action, OF_RANK as u16);
        let reached_all = reached as u16;
        while reached != 0 {
            let rank = reached.trailing_zeros() as usize;
            let place = rank as u16 - 1;
            let gain = place * GAINS as u16 + bin(outlook.gains[rank], GAINS_PER_POINT, GAINS);
            let unseen_count = of_rank(unseen, rank);
            out.push(at.reached_unseen + place * of_rank_len + unseen_count);
            if unseen_count > 0 {
                out.push(at.gain_unseen + gain);
            }
            if of_rank(hand, rank) > 0 {
                out.push(at.gain_own + gain);
            }
            reached &= reached - 1;
        }
        let expected = |points: f32| bin(points, OUTLOOKS_PER_POINT, OUTLOOKS);
        let reply = outlook.reply(&self.outlooks.chances, reached_all & ranks_of(unseen));
        out.push(at.reply + expected(reply.gain));
        out.push(at.gift_best + expected(outlook.gift_best));
        out.push(at.gift_all + expected(outlook.gift_all));
        out.push(at.own_gain + expected(outlook.own));
        out.push(at.no_reply + bin(reply.nothing, CHANCES as f32 - 1.0, CHANCES));
    }

    /// The captures that the other seats' declared cards make of the table left. The network shall see forced replies.
    #[inline(always)]
    fn obliged(&self, view: &View<'_>, sweepers: CardSet, reached: u32, outlook: &Outlook, out: &mut Vec<u16>) {
        let at = &self.action;
        for other in 0..self.sizes.others {
            let obliged = view.obliged((view.seat() + 1 + other) % view.game().players());
            let lanes = obliged.iter().map(|card| lane(usize::from(card.index()), view.matta()));
            let gains = lanes.filter(|&lane| reached >> lane & 1 != 0).map(|lane| outlook.gains[lane]);
            if let Some(best) = gains.reduce(f32::max) {
                out.push(at.obliged_gain + (other * GAINS) as u16 + bin(best, GAINS_PER_POINT, GAINS));
            }
            if !(obliged & sweepers).is_empty() {
                out.push(at.obliged_sweeps + other as u16);
            }
        }
    }
}

/// Writes the inputs of the actions of a view, after the formula has scored them.
struct OfActions<'a, 'v> {
    encoder: &'a Encoder,
    view: &'a View<'v>,
    actions: &'a [Action],
    out: &'a mut ActionInputs,
}

impl VectorTask for OfActions<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let OfActions { encoder, view, actions, out } = self;
        out.clear();
        let unseen = view.unseen();
        let best = encoder.scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for (index, &action) in actions.iter().enumerate() {
            let at = &encoder.action;
            let inputs = &mut out.indices;
            match action.kind() {
                ActionKind::Play { card, captured } => {
                    encoder.play(view, unseen, card, captured, &encoder.outlooks.actions[index], inputs);
                }
                ActionKind::Declare { cards: declared, matta } => {
                    cards(inputs, at.declared, declared);
                    inputs.push(at.declared_matta + u16::from(matta));
                }
                ActionKind::Pass => inputs.push(at.pass),
            }
            if let Some(&score) = encoder.scores.get(index) {
                encoder.score(score, best, inputs);
            }
            out.ends.push(out.indices.len() as u32);
        }
    }
}

/// The bin of a number of cards.
#[inline(always)]
fn some(len: u32) -> u16 {
    (len as u16).min(SOME_CARDS as u16 - 1)
}
