//! Many decisions at once, as arrays.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use spariglio_agents::features::{FEATURES, WORDS, encode, encode_bits};
use spariglio_engine::{Action, View};

use crate::vector::Observation;

/// Decisions that are wanted at once, a row for each: what `BatchAgent.act` and `Evaluator.evaluate` are given.
#[pyclass(frozen, get_all, module = "spariglio")]
pub struct Batch {
    /// What the seat to act knows, as `obs` of the agent asks: `features`, `uint8`, shape `(n, FEATURES)`; `bits`, `uint64`, shape
    /// `(n, WORDS)`; or `None`.
    obs: Py<PyAny>,
    /// The legal actions of all rows one after the other, as numbers (`Action.bits`): `uint64`.
    actions: Py<PyArray1<u64>>,
    /// Where the actions of each row begin: `uint32`, shape `(n + 1,)`.
    starts: Py<PyArray1<u32>>,
    /// How many legal actions each row has: `uint16`, shape `(n,)`.
    n_legal: Py<PyArray1<u16>>,
    /// A seed for each row, from which an agent draws what is random in its decision: `uint64`, shape `(n,)`. For evaluators 0.
    seeds: Py<PyArray1<u64>>,
}

#[pymethods]
impl Batch {
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.n_legal.bind(py).len()
    }
}

/// A batch that grows row by row, without Python.
pub struct Rows {
    observation: Observation,
    features: Vec<u8>,
    bits: Vec<u64>,
    actions: Vec<Action>,
    starts: Vec<u32>,
    seeds: Vec<u64>,
}

impl Rows {
    pub fn new(observation: Observation) -> Rows {
        Rows {
            observation,
            features: Vec::new(),
            bits: Vec::new(),
            actions: Vec::new(),
            starts: vec![0],
            seeds: Vec::new(),
        }
    }

    /// Adds the decision of the observer of a view.
    pub fn push(&mut self, view: &View<'_>, seed: u64) {
        match self.observation {
            Observation::Nothing => {}
            Observation::Bits => {
                let at = self.bits.len();
                self.bits.resize(at + WORDS, 0);
                encode_bits(view, &mut self.bits[at..]);
            }
            Observation::Features => {
                let at = self.features.len();
                self.features.resize(at + FEATURES, 0);
                encode(view, &mut self.features[at..]);
            }
        }
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        self.end(&legal, seed);
    }

    /// Adds a row of features that are not 0, to those of the rules.
    pub fn push_sparse(&mut self, rules: &[u8], features: &[(u16, u8)], legal: &[Action]) {
        let at = self.features.len();
        self.features.extend_from_slice(rules);
        for &(feature, value) in features {
            self.features[at + usize::from(feature)] = value;
        }
        self.end(legal, 0);
    }

    fn end(&mut self, legal: &[Action], seed: u64) {
        self.actions.extend_from_slice(legal);
        self.starts.push(self.actions.len() as u32);
        self.seeds.push(seed);
    }

    /// The legal actions of a row.
    pub fn legal(&self, row: usize) -> &[Action] {
        &self.actions[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// How many actions all rows have.
    pub fn actions(&self) -> usize {
        self.actions.len()
    }

    /// The rows for Python. The observations are given away.
    pub fn give(&mut self, py: Python<'_>) -> PyResult<Batch> {
        let rows = self.len();
        let obs = match self.observation {
            Observation::Nothing => py.None(),
            Observation::Bits => shaped(PyArray1::from_vec(py, std::mem::take(&mut self.bits)), rows, WORDS)?,
            Observation::Features => shaped(
                PyArray1::from_vec(py, std::mem::take(&mut self.features)),
                rows,
                FEATURES,
            )?,
        };
        let bits = self.actions.iter().map(|action| action.to_bits()).collect();
        let n_legal = self.starts.windows(2).map(|pair| (pair[1] - pair[0]) as u16).collect();
        Ok(Batch {
            obs,
            actions: PyArray1::from_vec(py, bits).unbind(),
            starts: PyArray1::from_slice(py, &self.starts).unbind(),
            n_legal: PyArray1::from_vec(py, n_legal).unbind(),
            seeds: PyArray1::from_slice(py, &self.seeds).unbind(),
        })
    }
}

fn shaped<T: numpy::Element>(flat: Bound<'_, PyArray1<T>>, rows: usize, width: usize) -> PyResult<Py<PyAny>> {
    let array: Bound<'_, PyArray2<T>> = flat.reshape([rows, width])?;
    Ok(array.into_any().unbind())
}
