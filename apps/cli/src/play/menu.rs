//! The menu: the legal actions of one decision as a numbered list, and the parser of the person's input.

use std::cmp::Reverse;

use anyhow::Result;
use spariglio_agents::Hand;
use spariglio_engine::hand::Remark;
use spariglio_engine::{Action, Card, CardSet, Deal, Game, State, Suit, View};
use spariglio_text::Reading;

use super::notes;
use super::screen::Screen;
use super::style::{CardStyle, Style};

/// Longest list that is shown in full: people read no further, and can type any action.
const LONGEST_LIST: usize = 40;

/// The legal actions of a decision, numbered from 1 in the order shown.
pub struct Menu<'a> {
    game: &'a Game,
    deal: &'a Deal,
    state: &'a State,
    style: Style,
    actions: Vec<Action>,
}

/// The meaning of a line of input.
pub enum Input {
    /// The person leaves the table.
    Leave,
    /// Show the help.
    Help,
    /// Show the table and the menu again.
    Show,
    /// Show the cards of the piles.
    Piles,
    /// Show a strong agent's advice.
    Hint,
    /// Take the last decision back.
    Undo,
    /// This action.
    Choose(Action),
    /// A card with several actions: list them.
    Narrow(Card),
    /// The line is not understood; the text says why.
    Unclear(String),
}

