//! A declaration, chosen on the hand cards: at first the best one is chosen; other cards make another one.

import { html, useLayoutEffect, useState } from './preact.js';
import { parse } from './picker.js';
import { actionWords, asSentence, t, theCard } from './words.js';

/** The points of a declaration, which its mark has: "three 3"; 0 if they are not told. */
const pointsOf = ({ marks }) => Number(marks[0]?.split(' ')[1] ?? 0);

/**
 * The choice of a declaration among `bids`, the best one first. `cards` are chosen; `found` are the declarations of
 * exactly these cards, which are several if the matta has a choice of values; `offered` are cards that can be chosen.
 */
export function useBids(bids) {
  const sets = bids.map(bid => ({ ...parse(bid.action), points: pointsOf(bid) }));
  const [cards, setCards] = useState([]);
  const turn = bids.map(({ action }) => action).join('|');
  useLayoutEffect(() => setCards(sets[0]?.cards ?? []), [turn]);
  const holding = all => sets.filter(set => all.every(card => set.cards.includes(card)));
  const found = holding(cards).filter(set => set.cards.length === cards.length);
  const offered = new Set((found.length ? sets : holding(cards)).flatMap(set => set.cards));
  /** Chooses a card, or no longer. A card that does not fit the chosen ones begins another choice. */
  const pick = card => {
    if (cards.includes(card)) setCards(cards.filter(one => one !== card));
    else setCards(!found.length && offered.has(card) ? [...cards, card] : [card]);
  };
  return { cards, found, offered, pick, has: card => sets.some(set => set.cards.includes(card)), isAny: sets.length > 0 };
}

/** The line of a declaration: what the chosen cards make, and the button that declares nothing. */
export function Declare({ bids, onAct }) {
  const button = (text, children, kind = '') => html`<button key=${text} type="button" class=${`declare ${kind}`} data-action=${text} onClick=${() => onAct(text)}>
    ${children}${text !== 'pass' && html`<span class="unseen"> ${actionWords(text)}</span>`}</button>`;
  const [first, ...others] = bids.found;
  const isEven = others.every(({ points }) => points === first.points);
  return html`<div class="declarations">
    ${!first && html`<p class="message">${t('declare.choose')}</p>`}
    ${others.length > 0 && html`<span class="values" role="group" aria-label=${t('declare.values')}>
      <span class="what" aria-hidden="true">${asSentence(t('declare.as', { card: theCard(first.matta) }))}</span>
      ${bids.found.map(({ text, value, points }) => button(text, html`= ${value}${!isEven && html` <small>+${points}</small>`}`, 'value'))}</span>`}
    ${first && !others.length && button(first.text, first.points ? t('declare.button', { n: first.points }) : t('declare.plain'), 'primary')}
    ${button('pass', asSentence(t('action.pass')))}
  </div>`;
}
