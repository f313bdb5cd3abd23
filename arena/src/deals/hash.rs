//! The fingerprint of a set of deals: the same deals have the same fingerprint under any numbers and in any order.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_engine::random::mix;

use super::spans::Spans;

/// The sum, modulo 2^64, of the mixed seeds of the deals' generators. Sixteen hexadecimal digits in files. Fingerprints
/// of different deals add up to that of all of them.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct DealsHash(u64);

impl DealsHash {
    /// The fingerprint of the deals `spans`, if `seed_of` gives the seed of each deal's generator.
    pub(crate) fn of(spans: &Spans, seed_of: impl Fn(u64) -> u64) -> DealsHash {
        let mut hash = DealsHash::default();
        let deals = spans.spans().iter().flat_map(|&[start, end]| start..end);
        deals.for_each(|deal| hash.push(seed_of(deal)));
        hash
    }

    /// Adds the deal whose generator has the seed `seed`.
    pub(crate) fn push(&mut self, seed: u64) {
        self.0 = self.0.wrapping_add(mix(seed));
    }

    /// Adds the deals of `other`.
    pub(crate) fn merge(&mut self, other: DealsHash) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl Serialize for DealsHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for DealsHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DealsHash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = u64::from_str_radix(&text, 16).ok().filter(|_| text.len() == 16);
        let wrong = || serde::de::Error::custom(format!("expected sixteen hexadecimal digits, found \"{text}\""));
        number.map(DealsHash).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::{DealsHash, Spans};

    fn of(spans: &[[u64; 2]]) -> DealsHash {
        let mut all = Spans::default();
        spans.iter().for_each(|&[start, end]| all.add(start..end).expect("apart"));
        DealsHash::of(&all, |deal| 31 * deal)
    }

    #[test]
    fn parts_add_up_and_other_deals_differ() {
        let mut sum = of(&[[5, 9]]);
        sum.merge(of(&[[0, 5]]));
        assert_eq!(sum, of(&[[0, 9]]));
        assert_ne!(of(&[[0, 4]]), of(&[[1, 5]]));
        let text = serde_json::to_string(&sum).expect("text");
        assert_eq!(serde_json::from_str::<DealsHash>(&text).expect("read"), sum);
        assert!(serde_json::from_str::<DealsHash>("\"12\"").is_err());
    }
}
