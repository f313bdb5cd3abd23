//! The layer above the page on which cards move. Nothing on it can be touched, and it is removed at the end.

import { html, render } from './preact.js';
import { Back, Face } from './cards.js';

/** The rectangle of an element in the window. */
export function rectOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

/** Where the cards and the places of the table are now: `card('felt', '7d')` and `place('pile-0')` give rectangles. */
export function measure() {
  const cards = new Map();
  const places = new Map();
  for (const area of document.querySelectorAll('[data-place]')) {
    const { place } = area.dataset;
    places.set(place, rectOf(area));
    for (const element of area.querySelectorAll('[data-card]')) {
      cards.set(`${place} ${element.dataset.card}`, { element, rect: rectOf(element) });
    }
  }
  const names = place => [...cards.keys()].filter(key => key.startsWith(`${place} `)).map(key => key.slice(place.length + 1));
  return {
    cards: names,
    card: (place, card) => cards.get(`${place} ${card}`)?.rect ?? null,
    element: (place, card) => cards.get(`${place} ${card}`)?.element ?? null,
    place: name => places.get(name) ?? null,
  };
}

let layer = null;
let running = [];

/** Jumps to the end of everything that moves. */
export function stop() {
  running.forEach(animation => animation.cancel());
  running = [];
  layer?.remove();
  layer = null;
}

/** Clears the layer when everything has come to rest. */
export function clearAtRest() {
  const mine = running;
  Promise.allSettled(mine.map(animation => animation.finished)).then(() => mine === running && stop());
}

/**
 * Animates an element for `duration` milliseconds after `delay`. Its first frame holds before; its last one holds until
 * the layer is cleared, unless `fill` is "backwards".
 */
export function animate(element, frames, duration, delay = 0, fill = 'both') {
  if (element) running.push(element.animate(frames, { duration, delay, fill }));
}

/** Puts an element on the layer, with its middle at that of `rect`. */
function put(node, rect, { width, height }) {
  if (!layer) {
    layer = document.createElement('div');
    layer.className = 'layer';
    layer.setAttribute('aria-hidden', 'true');
    document.body.append(layer);
  }
  const [x, y] = middle(rect);
  Object.assign(node.style, { left: `${x - width / 2}px`, top: `${y - height / 2}px`, width: `${width}px`, height: `${height}px` });
  layer.append(node);
  return node;
}

function made(tag, name, content) {
  const node = document.createElement(tag);
  node.className = name;
  render(content, node);
  return node;
}

/** Width of a card that lies on a pile. */
export const SMALL = 26;
/** Cards of phones are less tall than this. */
const TALL = 1.65;

/** A card on the layer, of the size of `rect`; null stands for a back. */
export const putCard = (card, rect) => put(made('span', 'flying', card ? html`<${Face} card=${card} isPhone=${rect.height < TALL * rect.width} />` : html`<${Back} />`), rect, rect);

/** Words on the layer. */
export const putWords = (words, rect) => put(made('p', 'spoken', words), rect, { width: Math.min(rect.width - 16, 340), height: 44 });

/** A broom on the layer. */
export const putBroom = (rect, width) => put(made('span', 'broom', html`<svg viewBox="0 0 60 120"><path class="handle" d="M27 0h6v68h-6z" /><path class="brush" d="M23 64h14l12 54H11z" /><path class="band" d="M21 73h18l2 8H19z" /></svg>`), rect, { width, height: 2 * width });

const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** The transformation that shows an element, which lies at `home`, at `rect`, turned by `turn` degrees. */
export function moved(home, rect, turn = 0) {
  const [x, y] = middle(home);
  const [toX, toY] = middle(rect);
  return `translate(${toX - x}px, ${toY - y}px) rotate(${turn}deg) scale(${rect.width / home.width})`;
}

/** A rectangle of the shape of `card`, `width` wide, in the middle of `area`. */
export function within(area, card, width) {
  const [x, y] = middle(area);
  const height = (width * card.height) / card.width;
  return { left: x - width / 2, top: y - height / 2, width, height };
}
