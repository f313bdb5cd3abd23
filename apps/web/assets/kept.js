//! The reviews that the server keeps.

import { html, useEffect, useState } from './preact.js';
import { get, remove, to, wordsOf } from './api.js';
import { gradeOf } from './figures.js';
import { say } from './live.js';
import { dateWords, fixed, t, title } from './words.js';

/** The labels of the kept reviews, newest first. */
export const keptReviews = async () => (await get('/api/reviews')).filter(one => one.state !== 'failed');

/** Number of reviews in the list at first. */
const FIRST = 12;

export function Kept() {
  const [all, setAll] = useState(null);
  const [most, setMost] = useState(FIRST);
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    keptReviews().then(setAll).catch(refusal => setTrouble(wordsOf(refusal)));
  }, []);
  const drop = async id => {
    try {
      await remove(`/api/reviews/${id}`);
      setAll(all.filter(one => one.id !== id));
      say(t('kept.dropped'));
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
    }
  };
  return html`<section class="panel kept"><h2>${t('kept.title')}</h2>
    ${trouble && html`<p class="warning">${trouble}</p>`}
    ${all && !all.length && html`<p class="muted">${t('kept.none')}</p>`}
    ${all?.length > 0 && html`<ul>${all.slice(0, most).map(one => html`<li key=${one.id}>
      <a class="button" href=${to(`/review/${one.id}`, { seat: one.seat })}>${title(one.title)}, ${t('review.hands', { n: one.of_hands })}</a>
      <small>${dateWords(one.when)} · ${one.state === 'done' ? figures(one) : t(`state.${one.state}`)}</small>
      <button type="button" onClick=${() => drop(one.id)}>${t('kept.drop')}</button></li>`)}</ul>
      ${all.length > most && html`<button type="button" onClick=${() => setMost(all.length)}>${t('review.more', { n: all.length - most })}</button>`}
      <p><a class="button" href=${to('/practice/all')}>${t('kept.practice')}</a></p>`}
  </section>`;
}

/** The mean loss of the person's seat, or of all seats. */
function figures({ seat, summary }) {
  const row = summary && (seat === null ? summary.all : summary.seats[seat]);
  return row ? `${t('kept.rate', { rate: fixed(Math.max(0, row.rate.mean)) })} (${gradeOf(row.rate.mean, summary.seats.length)})` : '';
}
