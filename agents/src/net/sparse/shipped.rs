//! The networks that ship with the program: one per rule set, from `agents/nets/`.

use std::path::Path;

use spariglio_engine::Game;

use super::file::{PolicyMeta, PolicyNet};
use crate::net::config::{META_FILE, MODEL_FILE, rules_fingerprint};
use crate::net::error::NetError;

/// A network that ships with the program.
#[derive(Copy, Clone, Debug)]
pub struct Shipped {
    /// Its folder below `nets/`.
    pub name: &'static str,
    meta: &'static [u8],
    model: &'static [u8],
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            meta: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/nets/", $name, "/meta.json")),
            model: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/nets/", $name, "/model.safetensors")),
        }),*]
    };
}

/// All shipped networks.
pub const SHIPPED: &[Shipped] =
    shipped!["scopone", "scopone_scientifico", "scopa", "cirulla", "cirulla_4", "cirullone", "cicera"];

impl Shipped {
    /// The network for a game.
    ///
    /// # Errors
    /// No network ships for its rules. Only the name may differ, and the match if a shutout does not count as the match
    /// limit.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::net::sparse::Shipped;
    /// use spariglio_engine::Game;
    ///
    /// let find = |preset| Shipped::find(&Game::preset(preset).expect("a preset"));
    /// assert_eq!(find("cirulla")?.name, "cirulla");
    /// assert!(find("mini_scopa").is_err());
    /// # Ok::<(), spariglio_agents::net::NetError>(())
    /// ```
    pub fn find(game: &Game) -> Result<&'static Shipped, NetError> {
        let wanted = rules_fingerprint(game);
        let is_wanted = |shipped: &&Shipped| shipped.rules_fingerprint() == wanted;
        SHIPPED.iter().find(is_wanted).ok_or_else(|| NetError::NotShipped {
            rules: game.rules().name.clone(),
            shipped: SHIPPED.iter().map(|shipped| shipped.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// Reads the network.
    ///
    /// # Errors
    /// The same as for [`PolicyNet::load`]; a test loads every network that ships.
    pub fn load(&self, game: &Game) -> Result<PolicyNet, NetError> {
        let folder = Path::new("agents/nets").join(self.name);
        let paths = [META_FILE, MODEL_FILE].map(|file| folder.join(file));
        PolicyNet::from_bytes([&paths[0], &paths[1]], self.meta, self.model, game)
    }

    /// Its files: the weights and the description.
    #[must_use]
    pub fn files(&self) -> [&'static [u8]; 2] {
        [self.model, self.meta]
    }

    fn rules_fingerprint(&self) -> String {
        let meta: PolicyMeta = serde_json::from_slice(self.meta).expect("a shipped network has a description");
        meta.rules_fingerprint
    }
}

impl PolicyNet {
    /// Reads the network of a folder, or the best one of a run directory, and checks that it is for `game`. If the path
    /// is empty, reads the network that ships.
    ///
    /// # Errors
    /// A file, field or tensor is not as expected (the error names it), or no network ships for the rule set.
    pub fn load(folder: &Path, game: &Game) -> Result<PolicyNet, NetError> {
        if folder.as_os_str().is_empty() {
            Shipped::find(game)?.load(game)
        } else {
            PolicyNet::of_folder(folder, game)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_a_shipped_network_gets_an_error_that_says_how_to_train_one() {
        let game = Game::preset("mini_scopa").expect("a preset");
        let error = Shipped::find(&game).expect_err("none ships").to_string();
        for part in ["`mini_scopa`", "scopone", "spariglio learn", "net=DIR"] {
            assert!(error.contains(part), "{error}");
        }
    }
}
