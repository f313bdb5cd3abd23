//! Hints on demand: the request, the advice in words, and the numbers behind it.

import { html } from './preact.js';
import { Belief } from './belief.js';
import { Drawn } from './cards.js';
import { Panel } from './panel.js';
import { parse } from './picker.js';
import { actionWords, around, kindsText, number, t } from './words.js';

/** The button for a hint. `state` is null, "asking" or the answer. */
export function HintButton({ state, onHint, canAsk }) {
  return html`<button type="button" class="hint" aria-disabled=${!canAsk} aria-busy=${state === 'asking'} onClick=${() => canAsk && onHint()}>
    ${state === 'asking' ? t('hint.asking') : t('hint.ask')} <kbd aria-hidden="true">h</kbd>
  </button>`;
}

/** The advice in one sentence; `onMore` shows the numbers. */
export function HintWords({ advice, onMore }) {
  return html`<span class="advice"><span>${advice.words}</span> <button type="button" onClick=${onMore}>${t('hint.more')}</button></span>`;
}

/** The hint's numbers: what each action is worth, what it loses by kind of points, and who holds what. */
export function HintPanel({ hint, players, viewer }) {
  const isExact = hint.method === 'exact';
  const best = hint.actions.find(one => one.action === hint.best);
  const actions = [...hint.actions].sort((first, second) => first.behind - second.behind);
  return html`<${Panel} title=${t('hint.title')} isOpen=${true} extra="numbers">
    <p>${t(`method.${hint.method}`)} ${hint.method === 'search' ? t('hint.made', { n: number(hint.simulations) }) : ''}</p>
    <ul class="why">${actions.map(one => html`<li key=${one.action}><${Drawn} action=${parse(one.action)} /><span class="unseen">${actionWords(one.action)}: </span>
      <span class="value">${around(one.value, isExact ? 0 : one.standard_error)}</span>
      <span class=${one === best ? 'good' : 'behind'}>${one === best ? t('hint.best') : t('hint.loses', { loss: around(one.behind, isExact ? 0 : one.behind_standard_error).replace('+', '') })}</span>
      ${one !== best && one.kinds && best.kinds && html`<small>${kindsText(lost(best.kinds, one.kinds), 4) || t('hint.nothing')}</small>`}</li>`)}
    </ul><p class="muted">${t('hint.why_note')}</p>
    ${hint.belief && html`<h3>${t('belief.title')}</h3><${Belief} belief=${hint.belief} players=${players} viewer=${viewer} />`}
  <//>`;
}

/** The points that an action loses, by kind. */
function lost(best, other) {
  const kinds = new Set([...Object.keys(best), ...Object.keys(other)]);
  return Object.fromEntries([...kinds].map(kind => [kind, (best[kind] ?? 0) - (other[kind] ?? 0)]));
}
