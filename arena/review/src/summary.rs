//! Summarizes many hands: the mean loss per decision by seat, by agent and by part of the hand, the kinds of points
//! that were lost, and the accuracy of beliefs.

use std::collections::{BTreeMap, BTreeSet};

use spariglio_agents::search::{PARTS, Parts};
use spariglio_stats::{Estimate, clustered};

use crate::belief::Calibration;
use crate::decision::{DecisionReview, Mark};
use crate::hand::HandReview;

/// Number of parts into which the plays of a hand are split.
pub(crate) const QUARTERS: usize = 4;

/// Decisions with a choice, and their losses.
#[derive(Clone, Debug, Default)]
pub struct Rate {
    /// For each hand with such decisions: losses by part, and number of decisions.
    hands: Vec<(Parts, f64)>,
    /// Number of decisions by mark.
    pub marks: [u64; 3],
}

impl Rate {
    /// Number of decisions.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.hands.iter().map(|(_, count)| count).sum::<f64>() as u64
    }

    /// The mean loss in points per decision with more than one legal action; hands are the clusters.
    #[must_use]
    pub fn rate(&self) -> Estimate {
        let all = self.hands.iter().map(|(parts, count)| (parts.iter().sum(), *count));
        clustered::mean(&all.collect::<Vec<_>>())
    }

    /// The same for each part of the losses.
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

/// The decisions of a seat or an agent over many hands, and the luck and skill of its side.
#[derive(Clone, Debug, Default)]
pub struct PlayerSummary {
    /// Losses of its decisions.
    pub rate: Rate,
    /// Per hand that was played to its end: the luck of its sides, and how many sides it had.
    luck: Vec<(f64, f64)>,
    /// The same for skill.
    skill: Vec<(f64, f64)>,
}

impl PlayerSummary {
    /// Mean luck of its side, in points per hand: the deal and the fall of the cards.
    #[must_use]
    pub fn luck(&self) -> Estimate {
        clustered::mean(&self.luck)
    }

    /// Mean skill of its side, in points per hand.
    #[must_use]
    pub fn skill(&self) -> Estimate {
        clustered::mean(&self.skill)
    }

    /// Adds the decisions of some seats of a hand, and their sides' stories.
    fn add(&mut self, hand: &HandReview, is_own: impl Fn(usize) -> bool) {
        self.rate.add(hand.decisions.iter().filter(|decision| is_own(decision.seat)));
        let sides = (0..hand.stories.len()).filter(|&side| {
            let mut seats = (0..hand.game.players()).filter(|&seat| hand.game.side(seat) == side);
            seats.any(&is_own)
        });
        let sum = sides.fold([0.0; 3], |[luck, skill, count], side| {
            let story = &hand.stories[side];
            [luck + story.deal + story.luck, skill + story.skill(), count + 1.0]
        });
        if sum[2] > 0.0 {
            self.luck.push((sum[0], sum[2]));
            self.skill.push((sum[1], sum[2]));
        }
    }
}

/// The summary of many hands.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Number of hands.
    pub hands: u64,
    /// All seats.
    pub all: Rate,
    /// By seat.
    pub seats: Vec<PlayerSummary>,
    /// By agent, sorted by name; empty if the records do not name the agents.
    pub agents: BTreeMap<String, PlayerSummary>,
    /// By quarter of the hand.
    pub quarters: [Rate; QUARTERS],
    /// Accuracy of the beliefs.
    pub calibration: Calibration,
}

impl Summary {
    /// Summarizes these hands.
    #[must_use]
    pub fn of(hands: &[HandReview]) -> Summary {
        let seats = hands.iter().map(|hand| hand.game.players()).max().unwrap_or(0);
        let mut summary = Summary {
            hands: hands.len() as u64,
            seats: vec![PlayerSummary::default(); seats],
            ..Summary::default()
        };
        hands.iter().for_each(|hand| summary.add(hand));
        summary
    }

    fn add(&mut self, hand: &HandReview) {
        let decisions = &hand.decisions;
        self.all.add(decisions.iter());
        for seat in 0..hand.game.players() {
            self.seats[seat].add(hand, |other| other == seat);
        }
        for name in BTreeSet::from_iter(&hand.agents) {
            let player = self.agents.entry(name.clone()).or_default();
            player.add(hand, |seat| hand.agents[seat] == *name);
        }
        let quarter = |decision: &DecisionReview| (decision.ply * QUARTERS / hand.game.plies()).min(QUARTERS - 1);
        for (number, rate) in self.quarters.iter_mut().enumerate() {
            rate.add(decisions.iter().filter(|decision| quarter(decision) == number));
        }
        self.calibration.add(decisions.iter().map(|decision| &decision.belief));
    }
}
