//! The list of legal actions: a fallback for choosing cards.

import { html } from './preact.js';
import { Drawn } from './cards.js';
import { numberKey } from './keys.js';
import { Panel } from './panel.js';
import { parse } from './picker.js';
import { actionWords, t } from './words.js';

/** The actions are there even when the panel is closed: their numbers are keys. */
export function Actions({ legal, onAct, waiting, title, isOpen = false }) {
  return html`<${Panel} title=${title ?? t('actions.title')} isOpen=${isOpen} isKept=${true} extra="actions">
    ${legal.length === 0 && html`<p class="muted">${waiting}</p>`}
    <ol>${legal.map((text, at) => html`<li key=${text}>
      <button type="button" class="action" title=${text} onClick=${() => onAct(text)}>
        <${Key} name=${numberKey(at, legal.length)} />
        <${Drawn} action=${parse(text)} /><span class="unseen">${actionWords(text)}</span>
      </button>
    </li>`)}</ol>
  <//>`;
}

const Key = ({ name }) => name && html`<kbd aria-hidden="true">${name}</kbd>`;
