//! A tournament's tables, as text for a terminal and as Markdown: standings, cross table of VP, bracket.
//!
//! Both come from one list of `Block`s; only their drawing differs.

use std::fmt::Write;

use super::config::Format;
use super::report::{Decision, EndKind, MatchReport};
use super::stage::StageResult;
use super::{Standing, TournamentResult};

/// The most matches of two teams whose VP are listed one by one.
const MOST_TERMS: usize = 4;

/// A part of the page.
enum Block {
    Heading(String),
    Text(String),
    Table(Table),
}

/// A table; the first column is text and stands left, the others right.
struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The tables for a terminal.
#[must_use]
pub fn text(result: &TournamentResult) -> String {
    let mut text = String::new();
    for block in blocks(result) {
        match block {
            Block::Heading(heading) => writeln!(text, "\n{heading}"),
            Block::Text(prose) => writeln!(text, "  {prose}"),
            Block::Table(table) => write!(text, "{}", table.plain()),
        }
        .expect("a text takes all");
    }
    text.trim_start().to_owned()
}

/// The tables as Markdown.
#[must_use]
pub fn markdown(result: &TournamentResult) -> String {
    let mut text = format!("# {}\n", escaped(&result.name));
    for block in blocks(result).into_iter().skip(1) {
        match block {
            Block::Heading(heading) => writeln!(text, "\n## {}", escaped(&heading)),
            Block::Text(prose) => writeln!(text, "\n{}", escaped(&prose)),
            Block::Table(table) => write!(text, "\n{}", table.markdown()),
        }
        .expect("a text takes all");
    }
    text
}

fn blocks(result: &TournamentResult) -> Vec<Block> {
    let seed = result.seed;
    let open = if result.partners_open {
        ", partners' cards open"
    } else {
        ""
    };
    let about = format!(
        "{} teams, {}, seed {seed}{open}, fingerprint {}; the winner: {}",
        result.teams.len(),
        result.rules,
        result.fingerprint,
        result.winner
    );
    let mut blocks = vec![Block::Heading(result.name.clone()), Block::Text(about)];
    blocks.push(Block::Table(Table {
        head: ["team", "agents"].map(str::to_owned).to_vec(),
        rows: result
            .teams
            .iter()
            .map(|team| vec![team.name.clone(), agents(&team.agents)])
            .collect(),
    }));
    for (place, stage) in result.stages.iter().enumerate() {
        stage_blocks(place, stage, result, &mut blocks);
    }
    blocks
}

/// One agent where all are the same.
fn agents(agents: &[String]) -> String {
    match agents {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first.clone(),
        _ => agents.join(" and "),
    }
}

fn stage_blocks(place: usize, stage: &StageResult, result: &TournamentResult, blocks: &mut Vec<Block>) {
    let kind = match stage.format {
        Format::RoundRobin => "round robin",
        Format::Swiss => "Swiss",
        Format::KnockOut => "knock-out",
    };
    let twice = if stage.duplicate {
        ", every encounter twice on the same deals"
    } else {
        ""
    };
    let heading = format!("Stage {}: {kind}, {}{twice}", place + 1, rounds(stage.rounds));
    blocks.push(Block::Heading(heading));
    blocks.push(Block::Text(format!("Victory points by the column {}.", stage.column)));
    blocks.push(Block::Table(standings(stage)));
    if stage.format == Format::KnockOut {
        blocks.push(Block::Text("Bracket:".to_owned()));
        blocks.push(Block::Table(bracket(stage, result)));
    } else {
        blocks.push(Block::Text(
            "Victory points of the row's team against the column's:".to_owned(),
        ));
        blocks.push(Block::Table(cross(stage)));
    }
    let forfeits: Vec<&MatchReport> = stage
        .matches
        .iter()
        .filter(|report| report.end == EndKind::Offence)
        .collect();
    if !forfeits.is_empty() {
        blocks.push(Block::Text("Matches lost by an offence:".to_owned()));
        blocks.push(Block::Table(offences(&forfeits)));
    }
}

fn rounds(rounds: usize) -> String {
    match rounds {
        1 => "1 round".to_owned(),
        _ => format!("{rounds} rounds"),
    }
}

fn standings(stage: &StageResult) -> Table {
    let head = [
        "team", "rank", "played", "won", "drawn", "lost", "VP", "MP", "for", "against", "forfeits", "byes",
    ];
    let row = |row: &Standing| {
        let counts = [row.rank, row.played, row.won, row.drawn, row.lost].map(|count| count.to_string());
        let mut cells = vec![row.name.clone()];
        cells.extend(counts);
        cells.push(row.vp.to_string());
        cells.push(format!("{:+}", row.mp));
        cells.extend([row.points_for, row.points_against].map(|points| points.to_string()));
        cells.extend([row.forfeits, row.byes].map(|count| count.to_string()));
        cells
    };
    Table {
        head: head.map(str::to_owned).to_vec(),
        rows: stage.standings.iter().map(row).collect(),
    }
}

