//! `custom`: an agent of the program that has Spariglio as a library, in the same process.
//!
//! A [`Custom`] is such an agent as data: a name and a version, which stand for it in results and their fingerprints, and
//! how it is made. It becomes an [`AgentSpec`](crate::AgentSpec), which no text can name.
//!
//! | file | noun |
//! |---|---|
//! | `agent` | the agent that is asked one decision at a time |
//! | `batch` | the agent that is asked a wave of decisions at a time |
//!
//! Invariant: it is shown views, never a world. It may fail, and that is no offence: a failure ends the run.

mod agent;
mod batch;

use std::fmt;
use std::sync::Arc;

use spariglio_engine::Game;

pub use agent::CustomAgent;
pub use batch::{BatchAgent, Turn, ask};

use crate::options::{LABEL, SpecError, is_label};
use batch::Alone;

/// The name of the agent type.
pub(crate) const CUSTOM: &str = "custom";

/// Hands in flight where nothing else is asked for.
pub const WIDTH: usize = 256;
/// The most hands in flight.
pub const MOST_WIDTH: usize = 4096;

/// Makes agents for a game, or says why not.
type Make<A> = Arc<dyn Fn(&Game) -> Result<Box<A>, String> + Send + Sync>;

/// Runs the work of a thread.
pub type Around = fn(&mut (dyn FnMut() + Send));

/// A host program's agent as data. Two with the same name and version count as the same agent.
#[derive(Clone)]
pub struct Custom {
    name: String,
    version: String,
    kind: Kind,
    around: Around,
}

#[derive(Clone)]
enum Kind {
    Single(Make<dyn CustomAgent>),
    Batched { make: Make<dyn BatchAgent>, width: usize },
}

impl Custom {
    /// An agent that is asked one decision at a time. `make` is called for every seat, on any thread.
    ///
    /// # Errors
    /// The name or the version is not 1 to 60 letters without control characters, `:` and commas.
    pub fn new(
        name: &str,
        version: &str,
        make: impl Fn(&Game) -> Result<Box<dyn CustomAgent>, String> + Send + Sync + 'static,
    ) -> Result<Custom, SpecError> {
        Custom::of(name, version, Kind::Single(Arc::new(make)))
    }

    /// An agent that is asked a wave of decisions at a time. An arena of hands calls `make` once on each thread and plays
    /// [`WIDTH`] hands at once there. Elsewhere, and beside a program, the agent is asked for one decision at a time, and `make`
    /// is called for every seat.
    ///
    /// # Errors
    /// As [`Custom::new`].
    pub fn batched(
        name: &str,
        version: &str,
        make: impl Fn(&Game) -> Result<Box<dyn BatchAgent>, String> + Send + Sync + 'static,
    ) -> Result<Custom, SpecError> {
        let make = Arc::new(make);
        Custom::of(name, version, Kind::Batched { make, width: WIDTH })
    }

    /// The same agent, of whose hands `width` are played at once on each thread. A result does not depend on it. The other
    /// agent has a player for each of its seats in all these hands: a smaller width saves memory beside a large search.
    ///
    /// # Errors
    /// The width is not one from 1 to [`MOST_WIDTH`], or the agent is asked one decision at a time.
    pub fn with_width(self, width: usize) -> Result<Custom, SpecError> {
        match self.kind {
            Kind::Batched { make, .. } if (1..=MOST_WIDTH).contains(&width) => Ok(Custom {
                kind: Kind::Batched { make, width },
                ..self
            }),
            Kind::Batched { .. } => Err(bad("width", &width, &format!("a whole number from 1 to {MOST_WIDTH}"))),
            Kind::Single(_) => Err(bad("width", &width, "an option of agents that decide one at a time")),
        }
    }

    /// The same agent, in whose arenas `around` runs the work of each thread: for a host that has to prepare a thread, and does it
    /// once then instead of at each decision.
    #[must_use]
    pub fn with_around(self, around: Around) -> Custom {
        Custom { around, ..self }
    }

    /// Runs the work of a thread as the host wants.
    pub fn run(&self, work: &mut (dyn FnMut() + Send)) {
        (self.around)(work);
    }

    fn of(name: &str, version: &str, kind: Kind) -> Result<Custom, SpecError> {
        for (option, text) in [("name", name), ("version", version)] {
            if !is_label(text) {
                return Err(bad(option, &text, LABEL));
            }
        }
        Ok(Custom {
            name: name.to_owned(),
            version: version.to_owned(),
            kind,
            around: |work| work(),
        })
    }

    /// The agent's name in tables.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The agent's version: results of another one are those of another agent.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Hands in flight on each thread, where the agent is asked a wave of decisions at a time.
    #[must_use]
    pub fn width(&self) -> Option<usize> {
        match self.kind {
            Kind::Single(_) => None,
            Kind::Batched { width, .. } => Some(width),
        }
    }

    /// Makes the agent that is asked a wave at a time; none where it is not.
    ///
    /// # Errors
    /// The host says why it cannot be made.
    pub(crate) fn build_batch(&self, game: &Game) -> Result<Option<Box<dyn BatchAgent>>, String> {
        match &self.kind {
            Kind::Single(_) => Ok(None),
            Kind::Batched { make, .. } => make(game).map(Some),
        }
    }

    /// Makes the agent that is asked one decision at a time, of whichever kind it is.
    ///
    /// # Errors
    /// As [`Custom::build_batch`].
    pub(crate) fn build(&self, game: &Game) -> Result<Box<dyn CustomAgent>, String> {
        match &self.kind {
            Kind::Single(make) => make(game),
            Kind::Batched { make, .. } => Ok(Alone::new(make(game)?)),
        }
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Custom({} {})", self.name, self.version)
    }
}

fn bad(option: &str, value: &dyn fmt::Display, expected: &str) -> SpecError {
    SpecError::BadValue {
        agent: CUSTOM.to_owned(),
        option: option.to_owned(),
        value: value.to_string(),
        expected: expected.to_owned(),
    }
}
