//! What is taken off a set's margin for each luck figure and for the baseline, fitted on tuning deals.
//!
//! Fast agents play [`SETS`] tuning deals: an agent of the pair that is fast plays for itself, for another one plays a
//! stand-in (`random` for one that draws its actions from a known policy). Least squares of their margins on their luck
//! gives the coefficients. Where one agent has a stand-in, and is no external program, the two fast agents are also the **baseline**: on every deal
//! of the arena they play too, and their margin, less their own luck and less the mean that it had on the tuning deals,
//! is a measure of the deal. A few tuning deals played by the pair itself (the pilot) say how much of either to take off.
//!
//! Whatever the coefficients are, a correction has expectation 0; bad ones only reduce less. The baseline's mean is known
//! but to its error, which all sets share: [`Reduction::shared_variance`] is to be added to the variance of the mean. Its
//! weight is made smaller by 1 / (1 + n / [`SETS`]) for n sets, the factor for which the sum of both is least.

use serde::{Deserialize, Serialize};
use spariglio_agents::AgentSpec;
use spariglio_engine::Game;

use crate::error::ArenaError;
use crate::pair::ArenaConfig;
use crate::seating::Seating;
use crate::seeds::Source;
use crate::stats::linear::{dot, solve};
use crate::variance::series::{Series, SetLuck};
use crate::variance::squares::Squares;
use crate::variance::{Luck, PARTS};

/// The series of tuning deals that is played here, apart from those of the tuner.
pub(super) const TUNING: Source = Source::Tuning { step: u64::MAX };
/// Sets of fast agents.
pub const SETS: u64 = 20_000;
/// The pilot's share of the sets that are to be played, and its ends.
const PILOT: (u64, u64, u64) = (20, 40, 400);

/// What is taken off the margins of a pair's sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reduction {
    /// For each luck figure, points.
    pub(super) coefficients: Vec<f64>,
    /// Present where an agent has a stand-in.
    pub(super) baseline: Option<Baseline>,
}

/// The fast agents' own sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baseline {
    /// Specifications of the agents.
    pub agents: [String; 2],
    /// What is taken off for a point of theirs.
    pub weight: f64,
    /// What is taken off their own margin for each luck figure, points.
    coefficients: Vec<f64>,
    /// Their mean margin without luck, points a set.
    mean: f64,
    /// Variance of `weight` times that mean.
    variance: f64,
}

impl Baseline {
    /// How much better a set went for the first of the fast agents than their mean, luck aside.
    fn excess(&self, set: &SetLuck) -> f64 {
        set.margin - dot(&self.coefficients, &set.luck) - self.mean
    }
}

impl Reduction {
    /// Fits the coefficients for the sets of two agents that `config` asks for.
    ///
    /// # Errors
    /// A cheating agent; an agent that cannot be built for `game`; no threads.
    pub fn fit(game: &Game, agents: [&AgentSpec; 2], config: &ArenaConfig) -> Result<Reduction, ArenaError> {
        let cast = Cast::of(agents)?;
        let fast = [&cast.agents[0], &cast.agents[1]];
        let sets = Series::tuning(game, fast, config, 0..SETS)?;
        let mut squares = Squares::new(Luck::figures_of(game));
        sets.iter().for_each(|set| squares.push(&set.luck, set.margin));
        let coefficients = squares.solve();
        if !cast.baseline {
            return Ok(Reduction {
                coefficients,
                baseline: None,
            });
        }
        let wanted = config.all_deals(Seating::set(game).len());
        let (share, least, most) = PILOT;
        let pilot = 0..(wanted / share).clamp(least, most);
        let played = Series::tuning(game, agents, config, pilot)?;
        Ok(piloted(coefficients, fast, (&sets, &played), wanted))
    }

    /// The variance of the mean of all sets that comes from the baseline's mean, points a set squared.
    #[must_use]
    pub fn shared_variance(&self) -> f64 {
        self.baseline.as_ref().map_or(0.0, |baseline| baseline.variance)
    }

    /// The correction of a set, in parts of a point ([`PARTS`]): its luck, and the baseline's set on the same deal.
    pub(super) fn correction(&self, luck: &[f64], baseline: Option<&SetLuck>) -> i64 {
        let deal = self.baseline.as_ref().zip(baseline);
        let deal = deal.map_or(0.0, |(baseline, set)| baseline.weight * baseline.excess(set));
        (PARTS * (dot(&self.coefficients, luck) + deal)).round() as i64
    }
}

