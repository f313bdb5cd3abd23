//! A network as tensors, with its outputs and their gradients.

use ndarray::ArrayView1;
use spariglio_agents::net::sparse::SparseNet;
use spariglio_train::backend::{weights, weights_mut};
use spariglio_train::rows::{Lists, Rows};
use tch::{Device, Tensor};

/// The weights of a network.
#[derive(Debug)]
pub(crate) struct TorchNet {
    /// The rows of the inputs: `[inputs, width]`.
    first: Tensor,
    /// The first layer's bias: `[1, width]`.
    bias: Tensor,
    /// The parts above the first layer, as leaves of automatic differentiation. They are in the order of
    /// [`SparseNet`]'s rows: weights and bias of each residual block, the output's weights, and a row whose first
    /// number is the output's bias.
    above: Vec<Tensor>,
}

impl TorchNet {
    /// Copies the weights of a network to a device.
    pub(crate) fn new(net: &SparseNet, device: Device) -> TorchNet {
        let (width, rows) = (net.width() as i64, net.rows() as i64);
        let all = tensor(ArrayView1::from(weights(net).as_slice().expect("rows side by side")));
        let all = all.view([rows, width]).to_device(device);
        let inputs = net.inputs() as i64;
        let mut start = inputs + 1;
        let mut part = |len: i64| {
            start += len;
            leaf(&all.narrow(0, start - len, len))
        };
        let mut above = Vec::new();
        for _ in 0..net.residual_blocks() {
            above.extend([part(width), part(1)]);
        }
        above.extend([part(1), part(1)]);
        TorchNet { first: all.narrow(0, 0, inputs), bias: all.narrow(0, inputs, 1), above }
    }

    /// The same weights with separate leaves, for another thread.
    pub(crate) fn shared(&self) -> TorchNet {
        TorchNet {
            first: self.first.shallow_clone(),
            bias: self.bias.shallow_clone(),
            above: self.above.iter().map(leaf).collect(),
        }
    }

    /// The outputs without the output's bias, `[rows]`, from the sums of the first layer, `[rows, width]`.
    fn outputs(&self, sums: &Tensor) -> Tensor {
        let mut hidden = sums.relu();
        let (blocks, out) = self.above.split_at(self.above.len() - 2);
        for block in blocks.chunks_exact(2) {
            hidden = (hidden.matmul(&block[0]) + &hidden + &block[1]).relu();
        }
        hidden.matmul(&out[0].view([-1]))
    }

    /// The sums of the first layer for each action.
    fn action_sums(&self, rows: &Rows) -> Tensor {
        let decisions = on(rows.decisions(), &self.first);
        let views = sums(&self.first, rows.views()) + &self.bias;
        views.index_select(0, &decisions) + sums(&self.first, rows.actions())
    }

    /// The sums of the first layer for each world.
    fn world_sums(&self, rows: &Rows) -> Tensor {
        sums(&self.first, rows.worlds()) + &self.bias
    }

    /// The bias of the output.
    fn out_bias(&self) -> Tensor {
        self.above[self.above.len() - 1].view([-1]).get(0)
    }

    /// The output for each action: `[m]`.
    pub(crate) fn logits(&self, rows: &Rows) -> Tensor {
        self.outputs(&self.action_sums(rows))
    }

    /// The output for each world: `[k]`.
    pub(crate) fn values(&self, rows: &Rows) -> Tensor {
        self.outputs(&self.world_sums(rows)) + self.out_bias()
    }

    /// Adds the gradient of the logits with these slopes, `[m]`.
    pub(crate) fn add_gradient_of_logits(&self, rows: &Rows, slopes: ArrayView1<'_, f32>, gradient: &mut SparseNet) {
        let sums = leaf(&self.action_sums(rows));
        let loss = self.outputs(&sums).dot(&on(slopes, &self.first));
        // The policy's output has no bias.
        let by_sums = self.add_above(&loss, &sums, self.above.len() - 1, gradient);
        let by_views = self::sums(&by_sums, &rows.actions_by_decision());
        let mut by_rows = self.by_rows(&by_sums, rows.actions());
        by_rows += self.by_rows(&by_views, rows.views());
        self.add_first(&by_rows, &by_views, gradient);
    }

    /// Adds the gradient of the values with these slopes, `[k]`.
    pub(crate) fn add_gradient_of_values(&self, rows: &Rows, slopes: ArrayView1<'_, f32>, gradient: &mut SparseNet) {
        let sums = leaf(&self.world_sums(rows));
        let loss = (self.outputs(&sums) + self.out_bias()).dot(&on(slopes, &self.first));
        let by_sums = self.add_above(&loss, &sums, self.above.len(), gradient);
        let by_rows = self.by_rows(&by_sums, rows.worlds());
        self.add_first(&by_rows, &by_sums, gradient);
    }

    /// Adds the gradient of the first `parts` above the first layer. Returns the gradient of the sums, `[rows, width]`.
    fn add_above(&self, loss: &Tensor, sums: &Tensor, parts: usize, gradient: &mut SparseNet) -> Tensor {
        let mut leaves = vec![sums];
        leaves.extend(&self.above[..parts]);
        let mut slopes = Tensor::run_backward(&[loss], &leaves, false, false);
        let mut row = gradient.inputs() + 1;
        for slopes in &slopes[1..] {
            add(slopes, row, gradient);
            row += slopes.size()[0] as usize;
        }
        slopes.swap_remove(0)
    }

    /// The gradient of the inputs' rows: for each, the gradients of all sums that contain it, added up.
    fn by_rows(&self, by_sums: &Tensor, lists: &Lists) -> Tensor {
        sums(by_sums, &lists.transposed(self.first.size()[0] as usize))
    }

    /// Adds the gradient of the first layer.
    fn add_first(&self, by_rows: &Tensor, by_bias: &Tensor, gradient: &mut SparseNet) {
        add(by_rows, 0, gradient);
        let bias = by_bias.sum_dim_intlist(0, true, tch::Kind::Float);
        add(&bias, gradient.bias(), gradient);
    }
}

/// A leaf of automatic differentiation with the numbers of a tensor.
fn leaf(tensor: &Tensor) -> Tensor {
    tensor.detach().set_requires_grad(true)
}

/// For each list the sum of its rows: `[lists, width]`.
fn sums(rows: &Tensor, lists: &Lists) -> Tensor {
    let [indices, starts] = [lists.indices(), lists.starts()].map(|list| on(list, rows));
    Tensor::embedding_bag::<Tensor>(rows, &indices, &starts, false, 0, false, None, true).0
}

/// Adds rows to those of a gradient, starting at `row`.
fn add(rows: &Tensor, row: usize, gradient: &mut SparseNet) {
    let width = gradient.width();
    let mut numbers = vec![0.0_f32; rows.numel()];
    rows.contiguous().copy_data(&mut numbers, rows.numel());
    let mut gradient = weights_mut(gradient);
    let all = gradient.as_slice_mut().expect("rows side by side");
    let sums = all[row * width..].iter_mut().zip(&numbers);
    sums.for_each(|(sum, slope)| *sum += slope);
}

/// A vector as a tensor on the device of `other`.
fn on<T: tch::kind::Element>(vector: ArrayView1<'_, T>, other: &Tensor) -> Tensor {
    tensor(vector).to_device(other.device())
}

/// A vector as a tensor on the processor.
fn tensor<T: tch::kind::Element>(vector: ArrayView1<'_, T>) -> Tensor {
    Tensor::from_slice(vector.as_slice().expect("numbers side by side"))
}
