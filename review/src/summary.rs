//! Many hands: the mean loss a decision by seat and by part of the hand, what kinds of points were lost, how right beliefs were.

use spariglio_agents::search::{PARTS, Parts};
use spariglio_engine::MAX_SEATS;
use spariglio_stats::{Estimate, clustered};

use crate::belief::Calibration;
use crate::decision::{DecisionReview, Mark};
use crate::hand::HandReview;

/// Parts of a hand by its plays.
pub(crate) const QUARTERS: usize = 4;

/// Decisions with a choice, and what they lost.
#[derive(Clone, Debug, Default)]
pub struct Rate {
    /// Loss and number of decisions of each hand that has some.
    hands: Vec<(f64, f64)>,
    /// Decisions by mark.
    pub marks: [u64; 3],
    /// Losses by part, summed.
    pub parts: Parts,
}

impl Rate {
    /// Decisions.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.hands.iter().map(|(_, count)| count).sum::<f64>() as u64
    }

    /// The mean loss a decision with more than one legal action, in points; hands are its clusters.
    #[must_use]
    pub fn rate(&self) -> Estimate {
        clustered::mean(&self.hands)
    }

    fn add<'d>(&mut self, decisions: impl Iterator<Item = &'d DecisionReview>) {
        let (mut lost, mut count) = (0.0, 0.0);
        for decision in decisions.filter(|decision| decision.is_choice()) {
            lost += decision.loss.mean;
            count += 1.0;
            if let Some(mark) = decision.mark {
                self.marks[Mark::ALL.iter().position(|&other| other == mark).unwrap_or(0)] += 1;
            }
            self.parts
                .iter_mut()
                .zip(decision.parts)
                .for_each(|(sum, part)| *sum += part);
        }
        if count > 0.0 {
            self.hands.push((lost, count));
        }
    }
}

/// What many hands come to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Hands.
    pub hands: u64,
    /// All seats.
    pub all: Rate,
    /// By seat.
    pub seats: Vec<Rate>,
    /// By quarter of the hand.
    pub quarters: [Rate; QUARTERS],
    /// Luck of each seat's side, by hand, where the hand was played to its end.
    luck: Vec<Vec<(f64, f64)>>,
    /// Margin without luck, likewise.
    skill: Vec<Vec<(f64, f64)>>,
    /// How right beliefs were.
    pub calibration: Calibration,
}

impl Summary {
    /// The summary of some hands.
    #[must_use]
    pub fn of(hands: &[HandReview]) -> Summary {
        let seats = hands.iter().map(|hand| hand.game.players()).max().unwrap_or(0);
        let mut summary = Summary {
            hands: hands.len() as u64,
            seats: vec![Rate::default(); seats.min(MAX_SEATS)],
            luck: vec![Vec::new(); seats],
            skill: vec![Vec::new(); seats],
            ..Summary::default()
        };
        hands.iter().for_each(|hand| summary.add(hand));
        summary
    }

    /// Mean luck of a seat's side, in points a hand: the deal and the fall of the cards.
    #[must_use]
    pub fn luck(&self, seat: usize) -> Estimate {
        clustered::mean(&self.luck[seat])
    }

    /// Mean margin of a seat's side without luck, in points a hand.
    #[must_use]
    pub fn skill(&self, seat: usize) -> Estimate {
        clustered::mean(&self.skill[seat])
    }

    fn add(&mut self, hand: &HandReview) {
        let decisions = &hand.decisions;
        self.all.add(decisions.iter());
        for seat in 0..hand.game.players() {
            self.seats[seat].add(decisions.iter().filter(|decision| decision.seat == seat));
            if let Some(story) = hand.stories.get(hand.game.side(seat)) {
                self.luck[seat].push((story.deal + story.luck, 1.0));
                self.skill[seat].push((story.skill(), 1.0));
            }
        }
        let quarter = |decision: &DecisionReview| (decision.ply * QUARTERS / hand.game.plies()).min(QUARTERS - 1);
        for (number, rate) in self.quarters.iter_mut().enumerate() {
            rate.add(decisions.iter().filter(|decision| quarter(decision) == number));
        }
        decisions
            .iter()
            .for_each(|decision| self.calibration.add(&decision.belief));
    }
}

/// The parts of losses that are not 0, the largest first, with their places.
#[must_use]
pub fn largest(parts: &Parts) -> Vec<(usize, f64)> {
    let mut shown: Vec<_> = (0..PARTS)
        .map(|part| (part, parts[part]))
        .filter(|(_, lost)| lost.abs() >= 0.005)
        .collect();
    shown.sort_by(|first, second| second.1.abs().total_cmp(&first.1.abs()));
    shown
}
