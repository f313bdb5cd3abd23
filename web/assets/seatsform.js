//! Choosing who sits where.

import { html } from './preact.js';
import { seatName, t } from './words.js';

/** The agent that is offered where none was chosen: the server names it first. */
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
