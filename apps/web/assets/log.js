//! The log of the hand: every action so far, jumps to each of them, and play from there.

import { html, useEffect, useRef } from './preact.js';
import { Drawn } from './cards.js';
import { Panel } from './panel.js';
import { parse } from './picker.js';
import { cardsOf, markName, seatName, sentence, signed, t } from './words.js';

/** `at` is the displayed turn, or null for the current one. */
export function Log({ table, at, onLook, isOpen }) {
  const { log, rules } = table;
  const list = useRef(null);
  useEffect(() => {
    const box = list.current;
    const row = box?.children[at ?? log.length - 1];
    if (row) box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 2;
  }, [at, log.length]);
  const values = new Map(table.thoughts.map(thought => [thought.turn, thought]));
  return html`<${Panel} title=${t('log.title')} isOpen=${isOpen}>
    ${log.length === 0 && html`<p class="muted">${t('log.none')}</p>`}
    <ol class="log" ref=${list}>${log.map((entry, turn) => html`<li key=${turn}>
      <button type="button" aria-pressed=${turn === at} onClick=${() => onLook(turn === at ? null : turn)}>
        <span class="turn">${turn}</span>
        <span class="unseen">${sentence(entry, rules.players, table.seat)}</span>
        <span class="seat" aria-hidden="true">${seatName(entry.seat, rules.players)}</span>
        <${Drawn} action=${parse(entry.action)} isPast=${true} />
        <span class="marks" aria-hidden="true">${entry.marks.map(markName).join(' ')}</span>
        ${typeof values.get(turn)?.value === 'number' && html`<span class="value">${signed(values.get(turn).value)}</span>`}
      </button>
    </li>`)}</ol>
  <//>`;
}

/** The banner that appears if an earlier turn is displayed. */
export function Looking({ table, at, onLook, onFork, canFork }) {
  const entry = table.log[at];
  return html`<div class="looking" role="group" aria-label=${t('log.looking', { turn: at })}>
    <p><b>${t('log.looking', { turn: at })}</b> ${sentence(entry, table.rules.players, table.seat)}</p>
    <div class="buttons">
      <button type="button" onClick=${() => onLook(Math.max(0, at - 1))}>${t('log.back')} <kbd aria-hidden="true">,</kbd></button>
      <button type="button" onClick=${() => onLook(at + 1 < table.log.length ? at + 1 : null)}>${t('log.forth')} <kbd aria-hidden="true">.</kbd></button>
      ${canFork && html`<button type="button" onClick=${() => onFork(at)}>${t('log.fork')}</button>`}
      <button type="button" class="primary" onClick=${() => onLook(null)}>${t('log.now')}</button>
    </div>
  </div>`;
}

/** The plays before `turn` of a record. */
export function Past({ record, turn }) {
  if (!record || turn === 0) return null;
  const { hands, turns } = JSON.parse(record);
  return html`<${Panel} title=${t('log.past')}><ol class="past">${turns.slice(0, turn).map((entry, at) => html`<li key=${at}>
    <span class="turn">${at}</span> <span aria-hidden="true">${seatName(entry.seat, hands.length)} <${Drawn} action=${parse(entry.action)} isPast=${true} /></span>
    <span class="unseen">${sentence(entry, hands.length, null)}</span></li>`)}</ol><//>`;
}

/** The table cards before `turn`, found by undoing actions: laid cards go, captured cards return. */
export function tableBefore(log, table, turn) {
  let cards = [...table];
  for (let at = log.length - 1; at >= turn; at -= 1) {
    const { kind, card, takes } = parse(log[at].action);
    if (kind === 'lay') cards = cards.filter(one => one !== card);
    if (kind === 'capture') cards = [...cards, ...takes];
  }
  return cards;
}

/** The viewer's hand before `turn`; null after the first deal-round, because the deals are then not known. */
export function handBefore({ log, view, seat }, turn) {
  if (view.deal_round !== 0) return null;
  const played = log.slice(turn).filter(entry => entry.seat === seat).map(entry => parse(entry.action).card);
  return [...cardsOf(view.hand), ...played.filter(Boolean)];
}

/** The plays since the viewer's last one, in small. */
export function LastPlays({ table }) {
  const { log, rules, seat } = table;
  let from = Math.max(0, log.length - Math.max(1, rules.players - 1));
  const own = log.map(entry => entry.seat).lastIndexOf(seat);
  if (seat !== null && own >= 0) from = Math.max(from, Math.min(own + 1, log.length - 1));
  return html`<p class="last" aria-label=${t('log.last')} role="group">
    ${log.slice(from).map((entry, step) => html`<span key=${from + step} class="said">
      <b aria-hidden="true">${seatName(entry.seat, rules.players)}</b> <${Drawn} action=${parse(entry.action)} isPast=${true} />
      <span class="unseen">${sentence({ ...entry, marks: [] }, rules.players, seat)}</span>
      ${entry.marks.length > 0 && html` <span class="marks">${entry.marks.map(markName).join(' ')}</span>`}
    </span>`)}
  </p>`;
}
