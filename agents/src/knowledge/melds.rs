//! The low and the high meld: their expected points, and a card's worth to them.
//!
//! A meld is a chain: its cards in order, each with the points that it adds to those before it. Every card in no pile
//! goes to any side with even chance. Expectations are exact, and so are swings if a chain has at most ten cards.

use spariglio_engine::{Card, CardSet, Game, PointKind};

use super::by_kind::PointsByKind;
use super::reach::ByRank;

/// Cards of a chain that count for swings.
const LOOKED_AT: usize = 10;

/// The melds of a game.
#[derive(Clone, Debug)]
pub(crate) struct Melds {
    suit: u32,
    chains: Vec<Chain>,
}

/// The cards of a meld in order, of consecutive ranks.
#[derive(Clone, Debug)]
struct Chain {
    kind: PointKind,
    links: Vec<Link>,
    /// The first card's rank, less 1.
    start: usize,
    /// Half the gain by each free card for one side. The row is `2^below` plus a bit for each own card among the
    /// `below` cards below the other side's lowest card.
    swings: Vec<ByRank>,
}

/// A card of a meld.
#[derive(Copy, Clone, Debug)]
struct Link {
    card: CardSet,
    /// Points that it adds if the side has all cards before it.
    step: f32,
}

impl Melds {
    /// The melds that score; `None` if there are none.
    pub(crate) fn new(game: &Game) -> Option<Melds> {
        let score = &game.rules().score;
        let points = |run: usize| f32::from(score.low_meld.points(run as u8));
        let run = usize::from(game.run(game.suit_cards()));
        let low = game.suit_cards().iter().take(run).enumerate();
        let low = low.map(|(len, card)| (card, points(len + 1) - points(len)));
        let high = (game.suit_cards() & game.courts()).iter().enumerate();
        let high = high.map(|(len, card)| (card, if len == 2 { f32::from(score.high_meld) } else { 0.0 }));
        let chains: Vec<Chain> = [Chain::new(PointKind::LowMeld, low), Chain::new(PointKind::HighMeld, high)]
            .into_iter()
            .flatten()
            .collect();
        (!chains.is_empty()).then_some(Melds { suit: score.suit as u32, chains })
    }

    /// Adds each side's expected points.
    #[inline(always)]
    pub(crate) fn add(&self, piles: &[CardSet], free: CardSet, points: &mut impl PointsByKind) {
        let share = 1.0 / piles.len() as f32;
        for chain in &self.chains {
            for (&pile, points) in piles.iter().zip(points.of(chain.kind)) {
                *points += expected(&chain.links, pile, free, share);
            }
        }
    }

    /// Half the swing, in points, by the card of each rank of the scoring suit at the start of a hand.
    pub(crate) fn start(&self) -> ByRank {
        let mut swings = [0.0; 16];
        for chain in &self.chains {
            for (swing, own) in swings.iter_mut().zip(chain.row(chain.links.len(), 0)) {
                *swing += 2.0 * own;
            }
        }
        swings
    }

    /// Half the swing, in points, by the card of each rank of the scoring suit that is in neither of two piles.
    #[inline(always)]
    pub(crate) fn swings(&self, mine: CardSet, theirs: CardSet) -> ByRank {
        let [mine, theirs] = [mine, theirs].map(|cards| ranks(cards.bits() >> self.suit));
        let mut swings = [0.0; 16];
        for chain in &self.chains {
            let pairs = chain.side(mine, theirs).iter().zip(chain.side(theirs, mine));
            for (swing, (own, other)) in swings.iter_mut().zip(pairs) {
                *swing += own + other;
            }
        }
        swings
    }
}

impl Chain {
    /// A chain of cards, each with the points that it adds, cut after the last one that adds any; `None` if none does.
    fn new(kind: PointKind, cards: impl Iterator<Item = (Card, f32)>) -> Option<Chain> {
        let cards: Vec<(Card, f32)> = cards.collect();
        let len = cards.iter().rposition(|&(_, step)| step != 0.0)? + 1;
        let start = usize::from(cards[0].0.rank()) - 1;
        let links = cards[..len]
            .iter()
            .map(|&(card, step)| Link { card: CardSet::single(card), step });
        let mut chain = Chain { kind, links: links.collect(), start, swings: vec![[0.0; 16]] };
        for below in 0..=len.min(LOOKED_AT) {
            for own in 0..1_usize << below {
                chain.swings.push(chain.row(below, own));
            }
        }
        Some(chain)
    }

