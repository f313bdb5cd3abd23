//! Sends requests to the server, keeps the keys of seats, and puts refusals into words.

import { addressOf, OFFERS, send } from './host.js';
import { has, t } from './words.js';

/** Refusals whose reason is in a text that somebody wrote: it is told as the server tells programs. */
const DETAILED = ['invalid', 'record', 'rules', 'server'];

/** The event that tells the page that too many tables are open. */
export const FULL = 'tables-full';

/** A refusal. If no server answered, its status is 0. */
export class Refusal extends Error {
  constructor(status, body) {
    super(`status ${status}`);
    this.status = status;
    this.error = body?.error ?? null;
    this.legal = body?.legal ?? null;
  }

  /** Whether trying again later may help. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** The refusal in words. */
  get words() {
    if (this.status === 0) return OFFERS.server ? t('error.0') : t('error.browser');
    const { code, field, expected, found, ...numbers } = this.error ?? {};
    const words = has(`error.${code}`) ? t(`error.${code}`, numbers) : t('error.other');
    return expected && DETAILED.includes(code) ? `${words} ${t('error.details', { field, expected, found })}` : words;
  }
}

/** After this time, in milliseconds, a server that does not answer a request for data counts as gone. */
const PATIENCE = 10_000;

async function ask(method, path, { body, type = 'application/json', key, text = false } = {}) {
  const headers = key ? { 'X-Seat-Key': key } : {};
  if (body !== undefined) headers['Content-Type'] = type;
  const signal = method === 'GET' ? AbortSignal.timeout(PATIENCE) : undefined;
  const answer = await send(method, path, { headers, body, signal }).catch(() => {
    throw new Refusal(0);
  });
  if (answer.status >= 300) {
    const refusal = new Refusal(answer.status, errorOf(answer.text));
    if (refusal.error?.code === 'tables') document.dispatchEvent(new CustomEvent(FULL));
    throw refusal;
  }
  return text || !answer.text ? answer.text : JSON.parse(answer.text);
}

function errorOf(content) {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** Does `work`, again and again as long as no server answers. */
export async function untilDone(work) {
  for (let wait = 1000; ; wait = Math.min(1.6 * wait, 6000)) {
    try {
      return await work();
    } catch (refusal) {
      if (!refusal.isPassing) throw refusal;
    }
    await new Promise(resolve => setTimeout(resolve, wait));
  }
}

export const get = (path, key) => ask('GET', path, { key });
export const getText = (path, key) => ask('GET', path, { key, text: true });
export const post = (path, body, key) => ask('POST', path, { body: JSON.stringify(body), key });
export const remove = path => ask('DELETE', path);
/** Begins a review. `sent` may have its `title` and the `seat` of the person who asks. */
export const postRecords = (text, sent = {}) => ask('POST', `/api/reviews?${new URLSearchParams(sent)}`, { body: text, type: 'application/x-ndjson' });

/** A refusal in words; other errors are accepted too. */
export const wordsOf = refusal => (refusal instanceof Refusal ? refusal.words : String(refusal?.message ?? refusal));

const KEYS = 'spariglio.keys.';
const OPENED = 'spariglio.opened';

/** The keys of seats that this browser holds at a table, by seat. */
export function keysOf(id) {
  try {
    return JSON.parse(localStorage.getItem(KEYS + id) ?? '{}');
  } catch {
    return {};
  }
}

/** Stores keys of seats for all tabs of this browser. */
export function keepKeys(id, keys) {
  localStorage.setItem(KEYS + id, JSON.stringify({ ...keysOf(id), ...keys }));
}

/** Forgets the keys of a removed table. */
export const dropKeys = id => localStorage.removeItem(KEYS + id);

/** The tables at which this browser holds a seat, the one that was opened last first. */
export function ownTables() {
  const found = Object.keys(localStorage).filter(name => name.startsWith(KEYS)).map(name => name.slice(KEYS.length));
  const last = localStorage.getItem(OPENED);
  return found.sort((one, other) => (other === last) - (one === last));
}

/** Takes a seat's key from the address (`?seat=2#key=...`) into the browser, and out of the address. */
export function keyFromAddress(id) {
  const key = new URLSearchParams(location.hash.slice(1)).get('key');
  const seat = new URLSearchParams(location.search).get('seat');
  if (!key || seat === null) return;
  keepKeys(id, { [seat]: key });
  history.replaceState(null, '', location.pathname + location.search);
}

/** The address of a page, in the language of the current address. */
export function to(path, values = {}) {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
  const lang = new URLSearchParams(location.search).get('lang');
  if (lang) query.set('lang', lang);
  return addressOf(path, query);
}

/** Opens a new table as its first person, or as a spectator if no person plays. `values` go into the address. */
export function openTable({ id, seat_keys: keys }, values = {}) {
  const seats = Object.keys(keys ?? {});
  keepKeys(id, keys ?? {});
  if (seats.length) localStorage.setItem(OPENED, id);
  location.assign(seats.length ? to(`/play/${id}`, { seat: seats[0], ...values }) : to(`/watch/${id}`));
}

/** Offers `text` as a file. */
export function save(name, text, type = 'application/x-ndjson') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
