//! Beliefs: for each hidden card, the chance of every place.

import { html } from './preact.js';
import { Face } from './cards.js';
import { cardName, number, percent, seatName, t } from './words.js';

const RANKS = 'A23456789TJQK';
const SUITS = 'dcsb';
const place = card => 4 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]);

/** `cells` has each card's chance at seat 0, 1, ..., then in the stock; `truth` its true place, if known. */
export function Belief({ belief, players, viewer = null, truth = belief?.truth ?? null }) {
  if (!belief?.cells) return null;
  const rows = Object.entries(belief.cells).sort((first, second) => place(first[0]) - place(second[0]));
  const count = Math.max(0, ...rows.map(([, chances]) => chances.length));
  const all = Array.from({ length: count }, (_, at) => at);
  const shown = all.filter(at => at !== viewer && rows.some(([, chances]) => chances[at] > 0));
  const nameOf = at => (at < players ? seatName(at, players) : t('belief.stock'));
  return html`<div class="belief">
    ${belief.worlds && html`<p class="muted">${t('belief.worlds', { n: belief.worlds })}${truth ? ` ${t('belief.truth_note')}` : ''}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t('belief.title')}><table>
      <thead><tr><th scope="col">${t('belief.card')}</th>${shown.map(at => html`<th key=${at} scope="col">${nameOf(at)}</th>`)}</tr></thead>
      <tbody>${rows.map(([card, chances]) => html`<tr key=${card}>
        <th scope="row"><span class="minis" role="img" aria-label=${cardName(card)}><${Face} card=${card} isPhone=${true} /></span></th>
        ${shown.map(at => html`<${Chance} key=${at} share=${chances[at] ?? 0} isTrue=${truth?.[card] === at} />`)}
      </tr>`)}</tbody>
    </table></div>
    ${belief.log_loss !== undefined && html`<p class="muted">${t('belief.log_loss', { loss: number(belief.log_loss, 2) })}</p>`}
  </div>`;
}

function Chance({ share, isTrue }) {
  const shown = share > 0 && share < 0.005 ? '<1' : percent(share);
  return html`<td class=${isTrue ? 'chance true' : 'chance'}>
    <span class="fill" style=${{ width: `${100 * share}%` }}></span>
    <span class="figure">${share === 0 ? '·' : shown}${isTrue ? html`<span aria-hidden="true"> ◉</span><span class="unseen"> ${t('belief.true')}</span>` : null}</span>
  </td>`;
}
