//! A reviewed hand play by play: all cards as they lay before each play, and at the end.

import { parse } from './picker.js';
import { cardsOf, t } from './words.js';

const still = ({ hands, table, piles, sweeps }) => ({ hands: hands.map(cardsOf), table: cardsOf(table), piles: piles.map(cardsOf), sweeps });
const count = ({ hands, table, piles }) => [...hands, table, ...piles].reduce((sum, cards) => sum + cards.length, 0);

/** The moments of a hand: one before each play, and the last one, whose `row` is null. */
export function momentsOf(rows, line) {
  const end = rows.hands.get(line)?.end;
  if (!end) return [];
  const plays = rows.plays.filter(row => row.line === line);
  const last = { row: null, turn: plays.length, ...still(end) };
  const moments = [...plays.map(row => ({ row, turn: row.turn, ...still(row.before) })), last];
  const all = count(last);
  return moments.map(moment => ({ ...moment, stock: all - count(moment) }));
}

/** The piles before a decision. */
export const countsOf = row => ({ ...still(row.before), stock: 0 });

/** The words of marks on cards, by tone. */
export const markWords = () => ({ played: t('review.played'), best: t('review.best'), both: t('review.both') });

/** The words on the cards of the played and the best action, with their tones. */
export function marksOf(played, best) {
  const marks = {};
  const put = (text, tone) => {
    const { card, takes, cards } = parse(text);
    for (const one of new Set([card, ...takes, ...cards].filter(Boolean))) {
      const both = marks[one] && tone === 'best' ? 'both' : tone;
      marks[one] = [markWords()[both], both];
    }
  };
  put(played, 'played');
  put(best, 'best');
  return marks;
}

/** The card that an action brings to the table; null for declarations. */
export const goesDown = text => parse(text).card;
