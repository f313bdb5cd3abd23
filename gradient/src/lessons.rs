//! Lessons: hands that were searched, with what the search found.

use std::ops::Range;
use std::path::PathBuf;

use spariglio_engine::random::mix;
use spariglio_engine::{Action, Deal, Game};
use spariglio_files::Manifest;
use spariglio_selfplay::{RowHand, ShardRows, read_hands};

use crate::config::DistilConfig;
use crate::error::GradientError;

/// A hand to learn from.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The deal.
    pub deal: Deal,
    turns: Vec<Turn>,
    /// The policies of all searches, one after the other.
    policies: Vec<f32>,
}

#[derive(Clone, Debug)]
struct Turn {
    action: Action,
    policy: Range<u32>,
}

impl Lesson {
    fn of_rows(rows: &ShardRows, hand: RowHand) -> Lesson {
        let turns = hand.rows.map(|row| {
            let action = Action::from_bits(rows.action[row]).expect("hands were replayed");
            let policy = rows.policy.row(row);
            let is_label = rows.full_search[row] && policy.len() > 1;
            (action, if is_label { policy } else { &[] })
        });
        Lesson::new(hand.deal, turns)
    }

    /// A lesson with these [`Lesson::turns`].
    pub fn new<'a>(deal: Deal, turns: impl Iterator<Item = (Action, &'a [f32])>) -> Lesson {
        let mut policies = Vec::new();
        let turns = turns.map(|(action, policy)| {
            let start = policies.len() as u32;
            policies.extend_from_slice(policy);
            let policy = start..policies.len() as u32;
            Turn { action, policy }
        });
        Lesson {
            deal,
            turns: turns.collect(),
            policies,
        }
    }

    /// What was played, turn by turn, and what the search would play there: a probability for each legal action in canonical
    /// order, none where there was no full search or no choice.
    pub fn turns(&self) -> impl Iterator<Item = (Action, &[f32])> {
        let policy = |range: &Range<u32>| &self.policies[range.start as usize..range.end as usize];
        self.turns.iter().map(move |turn| (turn.action, policy(&turn.policy)))
    }

    fn labels(&self) -> u64 {
        self.turns.iter().filter(|turn| !turn.policy.is_empty()).count() as u64
    }
}

/// The lessons of a round.
#[derive(Debug)]
pub struct Lessons {
    hands: Vec<Lesson>,
    labels: u64,
    /// A pass, and the order of its hands.
    pass: u64,
    order: Vec<u32>,
}

impl Lessons {
    /// Reads the hands of some folders of self-play.
    ///
    /// # Errors
    /// A file cannot be read or is not what it should be; no hand has a full search in it.
    pub fn read(game: &Game, folders: &[PathBuf]) -> Result<Lessons, GradientError> {
        let mut hands = Vec::new();
        for folder in folders {
            for entry in Manifest::read(folder)?.shards {
                let (rows, found) = read_hands(&folder.join(&entry.file), &entry, game)?;
                hands.extend(found.into_iter().map(|hand| Lesson::of_rows(&rows, hand)));
            }
        }
        let labels = hands.iter().map(Lesson::labels).sum();
        if labels == 0 {
            return Err(GradientError::NoLabels);
        }
        Ok(Lessons {
            hands,
            labels,
            pass: u64::MAX,
            order: Vec::new(),
        })
    }

    /// Hands of a step, so that a batch has about as many labels as asked for.
    fn hands_per_step(&self, config: &DistilConfig) -> u64 {
        (config.batch * self.hands.len() as u64).div_ceil(self.labels)
    }

    /// Decisions of a round, about: those of searches in every pass, and as many for the policy gradient.
    pub fn decisions(&self, config: &DistilConfig) -> u64 {
        config.passes * self.labels * if config.fresh > 0.0 { 2 } else { 1 }
    }

    /// Steps of a round.
    pub fn steps(&self, config: &DistilConfig) -> u64 {
        (config.passes * self.hands.len() as u64).div_ceil(self.hands_per_step(config))
    }

    /// The hands of a step of a round with a seed; every pass has an order of its own.
    pub fn of_step(&mut self, config: &DistilConfig, step: u64, seed: u64) -> Vec<&Lesson> {
        let each = self.hands_per_step(config);
        let all = self.hands.len() as u64;
        let places = step * each..((step + 1) * each).min(config.passes * all);
        let indices: Vec<u32> = places.map(|place| self.at(place / all, place % all, seed)).collect();
        indices.iter().map(|&index| &self.hands[index as usize]).collect()
    }

    fn at(&mut self, pass: u64, place: u64, seed: u64) -> u32 {
        if self.pass != pass {
            let key = mix(seed ^ mix(pass));
            self.pass = pass;
            self.order = (0..self.hands.len() as u32).collect();
            self.order.sort_by_cached_key(|&index| mix(key ^ u64::from(index)));
        }
        self.order[place as usize]
    }
}
