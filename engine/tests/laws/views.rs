//! Views: sampled worlds look the same to a seat and agree with all events; hidden cards never show.

use std::collections::HashMap;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::below;
use spariglio_engine::{Action, Card, CardSet, Deal, Game, RuleSet, State, View, World};

use crate::rule_sets;
use crate::sampling::assert_uniform;

/// A hand in progress with its history.
struct Hand {
    deal: Deal,
    state: State,
    history: Vec<Action>,
}

impl Hand {
    fn new(game: &Game, rng: &mut Pcg64Mcg) -> Hand {
        let deal = Deal::random(game, below(rng, game.players() as u32) as usize, rng);
        let state = State::new(game, &deal);
        Hand { deal, state, history: Vec::new() }
    }

    fn advance(&mut self, game: &Game, rng: &mut Pcg64Mcg) {
        let action = self.state.random_action(game, rng);
        self.history.push(action);
        self.state.apply(game, &self.deal, action);
    }

    /// Whether the history is possible from a deal and leads to its state.
    fn agrees(&self, game: &Game, deal: &Deal) -> Option<State> {
        let mut state = State::new(game, deal);
        let mut truth = State::new(game, &self.deal);
        for &action in &self.history {
            if state.seat() != truth.seat() || state.is_declaring() != truth.is_declaring() {
                return None;
            }
            state.try_apply(game, deal, action).ok()?;
            truth.apply(game, &self.deal, action);
        }
        let same_turn = state.seat() == truth.seat() && state.is_declaring() == truth.is_declaring();
        let same_shown = state.declared() == truth.declared() && state.matta() == truth.matta();
        (same_turn && same_shown).then_some(state)
    }
}

fn assert_world(game: &Game, hand: &Hand, view: &View, world: &World, seed: u128) {
    let other = View::new(game, &world.deal, &world.state, view.seat(), view.partners_open());
    assert_eq!(other.observation(), view.observation(), "the world looks the same");
    let replayed = hand.agrees(game, &world.deal).expect("the history is possible in the world");
    assert_eq!(replayed, world.state, "the history leads to the world");
    assert_eq!(world.state.hand_cards(view.seat()), view.hand_cards());
    let mut generators = [Pcg64Mcg::new(seed), Pcg64Mcg::new(seed)];
    let one = view.sample_world(&mut generators[0]);
    let two = other.sample_world(&mut generators[1]);
    assert_eq!((one.deal, one.state), (two.deal, two.state), "hidden cards do not change what is sampled");
    if view.seat() == view.to_act() && !hand.state.is_over() {
        let (mut one, mut two) = (Vec::new(), Vec::new());
        view.legal_actions(&mut one);
        other.legal_actions(&mut two);
        assert_eq!(one, two);
    }
}

fn assert_view(game: &Game, hand: &Hand, view: &View) {
    let state = &hand.state;
    let visible = (0..game.players()).fold(CardSet::EMPTY, |all, seat| all | view.known(seat));
    let hidden: usize = (0..game.players())
        .map(|seat| view.hand_len(seat) - view.known(seat).len() as usize)
        .sum();
    assert_eq!(view.unseen().len() as usize, hidden + view.stock_len());
    assert!((view.unseen() & visible).is_empty());
    for seat in 0..game.players() {
        assert!(state.hand_cards(seat).contains_all(view.known(seat)));
        assert!(view.declared(seat).len() <= game.round_len(view.deal_round()) as u32);
        assert_eq!(view.hand_len(seat), state.hand_cards(seat).len() as usize);
    }
    if game.rules().deal.open {
        assert_eq!(view.unseen().len() as usize, view.stock_len(), "all hands lie open");
    } else if let (false, false) = (view.partners_open(), state.is_over()) {
        let others = (0..game.players()).filter(|seat| *seat != view.seat());
        assert!(
            others
                .map(|seat| view.known(seat))
                .all(|known| state.declared().contains_all(known))
        );
    }
}

