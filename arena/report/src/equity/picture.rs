//! The table as a heat map: blue if the side that plays first is likely to win, orange if not, in steps of 5 %, with
//! lines at 10, 25, 50, 75 and 90 %. People with any of the usual kinds of colour blindness can tell blue and orange
//! apart.

use spariglio_agents::MatchEquity;
use spariglio_agents::equity::{Chances, described_end};

use crate::picture::{Anchor, Drawing, Fill, Picture, SMALL, TEXT, Tone, text};

/// Width of the picture and side of the map.
const WIDTH: f64 = 720.0;
const MAP: f64 = 540.0;
const LEFT: f64 = 78.0;
const TOP: f64 = 78.0;
const BOTTOM: f64 = 64.0;

/// The chances that get a contour line, with the width of the line.
const LINES: [(f64, f64); 5] = [(0.1, 1.0), (0.25, 1.0), (0.5, 3.0), (0.75, 1.0), (0.9, 1.0)];
/// Number of colours.
const STEPS: i32 = 20;
/// The chance is written in cells that are at least this wide.
const WRITTEN: f64 = 30.0;
/// For a fixed number of hands: the picture shows leads while one side's chance is above this, at most [`MOST_LEAD`].
const SHOWN_CHANCE: f64 = 0.01;
const MOST_LEAD: i64 = 40;

/// The map to draw: chances by column (from `first_column`) and row (from `first_row`, upwards).
struct Map {
    title: String,
    columns: &'static str,
    rows: &'static str,
    first_column: i64,
    first_row: i64,
    /// By row, then column.
    chances: Vec<Vec<f64>>,
}

/// The picture of a table.
#[must_use]
pub fn picture(table: &MatchEquity) -> Picture {
    let map = map(table);
    let note = "The chance that the side that plays first wins the match: blue where it wins, orange where it loses.";
    let size = [WIDTH, TOP + MAP + BOTTOM];
    Picture::drawn("match_equity", "Match equity", note, size, |drawing| map.draw(drawing))
}

fn map(table: &MatchEquity) -> Map {
    let title = format!("{}, {}: chance of the side that plays first", table.rules, described_end(&table.chances));
    match &table.chances {
        Chances::Limit { forehand, .. } => Map {
            title,
            columns: "points of the dealer's side",
            rows: "points of the side that plays first",
            first_column: 0,
            first_row: 0,
            chances: forehand.clone(),
        },
        Chances::Hands { hands, .. } => {
            let chance = |left: usize, lead: i64| table.chances.forehand(lead, 0, *hands as usize - left);
            let all = *hands as usize;
            let open = |lead: &i64| chance(all, -lead) > SHOWN_CHANCE || chance(all, *lead) < 1.0 - SHOWN_CHANCE;
            let reach = (1..=MOST_LEAD).take_while(open).last().unwrap_or(1);
            let row = |left: usize| (-reach..=reach).map(|lead| chance(left, lead)).collect();
            Map {
                title,
                columns: "lead of the side that plays first",
                rows: "hands left",
                first_column: -reach,
                first_row: 1,
                chances: (1..=all).map(row).collect(),
            }
        }
    }
}

impl Map {
    fn draw(&self, drawing: &mut Drawing) {
        drawing.text([LEFT, 22.0], &self.title, text(TEXT + 2.0).bold());
        let note = "in percent; lines at 10, 25, 50 (thick), 75 and 90";
        drawing.text([LEFT, 43.0], note, text(SMALL).tone(Tone::Muted));
        self.cells(drawing);
        for (level, strength) in LINES {
            self.line(drawing, level, strength);
        }
        self.axes(drawing);
        legend(drawing);
    }

    fn size(&self) -> [usize; 2] {
        [self.chances[0].len(), self.chances.len()]
    }

    /// The left edge of a column, which is the right edge of the one before.
    fn x(&self, column: usize) -> f64 {
        LEFT + MAP * column as f64 / self.size()[0] as f64
    }

    /// The lower edge of a row, which is the upper edge of the one below.
    fn y(&self, row: usize) -> f64 {
        TOP + MAP - MAP * row as f64 / self.size()[1] as f64
    }

