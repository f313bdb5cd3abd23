//! The headline of a review: for each player the mean loss of a decision, how good that is, and the marks.

import { html } from './preact.js';
import { gradeOf, lossOf, meanOf, rateWords } from './figures.js';
import { Portrait } from './players.js';
import { SIGNS } from './rows.js';
import { levelAt, t } from './words.js';

const marksWords = losses => Object.entries(SIGNS).reverse().map(([sign, word]) => [word, losses.reduce((all, loss) => all + loss.marks[sign], 0)])
  .filter(([, n]) => n).map(([word, n]) => t(`headline.${word}s`, { n })).join(', ');

/** One figure a seat. The decisions are those of all hands. */
export function Headline({ rows, players, you, nameOf }) {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  if (you !== null) seats.sort((first, second) => (second === you) - (first === you) || first - second);
  return html`<ul class="headline">${seats.map(seat => {
    const own = rows.decisions.filter(row => row.seat === seat);
    if (!own.length) return null;
    const losses = [...rows.hands.keys()].map(line => lossOf(own.filter(row => row.line === line))).filter(loss => loss.count);
    const mean = meanOf(losses);
    const interval = rows.summary?.seats[seat]?.rate.interval ?? mean.interval;
    return html`<li key=${seat} class=${seat === you ? 'own' : ''}>
      <p class="who"><${Portrait} name=${nameOf(seat)} level=${levelAt(seat)} /> <b>${nameOf(seat)}</b>${levelAt(seat) && html` <small>${levelAt(seat)}</small>`} <span class="chip">${gradeOf(mean.rate, players)}</span></p>
      <p class="rate">${rateWords({ ...mean, interval })}</p>
      <p class="muted">${marksWords(losses) || t('headline.clean')}</p></li>`;
  })}</ul>
  <p class="muted">${t('headline.what')}</p>`;
}
