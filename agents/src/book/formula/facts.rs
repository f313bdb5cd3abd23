//! The facts that all actions of one decision share: worths, the table's sums, chances of the next hand.

use spariglio_engine::{CardSet, View};

use super::line::KnownLine;
use super::simili::SuitHands;
use crate::knowledge::odds::{ONE, Odds};
use crate::knowledge::reach::{ByRank, LANES, TableSums, lane};
use crate::knowledge::worth::WorthsNow;

/// The facts that all actions of one decision share.
#[derive(Clone, Debug)]
pub struct FormulaFacts<'a> {
    /// The view of the seat to act.
    pub view: View<'a>,
    /// The table cards.
    pub table: CardSet,
    /// Worth of each card on the table and in the own hand.
    pub worth: [f32; 64],
    /// The sums of the table.
    pub sums: TableSums,
    /// Chance that the next seat holds each rank at its next play.
    pub chances: ByRank,
    /// The unseen and own cards of each suit; filled if captures in one suit score.
    pub suit_hands: SuitHands,
    /// Chance that the next seat holds one given unseen card.
    pub chance_of_one: f32,
    /// 1 for each rank that the own hand can play at its next turn.
    pub held: ByRank,
    /// A bit for each rank that the own hand can play once.
    pub alone: u32,
    /// Declared value of 7c; 0 if it is a plain seven.
    pub matta: u8,
    /// Plays after this one.
    pub after: usize,
    /// 1 if the own side captured last, -1 if another, 0 if nobody.
    pub last: f32,
    /// 1 for the forehand's side, -1 for the dealer's.
    pub forehand: f32,
    /// Whether a sweep would score at the next play.
    pub next_sweeps: bool,
    /// Present if the next seat holds declared cards, which it plays first.
    pub line: Option<KnownLine>,
}

impl<'a> FormulaFacts<'a> {
    /// The facts of a view.
    #[inline(always)]
    pub fn new(view: &View<'a>, worths: &WorthsNow<'_>, odds: &Odds, quadriglia: f32) -> FormulaFacts<'a> {
        let game = view.game();
        let side = game.side(view.seat());
        let mut facts = FormulaFacts {
            view: *view,
            table: view.table(),
            worth: [0.0; 64],
            sums: TableSums::new(quadriglia),
            chances: [0.0; LANES],
            chance_of_one: 0.0,
            suit_hands: SuitHands::default(),
            held: [0.0; LANES],
            alone: 0,
            matta: view.matta(),
            after: view.plies_left() - 1,
            last: match view.last_capture() {
                None => 0.0,
                Some(last) if last == side => 1.0,
                Some(_) => -1.0,
            },
            forehand: if side == game.side(view.dealer()) { -1.0 } else { 1.0 },
            next_sweeps: game.may_sweep(view.ply() + 1),
            line: None,
        };
        // With one declared card, which is played now, all others are free at the next turn.
        let obliged = view.obliged(view.seat());
        let playable = if obliged.len() > 1 { obliged } else { view.hand_cards() };
        let (mut once, mut several) = (0, 0);
        for card in view.hand_cards() {
            let index = usize::from(card.index());
            facts.worth[index] = worths.of(index);
            if !playable.contains(card) {
                continue;
            }
            let lane = facts.lane(index);
            facts.held[lane] = 1.0;
            several |= once & 1 << lane;
            once |= 1 << lane;
        }
        facts.alone = once & !several;
        for card in facts.table {
            let index = usize::from(card.index());
            facts.worth[index] = worths.of(index);
        }
        facts.sums.set(facts.table, facts.matta, &facts.worth);
        facts.expect(view, odds);
        facts
    }

    /// The rank that a card counts as.
    #[inline(always)]
    pub fn lane(&self, index: usize) -> usize {
        lane(index, self.matta)
    }

    #[inline(always)]
    fn expect(&mut self, view: &View<'_>, odds: &Odds) {
        let next = odds.next_hand(view);
        self.chance_of_one = f32::from(next.of_one()) / ONE as f32;
        self.chances = next.by_lane(self.matta);
    }
}
