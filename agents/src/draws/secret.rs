//! A secret of a run: the run's seed alone does not reveal the agents' seeds.
//!
//! Programs get a seed for every hand, and could keep a table from seeds to deals. If programs take part, the run draws
//! a random secret and keeps it in its result, so that the run can be repeated.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use spariglio_engine::random::mix;

/// 64 secret bits; sixteen hexadecimal digits in files.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Secret(u64);

impl Secret {
    /// The secret of 64 random bits.
    #[must_use]
    pub fn new(bits: u64) -> Secret {
        Secret(bits)
    }
}

/// The seed from which the agents' seeds of a run are derived; `seed` itself if there is no secret.
#[must_use]
pub fn agents_seed(seed: u64, secret: Option<Secret>) -> u64 {
    secret.map_or(seed, |secret| mix(mix(seed) ^ secret.0))
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Secret {
    type Err = String;

    fn from_str(text: &str) -> Result<Secret, String> {
        let is_hex = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_hex);
        number
            .map(Secret)
            .ok_or_else(|| format!("\"{text}\": expected sixteen hexadecimal digits"))
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::{Secret, agents_seed};

    #[test]
    fn a_secret_is_read_as_it_is_written() {
        let [one, other] = [1, 2].map(Secret::new);
        assert_eq!(one.to_string().parse(), Ok(one));
        assert_ne!(agents_seed(1, Some(one)), agents_seed(1, Some(other)));
        assert_eq!(agents_seed(1, None), 1);
        for text in ["", "12", "+123456789abcdef", "0123456789abcdeg"] {
            assert!(text.parse::<Secret>().is_err(), "{text}");
        }
    }
}
