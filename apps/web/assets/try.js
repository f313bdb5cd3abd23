//! Small positions to try: choose a card, see what it takes, play it.

import { html, useEffect, useRef, useState } from './preact.js';
import { Board, StillBoard } from './board.js';
import { say } from './live.js';
import { parse } from './picker.js';
import { cardsOf, sentence, t } from './words.js';

/** The cards on the table and in the hand after an action. */
function after({ kind, card, takes }, table, hand) {
  if (kind === 'lay') return [[...table, card], hand.filter(one => one !== card)];
  if (kind === 'capture') return [table.filter(one => !takes.includes(one)), hand.filter(one => one !== card)];
  return [table, hand];
}

/** One position. `onDone` is called when a play that the text asks for is made. */
export function Try({ position, onDone = () => {} }) {
  const [played, setPlayed] = useState(null);
  const again = useRef(null);
  const [table, hand] = [cardsOf(position.table), cardsOf(position.hand)];
  useEffect(() => played && again.current?.focus(), [played]);
  const isRight = played && (!position.wanted.length || position.wanted.includes(played.action));
  const onAct = action => {
    const found = position.legal.find(one => one.action === action);
    const isWanted = !position.wanted.length || position.wanted.includes(action);
    setPlayed(found);
    say(t(isWanted ? `position.${position.name}_why` : 'try.other'));
    if (isWanted) onDone();
  };
  const question = html`<p class="task">${t(`position.${position.name}`)}</p>`;
  if (!played) {
    return html`<section class="try" data-try=${position.name}>${question}
      <${Board} hand=${hand} table=${table} legal=${position.legal.map(one => one.action)} handName=${t('try.hand')} onAct=${onAct} /></section>`;
  }
  const [left, kept] = after(parse(played.action), table, hand);
  return html`<section class="try" data-try=${position.name}>${question}
    <${StillBoard} table=${left} hand=${kept} handName=${t('try.hand')} bar=${html`<div class="verdict">
      <p>${sentence({ seat: 0, ...played }, 2, 0)}</p>
      <p class=${isRight ? 'good' : 'bad'}><b>${isRight ? t('try.right') : t('try.look')}</b> ${t(isRight ? `position.${position.name}_why` : 'try.other')}</p>
      <button type="button" ref=${again} onClick=${() => setPlayed(null)}>${t('try.again')}</button></div>`} />
  </section>`;
}

/** Positions one after the other. `end` follows the last one. */
export function Tries({ positions, end = null }) {
  const [at, setAt] = useState(0);
  const [isDone, setDone] = useState(false);
  const heading = useRef(null);
  const go = to => {
    setDone(false);
    setAt(to);
    heading.current?.focus();
  };
  if (at >= positions.length) return end;
  const isLast = at + 1 === positions.length && !end;
  return html`<div class="tries">
    <p class="place" tabindex="-1" ref=${heading}>${t('try.place', { n: at + 1, of: positions.length })}</p>
    <${Try} key=${positions[at].name} position=${positions[at]} onDone=${() => setDone(true)} />
    <div class="buttons">
      ${at > 0 && html`<button type="button" onClick=${() => go(at - 1)}>${t('try.back')}</button>`}
      ${!isLast && html`<button type="button" class=${isDone ? 'primary' : ''} onClick=${() => go(at + 1)}>${isDone ? t('try.next') : t('try.skip')}</button>`}
    </div></div>`;
}
