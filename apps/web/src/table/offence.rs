//! An agent's offence, and how a table goes on after it.

use serde_json::{Value, json};
use spariglio_agents::{FoulKind, OffenceKind, Refusal as Reason};
use spariglio_engine::Game;

use super::Table;
use super::setup::{Named, check_fair, player};
use crate::refusal::Refusal;

/// An offence.
pub(super) struct Fault {
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
pub(crate) enum Resume {
    /// The same deal from the start.
    Again,
    /// The next hand; this one counts for nobody.
    Next,
    /// Another agent plays on.
    Replace(Named),
}

impl Table {
    /// Goes on after an offence. The agent starts again, or another one takes its seat.
    ///
    /// # Errors
    /// If the version is old, there was no offence, or the agent cannot play here.
    pub fn resume(&self, version: u64, how: Resume) -> Result<u64, Refusal> {
        let stopped = || Refusal::conflict("version", "a hand that an offence stopped", "this one").named("no_offence");
        let seat = {
            let live = self.lock();
            live.check_version(version)?;
            live.offence.as_ref().ok_or_else(stopped)?.0
        };
        let now = self.sitters[seat].agent().ok_or_else(stopped)?;
        let named = match &how {
            Resume::Replace(other) => other,
            Resume::Again | Resume::Next => &now,
        };
        // It may have to start a program, so the table is not locked meanwhile.
        let player = player(&self.game, "agent", &named.name, &named.spec)?;
        check_fair(&player, !self.is_watched(), "agent", &named.name)?;
        let mut live = self.lock();
        live.check_version(version)?;
        live.seating.push((seat, player));
        match how {
            Resume::Again => live.go_back(&self.game, 0),
            Resume::Next => live.deal_next(&self.game, &self.fixture),
            Resume::Replace(other) => {
                live.names[seat].clone_from(&other.name);
                self.sitters[seat].replace(other);
            }
        }
        live.offence = None;
        Ok(self.changed(live, "turn"))
    }
}
