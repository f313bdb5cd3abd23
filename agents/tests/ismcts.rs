//! `ismcts` at the table: exact in open endgames, takes obviously best actions, beats players that do not search.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::{Agent, AgentSpec, Budget};
use spariglio_engine::{Action, Card, Deal, Game, RuleSet, State, View};

fn game(preset: &str) -> Game {
    Game::preset(preset).expect("a preset")
}

fn agent(spec: &str, game: &Game) -> Box<dyn Agent> {
    AgentSpec::parse(spec).expect("a spec").build(game).expect("an agent")
}

/// Margin of seat 0's side if both sides play best with all cards open.
fn exact(game: &Game, deal: &Deal, state: &State) -> i32 {
    if state.is_over() {
        return state.score(game).margin(0);
    }
    let values = legal(game, state)
        .into_iter()
        .map(|action| exact(game, deal, &after(game, deal, state, action)));
    if game.side(state.seat()) == 0 {
        values.max()
    } else {
        values.min()
    }
    .expect("a legal action")
}

fn legal(game: &Game, state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    state.legal_actions(game, &mut actions);
    actions
}

fn after(game: &Game, deal: &Deal, state: &State, action: Action) -> State {
    let mut next = *state;
    next.apply(game, deal, action);
    next
}

/// A random hand, played until at most `left` plays are left; `None` if it is over then.
fn endgame(game: &Game, seed: u64, left: usize) -> Option<(Deal, State)> {
    let mut rng = Pcg64Mcg::new(u128::from(seed) << 1 | 1);
    let deal = Deal::random(game, seed as usize % game.players(), &mut rng);
    let mut state = State::new(game, &deal);
    while !state.is_over() && (game.plies() - state.ply() > left || state.is_declaring()) {
        let action = state.random_action(game, &mut rng);
        state.apply(game, &deal, action);
    }
    (!state.is_over()).then_some((deal, state))
}

#[test]
fn plays_open_endgames_of_two_perfectly() {
    for name in RuleSet::preset_names() {
        let game = game(name);
        let is_open = game.dealt_len() == game.pack_len() && game.round_len(game.deal_rounds() - 1) >= 3;
        if game.players() != 2 || !is_open {
            continue;
        }
        let mut search = agent("ismcts:simulations=10000:exploration=2.5:rollout=random", &game);
        for seed in 0..16 {
            let Some((deal, state)) = endgame(&game, seed, 5 + seed as usize % 2) else {
                continue;
            };
            let view = View::new(&game, &deal, &state, state.seat(), false);
            let decision = search.decide(&view, Budget::OWN);
            let best = exact(&game, &deal, &state);
            let reached = exact(&game, &deal, &after(&game, &deal, &state, decision.action));
            assert_eq!(reached, best, "{name}, seed {seed}");
            let sign = if game.side(state.seat()) == 0 { 1.0 } else { -1.0 };
            let error = decision.value - sign * best as f32 / 10.0;
            assert!(error.abs() < 0.15, "{name}, seed {seed}: value off by {error}");
        }
    }
}

/// Forehand's first action with `hand` against `table`; the other cards are arbitrary.
fn first_action(preset: &str, hand: &str, table: &str) -> String {
    let game = game(preset);
    let parse = |text: &str| -> Vec<Card> {
        let cards = text.split(' ').map(|word| game.deck().parse_card(word));
        cards.collect::<Result<_, _>>().expect("cards")
    };
    let (hand, table) = (parse(hand), parse(table));
    let mut rest = game.pack().iter().filter(|card| !hand.contains(card) && !table.contains(card));
    let mut cards = Vec::new();
    for &card in &hand {
        cards.push(card);
        cards.extend(rest.by_ref().take(game.players() - 1));
    }
    cards.extend(&table);
    cards.extend(rest);
    let deal = Deal::new(&game, 0, &cards).expect("a deal");
    let state = State::new(&game, &deal);
    let view = View::new(&game, &deal, &state, state.seat(), false);
    agent("ismcts:simulations=3000", &game).act(&view).text(game.deck())
}

