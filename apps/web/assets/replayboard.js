//! The table of a replay: all hands open, the table cards, the play and the best one, the piles.

import { html } from './preact.js';
import { Face, Minis } from './cards.js';
import { Portrait } from './players.js';
import { goesDown, marksOf, markWords } from './replay.js';
import { useNarrow } from './screen.js';
import { places } from './seats.js';
import { cardName, levelAt, scoring, sideName, t } from './words.js';

/** The signs of the play and the best one, by the tone of a card. */
const SIGNS = { played: '▶', best: '★', both: '▶★' };

/** `base` is the seat at the bottom; `nameOf` names seats. */
export function ReplayBoard({ moment, players, base, dealer, nameOf }) {
  const isPhone = useNarrow();
  const { row } = moment;
  const hasBest = row !== null && row.actions.length > 1;
  const marks = row ? marksOf(row.played, hasBest ? row.best : row.played) : {};
  const { left, top, right } = places(players, base);
  const card = one => html`<${Marked} key=${one} card=${one} isPhone=${isPhone} mark=${marks[one]} />`;
  const seat = one => html`<section key=${one} class=${`sitter ${row?.seat === one ? 'acting' : ''}`} aria-label=${nameOf(one)}>
    <p class="who"><${Portrait} name=${nameOf(one)} level=${levelAt(one)} /> <b>${nameOf(one)}</b>${one === dealer && html` <span class="chip">${t('table.dealer')}</span>`}${row?.seat === one && html` <span class="chip turn">${t('table.to_act')}</span>`}</p>
    <div class="held">${moment.hands[one].map(card)}${!moment.hands[one].length && html`<span class="muted">${t('cards.count', { n: 0 })}</span>`}</div>
  </section>`;
  const ghosts = row ? [...new Set([row.played, row.best])] : [];
  return html`<div class="replay">
    <div class="rivals">${[...left, ...top, ...right].map(seat)}</div>
    <section class="felt" aria-label=${t('table.felt')}><div class="cards">
      ${moment.table.map(card)}
      ${ghosts.map(text => html`<${Ghost} key=${`ghost ${text}`} text=${text} isBest=${hasBest && text === row.best} isPlayed=${text === row.played} isPhone=${isPhone} />`)}
      ${!moment.table.length && !ghosts.length && html`<p class="empty">${t('table.empty')}</p>`}
    </div></section>
    ${seat(base)}
    <p class="legend-line muted">${hasBest ? html`<span><b aria-hidden="true">▶</b> ${t('review.played')}</span><span><b aria-hidden="true">★</b> ${t('review.best')}</span>` : row && html`<span><b aria-hidden="true">▶</b> ${t('review.played')}</span>`}</p>
  </div>`;
}

/** The card that an action puts down, before it is played. */
function Ghost({ text, isBest, isPlayed, isPhone }) {
  const card = goesDown(text);
  if (!card) return null;
  const tone = isBest && isPlayed ? 'both' : isBest ? 'best' : 'played';
  return html`<${Marked} card=${card} isPhone=${isPhone} mark=${[markWords()[tone], tone]} extra="ghost" />`;
}

/** A card with the sign of its mark: `[word, tone]`. */
function Marked({ card, isPhone, mark = null, extra = '' }) {
  return html`<span class=${`card still ${mark?.[1] ?? ''} ${extra}`} data-card=${card} role="img" aria-label=${mark ? `${cardName(card)}, ${mark[0]}` : cardName(card)}>
    <${Face} card=${card} isPhone=${isPhone} />${mark && html`<span class="badge" aria-hidden="true">${SIGNS[mark[1]]}</span>`}</span>`;
}

/** The piles as they were: cards, cards of the scoring suit, settebello, sweeps. */
export function Counts({ moment, players, you = null }) {
  const sides = moment.piles.length;
  return html`<section class="counts" aria-label=${t('review.piles')}>
    ${moment.piles.map((pile, side) => html`<p key=${side} class="heap"><b>${sideName(side, players, sides, you)}</b>
      <span>${t('cards.count', { n: pile.length })}</span>
      ${scoring.suit && html`<span>${t(`suit.count_${scoring.suit}`, { n: pile.filter(card => card[1] === scoring.suit).length })}</span>`}
      <span>${t('piles.sweeps', { n: moment.sweeps[side] })}</span>
      <${Minis} cards=${pile.filter(card => scoring.single.includes(card))} /></p>`)}
    ${moment.stock > 0 && html`<p class="heap muted">${t('review.stock', { n: moment.stock })}</p>`}
    ${moment.piles.map((pile, side) => html`<p key=${side} class="gone"><b>${sideName(side, players, sides, you)}</b> <${Minis} cards=${pile} />${pile.length ? '' : '–'}</p>`)}
  </section>`;
}
