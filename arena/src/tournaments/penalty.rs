//! The cost of an offence (`docs/reference/rules.md` E.6, TO2 to TO4; section H.3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use spariglio_engine::rules::{Majority, Prime};
use spariglio_engine::{Card, CardSet, Game, PointKind, State};

/// Most points that an offence adds to the opponent's.
pub(super) const MOST: i64 = 6;
/// The kinds of points that the end of a hand decides.
const AT_THE_END: [PointKind; 3] = [PointKind::Cards, PointKind::Suit, PointKind::Prime];

/// The fate of the points that are secured in a hand with an offence.
#[derive(Copy, Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OffenceRule {
    /// They count for the side that made them.
    #[default]
    Secured,
    /// They do not count.
    Void,
}

/// The points of a hand that ended with an offence.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Claims {
    /// Points that each side made and cannot lose.
    pub secured: [i64; 2],
    /// Points that the offence gives to the opponent: those not awarded yet and one sweep, at most six.
    pub added: i64,
}

impl Claims {
    /// The points of a hand that an offence of side `offender` ended at `state`. The game has two sides.
    #[must_use]
    pub fn new(game: &Game, state: &State, offender: usize) -> Claims {
        Claims {
            secured: [0, 1].map(|side| secured(game, state, side)),
            added: (open_points(game, state, offender) + 1).min(MOST),
        }
    }

    /// The difference of a match with these scores before the hand, for the opponent of `offender`: 0 or more.
    #[must_use]
    pub fn margin(&self, rule: OffenceRule, scores: [i64; 2], offender: usize) -> i64 {
        let secured = match rule {
            OffenceRule::Secured => self.secured,
            OffenceRule::Void => [0, 0],
        };
        let [ours, theirs] = [1 - offender, offender].map(|side| scores[side] + secured[side]);
        (ours + self.added - theirs).max(0)
    }
}

/// Points of the hand that `side` made and cannot lose: those scored in play, the dealer's bonus, single cards, melds as
/// far as they are complete, and a majority of more than half of all cards. The prime is never secured.
fn secured(game: &Game, state: &State, side: usize) -> i64 {
    let score = state.score(game);
    let made = PointKind::ALL.into_iter().zip(score.by_kind(side));
    let made = made.filter(|(kind, _)| !AT_THE_END.contains(kind));
    let made: i64 = made.map(|(_, points)| i64::from(points)).sum();
    let majorities = majorities(game).map(|(of, points)| if has_most(game, state, side, of) { points } else { 0 });
    made + majorities.iter().sum::<i64>()
}

/// The sets of which most cards score, with their points.
fn majorities(game: &Game) -> [(CardSet, i64); 2] {
    let score = &game.rules().score;
    [(game.pack(), score.cards.into()), (CardSet::suit(score.suit), score.suit_points.into())]
}

/// Whether a side has more than half of the cards of `of` in its pile, or the other side if the fewest score.
fn has_most(game: &Game, state: &State, side: usize, of: CardSet) -> bool {
    let side = match game.rules().score.majority {
        Majority::Most => side,
        Majority::Fewest => 1 - side,
    };
    2 * (state.pile(side) & of).len() > (game.pack() & of).len()
}

/// Points of the hand that are not awarded yet and that the opponent can still get. These are single cards in no pile,
/// majorities that no side has, and the prime. Melds count if the offender has no card of them and the opponent has not
/// all.
fn open_points(game: &Game, state: &State, offender: usize) -> i64 {
    let opponent = 1 - offender;
    let score = &game.rules().score;
    let piles = [state.pile(0), state.pile(1)];
    let taken = piles[0] | piles[1];
    let single = score.single.iter().filter(|(card, _)| !taken.contains(**card));
    let single: i64 = single.map(|(_, points)| i64::from(*points)).sum();
    let is_open = |of: CardSet| (0..2).all(|side| !has_most(game, state, side, of));
    let majorities = majorities(game).map(|(of, points)| if is_open(of) { points } else { 0 });
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
        i64::from(score.high_meld)
    } else {
        0
    };
    let low = if meld(&[1, 2, 3]) {
        let made = state.score(game).by_kind(opponent)[PointKind::LowMeld as usize];
        i64::from(score.low_meld.points(3)) - i64::from(made)
    } else {
        0
    };
    majorities.iter().sum::<i64>() + high + low + single + prime
}

#[cfg(test)]
mod tests {
    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;
    use spariglio_engine::{Action, Deal, Game, State};

