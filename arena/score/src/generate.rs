//! New rule sets near a known one, that are worth playing: games that nobody can have in memory.
//!
//! A new rule set takes some fields from a random one. A field counts only if the rules in words differ by it. The new
//! rule set is kept if it is worth playing ([`Worth`]); else another one is drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use spariglio_engine::random::{below, mix};
use spariglio_engine::rules::RuleField;
use spariglio_engine::{Deal, Game, RuleSet};
use spariglio_equilibrium::{GameTree, Policy, Solver, Variant, exploitability, value};
use spariglio_stats::Estimate;
use spariglio_text::{Language, Spelling, Wording};

use crate::trial::{Played, Trial};

/// Rule sets that are drawn before a search is given up.
const MOST_ATTEMPTS: u64 = 20_000;
/// Deals on which a rule set is tried.
const DEALS: u64 = 400;
/// Deals on which depth is measured.
const DEPTH_DEALS: u64 = 200;
/// The most points that the dealer's side may gain or lose by dealing, in standard deviations of a hand.
const MOST_DEALER: f64 = 0.5;
/// The largest share of a hand's variance that may follow from the deal alone.
const MOST_DEAL_SHARE: f64 = 0.6;
/// The least gain of `formula` over `random`, in standard deviations of a hand, and in standard errors.
const LEAST_SKILL: [f64; 2] = [0.25, 4.0];
/// The least mean number of legal actions.
const LEAST_CHOICES: f64 = 1.5;
/// The largest share of hands that may end level.
const MOST_DRAWN: f64 = 0.5;
/// The least depth in standard errors.
const LEAST_DEPTH: f64 = 2.0;
/// Iterations of the solver in an exact solution.
const ITERATIONS: u64 = 300;

/// The name of the fields that change together: the deal must fit the pack and the seats.
const DEAL: &str = "deal";
/// The tables whose fields do not change by themselves.
const UNCHANGED: [&str; 2] = ["deck", "match"];

/// Why a rule set is worth playing.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// Standard deviation of a side's margin in a hand between players of `formula`.
    pub deviation: f64,
    /// Gain of the dealer's side between players of `formula`, in standard deviations.
    pub dealer: f64,
    /// The share of a hand's variance that follows from the deal alone, between random players.
    pub deal_share: f64,
    /// Gain of `formula` over `random`, in standard deviations.
    pub skill: f64,
    /// Its standard error.
    pub skill_error: f64,
    /// Mean number of legal actions.
    pub choices: f64,
    /// The share of hands between players of `formula` that end level.
    pub drawn: f64,
}

impl Worth {
    /// Whether no side wins by the deal alone, choices matter, and most hands have a winner.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        self.deviation > 0.0
            && self.dealer.abs() <= MOST_DEALER
            && self.deal_share <= MOST_DEAL_SHARE
            && self.skill >= LEAST_SKILL[0].max(LEAST_SKILL[1] * self.skill_error)
            && self.choices >= LEAST_CHOICES
            && self.drawn <= MOST_DRAWN
    }
}

/// An equilibrium of a small game.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Exact {
    /// The dealer's margin in points per hand if both seats play perfectly.
    pub value: f64,
    /// The most by which the value may be wrong: the exploitability of the policy that was found.
    pub error: f64,
    /// Information sets of the game.
    pub information_sets: usize,
}

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

/// Tries a game. `None` if it has more than two sides, whose margins are not centred, or no variance.
#[must_use]
pub fn worth(game: &Game) -> Option<Worth> {
    if game.sides() != 2 {
        return None;
    }
    let hands = |agents: [&'static str; 2], seed: u64| -> Vec<Played> {
        let play = |table: &mut Trial<'_>, deal: u64| table.play(&dealt(game, deal), seed << 28 | deal);
        (0..DEALS).into_par_iter().map_init(|| Trial::new(game, agents), play).collect()
    };
    let formula = hands(["formula"; 2], 1);
    let mean = Estimate::of(formula.iter().map(|hand| hand.dealer));
    let deviation = mean.standard_error * (DEALS as f64).sqrt();
    if deviation <= 0.0 {
        return None;
    }
    let [first, second] =
        [1, 2].map(|seed| hands(["random"; 2], seed).iter().map(|hand| hand.dealer).collect::<Vec<_>>());
    let deal_share = correlation(&first, &second).max(0.0);
    let [first, second] = [["formula", "random"], ["random", "formula"]].map(|agents| hands(agents, 1));
    let skill = Estimate::of(first.iter().zip(&second).map(|(one, other)| (one.first - other.first) / 2.0));
    let choices = formula.iter().map(|hand| hand.choices).sum::<f64>() / DEALS as f64;
    Some(Worth {
        deviation,
        dealer: mean.mean / deviation,
        deal_share,
        skill: skill.mean / deviation,
        skill_error: skill.standard_error / deviation,
        choices,
        drawn: formula.iter().filter(|hand| hand.dealer == 0.0).count() as f64 / DEALS as f64,
    })
}

/// How much thought pays in a game, in standard deviations of a hand.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Depth {
    /// Gain of a search of 200 simulations over `formula`.
    pub search: Estimate,
    /// Gain of a search of 400 simulations over one of 50.
    pub budget: Estimate,
}

