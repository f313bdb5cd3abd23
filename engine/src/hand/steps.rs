//! Steps: an action of any rule set as a few of [`STEPS`] fixed choices, for learners that need a fixed action space.
//!
//! | steps | meaning |
//! |---|---|
//! | 0 to 51 | play this card |
//! | 52 to 103 | take this table card next; captured cards are taken in canonical order |
//! | 104 | take nothing more (a lay, if nothing was taken) |
//! | 105 to 156 | declare this card next, in canonical order |
//! | 157 to 167 | the value that 7c takes in the declaration, 0 to 10 |
//! | 168 | pass |
//!
//! The first step of a decision is always taken. A later step is offered only if the remaining legal actions differ in
//! it; a step that all of them share is skipped. So every legal action has its own path of steps, and a policy over
//! actions is the product of policies over steps.

use thiserror::Error;

use crate::cards::card::Card;
use crate::cards::card_set::CardSet;
use crate::cards::deck::Deck;
use crate::hand::action::{Action, ActionKind};

/// The number of different steps.
pub const STEPS: usize = 169;

const TAKE: usize = 52;
const LAST_TAKE: usize = 103;
const STOP: usize = 104;
const DECLARE: usize = 105;
const LAST_DECLARE: usize = 156;
const MATTA_VALUE: usize = 157;
const PASS: usize = 168;

/// A step that no legal action has at this point.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Error)]
#[error("step {0} is not legal here: expected one of the steps that the mask shows")]
pub struct IllegalStep(pub usize);

/// A decision that is made step by step.
///
/// # Examples
/// A capture is a card, then each captured card:
/// ```
/// use spariglio_engine::{Action, Deck};
/// use spariglio_engine::hand::Steps;
///
/// let deck = Deck::ITALIAN40;
/// let legal = ["7d x 7c", "7d x 7s", "Kd"].map(|text| Action::parse(text, deck).expect("an action"));
/// let path = Steps::path(&legal, legal[1]).expect("legal");
/// let texts: Vec<_> = path.iter().map(|&step| Steps::text(step, deck).expect("a step")).collect();
/// assert_eq!(texts, ["play 7d", "take 7s"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// The legal actions that agree with all steps so far.
    left: Vec<Action>,
    /// The cards that were taken or declared so far.
    taken: CardSet,
    started: bool,
}

impl Steps {
    /// Begins a decision between `legal` actions.
    pub fn begin(&mut self, legal: &[Action]) {
        self.left.clear();
        self.left.extend_from_slice(legal);
        self.taken = CardSet::EMPTY;
        self.started = false;
    }

    /// The legal actions that agree with all steps so far.
    #[must_use]
    pub fn left(&self) -> &[Action] {
        &self.left
    }

    /// Whether a step of the decision was taken.
    #[must_use]
    pub fn started(&self) -> bool {
        self.started
    }

    /// The next step of `action`, which must be one of [`Steps::left`].
    #[must_use]
    pub fn next(&self, action: Action) -> usize {
        let rest = |cards: CardSet| (cards - self.taken).first().map(|card| usize::from(card.index()));
        match action.kind() {
            ActionKind::Pass => PASS,
            ActionKind::Play { card, .. } if !self.started => usize::from(card.index()),
            ActionKind::Play { captured, .. } => rest(captured).map_or(STOP, |card| TAKE + card),
            ActionKind::Declare { cards, matta } => {
                rest(cards).map_or(MATTA_VALUE + usize::from(matta), |card| DECLARE + card)
            }
        }
    }

    /// Sets `mask[step]` to 1 for every legal step, and to 0 for the others.
    ///
    /// # Panics
    /// Panics if `mask` does not have [`STEPS`] places.
    pub fn mask(&self, mask: &mut [i8]) {
        assert_eq!(mask.len(), STEPS, "a mask has a place for each step");
        mask.fill(0);
        for &action in &self.left {
            mask[self.next(action)] = 1;
        }
    }

    /// Whether a legal action has this step next.
    #[must_use]
    pub fn allows(&self, step: usize) -> bool {
        self.left.iter().any(|&action| self.next(action) == step)
    }

    /// Takes a step. Returns the action when only one is left.
    ///
    /// # Errors
    /// Fails if no legal action has this step next; nothing changes then.
    pub fn take(&mut self, step: usize) -> Result<Option<Action>, IllegalStep> {
        if !self.allows(step) {
            return Err(IllegalStep(step));
        }
        let so_far = Steps { left: Vec::new(), ..*self };
        self.left.retain(|&action| so_far.next(action) == step);
        self.note(step);
        while let [first, second, ..] = self.left[..] {
            let step = self.next(first);
            let differ = self.next(second) != step || self.left.iter().any(|&action| self.next(action) != step);
            if differ {
                return Ok(None);
            }
            self.note(step);
        }
        Ok(Some(self.left[0]))
    }

