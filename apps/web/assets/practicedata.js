//! The positions to practise: those of one review, of all kept reviews, or of the own hands. Solved ones are noted in
//! the browser.

import { useEffect, useMemo, useState } from './preact.js';
import { keptReviews } from './kept.js';
import { ownHands } from './own.js';
import { rowsOf, useReview, useScoring } from './reviewdata.js';
import { chosen, idOf, playersOf } from './rows.js';

const SOLVED = 'spariglio.solved.';

/** Solved positions of a review. */
function solvedOf(review) {
  try {
    return JSON.parse(localStorage.getItem(SOLVED + review) ?? '[]');
  } catch {
    return [];
  }
}

/** Notes that a position is solved. */
export function noteSolved({ review, row }) {
  localStorage.setItem(SOLVED + review, JSON.stringify([...new Set([...solvedOf(review), idOf(row)])]));
}

/** Whether a position was solved before. */
export const isSolvedBefore = ({ review, row }) => solvedOf(review).includes(idOf(row));

/** The marked decisions of a review as exercises. */
const exercisesOf = (review, rows, test) => rows.decisions.filter(row => row.mark && test(row))
  .map(row => ({ key: `${review}:${idOf(row)}`, review, row, players: playersOf(rows, row) }));

/** Sorts exercises by loss, the largest first. */
function bySize(exercises) {
  const order = new Map(chosen(exercises.map(one => one.row), { seat: null, mark: 0, sort: 'size', line: null }).map((row, at) => [row, at]));
  return [...exercises].sort((first, second) => order.get(first.row) - order.get(second.row));
}

/** The exercises of one review, also while it runs. */
export function useOneReview(id) {
  const { progress, rows, refusal, link, nameScoringOf } = useReview(id);
  const exercises = useMemo(() => bySize(exercisesOf(id, rows, () => true)), [rows]);
  return { exercises, isLoading: progress?.state !== 'done', state: progress?.state, refusal, link, nameScoringOf };
}

/** The exercises of all kept reviews, of the person's seat where it is known, or of the own hands in them. */
export function useManyReviews(isOwn) {
  const [exercises, setExercises] = useState([]);
  const [isLoading, setLoading] = useState(true);
  const [refusal, setRefusal] = useState(null);
  const nameScoringOf = useScoring();
  useEffect(() => {
    const load = async () => {
      const seats = new Map(ownHands().filter(hand => hand.review).map(hand => [`${hand.review}.${hand.line}`, hand.seat]));
      const reviews = (await keptReviews()).filter(one => one.state === 'done' && (!isOwn || [...seats.keys()].some(key => key.startsWith(`${one.id}.`))));
      const found = await Promise.all(reviews.map(async ({ id, seat }) => {
        const rows = await rowsOf(id);
        return exercisesOf(id, rows, row => {
          const own = seats.get(`${id}.${row.line}`) ?? (isOwn ? -1 : seat);
          return own === null || own === row.seat;
        });
      }));
      setExercises(bySize(found.flat()));
      setLoading(false);
    };
    load().catch(setRefusal);
  }, []);
  return { exercises, isLoading, state: isLoading ? 'running' : 'done', refusal, link: 'open', nameScoringOf };
}
