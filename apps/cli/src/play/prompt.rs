//! Asks the person: shows the table and the menu, and repeats the question until there is an answer.

use std::io::{self, BufRead, IsTerminal};

use anyhow::Result;
use spariglio_agents::Hand;
use spariglio_engine::{Action, View};

use super::help;
use super::hint::Adviser;
use super::menu::{Input, Menu, is_leaving};
use super::names::Names;
use super::screen::Screen;

/// The person's decision.
pub enum Answer {
    /// To act.
    Action(Action),
    /// To take back the last decision of this hand.
    TakeBack,
    /// To leave the table.
    Leave,
}

/// Standard input, one answer per line.
pub struct Prompt {
    interactive: bool,
    adviser: Adviser,
}

impl Prompt {
    /// Reads from standard input; hints come from `adviser`.
    pub fn new(adviser: Adviser) -> Prompt {
        Prompt { interactive: io::stdin().is_terminal(), adviser }
    }

    /// Shows the table and the legal actions, and asks until there is an answer. The end of input means to leave. If
    /// declarations are `automatic`, they are no decisions of the person.
    pub fn ask(&mut self, screen: &mut Screen, names: &Names, hand: &Hand<'_>, automatic: bool) -> Result<Answer> {
        let view = &hand.view();
        let menu = Menu::new(hand, screen.style);
        screen.table(hand.game(), names, view)?;
        menu.list(screen, None)?;
        loop {
            let Some(line) = self.read(screen, ">")? else {
                return Ok(Answer::Leave);
            };
            match menu.understand(&line) {
                Input::Leave => return Ok(Answer::Leave),
                Input::Choose(action) => {
                    screen.line("")?;
                    return Ok(Answer::Action(action));
                }
                Input::Undo if has_decided(hand, automatic) => return Ok(Answer::TakeBack),
                Input::Undo => screen.line("nothing to undo: this is your first decision of the hand")?,
                Input::Hint => self.adviser.advise(screen, names, hand, &menu)?,
                Input::Help => help::show(screen, hand.game())?,
                Input::Show => {
                    screen.table(hand.game(), names, view)?;
                    menu.list(screen, None)?;
                }
                Input::Piles => piles(screen, names, view)?,
                Input::Narrow(card) => menu.list(screen, Some(card))?,
                Input::Unclear(why) => screen.line(&why)?,
            }
        }
    }

    /// Waits between hands if the input is a terminal. Returns `false` if the person leaves.
    pub fn wait_for_next_hand(&mut self, screen: &mut Screen) -> Result<bool> {
        if !self.interactive {
            return Ok(true);
        }
        let line = self.read(screen, "Enter for the next hand, q to leave:")?;
        Ok(line.is_some_and(|line| !is_leaving(&line)))
    }

    /// Reads a line without its end; `None` at the end of input.
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

/// Whether the seat to act has decided in this hand. Its declarations are no decisions if they are `automatic`.
fn has_decided(hand: &Hand<'_>, automatic: bool) -> bool {
    let mut decision_made = false;
    hand.view()
        .replay(|past| decision_made |= past.seat == hand.seat() && (past.action.is_play() || !automatic));
    decision_made
}

fn piles(screen: &mut Screen, names: &Names, view: &View<'_>) -> Result<()> {
    for side in names.sides_in_order() {
        let cards = screen.style.cards(view.game(), view.pile(side), 0);
        screen.line(&format!("  {}: {cards}", names.side_name(side)))?;
    }
    Ok(())
}
