//! New rule sets near a known one, that are worth playing: games that nobody can have in memory.
//!
//! A new rule set takes some fields from a random one. A field counts only if the rules in words differ by it. The new
//! rule set is kept if it is worth playing ([`Worth`]); else another one is drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use serde_json::Value;
use spariglio_engine::random::{below, mix};
use spariglio_engine::rules::RuleField;
use spariglio_engine::{Game, RuleSet};
use spariglio_text::{Language, Spelling, Wording};

use crate::exact::{Exact, solved};
use crate::worth::{Depth, Worth, worth};

/// Rule sets that are drawn before a search is given up.
const MOST_ATTEMPTS: u64 = 20_000;
/// The name of the fields that change together: the deal must fit the pack and the seats.
const DEAL: &str = "deal";
/// The tables whose fields do not change by themselves.
const UNCHANGED: [&str; 2] = ["deck", "match"];

/// A new rule set.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The game.
    pub game: Arc<Game>,
    /// Its changes: field, value before, value now.
    pub changes: Vec<[String; 3]>,
    /// Why it is worth playing.
    pub worth: Worth,
    /// How much thought pays, if that was asked for.
    pub depth: Option<Depth>,
    /// Its solution, if that was asked for.
    pub exact: Option<Exact>,
}

/// A wish for a new rule set.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The rule set to begin with.
    pub like: RuleSet,
    /// Number of fields to change.
    pub distance: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Whether to measure how much thought pays. It must pay then.
    pub depth: bool,
    /// Whether to solve it. Pack, seats and deal then stay as they are, so that it stays small.
    pub exact: bool,
    /// The name of the new rule set.
    pub name: String,
}

impl Wish {
    /// The first rule set that fulfils the wish, on the threads of the current pool. `None` if none was found, as if
    /// there are fewer fields than changes, or the game is too large to solve.
    #[must_use]
    pub fn fulfilled(&self) -> Option<Generated> {
        let like = Game::new(self.like.clone()).ok()?;
        if self.distance == 0 {
            let worth = worth(&like)?;
            let depth = self.depth.then(|| Depth::of(&like, worth.deviation));
            let exact = self.exact.then(|| solved(&like)).flatten();
            return Some(Generated { game: Arc::new(like), changes: Vec::new(), worth, depth, exact });
        }
        // Another rule set to begin with draws other changes.
        let mut rng = Pcg64Mcg::seed_from_u64(mix(self.seed ^ like.fingerprint()));
        (0..MOST_ATTEMPTS).find_map(|_| self.attempt(&mut rng))
    }

    fn attempt(&self, rng: &mut Pcg64Mcg) -> Option<Generated> {
        let (before, other) = (fields(&self.like), fields(&self.like.shuffled(&self.name, rng)));
        let mut free: Vec<&String> = before
            .keys()
            .filter(|field| before.get(*field) != other.get(*field) && !(self.exact && *field == DEAL))
            .collect();
        let mut now = before.clone();
        let mut chosen = Vec::new();
        for _ in 0..self.distance {
            if free.is_empty() {
                return None;
            }
            // Every part of the rules has the same chance, whatever the number of its fields.
            let parts: BTreeSet<&str> = free.iter().map(|field| part(field)).collect();
            let parts_len = parts.len() as u32;
            let chosen_part = parts.into_iter().nth(below(rng, parts_len) as usize)?;
            let places: Vec<usize> = (0..free.len()).filter(|place| part(free[*place]) == chosen_part).collect();
            let field = free.swap_remove(places[below(rng, places.len() as u32) as usize]);
            now.insert(field.clone(), other.get(field)?.clone());
            chosen.push(field.clone());
        }
        chosen.sort();
        let game = self.game(&now)?;
        let words = words(&game);
        let mut changes = Vec::new();
        for field in chosen {
            let [old, new] = [&before[&field], &now[&field]].map(|parts| told(parts));
            let without = BTreeMap::from_iter(now.clone().into_iter().chain([(field.clone(), before[&field].clone())]));
            if self.game(&without).is_some_and(|game| self::words(&game) == words) {
                return None;
            }
            changes.push([field, old, new]);
        }
        let worth = worth(&game).filter(Worth::is_enough)?;
        let depth = match self.depth {
            true => Some(Some(Depth::of(&game, worth.deviation)).filter(Depth::is_enough)?),
            false => None,
        };
        let exact = match self.exact {
            true => Some(solved(&game)?),
            false => None,
        };
        Some(Generated { game: Arc::new(game), changes, worth, depth, exact })
    }

    fn game(&self, fields: &Fields) -> Option<Game> {
        let mut value = self.like.to_json();
        value["name"] = self.name.clone().into();
        for (pointer, part) in fields.values().flatten() {
            let (parent, key) = pointer.rsplit_once('/')?;
            value.pointer_mut(parent)?.as_object_mut()?.insert(key.to_owned(), part.clone());
        }
        Game::new(RuleSet::from_json(&value).ok()?).ok()
    }
}

/// The fields of a rule set by name, with their places and values. Fields that must fit each other are one.
type Fields = BTreeMap<String, Vec<(String, Value)>>;

