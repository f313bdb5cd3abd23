//! Alpha-rank: how an evolving population of agents divides its time among them.
//!
//! Source: Omidshafiei et al., "Alpha-Rank: multi-agent evaluation by evolution" (2019), one population: from a
//! population of agent i, a mutant j takes over with the chance (1 - exp(-a f)) / (1 - exp(-a m f)), f the mutant's
//! payoff against i minus i's against it, m the size of the population, a the ranking intensity. The masses are the
//! stationary law of that Markov chain. Unlike a rating it is at home where agents beat each other in a circle.
//! The stationary law is found without subtraction (Grassmann, Taksar and Heyman 1985), so chances of any size do.

use crate::stats::linear::{Matrix, square};

/// Agents in the population.
const POPULATION: f64 = 50.0;
/// Intensity of the sweep's start over the largest payoff.
const FIRST: f64 = 0.1;
/// How often the sweep doubles the intensity at most.
const DOUBLINGS: usize = 40;
/// Change of the masses over a doubling at which the sweep ends.
const SETTLED: f64 = 1e-6;
/// The smallest chance of a take-over: keeps every agent within reach.
const RARE: f64 = 1e-100;

/// The masses of the agents where `payoffs[i][j]` is what i gets against j, for the least intensity in a doubling
/// sweep from which they change no more.
#[must_use]
pub fn masses(payoffs: &[Vec<f64>]) -> Vec<f64> {
    let largest = payoffs
        .iter()
        .flatten()
        .fold(0.0, |most: f64, payoff| most.max(payoff.abs()));
    if payoffs.is_empty() || largest == 0.0 {
        return vec![1.0 / payoffs.len().max(1) as f64; payoffs.len()];
    }
    let mut intensity = FIRST / largest;
    let mut masses = at_intensity(payoffs, intensity);
    for _ in 0..DOUBLINGS {
        intensity *= 2.0;
        let next = at_intensity(payoffs, intensity);
        let change = next.iter().zip(&masses).map(|(new, old)| (new - old).abs());
        let settled = change.fold(0.0, f64::max) < SETTLED;
        masses = next;
        if settled {
            break;
        }
    }
    masses
}

/// The masses at one ranking intensity (1 / payoff).
#[must_use]
pub fn at_intensity(payoffs: &[Vec<f64>], intensity: f64) -> Vec<f64> {
    let take_over = square(payoffs.len(), |resident, mutant| {
        let gain = intensity * (payoffs[mutant][resident] - payoffs[resident][mutant]);
        fixation(gain).max(RARE)
    });
    stationary(take_over)
}

/// The chance that a mutant takes over a population, `gain` its payoff above the residents' times the intensity.
fn fixation(gain: f64) -> f64 {
    if gain.abs() < 1e-12 {
        return 1.0 / POPULATION;
    }
    if gain < 0.0 {
        // The same fraction, written so that nothing overflows.
        return ((POPULATION - 1.0) * gain).exp() * gain.exp_m1() / (POPULATION * gain).exp_m1();
    }
    (-gain).exp_m1() / (-POPULATION * gain).exp_m1()
}

/// The stationary law of a chain with these chances of a step from row to column; the diagonal does not count.
fn stationary(mut steps: Matrix) -> Vec<f64> {
    let size = steps.len();
    // States are taken out one by one, their steps rerouted.
    let mut leaving = vec![0.0; size];
    for last in (1..size).rev() {
        let (kept, gone) = steps.split_at_mut(last);
        let onward = &gone[0][..last];
        leaving[last] = onward.iter().sum();
        for (from, row) in kept.iter_mut().enumerate() {
            let share = row[last] / leaving[last];
            for (to, step) in row[..last].iter_mut().enumerate().filter(|(to, _)| *to != from) {
                *step += share * onward[to];
            }
        }
    }
    let mut masses = vec![1.0; size];
    for state in 1..size {
        masses[state] = (0..state).map(|from| masses[from] * steps[from][state]).sum::<f64>() / leaving[state];
        let total: f64 = masses[..=state].iter().sum();
        masses[..=state].iter_mut().for_each(|mass| *mass /= total);
    }
    masses
}

#[cfg(test)]
mod tests {
    use super::{at_intensity, fixation, masses, stationary};

    fn near(found: &[f64], expected: &[f64], tolerance: f64) {
        let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < tolerance);
        assert!(close && found.len() == expected.len(), "{found:?} against {expected:?}");
    }

    #[test]
    fn stationary_law_of_a_small_chain() {
        // 0 -> 1 with 0.5; 1 -> 0 with 0.25, 1 -> 2 with 0.25; 2 -> 1 with 1: flows balance at 2 : 4 : 1.
        let steps = vec![vec![0.0, 0.5, 0.0], vec![0.25, 0.0, 0.25], vec![0.0, 1.0, 0.0]];
        near(&stationary(steps), &[2.0 / 7.0, 4.0 / 7.0, 1.0 / 7.0], 1e-12);
    }

    #[test]
    fn the_two_forms_of_the_fixation_chance_agree() {
        for gain in [-3.0f64, -0.1, -1e-6, 1e-6, 0.1, 3.0] {
            let plain = (1.0 - (-gain).exp()) / (1.0 - (-50.0 * gain).exp());
            assert!((fixation(gain) / plain - 1.0).abs() < 1e-6, "{gain}");
        }
        assert_eq!(fixation(-1e4), 0.0);
        assert_eq!(fixation(1e4), 1.0);
    }

    #[test]
    fn a_circle_shares_and_a_dominating_agent_has_all() {
        let circle = [vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        near(&masses(&circle), &[1.0 / 3.0; 3], 1e-9);
        let ladder = [vec![0.0, 0.1, 3.0], vec![-0.1, 0.0, 0.2], vec![-3.0, -0.2, 0.0]];
        near(&masses(&ladder), &[1.0, 0.0, 0.0], 1e-5);
        near(&masses(&[vec![0.0, 0.0], vec![0.0, 0.0]]), &[0.5, 0.5], 1e-12);
        near(&masses(&[vec![0.0, -0.001], vec![0.001, 0.0]]), &[0.0, 1.0], 1e-5);
        assert!(masses(&[]).is_empty());
    }

    #[test]
    fn low_intensity_is_even_and_high_intensity_decides() {
        let pair = [vec![0.0, 1.0], vec![-1.0, 0.0]];
        near(&at_intensity(&pair, 1e-9), &[0.5, 0.5], 1e-6);
        near(&at_intensity(&pair, 1e6), &[1.0, 0.0], 1e-12);
    }

    #[test]
    fn a_circle_above_an_outsider_keeps_all_the_mass() {
        let payoffs = [
            vec![0.0, -1.0, 1.0, 2.0],
            vec![1.0, 0.0, -1.0, 2.0],
            vec![-1.0, 1.0, 0.0, 2.0],
            vec![-2.0, -2.0, -2.0, 0.0],
        ];
        near(&masses(&payoffs), &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0], 1e-5);
    }
}
