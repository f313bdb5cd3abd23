//! A play in motion: the card flies to the felt, and what it takes goes to the pile with it.

import { animate, clearAtRest, measure, moved, putBroom, putCard, rectOf, SMALL, stop, within } from './layer.js';
import { FLY, IN_OUT, isCalm, OUT, RING, SLIDE } from './tempo.js';

/** How long a dropped card waits for its play, in milliseconds. */
const PATIENCE = 1500;

let held = null;

/** Keeps a dragged card where it is dropped until the table shows its play. */
export function hold(card) {
  const dragged = document.querySelector('.dragged');
  if (!dragged || isCalm()) return;
  const rect = rectOf(dragged);
  stop();
  held = { card, rect };
  animate(putCard(card, rect), [{ opacity: 1 }, { opacity: 1 }], PATIENCE);
  animate(measure().element('hand', card), [{ opacity: 0.3 }, { opacity: 0.3 }], PATIENCE);
  clearAtRest();
}

/** Ends the wait of a dropped card. */
export function release() {
  held = null;
}

/** Where a played card comes from. */
function source({ before, base }, { card, seat }, size) {
  if (held?.card === card) return held.rect;
  const area = before.place(`seat-${seat}`) ?? before.place('felt');
  return (seat === base && before.card('hand', card)) || before.card(`seat-${seat}`, card) || within(area, size, SMALL);
}

/** The place of a side's pile, of the size of a small card. */
export function pile({ after, table }, side, size) {
  const area = after.place(`pile-${side}`) ?? after.place(`seat-${side}`) ?? after.place('felt');
  return within({ ...area, width: Math.min(area.width, SMALL) }, size, SMALL);
}

/** Moves a play. Returns how long it takes. */
export function movePlay(scene, play) {
  const { before, after } = scene;
  const isCapture = play.kind === 'capture';
  const home = isCapture ? before.card('felt', play.takes[0]) : after.card('felt', play.card);
  if (!home || play.takes.some(card => !before.card('felt', card))) return 0;
  shift(scene, 'hand', 0, FLY * scene.speed);
  return (isCapture ? moveCapture : moveLay)(scene, play, home);
}

function moveLay(scene, play, home) {
  const fly = FLY * scene.speed;
  animate(putCard(play.card, home), [{ transform: moved(home, source(scene, play, home)), easing: OUT }, { transform: 'none' }], fly);
  animate(scene.after.element('felt', play.card), [{ opacity: 0 }, { opacity: 0 }], fly, 0, 'backwards');
  shift(scene, 'felt', 0, fly);
  return fly;
}

/** The card flies over the first one that it takes; all get a ring, stay for a while and go to the pile. */
function moveCapture(scene, play, home) {
  const { before, speed, table } = scene;
  const fly = FLY * speed;
  const rest = (FLY + RING) * speed;
  const total = (FLY + RING + SLIDE) * speed;
  const isSweep = play.marks.includes('sweep');
  const goal = pile(scene, play.seat % table.rules.sides, home);
  const go = (card, at, start, turn = 0) => {
    const node = putCard(card, at);
    animate(node, [
      { transform: start, easing: OUT }, { transform: 'none', offset: fly / total }, { transform: 'none', offset: rest / total, easing: IN_OUT },
      { transform: moved(at, goal, turn) },
    ], total);
    animate(node, [{ outlineColor: 'transparent' }, { outlineColor: 'var(--gold)' }], 60 * speed, fly);
  };
  for (const card of play.takes) go(card, before.card('felt', card), 'none');
  const over = { ...home, left: home.left + home.width * 0.22, top: home.top + home.height * 0.3 };
  go(play.card, over, moved(over, source(scene, play, home)), isSweep ? 90 : 0);
  shift(scene, 'felt', rest, total - rest);
  animate(document.querySelector('.felt .empty'), [{ opacity: 0 }, { opacity: 0 }], total, 0, 'backwards');
  if (isSweep) sweep(scene, fly, total - fly);
  return total;
}

/** A broom goes over the felt. */
function sweep({ before }, delay, duration) {
  const felt = before.place('felt');
  const node = putBroom(felt, Math.min(90, felt.width / 5));
  const at = (share, turn) => `translate(${share * felt.width * 0.38}px, 0) rotate(${turn}deg)`;
  animate(node, [
    { transform: at(-1, 24), opacity: 0 }, { transform: at(-1, 24), opacity: 1, offset: 0.12, easing: IN_OUT },
    { transform: at(1, -24), opacity: 1, offset: 0.88 }, { transform: at(1, -24), opacity: 0 },
  ], duration, delay);
}

/** Lets the cards that stay at a place glide to where they are now. */
function shift({ before, after }, place, delay, duration) {
  for (const card of after.cards(place)) {
    const [from, to] = [before.card(place, card), after.card(place, card)];
    if (!from || Math.hypot(from.left - to.left, from.top - to.top) < 1) continue;
    animate(after.element(place, card), [{ transform: moved(to, from), easing: IN_OUT }, { transform: 'none' }], duration, delay, 'backwards');
  }
}
