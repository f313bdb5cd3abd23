//! Many decisions at once, as arrays.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use spariglio_agents::net::inputs::{Encoder, WORDS, encode_bits};
use spariglio_agents::search::EvalBatch;
use spariglio_engine::{Action, Game, View};

use crate::vector::Observation;

/// Decisions to make at once, one per row: the argument of `BatchAgent.act` and `Evaluator.evaluate`.
///
/// Lists of different lengths are concatenated in one array. The matching `..._starts` hold the start of each list and
/// end with the length of the array. The lists of inputs and their starts are `int32`, as `embedding_bag` of PyTorch
/// wants them. They and `residual` are `None` unless `obs` is `"inputs"` or `"sparse"`.
#[pyclass(frozen, get_all, module = "spariglio")]
pub struct Batch {
    /// The knowledge of the seat to act, in the form that the agent's `obs` asks for. `inputs`: `uint8`, shape `(n,
    /// Game.view_inputs)`, 1 for each input that is 1; `bits`: `uint64`, shape `(n, WORDS)`; otherwise `None`.
    obs: Py<PyAny>,
    /// The legal actions of all rows, concatenated, as numbers (`Action.bits`): `int64`.
    actions: Py<PyArray1<i64>>,
    /// The start of each row's actions: `int64`, shape `(n + 1,)`.
    starts: Py<PyArray1<i64>>,
    /// Number of legal actions of each row: `uint16`, shape `(n,)`.
    n_legal: Py<PyArray1<u16>>,
    /// A seed for each row, for agents that decide at random: `uint64`, shape `(n,)`. 0 if the batch is for an
    /// evaluator.
    seeds: Py<PyArray1<u64>>,
    /// The indices of the view inputs that are 1, row by row (docs/reference/inputs.md): `int32`.
    inputs: Option<Py<PyArray1<i32>>>,
    /// The start of each row's inputs: `int32`, shape `(n + 1,)`.
    input_starts: Option<Py<PyArray1<i32>>>,
    /// The indices of the action inputs that are 1, action by action: `int32`.
    action_inputs: Option<Py<PyArray1<i32>>>,
    /// The start of each action's inputs: `int32`, shape `(len(actions) + 1,)`.
    action_input_starts: Option<Py<PyArray1<i32>>>,
    /// The formula's logit of each action; the largest of a row is 0. `float32`, shape `(len(actions),)`.
    residual: Option<Py<PyArray1<f32>>>,
    /// The inputs of a critic, which sees all cards: those of the view and of the world, row by row: `int32`. `None`
    /// unless it is from `VecEnv(..., obs="sparse", state=True)`; so are the next two.
    world_inputs: Option<Py<PyArray1<i32>>>,
    /// The start of each row's world inputs: `int32`, shape `(n + 1,)`.
    world_starts: Option<Py<PyArray1<i32>>>,
    /// The margin scored in play so far, in points for the side of the seat to act: `float32`, shape `(n,)`. A critic
    /// tells the margin still to come.
    scored: Option<Py<PyArray1<f32>>>,
}

#[pymethods]
impl Batch {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.n_legal.bind(py).len()
    }
}

impl Batch {
    /// A batch without observations.
    fn plain(py: Python<'_>, actions: &[Action], starts: &[u32], seeds: Vec<u64>) -> Batch {
        let bits = actions.iter().map(|action| action.to_bits() as i64).collect();
        let n_legal = starts.windows(2).map(|pair| (pair[1] - pair[0]) as u16).collect();
        Batch {
            obs: py.None(),
            actions: PyArray1::from_vec(py, bits).unbind(),
            starts: indices(py, starts),
            n_legal: PyArray1::from_vec(py, n_legal).unbind(),
            seeds: PyArray1::from_vec(py, seeds).unbind(),
            inputs: None,
            input_starts: None,
            action_inputs: None,
            action_input_starts: None,
            residual: None,
            world_inputs: None,
            world_starts: None,
            scored: None,
        }
    }

    /// A batch with inputs.
    pub fn with_inputs(py: Python<'_>, rows: &EvalBatch, seeds: Vec<u64>) -> Batch {
        let (actions, starts) = rows.actions();
        let (inputs, input_starts) = rows.inputs();
        let (action_inputs, action_input_starts) = rows.action_inputs();
        let (worlds, world_starts) = rows.worlds();
        let has_worlds = !rows.scored().is_empty();
        Batch {
            inputs: Some(numbers(py, inputs)),
            input_starts: Some(numbers(py, input_starts)),
            action_inputs: Some(numbers(py, action_inputs)),
            action_input_starts: Some(numbers(py, action_input_starts)),
            residual: Some(PyArray1::from_slice(py, rows.residual()).unbind()),
            world_inputs: has_worlds.then(|| numbers(py, worlds)),
            world_starts: has_worlds.then(|| numbers(py, world_starts)),
            scored: has_worlds.then(|| PyArray1::from_slice(py, rows.scored()).unbind()),
            ..Batch::plain(py, actions, starts, seeds)
        }
    }

