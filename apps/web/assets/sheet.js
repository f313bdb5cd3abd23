//! The score sheet of a finished hand. After a hand it counts up, row by row.

import { html, useEffect, useState } from './preact.js';
import { Minis } from './cards.js';
import { tempo } from './tempo.js';
import { kindName, sideTitle, t } from './words.js';

/** Kinds of points that go by a count, which is shown beside them. */
const COUNTED = ['cards', 'suit', 'prime'];
/** Time for each row, in milliseconds. */
const STEP = 420;

/** The kinds that the rules count, and all others that somebody got. */
function kindsOf({ result, rules }) {
  const scored = result.sides.flatMap(side => Object.keys(side.points).filter(kind => side.points[kind] !== 0));
  return [...new Set([...rules.counted, ...scored])];
}

/** If `isNews` is set, the sheet counts up and calls `onDone` at the end. */
export function Sheet({ table, isNews, onDone }) {
  const { result, match, rules } = table;
  const kinds = kindsOf(table);
  const step = isNews ? STEP * tempo(table) : 0;
  const [count, setCount] = useState(step ? 0 : kinds.length);
  const isWhole = count >= kinds.length;
  useEffect(() => {
    if (isWhole) {
      onDone();
      return undefined;
    }
    const timer = setTimeout(() => setCount(count + 1), step);
    return () => clearTimeout(timer);
  }, [count]);
  const total = side => (isWhole ? side.total : kinds.slice(0, count).reduce((sum, kind) => sum + (side.points[kind] ?? 0), 0));
  const cells = content => result.sides.map((side, at) => html`<td key=${at}>${content(side, at)}</td>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('result.title')}><table class=${result.sides.length > 2 ? 'result many' : 'result'}>
    <thead><tr><th scope="col">${t('result.points')}</th>${result.sides.map((_, side) => html`<th key=${side} scope="col">${sideTitle(table, side)}</th>`)}</tr></thead>
    <tbody>${kinds.map((kind, at) => html`<tr key=${kind} class=${at < count ? '' : 'later'}><th scope="row">${kindName(kind)} ${kind === 'single' && rules.single.length > 1 && html`<${Minis} cards=${rules.single} />`}</th>
      ${cells(side => html`${COUNTED.includes(kind) && html`<small>${side[kind] ?? '–'}</small> `}<span class=${side.points[kind] ? 'point' : 'point none'}>${side.points[kind] ?? 0}</span>`)}</tr>`)}</tbody>
    <tfoot><tr class="total"><th scope="row">${t('result.total')}</th>${cells(side => html`<b>${total(side)}</b>`)}</tr>
      ${match.is_match && html`<tr class=${isWhole ? '' : 'later'}><th scope="row">${t('result.match')}</th>${cells((_, at) => match.scores[at])}</tr>`}</tfoot>
  </table></div>`;
}
