//! Where a result comes from: when it was finished, on which machine, with which program.
//!
//! It is no part of a result's figures and of no fingerprint. If the environment variable `SOURCE_DATE_EPOCH` holds
//! seconds since 1970, they are the date, so that two runs can write the same bytes
//! (<https://reproducible-builds.org/specs/source-date-epoch>).

use std::time::{SystemTime, UNIX_EPOCH};

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
    /// Here and now, with a program of the version and commit `program`.
    #[must_use]
    pub fn here(program: &str) -> Origin {
        Origin { date: date(seconds()), machine: machine(), program: program.to_owned() }
    }

    /// One line for people: `2026-11-27, ...`.
    #[must_use]
    pub fn text(&self) -> String {
        let Origin { date, machine, program } = self;
        format!("{date}, {machine}, spariglio {program}")
    }
}

/// Seconds since 1970: those of `SOURCE_DATE_EPOCH`, else those of the clock.
fn seconds() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH")
        .ok()
        .and_then(|text| text.trim().parse().ok());
    given.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs())
}

fn machine() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = told.lines().find(|line| line.starts_with("model name"));
    let model = model
        .and_then(|line| line.split_once(':'))
        .map_or("unknown processor", |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cores = format!("{cores} {}", if cores == 1 { "core" } else { "cores" });
    format!("{model}, {cores}, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// A date of the Gregorian calendar (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
/// Years begin in March there, so that the leap day is the last one.
fn date(seconds: u64) -> String {
    const DAY: u64 = 24 * 60 * 60;
    // Days since 0000-03-01; 400 years have 146,097 days.
    let days = seconds / DAY + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year + late;
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::{Origin, date};

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_799, "2000-02-29"),
            (1_078_099_200, "2004-03-01"),
            (4_107_542_400, "2100-03-01"),
            (1_795_748_709, "2026-11-27"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }

    #[test]
    fn an_origin_reads_as_a_line() {
        let origin = Origin { date: date(1_795_748_709), machine: "a box".to_owned(), program: "1".to_owned() };
        assert_eq!(origin.text(), "2026-11-27, a box, spariglio 1");
        assert!(Origin::here("1").machine.contains("core"));
    }
}
