//! The review of whole hands: components of margins, losses by seat and part of the hand, and the accuracy of beliefs.

import { html } from './preact.js';
import { Plot } from './chart.js';
import { fixed, kindName, number, percent, seatName, sideName, signed, t } from './words.js';

/** Half of a 95 % interval, in standard errors. */
const HALF = 1.96;

/** margin = par + deal - own losses + others' losses + luck. */
export function Story({ hand }) {
  if (!hand?.sides?.length) return null;
  const sides = hand.sides.length;
  const around = (value, error) => html`${signed(value)}${error > 0 ? html`<small> ± ${fixed(HALF * error)}</small>` : null}`;
  return html`<section class="panel"><h2>${t('story.title', { line: hand.line })}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('story.title', { line: hand.line })}><table>
      <thead><tr><th scope="col">${t('story.side')}</th><th scope="col">${t('story.margin')}</th><th scope="col">= ${t('story.par')}</th><th scope="col">+ ${t('story.deal')}</th>
        <th scope="col">− ${t('story.own')}</th><th scope="col">+ ${t('story.others')}</th><th scope="col">+ ${t('story.luck')}</th><th scope="col">${t('story.skill')}</th></tr></thead>
      <tbody>${hand.sides.map((side, at) => html`<tr key=${at}><th scope="row">${sideName(at, hand.players, sides)}</th>
        <td><b>${signed(side.margin, 0)}</b></td><td>${signed(side.par)}</td><td>${signed(side.deal)}</td>
        <td>${around(side.own_losses, side.errors?.[0])}</td><td>${sides === 2 ? around(side.others_losses, side.errors?.[1]) : '·'}</td><td>${signed(side.luck)}</td><td>${signed(side.skill)}</td></tr>`)}</tbody>
    </table></div><p class="muted">${t('story.what')}</p></section>`;
}

const interval = estimate => (estimate.interval ? ` (${t('summary.interval', { low: fixed(estimate.interval[0], 3), high: fixed(estimate.interval[1], 3) })})` : '');

function RateRow({ name, row, many }) {
  const [doubtful, mistakes, blunders] = row.marks;
  const kinds = Object.entries(row.kinds ?? {}).sort((first, second) => Math.abs(second[1].mean) - Math.abs(first[1].mean)).filter(([, one]) => Math.abs(one.mean) >= 0.0005);
  return html`<tr><th scope="row">${name}</th><td>${number(row.decisions)}</td><td>${fixed(row.rate.mean, 3)}<small>${interval(row.rate)}</small></td>
    <td>${blunders}</td><td>${mistakes}</td><td>${doubtful}</td>
    ${many && html`<td>${row.skill ? signed(row.skill.mean) : ''}</td><td>${row.luck ? signed(row.luck.mean) : ''}</td>`}
    <td class="left">${kinds.slice(0, 3).map(([kind, one]) => `${kindName(kind)} ${signed(one.mean, 3)}`).join(', ')}</td></tr>`;
}

/** Losses by seat and by part of the hand. */
export function Summary({ summary, players }) {
  if (!summary) return null;
  const many = summary.hands > 1;
  return html`<section class="panel"><h2>${t('summary.title')}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('summary.title')}><table>
      <thead><tr><th scope="col">${t('summary.who')}</th><th scope="col">${t('summary.decisions')}</th><th scope="col">${t('summary.rate')}</th>
        <th scope="col">??</th><th scope="col">?</th><th scope="col">?!</th>${many && html`<th scope="col">${t('summary.skill')}</th><th scope="col">${t('summary.luck')}</th>`}<th scope="col" class="left">${t('review.kinds')}</th></tr></thead>
      <tbody>${summary.seats.map(row => html`<${RateRow} key=${row.seat} name=${seatName(row.seat, players)} row=${row} many=${many} />`)}
        ${summary.quarters.map((row, at) => html`<${RateRow} key=${`q${at}`} name=${t('summary.quarter', { n: at + 1 })} row=${row} many=${many} />`)}
        <${RateRow} name=${t('summary.all')} row=${summary.all} many=${many} /></tbody>
    </table></div><p class="muted">${t('summary.what')}</p></section>`;
}

/** Calibration: predicted chances of cards' places against the truth. */
export function Calibration({ summary }) {
  const bins = summary?.calibration ?? [];
  if (!bins.length) return null;
  const most = Math.max(...bins.map(bin => bin.cells));
  return html`<section class="panel"><h2>${t('calibration.title')}</h2><figure class="calibration">
    <${Plot} across=${[0, 100]} up=${[0, 100]} height=${300} label=${t('calibration.label')} draw=${({ x, y }) => html`
      <line class="even" x1=${x(0)} y1=${y(0)} x2=${x(100)} y2=${y(100)} />
      ${bins.map((bin, at) => html`<circle key=${at} class="dot series-0" cx=${x(100 * bin.chance)} cy=${y(100 * bin.held)} r=${3 + 6 * Math.sqrt(bin.cells / most)}><title>${t('calibration.dot', { n: bin.cells, chance: percent(bin.chance), held: percent(bin.held) })}</title></circle>`)}`} />
    <figcaption>${t('calibration.what')}</figcaption></figure></section>`;
}
