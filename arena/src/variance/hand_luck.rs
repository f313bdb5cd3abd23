//! The luck of a distribution of hand cards.
//!
//! Given all that was played, the cards that nobody has seen are in random order: every hand card is a uniformly random
//! one of them. A value that adds up over hand cards has an exact mean, then, the mean over unseen cards times the number
//! of hand cards. A value of a whole hand of cards has the same mean for every seat, so that its difference between sides
//! has mean 0. The table and what lies in piles is known before the distribution; nothing else may enter the values.

use spariglio_engine::{Action, Card, CardSet, DeclarationHands, Game, MATTA, Matta, State, Suit};

/// Values of one card.
const CARD: usize = 9;
/// Values of a seat's hand cards together.
const HAND: usize = 3;

/// Prime values of the ranks from the ace on, over that of the seven.
const PRIME: [f64; 7] = [
    16.0 / 21.0,
    12.0 / 21.0,
    13.0 / 21.0,
    14.0 / 21.0,
    15.0 / 21.0,
    18.0 / 21.0,
    1.0,
];
/// The same of the courts.
const COURT: f64 = 10.0 / 21.0;

/// What a card of each rank could take from the table.
#[derive(Copy, Clone, Debug, Default)]
struct Reply {
    /// Most cards.
    cards: f64,
    /// Most of the scoring suit.
    suit: f64,
    /// Largest points of single cards.
    points: f64,
    /// All that lies there.
    sweep: f64,
}

/// Computes the luck of deal-rounds; reused from hand to hand.
#[derive(Clone, Debug, Default)]
pub struct HandLuck {
    replies: [Reply; 14],
    actions: Vec<Action>,
}

impl HandLuck {
    /// How many figures [`HandLuck::add`] gives: those of a card for every place after the dealer, those of a hand once.
    #[must_use]
    pub fn figures(game: &Game) -> usize {
        CARD * game.players() + HAND
    }

    /// Adds the luck of the hand cards that were just dealt, each seat's times its `signs`, which have sum 0.
    pub fn add(&mut self, game: &Game, state: &State, signs: &[f64], figures: &mut [f64]) {
        let captured = (0..game.sides()).fold(state.table(), |seen, side| seen | state.pile(side));
        let unseen = game.pack() - captured;
        self.look(game, state);
        let mut mean = [0.0; CARD];
        let mut values = [[0.0; CARD]; 64];
        for card in unseen {
            let value = self.card(game, card);
            mean.iter_mut().zip(value).for_each(|(mean, value)| *mean += value);
            values[usize::from(card.index())] = value;
        }
        let unseen = f64::from(unseen.len());
        let (cards, hands) = figures.split_at_mut(CARD * game.players());
        for (seat, &sign) in signs.iter().enumerate() {
            let hand = state.hand(seat);
            let place = (seat + 2 * game.players() - state.dealer() - 1) % game.players();
            let figures = &mut cards[CARD * place..CARD * (place + 1)];
            for (figure, mean) in figures.iter_mut().zip(mean) {
                *figure -= sign * f64::from(hand.len()) * mean / unseen;
            }
            for card in hand {
                let values = values[usize::from(card.index())];
                figures
                    .iter_mut()
                    .zip(values)
                    .for_each(|(figure, value)| *figure += sign * value);
            }
            let values = self.hand(game, hand);
            hands
                .iter_mut()
                .zip(values)
                .for_each(|(figure, value)| *figure += sign * value);
        }
    }

    /// Takes note of what each rank captures. A seven is asked for as one that is not wild: whether it was just declared
    /// depends on the hand cards.
    fn look(&mut self, game: &Game, state: &State) {
        let table = state.table();
        for rank in 1..=game.deck().ranks() {
            let mut best = Reply::default();
            state.card_actions(game, Card::of(rank, Suit::Coins), &mut self.actions);
            for captured in self
                .actions
                .iter()
                .map(|action| action.captured())
                .filter(|set| !set.is_empty())
            {
                best.cards = best.cards.max(f64::from(captured.len()));
                best.suit = best
                    .suit
                    .max(f64::from((captured & CardSet::suit(game.rules().score.suit)).len()));
                best.points = best.points.max(captured.iter().map(|card| single(game, card)).sum());
                best.sweep = best.sweep.max(f64::from(captured == table));
            }
            self.replies[usize::from(rank)] = best;
        }
    }

    fn card(&self, game: &Game, card: Card) -> [f64; CARD] {
        let reply = self.replies[usize::from(card.rank())];
        let prime = PRIME.get(usize::from(card.rank()) - 1).copied().unwrap_or(COURT);
        [
            f64::from(card.suit() == game.rules().score.suit),
            single(game, card),
            prime * prime,
            f64::from(card.rank() == 1),
            f64::from(reply.cards > 0.0),
            reply.cards,
            reply.suit,
            reply.points,
            reply.sweep,
        ]
    }

    /// Points of a declaration, the most cards that one of the cards takes, whether one takes all.
    fn hand(&self, game: &Game, hand: CardSet) -> [f64; HAND] {
        let replies = || hand.iter().map(|card| self.replies[usize::from(card.rank())]);
        [
            declared(game, hand),
            replies().map(|reply| reply.cards).fold(0.0, f64::max),
            replies().map(|reply| reply.sweep).fold(0.0, f64::max),
        ]
    }
}

/// Points that a card scores by itself.
fn single(game: &Game, card: Card) -> f64 {
    game.rules()
        .score
        .single
        .get(&card)
        .map_or(0.0, |&points| f64::from(points))
}

/// Points of the bonus that three hand cards are.
fn declared(game: &Game, hand: CardSet) -> f64 {
    let rules = &game.rules().declarations;
    if rules.hands == DeclarationHands::None || hand.len() != 3 {
        return 0.0;
    }
    let wild = rules.matta != Matta::None && hand.contains(MATTA);
    let others = if wild { hand - CardSet::single(MATTA) } else { hand };
    let low = others.first().map_or(0, Card::rank);
    let sum: u8 = others.iter().map(Card::rank).sum::<u8>() + u8::from(wild);
    if (others - CardSet::rank(low)).is_empty() {
        f64::from(rules.ten_points)
    } else if sum <= rules.three_max_sum {
        f64::from(rules.three_points)
    } else {
        0.0
    }
}
