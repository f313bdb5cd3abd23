//! How long an agent has been thinking, and the button that ends it.

import { html, useEffect, useState } from './preact.js';
import { post } from './api.js';
import { say } from './live.js';
import { t } from './words.js';

/** Shorter thoughts are not counted, in seconds. */
const SHORT = 2;

export function Thinking({ table, seatKey }) {
  const [passed, setPassed] = useState(0);
  const { thinking, thinking_millis: millis, can_hurry: canHurry } = table;
  useEffect(() => {
    setPassed(0);
    if (thinking === null) return undefined;
    const start = Date.now() - millis;
    const timer = setInterval(() => setPassed(Math.floor((Date.now() - start) / 1000)), 500);
    return () => clearInterval(timer);
  }, [thinking, table.log.length, table.match.hands]);
  if (thinking === null || passed < SHORT) return null;
  // If the agent has answered meanwhile, the button goes by itself.
  const hurry = () => {
    say(t('thinking.hurried'));
    post(`/api/tables/${table.id}/move_now`, {}, seatKey).catch(() => {});
  };
  return html`<span class="thinking"><span aria-hidden="true">${t('thinking.seconds', { n: passed })}</span>
    ${canHurry && html`<button type="button" onClick=${hurry}>${t('thinking.now')}</button>`}</span>`;
}
