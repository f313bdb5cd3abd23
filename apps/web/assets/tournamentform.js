//! The form that opens a tournament for persons and agents.

import { html, useState } from './preact.js';
import { isSmall, lastLevel } from './newgame.js';
import { PlayerChoice } from './seatsform.js';
import { agentName, t, title } from './words.js';

/** The lengths of a match that the table of victory points has. */
const LENGTHS = [...[7, 11, 21, 31, 41, 51].map(n => ['limit', n]), ...[1, 2, 3, 4, 5, 6].map(n => ['hands', n])];
const CLOCKS = [['move_seconds', 15], ['move_seconds', 30], ['move_seconds', 60], ['match_seconds', 300], ['match_seconds', 900]];
const BREAKS = [0, 15, 60, 300];
const FORMATS = ['round_robin', 'swiss', 'knock_out', 'swiss_knock_out'];

/** The stages of a chosen format. */
function stagesOf(format, rounds, end) {
  if (format === 'swiss_knock_out') return [{ format: 'swiss', rounds, ...end }, { format: 'knock_out', teams: 4, ...end }];
  return [format === 'swiss' ? { format, rounds, ...end } : { format, ...end }];
}

/** `onOpen(body)` opens the tournament. */
export function TournamentForm({ presets, agents, onOpen }) {
  const games = presets.filter(({ name, players }) => (players === 2 || players === 4) && !isSmall(name));
  const [name, setName] = useState('');
  const [rules, setRules] = useState(games[0].name);
  const [format, setFormat] = useState('round_robin');
  const [rounds, setRounds] = useState(3);
  const [length, setLength] = useState('limit 11');
  const [clock, setClock] = useState('move_seconds 30');
  const [pause, setPause] = useState(15);
  const [chosen, setChosen] = useState([]);
  const [next, setNext] = useState(lastLevel());
  const [partner, setPartner] = useState(lastLevel());
  const isPairs = games.find(one => one.name === rules).players === 4;
  const pair = text => {
    const [kind, number] = text.split(' ');
    return { [kind]: Number(number) };
  };
  const submit = event => {
    event.preventDefault();
    onOpen({
      name: name.trim() || t('tournament.usual_name'), rules, stage: stagesOf(format, rounds, pair(length)), agents: chosen,
      ...(isPairs ? { partner } : {}), clock: pair(clock), break_seconds: pause,
    });
  };
  const select = (id, words, value, onChange, options) => html`<label>${words} <select id=${id} value=${value} onChange=${event => onChange(event.currentTarget.value)}>
    ${options.map(([one, text]) => html`<option key=${one} value=${one} selected=${one === value}>${text}</option>`)}</select></label>`;
  const without = at => chosen.filter((_, other) => other !== at);
  return html`<form class="gameform" onSubmit=${submit}>
    <div class="fields">
      <label>${t('tournament.name')} <input id="cup-name" type="text" maxlength="24" autocomplete="off" placeholder=${t('tournament.usual_name')} value=${name} onInput=${event => setName(event.currentTarget.value)} /></label>
      ${select('cup-rules', t('home.rules'), rules, setRules, games.map(one => [one.name, title(one.name)]))}
      ${select('cup-format', t('tournament.format'), format, setFormat, FORMATS.map(one => [one, t(`tournament.format_${one}`)]))}
      ${format.startsWith('swiss') && select('cup-rounds', t('tournament.rounds'), rounds, value => setRounds(Number(value)), [2, 3, 4, 5, 6, 7].map(n => [n, n]))}
      ${select('cup-length', t('tournament.length'), length, setLength, LENGTHS.map(([kind, n]) => [`${kind} ${n}`, kind === 'limit' ? t('home.match_limit', { n }) : t('home.match_hands', { n })]))}
      ${select('cup-clock', t('home.clock'), clock, setClock, CLOCKS.map(([kind, n]) => [`${kind} ${n}`, kind === 'move_seconds' ? t('home.move_seconds', { n }) : t('home.match_minutes', { n: n / 60 })]))}
      ${select('cup-break', t('tournament.break'), pause, value => setPause(Number(value)), BREAKS.map(n => [n, n ? t('tournament.seconds', { n }) : t('tournament.no_break')]))}
      ${isPairs && html`<${PlayerChoice} label=${t('tournament.partner')} agents=${agents} value=${partner} onChange=${setPartner} />`}
    </div>
    <fieldset class="field-agents"><legend>${t('tournament.agents')}</legend>
      <div class="buttons"><${PlayerChoice} label=${t('tournament.agent')} agents=${agents} value=${next} onChange=${setNext} />
        <button type="button" class="add" onClick=${() => setChosen([...chosen, next])}>${t('tournament.add')}</button></div>
      ${chosen.length > 0 && html`<ul class="chosen-agents">${chosen.map((one, at) => html`<li key=${at}>${agentName(one)} <button type="button" onClick=${() => setChosen(without(at))}>${t('tournament.remove_agent')}<span class="unseen"> ${agentName(one)}</span></button></li>`)}</ul>`}
    </fieldset>
    <button type="submit" class="primary large">${t('tournament.open')}</button>
  </form>`;
}
