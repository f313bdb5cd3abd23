//! Which rows are held out, and in what order the others come: functions of the seed, the generation and the epoch,
//! so that a run that goes on knows them without having stored them.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use spariglio_engine::random::mix;

use crate::rows::Rows;

/// Row numbers of a window, split into those trained on and those held out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Rows trained on, ascending.
    pub training: Vec<u32>,
    /// Rows held out, ascending; all rows of a hand or none.
    pub validation: Vec<u32>,
}

impl Split {
    /// Holds out about `share` of the hands. A hand is held out in every generation or in none.
    ///
    /// # Panics
    /// If there are more than 2^32 rows.
    #[must_use]
    pub fn new(rows: &Rows, seed: u64, share: f64) -> Self {
        let limit = (share * 2f64.powi(32)) as u64;
        let count = u32::try_from(rows.len()).expect("a window has fewer than 2^32 rows");
        let (validation, training) =
            (0..count).partition(|&row| mix(seed ^ mix(rows.row(row as usize).hand)) >> 32 < limit);
        Self { training, validation }
    }
}

/// `rows` in the order of an epoch.
#[must_use]
pub fn shuffled(rows: &[u32], seed: u64, generation: u32, epoch: u64) -> Vec<u32> {
    let mut rng = stream(seed, generation, epoch);
    let mut order = rows.to_vec();
    for last in (1..order.len()).rev() {
        let other = (u128::from(rng.next_u64()) * (last as u128 + 1)) >> 64;
        order.swap(last, other as usize);
    }
    order
}

/// The random stream named by its three numbers.
#[must_use]
pub fn stream(seed: u64, generation: u32, number: u64) -> Pcg64Mcg {
    let high = mix(seed ^ mix(u64::from(generation)));
    let low = mix(high ^ mix(number));
    Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Row;
    use spariglio_selfplay::row::KINDS;

    fn rows(hands: u64, rows_of_a_hand: usize) -> Rows {
        let mut rows = Rows::new(1, 2);
        for hand in 0..hands {
            for _ in 0..rows_of_a_hand {
                rows.push(Row {
                    hand,
                    features: &[0],
                    actions: &[0],
                    policy: &[1.0],
                    policy_known: true,
                    points: &[0; 2 * KINDS],
                    points_known: true,
                    utility: 0.0,
                    root_value: 0.0,
                });
            }
        }
        rows
    }

    #[test]
    fn hands_are_held_out_whole() {
        let rows = rows(2000, 3);
        let split = Split::new(&rows, 5, 0.1);
        assert_eq!(split.training.len() + split.validation.len(), 6000);
        assert!(
            (450..750).contains(&split.validation.len()),
            "{}",
            split.validation.len()
        );
        let hand = |row: &u32| rows.row(*row as usize).hand;
        let held_out: Vec<u64> = split.validation.iter().map(hand).collect();
        assert!(split.training.iter().all(|row| !held_out.contains(&hand(row))));
        assert!(Split::new(&rows, 5, 0.0).validation.is_empty());
    }

    #[test]
    fn an_order_is_a_permutation_of_its_own() {
        let rows: Vec<u32> = (0..500).collect();
        let first = shuffled(&rows, 1, 2, 3);
        assert_eq!(first, shuffled(&rows, 1, 2, 3));
        for other in [
            shuffled(&rows, 1, 2, 4),
            shuffled(&rows, 1, 3, 3),
            shuffled(&rows, 2, 2, 3),
        ] {
            assert_ne!(first, other);
        }
        let mut sorted = first;
        sorted.sort_unstable();
        assert_eq!(sorted, rows);
    }
}
