//! A network as tensors, and its outputs.

use ndarray::ArrayView1;
use spariglio_agents::net::sparse::SparseNet;
use spariglio_train::backend::{weights, weights_mut};
use spariglio_train::{Lists, Rows};
use tch::{Device, Tensor};

/// The weights of a network, each part a leaf of automatic differentiation.
#[derive(Debug)]
pub(crate) struct TorchNet {
    /// The parts with their first row and their number of rows, in the order of [`SparseNet`]'s rows: the first layer, its bias,
    /// then weights and bias of each residual block, the output's weights, and its bias.
    parts: Vec<(Tensor, i64, i64)>,
    width: i64,
    blocks: usize,
}

impl TorchNet {
    /// Copies the weights of a network to a device.
    pub(crate) fn new(net: &SparseNet, device: Device) -> TorchNet {
        let width = net.width() as i64;
        let view = weights(net);
        let all = Tensor::from_slice(view.as_slice().expect("rows side by side"))
            .view([net.rows() as i64, width])
            .to_device(device);
        let mut rows = vec![net.inputs() as i64, 1];
        for _ in 0..net.residual_blocks() {
            rows.extend([width, 1]);
        }
        rows.extend([1, 1]);
        let mut start = 0;
        let parts = rows.into_iter().map(|len| {
            let part = all.narrow(0, start, len).detach().set_requires_grad(true);
            start += len;
            (part, start - len, len)
        });
        TorchNet {
            parts: parts.collect(),
            width,
            blocks: net.residual_blocks(),
        }
    }

    /// The same weights, as leaves of their own: for another thread.
    pub(crate) fn shared(&self) -> TorchNet {
        let leaf = |(part, start, len): &(Tensor, i64, i64)| (part.detach().set_requires_grad(true), *start, *len);
        TorchNet {
            parts: self.parts.iter().map(leaf).collect(),
            ..*self
        }
    }

    /// The leaves.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = &Tensor> {
        self.parts.iter().map(|(part, ..)| part)
    }

    /// Adds gradients by the leaves to those of a network.
    pub(crate) fn add_gradients(&self, slopes: &[Tensor], gradient: &mut SparseNet) {
        let mut gradient = weights_mut(gradient);
        let all = gradient.as_slice_mut().expect("rows side by side");
        let width = self.width as usize;
        let mut numbers = Vec::new();
        // The policy has no bias of its output, so nothing is known of that.
        let defined = self.parts.iter().zip(slopes).filter(|(_, slopes)| slopes.defined());
        for ((_, start, len), slopes) in defined {
            let place = *start as usize * width..(start + len) as usize * width;
            numbers.resize(place.len(), 0.0_f32);
            slopes.contiguous().copy_data(&mut numbers, place.len());
            let sums = all[place].iter_mut().zip(&numbers);
            sums.for_each(|(sum, slope)| *sum += slope);
        }
    }

    fn part(&self, index: usize) -> &Tensor {
        &self.parts[index].0
    }

    /// The sums of the first layer's rows: `[lists, width]`.
    fn sums(&self, lists: &Lists) -> Tensor {
        let device = self.part(0).device();
        let [indices, starts] = [lists.indices(), lists.starts()].map(|list| tensor(list).to_device(device));
        Tensor::embedding_bag::<Tensor>(self.part(0), &indices, &starts, false, 0, false, None, true).0
    }

    /// From the sums of the first layer to the outputs, without the output's bias: `[rows]`.
    fn outputs(&self, sums: Tensor) -> Tensor {
        let mut hidden = sums.relu();
        for block in 0..self.blocks {
            let [weights, bias] = [2 + 2 * block, 3 + 2 * block].map(|index| self.part(index));
            hidden = (hidden.matmul(weights) + &hidden + bias).relu();
        }
        hidden.matmul(&self.part(2 + 2 * self.blocks).view([self.width]))
    }

    /// The output for each action: `[m]`.
    pub(crate) fn logits(&self, rows: &Rows) -> Tensor {
        let decisions = tensor(rows.decisions()).to_device(self.part(0).device());
        let views = self.sums(rows.views()) + self.part(1);
        self.outputs(views.index_select(0, &decisions) + self.sums(rows.actions()))
    }

    /// The output for each world: `[k]`.
    pub(crate) fn values(&self, rows: &Rows) -> Tensor {
        let bias = self.part(3 + 2 * self.blocks).view([self.width]).get(0);
        self.outputs(self.sums(rows.worlds()) + self.part(1)) + bias
    }
}

/// A vector as a tensor on the processor.
pub(crate) fn tensor<T: tch::kind::Element>(vector: ArrayView1<'_, T>) -> Tensor {
    Tensor::from_slice(vector.as_slice().expect("numbers side by side"))
}
