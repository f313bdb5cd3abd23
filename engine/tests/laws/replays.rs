//! A hand written as a record and replayed ends in the same state, under every rule set.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::record::{HandRecord, HandResult, MatchPlace, Replayer};
use spariglio_engine::{Deal, Game, State};

use crate::rule_sets;

/// A random hand, as a record, and its last state.
fn played(game: &Arc<Game>, dealer: usize, rng: &mut Pcg64Mcg) -> (HandRecord, State) {
    let deal = Deal::random(game, dealer, rng);
    let mut state = State::new(game, &deal);
    let mut record = HandRecord::new(Arc::clone(game), deal);
    while !state.is_over() {
        let action = state.random_action(game, rng);
        record.push(state.seat(), action);
        state.apply(game, &deal, action);
    }
    (record, state)
}

fn assert_replays(game: &Arc<Game>, rng: &mut Pcg64Mcg) {
    let (mut record, state) = played(game, 1, rng);
    assert_eq!(record.check().unwrap(), state);
    assert_eq!(record.fill().unwrap(), state);
    assert_eq!(record.result, Some(HandResult::of(&state.score(game))));
    let read = Replayer::new(false).feed(record.to_line().as_bytes()).unwrap();
    assert_eq!(read.game().rules(), game.rules());
    assert_eq!(read.check().unwrap(), state);
    assert_eq!(read.to_line(), record.to_line());
    record.turns.truncate(record.turns.len() / 2);
    assert_eq!(record.check().unwrap_err().field(), "result");
    record.result = None;
    assert!(!record.check().unwrap().is_over());
}

#[test]
fn hands_of_every_rule_set_replay() {
    let mut rng = Pcg64Mcg::new(31);
    for game in rule_sets::presets().into_iter().chain(rule_sets::many_random(300)) {
        assert_replays(&Arc::new(game), &mut rng);
    }
}

/// Whole matches of random hands, written down until the rules end them, and no hand more.
#[test]
fn matches_of_presets_replay_to_their_end() {
    let mut rng = Pcg64Mcg::new(32);
    for game in rule_sets::presets() {
        let game = Arc::new(game);
        let mut replayer = Replayer::new(false);
        let mut scores = vec![0; game.sides()];
        let mut ended = false;
        for hand in 0.. {
            let (mut record, state) = played(&game, hand % game.players(), &mut rng);
            record.place = Some(MatchPlace {
                id: "match".to_owned(),
                hand,
                scores: scores.clone(),
                ..MatchPlace::default()
            });
            let fed = replayer.feed(record.to_line().as_bytes());
            if ended {
                assert_eq!(fed.unwrap_err().field(), "match.hand");
                break;
            }
            fed.unwrap();
            let score = state.score(&game);
            for (side, points) in scores.iter_mut().enumerate() {
                *points += i64::from(score.side(side).total());
            }
            ended = score.shutout().is_some() || game.rules().end.is_reached(&scores, hand + 1);
        }
    }
}
