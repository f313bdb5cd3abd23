//! What tuning found, as Markdown.

use spariglio_engine::Game;

use super::config::TuneFile;
use super::{OptionResult, Tuned};
use crate::stats::Estimate;
use crate::table::signed;

/// What mattered, the candidates of every step, and the agent that came out.
#[must_use]
pub fn markdown(file: &TuneFile, game: &Game, tuned: &Tuned) -> String {
    let opponents: Vec<String> = file.opponents.iter().map(|opponent| format!("`{opponent}`")).collect();
    let mut parts = vec![
        format!("# Tuning `{}` in {}", tuned.base, game.rules().name),
        format!(
            "Against {}, seed {}, hands a stage {:?}. Margins are points a hand with 95 % intervals; differences are on common deals.",
            opponents.join(", "),
            file.seed,
            file.hands
        ),
        verdict(tuned),
        effects(tuned),
    ];
    parts.extend(tuned.steps.iter().map(step));
    parts.join("\n\n") + "\n"
}

fn verdict(tuned: &Tuned) -> String {
    let gain = tuned
        .gain
        .as_ref()
        .map_or("the same agent as before".to_owned(), |gain| {
            format!("{} against the one before, on deals of their own", with_half(gain))
        });
    format!("Best: `{}`, {gain}.", tuned.spec)
}

fn effects(tuned: &Tuned) -> String {
    let head = "| option | best | worst of the first stage | best minus worst |\n|---|---|---|---|";
    let line = |step: &OptionResult| {
        let best = step.candidates.first().map_or("", |candidate| candidate.value.as_str());
        format!(
            "| {} | {best} | {} | {} |",
            step.option,
            step.worst,
            with_half(&step.effect)
        )
    };
    let lines: Vec<String> = tuned.steps.iter().map(line).collect();
    format!("What mattered:\n\n{head}\n{}", lines.join("\n"))
}

fn step(step: &OptionResult) -> String {
    let head = format!(
        "| {} | deals | margin | behind the best |\n|---|---|---|---|",
        step.option
    );
    let lines: Vec<String> = step
        .candidates
        .iter()
        .map(|candidate| {
            format!(
                "| {} | {} | {} | {} |",
                candidate.value,
                candidate.deals,
                with_half(&candidate.margin),
                with_half(&candidate.behind)
            )
        })
        .collect();
    format!("{head}\n{}", lines.join("\n"))
}

fn with_half(estimate: &Estimate) -> String {
    let half = (estimate.interval[1] - estimate.interval[0]) / 2.0;
    format!("{} ± {half:.3}", signed(estimate.mean, 3))
}
