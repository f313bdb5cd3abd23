//! A hand written as a record and replayed ends in the same state, under every rule set.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use spariglio_engine::record::{MatchPlace, Replayer};

use crate::hands::recorded::{assert_replays, played};
use crate::rule_sets;

#[test]
fn hands_of_every_rule_set_replay() {
    let mut rng = Pcg64Mcg::new(31);
    for game in rule_sets::presets().into_iter().chain(rule_sets::many_random(300)) {
        assert_replays(&Arc::new(game), &mut rng);
    }
}

/// Whole matches of random hands replay until the rules end them. A further hand is refused.
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
            record.place =
                Some(MatchPlace { id: "match".to_owned(), hand, scores: scores.clone(), ..MatchPlace::default() });
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
