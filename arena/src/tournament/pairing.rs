//! Who meets whom: everyone against everyone by the circle method (Kirkman 1847; Berger's tables), Swiss rounds, and
//! the bracket of a knock-out.
//!
//! Teams are numbered by their places here; the first of a pair sits on side 0.

/// Attempts of a Swiss round before pairs may meet again.
const ATTEMPTS: usize = 100_000;

/// The rounds of a single round robin of `teams`: in each everyone plays once, or has a bye where they are odd. Sides
/// change from round to round.
pub(super) fn circle(teams: usize) -> Vec<Vec<(usize, usize)>> {
    let places = teams + teams % 2;
    let round = |round: usize| {
        let at = |place: usize| {
            if place == 0 {
                0
            } else {
                1 + (place - 1 + round) % (places - 1)
            }
        };
        (0..places / 2)
            .map(|place| (at(place), at(places - 1 - place)))
            .map(|(first, second)| {
                if (round + first.min(second)).is_multiple_of(2) {
                    (first, second)
                } else {
                    (second, first)
                }
            })
            .filter(|&(first, second)| first.max(second) < teams)
            .collect()
    };
    (0..places - 1).map(round).collect()
}

/// A Swiss round: `order` are the teams, best first; `met` tells whether two have met, `rested` whether one has had a
/// bye. The pairs, best first, and the team with a bye where they are odd: the lowest that has not had one.
pub(super) fn swiss(
    order: &[usize],
    met: &dyn Fn(usize, usize) -> bool,
    rested: &dyn Fn(usize) -> bool,
) -> (Vec<(usize, usize)>, Option<usize>) {
    let mut left = order.to_vec();
    let mut bye = None;
    if left.len() % 2 == 1 {
        let place = left.iter().rposition(|&team| !rested(team)).unwrap_or(left.len() - 1);
        bye = Some(left.remove(place));
    }
    let mut pairs = Vec::new();
    if !pair_up(&mut left.clone(), met, &mut pairs, &mut ATTEMPTS.clone()) {
        pairs = left.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    }
    (pairs, bye)
}

/// Pairs the best of `left` with the next best that it has not met and for which the rest can be paired.
fn pair_up(
    left: &mut Vec<usize>,
    met: &dyn Fn(usize, usize) -> bool,
    pairs: &mut Vec<(usize, usize)>,
    attempts: &mut usize,
) -> bool {
    if left.is_empty() {
        return true;
    }
    let first = left.remove(0);
    for place in 0..left.len() {
        if met(first, left[place]) {
            continue;
        }
        if *attempts == 0 {
            break;
        }
        *attempts -= 1;
        let second = left.remove(place);
        pairs.push((first, second));
        if pair_up(left, met, pairs, attempts) {
            return true;
        }
        pairs.pop();
        left.insert(place, second);
    }
    left.insert(0, first);
    false
}

/// The first round of a knock-out of `teams`, seeded by their order: places of the bracket from top to bottom, two by
/// two; none where a team has a bye. The best two can meet in the final only, the best have the byes.
pub(super) fn bracket(teams: usize) -> Vec<(Option<usize>, Option<usize>)> {
    let mut seeds = vec![0];
    while seeds.len() < teams {
        let last = 2 * seeds.len() - 1;
        seeds = seeds.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    let there = |seed: usize| Some(seed).filter(|&seed| seed < teams);
    seeds
        .chunks_exact(2)
        .map(|pair| (there(pair[0]), there(pair[1])))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{bracket, circle, swiss};
    use std::collections::HashSet;

    #[test]
    fn everyone_meets_everyone_once_and_plays_once_a_round() {
        for teams in 2..=13 {
            let rounds = circle(teams);
            let mut met = HashSet::new();
            let mut first_sides = vec![0_i64; teams];
            for round in &rounds {
                let mut playing = HashSet::new();
                for &(first, second) in round {
                    assert!(playing.insert(first) && playing.insert(second));
                    assert!(met.insert((first.min(second), first.max(second))));
                    first_sides[first] += 1;
                }
                assert_eq!(round.len(), teams / 2);
            }
            assert_eq!(met.len(), teams * (teams - 1) / 2);
            let games = teams as i64 - 1;
            assert!(
                first_sides.iter().all(|&often| (2 * often - games).abs() <= 3),
                "{teams}: {first_sides:?}"
            );
        }
    }

    #[test]
    fn swiss_rounds_repeat_no_pair_while_they_can() {
        for teams in [4_usize, 6, 7, 10] {
            let mut met = HashSet::new();
            let mut rested = HashSet::new();
            for round in 0..(teams - 1).min(5) {
                // Orders that are not sorted by number: the standings change.
                let order: Vec<usize> = (0..teams).map(|place| (place * 3 + round) % teams).collect();
                let order = if teams % 3 == 0 { (0..teams).collect() } else { order };
                let pair = |a: usize, b: usize| (a.min(b), a.max(b));
                let (pairs, bye) = swiss(&order, &|a, b| met.contains(&pair(a, b)), &|team| {
                    rested.contains(&team)
                });
                assert_eq!(pairs.len(), teams / 2);
                for (first, second) in pairs {
                    let new = met.insert(pair(first, second));
                    assert!(new || round == teams - 2, "{teams} teams, round {round}");
                }
                if let Some(team) = bye {
                    assert!(rested.insert(team));
                }
            }
        }
        let (pairs, _) = swiss(&[3, 1, 2, 0], &|_, _| true, &|_| false);
        assert_eq!(pairs, [(3, 1), (2, 0)], "where all have met, neighbours meet again");
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
