//! What a hint says of the cards on the table, and one sentence that gives the reason.

import { html } from './preact.js';
import { parse } from './picker.js';
import { isLevel } from './rows.js';
import { actionWords, asSentence, cardsOf, deckOf, fixed, kindName, seatName, t, theCard, theCards } from './words.js';

/** Smaller differences are not told. */
const LEAST = 0.05;
/** A card is probably where the belief puts it with this chance, and is probably not where it has less than the other. */
const LIKELY = 0.5;
const UNLIKELY = 0.25;
const SETTEBELLO = '7d';

/** The advice of a hint: the best `card`, what it `takes`, the sentence `words`, and the `loss` of each other hand card. */
export function adviceOf(hint, table) {
  const { card, takes, cards } = parse(hint.best);
  const losses = new Map();
  for (const one of hint.actions) {
    const other = parse(one.action).card;
    if (other && other !== card) losses.set(other, Math.min(isLevel(one) ? 0 : one.behind, losses.get(other) ?? Infinity));
  }
  return { card, takes: new Set(takes), isLaid: card !== null && !takes.length, cards: new Set(cards), loss: other => losses.get(other), words: sentence(hint, table) };
}

/** The loss of a card, 0 if it is as good as the best one: "−0.3"; nothing if no hint tells it. */
export const lossWords = loss => (loss === undefined ? '' : loss ? `−${fixed(loss, 1)}` : '≈');

/** The loss of a card as a badge. */
export function Loss({ loss }) {
  if (loss === undefined) return null;
  return html`<span class=${loss ? 'badge loss' : 'badge loss even'} aria-hidden="true">${lossWords(loss)}</span>`;
}

function sentence(hint, table) {
  const best = parse(hint.best);
  const what = best.kind === 'capture' ? t('advice.capture', { card: theCard(best.card), cards: theCards(best.takes) })
    : best.kind === 'lay' ? t('advice.lay', { card: theCard(best.card) }) : actionWords(hint.best);
  const why = reason(hint, best, table);
  return asSentence(t('advice.because', { what, why }));
}

/** Why the best action is best: the kind of points that the other cards lose most. */
function reason(hint, best, table) {
  if (hint.actions.length === 1) return t('advice.forced');
  const isOther = one => parse(one.action).card !== best.card;
  const others = hint.actions.some(isOther) ? hint.actions.filter(isOther) : hint.actions.filter(one => one.action !== hint.best);
  const level = others.filter(isLevel);
  if (level.length === others.length) return t('advice.level');
  if (table.rules.single.includes(SETTEBELLO) && best.kind === 'capture' && [best.card, ...best.takes].includes(SETTEBELLO)) return t('advice.settebello');
  if (isSweep(best, table)) return t('advice.sweep');
  const [kind, gain] = mostGained(hint, others);
  if (gain < LEAST / 2) return t(hint.method === 'exact' ? 'advice.exact' : level.length ? 'advice.among' : 'advice.least');
  return (REASONS[kind] ?? plainly)(best, table, hint.belief, kind);
}

const isSweep = ({ kind, takes }, { rules, view }) => kind === 'capture' && rules.counted.includes('sweeps') && view.plies_left > 1 && takes.length === cardsOf(view.table).length;

/** The kind of points in which the best action is most ahead of the mean of the others. */
function mostGained({ actions, best }, others) {
  const { kinds } = actions.find(one => one.action === best);
  const known = others.filter(one => one.kinds);
  if (!kinds || !known.length) return ['', 0];
  const names = new Set([kinds, ...known.map(one => one.kinds)].flatMap(Object.keys));
  const gains = [...names].map(name => [name, known.reduce((sum, one) => sum + (kinds[name] ?? 0) - (one.kinds[name] ?? 0), 0) / known.length]);
  gains.sort((first, second) => second[1] - first[1]);
  // What hand cards promise is only named where no points are.
  return gains.find(([name, gain]) => name !== 'position' && gain >= LEAST) ?? gains[0];
}

const plainly = (best, table, belief, kind) => t(best.kind === 'lay' ? 'advice.saves' : 'advice.kind', { kind: kindName(kind) });

const REASONS = {
  suit: (best, table, belief, kind) => {
    const { suit } = table.rules;
    const count = best.takes.length ? [best.card, ...best.takes].filter(one => one[1] === suit).length : 0;
    return count ? t('advice.brings', { what: t(`suit.count_${suit}`, { n: count }) }) : plainly(best, table, belief, kind);
  },
  cards: (best, table, belief, kind) => (best.takes.length ? t('advice.brings', { what: t('cards.count', { n: best.takes.length + 1 }) }) : plainly(best, table, belief, kind)),
  single: (best, table, belief, kind) => {
    const holder = table.rules.single.map(card => [card, holderOf(card, table, belief)]).find(([, seat]) => seat !== null);
    if (!holder) return plainly(best, table, belief, kind);
    const [card, seat] = holder;
    return t('advice.holds', { who: seatName(seat, table.rules.players), card: card === SETTEBELLO ? t('advice.the_settebello') : theCard(card) });
  },
  sweeps: (best, table, belief) => leaves(best, table, belief),
  position: () => t('advice.position'),
};

/** The other seat that probably holds a card. */
function holderOf(card, { rules, view }, belief) {
  const chances = belief?.cells?.[card] ?? [];
  const seat = chances.findIndex((chance, at) => at !== view.seat && at < rules.players && chance >= LIKELY);
  return seat < 0 ? null : seat;
}

/** What stays on the table, and that the next seat probably has no card for all of it. */
function leaves({ kind, card, takes }, { rules, view }, belief) {
  const { ranks } = deckOf(rules.deck);
  const rest = kind === 'lay' ? [...cardsOf(view.table), card] : cardsOf(view.table).filter(one => !takes.includes(one));
  const total = rest.reduce((sum, one) => sum + ranks.indexOf(one[0]) + 1, 0);
  const next = (view.seat + 1) % rules.players;
  const rank = ranks[total - 1];
  const chance = Object.entries(belief?.cells ?? {}).reduce((sum, [one, chances]) => sum + (one[0] === rank ? chances[next] : 0), 0);
  if (!rank || !belief || chance > UNLIKELY) return t('advice.leaves', { n: total });
  return t('advice.leaves_safe', { n: total, who: seatName(next, rules.players), rank: t(`rank.${rank}`) });
}
