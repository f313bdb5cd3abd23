//! The replicates of one decision: several searches that share only the view.

use spariglio_agents::search::{Outcome, POSITION, PairedSearch, Parts, Replies};
use spariglio_engine::random::mix;
use spariglio_engine::{Action, View};
use spariglio_stats::Estimate;

use crate::cross;

/// An action is dropped half-way if it is behind by more than this many points and this many standard errors.
const BEHIND: [f64; 2] = [0.5, 4.0];
/// The target standard error of a loss, in points.
const ERROR: f64 = 0.04;
/// One lap in this many is broken down by kind of points.
const PARTED: u32 = 8;
/// Minimum number of laps in each half.
const LEAST_LAPS: u32 = 8;

/// The replicates' results for the actions of a decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged {
    /// `values[replicate][action]`, in points for the side of the seat to act. NaN if the action was dropped before the
    /// replicate began.
    pub values: Vec<Vec<f64>>,
    /// The same by part; 0 for a dropped action.
    pub parts: Vec<Vec<Parts>>,
    /// Whether each action is still a candidate at the end.
    pub candidates: Vec<bool>,
    /// For each action, what followed in its counted simulations.
    pub lines: Vec<Vec<Replies>>,
    pub simulations: u64,
}

/// A decision to judge.
#[derive(Copy, Clone)]
pub(crate) struct Question<'a> {
    pub view: &'a View<'a>,
    pub actions: &'a [Action],
    /// Index of the action that was played, if one was.
    pub played: Option<usize>,
    /// Simulations over all replicates and actions.
    pub simulations: u32,
    pub seed: u64,
}

/// Runs the replicates one after the other; the same searches serve all decisions. While the standard error of the loss
/// is above [`ERROR`], it adds replicates, up to twice the number. The size of the loss must not decide this: then
/// overestimated losses would be corrected, but underestimated ones would stay.
pub(crate) fn judge(searches: &mut [PairedSearch], question: Question<'_>) -> Judged {
    let count = searches.len();
    let mut judged = first_half(searches, question);
    let mut started: Vec<usize> = (0..count).collect();
    second_half(searches, question, &started, &mut judged);
    while judged.values.len() < 2 * count && is_vague(&judged, question.played) {
        // An even number, so that both halves stay equal.
        let next = judged.values.len();
        started = (next..next + 4.min(count)).collect();
        let laps = half(question, question.actions.len(), count);
        for (search, &number) in searches.iter_mut().zip(&started) {
            begin(search, question, number, count);
            warm_up(search, question, laps, &judged.candidates);
        }
        second_half(searches, question, &started, &mut judged);
    }
    judged
}

/// Whether the error of the loss is too large. If nothing was played, the second best action's loss is tested.
fn is_vague(judged: &Judged, played: Option<usize>) -> bool {
    let played = played.unwrap_or_else(|| second(&judged.values, &judged.candidates));
    cross::loss(&judged.values, &judged.candidates, played).standard_error > ERROR
}

/// The candidate with the second highest value; the best one if it is the only one.
fn second(values: &[Vec<f64>], candidates: &[bool]) -> usize {
    let sum = |action: usize| values.iter().map(|row| row[action]).sum::<f64>();
    let without = |excluded: Option<usize>| {
        let is_left = |action: usize| candidates[action] && Some(action) != excluded;
        cross::highest(candidates.len(), |action| if is_left(action) { sum(action) } else { f64::MIN })
    };
    let (best, is_alone) = (without(None), candidates.iter().filter(|is_candidate| **is_candidate).count() == 1);
    if is_alone { best } else { without(Some(best)) }
}

/// Laps of half a replicate over `actions` actions.
fn half(question: Question<'_>, actions: usize, replicates: usize) -> u32 {
    let simulations = question.simulations / (2 * replicates * actions) as u32;
    simulations.max(LEAST_LAPS)
}

fn begin(search: &mut PairedSearch, question: Question<'_>, replicate: usize, replicates: usize) {
    let simulations = question.simulations / replicates as u32;
    search.begin(question.view, simulations, mix(question.seed ^ mix(replicate as u64 + 1)));
}

