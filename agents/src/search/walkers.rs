//! Worlds that walk, towards those in which a network would have played what the others played.
//!
//! Late in a hand one uniform world in twenty explains what the others did; the rest are weighed for nothing. Here worlds are carried from
//! turn to turn (resample-move: Gilks and Berzuini 2001, JRSS B 63). A world in which somebody did not hold the card that was played is
//! mended: that card and one of theirs change places. Worlds are then drawn anew by how much likelier they have become (exact where nothing
//! is declared: then each world is reached from as many others; nearly so elsewhere). Last, each takes
//! steps (Metropolis et al. 1953): two hidden cards that are not in the same hand change places, and the step is taken with the ratio of the
//! likelihoods of all that hidden seats played in this deal-round, if that is below 1.
//!
//! All worlds count the same. The order of the stock tells nothing and is drawn anew with each world. Where half of the time for it is over, the
//! network is asked no more; after three quarters no more worlds are carried or sampled; when all of it is over, steps stop.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::{below, shuffle_front, unit};
use spariglio_engine::{Card, CardSet, Game, State, View, World};

use super::clock::Clock;
use super::config::{InferenceConfig, LEAST_WALKERS, Walk};
use super::likely::Likely;
use super::retrace::{Seen, agrees, retrace};
use crate::net::SparseJudge;

/// Uniform worlds at the start for each that is drawn of them.
const START: usize = 4;

/// Steps for each look at the clock.
const STEPS_A_LOOK: usize = 16;

/// Walking worlds of one seat's hand in progress.
#[derive(Clone, Debug)]
pub(super) struct Walkers {
    likely: Likely,
    walkers: Vec<Walker>,
    seen: Seen,
}

/// A world with its likelihood.
#[derive(Copy, Clone, Debug)]
struct Walker {
    world: World,
    /// Of what hidden seats played in this deal-round.
    likelihood: f64,
    /// How much likelier than before the last actions.
    weight: f64,
}

impl Walkers {
    pub(super) fn new(judge: SparseJudge, config: &InferenceConfig) -> Walkers {
        Walkers {
            likely: Likely::new(judge, config.doubt),
            walkers: Vec::new(),
            seen: Seen::default(),
        }
    }

    /// How many worlds there are.
    pub(super) fn len(&self) -> usize {
        self.walkers.len()
    }

    /// Forgets all worlds.
    pub(super) fn clear(&mut self) {
        self.likely.clear();
        self.walkers.clear();
        self.seen = Seen::default();
    }

    /// Brings the worlds up to a view with its whole history; false where that tells nothing of the hidden cards, and there are no worlds.
    pub(super) fn update(&mut self, view: &View<'_>, walk: Walk, rng: &mut Pcg64Mcg) -> bool {
        let clock = Clock::start();
        let is_over = |quarters: u32| walk.time.is_some_and(|time| clock.elapsed() * 4 > time * quarters);
        if !self.seen.is_continued_in_deal_round_by(view) {
            self.clear();
        }
        self.likely.note_view(view);
        if view.is_open() || self.likely.is_silent() {
            self.clear();
            return false;
        }
        self.carry(view, is_over, rng);
        let are_few = self.walkers.len() * 2 < walk.worlds.min(LEAST_WALKERS);
        if self.walkers.is_empty() || (are_few && !is_over(3)) {
            self.walkers.clear();
            self.start(view, START * walk.worlds, is_over, rng);
        }
        self.draw_again(walk.worlds, rng);
        self.seen.note(view);
        let (count, unseen) = (self.walkers.len(), view.unseen());
        for (step, place) in (0..walk.steps).flat_map(|_| 0..count).enumerate() {
            // A look at the clock costs as much as a step.
            if step % STEPS_A_LOOK == 0 && is_over(4) {
                break;
            }
            self.step(view, unseen, place, rng);
        }
        true
    }

    /// A world, each as likely.
    #[inline]
    pub(super) fn draw(&self, game: &Game, rng: &mut Pcg64Mcg) -> World {
        let mut world = self.walkers[below(rng, self.walkers.len() as u32) as usize].world;
        world.shuffle_stock(game, rng);
        world
    }

