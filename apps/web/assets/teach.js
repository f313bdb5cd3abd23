//! Teach mode: while the person thinks, the search judges the decision. If the play loses much, the page asks whether
//! to take it back: before it is made if the answer is there in time, otherwise after it.

import { html, useEffect, useRef, useState } from './preact.js';
import { post } from './api.js';
import { say } from './live.js';
import { fixed, t } from './words.js';

const ON = 'spariglio.teach';
const NEWS = 'spariglio-teach';
/** The least loss that is asked about, in points. */
const LEAST = 0.3;

const isOn = () => localStorage.getItem(ON) === '1';

/** Whether one person plays alone against agents. */
const isAlone = table => table.seats.filter(({ kind }) => kind === 'person').length === 1;

/** The switch of teach mode. */
export function TeachSetting({ table }) {
  const [on, setOn] = useState(isOn);
  if (!isAlone(table)) return null;
  const change = event => {
    localStorage.setItem(ON, event.currentTarget.checked ? '1' : '0');
    setOn(event.currentTarget.checked);
    dispatchEvent(new Event(NEWS));
  };
  return html`<label class="check"><input type="checkbox" checked=${on} onChange=${change} /> ${t('teach.set')}</label>`;
}

/** The loss of an action by a hint; null if it is small or not measured. */
function lossOf(hint, action) {
  const one = hint?.actions.find(judged => judged.action === action);
  return one && !one.solves && one.behind >= LEAST ? one.behind : null;
}

/**
 * `play(action)` makes a play, `undo()` takes the last one back. Returns `stops(action)`, which is true if the play
 * waits for the person's answer, and the question as an element.
 */
export function useTeach({ table, seat, seatKey, play, undo }) {
  const [on, setOn] = useState(isOn);
  const [asked, setAsked] = useState(null);
  const hints = useRef(new Map());
  const made = useRef(null);
  const place = table ? `${table.match.hands}.${table.log.length}` : null;
  const isDue = on && table?.phase === 'play' && seat !== null && table.to_act === seat && table.legal.length > 1 && isAlone(table);
  useEffect(() => {
    const listen = () => setOn(isOn());
    addEventListener(NEWS, listen);
    return () => removeEventListener(NEWS, listen);
  }, []);
  useEffect(() => {
    if (!isDue || hints.current.has(place)) return;
    const turn = place;
    hints.current.set(turn, null);
    post(`/api/tables/${table.id}/hints`, { seat, version: table.version }, seatKey).then(hint => {
      hints.current.set(turn, hint);
      const loss = made.current?.place === turn ? lossOf(hint, made.current.action) : null;
      if (loss !== null) setAsked({ loss, action: null });
    }).catch(() => hints.current.delete(turn));
  }, [isDue, place]);
  useEffect(() => {
    if (asked) say(t('teach.loses', { loss: fixed(asked.loss, 1) }));
  }, [asked]);

  const stops = action => {
    if (!isDue) return false;
    const loss = lossOf(hints.current.get(place), action);
    if (loss === null) made.current = { place, action };
    else setAsked({ loss, action });
    return loss !== null;
  };
  const answer = isBack => {
    const { action } = asked;
    setAsked(null);
    if (isBack) say(t('teach.taken'));
    if (isBack && action === null) undo();
    if (!isBack && action !== null) play(action);
  };
  const question = asked && html`<${Question} loss=${asked.loss} onAnswer=${answer} />`;
  return { stops, question };
}

function Question({ loss, onAnswer }) {
  const first = useRef(null);
  useEffect(() => first.current.focus(), []);
  const words = t('teach.loses', { loss: fixed(loss, 1) });
  return html`<section class="teach panel" role="group" aria-label=${words} onKeyDown=${event => event.key === 'Escape' && onAnswer(true)}>
    <p><b>${words}</b></p>
    <div class="buttons"><button type="button" class="primary" ref=${first} onClick=${() => onAnswer(true)}>${t('teach.back')}</button>
      <button type="button" onClick=${() => onAnswer(false)}>${t('teach.on')}</button></div>
  </section>`;
}
