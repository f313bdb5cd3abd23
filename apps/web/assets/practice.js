//! Practice: positions of mistakes, without the answer.

import { html, useLayoutEffect, useMemo, useState } from './preact.js';
import { Actions } from './actions.js';
import { to, wordsOf } from './api.js';
import { Board, StillBoard } from './board.js';
import { Drawn } from './cards.js';
import { lossWords } from './decision.js';
import { Gone, Heading } from './frame.js';
import { cardKeys, KeysHelp, useKeys, useNumber } from './keys.js';
import { say } from './live.js';
import { parse } from './picker.js';
import { isSolvedBefore, noteSolved, useManyReviews, useOneReview } from './practicedata.js';
import { countsOf, marksOf } from './replay.js';
import { Counts } from './replayboard.js';
import { GoneReview } from './reviewstart.js';
import { isLevel } from './rows.js';
import { actionWords, cardsOf, kindsText, seatName, t, title } from './words.js';

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

/** `id` names a review; `all` stands for all kept ones, `own` for the own hands in them. */
export function PracticePage({ id }) {
  if (id === 'all' || id === 'own') return html`<${Many} isOwn=${id === 'own'} />`;
  return html`<${One} id=${id} />`;
}

const One = ({ id }) => html`<${Practice} ...${useOneReview(id)} back=${to(`/review/${id}`)} />`;
const Many = ({ isOwn }) => html`<${Practice} ...${useManyReviews(isOwn)} back=${to('/review')} />`;

function Practice({ exercises: all, isLoading, state, refusal, link, nameScoringOf, back }) {
  const [seat, setSeat] = useState(seatAsked);
  const [at, setAt] = useState(null);
  const [tried, setTried] = useState([]);
  const [isShown, setShown] = useState(false);
  const [solved, setSolved] = useState(new Set());
  const [isHelp, setHelp] = useState(false);
  const exercises = useMemo(() => all.filter(one => seat === null || one.row.seat === seat), [all, seat]);
  const isDone = one => solved.has(one.key) || isSolvedBefore(one);
  // Goes on where the person stopped.
  const exercise = exercises.find(one => one.key === at) ?? exercises.find(one => !isSolvedBefore(one)) ?? exercises[0] ?? null;
  const row = exercise?.row ?? null;
  nameScoringOf(row);
  const legal = row ? inOrder(row.actions) : [];
  const last = tried.at(-1) ?? null;
  const solves = action => row.actions.some(one => one.action === action && isLevel(one));
  const isSolved = last !== null && row !== null && solves(last);
  const isOpen = row && !isSolved && !isShown;
  // Cleared when the position changes, before the next key can be pressed.
  useLayoutEffect(() => {
    setTried([]);
    setShown(false);
    if (exercise) setAt(exercise.key);
  }, [exercise?.key]);

  const answer = action => {
    if (!isOpen) return;
    setTried([...tried, action]);
    if (solves(action)) {
      noteSolved(exercise);
      setSolved(new Set([...solved, exercise.key]));
      say(t('practice.solved'));
    } else {
      say(t('practice.not_yet', { action: actionWords(action) }));
    }
  };
  const step = by => {
    const place = exercises.indexOf(exercise);
    const found = exercises[place + by];
    if (!found) return say(t('review.no_more'));
    setAt(found.key);
    say(t('practice.position', { n: place + by + 1, of: exercises.length }));
  };
  const retry = () => {
    setTried([]);
    setShown(false);
    say(t('practice.again'));
  };
  const digit = useNumber(legal.length, n => answer(legal[n]));
  useKeys({ digit, ']': () => row && step(1), '[': () => row && step(-1), '?': () => setHelp(true) });

  if (refusal?.status === 404) return html`<${GoneReview} />`;
  const players = Math.max(2, ...all.map(one => one.players));
  const who = row ? seatName(row.seat, exercise.players) : '';
  const cards = row && { hand: cardsOf(row.hand), table: cardsOf(row.table), handName: t('table.hand_of', { who }) };
  return html`<main id="main" tabindex="-1" class="practice">
    <${Heading} kind=${t('page.practice')} name=${row ? t('practice.position', { n: exercises.indexOf(exercise) + 1, of: exercises.length }) : t('practice.title')}>
      <p class="facts"><span>${t('practice.solved_count', { n: exercises.filter(isDone).length, of: exercises.length })}</span></p><//>
    <${Gone} link=${link} />
    ${refusal && html`<p class="warning">${wordsOf(refusal)}</p>`}
    <div class="buttons tools">
      <label>${t('review.seat')} <select onChange=${event => { setSeat(event.currentTarget.value === '' ? null : Number(event.currentTarget.value)); setAt(null); }}>
        <option value="" selected=${seat === null}>${t('review.all_seats')}</option>
        ${Array.from({ length: players }, (_, one) => html`<option key=${one} value=${one} selected=${seat === one}>${seatName(one, players)}</option>`)}</select></label>
      <button type="button" onClick=${() => row && step(-1)}>${t('practice.previous')} <kbd aria-hidden="true">[</kbd></button>
      <button type="button" onClick=${() => row && step(1)}>${t('practice.next')} <kbd aria-hidden="true">]</kbd></button>
      <a class="button" href=${back}>${t('practice.back')}</a>
      <button type="button" onClick=${() => setHelp(true)}>${t('keys.title')} <kbd aria-hidden="true">?</kbd></button>
    </div>
    ${!row && html`<p class="muted">${!isLoading ? t('practice.none') : state ? t(`state.${state}`) : t('page.loading')}</p>`}
    ${row && html`<div class="columns"><div class="main">
      <p class="big">${t('practice.task', { who, turn: row.turn + 1, rules: title(row.rules) })} ${isDone(exercise) && html`<span class="chip">${t('practice.done')}</span>`}</p>
      ${isOpen ? html`<${Board} key=${exercise.key} ...${cards} legal=${legal} onAct=${answer} />`
    : html`<${StillBoard} ...${cards} marks=${marksOf(row.played, row.best)} />`}
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
    <div class="side">${isOpen ? html`<${Actions} legal=${legal} onAct=${answer} title=${t('practice.actions')} isOpen=${true} />` : html`<${Answer} row=${row} review=${exercise.review} />`}
      <${Counts} moment=${countsOf(row)} players=${exercise.players} /></div></div>`}
    ${isHelp && html`<${KeysHelp} close=${() => setHelp(false)} rows=${[...cardKeys(), [['[', ']'], t('keys.exercises')], [['?'], t('keys.help')]]} />`}
  </main>`;
}

/** The action played, the best one, and the reasons. */
function Answer({ row, review }) {
  return html`<div class="answer">
    <p>${t('review.played')}: <${Drawn} action=${parse(row.played)} /><span class="unseen">${actionWords(row.played)}</span> · ${t('review.lost', { loss: lossWords(row) })}</p>
    <p>${t('review.best')}: <${Drawn} action=${parse(row.best)} /><span class="unseen">${actionWords(row.best)}</span></p>
    ${kindsText(row.kinds) && html`<p><b>${t('review.why')}</b> ${kindsText(row.kinds, 4)}</p>`}
    <p><a class="button" href=${`${to(`/review/${review}`)}#at=${row.line}.${row.turn}`}>${t('practice.in_review')}</a></p>
  </div>`;
}
