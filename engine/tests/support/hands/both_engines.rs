//! A hand that both engines play: same legal actions, same states, same scores. Cards are conserved.

use rand::Rng;
use spariglio_engine::random::below;
use spariglio_engine::{Action, Card, CardSet, Deal, Game, RuleSet, State};

use spariglio_reference::{Reference, scores};

fn set(cards: &[Card]) -> CardSet {
    cards.iter().copied().collect()
}

/// Every card is in exactly one place.
fn assert_conserved(game: &Game, deal: &Deal, state: &State) {
    let mut union = CardSet::EMPTY;
    let mut count = 0;
    let stock = deal.cards().skip(game.round_start(state.deal_round_index() + 1));
    let stock = stock.map(CardSet::single);
    let hands = (0..game.players()).map(|seat| state.hand_cards(seat));
    let piles = (0..game.sides()).map(|side| state.pile(side));
    for place in stock.chain(hands).chain(piles).chain([state.table()]) {
        union |= place;
        count += place.len();
    }
    assert_eq!((union, count as usize), (game.pack(), game.pack_len()));
}

fn assert_same(game: &Game, state: &State, reference: &Reference) {
    assert_eq!(state.is_over(), reference.over);
    assert_eq!(state.table(), set(&reference.table), "table");
    assert_eq!(state.last_capture(), reference.last_capture);
    assert_eq!(state.shutout(), reference.shutout);
    for side in 0..game.sides() {
        assert_eq!(state.pile(side), set(&reference.piles[side]), "pile {side}");
    }
    if !state.is_over() {
        assert_eq!(state.seat(), reference.seat);
        assert_eq!(state.is_declaring(), !reference.declarations().is_empty());
        for seat in 0..game.players() {
            assert_eq!(state.hand_cards(seat), set(&reference.hands[seat]), "hand {seat}");
        }
    }
}

fn assert_legal(game: &Game, state: &State, reference: &Reference, actions: &mut Vec<Action>) {
    state.legal_actions(game, actions);
    assert!(
        actions.is_sorted_by(|one, other| canonical(*one) < canonical(*other)),
        "canonical order of {actions:?}"
    );
    assert_eq!(state.count_actions(game), actions.len());
    let mut expected = reference.legal();
    let mut legal = actions.clone();
    expected.sort();
    legal.sort();
    let texts = |list: &[Action]| list.iter().map(|action| action.text(game.deck())).collect::<Vec<_>>();
    assert_eq!(texts(&legal), texts(&expected), "table {}", state.table().text(game.deck()));
    for action in actions.iter() {
        assert_eq!(Action::parse(&action.text(game.deck()), game.deck()), Ok(*action));
        assert_eq!(Action::from_bits(action.to_bits()), Some(*action));
    }
}

/// Plays by card, then by mask; declarations by their cards, then the value; `pass` last.
pub fn canonical(action: Action) -> (u8, Vec<Card>, u64) {
    match action.kind() {
        spariglio_engine::ActionKind::Play { card, captured } => (0, vec![card], captured.bits()),
        spariglio_engine::ActionKind::Declare { cards, matta } => (1, cards.iter().collect(), matta.into()),
        spariglio_engine::ActionKind::Pass => (2, Vec::new(), 0),
    }
}

/// Actions near the legal ones, and their neighbours in bits, are refused unless they are listed.
fn assert_only_listed(game: &Game, deal: &Deal, state: &State, actions: &[Action], rng: &mut impl Rng) {
    let mut candidates = vec![Action::PASS];
    for action in actions.iter().take(8) {
        let flipped = 1u64 << below(rng, 60);
        candidates.extend(Action::from_bits(action.to_bits() ^ flipped));
        candidates.push(Action::play(Card::new(below(rng, game.pack_len() as u32) as u8), action.captured()));
    }
    for card in state.table() | state.hand_cards(state.seat()) {
        candidates.push(Action::play(card, CardSet::EMPTY));
        candidates.push(Action::play(card, state.table()));
    }
    for action in candidates {
        let mut copy = *state;
        let legal = actions.contains(&action);
        let in_pack =
            action.card().is_none_or(|card| game.pack().contains(card)) && game.pack().contains_all(action.captured());
        if in_pack && matches!(action.kind(), spariglio_engine::ActionKind::Play { .. }) {
            assert_eq!(copy.try_apply(game, deal, action).is_ok(), legal, "{}", action.text(game.deck()));
            assert!(legal || copy == *state, "a refused action changes nothing");
        }
    }
}

fn assert_scores(game: &Game, state: &State, reference: &Reference) {
    let score = state.score(game);
    for (side, expected) in scores(reference).iter().enumerate() {
        let side_score = score.side(side);
        assert_eq!(usize::from(side_score.cards), expected.cards);
        assert_eq!(usize::from(side_score.suit), expected.suit);
        assert_eq!(side_score.prime.map(i32::from), expected.prime, "prime of side {side}");
        assert_eq!(side_score.points, expected.points, "points of side {side}");
        assert_eq!(score.by_kind(side), expected.points);
    }
    assert_eq!(score.shutout(), reference.shutout);
    assert_eq!(score.last_capture(), reference.last_capture);
    for side in 0..game.sides() {
        assert_eq!(state.margin(game, side), score.margin(side));
    }
    if game.sides() == 2 {
        assert_eq!(score.margin(0) + score.margin(1), 0);
    }
}

/// Plays one hand on both engines and checks every law in every position. The plain engine plays by `rules`.
pub fn play(rules: &RuleSet, game: &Game, rng: &mut impl Rng) {
    let dealer = below(rng, game.players() as u32) as usize;
    let deal = Deal::random(game, dealer, rng);
    let cards: Vec<Card> = deal.cards().collect();
    let mut state = State::new(game, &deal);
    let mut reference = Reference::new(rules, dealer, &cards);
    let mut actions = Vec::new();
    assert_same(game, &state, &reference);
    while !state.is_over() {
        assert_conserved(game, &deal, &state);
        assert_legal(game, &state, &reference, &mut actions);
        if below(rng, 4) == 0 {
            assert_only_listed(game, &deal, &state, &actions, rng);
        }
        let action = if below(rng, 2) == 0 {
            state.random_action(game, rng)
        } else {
            actions[below(rng, actions.len() as u32) as usize]
        };
        assert!(actions.contains(&action), "random action {}", action.text(game.deck()));
        reference.apply(action);
        state.try_apply(game, &deal, action).unwrap();
        assert_same(game, &state, &reference);
    }
    assert_conserved(game, &deal, &state);
    state.legal_actions(game, &mut actions);
    assert!(actions.is_empty() && state.count_actions(game) == 0);
    assert!(state.try_apply(game, &deal, Action::PASS).is_err());
    assert_scores(game, &state, &reference);
    if let Some(first) = cards.first() {
        assert!(state.try_apply(game, &deal, Action::play(*first, CardSet::EMPTY)).is_err());
    }
}
