//! What the points of the piles still depend on: majorities, prime, melds, single cards, shutout.
//!
//! Invariant: two positions with the same cards outside the piles and the same [`Stakes::key`] have the same points still
//! to come, whatever else lies in the piles. Rules: `rules.md` B.7, C.4 to C.14.

mod melds;

use spariglio_engine::{Card, CardSet, Game, LowMeld, Prime, PrimeMissingSuit, RuleSet, Suit};

/// No prime: a side without it never beats one with it, and two such sides are level.
const NO_PRIME: i32 = -1;

/// A suit without a card where that means no prime: no other suits make up for it.
const MISSING: i32 = -1000;

/// The field of a best card that nothing can change any more.
const FIXED: u64 = 15;

/// Bits of the prime in a key.
const PRIME_BITS: u32 = 42;

/// Ranks of the 40-card pack.
const RANKS: usize = 10;

/// The rules that count piles.
#[derive(Clone, Debug)]
pub(super) struct StakeRules {
    pack: CardSet,
    cards: i32,
    suit: CardSet,
    suit_letter: Suit,
    suit_points: i32,
    prime: Prime,
    /// Prime values by place of the best card of a suit in the prime's order; 0 is no card at all.
    prime_values: [i32; 11],
    /// Place of the best rank of a set of ranks, a bit each from the ace.
    prime_best: Vec<u8>,
    /// The cards of suit 0 that are better than a place.
    prime_better: [CardSet; 11],
    /// Whether the prime is the sum of a scale.
    has_scale: bool,
    has_melds: bool,
    singles: Vec<(CardSet, i32)>,
    low_meld: LowMeld,
    high_meld: i32,
    courts: CardSet,
    shutout: bool,
}

/// What the piles say. Points are side 0's less side 1's.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Stakes {
    /// Names what still matters of the piles, given the cards outside them.
    pub key: u64,
    /// Points that nothing can change any more.
    pub decided: i32,
    /// At most so many more points can either side gain.
    pub open: [i32; 2],
    /// Cards outside the piles that are worth more than any other of their rank.
    pub relevant: CardSet,
    /// The best cards of the prime.
    bests: Bests,
    /// Whether a shutout is possible: it does not add to the points, it replaces them.
    pub shutout: [bool; 2],
}

/// Places in the prime's order of the best cards of each suit, where the prime is the sum of a scale.
#[derive(Copy, Clone, Default, Debug)]
struct Bests {
    piles: [[u8; 4]; 2],
    rest: [u8; 4],
}

impl StakeRules {
    pub(super) fn new(game: &Game) -> StakeRules {
        let rules = game.rules();
        let score = &rules.score;
        let kings = game.deck().ranks();
        let (prime_places, prime_values) = prime_scale(rules);
        StakeRules {
            pack: game.pack(),
            cards: score.cards.into(),
            suit: CardSet::suit(score.suit) & game.pack(),
            suit_letter: score.suit,
            suit_points: score.suit_points.into(),
            prime: score.prime,
            prime_values,
            prime_best: (0..1 << RANKS).map(|ranks| best_place(&prime_places, ranks)).collect(),
            prime_better: std::array::from_fn(|place| {
                let better = (0..RANKS).filter(|&rank| usize::from(prime_places[rank]) > place);
                better.map(|rank| Card::of(rank as u8 + 1, Suit::Coins)).collect()
            }),
            has_scale: !matches!(score.prime, Prime::None | Prime::MostSevens),
            has_melds: score.low_meld != LowMeld::None || score.high_meld > 0,
            singles: score
                .single
                .iter()
                .map(|(&card, &points)| (CardSet::single(card), i32::from(points)))
                .collect(),
            low_meld: score.low_meld,
            high_meld: score.high_meld.into(),
            courts: (kings - 2..=kings).map(|rank| Card::of(rank, score.suit)).collect(),
            shutout: score.shutout,
        }
    }

    /// What the piles of the two sides say.
    pub(super) fn look(&self, piles: [CardSet; 2]) -> Stakes {
        let rest = self.pack - piles[0] - piles[1];
        let mut bests = Bests::default();
        if self.has_scale {
            let of = |cards| std::array::from_fn(|suit| self.best_of_suit(cards, suit));
            bests.piles = piles.map(of);
            bests.rest = of(rest);
        }
        self.look_with(piles, rest, bests)
    }

    /// [`StakeRules::look`] after `side` took cards.
    #[inline(always)]
    pub(super) fn look_after(&self, before: &Stakes, piles: [CardSet; 2], side: usize, taken: CardSet) -> Stakes {
        let rest = self.pack - piles[0] - piles[1];
        let mut bests = before.bests;
        if self.has_scale {
            for suit in 0..4 {
                let best = self.best_of_suit(taken, suit);
                bests.piles[side][suit] = bests.piles[side][suit].max(best);
                if best != 0 && best == bests.rest[suit] {
                    bests.rest[suit] = self.best_of_suit(rest, suit);
                }
            }
        }
        self.look_with(piles, rest, bests)
    }

