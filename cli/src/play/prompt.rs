//! Asking the person: the legal actions in a numbered list, and reading the answer.

use std::io::{self, BufRead, IsTerminal};

use anyhow::Result;
use spariglio_agents::Hand;
use spariglio_engine::{Action, ActionKind, Card, CardSet, Deal, Deck, Game, State, View};

use super::names::Names;
use super::notes;
use super::screen::Screen;

/// Longer lists are cut: a person reads no further, and any action can be typed.
const LONGEST_LIST: usize = 40;

/// What the person decided.
pub enum Answer {
    Action(Action),
    Leave,
}

/// Standard input, one answer a line.
pub struct Prompt {
    interactive: bool,
}

/// What a line of input means.
enum Input {
    Leave,
    Help,
    Show,
    Piles,
    Choose(Action),
    /// A card with several actions: they are listed.
    Narrow(Card),
    Unclear(String),
}

/// What is needed to tell what an action would do.
struct Scene<'a> {
    game: &'a Game,
    deal: &'a Deal,
    state: &'a State,
    actions: &'a [Action],
}

impl Prompt {
    /// Reads from standard input.
    pub fn new() -> Prompt {
        Prompt {
            interactive: io::stdin().is_terminal(),
        }
    }

    /// Shows the table and the legal actions, and asks until there is an answer.
    pub fn ask(&mut self, screen: &mut Screen, names: &Names, hand: &Hand<'_>) -> Result<Answer> {
        let (game, view) = (hand.game(), &hand.view());
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let scene = Scene {
            game,
            deal: hand.deal(),
            state: hand.state(),
            actions: &actions,
        };
        screen.table(game, names, view)?;
        scene.list(screen, None)?;
        loop {
            let Some(line) = self.read(screen, ">")? else {
                return Ok(Answer::Leave);
            };
            match scene.understand(&line) {
                Input::Leave => return Ok(Answer::Leave),
                Input::Choose(action) => {
                    screen.line("")?;
                    return Ok(Answer::Action(action));
                }
                Input::Help => help(screen)?,
                Input::Show => {
                    screen.table(game, names, view)?;
                    scene.list(screen, None)?;
                }
                Input::Piles => piles(screen, names, view)?,
                Input::Narrow(card) => scene.list(screen, Some(card))?,
                Input::Unclear(why) => screen.line(&why)?,
            }
        }
    }

    /// Waits between hands, where a person sits at a terminal; false if the person leaves.
    pub fn wait_for_next_hand(&mut self, screen: &mut Screen) -> Result<bool> {
        if !self.interactive {
            return Ok(true);
        }
        let line = self.read(screen, "Enter for the next hand, q to leave:")?;
        Ok(line.is_some_and(|line| !is_leaving(&line)))
    }