impl<'a> Menu<'a> {
    /// The legal actions in `hand`; declarations come in order of worth, the highest first.
    pub fn new(hand: &'a Hand<'_>, style: Style) -> Menu<'a> {
        let mut actions = Vec::new();
        hand.view().legal_in_any_order(&mut actions);
        let mut menu = Menu {
            game: hand.game(),
            deal: hand.deal(),
            state: hand.state(),
            style,
            actions: Vec::new(),
        };
        actions.sort_by_key(|&action| Reverse(menu.worth(action)));
        menu.actions = actions;
        menu
    }

    /// Prints the numbered actions: all, or those of `card` if it is given.
    pub fn list(&self, screen: &mut Screen, card: Option<Card>) -> Result<()> {
        screen.line("")?;
        if card.is_none() && !self.state.is_declaring() && self.actions.len() > LONGEST_LIST {
            return self.list_by_card(screen);
        }
        let listed = self.actions.iter();
        let listed: Vec<Action> = listed
            .copied()
            .filter(|action| card.is_none() || action.card() == card)
            .collect();
        let mut worth = 0;
        for &action in listed.iter().take(LONGEST_LIST) {
            if self.worth(action) != worth {
                worth = self.worth(action);
                self.title(screen, worth)?;
            }
            screen.line(&format!("  {}", self.entry(action)))?;
        }
        if listed.len() > LONGEST_LIST {
            screen.line(&format!("        and {} more: type the action", listed.len() - LONGEST_LIST))?;
        }
        Ok(())
    }

    /// A line of the menu: the action, its number and its remarks.
    pub fn entry(&self, action: Action) -> String {
        let number = self.actions.iter().position(|&known| known == action);
        let number = number.map_or_else(String::new, |index| (index + 1).to_string());
        let phrase = self.style.action(self.game, action, "");
        let marks = match action.card() {
            Some(_) => notes::marks(self.style, self.game, [self.state, &self.after(action)], action),
            // The title above gives the worth of declarations.
            None => String::new(),
        };
        let gap = if marks.is_empty() { "" } else { "   " };
        format!("{number:>4}  {phrase}{gap}{}", self.style.bold(&marks))
    }

    /// The heading of declarations of one worth; those without points are a pass, or plays.
    fn title(&self, screen: &mut Screen, worth: u32) -> Result<()> {
        match worth {
            0 if !self.state.is_declaring() => screen.line("  No more points:"),
            0 => screen.line("  No points:"),
            _ => screen.line(&format!("  {worth} points:")),
        }
    }

    /// One line per hand card, used if the list of actions is too long.
    fn list_by_card(&self, screen: &mut Screen) -> Result<()> {
        let cards: CardSet = self.actions.iter().filter_map(|action| action.card()).collect();
        for card in cards {
            let count = self.actions.iter().filter(|action| action.card() == Some(card)).count();
            let name = self.style.card(self.game, card);
            screen.line(&format!("  {name}  {count} actions"))?;
        }
        screen.line("  Type a card to see its actions, or an action.")
    }

    fn after(&self, action: Action) -> State {
        let mut after = *self.state;
        after.apply(self.game, self.deal, action);
        after
    }

    /// The points of a declaration; 0 for other actions.
    fn worth(&self, action: Action) -> u32 {
        match Remark::declared(self.game, action) {
            Some(Remark::Declared { points, .. }) => points,
            _ => 0,
        }
    }

    /// Parses a line of input.
    pub fn understand(&self, line: &str) -> Input {
        let lower = line.to_lowercase();
        match lower.as_str() {
            "" => Input::Show,
            "?" | "h" | "help" => Input::Help,
            "p" | "piles" => Input::Piles,
            "hint" => Input::Hint,
            "undo" => Input::Undo,
            "pass" | "declare nothing" if self.actions.contains(&Action::PASS) => Input::Choose(Action::PASS),
            text if is_leaving(text) => Input::Leave,
            text => match text.parse::<usize>() {
                Ok(number) => self.numbered(number),
                Err(_) => self.understand_action(text),
            },
        }
    }

    fn numbered(&self, number: usize) -> Input {
        match number.checked_sub(1).and_then(|index| self.actions.get(index)) {
            Some(&action) => Input::Choose(action),
            None => Input::Unclear(format!("{number}: expected a number from 1 to {}", self.actions.len())),
        }
    }

    /// Reads an action as the table shows it, as records have it, or in a sentence.
    fn understand_action(&self, line: &str) -> Input {
        let wording = self.style.cards.wording(self.game);
        let view = View::new(self.game, self.deal, self.state, self.state.seat(), false);
        let cards = wording.cards_in(line);
        let of_card = |card: Card| self.actions.iter().find(move |action| action.card() == Some(card));
        let first = cards.first().and_then(|card| of_card(*card));
        match (wording.read(&view, line), cards.as_slice(), first) {
            (Reading::Action(action), ..) => Input::Choose(action),
            (_, &[], _) => Input::Unclear(format!(
                "`{line}` is no card; expected a number, or an action such as {}",
                self.example()
            )),
            (Reading::Unclear(_), &[card], Some(_)) => Input::Narrow(card),
            (Reading::Illegal(_), _, Some(&action)) => Input::Unclear(format!(
                "`{line}`: {} is not legal; expected an action such as {}; Enter shows the list",
                self.understood(&cards),
                self.text(action)
            )),
            (Reading::Illegal(_), &[card, ..], _) => {
                let why = match view.hand_cards().contains(card) {
                    true => "is not legal now",
                    false => "is not in your hand",
                };
                let (card, example) = (self.understood(&[card]), self.example());
                Input::Unclear(format!("you cannot play `{line}`: {card} {why}; expected an action such as {example}"))
            }
            (Reading::Unclear(_), ..) => {
                Input::Unclear(format!("several actions fit; expected one, such as {}", self.example()))
            }
        }
    }

    /// The cards that were read from a line. French letters are not those of records.
    fn understood(&self, cards: &[Card]) -> String {
        let texts: Vec<String> = cards.iter().map(|card| self.style.card(self.game, *card)).collect();
        let is_other = self.style.cards == CardStyle::French
            && cards.iter().any(|card| [Suit::Cups, Suit::Batons].contains(&card.suit()));
        let records = if is_other {
            " (here `h` is hearts, cups, and `c` clubs, batons; records and reviews write `c` for cups and `b` for batons, as `--cards letters` does)"
        } else {
            ""
        };
        texts.join(" ") + records
    }

    fn example(&self) -> String {
        self.actions.first().map_or_else(String::new, |&action| self.text(action))
    }

    /// An action in its input form, in quotes.
    fn text(&self, action: Action) -> String {
        format!("`{}`", Style::plain(self.style.cards).action(self.game, action, ""))
    }
}

