//! The options of the agent `net`.

use crate::net::NetChoice;
use crate::options::{OptionPass, Options, SpecError, declare};

/// Options of the agent `net`.
#[derive(Clone, PartialEq, Debug)]
pub struct NetOptions {
    /// The network.
    pub net: NetChoice,
    /// 0 plays the best action, 1 samples from the unchanged policy.
    pub temperature: f32,
    /// Solves positions with all cards known if each seat has at most this many plays left; 0 = never.
    pub exact: u32,
    /// The same if cards are hidden: an action's value is its mean over worlds. `None`: as many as are cheap to solve.
    pub hidden: Option<u32>,
    /// Number of worlds.
    pub worlds: u32,
}

impl Default for NetOptions {
    fn default() -> NetOptions {
        NetOptions {
            net: NetChoice { looks_ahead: true, ..NetChoice::default() },
            temperature: 0.0,
            exact: 3,
            hidden: None,
            worlds: 16,
        }
    }
}

impl Options for NetOptions {
    fn declare(&mut self, pass: &mut OptionPass<'_>) -> Result<(), SpecError> {
        self.net.declare(pass)?;
        declare!(self, pass;
            temperature: real(0.0..=10.0),
                "0 plays the most probable action, 1 draws from the policy; the last plays are solved all the same";
            exact: count(0..=8),
                "two sides: if the seat knows all cards, the last plays (at most this many per seat) are solved; 0 solves none";
            hidden: optional_count(0..=4),
                "two sides: if cards are hidden, the last plays (at most this many per seat) are solved in weighted worlds; 0 solves none; without it 3 if the solver may go by rank (Scopone), else 2";
        );
        if self.hidden == Some(0) {
            pass.without_effect("worlds", "hidden above 0")?;
        }
        pass.count("worlds", &mut self.worlds, 1..=1000, "worlds for `hidden`")
    }
}
