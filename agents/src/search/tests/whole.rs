//! An evaluator that reads the views of seats gets worlds whose deal agrees with their state. (In any other world the
//! cards that a seat has played and declared are unknown: a known-player search that drew such worlds never ended.)

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Action, Game, RuleSet, View, World};

use super::plain_search;
use crate::search::evaluator::Evaluator;
use crate::search::fingerprint::{Hashed, fixed_view};
use crate::search::tree::Utilities;
use crate::search::worlds::Worlds;

/// Checks every world in which the search chooses.
#[derive(Default)]
struct Looking {
    hashed: Hashed,
    looks: usize,
}

impl Evaluator for Looking {
    fn known(&mut self, game: &Game, world: &World) -> Option<Action> {
        let World { deal, state } = world;
        let round = state.deal_round_index();
        for seat in 0..game.players() {
            let dealt = deal.hand_cards(game, round, seat);
            assert!(dealt.contains_all(state.hand_cards(seat)), "{}", game.rules().name);
        }
        self.looks += 1;
        None
    }

    fn evaluate(&mut self, game: &Game, world: &mut World, rng: &mut Pcg64Mcg, utilities: &mut Utilities) {
        self.hashed.evaluate(game, world, rng, utilities);
    }
}

#[test]
fn who_looks_at_views_gets_whole_worlds() {
    let mut looking = Looking::default();
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).expect("a preset");
        for part in 0..4 {
            let Some((deal, state, rng)) = fixed_view(&game, part) else {
                continue;
            };
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let mut search = plain_search();
            search.start(&game, &state, rng);
            search.run(&mut Worlds::Sampled(view.sampler()), &mut looking, 50);
        }
    }
    assert!(looking.looks > 1000);
}
