//! A warning about the person's last action.

import { useLayoutEffect, useRef, useState } from './preact.js';
import { wordsOf } from './api.js';
import { say } from './live.js';

/**
 * Returns `[words, tell]`. `tell(refusal)` shows a refusal, or words, until `tell('')`. That the server did not answer
 * is only shown until the next change of `news`: the link to the server, or what it says.
 */
export function useNotice(news) {
  const [notice, setNotice] = useState(null);
  const shown = useRef(null);
  useLayoutEffect(() => {
    if (notice?.isPassing && notice === shown.current) setNotice(null);
    shown.current = notice;
  }, [news, notice]);
  const tell = refusal => {
    const words = wordsOf(refusal);
    setNotice(words ? { words, isPassing: refusal.isPassing === true } : null);
    say(words);
  };
  return [notice?.words, tell];
}
