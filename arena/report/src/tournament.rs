//! The page of a tournament: for every stage its standings, the victory points or the bracket, and the offences.

use super::figures;
use super::page::{self, Block, Cell, Column, Page, Section, Table, Tile};
use super::shade::Shade;
use crate::figures::signed;
use crate::picture::{Anchor, Drawing, Picture, SMALL, TEXT, Tone, text as lettering};
use spariglio_arena::tournaments::{
    Decision, EndKind, Format, MatchReport, OffenceRule, StageResult, Standing, TournamentResult,
};
use spariglio_files::Origin;

/// Names of the pictures of brackets. If there are more knock-out stages, they have no picture.
const NAMES: [&str; 3] = ["bracket", "bracket_2", "bracket_3"];
/// Size of a match in the picture of a bracket, and the gap between two rounds.
const BOX: [f64; 2] = [176.0, 46.0];
const GAP: f64 = 40.0;

const FOOT: &str = "VP are the victory points of a match by the printed table, MP the match points that it turns into them. A match lost by \
    an offence is a forfeit.";

/// If two teams played more matches than this, their points are summed instead of listed.
const MOST_TERMS: usize = 4;

/// The tables for a terminal.
#[must_use]
pub fn text(result: &TournamentResult) -> String {
    page::text::text(&page(result))
}

/// The tables as Markdown.
#[must_use]
pub fn markdown(result: &TournamentResult) -> String {
    page::markdown::text(&page(result), None)
}

/// The page of `result`.
pub(crate) fn page(result: &TournamentResult) -> Page {
    let mut facts = vec![
        format!("rules {}", result.rules.name),
        format!("seed {}", result.seed),
        format!("version {}", figures::version(&result.version)),
        format!("fingerprint {}", result.fingerprint),
    ];
    if result.partners_open {
        facts.push("partners' hand cards open".to_owned());
    }
    let mut pictures = NAMES.into_iter();
    let stages = result.stages.iter().enumerate();
    let mut sections: Vec<Section> = stages
        .map(|(place, stage)| section(result, place, stage, &mut pictures))
        .collect();
    sections.push(teams(result));
    Page {
        kind: "Tournament",
        name: result.name.clone(),
        facts,
        origin: result.origin.as_ref().map(Origin::text),
        command: result.command.clone(),
        verdict: Some(verdict(result)),
        tiles: tiles(result),
        sections,
        foot: FOOT,
        ..Page::default()
    }
}

/// Who wins, by how much, and what that means.
fn verdict(result: &TournamentResult) -> String {
    let last = result.stages.last();
    let how = last.and_then(|stage| match stage.format {
        Format::KnockOut => last_match(result, stage),
        Format::RoundRobin | Format::Swiss => ahead(stage),
    });
    let how = how.map_or(String::new(), |how| format!(": {how}"));
    let winner = &result.winner;
    format!("{winner} wins{how}. A tournament orders teams; an arena measures their strength.")
}

/// "21 – 12 against Formula in the last round".
fn last_match(result: &TournamentResult, stage: &StageResult) -> Option<String> {
    let meetings = meetings(result, stage);
    let last = meetings.iter().max_by_key(|meeting| meeting.place[0])?;
    let side = last.names.iter().position(|name| *name == result.winner)?;
    let (own, other) = (last.scores[side], last.scores[1 - side]);
    Some(format!("{own} – {other} against {} in the last round", last.names[1 - side]))
}

/// "92 VP, 5 more than Greedy".
fn ahead(stage: &StageResult) -> Option<String> {
    let [first, next, ..] = stage.standings.as_slice() else {
        return None;
    };
    let by = match (first.vp - next.vp, first.mp - next.mp) {
        (0, 0) => format!("as many as {}, by matches won or seeding", next.name),
        (0, mp) => format!("as many as {}, with {mp} MP more", next.name),
        (vp, _) => format!("{vp} more than {}", next.name),
    };
    Some(format!("{} VP, {by}", first.vp))
}

fn tiles(result: &TournamentResult) -> Vec<Tile> {
    let matches = || result.stages.iter().flat_map(|stage| &stage.matches);
    let forfeits = matches().filter(|played| played.end == EndKind::Offence).count();
    let hands: usize = matches().map(|played| played.hands + played.extra.len()).sum();
    let mut tiles = vec![
        Tile::new("winner", result.winner.as_str(), ""),
        Tile::new("teams", result.teams.len().to_string(), ""),
        Tile::new("matches", figures::thousands(matches().count() as u64), format!("{hands} hands")),
    ];
    if forfeits > 0 {
        tiles.push(Tile::new("forfeits", forfeits.to_string(), "matches lost by an offence"));
    }
    tiles
}

