//! The score of a hand. Source: `docs/reference/rules.md` B.7, B23, C.4 to C.14, D44; `docs/reference/records.md`
//! section 4.

use spariglio_engine::rules::{LowMeld, Majority, Prime, PrimeMissingSuit, Ties};
use spariglio_engine::{Card, PointKind, Suit};

use crate::reference::Reference;

/// The score of one side.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Score {
    /// Cards in the pile.
    pub cards: usize,
    /// Cards of the scoring suit in the pile.
    pub suit: usize,
    /// The prime; `None` if the side has none.
    pub prime: Option<i32>,
    /// Points by kind.
    pub points: [i32; PointKind::COUNT],
}

/// The scores of all sides of a hand that is over.
pub fn scores(hand: &Reference) -> Vec<Score> {
    let suit = hand.rules.score.suit;
    let of_suit = |pile: &[Card]| pile.iter().filter(|card| card.suit() == suit).count();
    let mut scores: Vec<Score> = hand
        .piles
        .iter()
        .map(|pile| Score {
            cards: pile.len(),
            suit: of_suit(pile),
            prime: prime(hand, pile),
            points: [0; PointKind::COUNT],
        })
        .collect();
    if hand.shutout.is_none() {
        for (side, score) in scores.iter_mut().enumerate() {
            score.points = own_points(hand, side);
        }
        give_majorities(hand, &mut scores);
    }
    scores
}

fn give_majorities(hand: &Reference, scores: &mut [Score]) {
    let score = &hand.rules.score;
    let mut give = |kind: PointKind, points: u16, values: Vec<Vec<i32>>| {
        let best = values.iter().max().cloned().unwrap_or_default();
        let winners: Vec<usize> = (0..values.len()).filter(|side| values[*side] == best).collect();
        let nothing = best.iter().all(|value| *value == 0);
        let alone = winners.len() == 1 && !best.is_empty();
        if alone || score.ties == Ties::Each && !nothing {
            for side in winners {
                scores[side].points[kind as usize] = points.into();
            }
        }
    };
    // The fewest cards leave the most of the deck. There is always one more, so that no side has nothing.
    let worth = |count: usize| match score.majority {
        Majority::Most => vec![count as i32],
        Majority::Fewest => vec![i32::from(hand.rules.deck.size()) + 1 - count as i32],
    };
    give(PointKind::Cards, score.cards, hand.piles.iter().map(|pile| worth(pile.len())).collect());
    let of_suit = |pile: &Vec<Card>| worth(pile.iter().filter(|card| card.suit() == score.suit).count());
    give(PointKind::Suit, score.suit_points, hand.piles.iter().map(of_suit).collect());
    let primes = |pile: &Vec<Card>| match score.prime {
        Prime::MostSevens => most_sevens(hand, pile),
        Prime::Sevens => vec![most_sevens(hand, pile)[0]],
        _ => prime(hand, pile).into_iter().collect(),
    };
    give(PointKind::Prime, 1, hand.piles.iter().map(primes).collect());
}

/// Cards of each rank in the order of the prime, the courts together.
fn most_sevens(hand: &Reference, pile: &[Card]) -> Vec<i32> {
    let kings = hand.rules.deck.ranks();
    let count = |wanted: &dyn Fn(u8) -> bool| pile.iter().filter(|card| wanted(card.rank())).count() as i32;
    let mut counts: Vec<i32> = [7, 6, 1, 5, 4, 3, 2]
        .iter()
        .map(|rank| count(&|other| other == *rank))
        .collect();
    counts.push(count(&|rank| rank + 3 > kings));
    counts
}

fn prime(hand: &Reference, pile: &[Card]) -> Option<i32> {
    let score = &hand.rules.score;
    let courts = match score.prime {
        Prime::None | Prime::MostSevens | Prime::Sevens => return None,
        Prime::Standard => [10, 10, 10],
        Prime::CourtsZero => [0, 0, 0],
        Prime::CourtsRanked => [8, 9, 10],
    };
    let value = |card: &Card| match card.rank() {
        7 => 21,
        6 => 18,
        1 => 16,
        rank @ 2..=5 => 10 + i32::from(rank),
        rank => courts[usize::from(rank) - 8],
    };
    let best = |suit: Suit| pile.iter().filter(|card| card.suit() == suit).map(value).max();
    let bests = hand.rules.deck.suits().map(best);
    match score.prime_missing_suit {
        PrimeMissingSuit::NoPrime => bests.sum(),
        PrimeMissingSuit::CountsZero => Some(bests.flatten().sum()),
    }
}

fn own_points(hand: &Reference, side: usize) -> [i32; PointKind::COUNT] {
    let (rules, pile, counts) = (hand.rules, &hand.piles[side], &hand.counts[side]);
    let score = &rules.score;
    let mut points = [0; PointKind::COUNT];
    let mut put = |kind: PointKind, value: i32| points[kind as usize] = value;
    let has = |rank: u8| pile.contains(&Card::of(rank, score.suit));
    put(
        PointKind::Single,
        score
            .single
            .iter()
            .filter(|(card, _)| pile.contains(card))
            .map(|(_, one)| i32::from(*one))
            .sum(),
    );
    put(PointKind::Sweeps, counts.sweeps * i32::from(rules.sweep.points));
    let run = (1..=rules.deck.ranks()).take_while(|rank| has(*rank)).count() as i32;
    let low = match score.low_meld {
        LowMeld::None => 0,
        LowMeld::AfterAce => (run - 1).max(0),
        _ if run < 3 => 0,
        LowMeld::Piccola => run.min(6),
        LowMeld::PiccolaSeven => run.min(7),
        LowMeld::NapolaMinusTwo => run - 2,
        LowMeld::Run => run,
    };
    put(PointKind::LowMeld, low);
    let courts = (0..3).all(|step| has(rules.deck.ranks() - step));
    put(PointKind::HighMeld, if courts { score.high_meld.into() } else { 0 });
    put(PointKind::Declarations, counts.declared);
    if hand.dealer % usize::from(rules.sides) == side {
        put(PointKind::DealerBonus, hand.dealer_bonus);
    }
    put(PointKind::Picada, counts.picada * i32::from(score.picada));
    put(PointKind::Simili, counts.simili * i32::from(score.simili));
    put(PointKind::Quadriglia, counts.quadriglia * i32::from(score.quadriglia));
    points
}
