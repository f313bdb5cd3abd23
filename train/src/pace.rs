//! The pace of a stage: its sums since the last evaluation, its speed, and its reports.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use spariglio_files::metrics::{self, LearningLine};

use crate::event::{Event, Observer, Stage};
use crate::learner::StepStats;
use crate::stats::Stats;

/// Minimum time between two reports of progress.
const REPORT: Duration = Duration::from_secs(1);

/// The pace of a stage.
pub struct Pace<'a> {
    /// Receives the events.
    pub observer: &'a mut dyn Observer,
    total: u64,
    /// Decisions before this process, and during it.
    begun: u64,
    made: u64,
    learning: Duration,
    told: Instant,
    /// Sums since the last evaluation.
    pub recent: Recent,
}

impl<'a> Pace<'a> {
    /// A stage with `begun` of `total` decisions done, and the sums since its last evaluation.
    pub fn new(stage: Stage, begun: u64, total: u64, recent: Recent, observer: &'a mut dyn Observer) -> Pace<'a> {
        observer.tell(Event::Started { stage, decisions: begun, total });
        Pace {
            observer,
            total,
            begun,
            made: 0,
            learning: Duration::ZERO,
            told: Instant::now(),
            recent,
        }
    }

    /// Counts a step that took `time`. Reports progress if a report is due.
    pub fn count(&mut self, step: &StepStats, time: Duration) {
        self.learning += time;
        self.made += step.sums.learnt();
        self.recent.add(step);
        if self.told.elapsed() >= REPORT {
            self.told = Instant::now();
            self.observer.tell(Event::Progress {
                decisions: self.begun + self.made,
                total: self.total,
                speed: self.speed(),
            });
        }
    }

    /// The line of metrics since the last one, after `decisions` of the run.
    pub fn line(&mut self, decisions: u64) -> LearningLine {
        let speed = self.speed();
        std::mem::take(&mut self.recent).line(decisions, speed)
    }

    fn speed(&self) -> f64 {
        self.made as f64 / self.learning.as_secs_f64().max(1e-9)
    }
}

/// Sums since the last evaluation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recent {
    sums: Stats,
    norm: f64,
    steps: u64,
    rate: f64,
}

impl Recent {
    fn add(&mut self, step: &StepStats) {
        self.sums.add(&step.sums);
        self.norm += step.norms[0];
        self.steps += 1;
        self.rate = step.rate;
    }

    fn line(self, decisions: u64, speed: f64) -> LearningLine {
        let learnt = self.sums.learnt().max(1) as f64;
        let quarter = |quarter: usize| match self.sums.squares[quarter] {
            0.0 => 0.0,
            squares => 1.0 - self.sums.errors[quarter] / squares,
        };
        LearningLine {
            generation: 0,
            decisions,
            time: metrics::now(),
            decisions_per_second: speed,
            entropy: self.sums.entropy / learnt,
            divergence: self.sums.divergence / learnt,
            label_divergence: (self.sums.labels > 0).then(|| self.sums.label_divergence / self.sums.labels as f64),
            value_explained: std::array::from_fn(quarter),
            gradient_norm: self.norm / self.steps.max(1) as f64,
            learning_rate: self.rate,
        }
    }
}