#[test]
fn takes_what_is_obviously_best() {
    assert_eq!(first_action("scopa", "Kb 2c 5s", "Ad 2d 3c 4s"), "Kb x Ad 2d 3c 4s");
    assert_eq!(first_action("scopa", "7s 2c Kb", "7d Qs 4b Jc"), "7s x 7d");
    assert_eq!(first_action("cirulla", "Ab 6c 4s", "5d Qs 3c 7d"), "Ab x 3c 5d 7d Qs");
    let hand = "7s Kb Kc 2b 3b 4b 5b 6b Jb";
    assert_eq!(first_action("scopone", hand, "7d Qs Qc Qb"), "7s x 7d");
}

/// Mean margin of `spec` against `other`, in points, over both seatings of each deal, and its standard error.
fn duel(preset: &str, spec: &str, other: &str, deals: u64) -> (f64, f64) {
    let game = game(preset);
    let mut players = [agent(spec, &game), agent(other, &game)];
    let results: Vec<f64> = (0..deals).map(|seed| duplicate(&game, &mut players, seed)).collect();
    let mean = results.iter().sum::<f64>() / deals as f64;
    let squares: f64 = results.iter().map(|result| (result - mean).powi(2)).sum();
    (mean, (squares / (deals * (deals - 1)) as f64).sqrt())
}

fn duplicate(game: &Game, players: &mut [Box<dyn Agent>; 2], seed: u64) -> f64 {
    let deal = Deal::random(game, 0, &mut Pcg64Mcg::new(u128::from(seed) << 1 | 1));
    let mut total = 0;
    for first in 0..2 {
        for player in players.iter_mut() {
            player.start_hand(seed);
        }
        let mut state = State::new(game, &deal);
        while !state.is_over() {
            let view = View::new(game, &deal, &state, state.seat(), false);
            let player = (game.side(state.seat()) + first) % 2;
            let action = players[player].act(&view);
            state.apply(game, &deal, action);
        }
        total += state.score(game).margin(first);
    }
    f64::from(total) / 2.0
}

#[test]
fn beats_players_that_do_not_search() {
    for preset in ["scopone_scientifico", "cirulla"] {
        for (simulations, other, deals) in [(100, "random", 25), (400, "greedy", 80)] {
            let spec = format!("ismcts:simulations={simulations}");
            let (mean, error) = duel(preset, &spec, other, deals);
            assert!(mean > 2.5 * error, "{preset} against {other}: {mean} +- {error}");
        }
    }
}

#[test]
fn same_seed_and_simulations_same_hand() {
    for preset in ["scopone", "cirulla", "cicera", "scopone_messina"] {
        let game = game(preset);
        let play = |seed| {
            let mut player = agent("ismcts:simulations=200", &game);
            player.start_hand(seed);
            let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(9));
            let mut state = State::new(&game, &deal);
            let mut decisions = Vec::new();
            while !state.is_over() {
                let view = View::new(&game, &deal, &state, state.seat(), false);
                let decision = player.decide(&view, Budget::OWN);
                state.apply(&game, &deal, decision.action);
                decisions.push((decision.actions, decision.policy, decision.value));
            }
            decisions
        };
        assert_eq!(play(1), play(1), "{preset}");
        assert_ne!(play(1), play(2), "{preset}");
    }
}

#[test]
fn a_budget_of_time_is_kept() {
    let game = game("scopone_scientifico");
    let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(3));
    let state = State::new(&game, &deal);
    let view = View::new(&game, &deal, &state, state.seat(), false);
    let decision = agent("ismcts", &game).decide(&view, Budget::millis(20));
    assert!(decision.stats.millis >= 20.0);
    assert!(decision.stats.simulations > 100);
    let capped = Budget { simulations: Some(64), millis: Some(10_000) };
    assert_eq!(agent("ismcts", &game).decide(&view, capped).stats.simulations, 64);
}

#[test]
fn a_hand_without_its_history_is_played() {
    for spec in ["ismcts:simulations=30", "pimc:worlds=2:depth=1"] {
        for preset in ["cirulla", "cirullone", "scopone", "cicera"] {
            let game = game(preset);
            let mut player = agent(spec, &game);
            for seed in 0..40 {
                let deal = Deal::random(&game, 0, &mut Pcg64Mcg::new(u128::from(seed as u64) << 1 | 1));
                let mut state = State::new(&game, &deal);
                while state.ply() < 6 {
                    let view = View::new(&game, &deal, &state, state.seat(), false);
                    state.apply(&game, &deal, player.act(&view));
                }
            }
        }
    }
}
