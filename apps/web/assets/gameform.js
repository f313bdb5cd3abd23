//! The form for a table of one's own: game, players, end of the match, names, and rules as TOML.

import { html, useState } from './preact.js';
import { lastLevel, isSmall, playersOf, remember, remembered, seatsFor } from './newgame.js';
import { SeatsForm } from './seatsform.js';
import { PICTURES } from './tiles.js';
import { t, title } from './words.js';

const LIMITS = [7, 11, 21, 31, 41, 51, 101];
const HANDS = [2, 3, 4, 5, 6, 8, 12];
/** Clocks: seconds for a decision, or for all decisions of a match. */
const CLOCKS = [['move_seconds', 15], ['move_seconds', 30], ['move_seconds', 60], ['match_seconds', 300], ['match_seconds', 900]];

/** The number of players of rules in TOML, found by a simple search; if that fails, that of their base. */
export function playersOfText(toml, presets) {
  const given = toml.match(/^\s*players\s*=\s*(\d)/m);
  if (given) return Number(given[1]);
  const base = toml.match(/^\s*base\s*=\s*["']([\w-]+)["']/m);
  return presets.find(preset => preset.name === base?.[1])?.players ?? 2;
}

/** What a chosen length asks of the server. "usual": the match of the rules. */
function lengthOf(length) {
  const [kind, number] = length.split(' ');
  if (kind === 'single') return { match: false };
  return number ? { match: true, [kind]: Number(number) } : { match: true };
}

/** What a chosen clock asks of the server. */
function clockOf(clock) {
  const [kind, seconds] = clock.split(' ');
  return kind ? { clock: { [kind]: Number(seconds) } } : {};
}

/** `onStart(body)` opens the table. */
export function GameForm({ presets, agents, onStart }) {
  const last = remembered();
  const find = name => presets.find(preset => preset.name === name);
  const [rules, setRules] = useState(find(last.rules) ? last.rules : presets[0].name);
  const [toml, setToml] = useState('');
  const [isOwn, setOwn] = useState(false);
  const [players, setPlayers] = useState(last.players ?? 0);
  const [seats, setSeats] = useState([]);
  const [names, setNames] = useState([last.name ?? '']);
  const [length, setLength] = useState('usual');
  const [isShutout, setShutout] = useState(null);
  const [isAuto, setAuto] = useState(last.isAuto ?? true);
  const [areOpen, setOpen] = useState(false);
  const [isSeen, setSeen] = useState(null);
  const [clock, setClock] = useState('');
  const [seed, setSeed] = useState('');
  const preset = find(rules);
  const counts = playersOf(preset);
  const count = isOwn ? playersOfText(toml, presets) : counts.includes(players) ? players : preset.players;
  const known = name => name === 'person' || agents.some(agent => agent.name === name);
  const sitters = seatsFor(count, lastLevel()).map((usual, seat) => (known(seats[seat]) ? seats[seat] : usual));
  // If the rules are custom, the server reports whether there are partners.
  const hasPartners = isOwn || count === 4;
  const submit = event => {
    event.preventDefault();
    remember({ rules, players: count, name: names[0] ?? '', isAuto });
    // A shutout is all cards of the suit where the rules have it, otherwise seven points to none.
    const end = isOwn || isShutout === null ? {} : { [preset.shutout ? 'shutout' : 'seven_zero']: isShutout };
    onStart({
      rules: isOwn ? toml : rules, ...(isOwn || count === preset.players ? {} : { players: count }), seats: sitters, names, ...lengthOf(length), ...end,
      ...clockOf(clock), ...(isSeen === null ? {} : { seen_cards: isSeen }),
      partners_open: areOpen && hasPartners, auto_declare: isAuto, seed: seed.trim() === '' ? null : Number(seed),
    });
  };
  const check = (value, set, words) => html`<label class="check"><input type="checkbox" checked=${value} onChange=${event => set(event.currentTarget.checked)} /> ${words}</label>`;
  const option = (value, words, chosen) => html`<option key=${value} value=${value} selected=${value === chosen}>${words}</option>`;
  const group = (words, of) => html`<optgroup label=${words}>${presets.filter(of).map(({ name }) => option(name, title(name), rules))}</optgroup>`;
  const isMain = ({ name }) => name in PICTURES;
  return html`<form class="gameform" onSubmit=${submit}>
    <div class="fields">
      ${!isOwn && html`<label>${t('home.rules')} <select id="rules" value=${rules} onChange=${event => setRules(event.currentTarget.value)}>
        ${presets.filter(isMain).map(({ name }) => option(name, title(name), rules))}
        ${group(t('home.more_games'), one => !isMain(one) && !isSmall(one.name))}
        ${group(t('home.small_games'), one => isSmall(one.name))}
      </select></label>`}
      ${!isOwn && counts.length > 1 && html`<label>${t('home.player_count')} <select id="players" value=${count} onChange=${event => setPlayers(Number(event.currentTarget.value))}>
        ${counts.map(n => option(n, n, count))}</select></label>`}
      <label>${t('home.length')} <select id="length" value=${length} onChange=${event => setLength(event.currentTarget.value)}>
        ${option('usual', isOwn || !preset.limit ? t('home.match') : t('home.match_usual', { n: preset.limit }), length)}
        ${LIMITS.filter(n => n !== preset.limit).map(n => option(`limit ${n}`, t('home.match_limit', { n }), length))}
        ${HANDS.map(n => option(`hands ${n}`, t('home.match_hands', { n }), length))}
        ${option('single', t('match.single'), length)}
      </select></label>
    </div>
    ${!isOwn && length !== 'single' && check(isShutout ?? (preset.shutout || preset.seven_zero), setShutout, preset.shutout ? t('home.shutout') : t('home.seven_zero'))}
    <${SeatsForm} seats=${sitters} agents=${agents} onChange=${setSeats} names=${names} onName=${setNames} />
    <details class="more"><summary>${t('home.more')}</summary>
      ${(isOwn || preset.declares) && check(isAuto, setAuto, t('home.auto_declare'))}
      ${hasPartners && check(areOpen, setOpen, t('home.partners_open'))}
      ${check(isSeen ?? length === 'single', setSeen, t('home.seen_cards'))}
      <label>${t('home.clock')} <select id="clock" value=${clock} onChange=${event => setClock(event.currentTarget.value)}>
        ${option('', t('home.no_clock'), clock)}
        ${CLOCKS.filter(([kind]) => kind === 'move_seconds' || length !== 'single').map(([kind, seconds]) => option(`${kind} ${seconds}`, kind === 'move_seconds' ? t('home.move_seconds', { n: seconds }) : t('home.match_minutes', { n: seconds / 60 }), clock))}
      </select></label>
      <label>${t('home.seed')} <input id="seed" type="text" inputmode="numeric" pattern="[0-9]*" value=${seed} onInput=${event => setSeed(event.currentTarget.value)} /></label>
      ${check(isOwn, on => { setOwn(on); setToml(toml || preset.toml); }, t('home.own_rules'))}
      ${isOwn && html`<label>${t('home.toml')} <textarea id="toml" rows="8" spellcheck="false" value=${toml} onInput=${event => setToml(event.currentTarget.value)}></textarea></label>`}
    </details>
    <button type="submit" class="primary large">${t('home.start')}</button>
  </form>`;
}
