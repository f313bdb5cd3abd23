//! The voice of the lesson at the table: what to do now, and what the points were.

import { html, useEffect } from './preact.js';
import { to } from './api.js';
import { say } from './live.js';
import { LESSONS } from './learn.js';
import { number, t } from './words.js';

/** The points of the hand, kind by kind, for the side of the person. */
function explained({ result, rules, seat }) {
  const own = seat % rules.sides;
  const [mine, theirs] = [result.sides[own], result.sides[1 - own]];
  const winner = kind => (mine.points[kind] ? t('lesson.yours') : theirs.points[kind] ? t('lesson.theirs') : t('lesson.nobody'));
  const shown = value => (value === null ? '–' : number(value ?? 0));
  const both = (first, second) => ({ mine: shown(first), theirs: shown(second) });
  return [
    ['cards', t('lesson.score_cards', both(mine.cards, theirs.cards)), winner('cards')],
    ['coins', t('lesson.score_coins', both(mine.suit, theirs.suit)), winner('suit')],
    ['settebello', t('lesson.score_settebello'), winner('single')],
    ['prime', t('lesson.score_prime', both(mine.prime, theirs.prime)), winner('prime')],
    ['sweeps', t('lesson.score_sweeps', both(mine.points.sweeps, theirs.points.sweeps)), ''],
  ];
}

/** `lesson` is the number of the hand; `onHint` asks for a hint, which the table shows on the cards. */
export function Coach({ lesson, table, hint, onHint }) {
  const isOver = table.phase !== 'play';
  const isDue = !isOver && table.to_act === table.seat;
  const next = lesson < LESSONS ? to('/learn', { lesson: lesson + 1 }) : to('/');
  useEffect(() => {
    if (isDue && !hint) onHint();
  }, [isDue, table.log.length]);
  const words = isOver ? t('lesson.over') : isDue ? t('lesson.turn') : t('lesson.wait');
  useEffect(() => say(words), [words]);
  return html`<section class="coach" aria-label=${t('page.learn')}>
    <p><b>${t('lesson.number', { n: lesson, of: LESSONS })}</b> ${words}</p>
    ${isOver && table.result && html`<ul>${explained(table).map(([kind, line, who]) => html`<li key=${kind}>${line} ${who && html`<b>${who}</b>`}</li>`)}</ul>`}
    <a class=${isOver ? 'button primary' : 'button'} href=${next}>${!isOver ? t('lesson.skip') : lesson < LESSONS ? t('lesson.next') : t('lesson.done')}</a>
  </section>`;
}
