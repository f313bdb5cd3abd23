//! Motion at the table. The page always shows the newest state already: a new one ends what still moves.

import { useLayoutEffect, useRef } from './preact.js';
import { moveDeal, moveRest } from './deal.js';
import { movePlay, release } from './flight.js';
import { clearAtRest, measure, stop } from './layer.js';
import { isDeal, newPlays } from './news.js';
import { sound } from './sound.js';
import { FLY, tempo } from './tempo.js';

/**
 * Moves what has changed since the page last showed the table. `isNow` is false while it shows an earlier turn.
 * `base` is the seat at the bottom.
 */
export function useMotion(table, isNow, base) {
  const shown = useRef(null);
  const old = shown.current?.isNow ? shown.current.table : null;
  const isFirst = !shown.current && table?.log.length === 0;
  const isNews = isFirst || (old && table && (old.log.length !== table.log.length || old.phase !== table.phase || isDeal(old, table)));
  // While the page renders the new state, it still shows the old one.
  let before = null;
  if (isNews) {
    stop();
    before = measure();
  }
  useLayoutEffect(() => {
    shown.current = table && { table, isNow };
    if (!isNews || !isNow) return;
    const plays = newPlays(old, table);
    const speed = tempo(table);
    if (speed > 0) move({ old, table, before, after: measure(), base, speed, plays });
    if (plays.length) sound(plays.at(-1).marks.includes('sweep') ? 'sweep' : plays.at(-1).kind, (speed * FLY) / 1000);
    release();
  }, [table, isNow]);
  useLayoutEffect(() => stop, []);
}

/** Starts all motion of a change. A change of several plays shows the last one if its cards lay on the table before. */
function move(scene) {
  const { old, table, plays } = scene;
  const play = plays.at(-1);
  const time = play ? movePlay(scene, play) : 0;
  if (isDeal(old, table)) moveDeal(scene, time);
  else if (table.phase !== 'play') moveRest(scene, time);
  clearAtRest();
}