    /// One line without its end; none at the end of input.
    fn read(&mut self, screen: &mut Screen, sign: &str) -> Result<Option<String>> {
        screen.await_input(sign)?;
        let mut bytes = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
            screen.line("")?;
            return Ok(None);
        }
        if !self.interactive {
            screen.line("")?;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

impl Scene<'_> {
    /// The numbered actions, all or those of one card.
    fn list(&self, screen: &mut Screen, card: Option<Card>) -> Result<()> {
        screen.line("")?;
        if card.is_none() && self.actions.len() > LONGEST_LIST {
            return self.list_by_card(screen);
        }
        let listed = self.actions.iter().enumerate();
        let listed: Vec<_> = listed
            .filter(|(_, action)| card.is_none() || action.card() == card)
            .collect();
        for &(index, &action) in listed.iter().take(LONGEST_LIST) {
            let marks = self.marks(screen, action);
            let told = screen.action(self.game, action, "");
            screen.line(&format!("  {:>4}  {told}{marks}", index + 1))?;
        }
        if listed.len() > LONGEST_LIST {
            screen.line(&format!(
                "        and {} more: type the action",
                listed.len() - LONGEST_LIST
            ))?;
        }
        Ok(())
    }

    /// One line a hand card, where there are too many actions for a list.
    fn list_by_card(&self, screen: &mut Screen) -> Result<()> {
        let cards: CardSet = self.actions.iter().filter_map(|action| action.card()).collect();
        for card in cards {
            let count = self.actions.iter().filter(|action| action.card() == Some(card)).count();
            let name = screen.card(self.game, card);
            screen.line(&format!("  {name}  {count} actions"))?;
        }
        screen.line("  Type a card to see its actions, or an action.")
    }

    fn marks(&self, screen: &Screen, action: Action) -> String {
        let mut after = *self.state;
        after.apply(self.game, self.deal, action);
        let marks = notes::marks(screen, self.game, self.state, &after, action);
        if marks.is_empty() {
            marks
        } else {
            format!("   {}", screen.bold(&marks))
        }
    }

    fn understand(&self, line: &str) -> Input {
        match line.to_lowercase().as_str() {
            "" => return Input::Show,
            "?" | "h" | "help" => return Input::Help,
            "p" | "piles" => return Input::Piles,
            "pass" if self.actions.contains(&Action::PASS) => return Input::Choose(Action::PASS),
            text if is_leaving(text) => return Input::Leave,
            text => {
                if let Ok(number) = text.parse::<usize>() {
                    return match number.checked_sub(1).and_then(|index| self.actions.get(index)) {
                        Some(&action) => Input::Choose(action),
                        None => Input::Unclear(format!("{number}: expected a number from 1 to {}", self.actions.len())),
                    };
                }
            }
        }
        self.understand_action(line)
    }

    /// An action's text, more loosely than a record has it: any order of the captured cards, any
    /// case, suits as symbols too.
    fn understand_action(&self, line: &str) -> Input {
        let lower = line.to_lowercase();
        let (words, is_declaration) = match lower.strip_prefix("declare") {
            Some(rest) => (rest, true),
            None => (lower.as_str(), false),
        };
        let mut cards = Vec::new();
        let mut matta = None;
        for word in words
            .split(|sign: char| sign.is_whitespace() || sign == ',')
            .filter(|word| !matches!(*word, "" | "x"))
        {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, value.parse::<u8>().ok()),
                None => (word, None),
            };
            matta = matta.or(value);
            match read_card(self.game.deck(), name) {
                Some(card) => cards.push(card),
                None => {
                    return Input::Unclear(format!(
                        "`{word}` is no card; expected a number, or an action such as {}",
                        self.example()
                    ));
                }
            }
        }
        let Some((&first, rest)) = cards.split_first() else {
            return Input::Unclear(format!("expected an action such as {}", self.example()));
        };
        if is_declaration {
            return self.choose_declaration(cards.iter().copied().collect(), matta);
        }
        let wanted = Action::play(first, rest.iter().copied().collect());
        if self.actions.contains(&wanted) {
            return Input::Choose(wanted);
        }
        self.choose_by_card(first, rest.is_empty())
    }

    fn choose_declaration(&self, wanted: CardSet, value: Option<u8>) -> Input {
        let fits = |action: &&Action| match action.kind() {
            ActionKind::Declare { cards, matta } => cards == wanted && value.is_none_or(|value| value == matta),
            _ => false,
        };
        let mut found = self.actions.iter().filter(fits);
        match (found.next(), found.next()) {
            (Some(&action), None) => Input::Choose(action),
            (Some(_), Some(_)) => Input::Unclear("say which value 7c takes: 7c=3".to_owned()),
            (None, _) => Input::Unclear(format!(
                "that is no declaration here; expected one such as {}",
                self.example()
            )),
        }
    }

    /// A card alone stands for its only action, or asks for the list of them.
    fn choose_by_card(&self, card: Card, alone: bool) -> Input {
        let mut of_card = self.actions.iter().filter(|action| action.card() == Some(card));
        match (of_card.next(), of_card.next()) {
            (Some(&action), None) if alone => Input::Choose(action),
            (Some(_), _) if alone => Input::Narrow(card),
            (Some(_), _) => Input::Unclear("that capture is not legal; ? for help, Enter for the list".to_owned()),
            (None, _) => Input::Unclear(format!(
                "you cannot play that; expected an action such as {}",
                self.example()
            )),
        }
    }

    fn example(&self) -> String {
        self.actions
            .first()
            .map_or_else(String::new, |action| format!("`{}`", action.text(self.game.deck())))
    }
}

fn is_leaving(text: &str) -> bool {
    matches!(text.to_lowercase().as_str(), "q" | "quit" | "exit")
}

/// A card in any case, its suit a letter or a symbol.
fn read_card(deck: Deck, word: &str) -> Option<Card> {
    let mut letters = word.chars();
    let rank = letters.next()?.to_ascii_uppercase();
    let suit = match letters.next()? {
        '♦' => 'd',
        '♥' => 'c',
        '♠' => 's',
        '♣' => 'b',
        letter => letter,
    };
    let rest: String = letters.collect();
    deck.parse_card(&format!("{rank}{suit}{rest}")).ok()
}

fn help(screen: &mut Screen) -> Result<()> {
    for line in [
        "",
        "  12                the action of that number",
        "  7d x 3c 4b        play the 7 of coins and take the 3 of cups and the 4 of batons",
        "  7d                lay it, or its only capture; with several captures, their list",
        "  declare 2d 4s 7c=3   a declaration; `pass` declares nothing (more)",
        "  Enter             the table again",
        "  p                 all cards of the piles",
        "  q                 leave",
        "",
        "  Ranks A 2 3 4 5 6 7 J Q K (with 52 cards also 8 9 T); suits d coins, c cups, s swords, b batons.",
        "  A sweep takes the whole table; the settebello is the 7 of coins.",
    ] {
        screen.line(line)?;
    }
    Ok(())
}

fn piles(screen: &mut Screen, names: &Names, view: &View<'_>) -> Result<()> {
    for side in names.sides_in_order() {
        let cards = screen.cards(view.game(), view.pile(side), 0);
        screen.line(&format!("  {}: {cards}", names.side_name(side)))?;
    }
    Ok(())
}
