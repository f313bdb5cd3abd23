//! The dialog that appears if too many tables are open: all of them, each with a button that closes it.

import { html, useEffect, useRef, useState } from './preact.js';
import { dropKeys, FULL, get, keysOf, post, wordsOf } from './api.js';
import { say } from './live.js';
import { t, title } from './words.js';

/** Somebody may still use a table that was touched this lately, in milliseconds. */
const LATELY = 600_000;

export function TablesFull() {
  const dialog = useRef(null);
  const [tables, setTables] = useState(null);
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    const open = async () => {
      setTrouble('');
      setTables(await get('/api/tables').catch(() => null));
    };
    document.addEventListener(FULL, open);
    return () => document.removeEventListener(FULL, open);
  }, []);
  useEffect(() => {
    if (tables && !dialog.current.open) dialog.current.showModal();
  }, [tables]);
  if (!tables) return null;
  const leave = async leaving => {
    try {
      for (const { id } of leaving) {
        await post(`/api/tables/${id}/leave`, {}, Object.values(keysOf(id))[0]);
        dropKeys(id);
      }
      setTables(tables.filter(table => !leaving.includes(table)));
      say(t('full.closed'));
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    }
  };
  const mayClose = ({ id, seats, idle_millis: idle }) => idle >= LATELY || Object.keys(keysOf(id)).length > 0 || seats.every(one => one.kind !== 'person');
  const over = tables.filter(table => table.is_over && mayClose(table));
  return html`<dialog ref=${dialog} class="full" aria-labelledby="full-title" onClose=${() => setTables(null)}>
    <h2 id="full-title">${t('full.title', { n: tables.length })}</h2>
    <p>${t('full.what')}</p>
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <ul class="tables">${tables.map(table => html`<li key=${table.id}><b>${title(table.rules)}${table.origin ? ` – ${t('whatif.title')}` : ''}</b>
      <small>${t('full.hand', { hand: table.hand + 1, n: table.turns })} · ${t('full.idle', { n: Math.floor(table.idle_millis / 60_000) })}</small>
      ${mayClose(table) ? html`<button type="button" onClick=${() => leave([table])}>${t('home.close')}</button>` : html`<small>${t('full.used')}</small>`}</li>`)}</ul>
    ${over.length > 1 && html`<button type="button" onClick=${() => leave(over)}>${t('full.close_over', { n: over.length })}</button>`}
    <button type="button" class="primary" onClick=${() => dialog.current.close()}>${t('full.done')}</button>
  </dialog>`;
}
