//! The person's own hands: kept in the browser when they end, reviewed when wished, with their losses over time.

import { useEffect } from './preact.js';
import { getText, postRecords } from './api.js';
import { lossOf } from './figures.js';
import { OFFERS } from './host.js';
import { rowsOf } from './reviewdata.js';
import { slim } from './share.js';
import { t } from './words.js';

const HANDS = 'spariglio.hands';
const OFF = 'spariglio.hands-off';
/** Maximum number of hands that are kept; the oldest go. */
const MOST = 300;

/** Whether hands are kept. */
export const isKeeping = () => OFFERS.reviews && localStorage.getItem(OFF) !== '1';
export const setKeeping = isOn => localStorage.setItem(OFF, isOn ? '0' : '1');

/** The kept hands, oldest first: `{ key, at, seat, seats, record, review, line, loss }`. */
export function ownHands() {
  try {
    return JSON.parse(localStorage.getItem(HANDS) ?? '[]');
  } catch {
    return [];
  }
}

const keep = hands => localStorage.setItem(HANDS, JSON.stringify(hands.slice(-MOST)));

/** Forgets all hands. */
export const forgetHands = () => localStorage.removeItem(HANDS);

const keyOf = table => `${table.id}.${table.match.hands}.${table.seat}`;

/** Changes the kept hands that pass a test. */
function change(test, part) {
  keep(ownHands().map(hand => (test(hand) ? { ...hand, ...part } : hand)));
}

/** Keeps the hand of a table that was played to its end; what-ifs do not count. */
export function useKeptHand(table, seatKey, isNews) {
  useEffect(() => {
    if (!isNews || !isKeeping() || table.seat === null || !table.result || table.origin || table.is_guest) return;
    getText(`/api/tables/${table.id}/record`, seatKey).then(text => {
      const hands = ownHands();
      const key = keyOf(table);
      if (hands.some(hand => hand.key === key)) return;
      keep([...hands, { key, at: Date.now(), seat: table.seat, seats: table.seats, record: slim(text.trimEnd().split('\n').at(-1)) }]);
    }).catch(() => {});
  }, []);
}

/** Notes that the last hand of a table is the first line of a review. */
export const noteReview = (table, review) => change(hand => hand.key === keyOf(table), { review, line: 1 });

/** Starts one review of all hands that have none. Returns its name. */
export async function reviewNew() {
  const waiting = ownHands().filter(hand => !hand.review);
  const seats = [...new Set(waiting.map(hand => hand.seat))];
  const sent = { title: t('own.title'), ...(seats.length === 1 && { seat: seats[0] }) };
  const { id } = await postRecords(`${waiting.map(hand => hand.record).join('\n')}\n`, sent);
  const lines = new Map(waiting.map((hand, at) => [hand.key, at + 1]));
  keep(ownHands().map(hand => (lines.has(hand.key) ? { ...hand, review: id, line: lines.get(hand.key) } : hand)));
  return id;
}

const ownHand = (review, line) => ownHands().find(hand => hand.review === review && hand.line === line);

/** The seat of the person in a hand of a review; null if it is not an own hand. */
export const ownSeat = (review, line) => ownHand(review, line)?.seat ?? null;

/** Who sat where in a hand of a review, each `{ kind, name }`; none if this browser and the record know of no person. */
export const seatsIn = (review, { line, agents }) => ownHand(review, line)?.seats ?? (agents.includes('person') ? agents.map(name => (name === 'person' ? { kind: name, name: '' } : { kind: 'agent', name })) : []);

/** Notes the losses of own hands from the rows of their review. */
export function noteLosses(review, rows) {
  keep(ownHands().map(hand => {
    if (hand.review !== review || hand.loss || !rows.hands.has(hand.line)) return hand;
    const decisions = rows.decisions.filter(row => row.line === hand.line && row.seat === hand.seat);
    return decisions.length ? { ...hand, loss: lossOf(decisions) } : hand;
  }));
}

/** Loads the losses of reviewed hands. Hands whose review is gone wait for another one. */
export async function refreshLosses() {
  const reviews = new Set(ownHands().filter(hand => hand.review && !hand.loss).map(hand => hand.review));
  for (const id of reviews) {
    try {
      noteLosses(id, await rowsOf(id));
    } catch (refusal) {
      if (refusal.status === 404) change(hand => hand.review === id && !hand.loss, { review: undefined, line: undefined });
    }
  }
}