    use super::super::vp::{Award, Column};
    use super::{Claims, OffenceRule, open_points, secured};

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
        let lost = |scores, offender| {
            let claims = Claims::new(&game, &state, offender);
            assert_eq!(claims, Claims { secured: [0, 0], added: 6 });
            let margin = claims.margin(OffenceRule::Secured, scores, offender);
            (margin, column.forfeit(margin, offender))
        };
        // 12 + 6 against 20: the offender would be ahead, so the difference is 0. At least 14 VP, a row that begins at
        // 12 MP.
        assert_eq!(lost([20, 12], 0), (0, Award { vp: [0, 14], mp: [-33, 12] }));
        // 40 + 6 - 12 = 34: 20 VP, a row that begins at 33 MP.
        assert_eq!(lost([40, 12], 1), (34, Award { vp: [20, 0], mp: [33, -33] }));
        // 10 + 6 - 0 = 16: 15 VP.
        assert_eq!(lost([0, 10], 0), (16, Award { vp: [0, 15], mp: [-33, 16] }));
    }

    #[test]
    fn what_is_in_a_pile_is_awarded_or_denied() {
        // Seat 1 takes the settebello: it is awarded, for an offence of either side.
        let (game, state) = after("cirulla", "7c Jc Qs Js Kc 2s 7d Ks 5b Qb", &["7c x 7d"]);
        assert_eq!([0, 1].map(|side| open_points(&game, &state, side)), [11, 11]);
        assert_eq!([0, 1].map(|side| secured(&game, &state, side)), [0, 1]);
        // Seat 1 takes the king of diamonds: its own high meld is still open, its opponent's is not.
        let (game, state) = after("cirulla", "Kc Jc 5s Js 7c 7s Qc Kd 3b 6b", &["Kc x Kd"]);
        assert_eq!([0, 1].map(|side| open_points(&game, &state, side)), [12, 7]);
        // Scopa has no melds: 1 + 1 + 1 + 1; with a sweep 5, below the cap.
        let (game, state) = after("scopa", "5c Jc 5s Js 7c 7s Qc Ks 5b 4b", &[]);
        assert_eq!(open_points(&game, &state, 1), 4);
        let column = Column::of(&game.rules().end).expect("a column");
        let claims = Claims::new(&game, &state, 1);
        let margin = claims.margin(OffenceRule::Secured, [10, 2], 1);
        assert_eq!((claims.added, margin), (5, 13));
        assert_eq!(column.forfeit(margin, 1), Award { vp: [17, 0], mp: [13, -15] });
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

    /// Plays random hands of Cirulla; calls `at` at every position.
    fn each_position(seeds: std::ops::Range<u64>, mut at: impl FnMut(&Game, &State) -> bool) {
        let game = Game::preset("cirulla").expect("a preset");
        for seed in seeds {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let deal = Deal::random(&game, 0, &mut rng);
            let mut state = State::new(&game, &deal);
            while !state.is_over() {
                if at(&game, &state) {
                    return;
                }
                let action = state.random_action(&game, &mut rng);
                state.apply(&game, &deal, action);
            }
        }
    }

    #[test]
    fn secured_points_count_for_both_sides() {
        // 44-33; the opponent has secured 16 points, the offender 5, and only the prime is open.
        let mut example = None;
        each_position(0..200_000, |game, state| {
            let offender = usize::from(secured(game, state, 1) == 5);
            let claims = Claims::new(game, state, offender);
            let fits = claims.secured[offender] == 5 && claims.secured[1 - offender] == 16 && claims.added == 2;
            example = fits.then_some((offender, claims));
            fits
        });
        let (offender, claims) = example.expect("a position with these points");
        let scores = if offender == 0 { [33, 44] } else { [44, 33] };
        let margin = |rule| claims.margin(rule, scores, offender);
        assert_eq!(margin(OffenceRule::Secured), (44 + 16 + 2) - (33 + 5));
        assert_eq!(margin(OffenceRule::Void), (44 + 2) - 33);
    }

    #[test]
    fn what_is_secured_stays() {
        let mut before = [0, 0];
        let mut ply = 0;
        each_position(0..200, |game, state| {
            let now = [0, 1].map(|side| secured(game, state, side));
            if state.ply() > ply {
                assert!(now[0] >= before[0] && now[1] >= before[1], "{before:?}, then {now:?}");
            }
            (before, ply) = (now, state.ply());
            false
        });
    }
}
