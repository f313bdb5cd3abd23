//! The playing area: the seats, the felt, the line with what to do, the hand, and what belongs to the own seat.

import { html, useLayoutEffect, useState } from './preact.js';
import { t } from './words.js';

/** Number of cards that lie in one row of the felt, by the number of cards on it. */
const rowsOf = count => (count <= 4 ? 1 : count <= 10 ? 2 : count <= 18 ? 3 : 4);
const columnsOf = count => (count <= 8 ? 4 : count <= 10 ? 5 : count <= 18 ? 6 : 8);
/** The drawn faces need this width in pixels. */
const DRAWN = 64;
/** A longer hand takes two rows on narrow screens. */
const ONE_ROW = 6;

/** Numbers for the sizes of cards: of the table's `count` cards, and of a hand that has `held` of at most `most`. */
function sizes(count, most, held) {
  const rows = most > ONE_ROW ? 2 : 1;
  return { '--felt-rows': rowsOf(count), '--felt-columns': columnsOf(count), '--most': most, '--held': held, '--hand-rows': rows, '--hand-columns': Math.ceil(most / rows) };
}

/**
 * Whether the cards of hand and table are too narrow for drawn faces: `{ hand, table }`. Both are measured as drawn ones.
 */
export function useSmall(root, count, most) {
  const [small, setSmall] = useState({ hand: false, table: false });
  useLayoutEffect(() => {
    const measure = () => {
      const arena = root.current;
      const names = ['small-hand', 'small-table'].filter(name => arena.classList.contains(name));
      arena.classList.remove(...names);
      const width = part => parseFloat(getComputedStyle(arena.querySelector(part) ?? arena).getPropertyValue('--card'));
      const found = { hand: width('.hand') < DRAWN, table: width('.felt > .cards') < DRAWN };
      arena.classList.add(...names);
      setSmall(last => (last.hand === found.hand && last.table === found.table ? last : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [count, most]);
  return small;
}

/**
 * The area. `plates` are the other seats; `stock` lies on the felt; `foot` is below the hand. `table`, `bar` and `hand`
 * are their contents; `count` and `most` are the numbers of cards for `sizes`, `small` that of `useSmall`.
 */
export function Arena({ root, onKeyDown, plates, stock, isOver = false, small, table, count, most, bar, hand, handName, handCount, foot, children }) {
  return html`<div class=${`arena ${small.hand ? 'small-hand' : ''} ${small.table ? 'small-table' : ''}`} ref=${root} onKeyDown=${onKeyDown} style=${sizes(count, most, handCount ?? 0)}>
    ${plates}
    <section class=${isOver ? 'felt over' : 'felt'} data-felt data-place="felt" aria-label=${t('table.felt')}>
      ${stock}
      <div class="cards" role="group" data-group aria-label=${t('table.cards', { n: count })}>${table}</div>
      ${count === 0 && html`<p class="empty">${t('table.empty')}</p>`}
    </section>
    <div class="bar">${bar}</div>
    ${hand && html`<section class="hand" data-place="hand" aria-label=${handName}>
      <div class="cards" role="group" data-group aria-label=${`${handName}: ${t('cards.count', { n: handCount })}`}>${hand}</div>
    </section>`}
    ${foot}
    ${children}
  </div>`;
}
