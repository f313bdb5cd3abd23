//! The cost of an offence (`docs/rules.md` E.6, TO2 to TO4; section H.3).

use spariglio_engine::{Card, CardSet, Game, Prime, State};

use super::vp::Column;

/// Most points that an offence adds to the difference.
const MOST: i64 = 6;
/// Least VP of the opponent.
const LEAST_VP: i64 = 14;

/// Victory and match points of a match lost by an offence.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Verdict {
    /// Points that the offence adds to the opponent's.
    pub added: i64,
    /// The difference of the match for the opponent.
    pub margin: i64,
    /// VP of the opponent; the offender gets none.
    pub vp: i64,
    /// MP of the opponent.
    pub mp: i64,
    /// MP of the offender, negative.
    pub offender_mp: i64,
}

/// The verdict on an offence of side `offender` in a hand at `state`. The match has two sides; `scores` are those
/// before the hand.
pub(super) fn verdict(game: &Game, column: Column, scores: &[i64], state: &State, offender: usize) -> Verdict {
    let opponent = 1 - offender;
    let added = (open_points(game, state, offender) + 1).min(MOST);
    let margin = (scores[opponent] + added - scores[offender]).max(0);
    let vp = column.winner_vp(margin).max(LEAST_VP);
    Verdict {
        added,
        margin,
        vp,
        mp: column.least_margin(vp),
        offender_mp: -column.least_margin(column.most_vp()),
    }
}

