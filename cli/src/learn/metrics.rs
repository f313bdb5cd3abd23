//! The loop's own lines of `metrics.jsonl`: self-play, gate and evaluations; those of training are training's.
//!
//! Invariant: a generation's lines of these kinds are there once, however often its stages are run.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use spariglio_arena::PairResult;
use spariglio_selfplay::Manifest;
use spariglio_selfplay::run_dir::write_whole;

use super::gate::Verdict;

/// The line of a generation of data.
pub fn selfplay_line(manifest: &Manifest) -> Value {
    json!({
        "kind": "selfplay",
        "generation": manifest.generation,
        "agents": manifest.agents,
        "hands": manifest.hands,
        "rows": manifest.rows,
    })
}

/// The lines of a verdict: the gate's, then one for each opponent.
pub fn verdict_lines(verdict: &Verdict) -> Vec<Value> {
    let gate = verdict.gate.iter().map(|pair| {
        let mut line = pair_line("gate", verdict.generation, pair);
        line["incumbent"] = json!(verdict.incumbent);
        line["accepted"] = json!(verdict.accepted);
        line
    });
    let evaluations = verdict
        .evaluations
        .iter()
        .map(|pair| pair_line("eval", verdict.generation, pair));
    gate.chain(evaluations).collect()
}

fn pair_line(kind: &str, generation: u32, pair: &PairResult) -> Value {
    json!({
        "kind": kind,
        "generation": generation,
        "agent": pair.agents[0],
        "opponent": pair.agents[1],
        "mean": pair.mean,
        "standard_error": pair.standard_error,
        "interval": pair.interval,
        "win": pair.win,
        "tie": pair.tie,
        "loss": pair.loss,
        "hands": pair.hands,
    })
}

/// Puts `lines`, all of one generation, into the file; lines of the same kinds and generation give way.
pub fn replace(path: &Path, lines: &[Value]) -> Result<()> {
    let old = match fs::read_to_string(path) {
        Ok(old) => old,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("{}: cannot read", path.display())),
    };
    let text = replaced(&old, lines);
    if text != old {
        write_whole(path, text.as_bytes())?;
    }
    Ok(())
}

fn replaced(old: &str, lines: &[Value]) -> String {
    let key = |line: &Value| (line["kind"].clone(), line["generation"].clone());
    let new: Vec<_> = lines.iter().map(key).collect();
    let gives_way = |line: &str| serde_json::from_str(line).is_ok_and(|line: Value| new.contains(&key(&line)));
    // A last line without its end was torn by a kill.
    let whole: Vec<&str> = old.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
    let texts: Vec<String> = lines.iter().map(|line| format!("{line}\n")).collect();
    let place = whole.iter().position(|line| gives_way(line)).unwrap_or(whole.len());
    let (before, after) = whole.split_at(place);
    let kept = after.iter().filter(|line| !gives_way(line)).copied();
    let texts = texts.iter().map(String::as_str);
    before.iter().copied().chain(texts).chain(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_has_its_lines_once() {
        let gate = |generation: u32, mean: f64| json!({"kind": "gate", "generation": generation, "mean": mean});
        let eval = json!({"kind": "eval", "generation": 1, "mean": 0.5});
        let first = replaced("{\"kind\":\"train\",\"generation\":1}\n", &[gate(1, 0.1), eval.clone()]);
        assert_eq!(first.lines().count(), 3);
        let second = replaced(&format!("{first}{{\"torn"), &[gate(2, 0.3)]);
        assert_eq!(second, format!("{first}{}\n", gate(2, 0.3)));
        let again = replaced(&second, &[gate(1, 0.1), eval]);
        assert_eq!(again, second);
    }
}
