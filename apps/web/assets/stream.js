//! One stream of events per page. It closes while the tab is hidden, and reconnects when the server is back. Browsers
//! allow six connections per server: if many pages are visible, only some have a stream and the others poll.

import { listen } from './host.js';
import { useEffect, useRef, useState } from './preact.js';

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 6000;
/** Maximum number of pages of this browser with a stream. */
const MOST = 4;
const POLL = 1500;
/** Time between requests of a page with a stream: a stream may die without an error. */
const POLL_WITH_STREAM = 2500;

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
 * Calls `load` at the start, at every event `name` of the stream at `path`, when the network is back, and now and then:
 * neither a failed request nor a silent stream stops a page.
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
    let retry = 0;
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
      rest();
    };
    /** Forgets what is planned. */
    const rest = () => {
      clearTimeout(timer);
      clearTimeout(retry);
      retry = 0;
    };
    const again = millis => {
      rest();
      timer = setTimeout(refresh, millis);
    };
    /** Plans a retry, unless one is planned: several requests may fail at once. */
    const later = () => {
      if (retry) return;
      rest();
      retry = setTimeout(() => {
        retry = 0;
        refresh();
      }, wait);
      wait = Math.min(1.6 * wait, LONGEST_WAIT);
    };
    /** Loads, then opens the stream unless it is open or has just broken. If loading fails, says so and tries later. */
    const refresh = async (event, isBroken = false) => {
      if (isOver || document.hidden) return;
      try {
        await latest.current(event);
      } catch (refusal) {
        if (isOver) return;
        const isPassing = refusal.isPassing !== false;
        setLink(isPassing ? 'gone' : 'over');
        if (isPassing) later();
        else close();
        return;
      }
      if (isOver || document.hidden) return;
      setLink('open');
      if (isBroken) later();
      else if (source) {
        wait = FIRST_WAIT;
        again(POLL_WITH_STREAM);
      } else open();
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
        again(POLL);
        return;
      }
      release = free;
      const onError = () => {
        close();
        refresh(undefined, true);
      };
      source = listen(path, name, { onNews: refresh, onOpen: () => refresh(), onError });
    };
    const onVisibility = () => (document.hidden ? close() : refresh());
    const onOnline = () => refresh();
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('online', onOnline);
    refresh();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', onOnline);
      close();
    };
  }, [path, isActive]);
  return link;
}
