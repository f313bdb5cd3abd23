//! The meaning of the columns of network inputs.

use std::fmt::Write;

use spariglio_agents::net::inputs::{Encoder, InputBlock};
use spariglio_engine::Game;

/// The section of a data set card that says what each network input means.
pub(super) fn section(game: &Game) -> String {
    let mut text = "## Network inputs\n\n\
         The columns of inputs hold the numbers of the inputs that are 1. Everything is seen from the seat to act: other \
         seats follow in the order of play. A block has its inputs in a row, from `first` on; with several axes, the last \
         one runs fastest.\n\n\
         | part | block | first | axes | meaning |\n|---|---|---|---|---|\n"
        .to_owned();
    let blocks = Encoder::new(game).blocks().into_iter().filter(|block| block.part != "world");
    for block in blocks {
        let InputBlock { part, name, start, meaning, .. } = &block;
        let _ = writeln!(text, "| {part} | `{name}` | {start} | {} | {meaning} |", block.axes_text(true));
    }
    text
}
