//! Own losses over time: a point for a few hands, with its interval.

import { html } from './preact.js';
import { Plot } from './chart.js';
import { meanOf, rateWords } from './figures.js';
import { fixed, t } from './words.js';

/** Maximum number of points. */
const POINTS = 12;
/** `hands` have losses, oldest first. */
export function OwnTime({ hands }) {
  if (!hands.length) return null;
  const size = Math.max(1, Math.ceil(hands.length / POINTS));
  const groups = Array.from({ length: Math.ceil(hands.length / size) }, (_, at) => hands.slice(at * size, (at + 1) * size));
  const means = groups.map(group => meanOf(group.map(hand => hand.loss)));
  const all = meanOf(hands.map(hand => hand.loss));
  const most = Math.max(0.1, ...means.map(one => one.interval[1]));
  return html`<p class="big">${rateWords(all)}</p>
    ${means.length > 1 && html`<figure class="lines"><${Plot} across=${[0.5, means.length + 0.5]} up=${[0, most]} height=${160} label=${t('own.curve', { n: hands.length })} name=${value => Math.min(hands.length, value * size)}
      draw=${({ x, y }) => html`<polyline class="line series-0" points=${means.map((one, at) => `${x(at + 1)},${y(Math.max(0, one.rate))}`).join(' ')} />
        ${means.map((one, at) => html`<g key=${at} class="series-0"><line class="whisker" x1=${x(at + 1)} x2=${x(at + 1)} y1=${y(Math.max(0, one.interval[0]))} y2=${y(one.interval[1])} />
          <circle class="dot" cx=${x(at + 1)} cy=${y(Math.max(0, one.rate))} r="4"><title>${fixed(one.rate)}</title></circle></g>`)}`} />
      <figcaption>${t('own.curve_what', { n: size })}</figcaption></figure>`}`;
}
