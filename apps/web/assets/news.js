//! What is new between two states of a table.

import { parse } from './picker.js';
import { handOf } from './tabledata.js';
import { cardsOf } from './words.js';

/** Whether both states are of one hand; `old` may be null. */
export const isSameHand = (old, table) => handOf(old) === handOf(table);

/** Whether cards were dealt. */
export const isDeal = (old, table) => !isSameHand(old, table) || table.view.deal_round > old.view.deal_round;

/** The plays of cards that `table` has beyond `old`. */
export function newPlays(old, table) {
  if (!isSameHand(old, table)) return [];
  return table.log.slice(old.log.length).map(({ action, seat, marks }) => ({ ...parse(action), seat, marks })).filter(play => play.card);
}

/** The cards that stay on the table of `old` after the plays. */
export const leftOn = (old, plays) => plays.reduce((cards, { kind, card, takes }) => (kind === 'lay' ? [...cards, card] : cards.filter(one => !takes.includes(one))), cardsOf(old.view.table));