    /// The steps that lead to `action` among the `legal` ones; `None` if it is not one of them.
    #[must_use]
    pub fn path(legal: &[Action], action: Action) -> Option<Vec<usize>> {
        if !legal.contains(&action) {
            return None;
        }
        let mut steps = Steps::default();
        steps.begin(legal);
        let mut path = Vec::new();
        loop {
            let step = steps.next(action);
            path.push(step);
            if steps.take(step).ok()?.is_some() {
                return Some(path);
            }
        }
    }

    /// The text of a step, such as `play 7d`; `None` if there is no such step.
    #[must_use]
    pub fn text(step: usize, deck: Deck) -> Option<String> {
        let card = |place: usize| match Card::new(place as u8) {
            card if deck.cards().contains(card) => deck.card_text(card),
            _ => format!("card {place}"),
        };
        Some(match step {
            0..TAKE => format!("play {}", card(step)),
            TAKE..=LAST_TAKE => format!("take {}", card(step - TAKE)),
            STOP => "take no more".to_owned(),
            DECLARE..=LAST_DECLARE => format!("declare {}", card(step - DECLARE)),
            MATTA_VALUE..PASS => format!("7c counts {}", step - MATTA_VALUE),
            PASS => "pass".to_owned(),
            _ => return None,
        })
    }

    fn note(&mut self, step: usize) {
        self.started = true;
        let card = match step {
            TAKE..=LAST_TAKE => step - TAKE,
            DECLARE..=LAST_DECLARE => step - DECLARE,
            _ => return,
        };
        self.taken |= CardSet::from_bits(1 << card);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::{Deal, Game, RuleSet, State};

    /// Calls `check` with the legal actions of every decision of some random hands of every preset.
    fn for_each_decision(mut check: impl FnMut(&Game, &[Action])) {
        for name in RuleSet::preset_names() {
            let game = Game::preset(name).expect("a preset");
            let mut rng = Pcg64Mcg::seed_from_u64(7);
            for hand in 0..20 {
                let deal = Deal::random(&game, hand % game.players(), &mut rng);
                let mut state = State::new(&game, &deal);
                let mut legal = Vec::new();
                while !state.is_over() {
                    state.legal_actions(&game, &mut legal);
                    check(&game, &legal);
                    let action = state.random_action(&game, &mut rng);
                    state.apply(&game, &deal, action);
                }
            }
        }
    }

    #[test]
    fn every_legal_action_has_one_path_and_no_two_the_same() {
        for_each_decision(|game, legal| {
            let mut met = HashSet::new();
            for &action in legal {
                let path = Steps::path(legal, action).expect("legal");
                let mut steps = Steps::default();
                steps.begin(legal);
                let mut mask = [0; STEPS];
                let mut end = None;
                for &step in &path {
                    assert_eq!(end, None);
                    steps.mask(&mut mask);
                    assert_eq!(mask[step], 1);
                    let before = steps.left().len();
                    end = steps.take(step).expect("legal");
                    // Every step after the first is a choice.
                    assert!(steps.left().len() < before || path[0] == step);
                }
                assert_eq!(end, Some(action), "{}", action.text(game.deck()));
                assert!(met.insert(path));
            }
        });
    }

    #[test]
    fn a_policy_over_actions_is_the_product_of_policies_over_steps() {
        for_each_decision(|_, legal| {
            let chance = 1.0 / legal.len() as f64;
            for &action in legal {
                let mut steps = Steps::default();
                steps.begin(legal);
                let mut product = 1.0;
                for step in Steps::path(legal, action).expect("legal") {
                    let before = steps.left().len();
                    steps.take(step).expect("legal");
                    product *= steps.left().len() as f64 / before as f64;
                }
                assert!((product - chance).abs() < 1e-12);
            }
        });
    }

    #[test]
    fn steps_have_texts() {
        for name in RuleSet::preset_names() {
            let deck = Game::preset(name).expect("a preset").deck();
            let texts: HashSet<String> = (0..STEPS).map(|step| Steps::text(step, deck).expect("a step")).collect();
            assert_eq!(texts.len(), STEPS);
            assert_eq!(Steps::text(STEPS, deck), None);
        }
        let deck = Game::preset("scopa").expect("a preset").deck();
        let text = |step| Steps::text(step, deck).expect("a step");
        assert_eq!(
            [24, 76, 129, 157, 167].map(text),
            ["play 7d", "take 7d", "declare 7d", "7c counts 0", "7c counts 10"]
        );
    }

    #[test]
    fn what_the_mask_does_not_show_is_refused() {
        for_each_decision(|_, legal| {
            let mut steps = Steps::default();
            steps.begin(legal);
            let mut mask = [0; STEPS];
            steps.mask(&mut mask);
            for step in (0..STEPS).filter(|&step| mask[step] == 0).chain([STEPS, usize::MAX]) {
                assert_eq!(steps.take(step), Err(IllegalStep(step)));
                assert_eq!(steps.left(), legal);
            }
        });
    }
}
