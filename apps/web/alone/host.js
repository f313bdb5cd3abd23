//! The host of the tables of a page without a server: a worker that has the rules and the agents. Tables are kept in the
//! browser. It stands for the file of the same name among the pages of the server.

export const OFFERS = { server: false, reviews: false, guests: false };

const AT = 'at';
const TABLE = 'spariglio.table.';
const TIMES = 'spariglio.times';
/** Most letters of all kept tables. */
const MOST = 2_000_000;

const query = new URLSearchParams(location.search);
const code = query.get('lang') ?? navigator.language.slice(0, 2);
document.documentElement.lang = code === 'it' ? 'it' : 'en';

/** The path of this page is in its query: there is one file for all pages. */
export const here = () => query.get(AT) ?? '/';

export function addressOf(path, values) {
  if (path !== '/') values.set(AT, path);
  return values.size ? `${location.pathname}?${values}` : location.pathname;
}

const kept = () => Object.keys(localStorage).filter(name => name.startsWith(TABLE));
const worker = new Worker(new URL('./house.js', import.meta.url), { type: 'module' });
const waiting = new Map();
const ears = new Set();
let asked = 0;
/** Why the worker cannot work; empty if it can. */
let trouble = '';

worker.onmessage = ({ data: { id, answer, news, written } }) => {
  written.forEach(({ id: table, text }) => keep(table, text));
  if (id !== undefined) {
    waiting.get(id)?.(answer);
    waiting.delete(id);
    return;
  }
  for (const one of news) ears.forEach(ear => ear.id === one.id && ear.onNews(one));
};
worker.onerror = event => {
  trouble = event.message || 'worker';
  waiting.forEach(answer => answer(null));
  waiting.clear();
};
worker.postMessage({ seed: crypto.getRandomValues(new Uint32Array(1))[0], tables: Object.fromEntries(kept().map(name => [name.slice(TABLE.length), localStorage.getItem(name)])) });
// Another window has played at a table, which is taken from there when it is asked for.
addEventListener('storage', ({ key, newValue }) => {
  if (key?.startsWith(TABLE)) worker.postMessage({ name: key.slice(TABLE.length), table: newValue });
});

/** When tables were written, by name. */
function times() {
  try {
    return JSON.parse(localStorage.getItem(TIMES)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps a table; if there is no room, those that were not played for the longest time go. */
function keep(id, text) {
  const written = { ...times(), [id]: Date.now() };
  const others = kept().map(name => name.slice(TABLE.length)).filter(name => name !== id);
  others.sort((one, other) => (written[one] ?? 0) - (written[other] ?? 0));
  let length = others.reduce((sum, name) => sum + localStorage.getItem(TABLE + name).length, text.length);
  while (length > MOST && others.length) {
    const oldest = others.shift();
    length -= localStorage.getItem(TABLE + oldest).length;
    localStorage.removeItem(TABLE + oldest);
  }
  try {
    localStorage.setItem(TABLE + id, text);
    localStorage.setItem(TIMES, JSON.stringify(Object.fromEntries([id, ...others].map(name => [name, written[name] ?? 0]))));
  } catch {
    // The browser keeps nothing: the table lives as long as the page.
  }
}

export async function send(method, path, { headers, body }) {
  asked += 1;
  const id = asked;
  const answer = trouble ? null : await new Promise(resolve => {
    waiting.set(id, resolve);
    worker.postMessage({ id, request: { method, path, body: body ?? '', key: headers['X-Seat-Key'] ?? '' } });
  });
  if (answer === null) throw new Error(trouble);
  const [, , , table, what] = path.split('/');
  if (what === 'leave' && answer.status < 300 && !('seat' in JSON.parse(body))) localStorage.removeItem(TABLE + table);
  return { status: answer.status, text: answer.body };
}

export function listen(path, name, { onNews, onOpen }) {
  const ear = { id: path.split('/')[3], onNews };
  ears.add(ear);
  queueMicrotask(onOpen);
  return { close: () => ears.delete(ear) };
}

// Files stay for the next visit, with or without a network.
if ('serviceWorker' in navigator) navigator.serviceWorker.register(new URL('./keeper.js', import.meta.url)).catch(() => {});
