//! Soft inference: worlds weighted by the likelihood of the other seats' actions.
//!
//! A particle is a world, uniform among the consistent ones, with the likelihood of the hidden seats' actions in this
//! deal-round. The policy, softened and mixed with uniform play, gives an action the probability
//! `(1 - doubt) * softmax(score / softness) + doubt / n`. (Actions in earlier deal-rounds are no evidence about cards
//! held now.) If the player is known, the policy is its own action, mixed with uniform play likewise. Particles that
//! agree with later actions are kept from turn to turn, because uniform worlds stay uniform among those still
//! consistent. The others are replaced.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::unit;
use spariglio_engine::{Action, Game, View, World};

use super::config::InferenceConfig;
use super::known::KnownPlayer;
use super::priors::Priors;
use super::retrace::{Track, retrace};
use crate::agent::Budget;

/// Weighted worlds of one seat's hand in progress.
#[derive(Clone, Debug)]
pub(super) struct Particles {
    config: InferenceConfig,
    priors: Priors,
    worlds: Vec<World>,
    /// Logarithm of each world's likelihood.
    logs: Vec<f32>,
    /// Running sums of the weights, in order.
    ends: Vec<f32>,
    seen: Track,
    actions: Vec<Action>,
    chances: Vec<f32>,
}

impl Particles {
    pub(super) fn new(game: &Game, config: InferenceConfig) -> Particles {
        Particles {
            priors: Priors::new(game, config.softness, config.doubt),
            config,
            worlds: Vec::new(),
            logs: Vec::new(),
            ends: Vec::new(),
            seen: Track::default(),
            actions: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// Number of worlds.
    pub(super) fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Forgets all worlds.
    pub(super) fn clear(&mut self) {
        self.worlds.clear();
        self.logs.clear();
        self.seen = Track::default();
    }

    /// Updates the worlds to a view with its whole history; `known` is the player of the other sides, if it is known.
    pub(super) fn update(
        &mut self,
        view: &View<'_>,
        budget: Budget,
        mut known: Option<&mut KnownPlayer>,
        rng: &mut Pcg64Mcg,
    ) {
        if let Some(known) = &mut known {
            known.note_view(view);
        }
        self.keep(view, known.as_deref_mut());
        let mut sampler = view.sampler();
        let wanted = self.config.worlds(budget, known.is_some());
        while self.worlds.len() < wanted {
            let mut world = sampler.sample(rng);
            let log = self.replay(view, &mut world, 0, known.as_deref_mut());
            self.worlds.push(world);
            self.logs
                .push(log.expect("what was done is possible in every consistent world"));
        }
        self.seen.note(view);
        self.weigh();
    }

    /// Draws a world in proportion to the weights.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> &World {
        let total = self.ends.last().copied().unwrap_or(0.0);
        let at = unit(rng) * total;
        let place = self.ends.partition_point(|&end| end <= at);
        &self.worlds[place.min(self.worlds.len() - 1)]
    }

    /// Keeps the worlds in which the new actions are possible; none if a new deal-round or another hand began.
    fn keep(&mut self, view: &View<'_>, mut known: Option<&mut KnownPlayer>) {
        let from = self.seen.history().len();
        if !self.seen.is_continued_in_deal_round_by(view) {
            self.clear();
            return;
        }
        let mut count = 0;
        for place in 0..self.worlds.len() {
            let mut world = self.worlds[place];
            if let Some(more) = self.replay(view, &mut world, from, known.as_deref_mut()) {
                self.worlds[count] = world;
                self.logs[count] = self.logs[place] + more;
                count += 1;
            }
        }
        self.worlds.truncate(count);
        self.logs.truncate(count);
    }

    /// Replays the history from its action `from` on and returns its log likelihood; `None` if it is impossible in the
    /// world. If `from` is 0, the world's own state is ignored.
    fn replay(
        &mut self,
        view: &View<'_>,
        world: &mut World,
        from: usize,
        mut known: Option<&mut KnownPlayer>,
    ) -> Option<f32> {
        if let Some(known) = &mut known {
            known.begin_at(from);
        }
        let mut log = 0.0;
        retrace(view, world, from, |world, place, tells| {
            let action = view.history()[place];
            if tells {
                log += self.log_likelihood(view, world, action, known.as_deref_mut());
            }
            if let Some(known) = &mut known {
                known.note(action);
            }
        })?;
        Some(log)
    }

    /// Log likelihood that the seat to act in `world` chooses `action`, given its view there; 0 if it has no choice.
    fn log_likelihood(
        &mut self,
        observed: &View<'_>,
        world: &World,
        action: Action,
        known: Option<&mut KnownPlayer>,
    ) -> f32 {
        let game = observed.game();
        world.state.legal_actions(game, &mut self.actions);
        let Some(place) = self.actions.iter().position(|&other| other == action) else {
            return 0.0;
        };
        if self.actions.len() == 1 {
            return 0.0;
        }
        let known =
            known.and_then(|known| Some((known.share()?, known.model_action(game, world, observed.partners_open())?)));
        if let Some((share, played)) = known {
            let (doubt, hit) = (self.config.doubt.max(1.0 - share), f32::from(u8::from(played == action)));
            return ((1.0 - doubt) * hit + doubt / self.actions.len() as f32).ln();
        }
        let World { deal, state } = world;
        let view = View::new(game, deal, state, state.seat(), observed.partners_open());
        self.priors.fill(&view, &self.actions, &mut self.chances);
        self.chances[place].ln()
    }

    fn weigh(&mut self) {
        let most = self.logs.iter().copied().fold(f32::MIN, f32::max);
        self.ends.clear();
        let mut sum = 0.0;
        for log in &self.logs {
            sum += (log - most).exp();
            self.ends.push(sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use spariglio_engine::{Deal, State};

    use super::super::played::Played;
    use super::*;

    /// Log likelihood of the other side's actions, by the definition.
    fn likelihood(view: &View<'_>, deal: &Deal, open: bool) -> f32 {
        let game = view.game();
        let config = InferenceConfig::default();
        let priors = Priors::new(game, config.softness, config.doubt);
        let (mut actions, mut chances) = (Vec::new(), Vec::new());
        let mut state = State::new(game, deal);
        let mut log = 0.0;
        for &action in view.history() {
            if !view.sees(state.seat()) {
                state.legal_actions(game, &mut actions);
                priors.fill(&View::new(game, deal, &state, state.seat(), open), &actions, &mut chances);
                let place = actions.iter().position(|&legal| legal == action).expect("it was legal");
                log += chances[place].ln();
            }
            state.apply(game, deal, action);
        }
        log
    }

    #[test]
    fn likelihoods_see_open_partners() {
        let game = Game::preset("scopone_scientifico").expect("a preset");
        let mut rng = Pcg64Mcg::new(3);
        let played = Played::new(&game, 0, 12, &mut rng);
        let view = played.view(&game, true);
        let mut particles = Particles::new(&game, InferenceConfig::default());
        particles.update(&view, Budget::simulations(1000), None, &mut rng);
        let mut different = 0;
        for (world, &log) in particles.worlds.iter().zip(&particles.logs) {
            assert!((log - likelihood(&view, &world.deal, true)).abs() < 1e-3);
            different += usize::from((log - likelihood(&view, &world.deal, false)).abs() > 1e-3);
        }
        assert!(different > 0, "open hand cards make no difference to any world");
    }
}
