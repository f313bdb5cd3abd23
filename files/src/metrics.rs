//! `metrics.jsonl`: the measurements of a run, one JSON object per line, distinguished by `kind`. Every line states the
//! short hash of its content, as in a journal, so that a changed number shows.
//!
//! Invariant: a whole line is as it was written. If the last line has no end, it was torn by a kill and does not count.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::journal::{opened, sealed};
use crate::json;
use crate::whole::{FileError, read_if_there, write_whole};

/// The current time, in seconds since 1970.
#[must_use]
pub fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64()
}

/// One line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Line {
    /// A new network against the best one so far.
    Gate(GateLine),
    /// A new network against a fixed opponent.
    Eval(MatchLine),
    /// Means over the decisions since the line before.
    Learning(LearningLine),
}

/// A duplicate match of a new network, from its point of view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchLine {
    /// The network's generation.
    pub generation: u32,
    /// The agent with the network.
    pub agent: String,
    /// The other agent.
    pub opponent: String,
    /// Mean lead of the new network, in points per hand.
    pub mean: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
    /// 95 % interval of the mean; `None` if there are too few sets or all are alike.
    pub interval: Option<[f64; 2]>,
    /// Percent of hands won.
    pub win: f64,
    /// Percent of hands tied.
    pub tie: f64,
    /// Percent of hands lost.
    pub loss: f64,
    /// Hands played.
    pub hands: u64,
}

/// The state of a run, and its means over decisions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LearningLine {
    /// The network that was written here.
    pub generation: u32,
    /// Decisions learnt from.
    pub decisions: u64,
    /// Seconds since 1970.
    pub time: f64,
    /// Speed of learning.
    pub decisions_per_second: f64,
    /// Entropy of the policy, nats.
    pub entropy: f64,
    /// Divergence of the policy from the residual's, nats.
    pub divergence: f64,
    /// Divergence of the labels' policies from the network's, nats; only if it learns from labels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_divergence: Option<f64>,
    /// Share of the variance of the margin that the critic explains, by quarter of the hand.
    pub value_explained: [f64; 4],
    /// Mean norm of the policy's gradient.
    pub gradient_norm: f64,
    /// Learning rate of the policy at the last step.
    pub learning_rate: f64,
}

/// The match that decides whether a new network takes the best one's place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GateLine {
    /// The match.
    #[serde(flatten)]
    pub result: MatchLine,
    /// The generation of the best network before.
    pub incumbent: u32,
    /// Whether the new network is the best one now.
    pub accepted: bool,
}

impl Line {
    /// The generation that the line is about.
    pub fn generation(&self) -> u32 {
        match self {
            Line::Gate(line) => line.result.generation,
            Line::Eval(line) => line.generation,
            Line::Learning(line) => line.generation,
        }
    }

    /// The line as it is written, its hash and its end included.
    ///
    /// # Panics
    /// Never: a line has a JSON form.
    pub fn text(&self) -> String {
        sealed([serde_json::to_string(self).expect("a line has a JSON form")])
    }

    /// Reads one line; fails if it is not as it was written.
    fn parse(text: &str) -> Result<Line, String> {
        let line = opened(text)?;
        json::read(&line).map_err(|error| error.to_string())
    }

    /// Whether two lines are of one kind and generation.
    fn is_like(&self, other: &Line) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self.generation() == other.generation()
    }
}

/// The file of the run in `dir`.
pub fn path(dir: &Path) -> PathBuf {
    dir.join("metrics.jsonl")
}

/// The lines of the run in `dir`, in the order of the file; empty if there is no file.
///
/// # Errors
/// The file cannot be read, or a line is not as it was written: the error names file and line.
pub fn read(dir: &Path) -> Result<Vec<Line>, FileError> {
    let (path, text) = (path(dir), read_if_there(&path(dir))?.unwrap_or_default());
    Ok(parsed(&path, &text)?.into_iter().map(|(line, _)| line).collect())
}

