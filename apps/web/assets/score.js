//! The result of a hand by kind of points, and the score of the match.

import { html } from './preact.js';
import { forfeitWords } from './ending.js';
import { kindName, seatName, sideName, signed, t } from './words.js';

/** The counts that are shown beside points, by kind. */
const COUNTED = { cards: 'cards', suit: 'suit', prime: 'prime' };

/** The line with the score of the match. */
export function MatchLine({ table }) {
  const { rules, match } = table;
  const names = match.scores.map((_, side) => sideName(side, rules.players, rules.sides));
  if (!match.is_match) return html`<span>${t('match.single')}</span>`;
  return html`<span>${t('match.hand', { n: match.hands + 1 })}</span>
    <span class="scores">${match.scores.map((points, side) => html`<span key=${side}>${names[side]} <b>${points}</b></span>`)}</span>
    <span class="muted">${match.limit ? t('match.limit', { n: match.limit }) : match.last_hand ? t('match.last_hand', { n: match.last_hand }) : ''}</span>`;
}

/** A finished hand in one sentence. */
export function resultWords(table) {
  const { result, rules } = table;
  const side = at => sideName(at, rules.players, rules.sides);
  if (table.offence) return t('result.offence', { who: seatName(table.offence.seat, rules.players), text: table.offence.text });
  if (table.forfeit) return forfeitWords(table);
  if (!result) return '';
  if (result.shutout !== null) return t('result.shutout', { side: side(result.shutout) });
  return t('result.words', { totals: result.sides.map(({ total }, at) => `${side(at)} ${total}`).join(', ') });
}

/** The points of the hand, with a row for each kind that was scored. */
export function ResultTable({ table }) {
  const { result, rules, margins } = table;
  const scored = result.sides.flatMap(side => Object.keys(side.points).filter(kind => side.points[kind] !== 0));
  const rows = [...new Set([...rules.counted, ...scored])];
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('result.title')}><table class="result">
    <thead><tr><th scope="col">${t('result.points')}</th>${result.sides.map((_, side) => html`<th key=${side} scope="col">${sideName(side, rules.players, rules.sides)}</th>`)}</tr></thead>
    <tbody>${rows.map(kind => html`<tr key=${kind}><th scope="row">${kindName(kind)}</th>
      ${result.sides.map((side, at) => html`<td key=${at}>${side.points[kind] ?? (kind in COUNTED ? '' : 0)}
        ${kind in COUNTED && html`<small> (${side[COUNTED[kind]] ?? '–'})</small>`}</td>`)}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${t('result.total')}</th>${result.sides.map((side, at) => html`<td key=${at}><b>${side.total}</b>${margins ? html`<small> (${signed(margins[at], 0)})</small>` : null}</td>`)}</tr></tfoot>
  </table></div>`;
}

/** The end of the match in words; empty if the match continues. */
export function matchWords(table) {
  const { end } = table.match;
  if (!end) return '';
  if (end.winner === null) return table.forfeit ? '' : t('match.level');
  const values = { side: sideName(end.winner, table.rules.players, table.rules.sides) };
  return end.shutout ? t('match.won_shutout', values) : t('match.won', values);
}
