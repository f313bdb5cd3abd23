//! The form that chooses a player for each seat.

import { html } from './preact.js';
import { seatName, t } from './words.js';

/** The default agent if none was chosen: the first one that the server names. */
export const usual = agents => agents[0];

/** `names` are "person" or an agent's name, by seat. */
export function SeatsForm({ players, names, agents, onChange }) {
  const change = (seat, value) => onChange(names.map((name, at) => (at === seat ? value : name)));
  return html`<fieldset class="sitters"><legend>${t('home.seats')}</legend>
    ${names.slice(0, players).map((name, seat) => html`<label key=${seat}>${seatName(seat, players)}
      <select value=${name} onChange=${event => change(seat, event.currentTarget.value)}>
        <option value="person" selected=${name === 'person'}>${t('seat.person')}</option>
        ${agents.map(agent => html`<option key=${agent} value=${agent} selected=${agent === name}>${agent}</option>`)}
      </select></label>`)}
  </fieldset>`;
}
