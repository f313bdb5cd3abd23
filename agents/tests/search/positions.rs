//! Late positions of random hands, and all worlds that fit the view of a seat.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::{Agent, AgentSpec, Hand, Player};
use spariglio_engine::{Action, Card, CardSet, Deal, Game, RuleSet, View, World};

/// The legal actions of the seat to act.
pub fn actions(hand: &Hand<'_>) -> Vec<Action> {
    let mut actions = Vec::new();
    hand.state().legal_actions(hand.game(), &mut actions);
    actions
}

/// The game of a preset.
pub fn game(preset: &str) -> Game {
    Game::preset(preset).expect("a preset")
}

/// Every preset's game.
pub fn games() -> impl Iterator<Item = Game> {
    RuleSet::preset_names().iter().map(|name| game(name))
}

/// The fair agent of a spec string.
pub fn agent(spec: &str, game: &Game) -> Box<dyn Agent> {
    AgentSpec::parse(spec).expect(spec).build(game).expect(spec)
}

/// The player of a spec string, fair or not.
pub fn player(spec: &str, game: &Game) -> Player {
    AgentSpec::parse(spec).expect(spec).build_player(game).expect(spec)
}

/// A generator for tests.
pub fn generator(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}

/// A random hand, played at random until `left` plays are left; `None` if the hand ends before.
pub fn late(game: &Game, left: usize, seed: u64) -> Option<Hand<'_>> {
    let mut rng = generator(seed);
    let deal = Deal::random(game, seed as usize % game.players(), &mut rng);
    let mut hand = Hand::new(game, &deal, false);
    while !hand.is_over() && game.plies() - hand.state().ply() > left {
        let action = hand.state().random_action(game, &mut rng);
        hand.act(action).expect("a legal action");
    }
    (!hand.is_over()).then_some(hand)
}

/// All worlds that fit the view of the seat to act; `None` if there are more than `most` ways to place the unseen
/// cards. Worlds differ if a seat holds other cards, not if only the order of dealing differs.
pub fn worlds(hand: &Hand<'_>, most: usize) -> Option<Vec<World>> {
    let (game, view) = (hand.game(), hand.view());
    let places = hidden_places(game, &view, hand.deal());
    let sizes: Vec<usize> = places.iter().map(Vec::len).collect();
    let unseen: Vec<Card> = view.unseen().iter().collect();
    assert_eq!(sizes.iter().sum::<usize>(), unseen.len());
    if ways(&sizes) > most as f64 {
        return None;
    }
    let mut cards: Vec<Card> = hand.deal().cards().collect();
    let mut hands = Vec::new();
    place_all(&places, &unseen, &mut cards, &mut |cards| {
        let deal = Deal::new(game, hand.deal().dealer(), cards).expect("the table is as it was");
        hands.extend(replay(deal, hand));
    });
    Some(hands)
}

/// The places of unseen cards in the deal: one list per hand, of this deal-round and later ones, and one list of those
/// that are never dealt.
fn hidden_places(game: &Game, view: &View<'_>, deal: &Deal) -> Vec<Vec<usize>> {
    let unseen = view.unseen();
    let mut hands = Vec::new();
    for round in view.deal_round()..game.deal_rounds() {
        for seat in 0..game.players() {
            let hidden = deal.hand_cards(game, round, seat) & unseen;
            let at = |card| deal.cards().position(|other| other == card).expect("a card of the pack");
            hands.push(hidden.iter().map(at).collect());
        }
    }
    hands.push((game.dealt_len()..game.pack_len()).collect());
    hands
}

fn ways(sizes: &[usize]) -> f64 {
    let factorial = |n: usize| (1..=n).map(|k| k as f64).product::<f64>();
    let below: f64 = sizes.iter().map(|&size| factorial(size)).product();
    factorial(sizes.iter().sum()) / below
}

/// Calls `each` with every way to put `cards` into the hands' places, once per set of cards in a hand.
fn place_all(hands: &[Vec<usize>], cards: &[Card], deal: &mut Vec<Card>, each: &mut impl FnMut(&[Card])) {
    let Some((hand, others)) = hands.split_first() else {
        each(deal);
        return;
    };
    for chosen in subsets(cards, hand.len()) {
        for (&place, card) in hand.iter().zip(chosen) {
            deal[place] = card;
        }
        let rest: Vec<Card> = cards.iter().copied().filter(|&card| !chosen.contains(card)).collect();
        place_all(others, &rest, deal, each);
    }
}

/// All sets of `size` of the cards.
fn subsets(cards: &[Card], size: usize) -> Vec<CardSet> {
    let masks = (0u32..1 << cards.len()).filter(|mask| mask.count_ones() as usize == size);
    let set = |mask: u32| {
        let chosen = (0..cards.len()).filter(|i| mask >> i & 1 != 0);
        chosen.map(|i| cards[i]).collect()
    };
    masks.map(set).collect()
}

/// The world of a deal after the hand's history; `None` if the history is impossible in it or the view differs.
fn replay(deal: Deal, hand: &Hand<'_>) -> Option<World> {
    let mut other = Hand::new(hand.game(), &deal, false);
    for &action in hand.history() {
        other.act(action).ok()?;
    }
    (other.view().observation() == hand.view().observation()).then_some(*other.world())
}
