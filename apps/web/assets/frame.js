//! The frame of all pages: the top line, the heading, and the banner that appears when the server is gone.

import { html, useEffect } from './preact.js';
import { to } from './api.js';
import { DeckMenu } from './deck.js';
import { TablesFull } from './full.js';
import { OFFERS } from './host.js';
import { say } from './live.js';
import { language, t } from './words.js';

/** The address of this page in the other language. */
function otherLanguage() {
  const other = language === 'it' ? 'en' : 'it';
  const query = new URLSearchParams(location.search);
  query.set('lang', other);
  return `${location.pathname}?${query}${location.hash}`;
}

/** The address of a table's rules; those of Scopa without a table. */
const rulesOf = table => (table ? to(`/rules/${encodeURIComponent(table.rules.name)}`, { table: table.id, seat: table.seat }) : to('/rules/scopa'));

/** The links to other pages; with those to the rules of `table`. */
export function Links({ table = null }) {
  const [code, name] = language === 'it' ? ['en', 'English'] : ['it', 'Italiano'];
  return html`<nav aria-label=${t('page.pages')}><a href=${to('/learn')}>${t('page.learn')}</a> <a href=${rulesOf(table)}>${t('page.rules')}</a> ${OFFERS.reviews && html`<a href=${to('/review')}>${t('page.review')}</a>`} <${DeckMenu} />
    <a href=${otherLanguage()} hreflang=${code} lang=${code} title=${name}>${code.toUpperCase()}<span class="unseen"> ${name}</span></a></nav>`;
}

/** The page with its top line; a page that `hasTop` has one of its own. */
export function Frame({ hasTop = false, children }) {
  return html`<a class="skip" href="#main">${t('page.skip')}</a>
    ${!hasTop && html`<header class="site"><a class="brand" href=${to('/')}>Spariglio</a><${Links} /></header>`}
    ${children}<${TablesFull} />`;
}

/** The heading of a page, which is also the title of the window. */
export function Heading({ kind, name = '', children }) {
  useEffect(() => {
    document.title = [name, kind, 'Spariglio'].filter(Boolean).join(' – ');
  }, [kind, name]);
  return html`<div class="heading"><h1>${kind && html`<small>${kind}</small>`} ${name}</h1>${children}</div>`;
}

/** Reports when the server cannot be reached, and when it is back. */
export function Gone({ link }) {
  const words = link === 'over' ? t('page.over') : OFFERS.server ? t('page.gone') : t('error.browser');
  useEffect(() => {
    if (link === 'open') return undefined;
    say(words);
    return () => say(t('page.back'));
  }, [link]);
  if (link === 'open') return null;
  return html`<p class="warning gone">${words}</p>`;
}