    /// Uniform worlds: one at least.
    fn start(&mut self, view: &View<'_>, count: usize, is_over: impl Fn(u32) -> bool, rng: &mut Pcg64Mcg) {
        let mut sampler = view.sampler();
        let (mut worlds, mut asks) = (Vec::with_capacity(count), true);
        while worlds.len() < count && (worlds.is_empty() || !is_over(3)) {
            let world = sampler.sample(rng);
            asks = asks && !is_over(2) && self.ask_of_all(view, &world);
            worlds.push(world);
        }
        self.likely.learn(0);
        self.walkers.extend(worlds.into_iter().map(|world| {
            let likelihood = self.likely.likelihood(&world.state);
            Walker {
                world,
                likelihood,
                weight: likelihood,
            }
        }));
    }

    /// Asks of the hands that a world has at each play of a hidden seat; whether any was asked of.
    fn ask_of_all(&mut self, view: &View<'_>, world: &World) -> bool {
        let (mut world, mut asks) = (*world, false);
        let done = retrace(view, &mut world, 0, |before, place, _| {
            asks |= self.likely.ask(view, before, place);
        });
        done.expect("what was done is possible in every consistent world");
        asks
    }

    /// Takes the worlds along with the hand. Drops those that cannot go on and, once three quarters of the time are over, all that are left; one stays
    /// at least, if any can.
    fn carry(&mut self, view: &View<'_>, is_over: impl Fn(u32) -> bool, rng: &mut Pcg64Mcg) {
        let from = self.seen.history().len();
        let mut kept = 0;
        for place in 0..self.walkers.len() {
            if kept > 0 && is_over(3) {
                break;
            }
            let (mut walker, asks) = (self.walkers[place], !is_over(2));
            if self.go_on(view, &mut walker.world, from, asks, rng).is_some() {
                self.walkers[kept] = walker;
                kept += 1;
            }
        }
        self.walkers.truncate(kept);
        self.likely.learn(from);
        for walker in &mut self.walkers {
            let likelihood = self.likely.likelihood(&walker.world.state);
            walker.weight = likelihood / walker.likelihood;
            walker.likelihood = likelihood;
        }
    }

    /// Plays the history from its action `from` on in a world of the decision before, mends the world where a seat lacks what it played, and
    /// asks of the hands that are played from. None where that leads to no world of the view.
    fn go_on(&mut self, view: &View<'_>, world: &mut World, from: usize, asks: bool, rng: &mut Pcg64Mcg) -> Option<()> {
        let game = view.game();
        for (place, &action) in view.history().iter().enumerate().skip(from) {
            let seat = world.state.seat();
            let hand = world.state.hand_cards(seat);
            if let Some(card) = action.card().filter(|&card| !hand.contains(card)) {
                let instead = any(hand - view.known(seat) - view.played(seat), rng)?;
                world.exchange(game, card, instead);
            }
            if asks {
                self.likely.ask(view, world, place);
            }
            world.state.try_apply(game, &world.deal, action).ok()?;
        }
        agrees(view, &world.state).then_some(())
    }

    /// Draws so many of the worlds, some of them several times, by their weights (systematic resampling).
    fn draw_again(&mut self, count: usize, rng: &mut Pcg64Mcg) {
        let step = self.walkers.iter().map(|walker| walker.weight).sum::<f64>() / count as f64;
        let last = self.walkers.len() - 1;
        let (mut at, mut from, mut end) = (f64::from(unit(rng)) * step, 0, self.walkers[0].weight);
        let drawn = (0..count).map(|_| {
            while end <= at && from < last {
                from += 1;
                end += self.walkers[from].weight;
            }
            at += step;
            self.walkers[from]
        });
        self.walkers = drawn.collect();
        // The same worlds are not to stay side by side: the first may be all that there is time for.
        shuffle_front(&mut self.walkers, count, rng);
    }

