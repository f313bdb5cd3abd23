//! What happened before the first turn of a hand: the dealer's bonus, and declarations that the rules make.

import { html } from './preact.js';
import { about, cardNames, cardsOf, sentence } from './words.js';

/** The events before the first turn, in sentences. */
export function openingWords({ opening, rules, view, seat }) {
  const { dealer_bonus: points, table, shown } = opening;
  const bonus = points > 0 ? [about('said.dealer_bonus', view.dealer, { players: rules.players, you: seat }, { cards: cardNames(cardsOf(table)), sum: 15 * points, n: points })] : [];
  return [...bonus, ...shown.map(entry => sentence(entry, rules.players, seat))];
}

/** The events before the first turn, above the log. */
export function Opening({ table }) {
  return openingWords(table).map(words => html`<p key=${words} class="opening">${words}</p>`);
}