fn section(
    result: &TournamentResult,
    place: usize,
    stage: &StageResult,
    pictures: &mut impl Iterator<Item = &'static str>,
) -> Section {
    let kind = match stage.format {
        Format::RoundRobin => "round robin",
        Format::Swiss => "Swiss",
        Format::KnockOut => "knock-out",
    };
    let twice = if stage.duplicate {
        "; every encounter twice on the same deals"
    } else {
        ""
    };
    let mut blocks = vec![Block::Words(format!("Victory points by the column {}{twice}.", stage.column))];
    if stage.format == Format::KnockOut {
        blocks.extend(pictures.next().map(|name| Block::Picture(bracket_picture(result, stage, name))));
        blocks.push(Block::Table(bracket(result, stage)));
    }
    blocks.push(Block::Table(standings(stage)));
    if stage.format != Format::KnockOut {
        blocks.push(Block::Heading("Victory points".to_owned()));
        blocks.push(Block::Words(legend(stage)));
        blocks.push(Block::Table(cross(stage)));
    }
    let offences = offences(result, stage);
    if !offences.rows.is_empty() {
        blocks.extend([Block::Heading("Matches lost by an offence".to_owned()), Block::Table(offences)]);
    }
    let rounds = if stage.rounds == 1 { "round" } else { "rounds" };
    let title = format!("Stage {}: {kind}, {} {rounds}", place + 1, stage.rounds);
    Section::new(title, "", blocks)
}

/// Every figure of a team.
const FIGURES: [Column<Standing>; 10] = [
    ("rank", |row| Some(Cell::from(row.rank.to_string()))),
    ("played", |row| Some(Cell::from(row.played.to_string()))),
    ("won", |row| Some(Cell::from(row.won.to_string()))),
    ("drawn", |row| Some(Cell::from(row.drawn.to_string()))),
    ("lost", |row| Some(Cell::from(row.lost.to_string()))),
    ("VP", |row| Some(Cell::from(row.vp.to_string()))),
    ("MP", |row| Some(Cell::from(signed(row.mp as f64, 0)))),
    ("points", |row| Some(Cell::from(format!("{} – {}", row.points_for, row.points_against)))),
    ("forfeits", |row| (row.forfeits > 0).then(|| Cell::from(row.forfeits.to_string()))),
    ("byes", |row| (row.byes > 0).then(|| Cell::from(row.byes.to_string()))),
];

fn standings(stage: &StageResult) -> Table {
    let rows = stage.standings.iter().map(|row| (Cell::from(row.name.as_str()), row));
    Table::of("team", &FIGURES, rows)
}

/// Teams by rank. To save space, the columns have only the numbers of the ranks.
fn cross(stage: &StageResult) -> Table {
    let ranks = stage.standings.iter().map(|row| row.rank.to_string());
    let mut grid = Table::new(std::iter::once("rank and team".to_owned()).chain(ranks));
    for row in &stage.standings {
        let cells = stage.standings.iter().map(|other| met(stage, row.team, other.team));
        grid.push(std::iter::once(Cell::from(format!("{} {}", row.rank, row.name))).chain(cells));
    }
    Table { shaded: true, ..grid }
}

/// Explains the cross table and those signs that it has.
fn legend(stage: &StageResult) -> String {
    let mut words =
        "Of the team at the left against the team of the rank at the top; blue: it won, orange: it lost.".to_owned();
    for (end, explanation) in [
        (
            EndKind::Shutout,
            " S: ended by a shutout, which counts as the last row of the column, whatever the points.",
        ),
        (EndKind::Offence, " F: a forfeit, lost by an offence, whose VP are those of the difference below."),
    ] {
        if stage.matches.iter().any(|played| played.end == end) {
            words += explanation;
        }
    }
    words
}

/// The sign of an end that explains victory points.
fn sign(end: EndKind) -> &'static str {
    match end {
        EndKind::Shutout => " S",
        EndKind::Offence => " F",
        EndKind::Points | EndKind::Level => "",
    }
}

