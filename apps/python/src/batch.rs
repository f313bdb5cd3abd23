//! Many decisions at once, as arrays.

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use spariglio_agents::net::inputs::{Encoder, WORDS, encode_bits};
use spariglio_agents::search::EvalBatch;
use spariglio_engine::{Action, Game, View};

use crate::array::{Grid, List, Seen};
use crate::vector::Observation;

/// Decisions to make at once, one per row: the argument of `BatchAgent.act` and `Evaluator.evaluate`.
///
/// Lists of different lengths are concatenated in one array. The matching `..._starts` hold the start of each list and
/// end with the length of the array. The lists of inputs and their starts are `int32`, as `embedding_bag` of PyTorch
/// wants them. An array that the batch lacks is an `AttributeError` that says which `obs` has it.
#[pyclass(frozen, module = "spariglio")]
pub struct Batch {
    /// The legal actions of all rows, concatenated, as numbers (`Action.bits`): `int64`.
    #[pyo3(get)]
    actions: List<i64>,
    /// The start of each row's actions: `int64`, shape `(n + 1,)`.
    #[pyo3(get)]
    starts: List<i64>,
    /// Number of legal actions of each row: `int64`, shape `(n,)`.
    #[pyo3(get)]
    n_legal: List<i64>,
    /// A seed for each row, for agents that decide at random: `int64`, at least 0, shape `(n,)`. 0 if the batch is for
    /// an evaluator.
    #[pyo3(get)]
    seeds: List<i64>,
    obs: Option<Seen>,
    lists: Option<InputLists>,
    worlds: Option<Worlds>,
}

/// The inputs of views and of actions.
struct InputLists {
    inputs: List<i32>,
    input_starts: List<i32>,
    action_inputs: List<i32>,
    action_input_starts: List<i32>,
    residual: List<f32>,
}

/// The inputs of a critic.
struct Worlds {
    inputs: List<i32>,
    starts: List<i32>,
    scored: List<f32>,
}

/// A part of a batch, or the error that says which `obs` has it.
fn given<'a, T>(part: Option<&'a T>, name: &str, obs: &str) -> PyResult<&'a T> {
    part.ok_or_else(|| PyAttributeError::new_err(format!("the batch has no {name}: expected {obs}")))
}

#[pymethods]
impl Batch {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.n_legal.0.bind(py).len()
    }

    /// The knowledge of the seat to act, in the form that the agent's `obs` asks for. `inputs`: `uint8`, shape `(n,
    /// Game.view_inputs)`, 1 for each input that is 1; `bits`: `uint64`, shape `(n, WORDS)`.
    #[getter]
    fn obs(&self) -> PyResult<&Seen> {
        given(self.obs.as_ref(), "obs", "obs=\"inputs\" or obs=\"bits\"")
    }

    /// The indices of the view inputs that are 1, row by row (docs/reference/inputs.md): `int32`.
    #[getter]
    fn inputs(&self) -> PyResult<&List<i32>> {
        Ok(&self.lists("inputs")?.inputs)
    }

    /// The start of each row's inputs: `int32`, shape `(n + 1,)`.
    #[getter]
    fn input_starts(&self) -> PyResult<&List<i32>> {
        Ok(&self.lists("input_starts")?.input_starts)
    }

    /// The indices of the action inputs that are 1, action by action: `int32`.
    #[getter]
    fn action_inputs(&self) -> PyResult<&List<i32>> {
        Ok(&self.lists("action_inputs")?.action_inputs)
    }

    /// The start of each action's inputs: `int32`, shape `(len(actions) + 1,)`.
    #[getter]
    fn action_input_starts(&self) -> PyResult<&List<i32>> {
        Ok(&self.lists("action_input_starts")?.action_input_starts)
    }

    /// The formula's logit of each action; the largest of a row is 0. `float32`, shape `(len(actions),)`.
    #[getter]
    fn residual(&self) -> PyResult<&List<f32>> {
        Ok(&self.lists("residual")?.residual)
    }

    /// The inputs of a critic, which sees all cards: those of the view and of the world, row by row: `int32`. Only
    /// batches of `VecEnv(..., obs="sparse", state=True)` have them and the next two.
    #[getter]
    fn world_inputs(&self) -> PyResult<&List<i32>> {
        Ok(&self.worlds("world_inputs")?.inputs)
    }

    /// The start of each row's world inputs: `int32`, shape `(n + 1,)`.
    #[getter]
    fn world_starts(&self) -> PyResult<&List<i32>> {
        Ok(&self.worlds("world_starts")?.starts)
    }

    /// The margin scored in play so far, in points for the side of the seat to act: `float32`, shape `(n,)`. A critic
    /// tells the margin still to come.
    #[getter]
    fn scored(&self) -> PyResult<&List<f32>> {
        Ok(&self.worlds("scored")?.scored)
    }
}

