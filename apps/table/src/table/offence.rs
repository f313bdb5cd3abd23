//! An agent's offence, and how a table goes on after it.

use serde_json::{Value, json};
use spariglio_agents::Player;
use spariglio_agents::table::{FoulKind, OffenceKind, Refusal as Reason};
use spariglio_engine::Game;

use crate::refusal::Refusal;
use crate::setup::{Named, Sitter, check_fair, player};
use crate::table::{Changed, Table};

/// An offence.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The name of its words.
    kind: &'static str,
    /// The limit that was not kept, in milliseconds.
    millis: Option<u32>,
    /// The offence as programs are told.
    text: String,
}

impl Fault {
    /// The offence of an agent that gave no legal action.
    pub fn of(foul: &FoulKind<Reason>, game: &Game) -> Fault {
        let (kind, millis) = match foul {
            FoulKind::IllegalAction(_) => ("illegal", None),
            FoulKind::NoAction(Reason::Offence(offence)) => match offence.kind {
                OffenceKind::Timeout { limit_millis } => ("timeout", Some(limit_millis)),
                OffenceKind::Crashed(_) => ("crashed", None),
                OffenceKind::Illegal(_) => ("illegal", None),
                OffenceKind::Protocol(_) => ("protocol", None),
                OffenceKind::Refused(_) => ("refused", None),
            },
            FoulKind::NoAction(Reason::Failed(_)) => ("failed", None),
        };
        Fault { kind, millis, text: foul.text(game) }
    }

    /// The offence for pages.
    pub fn json(&self, seat: usize) -> Value {
        json!({"seat": seat, "kind": self.kind, "millis": self.millis, "text": self.text})
    }
}

/// How a table goes on after an offence.
pub enum Resume {
    /// The same deal from the start.
    Again,
    /// The next hand; this one counts for nobody.
    Next,
    /// Another agent plays on.
    Replace(Named),
}

impl Resume {
    /// The player of the seat that committed the offence: the same agent again, or another one. It may have to start a
    /// program, so the table is not needed meanwhile: `stopped` is its answer to [`Table::stopped`].
    ///
    /// # Errors
    /// If the agent cannot play here.
    pub fn player(&self, game: &Game, stopped: &Stopped) -> Result<Player, Refusal> {
        let named = match self {
            Resume::Replace(other) => other,
            Resume::Again | Resume::Next => &stopped.agent,
        };
        let player = player(game, "agent", &named.name, &named.spec)?;
        check_fair(&player, stopped.has_person, "agent", &named.name)?;
        Ok(player)
    }
}

/// A table that an offence stopped.
pub struct Stopped {
    seat: usize,
    agent: Named,
    has_person: bool,
}

impl Table {
    /// The seat that committed an offence, for its new player.
    ///
    /// # Errors
    /// If the version is old, or there was no offence.
    pub fn stopped(&self, version: u64) -> Result<Stopped, Refusal> {
        let none = || Refusal::conflict("version", "a hand that an offence stopped", "this one").named("no_offence");
        self.live.check_version(version)?;
        let (seat, _) = *self.live.offence.as_ref().ok_or_else(none)?;
        let agent = self.sitters[seat].agent().ok_or_else(none)?.clone();
        Ok(Stopped { seat, agent, has_person: !self.is_watched() })
    }

    /// Goes on after an offence, with a player of [`Resume::player`].
    ///
    /// # Errors
    /// If the version is old.
    pub fn resume(&mut self, version: u64, how: Resume, stopped: &Stopped, player: Player) -> Changed {
        self.live.check_version(version)?;
        let seat = stopped.seat;
        self.live.seating.push((seat, player));
        match how {
            Resume::Again => self.live.go_back(&self.game, 0),
            Resume::Next => self.live.deal_next(&self.game, &self.fixture),
            Resume::Replace(other) => {
                self.live.names[seat].clone_from(&other.name);
                self.sitters[seat] = Sitter::Agent(other);
            }
        }
        self.live.offence = None;
        Ok("turn")
    }
}
