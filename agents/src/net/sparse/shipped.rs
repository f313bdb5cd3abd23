//! The networks that ship with the program, from `agents/nets/`: one or two per rule set, and one that reads its rules.
//! With them, networks that the host of the library adds from bytes.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use spariglio_engine::Game;

use super::description::{bare, description};
use super::file::PolicyNet;
use super::meta::PolicyMeta;
use crate::net::config::{LearntRules, META_FILE, MODEL_FILE};
use crate::net::error::NetError;
use crate::net::inputs::{Residual, deal_text, have_same_inputs};

/// A network that ships with the program.
#[derive(Copy, Clone, Debug)]
pub struct Shipped {
    /// Its folder below `nets/`.
    pub name: &'static str,
    meta: &'static [u8],
    model: &'static [u8],
}

#[cfg(feature = "nets")]
macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            meta: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/nets/", $name, "/meta.json")),
            model: include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/nets/", $name, "/model.safetensors")),
        }),*]
    };
}

/// All shipped networks. Among those of the same rules, networks on top of `lookahead` come first.
#[cfg(feature = "nets")]
pub const SHIPPED: &[Shipped] = shipped![
    "scopone",
    "scopone_house",
    "scopone_scientifico",
    "scopa_lookahead",
    "scopa",
    "cirulla_lookahead",
    "cirulla",
    "cirulla_4",
    "cirullone",
    "cicera"
];

/// No network ships with this build.
#[cfg(not(feature = "nets"))]
pub const SHIPPED: &[Shipped] = &[];

/// The networks that the host has added; they live as long as the program.
static ADDED: RwLock<Vec<&'static Shipped>> = RwLock::new(Vec::new());

