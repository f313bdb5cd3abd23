//! Few worlds that are worth many, for a policy that costs too much to ask it of hundreds of worlds: they walk.
//!
//! Late in a hand one uniform world in twenty explains what the others did; the rest are weighed for nothing. Here worlds are carried from
//! turn to turn (resample-move: Gilks and Berzuini 2001, JRSS B 63). A world in which somebody did not hold the card that was played is
//! mended: that card and one of theirs change places. Worlds are then drawn anew by how likely what is new was in them. Last, each takes
//! steps (Metropolis et al. 1953): two hidden cards that are not in the same hand change places, and the step is taken with the ratio of the
//! likelihoods of all that hidden seats did in this deal-round, if that is below 1.
//!
//! All worlds count the same. Half of the time for it may go into worlds that are mended, and steps stop when it is over.

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::{below, unit};
use spariglio_engine::{Card, CardSet, State, View, World};

use super::clock::Clock;
use super::config::{InferenceConfig, LEAST_WALKERS, Walk};
use super::likely::Likely;
use super::retrace::{Seen, led_to, retrace};
use crate::net::SparseJudge;

/// Uniform worlds at the start for each that is drawn of them.
const START: usize = 4;

/// Keeps the logarithm of a random number finite.
const LEAST_CHANCE: f32 = 1e-9;

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
    /// Logarithm of the likelihood of what hidden seats did in this deal-round.
    log: f32,
    /// The part of it that is new since the last decision.
    new: f32,
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

    /// Brings the worlds up to a view with its whole history.
    pub(super) fn update(&mut self, view: &View<'_>, walk: Walk, rng: &mut Pcg64Mcg) {
        let clock = Clock::start();
        let is_over = |share: u32| walk.time.is_some_and(|time| clock.elapsed() * 2 > time * share);
        let is_half_over = || is_over(1);
        self.likely.note_view(view);
        if self.seen.is_continued_by(view) {
            self.carry(view, is_half_over, rng);
        } else {
            self.clear();
        }
        if self.walkers.is_empty() {
            self.seen = Seen::default();
            self.start(view, START * walk.worlds, is_half_over, rng);
        }
        let most = if is_half_over() { self.walkers.len() } else { usize::MAX };
        self.draw_again(walk.worlds.min(most), rng);
        self.seen.note(view);
        let count = self.walkers.len();
        for place in (0..walk.steps).flat_map(|_| 0..count) {
            if is_over(2) {
                return;
            }
            self.step(view, place, rng);
        }
    }

    /// A world, each as likely.
    #[inline]
    pub(super) fn draw(&self, rng: &mut Pcg64Mcg) -> &World {
        &self.walkers[below(rng, self.walkers.len() as u32) as usize].world
    }

    /// Uniform worlds; few where time is over.
    fn start(&mut self, view: &View<'_>, count: usize, is_over: impl Fn() -> bool, rng: &mut Pcg64Mcg) {
        let mut sampler = view.sampler();
        for made in 0..count {
            if made >= LEAST_WALKERS && is_over() {
                return;
            }
            let walker = self.judged(view, sampler.sample(rng), f32::MIN);
            self.walkers
                .push(walker.expect("what was done is possible in every consistent world"));
        }
    }

    /// Mends the worlds that the hand has left. Those where that fails are dropped, and all but a few where time is over.
    fn carry(&mut self, view: &View<'_>, is_over: impl Fn() -> bool, rng: &mut Pcg64Mcg) {
        let from = self.seen.len();
        let mut kept = 0;
        for place in 0..self.walkers.len() {
            if kept >= LEAST_WALKERS && is_over() {
                break;
            }
            let world = mended(view, self.walkers[place].world, from, rng);
            if let Some(walker) = self.judged(view, world, f32::MIN) {
                self.walkers[kept] = walker;
                kept += 1;
            }
        }
        self.walkers.truncate(kept);
    }

    /// A world with its likelihood; none where the history is impossible in it, or its logarithm below `least`.
    fn judged(&mut self, view: &View<'_>, mut world: World, least: f32) -> Option<Walker> {
        let (old, mut log, mut new) = (self.seen.len(), 0.0, 0.0);
        retrace(view, &mut world, 0, |world, place, tells| {
            if tells {
                let more = self.likely.log(view, world, place);
                log += more;
                if place >= old {
                    new += more;
                }
            }
            (log >= least).then_some(())
        })?;
        Some(Walker { world, log, new })
    }

    /// Draws so many of the worlds, some of them several times, by the likelihood of what is new (systematic resampling).
    fn draw_again(&mut self, count: usize, rng: &mut Pcg64Mcg) {
        let most = self.walkers.iter().map(|walker| walker.new).fold(f32::MIN, f32::max);
        let weight = |walker: &Walker| (walker.new - most).exp();
        let step = self.walkers.iter().map(weight).sum::<f32>() / count as f32;
        let last = self.walkers.len() - 1;
        let (mut at, mut from, mut end) = (unit(rng) * step, 0, weight(&self.walkers[0]));
        let drawn = (0..count).map(|_| {
            while end <= at && from < last {
                from += 1;
                end += weight(&self.walkers[from]);
            }
            at += step;
            self.walkers[from]
        });
        self.walkers = drawn.collect();
    }

    /// A step of a world, or none.
    fn step(&mut self, view: &View<'_>, place: usize, rng: &mut Pcg64Mcg) {
        let Walker { world, log, .. } = self.walkers[place];
        let Some((one, other)) = hidden_pair(view, &world.state, rng) else {
            return;
        };
        let next = World {
            deal: world.deal.exchanged(one, other),
            ..world
        };
        let least = log + unit(rng).max(LEAST_CHANCE).ln();
        if let Some(walker) = self.judged(view, next, least) {
            self.walkers[place] = walker;
        }
    }
}

