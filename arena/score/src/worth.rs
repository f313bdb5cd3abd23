//! Whether a game is worth playing, and how much thought pays in it, by hands that agents play.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use rayon::prelude::*;
use serde::Serialize;
use spariglio_engine::{Deal, Game};
use spariglio_stats::Estimate;

use crate::trial::{Played, Trial};

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

#[cfg(test)]
mod tests {
    use spariglio_engine::RuleSet;
    use spariglio_engine::rules::{DeclarationMode, LowMeld, Prime};

    use super::*;

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
