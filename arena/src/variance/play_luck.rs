//! The luck of an agent that draws its action from a known policy: the value of what it drew, less the policy's mean.

use spariglio_agents::agent::Draw;
use spariglio_engine::{Action, ActionKind, CardSet, Game, State};

/// Values of an action.
const ACTION: usize = 8;

/// Computes the luck of draws; reused from hand to hand.
#[derive(Clone, Debug, Default)]
pub struct PlayLuck {
    actions: Vec<Action>,
    weights: Vec<f64>,
}

impl PlayLuck {
    /// How many figures [`PlayLuck::add`] gives.
    pub const FIGURES: usize = ACTION;

    /// Adds the luck of `chosen`, an action of `state` that was drawn by `draw`, times `sign`.
    pub fn add(
        &mut self,
        game: &Game,
        state: &State,
        (chosen, draw): (Action, Draw<'_>),
        sign: f64,
        figures: &mut [f64],
    ) {
        state.legal_actions(game, &mut self.actions);
        if self.actions.len() < 2 || !self.weigh(draw) {
            return;
        }
        let scene = Scene::new(game, state);
        let total: f64 = self.weights.iter().sum();
        for (&action, weight) in self.actions.iter().zip(&self.weights) {
            let share = f64::from(action == chosen) - weight / total;
            let values = scene.action(game, action);
            figures
                .iter_mut()
                .zip(values)
                .for_each(|(figure, value)| *figure += sign * share * value);
        }
    }

    /// Fills in a weight for each action; false where the draw is not of these actions.
    fn weigh(&mut self, draw: Draw<'_>) -> bool {
        self.weights.clear();
        match draw {
            Draw::Uniform => self.weights.resize(self.actions.len(), 1.0),
            Draw::Power { policy, power } => {
                let most = policy.iter().copied().fold(0.0, f32::max);
                let weight = |share: &f32| f64::from(share / most).powf(f64::from(power));
                self.weights.extend(policy.iter().map(weight));
            }
        }
        self.weights.len() == self.actions.len()
    }
}

/// What the values of all actions of a turn need.
struct Scene {
    table: CardSet,
    /// Does a capture of the whole table score?
    sweeps: bool,
}

impl Scene {
    fn new(game: &Game, state: &State) -> Scene {
        Scene {
            table: state.table(),
            sweeps: game.rules().sweep.last_play_scores || state.ply() + 1 < game.plies(),
        }
    }

    /// Sweep, capture at all, cards, cards of the scoring suit, points of single cards and sevens that are taken; whether
    /// what is left makes ten at most and so invites a sweep; points of a declaration.
    fn action(&self, game: &Game, action: Action) -> [f64; ACTION] {
        let rules = game.rules();
        let (card, captured) = match action.kind() {
            ActionKind::Play { card, captured } => (card, captured),
            ActionKind::Declare { cards, matta } => return declaration(game, cards, matta),
            ActionKind::Pass => return [0.0; ACTION],
        };
        let left = if captured.is_empty() {
            self.table | CardSet::single(card)
        } else {
            self.table - captured
        };
        let sum: u32 = left.iter().map(|card| u32::from(card.rank())).sum();
        let exposed = f64::from(!left.is_empty() && sum <= 10);
        if captured.is_empty() {
            return [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, exposed, 0.0];
        }
        let taken = captured | CardSet::single(card);
        let single = |card| rules.score.single.get(&card).map_or(0.0, |&points| f64::from(points));
        [
            f64::from(self.sweeps && left.is_empty()) * f64::from(rules.sweep.points),
            1.0,
            f64::from(taken.len()),
            f64::from((taken & CardSet::suit(rules.score.suit)).len()),
            taken.iter().map(single).sum(),
            f64::from((taken & CardSet::rank(7)).len()),
            exposed,
            0.0,
        ]
    }
}

/// The value of a declaration: its points, ten for equal cards.
fn declaration(game: &Game, cards: CardSet, matta: u8) -> [f64; ACTION] {
    let rules = &game.rules().declarations;
    let others = if matta == 0 {
        cards
    } else {
        cards - CardSet::single(spariglio_engine::MATTA)
    };
    let low = others.first().map_or(0, |card| card.rank());
    let ten = (others - CardSet::rank(low)).is_empty() && (matta == 0 || matta == low);
    let points = if ten { rules.ten_points } else { rules.three_points };
    let mut values = [0.0; ACTION];
    values[ACTION - 1] = f64::from(points);
    values
}
