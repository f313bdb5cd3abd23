//! A reviewed hand as one line of JSON, so that a review can be kept and go on later. The record is kept apart; the line
//! has what the review found. It is for the version that wrote it: another one reviews the hand again.

use serde::{Deserialize, Serialize};
use spariglio_engine::record::HandRecord;

use crate::decision::DecisionReview;
use crate::hand::{HandReview, SideStory};

/// The contents of a line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<D, S> {
    decisions: D,
    stories: S,
}

impl HandReview {
    /// The review as an object of JSON in one line, for [`HandReview::restored`].
    ///
    /// # Panics
    /// Never: every field has a form in JSON.
    #[must_use]
    pub fn kept(&self) -> String {
        let line = Line { decisions: &self.decisions, stories: &self.stories };
        serde_json::to_string(&line).expect("a review has a form in JSON")
    }

    /// The review of a record from [`HandReview::kept`]. `None` if it is not that of this record, or of another version.
    #[must_use]
    pub fn restored(record: &HandRecord, line: usize, text: &str) -> Option<HandReview> {
        let contents: Line<Vec<DecisionReview>, Vec<SideStory>> = serde_json::from_str(text).ok()?;
        let same = |(decision, turn): (&DecisionReview, &spariglio_engine::record::Turn)| {
            let played = decision.actions.get(decision.played);
            decision.seat == turn.seat && played.is_some_and(|played| played.action == turn.action)
        };
        let is_same =
            contents.decisions.len() == record.turns.len() && contents.decisions.iter().zip(&record.turns).all(same);
        is_same.then(|| HandReview::of(record, line, contents.decisions, contents.stories))
    }
}