/// If two hidden cards are exchanged, the world belongs to the view if it agrees with the declarations. The order of
/// the stock is free.
fn assert_changed_world(game: &Game, hand: &Hand, view: &View, mut world: World, rng: &mut Pcg64Mcg) {
    world.shuffle_stock(game, rng);
    assert_world(game, hand, view, &world, 10);
    let unseen = view.unseen();
    if !unseen.is_empty() {
        let [one, other] = [0; 2].map(|_| unseen.nth(below(rng, unseen.len())));
        world.exchange(game, one, other);
        if view.bonuses_agree(&world.state) {
            assert_world(game, hand, view, &world, 11);
        } else {
            assert_eq!(hand.agrees(game, &world.deal), None);
        }
    }
}

fn watch(game: &Game, rng: &mut Pcg64Mcg) {
    let mut hand = Hand::new(game, rng);
    while !hand.state.is_over() {
        if below(rng, 3) == 0 || hand.state.is_declaring() {
            let observer = below(rng, game.players() as u32) as usize;
            let view = View::new(game, &hand.deal, &hand.state, observer, below(rng, 2) == 0);
            assert_view(game, &hand, &view);
            let world = view.sample_world(rng);
            assert_world(game, &hand, &view, &world, u128::from(below(rng, 1 << 30)));
            let mut sampler = view.sampler();
            for _ in 0..2 {
                let world = sampler.sample(rng);
                assert_world(game, &hand, &view, &world, 9);
                assert_changed_world(game, &hand, &view, world, rng);
            }
        }
        hand.advance(game, rng);
    }
}

#[test]
fn worlds_of_presets_agree_with_the_view() {
    let mut rng = Pcg64Mcg::new(11);
    for game in rule_sets::presets() {
        for _ in 0..6 {
            watch(&game, &mut rng);
        }
    }
}

#[test]
fn worlds_of_random_rule_sets_agree_with_the_view() {
    for seed in 0..600 * crate::soak::soak() {
        let game = rule_sets::random(seed + 5000);
        watch(&game, &mut Pcg64Mcg::new(u128::from(seed)));
    }
}

/// Every deal that gives the hidden cards to other places and agrees with the history.
fn consistent_deals(game: &Game, hand: &Hand, view: &View) -> Vec<Vec<u8>> {
    let cards: Vec<Card> = hand.deal.cards().collect();
    let unseen = view.unseen();
    let places: Vec<usize> = (0..cards.len()).filter(|place| unseen.contains(cards[*place])).collect();
    let pool: Vec<Card> = unseen.iter().collect();
    let mut keys = Vec::new();
    permute(&mut pool.clone(), 0, &mut |order| {
        let mut deal = cards.clone();
        for (place, card) in places.iter().zip(order) {
            deal[*place] = *card;
        }
        if let Ok(deal) = Deal::new(game, hand.deal.dealer(), &deal)
            && let Some(state) = hand.agrees(game, &deal)
        {
            keys.push(key(game, &deal, &state));
        }
    });
    keys.sort();
    keys.dedup();
    keys
}

fn permute(cards: &mut Vec<Card>, from: usize, found: &mut impl FnMut(&[Card])) {
    if from == cards.len() {
        return found(cards);
    }
    for index in from..cards.len() {
        cards.swap(from, index);
        permute(cards, from + 1, found);
        cards.swap(from, index);
    }
}

/// Hands as sets and the stock by the hands that will be dealt from it.
fn key(game: &Game, deal: &Deal, state: &State) -> Vec<u8> {
    let mut key = Vec::new();
    for seat in 0..game.players() {
        key.extend(state.hand_cards(seat).iter().map(Card::index));
        key.push(99);
        for round in state.deal_round_index() + 1..game.deal_rounds() {
            key.extend(deal.hand_cards(game, round, seat).iter().map(Card::index));
        }
    }
    key
}

