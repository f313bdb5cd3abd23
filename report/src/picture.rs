//! Pictures: drawn once as SVG, written as SVG and PNG files and put into pages.
//!
//! A file has the light colours and the fonts' names; [`Picture::inline`] is the same picture for a page whose style
//! sheet has [`theme::style_sheet`], so that it follows light and dark.

mod axis;
mod chart;
mod drawing;
mod png;
pub mod theme;

use std::path::Path;

pub use axis::{Axis, Scale};
pub use chart::{Chart, legend};
pub use drawing::{Anchor, Drawing, Fill, Lettering, Point, Stroke, text};
pub use theme::Tone;

use crate::error::ReportError;
use spariglio_files::whole::write_whole;

/// Size of ordinary text in pictures.
pub const TEXT: f64 = 13.0;
/// Size of the numbers at axes.
pub const SMALL: f64 = 11.5;

/// A part of a picture with a heading of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its heading.
    pub title: String,
    /// What it shows.
    pub drawing: Drawing,
}

/// One picture: a file, or several panels on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Name of its file, without the end.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How to read it.
    pub note: String,
    /// Its parts; a picture of one part has no heading in it.
    pub panels: Vec<Panel>,
    /// The same for narrow screens, where the parts would be too small to read.
    pub narrow: Option<Drawing>,
}

impl Picture {
    /// A picture of one part.
    pub fn drawn(
        name: &'static str,
        title: &'static str,
        note: &str,
        [width, height]: [f64; 2],
        draw: impl FnOnce(&mut Drawing),
    ) -> Picture {
        let mut drawing = Drawing::new(width, height);
        draw(&mut drawing);
        let panels = vec![Panel {
            title: String::new(),
            drawing,
        }];
        Picture {
            name,
            title,
            note: note.to_owned(),
            panels,
            narrow: None,
        }
    }

    /// A picture of one part that is drawn a second time for narrow screens.
    pub fn drawn_twice(
        name: &'static str,
        title: &'static str,
        note: &str,
        [wide, [width, height]]: [[f64; 2]; 2],
        draw: impl Fn(&mut Drawing),
    ) -> Picture {
        let mut narrow = Drawing::new(width, height);
        draw(&mut narrow);
        Picture {
            narrow: Some(narrow),
            ..Picture::drawn(name, title, note, wide, draw)
        }
    }

    /// The SVG file: all panels on the light paper.
    #[must_use]
    pub fn svg(&self) -> String {
        let whole = self.whole();
        let mut sheet = Drawing::new(whole.width(), whole.height());
        let (width, height) = (whole.width(), whole.height());
        sheet.area(
            &[[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]],
            Tone::Paper.fill(),
        );
        sheet.place([0.0, 0.0], &whole);
        theme::resolved(&sheet.element(self.title)) + "\n"
    }

    /// The PNG file, at twice the natural size.
    ///
    /// # Errors
    /// A picture that cannot be rendered.
    pub fn png(&self) -> Result<Vec<u8>, ReportError> {
        png::png(self.name, &self.svg())
    }

    /// Writes `NAME.svg` and `NAME.png` into `folder`.
    ///
    /// # Errors
    /// A picture that cannot be rendered, a file that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), ReportError> {
        write_whole(&folder.join(format!("{}.svg", self.name)), self.svg())?;
        Ok(write_whole(&folder.join(format!("{}.png", self.name)), self.png()?)?)
    }

    /// A panel as an element of a page.
    #[must_use]
    pub fn inline(&self, panel: &Panel) -> String {
        let name = if panel.title.is_empty() {
            self.title
        } else {
            &panel.title
        };
        panel.drawing.element(name)
    }

    /// The panels in as many columns as make the sheet about as wide as high, their headings above them.
    fn whole(&self) -> Drawing {
        if let [only] = self.panels.as_slice()
            && only.title.is_empty()
        {
            return only.drawing.clone();
        }
        let size = |measure: fn(&Drawing) -> f64| {
            self.panels
                .iter()
                .map(|panel| measure(&panel.drawing))
                .fold(0.0, f64::max)
        };
        let cell = [size(Drawing::width) + 12.0, size(Drawing::height) + HEADING + 8.0];
        let count = self.panels.len();
        let columns = (1..count)
            .find(|&columns| count.div_ceil(columns) <= columns + 1)
            .unwrap_or(1);
        let rows = count.div_ceil(columns);
        let mut sheet = Drawing::new(cell[0] * columns as f64, cell[1] * rows as f64);
        for (place, panel) in self.panels.iter().enumerate() {
            let corner = [
                cell[0] * (place % columns) as f64 + 6.0,
                cell[1] * (place / columns) as f64,
            ];
            let lettering = text(TEXT).bold();
            let title = lettering.shortened(&panel.title, cell[0] - 20.0);
            sheet.text([corner[0] + 6.0, corner[1] + HEADING / 2.0 + 3.0], &title, lettering);
            sheet.place([corner[0], corner[1] + HEADING], &panel.drawing);
        }
        sheet
    }
}

/// Room of a panel's heading.
const HEADING: f64 = 28.0;
