//! The start page: a game in one touch, the table that was left, and a table of one's own.

import { html, useEffect, useState } from './preact.js';
import { get, to, wordsOf } from './api.js';
import { Continue } from './continue.js';
import { Heading } from './frame.js';
import { GameForm } from './gameform.js';
import { OFFERS } from './host.js';
import { KeysHelp, useKeys } from './keys.js';
import { Levels, StrengthTable } from './levels.js';
import { say } from './live.js';
import { isSmall, lastLevel, remember, remembered, startGame, usualTable } from './newgame.js';
import { Names, PICTURES, Tiles } from './tiles.js';
import { t } from './words.js';

const KEYS = () => [[['?'], t('keys.help')], [['1', '…', '9'], t('keys.digits')], [['h'], t('keys.hint')], [['u'], t('keys.undo')], [[',', '.'], t('keys.step')], [['[', ']'], t('keys.mistakes')]];

export function Home() {
  const [told, setTold] = useState(null);
  const [level, setLevel] = useState(lastLevel);
  const [trouble, setTrouble] = useState('');
  const [isHelp, setHelp] = useState(false);
  useKeys({ '?': () => setHelp(true) });
  const fail = refusal => {
    setTrouble(wordsOf(refusal));
    say(wordsOf(refusal));
  };
  useEffect(() => {
    Promise.all([get('/api/rules'), get('/api/agents'), get('/api/about')]).then(([presets, agents, about]) => setTold({ presets, agents, about })).catch(fail);
  }, []);
  const start = body => {
    setTrouble('');
    startGame(body).catch(fail);
  };
  const play = preset => {
    remember({ game: preset.name });
    start(usualTable(preset, level));
  };
  const choose = name => {
    remember({ level: name });
    setLevel(name);
  };
  return html`<main id="main" tabindex="-1" class="home">
    <${Heading} name=${t('home.title')} />
    <${Continue} />
    ${trouble && html`<p class="warning">${trouble}</p>`}
    ${told ? html`<${Games} ...${told} level=${level} onLevel=${choose} onPlay=${play} onStart=${start} />` : html`<p class="muted">${t('page.loading')}</p>`}
    ${isHelp && html`<${KeysHelp} close=${() => setHelp(false)} rows=${KEYS()} />`}
  </main>`;
}

function Games({ presets, agents, about, level, onLevel, onPlay, onStart }) {
  const levels = agents.filter(agent => agent.is_level);
  const isOther = ({ name }) => !(name in PICTURES) && !isSmall(name);
  return html`<${Levels} levels=${levels} level=${level} game=${remembered().game} onChange=${onLevel} />
    <${Tiles} presets=${presets} onStart=${onPlay} />
    <p class="learn"><a class="button" href=${to('/learn')}>${t('home.learn')}</a> <a class="button" href=${to('/rules/scopa')}>${t('home.rules_of')}</a> ${OFFERS.reviews && html`<a class="button" href=${to('/review')}>${t('home.review')}</a>`} ${OFFERS.server && html`<a class="button" href=${to('/tournament')}>${t('tournament.title')}</a>`}</p>
    <details class="panel"><summary><h2>${t('home.more_games')}</h2></summary>
      <${Names} presets=${presets.filter(isOther)} onStart=${onPlay} />
      <h3>${t('home.small_games')}</h3><p class="muted">${t('home.small_what')}</p>
      <${Names} presets=${presets.filter(({ name }) => isSmall(name))} onStart=${onPlay} />
    </details>
    <details class="panel own"><summary><h2>${t('home.new')}</h2></summary><${GameForm} presets=${presets} agents=${agents} onStart=${onStart} /></details>
    <${StrengthTable} levels=${levels} about=${about} />`;
}