/// Runs laps that grow the tree and are not counted.
fn warm_up(search: &mut PairedSearch, question: Question<'_>, laps: u32, candidates: &[bool]) {
    let actions = listed(question.actions, candidates);
    search.run(question.view, &actions, laps, 0, |_, _| {});
}

fn listed(actions: &[Action], candidates: &[bool]) -> Vec<Action> {
    let both = actions.iter().zip(candidates);
    both.filter(|(_, candidates)| **candidates).map(|(&action, _)| action).collect()
}

/// Runs half of the laps with all actions, then drops the actions that are clearly behind. Dropped actions keep their
/// values so far.
fn first_half(searches: &mut [PairedSearch], question: Question<'_>) -> Judged {
    let (actions, count) = (question.actions, searches.len());
    let laps = half(question, actions.len(), count);
    let mut judged = Judged::default();
    for (replicate, search) in searches.iter_mut().enumerate() {
        begin(search, question, replicate, count);
        search.run(question.view, actions, laps / 2, 0, |_, _| {});
        let mut sums = vec![0.0; actions.len()];
        let counted = laps - laps / 2;
        search.run(question.view, actions, counted, 0, |place, outcome| {
            sums[place] += outcome.margin;
        });
        judged.simulations += u64::from(laps) * actions.len() as u64;
        judged
            .values
            .push(sums.into_iter().map(|sum| sum / f64::from(counted)).collect());
        judged.parts.push(vec![Parts::default(); actions.len()]);
    }
    judged.candidates = candidates(&judged.values, question.played);
    judged.lines = vec![Vec::new(); actions.len()];
    judged
}

/// Whether each action remains a candidate: the one that was played, and all that are not clearly behind the best.
fn candidates(values: &[Vec<f64>], played: Option<usize>) -> Vec<bool> {
    let actions = values[0].len();
    let mean = |action: usize| values.iter().map(|row| row[action]).sum::<f64>();
    let best = cross::highest(actions, mean);
    let behind = |action: usize| Estimate::of(values.iter().map(|row| row[best] - row[action]));
    let is_candidate = |action: usize| {
        let Estimate { mean, standard_error, .. } = behind(action);
        Some(action) == played || mean <= BEHIND[0] || mean <= BEHIND[1] * standard_error
    };
    (0..actions).map(is_candidate).collect()
}

/// Runs the other half over the kept actions, in values and parts, for the replicates with these numbers.
fn second_half(searches: &mut [PairedSearch], question: Question<'_>, started: &[usize], judged: &mut Judged) {
    let places: Vec<usize> = (0..question.actions.len()).filter(|&place| judged.candidates[place]).collect();
    let actions = listed(question.actions, &judged.candidates);
    let laps = half(question, actions.len(), searches.len());
    for (search, &replicate) in searches.iter_mut().zip(started) {
        let mut sums = vec![Sums::default(); actions.len()];
        search.run(question.view, &actions, laps, PARTED, |place, outcome| {
            sums[place].add(outcome);
            judged.lines[places[place]].push(outcome.replies);
        });
        judged.simulations += u64::from(laps) * actions.len() as u64;
        if replicate == judged.values.len() {
            // A late replicate has no values of dropped actions.
            judged.values.push(vec![f64::NAN; question.actions.len()]);
            judged.parts.push(vec![Parts::default(); question.actions.len()]);
        }
        for (&place, sum) in places.iter().zip(&sums) {
            (judged.values[replicate][place], judged.parts[replicate][place]) = sum.means();
        }
    }
}

/// Sums of an action's outcomes.
#[derive(Clone, Debug, Default)]
struct Sums {
    margin: f64,
    count: u32,
    parts: Parts,
    parted: u32,
}

impl Sums {
    fn add(&mut self, outcome: &Outcome) {
        self.margin += outcome.margin;
        self.count += 1;
        if let Some(parts) = outcome.parts {
            self.parts.iter_mut().zip(parts).for_each(|(sum, part)| *sum += part);
            self.parted += 1;
        }
    }

    /// The mean margin and the mean parts. Laps without a breakdown change the margin; the position's part takes that
    /// difference.
    fn means(&self) -> (f64, Parts) {
        let margin = self.margin / f64::from(self.count);
        let mut parts = self.parts.map(|part| part / f64::from(self.parted));
        parts[POSITION] += margin - parts.iter().sum::<f64>();
        (margin, parts)
    }
}
