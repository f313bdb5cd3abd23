//! The pictured games of the start page: one touch starts a game.

import { html } from './preact.js';
import { Face } from './cards.js';
import { t, title } from './words.js';

/** The main games, each with the cards of its picture. */
export const PICTURES = {
  scopa: ['3c', '7d', '4s'],
  scopone: ['Ad', '5c', '7d', 'Ks', '2b'],
  cirulla: ['Ac', '7c', '2d'],
  cicera: ['2s', 'Jc', 'Td'],
};

export function Tiles({ presets, onStart }) {
  const shown = Object.keys(PICTURES).map(name => presets.find(preset => preset.name === name)).filter(Boolean);
  return html`<ul class="tiles">${shown.map(preset => html`<li key=${preset.name}>
    <button type="button" class="tile" data-game=${preset.name} onClick=${() => onStart(preset)}>
      <span class="scene" aria-hidden="true">${PICTURES[preset.name].map(card => html`<${Face} key=${card} card=${card} />`)}</span>
      <b>${title(preset.name)}</b>
      <span class="muted">${t('home.tile', { n: preset.players, limit: preset.limit })}</span>
      <span class="go">${t('home.play')}</span>
    </button></li>`)}</ul>`;
}

/** Other games by name. */
export const Names = ({ presets, onStart }) => html`<ul class="names">${presets.map(preset => html`<li key=${preset.name}>
  <button type="button" data-game=${preset.name} onClick=${() => onStart(preset)}>${title(preset.name)} <small>${t('home.players', { n: preset.players })}</small></button></li>`)}</ul>`;
