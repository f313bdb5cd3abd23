//! The clocks of persons: how much time is left of a decision and of the match.

import { html, useEffect, useRef, useState } from './preact.js';
import { say } from './live.js';
import { seatTitle, t } from './words.js';

/** Seconds before the end at which the player is told. */
const TOLD = [60, 30, 10];

/** Milliseconds as minutes and seconds. */
const minutes = millis => {
  const seconds = Math.ceil(Math.max(millis, 0) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** The clocks of a table; nothing if it has none. */
export function Clocks({ table }) {
  const { clocks, seat } = table;
  const [now, setNow] = useState(0);
  const came = useRef({ table: null, at: 0 });
  const told = useRef(Infinity);
  if (came.current.table !== table) came.current = { table, at: performance.now() };
  const isRunning = clocks?.running !== null && clocks?.running !== undefined;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const passed = isRunning ? Math.max(0, now - came.current.at) : 0;
  const ofMatch = clocks?.match_left.map((left, at) => (left === null ? null : left - (at === clocks.running ? passed : 0))) ?? [];
  const ofMove = clocks?.move_left === null || !isRunning ? null : clocks.move_left - passed;
  const own = clocks?.running === seat ? Math.min(ofMove ?? Infinity, ofMatch[seat] ?? Infinity) / 1000 : Infinity;
  const mark = TOLD.filter(seconds => own <= seconds).at(-1) ?? Infinity;
  useEffect(() => {
    if (mark < told.current) say(t('clock.left', { n: mark }));
    told.current = mark;
  }, [mark]);
  if (!clocks) return null;
  return html`<span class="clocks" role="timer" aria-label=${t('clock.title')}>
    ${ofMove !== null && html`<span class=${own <= 10 ? 'clock late' : 'clock'}><span class="what">${t('clock.move')}</span> <b>${minutes(ofMove)}</b></span>`}
    ${ofMatch.map((left, at) => left !== null && html`<span key=${at} class=${at === clocks.running ? 'clock runs' : 'clock'}>${seatTitle(table, at)} <b>${minutes(left)}</b></span>`)}
  </span>`;
}
