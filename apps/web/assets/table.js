//! A table: the player's page for one seat, or the spectator's page.

import { html, useEffect, useRef, useState } from './preact.js';
import { adviceOf } from './advice.js';
import { tableAgents } from './after.js';
import { openTable, post, to, untilDone, wordsOf } from './api.js';
import { Gone } from './frame.js';
import { cardKeys, KeysHelp, useKeys, useNumber } from './keys.js';
import { useLastTable } from './lasttable.js';
import { say } from './live.js';
import { useMoment } from './moment.js';
import { useMotion } from './motion.js';
import { useNarration } from './narration.js';
import { useNotice } from './notice.js';
import { useSender } from './sender.js';
import { handOf, seatHere, useTable } from './tabledata.js';
import { TableView } from './tableview.js';
import { useTeach } from './teach.js';
import { Top } from './top.js';
import { lastCapture, LastTrick } from './trick.js';
import { t } from './words.js';

/** A table page. With `isWatch` it shows all cards, or those of one seat, of a table without persons. */
export function TablePage({ id, isWatch }) {
  const [seat] = useState(() => (isWatch ? null : seatHere(id)));
  const [eyes, setEyes] = useState(() => {
    const asked = new URLSearchParams(location.search).get('eyes');
    return isWatch && asked !== null ? Number(asked) : null;
  });
  const { table, newest, refusal, link, load, key, address } = useTable(id, seat, eyes);
  const { past, at, look, step } = useMoment(address, key, table);
  const [hint, setHint] = useState(null);
  const [notice, tell] = useNotice(`${link} ${table?.version}`);
  const [agents, setAgents] = useState([]);
  const [isHelp, setHelp] = useState(false);
  const [isTrick, setTrick] = useState(false);
  const wasInPlay = useRef(false);
  if (table?.phase === 'play') wasInPlay.current = true;

  useNarration(table);
  useMotion(table, past === null, seat ?? eyes ?? 0);
  const ending = useLastTable(table);
  useEffect(() => {
    untilDone(tableAgents).then(setAgents).catch(() => {});
  }, []);
  useEffect(() => {
    if (hint !== 'asking' && hint && hint.turn !== table?.log.length) setHint(null);
  }, [table?.log.length, handOf(table)]);

  useEffect(() => setTrick(false), [table?.log.length, at]);

  const path = `/api/tables/${id}`;
  const { send, act: play } = useSender({ path, seat, key, newest, load, tell });
  const teach = useTeach({ table, seat, seatKey: key, play, undo: () => actions.undo() });
  const act = action => (teach.stops(action) ? undefined : play(action));
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
      tell('');
      setHint('asking');
      say(t('hint.asking'));
      const found = await post(`${path}/hints`, { ...whose, version }, key).catch(error => {
        tell(error);
        return null;
      });
      setHint(found);
      if (found) say(adviceOf(found, table).words);
    },
    load,
    next: () => send('next', { version }),
    settings: body => send('settings', body),
    pace: body => send('pace', { millis: table.pace.millis, paused: table.pace.paused, step: false, ...body }),
    step: () => send('pace', { ...table.pace, paused: true, step: true }),
    eyes: setEyes,
    help: () => setHelp(true),
    trick: () => setTrick(!isTrick && lastCapture(past ?? table) !== null),
    look,
    lookStep: step,
  };
  const digit = useNumber(legal.length, n => act(legal[n]));
  useKeys(table ? {
    digit,
    h: actions.hint,
    u: actions.undo,
    l: actions.trick,
    Escape: isTrick ? actions.trick : null,
    p: () => isWatch && actions.pace({ paused: !table.pace.paused }),
    ',': () => step(-1),
    '.': () => (at !== null ? step(1) : isWatch && table.phase === 'play' && actions.step()),
    '?': actions.help,
  } : { '?': actions.help });

  const help = isHelp && html`<${KeysHelp} close=${() => setHelp(false)} rows=${[...cardKeys(),
    [['h'], t('keys.hint')], [['u'], t('keys.undo')], [['l'], t('trick.title')], [[',', '.'], t('keys.step')],
    ...(isWatch ? [[['p'], t('keys.pause')]] : []), [['?'], t('keys.help')]]} />`;
  if (!table) {
    return html`<main id="main" tabindex="-1"><${Top} isWatch=${isWatch} />
      ${link !== 'over' && html`<${Gone} link=${link} />`}
      <p class=${refusal ? 'warning' : 'muted'}>${refusal ? wordsOf(refusal) : t('page.loading')}</p>
      <p><a class="button" href=${to('/')}>${t('page.home')}</a></p>${help}</main>`;
  }
  return html`<${TableView} table=${table} past=${past} ending=${ending} base=${seat ?? eyes ?? 0} eyes=${eyes} isWatch=${isWatch} seatKey=${key} hint=${hint} canHint=${canHint}
    agents=${agents} notice=${notice} link=${link} isNews=${wasInPlay.current} actions=${actions}>
    ${teach.question}${isTrick && lastCapture(past ?? table) && html`<${LastTrick} table=${past ?? table} close=${actions.trick} />`}${help}<//>`;
}
