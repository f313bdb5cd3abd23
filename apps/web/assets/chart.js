//! Pictures of numbers: lines over turns, dots of chances. A picture is as wide as its place.

import { html, useLayoutEffect, useRef, useState } from './preact.js';
import { number } from './words.js';

const USUAL = 560;
const HEIGHT = 190;
const LEFT = 40;
const BOTTOM = 24;
/** Pixels for a number on the axis. */
const ROOM = 44;

/** A scale from `[low, high]` to `[from, to]`. */
const scale = ([low, high], [from, to]) => value => from + ((value - low) / (high - low || 1)) * (to - from);

/** Round values between `low` and `high`. */
export function ticks(low, high, count = 4) {
  const raw = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= raw);
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step + 1e-9) + 1 }, (_, at) => Number((first + at * step).toPrecision(12)));
}

/** The width of an element in pixels. */
function useWidth(element) {
  const [width, setWidth] = useState(USUAL);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(200, Math.round(element.current.clientWidth) || USUAL));
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
}

/** The axes of a plot: turns by value. `draw({ x, y })` returns its contents. `name` is the number under a place. */
export function Plot({ across, up, label, draw, onPick = null, height = HEIGHT, name = value => value }) {
  const box = useRef(null);
  const width = useWidth(box);
  const x = scale(across, [LEFT, width - 8]);
  const y = scale(up, [height - BOTTOM, 12]);
  const pick = event => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left;
    onPick?.(across[0] + ((at - LEFT) / (width - 8 - LEFT)) * (across[1] - across[0]));
  };
  const turns = ticks(across[0], across[1], Math.max(2, Math.floor(width / ROOM))).filter(value => Number.isInteger(value));
  return html`<div class="plotted" ref=${box}><svg class=${onPick ? 'plot picks' : 'plot'} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${label} onClick=${pick}>
    ${ticks(up[0], up[1]).map(value => html`<g key=${value}><line class=${value === 0 ? 'zero' : 'grid'} x1=${LEFT} x2=${width - 8} y1=${y(value)} y2=${y(value)} />
      <text class="tick" x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${number(value)}</text></g>`)}
    ${turns.map(value => html`<text key=${`x${value}`} class="tick" x=${x(value)} y=${height - 6} text-anchor="middle">${number(name(value))}</text>`)}
    ${draw({ x, y })}
  </svg></div>`;
}

/**
 * Named lines: `[{ name, points: [[x, y], ...] }]`. `marks` are places that stand out: `[{ x, y, tone, sign }]`.
 * `isFromOne` counts the places from 1.
 */
export function Lines({ series, label, at = null, onPick, marks = [], isFromOne = false }) {
  const points = series.flatMap(one => one.points);
  if (!points.length) return null;
  const values = points.map(([, value]) => value);
  const up = [Math.min(0, ...values) - 0.2, Math.max(0, ...values) + 0.2];
  const across = [0, Math.max(8, ...points.map(([turn]) => turn))];
  return html`<figure class="lines">
    <${Plot} across=${across} up=${up} label=${label} onPick=${onPick} name=${value => value + Number(isFromOne)} draw=${({ x, y }) => html`
      ${at !== null && html`<line class="now" x1=${x(at)} x2=${x(at)} y1="8" y2=${HEIGHT - BOTTOM} />`}
      ${series.map((one, index) => html`<polyline key=${index} class=${`line series-${index % 5}`} points=${one.points.map(([turn, value]) => `${x(turn).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />`)}
      ${series.map((one, index) => one.points.map(([turn, value]) => html`<circle key=${`${index}.${turn}`} class=${`dot series-${index % 5}`} cx=${x(turn)} cy=${y(value)} r=${turn === at ? 5 : 2.6} />`))}
      ${marks.map(mark => html`<g key=${`mark ${mark.x}`} class=${mark.tone}><circle class="spot" cx=${x(mark.x)} cy=${y(mark.y)} r="6" />
        <text class="sign" x=${x(mark.x)} y=${y(mark.y) < 32 ? y(mark.y) + 22 : y(mark.y) - 10} text-anchor="middle">${mark.sign}</text></g>`)}
    `} />
    ${series.length > 1 && html`<figcaption>${series.map((one, index) => html`<span key=${index} class=${`legend series-${index % 5}`}><i aria-hidden="true"></i> ${one.name}</span>`)}</figcaption>`}
  </figure>`;
}
