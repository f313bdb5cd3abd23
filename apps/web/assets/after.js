//! The panel after the end of a hand: the result and the possible next steps.

import { html, useLayoutEffect, useRef, useState } from './preact.js';
import { get, getText, openTable, post, postRecords, save, to, wordsOf } from './api.js';
import { Ending } from './ending.js';
import { OFFERS } from './host.js';
import { say } from './live.js';
import { noteReview, useKeptHand } from './own.js';
import { endWords } from './score.js';
import { PlayerChoice, usual } from './seatsform.js';
import { Sheet } from './sheet.js';
import { agentName, signed, t } from './words.js';

/** `agents` may play at the closed table. `isNews` is true if the hand ended while the page was open. */
export function After({ table, seatKey, agents, isNews, onNext }) {
  const heading = useRef(null);
  const next = useRef(null);
  useLayoutEffect(() => {
    if (isNews) heading.current.focus();
  }, []);
  useKeptHand(table, seatKey, isNews);
  /** The points are counted: the next hand is one key away, unless the person is elsewhere already. */
  const onCounted = () => {
    if (isNews && document.activeElement === heading.current) next.current?.focus({ preventScroll: true });
  };
  const [trouble, setTrouble] = useState('');
  const path = `/api/tables/${table.id}`;
  const guard = work => async () => {
    try {
      setTrouble('');
      await work();
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    }
  };
  const lastHand = async () => (await getText(`${path}/record`, seatKey)).trimEnd().split('\n').at(-1);
  const keep = guard(async () => save(`${table.rules.name}-${table.id.slice(0, 8)}.jsonl`, await getText(`${path}/record`, seatKey)));
  const review = guard(async () => {
    const { id } = await postRecords(`${await lastHand()}\n`, table.seat === null ? {} : { seat: table.seat });
    noteReview(table, id);
    location.assign(to(`/review/${id}`, { seat: table.seat }));
  });
  const exchange = guard(async () => {
    const names = table.seats.map(({ kind, name }) => (kind === 'person' ? 'person' : name));
    openTable(await post('/api/tables', {
      rules: null, seats: names.map((_, seat) => names[(seat + 1) % names.length]), seed: null, match: false,
      auto_declare: table.auto_declare, record: await lastHand(), turn: 0,
    }));
  });
  const rematch = guard(() => post(`${path}/rematch`, { version: table.version }, seatKey));
  const [title, ...words] = endWords(table);
  const isEnd = table.phase === 'match_over';
  // Guests reach nothing but the table.
  const isGuest = table.is_guest;
  const isNext = table.phase === 'over' && table.match.is_match;
  const isCup = table.tournament !== null;
  return html`<section class="after panel" aria-labelledby="after-title">
    <h2 id="after-title" tabindex="-1" ref=${heading}>${title}</h2>
    ${words.map(line => html`<p key=${line}>${line}</p>`)}
    ${table.result && html`<${Sheet} table=${table} isNews=${isNews} onDone=${onCounted} />`}
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <div class="buttons next">
      ${isNext && html`<button type="button" class="primary large" ref=${next} onClick=${onNext}>${t('result.next')}</button>`}
      ${isCup && html`<a class=${isEnd ? 'button primary large' : 'button'} href=${to(`/tournament/${table.tournament}`)}>${t('tournament.back')}</a>`}
      ${isEnd && !isCup && html`<button type="button" class="primary large" ref=${next} onClick=${rematch}>${t('result.rematch')}</button>`}
      ${table.result && !isGuest && OFFERS.reviews && html`<button type="button" class=${isNext || isEnd ? 'large' : 'primary large'} onClick=${review}>${t('result.review')}</button>`}
    </div>
    <details class="more" open=${!table.result}><summary>${t('result.more')}</summary>
      <${Ending} table=${table} />
      <div class="buttons">
        ${table.result && !isGuest && html`<button type="button" onClick=${exchange}>${t('result.exchange')}</button>`}
        <button type="button" onClick=${keep}>${t('result.record')}</button>
        ${!isGuest && html`<a class="button" href=${to('/')}>${t('result.new')}</a>`}
      </div>
      ${table.seat !== null && table.result && !isGuest && !isCup && html`<${Closed} table=${table} seatKey=${seatKey} agents=${agents} guard=${guard} />`}
    </details>
  </section>`;
}

/** The closed table: an agent plays the same deal for the person's side. */
function Closed({ table, seatKey, agents, guard }) {
  const [agent, setAgent] = useState(table.closed?.agent ?? '');
  const { closed } = table;
  const chosen = agent || usual(agents);
  const ask = guard(() => post(`/api/tables/${table.id}/closed`, { seat: table.seat, agent: chosen }, seatKey));
  const isRunning = closed?.running;
  return html`<section class="closed">
    <h3>${t('closed.title')}</h3>
    <p class="muted">${t('closed.what')}</p>
    ${closed && closed.sets.length > 0 && html`<p class="big">${t('closed.mean', { agent: agentName(closed.agent), n: closed.sets.length })} <b>${signed(closed.mean)}</b>
      ${closed.interval ? ` ${t('closed.interval', { low: signed(closed.interval[0]), high: signed(closed.interval[1]) })}` : ` ${t('closed.few')}`}</p>
      <ul class="sets">${closed.sets.map(set => html`<li key=${set.hand}>${t('closed.set', { hand: set.hand + 1, open: signed(set.open, 0), closed: signed(set.closed, 0), difference: signed(set.open - set.closed, 0) })}</li>`)}</ul>`}
    ${isRunning ? html`<p role="status">${t('closed.running')}</p>` : html`<div class="buttons">
      <${PlayerChoice} label=${t('closed.agent')} agents=${agents} value=${chosen} onChange=${setAgent} />
      <button type="button" onClick=${ask}>${t('closed.play')}</button>
    </div>`}
  </section>`;
}

/** The agents that may play at a table. */
export const tableAgents = () => get('/api/agents');
