//! Many hands: the mean loss a decision by seat, by agent and by part of the hand, what kinds of points were lost, how right beliefs were.

use std::collections::{BTreeMap, BTreeSet};

use spariglio_agents::search::{PARTS, Parts};
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

/// The decisions of a seat or of an agent over many hands, and what they and luck made of its side's margins.
#[derive(Clone, Debug, Default)]
pub struct PlayerSummary {
    /// What the decisions lost.
    pub rate: Rate,
    /// Luck of its side and number of its sides, by hand, where the hand was played to its end.
    luck: Vec<(f64, f64)>,
    /// What decisions made of it, likewise.
    skill: Vec<(f64, f64)>,
}

impl PlayerSummary {
    /// Mean luck of its side, in points a hand: the deal and the fall of the cards.
    #[must_use]
    pub fn luck(&self) -> Estimate {
        clustered::mean(&self.luck)
    }

    /// Mean of what decisions made of the margin of its side, in points a hand.
    #[must_use]
    pub fn skill(&self) -> Estimate {
        clustered::mean(&self.skill)
    }

    /// Adds the decisions of some seats of a hand, and the stories of their sides.
    fn add(&mut self, hand: &HandReview, is_own: impl Fn(usize) -> bool) {
        self.rate
            .add(hand.decisions.iter().filter(|decision| is_own(decision.seat)));
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

/// What many hands come to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Hands.
    pub hands: u64,
    /// All seats.
    pub all: Rate,
    /// By seat.
    pub seats: Vec<PlayerSummary>,
    /// By agent, in the order of their names; none where records do not tell who sat where.
    pub agents: BTreeMap<String, PlayerSummary>,
    /// By quarter of the hand.
    pub quarters: [Rate; QUARTERS],
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
