//! The moment that the page shows: now, or the table as it was before an earlier turn.

import { useEffect, useRef, useState } from './preact.js';
import { get, wordsOf } from './api.js';
import { say } from './live.js';
import { handOf } from './tabledata.js';
import { t } from './words.js';

/**
 * Returns `{ past, at, look, step }`. `past` is the table before turn `at`; both are null if the page shows it as it is
 * now. `look(turn)` shows another moment, and `look(null)` the current one; `step(by)` goes some turns in time.
 */
export function useMoment(path, key, table) {
  const [past, setPast] = useState(null);
  const asked = useRef(null);
  const count = table?.log.length ?? 0;
  const look = async turn => {
    asked.current = turn;
    if (turn === null) return setPast(null);
    const mark = path.includes('?') ? '&' : '?';
    try {
      const found = await get(`${path}${mark}before=${turn}`, key);
      if (asked.current !== turn) return undefined;
      setPast(found);
      say(t('log.looking', { turn: turn + 1 }));
    } catch (error) {
      if (asked.current === turn) asked.current = past?.log.length ?? null;
      say(wordsOf(error));
    }
    return undefined;
  };
  const back = () => {
    asked.current = null;
    setPast(null);
  };
  useEffect(back, [path, handOf(table)]);
  useEffect(() => {
    if (asked.current !== null && asked.current >= count) back();
  }, [count]);
  // From the moment that was asked for last, so that quick keys add up.
  const step = by => {
    const to = (asked.current ?? count) + by;
    if (to >= 0) look(to < count ? to : null);
  };
  return { past, at: past === null ? null : past.log.length, look, step };
}
