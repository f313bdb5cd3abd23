//! How fast cards move: durations follow the speed of the table.

/** Durations in milliseconds at the usual speed: a flight, a ring, the way to the pile, a word at the end of a hand. */
export const FLY = 180;
export const RING = 350;
export const SLIDE = 220;
export const TELL = 900;
/** At this pause between plays, durations are as above. */
const USUAL = 780;

/** How motion starts and ends. */
export const OUT = 'cubic-bezier(0.2, 0.7, 0.3, 1)';
export const IN_OUT = 'cubic-bezier(0.5, 0, 0.3, 1)';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether the person wants no motion. */
export const isCalm = () => calm.matches;

/** The factor of all durations; 0 if nothing moves. */
export function tempo({ pace }) {
  if (isCalm() || document.hidden || pace.millis === 0) return 0;
  return Math.min(1.6, Math.max(0.2, pace.millis / USUAL));
}

/** How long the end of a hand moves: its last play, then the cards that are left. */
export const endTime = (speed, isRest) => speed * (FLY + RING + SLIDE + (isRest ? TELL + SLIDE : 0));