    /// Half the gain by each free card among the first `below`, if the side has the cards `own` of them.
    fn row(&self, below: usize, own: usize) -> ByRank {
        let mut row = [0.0; 16];
        let mut reached = 1.0;
        let mut parts = [0.0; 13];
        for (at, (part, link)) in parts.iter_mut().zip(&self.links[..below]).enumerate() {
            reached *= if own >> at & 1 != 0 { 1.0 } else { 0.5 };
            *part = reached * link.step;
        }
        let mut rest = 0.0;
        for (at, part) in parts[..below].iter().enumerate().rev() {
            rest += part;
            if own >> at & 1 == 0 {
                row[self.start + at + 1] = rest;
            }
        }
        row
    }

    /// The row of a side, from both sides' ranks.
    #[inline(always)]
    fn side(&self, own: usize, other: usize) -> &ByRank {
        let most = self.links.len().min(LOOKED_AT);
        let below = ((other >> self.start) | 1 << most).trailing_zeros();
        let bit = 1 << below;
        &self.swings[bit + ((own >> self.start) & (bit - 1))]
    }
}

/// The lowest bit of every nibble, side by side.
#[inline(always)]
fn ranks(bits: u64) -> usize {
    let ones = bits & 0x1111_1111_1111_1111;
    let twos = (ones | ones >> 3) & 0x0303_0303_0303_0303;
    let fours = (twos | twos >> 6) & 0x000F_000F_000F_000F;
    let eights = (fours | fours >> 12) & 0x0000_00FF_0000_00FF;
    ((eights | eights >> 24) & 0xFFFF) as usize
}

/// Expected points of a side that gets each free card with chance `share`.
fn expected(chain: &[Link], pile: CardSet, free: CardSet, share: f32) -> f32 {
    let mut reached = 1.0;
    let mut points = 0.0;
    for link in chain {
        if !pile.contains_all(link.card) {
            if !free.contains_all(link.card) {
                break;
            }
            reached *= share;
        }
        points += reached * link.step;
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use spariglio_engine::RuleSet;

    fn game(rules: &str) -> Game {
        Game::new(RuleSet::from_toml(rules).expect("rules")).expect("a game")
    }

    /// Points of the melds of a pile, from the rules.
    fn points(game: &Game, pile: CardSet) -> f32 {
        let score = &game.rules().score;
        let high = pile.contains_all(game.suit_cards() & game.courts());
        f32::from(score.low_meld.points(game.run(pile))) + if high { f32::from(score.high_meld) } else { 0.0 }
    }

    /// Mean points of a pile over all ways to split the free cards between two sides.
    fn mean(game: &Game, pile: CardSet, free: CardSet) -> f32 {
        let cards: Vec<_> = free.iter().collect();
        let ways = 1_u32 << cards.len();
        let total: f32 = (0..ways)
            .map(|way| {
                let taken = cards.iter().enumerate().filter(|(at, _)| way >> at & 1 != 0);
                points(game, pile | taken.map(|(_, &card)| card).collect())
            })
            .sum();
        total / ways as f32
    }

    #[test]
    fn expectations_and_swings_are_those_of_all_ways_to_part_the_suit() {
        for low in ["piccola", "run", "napola_minus_two", "after_ace"] {
            let game = game(&format!("base = \"scopa\"\n[score]\nlow_meld = \"{low}\"\nhigh_meld = 5"));
            let melds = Melds::new(&game).expect("melds");
            for seed in 0..40_u64 {
                let [mut mine, mut theirs] = [CardSet::EMPTY; 2];
                for (at, card) in game.suit_cards().iter().enumerate() {
                    match seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (2 * at) & 3 {
                        0 => mine.insert(card),
                        1 => theirs.insert(card),
                        _ => {}
                    }
                }
                let free = game.suit_cards() - mine - theirs;
                let mut means = [0.0; 2];
                melds.add(&[mine, theirs], free, &mut means);
                assert_eq!(means, [mean(&game, mine, free), mean(&game, theirs, free)], "{low}");
                let swings = melds.swings(mine, theirs);
                for card in free {
                    let one = CardSet::single(card);
                    let gain = |pile: CardSet| mean(&game, pile | one, free - one) - mean(&game, pile, free - one);
                    let expected = (gain(mine) + gain(theirs)) / 2.0;
                    assert_eq!(swings[usize::from(card.rank())], expected, "{low}");
                }
            }
        }
    }
}
