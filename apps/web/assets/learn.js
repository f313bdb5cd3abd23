//! A lesson of three hands for somebody who has never seen Scopa.

import { html, useEffect, useState } from './preact.js';
import { get, to, wordsOf } from './api.js';
import { Face } from './cards.js';
import { Heading } from './frame.js';
import { startGame } from './newgame.js';
import { Tries } from './try.js';
import { cardName, t } from './words.js';

const TEACHER = 'beginner';
/** Scopa with the cards from ace to seven, three cards each `count` times. */
const short = count => `base = "scopa"\ndeck = { pack = "italian40", ranks = "A234567", suits = "dcsb" }\n[deal]\nrounds = [${Array(count).fill(3)}]\nmisdeal = "none"\n`;
const HANDS = [
  { positions: ['equal', 'sum', 'court', 'single_first', 'lay', 'sweep'], rules: short(2) },
  { positions: ['settebello', 'coins', 'most_cards', 'prime'], rules: short(4) },
  { positions: [], rules: 'scopa' },
];
const RANKS = 'A234567JQK';

/** The number of a hand in the address, from 1. */
export const lessonHere = () => {
  const asked = Number(new URLSearchParams(location.search).get('lesson') ?? 0);
  return asked >= 1 && asked <= HANDS.length ? asked : 0;
};
export const LESSONS = HANDS.length;

export function LearnPage() {
  const [positions, setPositions] = useState(null);
  const [trouble, setTrouble] = useState('');
  const number = lessonHere() || 1;
  const hand = HANDS[number - 1];
  const fail = refusal => setTrouble(wordsOf(refusal));
  useEffect(() => {
    get('/api/rules/scopa/text').then(rules => setPositions(hand.positions.map(name => rules.positions.find(one => one.name === name)))).catch(fail);
  }, []);
  const play = () => {
    setTrouble('');
    startGame({ rules: hand.rules, seats: ['person', TEACHER], match: false }, { lesson: number }).catch(fail);
  };
  const game = html`<section class="panel whole"><h2>${t(`lesson.game_${number}`)}</h2><p>${t(`lesson.game_${number}_what`)}</p>
    <button type="button" class="primary large" onClick=${play}>${t('lesson.play')}</button></section>`;
  return html`<main id="main" tabindex="-1" class="learn">
    <${Heading} kind=${t('lesson.number', { n: number, of: LESSONS })} name=${t(`lesson.title_${number}`)} />
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <p class="lead">${t(`lesson.lead_${number}`)}</p>
    ${number === 1 && html`<${Values} />`}
    ${number === 2 && html`<ul class="counted">${['cards', 'coins', 'settebello', 'prime', 'sweeps'].map(kind => html`<li key=${kind}><b>${t(`lesson.count_${kind}`)}</b> ${t(`lesson.count_${kind}_what`)}</li>`)}</ul>`}
    ${positions ? html`<${Tries} positions=${positions} end=${game} />` : !trouble && html`<p class="muted">${t('page.loading')}</p>`}
    <p class="buttons">${hand.positions.length > 0 && html`<button type="button" onClick=${play}>${t('lesson.to_game')}</button>`}
      ${number < LESSONS && html`<a class="button" href=${to('/learn', { lesson: number + 1 })}>${t('lesson.skip')}</a>`}
      <a class="button" href=${to('/')}>${t('lesson.leave')}</a></p>
  </main>`;
}

/** The cards of a suit with their values. */
function Values() {
  return html`<ol class="rank-values">${[...RANKS].map((rank, at) => html`<li key=${rank}><${Face} card=${`${rank}d`} isPhone=${true} /><b>${at + 1}</b><span class="unseen"> ${cardName(`${rank}d`)}</span></li>`)}</ol>`;
}
