//! The existing tables at which this browser holds a seat.

import { html, useEffect, useState } from './preact.js';
import { dropKeys, get, keysOf, ownTables, post, to } from './api.js';
import { namesOf } from './players.js';
import { agentName, list, t, title } from './words.js';

const firstKey = id => Object.entries(keysOf(id))[0] ?? [];

/** The names of the others at a table, with the levels of invented players. */
const others = (seats, own) => namesOf(seats).map((name, at) => (seats[at].kind === 'person' ? name || t('seat.person') : `${name} · ${agentName(seats[at].name)}`)).filter((_, at) => at !== own);

/** A table in the view of its person; null if it is gone. */
async function ask(id) {
  const [seat, key] = firstKey(id);
  try {
    return await get(`/api/tables/${id}?seat=${seat}`, key);
  } catch (refusal) {
    if (!refusal.isPassing && refusal.status !== 401) dropKeys(id);
    return null;
  }
}

/** The table that was opened last, then the others. What-ifs are found from their tables. */
export function Continue() {
  const [tables, setTables] = useState([]);
  useEffect(() => {
    Promise.all(ownTables().map(ask)).then(found => setTables(found.filter(table => table && !table.origin)));
  }, []);
  const leave = async id => {
    await post(`/api/tables/${id}/leave`, {}, firstKey(id)[1]).catch(() => {});
    dropKeys(id);
    setTables(tables.filter(table => table.id !== id));
  };
  const row = ({ id, seat, rules, seats, match, log }, isFirst) => html`<li key=${id}>
    <a class=${isFirst ? 'button primary large' : 'button'} href=${to(`/play/${id}`, { seat })}>${t('home.table', { name: title(rules.name) })}</a>
    <small>${match.is_match ? t('home.table_match', { scores: match.scores.join('–') }) : t('home.table_plays', { n: log.length })} · ${list(others(seats, seat))}</small>
    <button type="button" onClick=${() => leave(id)}>${t('home.close')}</button></li>`;
  if (!tables.length) return null;
  return html`<section class="panel continue"><h2>${t('home.continue')}</h2><ul class="tables">${row(tables[0], true)}</ul>
    ${tables.length > 1 && html`<details class="more"><summary>${t('home.other_tables', { n: tables.length - 1 })}</summary><ul class="tables">${tables.slice(1).map(table => row(table, false))}</ul></details>`}
  </section>`;
}
