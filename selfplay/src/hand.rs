//! One hand of self-play: from its seed to its rows.

use std::convert::Infallible;

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{Agent, Hand, Seats, features, play_hand};
use spariglio_engine::{Action, Deal, Game, HandScore, State, UTILITY_SCALE, View};

use crate::config::DataConfig;
use crate::error::SelfplayError;
use crate::explore::{budget, choose};
use crate::row::{KINDS, NO_SHUTOUT, Row, hand_id};
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

/// A hand that was played to its end.
pub(crate) struct PlayedHand {
    /// One per decision, in order.
    pub rows: Vec<Row>,
    pub deal: Deal,
    /// What was done in each decision.
    pub actions: Vec<Action>,
    pub score: HandScore,
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

    /// Plays the hand of `place`; every row is complete.
    ///
    /// # Errors
    /// An agent chose an illegal action, or a side's points do not fit the row.
    pub(crate) fn play(&mut self, game: &Game, config: &DataConfig, place: Place) -> Result<PlayedHand, SelfplayError> {
        let dealer = place.index as usize % game.players();
        let deal = Deal::random(game, dealer, &mut stream(place.derive(Purpose::Deal, 0)));
        for seat in 0..game.players() {
            let seed = place.derive(Purpose::Agent, seat as u64);
            self.agent(game, place, seat).start_hand(seed);
        }
        let mut hand = Hand::new(game, &deal, config.partners_open);
        let mut seats = Exploring {
            bench: self,
            config,
            place,
            explore: stream(place.derive(Purpose::Explore, 0)),
            rows: Vec::new(),
        };
        play_hand(&mut hand, &mut seats, &mut ()).map_err(|foul| SelfplayError::IllegalAction {
            text: format!("seat {} {}", foul.seat, foul.kind.text(game)),
        })?;
        let (mut rows, score) = (seats.rows, hand.score());
        for row in &mut rows {
            finish(row, game, &score)?;
        }
        Ok(PlayedHand {
            rows,
            deal,
            actions: hand.history().to_vec(),
            score,
        })
    }

    /// The instance that holds a seat in a hand.
    fn agent(&mut self, game: &Game, place: Place, seat: usize) -> &mut dyn Agent {
        let agent = (game.side(seat) + place.index as usize) % self.agents.len();
        self.agents[agent][seat].as_mut()
    }
}

/// The agents of one hand, explored around; every decision becomes a row.
struct Exploring<'a> {
    bench: &'a mut Bench,
    config: &'a DataConfig,
    place: Place,
    explore: Pcg64Mcg,
    rows: Vec<Row>,
}

impl Seats for Exploring<'_> {
    type Refusal = Infallible;

    fn act(&mut self, hand: &Hand<'_>) -> Result<Action, Infallible> {
        let (game, state, place) = (hand.game(), hand.state(), self.place);
        let view = hand.view();
        let choices = state.count_actions(game);
        let (budget, full) = budget(self.config.playout_cap.as_ref(), choices, &mut self.explore);
        let decision = self.bench.agent(game, place, view.seat()).decide(&view, budget);
        let action = choose(&decision, &self.config.exploration, state.ply(), &mut self.explore);
        let mut row = seen(&view, hand.deal(), state);
        row.hand = hand_id(place.generation, place.shard, place.index);
        row.actions = decision.actions.iter().map(|action| action.to_bits()).collect();
        row.policy = decision.policy;
        row.root_value = decision.value;
        row.full_search = full;
        row.action = action.to_bits();
        self.rows.push(row);
        Ok(action)
    }
}

/// A row with what the position says: the view's features and the hidden cards.
fn seen(view: &View<'_>, deal: &Deal, state: &State) -> Row {
    let game = view.game();
    let mut row_features = vec![0; features::FEATURES];
    features::encode(view, &mut row_features);
    let dealt = deal.cards().len() - view.stock_len();
    Row {
        hand: 0,
        ply: state.ply() as u8,
        seat: view.seat() as u8,
        features: row_features,
        actions: Vec::new(),
        policy: Vec::new(),
        action: 0,
        root_value: 0.0,
        full_search: false,
        points: Vec::new(),
        shutout: NO_SHUTOUT,
        utility: 0.0,
        oracle_hands: (0..game.players()).map(|seat| state.hand_cards(seat).bits()).collect(),
        oracle_stock: deal.cards().skip(dealt).map(|card| card.index()).collect(),
    }
}

/// Fills in how the hand ended, from the side of the row's seat.
fn finish(row: &mut Row, game: &Game, score: &HandScore) -> Result<(), SelfplayError> {
    let (own, sides) = (game.side(usize::from(row.seat)), game.sides());
    row.points = Vec::with_capacity(sides * KINDS);
    for relative in 0..sides {
        for points in score.by_kind((own + relative) % sides) {
            let points = i16::try_from(points).map_err(|_| SelfplayError::TooManyPoints { points })?;
            row.points.push(points);
        }
    }
    if let Some(side) = score.shutout() {
        row.shutout = ((side + sides - own) % sides) as i8;
    }
    row.utility = score.margin(own) as f32 / UTILITY_SCALE;
    Ok(())
}