    /// A batch with inputs as lists and as rows of `width` zeros and ones.
    pub fn with_ones(py: Python<'_>, rows: &EvalBatch, width: usize, seeds: Vec<u64>) -> PyResult<Batch> {
        let (inputs, starts) = rows.inputs();
        let mut ones = vec![0_u8; rows.len() * width];
        for (row, ends) in ones.chunks_exact_mut(width).zip(starts.windows(2)) {
            for &input in &inputs[ends[0] as usize..ends[1] as usize] {
                row[usize::from(input)] = 1;
            }
        }
        let obs = shaped(PyArray1::from_vec(py, ones), rows.len(), width)?;
        Ok(Batch { obs, ..Batch::with_inputs(py, rows, seeds) })
    }
}

/// A batch that grows row by row, without Python.
pub struct Rows {
    seen: Seen,
    actions: Vec<Action>,
    starts: Vec<u32>,
    seeds: Vec<u64>,
}

/// The observations of the rows.
enum Seen {
    Nothing,
    Bits(Vec<u64>),
    Inputs {
        encoder: Box<Encoder>,
        rows: Box<EvalBatch>,
        as_ones: bool,
    },
}

impl Rows {
    /// An empty batch for decisions of a game.
    pub fn new(game: &Game, observation: Observation) -> Rows {
        Rows {
            seen: match observation {
                Observation::Nothing => Seen::Nothing,
                Observation::Bits => Seen::Bits(Vec::new()),
                Observation::Inputs | Observation::Sparse => Seen::Inputs {
                    encoder: Box::new(Encoder::new(game)),
                    rows: Box::default(),
                    as_ones: observation == Observation::Inputs,
                },
            },
            actions: Vec::new(),
            starts: vec![0],
            seeds: Vec::new(),
        }
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        match &mut self.seen {
            Seen::Nothing => {}
            Seen::Bits(bits) => bits.clear(),
            Seen::Inputs { rows, .. } => rows.clear(),
        }
        self.actions.clear();
        self.starts.truncate(1);
        self.seeds.clear();
    }

    /// Adds a decision of the view's seat.
    pub fn push(&mut self, view: &View<'_>, seed: u64) {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        match &mut self.seen {
            Seen::Nothing => {}
            Seen::Bits(bits) => {
                let at = bits.len();
                bits.resize(at + WORDS, 0);
                encode_bits(view, &mut bits[at..]);
            }
            Seen::Inputs { encoder, rows, .. } => {
                let refusals = encoder.refusals(view);
                rows.push(encoder, view, &refusals, &legal);
            }
        }
        self.actions.extend_from_slice(&legal);
        self.starts.push(self.actions.len() as u32);
        self.seeds.push(seed);
    }

    /// The legal actions of a row.
    pub fn legal(&self, row: usize) -> &[Action] {
        &self.actions[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// The rows as a batch for Python.
    pub fn give(&self, py: Python<'_>) -> PyResult<Batch> {
        let seeds = self.seeds.clone();
        match &self.seen {
            Seen::Inputs { rows, as_ones: false, .. } => Ok(Batch::with_inputs(py, rows, seeds)),
            Seen::Inputs { encoder, rows, .. } => Batch::with_ones(py, rows, encoder.view_len(), seeds),
            Seen::Nothing => Ok(Batch::plain(py, &self.actions, &self.starts, seeds)),
            Seen::Bits(bits) => Ok(Batch {
                obs: shaped(PyArray1::from_slice(py, bits), self.len(), WORDS)?,
                ..Batch::plain(py, &self.actions, &self.starts, seeds)
            }),
        }
    }
}

/// Places in an array, as PyTorch wants them.
fn indices(py: Python<'_>, places: &[u32]) -> Py<PyArray1<i64>> {
    PyArray1::from_iter(py, places.iter().map(|&place| i64::from(place))).unbind()
}

/// Numbers in an array of the type that PyTorch's `embedding_bag` wants.
fn numbers<T: Copy + Into<i64>>(py: Python<'_>, numbers: &[T]) -> Py<PyArray1<i32>> {
    PyArray1::from_vec(py, numbers.iter().map(|&number| number.into() as i32).collect()).unbind()
}

fn shaped<T: numpy::Element>(flat: Bound<'_, PyArray1<T>>, rows: usize, width: usize) -> PyResult<Py<PyAny>> {
    let array: Bound<'_, PyArray2<T>> = flat.reshape([rows, width])?;
    Ok(array.into_any().unbind())
}
