//! The strip of all plays of a hand: one button a play, with the card, the mark and the loss.

import { html, useEffect, useRef } from './preact.js';
import { Face } from './cards.js';
import { parse } from './picker.js';
import { isMeasured, SIGNS, toneOf } from './rows.js';
import { actionWords, t } from './words.js';

/** Height in pixels of a loss of one point. */
const POINT = 16;
const HIGHEST = 30;

export function PlayStrip({ moments, at, onGo, nameOf }) {
  const list = useRef(null);
  useEffect(() => {
    const box = list.current;
    const cell = box?.querySelector('[aria-current]');
    if (!cell) return;
    box.scrollLeft = cell.offsetLeft - (box.clientWidth - cell.clientWidth) / 2;
    if (box.contains(document.activeElement)) cell.focus({ preventScroll: true });
  }, [at, moments.length]);
  return html`<ol class="playstrip" ref=${list} aria-label=${t('review.plays')}>${moments.map(moment => html`<li key=${moment.turn}>
    <button type="button" class=${`cell ${toneOf(moment.row)}`} aria-current=${moment.turn === at ? 'step' : undefined} tabindex=${moment.turn === at ? 0 : -1}
      title=${moment.row ? words(moment.row, nameOf) : t('review.end')} onClick=${() => onGo(moment.turn)}>
      <span class="unseen">${moment.row ? words(moment.row, nameOf) : t('review.end')}</span>
      ${moment.row ? html`<${Cell} row=${moment.row} name=${nameOf(moment.row.seat)} />` : html`<span class="end" aria-hidden="true">▪</span>`}
    </button></li>`)}</ol>`;
}

const words = (row, nameOf) => {
  const said = t('review.play', { turn: row.turn + 1, who: nameOf(row.seat), action: actionWords(row.played) });
  return row.mark ? `${said}, ${t(`sign.${SIGNS[row.mark]}`)}` : said;
};

function Cell({ row, name }) {
  const { card, takes, cards } = parse(row.played);
  const loss = row.actions.length > 1 && isMeasured(row) ? Math.min(HIGHEST, Math.max(2, POINT * row.loss)) : 0;
  return html`<span class="loss" aria-hidden="true"><i style=${{ height: `${loss}px` }}></i></span>
    <span class="sign" aria-hidden="true">${row.mark ?? ''}</span>
    ${card || cards[0] ? html`<${Face} card=${card ?? cards[0]} isPhone=${true} />` : html`<span class="pass" aria-hidden="true">–</span>`}
    <span class="took" aria-hidden="true">${takes.length ? `×${takes.length}` : ''}</span>
    <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>`;
}
