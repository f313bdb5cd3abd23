//! `custom`: an agent of the host, the program that has Spariglio as a library, in the same process.
//!
//! A [`Custom`] describes such an agent: a name and a version, which identify it in results and fingerprints, and a
//! function that makes it. It becomes an [`AgentSpec`](crate::AgentSpec), which no text can name.
//!
//! | file | noun |
//! |---|---|
//! | `agent` | the agent that decides one view at a time |
//! | `batch` | the agent that decides a wave of views at a time |
//!
//! Invariant: it sees views, never a world. If it fails, the run ends; that is not an offence.

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

/// Hands in flight on each thread, if no other width is given.
pub const WIDTH: usize = 256;
/// The most hands in flight on each thread.
pub const MOST_WIDTH: usize = 4096;

/// Makes an agent for a game; the error says why it cannot.
type CustomMaker<A> = Arc<dyn Fn(&Game) -> Result<Box<A>, String> + Send + Sync>;

/// A wrapper that runs the work of a thread.
pub type Around = fn(&mut (dyn FnMut() + Send));

/// A host program's agent as data. Two values with the same name and version count as the same agent.
#[derive(Clone)]
pub struct Custom {
    name: String,
    version: String,
    kind: Kind,
    around: Around,
}

#[derive(Clone)]
enum Kind {
    Single(CustomMaker<dyn CustomAgent>),
    Batched {
        make: CustomMaker<dyn BatchAgent>,
        width: usize,
    },
}

impl Custom {
    /// An agent that decides one view at a time. `make` is called once per seat, on any thread.
    ///
    /// # Errors
    /// The name or the version is not 1 to 60 letters without control characters, `:` and commas.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::{AgentSpec, Custom};
    /// use spariglio_engine::Game;
    ///
    /// let mine = Custom::new("mine", "3", |_| Err("no model for this game".to_owned()))?;
    /// let spec = AgentSpec::from(mine);
    /// assert_eq!(spec.to_string(), "custom:name=mine:version=3");
    /// let error = spec.build_player(&Game::preset("scopa").expect("a preset")).err().expect("not made");
    /// assert!(error.to_string().contains("no model for this game"));
    /// # Ok::<(), spariglio_agents::SpecError>(())
    /// ```
    pub fn new(
        name: &str,
        version: &str,
        make: impl Fn(&Game) -> Result<Box<dyn CustomAgent>, String> + Send + Sync + 'static,
    ) -> Result<Custom, SpecError> {
        Custom::of(name, version, Kind::Single(Arc::new(make)))
    }

    /// An agent that decides a wave of views at a time. An arena of hands calls `make` once per thread and plays
    /// [`WIDTH`] hands at once there. Elsewhere, or if its opponent is a program, it decides one view at a time and
    /// `make` is called once per seat.
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

    /// The same agent with `width` hands at once on each thread. Results do not depend on it. The other agent has one
    /// player per seat in all these hands: a smaller width saves memory if that agent is a large search.
    ///
    /// # Errors
    /// The width is not from 1 to [`MOST_WIDTH`], or the agent decides one view at a time.
    pub fn with_width(self, width: usize) -> Result<Custom, SpecError> {
        match self.kind {
            Kind::Batched { make, .. } if (1..=MOST_WIDTH).contains(&width) => {
                Ok(Custom { kind: Kind::Batched { make, width }, ..self })
            }
            Kind::Batched { .. } => {
                Err(SpecError::bad(CUSTOM, "width", width, format!("a whole number from 1 to {MOST_WIDTH}")))
            }
            Kind::Single(_) => {
                Err(SpecError::bad(CUSTOM, "width", width, "an option of agents that decide one at a time"))
            }
        }
    }

    /// The same agent with a wrapper for the work of each arena thread. Used if a host has to prepare a thread: it then
    /// does so once per thread, not at each decision.
    #[must_use]
    pub fn with_around(self, around: Around) -> Custom {
        Custom { around, ..self }
    }

    /// Runs the work of a thread inside the host's wrapper.
    pub fn run(&self, work: &mut (dyn FnMut() + Send)) {
        (self.around)(work);
    }

    fn of(name: &str, version: &str, kind: Kind) -> Result<Custom, SpecError> {
        for (option, text) in [("name", name), ("version", version)] {
            if !is_label(text) {
                return Err(SpecError::bad(CUSTOM, option, text, LABEL));
            }
        }
        Ok(Custom { name: name.to_owned(), version: version.to_owned(), kind, around: |work| work() })
    }

    /// The agent's name in tables.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The agent's version. Another version counts as another agent.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Hands in flight on each thread; `None` if the agent decides one view at a time.
    #[must_use]
    pub fn width(&self) -> Option<usize> {
        match self.kind {
            Kind::Single(_) => None,
            Kind::Batched { width, .. } => Some(width),
        }
    }

    /// Makes the agent that decides a wave at a time; `None` if it decides one view at a time.
    ///
    /// # Errors
    /// The host's reason if it cannot make the agent.
    pub(crate) fn build_batch(&self, game: &Game) -> Result<Option<Box<dyn BatchAgent>>, String> {
        match &self.kind {
            Kind::Single(_) => Ok(None),
            Kind::Batched { make, .. } => make(game).map(Some),
        }
    }

    /// Makes an agent that decides one view at a time, from either kind.
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
