//! The view of a table: the header line, the game, and the panels beside it. All parts of the game show one moment.

import { html, useEffect, useState } from './preact.js';
import { Actions } from './actions.js';
import { adviceOf } from './advice.js';
import { After } from './after.js';
import { Board, StillBoard } from './board.js';
import { Coach } from './coach.js';
import { Gone } from './frame.js';
import { HintButton, HintPanel, HintWords } from './hint.js';
import { lessonHere } from './learn.js';
import { Log, Looking } from './log.js';
import { Offence } from './offence.js';
import { Pace } from './pace.js';
import { parse } from './picker.js';
import { Stock } from './pile.js';
import { ScoreStrip } from './scorestrip.js';
import { useWide } from './screen.js';
import { Plate, Plates } from './seats.js';
import { Seen } from './seen.js';
import { Side } from './side.js';
import { Sitting } from './sitting.js';
import { handOf } from './tabledata.js';
import { Thinking } from './thinking.js';
import { Thoughts } from './thoughts.js';
import { Top } from './top.js';
import { lastCapture } from './trick.js';
import { WhatIf } from './whatif.js';
import { cardsOf, seatName, t } from './words.js';

/** `past` is the table at an earlier moment, or null. `ending` are the cards of the last table as long as it stays. `base` is the seat at the bottom. */
export function TableView({ table, past, ending, base, eyes, isWatch, seatKey, hint, canHint, agents, notice, link, isNews, actions, children }) {
  const [isSide, setSide] = useState(false);
  const [isNumbers, setNumbers] = useState(false);
  const moment = past ?? table;
  const isWide = useWide();
  const { rules, seat } = moment;
  const at = past === null ? null : past.log.length;
  const isStaying = past === null && ending !== null;
  const isOver = moment.phase !== 'play' && !isStaying;
  const who = seatName(moment.to_act, rules.players);
  const waiting = moment.phase !== 'play' ? t('table.is_over') : t('table.waiting', { who });
  const found = hint !== 'asking' && past === null ? hint : null;
  const advice = found && adviceOf(found, table);
  useEffect(() => setNumbers(false), [found]);
  const more = () => {
    setNumbers(true);
    setSide(true);
  };
  const status = isStaying ? '' : advice ? html`<${HintWords} advice=${advice} onMore=${more} />` : hint === 'asking' ? t('hint.asking')
    : seat !== null && moment.to_act === seat && !isOver ? t('table.your_turn') : waiting;
  const name = seatName(base, rules.players);
  const look = turn => {
    setSide(false);
    actions.look(turn);
  };
  const trick = () => {
    setSide(false);
    actions.trick();
  };
  const declared = table.log.filter(entry => entry.seat === seat).flatMap(({ action }) => (action.startsWith('declare ') ? parse(action).cards : []));
  const common = {
    plates: html`<${Plates} table=${moment} base=${base} hands=${moment.hands} />`,
    stock: html`<${Stock} table=${moment} />`,
    foot: html`
      <${Plate} table=${moment} seat=${base} base=${base} />
      <div class="tools">
        ${!isOver && table.tournament === null && html`<${HintButton} state=${hint} onHint=${actions.hint} canAsk=${canHint} />`}
        ${seat !== null && table.tournament === null && html`<button type="button" aria-disabled=${!table.can_undo} onClick=${actions.undo}>${t('table.undo')} <kbd aria-hidden="true">u</kbd></button>`}
        ${past === null && html`<${Thinking} table=${table} seatKey=${seatKey} />`}
        <button type="button" class="help" onClick=${actions.help}>${t('keys.title')} <kbd aria-hidden="true">?</kbd></button>
        <button type="button" class="menu" aria-expanded=${isSide} aria-controls="side" onClick=${() => setSide(!isSide)}>${t('table.menu')}</button>
      </div>
      ${!isWide && html`<${ScoreStrip} table=${moment} base=${base} />`}`,
    table: isStaying ? ending : cardsOf(moment.view.table),
    hand: cardsOf(seat === null && eyes === null ? moment.hands[base] : moment.view.hand),
    handName: seat !== null ? t('table.your_hand', { who: name }) : t('table.hand_of', { who: name }),
    fresh: moment.view.last_lay,
    matta: moment.view.matta,
    most: rules.hand_cards,
    advice,
  };
  const pace = isWatch && html`<${Pace} table=${table} eyes=${eyes} onEyes=${actions.eyes} onPace=${actions.pace} onStep=${actions.step} />`;
  const bar = past === null ? html`${pace}<p class="status">${status}</p>`
    : html`<${Looking} table=${table} at=${at} onLook=${actions.look} onStep=${actions.lookStep} onFork=${table.is_guest ? null : actions.fork} />`;
  const board = isOver ? html`<div class="arena over">${common.plates}<div class="felt"></div>
      ${table.offence ? html`<${Offence} table=${table} seatKey=${seatKey} agents=${agents} load=${actions.load} />`
    : html`<${After} key=${handOf(table)} table=${table} seatKey=${seatKey} agents=${agents} isNews=${isNews} onNext=${actions.next} />`}${pace && html`<div class="bar">${pace}</div>`}${common.foot}</div>`
    : seat === null || past !== null || isStaying ? html`<${StillBoard} ...${common} bar=${bar} />`
      : html`<${Board} ...${common} legal=${table.legal} bids=${table.bids} declared=${declared} status=${status} waiting=${waiting} onAct=${actions.act} />`;
  return html`<main id="main" tabindex="-1" class="play">
    <${Top} table=${table} isWatch=${isWatch} />
    <${Gone} link=${link} />
    ${lessonHere() > 0 && seat !== null && html`<${Coach} lesson=${lessonHere()} table=${table} hint=${hint} onHint=${actions.hint} />`}
    ${notice && html`<p class="warning notice">${notice}</p>`}
    <${WhatIf} table=${table} />
    <div class="stage">${board}</div>
    <${Side} table=${table} isOpen=${isSide} close=${() => setSide(false)}>
      ${isWide && html`<${ScoreStrip} table=${moment} base=${base} isTall=${true} />`}
      <div class="buttons"><button type="button" class="trick-again" aria-disabled=${!lastCapture(moment)} onClick=${trick}>${t('trick.button')} <kbd aria-hidden="true">l</kbd></button></div>
      ${found && isNumbers && html`<${HintPanel} hint=${found} players=${rules.players} viewer=${seat ?? table.to_act} />`}
      <${Log} table=${table} at=${at} onLook=${look} isOpen=${isWide} />
      <${Thoughts} table=${table} at=${at} onLook=${look} />
      ${seat !== null && !isOver && html`<${Actions} legal=${moment.legal} onAct=${actions.act} waiting=${at === null ? waiting : t('log.looking', { turn: at + 1 })} />`}
      <${Seen} table=${moment} />
      ${seat !== null && html`<${Sitting} table=${table} seatKey=${seatKey} onSettings=${actions.settings} onPace=${actions.pace} />`}
    <//>
    ${children}
  </main>`;
}