/// Weighs luck and baseline by what the pilot says.
fn piloted(
    coefficients: Vec<f64>,
    fast: [&AgentSpec; 2],
    (sets, pilot): (&[SetLuck], &[SetLuck]),
    wanted: u64,
) -> Reduction {
    let count = sets.len() as f64;
    let luckless = |set: &SetLuck| set.margin - dot(&coefficients, &set.luck);
    let mean = sets.iter().map(luckless).sum::<f64>() / count;
    let spread = sets.iter().map(|set| (luckless(set) - mean).powi(2)).sum::<f64>() / (count - 1.0);
    // Margin, luck and baseline of the pilot's sets, about their means.
    let rows: Vec<[f64; 3]> = pilot
        .iter()
        .zip(sets)
        .map(|(set, fast)| [set.margin, dot(&coefficients, &set.luck), luckless(fast) - mean])
        .collect();
    let means = [0, 1, 2].map(|column| rows.iter().map(|row| row[column]).sum::<f64>() / rows.len() as f64);
    let moment = |one: usize, other: usize| {
        let products = rows
            .iter()
            .map(|row| (row[one] - means[one]) * (row[other] - means[other]));
        products.sum::<f64>()
    };
    let matrix = [vec![moment(1, 1), moment(1, 2)], vec![moment(2, 1), moment(2, 2)]];
    let alone = |column: usize| moment(0, column) / moment(column, column);
    let weights = solve(&matrix, &[moment(0, 1), moment(0, 2)]).unwrap_or_else(|| vec![0.0, alone(2)]);
    let [luck, deal] = [weights[0], weights[1]].map(|weight| if weight.is_finite() { weight } else { 0.0 });
    let weight = deal / (1.0 + wanted as f64 / count);
    Reduction {
        coefficients: coefficients.iter().map(|coefficient| luck * coefficient).collect(),
        baseline: Some(Baseline {
            agents: fast.map(ToString::to_string),
            weight,
            coefficients,
            mean,
            variance: weight * weight * spread / count,
        }),
    }
}

/// Who plays the tuning deals for a pair.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cast {
    pub agents: [AgentSpec; 2],
    /// Does one of them stand in for an agent that it may play alike?
    baseline: bool,
}

impl Cast {
    /// # Errors
    /// A cheating agent.
    pub fn of(agents: [&AgentSpec; 2]) -> Result<Cast, ArenaError> {
        if let Some(cheat) = agents.iter().find(|agent| is_cheat(agent)) {
            return Err(ArenaError::KnowsChance(cheat.to_string()));
        }
        let rival = |agent: &AgentSpec| match agent {
            AgentSpec::Formula => AgentSpec::Greedy,
            _ => AgentSpec::Formula,
        };
        let (cast, baseline) = match agents.map(is_fast) {
            [true, true] => (agents.map(AgentSpec::clone), false),
            [false, true] => ([rival(agents[1]), agents[1].clone()], true),
            [true, false] => ([agents[0].clone(), rival(agents[0])], true),
            [false, false] => ([AgentSpec::Formula, AgentSpec::Greedy], false),
        };
        let draws = agents.map(|agent| matches!(agent, AgentSpec::Net(options) if options.temperature > 0.0));
        let [first, second] = cast;
        let drawn = |draws: bool, agent: AgentSpec| if draws { AgentSpec::Random } else { agent };
        Ok(Cast {
            agents: [drawn(draws[0], first), drawn(draws[1], second)],
            baseline: baseline && draws == [false, false] && !agents.into_iter().any(is_external),
        })
    }
}

fn is_cheat(agent: &AgentSpec) -> bool {
    matches!(agent, AgentSpec::CheatMcts(_) | AgentSpec::CheatPimc(_))
}

/// Is the agent a program, which is asked to play no deals but the arena's?
fn is_external(agent: &AgentSpec) -> bool {
    matches!(agent, AgentSpec::External(_))
}

/// Does the agent decide in about a microsecond?
fn is_fast(agent: &AgentSpec) -> bool {
    matches!(
        agent,
        AgentSpec::Random
            | AgentSpec::Greedy
            | AgentSpec::Formula
            | AgentSpec::GreedyTake
            | AgentSpec::Chitarrella(_)
            | AgentSpec::Cicuti(_)
    )
}
