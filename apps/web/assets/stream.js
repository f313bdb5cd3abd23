//! One stream of events per page. It closes while the tab is hidden, and reconnects when the server is back. Browsers
//! allow six connections per server: if many pages are visible, only some have a stream and the others poll.

import { useEffect, useRef, useState } from './preact.js';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 6000;
/** Maximum number of pages of this browser with a stream. */
const MOST = 4;
const POLL = 1500;

/** Takes a place among the streams. Returns a function that releases it, or null if all are taken. */
async function takePlace() {
  if (!navigator.locks) return () => {};
  for (let place = 0; place < MOST; place += 1) {
    const release = await new Promise(resolve => {
      navigator.locks.request(`stream ${place}`, { ifAvailable: true }, lock => (lock ? new Promise(free => resolve(free)) : resolve(null)));
    });
    if (release) return release;
  }
  return null;
}

/**
 * Calls `load` at the start and at every event `name` of the stream at `path`.
 * Returns "open", "gone" (no server) or "over" (the server does not have it, or denies access).
 */
export function useStream(path, name, load, isActive = true) {
  const [link, setLink] = useState('open');
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    if (!path || !isActive) return undefined;
    let source = null;
    let timer = 0;
    let wait = FIRST_WAIT;
    let isOver = false;
    let release = null;
    let opening = 0;
    const close = () => {
      opening += 1;
      source?.close();
      source = null;
      release?.();
      release = null;
      clearTimeout(timer);
    };
    const later = () => {
      timer = setTimeout(refresh, wait);
      wait = Math.min(1.6 * wait, LONGEST_WAIT);
    };
    /** Loads, then opens the stream. If loading fails, waits. */
    const refresh = async () => {
      close();
      if (isOver || document.hidden) return;
      try {
        await latest.current();
        setLink('open');
        if (!isOver && !document.hidden) open();
      } catch (refusal) {
        setLink(refusal.isPassing ? 'gone' : 'over');
        if (refusal.isPassing && !isOver) later();
      }
    };
    const open = async () => {
      close();
      const mine = opening;
      const free = await takePlace();
      if (mine !== opening) {
        free?.();
        return;
      }
      if (!free) {
        timer = setTimeout(refresh, POLL);
        return;
      }
      release = free;
      source = new EventSource(path);
      source.addEventListener(name, event => latest.current(JSON.parse(event.data)).catch(() => {}));
      source.onopen = () => {
        wait = FIRST_WAIT;
        latest.current().catch(() => {});
      };
      source.onerror = () => {
        close();
        check();
      };
    };
    /** After an error: reports at once if the server is gone, and retries later. */
    const check = async () => {
      try {
        await latest.current();
        setLink('open');
        later();
      } catch (refusal) {
        setLink(refusal.isPassing ? 'gone' : 'over');
        if (refusal.isPassing && !isOver) later();
      }
    };
    const onVisibility = () => (document.hidden ? close() : refresh());
    document.addEventListener('visibilitychange', onVisibility);
    refresh();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisibility);
      close();
    };
  }, [path, isActive]);
  return link;
}
