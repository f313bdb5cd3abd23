//! The chance that a seat can play one of some cards next, given the observer's view.

use spariglio_engine::cards::MATTA;
use spariglio_engine::{CardSet, Game, View};

use super::reach::{ByRank, LANES};

/// Certainty.
pub const ONE: i32 = 4096;

/// Most wanted cards that the tables count (three ranks of four); more are taken for this many.
const MOST: usize = 12;

/// Chance by number of unseen cards, hidden cards in the hand, and wanted cards among the unseen.
#[derive(Clone, Debug)]
pub struct Odds {
    chances: Vec<[u16; MOST + 1]>,
    hands: usize,
}

impl Odds {
    /// Tables for the pack and the longest hand of `game`.
    pub fn new(game: &Game) -> Odds {
        let rounds = &game.rules().deal.rounds;
        let hands = rounds.iter().copied().max().map_or(1, usize::from) + 1;
        let unseen = game.pack().len() as usize + 1;
        let mut chances = Vec::with_capacity(unseen * hands);
        for unseen in 0..unseen {
            for hand in 0..hands {
                chances.push(row(unseen, hand));
            }
        }
        Odds { chances, hands }
    }

    /// The odds for the next play of the seat after the observer.
    #[inline(always)]
    pub fn next_hand<'a>(&'a self, view: &View<'_>) -> NextHand<'a> {
        self.hand_of(view, (view.seat() + 1) % view.game().players())
    }

    /// The odds for the next play of another seat. If its hand is empty, it plays from its next one. If it holds declared
    /// cards, it plays one of these.
    #[inline(always)]
    pub fn hand_of<'a>(&'a self, view: &View<'_>, seat: usize) -> NextHand<'a> {
        let game = view.game();
        let declared = view.obliged(seat);
        if !declared.is_empty() {
            return NextHand { known: declared, unseen: CardSet::EMPTY, chances: &self.chances[0] };
        }
        let known = view.known(seat);
        let unseen = view.unseen();
        let mut held = view.hand_len(seat);
        if held == 0 {
            held = game.round_len(view.deal_round() + 1);
        }
        let hidden = held - known.len() as usize;
        NextHand {
            known,
            unseen,
            chances: &self.chances[unseen.len() as usize * self.hands + hidden],
        }
    }
}

/// 1 minus C(unseen - wanted, hand) / C(unseen, hand), by number of wanted cards.
fn row(unseen: usize, hand: usize) -> [u16; MOST + 1] {
    let mut row = [0; MOST + 1];
    let mut none = 1.0_f64;
    for (wanted, chance) in row.iter_mut().enumerate() {
        *chance = ((1.0 - none) * f64::from(ONE)).round() as u16;
        let left = unseen.saturating_sub(wanted) as f64;
        none = if left > 0.0 {
            none * (left - hand as f64).max(0.0) / left
        } else {
            none
        };
    }
    row
}

/// A seat's hand cards as the observer knows them, without those that it may not play yet.
#[derive(Copy, Clone, Debug)]
pub struct NextHand<'a> {
    known: CardSet,
    unseen: CardSet,
    chances: &'a [u16; MOST + 1],
}

impl NextHand<'_> {
    /// Chance, of [`ONE`], that the seat can play one given unseen card at its next play.
    #[inline(always)]
    pub fn of_one(&self) -> u16 {
        self.chances[1]
    }

    /// Chance, of [`ONE`], that the seat can play a card of each rank, 1 to 13, at its next play; 7c is a seven.
    #[inline(always)]
    pub fn by_rank(&self) -> [u16; 14] {
        let mut chances = [0; 14];
        let bits = self.unseen.bits();
        // Each nibble becomes the number of its bits.
        let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
        let mut counts = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        for chance in &mut chances[1..] {
            *chance = self.chances[(counts & 7) as usize];
            counts >>= 4;
        }
        for card in self.known {
            chances[usize::from(card.rank())] = ONE as u16;
        }
        chances
    }

    /// The chance of each rank as the seat's next play. `matta` is the declared value of 7c, 0 if it is a plain seven.
    #[inline(always)]
    pub fn by_lane(&self, matta: u8) -> ByRank {
        let mut chances = [0.0; LANES];
        for (chance, &share) in chances.iter_mut().zip(&self.by_rank()) {
            *chance = f32::from(share) / ONE as f32;
        }
        if matta != 0 {
            // A declared 7c counts as its declared rank, no longer as a seven.
            let seven = CardSet::single(MATTA);
            let equal = (CardSet::rank(matta) - seven) | seven;
            chances[7] = self.plays_any(CardSet::rank(7) - seven) as f32 / ONE as f32;
            chances[usize::from(matta)] = self.plays_any(equal) as f32 / ONE as f32;
        }
        chances
    }

    /// Chance, of [`ONE`], that the seat can play one of `cards` at its next play.
    #[inline(always)]
    pub fn plays_any(&self, cards: CardSet) -> i32 {
        if !(self.known & cards).is_empty() {
            return ONE;
        }
        let wanted = (self.unseen & cards).len() as usize;
        i32::from(self.chances[wanted.min(MOST)])
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;
    use spariglio_engine::{Deal, RuleSet, State};

    use super::*;

    #[test]
    fn no_play_had_a_chance_of_zero() {
        let mut obliged = 0;
        for preset in RuleSet::preset_names() {
            let game = Game::preset(preset).expect("a preset");
            let odds = Odds::new(&game);
            let mut rng = Pcg64Mcg::seed_from_u64(3);
            for _ in 0..20 {
                let deal = Deal::random(&game, 0, &mut rng);
                let (mut state, mut chances) = (State::new(&game, &deal), [ONE as u16; 14]);
                while !state.is_over() {
                    let action = state.random_action(&game, &mut rng);
                    if let Some(card) = action.card() {
                        assert!(chances[usize::from(card.rank())] > 0, "{preset}: {card:?}");
                        let view = View::new(&game, &deal, &state, state.seat(), false);
                        chances = odds.next_hand(&view).by_rank();
                        let declared = view.obliged((state.seat() + 1) % game.players());
                        obliged += usize::from(!declared.is_empty());
                        let ranks = (1..14).filter(|&rank| !(declared & CardSet::rank(rank)).is_empty());
                        assert!(declared.is_empty() || ranks.count() == chances.iter().filter(|&&c| c > 0).count());
                    }
                    state.apply(&game, &deal, action);
                }
            }
        }
        assert!(obliged > 100);
    }
}
