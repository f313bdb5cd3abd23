//! The cards seen: captured cards, table cards, and the known cards of other hands.

import { html } from './preact.js';
import { Minis } from './cards.js';
import { Panel } from './panel.js';
import { cardName, cardsOf, deckOf, seatTitle, sideTitle, t } from './words.js';

export function Seen({ table, isOpen = false }) {
  if (!table.seen_cards) return null;
  const { rules, view } = table;
  const { ranks, suits } = deckOf(rules.deck);
  const where = new Map();
  const put = (cards, sign, words) => cards.forEach(card => where.set(card, { sign, words }));
  view.known.forEach((cards, seat) => put(cardsOf(cards), seat === table.seat ? '✓' : '!', seat === table.seat ? t('seen.own') : t('seen.known', { who: seatTitle(table, seat) })));
  view.piles.forEach((cards, side) => put(cardsOf(cards), '×', t('seen.gone', { side: sideTitle(table, side) })));
  put(cardsOf(view.table), '▢', t('seen.table'));
  const declared = view.declared.map((cards, seat) => [seat, cardsOf(cards)]).filter(([, cards]) => cards.length);
  return html`<${Panel} title=${t('seen.title')} isOpen=${isOpen}>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('seen.title')}><table class="seen">
      <thead><tr><th scope="col"><span class="unseen">${t('seen.suit')}</span></th>${ranks.map(rank => html`<th key=${rank} scope="col" abbr=${t(`rank.${rank}`)}>${t(`rank.short_${rank}`)}</th>`)}</tr></thead>
      <tbody>${suits.map(suit => html`<tr key=${suit}><th scope="row">${t(`suit.${suit}`)}</th>
        ${ranks.map(rank => {
          const found = where.get(rank + suit);
          return html`<td key=${rank} class=${found ? 'known' : ''} title=${`${cardName(rank + suit)}: ${found?.words ?? t('seen.hidden')}`}>
            <span aria-hidden="true">${found?.sign ?? ''}</span><span class="unseen">${found?.words ?? t('seen.hidden')}</span></td>`;
        })}</tr>`)}</tbody>
    </table></div>
    <p class="muted">${t('seen.legend')}</p>
    ${declared.map(([seat, cards]) => html`<p key=${seat}>${t('seen.declared', { who: seatTitle(table, seat) })} <${Minis} cards=${cards} /></p>`)}
    ${view.piles.map((pile, side) => html`<p key=${side} class="gone"><b>${sideTitle(table, side)}</b> <${Minis} cards=${cardsOf(pile)} />${pile ? '' : '–'}</p>`)}
    <p class="muted">${t('seen.stock', { n: view.stock_cards })}</p>
  <//>`;
}
