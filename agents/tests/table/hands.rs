//! Whole hands and chosen deals for the tests.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng;
use spariglio_agents::{Agent, AgentSpec};
use spariglio_engine::{Action, CardSet, Deal, Game, HandScore, RuleSet, State, View};

/// The game of a preset.
pub fn game(preset: &str) -> Game {
    Game::preset(preset).expect("a preset")
}

/// Every preset's game.
pub fn games() -> impl Iterator<Item = Game> {
    RuleSet::preset_names().iter().map(|name| game(name))
}

/// The agent of a spec string.
pub fn agent(spec: &str, game: &Game) -> Box<dyn Agent> {
    let spec: AgentSpec = spec.parse().expect("a spec");
    spec.build(game).expect("an agent")
}

/// A deal in which forehand holds `hand` and the table is `table` (as many cards as the game has
/// there); everything else as it comes. Seat 0 deals.
pub fn deal_with(game: &Game, hand: &str, table: &str) -> Deal {
    let parse = |text: &str| -> Vec<_> {
        let words = text.split_whitespace();
        words
            .map(|word| game.deck().parse_card(word).expect("a card"))
            .collect()
    };
    let (hand, table) = (parse(hand), parse(table));
    let chosen: CardSet = hand.iter().chain(&table).copied().collect();
    let mut rest = (game.pack() - chosen).iter();
    let mut hand = hand.into_iter();
    let mut cards = Vec::new();
    for _ in 0..game.round_len(0) {
        cards.push(hand.next().or_else(|| rest.next()).expect("enough cards"));
        cards.extend(rest.by_ref().take(game.players() - 1));
    }
    cards.extend(table);
    cards.extend(rest);
    Deal::new(game, 0, &cards).expect("a deal")
}

/// What `spec` does first with forehand's `hand` against `table`, as a text.
pub fn first_action(preset: &str, spec: &str, hand: &str, table: &str) -> String {
    let game = game(preset);
    let deal = deal_with(&game, hand, table);
    let state = State::new(&game, &deal);
    let view = View::new(&game, &deal, &state, state.seat(), false);
    agent(spec, &game).act(&view).text(game.deck())
}

/// Plays a hand, `agents[seat % agents.len()]` deciding for a seat; `each` sees every position
/// before it is acted on, with the action.
pub fn play(
    game: &Game,
    deal: &Deal,
    agents: &mut [Box<dyn Agent>],
    mut each: impl FnMut(&View<'_>, Action),
) -> HandScore {
    let mut state = State::new(game, deal);
    let mut history = Vec::new();
    for (index, agent) in agents.iter_mut().enumerate() {
        agent.start_hand(index as u64);
    }
    while !state.is_over() {
        let seat = state.seat();
        let view = View::new(game, deal, &state, seat, false).with_history(&history);
        let count = agents.len();
        let action = agents[seat % count].act(&view);
        each(&view, action);
        history.push(action);
        state.try_apply(game, deal, action).expect("agents act legally");
    }
    state.score(game)
}

/// A generator for tests.
pub fn generator(seed: u64) -> Pcg64Mcg {
    Pcg64Mcg::seed_from_u64(seed)
}
