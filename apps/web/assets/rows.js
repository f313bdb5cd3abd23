//! The rows of a review, and queries of them.

/** Signs of marks with their words, the mildest first. */
export const SIGNS = { '?!': 'doubtful', '?': 'mistake', '??': 'blunder' };
const WEIGHT = { '?!': 1, '?': 2, '??': 3 };

/** Rows of a review of which nothing is known yet. */
export const NO_ROWS = { plays: [], decisions: [], hands: new Map(), summary: null };

/** Reads JSON Lines, by kind. `decisions` are the plays with a choice. */
export function readRows(text) {
  const rows = text.split('\n').filter(Boolean).map(line => JSON.parse(line));
  const plays = rows.filter(row => row.kind === 'decision');
  return {
    plays,
    decisions: plays.filter(row => row.actions.length > 1),
    hands: new Map(rows.filter(row => row.kind === 'hand').map(row => [row.line, row])),
    summary: rows.find(row => row.kind === 'summary') ?? null,
  };
}

/** The identity of a decision. */
export const idOf = row => `${row.line}.${row.turn}`;

/** Whether a loss differs from 0 by more than its error. */
export const isMeasured = row => row.interval[0] > 0;

/** Smaller losses of an action are none. */
const LEAST = 0.05;

/** Whether an action is as good as the best one: its loss is small, or its interval reaches 0. */
export const isLevel = ({ solves, behind }) => solves || behind < LEAST;

/** The class that gives a mark its colour. */
export const toneOf = row => (row?.mark ? `mark-${SIGNS[row.mark]}` : '');

/** The players of the hand of a decision. */
export const playersOf = (rows, row) => rows.hands.get(row.line)?.players ?? row.players ?? Math.max(2, ...rows.decisions.filter(one => one.line === row.line).map(one => one.seat + 1));

/** The decisions that pass a filter, sorted. `mark` is the minimum weight; 0 passes all. */
export function chosen(decisions, { seat, mark, sort, line }) {
  const kept = decisions.filter(row => (seat === null || row.seat === seat) && (WEIGHT[row.mark] ?? 0) >= mark && (line === null || row.line === line));
  const byTurn = (first, second) => first.line - second.line || first.turn - second.turn;
  return kept.sort(sort === 'size' ? (first, second) => second.loss - first.loss || byTurn(first, second) : byTurn);
}

/**
 * The next (`step` 1) or previous (-1) decision of `list`, which is in order of turn, after a place in the review.
 * Beyond the end it goes on at the other one, and says so.
 */
export function next(list, { line, turn }, step) {
  const after = row => step * (row.line - line || row.turn - turn) > 0;
  const inOrder = step > 0 ? list : [...list].reverse();
  const found = inOrder.find(after);
  return { row: found ?? inOrder[0] ?? null, isRound: !found };
}
