//! The sources of actions of a hand in the terminal, and the printer of its turns.

use std::cell::RefCell;

use spariglio_agents::table::{self, Offence};
use spariglio_agents::{Hand, HandObserver, Player, Seats};
use spariglio_engine::{Action, State};

use super::names::Names;
use super::notes;
use super::prompt::{Answer, Prompt};
use super::screen::Screen;

/// The players and the person at their seats.
///
/// After an undo, the remaining turns are replayed. The players are asked again during the replay, so that they draw
/// the same random numbers and remember the same hand as without the undo. Their answers are ignored there.
pub struct Seated<'a> {
    /// Players by seat; `None` for the person.
    pub players: &'a mut [Option<Player>],
    pub names: &'a Names,
    pub prompt: &'a mut Prompt,
    pub screen: &'a RefCell<&'a mut Screen>,
    /// By seat: whether declarations are made for it.
    pub automatic: &'a [bool],
    /// The turns to replay.
    pub stands: &'a [(usize, Action)],
}

/// The reason that a seat gives no action.
pub enum Refusal {
    /// The person left.
    Left,
    /// The person takes back their previous decision.
    TakesBack,
    /// The terminal cannot be read or written, or a host program's agent failed.
    Failed(anyhow::Error),
    /// A player committed an offence.
    Offence(Offence),
}

impl From<table::Refusal> for Refusal {
    fn from(refusal: table::Refusal) -> Refusal {
        match refusal {
            table::Refusal::Offence(offence) => Refusal::Offence(offence),
            table::Refusal::Failed(message) => Refusal::Failed(anyhow::Error::msg(message)),
        }
    }
}

impl Seats for Seated<'_> {
    type Refusal = Refusal;

    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Refusal> {
        let stands = self.stands.get(hand.history().len()).map(|(_, action)| *action);
        let declares = self.automatic[hand.seat()];
        let declaration = declares.then(|| hand.state().best_declaration(hand.game())).flatten();
        if let Some(action) = declaration {
            return Ok(action);
        }
        if let Some(player) = &mut self.players[hand.seat()] {
            let action = player.act(hand)?;
            return Ok(stands.unwrap_or(action));
        }
        match stands {
            Some(action) => Ok(action),
            None => self.ask(hand),
        }
    }

    fn end_hand(&mut self, hand: &Hand<'_>) {
        self.players.iter_mut().flatten().for_each(|player| player.end_hand(hand));
    }
}

impl Seated<'_> {
    fn ask(&mut self, hand: &Hand<'_>) -> Result<Action, Refusal> {
        let screen = &mut self.screen.borrow_mut();
        match self.prompt.ask(screen, self.names, hand, self.automatic[hand.seat()]) {
            Ok(Answer::Action(action)) => Ok(action),
            Ok(Answer::TakeBack) => Err(Refusal::TakesBack),
            Ok(Answer::Leave) => Err(Refusal::Left),
            Err(error) => Err(Refusal::Failed(error)),
        }
    }
}

/// Keeps every turn, and prints it if it is new.
pub struct Told<'a> {
    pub names: &'a Names,
    pub screen: &'a RefCell<&'a mut Screen>,
    /// The turns so far.
    pub turns: Vec<(usize, Action)>,
    /// Number of turns that were printed before.
    pub known: usize,
    /// The state after the last turn.
    pub state: State,
    /// The error of the first line that could not be written.
    pub result: anyhow::Result<()>,
}

impl HandObserver for Told<'_> {
    fn acted(&mut self, seat: usize, action: Action, hand: &Hand<'_>) {
        let before = std::mem::replace(&mut self.state, *hand.state());
        self.turns.push((seat, action));
        if self.result.is_ok() && self.turns.len() > self.known {
            let screen = &mut self.screen.borrow_mut();
            let states = [&before, hand.state()];
            self.result = notes::turn(screen, hand.game(), self.names, states, action);
        }
    }
}
