//! Worlds that walk towards those in which a network would have played as the others did.
//!
//! Late in a hand one uniform world in twenty explains the others' plays; the effort for the rest is wasted. Here
//! worlds are carried from turn to turn (resample-move: Gilks and Berzuini 2001, JRSS B 63). If a seat did not hold the
//! card that it played, the world is repaired: that card and one of the seat's change places. Worlds are then resampled
//! in proportion to the growth of their likelihood. This is exact if nothing is declared, because each world is then
//! reached from equally many others; otherwise nearly so. Last, each world takes steps (Metropolis et al. 1953): two
//! hidden cards that are not in the same hand change places. A step is accepted with the ratio of the likelihoods of
//! the hidden seats' plays in this deal-round, if that is below 1.
//!
//! All worlds count the same. The order of the stock is no evidence and is shuffled at each draw. After half of its
//! time, inference stops querying the network, after three quarters carrying and sampling worlds, at the end steps.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::{below, shuffle_front, unit};
use spariglio_engine::{Card, CardSet, Game, State, View, World};

use super::clock::Clock;
use super::config::{LEAST_WALKERS, Walk};
use super::likely::PlayLikelihood;
use super::retrace::{Track, agrees, retrace};
use crate::agent::Stop;
use crate::net::SparseJudge;

/// Uniform worlds sampled at the start per world that is kept.
const START: usize = 4;

/// Steps per check of the clock.
const STEPS_A_LOOK: usize = 16;

/// Walking worlds of one seat's hand in progress.
#[derive(Clone, Debug)]
pub(crate) struct Walkers {
    likely: PlayLikelihood,
    walkers: Vec<Walker>,
    seen: Track,
}

/// A world with its likelihood.
#[derive(Copy, Clone, Debug)]
struct Walker {
    world: World,
    /// Likelihood of the hidden seats' plays in this deal-round.
    likelihood: f64,
    /// Weight for resampling: the growth of the likelihood by the last actions.
    weight: f64,
}

impl Walkers {
    /// `judge` is the policy that the others are assumed to follow, mixed with `doubt` of uniform play.
    pub(crate) fn new(judge: SparseJudge, doubt: f32, asked_per_card: usize) -> Walkers {
        Walkers {
            likely: PlayLikelihood::new(judge, doubt, asked_per_card),
            walkers: Vec::new(),
            seen: Track::default(),
        }
    }

    /// Number of worlds.
    pub(super) fn len(&self) -> usize {
        self.walkers.len()
    }

    /// Forgets all worlds.
    pub(crate) fn clear(&mut self) {
        self.likely.clear();
        self.walkers.clear();
        self.seen = Track::default();
    }

    /// Updates the worlds to a view with its whole history. Returns `false`, and has no worlds, if the history tells
    /// nothing about the hidden cards.
    pub(crate) fn update(&mut self, view: &View<'_>, walk: Walk, rng: &mut Pcg64Mcg) -> bool {
        let (clock, stop) = (Clock::start(), Stop::current());
        let is_late = |quarters: u32| walk.time.is_some_and(|time| clock.elapsed() * 4 > time * quarters);
        let is_over = |quarters: u32| stop.as_ref().is_some_and(Stop::is_due) || is_late(quarters);
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
            // A check of the clock costs as much as a step.
            if step % STEPS_A_LOOK == 0 && is_over(4) {
                break;
            }
            self.step(view, unseen, place, rng);
        }
        true
    }

    /// The worlds, some of them several times. The order of their stock is no evidence.
    pub(crate) fn worlds(&self) -> impl Iterator<Item = &World> {
        self.walkers.iter().map(|walker| &walker.world)
    }

    /// Draws a world uniformly.
    #[inline]
    pub(super) fn draw(&self, game: &Game, rng: &mut Pcg64Mcg) -> World {
        let mut world = self.walkers[below(rng, self.walkers.len() as u32) as usize].world;
        world.shuffle_stock(game, rng);
        world
    }

    /// Samples uniform worlds, at least one.
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
            Walker { world, likelihood, weight: likelihood }
        }));
    }

    /// Queries the network about a world's hand at each play of a hidden seat; returns whether it made any query.
    fn ask_of_all(&mut self, view: &View<'_>, world: &World) -> bool {
        let (mut world, mut asks) = (*world, false);
        let done = retrace(view, &mut world, 0, |before, place, _| {
            asks |= self.likely.ask(view, before, place);
        });
        done.expect("what was done is possible in every consistent world");
        asks
    }

    /// Carries the worlds to the view. Drops those that cannot continue and, when three quarters of the time are over,
    /// all that remain to be carried. Keeps at least one if any can continue.
    fn carry(&mut self, view: &View<'_>, is_over: impl Fn(u32) -> bool, rng: &mut Pcg64Mcg) {
        let from = self.seen.history().len();
        let mut count = 0;
        for place in 0..self.walkers.len() {
            if count > 0 && is_over(3) {
                break;
            }
            let (mut walker, asks) = (self.walkers[place], !is_over(2));
            if self.replay_from(view, &mut walker.world, from, asks, rng).is_some() {
                self.walkers[count] = walker;
                count += 1;
            }
        }
        self.walkers.truncate(count);
        // Only plays since the last view can have new answers; the fits of older ones stay as they are.
        self.likely.learn(from);
        for walker in &mut self.walkers {
            let likelihood = self.likely.likelihood(&walker.world.state);
            // The old likelihood is in the number of its copies already.
            walker.weight = likelihood / walker.likelihood;
            walker.likelihood = likelihood;
        }
    }

    /// Replays the history from its action `from` on in a world of the last decision. If a seat does not hold the card
    /// that it played, repairs the world. Queries the network about the hands if `asks`. `None` if no world of the view
    /// is left.
    fn replay_from(
        &mut self,
        view: &View<'_>,
        world: &mut World,
        from: usize,
        asks: bool,
        rng: &mut Pcg64Mcg,
    ) -> Option<()> {
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

    /// Resamples `count` worlds in proportion to their weights (systematic resampling).
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
        // Copies of a world must not stay adjacent: time may suffice for the first worlds only.
        shuffle_front(&mut self.walkers, count, rng);
    }

    /// Tries one step of a world.
    fn step(&mut self, view: &View<'_>, unseen: CardSet, place: usize, rng: &mut Pcg64Mcg) {
        let walker = &mut self.walkers[place];
        let Some((one, other)) = hidden_pair(view.game(), &walker.world.state, unseen, rng) else {
            return;
        };
        let mut next = walker.world;
        next.exchange(view.game(), one, other);
        let likelihood = self.likely.likelihood(&next.state);
        // A likelier world is always taken. A less likely one is taken sometimes, so that walkers spread over all worlds.
        let is_taken = f64::from(unit(rng)) * walker.likelihood < likelihood;
        if is_taken && view.bonuses_agree(&next.state) {
            (walker.world, walker.likelihood) = (next, likelihood);
        }
    }
}

