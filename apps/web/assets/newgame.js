//! A new game: what was chosen last, and the request for its table.

import { openTable, post } from './api.js';

const LAST = 'spariglio.last';
/** The level that plays against a newcomer. */
const FIRST_LEVEL = 'club';

/** What was chosen last. */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(LAST)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps choices for the next game. */
export const remember = choices => localStorage.setItem(LAST, JSON.stringify({ ...remembered(), ...choices }));

/** The level that was played last. */
export const lastLevel = () => remembered().level ?? FIRST_LEVEL;

/** The numbers of players of a preset. */
export function playersOf({ name, players }) {
  if (players !== 2 || isSmall(name)) return [players];
  return name.startsWith('ciri') || name.startsWith('ciru') ? [2, 3, 4] : [2, 3, 4, 5, 6];
}

/** Whether a game is small enough to be solved: for the laboratory, not for people. */
export const isSmall = name => name.startsWith('mini_');

/** The person at the first seat, the level at the others. */
export const seatsFor = (players, level) => Array.from({ length: players }, (_, seat) => (seat === 0 ? 'person' : level));

/** The usual table of a preset against a level. */
export const usualTable = ({ name, players }, level) => ({ rules: name, seats: seatsFor(players, level), names: [remembered().name ?? ''], match: true });

/** Opens a table. `values` go into the address of its page. */
export async function startGame(body, values = {}) {
  openTable(await post('/api/tables', body), values);
}
