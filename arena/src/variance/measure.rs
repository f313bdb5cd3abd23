//! How much less variance there is: single hands, with the baseline, with luck, and duplicate sets with luck.
//!
//! The baseline of a hand is the margin that one fast agent at every seat makes on the same deal, agent 0's side its own
//! (M. White and M. Bowling, "Learning a value analysis tool for agent evaluation", 2009, is the general form). Its mean
//! is 0 as every side deals equally often. Over a duplicate set it sums to 0 by itself: there the baseline is a pair of
//! different agents ([`crate::variance::fit`]).

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::pair::ArenaConfig;
use crate::seating::Seating;
use crate::seeds::Source;
use crate::stats::linear::dot;
use crate::variance::fit::{Cast, TUNING};
use crate::variance::series::{Hand, Series, SetLuck};
use crate::variance::squares::Squares;
use crate::variance::{Luck, PARTS, Reduction};

/// Tuning deals that the coefficients of single hands are fitted on.
const HAND_SETS: u64 = 4000;

/// Variances, in points²; all for the same number of hands, so that their ratios say how many hands each is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Factors {
    /// Of a single hand on a deal of its own.
    pub single: f64,
    /// The same less the baseline's multiple.
    pub baseline: f64,
    /// The same less the luck figures' multiples.
    pub luck: f64,
    /// The same less both.
    pub both: f64,
    /// Of a set, over its plays.
    pub sets: f64,
    /// The same less the correction of [`Reduction`], with the variance that all corrections share.
    pub reduced: f64,
    /// Mean correction of a set over its standard error: 0 but for chance.
    pub bias: f64,
}

/// The baseline of single hands.
const GREEDY: [&AgentSpec; 2] = [&AgentSpec::Greedy, &AgentSpec::Greedy];

/// One hand's luck and, last, its baseline.
fn figures(hand: &Hand, baseline: &Hand) -> Vec<f64> {
    [&hand.luck[..], &[baseline.margin]].concat()
}

/// Which figures count.
#[derive(Copy, Clone)]
enum Use {
    Baseline,
    Luck,
    Both,
}

impl Use {
    fn of(self, figures: &[f64]) -> &[f64] {
        let last = figures.len() - 1;
        match self {
            Use::Baseline => &figures[last..],
            Use::Luck => &figures[..last],
            Use::Both => figures,
        }
    }
}

const USES: [Use; 3] = [Use::Baseline, Use::Luck, Use::Both];

/// Sum and sum of squares.
#[derive(Copy, Clone, Default)]
struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    fn push(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn variance(&self) -> f64 {
        self.squares / self.count - (self.sum / self.count).powi(2)
    }
}

/// Measures the reductions on the deals of an arena of two agents.
///
/// # Errors
/// As [`Reduction::fit`].
pub fn factors(game: &Game, agents: [&AgentSpec; 2], config: &ArenaConfig) -> Result<Factors, ArenaError> {
    let reduction = Reduction::fit(game, agents, config)?;
    let coefficients = hand_coefficients(game, agents, config)?;
    let mut hands = [Spread::default(); 4];
    let mut whole_sets = [Spread::default(); 3];
    let mut series = Series::new(game, agents, Source::Test, config)?;
    let mut greedy = Series::new(game, GREEDY, Source::Test, config)?;
    let baseline = reduction.baseline.as_ref();
    let baseline = baseline.map(|baseline| Series::of_names(game, &baseline.agents, config));
    let mut baseline = baseline.transpose()?;
    let deals = config.all_deals(Seating::set(game).len());
    for index in 0..deals {
        let plays = series.play(index)?;
        for (hand, greedy) in plays.iter().zip(greedy.play(index)?) {
            let figures = figures(hand, &greedy);
            hands[0].push(hand.margin);
            for ((spread, each), coefficients) in hands[1..].iter_mut().zip(USES).zip(&coefficients) {
                spread.push(hand.margin - dot(coefficients, each.of(&figures)));
            }
        }
        let SetLuck { margin, luck } = SetLuck::of(&plays);
        let baseline = baseline.as_mut().map(|series| series.play(index)).transpose()?;
        let baseline = baseline.map(|hands| SetLuck::of(&hands));
        let correction = reduction.correction(&luck, baseline.as_ref()) as f64 / PARTS;
        let values = [margin, margin - correction, correction];
        whole_sets
            .iter_mut()
            .zip(values)
            .for_each(|(spread, value)| spread.push(value));
    }
    let plays = hands[0].count / deals as f64;
    let [sets, reduced, correction] = whole_sets;
    let shared = reduction.shared_variance();
    let error = correction.variance() / correction.count + shared;
    Ok(Factors {
        single: hands[0].variance(),
        baseline: hands[1].variance(),
        luck: hands[2].variance(),
        both: hands[3].variance(),
        sets: sets.variance() / plays,
        reduced: (reduced.variance() + shared * correction.count) / plays,
        bias: correction.sum / correction.count / error.sqrt().max(f64::MIN_POSITIVE),
    })
}

/// The coefficients for single hands, for each of [`USES`], from tuning deals.
fn hand_coefficients(game: &Game, agents: [&AgentSpec; 2], config: &ArenaConfig) -> Result<[Vec<f64>; 3], ArenaError> {
    let cast = Cast::of(agents)?;
    let figures_of = Luck::figures_of(game);
    let mut squares = [1, figures_of, figures_of + 1].map(Squares::new);
    let mut series = Series::new(game, [&cast.agents[0], &cast.agents[1]], TUNING, config)?;
    let mut greedy = Series::new(game, GREEDY, TUNING, config)?;
    for index in 0..HAND_SETS {
        for (hand, greedy) in series.play(index)?.iter().zip(greedy.play(index)?) {
            let figures = figures(hand, &greedy);
            let uses = squares.iter_mut().zip(USES);
            uses.for_each(|(squares, each)| squares.push(each.of(&figures), hand.margin));
        }
    }
    Ok(squares.map(Squares::solve))
}
