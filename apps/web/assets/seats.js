//! The seats around the table: their players, their numbers of cards, and their known cards.

import { html } from './preact.js';
import { Back, Minis } from './cards.js';
import { cardsOf, seatName, sideName, t } from './words.js';

/** Maximum number of backs that are drawn. */
const BACKS = 10;

/** The places of seats on the page: anticlockwise, with `base` at the bottom. */
export function places(players, base) {
  const others = Array.from({ length: players - 1 }, (_, step) => (base + 1 + step) % players);
  if (others.length < 2) return { top: others, right: [], left: [] };
  return { right: [others[0]], left: [others.at(-1)], top: others.slice(1, -1).reverse() };
}

/** One seat. `open` are its hand cards, if they are visible. If `isBare` is set, no cards are drawn. */
export function Plate({ table, seat, open = null, isBare = false }) {
  const { rules, seats, view } = table;
  const { kind, name } = seats[seat];
  const count = open ? open.length : view.hand_cards[seat];
  const known = open ?? cardsOf(view.known[seat]);
  const hasTurn = table.phase === 'play' && table.to_act === seat;
  const backs = Math.min(Math.max(count - known.length, 0), BACKS);
  return html`<section class=${`plate ${hasTurn ? 'acting' : ''}`} aria-label=${seatName(seat, rules.players)}>
    <p class="who"><b>${seatName(seat, rules.players)}</b>
      ${view.dealer === seat && html` <span class="chip" title=${t('table.dealer')}>${t('table.dealer_short')}<span class="unseen"> ${t('table.dealer')}</span></span>`}
      ${hasTurn && html` <span class="chip turn">${table.thinking === seat ? t('table.thinks') : t('table.to_act')}</span>`}
    </p>
    <p class="agent" title=${name}>${kind === 'person' ? t('seat.person') : name}</p>
    ${!isBare && html`<p class="fan"><span class="unseen">${t('cards.count', { n: count })}</span>
      <${Minis} cards=${known} />
      <span class="backs" aria-hidden="true">${Array.from({ length: backs }, (_, at) => html`<${Back} key=${at} />`)}</span>
      <span class="count" aria-hidden="true">${count}</span>
    </p>`}
  </section>`;
}

/** All seats except the one at the bottom. `hands` are all hand cards, or null. */
export function Plates({ table, base, hands = null }) {
  const { right, left, top } = places(table.rules.players, base);
  const plate = seat => html`<${Plate} key=${seat} table=${table} seat=${seat} open=${hands && cardsOf(hands[seat])} />`;
  return [['right', right], ['top', top], ['left', left]].map(([place, seats]) =>
    seats.length > 0 && html`<div key=${place} class=${`seats ${place} n${seats.length}`}>${seats.map(plate)}</div>`);
}

/** The pile of each side: cards, cards of the scoring suit, sweeps. */
export function Piles({ table, base }) {
  const { rules, view } = table;
  const own = base === null ? null : base % rules.sides;
  return html`<section class="piles" aria-label=${t('piles.title')}>
    ${view.piles.map((pile, side) => {
      const cards = cardsOf(pile);
      const { sweeps, threes, tens, picada, simili, quadriglia } = view.tallies[side];
      const extra = [['threes', threes], ['tens', tens], ['picada', picada], ['simili', simili], ['quadriglia', quadriglia]].filter(([, n]) => n > 0);
      return html`<p key=${side} class=${side === own ? 'pile own' : 'pile'}>
        <b>${sideName(side, rules.players, rules.sides)}${side === own && table.seat !== null ? ` (${t('table.you')})` : ''}</b>
        <span>${t('cards.count', { n: cards.length })}</span>
        <span>${t(`suit.count_${rules.suit}`, { n: cards.filter(card => card[1] === rules.suit).length })}</span>
        <span>${t('piles.sweeps', { n: sweeps })}</span>
        ${extra.map(([kind, n]) => html`<span key=${kind}>${t(`said.tally_${kind}`)} ${n}</span>`)}
        ${view.dealer_bonus > 0 && view.dealer % rules.sides === side && html`<span>${t('piles.dealer_bonus', { n: view.dealer_bonus })}</span>`}
      </p>`;
    })}
    ${view.matta !== null && html`<p class="pile"><span>${t('piles.matta', { n: view.matta })}</span></p>`}
  </section>`;
}
