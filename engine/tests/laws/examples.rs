//! The worked examples of captures in `docs/reference/rules.md` section F, by their numbers.

use spariglio_engine::rules::{Ace, AceOnEmpty};
use spariglio_engine::{Action, Card, CardSet, Deal, Deck, Game, RuleSet, State};

/// A preset dealt out at once to two seats, with an empty table.
fn spread_out(rules: &str) -> RuleSet {
    let mut rules = RuleSet::from_toml(rules).unwrap();
    rules.players = 2;
    rules.sides = 2;
    rules.deal.table = 0;
    rules.deal.rounds = vec![rules.deck.size() / 2];
    rules.declarations.dealer_bonus = false;
    rules
}

/// The same seats and cards under rules without captures.
fn without_captures(rules: &RuleSet) -> RuleSet {
    let mut rules = rules.clone();
    rules.capture.equal = false;
    rules.capture.sum = false;
    rules.capture.fifteen = false;
    rules.capture.difference = false;
    rules.capture.ace = Ace::None;
    rules.capture.ace_on_empty = AceOnEmpty::Lay;
    rules
}

pub fn cards(deck: Deck, text: &str) -> Vec<Card> {
    text.split(' ')
        .filter(|word| !word.is_empty())
        .map(|word| deck.parse_card(word).unwrap())
        .collect()
}

/// A whole pack that begins with some cards.
pub fn pack_from(deck: Deck, first: &[Card]) -> Vec<Card> {
    let rest = deck.cards().iter().filter(|card| !first.contains(card));
    first.iter().copied().chain(rest).collect()
}

/// A table, laid card by card in the given order, and the seat that holds `card`.
struct Turn {
    game: Game,
    deal: Deal,
    state: State,
    card: Card,
}

impl Turn {
    fn new(rules: &str, table: &str, card: &str) -> Turn {
        let rules = spread_out(rules);
        let deck = rules.deck;
        let setup = Game::new(without_captures(&rules)).unwrap();
        let game = Game::new(rules).unwrap();
        let table = cards(deck, table);
        let card = deck.parse_card(card).unwrap();
        let first: Vec<Card> = table.iter().copied().chain([card]).collect();
        let deal = Deal::new(&setup, 0, &pack_from(deck, &first)).unwrap();
        let mut state = State::new(&setup, &deal);
        for card in &table {
            state.try_apply(&setup, &deal, Action::play(*card, CardSet::EMPTY)).unwrap();
        }
        Turn { game, deal, state, card }
    }

    /// The texts of the card's plays.
    fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.state.legal_actions(&self.game, &mut actions);
        actions.retain(|action| action.card() == Some(self.card));
        actions.iter().map(|action| action.text(self.game.deck())).collect()
    }

    fn after(&self, action: &str) -> State {
        let mut state = self.state;
        state
            .try_apply(&self.game, &self.deal, Action::parse(action, self.game.deck()).unwrap())
            .unwrap();
        state
    }

    /// Points of single plays: sweeps, picada, simili, quadriglia.
    fn points(&self, action: &str) -> [u8; 4] {
        let tally = self.after(action).tally(self.game.side(self.state.seat()));
        [tally.sweeps, tally.picada, tally.simili, tally.quadriglia]
    }
}

