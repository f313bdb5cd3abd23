//! The controls of a table without persons: pause, step, speed and point of view.

import { html } from './preact.js';
import { seatName, t } from './words.js';

const SPEEDS = [[2500, 'slow'], [700, 'normal'], [150, 'fast'], [0, 'fastest']];

/** The control for the speed of agents. */
export function Speed({ pace, onPace }) {
  const nearest = SPEEDS.reduce((best, one) => (Math.abs(one[0] - pace.millis) < Math.abs(best[0] - pace.millis) ? one : best))[0];
  return html`<label>${t('pace.speed')} <select onChange=${event => onPace({ millis: Number(event.currentTarget.value) })}>
    ${SPEEDS.map(([value, name]) => html`<option key=${value} value=${value} selected=${value === nearest}>${t(`speed.${name}`)}</option>`)}
  </select></label>`;
}

export function Pace({ table, eyes, onEyes, onPace, onStep }) {
  const { paused } = table.pace;
  return html`<section class="pace panel" aria-label=${t('pace.title')}>
    <div class="buttons">
      <button type="button" class="primary" aria-pressed=${paused} onClick=${() => onPace({ paused: !paused })}>${paused ? t('pace.go') : t('pace.pause')} <kbd aria-hidden="true">p</kbd></button>
      <button type="button" onClick=${onStep}>${t('pace.step')} <kbd aria-hidden="true">.</kbd></button>
      <${Speed} pace=${table.pace} onPace=${onPace} />
      <label>${t('pace.eyes')} <select onChange=${event => onEyes(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}>
        <option value="" selected=${eyes === null}>${t('pace.all')}</option>
        ${table.seats.map(({ seat }) => html`<option key=${seat} value=${seat} selected=${seat === eyes}>${seatName(seat, table.rules.players)}</option>`)}
      </select></label>
    </div>
  </section>`;
}
