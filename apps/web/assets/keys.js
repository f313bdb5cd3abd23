//! Keyboard shortcuts, and the dialog that lists them.

import { html, useEffect, useRef, useState } from './preact.js';
import { t } from './words.js';

const OFF = 'spariglio.keys-off';
let isOff = localStorage.getItem(OFF) === '1';

const isTyping = element => element?.closest?.('input, textarea, select, [contenteditable]') && element.type !== 'checkbox' && element.type !== 'radio';

/** Calls `actions[key]` for a pressed key; `digit` gets 1 to 9. */
export function useKeys(actions) {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = event => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat && event.key === 'u') return;
      if (isTyping(event.target) || document.querySelector('dialog[open]') || (isOff && event.key !== '?')) return;
      const action = /^[1-9]$/.test(event.key) ? latest.current.digit : latest.current[event.key];
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
];
