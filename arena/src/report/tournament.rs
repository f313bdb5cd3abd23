//! The page of a tournament: for every stage its standings, the victory points or the bracket, and the offences.

use super::figures;
use super::page::{Block, Cell, Grid, Page, Section, Tile};
use super::shade::Shade;
use crate::picture::{Anchor, Drawing, Picture, SMALL, TEXT, Tone, text};
use crate::table::signed;
use crate::tournament::{Decision, EndKind, Format, MatchReport, StageResult, TournamentResult};

/// Pictures of brackets; later knock-out stages have none.
const NAMES: [&str; 3] = ["bracket", "bracket_2", "bracket_3"];
/// A match in the picture of a bracket, and the room between two rounds.
const BOX: [f64; 2] = [176.0, 46.0];
const GAP: f64 = 40.0;

const FOOT: &str = "VP are the victory points of a match by the printed table, MP the match points that it turns into them. A match lost by \
    an offence is a forfeit. The pictures lie beside this page as SVG and PNG files.";

/// The page of `result`.
pub fn page(result: &TournamentResult) -> Page {
    let mut facts = vec![
        format!("rules {}", result.rules),
        format!("seed {}", result.seed),
        format!("version {}", result.version),
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
        warning: None,
        tiles: tiles(result),
        sections,
        foot: FOOT,
    }
}

fn tiles(result: &TournamentResult) -> Vec<Tile> {
    let matches = || result.stages.iter().flat_map(|stage| &stage.matches);
    let forfeits = matches().filter(|played| played.end == EndKind::Offence).count();
    let hands: usize = matches().map(|played| played.hands + played.extra.len()).sum();
    let mut tiles = vec![
        Tile::new("winner", result.winner.as_str(), ""),
        Tile::new("teams", result.teams.len().to_string(), ""),
        Tile::new(
            "matches",
            figures::thousands(matches().count() as u64),
            format!("{hands} hands"),
        ),
    ];
    if forfeits > 0 {
        tiles.push(Tile::new(
            "forfeits",
            forfeits.to_string(),
            "matches lost by an offence",
        ));
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
    let mut blocks = Vec::new();
    if stage.format == Format::KnockOut {
        blocks.extend(
            pictures
                .next()
                .map(|name| Block::Picture(bracket_picture(result, stage, name))),
        );
        blocks.push(Block::Grid(bracket(result, stage)));
    }
    blocks.push(Block::Grid(standings(stage)));
    if stage.format != Format::KnockOut {
        blocks.push(Block::Heading("Victory points".to_owned()));
        blocks.push(Block::Words(
            "Of the team at the left against the team at the top; blue: it won, orange: it lost.".to_owned(),
        ));
        blocks.push(Block::Grid(cross(stage)));
    }
    let offences = offences(stage);
    if !offences.rows.is_empty() {
        blocks.extend([
            Block::Heading("Matches lost by an offence".to_owned()),
            Block::Grid(offences),
        ]);
    }
    let twice = if stage.duplicate {
        "; every encounter twice on the same deals"
    } else {
        ""
    };
    let note = format!(
        "Rounds: {}. Victory points by the column {}{twice}.",
        stage.rounds, stage.column
    );
    Section::new(format!("Stage {}: {kind}", place + 1), note, blocks)
}

fn standings(stage: &StageResult) -> Grid {
    let byes = stage.standings.iter().any(|row| row.byes > 0);
    let forfeits = stage.standings.iter().any(|row| row.forfeits > 0);
    let mut heads = vec!["team", "rank", "played", "won", "drawn", "lost", "VP", "MP", "points"];
    heads.extend(forfeits.then_some("forfeits"));
    heads.extend(byes.then_some("byes"));
    let mut grid = Grid::new(heads);
    for row in &stage.standings {
        let counts = [row.rank, row.played, row.won, row.drawn, row.lost].map(|count| count.to_string());
        let mut cells = vec![row.name.clone()];
        cells.extend(counts);
        cells.push(row.vp.to_string());
        cells.push(signed(row.mp as f64, 0));
        cells.push(format!("{} – {}", row.points_for, row.points_against));
        cells.extend(forfeits.then(|| row.forfeits.to_string()));
        cells.extend(byes.then(|| row.byes.to_string()));
        grid.push(cells);
    }
    grid
}

fn cross(stage: &StageResult) -> Grid {
    let heads = stage.standings.iter().map(|row| row.name.as_str());
    let mut grid = Grid::new(std::iter::once("").chain(heads));
    for row in &stage.standings {
        let cells = stage.standings.iter().map(|other| met(stage, row.team, other.team));
        grid.push(std::iter::once(Cell::from(row.name.as_str())).chain(cells));
    }
    Grid { shaded: true, ..grid }
}

/// Victory points and points of one team against another.
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
    let balance: i64 = played
        .iter()
        .map(|&(played, side)| played.vp[side] - played.vp[1 - side])
        .sum();
    let points = balance.unsigned_abs() as f64 / 4.0;
    let shade = match balance {
        ..0 => Shade::Bad(points),
        0 => Shade::Even,
        1.. => Shade::Good(points),
    };
    Cell::from(joined(&|played, side| played.vp[side].to_string()))
        .with(joined(&|played, side| {
            format!("{}–{}", played.scores[side], played.scores[1 - side])
        }))
        .shaded(shade)
}

