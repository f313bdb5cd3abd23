//! One hand of self-play: from its seed to its end.

use std::convert::Infallible;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{Agent, Hand, Seats, play_hand};
use spariglio_engine::{Action, Deal, Game};

use crate::config::DataConfig;
use crate::error::SelfplayError;
use crate::explore::{budget, choose};
use crate::filler::{Choice, Filler};
use crate::row::hand_id;
use crate::seed::{Purpose, derive, stream};

/// The place of a hand in its run: all that its random streams depend on.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place {
    pub seed: u64,
    pub generation: u32,
    pub shard: u32,
    pub index: u32,
}

impl Place {
    fn derive(self, purpose: Purpose, last: u64) -> u64 {
        let path = [self.generation, self.shard, self.index].map(u64::from);
        derive(self.seed, purpose, &[path[0], path[1], path[2], last])
    }
}

/// One worker's agents: an instance for each agent and seat, so that no instance sees two seats' cards.
pub(crate) struct Bench {
    agents: Vec<Vec<Box<dyn Agent>>>,
}

impl Bench {
    /// `agents[a][seat]`.
    pub(crate) fn new(agents: Vec<Vec<Box<dyn Agent>>>) -> Bench {
        Bench { agents }
    }

    /// Plays the hand of `place` to its end and fills its rows; `turns` gets who did what.
    ///
    /// # Errors
    /// An agent chose an illegal action, or a side's points do not fit the row.
    pub(crate) fn play<'g>(
        &mut self,
        game: &'g Game,
        config: &DataConfig,
        place: Place,
        filler: &mut Filler<'_>,
        turns: &mut Vec<(usize, Action)>,
    ) -> Result<Hand<'g>, SelfplayError> {
        let dealer = place.index as usize % game.players();
        let deal = Deal::random(game, dealer, &mut stream(place.derive(Purpose::Deal, 0)));
        let mut hand = Hand::new(game, &deal, config.partners_open);
        for seat in 0..game.players() {
            let seed = place.derive(Purpose::Agent, seat as u64);
            self.agent(game, place, seat).start_hand(seed);
        }
        turns.clear();
        let mut seats = Exploring {
            bench: self,
            config,
            place,
            explore: stream(place.derive(Purpose::Explore, 0)),
            filler,
        };
        play_hand(&mut hand, &mut seats, turns).map_err(|foul| SelfplayError::IllegalAction {
            text: format!("seat {} {}", foul.seat, foul.kind.text(game)),
        })?;
        filler.end_rows(&hand.score())?;
        Ok(hand)
    }

    /// The instance that holds a seat in a hand.
    fn agent(&mut self, game: &Game, place: Place, seat: usize) -> &mut dyn Agent {
        let agent = (game.side(seat) + place.index as usize) % self.agents.len();
        self.agents[agent][seat].as_mut()
    }
}

/// The agents of one hand, explored around; every decision starts a row.
struct Exploring<'a, 'g> {
    bench: &'a mut Bench,
    config: &'a DataConfig,
    place: Place,
    explore: Pcg64Mcg,
    filler: &'a mut Filler<'g>,
}

impl Seats for Exploring<'_, '_> {
    type Refusal = Infallible;

    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Infallible> {
        let (game, state, place) = (hand.game(), hand.state(), self.place);
        let view = hand.view();
        let choices = || state.count_actions(game);
        let (budget, full_search) = budget(self.config.playout_cap.as_ref(), choices, &mut self.explore);
        let decision = self.bench.agent(game, place, view.seat()).decide(&view, budget);
        let action = choose(&decision, &self.config.exploration, state.ply(), &mut self.explore);
        let choice = Choice {
            actions: &decision.actions,
            policy: &decision.policy,
            action,
            value: decision.value,
            full_search,
        };
        let id = hand_id(place.generation, place.shard, place.index);
        self.filler.start_row(id, hand, &view, &choice);
        Ok(action)
    }
}
