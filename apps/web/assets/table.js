//! A table: the player's page for one seat, or the spectator's page.

import { html, useEffect, useRef, useState } from './preact.js';
import { Actions } from './actions.js';
import { After, agentNames } from './after.js';
import { openTable, post, to, wordsOf } from './api.js';
import { Board, StillBoard } from './board.js';
import { HintButton, HintPanel } from './hint.js';
import { cardKeys, KeysHelp, useKeys } from './keys.js';
import { say } from './live.js';
import { handBefore, LastPlays, Log, Looking, tableBefore } from './log.js';
import { useNarration } from './narration.js';
import { Pace } from './pace.js';
import { MatchLine } from './score.js';
import { Piles, Plate, Plates } from './seats.js';
import { Seen } from './seen.js';
import { Sitting } from './sitting.js';
import { seatHere, useTable } from './tabledata.js';
import { Thoughts } from './thoughts.js';
import { Gone, Heading } from './frame.js';
import { cardsOf, nameSuit, seatName, t, title } from './words.js';

/** A table page. With `isWatch` it shows all cards, or those of one seat, of a table without persons. */
export function TablePage({ id, isWatch }) {
  const [seat] = useState(() => (isWatch ? null : seatHere(id)));
  const [eyes, setEyes] = useState(() => {
    const asked = new URLSearchParams(location.search).get('eyes');
    return isWatch && asked !== null ? Number(asked) : null;
  });
  const { table, newest, refusal, link, load, key } = useTable(id, seat, eyes);
  const [hint, setHint] = useState(null);
  const [at, setAt] = useState(null);
  const [notice, setNotice] = useState('');
  const [agents, setAgents] = useState([]);
  const [isHelp, setHelp] = useState(false);
  const wasInPlay = useRef(false);
  const snaps = useRef(new Map());
  const isSending = useRef(false);
  const sent = useRef(0);

  useNarration(table);
  useEffect(() => {
    agentNames().then(setAgents).catch(() => {});
  }, []);
  const hand = table ? `${table.match.hands}` : '';
  useEffect(() => {
    snaps.current = new Map();
    setAt(null);
  }, [hand, eyes]);
  if (table) snaps.current.set(table.log.length, { table: cardsOf(table.view.table), hands: table.hands, hand: cardsOf(table.view.hand) });
  useEffect(() => {
    if (hint !== 'asking' && hint && hint.turn !== table?.log.length) setHint(null);
  }, [table?.log.length, hand]);

  const path = `/api/tables/${id}`;
  /** Shows an error. It stays on the page until the person's next action. */
  const tell = words => {
    setNotice(words);
    say(words);
  };
  /** Whether a change is pending, or made but not shown yet. */
  const isBusy = () => isSending.current || newest.current?.version < sent.current;
  /** Sends a change, then shows the new state of the table. */
  const change = async (what, body) => {
    isSending.current = true;
    setNotice('');
    try {
      const answer = await post(`${path}/${what}`, body, key);
      sent.current = answer?.version ?? 0;
      load().catch(() => {}).finally(() => {
        sent.current = 0;
      });
      return answer;
    } finally {
      isSending.current = false;
    }
  };
  /** Sends a change. If it is refused, the page says why and shows the current state. */
  const send = async (what, body) => {
    if (isBusy()) return null;
    try {
      return await change(what, body);
    } catch (error) {
      tell(wordsOf(error));
      load().catch(() => {});
      return null;
    }
  };
  /** Plays. If only the version has changed (an agent began to think), it tries once more. */
  const act = async (action, isAgain = false) => {
    if (isBusy()) return undefined;
    const now = newest.current;
    try {
      await change('actions', { seat, version: now.version, action });
    } catch (error) {
      await load().catch(() => {});
      const fresh = newest.current;
      const isSame = fresh.to_act === seat && fresh.log.length === now.log.length && fresh.legal.includes(action);
      if (error.status === 409 && isSame && !isAgain) return act(action, true);
      tell(error.status === 409 ? t('table.stale') : wordsOf(error));
    }
    return undefined;
  };
  const whose = seat === null ? {} : { seat };
  const version = table?.version;
  const legal = at === null ? table?.legal ?? [] : [];
  const canHint = table?.phase === 'play' && at === null && (seat === null || table.to_act === seat);
  const actions = {
    act,
    undo: () => (table?.can_undo ? send('undo', { ...whose, version }) : say(t('table.no_undo'))),
    fork: async turn => {
      const made = await send('fork', { turn });
      if (made) openTable(made);
    },
    hint: async () => {
      if (!canHint || hint === 'asking') return;
      setNotice('');
      setHint('asking');
      say(t('hint.asking'));
      const found = await post(`${path}/hints`, { ...whose, version }, key).catch(error => {
        tell(wordsOf(error));
        return null;
      });
      setHint(found);
      if (found) say(t('hint.said', { action: found.best }));
    },
    next: () => send('next', { version }),
    settings: body => send('settings', body),
    pace: body => send('pace', { millis: table.pace.millis, paused: table.pace.paused, step: false, ...body }),
    step: () => send('pace', { ...table.pace, paused: true, step: true }),
  };
  const count = table?.log.length ?? 0;
  const look = turn => {
    setAt(turn);
    if (turn !== null) say(t('log.looking', { turn }));
  };
  useKeys(table ? {
    digit: n => legal[n - 1] && actions.act(legal[n - 1]),
    h: actions.hint,
    u: actions.undo,
    p: () => isWatch && actions.pace({ paused: !table.pace.paused }),
    ',': () => count > 0 && look(at === null ? count - 1 : Math.max(0, at - 1)),
    '.': () => (at !== null ? look(at + 1 < count ? at + 1 : null) : isWatch && table.phase === 'play' && actions.step()),
    '?': () => setHelp(true),
  } : { '?': () => setHelp(true) });

  const help = isHelp && html`<${KeysHelp} close=${() => setHelp(false)} rows=${[...cardKeys(),
    [['h'], t('keys.hint')], [['u'], t('keys.undo')], [[',', '.'], t('keys.step')],
    ...(isWatch ? [[['p'], t('keys.pause')]] : []), [['?'], t('keys.help')]]} />`;
  if (!table) {
    return html`<main id="main" tabindex="-1"><${Heading} kind=${isWatch ? t('page.watch') : t('page.play')} name=${t('page.table')} />
      <${Gone} link=${link} />
      <p class=${refusal ? 'warning' : 'muted'}>${refusal ? wordsOf(refusal) : t('page.loading')}</p>
      ${refusal?.status === 403 && !isWatch && html`<p><a class="button" href=${to(`/watch/${id}`)}>${t('table.watch_instead')}</a></p>`}
      <p><a class="button" href=${to('/')}>${t('page.home')}</a></p>${help}</main>`;
  }
  const { rules } = table;
  nameSuit(rules.suit);
  const base = seat ?? eyes ?? 0;
  const isOver = table.phase !== 'play';
  if (!isOver) wasInPlay.current = true;
  const snap = at === null ? null : snaps.current.get(at);
  const shownTable = at === null ? cardsOf(table.view.table) : snap?.table ?? tableBefore(table.log, cardsOf(table.view.table), at);
  const hands = at === null ? table.hands : snap?.hands ?? null;
  const ownHand = seat !== null ? (at === null ? cardsOf(table.view.hand) : snap?.hand ?? handBefore(table, at)) : hands ? cardsOf(hands[base]) : eyes !== null && at === null ? cardsOf(table.view.hand) : null;
  const name = seatName(base, rules.players);
  const handName = seat !== null ? t('table.your_hand', { who: name }) : t('table.hand_of', { who: name });
  const waiting = isOver ? t('table.is_over') : t('table.waiting', { who: seatName(table.to_act, rules.players) });
  const plates = html`<${Plates} table=${table} base=${base} hands=${hands} />`;
  const below = html`<div class="middle"><${LastPlays} table=${table} />
    <p class="status">${seat !== null && table.to_act === seat && !isOver ? t('table.your_turn') : waiting}</p></div>`;
  const isStill = seat === null || at !== null || isOver;
  return html`<main id="main" tabindex="-1" class="play">
    <${Heading} kind=${isWatch ? t('page.watch') : t('page.play')} name=${title(rules.name)}>
      <p class="facts"><${MatchLine} table=${table} /> <span>${t('match.dealer', { who: seatName(table.view.dealer, rules.players) })}</span></p>
    <//>
    <${Gone} link=${link} />
    ${notice && html`<p class="warning">${notice}</p>`}
    ${table.offence && html`<p class="warning"><b>${t('result.offence_title')}</b> ${t('result.offence', { who: seatName(table.offence.seat, rules.players), text: table.offence.text })}</p>`}
    <div class="columns">
      <div class="main">
        ${isWatch && html`<${Pace} table=${table} eyes=${eyes} onEyes=${setEyes} onPace=${actions.pace} onStep=${actions.step} />`}
        ${at !== null && html`<${Looking} table=${table} at=${at} onLook=${look} onFork=${actions.fork} canFork=${true} />`}
        ${isOver && at === null && html`<${After} key=${hand} table=${table} seatKey=${key} agents=${agents} isNews=${wasInPlay.current} onNext=${actions.next} />`}
        ${isOver && at === null ? below : isStill
    ? html`<${StillBoard} plates=${plates} table=${shownTable} hand=${ownHand} handName=${handName} fresh=${at === null ? table.view.last_lay : null} below=${below} />`
    : html`<${Board} plates=${plates} table=${shownTable} hand=${ownHand} legal=${legal} handName=${handName} waiting=${waiting} fresh=${table.view.last_lay} onAct=${actions.act} below=${below} />`}
        ${isWatch && !isOver && html`<div class="base-plate"><${Plate} table=${table} seat=${base} isBare=${true} /></div>`}
        <${Piles} table=${table} base=${seat} />
        <div class="buttons tools">
          ${!isOver && html`<${HintButton} state=${hint} onHint=${actions.hint} canAsk=${canHint} />`}
          ${seat !== null && html`<button type="button" aria-disabled=${!table.can_undo} onClick=${actions.undo}>${t('table.undo')} <kbd aria-hidden="true">u</kbd></button>`}
          <button type="button" onClick=${() => setHelp(true)}>${t('keys.title')} <kbd aria-hidden="true">?</kbd></button>
        </div>
      </div>
      <div class="side">
        ${seat !== null && !isOver && html`<${Actions} legal=${legal} hint=${hint === 'asking' ? null : hint} onAct=${actions.act} waiting=${at === null ? waiting : t('log.looking', { turn: at })} />`}
        <${HintPanel} hint=${hint} players=${rules.players} viewer=${seat ?? table.to_act} />
        <${Thoughts} table=${table} at=${at} onLook=${look} />
        <${Log} table=${table} at=${at} onLook=${look} isOpen=${matchMedia('(min-width: 900px)').matches} />
        <${Seen} table=${table} />
        ${seat !== null && html`<${Sitting} table=${table} seatKey=${key} onSettings=${actions.settings} onPace=${actions.pace} />`}
      </div>
    </div>
    ${help}
  </main>`;
}
