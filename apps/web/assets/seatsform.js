//! The form that chooses a player for each seat.

import { html } from './preact.js';
import { lastLevel } from './newgame.js';
import { agentName, seatName, t } from './words.js';

/** The name of the agent for a seat that was not chosen: the level that was played last, or the first one. */
export const usual = agents => (agents.find(({ name }) => name === lastLevel()) ?? agents[0])?.name;

const option = (value, words, chosen) => html`<option key=${value} value=${value} selected=${value === chosen}>${words}</option>`;

/** The players of a seat as options: levels first, then other agents. */
function Players({ agents, value }) {
  const group = (label, isLevel) => agents.some(agent => agent.is_level === isLevel) && html`<optgroup label=${label}>
    ${agents.filter(agent => agent.is_level === isLevel).map(({ name }) => option(name, agentName(name), value))}</optgroup>`;
  return html`${group(t('home.levels'), true)}${group(t('home.other_agents'), false)}`;
}

/** A choice of an agent. */
export const PlayerChoice = ({ label, agents, value, onChange }) => html`<label>${label} <select value=${value} onChange=${event => onChange(event.currentTarget.value)}>
  <${Players} agents=${agents} value=${value} /></select></label>`;

/**
 * `seats` are "person" or an agent's name, by seat; `agents` are those that the server told. If `onName` is given,
 * persons have names: `names`, by seat.
 */
export function SeatsForm({ seats, agents, onChange, names = [], onName = null }) {
  const replaced = (all, seat, value) => seats.map((_, at) => (at === seat ? value : all[at] ?? ''));
  return html`<fieldset class="sitters"><legend>${t('home.seats')}</legend>
    ${seats.map((who, seat) => html`<div key=${seat} class="seat-form"><label>${seatName(seat, seats.length)}
      <select value=${who} onChange=${event => onChange(replaced(seats, seat, event.currentTarget.value))}>
        ${option('person', t('seat.person'), who)}
        <${Players} agents=${agents} value=${who} />
      </select></label>
      ${who === 'person' && onName && html`<input type="text" maxlength="24" autocomplete="off" aria-label=${t('home.name_of', { who: seatName(seat, seats.length) })}
        placeholder=${t('home.name')} value=${names[seat] ?? ''} onInput=${event => onName(replaced(names, seat, event.currentTarget.value))} />`}</div>`)}
  </fieldset>`;
}
