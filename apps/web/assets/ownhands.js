//! The person's own hands: how much they lost over time, reviews of new ones, practice of all mistakes.

import { html, useEffect, useState } from './preact.js';
import { to, wordsOf } from './api.js';
import { say } from './live.js';
import { forgetHands, isKeeping, ownHands, refreshLosses, reviewNew, setKeeping } from './own.js';
import { OwnTime } from './owntime.js';
import { t } from './words.js';

export function OwnHands() {
  const [hands, setHands] = useState(ownHands);
  const [isOn, setOn] = useState(isKeeping);
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    refreshLosses().then(() => setHands(ownHands())).catch(() => {});
  }, []);
  const review = async () => {
    try {
      setTrouble('');
      location.assign(to(`/review/${await reviewNew()}`));
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    }
  };
  const toggle = event => {
    setKeeping(event.currentTarget.checked);
    setOn(event.currentTarget.checked);
  };
  const forget = () => {
    forgetHands();
    setHands([]);
    say(t('own.forgotten'));
  };
  const waiting = hands.filter(hand => !hand.review).length;
  const judged = hands.filter(hand => hand.loss);
  return html`<section class="panel own"><h2>${t('own.title')}</h2>
    <p class="muted">${hands.length ? t('own.count', { n: hands.length }) : t('own.none')}</p>
    <${OwnTime} hands=${judged} />
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <div class="buttons">
      ${waiting > 0 && html`<button type="button" class="primary" onClick=${review}>${t('own.review', { n: waiting })}</button>`}
      ${judged.length > 0 && html`<a class="button" href=${to('/practice/own')}>${t('own.practice')}</a>`}
      ${hands.length > 0 && html`<button type="button" onClick=${forget}>${t('own.forget')}</button>`}
    </div>
    <label class="check"><input type="checkbox" checked=${isOn} onChange=${toggle} /> ${t('own.keep')}</label>
  </section>`;
}
