//! Hints on demand: the request, the reasons for the best action, and the belief.

import { html } from './preact.js';
import { Belief } from './belief.js';
import { Drawn } from './cards.js';
import { Panel } from './panel.js';
import { parse } from './picker.js';
import { actionWords, kindsText, number, t } from './words.js';

/** The button for a hint. `state` is null, "asking" or the answer. */
export function HintButton({ state, onHint, canAsk }) {
  return html`<button type="button" class="hint" aria-disabled=${!canAsk} aria-busy=${state === 'asking'} onClick=${() => canAsk && onHint()}>
    ${state === 'asking' ? t('hint.asking') : t('hint.ask')} <kbd aria-hidden="true">h</kbd>
  </button>`;
}

/** The hint's method, and the points for and against each action. */
export function HintPanel({ hint, players, viewer }) {
  if (!hint || hint === 'asking') return null;
  const best = hint.actions.find(one => one.action === hint.best);
  const others = hint.actions.filter(one => one !== best && one.kinds && best?.kinds);
  return html`<${Panel} title=${t('hint.title')} isOpen=${true}>
    <p>${t(`method.${hint.method}`)} ${hint.method === 'search' ? t('hint.made', { reviewer: hint.reviewer, n: number(hint.simulations) }) : ''}</p>
    ${others.length > 0 && html`<h3>${t('hint.why')}</h3><ul class="why">
      ${others.map(one => html`<li key=${one.action}><${Drawn} action=${parse(one.action)} /><span class="unseen">${actionWords(one.action)}: </span>
        <span>${kindsText(lost(best.kinds, one.kinds), 4) || t('hint.nothing')}</span></li>`)}
    </ul><p class="muted">${t('hint.why_note')}</p>`}
    ${hint.belief && html`<h3>${t('belief.title')}</h3><${Belief} belief=${hint.belief} players=${players} viewer=${viewer} />`}
  <//>`;
}

/** The points that an action loses, by kind. */
function lost(best, other) {
  const kinds = new Set([...Object.keys(best), ...Object.keys(other)]);
  return Object.fromEntries([...kinds].map(kind => [kind, (best[kind] ?? 0) - (other[kind] ?? 0)]));
}
