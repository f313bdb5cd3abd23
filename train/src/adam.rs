//! The parameters of one network and their average, with the optimiser Adam (Kingma and Ba 2014, arXiv 1412.6980).

use rayon::prelude::*;
use spariglio_agents::net::sparse::SparseNet;
use spariglio_agents::net::{Block, LANES};
use spariglio_engine::vector::{Bits, VectorTask, dispatch};

const DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.99;
const LEAST: f32 = 1e-7;

/// Blocks per parallel task. The norm of the gradient is summed chunk by chunk.
const CHUNK: usize = 2048;

/// A network in training.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The current weights, which play.
    pub net: SparseNet,
    /// The average of the weights, which is published.
    pub average: SparseNet,
    /// Moving averages of the gradient and of its square.
    pub moments: [Vec<Block>; 2],
}

/// The settings of an update.
#[derive(Copy, Clone, Debug)]
pub struct Update {
    /// Learning rate.
    pub rate: f64,
    /// The number of this update, from 1.
    pub step: u64,
    /// Factor on the gradients.
    pub scale: f32,
    /// The fraction by which the average moves towards the weights.
    pub average: f32,
}

impl Parameters {
    /// A network before its first update.
    pub fn new(net: SparseNet) -> Parameters {
        let zeros = vec![Block::default(); net.blocks().len()];
        Parameters { average: net.clone(), moments: [zeros.clone(), zeros], net }
    }

    /// Updates the network with the sum of the gradients, added in order. Returns the norm of the scaled gradient.
    pub fn update(&mut self, gradients: &[&[Block]], update: Update) -> f64 {
        let bias = |decay: f32| 1.0 - f64::from(decay).powf(update.step as f64);
        // Bias corrections are folded into the rate and the square, outside of the loop.
        let rate = (update.rate / bias(DECAY)) as f32;
        let square = (1.0 / bias(SQUARE_DECAY)) as f32;
        let [means, squares] = &mut self.moments;
        let chunks = self.net.blocks_mut().par_chunks_mut(CHUNK);
        let squares: Vec<f64> = chunks
            .zip(self.average.blocks_mut().par_chunks_mut(CHUNK))
            .zip(means.par_chunks_mut(CHUNK).zip(squares.par_chunks_mut(CHUNK)))
            .enumerate()
            .map(|(index, ((weights, averages), (means, squares)))| {
                dispatch(Chunk {
                    gradients,
                    start: index * CHUNK,
                    weights,
                    averages,
                    means,
                    squares,
                    rate,
                    square,
                    update,
                })
            })
            .collect();
        squares.iter().sum::<f64>().sqrt()
    }
}

/// The update of one chunk.
struct Chunk<'a> {
    gradients: &'a [&'a [Block]],
    start: usize,
    weights: &'a mut [Block],
    averages: &'a mut [Block],
    means: &'a mut [Block],
    squares: &'a mut [Block],
    rate: f32,
    square: f32,
    update: Update,
}

impl VectorTask for Chunk<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<B: Bits>(self) -> f64 {
        // One pass per block, so that weights, moments and average are loaded once.
        let mut norm = [0.0_f32; LANES];
        for block in 0..self.weights.len() {
            let mut slopes = [0.0; LANES];
            for shard in self.gradients {
                for (sum, part) in slopes.iter_mut().zip(&shard[self.start + block].0) {
                    *sum += part;
                }
            }
            let (weights, averages) = (&mut self.weights[block].0, &mut self.averages[block].0);
            let (means, squares) = (&mut self.means[block].0, &mut self.squares[block].0);
            for lane in 0..LANES {
                let slope = slopes[lane] * self.update.scale;
                norm[lane] += slope * slope;
                means[lane] = DECAY * means[lane] + (1.0 - DECAY) * slope;
                squares[lane] = SQUARE_DECAY * squares[lane] + (1.0 - SQUARE_DECAY) * slope * slope;
                weights[lane] -= self.rate * means[lane] / ((squares[lane] * self.square).sqrt() + LEAST);
                averages[lane] += self.update.average * (weights[lane] - averages[lane]);
            }
        }
        norm.iter().map(|&lane| f64::from(lane)).sum()
    }
}
