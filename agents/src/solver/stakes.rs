//! Features of the piles that still affect their points: majorities, prime, melds, single cards, shutout.
//!
//! Invariant: if two positions have the same cards outside the piles and the same [`Stakes::key`], they have the same
//! points still to come. Rules: `docs/reference/rules.md` B.7, C.4 to C.14.

mod melds;

use std::cmp::Ordering;

use spariglio_engine::hand::PrimeScale;
use spariglio_engine::rules::{LowMeld, ScoreRules};
use spariglio_engine::{Card, CardSet, Game, Suit};

/// Value of no prime: lower than any prime; two such sides are level.
const NO_PRIME: i32 = -1;

/// Value of a suit without a card if the side then has no prime: other suits cannot make up for it.
const MISSING: i32 = -1000;

/// Key field of a best card that can no longer change.
const FIXED: u64 = 15;

/// Bits of the prime in a key.
const PRIME_BITS: u32 = 42;

/// Number of ranks that a scale may value.
const RANKS: usize = 10;

/// Number of places in the order of a scale: no card, then the ranks from the worst.
const PLACES: usize = RANKS + 1;

/// Bits for the number of cards of one value in a key: four of a rank, or twelve courts.
const COUNT_BITS: u32 = 4;

/// The rules for scoring piles.
#[derive(Clone, Debug)]
pub(super) struct StakeRules {
    /// The cards that are dealt in the course of the hand.
    dealt: CardSet,
    cards: i32,
    suit: CardSet,
    suit_letter: Suit,
    suit_points: i32,
    /// The cards of each value from the best down, if the prime counts cards; otherwise empty.
    counted: Vec<CardSet>,
    /// Cards of the suits that the deck lacks: both sides are taken to have them.
    absent: CardSet,
    /// Prime values by place of the best card of a suit in the prime's order; place 0 is no card.
    prime_values: [i32; PLACES],
    /// Place of the best rank in a set of ranks, one bit each from the ace.
    prime_best: Vec<u8>,
    /// The cards of suit 0 that are better than a place.
    prime_better: [CardSet; PLACES],
    /// Whether the prime is the sum of a scale.
    has_scale: bool,
    has_melds: bool,
    singles: Vec<(CardSet, i32)>,
    low_meld: LowMeld,
    high_meld: i32,
    courts: CardSet,
    shutout: bool,
}

/// The stakes of two piles. Points are side 0's minus side 1's.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Stakes {
    /// A hash of the features of the piles that still matter, given the cards outside them.
    pub key: u64,
    /// Points that can no longer change.
    pub decided: i32,
    /// Upper bound on the points that each side can still gain.
    pub open: [i32; 2],
    /// Cards outside the piles that are worth more than any other of their rank.
    pub relevant: CardSet,
    /// The best cards of the prime.
    bests: Bests,
    /// Whether each side may still make a shutout, which replaces its points.
    pub shutout: [bool; 2],
}

/// Places in the prime's order of the best cards of each suit, used if the prime is the sum of a scale.
#[derive(Copy, Clone, Default, Debug)]
struct Bests {
    piles: [[u8; 4]; 2],
    rest: [u8; 4],
}

impl StakeRules {
    pub(super) fn new(game: &Game) -> StakeRules {
        // `PlainRules` bounds the scores in play (`..`).
        let ScoreRules {
            // `Game::majorities` has their signs.
            cards: _,
            suit,
            suit_points: _,
            majority: _,
            prime: _,
            prime_missing_suit: _,
            low_meld,
            high_meld,
            shutout,
            // The margin of two sides does not depend on it.
            ties: _,
            ..
        } = game.rules().score;
        let [cards, suit_points] = game.majorities();
        let by_sum = game.prime().filter(|prime| !prime.counts_cards());
        let by_count = game.prime().filter(|prime| prime.counts_cards());
        let places = by_sum.map_or([0; RANKS], prime_places);
        StakeRules {
            dealt: game.pack(),
            cards,
            suit: game.suit_cards(),
            suit_letter: suit,
            suit_points,
            counted: by_count.map_or(Vec::new(), |prime| prime.classes().collect()),
            absent: absent_suits(game),
            prime_values: by_sum.map_or([0; PLACES], prime_values),
            prime_best: (0..1 << RANKS).map(|ranks| best_place(&places, ranks)).collect(),
            prime_better: std::array::from_fn(|place| {
                let better = (0..RANKS).filter(|&rank| usize::from(places[rank]) > place);
                better.map(|rank| Card::of(rank as u8 + 1, Suit::Coins)).collect()
            }),
            has_scale: by_sum.is_some(),
            has_melds: low_meld != LowMeld::None || high_meld > 0,
            singles: game.singles().to_vec(),
            low_meld,
            high_meld: high_meld.into(),
            courts: game.courts() & game.suit_cards(),
            shutout,
        }
    }

