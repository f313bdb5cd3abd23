//! A decision with the values of its actions.

use serde::{Deserialize, Serialize};
use spariglio_agents::book::chitarrella::DoctrinePolicy;
use spariglio_agents::search::{PARTS, POSITION, PairedSearch, Parts, part_name};
use spariglio_agents::{Hand, Solver};
use spariglio_engine::hand::TurnOrder;
use spariglio_engine::random::mix;
use spariglio_engine::{Action, CardSet, View};
use spariglio_stats::Estimate;

use crate::belief::Belief;
use crate::config::{Marks, ReviewConfig};
use crate::cross;
use crate::exact;
use crate::follow::{Reply, follow, seated};
use crate::form::{self, Heading};
use crate::judge::{Judged, Question, judge};

/// How the values were found.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// By replicates of the paired search.
    Search,
    /// Exactly: only one world fits the view.
    Exact,
    /// Not compared: there was one legal action.
    #[default]
    Forced,
}

impl Method {
    /// The method's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Search => "search",
            Method::Exact => "exact",
            Method::Forced => "forced",
        }
    }
}

/// How bad a decision was. A mark is given if the loss reaches its threshold and the interval lies above 0.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// `?!`
    Doubtful,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Doubtful, Mark::Mistake, Mark::Blunder];

    /// The sign as players write it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Doubtful => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The mark of an unrounded loss; `None` if it earns none.
    #[must_use]
    pub fn of(loss: &Estimate, marks: &Marks) -> Option<Mark> {
        let reached = |at: &usize| loss.mean >= marks.0[*at];
        let place = (0..3).rev().find(reached)?;
        (loss.ends()[0] > 0.0).then_some(Mark::ALL[place])
    }
}

/// The value of an action.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ActionValue {
    /// The action.
    #[serde(with = "form::action")]
    pub action: Action,
    /// Expected margin in points for the side of the seat to act. If it is exact, its error is 0.
    pub value: Estimate,
    /// Points behind the best action, with the error of this difference.
    pub behind: Estimate,
    /// The value in each replicate.
    pub replicates: Vec<f64>,
    /// The value by part; `None` if the action was dropped half-way.
    pub parts: Option<Parts>,
}

impl ActionValue {
    /// Whether the action may be as good as the best: the interval of `behind` reaches 0.
    #[must_use]
    pub fn solves(&self) -> bool {
        self.behind.ends()[0] <= 0.0
    }
}

/// A decision of a recorded hand.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DecisionReview {
    /// Its place among the actions of the hand, from 0.
    pub turn: usize,
    /// Number of plays before it.
    pub ply: usize,
    /// The seat that decided.
    pub seat: usize,
    /// The cards in hand and on the table.
    #[serde(with = "form::card_sets")]
    pub cards: [CardSet; 2],
    /// How the values were found.
    pub method: Method,
    /// All legal actions in canonical order.
    pub actions: Vec<ActionValue>,
    /// Index of the action played, or of the best one if nothing was played yet.
    pub played: usize,
    /// Index of the action with the highest value.
    pub best: usize,
    /// The cross-fitted value of the best action: the value of the position before the decision.
    pub value: f64,
    /// The loss in points. If it is below 0, no measurable loss was found.
    pub loss: Estimate,
    /// Ends of the loss's 95 % interval. The lower end comes from the loss, the upper one from the action that could be
    /// furthest above the one played. So it stays meaningful if both halves chose the action that was played.
    pub interval: [f64; 2],
    /// The loss by part.
    pub parts: Parts,
    /// Standard errors of the parts.
    pub part_errors: Parts,
    /// The mark, if the loss earns one.
    pub mark: Option<Mark>,
    /// The heading of the `chitarrella` doctrine that most favours the best action over the one played. `None` if there
    /// is no mark or no such heading.
    #[serde(with = "form::heading")]
    pub heading: Option<Heading>,
    /// What would follow the action played, and the best one.
    pub follows: [Vec<Reply>; 2],
    /// Points lost by hindsight with all cards open, late in a hand of two sides.
    pub open: Option<i32>,
    /// The places of hidden cards as the seat could infer them.
    pub belief: Belief,
    /// Number of simulations.
    pub simulations: u64,
    /// The player's words about the decision, if the record has any.
    pub said: Option<String>,
}

