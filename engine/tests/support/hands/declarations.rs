//! Three-card bonuses by trying every three cards and every value. Source: `docs/rules.md` CL9 to CL14, CR2 to CR6, E.1.

use spariglio_engine::{Action, Card, DeclarationHands, MATTA, Matta, RuleSet};

/// Three cards, sorted, and the value of 7c (0 where it is not among them). Ordered canonically.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Declaration {
    pub cards: Vec<Card>,
    pub matta: u8,
}

impl Declaration {
    pub fn new(mut cards: Vec<Card>, matta: u8) -> Declaration {
        cards.sort();
        Declaration { cards, matta }
    }

    pub fn is_disjoint(&self, other: &Declaration) -> bool {
        self.cards.iter().all(|card| !other.cards.contains(card))
    }

    pub fn action(&self) -> Action {
        Action::declare(self.cards.iter().copied().collect(), self.matta)
    }

    fn values(&self, rules: &RuleSet) -> Vec<u8> {
        let value = |card: &Card| {
            if *card == MATTA {
                self.matta
            } else {
                rules.deck.value(card.rank())
            }
        };
        self.cards.iter().map(value).collect()
    }

    fn is_ten(&self, rules: &RuleSet) -> bool {
        let values = self.values(rules);
        values.iter().all(|value| *value == values[0])
    }

    fn is_allowed(&self, rules: &RuleSet) -> bool {
        let values = self.values(rules);
        let platform = rules.declarations.matta == Matta::Platform;
        let three = values.iter().sum::<u8>() <= rules.declarations.three_max_sum && (!platform || self.matta <= 1);
        !values.contains(&0) && (self.is_ten(rules) || three)
    }

    pub fn points(&self, rules: &RuleSet) -> i32 {
        let declarations = &rules.declarations;
        i32::from(if self.is_ten(rules) {
            declarations.ten_points
        } else {
            declarations.three_points
        })
    }
}

/// Every declaration of the cards of a hand.
pub fn possible(rules: &RuleSet, hand: &[Card]) -> Vec<Declaration> {
    let mut found = Vec::new();
    for (third, c) in hand.iter().enumerate() {
        for (second, b) in hand.iter().enumerate().take(third) {
            for a in hand.iter().take(second) {
                let cards = vec![*a, *b, *c];
                let values = match (cards.contains(&MATTA), rules.declarations.matta) {
                    (false, _) => 0..=0,
                    (true, Matta::None) => 7..=7,
                    (true, _) => 1..=10,
                };
                found.extend(values.map(|value| Declaration::new(cards.clone(), value)));
            }
        }
    }
    found.retain(|one| one.is_allowed(rules));
    found.sort();
    found
}

/// What `auto` declares out of what is possible.
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
