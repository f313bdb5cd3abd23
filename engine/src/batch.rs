//! Many uniformly random hands in step: what one hand must wait for, the others do meanwhile.
//!
//! A hand alone waits: for the row of the table that its last play left, for the next random number, for a wrong guess
//! whether a play captures. Here [`LANES`] hands of one dealer are played ply by ply. At every ply all of them have as many
//! hand cards, so one loop without branches goes through them, most of it in vector instructions. Each hand is the one
//! that [`Deal::random`] and [`State::playout`] make with the generator of its lane.

mod dealt;
mod hands;
mod lane_rng;

pub use lane_rng::LANES;

use crate::capture::rank_set::RankSets;
use crate::deal::Deal;
use crate::game::Game;
use crate::state::State;
use crate::vector::{Bits, VectorTask, dispatch_wide};
use dealt::Dealt;
use hands::Hands;
use lane_rng::LaneRng;
use rand::Rng;

/// A source of uniformly random hands, [`LANES`] at a time.
#[derive(Clone, Debug)]
pub struct RandomHands {
    rng: LaneRng,
    dealt: Dealt,
    hands: Hands,
    ends: [State; LANES],
}

impl RandomHands {
    /// The hands of a seed.
    pub fn new(seed: u64) -> RandomHands {
        RandomHands {
            rng: LaneRng::new(seed),
            dealt: Dealt::new(),
            hands: Hands::new(),
            ends: [State::blank(0); LANES],
        }
    }

    /// The random numbers of one lane: a hand that is dealt and played with them is the lane's next hand. A number has 32
    /// random bits: the low half of `next_u64` is 0.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn lane(&mut self, lane: usize) -> impl Rng {
        self.rng.lane(lane)
    }

    /// The ends of the next hands, which `dealer` deals.
    ///
    /// In step where captures go by the ranks on the table, and there are no declarations, no dealer's bonus, no points for
    /// single captures and no suit that ends the hand (`docs/speed.md`); one by one in all other games.
    ///
    /// # Panics
    /// If the dealer is no seat of the game.
    pub fn play(&mut self, game: &Game, dealer: usize) -> &[State; LANES] {
        assert!(
            dealer < game.players(),
            "dealer {dealer}: expected a seat below {}",
            game.players()
        );
        match in_step(game) {
            Some(rank_sets) => dispatch_wide(InStep {
                game,
                rank_sets,
                dealer,
                source: self,
            }),
            None => {
                for (lane, end) in self.ends.iter_mut().enumerate() {
                    *end = random_end(game, dealer, self.rng.lane(lane));
                }
            }
        }
        &self.ends
    }
}

/// The table of captures, where nothing but captures, lays and sweeps happens from the first card to the last.
fn in_step(game: &Game) -> Option<&'static RankSets> {
    game.lean
        .filter(|_| !game.capture.shutout && !game.declarations.dealer_bonus)
}

/// The end of one hand by itself.
fn random_end(game: &Game, dealer: usize, mut rng: impl Rng) -> State {
    let rng = &mut rng;
    let deal = Deal::random(game, dealer, rng);
    let mut state = State::new(game, &deal);
    state.playout(game, &deal, rng);
    state
}

/// Hands to deal and to play to their ends in step.
struct InStep<'a> {
    game: &'a Game,
    rank_sets: &'a RankSets,
    dealer: usize,
    source: &'a mut RandomHands,
}

impl VectorTask for InStep<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let RandomHands {
            rng,
            dealt,
            hands,
            ends,
        } = self.source;
        let tables = dealt.deal(self.game, rng);
        if self.game.capture.ace {
            hands.play::<B, true>(self.game, self.rank_sets, self.dealer, dealt, tables, rng);
        } else {
            hands.play::<B, false>(self.game, self.rank_sets, self.dealer, dealt, tables, rng);
        }
        hands.write(self.game, self.dealer, ends);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;
    use crate::vector::{Portable, dispatch};

    /// A way to play the hands of a source in step.
    type Way = fn(InStep);

    #[test]
    fn every_level_of_machine_plays_the_same_hands_as_one_by_one() {
        let ways: [Way; 3] = [
            |task| task.run::<Portable>(),
            |task| dispatch(task),
            |task| dispatch_wide(task),
        ];
        let mut in_steps = 0;
        for name in RuleSet::preset_names() {
            let game = Game::preset(name).expect("a preset");
            let Some(rank_sets) = in_step(&game) else { continue };
            in_steps += 1;
            let mut singly = RandomHands::new(5);
            let mut sources = ways.map(|_| singly.clone());
            for deal in 0..40 {
                let dealer = deal % game.players();
                let ends: Vec<State> = (0..LANES)
                    .map(|lane| random_end(&game, dealer, singly.lane(lane)))
                    .collect();
                for (source, way) in sources.iter_mut().zip(ways) {
                    way(InStep {
                        game: &game,
                        rank_sets,
                        dealer,
                        source,
                    });
                    assert_eq!(source.ends.as_slice(), ends, "{name}");
                    assert_eq!(source.rng, singly.rng, "{name}: as many random numbers");
                }
            }
        }
        assert!(in_steps >= 8, "{in_steps} presets in step");
    }
}
