//! Pairings: a round robin by the circle method (Kirkman 1847; Berger's tables), and the bracket of a knock-out.
//!
//! Teams are numbered by their places here.

/// The rounds of a single round robin of `teams` teams. In each round every team plays once, or has a bye if their
/// number is odd. The first of a pair deals first. Every team deals first in half of its matches, or within one of that
/// if `teams` is even.
pub(super) fn circle(teams: usize) -> Vec<Vec<(usize, usize)>> {
    // Place 0 is fixed: the bye if `teams` is odd. The others rotate by one place per round.
    let bye = teams % 2;
    let turning = teams + bye - 1;
    let round = |round: usize| {
        let at = |place: usize| {
            if place == 0 {
                0
            } else {
                1 + (place - 1 + round) % turning
            }
        };
        (bye..turning.div_ceil(2))
            .map(|place| (place, turning - place))
            .map(|(one, other)| {
                // Odd places deal first, so that every team alternates from round to round. The fixed team alternates
                // separately.
                let deals = if one == 0 {
                    round.is_multiple_of(2)
                } else {
                    one % 2 == 1
                };
                if deals { (one, other) } else { (other, one) }
            })
            .map(|(first, second)| (at(first) - bye, at(second) - bye))
            .collect()
    };
    (0..turning).map(round).collect()
}

/// The first round of a knock-out of `teams` teams, seeded by their order: pairs of the bracket from top to bottom.
/// `None` is a bye. The best two can meet only in the final, and the best teams have the byes.
pub(super) fn bracket(teams: usize) -> Vec<(Option<usize>, Option<usize>)> {
    let mut seeds = vec![0];
    while seeds.len() < teams {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    let there = |seed: usize| Some(seed).filter(|&seed| seed < teams);
    seeds.chunks_exact(2).map(|pair| (there(pair[0]), there(pair[1]))).collect()
}

#[cfg(test)]
mod tests {
    use super::{bracket, circle};
    use std::collections::HashSet;

    #[test]
    fn everyone_meets_everyone_once_and_plays_once_a_round() {
        for teams in 2..=13 {
            let rounds = circle(teams);
            let mut met = HashSet::new();
            let mut firsts = vec![0_i64; teams];
            for round in &rounds {
                let mut playing = HashSet::new();
                for &(first, second) in round {
                    assert!(playing.insert(first) && playing.insert(second));
                    assert!(met.insert((first.min(second), first.max(second))));
                    firsts[first] += 1;
                }
                assert_eq!(round.len(), teams / 2);
            }
            assert_eq!(met.len(), teams * (teams - 1) / 2);
            let games = teams as i64 - 1;
            assert!(firsts.iter().all(|&often| (2 * often - games).abs() <= games % 2), "{teams}: {firsts:?}");
        }
    }

    #[test]
    fn the_best_have_byes_and_meet_late() {
        assert_eq!(bracket(2), [(Some(0), Some(1))]);
        assert_eq!(bracket(4), [(Some(0), Some(3)), (Some(1), Some(2))]);
        let six = [(Some(0), None), (Some(3), Some(4)), (Some(1), None), (Some(2), Some(5))];
        assert_eq!(bracket(6), six);
        assert_eq!(bracket(9).len(), 8);
        assert_eq!(bracket(9).iter().filter(|pair| pair.1.is_none()).count(), 7);
    }
}
