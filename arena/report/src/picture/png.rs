//! A picture as PNG, at twice its natural size, with the fonts of `arena/report/assets`, so that the pixels are the
//! same on every machine.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::error::ReportError;

/// Pixels of the file per unit of the drawing.
const SCALE: f32 = 2.0;

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../assets/DejaVuSans.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../assets/DejaVuSans-Bold.ttf").to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// The PNG file of an SVG file. `name` is for the error.
///
/// # Errors
/// `svg` is not an SVG picture, or has no size.
pub fn png(name: &str, svg: &str) -> Result<Vec<u8>, ReportError> {
    let pixels = pixels(name, svg, SCALE)?;
    pixels
        .encode_png()
        .map_err(|error| ReportError::Picture { name: name.to_owned(), message: error.to_string() })
}

/// The pixels of an SVG picture at its natural size: width, height, and four bytes a pixel, row by row (red, green,
/// blue, opacity).
///
/// # Errors
/// As [`png`].
pub fn raster(name: &str, svg: &str) -> Result<(u32, u32, Vec<u8>), ReportError> {
    let pixels = pixels(name, svg, 1.0)?;
    let colours = pixels.pixels().iter().flat_map(|pixel| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    });
    Ok((pixels.width(), pixels.height(), colours.collect()))
}

/// The shapes of an SVG picture.
pub(super) fn tree(name: &str, svg: &str) -> Result<Tree, ReportError> {
    let options = Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: Arc::clone(&FONTS),
        ..Options::default()
    };
    Tree::from_str(svg, &options)
        .map_err(|error| ReportError::Picture { name: name.to_owned(), message: error.to_string() })
}

/// The pixels of an SVG picture, at `scale` times its natural size.
fn pixels(name: &str, svg: &str, scale: f32) -> Result<Pixmap, ReportError> {
    let tree = tree(name, svg)?;
    let side = |length: f32| (length * scale).ceil() as u32;
    let (width, height) = (side(tree.size().width()), side(tree.size().height()));
    let mut pixels = Pixmap::new(width, height)
        .ok_or_else(|| ReportError::Picture { name: name.to_owned(), message: format!("{width} x {height} pixels") })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::png;
    use crate::picture::{Picture, Tone, text};
    use resvg::tiny_skia::Pixmap;

    fn pixels(words: &str) -> Pixmap {
        let drawing = Picture::drawn("test", "Test", "", [120.0, 40.0], |drawing| {
            drawing.text([6.0, 20.0], words, text(14.0));
            drawing.disc([110.0, 20.0], 6.0, Tone::Good.fill(), "");
        });
        let bytes = drawing.png().expect("a picture");
        Pixmap::decode_png(&bytes).expect("a PNG file")
    }

    #[test]
    fn twice_the_size_and_the_light_colours() {
        let picture = pixels("");
        assert_eq!((picture.width(), picture.height()), (240, 80));
        let color = |x, y| picture.pixel(x, y).expect("inside").demultiply();
        let [paper, disc] = [color(2, 2), color(220, 40)].map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        assert_eq!((paper, disc), ([0xfe, 0xfe, 0xfd], [0x24, 0x74, 0xb8]));
    }

    #[test]
    fn every_sign_of_a_figure_has_a_glyph() {
        let ink = |words: &str| pixels(words).data().to_vec();
        let without = ["", "\u{4e00}"].map(ink);
        for sign in "Aaàé09+−±×·%…–’≤≥→".chars() {
            assert!(!without.contains(&ink(&sign.to_string())), "{sign}");
        }
    }

    #[test]
    fn what_is_no_picture_is_named() {
        let error = png("cross_table", "<p>").expect_err("not SVG").to_string();
        assert!(error.contains("cross_table"), "{error}");
    }
}
