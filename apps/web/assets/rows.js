//! The rows of a review, and queries of them.

/** Signs of marks with their words, the mildest first. */
export const SIGNS = { '?!': 'doubtful', '?': 'mistake', '??': 'blunder' };
const WEIGHT = { '?!': 1, '?': 2, '??': 3 };

/** Reads JSON Lines, by kind. */
export function readRows(text) {
  const rows = text.split('\n').filter(Boolean).map(line => JSON.parse(line));
  const hands = new Map(rows.filter(row => row.kind === 'hand').map(row => [row.line, row]));
  return {
    decisions: rows.filter(row => row.kind === 'decision' && row.method !== 'forced' && row.actions.length > 1),
    hands,
    summary: rows.find(row => row.kind === 'summary') ?? null,
  };
}

/** The identity of a decision. */
export const idOf = row => `${row.line}.${row.turn}`;

/** Whether a loss differs from 0 by more than its error. */
export const isMeasured = row => row.interval[0] > 0;

/** The players of the hand of a decision. */
export const playersOf = (rows, row) => rows.hands.get(row.line)?.players ?? row.players ?? Math.max(2, ...rows.decisions.filter(one => one.line === row.line).map(one => one.seat + 1));

/** The decisions that pass a filter, sorted. `mark` is the minimum weight; 0 passes all. */
export function chosen(decisions, { seat, mark, sort, line }) {
  const kept = decisions.filter(row => (seat === null || row.seat === seat) && (WEIGHT[row.mark] ?? 0) >= mark && (line === null || row.line === line));
  const byTurn = (first, second) => first.line - second.line || first.turn - second.turn;
  return kept.sort(sort === 'size' ? (first, second) => second.loss - first.loss || byTurn(first, second) : byTurn);
}

/** The index of the next (`step` 1) or previous (-1) element of `list` after `id` that passes `test`. */
export function next(list, id, step, test = () => true) {
  let at = list.findIndex(row => idOf(row) === id);
  if (at < 0) at = step > 0 ? -1 : list.length;
  for (at += step; at >= 0 && at < list.length; at += step) if (test(list[at])) return list[at];
  return null;
}
