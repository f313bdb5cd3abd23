//! The list of legal actions, which is always visible: a fallback for choosing cards.

import { html } from './preact.js';
import { Drawn } from './cards.js';
import { numberKey } from './keys.js';
import { parse } from './picker.js';
import { actionWords, t } from './words.js';

export function Actions({ legal, onAct, waiting, title }) {
  return html`<section class="actions panel">
    <h2>${title ?? t('actions.title')}</h2>
    ${legal.length === 0 && html`<p class="muted">${waiting}</p>`}
    <ol>${legal.map((text, at) => html`<li key=${text}>
      <button type="button" class="action" title=${text} onClick=${() => onAct(text)}>
        <${Key} name=${numberKey(at, legal.length)} />
        <${Drawn} action=${parse(text)} /><span class="unseen">${actionWords(text)}</span>
      </button>
    </li>`)}</ol>
  </section>`;
}

const Key = ({ name }) => name && html`<kbd aria-hidden="true">${name}</kbd>`;
