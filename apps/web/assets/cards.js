//! Pictures of cards: the whole face, the phone face for narrow cards, and the back.

import { html } from './preact.js';
import { cardName, cardNames, t } from './words.js';

/** The picture of a card without its name, which the surrounding element gives. */
export function Face({ card, isPhone = false }) {
  const prefix = isPhone ? 'phone' : 'card';
  return html`<svg class=${isPhone ? 'face phone' : 'face'} viewBox=${isPhone ? '0 0 56 84' : '0 0 56 100'} aria-hidden="true" focusable="false">
    <use href=${`#${prefix}-${card}`} />
  </svg>`;
}

/** The back of a card. */
export const Back = () => html`<svg class="face back" viewBox="0 0 56 100" aria-hidden="true" focusable="false"><use href="#card-back" /></svg>`;

/** A card that cannot be chosen, with its name. */
export function Still({ card, isPhone, mark = null, tone = '' }) {
  return html`<span class=${`card still ${tone}`} data-card=${card} role="img" aria-label=${mark ? `${cardName(card)}, ${mark}` : cardName(card)}>
    <${Face} card=${card} isPhone=${isPhone} />
    ${mark && html`<span class="badge" aria-hidden="true">${mark}</span>`}
  </span>`;
}

/** A few small cards in a line of text. Screen readers read them as words. */
export function Minis({ cards }) {
  if (!cards.length) return null;
  return html`<span class="minis" role="img" aria-label=${cardNames(cards)}>
    ${cards.map(card => html`<${Face} key=${card} card=${card} isPhone=${true} />`)}
  </span>`;
}

/** An action in small cards: a legal one or, with `isPast`, a past one, with at most `most` captured cards. The caller adds words for screen readers. */
export function Drawn({ action, isPast = false, most = Infinity }) {
  const mini = cards => html`<span class="minis">${cards.map(card => html`<${Face} key=${card} card=${card} isPhone=${true} />`)}</span>`;
  if (action.kind === 'pass') return html`<span class="drawn" aria-hidden="true">${t('action.pass')}</span>`;
  if (action.kind === 'declare') {
    return html`<span class="drawn" aria-hidden="true"><span class="word">${isPast ? t('action.declared') : t('action.declares')}</span> ${mini(action.cards)}${action.matta ? html` <small>= ${action.value}</small>` : null}</span>`;
  }
  return html`<span class="drawn" aria-hidden="true">
    ${mini([action.card])}${action.kind === 'lay' ? html` <span class="sign">${isPast ? t('action.laid') : t('action.lays')}</span>` : html` <span class="sign">×</span> ${mini(action.takes.slice(0, most))}${action.takes.length > most ? html`<small>+${action.takes.length - most}</small>` : null}`}
  </span>`;
}