/// A card in a hidden hand, and another hidden card outside that hand. When they have changed places, the same pair is
/// equally likely, as Metropolis steps require.
fn hidden_pair(game: &Game, state: &State, unseen: CardSet, rng: &mut Pcg64Mcg) -> Option<(Card, Card)> {
    let hands = (0..game.players()).map(|seat| state.hand_cards(seat) & unseen);
    let one = any(hands.clone().fold(CardSet::EMPTY, |all, hand| all | hand), rng)?;
    let own = hands.clone().find(|hand| hand.contains(one))?;
    Some((one, any(unseen - own, rng)?))
}

/// A uniformly drawn card of a set; `None` if it is empty.
fn any(cards: CardSet, rng: &mut Pcg64Mcg) -> Option<Card> {
    let len = cards.len();
    (len > 0).then(|| cards.nth(below(rng, len)))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use std::collections::HashMap;

    use super::super::played::Played;
    use super::super::retrace::led_to;
    use super::*;

    fn scopone() -> Game {
        Game::preset("scopone").expect("a preset")
    }

    fn walkers(game: &Game) -> Walkers {
        walkers_with(game, 0.05)
    }

    fn walkers_with(game: &Game, doubt: f32) -> Walkers {
        let judge = SparseJudge::load(&Default::default(), game).expect("a network that ships");
        Walkers::new(judge, doubt, 10)
    }

    fn walk(worlds: usize, steps: u32) -> Walk {
        Walk { worlds, steps, time: None }
    }

    #[test]
    fn walkers_are_worlds_of_the_view() {
        for (name, open) in [
            ("scopone", false),
            ("scopone", true),
            ("scopa", false),
            ("cirulla", false),
            // Bonuses show without an action here, so a repaired hand may show another.
            ("cirulla_platform", false),
            ("cirulla_4", false),
            ("cirullone", false),
            ("cicera", false),
        ] {
            let views = (0..60).filter(|&seed| assert_worlds(name, open, seed));
            assert!(views.count() >= 20, "{name}");
        }
    }

    /// Asserts, at two successive decisions, that the history leads to the worlds and that their likelihoods are right.
    /// Returns whether there are worlds.
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

    /// Asserts that the walkers are distributed over the view's worlds like the likelihoods, as closely as
    /// `independent` independent draws would be.
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
        let mut shares: HashMap<Vec<CardSet>, f64> = HashMap::new();
        for walker in &walkers.walkers {
            *shares.entry(hands(view, &walker.world)).or_default() += 1.0 / walkers.len() as f64;
        }
        for (hands, likelihood) in expected {
            let (frequency, share) = (shares.get(&hands).copied().unwrap_or(0.0), likelihood / sum);
            // Five standard errors.
            let error = 5.0 * (share / independent).sqrt() + 1e-3;
            assert!((frequency - share).abs() < error, "{frequency}, expected {share}");
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
        let mut walkers = walkers_with(&game, 0.6);
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
        let no_time = Walk { time: Some(std::time::Duration::ZERO), ..walk(16, 8) };
        for _ in 0..2 {
            walkers.update(&played.view(&game, false), no_time, &mut rng);
            assert_eq!(walkers.len(), 16);
            played.play(&game, 2, &mut rng);
        }
    }
}
