//! What lies beside the play: the pile of a side with its sweeps laid crosswise, and the stock.

import { html } from './preact.js';
import { Back, Face } from './cards.js';
import { parse } from './picker.js';
import { cardsOf, sideTitle, t } from './words.js';

/** Maximum number of sweeps that are drawn. */
const MOST = 6;

/** The cards that made the sweeps of a side, in order. */
const sweepCards = ({ log, rules }, side) => log
  .filter(entry => entry.seat % rules.sides === side && entry.marks.includes('sweep'))
  .map(entry => parse(entry.action).card);

/** The captured cards of a side: a heap face down, its sweeps crosswise below it, and the number of cards. */
export function Pile({ table, side }) {
  const { rules, view } = table;
  const count = cardsOf(view.piles[side]).length;
  const { sweeps } = view.tallies[side];
  const words = `${t('piles.of', { side: sideTitle(table, side) })}: ${t('cards.count', { n: count })}, ${t('piles.sweeps', { n: sweeps })}`;
  return html`<span class=${count ? 'pile' : 'pile void'} data-place=${`pile-${side}`} role="img" aria-label=${words}>
    ${sweepCards(table, side).slice(-MOST).map((card, at) => html`<span key=${card} class="across" style=${{ '--at': at }}><${Face} card=${card} isPhone=${true} /></span>`)}
    ${count > 0 && html`<${Back} />`}
    <b>${count}</b>
  </span>`;
}

/** The cards that are not dealt yet, in a corner of the felt; nothing if the rules deal all cards at once. */
export function Stock({ table }) {
  const { rules, view } = table;
  if (!rules.stock_cards) return null;
  return html`<span class=${view.stock_cards ? 'stock' : 'stock void'} data-place="stock" role="img" aria-label=${t('seen.stock', { n: view.stock_cards })}>
    ${view.stock_cards > 0 && html`<${Back} />`}<b>${view.stock_cards}</b>
  </span>`;
}
