//! The end of a hand: the last table stays for a while before the points are counted.

import { useEffect, useRef, useState } from './preact.js';
import { leftOn, newPlays } from './news.js';
import { handOf } from './tabledata.js';
import { endTime, tempo } from './tempo.js';

/** How long the last table stays after its last motion, in milliseconds. */
const STAY = 1200;

/** The cards on the last table as long as it stays; else null. */
export function useLastTable(table) {
  const last = useRef(null);
  const [counted, setCounted] = useState(null);
  if (table?.phase === 'play') last.current = table;
  const hand = handOf(table);
  const isEnd = ['over', 'match_over'].includes(table?.phase) && handOf(last.current) === hand && !table.forfeit && counted !== hand && table.pace.millis > 0;
  const cards = isEnd ? leftOn(last.current, newPlays(last.current, table)) : null;
  useEffect(() => {
    if (!isEnd) return undefined;
    const timer = setTimeout(() => setCounted(hand), STAY + endTime(tempo(table), cards.length > 0));
    return () => clearTimeout(timer);
  }, [isEnd, hand]);
  return cards;
}
