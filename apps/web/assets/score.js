//! The score of the match, and results in words.

import { html } from './preact.js';
import { forfeitWords } from './ending.js';
import { offenceWords } from './offence.js';
import { sideName, sideTitle, t } from './words.js';

/** The line with the score of the match. */
export function MatchLine({ table }) {
  const { match } = table;
  const names = match.scores.map((_, side) => sideTitle(table, side));
  if (!match.is_match) return html`<span>${t('match.single')}</span>`;
  return html`<span>${t('match.hand', { n: match.hands + 1 })}</span>
    <span class="scores">${match.scores.map((points, side) => html`<span key=${side}>${names[side]} <b>${points}</b></span>`)}</span>
    <span class="muted">${match.limit ? t('match.limit', { n: match.limit }) : match.last_hand ? t('match.last_hand', { n: match.last_hand }) : ''}</span>`;
}

/** A finished hand in one sentence. */
export function resultWords(table) {
  const { result, rules } = table;
  const side = at => sideTitle(table, at);
  if (table.offence) return offenceWords(table);
  if (table.forfeit) return forfeitWords(table);
  if (!result) return '';
  if (result.shutout !== null) return t('result.shutout', { side: side(result.shutout) });
  return t('result.words', { totals: result.sides.map(({ total }, at) => `${side(at)} ${total}`).join(', ') });
}

/** The end of the match in words; empty if the match continues. */
export function matchWords(table) {
  const { end } = table.match;
  if (!end) return '';
  if (end.winner === null) return table.forfeit ? '' : t('match.level');
  const values = { side: sideName(end.winner, table.rules.players, table.rules.sides) };
  return end.shutout ? t('match.won_shutout', values) : t('match.won', values);
}
