//! Rows, the input of a back end: decisions and worlds as ragged index lists, and the derivatives of a loss with
//! respect to their outputs.
//!
//! Shapes: `n` decisions with `m` actions in total, and `k` worlds. A list of indices and a list of starts hold `n`
//! rows each. Row `i` has the indices from `starts[i]` to `starts[i + 1]`, each less than the number of the network's
//! inputs.

use ndarray::ArrayView1;
use spariglio_agents::net::inputs::ActionInputs;

/// Lists of indices, one after the other.
#[derive(Clone, Debug)]
pub struct Lists {
    indices: Vec<i32>,
    starts: Vec<i32>,
}

impl Default for Lists {
    fn default() -> Lists {
        Lists { indices: Vec::new(), starts: vec![0] }
    }
}

impl Lists {
    /// Number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no lists.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All indices.
    #[must_use]
    pub fn indices(&self) -> ArrayView1<'_, i32> {
        ArrayView1::from(&self.indices)
    }

    /// The start of each list among the indices, then the end of the last one: `[len + 1]`.
    #[must_use]
    pub fn starts(&self) -> ArrayView1<'_, i32> {
        ArrayView1::from(&self.starts)
    }

    /// The indices of a list.
    pub fn of(&self, list: usize) -> impl Iterator<Item = u16> {
        let range = self.starts[list] as usize..self.starts[list + 1] as usize;
        self.indices[range].iter().map(|&index| index as u16)
    }

    /// The same pairs, sorted by index: for each index below `len`, the lists that contain it, in order.
    ///
    /// # Examples
    /// ```
    /// use spariglio_train::rows::Rows;
    ///
    /// let mut rows = Rows::default();
    /// rows.push_world(&[2, 0]);
    /// rows.push_world(&[2]);
    /// let lists = rows.worlds().transposed(3);
    /// let of = |input: usize| lists.of(input).collect::<Vec<u16>>();
    /// assert_eq!([of(0), of(1), of(2)], [vec![0], vec![], vec![0, 1]]);
    /// ```
    #[must_use]
    pub fn transposed(&self, len: usize) -> Lists {
        // A counting sort: linear, and stable, so that the lists of an index stay in order.
        let mut starts = vec![0; len + 1];
        for &index in &self.indices {
            starts[index as usize + 1] += 1;
        }
        for index in 0..len {
            starts[index + 1] += starts[index];
        }
        let (mut ends, mut lists) = (starts.clone(), vec![0; self.indices.len()]);
        for (list, range) in self.starts.windows(2).enumerate() {
            for &index in &self.indices[range[0] as usize..range[1] as usize] {
                let end = &mut ends[index as usize];
                lists[*end as usize] = list as i32;
                *end += 1;
            }
        }
        Lists { indices: lists, starts }
    }

    fn push(&mut self, list: &[u16]) {
        self.indices.extend(list.iter().map(|&index| i32::from(index)));
        self.starts.push(self.indices.len() as i32);
    }

    fn append(&mut self, other: &Lists) {
        let start = self.indices.len() as i32;
        self.indices.extend_from_slice(&other.indices);
        self.starts.extend(other.starts[1..].iter().map(|&place| start + place));
    }

    fn clear(&mut self) {
        self.indices.clear();
        self.starts.truncate(1);
    }
}

/// Decisions, which the policy judges, and worlds, which the critic judges.
///
/// # Examples
/// Two actions of one decision, and one world:
/// ```
/// use spariglio_agents::net::inputs::ActionInputs;
/// use spariglio_train::rows::Rows;
///
/// let (mut rows, mut actions) = (Rows::default(), ActionInputs::default());
/// actions.push([7, 8]);
/// actions.push([9]);
/// rows.push_decision(&[0, 3], &actions);
/// rows.push_world(&[0, 3, 7]);
/// assert_eq!((rows.views().len(), rows.actions().len(), rows.worlds().len()), (1, 2, 1));
/// assert_eq!(rows.decisions().to_vec(), [0, 0]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Rows {
    views: Lists,
    actions: Lists,
    decisions: Vec<i32>,
    worlds: Lists,
}

