//! The list of all decisions of a review, which can be sorted and filtered.

import { html, useState } from './preact.js';
import { Drawn } from './cards.js';
import { lossWords } from './decision.js';
import { Panel } from './panel.js';
import { parse } from './picker.js';
import { idOf, playersOf, SIGNS, toneOf } from './rows.js';
import { useNarrow } from './screen.js';
import { actionWords, seatName, t } from './words.js';

const FIRST = 40;

export function DecisionList({ rows, shown, filter, onFilter, selected, players, you, onSelect }) {
  const [most, setMost] = useState(FIRST);
  const change = part => onFilter({ ...filter, ...part });
  const numberOf = event => (event.currentTarget.value === '' ? null : Number(event.currentTarget.value));
  const lines = [...rows.hands.keys()].sort((first, second) => first - second);
  const isMany = lines.length > 1;
  return html`<${Panel} title=${t('review.decisions')} isOpen=${!useNarrow()} extra="list">
    <div class="filters">
      <label>${t('review.sort')} <select onChange=${event => change({ sort: event.currentTarget.value })}>
        <option value="size" selected=${filter.sort === 'size'}>${t('review.by_size')}</option><option value="turn" selected=${filter.sort === 'turn'}>${t('review.by_turn')}</option></select></label>
      <label>${t('review.seat')} <select onChange=${event => change({ seat: numberOf(event) })}>
        <option value="" selected=${filter.seat === null}>${t('review.all_seats')}</option>
        ${Array.from({ length: players }, (_, seat) => html`<option key=${seat} value=${seat} selected=${filter.seat === seat}>${seatName(seat, players, you)}</option>`)}</select></label>
      <label>${t('review.mark')} <select onChange=${event => change({ mark: Number(event.currentTarget.value) })}>
        <option value="0" selected=${filter.mark === 0}>${t('review.all_marks')}</option>
        ${Object.entries(SIGNS).map(([sign, word], at) => html`<option key=${sign} value=${at + 1} selected=${filter.mark === at + 1}>${t('review.from_mark', { sign, word: t(`sign.${word}`) })}</option>`)}</select></label>
      ${isMany && html`<label>${t('review.hand')} <select onChange=${event => change({ line: numberOf(event) })}>
        <option value="" selected=${filter.line === null}>${t('review.all_hands')}</option>
        ${lines.map(line => html`<option key=${line} value=${line} selected=${filter.line === line}>${line}</option>`)}</select></label>`}
    </div>
    <p class="muted">${t('review.count', { n: shown.length })}. ${t('review.brackets')}</p>
    <ol class="decisions">${shown.slice(0, most).map(row => html`<li key=${idOf(row)}>
      <button type="button" class=${toneOf(row)} aria-pressed=${idOf(row) === selected} onClick=${() => onSelect(row)}>
        <span class="sign" aria-hidden="true">${row.mark ?? ''}</span>
        <span class="where">${isMany ? t('review.where_hand', { line: row.line, turn: row.turn + 1 }) : t('review.where', { turn: row.turn + 1 })} <span>${seatName(row.seat, playersOf(rows, row), you)}</span></span>
        <${Drawn} action=${parse(row.played)} /><span class="unseen">${actionWords(row.played)}${row.mark ? `, ${t(`sign.${SIGNS[row.mark]}`)}` : ''}</span>
        <span class="value">${lossWords(row)}</span>
      </button></li>`)}</ol>
    ${shown.length > most && html`<button type="button" onClick=${() => setMost(most + 100)}>${t('review.more', { n: shown.length - most })}</button>`}
  <//>`;
}