fn cross(stage: &StageResult) -> Table {
    let mut head = vec!["team".to_owned()];
    head.extend(stage.standings.iter().map(|row| row.rank.to_string()));
    let cell = |team: usize, other: usize| {
        let of = |report: &MatchReport| {
            let side = report.side_of(team)?;
            report.side_of(other).map(|_| report.vp[side])
        };
        match team == other {
            true => "×".to_owned(),
            false => summed(&stage.matches.iter().filter_map(of).collect::<Vec<_>>()),
        }
    };
    let row = |row: &Standing| {
        let mut cells = vec![format!("{} {}", row.rank, row.name)];
        cells.extend(stage.standings.iter().map(|other| cell(row.team, other.team)));
        cells
    };
    Table {
        head,
        rows: stage.standings.iter().map(row).collect(),
    }
}

/// The VP of each match, or where they are many their sum and number.
fn summed(vp: &[i64]) -> String {
    if vp.len() > MOST_TERMS {
        return format!("{} in {}", vp.iter().sum::<i64>(), vp.len());
    }
    vp.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

fn bracket(stage: &StageResult, result: &TournamentResult) -> Table {
    let name = |team: usize| result.teams[team].name.clone();
    let mut rows = Vec::new();
    for &(round, team) in &stage.byes {
        rows.push(vec![
            name(team),
            (round + 1).to_string(),
            "bye".to_owned(),
            String::new(),
            name(team),
        ]);
    }
    for report in &stage.matches {
        let through = report.through.map_or(String::new(), |through| {
            let by = match through.by {
                Decision::MatchPoints => "",
                Decision::ExtraHand => " (extra hand)",
                Decision::LastCapture => " (last capture)",
                Decision::Seeding => " (seeding)",
                Decision::Offence => " (offence)",
            };
            format!("{}{by}", name(through.team))
        });
        rows.push(vec![
            format!("{} - {}", report.names[0], report.names[1]),
            (report.slot.round + 1).to_string(),
            score(report),
            format!("{}-{}", report.vp[0], report.vp[1]),
            through,
        ]);
    }
    rows.sort_by(|a, b| a[1].len().cmp(&b[1].len()).then_with(|| a[1].cmp(&b[1])));
    Table {
        head: ["match", "round", "points", "VP", "through"]
            .map(str::to_owned)
            .to_vec(),
        rows,
    }
}

fn score(report: &MatchReport) -> String {
    let mut text = format!("{}-{}", report.scores[0], report.scores[1]);
    match report.end {
        EndKind::Shutout => text.push_str(" (shutout)"),
        EndKind::Offence => text.push_str(" (offence)"),
        EndKind::Points | EndKind::Level => (),
    }
    for extra in &report.extra {
        write!(text, ", {}-{}", extra.points[0], extra.points[1]).expect("a text takes all");
    }
    text
}

fn offences(reports: &[&MatchReport]) -> Table {
    let row = |report: &&MatchReport| {
        let offence = report.offence.as_ref()?;
        let side = offence.side;
        Some(vec![
            report.names[side].clone(),
            report.names[1 - side].clone(),
            format!("{}-{}", report.scores[side], report.scores[1 - side]),
            (offence.hand + 1).to_string(),
            offence.added.to_string(),
            format!("{}-{}", report.vp[side], report.vp[1 - side]),
            offence.what.clone(),
        ])
    };
    Table {
        head: ["team", "against", "points before", "hand", "added", "VP", "what"]
            .map(str::to_owned)
            .to_vec(),
        rows: reports.iter().filter_map(row).collect(),
    }
}

impl Table {
    /// Columns as wide as their widest cell; a last column of text is not padded.
    fn plain(&self) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let widths: Vec<usize> = (0..self.head.len())
            .map(|column| lines().map(|line| line[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut text = String::new();
        for line in lines() {
            let mut row = String::new();
            for (column, (cell, width)) in line.iter().map(|cell| calm(cell)).zip(&widths).enumerate() {
                let written = match column {
                    0 => write!(row, "  {cell:<width$}"),
                    _ if column + 1 == line.len() && self.is_prose() => write!(row, "  {cell}"),
                    _ => write!(row, "  {cell:>width$}"),
                };
                written.expect("a text takes all");
            }
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text
    }

    /// Whether the last column is words.
    fn is_prose(&self) -> bool {
        matches!(
            self.head.last().map(String::as_str),
            Some("what" | "agents" | "through")
        )
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let mut text = line(&self.head);
        let mut rule = vec!["---"];
        rule.extend(std::iter::repeat_n("--:", self.head.len() - 1));
        if self.is_prose() {
            rule.pop();
            rule.push("---");
        }
        writeln!(text, "|{}|", rule.join("|")).expect("a text takes all");
        for row in &self.rows {
            text.push_str(&line(row));
        }
        text
    }
}

/// Spaces for control characters, which would break a table.
fn calm(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// What Markdown would read as marks, as letters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in calm(text).chars() {
        if matches!(letter, '|' | '*' | '_' | '`' | '<' | '[' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
