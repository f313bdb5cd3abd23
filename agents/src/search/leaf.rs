//! What a new leaf is worth: the utilities of a hand played out from it, estimated, or solved.

mod in_match;
mod playing;
mod policy;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Game, UTILITY_SCALE, World};

use super::config::Utility;
use super::tree::Utilities;
pub(super) use playing::Playing;
pub(super) use policy::{Grab, Policy};

/// Judges the end of a descent.
pub(super) trait Leaf {
    /// Sets the utility of each side; may play the world out.
    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities);

    /// Sets the utilities if they are known without trying further actions: then a descent ends here.
    #[inline(always)]
    fn settle(&mut self, _game: &Game, _world: &World, _utilities: &mut Utilities) -> bool {
        false
    }
}

/// Uniformly random play to the end, utilities in points: the plain rollout, as fast as the engine.
#[derive(Copy, Clone, Debug)]
pub(super) struct Uniform;

impl Leaf for Uniform {
    #[inline(always)]
    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        world.state.playout(game, &world.deal, rng);
        margins(game, world, utilities);
        for utility in &mut utilities[..game.sides()] {
            *utility /= UTILITY_SCALE;
        }
    }
}

/// Sets the margins of a hand that is over, in points.
#[inline(always)]
fn margins(game: &Game, world: &World, margins: &mut Utilities) {
    if game.sides() == 2 {
        margins[0] = world.state.margin(game, 0) as f32;
        margins[1] = -margins[0];
        return;
    }
    let score = world.state.score(game);
    for (side, margin) in margins[..game.sides()].iter_mut().enumerate() {
        *margin = score.margin(side) as f32;
    }
}

/// A lead of this many expected points is as good as three chances in four to win.
const HALF_WON: f32 = 1.2;

impl Utility {
    /// The utility of a margin in points; `sure` where it is the margin of a hand that is over or solved. That of a
    /// match is what [`in_match`] says; outside of one it is that of points.
    #[inline]
    pub(super) fn of(self, margin: f32, sure: bool) -> f32 {
        let won = || match sure {
            true if margin == 0.0 => 0.0,
            true => margin.signum(),
            false => (0.55 * margin / HALF_WON).tanh(),
        };
        let points = margin / UTILITY_SCALE;
        match self {
            Utility::Points | Utility::Match => points,
            Utility::Win => won(),
            Utility::Mix => 0.5 * (points + won()),
        }
    }
}