impl DecisionReview {
    /// Whether there was a choice.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        self.actions.len() > 1
    }

    /// How far the value of `first` is above that of `second`.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Estimate {
        let [first, second] = [first, second].map(|place| &self.actions[place].replicates);
        Estimate::of(first.iter().zip(second).map(|(first, second)| first - second))
    }

    /// The loss of the action at `place`, by cross-fitting as for the action that was played.
    #[must_use]
    pub fn loss_of(&self, place: usize) -> Estimate {
        let all = self.actions.iter().map(|action| action.replicates.len()).max().unwrap_or(0);
        let candidates: Vec<bool> = self.actions.iter().map(|action| action.replicates.len() == all).collect();
        let rows = self.actions[place].replicates.len();
        let value = |row: usize, action: &ActionValue| action.replicates.get(row).copied().unwrap_or(f64::NAN);
        let values: Vec<Vec<f64>> = (0..rows)
            .map(|row| self.actions.iter().map(|action| value(row, action)).collect())
            .collect();
        match self.method {
            Method::Search => cross::loss(&values, &candidates, place),
            Method::Exact | Method::Forced => self.between(self.best, place),
        }
    }

    /// Names of the causes of a marked loss: the kinds of points with at least half of it. If there are none, the
    /// heading of the doctrine; failing that, `position` if it has half of the loss.
    #[must_use]
    pub fn tags(&self) -> Vec<&'static str> {
        if self.mark.is_none() {
            return Vec::new();
        }
        let explains = |part: &usize| self.parts[*part] >= self.loss.mean / 2.0;
        let kinds: Vec<usize> = (0..PARTS).filter(|&part| part != POSITION).filter(explains).collect();
        if !kinds.is_empty() {
            return kinds.into_iter().map(part_name).collect();
        }
        let position = || explains(&POSITION).then(|| part_name(POSITION));
        self.heading.or_else(position).into_iter().collect()
    }

    /// The heading of the doctrine, if it explains the loss.
    #[must_use]
    pub fn doctrine(&self) -> Option<&'static str> {
        self.heading.filter(|heading| self.tags().contains(heading))
    }
}

/// Reviews decisions of one game, one after the other.
pub(crate) struct DecisionReviewer {
    pub config: ReviewConfig,
    pub searches: Vec<PairedSearch>,
    pub solver: Option<Solver>,
    /// Names losses that no kind of points explains.
    pub doctrine: DoctrinePolicy,
}

impl DecisionReviewer {
    /// Reviews the decision due in `hand`. `played` is `None` if nothing was played yet. `seed` belongs to the
    /// decision.
    pub(crate) fn review(&mut self, hand: &Hand<'_>, played: Option<Action>, seed: u64) -> DecisionReview {
        let view = hand.view();
        let mut actions = Vec::new();
        view.legal_actions(&mut actions);
        let place = |played| actions.iter().position(|&action| action == played);
        let place = played.map(|played| place(played).expect("the action that was played is legal"));
        let is_exact = self.solver.is_some() && exact::is_exact(&view);
        let (method, judged) = if is_exact {
            (Method::Exact, self.exact(hand, &actions))
        } else {
            let method = if actions.len() == 1 {
                Method::Forced
            } else {
                Method::Search
            };
            (method, self.search(&view, &actions, place, seed))
        };
        let mut review = figures(&actions, place, method, &judged);
        review.mark = Mark::of(&review.loss, &self.config.marks);
        if review.mark.is_some() {
            let [best, played] = [review.best, review.played].map(|place| actions[place]);
            review.heading = self.doctrine.speaks(&view, best, played);
        }
        review.turn = hand.history().len();
        review.ply = view.ply();
        review.seat = view.seat();
        review.cards = [view.hand_cards(), view.table()];
        review.follows = [review.played, review.best].map(|place| {
            let action = actions[place];
            let mut order = TurnOrder::new(hand.game(), view.dealer());
            hand.history().iter().chain([&action]).for_each(|&action| order.follow(action));
            match self.solver.as_mut().filter(|_| is_exact) {
                Some(solver) => {
                    let line = exact::line(solver, hand.game(), hand.world(), action);
                    seated(line.into_iter().map(|action| (action, 1.0)), order)
                }
                None => follow(&judged.lines[place], order),
            }
        });
        if !is_exact {
            review.belief = Belief::of(&mut self.searches[0], &view, hand.state());
        }
        review
    }

