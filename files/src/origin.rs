//! Where a result comes from: when it was finished, on which machine, with which program.
//!
//! It is no part of a result's figures and of no fingerprint. If the environment variable `SOURCE_DATE_EPOCH` holds
//! seconds since 1970, they are the date, so that two runs can write the same bytes
//! (<https://reproducible-builds.org/specs/source-date-epoch>).

use serde::{Deserialize, Serialize};

/// Date, machine and program of a result.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The day in UTC on which the result was finished: `2026-11-27`. No time of day: a run that was killed and resumed
    /// has the same bytes as one that was not.
    pub date: String,
    /// Processor, cores, system.
    pub machine: String,
    /// The program's version and, if known, its commit: `0.2.0 (1a2b3c4d5)`.
    pub program: String,
}

impl Origin {
    /// One line for people: `2026-11-27, ...`.
    #[must_use]
    pub fn text(&self) -> String {
        let Origin { date, machine, program } = self;
        format!("{date}, {machine}, spariglio {program}")
    }
}

/// The origin of results made here and now.
#[cfg(feature = "work")]
mod here {
    use std::time::{SystemTime, UNIX_EPOCH};

    use chrono::DateTime;

    use super::Origin;

    impl Origin {
        /// Here and now, with a program of the version and commit `program`.
        #[must_use]
        pub fn here(program: &str) -> Origin {
            Origin { date: date(), machine: machine(), program: program.to_owned() }
        }
    }

    /// The day of `SOURCE_DATE_EPOCH`, else of the clock, in UTC.
    fn date() -> String {
        let epoch = std::env::var("SOURCE_DATE_EPOCH")
            .ok()
            .and_then(|text| text.trim().parse().ok());
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64;
        let time = DateTime::from_timestamp(epoch.unwrap_or_else(now), 0).unwrap_or_default();
        time.date_naive().to_string()
    }

    fn machine() -> String {
        let description = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = description.lines().find(|line| line.starts_with("model name"));
        let model = model
            .and_then(|line| line.split_once(':'))
            .map_or("unknown processor", |(_, model)| model.trim());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let cores = format!("{cores} {}", if cores == 1 { "core" } else { "cores" });
        format!("{model}, {cores}, {} {}", std::env::consts::OS, std::env::consts::ARCH)
    }
}

#[cfg(all(test, feature = "work"))]
mod tests {
    use super::Origin;

    #[test]
    fn an_origin_reads_as_a_line() {
        let origin = Origin { machine: "a box".to_owned(), ..Origin::here("1") };
        let parts: Vec<String> = origin.text().split(", ").map(str::to_owned).collect();
        assert_eq!(parts[1..], ["a box", "spariglio 1"]);
        assert!(parts[0].len() == 10 && parts[0].starts_with("20"), "{}", parts[0]);
        assert!(Origin::here("1").machine.contains("core"));
    }
}
