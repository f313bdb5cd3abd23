//! Starts the page for the address.

import { html, render } from './preact.js';
import { loadDeck } from './deck.js';
import { Frame } from './frame.js';
import { here, OFFERS } from './host.js';
import { keepFocus } from './live.js';
import { loadWords } from './words.js';

const [, kind, id] = here().split('/');
const isTable = kind === 'play' || kind === 'watch';

/** The page. Only its own modules are loaded. */
async function page() {
  if (isTable) {
    const { TablePage } = await import('./table.js');
    return html`<${TablePage} id=${id} isWatch=${kind === 'watch'} />`;
  }
  if (OFFERS.reviews && kind === 'review' && id) {
    const { ReviewPage } = await import('./review.js');
    return html`<${ReviewPage} id=${id} />`;
  }
  if (OFFERS.reviews && kind === 'review') {
    const { ReviewStart } = await import('./reviewstart.js');
    return html`<${ReviewStart} />`;
  }
  if (OFFERS.reviews && kind === 'practice') {
    const { PracticePage } = await import('./practice.js');
    return html`<${PracticePage} id=${id ?? 'all'} />`;
  }
  if (OFFERS.server && kind === 'tournament' && id) {
    const { TournamentPage } = await import('./tournament.js');
    return html`<${TournamentPage} id=${id} />`;
  }
  if (OFFERS.server && kind === 'tournament') {
    const { TournamentStart } = await import('./tournamentstart.js');
    return html`<${TournamentStart} />`;
  }
  if (kind === 'learn') {
    const { LearnPage } = await import('./learn.js');
    return html`<${LearnPage} />`;
  }
  if (kind === 'rules') {
    const { RulesPage } = await import('./rulespage.js');
    return html`<${RulesPage} name=${id ?? 'scopa'} />`;
  }
  const { Home } = await import('./home.js');
  return html`<${Home} />`;
}

const [shown] = await Promise.all([page(), loadWords(), loadDeck()]);
render(html`<${Frame} hasTop=${isTable}>${shown}<//>`, document.getElementById('app'));
keepFocus();
