//! The panel after an agent's offence: what happened, and the ways to go on.

import { html, useState } from './preact.js';
import { post, to, wordsOf } from './api.js';
import { say } from './live.js';
import { PlayerChoice, usual } from './seatsform.js';
import { seatName, t } from './words.js';

/** The offence in a sentence. */
export const offenceWords = ({ offence, rules }) => t(`offence.${offence.kind}`, { who: seatName(offence.seat, rules.players), n: offence.millis });

/** `agents` may take the seat; `load` shows the table as it goes on. */
export function Offence({ table, seatKey, agents, load }) {
  const { seat, kind, text } = table.offence;
  const [agent, setAgent] = useState('');
  const [trouble, setTrouble] = useState('');
  const chosen = agent || usual(agents.filter(({ name }) => name !== table.seats[seat].name));
  const resume = body => async () => {
    try {
      setTrouble('');
      await post(`/api/tables/${table.id}/resume`, { version: table.version, ...body }, seatKey);
      await load();
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    }
  };
  return html`<section class="after panel" aria-labelledby="offence-title">
    <h2 id="offence-title">${t('offence.title')}</h2>
    <p class="big">${offenceWords(table)}</p>
    ${kind !== 'timeout' && html`<details class="more"><summary>${t('offence.details')}</summary><pre lang="en" tabindex="0">${text}</pre></details>`}
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <div class="buttons">
      <${PlayerChoice} label=${t('offence.agent')} agents=${agents} value=${chosen} onChange=${setAgent} />
      <button type="button" class="primary" onClick=${resume({ how: 'replace', agent: chosen })}>${t('offence.replace')}</button>
    </div>
    <div class="buttons">
      <button type="button" onClick=${resume({ how: 'again' })}>${t('offence.again')}</button>
      ${table.match.is_match && html`<button type="button" onClick=${resume({ how: 'next' })}>${t('offence.next')}</button>`}
      <a class="button" href=${to('/')}>${t('result.new')}</a>
    </div>
  </section>`;
}