    fn look_with(&self, piles: [CardSet; 2], rest: CardSet, bests: Bests) -> Stakes {
        let mut stakes = Stakes {
            bests,
            ..Stakes::default()
        };
        self.look_at_majorities(piles, rest, &mut stakes);
        if self.has_scale {
            self.look_at_scale(rest, &mut stakes);
        } else if self.prime == Prime::MostSevens {
            self.look_at_sevens(piles, rest, &mut stakes);
        }
        if self.has_melds {
            self.look_at_melds(piles, rest, &mut stakes);
        }
        for &(card, points) in &self.singles {
            if piles[0].contains_all(card) {
                stakes.decided += points;
            } else if piles[1].contains_all(card) {
                stakes.decided -= points;
            } else {
                stakes.open_both(points);
                stakes.relevant |= card;
            }
        }
        stakes
    }

    /// The points of side 0 less those of side 1 where all cards are in the piles: what [`StakeRules::look`] has decided.
    pub(super) fn settle(&self, piles: [CardSet; 2]) -> i32 {
        let sign = |[ours, theirs]: [u32; 2]| i32::from(ours > theirs) - i32::from(ours < theirs);
        let mut stakes = Stakes::default();
        match self.prime {
            Prime::None => {}
            Prime::MostSevens => self.look_at_sevens(piles, CardSet::EMPTY, &mut stakes),
            _ => {
                let [ours, theirs] = piles.map(|pile| self.prime_of(pile));
                stakes.decided += i32::from(ours > theirs) - i32::from(ours < theirs);
            }
        }
        if self.has_melds {
            self.look_at_melds(piles, CardSet::EMPTY, &mut stakes);
        }
        for &(card, points) in &self.singles {
            stakes.decided +=
                points * (i32::from(piles[0].contains_all(card)) - i32::from(piles[1].contains_all(card)));
        }
        stakes.decided
            + self.cards * sign(piles.map(CardSet::len))
            + self.suit_points * sign(piles.map(|pile| (pile & self.suit).len()))
    }

    /// The prime of a pile on a scale.
    fn prime_of(&self, pile: CardSet) -> i32 {
        let value = |suit| self.prime_values[usize::from(self.best_of_suit(pile, suit))];
        (0..4).map(value).sum::<i32>().max(NO_PRIME)
    }

    fn look_at_majorities(&self, piles: [CardSet; 2], rest: CardSet, stakes: &mut Stakes) {
        stakes.majority(self.cards, piles.map(CardSet::len), rest.len(), 6);
        let suits = piles.map(|pile| (pile & self.suit).len());
        if stakes.majority(self.suit_points, suits, (rest & self.suit).len(), 4) {
            stakes.relevant |= self.suit;
        }
        if !self.shutout {
            return;
        }
        stakes.shutout = [suits[1] == 0, suits[0] == 0];
        if stakes.shutout != [false; 2] {
            stakes.relevant |= self.suit;
        }
        stakes.push(stakes.shutout[0].into(), 1);
        stakes.push(stakes.shutout[1].into(), 1);
    }

    fn look_at_sevens(&self, piles: [CardSet; 2], rest: CardSet, stakes: &mut Stakes) {
        if !rest.is_empty() {
            stakes.open_both(1);
            let mut name = (piles[0] & self.courts_of_all()).len().into();
            for rank in 1..8 {
                name = name << 3 | u64::from((piles[0] & CardSet::rank(rank)).len());
            }
            stakes.push(name, PRIME_BITS);
            return;
        }
        for rank in [7, 6, 1, 5, 4, 3, 2, 8] {
            let cards = if rank == 8 {
                self.courts_of_all()
            } else {
                CardSet::rank(rank)
            };
            let [ours, theirs] = piles.map(|pile| (pile & cards).len());
            if ours != theirs {
                stakes.decided += if ours > theirs { 1 } else { -1 };
                return;
            }
        }
    }

    /// The courts of every suit.
    fn courts_of_all(&self) -> CardSet {
        self.courts
            .iter()
            .map(|card| CardSet::rank(card.rank()))
            .fold(CardSet::EMPTY, |all, rank| all | rank)
    }