fn bracket(result: &TournamentResult, stage: &StageResult) -> Grid {
    let mut grid = Grid::new(["match", "round", "points", "VP", "through"]);
    for &(round, team) in &stage.byes {
        let name = result.teams[team].name.clone();
        grid.push([
            name.clone(),
            (round + 1).to_string(),
            "bye".to_owned(),
            "·".to_owned(),
            name,
        ]);
    }
    for played in &stage.matches {
        let through = played.through.map_or(String::new(), |through| {
            format!("{}{}", result.teams[through.team].name, decided(through.by))
        });
        grid.push([
            format!("{} – {}", played.names[0], played.names[1]),
            (played.slot.round + 1).to_string(),
            score(played),
            format!("{} – {}", played.vp[0], played.vp[1]),
            through,
        ]);
    }
    grid
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

fn offences(stage: &StageResult) -> Grid {
    let mut grid = Grid::new(["team", "against", "hand", "what"]);
    for played in &stage.matches {
        if let Some(offence) = &played.offence {
            grid.push([
                Cell::from(played.names[offence.side].as_str()),
                Cell::from(played.names[1 - offence.side].as_str()),
                Cell::from((offence.hand + 1).to_string()),
                Cell::typed(offence.what.as_str()),
            ]);
        }
    }
    grid
}

fn teams(result: &TournamentResult) -> Section {
    let mut grid = Grid::new(["team", "agents by seat"]);
    for team in &result.teams {
        grid.push([Cell::from(team.name.as_str()), Cell::typed(team.agents.join("  "))]);
    }
    Section::new("Teams", "In the order of seeding.", vec![Block::Grid(grid)])
}

/// An encounter of a knock-out: its two teams, what each scored in all, who is through.
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
            meetings.push(Meeting {
                place,
                names: played.names.clone(),
                scores: [0; 2],
                through: None,
            });
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

/// Rounds from left to right; a match lies in the middle between the two that lead to it.
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
                drawing.line(&line, Tone::Grid.stroke(2.0));
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
        let lettering = if through {
            text(TEXT).bold().tone(Tone::Good)
        } else {
            text(TEXT)
        };
        let score = score.to_string();
        let room = BOX[0] - 24.0 - text(SMALL).width(&score);
        drawing.text([x + 8.0, middle], &lettering.shortened(name, room), lettering);
        let figure = text(SMALL).anchor(Anchor::End);
        drawing.text([x + BOX[0] - 8.0, middle], &score, figure);
    }
}