impl Batch {
    fn lists(&self, name: &str) -> PyResult<&InputLists> {
        given(self.lists.as_ref(), name, "obs=\"inputs\" or obs=\"sparse\"")
    }

    fn worlds(&self, name: &str) -> PyResult<&Worlds> {
        given(self.worlds.as_ref(), name, "VecEnv(..., obs=\"sparse\", state=True)")
    }

    /// A batch without observations.
    fn plain(py: Python<'_>, actions: &[Action], starts: &[u32], seeds: &[u64]) -> Batch {
        let bits = actions.iter().map(|action| action.to_bits() as i64).collect();
        let n_legal = starts.windows(2).map(|pair| i64::from(pair[1] - pair[0])).collect();
        Batch {
            actions: List::new(py, bits),
            starts: List::new(py, starts.iter().map(|&start| i64::from(start)).collect()),
            n_legal: List::new(py, n_legal),
            // PyTorch and JAX have few functions for unsigned numbers, and NumPy takes no seeds below 0.
            seeds: List::new(py, seeds.iter().map(|&seed| (seed >> 1) as i64).collect()),
            obs: None,
            lists: None,
            worlds: None,
        }
    }

    /// A batch with inputs.
    pub fn with_inputs(py: Python<'_>, rows: &EvalBatch, seeds: &[u64]) -> Batch {
        let (actions, starts) = rows.actions();
        let (inputs, input_starts) = rows.inputs();
        let (action_inputs, action_input_starts) = rows.action_inputs();
        let (worlds, world_starts) = rows.worlds();
        let lists = InputLists {
            inputs: numbers(py, inputs),
            input_starts: numbers(py, input_starts),
            action_inputs: numbers(py, action_inputs),
            action_input_starts: numbers(py, action_input_starts),
            residual: List::new(py, rows.residual().to_vec()),
        };
        let worlds = (!rows.scored().is_empty()).then(|| Worlds {
            inputs: numbers(py, worlds),
            starts: numbers(py, world_starts),
            scored: List::new(py, rows.scored().to_vec()),
        });
        Batch { lists: Some(lists), worlds, ..Batch::plain(py, actions, starts, seeds) }
    }

    /// A batch with inputs as lists and as rows of `width` zeros and ones.
    pub fn with_ones(py: Python<'_>, rows: &EvalBatch, width: usize, seeds: &[u64]) -> PyResult<Batch> {
        let (inputs, starts) = rows.inputs();
        let mut ones = vec![0_u8; rows.len() * width];
        for (row, ends) in ones.chunks_exact_mut(width).zip(starts.windows(2)) {
            for &input in &inputs[ends[0] as usize..ends[1] as usize] {
                row[usize::from(input)] = 1;
            }
        }
        let obs = Some(Seen::Ones(Grid::new(py, ones, width)?));
        Ok(Batch { obs, ..Batch::with_inputs(py, rows, seeds) })
    }
}

/// A batch that grows row by row, without Python.
pub struct Rows {
    shown: Shown,
    actions: Vec<Action>,
    starts: Vec<u32>,
    seeds: Vec<u64>,
}

/// The observations of the rows.
enum Shown {
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
            shown: match observation {
                Observation::Nothing => Shown::Nothing,
                Observation::Bits => Shown::Bits(Vec::new()),
                Observation::Inputs | Observation::Sparse => Shown::Inputs {
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
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Bits(bits) => bits.clear(),
            Shown::Inputs { rows, .. } => rows.clear(),
        }
        self.actions.clear();
        self.starts.truncate(1);
        self.seeds.clear();
    }

    /// Adds a decision of the view's seat.
    pub fn push(&mut self, view: &View<'_>, seed: u64) {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Bits(bits) => {
                let at = bits.len();
                bits.resize(at + WORDS, 0);
                encode_bits(view, &mut bits[at..]);
            }
            Shown::Inputs { encoder, rows, .. } => {
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
        let seeds = &self.seeds;
        match &self.shown {
            Shown::Inputs { rows, as_ones: false, .. } => Ok(Batch::with_inputs(py, rows, seeds)),
            Shown::Inputs { encoder, rows, .. } => Batch::with_ones(py, rows, encoder.view_len(), seeds),
            Shown::Nothing => Ok(Batch::plain(py, &self.actions, &self.starts, seeds)),
            Shown::Bits(bits) => Ok(Batch {
                obs: Some(Seen::Bits(Grid::new(py, bits.clone(), WORDS)?)),
                ..Batch::plain(py, &self.actions, &self.starts, seeds)
            }),
        }
    }
}

/// Numbers in an array of the type that PyTorch's `embedding_bag` wants.
fn numbers<T: Copy + Into<i64>>(py: Python<'_>, numbers: &[T]) -> List<i32> {
    List::new(py, numbers.iter().map(|&number| number.into() as i32).collect())
}
