//! The levels of play: a choice of one, and what was measured of them.

import { html } from './preact.js';
import { agentName, list, number, t, title } from './words.js';

const hundred = share => number(Math.round(100 * share));

/** "Expert wins 60 of 100 hands against Club ..." for a game, or the game that has a measurement. */
function strengthOf({ name, strength }, game) {
  const found = strength.find(({ rules }) => rules === game) ?? strength[0];
  if (!found) return '';
  return t('strength.beats', { level: agentName(name), against: agentName(found.against), game: title(found.rules), won: hundred(found.won), lost: hundred(found.lost) });
}

/** Buttons of which one is chosen. `game` is the game whose measurement is told. */
export function Levels({ levels, level, game, onChange }) {
  const chosen = levels.find(({ name }) => name === level);
  return html`<fieldset class="levels"><legend>${t('home.level')}</legend>
    <div class="choices">${levels.map(({ name }) => html`<label key=${name} class=${name === level ? 'chosen' : ''}>
      <input type="radio" name="level" value=${name} checked=${name === level} onChange=${() => onChange(name)} /> ${agentName(name)}</label>`)}</div>
    ${chosen && html`<p class="muted" role="status">${t(`level.about_${level}`)} ${strengthOf(chosen, game)}</p>`}
  </fieldset>`;
}

/** What was measured of all levels, as a table, and who gives hints. */
export function StrengthTable({ levels, about }) {
  const rows = levels.filter(({ strength }) => strength.length > 0);
  const games = rows[0]?.strength.map(({ rules }) => rules) ?? [];
  const words = one => t('strength.cell', { won: hundred(one.won), tied: hundred(one.tied), lost: hundred(one.lost) });
  return html`<details class="more"><summary>${t('strength.title')}</summary>
    <p class="muted">${t('strength.what', { games: list(games.map(title)) })}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('strength.title')}><table>
      <thead><tr><th scope="col">${t('strength.pair')}</th>${games.map(game => html`<th key=${game} scope="col">${title(game)}</th>`)}</tr></thead>
      <tbody>${rows.map(({ name, strength }) => html`<tr key=${name}><th scope="row">${t('strength.against', { level: agentName(name), against: agentName(strength[0].against) })}</th>
        ${strength.map(one => html`<td key=${one.rules}>${words(one)}</td>`)}</tr>`)}</tbody>
    </table></div>
    <p class="muted">Spariglio ${about.version}</p></details>`;
}
