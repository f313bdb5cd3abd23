//! Soft inference: worlds weighed by how likely the others would have played as they did.
//!
//! A particle is a world, uniform among the consistent ones, with the likelihood of everything that the hidden seats did
//! in this deal-round under a policy that is softened and mixed with uniform play:
//! `(1 - doubt) * softmax(score / softness) + doubt / n` an action. (What they did in earlier deal-rounds says nothing
//! about the cards that they hold now.) Of a player that is known, the policy is what it plays, mixed with uniform play in the
//! same way. Particles that agree with what came after are kept from turn to turn: uniform
//! worlds that stay consistent are uniform among those that are consistent then. The others are replaced.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::unit;
use spariglio_engine::{Action, Game, View, World};

use super::config::InferenceConfig;
use super::known::KnownPlayer;
use super::priors::Priors;
use super::retrace::{Seen, retrace};
use crate::agent::Budget;

/// Weighed worlds of one seat's hand in progress.
#[derive(Clone, Debug)]
pub(super) struct Particles {
    config: InferenceConfig,
    priors: Priors,
    worlds: Vec<World>,
    /// Logarithm of each world's likelihood.
    logs: Vec<f32>,
    /// Running sums of the weights, in order.
    ends: Vec<f32>,
    seen: Seen,
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
            seen: Seen::default(),
            actions: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// How many worlds there are.
    pub(super) fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Forgets all worlds.
    pub(super) fn clear(&mut self) {
        self.worlds.clear();
        self.logs.clear();
        self.seen = Seen::default();
    }

    /// Brings the worlds up to a view with its whole history; `known` is the player of the other sides, where it is known.
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
        let wanted = self.config.worlds(budget);
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

    /// A world, by weight.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> &World {
        let total = self.ends.last().copied().unwrap_or(0.0);
        let at = unit(rng) * total;
        let place = self.ends.partition_point(|&end| end <= at);
        &self.worlds[place.min(self.worlds.len() - 1)]
    }

    /// Drops the worlds that the hand has left.
    fn keep(&mut self, view: &View<'_>, mut known: Option<&mut KnownPlayer>) {
        let from = self.seen.history().len();
        if !self.seen.is_continued_in_deal_round_by(view) {
            self.clear();
            return;
        }
        let mut kept = 0;
        for place in 0..self.worlds.len() {
            let mut world = self.worlds[place];
            if let Some(more) = self.replay(view, &mut world, from, known.as_deref_mut()) {
                self.worlds[kept] = world;
                self.logs[kept] = self.logs[place] + more;
                kept += 1;
            }
        }
        self.worlds.truncate(kept);
        self.logs.truncate(kept);
    }

    /// Plays the history from its action `from` on; the logarithm of its likelihood, none where it is impossible. From
    /// the first action on, the world's own state is not looked at.
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

    /// How likely the seat to act in `world` does `action`, given what it may know there.
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
        if let Some(played) = known.and_then(|known| known.act(game, world, observed.partners_open())) {
            let (doubt, hit) = (self.config.doubt, f32::from(u8::from(played == action)));
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

    /// Logarithm of the likelihood of what the other side did, by the definition.
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
                priors.fill(
                    &View::new(game, deal, &state, state.seat(), open),
                    &actions,
                    &mut chances,
                );
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