impl Depth {
    /// Whether a search beats `formula`, or a larger one a smaller one: beyond doubt, not by chance.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        [self.search, self.budget]
            .iter()
            .any(|gain| gain.mean > LEAST_DEPTH * gain.standard_error)
    }

    /// Measures a game of two sides on duplicate deals, on the threads of the current pool.
    #[must_use]
    pub fn of(game: &Game, deviation: f64) -> Depth {
        let gain = |agents: [&'static str; 2]| {
            let pair = |tables: &mut [Trial<'_>; 2], deal: u64| {
                let [one, other] = tables.each_mut().map(|table| table.play(&dealt(game, deal), deal).first);
                (one - other) / 2.0
            };
            let tables = || [agents, [agents[1], agents[0]]].map(|agents| Trial::new(game, agents));
            let gains: Vec<f64> = (0..DEPTH_DEALS).into_par_iter().map_init(tables, pair).collect();
            Estimate::of(gains.iter().copied()).in_units_of(deviation)
        };
        Depth {
            search: gain(["ismcts:simulations=200", "formula"]),
            budget: gain(["ismcts:simulations=400", "ismcts:simulations=50"]),
        }
    }
}

/// A deal of a trial. Dealers rotate.
fn dealt(game: &Game, deal: u64) -> Deal {
    Deal::random(game, deal as usize % game.players(), &mut Pcg64Mcg::seed_from_u64(deal))
}

/// The correlation of two series of equal length; 0 if one does not vary.
fn correlation(first: &[f64], second: &[f64]) -> f64 {
    let mean = |series: &[f64]| series.iter().sum::<f64>() / series.len() as f64;
    let means = [mean(first), mean(second)];
    let sum = |product: &dyn Fn(f64, f64) -> f64| -> f64 {
        first
            .iter()
            .zip(second)
            .map(|(one, other)| product(one - means[0], other - means[1]))
            .sum()
    };
    let spread = (sum(&|one, _| one * one) * sum(&|_, other| other * other)).sqrt();
    if spread > 0.0 {
        sum(&|one, other| one * other) / spread
    } else {
        0.0
    }
}

/// The solution of a small game; `None` if it is too large or has more than two seats.
fn solved(game: &Game) -> Option<Exact> {
    let tree = GameTree::new(game).ok()?;
    let mut solver = Solver::new(&tree, Variant::Plus);
    for _ in 0..ITERATIONS {
        solver.iterate();
    }
    let policy: Policy = solver.policy();
    Some(Exact {
        value: value(&tree, &policy),
        error: exploitability(&tree, &policy).mean(),
        information_sets: tree.information_sets(),
    })
}

#[cfg(test)]
mod tests {
    use spariglio_engine::rules::{DeclarationMode, LowMeld, Prime};

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

    /// A preset after a change.
    fn changed(like: &str, change: impl Fn(&mut RuleSet)) -> Game {
        let mut rules = RuleSet::preset(like).expect("a preset");
        change(&mut rules);
        Game::new(rules).expect("a game that can be played")
    }

    /// Nothing scores but what `of` sets.
    fn scoreless(of: impl Fn(&mut RuleSet)) -> impl Fn(&mut RuleSet) {
        move |rules| {
            let score = &mut rules.score;
            (score.cards, score.suit_points, score.high_meld, score.shutout) = (0, 0, 0, false);
            (score.prime, score.low_meld) = (Prime::None, LowMeld::None);
            score.single.clear();
            rules.sweep.points = 0;
            of(rules);
        }
    }

    /// Only the cards that are dealt score.
    fn chance() -> Game {
        changed("cirulla", scoreless(|rules| rules.declarations.mode = DeclarationMode::Auto))
    }

    /// A seat never holds two cards.
    fn forced() -> Game {
        changed("scopa", |rules| rules.deal.rounds = vec![1; 18])
    }

    #[test]
    fn games_of_chance_without_choices_or_nearly_always_drawn_are_not_worth_playing() {
        let worth = |game: Game| worth(&game).expect("hands differ");
        let chance = worth(chance());
        assert!(chance.deal_share > MOST_DEAL_SHARE && !chance.is_enough(), "{chance:?}");
        let forced = worth(forced());
        assert!(forced.choices < LEAST_CHOICES && !forced.is_enough(), "{forced:?}");
        let drawn = worth(changed("scopa", scoreless(|rules| rules.score.simili = 1)));
        assert!(drawn.drawn > MOST_DRAWN && !drawn.is_enough(), "{drawn:?}");
    }

    /// The whole list takes minutes: only the long tests have it.
    #[test]
    fn depth_orders_games_as_people_do() {
        let is_long = std::env::var("SPARIGLIO_SOAK").is_ok();
        let played = ["scopa", "scopone"]
            .map(|name| changed(name, |_| ()))
            .into_iter()
            .filter(|_| is_long);
        let depths: Vec<Depth> = [chance(), forced()]
            .into_iter()
            .chain(played)
            .map(|game| Depth::of(&game, worth(&game).expect("hands differ").deviation))
            .collect();
        assert_eq!((depths[0].search.mean, depths[0].budget.mean), (0.0, 0.0));
        assert!(
            depths[..2].iter().all(|depth| !depth.is_enough()) && depths[2..].iter().all(Depth::is_enough),
            "{depths:?}"
        );
        assert!(depths.is_sorted_by(|one, other| one.search.mean <= other.search.mean + 0.02), "{depths:?}");
    }
}