    /// Prepares for a hand in which these cards are dealt.
    pub(super) fn deal(&mut self, dealt: CardSet) {
        self.dealt = dealt;
    }

    /// The stakes of two piles.
    pub(super) fn look(&self, piles: [CardSet; 2]) -> Stakes {
        let rest = self.dealt - piles[0] - piles[1];
        let mut bests = Bests::default();
        if self.has_scale {
            let of = |cards| std::array::from_fn(|suit| self.best_of_suit(cards, suit));
            bests.piles = piles.map(|pile| of(pile | self.absent));
            bests.rest = of(rest);
        }
        self.look_with(piles, rest, bests)
    }

    /// [`StakeRules::look`] after `side` took cards; faster, since it starts from the stakes before.
    #[inline(always)]
    pub(super) fn look_after(&self, before: &Stakes, piles: [CardSet; 2], side: usize, taken: CardSet) -> Stakes {
        let rest = self.dealt - piles[0] - piles[1];
        let mut bests = before.bests;
        if self.has_scale {
            for suit in 0..4 {
                let best = self.best_of_suit(taken, suit);
                bests.piles[side][suit] = bests.piles[side][suit].max(best);
                // The rest's best card changes only if it may be among the taken ones.
                if best != 0 && best == bests.rest[suit] {
                    bests.rest[suit] = self.best_of_suit(rest, suit);
                }
            }
        }
        self.look_with(piles, rest, bests)
    }

