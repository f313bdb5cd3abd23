//! The filler: turns hands into rows, decision by decision, for any players.
//!
//! Invariant: after every hand, all rows are complete.

use spariglio_agents::Hand;
use spariglio_agents::agent::{SearchStats, Tried};
use spariglio_agents::net::inputs::{ActionInputs, Encoder, Residual};
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Action, Game, HandScore, MAX_SEATS, View};

use crate::row::{KINDS, NO_SHUTOUT, RowEnd, RowStart, Shape, ShardRows};

/// A decision and its result.
#[derive(Clone, Copy)]
pub(crate) struct Choice<'a> {
    /// The name of the agent; empty if it is not known.
    pub agent: &'a str,
    /// The legal actions in canonical order.
    pub actions: &'a [Action],
    /// The probability of each.
    pub policy: &'a [f32],
    /// The action that was played.
    pub action: Action,
    /// The expected utility for the side of the seat to act, if the agent has an estimate.
    pub value: Option<f32>,
    /// The same by a critic that sees all cards, if there is one.
    pub oracle_value: Option<f32>,
    /// What the search found for each action; empty if the agent did not search.
    pub tried: &'a [Tried],
    /// Simulations and worlds of the search.
    pub stats: SearchStats,
    /// Whether a search would have its full budget.
    pub full_budget: bool,
}

/// Fills rows.
pub(crate) struct Filler<'g> {
    game: &'g Game,
    rows: ShardRows,
    /// `None` if the data set has no inputs.
    inputs: Option<Inputs>,
    actions: Vec<u64>,
    visits: Vec<u32>,
    values: Vec<f32>,
    stock: Vec<u8>,
    points: Vec<i32>,
}

/// The inputs of one decision.
struct Inputs {
    encoder: Encoder,
    of_view: Vec<u16>,
    of_actions: ActionInputs,
    ends: Vec<u16>,
    residual: Vec<f32>,
}

impl Inputs {
    fn new(game: &Game) -> Inputs {
        Inputs {
            encoder: Encoder::new(game),
            of_view: Vec::new(),
            of_actions: ActionInputs::default(),
            ends: Vec::new(),
            residual: Vec::new(),
        }
    }

    fn encode(&mut self, view: &View<'_>, actions: &[Action]) {
        let refusals = self.encoder.refusals(view);
        self.of_view.clear();
        self.encoder.view(view, &refusals, &mut self.of_view);
        let (inputs, residual) = (&mut self.of_actions, &mut self.residual);
        self.encoder.actions(view, actions, Residual::Formula, inputs, residual);
        self.ends.clear();
        self.ends.extend(self.of_actions.ends().iter().map(|&end| end as u16));
    }
}

impl<'g> Filler<'g> {
    /// A filler without rows.
    pub(crate) fn new(game: &'g Game, shape: Shape) -> Filler<'g> {
        Filler {
            game,
            rows: ShardRows::new(shape),
            inputs: shape.inputs.then(|| Inputs::new(game)),
            actions: Vec::new(),
            visits: Vec::new(),
            values: Vec::new(),
            stock: Vec::new(),
            points: Vec::new(),
        }
    }

    /// Starts the row of a decision. `hand` is in its state before the decision, and `id` is its identity.
    pub(crate) fn start_row(&mut self, id: u64, hand: &Hand<'_>, view: &View<'_>, choice: &Choice<'_>) {
        let (game, state) = (self.game, hand.state());
        if let Some(inputs) = &mut self.inputs {
            inputs.encode(view, choice.actions);
        }
        let inputs = self.inputs.as_ref();
        self.actions.clear();
        self.actions.extend(choice.actions.iter().map(|action| action.to_bits()));
        self.visits.clear();
        self.visits.extend(choice.tried.iter().map(|tried| tried.visits));
        self.values.clear();
        self.values.extend(choice.tried.iter().map(|tried| tried.value));
        let cards = hand.deal().cards();
        let dealt = cards.len() - view.stock_len();
        self.stock.clear();
        self.stock.extend(cards.skip(dealt).map(|card| card.index()));
        let (own, sides) = (game.side(view.seat()), game.sides());
        let piles: [u64; MAX_SEATS] = std::array::from_fn(|j| state.pile((own + j) % sides).bits());
        let hands: [u64; MAX_SEATS] = std::array::from_fn(|seat| state.hand_cards(seat).bits());
        self.rows.start_row(&RowStart {
            hand: id,
            ply: state.ply() as u8,
            seat: view.seat() as u8,
            agent: choice.agent,
            table_cards: state.table().bits(),
            piles: &piles[..sides],
            declared: state.declared().bits(),
            matta: state.matta(),
            inputs: inputs.map_or(&[], |inputs| &inputs.of_view),
            action_inputs: inputs.map_or(&[], |inputs| inputs.of_actions.indices()),
            action_ends: inputs.map_or(&[], |inputs| &inputs.ends),
            residual: inputs.map_or(&[], |inputs| &inputs.residual),
            actions: &self.actions,
            policy: choice.policy,
            visits: &self.visits,
            action_values: &self.values,
            action: choice.action.to_bits(),
            root_value: choice.value,
            oracle_value: choice.oracle_value,
            full_search: choice.full_budget && !choice.tried.is_empty(),
            simulations: choice.stats.simulations,
            worlds: choice.stats.worlds,
            oracle_hands: &hands[..game.players()],
            oracle_stock: &self.stock,
        });
    }

    /// Ends the rows of a finished hand with its score.
    pub(crate) fn end_rows(&mut self, score: &HandScore) {
        let (game, sides) = (self.game, self.game.sides());
        self.points.clear();
        // Each side appears twice, so that the sides in order from any one are contiguous.
        for side in (0..sides).chain(0..sides) {
            self.points.extend(score.by_kind(side));
        }
        for row in self.rows.utility.len()..self.rows.len() {
            let own = game.side(usize::from(self.rows.seat[row]));
            let shutout = score.shutout().map(|side| ((side + sides - own) % sides) as i8);
            self.rows.end_row(&RowEnd {
                points: &self.points[own * KINDS..][..sides * KINDS],
                shutout: shutout.unwrap_or(NO_SHUTOUT),
                utility: score.margin(own) as f32 / UTILITY_SCALE,
            });
        }
    }

    /// Number of rows so far.
    pub(crate) fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The rows of all hands.
    pub(crate) fn into_rows(self) -> ShardRows {
        self.rows
    }
}
