//! The speed of rows in memory: decisions of `formula` with their rows.

use std::path::Path;
use std::time::{Duration, Instant};

use spariglio_agents::AgentSpec;
use spariglio_engine::Game;
use spariglio_files::Fingerprint;

use crate::config::DataConfig;
use crate::error::SelfplayError;
use crate::filler::Filler;
use crate::hand::{HandPlace, Instances};
use crate::recipe::LabeledAgent;
use crate::row::Shape;

/// Hands in memory, and between two looks at the clock.
const HANDS: u32 = 64;

/// Rows per second and thread, without inputs, from hands that `formula` plays. It measures for `slice`.
///
/// # Errors
/// If the game cannot be played.
pub fn bench_rows(game: &Game, slice: Duration) -> Result<f64, SelfplayError> {
    let formula = AgentSpec::parse("formula").expect("a book player");
    let config = DataConfig::of(vec![formula.clone()], 1, HANDS);
    let entrant = LabeledAgent::new(formula.clone(), game, Path::new(""))?;
    let mut instances = Instances::of(&[entrant], game)?;
    let shape = Shape::new(&Fingerprint::of(game), false);
    let (mut turns, mut rows, mut shard) = (Vec::new(), 0, 0);
    let start = Instant::now();
    while start.elapsed() < slice {
        let mut filler = Filler::new(game, shape);
        for index in 0..HANDS {
            let place = HandPlace { seed: 1, generation: 0, shard, index };
            instances.play(game, &config, place, &mut filler, &mut turns)?;
        }
        rows += filler.into_rows().len();
        shard += 1;
    }
    Ok(rows as f64 / start.elapsed().as_secs_f64())
}
