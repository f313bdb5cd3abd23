//! The rows agree with the hands that were played.

use crate::common::Run;
use spariglio_agents::net::inputs::{ActionInputs, Encoder, Residual};
use spariglio_engine::hand::UTILITY_SCALE;
use spariglio_engine::{Action, Game, State, View};
use spariglio_selfplay::row::KINDS;
use spariglio_selfplay::{RowHand, ShardRows};

const DATA: &str = r#"
[data]
agents = ["random"]
inputs = true
shards = 2
hands_per_shard = 40
"#;

/// Replays every hand of a shard from its rows alone, and compares each row with the engine.
fn check(preset: &str) {
    let run = Run::new(preset, DATA);
    run.generate(2).expect("generated");
    let game = &run.job().game;
    let (rows, hands) = run.hands(1);
    assert_eq!(hands.len(), 40);
    let mut encoder = Encoder::new(game);
    let mut legal: Vec<Action> = Vec::new();
    for RowHand { deal, rows: range } in hands {
        let (mut state, mut history) = (State::new(game, &deal), Vec::new());
        for row in range.clone() {
            assert_eq!(usize::from(rows.seat[row]), state.seat());
            assert_eq!(usize::from(rows.ply[row]), state.ply());
            check_cards(game, &rows, row, &state);
            state.legal_actions(game, &mut legal);
            let bits: Vec<u64> = legal.iter().map(|action| action.to_bits()).collect();
            assert_eq!(bits, rows.actions.row(row));
            let sum: f32 = rows.policy.row(row).iter().sum();
            assert!((sum - 1.0).abs() < 1e-5, "policy sums to {sum}");
            let view = View::new(game, &deal, &state, state.seat(), false).with_history(&history);
            check_inputs(&mut encoder, &view, &legal, &rows, row);
            let action = Action::from_bits(rows.action[row]).expect("an action");
            state.try_apply(game, &deal, action).expect("a legal action");
            history.push(action);
        }
        assert!(state.is_over());
        check_end(game, &rows, range, &state);
    }
    assert_eq!(rows.hand.last().map(|hand| hand & 0xfffff), Some(39));
}

/// Checks the inputs of the view and of each action.
fn check_inputs(encoder: &mut Encoder, view: &View<'_>, legal: &[Action], rows: &ShardRows, row: usize) {
    let (mut of_view, mut of_actions, mut residual) = (Vec::new(), ActionInputs::default(), Vec::new());
    encoder.view(view, &encoder.refusals(view), &mut of_view);
    encoder.actions(view, legal, Residual::Formula, &mut of_actions, &mut residual);
    assert_eq!((of_view, residual), (rows.inputs.row(row).to_vec(), rows.residual.row(row).to_vec()));
    let (inputs, ends) = (rows.action_inputs.row(row), rows.action_ends.row(row));
    assert_eq!((ends.len(), usize::from(ends[ends.len() - 1])), (legal.len(), inputs.len()));
    let starts = [0].iter().chain(ends);
    for (action, (&start, &end)) in starts.zip(ends).enumerate() {
        assert_eq!(inputs[start.into()..end.into()], *of_actions.of(action));
    }
}

/// Checks the cards of a row, hidden ones included.
fn check_cards(game: &Game, rows: &ShardRows, row: usize, state: &State) {
    assert_eq!(rows.table_cards[row], state.table().bits());
    assert_eq!(rows.declared[row], state.declared().bits());
    assert_eq!(rows.matta[row], state.matta());
    let (own, sides) = (game.side(state.seat()), game.sides());
    let piles: Vec<u64> = (0..sides).map(|j| state.pile((own + j) % sides).bits()).collect();
    assert_eq!(rows.piles.row(row), piles);
    let hands: Vec<u64> = (0..game.players()).map(|seat| state.hand_cards(seat).bits()).collect();
    assert_eq!(rows.oracle_hands.row(row), hands);
}

/// Checks points, shutout and utility in the rows of a hand that ended in `state`.
fn check_end(game: &Game, rows: &ShardRows, hand: std::ops::Range<usize>, state: &State) {
    let score = state.score(game);
    for row in hand {
        let own = game.side(usize::from(rows.seat[row]));
        let points = rows.points.row(row);
        for relative in 0..game.sides() {
            let side = (own + relative) % game.sides();
            let expected = score.by_kind(side);
            assert_eq!(points[relative * KINDS..][..KINDS], expected);
        }
        let utility = score.margin(own) as f32 / UTILITY_SCALE;
        assert_eq!(rows.utility[row], utility);
        let side = |points: &[i32]| points.iter().map(|points| *points as f32).sum::<f32>();
        if rows.shutout[row] < 0 {
            let others = points[KINDS..].chunks(KINDS).map(side).fold(f32::MIN, f32::max);
            let margin = side(&points[..KINDS]) - others;
            assert!((margin / UTILITY_SCALE - utility).abs() < 1e-5);
        } else {
            assert_eq!(utility > 0.0, rows.shutout[row] == 0);
        }
    }
}

#[test]
fn rows_without_inputs_are_otherwise_the_same() {
    let with = Run::new("cirulla", DATA);
    let without = Run::new("cirulla", &DATA.replace("inputs = true", ""));
    assert!(with.generate(2).expect("generated").inputs);
    assert!(!without.generate(2).expect("generated").inputs);
    let (with, without) = (with.rows(0), without.rows(0));
    assert!(!with.inputs.row(0).is_empty() && !with.action_inputs.row(0).is_empty());
    assert!(without.inputs.row(0).is_empty() && without.residual.row(0).is_empty());
    assert_eq!(with.actions, without.actions);
    assert_eq!(with.piles, without.piles);
    assert_eq!(with.points, without.points);
    assert!(with.declared.iter().any(|cards| *cards > 0) && with.matta.iter().any(|value| *value > 0));
}

#[test]
fn rows_of_two_players_and_a_stock() {
    check("cirulla");
    check("scopa");
}

#[test]
fn rows_of_games_in_which_cards_are_missing_or_left_over() {
    check("mini_scopone");
    check("mini_primiera");
}

#[test]
fn rows_of_four_players() {
    check("scopone_scientifico");
    check("cicera");
}

#[test]
fn rows_of_three_sides() {
    check("scopone_messina");
}
