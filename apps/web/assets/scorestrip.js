//! What each side has so far in the hand: a line for each side below the hand, or a sheet beside the game.

import { html } from './preact.js';
import { Minis } from './cards.js';
import { cardNames, cardsOf, kindName, sideTitle, t } from './words.js';

/** Kinds with a place of their own in a line. */
const PLACED = ['cards', 'suit', 'prime', 'single', 'sweeps'];
/** At most so many sweeps are dots. */
const DOTS = 3;

/** A count of cards, ticked if no other of two sides can have more. */
const Majority = ({ count, all, rules }) => html`<b>${count}</b>${rules.sides === 2 && !rules.fewest && count > all / 2 ? html`<span class="won" title=${t('score.won')}>✓<span class="unseen"> ${t('score.won')}</span></span>` : null}`;

const Sweeps = ({ n }) => html`<b class="dots"><span aria-hidden="true">${n === 0 || n > DOTS ? n : '●'.repeat(n)}</span><span class="unseen">${n}</span></b>`;

/** The columns: `[name, cell(side), note]`. With `isTall` each kind of points has its own, otherwise some share one. */
function columns(table, isTall) {
  const { rules, view, match, so_far: soFar } = table;
  const needed = all => (rules.fewest ? t('score.fewest') : rules.sides === 2 ? t('score.needed', { n: Math.floor(all / 2) + 1 }) : '');
  const majority = (kind, all) => [kindName(kind), side => html`<${Majority} count=${soFar[side][kind]} all=${all} rules=${rules} />`, needed(all)];
  const others = [...new Set(soFar.flatMap(({ points }) => Object.keys(points).filter(kind => points[kind] > 0 && !PLACED.includes(kind))))];
  const plus = points => html`<b>${points ? `+${points}` : isTall ? 0 : ''}</b>`;
  const sum = side => others.reduce((all, kind) => all + (soFar[side].points[kind] ?? 0), 0);
  const told = side => others.filter(kind => soFar[side].points[kind] > 0).map(kind => `${kindName(kind)} +${soFar[side].points[kind]}`).join(', ');
  const singles = side => {
    const own = rules.single.filter(card => cardsOf(view.piles[side]).includes(card));
    return own.length && !isTall && rules.single.length === 1 ? html`<span class="won"><span aria-hidden="true">✓</span><span class="unseen">${cardNames(own)}</span></span>` : html`<${Minis} cards=${own} />`;
  };
  const found = {
    match: [isTall ? t('score.match') : html`<span class="unseen">${t('score.match')}</span>`, side => html`<b class="score">${match.scores[side]}</b>`],
    cards: majority('cards', rules.cards),
    suit: majority('suit', rules.suit_cards),
    prime: [kindName('prime'), side => html`<b>${soFar[side].prime ?? '–'}</b>`],
    single: [isTall ? kindName('single') : html`<${Minis} cards=${rules.single} />`, singles],
    sweeps: [kindName('sweeps'), side => html`<${Sweeps} n=${view.tallies[side].sweeps} />`],
  };
  const placed = Object.entries(found).filter(([kind]) => (kind === 'match' ? match.is_match : rules.counted.includes(kind))).map(([, column]) => column);
  if (isTall) return [...placed, ...others.map(kind => [kindName(kind), side => plus(soFar[side].points[kind])])];
  return others.length ? [...placed, [t('score.others'), side => html`<span title=${told(side)}>${plus(sum(side))}<span class="unseen"> ${told(side)}</span></span>`]] : placed;
}

/** `base` is the seat at the bottom; its side comes first. `isTall` is the sheet: a row for each kind of points. */
export function ScoreStrip({ table, base, isTall = false }) {
  const { sides } = table.rules;
  const own = base % sides;
  const order = [own, ...Array.from({ length: sides }, (_, side) => side).filter(side => side !== own)];
  const kinds = columns(table, isTall);
  const head = (side, scope) => html`<th key=${side} scope=${scope} class=${side === own ? 'own side-name' : 'side-name'}>${sideTitle(table, side)}</th>`;
  const rows = isTall
    ? kinds.map(([name, cell, note], at) => html`<tr key=${at}><th scope="row">${name}${note && html` <small>${note}</small>`}</th>${order.map(side => html`<td key=${side}>${cell(side)}</td>`)}</tr>`)
    : order.map(side => html`<tr key=${side}>${head(side, 'row')}${kinds.map(([, cell], at) => html`<td key=${at}>${cell(side)}</td>`)}</tr>`);
  return html`<div class=${isTall ? 'score-strip panel tall' : 'score-strip'} tabindex=${sides > 2 ? 0 : null} role="region" aria-label=${t('score.title')}><table>
    <thead><tr><td></td>${isTall ? order.map(side => head(side, 'col')) : kinds.map(([name,, note], at) => html`<th key=${at} scope="col" title=${note}>${name}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}
