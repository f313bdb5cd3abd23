//! The start page: a new table, a file to review, a link to open.

import { html, useEffect, useState } from './preact.js';
import { dropKeys, get, keysOf, openTable, ownTables, post, to, wordsOf } from './api.js';
import { Heading } from './frame.js';
import { KeysHelp, useKeys } from './keys.js';
import { say } from './live.js';
import { RecordDrop } from './drop.js';
import { SeatsForm, usual } from './seatsform.js';
import { t, title } from './words.js';

const LAST = 'spariglio.last';

/** The number of players of rules in TOML, found by a simple search; if that fails, that of their base. */
export function playersOf(toml, presets) {
  const given = toml.match(/^\s*players\s*=\s*(\d)/m);
  if (given) return Number(given[1]);
  const base = toml.match(/^\s*base\s*=\s*["']([\w-]+)["']/m);
  return presets.find(preset => preset.name === base?.[1])?.players ?? 2;
}

const remembered = () => {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? '{}');
  } catch {
    return {};
  }
};

export function Home() {
  const [presets, setPresets] = useState([]);
  const [agents, setAgents] = useState([]);
  const [about, setAbout] = useState(null);
  const [trouble, setTrouble] = useState('');
  const [isHelp, setHelp] = useState(false);
  useKeys({ '?': () => setHelp(true) });
  useEffect(() => {
    Promise.all([get('/api/rules'), get('/api/agents'), get('/api/about')]).then(([rules, names, facts]) => {
      setAgents(names.map(agent => agent.name));
      setAbout(facts);
      setPresets(rules);
    }).catch(refusal => setTrouble(wordsOf(refusal)));
  }, []);
  return html`<main id="main" tabindex="-1" class="home">
    <${Heading} kind=${t('page.start')} name=${t('home.title')}><p class="lead">${t('home.lead')}</p><//>
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <div class="columns even">
      ${presets.length > 0 ? html`<${NewTable} presets=${presets} agents=${agents} />` : html`<section class="panel"><h2>${t('home.new')}</h2><p class="muted">${t('page.loading')}</p></section>`}
      <div class="side">
        <${RecordDrop} agents=${agents} />
        <${Continue} />
        ${about && html`<p class="muted">Spariglio ${about.version} · ${t('home.hints', { name: about.hints })}</p>`}
      </div>
    </div>
    ${isHelp && html`<${KeysHelp} close=${() => setHelp(false)} rows=${[[['?'], t('keys.help')], [['1', '…', '9'], t('keys.digits')], [['h'], t('keys.hint')], [['u'], t('keys.undo')], [[',', '.'], t('keys.step')], [['[', ']'], t('keys.mistakes')]]} />`}
  </main>`;
}

function NewTable({ presets, agents }) {
  const last = remembered();
  const known = presets.some(preset => preset.name === last.rules);
  const [rules, setRules] = useState(known ? last.rules : presets.some(preset => preset.name === 'scopone') ? 'scopone' : presets[0].name);
  const [toml, setToml] = useState('');
  const [seats, setSeats] = useState(last.seats ?? []);
  const [seed, setSeed] = useState('');
  const [isMatch, setMatch] = useState(last.isMatch ?? true);
  const [areOpen, setOpen] = useState(false);
  const [isAuto, setAuto] = useState(last.isAuto ?? true);
  const [trouble, setTrouble] = useState('');
  const isOwn = rules === '';
  const preset = presets.find(one => one.name === rules);
  const players = isOwn ? playersOf(toml, presets) : preset.players;
  // If the rules are custom, the server reports whether there are partners.
  const hasPartners = isOwn || preset.players > preset.sides;
  const names = Array.from({ length: players }, (_, seat) => {
    const wanted = seats[seat];
    return wanted === 'person' || agents.includes(wanted) ? wanted : seat === 0 ? 'person' : usual(agents);
  });
  const start = async event => {
    event.preventDefault();
    try {
      setTrouble('');
      const made = await post('/api/tables', {
        rules: isOwn ? toml : rules, seats: names, seed: seed.trim() === '' ? null : Number(seed), match: isMatch,
        partners_open: areOpen && hasPartners, auto_declare: isAuto, record: null, turn: null,
      });
      localStorage.setItem(LAST, JSON.stringify({ rules, seats: names, isMatch, isAuto }));
      openTable(made);
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    }
  };
  const check = (value, set, words) => html`<label class="check"><input type="checkbox" checked=${value} onChange=${event => set(event.currentTarget.checked)} /> ${words}</label>`;
  return html`<section class="panel"><h2>${t('home.new')}</h2><form onSubmit=${start}>
    <label>${t('home.rules')} <select id="rules" value=${rules} onChange=${event => setRules(event.currentTarget.value)}>
      ${presets.map(({ name, players: count }) => html`<option key=${name} value=${name} selected=${name === rules}>${t('home.preset', { name: title(name), n: count })}</option>`)}
      <option value="" selected=${isOwn}>${t('home.own_rules')}</option>
    </select></label>
    ${isOwn ? html`<label>${t('home.toml')} <textarea id="toml" rows="8" spellcheck="false" value=${toml} placeholder=${'base = "scopa"\nname = "mine"'} onInput=${event => setToml(event.currentTarget.value)}></textarea></label>`
    : html`<details class="toml"><summary>${t('home.show_rules')}</summary><pre tabindex="0">${preset.toml}</pre>
        <button type="button" onClick=${() => { setToml(preset.toml); setRules(''); }}>${t('home.change_rules')}</button></details>`}
    <${SeatsForm} players=${players} names=${names} agents=${agents} onChange=${setSeats} />
    ${check(isMatch, setMatch, t('home.match'))}
    <details class="more"><summary>${t('home.more')}</summary>
      ${check(isAuto, setAuto, t('home.auto_declare'))}
      ${hasPartners && check(areOpen, setOpen, t('home.partners_open'))}
      <label>${t('home.seed')} <input id="seed" type="text" inputmode="numeric" pattern="[0-9]*" value=${seed} onInput=${event => setSeed(event.currentTarget.value)} /></label>
    </details>
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <button type="submit" class="primary large">${t('home.start')}</button>
  </form></section>`;
}

/** The existing tables at which this browser holds a seat. */
function Continue() {
  const [tables, setTables] = useState([]);
  useEffect(() => {
    const ask = async id => {
      const [seat, key] = Object.entries(keysOf(id))[0] ?? [];
      try {
        return await get(`/api/tables/${id}?seat=${seat}`, key);
      } catch (refusal) {
        if (!refusal.isPassing && refusal.status !== 401) dropKeys(id);
        return null;
      }
    };
    Promise.all(ownTables().map(ask)).then(found => setTables(found.filter(table => table && !table.origin)));
  }, []);
  const leave = async id => {
    const [, key] = Object.entries(keysOf(id))[0] ?? [];
    await post(`/api/tables/${id}/leave`, {}, key).catch(() => {});
    dropKeys(id);
    setTables(tables.filter(table => table.id !== id));
  };
  if (!tables.length) return null;
  return html`<section class="panel"><h2>${t('home.continue')}</h2><ul class="tables">${tables.map(({ id, seat, rules, seats, log }) => html`<li key=${id}>
    <a class="button" href=${to(`/play/${id}`, { seat })}>${t('home.table', { name: title(rules.name), n: log.length })}</a>
    <small>${seats.map(one => (one.kind === 'person' ? t('seat.person') : one.name)).join(', ')}</small>
    <button type="button" onClick=${() => leave(id)}>${t('home.close')}</button></li>`)}</ul></section>`;
}
