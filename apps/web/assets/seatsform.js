//! The form that chooses a player for each seat.

import { html } from './preact.js';
import { lastLevel } from './newgame.js';
import { agentName, seatName, t } from './words.js';

/** An agent for a seat that was not chosen: the level that was played last, or the first of these names. */
export const usual = names => (names.includes(lastLevel()) ? lastLevel() : names[0]);

/**
 * `seats` are "person" or an agent's name, by seat; `agents` are those that the server told. If `onName` is given,
 * persons have names: `names`, by seat.
 */
export function SeatsForm({ seats, agents, onChange, names = [], onName = null }) {
  const replaced = (all, seat, value) => seats.map((_, at) => (at === seat ? value : all[at] ?? ''));
  const option = (value, words, chosen) => html`<option key=${value} value=${value} selected=${value === chosen}>${words}</option>`;
  const group = (isLevel, chosen) => agents.filter(agent => agent.is_level === isLevel).map(({ name }) => option(name, agentName(name), chosen));
  return html`<fieldset class="sitters"><legend>${t('home.seats')}</legend>
    ${seats.map((who, seat) => html`<div key=${seat} class="seat-form"><label>${seatName(seat, seats.length)}
      <select value=${who} onChange=${event => onChange(replaced(seats, seat, event.currentTarget.value))}>
        ${option('person', t('seat.person'), who)}
        <optgroup label=${t('home.levels')}>${group(true, who)}</optgroup>
        <optgroup label=${t('home.other_agents')}>${group(false, who)}</optgroup>
      </select></label>
      ${who === 'person' && onName && html`<input type="text" maxlength="24" autocomplete="off" aria-label=${t('home.name_of', { who: seatName(seat, seats.length) })}
        placeholder=${t('home.name')} value=${names[seat] ?? ''} onInput=${event => onName(replaced(names, seat, event.currentTarget.value))} />`}</div>`)}
  </fieldset>`;
}
