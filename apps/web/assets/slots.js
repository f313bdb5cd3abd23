//! The places of hand cards: a card that was played leaves a gap, so that the others stay where they are
//! until the next turn.

import { useRef } from './preact.js';

/** The cards of the hand and the gaps of those that were played. With the own turn (`isDue`) the gaps are closed. */
export function useSlots(hand, isDue) {
  const slots = useRef(hand);
  if (isDue || !hand.every(card => slots.current.includes(card))) slots.current = hand;
  return slots.current;
}
