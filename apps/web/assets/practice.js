//! Practice: positions of the player's own mistakes, without the answer.

import { html, useLayoutEffect, useMemo, useState } from './preact.js';
import { Actions } from './actions.js';
import { to, wordsOf } from './api.js';
import { Board, StillBoard } from './board.js';
import { Drawn } from './cards.js';
import { marksOf } from './decision.js';
import { Gone, Heading } from './frame.js';
import { cardKeys, KeysHelp, useKeys, useNumber } from './keys.js';
import { say } from './live.js';
import { Past } from './log.js';
import { parse } from './picker.js';
import { useReview } from './review.js';
import { chosen, idOf, playersOf } from './rows.js';
import { actionWords, around, cardsOf, kindsText, seatName, t } from './words.js';

const ORDER = 'A23456789TJQK';

/** Actions sorted by card, so that their order does not reveal their value. */
const inOrder = actions => actions.map(one => one.action).sort((first, second) => {
  const place = text => ORDER.indexOf(parse(text).card?.[0] ?? 'A');
  return place(first) - place(second) || first.localeCompare(second);
});

const seatAsked = () => {
  const asked = new URLSearchParams(location.search).get('seat');
  return asked === null || asked === '' ? null : Number(asked);
};

export function PracticePage({ id }) {
  const { progress, rows, records, refusal, link, nameSuitOf } = useReview(id);
  const [seat, setSeat] = useState(seatAsked);
  const [at, setAt] = useState(null);
  const [tried, setTried] = useState([]);
  const [isShown, setShown] = useState(false);
  const [solved, setSolved] = useState(new Set());
  const [isHelp, setHelp] = useState(false);
  const exercises = useMemo(() => chosen(rows.decisions, { seat, mark: 1, sort: 'size', line: null }), [rows, seat]);
  const players = Math.max(2, ...[...rows.hands.values()].map(hand => hand.players));
  const row = exercises.find(one => idOf(one) === at) ?? exercises[0] ?? null;
  nameSuitOf(row);
  const legal = row ? inOrder(row.actions) : [];
  const last = tried.at(-1) ?? null;
  const isSolved = last !== null && row.actions.find(one => one.action === last)?.solves === true;
  const isOpen = row && !isSolved && !isShown;
  // Cleared when the position changes, before the next key can be pressed.
  useLayoutEffect(() => {
    setTried([]);
    setShown(false);
  }, [row && idOf(row)]);

  const answer = action => {
    if (!isOpen) return;
    const found = row.actions.find(one => one.action === action);
    setTried([...tried, action]);
    if (found?.solves) {
      setSolved(new Set([...solved, idOf(row)]));
      say(t('practice.solved'));
    } else {
      say(t('practice.not_yet', { action: actionWords(action) }));
    }
  };
  const step = by => {
    const place = exercises.findIndex(one => idOf(one) === idOf(row));
    const found = exercises[place + by];
    if (!found) return say(t('review.no_more'));
    setAt(idOf(found));
    say(t('practice.position', { n: place + by + 1, of: exercises.length }));
  };
  const retry = () => {
    setTried([]);
    setShown(false);
    say(t('practice.again'));
  };
  const digit = useNumber(legal.length, n => answer(legal[n]));
  useKeys({ digit, ']': () => row && step(1), '[': () => row && step(-1), '?': () => setHelp(true) });

  const who = row ? seatName(row.seat, playersOf(rows, row)) : '';
  return html`<main id="main" tabindex="-1" class="practice">
    <${Heading} kind=${t('page.practice')} name=${row ? t('practice.position', { n: exercises.indexOf(row) + 1, of: exercises.length }) : t('practice.title')}>
      <p class="facts"><span>${t('practice.solved_count', { n: solved.size, of: exercises.length })}</span></p><//>
    <${Gone} link=${link} />
    ${refusal && html`<p class="warning">${wordsOf(refusal)}</p>`}
    <div class="buttons tools">
      <label>${t('review.seat')} <select onChange=${event => { setSeat(event.currentTarget.value === '' ? null : Number(event.currentTarget.value)); setAt(null); }}>
        <option value="" selected=${seat === null}>${t('review.all_seats')}</option>
        ${Array.from({ length: players }, (_, one) => html`<option key=${one} value=${one} selected=${seat === one}>${seatName(one, players)}</option>`)}</select></label>
      <button type="button" onClick=${() => row && step(-1)}>${t('practice.previous')} <kbd aria-hidden="true">[</kbd></button>
      <button type="button" onClick=${() => row && step(1)}>${t('practice.next')} <kbd aria-hidden="true">]</kbd></button>
      <a class="button" href=${to(`/review/${id}`)}>${t('practice.back')}</a>
      <button type="button" onClick=${() => setHelp(true)}>${t('keys.title')} <kbd aria-hidden="true">?</kbd></button>
    </div>
    ${!row && html`<p class="muted">${progress?.state === 'done' ? t('practice.none') : progress ? t(`state.${progress.state}`) : t('page.loading')}</p>`}
    ${row && html`<div class="columns"><div class="main">
      <p class="big">${t('practice.task', { who, turn: row.turn, rules: row.rules })}</p>
      ${isOpen ? html`<${Board} key=${idOf(row)} hand=${cardsOf(row.hand)} table=${cardsOf(row.table)} legal=${legal} handName=${t('table.hand_of', { who })} onAct=${answer} />`
    : html`<${StillBoard} hand=${cardsOf(row.hand)} table=${cardsOf(row.table)} handName=${t('table.hand_of', { who })} marks=${marksOf(row.played, row.best)} />`}
      <div class="verdict">
        ${isSolved && html`<p class="solved"><b>✓ ${t('practice.solved')}</b></p>`}
        ${!isSolved && tried.map(action => html`<p key=${action} class="missed">✗ <${Drawn} action=${parse(action)} /><span class="unseen">${actionWords(action)}</span> ${t('practice.wrong')}</p>`)}
        <div class="buttons">
          ${!isOpen && html`<button type="button" onClick=${retry}>${t('practice.retry')}</button>`}
          ${isOpen && html`<button type="button" onClick=${() => setShown(true)}>${t('practice.show')}</button>`}
          <button type="button" class=${isOpen ? '' : 'primary'} onClick=${() => step(1)}>${t('practice.next')}</button>
        </div>
      </div>
    </div>
    <div class="side">${isOpen ? html`<${Actions} legal=${legal} hint=${null} onAct=${answer} title=${t('practice.actions')} />` : html`<${Answer} row=${row} />`}
      <${Past} record=${records[row.line - 1]} turn=${row.turn} /></div></div>`}
    ${isHelp && html`<${KeysHelp} close=${() => setHelp(false)} rows=${[...cardKeys(), [['[', ']'], t('keys.exercises')], [['?'], t('keys.help')]]} />`}
  </main>`;
}

/** The action played, the best one, and the reasons. */
function Answer({ row }) {
  return html`<div class="answer">
    <p>${t('review.played')}: <${Drawn} action=${parse(row.played)} /><span class="unseen">${actionWords(row.played)}</span> · ${t('review.lost', { loss: around(row.loss, row.error).replace('+', '') })}</p>
    <p>${t('review.best')}: <${Drawn} action=${parse(row.best)} /><span class="unseen">${actionWords(row.best)}</span></p>
    ${kindsText(row.kinds) && html`<p><b>${t('review.why')}</b> ${kindsText(row.kinds, 4)}</p>`}
  </div>`;
}
