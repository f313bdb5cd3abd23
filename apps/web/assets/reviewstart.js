//! The page without a review: the own hands, the kept reviews, a place for records. Also the page of a review that is
//! gone.

import { html, useEffect, useState } from './preact.js';
import { wordsOf } from './api.js';
import { RecordDrop, openReview } from './drop.js';
import { Heading } from './frame.js';
import { Kept } from './kept.js';
import { OwnHands } from './ownhands.js';
import { unpack } from './share.js';
import { t } from './words.js';

export function ReviewStart() {
  const code = new URLSearchParams(location.hash.slice(1)).get('d');
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    if (!code) return;
    unpack(code).then(openReview).catch(refusal => setTrouble(wordsOf(refusal)));
  }, []);
  return html`<main id="main" tabindex="-1" class="home"><${Heading} kind=${t('page.review')} name=${t('review.start')} />
    ${trouble && html`<p class="warning">${trouble}</p>`}
    ${code && !trouble ? html`<p role="status">${t('review.opening')}</p>` : html`<div class="columns even">
      <div class="main"><${OwnHands} /><${Kept} /></div><div class="side"><${RecordDrop} /></div></div>`}
  </main>`;
}

/** A review that the server does not have any more. */
export function GoneReview() {
  return html`<main id="main" tabindex="-1" class="home"><${Heading} kind=${t('page.review')} name=${t('review.gone')} />
    <p class="warning">${t('review.gone_what')}</p>
    <div class="columns even"><div class="main"><${Kept} /></div><div class="side"><${RecordDrop} /></div></div>
  </main>`;
}
