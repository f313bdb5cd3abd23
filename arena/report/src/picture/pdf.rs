//! A picture as a PDF file of one page. Text is drawn as outlines, so that the file needs no font and looks the same
//! everywhere. Pictures have plain colours, lines and areas only, so a file has no other kinds of content.

use std::collections::BTreeSet;
use std::fmt::{Arguments, Write};

use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{Fill, FillRule, Group, LineJoin, Node, Paint, PaintOrder, Path, Stroke};

use super::png::tree;
use crate::error::ReportError;

/// Points of the page per unit of the drawing: 72 of 96 to the inch.
const SCALE: f32 = 0.75;

/// An SVG as a PDF file. `name` stands in the error.
///
/// # Errors
/// `svg` is no picture.
pub fn pdf(name: &str, svg: &str) -> Result<Vec<u8>, ReportError> {
    let tree = tree(name, svg)?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|side| side * SCALE);
    let mut content = Content::default();
    // The origin of a PDF page is at the bottom.
    content.put(format_args!("{SCALE} 0 0 -{SCALE} 0 {height} cm\n"));
    content.group(tree.root());
    Ok(file([width, height], &content))
}

/// The operators of a page, and the opacities that they use, in percent.
#[derive(Default)]
struct Content {
    operators: String,
    opacities: BTreeSet<u8>,
}

impl Content {
    fn put(&mut self, operators: Arguments<'_>) {
        self.operators.write_fmt(operators).expect("text has room");
    }

    fn group(&mut self, group: &Group) {
        let Transform { sx, kx, ky, sy, tx, ty } = group.transform();
        self.put(format_args!("q {sx:.6} {ky:.6} {kx:.6} {sy:.6} {tx:.4} {ty:.4} cm\n"));
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group),
                Node::Path(path) => self.path(path),
                Node::Text(text) => self.group(text.flattened()),
                Node::Image(_) => {}
            }
        }
        self.put(format_args!("Q\n"));
    }

    fn path(&mut self, path: &Path) {
        if !path.is_visible() {
            return;
        }
        if path.paint_order() == PaintOrder::FillAndStroke {
            self.fill(path, path.fill());
            self.stroke(path, path.stroke());
        } else {
            self.stroke(path, path.stroke());
            self.fill(path, path.fill());
        }
    }

    fn fill(&mut self, path: &Path, fill: Option<&Fill>) {
        let Some(fill) = fill else { return };
        self.colour(fill.paint(), fill.opacity().get(), "rg");
        self.outline(path);
        self.put(format_args!("{}\n", if fill.rule() == FillRule::EvenOdd { "f*" } else { "f" }));
    }

    fn stroke(&mut self, path: &Path, stroke: Option<&Stroke>) {
        let Some(stroke) = stroke else { return };
        self.colour(stroke.paint(), stroke.opacity().get(), "RG");
        let join = u8::from(stroke.linejoin() == LineJoin::Round);
        let dashes = stroke.dasharray().unwrap_or_default().iter().map(f32::to_string);
        let dashes = dashes.collect::<Vec<_>>().join(" ");
        self.put(format_args!("{} w {join} j [{dashes}] 0 d\n", stroke.width().get()));
        self.outline(path);
        self.put(format_args!("S\n"));
    }

    /// Sets the colour by an operator. All paints of a picture are plain colours.
    fn colour(&mut self, paint: &Paint, opacity: f32, operator: &str) {
        let percent = (100.0 * opacity).round() as u8;
        self.opacities.insert(percent);
        if let Paint::Color(color) = paint {
            let [red, green, blue] = [color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0);
            self.put(format_args!("/A{percent} gs {red:.3} {green:.3} {blue:.3} {operator}\n"));
        }
    }

    fn outline(&mut self, path: &Path) {
        let mut at = Point::zero();
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => self.put(format_args!("{:.3} {:.3} m\n", to.x, to.y)),
                PathSegment::LineTo(to) => self.put(format_args!("{:.3} {:.3} l\n", to.x, to.y)),
                PathSegment::QuadTo(by, to) => {
                    let toward = |from: Point| [from.x + (by.x - from.x) / 1.5, from.y + (by.y - from.y) / 1.5];
                    self.curve(toward(at), toward(to), to);
                }
                PathSegment::CubicTo(one, two, to) => self.curve([one.x, one.y], [two.x, two.y], to),
                PathSegment::Close => self.put(format_args!("h\n")),
            }
            at = match segment {
                PathSegment::MoveTo(to)
                | PathSegment::LineTo(to)
                | PathSegment::QuadTo(_, to)
                | PathSegment::CubicTo(_, _, to) => to,
                PathSegment::Close => at,
            };
        }
    }

    fn curve(&mut self, [a, b]: [f32; 2], [c, d]: [f32; 2], to: Point) {
        self.put(format_args!("{a:.3} {b:.3} {c:.3} {d:.3} {:.3} {:.3} c\n", to.x, to.y));
    }
}

/// The bytes of a file with one page.
fn file([width, height]: [f32; 2], content: &Content) -> Vec<u8> {
    let alphas = content.opacities.iter().map(|percent| {
        let share = f32::from(*percent) / 100.0;
        format!("/A{percent} << /ca {share} /CA {share} >> ")
    });
    let alphas: String = alphas.collect();
    let length = content.operators.len();
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
             /Resources << /ExtGState << {alphas}>> >> >>"
        ),
        format!("<< /Length {length} >>\nstream\n{}endstream", content.operators),
    ];
    let mut text = "%PDF-1.4\n".to_owned();
    let mut places = String::new();
    for (number, object) in (1..).zip(&objects) {
        let _ = writeln!(places, "{:010} 00000 n ", text.len());
        let _ = write!(text, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = text.len();
    let _ = write!(
        text,
        "xref\n0 5\n0000000000 65535 f \n{places}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::pdf;
    use crate::picture::{Picture, Tone, text};

    #[test]
    fn a_file_has_a_page_with_the_picture() {
        let picture = Picture::drawn("test", "Test", "", [120.0, 40.0], |drawing| {
            drawing.text([6.0, 20.0], "±1 %", text(14.0).haloed());
            drawing.disc([110.0, 20.0], 6.0, Tone::Good.mixed(0.25), "");
            drawing.line(&[[0.0, 0.0], [9.0, 9.0]], Tone::Ink.stroke(1.5).dashed());
        });
        let file = String::from_utf8(picture.pdf().expect("a picture")).expect("text");
        assert!(file.starts_with("%PDF-1.4") && file.ends_with("%%EOF\n"));
        for part in ["/MediaBox [0 0 90 30]", "/A25 gs 0.141 0.455 0.722 rg", "1.5 w 1 j [5 4] 0 d", " c\n"] {
            assert!(file.contains(part), "{part}: {file}");
        }
        // Each object stands where the table says.
        for (number, line) in file.lines().skip_while(|line| *line != "xref").skip(3).take(4).enumerate() {
            let at: usize = line[..10].parse().expect("a place");
            assert!(file[at..].starts_with(&format!("{} 0 obj", number + 1)), "{line}");
        }
    }

    #[test]
    fn what_is_no_picture_is_named() {
        let error = pdf("cross_table", "<p>").expect_err("not SVG").to_string();
        assert!(error.contains("cross_table"), "{error}");
    }
}