/// Points of the hand that are not awarded yet and that the opponent can still get. These are single cards in no pile,
/// majorities that no side has, and the prime. Melds count if the offender has no card of them and the opponent has not
/// all.
fn open_points(game: &Game, state: &State, offender: usize) -> i64 {
    let opponent = 1 - offender;
    let score = &game.rules().score;
    let piles = [state.pile(0), state.pile(1)];
    let suit = CardSet::suit(score.suit);
    let taken = piles[0] | piles[1];
    let single = score.single.iter().filter(|(card, _)| !taken.contains(**card));
    let single: i64 = single.map(|(_, points)| i64::from(*points)).sum();
    let open = |of: CardSet| {
        let all = (game.pack() & of).len();
        piles.iter().all(|pile| 2 * (*pile & of).len() <= all)
    };
    let cards = if open(game.pack()) { score.cards } else { 0 };
    let suits = if open(suit) { score.suit_points } else { 0 };
    let prime = i64::from(score.prime != Prime::None);
    let meld = |ranks: &[u8]| {
        let cards = ranks.iter().fold(CardSet::EMPTY, |mut set, &rank| {
            set.insert(Card::of(rank, score.suit));
            set
        });
        (cards & piles[offender]).is_empty() && !piles[opponent].contains_all(cards)
    };
    let top = game.deck().ranks();
    let high = if meld(&[top - 2, top - 1, top]) {
        score.high_meld
    } else {
        0
    };
    let low = if meld(&[1, 2, 3]) { score.low_meld.points(3) } else { 0 };
    let points = [cards, suits, high, low.into()].map(i64::from);
    points.iter().sum::<i64>() + single + prime
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;
    use spariglio_engine::{Action, Deal, Game, State};

    use super::super::vp::Column;
    use super::{Verdict, open_points, verdict};

    /// A hand of `preset` with dealer 0 after `turns`. `cards` are dealt from the front: hand cards from forehand on in
    /// turn, then the table.
    fn after(preset: &str, cards: &str, turns: &[&str]) -> (Game, State) {
        let game = Game::preset(preset).expect("a preset");
        let deck = game.deck();
        let mut cards: Vec<_> = cards
            .split_whitespace()
            .map(|text| deck.parse_card(text).expect("a card"))
            .collect();
        let rest: Vec<_> = game.pack().iter().filter(|card| !cards.contains(card)).collect();
        cards.extend(rest);
        let deal = Deal::new(&game, 0, &cards).expect("a deal");
        let mut state = State::new(&game, &deal);
        for turn in turns {
            let action = Action::parse(turn, deck).expect("an action");
            state.try_apply(&game, &deal, action).expect("legal");
        }
        (game, state)
    }

    #[test]
    fn at_the_start_everything_is_open_and_six_is_the_most() {
        let (game, state) = after("cirulla", "5c Jc 5s Js 7c 7s Qc Ks 5b 4b", &[]);
        // Settebello, cards, diamonds, prime, high meld 5, low meld 3.
        assert_eq!(open_points(&game, &state, 0), 12);
        let column = Column::of(&game.rules().end).expect("a column");
        // 12 + 6 against 20: the offender would be ahead, so the difference is 0. At least 14 VP, a row that begins at
        // 12 MP.
        let expected = Verdict { added: 6, margin: 0, vp: 14, mp: 12, offender_mp: -33 };
        assert_eq!(verdict(&game, column, &[20, 12], &state, 0), expected);
        // 40 + 6 - 12 = 34: 20 VP, a row that begins at 33 MP.
        let far = verdict(&game, column, &[40, 12], &state, 1);
        assert_eq!((far.margin, far.vp, far.mp, far.offender_mp), (34, 20, 33, -33));
        // 10 + 6 - 0 = 16: 15 VP.
        let near = verdict(&game, column, &[0, 10], &state, 0);
        assert_eq!((near.margin, near.vp, near.mp), (16, 15, 16));
    }

    #[test]
    fn what_is_in_a_pile_is_awarded_or_denied() {
        // Seat 1 takes the settebello: it is awarded, for an offence of either side.
        let (game, state) = after("cirulla", "7c Jc Qs Js Kc 2s 7d Ks 5b Qb", &["7c x 7d"]);
        assert_eq!([0, 1].map(|side| open_points(&game, &state, side)), [11, 11]);
        // Seat 1 takes the king of diamonds: its own high meld is still open, its opponent's is not.
        let (game, state) = after("cirulla", "Kc Jc 5s Js 7c 7s Qc Kd 3b 6b", &["Kc x Kd"]);
        assert_eq!([0, 1].map(|side| open_points(&game, &state, side)), [12, 7]);
        // Scopa has no melds: 1 + 1 + 1 + 1; with a sweep 5, below the cap.
        let (game, state) = after("scopa", "5c Jc 5s Js 7c 7s Qc Ks 5b 4b", &[]);
        assert_eq!(open_points(&game, &state, 1), 4);
        let column = Column::of(&game.rules().end).expect("a column");
        let verdict = verdict(&game, column, &[10, 2], &state, 1);
        assert_eq!((verdict.added, verdict.margin, verdict.vp, verdict.mp), (5, 13, 17, 13));
        assert_eq!(verdict.offender_mp, -15);
    }

    #[test]
    fn majorities_are_open_until_a_side_has_21_cards_or_6_diamonds() {
        let game = Game::preset("cirulla").expect("a preset");
        let (mut cards, mut diamonds) = (0, 0);
        for seed in 0..40 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let deal = Deal::random(&game, 0, &mut rng);
            let mut state = State::new(&game, &deal);
            while !state.is_over() {
                let piles = [0, 1].map(|side| state.pile(side).text(game.deck()));
                let has = |side: usize, card: &str| piles[side].split(' ').any(|text| text == card);
                let count = |side: usize, end: &str| piles[side].split(' ').filter(|text| text.ends_with(end)).count();
                let many = (0..2).any(|side| state.pile(side).len() >= 21);
                let rich = (0..2).any(|side| count(side, "d") >= 6);
                let meld = |set: &[&str], points| {
                    let denied = set.iter().any(|card| has(1, card)) || set.iter().all(|card| has(0, card));
                    if denied { 0 } else { points }
                };
                let expected = 1
                    + i64::from(!many)
                    + i64::from(!rich)
                    + i64::from(!has(0, "7d") && !has(1, "7d"))
                    + meld(&["Jd", "Qd", "Kd"], 5)
                    + meld(&["Ad", "2d", "3d"], 3);
                assert_eq!(open_points(&game, &state, 1), expected, "{piles:?}");
                cards += usize::from(many);
                diamonds += usize::from(rich);
                let action = state.random_action(&game, &mut rng);
                state.apply(&game, &deal, action);
            }
        }
        assert!(cards > 10 && diamonds > 10, "{cards} and {diamonds} places with a majority");
    }
}
