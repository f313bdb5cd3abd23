//! The forms of values in a kept review: cards and actions as numbers, and headings of the doctrine as words.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_agents::book::chitarrella::HEADINGS;
use spariglio_engine::{Action, Card, CardSet};

/// A heading of the `chitarrella` doctrine.
pub type Heading = &'static str;

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
