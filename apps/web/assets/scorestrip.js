//! The score strip: what each side has so far in the hand, one line for each side, always in view.

import { html } from './preact.js';
import { Face } from './cards.js';
import { cardName, cardsOf, kindName, sideTitle, t } from './words.js';

/** Kinds with a place of their own in a line. */
const PLACED = ['cards', 'suit', 'prime', 'single', 'sweeps'];

/** The number that more than half is, for two sides: "13/21". */
const share = (count, all, sides) => (sides === 2 ? `${count}/${Math.floor(all / 2) + 1}` : `${count}`);

/** The lines of all sides, which scroll if they are many. `base` is the seat at the bottom; its side comes first. */
export function ScoreStrip({ table, base }) {
  const { sides } = table.rules;
  const own = base % sides;
  const order = [own, ...Array.from({ length: sides }, (_, side) => side).filter(side => side !== own)];
  return html`<ul class="score-strip" tabindex=${sides > 2 ? 0 : null} aria-label=${t('score.title')}>
    ${order.map(side => html`<${Line} key=${side} table=${table} side=${side} isOwn=${side === own} />`)}
  </ul>`;
}

function Line({ table, side, isOwn }) {
  const { rules, view, match, so_far: soFar } = table;
  const { cards, suit, prime, points } = soFar[side];
  const has = kind => rules.counted.includes(kind);
  const singles = rules.single.filter(card => cardsOf(view.piles[side]).includes(card));
  const { sweeps } = view.tallies[side];
  const others = Object.entries(points).filter(([kind, value]) => !PLACED.includes(kind) && value > 0);
  return html`<li class=${isOwn ? 'own' : ''}>
    <b class="side-name">${sideTitle(table, side)}</b>
    ${match.is_match && html`<span class="score" title=${t('score.match')}><span class="unseen">${t('score.match')} </span>${match.scores[side]}</span>`}
    ${has('cards') && html`<span>${t('kind.cards')} <b>${share(cards, rules.cards, rules.sides)}</b></span>`}
    ${has('suit') && html`<span>${kindName('suit')} <b>${share(suit, rules.suit_cards, rules.sides)}</b></span>`}
    ${has('prime') && html`<span>${t('kind.prime')} <b>${prime ?? '–'}</b></span>`}
    ${singles.length > 0 && html`<span class="minis" role="img" aria-label=${singles.map(cardName).join(', ')}>${singles.map(card => html`<${Face} key=${card} card=${card} isPhone=${true} />`)}</span>`}
    ${has('sweeps') && html`<span class=${sweeps ? 'sweeps' : 'sweeps none'}><i>${t('kind.sweeps')}</i> <b class="dots" aria-hidden="true">${sweeps > 0 && sweeps <= 5 ? '●'.repeat(sweeps) : sweeps}</b><span class="unseen">${sweeps}</span></span>`}
    ${others.length > 0 && html`<span class="others-kinds">${others.map(([kind, value]) => html`<span key=${kind}>${kindName(kind)} <b>+${value}</b></span> `)}</span>
      <b class="others-sum" aria-hidden="true">+${others.reduce((sum, [, value]) => sum + value, 0)}</b>`}
  </li>`;
}
