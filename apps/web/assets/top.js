//! The header line of a table: the game, and the state of the match.

import { html } from './preact.js';
import { to } from './api.js';
import { Clocks } from './clock.js';
import { Heading, Links } from './frame.js';
import { MatchLine } from './score.js';
import { t, title } from './words.js';

/** `table` is null until it is loaded. */
export function Top({ table = null, isWatch }) {
  return html`<header class="site top"><a class="brand" href=${to('/')} aria-label="Spariglio"><span class="word" aria-hidden="true">Spariglio</span><span class="mark" aria-hidden="true">‹</span></a>
    <${Heading} kind=${isWatch ? t('page.watch') : t('page.play')} name=${table ? title(table.rules.name) : t('page.table')}>
      ${table && html`<p class="facts"><${MatchLine} table=${table} /></p>`}
    <//>
    ${table && html`<${Clocks} table=${table} />`}
    <${Links} table=${table} />
  </header>`;
}
