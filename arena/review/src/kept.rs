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
    pub fn restored(record: &HandRecord, line: usize, kept: &str) -> Option<HandReview> {
        let found: Line<Vec<DecisionReview>, Vec<SideStory>> = serde_json::from_str(kept).ok()?;
        let same = |(decision, turn): (&DecisionReview, &spariglio_engine::record::Turn)| {
            let played = decision.actions.get(decision.played);
            decision.seat == turn.seat && played.is_some_and(|played| played.action == turn.action)
        };
        let is_same =
            found.decisions.len() == record.turns.len() && found.decisions.iter().zip(&record.turns).all(same);
        is_same.then(|| HandReview::of(record, line, found.decisions, found.stories))
    }
}

/// Cards and actions as numbers, and headings of the doctrine as words.
pub(crate) mod form {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Makes a module for `#[serde(with = ...)]`: a type, its stored type, and both ways between them.
    macro_rules! form {
        ($name:ident, $type:ty, $stored:ty, $write:expr, $read:expr) => {
            pub(crate) mod $name {
                use super::*;

                pub(crate) fn serialize<S: Serializer>(value: &$type, sink: S) -> Result<S::Ok, S::Error> {
                    let write: fn(&$type) -> $stored = $write;
                    write(value).serialize(sink)
                }

                pub(crate) fn deserialize<'de, D: Deserializer<'de>>(source: D) -> Result<$type, D::Error> {
                    let read: fn($stored) -> Option<$type> = $read;
                    let stored = <$stored>::deserialize(source)?;
                    read(stored).ok_or_else(|| D::Error::custom(concat!("no ", stringify!($name))))
                }
            }
        };
    }

    use spariglio_agents::book::chitarrella::HEADINGS;
    use spariglio_engine::{Action, Card, CardSet};

    use crate::decision::Heading;

    form!(action, Action, u64, |action| action.to_bits(), Action::from_bits);
    form!(card_sets, [CardSet; 2], [u64; 2], |sets| sets.map(CardSet::bits), |bits| Some(
        bits.map(CardSet::from_bits)
    ));
    form!(
        cells,
        Vec<(Card, Vec<f64>)>,
        Vec<(u8, Vec<f64>)>,
        |cells| cells.iter().map(|(card, chances)| (card.index(), chances.clone())).collect(),
        |cells| {
            let cell = |(index, chances)| (index < 52).then(|| (Card::new(index), chances));
            cells.into_iter().map(cell).collect()
        }
    );
    form!(
        heading,
        Option<Heading>,
        Option<String>,
        |heading| heading.map(str::to_owned),
        |heading| match heading {
            None => Some(None),
            Some(heading) => HEADINGS.iter().find(|known| **known == heading).map(|known| Some(*known)),
        }
    );
}