impl Shipped {
    /// The network for a game: that of its rules, else one that reads its rules. If it may have learnt other rules, the
    /// second choice is another one: the network with the same inputs whose rules differ in the fewest lines. A network on top of `lookahead` is found only if `looks_ahead`, and is then
    /// preferred.
    ///
    /// `None` if there is none. Among its own rules only the name may differ, and the match if a shutout does not count as
    /// the match limit.
    ///
    /// # Examples
    /// ```
    /// use spariglio_agents::net::LearntRules;
    /// use spariglio_agents::net::sparse::Shipped;
    /// use spariglio_engine::Game;
    ///
    /// let find = |preset, rules| Shipped::find(&Game::preset(preset).expect("a preset"), rules, false);
    /// assert_eq!(find("cirulla", LearntRules::Own).expect("it ships").name, "cirulla");
    /// assert!(find("re_bello", LearntRules::Own).is_none());
    /// assert_eq!(find("re_bello", LearntRules::Other).expect("it ships").name, "scopa");
    /// ```
    pub fn find(game: &Game, rules: LearntRules, looks_ahead: bool) -> Option<&'static Shipped> {
        let is_own = |shipped: &&Shipped| shipped.meta().deal.is_none() && shipped.meta().is_for(game);
        let own = Shipped::all(game, looks_ahead).find(is_own);
        match rules {
            LearntRules::Own => own.or_else(|| Shipped::reading(game)),
            LearntRules::Other => own.or_else(|| Shipped::nearest(game, looks_ahead, false)),
        }
    }

    /// The network that reads its rules, if it learnt variations of the most similar rules that have a network, and the
    /// deal is theirs.
    fn reading(game: &Game) -> Option<&'static Shipped> {
        let (similar, deal) = (Shipped::nearest(game, false, true)?.game(), Some(deal_text(game)));
        Shipped::known().find(|shipped| {
            let meta = shipped.meta();
            meta.deal == deal && meta.is_for(&similar)
        })
    }

    /// The error that no network ships for a game, with the nearest one as advice.
    pub(in crate::net) fn missing(game: &Game) -> NetError {
        NetError::NotShipped {
            rules: game.rules().name.clone(),
            other: match Shipped::nearest(game, false, false) {
                Some(other) => format!(", or play the network of `{}` with `rules=other`", other.name),
                None => "; none that ships has the inputs of this game".to_owned(),
            },
            shipped: Shipped::all(game, false)
                .filter(|shipped| shipped.meta().deal.is_none())
                .map(|shipped| shipped.name)
                .collect::<Vec<_>>()
                .join(", "),
        }
    }

    /// Adds a network for all agents of this program that name no folder. It comes before those that ship. Returns the
    /// game whose rules it has learnt.
    ///
    /// `file` is `model.safetensors` with its description, the text of `meta.json`, as the entry `spariglio` of its
    /// metadata. Its memory is never freed.
    ///
    /// # Errors
    /// The file has no description or is damaged, or it is no network for the rules of a preset.
    pub fn add(file: &[u8]) -> Result<Game, NetError> {
        let path = Path::new(MODEL_FILE);
        let wrong = |reason: String| NetError::Format { path: path.to_owned(), reason };
        let meta = description(file)
            .ok_or_else(|| wrong("its metadata has no `spariglio`, the description of the network".to_owned()))?;
        let described = PolicyMeta::from_bytes(path, meta.as_bytes())?;
        let game = Game::preset(&described.rules)
            .ok_or_else(|| wrong(format!("its rules are `{}`, expected those of a preset", described.rules)))?;
        let shipped = Shipped {
            name: Box::leak(described.rules.into_boxed_str()),
            meta: Box::leak(meta.into_bytes().into_boxed_slice()),
            model: Box::leak(file.into()),
        };
        PolicyNet::from_bytes([path, path], shipped.meta, shipped.model, &game, LearntRules::Own)?;
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        if added.iter().all(|other| other.meta != shipped.meta) {
            let looks_ahead = |shipped: &Shipped| shipped.meta().residual == Residual::Lookahead;
            let first = added.iter().take_while(|other| looks_ahead(other)).count();
            added.insert(if looks_ahead(&shipped) { 0 } else { first }, Box::leak(Box::new(shipped)));
        }
        Ok(game)
    }

    /// The added networks, then those that ship.
    fn known() -> impl Iterator<Item = &'static Shipped> {
        let added = ADDED.read().unwrap_or_else(PoisonError::into_inner).clone();
        added.into_iter().chain(SHIPPED)
    }

    /// All of them, or those without a look-ahead if it is not wanted or does not fit the game.
    fn all(game: &Game, looks_ahead: bool) -> impl Iterator<Item = &'static Shipped> {
        let looks_ahead = looks_ahead && Residual::Lookahead.fits(game);
        let is_plain = |shipped: &&Shipped| shipped.meta().residual != Residual::Lookahead;
        Shipped::known().filter(move |shipped| looks_ahead || is_plain(shipped))
    }

    /// The network with the inputs of `game`, for networks that read rules or for others, whose rules differ from its rules
    /// in the fewest lines of their files.
    fn nearest(game: &Game, looks_ahead: bool, reads_rules: bool) -> Option<&'static Shipped> {
        let wanted = game.rules().to_toml();
        let missing = |one: &str, other: &str| {
            let is_there = |line: &&str| other.lines().any(|own| own == *line);
            one.lines().filter(|line| !is_there(line)).count()
        };
        let differing = |own: &Game| {
            let own = own.rules().to_toml();
            missing(&wanted, &own) + missing(&own, &wanted)
        };
        let all = Shipped::all(game, looks_ahead).filter(|shipped| shipped.meta().deal.is_none());
        let games = all.map(|shipped| (shipped, shipped.game()));
        let fitting = games.filter(|(_, own)| have_same_inputs(own, game, reads_rules));
        fitting.min_by_key(|(_, own)| differing(own)).map(|(shipped, _)| shipped)
    }

    /// The game whose rules it has learnt.
    #[must_use]
    pub fn game(&self) -> Game {
        Game::preset(&self.meta().rules).expect("networks ship for presets")
    }

    /// Reads the network for a game with the same inputs.
    ///
    /// # Errors
    /// The same as for [`NetChoice::load`](crate::net::NetChoice::load); a test loads every network that ships.
    pub fn load(&self, game: &Game) -> Result<PolicyNet, NetError> {
        let folder = Path::new("agents/nets").join(self.name);
        let paths = [META_FILE, MODEL_FILE].map(|file| folder.join(file));
        PolicyNet::from_bytes([&paths[0], &paths[1]], self.meta, self.model, game, LearntRules::Other)
    }

    /// Whether it reads its rules, and plays all with the same deal.
    #[must_use]
    pub fn reads_rules(&self) -> bool {
        self.meta().deal.is_some()
    }

    /// Its parts: the weights, as a file without the description, and the description.
    #[must_use]
    pub fn files(&self) -> [Cow<'static, [u8]>; 2] {
        [bare(self.model, self.meta), self.meta.into()]
    }

    pub(in crate::net) fn meta(&self) -> PolicyMeta {
        serde_json::from_slice(self.meta).expect("a shipped network has a description")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_a_shipped_network_gets_an_error_that_says_how_to_train_one() {
        let game = Game::preset("mini_scopa").expect("a preset");
        let error = Shipped::missing(&game).to_string();
        for part in ["`mini_scopa`", "scopone", "spariglio learn", "net=DIR"] {
            assert!(error.contains(part), "{error}");
        }
        assert!(!error.contains("_lookahead"), "{error}");
    }
}
