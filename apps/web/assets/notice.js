//! A warning about the person's last action.

import { useEffect, useState } from './preact.js';
import { wordsOf } from './api.js';
import { say } from './live.js';

/**
 * Returns `[words, tell]`. `tell(refusal)` shows a refusal, or words, until `tell('')`. That the server did not answer
 * is only shown until `news` change, because then it does.
 */
export function useNotice(news) {
  const [notice, setNotice] = useState(null);
  useEffect(() => setNotice(now => (now?.isPassing ? null : now)), [news]);
  const tell = refusal => {
    const words = wordsOf(refusal);
    setNotice(words ? { words, isPassing: refusal.isPassing === true } : null);
    say(words);
  };
  return [notice?.words, tell];
}