/// Rules, table, card, and the sets it may capture; `-` is a lay.
#[rustfmt::skip]
const CAPTURES: &[(&str, &str, &str, &str, &str)] = &[
    ("F1", "base = 'scopa'", "6c 4d 2s", "6b", "6c"),
    ("F2", "base = 'scopa'", "Ac 3d 4s Jb", "Jd", "Jb"),
    ("F3", "base = 'scopa'", "5c 5s 2d", "5d", "5c|5s"),
    ("F4", "base = 'scopa'", "Ad 5c 6s", "7b", "Ad 6s"),
    ("F5", "base = 'scopa'", "Ad 5c 6s", "2d", "-"),
    ("F6", "base = 'scopa'", "Ad 2d 3d 4d", "6b", "2d 4d|Ad 2d 3d"),
    ("F7", "base = 'scopa'\ncapture.fewest = true", "Ad 2d 3d 4d", "6b", "2d 4d"),
    ("F8", "base = 'scopa'", "Ad 2d 3c 4s 5b", "Kb", "Ad 4s 5b|2d 3c 5b|Ad 2d 3c 4s"),
    ("F9", "base = 'scopa'", "2c 2s 3d 5b", "7d", "2c 5b|2s 5b|2c 2s 3d"),
    ("F10", "base = 'scopa'", "", "7d", "-"),
    ("F11", "base = 'scopa'", "3d 4c", "7s", "3d 4c"),
    ("F16", "base = 'scopa_d_assi'", "5d Qs 3c", "Ab", "3c 5d Qs"),
    ("F17", "base = 'scopa_d_assi'", "Ad 5c", "Ab", "Ad"),
    ("F18", "base = 'scopa_d_assi'", "Ad", "Ab", "Ad"),
    ("F19", "base = 'scopa_d_assi'", "", "Ab", "-"),
    ("F20", "base = 'scopa_di_quindici'", "Ac 3d 5s 7b", "2d", "Ac 5s 7b"),
    ("F21", "base = 'scopa_di_quindici'", "Kc 5c", "5d", "Kc"),
    ("F22", "base = 'scopa_di_quindici'", "Jd 7c", "7s", "Jd"),
    ("F23", "base = 'scopa_di_quindici'", "2c 3d 5s", "Kb", "5s|2c 3d"),
    ("F23", "base = 'scopa_di_quindici'\ncapture.fewest = true", "2c 3d 5s", "Kb", "5s"),
    ("F24", "base = 'scopa_di_quindici'", "2c 2s 4d 6b", "7d", "2c 6b|2s 6b|2c 2s 4d"),
    ("F25", "base = 'cirullone'", "6d 2b 4s Qc", "6c", "6d|2b 4s|Qc"),
    ("F26", "base = 'cirullone'", "Jd 5c 3s", "Jb", "Jd|3s 5c"),
    ("F27", "base = 'cirullone'", "3d 4c", "Jb", "3d 4c"),
    ("F28", "base = 'cirullone'", "5d", "Kc", "5d"),
    ("F29", "base = 'cirullone'", "7d 3c 5b", "7s", "7d|3c 5b"),
    ("F30", "base = 'cirullone'", "4d 7s 2c", "4b", "4d|4d 7s"),
    ("F31", "base = 'cirullone'", "5d 5s 3c 2b", "Kb", "5d 5s|2b 3c 5d|2b 3c 5s|5d|5s|2b 3c"),
    ("F32", "base = 'cirullone'", "5d Qs 3c", "Ab", "3c 5d Qs"),
    ("F33", "base = 'cirullone'", "Ad Ks 4b", "Ac", "Ad"),
    ("F33", "base = 'cirullone'\ncapture.ace_with_ace = 'ace_or_fifteen'", "Ad Ks 4b", "Ac", "Ad|4b Ks"),
    ("F34", "base = 'cirullone'", "Ad", "Ac", "Ad"),
    ("F35", "base = 'cirullone'", "", "Ac", "-"),
    ("F103", "base = 'cirullone'\ncapture.single_first = 'before_sums'", "6d 2b 4s Qc", "6c", "6d|Qc"),
    ("F104", "base = 'cirullone'\ncapture.single_first = 'before_sums'", "4d 7s 2c", "4b", "4d|4d 7s"),
    ("F105", "base = 'cirullone'\ncapture.single_first = 'before_sums'", "2b 4s Qc", "6c", "2b 4s|Qc"),
    ("F106", "base = 'cirullone'\ncapture.single_first = true", "6d 2b 4s Qc", "6c", "6d"),
    ("F36", "base = 'cirullone'", "2d 4b 6s Ab", "2c", "2d|Ab 2d 4b 6s"),
    ("F37", "base = 'cirullone'", "Ad 2c 3s 4b 5d", "6b", "Ad 5d|2c 4b|Ad 2c 3s|4b 5d|Ad 3s 5d|2c 3s 4b"),
    ("F38", "base = 'cirullone'", "Kd 3c 2s", "Qb", "-"),
    ("F40", "base = 'cirullone'", "4d Qs", "7c", "-"),
    ("F90", "base = 'cicera'", "Ks 3d 4d 2d", "9d", "-|2d 3d 4d"),
    ("F91", "base = 'cicera'", "3d 4d 2d", "9d", "-|2d 3d 4d"),
    ("F92", "base = 'cicera'", "5s", "5d", "-|5s"),
    ("F93", "base = 'cicera'", "7c 3c 4c", "7b", "-|7c|3c 4c"),
    ("F95", "base = 'cicera'", "7d Kb 7c", "7s", "-|7c|7d"),
    ("F96", "base = 'cicera'", "3s 4d 6b", "Kb", "-"),
    ("F97", "base = 'cicera'", "Jb 8c 3d", "Jd", "-|Jb"),
    ("F98", "base = 'cicera'", "Td 6c 4s", "Ts", "-|Td|4s 6c"),
    ("C.18", "base = 'scopa'\ncapture.difference = true", "2d 5s Qc Kb", "3c", "2d 5s"),
    ("C.18", "base = 'scopa'\ncapture.difference = true", "2d 5s Jc Kb 3s", "3c", "3s"),
    ("C.18", "base = 'cirulla'\ncapture.difference = true", "2d 5s 3s", "3c", "2d 5s|3s"),
    ("C.18", "base = 'cirulla'\ncapture.difference = true", "2d 3s Ac", "Ad", "Ac"),
    ("C.18", "base = 'scopa_di_quindici'\ncapture.difference = true\ncapture.fewest = true", "Ac 5s 2s 7b", "5d", "2s 7b"),
    ("C.18", "base = 'cicera'\ncapture.difference = true", "Kd Qd 7c 8c", "Ab", "-|7c 8c"),
    ("E.7", "base = 'cirulla_platform'", "4d 7s 2c", "4b", "4d|4d 7s"),
    ("E.7", "base = 'cirulla_platform'", "5d 5c 3d 2d", "Kb", "5d 5c|2d 3d 5d|2d 3d 5c|5d|5c|2d 3d"),
];

