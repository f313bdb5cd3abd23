//! The seats around the table: their players, their numbers of cards, their last plays, and the piles of their sides.

import { html } from './preact.js';
import { Back, Drawn, Minis } from './cards.js';
import { Pile } from './pile.js';
import { parse } from './picker.js';
import { Portrait } from './players.js';
import { cardsOf, levelAt, markName, seatName, seatTitle, sentence, t } from './words.js';

/** Maximum number of backs that are drawn. */
const BACKS = 10;
/** Maximum number of captured cards that are drawn. */
const MOST = 3;

/** The places of seats on the page: anticlockwise, with `base` at the bottom. */
export function places(players, base) {
  const others = Array.from({ length: players - 1 }, (_, step) => (base + 1 + step) % players);
  if (others.length < 2) return { top: others, right: [], left: [] };
  return { right: [others[0]], left: [others.at(-1)], top: others.slice(1, -1).reverse() };
}

/** The seat that keeps the pile of its side: the own one, or the side's first to the right. */
function keeper(side, { players, sides }, base) {
  const seats = Array.from({ length: players }, (_, step) => (base + step) % players);
  return seats.find(seat => seat % sides === side);
}

/** One seat. `open` are its hand cards, if they are visible. The seat at the bottom, `base`, shows no cards. */
export function Plate({ table, seat, base, open = null }) {
  const { rules, view } = table;
  const side = seat % rules.sides;
  const hasTurn = table.phase === 'play' && table.to_act === seat;
  const player = levelAt(seat) ?? (seat === table.seat ? table.seats[seat].name : t('seat.person'));
  return html`<section class=${`plate ${hasTurn ? 'acting' : ''} ${seat === base ? 'own' : ''}`} data-place=${`seat-${seat}`} aria-label=${seatName(seat, rules.players)}>
    <div class="sits"><${Portrait} name=${seatTitle(table, seat)} level=${levelAt(seat)} />
      <p class="who"><b>${seatTitle(table, seat)}</b>
        ${view.dealer === seat && html` <span class="dealer" title=${t('table.dealer')}><span aria-hidden="true">${t('table.dealer_short')}</span><span class="unseen"> ${t('table.dealer')}</span></span>`}</p>
      <p class=${hasTurn ? 'level turn' : 'level'} title=${player}>${!hasTurn ? player : table.thinking === seat ? t('table.thinks') : t('table.to_act')}</p></div>
    ${seat !== base && html`<${Fan} view=${view} seat=${seat} open=${open} />`}
    <${LastPlay} table=${table} seat=${seat} />
    ${keeper(side, rules, base) === seat && html`<${Pile} table=${table} side=${side} />`}
  </section>`;
}

/** The hand cards of another seat: known ones, backs, and their number. */
function Fan({ view, seat, open }) {
  const count = open ? open.length : view.hand_cards[seat];
  const known = open ?? cardsOf(view.known[seat]);
  const backs = Math.min(Math.max(count - known.length, 0), BACKS);
  return html`<p class="fan"><span class="unseen">${t('cards.count', { n: count })}</span>
    <${Minis} cards=${known} />
    <span class="backs" aria-hidden="true">${Array.from({ length: backs }, (_, at) => html`<${Back} key=${at} />`)}</span>
    <span class="count" aria-hidden="true">${count}</span>
  </p>`;
}

/** The sign of a special event where words have no room: a sweep, points, another one. */
const signOf = mark => (mark === 'sweep' ? '●' : mark.match(/ \d+$/) ? mark.replace(/.* /, '+') : '★');

/** What a seat did last in this hand. */
function LastPlay({ table, seat }) {
  const at = table.log.map(entry => entry.seat).lastIndexOf(seat);
  const entry = table.log[at];
  return html`<p class=${at === table.log.length - 1 ? 'last newest' : 'last'}>${entry && html`<${Drawn} action=${parse(entry.action)} isPast=${true} most=${MOST} />
    <span class="unseen">${sentence({ ...entry, marks: [] }, table.rules.players, table.seat)}</span>
    ${entry.marks.length > 0 && html`<span class="marks" title=${entry.marks.map(markName).join(' ')}><span aria-hidden="true">${[...new Set(entry.marks.map(signOf))].join('')}</span><span class="unseen"> ${entry.marks.map(markName).join(' ')}</span></span>`}`}</p>`;
}

/** All seats except the one at the bottom. `hands` are all hand cards, or null. */
export function Plates({ table, base, hands = null }) {
  const { right, left, top } = places(table.rules.players, base);
  const plate = seat => html`<${Plate} key=${seat} table=${table} seat=${seat} base=${base} open=${hands && cardsOf(hands[seat])} />`;
  return html`<div class=${`others n${table.rules.players - 1}`}>${[['left', left], ['top', top], ['right', right]].map(([place, seats]) =>
    seats.length > 0 && html`<div key=${place} class=${`seats ${place} n${seats.length}`}>${seats.map(plate)}</div>`)}</div>`;
}
