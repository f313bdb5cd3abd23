//! A block of a node: up to sixteen edges, one array per field, so that a descent looks at all of them at once.
//!
//! Invariant: the lanes from `len` on hold no card, so they are never legal; `entered`, `tail`, `sibling`,
//! `matta` and `value` mean something in a node's first block only.

use spariglio_engine::{Action, ActionKind, CardSet};

use super::selection::{Gathered, Strategy, log2};

/// Edges of a block.
pub(super) const LANES: usize = 16;

/// No block.
pub(super) const NONE: u32 = u32::MAX;

/// The card index of a declaration or a pass: no card set has this bit.
const NO_CARD: u8 = 63;

#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct EdgeBlock {
    /// Index of the played card.
    card: [u8; LANES],
    /// The cards all of whose actions are in the node.
    pub(super) entered: CardSet,
    /// The node's next block.
    pub(super) next: u32,
    /// The node's last block.
    pub(super) tail: u32,
    /// The next node of the same edge, for another value of the matta.
    pub(super) sibling: u32,
    /// Value of the matta in the node; 0 if it is not declared.
    pub(super) matta: u8,
    len: u8,
    /// Descents under way through each edge.
    pub(super) sent: [u8; LANES],
    /// Judged utility of the node for its side to act; NaN if it was not judged.
    pub(super) value: f32,
    pub(super) mean: PerEdge<f32>,
    pub(super) visits: PerEdge<u32>,
    available: PerEdge<u32>,
    /// [`log2`] of one descent more than `available`: the next descent's score does not wait for it.
    log: PerEdge<f32>,
    pub(super) link: [EdgeLink; LANES],
}

/// A field of all edges, aligned to a cache line.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct PerEdge<T>(pub(super) [T; LANES]);

/// The action of an edge, its first node and its prior.
#[derive(Copy, Clone, Debug)]
#[repr(C, align(16))]
pub(super) struct EdgeLink {
    pub(super) action: Action,
    /// The first node that the edge leads to.
    pub(super) child: u32,
    /// The prior: a probability.
    pub(super) prior: f32,
}

impl EdgeBlock {
    #[inline(always)]
    pub(super) fn new(index: u32, matta: u8) -> EdgeBlock {
        EdgeBlock {
            card: [NO_CARD; LANES],
            entered: CardSet::EMPTY,
            next: NONE,
            tail: index,
            sibling: NONE,
            matta,
            len: 0,
            sent: [0; LANES],
            value: f32::NAN,
            mean: PerEdge([0.0; LANES]),
            visits: PerEdge([0; LANES]),
            available: PerEdge([0; LANES]),
            log: PerEdge([0.0; LANES]),
            link: [EdgeLink { action: Action::PASS, child: NONE, prior: 0.0 }; LANES],
        }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline(always)]
    pub(super) fn enter(&mut self, lane: usize, action: Action) {
        self.link[lane].action = action;
        self.card[lane] = match action.kind() {
            ActionKind::Play { card, .. } => card.index(),
            ActionKind::Declare { .. } | ActionKind::Pass => NO_CARD,
        };
        self.len += 1;
    }

    /// The best [`rank`] among the plays of `playable`, `i32::MIN` if there is none; counts their availability.
    #[inline(always)]
    pub(super) fn scan(&mut self, playable: CardSet, strategy: Strategy) -> i32 {
        // One loop per strategy, so that nothing branches inside.
        match strategy {
            Strategy::Ucb1(ucb1) => self.scan_by(playable, |edge| ucb1.score(edge)),
            Strategy::Puct(puct) => self.scan_by(playable, |edge| puct.score(edge)),
            Strategy::Guided(guided) => self.scan_by(playable, |edge| guided.score(edge)),
        }
    }

    #[inline(always)]
    fn scan_by(&mut self, playable: CardSet, score: impl Fn(Gathered) -> f32) -> i32 {
        let [low, high] = [playable.bits() as u32, (playable.bits() >> 32) as u32];
        let mut best = i32::MIN;
        for lane in 0..LANES {
            let card = u32::from(self.card[lane]);
            // Vector shifts give 0 for counts from 32 on, as `unwrap_or(0)` does, so a lane does not branch.
            let bit = low.checked_shr(card).unwrap_or(0) | high.checked_shr(card.wrapping_sub(32)).unwrap_or(0);
            let legal = bit & 1;
            let score = score(self.gathered(lane));
            self.available.0[lane] += legal;
            let rank = if legal == 0 { i32::MIN } else { rank(score, lane) };
            best = best.max(rank);
        }
        for lane in 0..LANES {
            self.keep_log(lane);
        }
        best
    }

    #[inline(always)]
    fn keep_log(&mut self, lane: usize) {
        self.log.0[lane] = log2(self.available.0[lane] + 1);
    }

    /// The statistics of an edge, in a descent in which it is legal.
    #[inline(always)]
    fn gathered(&self, lane: usize) -> Gathered {
        Gathered {
            mean: self.mean.0[lane],
            visits: self.visits.0[lane],
            available: self.available.0[lane] + 1,
            log: self.log.0[lane],
            sent: self.sent[lane],
            prior: self.link[lane].prior,
        }
    }

    /// Descents in which an edge was legal.
    #[inline(always)]
    pub(super) fn available(&self, lane: usize) -> u32 {
        self.available.0[lane]
    }

    /// Priors of the plays of `playable`: the sum of all, and of those that descents have gone through.
    pub(super) fn prior_mass(&self, playable: CardSet) -> [f32; 2] {
        let legal = |&lane: &usize| playable.bits() >> (self.card[lane] & 63) & 1 == 1;
        let lanes = (0..self.len()).filter(legal);
        lanes.fold([0.0; 2], |mass, lane| self.add_prior(mass, lane))
    }

    /// Adds an edge's prior to the mass of a node.
    pub(super) fn add_prior(&self, [all, tried]: [f32; 2], lane: usize) -> [f32; 2] {
        let edge = self.gathered(lane);
        let is_tried = edge.visits + u32::from(edge.sent) > 0;
        [all + edge.prior, tried + if is_tried { edge.prior } else { 0.0 }]
    }

    /// The score of one edge that is legal in this descent; counts its availability.
    #[inline(always)]
    pub(super) fn offer(&mut self, lane: usize, strategy: Strategy) -> f32 {
        let score = strategy.score(self.gathered(lane));
        self.available.0[lane] += 1;
        self.keep_log(lane);
        score
    }

    /// One more descent, worth `utility`.
    #[inline(always)]
    pub(super) fn visit(&mut self, lane: usize, utility: f32) {
        self.visits.0[lane] += 1;
        let visits = self.visits.0[lane] as f32;
        self.mean.0[lane] += (utility - self.mean.0[lane]) / visits;
    }
}

/// Ranks compare like scores without their last four bits; if these are equal, the lower lane ranks higher.
#[inline(always)]
fn rank(score: f32, lane: usize) -> i32 {
    let bits = score.to_bits() as i32;
    // If the lower bits of negative floats are flipped, the floats order as integers.
    let ordered = bits ^ ((bits >> 31) & i32::MAX);
    ordered & !(LANES as i32 - 1) | (LANES - 1 - lane) as i32
}

/// Whether a rank of a later block beats one of an earlier block: only if its score is higher.
#[inline(always)]
pub(super) fn is_higher(later: i32, earlier: i32) -> bool {
    later & !(LANES as i32 - 1) > earlier | (LANES as i32 - 1)
}

/// The lane of a rank.
#[inline(always)]
pub(super) fn lane_of(rank: i32) -> usize {
    LANES - 1 - (rank as usize & (LANES - 1))
}