/// Every whole line with its text.
fn parsed<'t>(path: &Path, text: &'t str) -> Result<Vec<(Line, &'t str)>, FileError> {
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let line = |(number, text): (usize, &'t str)| match Line::parse(text.trim_end_matches('\n')) {
        Ok(line) => Ok((line, text)),
        Err(error) => Err(FileError::contents(path, format!("line {}: {error}", number + 1))),
    };
    whole.enumerate().map(line).collect()
}

/// Keeps the lines of the run in `dir` that `keep` allows, and returns them; removes a torn last line.
///
/// # Errors
/// As [`read`], or if the file cannot be written.
pub fn retain(dir: &Path, keep: impl Fn(&Line) -> bool) -> Result<Vec<Line>, FileError> {
    let (path, old) = (path(dir), read_if_there(&path(dir))?.unwrap_or_default());
    let mut lines = parsed(&path, &old)?;
    lines.retain(|(line, _)| keep(line));
    write_whole(&path, lines.iter().map(|(_, text)| *text).collect::<String>())?;
    Ok(lines.into_iter().map(|(line, _)| line).collect())
}

/// Replaces the lines of the same kinds and generation by `lines`, all of one generation, in the file of the run in
/// `dir`; appends them if there are none. A generation's lines are there once, even if its stages run several times.
///
/// # Errors
/// As [`retain`].
pub fn replace(dir: &Path, lines: &[Line]) -> Result<(), FileError> {
    let (path, old) = (path(dir), read_if_there(&path(dir))?.unwrap_or_default());
    let there = parsed(&path, &old)?;
    let gives_way = |line: &Line| lines.iter().any(|new| new.is_like(line));
    let place = there.iter().position(|(line, _)| gives_way(line)).unwrap_or(there.len());
    let (before, after) = there.split_at(place);
    let mut text: String = before.iter().map(|(_, text)| *text).collect();
    text.extend(lines.iter().map(Line::text));
    text.extend(after.iter().filter(|(line, _)| !gives_way(line)).map(|(_, text)| *text));
    if text == old {
        return Ok(());
    }
    write_whole(&path, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn gate(generation: u32, mean: f64) -> Line {
        let result = MatchLine { generation, mean, ..MatchLine::default() };
        Line::Gate(GateLine { result, ..GateLine::default() })
    }

    fn learning(generation: u32, decisions: u64) -> Line {
        Line::Learning(LearningLine { generation, decisions, ..LearningLine::default() })
    }

    #[test]
    fn a_generation_has_its_lines_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path();
        let eval = Line::Eval(MatchLine { generation: 1, ..MatchLine::default() });
        fs::write(path(dir), learning(1, 5).text()).expect("written");
        replace(dir, &[gate(1, 0.1), eval.clone()]).expect("replaced");
        fs::write(path(dir), fs::read_to_string(path(dir)).expect("read") + "{\"torn").expect("written");
        replace(dir, &[gate(2, 0.3)]).expect("replaced");
        replace(dir, &[gate(1, 0.2), eval.clone()]).expect("replaced");
        let expected = [learning(1, 5), gate(1, 0.2), eval, gate(2, 0.3)];
        assert_eq!(read(dir).expect("read"), expected);
        assert_eq!(retain(dir, |line| line.generation() == 2).expect("kept"), [gate(2, 0.3)]);
        assert_eq!(read(dir).expect("read"), [gate(2, 0.3)]);
    }

    #[test]
    fn a_changed_line_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let good = gate(1, 0.5).text();
        let other = sealed(["{\"kind\":\"learned\"}"]);
        for (line, expected) in [
            (good.replace("0.5", "0.6"), "the hash of it"),
            (good.replace("\"mean\"", "\"news\":1,\"mean\""), "the hash of it"),
            ("3\n".to_owned(), "the hash of it"),
            (other, "learned"),
        ] {
            fs::write(path(folder.path()), format!("{good}{line}")).expect("written");
            let error = read(folder.path()).expect_err("a fault").to_string();
            assert!(error.contains("metrics.jsonl: line 2: ") && error.contains(expected), "{error}");
        }
    }
}
