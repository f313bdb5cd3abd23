//! The inputs of a rule set, for a network that plays several: one per value of each field of captures, sweeps,
//! declarations and scores.
//!
//! Invariant: they follow from [`RuleField::all`]. A new value of these tables moves them: shipped networks that read
//! rules then need rows of zeros for it. Mechanics that no known game has are no inputs: such networks do not play them.

use spariglio_engine::RuleSet;
use spariglio_engine::rules::{FieldKind, RuleField};

/// The tables of a rule set whose fields are inputs. The deal is not among them: all games of a network have the same,
/// except perhaps for the deals that are dealt again.
const TABLES: [&str; 4] = ["capture.", "sweep.", "declarations.", "score."];
/// Places of a number: 0, 1, 2, and all above. Larger points are told by the residual and by inputs of gains.
const NUMBERS: usize = 4;
/// Places of the cards that score singly. Their points are told as those of numbers are.
const CARDS: usize = 52;

/// Number of inputs of rules.
#[must_use]
pub fn rules_len() -> usize {
    fields().map(width).sum()
}

/// The inputs of a rule set, ascending, counted from the first input of rules.
#[must_use]
pub fn rules_of(rules: &RuleSet) -> Vec<u16> {
    let (mut start, mut inputs) = (0, Vec::new());
    for field in fields() {
        match field.kind {
            FieldKind::Other(_) => {
                inputs.extend(rules.score.single.keys().map(|card| start + usize::from(card.index())))
            }
            kind => inputs.push(start + place(kind, &field.value_in(rules).expect("a rule set has its fields"))),
        }
        start += width(field);
    }
    inputs.into_iter().map(|input| input as u16).collect()
}

fn fields() -> impl Iterator<Item = &'static RuleField> {
    let has_inputs = |field: &&RuleField| TABLES.iter().any(|table| field.path.starts_with(table)) && !field.is_own();
    RuleField::all().iter().filter(has_inputs)
}

/// Number of inputs of a field. The one field of another kind is the table of cards that score singly.
fn width(field: &RuleField) -> usize {
    match field.kind {
        FieldKind::Flag { .. } | FieldKind::Choice(_) => field.kind.values().len(),
        FieldKind::Number { .. } => NUMBERS,
        FieldKind::Numbers { .. } | FieldKind::Other(_) => CARDS,
    }
}

/// The place of a value, as TOML writes it, among the inputs of its field.
fn place(kind: FieldKind, value: &str) -> usize {
    match kind {
        FieldKind::Number { .. } => value.parse().map_or(NUMBERS - 1, |number: usize| number.min(NUMBERS - 1)),
        _ => {
            let values = kind.values();
            let place = values.iter().position(|one| one.text == value.trim_matches('"'));
            place.expect("a rule set has values of its fields")
        }
    }
}

#[cfg(test)]
mod tests {
    use spariglio_engine::Game;

    use super::super::layout::deal_text;
    use super::*;

    #[test]
    fn each_field_has_one_input_and_each_single_card_too() {
        let count = fields().filter(|field| !matches!(field.kind, FieldKind::Other(_))).count();
        for name in RuleSet::preset_names() {
            let rules = RuleSet::preset(name).expect("a preset");
            let inputs = rules_of(&rules);
            assert_eq!(inputs.len(), count + rules.score.single.len(), "{name}");
            assert!(inputs.is_sorted_by(|one, next| one < next), "{name}");
            assert!(usize::from(*inputs.last().expect("some")) < rules_len(), "{name}");
        }
    }

    #[test]
    fn mechanics_of_no_known_game_are_told_by_the_deal_only() {
        let rules = RuleSet::preset("scopa").expect("a preset");
        let mut other = rules.clone();
        (other.capture.difference, other.sweep.again) = (true, true);
        let texts = [&rules, &other].map(|rules| deal_text(&Game::new(rules.clone()).expect("a game")));
        assert_eq!(rules_of(&rules), rules_of(&other));
        assert_eq!(format!("{}, capture.difference, sweep.again", texts[0]), texts[1]);
    }

    #[test]
    fn rules_that_differ_in_a_field_differ_in_an_input() {
        let rules = RuleSet::preset("scopa").expect("a preset");
        let mut other = rules.clone();
        other.capture.fifteen = true;
        let (own, others) = (rules_of(&rules), rules_of(&other));
        let differing = own.iter().filter(|input| !others.contains(input)).count();
        assert_eq!((own.len(), differing), (others.len(), 1));
    }
}
