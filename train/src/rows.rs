//! The training rows of a window, in memory: one array a column, features as bytes (about 1.5 kB a row).
//! Invariant: every row has as many policy entries as actions, `feature_count` features and `sides * KINDS` points.

use spariglio_agents::net::POINTS;
use spariglio_files::Hasher;
use spariglio_selfplay::row::KINDS;

/// Most sides that the network knows.
pub const MAX_SIDES: usize = POINTS / KINDS;

/// One row, borrowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'a> {
    /// Identity of the hand the row comes from; rows of one hand are held out together.
    pub hand: u64,
    /// Features of the view, not yet scaled.
    pub features: &'a [u8],
    /// Legal actions, as bits.
    pub actions: &'a [u64],
    /// Search policy over `actions`.
    pub policy: &'a [f32],
    /// Whether `policy` comes from a full search and is worth learning.
    pub policy_known: bool,
    /// Final points `[sides, KINDS]`, side 0 being the side of the seat to act.
    pub points: &'a [i16],
    /// Whether the hand was scored; a shutout ends it without points.
    pub points_known: bool,
    /// Final utility for the seat to act.
    pub utility: f32,
    /// The search's value for the seat to act.
    pub root_value: f32,
}

/// Many rows.
#[derive(Clone, Debug)]
pub struct Rows {
    feature_count: usize,
    sides: usize,
    hands: Vec<u64>,
    features: Vec<u8>,
    /// Rows + 1 positions in `actions` and `policy`.
    starts: Vec<usize>,
    actions: Vec<u64>,
    policy: Vec<f32>,
    policy_known: Vec<bool>,
    points: Vec<i16>,
    points_known: Vec<bool>,
    utility: Vec<f32>,
    root_value: Vec<f32>,
}

impl Rows {
    /// No rows yet, of `feature_count` features and `sides` sides.
    ///
    /// # Panics
    /// If there are more sides than [`MAX_SIDES`].
    #[must_use]
    pub fn new(feature_count: usize, sides: usize) -> Self {
        assert!(sides <= MAX_SIDES, "{sides} sides, at most {MAX_SIDES}");
        Self {
            feature_count,
            sides,
            hands: Vec::new(),
            features: Vec::new(),
            starts: vec![0],
            actions: Vec::new(),
            policy: Vec::new(),
            policy_known: Vec::new(),
            points: Vec::new(),
            points_known: Vec::new(),
            utility: Vec::new(),
            root_value: Vec::new(),
        }
    }

    /// Makes room for `rows` more rows, so that the features are not copied while they grow.
    pub fn reserve(&mut self, rows: usize) {
        self.features.reserve_exact(rows * self.feature_count);
        self.points.reserve_exact(rows * self.sides * KINDS);
    }

    /// Appends a row.
    ///
    /// # Panics
    /// If the row's lengths break the invariant.
    pub fn push(&mut self, row: Row) {
        assert_eq!(row.features.len(), self.feature_count, "features of a row");
        assert_eq!(row.actions.len(), row.policy.len(), "policy of a row");
        assert_eq!(row.points.len(), self.sides * KINDS, "points of a row");
        self.hands.push(row.hand);
        self.features.extend_from_slice(row.features);
        self.actions.extend_from_slice(row.actions);
        self.policy.extend_from_slice(row.policy);
        self.starts.push(self.actions.len());
        self.policy_known.push(row.policy_known);
        self.points.extend_from_slice(row.points);
        self.points_known.push(row.points_known);
        self.utility.push(row.utility);
        self.root_value.push(row.root_value);
    }

    /// Row `index`.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, index: usize) -> Row<'_> {
        let actions = self.starts[index]..self.starts[index + 1];
        let points = self.sides * KINDS;
        Row {
            hand: self.hands[index],
            features: &self.features[index * self.feature_count..][..self.feature_count],
            actions: &self.actions[actions.clone()],
            policy: &self.policy[actions],
            policy_known: self.policy_known[index],
            points: &self.points[index * points..][..points],
            points_known: self.points_known[index],
            utility: self.utility[index],
            root_value: self.root_value[index],
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hands.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hands.is_empty()
    }

    /// Features of a row.
    #[must_use]
    pub fn feature_count(&self) -> usize {
        self.feature_count
    }

    /// Sides in play.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// A hash that changes with any row: two windows with the same one train the same network.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut hash = Hasher::default();
        let mut words = |words: &mut dyn Iterator<Item = u64>| words.for_each(|word| hash.update(&word.to_le_bytes()));
        words(&mut self.hands.iter().copied());
        words(&mut self.starts.iter().map(|&start| start as u64));
        words(&mut self.actions.iter().copied());
        words(&mut self.points.iter().map(|&points| points as u64));
        for column in [&self.policy_known, &self.points_known] {
            words(&mut column.iter().map(|&known| u64::from(known)));
        }
        for column in [&self.policy, &self.utility, &self.root_value] {
            words(&mut column.iter().map(|value| u64::from(value.to_bits())));
        }
        hash.update(&self.features);
        hash.hex()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(last_feature: u8) -> Rows {
        let mut rows = Rows::new(3, 2);
        let points = [1i16; 2 * KINDS];
        for (hand, actions) in [(7, &[1u64, 2][..]), (8, &[3][..])] {
            rows.push(Row {
                hand,
                features: &[1, 2, last_feature],
                actions,
                policy: &vec![1.0 / actions.len() as f32; actions.len()],
                policy_known: true,
                points: &points,
                points_known: true,
                utility: 0.3,
                root_value: -0.1,
            });
        }
        rows
    }

    #[test]
    fn rows_come_back() {
        let rows = rows(3);
        assert_eq!((rows.len(), rows.is_empty()), (2, false));
        assert_eq!(rows.row(0).actions, [1, 2]);
        assert_eq!(rows.row(1).actions, [3]);
        assert_eq!(rows.row(1).policy, [1.0]);
        assert_eq!(rows.row(1).hand, 8);
        assert_eq!(rows.row(1).features, [1, 2, 3]);
    }

    #[test]
    fn the_fingerprint_sees_every_byte() {
        assert_eq!(rows(3).fingerprint(), rows(3).fingerprint());
        assert_ne!(rows(3).fingerprint(), rows(4).fingerprint());
    }
}
