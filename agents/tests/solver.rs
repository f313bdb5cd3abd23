//! The solver against plain minimax, on late positions of every two-sided game.

use rand_pcg::Pcg64Mcg;
use spariglio_agents::Solver;
use spariglio_agents::solver::SolverError;
use spariglio_engine::random::below;
use spariglio_engine::rules::{DeclarationHands, Majority};
use spariglio_engine::{Action, Deal, Game, RuleSet, State};

/// Most plays that plain minimax searches.
const PLAYS: usize = 9;

/// The games: every preset of two sides, some with other numbers of seats, and rule sets that combine rare options.
fn games() -> Vec<(String, Game)> {
    let mut games: Vec<(String, Game)> = RuleSet::preset_names()
        .iter()
        .map(|name| ((*name).to_owned(), Game::preset(name).unwrap()))
        .filter(|(_, game)| game.sides() == 2)
        .collect();
    for (name, changes) in CHANGES {
        let rules = RuleSet::from_toml(&format!(
            "base = \"{}\"\nname = \"{name}\"\n{changes}",
            name.split(' ').next().unwrap()
        ));
        games.push(((*name).to_owned(), Game::new(rules.unwrap()).unwrap()));
    }
    games
}

const CHANGES: &[(&str, &str)] = &[
    ("scopa 4", "players = 4\nsides = 2\n[deal]\nrounds = [3, 3, 3]"),
    ("scopa 6", "players = 6\nsides = 2\n[deal]\nrounds = [3, 3]"),
    ("cirulla 4", "players = 4\nsides = 2\n[deal]\nrounds = [3, 3, 3]"),
    (
        "cirulla any",
        "[deal]\nrounds = [9, 9]\n[declarations]\nhands = \"any_three\"\n[capture]\nace_with_ace = \"ace_or_fifteen\"",
    ),
    ("scopone sevens", "[score]\nprime = \"most_sevens\"\nlow_meld = \"after_ace\"\nhigh_meld = 3"),
    (
        "scopone ranked",
        "[score]\nprime = \"courts_ranked\"\nprime_missing_suit = \"counts_zero\"\nlow_meld = \"run\"\n[sweep]\nlast_play_scores = true",
    ),
    (
        "scopone zero",
        "[score]\nprime = \"courts_zero\"\nsuit = \"b\"\nlow_meld = \"piccola\"\nhigh_meld = 5\npicada = 1\nquadriglia = 2",
    ),
    (
        "scopa_d_assi itself",
        "[capture]\nace_on_empty = \"takes_itself\"\nfewest = true\n[score]\nshutout = true\npicada = 1",
    ),
    (
        "scopa part",
        "deck = { pack = \"italian40\", ranks = \"A234567\", suits = \"dc\" }\n[deal]\ntable = 1\nrounds = [3, 3]\nmisdeal = \"none\"",
    ),
    (
        "scopone part",
        "deck = { pack = \"italian40\", ranks = \"A2567JQK\", suits = \"dcs\" }\n[deal]\ntable = 4\nrounds = [4]\nmisdeal = \"none\"\n[score]\nlow_meld = \"after_ace\"\nhigh_meld = 3\nshutout = true",
    ),
    (
        "cirulla part",
        "deck = { pack = \"italian40\", ranks = \"A2347JQK\", suits = \"dcb\" }\n[deal]\nrounds = [3, 3]\n[score]\nprime = \"most_sevens\"",
    ),
    ("cicera free", "[score]\nshutout = true\nsimili = 0\nprime = \"most_sevens\""),
];

/// The margin for the side of the seat to act, by exhaustive search.
fn minimax(game: &Game, deal: &Deal, state: &State) -> i32 {
    let side = game.side(state.seat());
    if state.is_over() {
        return state.score(game).margin(side);
    }
    let mut actions = Vec::new();
    state.legal_actions(game, &mut actions);
    actions.iter().map(|&action| after(game, deal, state, action)).max().unwrap()
}

/// The margin for the side of the seat to act after `action`.
fn after(game: &Game, deal: &Deal, state: &State, action: Action) -> i32 {
    let mut next = *state;
    next.apply(game, deal, action);
    let value = minimax(game, deal, &next);
    if game.side(next.seat()) == game.side(state.seat()) {
        value
    } else {
        -value
    }
}