impl Rows {
    /// The inputs of the views: `n` lists.
    #[must_use]
    pub fn views(&self) -> &Lists {
        &self.views
    }

    /// The inputs of the actions: `m` lists, contiguous per decision.
    #[must_use]
    pub fn actions(&self) -> &Lists {
        &self.actions
    }

    /// The decision of each action, in order: `[m]`.
    #[must_use]
    pub fn decisions(&self) -> ArrayView1<'_, i32> {
        ArrayView1::from(&self.decisions)
    }

    /// The actions of each decision: `n` lists.
    #[must_use]
    pub fn actions_by_decision(&self) -> Lists {
        let mut lists = Lists { indices: (0..self.decisions.len() as i32).collect(), ..Lists::default() };
        let mut action = 0;
        for decision in 0..self.views.len() as i32 {
            action += self.decisions[action..].iter().take_while(|&&of| of == decision).count();
            lists.starts.push(action as i32);
        }
        lists
    }

    /// The inputs of the worlds: `k` lists.
    #[must_use]
    pub fn worlds(&self) -> &Lists {
        &self.worlds
    }

    /// Adds a decision.
    pub fn push_decision(&mut self, view: &[u16], actions: &ActionInputs) {
        let decision = self.views.len() as i32;
        self.views.push(view);
        for action in 0..actions.len() {
            self.actions.push(actions.of(action));
            self.decisions.push(decision);
        }
    }

    /// Adds a world.
    pub fn push_world(&mut self, inputs: &[u16]) {
        self.worlds.push(inputs);
    }

    /// Appends all rows of `other`.
    pub fn append(&mut self, other: &Rows) {
        let start = self.views.len() as i32;
        self.views.append(&other.views);
        self.actions.append(&other.actions);
        self.decisions.extend(other.decisions.iter().map(|&decision| start + decision));
        self.worlds.append(&other.worlds);
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.views.clear();
        self.actions.clear();
        self.decisions.clear();
        self.worlds.clear();
    }
}

/// The derivatives ("slopes") of a loss with respect to the outputs of some rows.
#[derive(Clone, Debug, Default)]
pub struct Slopes {
    logits: Vec<f32>,
    values: Vec<f32>,
}

impl Slopes {
    /// For the logit of each action: `[m]`.
    #[must_use]
    pub fn logits(&self) -> ArrayView1<'_, f32> {
        ArrayView1::from(&self.logits)
    }

    /// For the value of each world, per point: `[k]`.
    #[must_use]
    pub fn values(&self) -> ArrayView1<'_, f32> {
        ArrayView1::from(&self.values)
    }

    /// Adds the slopes of a decision's logits.
    pub fn push_logits(&mut self, slopes: &[f32]) {
        self.logits.extend_from_slice(slopes);
    }

    /// Adds the slope of a world's value.
    pub fn push_value(&mut self, slope: f32) {
        self.values.push(slope);
    }

    /// Appends all slopes of `other`.
    pub fn append(&mut self, other: &Slopes) {
        self.logits.extend_from_slice(&other.logits);
        self.values.extend_from_slice(&other.values);
    }

    /// Removes all slopes.
    pub fn clear(&mut self) {
        self.logits.clear();
        self.values.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_list_has_the_same_pairs() {
        let mut lists = Lists::default();
        for list in [&[3, 0][..], &[], &[1, 3], &[4]] {
            lists.push(list);
        }
        let transposed = lists.transposed(6);
        let all: Vec<Vec<u16>> = (0..transposed.len()).map(|index| transposed.of(index).collect()).collect();
        assert_eq!(all, [vec![0], vec![2], vec![], vec![0, 2], vec![3], vec![]]);
    }
}