/// Victory points and points of one team against another: match by match, or, if there are many, as sums.
fn met(stage: &StageResult, team: usize, other: usize) -> Cell {
    let side = |played: &MatchReport| played.teams.iter().position(|&of| of == team);
    let between =
        |played: &&MatchReport| team != other && played.teams.contains(&team) && played.teams.contains(&other);
    let played: Vec<(&MatchReport, usize)> = stage
        .matches
        .iter()
        .filter(between)
        .filter_map(|played| Some((played, side(played)?)))
        .collect();
    if played.is_empty() {
        return Cell::from("·");
    }
    let joined = |word: &dyn Fn(&MatchReport, usize) -> String| {
        let words: Vec<String> = played.iter().map(|&(played, side)| word(played, side)).collect();
        words.join(" + ")
    };
    let sum = |number: fn(&MatchReport, usize) -> i64| -> i64 {
        played.iter().map(|&(played, side)| number(played, side)).sum()
    };
    let balance = sum(|played, side| played.vp[side] - played.vp[1 - side]);
    let points = balance.unsigned_abs() as f64 / 4.0;
    let shade = match balance {
        ..0 => Shade::Bad(points),
        0 => Shade::Even,
        1.. => Shade::Good(points),
    };
    let cell = if played.len() > MOST_TERMS {
        let vp = format!("{} in {}", sum(|played, side| played.vp[side]), played.len());
        let points = [sum(|played, side| played.scores[side]), sum(|played, side| played.scores[1 - side])];
        let signs = [EndKind::Shutout, EndKind::Offence].map(|end| {
            let count = played.iter().filter(|(played, _)| played.end == end).count();
            if count > 0 {
                format!(", {count}{}", sign(end))
            } else {
                String::new()
            }
        });
        Cell::from(vp).with(format!("{}–{}{}", points[0], points[1], signs.concat()))
    } else {
        Cell::from(joined(&|played, side| played.vp[side].to_string())).with(joined(&|played, side| {
            format!("{}–{}{}", played.scores[side], played.scores[1 - side], sign(played.end))
        }))
    };
    cell.shaded(shade)
}

fn bracket(result: &TournamentResult, stage: &StageResult) -> Table {
    let byes = stage.byes.iter().map(|&(round, team)| {
        let name = result.teams[team].name.as_str();
        (round, [name, "bye", "·", name].map(str::to_owned))
    });
    let matches = stage.matches.iter().map(|played| {
        let through = played
            .through
            .map_or(String::new(), |through| format!("{}{}", result.teams[through.team].name, decided(through.by)));
        let names = format!("{} – {}", played.names[0], played.names[1]);
        let vp = format!("{} – {}", played.vp[0], played.vp[1]);
        (played.slot.round, [names, score(played), vp, through])
    });
    let mut rows: Vec<(usize, [String; 4])> = byes.chain(matches).collect();
    rows.sort_by_key(|(round, _)| *round);
    let mut table = Table::new(["match", "round", "points", "VP", "through"]).words(&["through"]);
    for (round, [names, points, vp, through]) in rows {
        table.push([names, (round + 1).to_string(), points, vp, through]);
    }
    table
}

fn decided(by: Decision) -> &'static str {
    match by {
        Decision::MatchPoints => "",
        Decision::ExtraHand => " (extra hand)",
        Decision::LastCapture => " (last capture)",
        Decision::Seeding => " (seeding)",
        Decision::Offence => " (offence)",
    }
}

fn score(played: &MatchReport) -> String {
    let how = match played.end {
        EndKind::Shutout => " (shutout)",
        EndKind::Offence => " (offence)",
        EndKind::Points | EndKind::Level => "",
    };
    let extra: String = played
        .extra
        .iter()
        .map(|hand| format!(", {} – {}", hand.points[0], hand.points[1]))
        .collect();
    format!("{} – {}{how}{extra}", played.scores[0], played.scores[1])
}

