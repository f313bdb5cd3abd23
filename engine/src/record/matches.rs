//! Matches across the lines of a file: hand numbers, scores, the dealer's rotation, the end.
//!
//! Invariant: a match in the book is what its hands so far give, or is marked as in doubt after a line in error.
//! Source: `records.md` section 5, `rules.md` B6, B24, B25, C.15.

use std::collections::HashMap;

use super::error::RecordError;
use super::{HandRecord, MatchPlace};
use crate::rules::{MatchRules, RuleSet};
use crate::state::State;

/// The matches of one file.
#[derive(Debug, Default)]
pub(super) struct Matches {
    open: HashMap<String, Progress>,
    /// A line of which no match is known was in error.
    lost: bool,
}

/// What the next hand of a match must be.
#[derive(Debug)]
struct Progress {
    rules: RuleSet,
    hand: usize,
    scores: Vec<i64>,
    dealer: usize,
    ended: Option<Ended>,
    /// A line between was in error: the next hand is taken as it states itself.
    doubtful: bool,
}

/// Why a match can have no further hand.
#[derive(Copy, Clone, Debug)]
enum Ended {
    ByRules,
    Unfinished,
}

impl Matches {
    /// Checks a hand's place in its match, then counts the hand; `end` is the state after its last turn.
    pub(super) fn follow(&mut self, record: &HandRecord, end: &State) -> Result<(), RecordError> {
        let Some(place) = &record.place else {
            return Ok(());
        };
        let rules = record.game.rules();
        let dealer = record.deal.dealer();
        let progress = self.open.entry(place.id.clone()).or_insert_with(|| Progress {
            rules: rules.clone(),
            hand: 0,
            scores: vec![0; record.game.sides()],
            dealer,
            ended: None,
            doubtful: self.lost,
        });
        if progress.doubtful && place.hand > progress.hand && progress.rules == *rules {
            progress.take(place, dealer);
        }
        let outcome = progress.check(place, rules, dealer);
        if outcome.is_err() && place.hand != progress.hand && place.scores.len() == progress.scores.len() {
            progress.take(place, dealer);
        }
        progress.count(record, end);
        outcome
    }

    /// A line was in error: its match, or any match where it is not known, may have lost a hand.
    pub(super) fn doubt(&mut self, id: Option<&str>) {
        self.lost |= id.is_none();
        for (name, progress) in &mut self.open {
            progress.doubtful |= id.is_none_or(|id| id == name);
        }
    }

    /// A hand in error opens its match too, so that those after it are not called out of order.
    pub(super) fn doubt_new(&mut self, place: &MatchPlace, rules: &RuleSet, dealer: usize) {
        self.open.entry(place.id.clone()).or_insert_with(|| Progress {
            rules: rules.clone(),
            hand: place.hand,
            scores: place.scores.clone(),
            dealer,
            ended: None,
            doubtful: true,
        });
    }
}

impl Progress {
    fn take(&mut self, place: &MatchPlace, dealer: usize) {
        self.hand = place.hand;
        self.scores.clone_from(&place.scores);
        self.dealer = dealer;
    }

    fn check(&self, place: &MatchPlace, rules: &RuleSet, dealer: usize) -> Result<(), RecordError> {
        let number = place.hand;
        match self.ended {
            Some(Ended::ByRules) => {
                let expected = format!("no hand after hand {}, which ended the match", self.hand - 1);
                return Err(RecordError::new("match.hand", expected, number.to_string()));
            }
            Some(Ended::Unfinished) => {
                let expected = format!("no hand after hand {}, which stops early", self.hand - 1);
                return Err(RecordError::new("match.hand", expected, number.to_string()));
            }
            None => {}
        }
        if number != self.hand {
            return Err(RecordError::new(
                "match.hand",
                self.hand.to_string(),
                number.to_string(),
            ));
        }
        if *rules != self.rules {
            return Err(RecordError::new(
                "rules",
                "the rules of the match's other hands",
                "other rules",
            ));
        }
        if place.scores != self.scores {
            return Err(RecordError::new(
                "match.scores",
                format!("{:?}", self.scores),
                format!("{:?}", place.scores),
            ));
        }
        if dealer != self.dealer {
            return Err(RecordError::new("dealer", self.dealer.to_string(), dealer.to_string()));
        }
        Ok(())
    }

    fn count(&mut self, record: &HandRecord, end: &State) {
        let game = record.game.as_ref();
        self.doubtful = false;
        self.hand += 1;
        self.dealer = (self.dealer + 1) % game.players();
        if self.ended.is_some() {
            return;
        }
        if !end.is_over() {
            self.ended = Some(Ended::Unfinished);
            return;
        }
        let score = end.score(game);
        for (side, points) in self.scores.iter_mut().enumerate().take(score.sides()) {
            *points += i64::from(score.side(side).total());
        }
        if score.shutout().is_some() || self.rules.end.is_reached(&self.scores, self.hand) {
            self.ended = Some(Ended::ByRules);
        }
    }
}

impl MatchRules {
    /// Whether a match is over with these points by side after `hands` hands, a shutout apart.
    pub fn is_reached(&self, scores: &[i64], hands: usize) -> bool {
        let best = scores.iter().copied().max().unwrap_or(0);
        let leaders = scores.iter().filter(|points| **points == best).count();
        let others_zero = scores.iter().filter(|points| **points == 0).count() + 1 == scores.len();
        let seven_zero = self.seven_zero && best >= 7 && others_zero;
        let limit = self.limit.is_some_and(|limit| best >= i64::from(limit) && leaders == 1);
        let fixed = self.hands.is_some_and(|fixed| hands >= fixed as usize);
        seven_zero || limit || fixed
    }
}
