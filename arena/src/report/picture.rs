//! The pictures of a report: each drawn from the figures that the page's tables show.

mod cross;
mod gates;
mod learning;
mod losses;
mod outcomes;

use super::data::RunData;
use crate::picture::Picture;

/// Natural width of a picture that is one chart.
const WIDTH: f64 = 520.0;
/// Natural size of a panel among several.
const PANEL: [f64; 2] = [330.0, 190.0];

/// Every picture for which `data` has something.
pub fn all(data: &RunData) -> Vec<Picture> {
    let mut pictures = Vec::new();
    if let Some(arena) = data.main_arena() {
        pictures.push(cross::picture(arena));
        pictures.push(outcomes::picture(arena));
    }
    let metrics = &data.metrics;
    if !metrics.evaluations.is_empty() {
        pictures.push(learning::picture(metrics));
    }
    if !metrics.gates.is_empty() {
        pictures.push(gates::picture(metrics));
    }
    pictures.extend(losses::picture(metrics));
    pictures
}
