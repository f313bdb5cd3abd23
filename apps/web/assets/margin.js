//! The curve of the expected margin over a hand.

import { html } from './preact.js';
import { Lines } from './chart.js';
import { sideName, t } from './words.js';
import { toneOf } from './rows.js';

/** The values before the decisions for a side; with more than two sides, only its own decisions know one. */
function pointsOf(moments, hand, side) {
  const sides = moments[0].piles.length;
  const points = [];
  for (const { row, turn } of moments) {
    if (!row) continue;
    const own = row.seat % sides === side;
    if (own || sides === 2) points.push([turn, own ? row.value : -row.value]);
  }
  const end = hand.sides[side];
  return end ? [...points, [moments.length - 1, end.margin]] : points;
}

/** `side` is the one whose margin is shown if there are two. */
export function Margin({ moments, hand, side, players, you, at, onGo }) {
  const sides = moments[0].piles.length;
  const shown = sides === 2 ? [side] : Array.from({ length: sides }, (_, one) => one);
  const series = shown.map(one => ({ name: sideName(one, players, sides, you), points: pointsOf(moments, hand, one) }));
  const heights = new Map(series.flatMap(one => one.points));
  const marks = moments.filter(({ row }) => row?.mark).map(({ row, turn }) => ({ x: turn, y: heights.get(turn), tone: toneOf(row), sign: row.mark }));
  const isAlone = sides === 2 && players === 2 && you !== null;
  const label = isAlone ? t('you.review.margin_of') : sides === 2 ? t('review.margin_of', { side: series[0].name }) : t('review.margin_each');
  const last = moments.length - 1;
  return html`<section class="margin" aria-label=${label}><h2>${label}</h2>
    <${Lines} series=${series} label=${t('review.margin_label', { n: marks.length })} at=${at} marks=${marks} isFromOne=${true}
      onPick=${turn => onGo(Math.min(last, Math.max(0, Math.round(turn))))} />
  </section>`;
}
