//! All decisions of a hand, luck and skill apart.

use std::sync::Arc;

use spariglio_engine::Game;
use spariglio_engine::record::HandRecord;

use crate::decision::DecisionReview;
use crate::par::Par;

/// A reviewed hand.
#[derive(Clone, Debug)]
pub struct HandReview {
    /// The game.
    pub game: Arc<Game>,
    /// The line of its record, from 1.
    pub line: usize,
    /// The seat that dealt.
    pub dealer: usize,
    /// The names of the agents by seat; empty where the record does not tell them.
    pub agents: Vec<String>,
    /// All decisions in order.
    pub decisions: Vec<DecisionReview>,
    /// What made the margin of each side; empty where the record stops early.
    pub stories: Vec<SideStory>,
}

/// What made the margin of a side: `margin = par + deal - own + others + luck`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SideStory {
    /// Points of the side less those of the best other side.
    pub margin: f64,
    /// What the side may expect before cards are dealt.
    pub par: f64,
    /// What its first view promised beyond par.
    pub deal: f64,
    /// Losses of its own seats.
    pub own: f64,
    /// Losses of the others, where there are two sides; else 0.
    pub others: f64,
    /// All else: the cards that fell, and what others drew or held.
    pub luck: f64,
    /// Standard error of `own` and of `others`.
    pub errors: [f64; 2],
}

impl SideStory {
    /// What the decisions made of it: the others' losses less the own ones.
    #[must_use]
    pub fn skill(&self) -> f64 {
        self.others - self.own
    }
}

impl HandReview {
    /// Puts a hand together. `margins` are those of the sides where the hand was played to its end.
    pub(crate) fn new(
        record: &HandRecord,
        line: usize,
        decisions: Vec<DecisionReview>,
        margins: &[i32],
        par: &Par,
    ) -> HandReview {
        let game = record.game();
        let story = |(side, &margin): (usize, &i32)| story(game, &decisions, side, margin, par);
        HandReview {
            stories: margins.iter().enumerate().map(story).collect(),
            line,
            dealer: record.deal().dealer(),
            agents: record
                .agents()
                .unwrap_or_default()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            game: Arc::clone(game),
            decisions,
        }
    }
}

fn story(game: &Game, decisions: &[DecisionReview], side: usize, margin: i32, par: &Par) -> SideStory {
    let is_own = |decision: &&DecisionReview| game.side(decision.seat) == side;
    let lost = |decisions: &mut dyn Iterator<Item = &DecisionReview>| {
        decisions.fold([0.0, 0.0], |[sum, square], decision| {
            [sum + decision.loss.mean, square + decision.loss.error.powi(2)]
        })
    };
    let margin = f64::from(margin);
    let first = decisions.iter().position(|decision| is_own(&decision)).unwrap_or(0);
    let [own, own_square] = lost(&mut decisions.iter().filter(is_own));
    let two = game.sides() == 2;
    let [others, square] = lost(&mut decisions.iter().filter(|decision| two && !is_own(decision)));
    let [before, _] = lost(&mut decisions[..first].iter().filter(|_| two));
    let value = decisions.get(first).map_or(0.0, |decision| decision.value);
    let par = par.side(side).mean;
    let deal = value - before - par;
    SideStory {
        margin,
        par,
        deal,
        own,
        others,
        luck: margin - par - deal + own - others,
        errors: [own_square.sqrt(), square.sqrt()],
    }
}
