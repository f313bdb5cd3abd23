//! The effort of a review, and its marks.

use std::str::FromStr;

/// Loss thresholds for `?!`, `?` and `??`, in points.
const MARKS: [f64; 3] = [0.1, 0.3, 1.0];

/// The depth of a review.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Level {
    /// Takes seconds per hand.
    #[default]
    Quick,
    /// Ten times as many simulations as `Quick`.
    Deep,
}

impl Level {
    /// Every level.
    pub const ALL: [Level; 2] = [Level::Quick, Level::Deep];

    /// The level's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Quick => "quick",
            Level::Deep => "deep",
        }
    }

    /// The level of a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Simulations per decision, over all replicates and actions.
    #[must_use]
    pub const fn simulations(self) -> u32 {
        match self {
            Level::Quick => 15_000,
            Level::Deep => 150_000,
        }
    }
}

/// Loss thresholds of the marks in points, rising.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Marks(pub [f64; 3]);

impl Default for Marks {
    fn default() -> Marks {
        Marks(MARKS)
    }
}

impl FromStr for Marks {
    type Err = String;

    fn from_str(text: &str) -> Result<Marks, String> {
        let wrong = || format!("expected three rising losses in points such as 0.1,0.3,1, found `{text}`");
        let numbers: Vec<f64> = text
            .split(',')
            .map(|part| part.trim().parse().ok().filter(|loss: &f64| loss.is_finite()))
            .collect::<Option<_>>()
            .ok_or_else(wrong)?;
        match numbers[..] {
            [first, second, third] if 0.0 < first && first < second && second < third => {
                Ok(Marks([first, second, third]))
            }
            _ => Err(wrong()),
        }
    }
}

/// Options of a review.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ReviewConfig {
    /// Simulations per decision, over all replicates and actions. If the loss is not known well enough, up to as many
    /// are added.
    pub simulations: u32,
    /// Independent searches per decision, before any are added; even, at least 4.
    pub replicates: u32,
    /// Thresholds of the marks.
    pub marks: Marks,
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of threads; 0 for one per core. The figures do not depend on it.
    pub threads: usize,
    /// Whether partners saw each other's hand cards.
    pub partners_open: bool,
}

impl Default for ReviewConfig {
    fn default() -> ReviewConfig {
        ReviewConfig {
            simulations: Level::Quick.simulations(),
            replicates: 8,
            marks: Marks::default(),
            seed: 1,
            threads: 0,
            partners_open: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;

    #[test]
    fn marks_are_three_rising_losses() {
        assert_eq!("0.1, 0.3,1".parse(), Ok(Marks([0.1, 0.3, 1.0])));
        for text in ["", "0.1", "0.3,0.1,1", "0,1,2", "a,b,c", "0.1,0.3,inf", "0.1,0.3,1,2"] {
            assert!(text.parse::<Marks>().is_err(), "{text}");
        }
    }
}
