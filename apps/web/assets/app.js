//! Starts the page for the address.

import { html, render } from './preact.js';
import { loadDeck } from './deck.js';
import { Frame } from './frame.js';
import { Home } from './home.js';
import { keepFocus } from './live.js';
import { PracticePage } from './practice.js';
import { ReviewPage } from './review.js';
import { ReviewStart } from './reviewstart.js';
import { TablePage } from './table.js';
import { loadWords } from './words.js';

function page() {
  const [, kind, id] = location.pathname.split('/');
  switch (kind) {
    case 'play': return html`<${TablePage} id=${id} isWatch=${false} />`;
    case 'watch': return html`<${TablePage} id=${id} isWatch=${true} />`;
    case 'review': return id ? html`<${ReviewPage} id=${id} />` : html`<${ReviewStart} />`;
    case 'practice': return html`<${PracticePage} id=${id} />`;
    default: return html`<${Home} />`;
  }
}

await Promise.all([loadWords(), loadDeck()]);
const isTable = /^\/(play|watch)\//.test(location.pathname);
render(html`<${Frame} hasTop=${isTable}>${page()}<//>`, document.getElementById('app'));
keepFocus();