fn offences(result: &TournamentResult, stage: &StageResult) -> Table {
    let secured = match result.offence {
        OffenceRule::Secured => "secured",
        OffenceRule::Void => "void",
    };
    let mut table = Table::new(["team", "against", "points before", "hand", secured, "added", "VP", "what"]);
    for played in &stage.matches {
        if let Some(offence) = &played.offence {
            let (side, other) = (offence.side, 1 - offence.side);
            table.push([
                Cell::from(played.names[side].as_str()),
                Cell::from(played.names[other].as_str()),
                Cell::from(format!("{} – {}", played.scores[side], played.scores[other])),
                Cell::from((offence.hand + 1).to_string()),
                Cell::from(format!("{} – {}", offence.secured[side], offence.secured[other])),
                Cell::from(offence.added.to_string()),
                Cell::from(format!("{} – {}", played.vp[side], played.vp[other])),
                Cell::typed(offence.what.as_str()),
            ]);
        }
    }
    table
}

fn teams(result: &TournamentResult) -> Section {
    let mut grid = Table::new(["team", "agents by seat"]);
    for team in &result.teams {
        grid.push([Cell::from(team.name.as_str()), Cell::typed(team.agents.join("  "))]);
    }
    Section::new("Teams", "In the order of seeding.", vec![Block::Table(grid)])
}

/// An encounter of a knock-out: its two teams, their total scores, and the team that advances.
struct Meeting {
    place: [usize; 2],
    names: [String; 2],
    scores: [i64; 2],
    through: Option<String>,
}

fn meetings(result: &TournamentResult, stage: &StageResult) -> Vec<Meeting> {
    let mut meetings: Vec<Meeting> = Vec::new();
    for played in &stage.matches {
        let place = [played.slot.round, played.slot.encounter];
        let known = meetings.iter().position(|meeting| meeting.place == place);
        let at = known.unwrap_or_else(|| {
            meetings.push(Meeting { place, names: played.names.clone(), scores: [0; 2], through: None });
            meetings.len() - 1
        });
        let meeting = &mut meetings[at];
        for (name, score) in played.names.iter().zip(played.scores) {
            let side = usize::from(*name != meeting.names[0]);
            meeting.scores[side] += score;
        }
        if let Some(through) = played.through {
            meeting.through = Some(result.teams[through.team].name.clone());
        }
    }
    meetings
}

/// Rounds from left to right. A match is vertically centred between the two that lead to it.
fn bracket_picture(result: &TournamentResult, stage: &StageResult, name: &'static str) -> Picture {
    let meetings = meetings(result, stage);
    let rounds = meetings.iter().map(|meeting| meeting.place[0] + 1).max().unwrap_or(1);
    let leaves = 1 << (rounds - 1);
    let pitch = BOX[1] + 18.0;
    let size = [rounds as f64 * (BOX[0] + GAP) - GAP + 12.0, leaves as f64 * pitch + 8.0];
    let note = "Points of each team in its matches; blue is through.";
    Picture::drawn(name, "Bracket", note, size, |drawing| {
        let corner = |[round, encounter]: [usize; 2]| {
            let slots = (1usize << round) as f64;
            let middle = (encounter as f64 + 0.5) * slots * pitch + 4.0;
            [6.0 + round as f64 * (BOX[0] + GAP), middle - BOX[1] / 2.0]
        };
        for meeting in &meetings {
            let [x, y] = corner(meeting.place);
            if meeting.place[0] + 1 < rounds {
                let [next, down] = corner([meeting.place[0] + 1, meeting.place[1] / 2]);
                let (from, to) = (y + BOX[1] / 2.0, down + BOX[1] / 2.0);
                let bend = next - GAP / 2.0;
                let line = [[x + BOX[0], from], [bend, from], [bend, to], [next, to]];
                drawing.line(&line, Tone::Table.stroke(2.0));
            }
            draw(drawing, meeting, [x, y]);
        }
    })
}

fn draw(drawing: &mut Drawing, meeting: &Meeting, [x, y]: [f64; 2]) {
    drawing.rectangle([x, y], BOX, Tone::Even.mixed(0.14), "");
    for (line, (name, score)) in meeting.names.iter().zip(meeting.scores).enumerate() {
        let middle = y + BOX[1] * (0.27 + 0.46 * line as f64);
        let through = meeting.through.as_ref() == Some(name);
        let style = if through {
            lettering(TEXT).bold().tone(Tone::Good)
        } else {
            lettering(TEXT)
        };
        let score = score.to_string();
        let room = BOX[0] - 24.0 - lettering(SMALL).width(&score);
        drawing.text([x + 8.0, middle], &style.shortened(name, room), style);
        let figure = lettering(SMALL).anchor(Anchor::End);
        drawing.text([x + BOX[0] - 8.0, middle], &score, figure);
    }
}
