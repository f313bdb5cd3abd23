//! The pairs of a Swiss round: nobody meets or rests twice if it can be avoided, now or in later rounds. Among such
//! pairings, the sum of the score differences within pairs is minimal.
//!
//! A bye counts as a match against "nobody", who is last. The method is branch and bound; if the bounded number of
//! steps runs out, the best pairing so far is used.

/// Steps of the search for one round's pairs.
const STEPS: usize = 50_000;
/// Steps of the check that later rounds can be paired.
const FORESIGHT: usize = 50_000;
/// Cost of a repeated pair: more than all differences of scores together.
const REPEATED: i64 = 1 << 32;

/// The input for pairing a round.
pub(super) struct Draw<'a> {
    /// The teams, best first.
    pub order: &'a [usize],
    /// Their scores.
    pub scores: &'a [i64],
    /// Whether two teams have met.
    pub met: &'a dyn Fn(usize, usize) -> bool,
    /// Whether a team has had a bye.
    pub rested: &'a dyn Fn(usize) -> bool,
    /// Later rounds of the stage.
    pub to_come: usize,
}

/// The pairs of a round, best first, and the team with a bye.
pub(super) type Round = (Vec<(usize, usize)>, Option<usize>);

/// Pairs by place, with their cost.
type Priced = (i64, Vec<(usize, usize)>);

impl Draw<'_> {
    /// The pairs, and the team with a bye if the number of teams is odd. The bye goes to the lowest team that has had
    /// none, if the others can be paired.
    pub(super) fn pair(&self) -> Round {
        let met = self.meetings();
        let nobody = (self.order.len() % 2 == 1).then_some(self.order.len());
        let resting: Vec<Option<usize>> = match nobody {
            None => vec![None],
            Some(nobody) => {
                let (tired, rested): (Vec<usize>, Vec<usize>) = (0..nobody).rev().partition(|&team| !met[team][nobody]);
                let candidates = if tired.is_empty() { rested } else { tired };
                candidates.into_iter().map(Some).collect()
            }
        };
        let mut best: Option<(Priced, Option<usize>)> = None;
        for ahead in [true, false] {
            for &bye in &resting {
                let mut search = Search {
                    met: &met,
                    scores: self.scores,
                    to_come: self.to_come,
                    bye: bye.zip(nobody),
                    ahead,
                    pairs: Vec::new(),
                    best: None,
                    steps: STEPS,
                    foresight: FORESIGHT,
                };
                let left: Vec<usize> = (0..self.order.len()).filter(|&team| Some(team) != bye).collect();
                search.extend(&left, 0);
                let Some((cost, pairs)) = search.best else { continue };
                if cost < REPEATED {
                    return self.named(&pairs, bye);
                }
                if best.as_ref().is_none_or(|((other, _), _)| cost / REPEATED < other / REPEATED) {
                    best = Some(((cost, pairs), bye));
                }
            }
        }
        let ((_, pairs), bye) = best.unwrap_or_default();
        self.named(&pairs, bye)
    }

    /// Whether two places have met; "nobody" is the last place if the number of teams is odd.
    fn meetings(&self) -> Vec<Vec<bool>> {
        let teams = self.order.len();
        let places = teams + teams % 2;
        let met = |one: usize, other: usize| match (one.min(other), one.max(other)) {
            (one, other) if one == other => true,
            (one, nobody) if nobody == teams => (self.rested)(self.order[one]),
            (one, other) => (self.met)(self.order[one], self.order[other]),
        };
        (0..places)
            .map(|one| (0..places).map(|other| met(one, other)).collect())
            .collect()
    }

    fn named(&self, pairs: &[(usize, usize)], bye: Option<usize>) -> Round {
        let pairs = pairs.iter().map(|&(a, b)| (self.order[a], self.order[b])).collect();
        (pairs, bye.map(|place| self.order[place]))
    }
}

/// A search for the pairs of a round.
struct Search<'a> {
    met: &'a [Vec<bool>],
    scores: &'a [i64],
    to_come: usize,
    /// The team with the bye, and "nobody".
    bye: Option<(usize, usize)>,
    /// Accepts only rounds that repeat nothing and let later rounds repeat nothing.
    ahead: bool,
    pairs: Vec<(usize, usize)>,
    best: Option<Priced>,
    steps: usize,
    foresight: usize,
}

