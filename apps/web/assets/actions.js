//! The list of legal actions, which is always visible: a fallback for choosing cards. If there is a hint, it shows each
//! action's value.

import { html } from './preact.js';
import { Drawn } from './cards.js';
import { numberKey } from './keys.js';
import { parse } from './picker.js';
import { actionWords, around, kindsText, t } from './words.js';

/** `hint` is the server's answer, or null if no hint was requested. */
export function Actions({ legal, hint, onAct, waiting, title }) {
  const judged = new Map((hint?.actions ?? []).map(one => [one.action, one]));
  return html`<section class="actions panel">
    <h2>${title ?? t('actions.title')}</h2>
    ${legal.length === 0 && html`<p class="muted">${waiting}</p>`}
    <ol>${legal.map((text, at) => html`<li key=${text}>
      <button type="button" class="action" title=${text} onClick=${() => onAct(text)}>
        <${Key} name=${numberKey(at, legal.length)} />
        <${Drawn} action=${parse(text)} /><span class="unseen">${actionWords(text)}</span>
        ${hint && html`<${Judged} one=${judged.get(text)} isBest=${text === hint.best} method=${hint.method} />`}
      </button>
    </li>`)}</ol>
  </section>`;
}

const Key = ({ name }) => name && html`<kbd aria-hidden="true">${name}</kbd>`;

function Judged({ one, isBest, method }) {
  if (!one) return null;
  const isExact = method === 'exact';
  const kinds = isBest ? '' : kindsText(one.behind_kinds ?? null, 3);
  return html`<span class="judged">
    <span class="value">${around(one.value, isExact ? 0 : one.error)}</span>
    <span class=${isBest ? 'good' : 'behind'}>${isBest ? t('hint.best') : t('hint.loses', { loss: around(one.behind, isExact ? 0 : one.behind_error).replace('+', '') })}</span>
    ${kinds && html`<small>${kinds}</small>`}
  </span>`;
}