/// Whether the person leaves with this line.
pub fn is_leaving(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "q" | "quit" | "exit")
}

#[cfg(test)]
mod tests {
    use spariglio_engine::RuleSet;

    use super::*;
    use crate::common;

    #[test]
    fn every_action_is_understood_as_it_is_shown_and_as_records_have_it() {
        let mut rng = common::generator(5);
        for rules in RuleSet::preset_names() {
            let game = Game::preset(rules).expect("a preset");
            for cards in [CardStyle::Italian, CardStyle::French, CardStyle::Letters] {
                let style = Style::plain(cards);
                let deal = Deal::random(&game, 0, &mut rng);
                let mut hand = Hand::new(&game, &deal, false);
                while !hand.is_over() {
                    let menu = Menu::new(&hand, style);
                    for &action in &menu.actions {
                        let text = style.action(&game, action, "");
                        assert!(is_chosen(&menu, &text, action), "{rules}: {text}");
                        let recorded = action.text(game.deck());
                        // With French symbols `c` is clubs, so cups have no record letter.
                        let same = cards != CardStyle::French || !recorded.contains('c');
                        assert!(!same || is_chosen(&menu, &recorded, action), "{rules}: {recorded}");
                    }
                    let action = hand.state().random_action(&game, &mut rng);
                    hand.act(action).expect("a legal action");
                }
            }
        }
    }

    #[test]
    fn a_declaration_that_canonical_order_puts_before_the_last_is_listed_and_understood() {
        let game = Game::preset("cirullone").expect("a preset");
        let mut rng = common::generator(2);
        let mut count = 0;
        for _ in 0..3000 {
            let deal = Deal::random(&game, 0, &mut rng);
            let hand = Hand::new(&game, &deal, false);
            let mut after = *hand.state();
            let mut best = Vec::new();
            while let Some(action) = after.best_declaration(&game).filter(|action| *action != Action::PASS) {
                best.push(action);
                after.apply(&game, &deal, action);
            }
            let &[first, .., last] = best.as_slice() else { continue };
            let mut hand = hand.clone();
            hand.act(last).expect("legal in any order");
            let menu = Menu::new(&hand, Style::plain(CardStyle::Letters));
            assert!(menu.actions.contains(&first) && is_chosen(&menu, &first.text(game.deck()), first));
            hand.act(first).expect("legal in any order");
            assert_eq!(hand.history(), [first, last], "in canonical order");
            count += 1;
        }
        assert!(count > 5, "{count}");
    }

    fn is_chosen(menu: &Menu<'_>, line: &str, action: Action) -> bool {
        matches!(menu.understand(line), Input::Choose(chosen) if chosen == action)
    }

    #[test]
    fn declarations_are_listed_by_worth() {
        let game = Game::preset("cirullone").expect("a preset");
        let mut rng = common::generator(1);
        let deals = (0..1000).map(|_| Deal::random(&game, 0, &mut rng));
        let mut count = 0;
        for deal in deals {
            let hand = Hand::new(&game, &deal, false);
            if !hand.state().is_declaring() {
                continue;
            }
            let menu = Menu::new(&hand, Style::plain(CardStyle::Letters));
            let worths: Vec<u32> = menu.actions.iter().map(|&action| menu.worth(action)).collect();
            assert!(worths.is_sorted_by(|first, second| first >= second), "{worths:?}");
            assert_eq!(worths.last(), Some(&0), "the pass comes last");
            count += usize::from(worths.contains(&10) && worths.contains(&3));
        }
        assert!(count > 5, "{count}");
    }
}
