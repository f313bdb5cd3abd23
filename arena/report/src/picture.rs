//! Pictures: drawn once as SVG, written as SVG, PDF and PNG files and embedded in pages.
//!
//! A file has the light colours and the fonts' names. [`Picture::inline`] is the same picture for a page whose style
//! sheet contains [`theme::style_sheet`], so that it follows light and dark mode.

mod axis;
mod chart;
mod drawing;
mod pdf;
mod png;
pub mod theme;

use std::path::Path;

pub use axis::{Axis, Scale};
pub use chart::{Chart, legend};
pub use drawing::{Anchor, Drawing, Fill, Lettering, Point, Stroke, text};
pub use png::{png, raster};
pub use theme::Tone;

use crate::error::ReportError;
use spariglio_files::whole::write_whole;

/// Font size of ordinary text in pictures.
pub const TEXT: f64 = 13.0;
/// Font size of the numbers at axes.
pub const SMALL: f64 = 11.5;

/// A part of a picture with its own heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// Its heading.
    pub title: String,
    /// Its drawing.
    pub drawing: Drawing,
}

/// One picture: a file, or several panels on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Name of the file, without the extension.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// Explains the picture.
    pub note: String,
    /// The panels. A single panel has no heading.
    pub panels: Vec<Panel>,
    /// A version for narrow screens, if the panels would be too small to read there.
    pub narrow: Option<Drawing>,
}

impl Picture {
    /// A picture with one panel.
    pub fn drawn(
        name: &'static str,
        title: &'static str,
        note: &str,
        [width, height]: [f64; 2],
        draw: impl FnOnce(&mut Drawing),
    ) -> Picture {
        let mut drawing = Drawing::new(width, height);
        draw(&mut drawing);
        let panels = vec![Panel { title: String::new(), drawing }];
        Picture { name, title, note: note.to_owned(), panels, narrow: None }
    }

    /// A picture of several panels; `None` if there are none.
    #[must_use]
    pub fn of(name: &'static str, title: &'static str, note: &str, panels: Vec<Panel>) -> Option<Picture> {
        let note = note.to_owned();
        (!panels.is_empty()).then_some(Picture { name, title, note, panels, narrow: None })
    }

    /// A picture with one panel, which is drawn again for narrow screens.
    pub fn drawn_twice(
        name: &'static str,
        title: &'static str,
        note: &str,
        [wide, [width, height]]: [[f64; 2]; 2],
        draw: impl Fn(&mut Drawing),
    ) -> Picture {
        let mut narrow = Drawing::new(width, height);
        draw(&mut narrow);
        Picture { narrow: Some(narrow), ..Picture::drawn(name, title, note, wide, draw) }
    }

    /// The SVG file: all panels on the light paper.
    #[must_use]
    pub fn svg(&self) -> String {
        let whole = self.whole();
        let mut sheet = Drawing::new(whole.width(), whole.height());
        let (width, height) = (whole.width(), whole.height());
        sheet.area(&[[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]], Tone::Paper.fill());
        sheet.place([0.0, 0.0], &whole);
        theme::resolved(&sheet.element(self.title)) + "\n"
    }

    /// The PNG file, at twice the natural size.
    ///
    /// # Errors
    /// The picture cannot be rendered.
    pub fn png(&self) -> Result<Vec<u8>, ReportError> {
        png::png(self.name, &self.svg())
    }

    /// The PDF file, for a paper.
    ///
    /// # Errors
    /// The picture cannot be read.
    pub fn pdf(&self) -> Result<Vec<u8>, ReportError> {
        pdf::pdf(self.name, &self.svg())
    }

    /// Writes `NAME.svg`, `NAME.pdf` and `NAME.png` to `folder`.
    ///
    /// # Errors
    /// The picture cannot be rendered, or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), ReportError> {
        write_whole(&folder.join(format!("{}.svg", self.name)), self.svg())?;
        write_whole(&folder.join(format!("{}.pdf", self.name)), self.pdf()?)?;
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

    /// All panels on one sheet, with their headings above them. The number of columns makes the sheet about square.
    fn whole(&self) -> Drawing {
        if let [only] = self.panels.as_slice()
            && only.title.is_empty()
        {
            return only.drawing.clone();
        }
        let size =
            |measure: fn(&Drawing) -> f64| self.panels.iter().map(|panel| measure(&panel.drawing)).fold(0.0, f64::max);
        let cell = [size(Drawing::width) + 12.0, size(Drawing::height) + HEADING + 8.0];
        let count = self.panels.len();
        let columns = (1..count).find(|&columns| count.div_ceil(columns) <= columns + 1).unwrap_or(1);
        let rows = count.div_ceil(columns);
        let mut sheet = Drawing::new(cell[0] * columns as f64, cell[1] * rows as f64);
        for (place, panel) in self.panels.iter().enumerate() {
            let corner = [cell[0] * (place % columns) as f64 + 6.0, cell[1] * (place / columns) as f64];
            let lettering = text(TEXT).bold();
            let title = lettering.shortened(&panel.title, cell[0] - 20.0);
            sheet.text([corner[0] + 6.0, corner[1] + HEADING / 2.0 + 3.0], &title, lettering);
            sheet.place([corner[0], corner[1] + HEADING], &panel.drawing);
        }
        sheet
    }
}

/// Height of a panel's heading.
const HEADING: f64 = 28.0;
