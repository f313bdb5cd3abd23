//! The page of a tuning result.

use spariglio_arena::studies::tune::config::TuneFile;
use spariglio_arena::studies::tune::{OptionResult, Tuned};
use spariglio_engine::Game;
use spariglio_files::Origin;

use crate::figures;
use crate::page::{self, Block, Cell, Page, Section, Table, Tile};

/// The effects of the options, the candidates of every step, and the resulting agent, as Markdown.
#[must_use]
pub fn markdown(file: &TuneFile, game: &Game, tuned: &Tuned, command: &str, origin: &Origin) -> String {
    let page = Page {
        command: Some(command.to_owned()),
        origin: Some(origin.text()),
        ..page(file, game, tuned)
    };
    page::markdown::text(&page, None)
}

fn page(file: &TuneFile, game: &Game, tuned: &Tuned) -> Page {
    let opponents: Vec<String> = file.opponents.iter().map(ToString::to_string).collect();
    let gain = tuned.gain.as_ref().map_or("the same agent as before".to_owned(), |gain| {
        let gain = figures::estimate(gain, 3);
        format!("{gain} points per hand against the one before, on separate deals")
    });
    let mut sections = vec![Section::new("What mattered", "", vec![Block::Table(effects(tuned))])];
    sections.extend(tuned.steps.iter().map(step));
    Page {
        kind: "Tuning",
        name: tuned.base.to_string(),
        facts: vec![
            format!("rules {}", game.rules().name),
            format!("against {}", opponents.join(", ")),
            format!("seed {}", file.seed),
            format!("hands per stage {:?}", file.hands),
        ],
        verdict: verdict(tuned),
        tiles: vec![Tile::new("best", tuned.spec.to_string(), gain)],
        sections,
        foot: "Margins are points per hand with 95 % intervals; differences are on common deals.",
        ..Page::default()
    }
}

/// Whether the agent that was found is better than the one before.
fn verdict(tuned: &Tuned) -> Option<String> {
    let gain = tuned.gain?;
    let news = match gain.interval {
        Some([low, _]) if low > 0.0 => "is better than the agent before",
        Some([_, high]) if high < 0.0 => "is worse than the agent before",
        _ => "against the agent before is not decided",
    };
    let interval = figures::interval(gain.interval);
    Some(format!(
        "{} {news}: {} points per hand, 95 %: {interval}.",
        tuned.spec,
        figures::signed(gain.mean, 3)
    ))
}

fn effects(tuned: &Tuned) -> Table {
    let mut table = Table::new(["option", "best", "worst of the first stage", "best minus worst"]);
    for step in &tuned.steps {
        let best = step.candidates.first().map_or("", |candidate| candidate.value.as_str());
        let effect = figures::estimate(&step.effect, 3);
        table.push([step.option.as_str(), best, &step.worst, &effect].map(Cell::from));
    }
    table
}

fn step(step: &OptionResult) -> Section {
    let mut table = Table::new([step.option.as_str(), "deals", "margin", "behind the best"]);
    for candidate in &step.candidates {
        table.push([
            candidate.value.clone(),
            figures::thousands(candidate.deals as u64),
            figures::estimate(&candidate.margin, 3),
            figures::estimate(&candidate.behind, 3),
        ]);
    }
    Section::new(format!("Step: {}", step.option), "", vec![Block::Table(table)])
}
