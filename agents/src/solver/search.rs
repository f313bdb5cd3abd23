//! Fail-soft alpha-beta search with a transposition table, driven by null windows.
//!
//! Values are margins in points for the side to act. The table holds points still to come, so histories that differ in
//! points already made share its entries. Source of the null windows: A. Plaat and others, "Best-first fixed-depth
//! minimax algorithms" (1996).

use super::endgame::{Endgame, GainBounds, INFINITE, Ordered};
use super::table::Table;

/// Positions with fewer plays left are not stored: searching them is as fast as a lookup.
const KEPT_FROM: usize = 7;

/// Table and buffers; a node allocates nothing.
#[derive(Debug)]
pub(super) struct AlphaBeta<M> {
    pub table: Table,
    /// Moves of all nodes on the current line, one node after the other.
    moves: Vec<Ordered<M>>,
    pub nodes: u64,
}

impl<M: Copy> AlphaBeta<M> {
    pub(super) fn new() -> AlphaBeta<M> {
        AlphaBeta { table: Table::new(), moves: Vec::with_capacity(1024), nodes: 0 }
    }

    /// The exact value of a position; found fastest if `guess` is close to it.
    pub(super) fn value<C: Endgame<Move = M>>(&mut self, endgame: &C, position: &C::Position, guess: i32) -> i32 {
        let (mut lower, mut upper) = (-INFINITE, INFINITE);
        let mut value = guess;
        while lower < upper {
            let beta = if value == lower { value + 1 } else { value };
            value = self.bound(endgame, position, beta - 1, beta);
            if value < beta {
                upper = value;
            } else {
                lower = value;
            }
        }
        value
    }

    /// A bound on a position's value: exact if inside the window, a lower bound if at least `beta`, an upper bound if
    /// at most `alpha`.
    pub(super) fn bound<C: Endgame<Move = M>>(
        &mut self,
        endgame: &C,
        position: &C::Position,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if let Some(margin) = endgame.end(position) {
            return if endgame.side(position) == 0 { margin } else { -margin };
        }
        let GainBounds { made, most, least } = endgame.outlook(position);
        let (mut lower, mut upper) = (-least, most);
        if made + lower >= beta || lower == upper {
            return made + lower;
        }
        if made + upper <= alpha {
            return made + upper;
        }
        let left = endgame.plays_left(position);
        let is_tabled = left >= KEPT_FROM;
        let key = if is_tabled { endgame.key(position) } else { 0 };
        let mut best_name = 0;
        if is_tabled && let Some(entry) = self.table.find(key) {
            lower = lower.max(entry.lower());
            upper = upper.min(entry.upper());
            best_name = entry.best;
            if made + lower >= beta || lower == upper {
                return made + lower;
            }
            if made + upper <= alpha {
                return made + upper;
            }
        }
        let first = self.moves.len();
        endgame.moves(position, &mut self.moves);
        self.order(first, best_name);
        // The value is known to be at least `made + lower`, so the window need not start below it.
        let (value, name) = self.best_of(endgame, position, first, (alpha.max(made + lower - 1), beta));
        self.moves.truncate(first);
        let value = value.clamp(made + lower, made + upper);
        if !is_tabled {
            return value;
        }
        if value >= beta {
            lower = value - made;
        } else if value <= alpha {
            upper = value - made;
        } else {
            (lower, upper) = (value - made, value - made);
        }
        self.table.keep(key, left, (lower, upper), name);
        value
    }

    /// The value and name of the best move from index `first` on.
    fn best_of<C: Endgame<Move = M>>(
        &mut self,
        endgame: &C,
        position: &C::Position,
        first: usize,
        (mut alpha, beta): (i32, i32),
    ) -> (i32, u16) {
        let mut best = (-INFINITE, 0);
        for place in first..self.moves.len() {
            let Ordered { name, play, .. } = self.moves[place];
            let next = endgame.play(position, play);
            let value = if endgame.side(&next) == endgame.side(position) {
                self.bound(endgame, &next, alpha, beta)
            } else {
                -self.bound(endgame, &next, -beta, -alpha)
            };
            if value > best.0 {
                best = (value, name);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Sorts the moves from index `first` on: the move named `best_name` first, then by rank.
    fn order(&mut self, first: usize, best_name: u16) {
        let moves = &mut self.moves[first..];
        if best_name != 0 {
            for entry in moves.iter_mut().filter(|entry| entry.name == best_name) {
                entry.rank = i32::MAX;
            }
        }
        for i in 1..moves.len() {
            let entry = moves[i];
            let mut to = i;
            while to > 0 && moves[to - 1].rank < entry.rank {
                moves[to] = moves[to - 1];
                to -= 1;
            }
            moves[to] = entry;
        }
    }
}