    fn exact(&mut self, hand: &Hand<'_>, actions: &[Action]) -> Judged {
        let solver = self.solver.as_mut().expect("a game of two sides");
        let (values, parts) = exact::values(solver, hand.game(), hand.world(), actions).into_iter().unzip();
        Judged {
            values: vec![values],
            parts: vec![parts],
            candidates: vec![true; actions.len()],
            ..Judged::default()
        }
    }

    fn search(&mut self, view: &View<'_>, actions: &[Action], played: Option<usize>, seed: u64) -> Judged {
        // If there is only one action, it gets the simulations that one of eight would get.
        let simulations = self.config.simulations / if actions.len() == 1 { 8 } else { 1 };
        let question = Question { view, actions, played, simulations, seed: mix(self.config.seed ^ seed) };
        judge(&mut self.searches, question)
    }
}

/// The figures of a decision from its replicates. An exact value counts as a single replicate.
fn figures(actions: &[Action], played: Option<usize>, method: Method, judged: &Judged) -> DecisionReview {
    let Judged { values, parts, candidates, simulations, .. } = judged;
    // Only the first replicates know an action that was dropped.
    let known = values.iter().take_while(|row| row.iter().all(|value| !value.is_nan())).count();
    let column = |action: usize| {
        let rows = if candidates[action] { values.len() } else { known };
        values[..rows].iter().map(move |row| row[action])
    };
    let mean = |action: usize| column(action).sum::<f64>();
    let best = cross::highest(actions.len(), |action| if candidates[action] { mean(action) } else { f64::MIN });
    let played = played.unwrap_or(best);
    let rivals = match method {
        Method::Search => cross::rivals(values, candidates),
        Method::Exact | Method::Forced => vec![best; values.len()],
    };
    let value = values.iter().zip(&rivals).map(|(row, &rival)| row[rival]);
    let loss = values.iter().zip(&rivals).map(|(row, &rival)| row[rival] - row[played]);
    let above = |first: usize, second: usize| {
        let rows = if candidates[second] && candidates[first] {
            values.len()
        } else {
            known
        };
        Estimate::of(values[..rows].iter().map(|row| row[first] - row[second]))
    };
    let loss = Estimate::of(loss);
    let [low, high] = loss.ends();
    let upper = (0..actions.len())
        .filter(|&place| candidates[place])
        .map(|place| above(place, played).ends()[1]);
    let high = upper.fold(high, f64::max);
    let part = |part: usize| {
        Estimate::of(
            parts
                .iter()
                .zip(&rivals)
                .map(move |(row, &rival)| row[rival][part] - row[played][part]),
        )
    };
    let part: [Estimate; PARTS] = std::array::from_fn(part);
    let (lost, errors) = (part.map(|part| part.mean), part.map(|part| part.standard_error));
    let of_action = |place: usize| {
        let mut sums = [0.0; PARTS];
        for row in parts {
            sums.iter_mut()
                .zip(row[place])
                .for_each(|(sum, part)| *sum += part / parts.len() as f64);
        }
        ActionValue {
            action: actions[place],
            value: Estimate::of(column(place)),
            replicates: column(place).collect(),
            behind: above(best, place),
            parts: candidates[place].then_some(sums),
        }
    };
    DecisionReview {
        method,
        actions: (0..actions.len()).map(of_action).collect(),
        played,
        best,
        value: Estimate::of(value).mean,
        loss,
        interval: [low, high],
        parts: lost,
        part_errors: errors,
        simulations: *simulations,
        ..DecisionReview::default()
    }
}
