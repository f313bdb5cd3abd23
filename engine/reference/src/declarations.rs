//! Three-card bonuses by trying every three cards and every value. Source: `docs/reference/rules.md` CL9 to CL14, CR2
//! to CR6, E.1.

use spariglio_engine::cards::MATTA;
use spariglio_engine::rules::{DeclarationHands, Matta};
use spariglio_engine::{Action, Card, RuleSet};

/// A three-card bonus. Ordered canonically: by the cards, then by the value of 7c.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Declaration {
    /// The three cards, sorted.
    pub cards: [Card; 3],
    /// The value of 7c; 0 if it is not among the cards.
    pub matta: u8,
}

impl Declaration {
    /// The declaration of three cards.
    pub fn new(mut cards: [Card; 3], matta: u8) -> Declaration {
        cards.sort();
        Declaration { cards, matta }
    }

    /// Whether the two have no card in common.
    pub fn is_disjoint(&self, other: &Declaration) -> bool {
        self.cards.iter().all(|card| !other.cards.contains(card))
    }

    /// The action that declares it.
    pub fn action(&self) -> Action {
        Action::declare(self.cards.iter().copied().collect(), self.matta)
    }

    /// The points of the declaration.
    pub fn points(&self, rules: &RuleSet) -> i32 {
        let declarations = &rules.declarations;
        i32::from(if is_ten(values(rules, &self.cards, self.matta)) {
            declarations.ten_points
        } else {
            declarations.three_points
        })
    }
}

/// The values of three cards; 7c has the value `matta`.
fn values(rules: &RuleSet, cards: &[Card; 3], matta: u8) -> [u8; 3] {
    let value = |card: &Card| {
        if *card == MATTA {
            matta
        } else {
            rules.deck.value(card.rank())
        }
    };
    cards.each_ref().map(value)
}

fn is_ten(values: [u8; 3]) -> bool {
    values[0] == values[1] && values[1] == values[2]
}

fn is_allowed(rules: &RuleSet, cards: &[Card; 3], matta: u8) -> bool {
    let values = values(rules, cards, matta);
    let platform = rules.declarations.matta == Matta::Platform;
    let three = values.iter().sum::<u8>() <= rules.declarations.three_max_sum && (!platform || matta <= 1);
    !values.contains(&0) && (is_ten(values) || three)
}

/// Every declaration of the cards of a hand.
pub fn possible(rules: &RuleSet, hand: &[Card]) -> Vec<Declaration> {
    let mut list = Vec::new();
    for (third, c) in hand.iter().enumerate() {
        for (second, b) in hand.iter().enumerate().take(third) {
            for a in hand.iter().take(second) {
                let cards = [*a, *b, *c];
                let values = match (cards.contains(&MATTA), rules.declarations.matta) {
                    (false, _) => 0..=0,
                    (true, Matta::None) => 7..=7,
                    (true, _) => 1..=10,
                };
                let allowed = values.filter(|matta| is_allowed(rules, &cards, *matta));
                list.extend(allowed.map(|matta| Declaration::new(cards, matta)));
            }
        }
    }
    list.sort();
    list
}

/// The declarations that `auto` makes from the possible ones.
pub fn automatic(rules: &RuleSet, possible: Vec<Declaration>) -> Vec<Declaration> {
    if rules.declarations.hands != DeclarationHands::AnyThree {
        let best = possible.iter().map(|one| one.points(rules)).max();
        return possible
            .into_iter()
            .find(|one| Some(one.points(rules)) == best)
            .into_iter()
            .collect();
    }
    let mut best = Vec::new();
    let better = |one: &[Declaration], other: &[Declaration]| {
        let total = |list: &[Declaration]| list.iter().map(|one| one.points(rules)).sum::<i32>();
        (-total(one), one.len(), one) < (-total(other), other.len(), other)
    };
    for set in disjoint_sets(&possible) {
        if better(&set, &best) {
            best = set;
        }
    }
    best
}

/// Every set of disjoint declarations, each in canonical order, the empty one too.
pub fn disjoint_sets(possible: &[Declaration]) -> Vec<Vec<Declaration>> {
    let mut sets = vec![Vec::new()];
    for one in possible {
        for index in 0..sets.len() {
            if sets[index].iter().all(|other: &Declaration| one.is_disjoint(other)) {
                let mut set = sets[index].clone();
                set.push(one.clone());
                sets.push(set);
            }
        }
    }
    sets
}
