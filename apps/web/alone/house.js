//! The worker of a page without a server: rules, tables and agents in WebAssembly.

import { Bot } from './bot.js';

/** Levels and agents that play without a network. */
const BOOKS = ['person', 'beginner', 'club', 'expert', 'random', 'formula'];
/** Simulations of each action for a hint, and worlds for its chances. */
const LAPS = 300;
const WORLDS = 200;

const loaded = new Map();
/** Kept tables that nobody has asked for yet: only tables that a page shows are played. */
const shelf = new Map();
let bot;
let networks;
let timer = 0;

async function begin() {
  const list = fetch(new URL('./networks.json', import.meta.url)).then(answer => answer.json());
  [bot, networks] = await Promise.all([Bot.create(new URL('./play.wasm', import.meta.url)), list]);
}

const house = wish => bot.ask('house', wish);

/** Loads the networks of the games that a preset's name begins, such as `cirulla_4` for `cirulla`. */
function loadFor(rules) {
  const family = (/base\s*=\s*"(\w+)"/.exec(rules)?.[1] ?? rules).split('_')[0];
  const wanted = networks.filter(name => name.split('_')[0] === family);
  return Promise.all(wanted.map(name => {
    if (!loaded.has(name)) loaded.set(name, bot.load(new URL(`./networks/${name}.safetensors`, import.meta.url)).catch(() => loaded.delete(name)));
    return loaded.get(name);
  }));
}

/** Loads the networks for those who play by `rules`, a preset's name or TOML. */
const loadForAgents = (rules, names) => (names.every(name => BOOKS.includes(name)) ? null : loadFor(rules));

const rulesOf = record => {
  const { rules } = JSON.parse(record);
  return typeof rules === 'string' ? rules : `base = "${rules.base ?? rules.name ?? ''}"`;
};

/** Takes a table from the shelf. One that cannot go on is not there. */
async function restore(id) {
  const text = shelf.get(id);
  if (!text) return;
  shelf.delete(id);
  try {
    const { record, seats } = JSON.parse(text);
    await loadForAgents(rulesOf(record), seats);
    house({ do: 'restore', table: text });
  } catch (fault) {
    console.warn(fault);
  }
}

async function answer(request) {
  const id = request.path.split(/[/?]/)[3];
  for (const one of request.path === '/api/tables' && request.method === 'GET' ? [...shelf.keys()] : [id]) await restore(one);
  const body = request.body ? JSON.parse(request.body) : {};
  if (body.seats) await loadForAgents(body.rules ?? rulesOf(body.record), body.seats);
  if (body.agent && request.path.endsWith('/closed')) {
    const { body: words } = house({ do: 'request', method: 'GET', path: request.path.replace(/closed$/, 'rules') });
    await loadForAgents(JSON.parse(words).name, [body.agent]);
  }
  const told = house({ do: 'request', ...request });
  if (!request.path.endsWith('/hints') || told.status !== 200) return told;
  return { status: 200, body: JSON.stringify({ ...await hint(JSON.parse(told.body)), version: body.version }) };
}

/** A hint in the form of the server's. */
async function hint({ record, partners_open }) {
  await loadFor(rulesOf(record));
  const { agent, values, beliefs } = bot.ask('decide', { record, partners_open, laps: LAPS, worlds: WORLDS, simulations: 1 });
  const best = values.reduce((first, other) => (other.points > first.points ? other : first));
  const actions = values.map(({ action, points, standard_error }) => ({ action, value: points, standard_error, behind: best.points - points, behind_standard_error: 0 }));
  const cells = Object.keys(beliefs).length ? beliefs : null;
  return { method: 'search', reviewer: agent, simulations: LAPS, best: best.action, actions, belief: cells && { cells }, turn: JSON.parse(record).turns.length };
}

/** Does what is due at the tables, now and whenever something becomes due. */
function step() {
  clearTimeout(timer);
  const { news, wait, written } = house({ do: 'step' });
  if (news.length || written.length) postMessage({ news, written });
  if (wait !== null) timer = setTimeout(step, wait);
}

/** One message after the other: a table is there before it is asked for. If the module cannot be loaded, all fail. */
const ready = begin();
let work = ready;
onmessage = ({ data }) => {
  work = work.then(() => handle(data)).catch(error => {
    if (data.id !== undefined) postMessage({ id: data.id, answer: { status: 500, body: '{"error":{"code":"server"}}' }, written: [] });
    console.error(error);
  }).then(() => ready);
};
ready.catch(error => setTimeout(() => {
  throw error;
}));

/** `tables` are the kept ones by name; `table` is one that another window has played at, or null if it closed it. */
async function handle({ seed, tables = {}, table, name, id, request }) {
  if (seed !== undefined) house({ do: 'begin', seed });
  for (const [one, text] of Object.entries(tables)) shelf.set(one, text);
  if (name !== undefined) {
    shelf.delete(name);
    if (table === null) house({ do: 'forget', table: name });
    else shelf.set(name, table);
    postMessage({ news: [{ id: name, version: 0, what: 'turn' }], written: [] });
  }
  if (id !== undefined) {
    const told = await answer(request);
    // A page may go as soon as it has its answer: the table is kept before that.
    postMessage({ id, answer: told, written: house({ do: 'write' }).written });
  }
  clearTimeout(timer);
  timer = setTimeout(step, 0);
}
