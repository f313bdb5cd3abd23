//! Many uniformly random hands in step: what one hand must wait for, the others do meanwhile.
//!
//! A hand alone waits: for the row of the table that its last play left, for the next random number, for a wrong guess
//! whether a play captures. Here [`LANES`] hands of one dealer are played ply by ply. At every ply all of them have as many
//! hand cards, so one loop without branches goes through them, most of it in vector instructions. Each hand is the one
//! that [`Deal::random`] and [`State::playout`] make with the generator of its lane.

mod by_ranks;
mod by_sums;
mod dealt;
mod hands;
mod lane_rng;

pub use lane_rng::LANES;

use crate::deal::Deal;
use crate::game::Game;
use crate::rules::Pack;
use crate::state::State;
use crate::vector::{Bits, Level, VectorTask, dispatch};
use by_ranks::ByRanks;
use by_sums::BySums;
use dealt::Dealt;
use hands::{Hands, Way};
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
    /// In step where captures go by the ranks on the table, and in most games of the 40-card pack with hands of up to three
    /// cards, if captures score nothing but sweeps, on machines with AVX2; one by one in all other games (`docs/speed.md`).
    ///
    /// # Panics
    /// If the dealer is no seat of the game.
    pub fn play(&mut self, game: &Game, dealer: usize) -> &[State; LANES] {
        assert!(
            dealer < game.players(),
            "dealer {dealer}: expected a seat below {}",
            game.players()
        );
        match InStep::new(game, dealer, self) {
            Some(hands) => dispatch(hands),
            None => {
                for (lane, end) in self.ends.iter_mut().enumerate() {
                    *end = random_end(game, dealer, self.rng.lane(lane));
                }
            }
        }
        &self.ends
    }
}

/// Whether plays are found by the sums of the tables: where the machine has vectors for it, else that is slower than one by
/// one.
fn goes_by_sums(game: &Game) -> bool {
    let rules = &game.capture;
    let three_cards = (0..game.deal_rounds()).all(|round| game.round_len(round) <= 3) && !game.declarations.any_three;
    let plain_aces = !rules.ace_takes_itself && (!rules.ace || rules.ace_sweeps);
    let has_values = game.deck().pack() == Pack::Italian40;
    Level::detect() > Level::Portable && three_cards && plain_aces && has_values && !rules.fewest && !game.play_points
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
    dealer: usize,
    source: &'a mut RandomHands,
}

impl<'a> InStep<'a> {
    /// The next hands of a source; none if they cannot be played in step.
    fn new(game: &'a Game, dealer: usize, source: &'a mut RandomHands) -> Option<InStep<'a>> {
        let is_in_step = game.lean.is_some() || goes_by_sums(game);
        is_in_step.then_some(InStep { game, dealer, source })
    }

    /// Deals and plays the hands of all lanes.
    #[inline(always)]
    fn play<B: Bits, W: Way<B>>(self, mut way: W) {
        let InStep { game, dealer, source } = self;
        let before = game.capture.shutout.then(|| source.rng.clone());
        let RandomHands {
            rng,
            dealt,
            hands,
            ends,
        } = source;
        dealt.deal(game, rng);
        hands.play::<B, W>(game, &mut way, dealer, dealt, rng, ends);
        if let Some(before) = before {
            // A hand that a suit ended went on here: it is played once more by itself.
            let shutouts = hands.shutouts(game);
            for lane in (0..LANES).filter(|lane| shutouts >> lane & 1 != 0) {
                rng.restore(lane, &before);
                ends[lane] = random_end(game, dealer, rng.lane(lane));
            }
        }
    }
}

impl VectorTask for InStep<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        match self.game.lean {
            Some(rank_sets) if self.game.capture.ace => self.play::<B, _>(ByRanks::<true>::new(rank_sets)),
            Some(rank_sets) => self.play::<B, _>(ByRanks::<false>::new(rank_sets)),
            None => {
                let way = BySums::<B::Bytes32>::new(self.game);
                self.play::<B, _>(way);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;
    use crate::vector::Portable;

    /// Plays the hands of a source in step.
    type Play = fn(InStep);

    #[test]
    fn every_level_of_machine_plays_the_same_hands_as_one_by_one() {
        let ways: [Play; 2] = [|task| task.run::<Portable>(), |task| dispatch(task)];
        let mut games = [0; 2];
        for name in RuleSet::preset_names() {
            let game = Game::preset(name).expect("a preset");
            let mut singly = RandomHands::new(5);
            if InStep::new(&game, 0, &mut singly).is_none() {
                continue;
            }
            games[usize::from(game.lean.is_some())] += 1;
            let mut sources = ways.map(|_| singly.clone());
            for deal in 0..40 {
                let dealer = deal % game.players();
                let ends: Vec<State> = (0..LANES)
                    .map(|lane| random_end(&game, dealer, singly.lane(lane)))
                    .collect();
                for (source, way) in sources.iter_mut().zip(ways) {
                    way(InStep {
                        game: &game,
                        dealer,
                        source,
                    });
                    assert_eq!(source.ends.as_slice(), ends, "{name}");
                    assert_eq!(source.rng, singly.rng, "{name}: as many random numbers");
                }
            }
        }
        let [by_sums, by_ranks] = games;
        assert!(by_ranks >= 10, "{by_ranks} presets by ranks");
        assert!(
            by_sums >= 5 || Level::detect() == Level::Portable,
            "{by_sums} presets by sums"
        );
    }
}
