//! Keyboard shortcuts, and the dialog that lists them.

import { html, useEffect, useRef, useState } from './preact.js';
import { t } from './words.js';

const OFF = 'spariglio.keys-off';
let isOff = localStorage.getItem(OFF) === '1';

const isTyping = element => element?.closest?.('input, textarea, select, [contenteditable]') && element.type !== 'checkbox' && element.type !== 'radio';

/** The most entries of a list that one digit chooses among. */
const ONE_DIGIT = 9;

/** The key of entry `at` in a list of `count`: one digit, or two if there are more than nine entries; '' if too many. */
export function numberKey(at, count) {
  if (count <= ONE_DIGIT) return `${at + 1}`;
  return at < 99 ? `${at + 1}`.padStart(2, '0') : '';
}

/** A handler of digits that calls `choose(at)` for an entry of a list with `count` entries. */
export function useNumber(count, choose) {
  const typed = useRef({ text: '', count: 0 });
  return digit => {
    const before = typed.current.count === count ? typed.current.text : '';
    const text = `${before}${digit}`;
    const isWhole = count <= ONE_DIGIT || text.length === 2;
    typed.current = { text: isWhole ? '' : text, count };
    const at = Number(text) - 1;
    if (isWhole && at >= 0 && at < count) choose(at);
  };
}

/** Calls `actions[key]` for a pressed key; `digit` gets 0 to 9. */
export function useKeys(actions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = event => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat && event.key === 'u') return;
      if (event.key.startsWith('Arrow') && event.target.closest?.('.scroll, [data-group]')) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') || (isOff && event.key !== '?')) return;
      const action = /^\d$/.test(event.key) ? latest.current.digit : latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action(Number(event.key));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** The keys of a page, with descriptions. */
export function KeysHelp({ rows, close }) {
  const dialog = useRef(null);
  const [off, setOff] = useState(isOff);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  const toggle = () => {
    isOff = !off;
    localStorage.setItem(OFF, isOff ? '1' : '0');
    setOff(isOff);
  };
  const onTab = event => {
    if (event.key !== 'Tab') return;
    const stops = [...dialog.current.querySelectorAll('button, input')];
    const edge = event.shiftKey ? stops[0] : stops.at(-1);
    if (document.activeElement === edge) {
      event.preventDefault();
      (event.shiftKey ? stops.at(-1) : stops[0]).focus();
    }
  };
  return html`<dialog ref=${dialog} class="keys" aria-labelledby="keys-title" onClose=${close} onKeyDown=${onTab}>
    <h2 id="keys-title">${t('keys.title')}</h2>
    <dl>${rows.map(([keys, words]) => html`<div key=${words}><dt>${keys.map(key => html`<kbd key=${key}>${key}</kbd>`)}</dt><dd>${words}</dd></div>`)}</dl>
    <label class="check"><input type="checkbox" checked=${!off} onChange=${toggle} /> ${t('keys.on')}</label>
    <button type="button" class="primary" onClick=${() => dialog.current.close()}>${t('keys.close')}</button>
  </dialog>`;
}

/** The keys of the playing area. */
export const cardKeys = () => [
  [['←', '→', '↑', '↓'], t('keys.arrows')],
  [['Enter', 'Space'], t('keys.choose')],
  [['Esc'], t('keys.escape')],
  [['1', '…', '9'], t('keys.digits')],
  [['1', '2'], t('keys.numbers')],
];