    fn look_with(&self, piles: [CardSet; 2], rest: CardSet, bests: Bests) -> Stakes {
        let mut stakes = Stakes { bests, ..Stakes::default() };
        self.look_at_majorities(piles, rest, &mut stakes);
        if self.has_scale {
            self.look_at_scale(rest, &mut stakes);
        } else if !self.counted.is_empty() {
            self.look_at_counts(piles, rest, &mut stakes);
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

    /// The points of side 0 minus those of side 1 if all cards are in the piles; equals `decided` of
    /// [`StakeRules::look`].
    pub(super) fn settle(&self, piles: [CardSet; 2]) -> i32 {
        let sign = |[ours, theirs]: [u32; 2]| i32::from(ours > theirs) - i32::from(ours < theirs);
        let mut stakes = Stakes::default();
        if self.has_scale {
            let [ours, theirs] = piles.map(|pile| self.prime_of(pile));
            stakes.decided += i32::from(ours > theirs) - i32::from(ours < theirs);
        } else if !self.counted.is_empty() {
            self.look_at_counts(piles, CardSet::EMPTY, &mut stakes);
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
        let value = |suit| self.prime_values[usize::from(self.best_of_suit(pile | self.absent, suit))];
        (0..4).map(value).sum::<i32>().max(NO_PRIME)
    }

    fn look_at_majorities(&self, piles: [CardSet; 2], rest: CardSet, stakes: &mut Stakes) {
        stakes.majority(self.cards, piles.map(CardSet::len), rest.len(), 6);
        let suits = piles.map(|pile| (pile & self.suit).len());
        if stakes.majority(self.suit_points, suits, (rest & self.suit).len(), 4) {
            stakes.relevant |= self.suit;
        }
        if !self.shutout || !self.dealt.contains_all(self.suit) {
            return;
        }
        stakes.shutout = [suits[1] == 0, suits[0] == 0];
        if stakes.shutout != [false; 2] {
            stakes.relevant |= self.suit;
        }
        stakes.push(stakes.shutout[0].into(), 1);
        stakes.push(stakes.shutout[1].into(), 1);
    }

    /// The prime that counts cards, best value first. It stays open until all cards are in the piles.
    fn look_at_counts(&self, piles: [CardSet; 2], rest: CardSet, stakes: &mut Stakes) {
        let counts = |pile: CardSet| self.counted.iter().map(move |&cards| (pile & cards).len());
        if !rest.is_empty() {
            stakes.open_both(1);
            let name = counts(piles[0]).fold(0, |name, count| name << COUNT_BITS | u64::from(count));
            stakes.push(name, PRIME_BITS);
            return;
        }
        stakes.decided += match counts(piles[0]).cmp(counts(piles[1])) {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        };
    }

    #[inline(always)]
    fn look_at_scale(&self, rest: CardSet, stakes: &mut Stakes) {
        let Bests { piles, rest: left } = stakes.bests;
        let value = |place: u8| self.prime_values[usize::from(place)];
        // The prime of each side if it takes nothing more, and if it takes all remaining cards.
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

    /// The prime's field of the key: the sum of fixed values, and the best cards of suits that may still change.
    #[inline(always)]
    fn name_prime(&self, bests: Bests, never: [bool; 2]) -> u64 {
        let mut name = 0;
        let mut fixed = 0;
        for (side, sign) in [(0, 1), (1, -1)] {
            for suit in 0..4 {
                let place = bests.piles[side][suit];
                // If a side can never have a prime, its own bests do not matter; the two last bits of the name say so.
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

    /// Place of the best card of a suit in the prime's order; 0 if there is none.
    #[inline(always)]
    fn best_of_suit(&self, cards: CardSet, suit: usize) -> u8 {
        self.prime_best[cards.ranks_of_suit(suit)]
    }
}

impl Stakes {
    /// Adds a majority to the stakes; returns whether it is open.
    fn majority(&mut self, points: i32, counts: [u32; 2], rest: u32, bits: u32) -> bool {
        let [ours, theirs] = counts;
        if points == 0 {
            return false;
        }
        let (may_win, may_lose) = (ours + rest > theirs, theirs + rest > ours);
        let open = rest > 0 && (may_win || ours + rest == theirs) && (may_lose || theirs + rest == ours);
        if open {
            let gains = if points > 0 {
                [may_win, may_lose]
            } else {
                [may_lose, may_win]
            };
            self.open[0] += points.abs() * i32::from(gains[0]);
            self.open[1] += points.abs() * i32::from(gains[1]);
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

/// All cards of the suits that are not in the deck.
fn absent_suits(game: &Game) -> CardSet {
    let suits = Suit::ALL.into_iter().map(CardSet::suit);
    suits
        .filter(|&suit| (game.pack() & suit).is_empty())
        .fold(CardSet::EMPTY, |all, suit| all | suit)
}

/// Place of each rank, from the ace, in the order of a scale; 1 is the worst. Ranks of the same value share a place.
fn prime_places(prime: &PrimeScale) -> [u8; RANKS] {
    let mut places = [0; RANKS];
    let classes: Vec<CardSet> = prime.classes().collect();
    for (place, class) in (1..).zip(classes.iter().rev()) {
        for (rank, slot) in (1..).zip(&mut places) {
            if !(CardSet::rank(rank) & *class).is_empty() {
                *slot = place;
            }
        }
    }
    places
}

/// The values of the places; place 0 is a missing suit.
fn prime_values(prime: &PrimeScale) -> [i32; PLACES] {
    let mut values = [0; PLACES];
    if prime.needs_all_suits() {
        values[0] = MISSING;
    }
    let places = prime_places(prime);
    for &(rank, value) in prime.ranks() {
        values[usize::from(places[usize::from(rank) - 1])] = value.into();
    }
    values
}

fn best_place(places: &[u8; RANKS], ranks: usize) -> u8 {
    let held = (0..RANKS).filter(|rank| ranks >> rank & 1 != 0);
    held.map(|rank| places[rank]).max().unwrap_or(0)
}
