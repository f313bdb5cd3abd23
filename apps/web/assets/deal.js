//! Cards that are dealt, and cards that are left at the end of a hand.

import { pile } from './flight.js';
import { animate, moved, putCard, putWords, rectOf, SMALL, within } from './layer.js';
import { isSameHand, leftOn } from './news.js';
import { FLY, IN_OUT, OUT, SLIDE, TELL } from './tempo.js';
import { cardsOf, sideName, t } from './words.js';

/** Time between two cards in milliseconds, at the usual speed, and the longest time for all. */
const DEAL = 40;
const LONGEST_DEAL = 1400;

/** Deals the new cards, one after the other, in the order of the seats. */
export function moveDeal(scene, delay) {
  const { old, table, before, after, base, speed } = scene;
  const { players } = table.rules;
  const from = after.place('stock') ?? after.place(`seat-${table.view.dealer}`) ?? after.place('felt');
  const isNew = (place, card) => !isSameHand(old, table) || !before.card(place, card);
  const own = after.cards('hand').filter(card => isNew('hand', card));
  const laid = isSameHand(old, table) ? [] : after.cards('felt');
  const order = Array.from({ length: players }, (_, step) => (table.view.dealer + 1 + step) % players);
  const rounds = Math.max(own.length, ...table.view.hand_cards);
  const dealt = [
    ...Array.from({ length: rounds }, (_, round) => order.map(seat => ({ seat, card: seat === base ? own[round] : null }))).flat(),
    ...laid.map(card => ({ seat: null, card })),
  ];
  const step = Math.min(DEAL, LONGEST_DEAL / dealt.length) * speed;
  dealt.forEach(({ seat, card }, at) => {
    const start = delay + at * step;
    const element = card && after.element(seat === null ? 'felt' : 'hand', card);
    if (element) {
      const home = rectOf(element);
      animate(element, [{ transform: moved(home, within(from, home, SMALL)), opacity: 0, easing: OUT }, { opacity: 1, offset: 0.1 }, { transform: 'none', opacity: 1 }], FLY * speed, start, 'backwards');
    } else if (seat !== base && after.place(`seat-${seat}`)) {
      const size = { width: SMALL, height: SMALL * 1.8 };
      const home = within(after.place(`seat-${seat}`), size, SMALL);
      animate(putCard(null, home), [{ transform: moved(home, within(from, size, SMALL)), opacity: 0, easing: OUT }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.9 }, { transform: 'none', opacity: 0 }], FLY * speed, start);
    }
  });
}

/** At the end of a hand, says who gets the cards that are left, and slides them to the pile. */
export function moveRest(scene, delay) {
  const { old, table, before, after, speed, plays } = scene;
  const rest = leftOn(old, plays);
  const side = table.view.piles.findIndex(cards => rest.length && cardsOf(cards).includes(rest[0]));
  if (side < 0) return;
  const tell = TELL * speed;
  const total = tell + SLIDE * speed;
  for (const card of rest) {
    const at = after.card('felt', card) ?? before.card('felt', card);
    if (!at) continue;
    animate(after.element('felt', card), [{ opacity: 1 }, { opacity: 0 }], 1, delay + tell);
    animate(putCard(card, at), [{ transform: 'none' }, { transform: 'none', offset: tell / total, easing: IN_OUT }, { transform: moved(at, pile(scene, side, at)) }], total, delay);
  }
  const words = side === table.seat % table.rules.sides ? t('end.rest_yours', { n: rest.length }) : t('end.rest', { side: sideName(side, table.rules.players, table.rules.sides), n: rest.length });
  const felt = after.place('felt');
  const node = putWords(words, { ...felt, top: felt.top + 0.34 * felt.height });
  animate(node, [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], total, delay);
}