fn assert_uniform_worlds(rules: &str, hidden: usize, seed: u128, hands: usize) {
    let game = Game::new(RuleSet::from_toml(rules).unwrap()).unwrap();
    let mut rng = Pcg64Mcg::new(seed);
    let mut done = 0;
    for _ in 0..4000 {
        let mut hand = Hand::new(&game, &mut rng);
        while !hand.state.is_over() && done < hands {
            let observer = below(&mut rng, game.players() as u32) as usize;
            let view = View::new(&game, &hand.deal, &hand.state, observer, false);
            let spoken = !hand.history.is_empty() || hand.state.is_declaring();
            if view.unseen().len() as usize <= hidden && view.unseen().len() > 3 && spoken && below(&mut rng, 4) == 0 {
                let keys = consistent_deals(&game, &hand, &view);
                let mut counts: HashMap<Vec<u8>, u32> = keys.iter().map(|key| (key.clone(), 0)).collect();
                let mut sampler = view.sampler();
                for _ in 0..60 * keys.len() {
                    let world = sampler.sample(&mut rng);
                    *counts
                        .get_mut(&key(&game, &world.deal, &world.state))
                        .expect("a consistent deal") += 1;
                }
                assert_uniform(&counts.into_values().collect::<Vec<_>>());
                done += 1;
            }
            hand.advance(&game, &mut rng);
        }
        if done == hands {
            return;
        }
    }
    panic!("too few views with {hidden} hidden cards or fewer");
}

#[test]
fn worlds_are_uniform_over_consistent_deals() {
    assert_uniform_worlds("base = \"scopone_scientifico\"", 7, 1, 12);
    assert_uniform_worlds("base = \"scopa\"", 7, 2, 12);
    assert_uniform_worlds("base = \"cirulla\"\nplayers = 4", 7, 3, 25);
    assert_uniform_worlds("base = \"cirulla\"\n[declarations]\nthree_max_sum = 15", 6, 4, 25);
    assert_uniform_worlds("base = \"cirulla_platform\"\nplayers = 4\n[declarations]\nthree_max_sum = 15", 7, 5, 25);
    assert_uniform_worlds("base = \"cirulla\"\nplayers = 3\n[declarations]\nmode = \"auto\"", 6, 6, 25);
    let few = "base = \"cirullone\"\nplayers = 6\n[deal]\ntable = 34\nrounds = [1]\nmisdeal = \"none\"";
    assert_uniform_worlds(few, 6, 7, 8);
    let any = "base = \"cirullone\"\nplayers = 2\n[deal]\ntable = 30\nrounds = [5]\nmisdeal = \"none\"\n[declarations]\nthree_max_sum = 18\ndealer_bonus = false";
    assert_uniform_worlds(any, 7, 8, 25);
    assert_uniform_worlds(&format!("{any}\nmode = \"auto\""), 7, 9, 25);
}

#[test]
fn shown_cards_lie_where_they_are_and_the_others_anywhere() {
    let mut rng = Pcg64Mcg::new(17);
    for name in RuleSet::preset_names() {
        let game = Game::preset(name).unwrap();
        let mut hand = Hand::new(&game, &mut rng);
        while !hand.state.is_over() {
            let real = World { deal: hand.deal, state: hand.state };
            let cards = CardSet::from_bits(0x5A5A_5A5A_5A5A_5A5A);
            let mut sampler = real.sampler_showing(&game, cards);
            for _ in 0..3 {
                let world = sampler.sample(&mut rng);
                assert!(hand.agrees(&game, &world.deal).is_some(), "{name}");
                for seat in 0..game.players() {
                    let [there, here] = [&world.state, &real.state].map(|state| state.hand_cards(seat));
                    assert_eq!(there.len(), here.len(), "{name}");
                    assert!(there.contains_all(here & cards), "{name}");
                }
            }
            let mut all_shown = real.sampler_showing(&game, game.pack());
            let world = all_shown.sample(&mut rng);
            assert!((0..game.players()).all(|seat| world.state.hand_cards(seat) == real.state.hand_cards(seat)));
            hand.advance(&game, &mut rng);
        }
    }
}
