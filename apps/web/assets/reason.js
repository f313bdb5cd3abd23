//! Why a play lost points, in words: what the others did next or will do, who was likely to hold the card, what kinds
//! of points went.

import { parse } from './picker.js';
import { isMeasured } from './rows.js';
import { about, actionWords, fixed, kindName, list, percent, t, theCard, theCards } from './words.js';

/** An answer is told if at least this share of the simulations gave it. */
const LIKELY = 0.3;
/** The chance of a place from which a seat could have known it. */
const KNOWN = 0.6;
/** Kinds of points are told from this share of the loss on. */
const SHARE = 0.25;
const SETTEBELLO = '7d';

/** The sentences about the loss of the play of a moment; none without a measured loss. `readers` are `{ players, you }`. */
export function reasons(moments, turn, readers) {
  const { row, piles } = moments[turn];
  if (!row || row.actions.length < 2 || !isMeasured(row)) return [];
  const isRival = seat => seat % piles.length !== row.seat % piles.length;
  const answer = happened(moments, turn, isRival, readers) ?? expected(row, isRival, readers);
  return [...(answer ?? []), points(row)];
}

/** What a rival did before the seat's next turn, if it has to do with the play. */
function happened(moments, turn, isRival, readers) {
  const { row } = moments[turn];
  const [played, best] = [parse(row.played), parse(row.best)];
  for (let at = turn + 1; moments[at].row && moments[at].row.seat !== row.seat; at += 1) {
    const reply = moments[at].row;
    if (!isRival(reply.seat)) continue;
    const { card, takes } = parse(reply.played);
    const told = (key, values) => about(key, reply.seat, readers, values);
    const side = reply.seat % moments[at].piles.length;
    const chance = row.belief?.cells?.[card]?.[reply.seat] ?? 0;
    const knew = chance >= KNOWN ? [told('reason.knew', { card: theCard(card), share: percent(chance) })] : [];
    const missed = best.takes.filter(one => takes.includes(one));
    if (moments[at + 1].sweeps[side] > moments[at].sweeps[side]) return [told('reason.sweep'), ...knew];
    if (played.kind === 'lay' && takes.includes(played.card)) return [told('reason.laid', { card: theCard(played.card), taker: theCard(card) }), ...knew];
    if (takes.includes(SETTEBELLO) && (row.kinds.single ?? 0) >= SHARE * row.loss) return [told('reason.took', { card: theCard(SETTEBELLO) }), ...knew];
    if (missed.length) return [told('reason.missed', { cards: theCards(missed) })];
  }
  return null;
}

/** What the search expects of the next rival. */
function expected(row, isRival, readers) {
  const reply = row.follows.played.find(one => isRival(one.seat));
  if (!reply || reply.share < LIKELY || parse(reply.action).kind !== 'capture') return null;
  return [about('reason.expected', reply.seat, readers, { action: actionWords(reply.action) })];
}

/** The loss with the kinds of points that make most of it. */
function points(row) {
  const large = Object.entries(row.kinds).filter(([kind, value]) => kind !== 'position' && value >= SHARE * row.loss && value > 2 * (row.kind_errors[kind] ?? 0));
  large.sort((first, second) => second[1] - first[1]);
  const loss = fixed(row.loss, 1);
  return large.length ? t('reason.points', { loss, kinds: list(large.map(([kind]) => kindName(kind))) }) : t('reason.later', { loss });
}
