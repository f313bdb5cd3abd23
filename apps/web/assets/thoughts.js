//! The thoughts of agents: the chances of their actions, the value over the hand, and the places where they expect the
//! cards.

import { html } from './preact.js';
import { Belief } from './belief.js';
import { Drawn } from './cards.js';
import { Lines } from './chart.js';
import { Panel } from './panel.js';
import { parse } from './picker.js';
import { actionWords, fixed, number, percent, seatName, sideName, signed, t } from './words.js';

const SHOWN = 8;

/** The thought of the displayed turn, or the last one. */
export function Thoughts({ table, at, onLook }) {
  const { thoughts, rules } = table;
  if (!thoughts.length) return null;
  const thought = at === null ? thoughts.at(-1) : thoughts.find(one => one.turn === at);
  return html`<${Panel} title=${t('thoughts.title')} isOpen=${table.seat === null}>
    ${thought ? html`<${Thought} thought=${thought} players=${rules.players} played=${table.log[thought.turn]?.action} />` : html`<p class="muted">${t('thoughts.none')}</p>`}
    <${Values} table=${table} at=${thought?.turn ?? at} onLook=${onLook} />
  <//>`;
}

function Thought({ thought, players, played }) {
  const who = seatName(thought.seat, players);
  const policy = [...(thought.policy ?? [])].sort((first, second) => second[1] - first[1]);
  const most = Math.max(0.0001, ...policy.map(([, chance]) => chance));
  return html`<div class="thought">
    <p><b>${t('thoughts.turn', { who, turn: thought.turn + 1 })}</b>
      ${typeof thought.value === 'number' && html` · ${t('thoughts.value', { value: signed(thought.value) })}`}
      ${thought.simulations > 0 && html` · ${t('thoughts.simulations', { n: number(thought.simulations) })}`}
      ${typeof thought.millis === 'number' && html` · ${fixed(thought.millis, 1)} ms`}</p>
    ${policy.length === 0 && html`<p class="muted">${t('thoughts.silent')}</p>`}
    <ul class="policy">${policy.slice(0, SHOWN).map(([action, chance]) => html`<li key=${action} class=${action === played ? 'played' : ''}>
      <span class="what"><${Drawn} action=${parse(action)} /><span class="unseen">${actionWords(action)}</span></span>
      <span class="meter" aria-hidden="true"><span style=${{ width: `${(100 * chance) / most}%` }}></span></span>
      <span class="figure">${percent(chance)}${action === played ? html`<span aria-hidden="true"> ◂</span><span class="unseen"> ${t('thoughts.played')}</span>` : null}</span>
    </li>`)}</ul>
    ${thought.belief && html`<h3>${t('belief.title')}</h3><${Belief} belief=${thought.belief} players=${players} viewer=${thought.seat} />`}
  </div>`;
}

/** The value over the hand. If there are two sides, both lines are for the first one, for comparison. */
function Values({ table, at, onLook }) {
  const { players, sides } = table.rules;
  const series = Array.from({ length: sides }, (_, side) => ({
    name: sides === 2 ? t('thoughts.line', { side: sideName(side, players, sides) }) : sideName(side, players, sides),
    points: table.thoughts.filter(one => typeof one.value === 'number' && one.seat % sides === side)
      .map(one => [one.turn, sides === 2 && side === 1 ? -one.value : one.value]),
  })).filter(one => one.points.length);
  if (!series.length) return null;
  const label = sides === 2 ? t('thoughts.chart', { side: sideName(0, players, sides) }) : t('thoughts.chart_each');
  return html`<h3>${label}</h3><${Lines} series=${series} label=${label} at=${at} onPick=${turn => onLook(Math.min(table.log.length - 1, Math.max(0, Math.round(turn))))} />`;
}
