//! The invented players: the names and the portraits of agents at tables. Each seat has its own player, at every level.

import { html } from './preact.js';

/** The invented players, by seat. Short names fit the smallest plates. */
const NAMES = ['Rosa', 'Ugo', 'Lia', 'Nino', 'Ada', 'Gino'];

/** The names at `seats`, each `{ kind, name }`: of persons their own, empty if it is unknown. No two are equal unless persons chose so. */
export function namesOf(seats) {
  const own = seats.filter(({ kind }) => kind === 'person').map(({ name }) => name);
  const spare = NAMES.filter((name, seat) => !own.includes(name) && seats[seat]?.kind !== 'agent');
  return seats.map(({ kind, name }, seat) => (kind === 'person' ? name : own.includes(NAMES[seat]) ? spare.pop() : NAMES[seat]));
}

const HEAD = 'M20 7.5c5.6 0 8.4 4 8.4 9.6S24.6 27.5 20 27.5s-8.4-4.8-8.4-10.4S14.4 7.5 20 7.5z';
const NECK = 'M16 23h8v6.5a4 4 0 0 1-8 0z';
const COAT = 'M4 41c.8-8.8 6.8-12 12-12.5 1 2.6 7 2.6 8 0 5.2.5 11.2 3.7 12 12.5z';
const SMILE = 'M17 22.3c1.6 1.7 4.4 1.7 6 0';
const GLASSES = 'M12.6 16.8a3 3 0 1 0 6 0a3 3 0 1 0-6 0m8.8 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0m-2.8-.4q1.4-1 2.8 0';

/** The looks of the invented players: hair behind the head, hair or a cap over it, a beard; colours of ground, coat, skin, hair. */
const LOOKS = {
  Rosa: { colours: ['#f0c9a8', '#9c2f2a', '#e3a87d', '#2a1b17'], back: 'M20 4c8.5 0 12 6 11.5 13-.3 5 .8 9 2.5 12H6c1.7-3 2.8-7 2.5-12C8 10 11.5 4 20 4z', over: 'M11 17c0-6 4-9 6.5-9.5C18 11 24 13.5 29 17c1-7-2.5-12-9-12s-10.5 5-9 12z' },
  Ugo: { colours: ['#b9d0d8', '#3d4f63', '#e6b08a', '#8b8781'], over: 'M9.5 13.5C9 7 14 4 20.5 4S31 7 30.6 12l3 2c-7-1.6-17-1.7-24.1-.5z', cap: '#5b4a38', beard: 'M14.8 21.6c1.5-2 4-2.2 5.2-1 1.2-1.2 3.7-1 5.2 1-2 1-4 .8-5.2 0-1.2.8-3.2 1-5.2 0z' },
  Lia: { colours: ['#cfe0c2', '#2d6a4f', '#f0c3a0', '#b5502a'], back: 'M20 4.5c4-1.5 9 .5 10 4 3 2 3.2 6 1.5 8 1.5 3 0 7-3.5 7H12c-3.5 0-5-4-3.5-7-1.7-2-1.5-6 1.5-8 1-3.5 6-5.5 10-4z', over: 'M11.5 16c-.5-6 3-10 8.5-10s9 4 8.5 10c-2-1-3.5-3-4-5-2 2.5-9 2-13 5z' },
  Nino: { colours: ['#d9cdea', '#c98a1b', '#c98e64', '#1e1714'], over: 'M11 16c-2-3-1-6 1-7 .5-3.5 4-5 6.5-4 2.5-1.5 6-.8 7.5 1.2 3 .3 4.5 3.8 3.6 6 .5 1.5.3 2.8-.6 3.8-.5-2.5-1.5-4-3-4.5-4 1.5-8.5 1-11.5-.5-1.6.8-3 2.5-3.5 5z' },
  Ada: { colours: ['#e8d3dc', '#5a4a7c', '#eec0a2', '#dcd9d4'], back: 'M20 1.5a5.5 5 0 1 1 0 10a5.5 5 0 1 1 0-10zM10 18c-1.5-8 3-12.5 10-12.5S31.5 10 30 18l-2 3H12z', over: 'M11.2 17c0-5.5 4-7.5 8.8-10 4.8 2.5 8.8 4.5 8.8 10 1.5-8-2.5-11.8-8.8-11.8S9.7 9 11.2 17z', glasses: true },
  Gino: { colours: ['#d8cfb4', '#2f5f7a', '#dba27c', '#4a3527'], beard: 'M11.6 17.5c.8 1.7 2.2 2.6 3.6 2.8 2-1.6 7.6-1.6 9.6 0 1.4-.2 2.8-1.1 3.6-2.8.3 7-3.6 12.5-8.4 12.5s-8.7-5.5-8.4-12.5z' },
};

/** The face of an invented player. */
function Face({ name }) {
  const { colours: [ground, coat, skin, hair], back, over, cap, beard, glasses } = LOOKS[name];
  return html`<svg viewBox="0 0 40 40" focusable="false"><rect width="40" height="40" fill=${ground} />
    ${back && html`<path d=${back} fill=${hair} />`}<path d=${COAT} fill=${coat} /><path d=${NECK} fill=${skin} /><path d=${HEAD} fill=${skin} />
    <path d=${NECK} fill="#000" opacity="0.08" />
    ${beard && html`<path d=${beard} fill=${hair} />`}
    <g fill="#2a1b17"><circle cx="16.3" cy="16.8" r="1.15" /><circle cx="23.7" cy="16.8" r="1.15" /></g>
    <g fill="none" stroke="#7a3b2a" stroke-linecap="round"><path d=${SMILE} />${glasses && html`<path d=${GLASSES} stroke="#44506a" />`}</g>
    ${over && html`<path d=${over} fill=${cap ?? hair} />`}</svg>`;
}

/** The portrait beside a name: of an invented player, who has a level, the face; of others and of the reader the initial. */
export const Portrait = ({ name, level }) => html`<span class="portrait" aria-hidden="true">${level !== null && name in LOOKS ? html`<${Face} name=${name} />` : name.slice(0, 1)}</span>`;
