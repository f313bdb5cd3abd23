//! Information sets, counted by playing every deal of small games and remembering the knowledge of the seat to act.

use std::collections::HashSet;

use spariglio_engine::walks::{DecisionNode, InfoSets, TreeVisitor, info_sets, walk_tree};
use spariglio_engine::{Action, Card, Deal, Game, RuleSet, State};
use spariglio_reference::Reference;

/// The small presets with their counts. The last one is too large for [`by_brute_force`] in everyday tests; `make soak`
/// counts it too.
const COUNTS: [(&str, u64, u64); 4] = [
    ("mini_scopone", 31_416, 4_536),
    ("mini_scopa", 113_092, 30_436),
    ("mini_primiera", 1_041_390, 315_630),
    ("mini_napoli", 5_444_598, 1_640_726),
];

/// The knowledge of a seat to act: the seat, the first table, the cards it was dealt so far, all actions.
type Known = (usize, Vec<Card>, Vec<Card>, Vec<Action>);

/// Plays all hands of all deals of the dealer in seat 0 in the slow engine.
struct Force {
    known: HashSet<Known>,
    choices: u64,
}

fn by_brute_force(game: &Game) -> InfoSets {
    let mut force = Force { known: HashSet::new(), choices: 0 };
    let pack: Vec<Card> = game.pack().iter().collect();
    force.deal(game, &mut Vec::new(), &pack);
    InfoSets { all: force.known.len() as u64, choices: force.choices }
}

impl Force {
    /// Continues with every deal that begins with `dealt`. Deals that differ only in the order of a hand count once.
    fn deal(&mut self, game: &Game, dealt: &mut Vec<Card>, left: &[Card]) {
        if dealt.len() == game.dealt_len() {
            let cards: Vec<Card> = dealt.iter().chain(left).copied().collect();
            let hand = Reference::new(game.rules(), 0, &cards);
            let table = hand.table.clone();
            let received = hand.hands.clone();
            self.play(&hand, &table, &received, &mut Vec::new());
            return;
        }
        for (index, &card) in left.iter().enumerate() {
            if follows(game, dealt, card) {
                let rest: Vec<Card> = left.iter().filter(|&&other| other != left[index]).copied().collect();
                dealt.push(card);
                self.deal(game, dealt, &rest);
                dealt.pop();
            }
        }
    }

    fn play(&mut self, hand: &Reference, table: &[Card], received: &[Vec<Card>], played: &mut Vec<Action>) {
        if hand.over {
            return;
        }
        let actions = hand.legal();
        let cards = if hand.rules.deal.open {
            received.concat()
        } else {
            received[hand.seat].clone()
        };
        let known = (hand.seat, table.to_vec(), cards, played.clone());
        if self.known.insert(known) && actions.len() > 1 {
            self.choices += 1;
        }
        for action in actions {
            let mut next = hand.clone();
            next.apply(action);
            let mut received = received.to_vec();
            if next.stock.len() < hand.stock.len() {
                let deal = received.iter_mut().zip(&next.hands);
                deal.for_each(|(received, hand)| received.extend(hand));
            }
            played.push(action);
            self.play(&next, table, &received, played);
            played.pop();
        }
    }
}

/// Whether a card comes after the card before it in the same hand of the same deal-round, or on the same table.
fn follows(game: &Game, dealt: &[Card], card: Card) -> bool {
    let (place, players) = (dealt.len(), game.players());
    let first = players * game.round_len(0);
    let round = (0..game.deal_rounds())
        .rfind(|&round| game.round_start(round) <= place)
        .unwrap_or(0);
    let on_table = (first..first + game.table_len()).contains(&place);
    let before = if on_table {
        (place > first).then(|| dealt[place - 1])
    } else {
        (place >= game.round_start(round) + players).then(|| dealt[place - players])
    };
    before.is_none_or(|before| before < card)
}

#[test]
fn small_games_have_the_stated_information_sets() {
    for (name, all, choices) in COUNTS {
        let game = Game::preset(name).unwrap();
        let stated = InfoSets { all, choices };
        assert_eq!(info_sets(&game), Some(stated), "{name}");
        if all < 200_000 || crate::soak::soak() > 1 {
            assert_eq!(by_brute_force(&game), stated, "{name}");
        }
    }
}

/// The information sets of a tree, by seat.
struct Sets([usize; 2]);

impl TreeVisitor for Sets {
    fn deals(&mut self, _: &[Deal]) {}

    fn decision(&mut self, node: DecisionNode<'_>) {
        let met = &mut self.0[node.seat];
        *met = (*met).max(node.set + 1);
    }

    fn end(&mut self, _: &State) {}
}

#[test]
fn open_hands_tell_more() {
    let mut rules = RuleSet::preset("mini_scopone").unwrap();
    rules.deal.open = true;
    let game = Game::new(rules).unwrap();
    let mut sets = Sets([0; 2]);
    walk_tree(&game, 0, 10_000_000, &mut sets).unwrap();
    assert_eq!(sets.0.iter().sum::<usize>() as u64, by_brute_force(&game).choices);
    assert_eq!(info_sets(&game), None);
}

#[test]
fn information_sets_are_counted_without_declarations_only() {
    assert_eq!(info_sets(&Game::preset("cirulla").unwrap()), None);
}
