//! The last capture again: the card, what it took, and by whom.

import { html, useEffect } from './preact.js';
import { Still } from './cards.js';
import { say } from './live.js';
import { parse } from './picker.js';
import { markName, seatTitle, sentence, t } from './words.js';

/** The last entry of the log that captured; null if there is none. */
export const lastCapture = ({ log }) => log.findLast(({ action }) => parse(action).kind === 'capture') ?? null;

/** `table` has a capture. */
export function LastTrick({ table, close }) {
  const entry = lastCapture(table);
  useEffect(() => say(sentence(entry, table.rules.players, table.seat)), []);
  const { card, takes } = parse(entry.action);
  const still = one => html`<${Still} key=${one} card=${one} />`;
  return html`<section class="trick" role="group" aria-label=${t('trick.title')}>
    <p><b>${seatTitle(table, entry.seat)}</b> ${entry.marks.map(markName).join(' ')}</p>
    <div class="cards">${still(card)} <span class="sign" aria-hidden="true">×</span> ${takes.map(still)}</div>
    <button type="button" onClick=${close}>${t('keys.close')} <kbd aria-hidden="true">l</kbd></button>
  </section>`;
}
