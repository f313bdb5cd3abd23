//! The places of hand cards: a card that was played leaves a gap, so that the others stay where they are.

import { useRef } from './preact.js';

/** The cards of the hand as it was dealt. Cards of it that are gone keep their places. */
export function useSlots(hand) {
  const slots = useRef(hand);
  if (!hand.every(card => slots.current.includes(card))) slots.current = hand;
  return slots.current;
}
