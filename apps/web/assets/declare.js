//! The buttons of a declaration: one for each set of cards, and a row of numbers where the matta has a choice of values.

import { html } from './preact.js';
import { Drawn, Minis } from './cards.js';
import { parse } from './picker.js';
import { actionWords, t } from './words.js';

/** The legal declarations, those of the same cards together. */
function groups(legal) {
  const found = new Map();
  for (const action of legal.map(parse)) {
    const cards = action.cards.join(' ');
    found.set(cards, [...(found.get(cards) ?? []), action]);
  }
  return [...found.values()];
}

export function Declare({ legal, onAct }) {
  const button = (action, children) => html`<button key=${action.text} type="button" class="declare" data-action=${action.text} onClick=${() => onAct(action.text)}>
    ${children}<span class="unseen">${actionWords(action.text)}</span></button>`;
  return groups(legal).map(actions => (actions.length === 1
    ? button(actions[0], html`<${Drawn} action=${actions[0]} />`)
    : html`<span key=${actions[0].text} class="values" role="group" aria-label=${t('declare.values')}>
      <span class="what"><span aria-hidden="true">${t('action.declares')}</span> <${Minis} cards=${actions[0].cards} /> <span aria-hidden="true">=</span></span>
      ${actions.map(action => button(action, html`<span aria-hidden="true">${action.value}</span>`))}
    </span>`));
}
