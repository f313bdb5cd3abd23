//! All decisions of a review: bars in order of turn, and a list that can be sorted and filtered.

import { html, useState } from './preact.js';
import { Drawn } from './cards.js';
import { Plot } from './chart.js';
import { parse } from './picker.js';
import { idOf, isMeasured, playersOf, SIGNS } from './rows.js';
import { actionWords, around, fixed, seatName, t } from './words.js';

const FIRST = 40;

/** The losses of one hand: a bar per decision with its mark, hollow if no loss was measurable. */
export function Losses({ rows, line, decision, seat, onSelect }) {
  const shown = rows.decisions.filter(row => row.line === line && (seat === null || row.seat === seat));
  if (!shown.length) return null;
  const turns = shown.map(row => row.turn);
  const most = Math.max(0.5, ...shown.map(row => Math.min(row.interval[1], 2 * Math.max(row.loss, 0.5))));
  const nearest = at => shown.reduce((best, row) => (Math.abs(row.turn - at) < Math.abs(best.turn - at) ? row : best));
  const marked = shown.filter(row => row.mark).length;
  return html`<figure class="losses">
    <figcaption>${t('review.bars', { line })}</figcaption>
    <${Plot} across=${[Math.min(...turns) - 0.8, Math.max(...turns) + 0.8]} up=${[0, most * 1.12]} height=${170}
      label=${t('review.bars_label', { n: shown.length, marked })} onPick=${at => onSelect(nearest(at))}
      draw=${({ x, y }) => shown.map(row => {
    const width = Math.abs(x(1) - x(0)) * 0.7;
    const value = Math.max(row.loss, 0);
    const isSelected = idOf(row) === idOf(decision);
    return html`<g key=${idOf(row)} class=${`bar ${isMeasured(row) ? 'sure' : 'hollow'} ${isSelected ? 'selected' : ''}`}>
          ${isSelected && html`<rect class="here" x=${x(row.turn) - width / 2 - 3} y="6" width=${width + 6} height=${y(0) - 4} />`}
          <rect class="loss" x=${x(row.turn) - width / 2} y=${y(value) - 2} width=${width} height=${Math.max(2, y(0) - y(value) + 2)} />
          <line class="whisker" x1=${x(row.turn)} x2=${x(row.turn)} y1=${y(Math.max(0, row.interval[0]))} y2=${y(Math.min(row.interval[1], most * 1.1))} />
          ${row.mark && html`<text class="sign" x=${x(row.turn)} y=${Math.max(14, y(Math.max(value, Math.min(row.interval[1], most))) - 4)} text-anchor="middle">${row.mark}</text>`}
        </g>`;
  })} />
  </figure>`;
}

export function DecisionList({ rows, shown, filter, onFilter, decision, players, onSelect }) {
  const [most, setMost] = useState(FIRST);
  const change = part => onFilter({ ...filter, ...part });
  const numberOf = event => (event.currentTarget.value === '' ? null : Number(event.currentTarget.value));
  const lines = [...rows.hands.keys()].sort((first, second) => first - second);
  const listed = shown.slice(0, most);
  return html`<section class="panel list"><h2>${t('review.decisions')}</h2>
    <div class="filters">
      <label>${t('review.sort')} <select onChange=${event => change({ sort: event.currentTarget.value })}>
        <option value="size" selected=${filter.sort === 'size'}>${t('review.by_size')}</option><option value="turn" selected=${filter.sort === 'turn'}>${t('review.by_turn')}</option></select></label>
      <label>${t('review.seat')} <select onChange=${event => change({ seat: numberOf(event) })}>
        <option value="" selected=${filter.seat === null}>${t('review.all_seats')}</option>
        ${Array.from({ length: players }, (_, seat) => html`<option key=${seat} value=${seat} selected=${filter.seat === seat}>${seatName(seat, players)}</option>`)}</select></label>
      <label>${t('review.mark')} <select onChange=${event => change({ mark: Number(event.currentTarget.value) })}>
        <option value="0" selected=${filter.mark === 0}>${t('review.all_marks')}</option>
        ${Object.entries(SIGNS).map(([sign, word], at) => html`<option key=${sign} value=${at + 1} selected=${filter.mark === at + 1}>${t('review.from_mark', { sign, word: t(`sign.${word}`) })}</option>`)}</select></label>
      ${lines.length > 1 && html`<label>${t('review.hand')} <select onChange=${event => change({ line: numberOf(event) })}>
        <option value="" selected=${filter.line === null}>${t('review.all_hands')}</option>
        ${lines.map(line => html`<option key=${line} value=${line} selected=${filter.line === line}>${line}</option>`)}</select></label>`}
    </div>
    <p class="muted">${t('review.count', { n: shown.length })}</p>
    <ol class="decisions">${listed.map(row => html`<li key=${idOf(row)}>
      <button type="button" aria-pressed=${idOf(row) === idOf(decision)} onClick=${() => onSelect(row)}>
        <span class="sign" aria-hidden="true">${row.mark ?? ''}</span>
        <span class="where">${lines.length > 1 ? `${row.line}.` : ''}${row.turn} ${seatName(row.seat, playersOf(rows, row))}</span>
        <${Drawn} action=${parse(row.played)} /><span class="unseen">${actionWords(row.played)}, ${row.mark ? t(`sign.${SIGNS[row.mark]}`) : ''}</span>
        <span class=${isMeasured(row) ? 'value bad' : 'value'}>${isMeasured(row) ? around(row.loss, row.error).replace('+', '') : fixed(Math.max(0, row.loss))}</span>
      </button></li>`)}</ol>
    ${shown.length > most && html`<button type="button" onClick=${() => setMost(most + 100)}>${t('review.more', { n: shown.length - most })}</button>`}
  </section>`;
}