impl Search<'_> {
    /// Pairs the best of `left` with each of the others, first unmet and near ones, and recurses on the rest.
    fn extend(&mut self, left: &[usize], cost: i64) {
        let [first, others @ ..] = left else {
            if !self.ahead || self.leaves_enough() {
                self.best = Some((cost, self.pairs.clone()));
            }
            return;
        };
        let (new, again): (Vec<usize>, Vec<usize>) = others.iter().partition(|&&other| !self.met[*first][other]);
        let repeated = again.into_iter().filter(|_| !self.ahead).map(|other| (other, REPEATED));
        let candidates: Vec<(usize, i64)> = new.into_iter().map(|other| (other, 0)).chain(repeated).collect();
        for (second, price) in candidates {
            let rest: Vec<usize> = others.iter().copied().filter(|&other| other != second).collect();
            let cost = cost + price + self.scores[*first] - self.scores[second];
            if self.best.as_ref().is_some_and(|(best, _)| cost + self.least(&rest) >= *best) {
                continue;
            }
            if self.steps == 0 && (self.best.is_some() || self.ahead) {
                return;
            }
            self.steps = self.steps.saturating_sub(1);
            self.pairs.push((*first, second));
            self.extend(&rest, cost);
            self.pairs.pop();
        }
    }

    /// A lower bound of the differences in pairs of `left`: the sum over neighbours.
    fn least(&self, left: &[usize]) -> i64 {
        left.chunks_exact(2)
            .map(|pair| self.scores[pair[0]] - self.scores[pair[1]])
            .sum()
    }

    /// Whether later rounds can avoid repetitions after these pairs, as far as the steps allow to check.
    fn leaves_enough(&mut self) -> bool {
        let mut met = self.met.to_vec();
        for &(one, other) in self.pairs.iter().chain(&self.bye) {
            (met[one][other], met[other][one]) = (true, true);
        }
        let all: Vec<usize> = (0..met.len()).collect();
        can_pair(&mut met, &all, self.to_come, &mut self.foresight)
    }
}

/// Whether `left` of this round, then all teams for `rounds - 1` more rounds, can be paired without a repetition.
/// Returns `true` if the steps run out.
fn can_pair(met: &mut [Vec<bool>], left: &[usize], rounds: usize, steps: &mut usize) -> bool {
    if rounds == 0 || *steps == 0 {
        return true;
    }
    let [first, others @ ..] = left else {
        let all: Vec<usize> = (0..met.len()).collect();
        return can_pair(met, &all, rounds - 1, steps);
    };
    for &second in others {
        if met[*first][second] {
            continue;
        }
        *steps = steps.saturating_sub(1);
        let rest: Vec<usize> = others.iter().copied().filter(|&other| other != second).collect();
        (met[*first][second], met[second][*first]) = (true, true);
        let has_pairing = can_pair(met, &rest, rounds, steps);
        (met[*first][second], met[second][*first]) = (false, false);
        if has_pairing {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand_pcg::Pcg64Mcg;
    use rand_pcg::rand_core::{Rng, SeedableRng};

    use super::Draw;

    /// Plays a stage with random results; returns the repeated pairs, and the byes by team.
    fn stage(teams: usize, rounds: usize, seed: u64) -> (usize, Vec<usize>) {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut scores = vec![0_i64; teams];
        let mut met = HashSet::new();
        let mut byes = vec![0; teams];
        let mut repeated = 0;
        for round in 0..rounds {
            let mut order: Vec<usize> = (0..teams).collect();
            order.sort_by_key(|&team| -scores[team]);
            let sorted: Vec<i64> = order.iter().map(|&team| scores[team]).collect();
            let draw = Draw {
                order: &order,
                scores: &sorted,
                met: &|a, b| met.contains(&(a.min(b), a.max(b))),
                rested: &|team| byes[team] > 0,
                to_come: rounds - round - 1,
            };
            let (pairs, bye) = draw.pair();
            assert_eq!((pairs.len(), bye.is_some()), (teams / 2, teams % 2 == 1));
            for (a, b) in pairs {
                repeated += usize::from(!met.insert((a.min(b), a.max(b))));
                let vp = (rng.next_u32() % 21) as i64;
                scores[a] += vp;
                scores[b] += 20 - vp;
            }
            if let Some(team) = bye {
                byes[team] += 1;
                scores[team] += 12;
            }
        }
        (repeated, byes)
    }

    #[test]
    fn nobody_meets_or_rests_twice_where_that_can_be_helped() {
        for seed in 0..300 {
            for teams in [4, 6, 8] {
                assert_eq!(stage(teams, teams - 1, seed).0, 0, "{teams} teams, seed {seed}");
            }
            for teams in [3, 5, 7] {
                assert_eq!(stage(teams, teams, seed), (0, vec![1; teams]), "{teams} teams, seed {seed}");
            }
        }
        for (teams, rounds) in [(64, 12), (63, 12), (20, 10)] {
            assert_eq!(stage(teams, rounds, 1).0, 0, "{teams} teams");
        }
    }

    #[test]
    fn where_most_have_met_fewest_meet_again_and_neighbours_meet_first() {
        let draw = |met: &dyn Fn(usize, usize) -> bool, scores: &[i64]| {
            let draw = Draw { order: &[3, 1, 2, 0], scores, met, rested: &|_| false, to_come: 0 };
            draw.pair()
        };
        let level = [10; 4];
        assert_eq!(draw(&|_, _| true, &level), (vec![(3, 1), (2, 0)], None));
        assert_eq!(draw(&|_, _| false, &level), (vec![(3, 1), (2, 0)], None));
        // Team 3 has met everyone, the others have not met: one repetition is enough.
        assert_eq!(draw(&|a, b| a == 3 || b == 3, &[9, 8, 7, 0]).0, [(3, 1), (2, 0)]);
        // Teams 3 and 1 have met: 3 - 2 and 1 - 0 repeat nothing.
        assert_eq!(draw(&|a, b| a + b == 4 && a != b, &level).0, [(3, 2), (1, 0)]);
    }
}
