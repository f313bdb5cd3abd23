use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::{Deal, Game, MatchState, State, UTILITY_SCALE, View, World};

use super::{EXACT, InMatch, SIZE};
use crate::agent::{Agent, Budget, MatchStanding};
use crate::equity::{Chances, HandFigures, MatchEquity, PositionFigures};
use crate::knowledge::points::ExpectedPoints;
use crate::spec::AgentSpec;

fn figures() -> HandFigures {
    let position = PositionFigures { points: 6.0, shutouts: 0.0 };
    HandFigures {
        forehand: position,
        dealer: position,
        margin_deviation: 2.5,
        total_deviation: 1.5,
    }
}

fn equity(chances: Chances) -> Arc<MatchEquity> {
    let game = Game::preset("scopa").expect("a preset");
    Arc::new(MatchEquity::new(&game, String::new(), (1, 1), figures(), [chances.clone(), chances]))
}

/// Every point of the lead is worth one chance in a hundred.
fn linear() -> Arc<MatchEquity> {
    let row: Vec<f64> = (-49..=49).map(|lead| 0.5 + 0.01 * f64::from(lead)).collect();
    equity(Chances::Hands { hands: 2, forehand: vec![row.clone(), row] })
}

/// To `limit` points; a point is worth more when a side is closer to the limit.
fn steep(limit: u32) -> Arc<MatchEquity> {
    let far = |points: u32| f64::from(limit - points);
    let row = |own: u32| (0..limit).map(|other| far(other) / (far(own) + far(other))).collect();
    equity(Chances::Limit {
        limit,
        seven_zero: false,
        forehand: (0..limit).map(row).collect(),
        sudden_death: 0.5,
    })
}

fn standing(scores: [i64; 2], equity: &Arc<MatchEquity>) -> MatchStanding {
    MatchStanding {
        state: MatchState { scores: scores.to_vec(), hands: 0, dealer: 1 },
        equity: Some(Arc::clone(equity)),
    }
}

fn noted(game: &Game, standing: &MatchStanding) -> InMatch {
    let mut in_match = InMatch::new(game);
    in_match.note(standing);
    in_match
}

/// A hand of uniformly random play, until at most `left` plays are left.
fn played(game: &Game, seed: u64, left: usize) -> World {
    let mut rng = Pcg64Mcg::new(seed.into());
    let deal = Deal::random(game, 1, &mut rng);
    let mut state = State::new(game, &deal);
    while !state.is_over() && game.plies() - state.ply() > left {
        let action = state.random_action(game, &mut rng);
        state.apply(game, &deal, action);
    }
    World { deal, state }
}

#[test]
fn where_every_point_is_worth_the_same_the_utility_is_the_margin() {
    let game = Game::preset("scopa").expect("a preset");
    let in_match = noted(&game, &standing([3, 5], &linear()));
    for seed in 0..20 {
        let end = played(&game, seed, 0).state;
        let utility = in_match.ended(&game, &end).expect("known");
        let margin = end.margin(&game, 0) as f32 / UTILITY_SCALE;
        assert!((utility - margin).abs() < 1e-3, "{utility}, expected {margin}");
    }
    let mut expected = ExpectedPoints::default();
    expected.points[..2].copy_from_slice(&[9.25, 8.5]);
    for left in [0, 10, 36] {
        let state = played(&game, 1, left).state;
        let utility = in_match.expected(&state, &expected).expect("known");
        assert!((utility - 0.075).abs() < 1e-3, "{utility}");
    }
}

#[test]
fn what_is_expected_for_sure_is_what_the_end_is_worth() {
    let game = Game::preset("scopa").expect("a preset");
    let in_match = noted(&game, &standing([7, 8], &steep(11)));
    let end = played(&game, 5, 0).state;
    let score = end.score(&game);
    let mut expected = ExpectedPoints::default();
    for side in 0..2 {
        expected.points[side] = score.side(side).total() as f32;
    }
    let sure = in_match.expected(&end, &expected).expect("known");
    assert!((sure - in_match.ended(&game, &end).expect("known")).abs() < 1e-5);
    let won = |points: f32| {
        let mut expected = ExpectedPoints::default();
        expected.points[..2].copy_from_slice(&[points, 1.0]);
        in_match.expected(&played(&game, 5, 18).state, &expected).expect("known")
    };
    let worths: Vec<f32> = (0..SIZE as u32 + 9).map(|half| won(0.5 * half as f32)).collect();
    assert!(worths.windows(2).all(|pair| pair[1] >= pair[0] - 1e-6), "{worths:?}");
    expected.shutouts[1] = 1.0;
    let lost = in_match.expected(&end, &expected).expect("known");
    assert!(lost < worths[0]);
}

/// Minimax without bounds.
fn minimax(game: &Game, world: &World, in_match: &InMatch) -> f32 {
    if world.state.is_over() {
        return in_match.ended(game, &world.state).expect("known");
    }
    let mut actions = Vec::new();
    world.state.legal_actions(game, &mut actions);
    let values = actions.iter().map(|&action| {
        let mut next = *world;
        next.state.apply(game, &next.deal, action);
        minimax(game, &next, in_match)
    });
    if game.side(world.state.seat()) == 0 {
        values.fold(f32::MIN, f32::max)
    } else {
        values.fold(f32::MAX, f32::min)
    }
}

#[test]
fn late_values_are_exact() {
    for (name, left) in [("scopa", 6), ("scopone", 7), ("cirulla", 6)] {
        let game = Game::preset(name).expect("a preset");
        let mut in_match = noted(&game, &standing([6, 9], &steep(11)));
        for seed in 0..12 {
            let world = played(&game, seed, left);
            let expected = minimax(&game, &world, &in_match);
            assert_eq!(in_match.solved(&game, &world), Some(expected), "{name} {seed}");
        }
        let early = played(&game, 3, EXACT * game.players() + 1);
        assert_eq!(in_match.solved(&game, &early), None);
    }
}

#[test]
fn without_chances_points_are_searched_for_and_with_them_the_match() {
    let game = Game::preset("scopa").expect("a preset");
    for agent in ["ismcts:simulations=300", "pimc:worlds=6", "mo-ismcts:simulations=300:rollout=greedy"] {
        let build = |text: &str| AgentSpec::parse(text).expect("an agent").build(&game).expect("built");
        let mut points = build(agent);
        let mut in_match = build(&format!("{agent}:utility=match"));
        let mut others = 0;
        for seed in 0..24 {
            let world = played(&game, seed, 12);
            let view = View::new(&game, &world.deal, &world.state, world.state.seat(), false);
            let told = standing([10, 3], &steep(11));
            let unknown = MatchStanding { equity: None, ..told.clone() };
            let policy = |agent: &mut dyn Agent, standing: &MatchStanding| {
                agent.note_standing(standing);
                agent.start_hand(seed);
                agent.decide(&view, Budget::OWN).policy
            };
            let by_points = policy(points.as_mut(), &unknown);
            assert_eq!(by_points, policy(in_match.as_mut(), &unknown), "{agent}");
            assert_eq!(by_points, policy(points.as_mut(), &told), "{agent}");
            others += usize::from(by_points != policy(in_match.as_mut(), &told));
        }
        assert!(others > 0, "{agent}: the scores change nothing");
    }
}