    /// A step of a world, or none.
    fn step(&mut self, view: &View<'_>, unseen: CardSet, place: usize, rng: &mut Pcg64Mcg) {
        let walker = &mut self.walkers[place];
        let Some((one, other)) = hidden_pair(view.game(), &walker.world.state, unseen, rng) else {
            return;
        };
        let mut next = walker.world;
        next.exchange(view.game(), one, other);
        let likelihood = self.likely.likelihood(&next.state);
        let is_taken = f64::from(unit(rng)) * walker.likelihood < likelihood;
        if is_taken && view.bonuses_agree(&next.state) {
            (walker.world, walker.likelihood) = (next, likelihood);
        }
    }
}

/// A card in a hidden hand, and another that is hidden too and not in that hand. After they have changed places, the same pair is as likely.
fn hidden_pair(game: &Game, state: &State, unseen: CardSet, rng: &mut Pcg64Mcg) -> Option<(Card, Card)> {
    let hands = (0..game.players()).map(|seat| state.hand_cards(seat) & unseen);
    let one = any(hands.clone().fold(CardSet::EMPTY, |all, hand| all | hand), rng)?;
    let own = hands.clone().find(|hand| hand.contains(one))?;
    Some((one, any(unseen - own, rng)?))
}

/// A card of a set, each as likely.
fn any(cards: CardSet, rng: &mut Pcg64Mcg) -> Option<Card> {
    let len = cards.len();
    (len > 0).then(|| cards.nth(below(rng, len)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use rand::SeedableRng;

    use super::super::played::Played;
    use super::super::retrace::led_to;
    use super::*;

    fn scopone() -> Game {
        Game::preset("scopone").expect("a preset")
    }

    fn walkers(game: &Game) -> Walkers {
        walkers_with(game, &InferenceConfig::default())
    }

    fn walkers_with(game: &Game, config: &InferenceConfig) -> Walkers {
        let judge = SparseJudge::load(Path::new(""), game).expect("a network that ships");
        Walkers::new(judge, config)
    }

    fn walk(worlds: usize, steps: u32) -> Walk {
        Walk {
            worlds,
            steps,
            time: None,
        }
    }

    #[test]
    fn walkers_are_worlds_of_the_view() {
        for (name, open) in [
            ("scopone", false),
            ("scopone", true),
            ("scopa", false),
            ("cirulla", false),
            // Here a bonus shows without an action, so a hand that is mended may show another.
            ("cirulla_platform", false),
            ("cirulla_4", false),
            ("cirullone", false),
            ("cicera", false),
        ] {
            let told = (0..60).filter(|&seed| assert_worlds(name, open, seed));
            assert!(told.count() >= 20, "{name}");
        }
    }

    /// That worlds are what the history leads to, at two decisions one after the other, and that their likelihoods are their own; whether there
    /// are worlds.
    fn assert_worlds(name: &str, open: bool, seed: u64) -> bool {
        let (game, mut rng) = (Game::preset(name).expect("a preset"), Pcg64Mcg::seed_from_u64(seed));
        let [first, more] = [29, 5].map(|most| 1 + below(&mut rng, most) as usize);
        let mut played = Played::new(&game, 0, first, &mut rng);
        // No network ships for the rules of the platform.
        let net = Game::preset(name.trim_end_matches("_platform")).expect("a preset");
        let mut walkers = walkers(&net);
        walkers.update(&played.view(&game, open), walk(12, 3), &mut rng);
        played.play(&game, more, &mut rng);
        let view = played.view(&game, open);
        if !walkers.update(&view, walk(12, 3), &mut rng) {
            return false;
        }
        assert_eq!(walkers.len(), 12);
        let drawn = (0..12).map(|_| walkers.draw(&game, &mut rng));
        let worlds: Vec<World> = walkers.walkers.iter().map(|walker| walker.world).chain(drawn).collect();
        for World { deal, state } in worlds {
            assert_eq!(led_to(&game, &deal, view.history()), Some(state), "{name}, seed {seed}");
            assert!(agrees(&view, &state), "{name}, seed {seed}");
        }
        for walker in &walkers.walkers {
            let expected = walkers.likely.likelihood(&walker.world.state);
            assert!((walker.likelihood / expected - 1.0).abs() < 1e-9, "{name}, seed {seed}");
        }
        true
    }

    /// The hidden hands of a world.
    fn hands(view: &View<'_>, world: &World) -> Vec<CardSet> {
        let seats = (0..view.game().players()).filter(|&seat| seat != view.seat());
        seats.map(|seat| world.state.hand_cards(seat)).collect()
    }

    /// That the walkers are spread over all worlds of a view as their likelihoods are; as well as so many walkers could be, if each had been
    /// drawn for itself.
    fn assert_posterior(view: &View<'_>, walkers: &Walkers, independent: f64, rng: &mut Pcg64Mcg) {
        let mut expected = HashMap::new();
        for _ in 0..2000 {
            let world = view.sample_world(rng);
            expected.insert(hands(view, &world), walkers.likely.likelihood(&world.state));
        }
        assert_eq!(expected.len(), 90, "six cards in three hands of two");
        let sum: f64 = expected.values().sum();
        let most = expected.values().copied().fold(0.0, f64::max) / sum;
        assert!(most > 2.0 / 90.0, "the history tells something: {most}");
        let mut found: HashMap<Vec<CardSet>, f64> = HashMap::new();
        for walker in &walkers.walkers {
            *found.entry(hands(view, &walker.world)).or_default() += 1.0 / walkers.len() as f64;
        }
        for (hands, likelihood) in expected {
            let (found, share) = (found.get(&hands).copied().unwrap_or(0.0), likelihood / sum);
            // Five standard errors.
            let error = 5.0 * (share / independent).sqrt() + 1e-3;
            assert!((found - share).abs() < error, "{found}, expected {share}");
        }
    }

    #[test]
    fn steps_lead_to_the_posterior() {
        let (game, mut rng) = (scopone(), Pcg64Mcg::seed_from_u64(8));
        let played = Played::new(&game, 0, 28, &mut rng);
        let view = played.view(&game, false);
        let mut walkers = walkers(&game);
        walkers.likely.note_view(&view);
        walkers.start(&view, 6000, |_| false, &mut rng);
        walkers.seen.note(&view);
        for place in (0..40).flat_map(|_| 0..6000) {
            walkers.step(&view, view.unseen(), place, &mut rng);
        }
        assert_posterior(&view, &walkers, 6000.0, &mut rng);
    }

    #[test]
    fn uniform_worlds_are_drawn_by_their_likelihood() {
        let (game, mut rng) = (scopone(), Pcg64Mcg::seed_from_u64(9));
        let played = Played::new(&game, 0, 28, &mut rng);
        let view = played.view(&game, false);
        let mut walkers = walkers(&game);
        walkers.update(&view, walk(6000, 0), &mut rng);
        assert_posterior(&view, &walkers, 6000.0, &mut rng);
    }

    #[test]
    fn worlds_are_carried_into_the_posterior() {
        let (game, mut rng) = (scopone(), Pcg64Mcg::seed_from_u64(10));
        let mut played = Played::new(&game, 0, 24, &mut rng);
        // With the default doubt, random play leaves few likely worlds.
        let config = InferenceConfig {
            doubt: 0.6,
            ..InferenceConfig::default()
        };
        let mut walkers = walkers_with(&game, &config);
        walkers.update(&played.view(&game, false), walk(60_000, 20), &mut rng);
        played.play(&game, 4, &mut rng);
        let view = played.view(&game, false);
        walkers.update(&view, walk(60_000, 0), &mut rng);
        let weights = walkers.walkers.iter().map(|walker| walker.weight);
        assert!(weights.clone().fold(0.0, f64::max) > 1.5 * weights.fold(f64::MAX, f64::min));
        assert_posterior(&view, &walkers, 3000.0, &mut rng);
    }

    #[test]
    fn one_world_is_enough_where_time_is_over() {
        let game = Game::preset("cirulla_4").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(11);
        let mut played = Played::new(&game, 0, 7, &mut rng);
        let mut walkers = walkers(&game);
        let no_time = Walk {
            time: Some(std::time::Duration::ZERO),
            ..walk(16, 8)
        };
        for _ in 0..2 {
            walkers.update(&played.view(&game, false), no_time, &mut rng);
            assert_eq!(walkers.len(), 16);
            played.play(&game, 2, &mut rng);
        }
    }
}
