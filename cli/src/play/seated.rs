//! Who gives the actions of a hand in the terminal, and who tells what was done.

use std::cell::RefCell;

use spariglio_agents::{Agent, Hand, HandObserver, Seats};
use spariglio_engine::{Action, State};

use super::names::Names;
use super::notes;
use super::prompt::{Answer, Prompt};
use super::screen::Screen;

/// The agents at their seats, and the person at the other.
pub struct Seated<'a> {
    /// By seat; none for the person.
    pub agents: &'a mut [Option<Box<dyn Agent>>],
    pub names: &'a Names,
    pub prompt: &'a mut Prompt,
    pub screen: &'a RefCell<&'a mut Screen>,
}

/// Why the person gives no action.
pub enum Refusal {
    /// The person left.
    Left,
    /// The terminal cannot be read or written.
    Failed(anyhow::Error),
}

impl Seats for Seated<'_> {
    type Refusal = Refusal;

    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Refusal> {
        if let Some(agent) = &mut self.agents[hand.seat()] {
            return Ok(agent.act(&hand.view()));
        }
        let screen = &mut self.screen.borrow_mut();
        match self.prompt.ask(screen, self.names, hand) {
            Ok(Answer::Action(action)) => Ok(action),
            Ok(Answer::Leave) => Err(Refusal::Left),
            Err(error) => Err(Refusal::Failed(error)),
        }
    }
}

/// Tells every action as it is done.
pub struct Told<'a> {
    pub names: &'a Names,
    pub screen: &'a RefCell<&'a mut Screen>,
    /// The state that was told last.
    pub state: State,
    /// The first line that could not be written.
    pub result: anyhow::Result<()>,
}

impl HandObserver for Told<'_> {
    fn acted(&mut self, _seat: usize, action: Action, hand: &Hand<'_>) {
        let before = std::mem::replace(&mut self.state, *hand.state());
        if self.result.is_ok() {
            let screen = &mut self.screen.borrow_mut();
            let states = [&before, hand.state()];
            self.result = notes::turn(screen, hand.game(), self.names, states, action);
        }
    }
}