    /// Draws each run of cells of one colour as one area, and the numbers if there is room.
    fn cells(&self, drawing: &mut Drawing) {
        let [columns, rows] = self.size();
        let room = MAP / columns.max(rows) as f64 >= WRITTEN;
        for (row, chances) in self.chances.iter().enumerate() {
            let mut start = 0;
            for column in 1..=columns {
                if column < columns && step(chances[column]) == step(chances[start]) {
                    continue;
                }
                let corners = [[self.x(start), self.y(row + 1)], [self.x(column), self.y(row)]];
                rectangle(drawing, corners, color(chances[start]));
                start = column;
            }
            for (column, &chance) in chances.iter().enumerate().filter(|_| room) {
                let middle =
                    [f64::midpoint(self.x(column), self.x(column + 1)), f64::midpoint(self.y(row), self.y(row + 1))];
                let tone = if (chance - 0.5).abs() > 0.34 {
                    Tone::Paper
                } else {
                    Tone::Ink
                };
                let lettering = text(SMALL).tone(tone).anchor(Anchor::Middle);
                drawing.text(middle, &format!("{:.0}", 100.0 * chance), lettering);
            }
        }
    }

    /// Draws the border between chances below `level` and the others.
    fn line(&self, drawing: &mut Drawing, level: f64, strength: f64) {
        let [columns, rows] = self.size();
        let pen = Tone::Ink.stroke(strength);
        let above = |row: usize, column: usize| self.chances[row][column] >= level;
        for row in 0..rows {
            for column in 0..columns {
                if row + 1 < rows && above(row, column) != above(row + 1, column) {
                    let y = self.y(row + 1);
                    drawing.line(&[[self.x(column), y], [self.x(column + 1), y]], pen);
                }
                if column + 1 < columns && above(row, column) != above(row, column + 1) {
                    let x = self.x(column + 1);
                    drawing.line(&[[x, self.y(row)], [x, self.y(row + 1)]], pen);
                }
            }
        }
    }

    fn axes(&self, drawing: &mut Drawing) {
        let [columns, rows] = self.size();
        let [right, low] = [LEFT + MAP, TOP + MAP];
        let frame = [[LEFT, TOP], [right, TOP], [right, low], [LEFT, low], [LEFT, TOP]];
        drawing.line(&frame, Tone::Muted.stroke(1.0));
        let number = |place: i64| place.to_string().replace('-', "\u{2212}");
        for column in ticks(self.first_column, columns) {
            let x = f64::midpoint(self.x(column), self.x(column + 1));
            let name = number(self.first_column + column as i64);
            drawing.text([x, low + 14.0], &name, text(SMALL).anchor(Anchor::Middle));
        }
        for row in ticks(self.first_row, rows) {
            let y = f64::midpoint(self.y(row), self.y(row + 1));
            let name = number(self.first_row + row as i64);
            drawing.text([LEFT - 8.0, y], &name, text(SMALL).anchor(Anchor::End));
        }
        let below = [LEFT + MAP / 2.0, low + 42.0];
        drawing.text(below, self.columns, text(TEXT).anchor(Anchor::Middle));
        let above = format!("\u{2191} {}", self.rows);
        drawing.text([LEFT - 60.0, TOP - 12.0], &above, text(SMALL).tone(Tone::Muted));
    }
}

/// The labelled cells of an axis: every cell, or, if there are many, the multiples of 5 or 10.
fn ticks(first: i64, count: usize) -> impl Iterator<Item = usize> {
    let every = match count {
        0..=15 => 1,
        16..=60 => 5,
        _ => 10,
    };
    (0..count).filter(move |&place| (first + place as i64) % every == 0)
}

fn legend(drawing: &mut Drawing) {
    let [left, right] = [LEFT + MAP + 22.0, LEFT + MAP + 44.0];
    let y = |chance: f64| TOP + MAP - MAP * chance;
    for step in 0..STEPS {
        let edges = [step, step + 1].map(|edge| f64::from(edge) / f64::from(STEPS));
        let corners = [[left, y(edges[1])], [right, y(edges[0])]];
        rectangle(drawing, corners, color(f64::midpoint(edges[0], edges[1])));
    }
    let lines = LINES.iter().map(|(level, _)| *level);
    for level in lines.chain([0.0, 1.0]) {
        drawing.text([right + 6.0, y(level)], &format!("{:.0} %", 100.0 * level), text(SMALL));
    }
}

/// The colour step of a chance.
fn step(chance: f64) -> i32 {
    ((chance * f64::from(STEPS)) as i32).min(STEPS - 1)
}

fn color(chance: f64) -> Fill {
    let middle = (f64::from(step(chance)) + 0.5) / f64::from(STEPS);
    let tone = if middle > 0.5 { Tone::Good } else { Tone::Bad };
    tone.mixed((2.0 * middle - 1.0).abs())
}

fn rectangle(drawing: &mut Drawing, [[left, top], [right, low]]: [[f64; 2]; 2], fill: Fill) {
    drawing.area(&[[left, top], [right, top], [right, low], [left, low]], fill);
}
