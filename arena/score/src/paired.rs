//! Two scores of the same positions, decision by decision: far more certain than the difference of two means.

use std::collections::BTreeMap;

use serde::Serialize;
use spariglio_stats::Estimate;
use spariglio_stats::moments::NORMAL_95;

use crate::figures::{LEAST, margin};
use crate::item::Item;
use crate::score::Score;

/// The difference of two agents in a game, in points per hand of one side. It is above 0 if the first one is better.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GamePair {
    /// The game.
    pub rules: String,
    /// Positions that both decided.
    pub count: usize,
    /// Points that each agent loses there.
    pub lost: [Estimate; 2],
    /// The first agent's decisions above the second one's.
    pub difference: Estimate,
    /// The standard deviation of a hand, by which games are pooled.
    pub deviation: f64,
}

/// Two scores in pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Paired {
    /// The agents.
    pub names: [String; 2],
    /// The games of the suite with positions that both decided.
    pub games: Vec<GamePair>,
    /// The mean difference over the games with enough positions, in standard deviations of a hand.
    pub difference: Option<Estimate>,
    /// The same, as if the positions of the agents were not the same.
    pub unpaired: Option<Estimate>,
    /// Endings that both decided, and points per ending that the first agent loses less.
    pub endings: Option<(usize, Estimate)>,
}

impl Paired {
    /// Pairs the decisions of two scores.
    ///
    /// # Errors
    /// They have no position in common.
    pub fn new(scores: [&Score; 2]) -> Result<Paired, String> {
        let second: BTreeMap<&str, &Item> = scores[1].items.iter().map(|item| (item.id.as_str(), item)).collect();
        let same = |first: &&Item| {
            second
                .get(first.id.as_str())
                .is_some_and(|item| item.position == first.position)
        };
        let pairs: Vec<[&Item; 2]> = scores[0]
            .items
            .iter()
            .filter(same)
            .map(|item| [item, second[item.id.as_str()]])
            .collect();
        if pairs.is_empty() {
            return Err("expected scores of the same positions, such as those of `--suite public`".to_owned());
        }
        let games = scores[0].games.iter().filter(|game| game.changes.is_none());
        let games: Vec<GamePair> = games
            .filter_map(|game| GamePair::new(&game.rules, game.deviation, &pairs))
            .collect();
        let endings = pairs.iter().filter(|[item, _]| item.is_ending());
        let saved: Vec<f64> = endings.map(|[first, second]| second.lost - first.lost).collect();
        Ok(Paired {
            names: scores.map(|score| score.name.clone()),
            difference: pooled(&games, |game| game.difference),
            unpaired: pooled(&games, GamePair::unpaired),
            endings: margin(&saved).map(|mean| (saved.len(), mean)),
            games,
        })
    }

    /// Positions of the suite that would tell a difference of `points` standard deviations per hand: those that halve
    /// the interval as often as it takes.
    #[must_use]
    pub fn needed(&self, points: f64) -> Option<u64> {
        let half = self.difference?.standard_error * NORMAL_95;
        let count: usize = self.games.iter().map(|game| game.count).sum();
        Some((count as f64 * (half / points).powi(2)).ceil() as u64)
    }
}

impl GamePair {
    /// `None` without a pair of the game.
    fn new(rules: &str, deviation: f64, pairs: &[[&Item; 2]]) -> Option<GamePair> {
        let pairs: Vec<[&Item; 2]> = pairs
            .iter()
            .copied()
            .filter(|[item, _]| item.game() == rules && !item.is_ending())
            .collect();
        let mean = |number: &dyn Fn(&[&Item; 2]) -> f64| margin(&pairs.iter().map(number).collect::<Vec<_>>());
        let lost = |agent: usize| mean(&|pair| pair[agent].weight * pair[agent].lost);
        Some(GamePair {
            rules: rules.to_owned(),
            count: pairs.len(),
            lost: [lost(0)?, lost(1)?],
            difference: mean(&|[first, second]| first.weight * (first.above - second.above))?,
            deviation,
        })
    }

    fn unpaired(&self) -> Estimate {
        let [first, second] = self.lost;
        let parts = [(second, self.count as u64), (first.turned(), self.count as u64)];
        // The mean of two is half of their sum.
        Estimate::mean_of(&parts).in_units_of(0.5)
    }
}

/// The mean over the games with enough positions, in standard deviations of a hand.
fn pooled(games: &[GamePair], figure: impl Fn(&GamePair) -> Estimate) -> Option<Estimate> {
    let enough = games.iter().filter(|game| game.count >= LEAST);
    let scaled: Vec<(Estimate, u64)> = enough
        .map(|game| (figure(game).in_units_of(game.deviation), game.count as u64))
        .collect();
    (!scaled.is_empty()).then(|| Estimate::mean_of(&scaled))
}
