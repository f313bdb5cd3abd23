//! A part of a long job, for one of several machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of several equal parts of a job, such as the deals of an arena or the shards of a data set: `2/3` is the second of
/// three.
///
/// # Examples
/// The parts of three machines, together all ten deals:
/// ```
/// use spariglio_files::Part;
///
/// let parts: Vec<Part> = ["1/3", "2/3", "3/3"].iter().map(|text| text.parse().expect("a part")).collect();
/// let deals: Vec<u64> = parts.iter().flat_map(|part| part.items(10)).collect();
/// assert_eq!(deals, (0..10).collect::<Vec<u64>>());
/// assert!("4/3".parse::<Part>().is_err());
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Part {
    number: u64,
    of: u64,
}

impl Default for Part {
    /// The whole job.
    fn default() -> Part {
        Part { number: 1, of: 1 }
    }
}

impl Part {
    /// The items of this part if the job has `count` items.
    #[must_use]
    pub fn items(self, count: u64) -> Range<u64> {
        let bound = |part: u64| (u128::from(count) * u128::from(part) / u128::from(self.of)) as u64;
        bound(self.number - 1)..bound(self.number)
    }

    /// Whether this part is everything.
    #[must_use]
    pub fn is_all(self) -> bool {
        self.of == 1
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let part = Part { number: number.parse().ok()?, of: of.parse().ok()? };
            (1..=part.of).contains(&part.number).then_some(part)
        });
        numbers.ok_or_else(|| format!("\"{text}\": expected a part such as 1/2, the first of two"))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn parts_cover_all_deals_once() {
        for (deals, of) in [(10u64, 3u64), (2, 5), (7, 7), (1000, 1)] {
            let parts = (1..=of).map(|number| format!("{number}/{of}").parse::<Part>().expect("a part"));
            let covered: Vec<u64> = parts.flat_map(|part| part.items(deals)).collect();
            assert_eq!(covered, (0..deals).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_no_part_is_named() {
        for text in ["0/2", "3/2", "1", "a/b", "1/0", ""] {
            assert!(text.parse::<Part>().expect_err("no part").contains("1/2"), "{text}");
        }
    }
}
