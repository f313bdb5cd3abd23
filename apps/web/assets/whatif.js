//! The banner of a what-if: where it comes from, and the way back.

import { html } from './preact.js';
import { to } from './api.js';
import { t } from './words.js';

export function WhatIf({ table }) {
  const { origin, seats } = table;
  if (!origin) return null;
  const kind = seats.some(one => one.kind === 'person') ? 'play' : 'watch';
  return html`<p class="whatif"><span><b>${t('whatif.title')}</b> ${t('whatif.from', { hand: origin.hand + 1, turn: origin.turn + 1 })}</span>
    <a class="button" href=${to(`/${kind}/${origin.table}`)}>${t('whatif.back')}</a></p>`;
}
