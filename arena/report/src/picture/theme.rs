//! The palette of pictures and pages, light and dark.
//!
//! Better and worse are blue and orange, which people with all common kinds of colour blindness can tell apart. A sign
//! or a word always says the same as a colour.

/// A colour by its task.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Tone {
    /// The background of the page.
    Back,
    /// The background of pictures and tables.
    Paper,
    /// Text.
    Ink,
    /// Less important text.
    Muted,
    /// Lines of axes and tables.
    Table,
    /// Headings and links.
    Accent,
    /// Better, won.
    Good,
    /// Not decided, tied.
    Even,
    /// Worse, lost.
    Bad,
    /// Text about good news.
    GoodInk,
    /// Text about bad news.
    BadInk,
    /// One of several curves. Places above 4 repeat the colours.
    Series(usize),
}

/// Name, light and dark colour of every tone.
const PALETTE: [(Tone, &str, &str, &str); 16] = [
    (Tone::Back, "back", "#f5f5f2", "#121417"),
    (Tone::Paper, "paper", "#fefefd", "#1a1d21"),
    (Tone::Ink, "ink", "#1f2328", "#e7eaee"),
    (Tone::Muted, "muted", "#5c646f", "#9da6b1"),
    (Tone::Table, "grid", "#dfe3e8", "#333a42"),
    (Tone::Accent, "accent", "#1c6b48", "#5cc794"),
    (Tone::Good, "good", "#2474b8", "#62a9e6"),
    (Tone::Even, "even", "#8d97a3", "#77818d"),
    (Tone::Bad, "bad", "#c8601e", "#ea9253"),
    (Tone::GoodInk, "good-ink", "#1c629e", "#7db9ec"),
    (Tone::BadInk, "bad-ink", "#a3480f", "#f0a067"),
    (Tone::Series(0), "series-1", "#2b6cb8", "#6aa6ea"),
    (Tone::Series(1), "series-2", "#c77214", "#e79a46"),
    (Tone::Series(2), "series-3", "#2a9170", "#4fc3a0"),
    (Tone::Series(3), "series-4", "#8a4fb5", "#b98ae0"),
    (Tone::Series(4), "series-5", "#9a8412", "#cdb640"),
];

const SERIES: usize = 5;

impl Tone {
    fn entry(self) -> &'static (Tone, &'static str, &'static str, &'static str) {
        let tone = match self {
            Tone::Series(place) => Tone::Series(place % SERIES),
            tone => tone,
        };
        let row = PALETTE.iter().find(|entry| entry.0 == tone);
        row.expect("the palette has every tone")
    }

    /// The colour as a variable of the page.
    #[must_use]
    pub fn variable(self) -> String {
        format!("var(--{})", self.entry().1)
    }
}

/// `text` with the page's variables replaced by their light colours, for a picture without a page.
#[must_use]
pub fn resolved(text: &str) -> String {
    let replace =
        |text: String, (_, name, light, _): &(Tone, &str, &str, &str)| text.replace(&format!("var(--{name})"), light);
    PALETTE.iter().fold(text.to_owned(), replace)
}

/// The variables for a page's style sheet. The reader's preference selects light or dark.
#[must_use]
pub fn style_sheet() -> String {
    let list = |dark: bool| -> String {
        let entry = |(_, name, light, night): &(Tone, &str, &str, &str)| {
            format!("--{name}:{};", if dark { night } else { light })
        };
        PALETTE.iter().map(entry).collect()
    };
    format!(
        ":root{{color-scheme:light dark;{}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
        list(false),
        list(true)
    )
}

#[cfg(test)]
mod tests {
    use super::{PALETTE, Tone, resolved, style_sheet};

    #[test]
    fn every_variable_has_a_light_and_a_dark_colour() {
        let sheet = style_sheet();
        for (tone, name, ..) in PALETTE {
            assert_eq!(sheet.matches(&format!("--{name}:#")).count(), 2, "{name}");
            assert!(resolved(&tone.variable()).starts_with('#'), "{name}");
        }
        assert_eq!(Tone::Series(5).variable(), Tone::Series(0).variable());
    }

    /// Relative luminance and contrast as WCAG 2.2 defines them.
    fn contrast(one: &str, other: &str) -> f64 {
        let luminance = |hex: &str| {
            let part = |at: usize| {
                let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal")) / 255.0;
                if value <= 0.04045 {
                    value / 12.92
                } else {
                    ((value + 0.055) / 1.055).powf(2.4)
                }
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn text_can_be_read_on_the_paper() {
        let entry = |wanted: Tone| PALETTE.iter().find(|entry| entry.0 == wanted).expect("a tone");
        for tone in [Tone::Ink, Tone::Muted, Tone::Accent, Tone::GoodInk, Tone::BadInk] {
            for ground in [Tone::Paper, Tone::Back] {
                let ((_, _, light, dark), (_, _, paper, night)) = (entry(tone), entry(ground));
                assert!(contrast(light, paper) > 4.5 && contrast(dark, night) > 4.5, "{tone:?}");
            }
        }
    }
}
