//! A minibatch as tensors. Rows have different numbers of actions: all actions of a batch stand in one list, and
//! `action_at` spreads them over a table of rows by actions.

use spariglio_agents::features::{ACTION_FEATURES, for_each_action_feature};
use spariglio_agents::net::POINTS;
use spariglio_engine::{Action, UTILITY_SCALE};
use tch::{Device, Kind, Tensor};

use crate::rows::{Row, Rows};

/// Rows as tensors on the device.
#[derive(Debug)]
pub struct Batch {
    /// Features `[rows, features]`, bytes.
    pub features: Tensor,
    /// Which features an action has `[actions, ACTION_FEATURES]`, bytes of 0 and 1.
    pub action_features: Tensor,
    /// Row of each action `[actions]`.
    pub row_of_action: Tensor,
    /// Action at each place of the table of rows by actions, or the number of actions where there is none
    /// `[rows * most actions]`.
    pub action_at: Tensor,
    /// Search policy `[rows, most actions]`, 0 where there is no action.
    pub policy: Tensor,
    /// 1 where a policy is worth learning: from a full search, and there was a choice `[rows]`.
    pub policy_weight: Tensor,
    /// Value target `[rows]`.
    pub value: Tensor,
    /// Final utility `[rows]`.
    pub utility: Tensor,
    /// Final points, scaled as utility `[rows, POINTS]`.
    pub points: Tensor,
    /// 1 for the points of sides in play, if the hand was scored `[rows, POINTS]`.
    pub points_weight: Tensor,
}

/// Makes batches; keeps its buffers.
#[derive(Debug)]
pub struct Batcher {
    device: Device,
    /// Share of the final utility in the value target.
    outcome_share: f32,
    features: Vec<u8>,
    action_features: Vec<u8>,
    row_of_action: Vec<i64>,
    action_at: Vec<i64>,
    policy: Vec<f32>,
    policy_weight: Vec<f32>,
    value: Vec<f32>,
    utility: Vec<f32>,
    points: Vec<f32>,
    points_weight: Vec<f32>,
}

impl Batcher {
    /// Batches on `device`, whose value target is `outcome_share` parts final utility, the rest root value.
    #[must_use]
    pub fn new(device: Device, outcome_share: f64) -> Self {
        Self {
            device,
            outcome_share: outcome_share as f32,
            features: Vec::new(),
            action_features: Vec::new(),
            row_of_action: Vec::new(),
            action_at: Vec::new(),
            policy: Vec::new(),
            policy_weight: Vec::new(),
            value: Vec::new(),
            utility: Vec::new(),
            points: Vec::new(),
            points_weight: Vec::new(),
        }
    }

    /// The rows numbered `indices` as a batch.
    ///
    /// # Panics
    /// If there is no such row, or an action of it is no action.
    pub fn batch(&mut self, rows: &Rows, indices: &[u32]) -> Batch {
        let row = |&index: &u32| rows.row(index as usize);
        let most = indices.iter().map(|index| row(index).actions.len()).max().unwrap_or(0);
        let actions = indices.iter().map(|index| row(index).actions.len()).sum();
        self.clear();
        for (place, index) in indices.iter().enumerate() {
            self.put(place, row(index), most, actions);
        }
        self.tensors(rows, indices.len() as i64, actions as i64)
    }

    fn clear(&mut self) {
        self.features.clear();
        self.action_features.clear();
        self.row_of_action.clear();
        self.action_at.clear();
        self.policy.clear();
        self.policy_weight.clear();
        self.value.clear();
        self.utility.clear();
        self.points.clear();
        self.points_weight.clear();
    }

    /// Appends a row: `most` places for its actions; `none` stands where there is no action.
    fn put(&mut self, place: usize, row: Row, most: usize, none: usize) {
        self.features.extend_from_slice(row.features);
        for (&bits, &probability) in row.actions.iter().zip(row.policy) {
            self.action_at.push(self.row_of_action.len() as i64);
            self.policy.push(probability);
            self.put_action(bits);
            self.row_of_action.push(place as i64);
        }
        let places = (place + 1) * most;
        self.action_at.resize(places, none as i64);
        self.policy.resize(places, 0.0);
        let choice = row.policy_known && row.actions.len() > 1;
        self.policy_weight.push(f32::from(choice));
        self.utility.push(row.utility);
        let share = self.outcome_share;
        self.value.push(share * row.utility + (1.0 - share) * row.root_value);
        self.points
            .extend(row.points.iter().map(|&points| f32::from(points) / UTILITY_SCALE));
        self.points.resize((place + 1) * POINTS, 0.0);
        let weight = f32::from(row.points_known);
        self.points_weight.extend(row.points.iter().map(|_| weight));
        self.points_weight.resize((place + 1) * POINTS, 0.0);
    }

    fn put_action(&mut self, bits: u64) {
        let action = Action::from_bits(bits).expect("rows hold actions");
        let start = self.action_features.len();
        self.action_features.resize(start + ACTION_FEATURES, 0);
        let features = &mut self.action_features[start..];
        for_each_action_feature(action, |feature| features[feature] = 1);
    }

    fn tensors(&self, rows: &Rows, count: i64, actions: i64) -> Batch {
        let bytes = |values: &[u8], height: i64, width: usize| {
            Tensor::from_data_size(values, &[height, width as i64], Kind::Uint8).to_device(self.device)
        };
        let long = |values: &[i64]| Tensor::from_slice(values).to_device(self.device);
        let float = |values: &[f32]| Tensor::from_slice(values).to_device(self.device);
        Batch {
            features: bytes(&self.features, count, rows.feature_count()),
            action_features: bytes(&self.action_features, actions, ACTION_FEATURES),
            row_of_action: long(&self.row_of_action),
            action_at: long(&self.action_at),
            policy: float(&self.policy).view([count, -1]),
            policy_weight: float(&self.policy_weight),
            value: float(&self.value),
            utility: float(&self.utility),
            points: float(&self.points).view([count, POINTS as i64]),
            points_weight: float(&self.points_weight).view([count, POINTS as i64]),
        }
    }
}
