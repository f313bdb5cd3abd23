//! A decision with the values of its actions.

use spariglio_agents::book::chitarrella::DoctrinePolicy;
use spariglio_agents::search::{PARTS, POSITION, PairedSearch, Parts, part_name};
use spariglio_agents::{Hand, Solver};
use spariglio_engine::random::mix;
use spariglio_engine::{Action, CardSet, View};

use crate::belief::Belief;
use crate::config::{Marks, ReviewConfig};
use crate::cross::{self, Mean};
use crate::exact;
use crate::judge::{Judged, Question, judge};

/// How values were found.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Method {
    /// By replicates of the paired search.
    Search,
    /// Exactly: the view left one world.
    Exact,
    /// There was one action.
    Forced,
}

impl Method {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Search => "search",
            Method::Exact => "exact",
            Method::Forced => "forced",
        }
    }
}

/// How bad a decision was: the loss reaches a threshold, and the lower end of its interval is above 0.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Mark {
    /// `?!`
    Doubtful,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All, the least first.
    pub const ALL: [Mark; 3] = [Mark::Doubtful, Mark::Mistake, Mark::Blunder];

    /// As players write it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Doubtful => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The mark of a loss that was not rounded.
    #[must_use]
    pub fn of(loss: &Mean, marks: &Marks) -> Option<Mark> {
        let reached = |at: &usize| loss.mean >= marks.0[*at];
        let place = (0..3).rev().find(reached)?;
        (loss.interval()[0] > 0.0).then_some(Mark::ALL[place])
    }
}

/// What an action is worth.
#[derive(Clone, Debug)]
pub struct ActionValue {
    /// The action.
    pub action: Action,
    /// Expected margin, in points for the side of the seat to act; its error is 0 where it is exact.
    pub value: Mean,
    /// How far behind the best, with the error of this difference.
    pub behind: Mean,
    /// The value in each replicate.
    pub replicates: Vec<f64>,
    /// The value by part; none where the action was dropped half-way.
    pub parts: Option<Parts>,
}

impl ActionValue {
    /// Whether the action may be as good as the best: the interval of how far it is behind reaches 0.
    #[must_use]
    pub fn solves(&self) -> bool {
        self.behind.interval()[0] <= 0.0
    }
}

/// A decision of a recorded hand.
#[derive(Clone, Debug)]
pub struct DecisionReview {
    /// Its place among the actions of the hand, from 0.
    pub turn: usize,
    /// The plays before it.
    pub ply: usize,
    /// The seat that decided.
    pub seat: usize,
    /// The cards it held, and those on the table.
    pub cards: [CardSet; 2],
    /// How values were found.
    pub method: Method,
    /// All legal actions in canonical order.
    pub actions: Vec<ActionValue>,
    /// The place of the one that was played; where nothing was played yet, of the best one.
    pub played: usize,
    /// The place of the best one: of the highest value.
    pub best: usize,
    /// The value of the position before the decision: that of the best action, cross-fitted.
    pub value: f64,
    /// The loss in points; may come out below 0, which says that nothing was lost that can be measured.
    pub loss: Mean,
    /// The ends of its 95 % interval: the lower one of the loss, the upper one of the action that could be furthest above the one
    /// played. It holds what the loss says even where both halves chose the action that was played.
    pub interval: [f64; 2],
    /// The loss by part.
    pub parts: Parts,
    /// Standard errors of the parts.
    pub part_errors: Parts,
    /// How bad it was.
    pub mark: Option<Mark>,
    /// The heading under which the doctrine of `chitarrella` speaks most for the best action above the one played; none where nothing was
    /// marked, or it does not.
    pub heading: Option<&'static str>,
    /// Points lost with all cards open, late in a hand of two sides: hindsight.
    pub open: Option<i32>,
    /// Who held what.
    pub belief: Belief,
    /// Simulations.
    pub simulations: u64,
}

