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
    /// Losses by part and number of decisions of each hand that has some.
    hands: Vec<(Parts, f64)>,
    /// Decisions by mark.
    pub marks: [u64; 3],
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
        let all = self.hands.iter().map(|(parts, count)| (parts.iter().sum(), *count));
        clustered::mean(&all.collect::<Vec<_>>())
    }

    /// The same of each part of the losses.
    #[must_use]
    pub fn parts(&self) -> [Estimate; PARTS] {
        std::array::from_fn(|part| {
            let one = self.hands.iter().map(|(parts, count)| (parts[part], *count));
            clustered::mean(&one.collect::<Vec<_>>())
        })
    }

    fn add<'d>(&mut self, decisions: impl Iterator<Item = &'d DecisionReview>) {
        let (mut lost, mut count) = ([0.0; PARTS], 0.0);
        for decision in decisions.filter(|decision| decision.is_choice()) {
            lost.iter_mut().zip(decision.parts).for_each(|(sum, part)| *sum += part);
            count += 1.0;
            if let Some(mark) = decision.mark {
                self.marks[Mark::ALL.iter().position(|&other| other == mark).unwrap_or(0)] += 1;
            }
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
    /// What decisions made of it, likewise.
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

    /// Mean of what decisions made of the margin of a seat's side, in points a hand.
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
        self.calibration.add(decisions.iter().map(|decision| &decision.belief));
    }
}