/// A card in a hidden hand, and another that is hidden too and not in that hand. After they have changed places, the same pair is as likely.
fn hidden_pair(view: &View<'_>, state: &State, rng: &mut Pcg64Mcg) -> Option<(Card, Card)> {
    let unseen = view.unseen();
    let hands = (0..view.game().players()).map(|seat| state.hand_cards(seat) & unseen);
    let one = any(hands.clone().fold(CardSet::EMPTY, |all, hand| all | hand), rng)?;
    let own = hands.clone().find(|hand| hand.contains(one))?;
    Some((one, any(unseen - own, rng)?))
}

/// A card of a set, each as likely.
fn any(cards: CardSet, rng: &mut Pcg64Mcg) -> Option<Card> {
    let len = cards.len();
    (len > 0).then(|| cards.iter().nth(below(rng, len) as usize).expect("so many cards"))
}

/// A world of an earlier decision in which the seats hold what they have played since, from the history's action `from` on. What cannot be
/// mended is left.
fn mended(view: &View<'_>, mut world: World, from: usize, rng: &mut Pcg64Mcg) -> World {
    let (game, history) = (view.game(), view.history());
    for (place, &action) in history.iter().enumerate().skip(from) {
        let seat = world.state.seat();
        let hand = world.state.hand_cards(seat);
        if let Some(card) = action.card().filter(|&card| !hand.contains(card)) {
            let Some(instead) = any(hand - view.known(seat), rng) else {
                return world;
            };
            world.deal = world.deal.exchanged(card, instead);
            let Some(before) = led_to(game, &world.deal, &history[..place]) else {
                return world;
            };
            world.state = before;
        }
        if world.state.try_apply(game, &world.deal, action).is_err() {
            return world;
        }
    }
    world
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::path::Path;

    use rand::SeedableRng;
    use spariglio_engine::{Action, Deal, Game};

    use super::*;

    fn walkers(game: &Game) -> Walkers {
        let judge = SparseJudge::load(Path::new(""), game).expect("a network that ships");
        Walkers::new(judge.expect("a sparse network"), &InferenceConfig::default())
    }

    fn walk(worlds: usize, steps: u32) -> Walk {
        Walk {
            worlds,
            steps,
            time: None,
        }
    }

    /// A hand of random plays up to the first decision after so many actions; none where it has ended.
    struct Played {
        deal: Deal,
        state: State,
        history: Vec<Action>,
    }

    impl Played {
        fn new(game: &Game, actions: usize, rng: &mut Pcg64Mcg) -> Played {
            let deal = Deal::random(game, 0, rng);
            let mut played = Played {
                deal,
                state: State::new(game, &deal),
                history: Vec::new(),
            };
            played.play(game, actions, rng);
            played
        }

        fn play(&mut self, game: &Game, actions: usize, rng: &mut Pcg64Mcg) {
            for _ in 0..actions {
                let action = self.state.random_action(game, rng);
                self.state.apply(game, &self.deal, action);
                self.history.push(action);
            }
        }

        fn view<'a>(&'a self, game: &'a Game, open: bool) -> View<'a> {
            View::new(game, &self.deal, &self.state, self.state.seat(), open).with_history(&self.history)
        }
    }

    /// The logarithm of the likelihood of a view's history in a world, by the definition: nothing is kept.
    fn likelihood(view: &View<'_>, deal: &Deal) -> f32 {
        let game = view.game();
        let fresh = || walkers(game).likely;
        let mut state = State::new(game, deal);
        let mut log = 0.0;
        for (place, &action) in view.history().iter().enumerate() {
            if !view.sees(state.seat()) && state.deal_round_index() == view.deal_round() {
                let mut likely = fresh();
                likely.note_view(view);
                log += likely.log(view, &World { deal: *deal, state }, place);
            }
            state.apply(game, deal, action);
        }
        log
    }

    #[test]
    fn walkers_know_their_likelihood() {
        for (name, actions, open) in [
            ("scopone", [12, 4], false),
            ("scopone", [12, 4], true),
            ("scopa", [7, 2], false),
            ("cirulla", [9, 2], false),
            ("cirulla_4", [15, 4], false),
            ("cirullone", [9, 5], false),
            ("cicera", [10, 4], false),
        ] {
            let game = Game::preset(name).expect("a preset");
            let mut rng = Pcg64Mcg::seed_from_u64(6);
            let mut played = Played::new(&game, actions[0], &mut rng);
            let mut walkers = walkers(&game);
            walkers.update(&played.view(&game, open), walk(12, 3), &mut rng);
            played.play(&game, actions[1], &mut rng);
            let view = played.view(&game, open);
            walkers.update(&view, walk(12, 3), &mut rng);
            assert_eq!(walkers.len(), 12);
            for walker in &walkers.walkers {
                let expected = likelihood(&view, &walker.world.deal);
                assert!(
                    (walker.log - expected).abs() < 1e-3,
                    "{name}: {}, {expected}",
                    walker.log
                );
                assert_eq!(walker.world.state.seat(), view.seat());
                assert_eq!(walker.world.state.hand_cards(view.seat()), view.hand_cards());
            }
        }
    }

    /// The hidden hands of a world.
    fn hands(view: &View<'_>, world: &World) -> Vec<CardSet> {
        let seats = (0..view.game().players()).filter(|&seat| seat != view.seat());
        seats.map(|seat| world.state.hand_cards(seat)).collect()
    }

    /// The share of each world of a view by the likelihood of the history.
    fn posterior(view: &View<'_>, rng: &mut Pcg64Mcg) -> HashMap<Vec<CardSet>, f64> {
        let mut sampler = view.sampler();
        let mut shares = HashMap::new();
        for _ in 0..2000 {
            let world = sampler.sample(rng);
            shares
                .entry(hands(view, &world))
                .or_insert_with(|| f64::from(likelihood(view, &world.deal)).exp());
        }
        let sum: f64 = shares.values().sum();
        shares.values_mut().for_each(|share| *share /= sum);
        shares
    }

    #[test]
    fn steps_lead_to_the_posterior() {
        let game = Game::preset("scopone").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        let played = Played::new(&game, 28, &mut rng);
        let view = played.view(&game, false);
        let expected = posterior(&view, &mut rng);
        assert_eq!(expected.len(), 90, "six cards in three hands of two");
        let most = expected.values().copied().fold(0.0, f64::max);
        assert!(most > 3.0 / 90.0, "the history tells something: {most}");
        let mut walkers = walkers(&game);
        walkers.likely.note_view(&view);
        walkers.start(&view, 6000, || false, &mut rng);
        walkers.seen.note(&view);
        for place in (0..40).flat_map(|_| 0..6000) {
            walkers.step(&view, place, &mut rng);
        }
        assert_shares(&view, &walkers, &expected);
    }

    #[test]
    fn worlds_are_drawn_by_what_is_new() {
        let game = Game::preset("scopone").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(9);
        let played = Played::new(&game, 28, &mut rng);
        let view = played.view(&game, false);
        let expected = posterior(&view, &mut rng);
        let mut walkers = walkers(&game);
        walkers.update(&view, walk(6000, 0), &mut rng);
        assert_shares(&view, &walkers, &expected);
    }

    fn assert_shares(view: &View<'_>, walkers: &Walkers, expected: &HashMap<Vec<CardSet>, f64>) {
        let mut found: HashMap<Vec<CardSet>, f64> = HashMap::new();
        for walker in &walkers.walkers {
            *found.entry(hands(view, &walker.world)).or_default() += 1.0 / walkers.len() as f64;
        }
        for (hands, share) in expected {
            let found = found.get(hands).copied().unwrap_or(0.0);
            // Five standard errors.
            let error = 5.0 * (share / walkers.len() as f64).sqrt() + 1e-3;
            assert!((found - share).abs() < error, "{found}, expected {share}");
        }
    }

    #[test]
    fn what_was_played_is_mended() {
        let game = Game::preset("scopone_scientifico").expect("a preset");
        let mut rng = Pcg64Mcg::seed_from_u64(10);
        let mut played = Played::new(&game, 16, &mut rng);
        let world = played.view(&game, false).sample_world(&mut rng);
        let from = played.history.len();
        played.play(&game, 4, &mut rng);
        let view = played.view(&game, false);
        let mut mended = mended(&view, world, from, &mut rng);
        assert_ne!(mended.deal, world.deal, "three cards were not where they are now");
        assert!(retrace(&view, &mut mended, 0, |_, _, _| Some(())).is_some());
    }
}
