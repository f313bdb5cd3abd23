//! The weights of a sparse network, and their sums over inputs.

use rand::Rng;
use spariglio_engine::random::unit;
use spariglio_engine::vector::{Bits, VectorTask, dispatch_wide};

/// Numbers in a block.
pub const LANES: usize = 16;

/// The widths that a network may have.
pub const WIDTHS: [usize; 6] = [32, 64, 96, 128, 192, 256];

/// Sixteen numbers, on a line of the cache of their own.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
#[repr(align(64))]
pub struct Block(pub [f32; LANES]);

/// Each takes and gives whole blocks, which compilers keep in vectors.
impl Block {
    #[inline(always)]
    fn zip(self, other: Block, f: impl Fn(f32, f32) -> f32) -> Block {
        Block(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    /// `self + other`, lane by lane.
    #[inline(always)]
    #[must_use]
    pub fn plus(self, other: Block) -> Block {
        self.zip(other, |a, b| a + b)
    }

    /// `self * other`, lane by lane.
    #[inline(always)]
    #[must_use]
    pub fn times(self, other: Block) -> Block {
        self.zip(other, |a, b| a * b)
    }

    /// `self * factor`, lane by lane.
    #[inline(always)]
    #[must_use]
    pub fn scaled(self, factor: f32) -> Block {
        self.times(Block([factor; LANES]))
    }

    /// 0 in lanes below 0.
    #[inline(always)]
    #[must_use]
    pub fn relu(self) -> Block {
        self.zip(self, |a, _| {
            let bits = a.to_bits();
            f32::from_bits(bits & !((bits as i32 >> 31) as u32))
        })
    }

    /// 0 in lanes where `active`, which is nowhere below 0, is 0.
    #[inline(always)]
    #[must_use]
    pub fn gated(self, active: Block) -> Block {
        self.zip(active, |number, active| {
            let is_active = ((active.to_bits() as i32).wrapping_neg() >> 31) as u32;
            f32::from_bits(number.to_bits() & is_active)
        })
    }
}

/// Work that is compiled for every width, given in blocks, and for every level of machine. Mark `run`, and what it calls
/// in its loops, `inline(always)`.
pub trait Task {
    /// What the work gives.
    type Output;

    /// Does the work for networks that are `B` blocks wide.
    fn run<const B: usize>(self) -> Self::Output;
}

struct Wide<T, const B: usize>(T);

impl<T: Task, const B: usize> VectorTask for Wide<T, B> {
    type Output = T::Output;

    #[inline(always)]
    fn run<L: Bits>(self) -> T::Output {
        self.0.run::<B>()
    }
}

/// One hidden layer over sparse inputs, one output.
///
/// Rows of `width` numbers: one for each input, the bias of the hidden layer, the weights of the output, and a row whose
/// first number is the output's bias. All are parameters of one kind to an optimiser.
#[derive(Clone, PartialEq, Debug)]
pub struct SparseNet {
    inputs: usize,
    /// Blocks of a row.
    wide: usize,
    rows: Vec<Block>,
}

impl SparseNet {
    /// A network of zeros.
    ///
    /// # Panics
    /// If the width is none of [`WIDTHS`].
    pub fn zeros(inputs: usize, width: usize) -> SparseNet {
        assert!(WIDTHS.contains(&width), "a width of {WIDTHS:?}");
        let wide = width / LANES;
        SparseNet {
            inputs,
            wide,
            rows: vec![Block::default(); (inputs + 3) * wide],
        }
    }

    /// A network whose hidden layer is random, uniform in `-bound` to `bound`, and whose output is 0.
    pub fn random(inputs: usize, width: usize, bound: f32, rng: &mut impl Rng) -> SparseNet {
        let mut net = SparseNet::zeros(inputs, width);
        for block in &mut net.rows[..inputs * width / LANES] {
            block.0 = std::array::from_fn(|_| bound * (2.0 * unit(rng) - 1.0));
        }
        net
    }

    /// Gives the output random weights, uniform in `-bound` to `bound`.
    pub fn randomise_output(&mut self, bound: f32, rng: &mut impl Rng) {
        let (start, end) = ((self.inputs + 1) * self.wide, (self.inputs + 2) * self.wide);
        for block in &mut self.rows[start..end] {
            block.0 = std::array::from_fn(|_| bound * (2.0 * unit(rng) - 1.0));
        }
    }

    /// Number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Numbers of the hidden layer.
    pub fn width(&self) -> usize {
        self.wide * LANES
    }

    /// All parameters.
    pub fn blocks(&self) -> &[Block] {
        &self.rows
    }

    /// All parameters.
    pub fn blocks_mut(&mut self) -> &mut [Block] {
        &mut self.rows
    }

    /// The row of an input.
    #[inline(always)]
    pub fn row<const B: usize>(&self, input: usize) -> &[Block; B] {
        self.rows[input * B..].first_chunk().expect("a whole row")
    }

    /// The row of an input.
    #[inline(always)]
    pub fn row_mut<const B: usize>(&mut self, input: usize) -> &mut [Block; B] {
        self.rows[input * B..].first_chunk_mut().expect("a whole row")
    }

    /// The place of the hidden layer's bias among the rows.
    #[inline(always)]
    pub fn bias(&self) -> usize {
        self.inputs
    }

    /// The place of the output's weights among the rows.
    #[inline(always)]
    pub fn out(&self) -> usize {
        self.inputs + 1
    }

    /// The bias of the output.
    #[inline(always)]
    pub fn out_bias(&self) -> f32 {
        self.rows[(self.inputs + 2) * self.wide].0[0]
    }

    /// The bias of the output.
    #[inline(always)]
    pub fn out_bias_mut(&mut self) -> &mut f32 {
        &mut self.rows[(self.inputs + 2) * self.wide].0[0]
    }

    /// Runs a task that is compiled for this width.
    #[inline]
    pub fn run<T: Task>(&self, task: T) -> T::Output {
        match self.wide {
            2 => dispatch_wide(Wide::<T, 2>(task)),
            4 => dispatch_wide(Wide::<T, 4>(task)),
            6 => dispatch_wide(Wide::<T, 6>(task)),
            8 => dispatch_wide(Wide::<T, 8>(task)),
            12 => dispatch_wide(Wide::<T, 12>(task)),
            16 => dispatch_wide(Wide::<T, 16>(task)),
            _ => unreachable!("a network has one of the widths"),
        }
    }
}

/// Adds a row to a sum.
#[inline(always)]
pub fn add<const B: usize>(sum: &mut [Block; B], row: &[Block; B]) {
    for (sum, row) in sum.iter_mut().zip(row) {
        *sum = sum.plus(*row);
    }
}

/// `start` and the rows of some inputs, added one after the other.
#[inline(always)]
pub fn add_rows<const B: usize>(net: &SparseNet, start: &[Block; B], inputs: &[u16]) -> [Block; B] {
    let mut sum = *start;
    for &input in inputs {
        add(&mut sum, net.row(input.into()));
    }
    sum
}

/// Every number that is below 0 becomes 0.
#[inline(always)]
pub fn relu<const B: usize>(blocks: [Block; B]) -> [Block; B] {
    std::array::from_fn(|block| blocks[block].relu())
}

/// The sum of products: lane by lane, then halves, quarters and so on.
#[inline(always)]
pub fn dot<const B: usize>(a: &[Block; B], b: &[Block; B]) -> f32 {
    let mut sum = Block::default();
    for (a, b) in a.iter().zip(b) {
        sum = sum.plus(a.times(*b));
    }
    let mut sums = sum.0;
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
        half /= 2;
    }
    sums[0]
}
