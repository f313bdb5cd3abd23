//! The log of the hand: every action so far, jumps to each of them, and play from there.

import { html, useLayoutEffect, useRef } from './preact.js';
import { Drawn } from './cards.js';
import { say } from './live.js';
import { Opening } from './opening.js';
import { Panel } from './panel.js';
import { parse } from './picker.js';
import { markName, seatTitle, sentence, sentences, signed, t } from './words.js';

/** `at` is the displayed turn, or null for the current one. */
export function Log({ table, at, onLook, isOpen }) {
  return html`<${Panel} title=${t('log.title')} isOpen=${isOpen}>
    ${table.log.length === 0 && html`<p class="muted">${t('log.none')}</p>`}
    <${Opening} table=${table} />
    <${Plays} table=${table} at=${at} onLook=${onLook} />
  <//>`;
}

/** The list of plays. The displayed turn, or the newest play, is in view. */
function Plays({ table, at, onLook }) {
  const { log, rules } = table;
  const list = useRef(null);
  useLayoutEffect(() => {
    const box = list.current;
    const row = box.children[at ?? log.length - 1];
    if (row) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }, [at, log.length]);
  const values = new Map(table.thoughts.map(thought => [thought.turn, thought]));
  return html`<ol class="log" ref=${list}>${log.map((entry, turn) => html`<li key=${turn}>
      <button type="button" aria-pressed=${turn === at} onClick=${() => onLook(turn === at ? null : turn)}>
        <span class="turn">${turn + 1}</span>
        <span class="unseen">${sentences(entry, rules.players, table.seat).join(' ')}</span>
        <span class="seat" aria-hidden="true">${seatTitle(table, entry.seat)}</span>
        <${Drawn} action=${parse(entry.action)} isPast=${true} />
        <span class="marks" aria-hidden="true">${entry.marks.map(markName).join(' ')}</span>
        ${entry.shown?.map(one => html`<span key=${one.action} class="marks" aria-hidden="true">${sentence(one, rules.players, table.seat)}</span>`)}
        ${typeof values.get(turn)?.value === 'number' && html`<span class="value">${signed(values.get(turn).value)}</span>`}
      </button>
    </li>`)}</ol>`;
}

/** The banner that appears if an earlier turn is displayed. `onStep(by)` goes a step in time. */
export function Looking({ table, at, onLook, onStep, onFork }) {
  const entry = table.log[at];
  const name = t('log.looking', { turn: at + 1 });
  return html`<div class="looking" role="group" aria-label=${name}>
    <p><b>${name}</b> ${entry && sentence(entry, table.rules.players, table.seat)}</p>
    <div class="buttons">
      <button type="button" onClick=${() => onStep(-1)}>${t('log.back')} <kbd aria-hidden="true">,</kbd></button>
      <button type="button" onClick=${() => onStep(1)}>${t('log.forth')} <kbd aria-hidden="true">.</kbd></button>
      ${onFork && html`<button type="button" aria-disabled=${!table.can_fork} onClick=${() => (table.can_fork ? onFork(at) : say(t('log.fork_later')))}>${t('log.fork')}</button>`}
      <button type="button" class="primary" onClick=${() => onLook(null)}>${t('log.now')}</button>
    </div>
    ${onFork && !table.can_fork && html`<p class="muted">${t('log.fork_later')}</p>`}
  </div>`;
}