impl DecisionReview {
    /// Whether there was a choice.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        self.actions.len() > 1
    }

    /// How far the value of one action lies above that of another.
    #[must_use]
    pub fn between(&self, first: usize, second: usize) -> Mean {
        let [first, second] = [first, second].map(|place| &self.actions[place].replicates);
        Mean::of(first.iter().zip(second).map(|(first, second)| first - second))
    }

    /// What explains a marked loss, by name: the kinds of points with half of it or more; else the heading of the doctrine; else
    /// `position`, where that has half of it.
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

    /// The heading of the doctrine, where it is what explains the loss.
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
    /// Reviews the decision that is due in `hand`, where `played` was played, or nothing yet. `seed` belongs to the decision.
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
        if !is_exact {
            review.belief = Belief::of(&mut self.searches[0], &view, hand.state());
        }
        review
    }

    fn exact(&mut self, hand: &Hand<'_>, actions: &[Action]) -> Judged {
        let solver = self.solver.as_mut().expect("a game of two sides");
        let (values, parts) = exact::values(solver, hand.game(), hand.world(), actions)
            .into_iter()
            .unzip();
        Judged {
            values: vec![values],
            parts: vec![parts],
            kept: vec![true; actions.len()],
            simulations: 0,
        }
    }

    fn search(&mut self, view: &View<'_>, actions: &[Action], played: Option<usize>, seed: u64) -> Judged {
        // The value of the only action is worth as much as that of one among eight.
        let simulations = self.config.simulations / if actions.len() == 1 { 8 } else { 1 };
        let question = Question {
            view,
            actions,
            played,
            simulations,
            seed: mix(self.config.seed ^ seed),
        };
        judge(&mut self.searches, question)
    }
}

/// The figures of a decision, from its replicates; an exact value is a single one.
fn figures(actions: &[Action], played: Option<usize>, method: Method, judged: &Judged) -> DecisionReview {
    let Judged {
        values,
        parts,
        kept,
        simulations,
    } = judged;
    // Of an action that was dropped only the first replicates know.
    let known = values
        .iter()
        .take_while(|row| row.iter().all(|value| !value.is_nan()))
        .count();
    let column = |action: usize| {
        let rows = if kept[action] { values.len() } else { known };
        values[..rows].iter().map(move |row| row[action])
    };
    let mean = |action: usize| column(action).sum::<f64>();
    let best = cross::highest(
        actions.len(),
        |action| if kept[action] { mean(action) } else { f64::MIN },
    );
    let played = played.unwrap_or(best);
    let rivals = match method {
        Method::Search => cross::rivals(values, kept),
        Method::Exact | Method::Forced => vec![best; values.len()],
    };
    let value = values.iter().zip(&rivals).map(|(row, &rival)| row[rival]);
    let loss = values.iter().zip(&rivals).map(|(row, &rival)| row[rival] - row[played]);
    let above = |first: usize, second: usize| {
        let rows = if kept[second] && kept[first] {
            values.len()
        } else {
            known
        };
        Mean::of(values[..rows].iter().map(|row| row[first] - row[second]))
    };
    let loss = Mean::of(loss);
    let [low, high] = loss.interval();
    let upper = (0..actions.len())
        .filter(|&place| kept[place])
        .map(|place| above(place, played).interval()[1]);
    let high = upper.fold(high, f64::max);
    let part = |part: usize| {
        Mean::of(
            parts
                .iter()
                .zip(&rivals)
                .map(move |(row, &rival)| row[rival][part] - row[played][part]),
        )
    };
    let part: [Mean; PARTS] = std::array::from_fn(part);
    let (lost, errors) = (part.map(|part| part.mean), part.map(|part| part.error));
    let of_action = |place: usize| {
        let mut sums = [0.0; PARTS];
        for row in parts {
            sums.iter_mut()
                .zip(row[place])
                .for_each(|(sum, part)| *sum += part / parts.len() as f64);
        }
        ActionValue {
            action: actions[place],
            value: Mean::of(column(place)),
            replicates: column(place).collect(),
            behind: above(best, place),
            parts: kept[place].then_some(sums),
        }
    };
    DecisionReview {
        turn: 0,
        ply: 0,
        seat: 0,
        cards: [CardSet::EMPTY; 2],
        method,
        actions: (0..actions.len()).map(of_action).collect(),
        played,
        best,
        value: Mean::of(value).mean,
        loss,
        interval: [low, high],
        parts: lost,
        part_errors: errors,
        mark: None,
        heading: None,
        open: None,
        belief: Belief::default(),
        simulations: *simulations,
    }
}
