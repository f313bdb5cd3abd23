//! Sends what a person does at a table, one change at a time, and shows the new state.

import { useRef } from './preact.js';
import { post } from './api.js';
import { t } from './words.js';

/** `tell(refusal)` shows it. It stays on the page until the person's next action, which tells ''. */
export function useSender({ path, seat, key, newest, load, tell }) {
  const isSending = useRef(false);
  const sent = useRef(0);

  /** Whether a change is pending, or made but not shown yet. */
  const isBusy = () => isSending.current || newest.current?.version < sent.current;
  /** Sends a change, then shows the new state of the table. */
  const change = async (what, body) => {
    isSending.current = true;
    tell('');
    try {
      const answer = await post(`${path}/${what}`, body, key);
      sent.current = answer?.version ?? 0;
      load().catch(() => {}).finally(() => {
        sent.current = 0;
      });
      return answer;
    } finally {
      isSending.current = false;
    }
  };
  /** Sends a change. If it is refused, the page says why and shows the current state. */
  const send = async (what, body) => {
    if (isBusy()) return null;
    try {
      return await change(what, body);
    } catch (error) {
      tell(error);
      load().catch(() => {});
      return null;
    }
  };
  /** Plays. If only the version has changed (an agent began to think), or no answer came, it tries once more. */
  const act = async (action, isAgain = false) => {
    if (isBusy()) return undefined;
    const now = newest.current;
    try {
      await change('actions', { seat, version: now.version, action });
    } catch (error) {
      await load().catch(() => {});
      const fresh = newest.current;
      const isSame = fresh.to_act === seat && fresh.log.length === now.log.length && fresh.legal.includes(action);
      const isMade = fresh.log[now.log.length]?.action === action && now.legal.includes(action);
      if ((error.status === 409 || error.isPassing) && isSame && !isAgain) return act(action, true);
      if (!isMade) tell(error.status === 409 ? t('table.stale') : error);
    }
    return undefined;
  };
  return { send, act };
}