fn fields(rules: &RuleSet) -> Fields {
    let mut fields = Fields::new();
    let all = rules.to_json();
    for (name, value) in all.as_object().into_iter().flatten() {
        match (name.as_str(), value) {
            ("name" | "match" | "base", _) => {}
            ("deck" | "players" | "sides" | "deal", value) => {
                let mut value = value.clone();
                if let Value::Object(deal) = &mut value {
                    deal.retain(|key, _| !is_own(&format!("{name}.{key}")));
                }
                fields.entry(DEAL.to_owned()).or_default().push((format!("/{name}"), value));
            }
            (_, Value::Object(inner)) => {
                for (key, value) in inner {
                    fields.insert(format!("{name}.{key}"), vec![(format!("/{name}/{key}"), value.clone())]);
                }
            }
            (_, value) => {
                fields.insert(name.clone(), vec![(format!("/{name}"), value.clone())]);
            }
        }
    }
    // A file leaves out the usual choice.
    for field in RuleField::all() {
        let Some((table, _)) = field.path.split_once('.').filter(|(table, _)| !UNCHANGED.contains(table)) else {
            continue;
        };
        let value = field.value_in(rules).and_then(|text| serde_json::from_str(&text).ok());
        if let Some(value) = value.filter(|_| table != DEAL || field.is_own()) {
            let place = format!("/{}", field.path.replace('.', "/"));
            fields.entry(field.path.to_owned()).or_insert_with(|| vec![(place, value)]);
        }
    }
    fields
}

/// Whether a field is a mechanic that no known game has.
fn is_own(path: &str) -> bool {
    RuleField::all().iter().any(|field| field.path == path && field.is_own())
}

/// The part of the rules that a field belongs to, as `score` of `score.prime`; `order` for the order of play.
fn part(field: &str) -> &str {
    if field == "sweep.again" {
        return "order";
    }
    field.split('.').next().unwrap_or(field)
}

/// Values as a reader of rule files knows them.
fn told(parts: &[(String, Value)]) -> String {
    match parts {
        [(_, Value::String(text))] => text.clone(),
        [(_, value)] => value.to_string(),
        several => {
            let each = several
                .iter()
                .map(|(place, value)| format!("{} {value}", place.trim_start_matches('/')));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

/// The rules in words, without the name.
fn words(game: &Game) -> String {
    let text = Wording::new(game, Language::English, Spelling::Letters).rules();
    text.replace(&game.rules().name, "")
}

#[cfg(test)]
mod tests {

    use super::*;

    fn wish(like: &str, seed: u64, exact: bool) -> Wish {
        let like = RuleSet::preset(like).expect("a preset");
        Wish { like, distance: 3, seed, depth: false, exact, name: "new".to_owned() }
    }

    #[test]
    fn new_rule_sets_differ_by_as_many_fields_as_asked_and_are_worth_playing() {
        for (like, seed) in [("scopa", 1), ("scopone", 2), ("cirulla", 3), ("cicera", 4)] {
            let wish = wish(like, seed, false);
            let generated = wish.fulfilled().expect("one is found");
            let [before, now] = [&wish.like, generated.game.rules()].map(fields);
            let differing: Vec<&String> = before.keys().filter(|field| before[*field] != now[*field]).collect();
            let changes: Vec<&String> = generated.changes.iter().map(|change| &change[0]).collect();
            assert_eq!(differing, changes, "{like}");
            assert_eq!(changes.len(), 3);
            assert!(generated.worth.is_enough());
            let again = wish.fulfilled().expect("the same one");
            assert_eq!(again.game.rules(), generated.game.rules());
        }
    }

    #[test]
    fn a_small_one_is_solved() {
        let generated = wish("mini_scopa", 1, true).fulfilled().expect("one is found");
        let exact = generated.exact.expect("a solution");
        assert!(exact.error < 0.02 && exact.information_sets > 100, "{exact:?}");
    }

    #[test]
    fn mechanics_of_no_known_game_are_drawn() {
        let like = RuleSet::preset("scopa").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let before = fields(&like);
        let mut drawn = BTreeMap::new();
        for _ in 0..200 {
            let other = fields(&like.shuffled("new", &mut rng));
            assert!(!other[DEAL].iter().any(|(_, value)| value.get("open").is_some()));
            for field in RuleField::all().iter().filter(|field| field.is_own()) {
                *drawn.entry(field.path).or_insert(0) += usize::from(other[field.path] != before[field.path]);
            }
        }
        assert!(drawn.len() >= 4 && drawn.values().all(|&count| count > 8), "{drawn:?}");
        assert_eq!(["sweep.again", "sweep.points", "deal.open", DEAL].map(part), ["order", "sweep", "deal", DEAL]);
    }

    #[test]
    fn no_two_seeds_and_bases_make_the_same_changes() {
        let mut made = BTreeSet::new();
        for (like, seed) in ["scopa", "scopone", "cirulla", "cicera"]
            .into_iter()
            .flat_map(|like| (1..=5).map(move |seed| (like, seed)))
        {
            let changes = wish(like, seed, false).fulfilled().expect("one is found").changes;
            assert!(made.insert(changes), "{like}, seed {seed}");
        }
    }
}