#[test]
fn captures() {
    for (number, rules, table, card, expected) in CAPTURES {
        let rules = format!("{rules}\ndeclarations.hands = 'none'").replace('\'', "\"");
        let turn = Turn::new(&rules, table, card);
        let text = |set: &str| {
            if set == "-" {
                (*card).to_owned()
            } else {
                format!("{card} x {set}")
            }
        };
        let mut expected: Vec<String> = expected.split('|').map(text).collect();
        let mut actions = turn.actions();
        expected.sort();
        actions.sort();
        assert_eq!(actions, expected, "{number}");
    }
}

#[test]
fn sweeps_and_points_of_plays() {
    let points = |rules: &str, table: &str, card: &str, action: &str| {
        Turn::new(&format!("base = \"{rules}\"\ndeclarations.hands = \"none\""), table, card).points(action)[0]
    };
    assert_eq!(points("scopa", "3d 4c", "7s", "7s x 3d 4c"), 1, "F11");
    assert_eq!(points("scopa_d_assi", "5d Qs 3c", "Ab", "Ab x 3c 5d Qs"), 0, "F16");
    assert_eq!(points("asso_piglia_tutto", "5d Qs 3c", "Ab", "Ab x 3c 5d Qs"), 1, "F16");
    assert_eq!(points("scopa_d_assi", "Ad", "Ab", "Ab x Ad"), 1, "F18");
    assert_eq!(points("asso_piglia_tutto", "Ad", "Ab", "Ab x Ad"), 1, "F18");
    assert_eq!(points("cirullone", "3d 4c", "Jb", "Jb x 3d 4c"), 1, "F27");
    assert_eq!(points("cirullone", "5d", "Kc", "Kc x 5d"), 1, "F28");
    assert_eq!(points("cirullone", "5d Qs 3c", "Ab", "Ab x 3c 5d Qs"), 1, "F32");
    assert_eq!(points("cirullone", "Ad", "Ac", "Ac x Ad"), 1, "F34");
    assert_eq!(points("cirullone", "2d 4b 6s Ab", "2c", "2c x Ab 2d 4b 6s"), 1, "F36");
}

#[test]
fn a_sweep_gives_another_play() {
    let seats = |rules: &str, table: &str, card: &str, action: &str| {
        let turn = Turn::new(rules, table, card);
        (turn.state.seat(), turn.after(action).seat())
    };
    let again = "base = \"scopa\"\nsweep.again = true";
    assert_eq!(seats(again, "3d 4c", "7s", "7s x 3d 4c"), (1, 1), "C.18");
    assert_eq!(seats(again, "3d 4c 5c", "7s", "7s x 3d 4c"), (0, 1), "C.18: no sweep");
    assert_eq!(seats("base = \"scopa\"", "3d 4c", "7s", "7s x 3d 4c"), (1, 0));
    let quiet = "base = \"scopa_d_assi\"\nsweep.again = true";
    assert_eq!(seats(quiet, "5d Qs", "Ab", "Ab x 5d Qs"), (1, 1), "C.18: it need not score");
}

/// Table in the order in which it was laid, card, action; sweep, picada, simili, quadriglia.
const CICERA: &[(&str, &str, &str, &str, [u8; 4])] = &[
    ("F90", "2d 3d 4d Ks", "9d", "9d x 2d 3d 4d", [0, 0, 1, 1]),
    ("F91", "2d 3d 4d", "9d", "9d x 2d 3d 4d", [1, 0, 1, 1]),
    ("F92", "5s", "5d", "5d x 5s", [1, 1, 0, 0]),
    ("F93", "7c 3c 4c", "7b", "7b x 7c", [0, 0, 0, 0]),
    ("F93", "7c 3c 4c", "7b", "7b x 3c 4c", [0, 0, 0, 0]),
    ("F94", "3c 4c 7c", "7b", "7b x 7c", [0, 1, 0, 0]),
    ("F95", "7d Kb 7c", "7s", "7s x 7c", [0, 1, 0, 0]),
    ("F95", "7d Kb 7c", "7s", "7s x 7d", [0, 0, 0, 0]),
];

#[test]
fn points_of_cicera_plays() {
    for (number, table, card, action, points) in CICERA {
        assert_eq!(Turn::new("base = \"cicera\"", table, card).points(action), *points, "{number} {action}");
    }
}