/// Alpha-beta minimax without a transposition table.
fn pruned(game: &Game, deal: &Deal, state: &State, mut alpha: i32, beta: i32) -> i32 {
    let side = game.side(state.seat());
    if state.is_over() {
        return state.score(game).margin(side);
    }
    let mut actions = Vec::new();
    state.legal_actions(game, &mut actions);
    for action in actions {
        let mut next = *state;
        next.apply(game, deal, action);
        let value = if game.side(next.seat()) == side {
            pruned(game, deal, &next, alpha, beta)
        } else {
            -pruned(game, deal, &next, -beta, -alpha)
        };
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// A random deal, played at random until `left` plays are left; `None` if the hand ends before.
fn late(game: &Game, left: usize, rng: &mut Pcg64Mcg) -> Option<(Deal, State)> {
    let deal = Deal::random(game, below(rng, game.players() as u32) as usize, rng);
    let mut state = State::new(game, &deal);
    while !state.is_over() && game.plies() - state.ply() > left {
        let action = state.random_action(game, rng);
        state.apply(game, &deal, action);
    }
    (!state.is_over()).then_some((deal, state))
}

fn check(name: &str, game: &Game, solver: &mut Solver, (deal, state): &(Deal, State), rng: &mut Pcg64Mcg) {
    let expected = minimax(game, deal, state);
    for _ in 0..2 {
        let alpha = expected + below(rng, 9) as i32 - 5;
        let beta = alpha + 1 + below(rng, 3) as i32;
        let bound = solver.search(game, deal, state, alpha, beta);
        let sound = match bound {
            bound if bound <= alpha => expected <= bound,
            bound if bound >= beta => expected >= bound,
            bound => expected == bound,
        };
        assert!(sound, "{name}: bound {bound} of {expected} in {alpha}..{beta}\n{state:?}");
    }
    assert_eq!(solver.value(game, deal, state), expected, "{name}\n{state:?}");
}

#[test]
fn values_and_bounds_are_those_of_minimax() {
    let mut rng = Pcg64Mcg::new(3);
    for (name, game) in games() {
        let mut solver = Solver::new(&game).unwrap();
        for i in 0..900 {
            let Some(position) = late(&game, 1 + i % PLAYS, &mut rng) else {
                continue;
            };
            check(&name, &game, &mut solver, &position, &mut rng);
        }
    }
}

/// A preset of two sides with random scores, so that every score is combined with every other.
fn random_scores(rng: &mut Pcg64Mcg) -> Option<Game> {
    let names = RuleSet::preset_names();
    let mut rules = RuleSet::preset(names[below(rng, names.len() as u32) as usize])?;
    let RuleSet { sweep, score, capture, .. } = rules.shuffled("random", rng);
    (rules.sweep, rules.score, rules.capture.difference) = (sweep, score, capture.difference);
    if sweep.again {
        (rules.declarations.hands, rules.declarations.dealer_bonus) = (DeclarationHands::None, false);
    }
    Game::new(rules).ok().filter(|game| game.sides() == 2)
}

#[test]
fn values_are_those_of_minimax_whatever_scores() {
    let mut rng = Pcg64Mcg::new(9);
    let (mut games, mut own) = (0, [0; 3]);
    while games < 150 {
        let Some(game) = random_scores(&mut rng) else {
            continue;
        };
        games += 1;
        let RuleSet { capture, sweep, score, .. } = game.rules();
        let has = [capture.difference, sweep.again, score.majority == Majority::Fewest];
        own.iter_mut().zip(has).for_each(|(count, has)| *count += usize::from(has));
        let mut solver = Solver::new(&game).unwrap();
        for left in 1..=PLAYS {
            if let Some(position) = late(&game, left, &mut rng) {
                check(&game.rules().to_toml(), &game, &mut solver, &position, &mut rng);
            }
        }
    }
    assert!(own.iter().all(|&games| games > 15), "{own:?} games with a mechanic of their own");
}

#[test]
fn long_endgames_have_the_values_of_pruned_minimax() {
    let mut rng = Pcg64Mcg::new(7);
    for (name, game) in games() {
        let mut solver = Solver::new(&game).unwrap();
        for i in 0..40 {
            let left = if i % 10 == 0 { 16 } else { 10 + i % 3 };
            if game.pack_len() == 52 && left > 11 {
                continue;
            }
            let Some((deal, state)) = late(&game, left, &mut rng) else {
                continue;
            };
            let expected = pruned(&game, &deal, &state, -1000, 1000);
            assert_eq!(solver.value(&game, &deal, &state), expected, "{name}\n{state:?}");
        }
    }
}

#[test]
fn every_action_has_its_value_and_the_best_is_the_first_of_them() {
    let mut rng = Pcg64Mcg::new(4);
    for (name, game) in games() {
        let mut solver = Solver::new(&game).unwrap();
        let (mut actions, mut values, mut legal) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..200 {
            let Some((deal, state)) = late(&game, 1 + i % PLAYS, &mut rng) else {
                continue;
            };
            solver.action_values(&game, &deal, &state, &mut actions, &mut values);
            state.legal_actions(&game, &mut legal);
            assert_eq!(actions, legal);
            let expected: Vec<i32> = actions.iter().map(|&action| after(&game, &deal, &state, action)).collect();
            assert_eq!(values, expected, "{name}");
            let most = *expected.iter().max().unwrap();
            let first = expected.iter().position(|&value| value == most).unwrap();
            assert_eq!(solver.best(&game, &deal, &state), (actions[first], most), "{name}");
        }
    }
}

#[test]
fn a_best_line_ends_in_the_value() {
    let mut rng = Pcg64Mcg::new(5);
    for (name, game) in games() {
        let mut solver = Solver::new(&game).unwrap();
        for _ in 0..20 {
            let Some((deal, state)) = late(&game, 9, &mut rng) else {
                continue;
            };
            let value = solver.value(&game, &deal, &state);
            let mut end = state;
            for action in solver.line(&game, &deal, &state) {
                end.try_apply(&game, &deal, action).unwrap();
            }
            assert!(end.is_over());
            assert_eq!(end.score(&game).margin(game.side(state.seat())), value, "{name}");
        }
    }
}

#[test]
fn games_of_three_sides_are_refused() {
    let game = Game::preset("scopone_messina").unwrap();
    let error = Solver::new(&game).unwrap_err();
    assert_eq!(error, SolverError::Sides { sides: 3 });
    assert!(error.to_string().contains("3 sides"));
}