    #[inline(always)]
    fn look_at_scale(&self, rest: CardSet, stakes: &mut Stakes) {
        let Bests { piles, rest: left } = stakes.bests;
        let value = |place: u8| self.prime_values[usize::from(place)];
        // The prime of each side if it takes nothing more, and if it takes all that is left.
        let low = piles.map(|bests| bests.map(value).iter().sum::<i32>().max(NO_PRIME));
        let reach = |bests: [u8; 4]| (0..4).map(|suit| value(bests[suit].max(left[suit]))).sum::<i32>();
        let high = piles.map(|bests| reach(bests).max(NO_PRIME));
        if low[0] > high[1] {
            stakes.decided += 1;
        } else if low[1] > high[0] {
            stakes.decided -= 1;
        } else if low != high {
            stakes.open[0] += i32::from(high[0] > low[1]);
            stakes.open[1] += i32::from(high[1] > low[0]);
            let name = self.name_prime(stakes.bests, high.map(|prime| prime == NO_PRIME));
            stakes.push(name, PRIME_BITS);
            for (suit, (&ours, &theirs)) in piles[0].iter().zip(&piles[1]).enumerate() {
                let least = ours.min(theirs);
                let better = self.prime_better[usize::from(least)].bits() << suit;
                stakes.relevant |= rest & CardSet::from_bits(better);
            }
            return;
        }
        stakes.push(0, PRIME_BITS);
    }

    /// The prime's field of the key: what is fixed as one sum, and the bests of suits that may still change.
    #[inline(always)]
    fn name_prime(&self, bests: Bests, never: [bool; 2]) -> u64 {
        let mut name = 0;
        let mut fixed = 0;
        for (side, sign) in [(0, 1), (1, -1)] {
            for suit in 0..4 {
                let place = bests.piles[side][suit];
                // A side that never has a prime: only what the other lacks still matters, and it is named too.
                let field = if never[side] {
                    FIXED
                } else if place >= bests.rest[suit] {
                    fixed += sign * self.prime_values[usize::from(place)];
                    FIXED
                } else {
                    place.into()
                };
                name = name << 4 | field;
            }
        }
        (name << 8 | (fixed + 128) as u64) << 2 | u64::from(never[0]) | u64::from(never[1]) << 1
    }

    /// Place of the best card of a suit in the prime's order; 0 for no card.
    #[inline(always)]
    fn best_of_suit(&self, cards: CardSet, suit: usize) -> u8 {
        self.prime_best[lane(cards, suit)]
    }
}

impl Stakes {
    /// Looks at a majority; whether it is open.
    fn majority(&mut self, points: i32, counts: [u32; 2], rest: u32, bits: u32) -> bool {
        let [ours, theirs] = counts;
        if points == 0 {
            return false;
        }
        let (may_win, may_lose) = (ours + rest > theirs, theirs + rest > ours);
        let open = rest > 0 && (may_win || ours + rest == theirs) && (may_lose || theirs + rest == ours);
        if open {
            self.open[0] += points * i32::from(may_win);
            self.open[1] += points * i32::from(may_lose);
            self.push(u64::from(ours) + 1, bits);
        } else {
            self.decided += points * (i32::from(ours > theirs) - i32::from(ours < theirs));
            self.push(0, bits);
        }
        open
    }

    fn open_both(&mut self, points: i32) {
        self.open[0] += points;
        self.open[1] += points;
    }

    /// Adds a field to the key.
    fn push(&mut self, field: u64, bits: u32) {
        self.key = self.key << bits | field;
    }
}

/// Place of each rank from the ace in the prime's order, from 1 for the worst, and the values of the places. Ranks of the
/// same value share a place.
fn prime_scale(rules: &RuleSet) -> ([u8; RANKS], [i32; 11]) {
    let courts = match rules.score.prime {
        Prime::CourtsZero => [0, 0, 0],
        Prime::CourtsRanked => [8, 9, 10],
        _ => [10, 10, 10],
    };
    let courts_places = if courts[0] == courts[2] { [3, 3, 3] } else { [1, 2, 3] };
    let mut places = [8, 4, 5, 6, 7, 9, 10, 0, 0, 0];
    places[7..].copy_from_slice(&courts_places);
    let mut values = [0; 11];
    if rules.score.prime_missing_suit == PrimeMissingSuit::NoPrime {
        values[0] = MISSING;
    }
    values[1..4].copy_from_slice(&courts);
    values[4..].copy_from_slice(&[12, 13, 14, 15, 16, 18, 21]);
    (places, values)
}

fn best_place(places: &[u8; RANKS], ranks: usize) -> u8 {
    let held = (0..RANKS).filter(|rank| ranks >> rank & 1 != 0);
    held.map(|rank| places[rank]).max().unwrap_or(0)
}

/// The ranks of a suit's cards in a 40-card pack, a bit each from the ace.
#[inline(always)]
fn lane(cards: CardSet, suit: usize) -> usize {
    let ones = cards.bits() >> suit & 0x11_1111_1111;
    let twos = (ones | ones >> 3) & 0x03_0303_0303;
    let fours = (twos | twos >> 6) & 0x03_000F_000F;
    let eights = fours | fours >> 12;
    (eights & 0xFF | eights >> 24 & 0x300) as usize
}
