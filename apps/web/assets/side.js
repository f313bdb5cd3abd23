//! The panels of a table: beside the game on wide screens, else a sheet from the bottom that a button opens.

import { html, useEffect, useRef } from './preact.js';
import { Links } from './frame.js';
import { t } from './words.js';

export function Side({ table, isOpen, close, children }) {
  const sheet = useRef(null);
  useEffect(() => {
    if (isOpen) sheet.current.querySelector('.close').focus();
  }, [isOpen]);
  const leave = () => {
    close();
    document.querySelector('[aria-controls=side]').focus();
  };
  const onKeyDown = event => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    leave();
  };
  return html`<aside id="side" class=${isOpen ? 'side open' : 'side'} ref=${sheet} aria-label=${t('table.panels')} onKeyDown=${onKeyDown}>
    <button type="button" class="close" onClick=${leave}>${t('keys.close')}</button>
    ${children}
    <${Links} table=${table} />
  </aside>`;
}
