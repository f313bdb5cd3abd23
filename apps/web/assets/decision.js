//! One decision as the seat saw it: its cards, the values of its actions, the causes of its loss, the belief, and the
//! button for another try.

import { html, useState } from './preact.js';
import { openTable, post, to, wordsOf } from './api.js';
import { Belief } from './belief.js';
import { StillBoard } from './board.js';
import { Drawn } from './cards.js';
import { say } from './live.js';
import { Panel } from './panel.js';
import { Past } from './log.js';
import { parse } from './picker.js';
import { isMeasured, SIGNS } from './rows.js';
import { usual } from './seatsform.js';
import { CopyField } from './sitting.js';
import { actionWords, around, cardsOf, kindName, kindsText, number, seatName, signed, t } from './words.js';

/** Labels on the cards of the played and the best action. */
export function marksOf(played, best) {
  const cardsIn = text => {
    const { card, takes, cards } = parse(text);
    return new Set([card, ...takes, ...cards].filter(Boolean));
  };
  const marks = {};
  for (const card of cardsIn(played)) marks[card] = [t('review.played'), played === best ? 'best' : 'played'];
  if (played === best) return marks;
  for (const card of cardsIn(best)) marks[card] = marks[card] ? [t('review.both'), 'both'] : [t('review.best'), 'best'];
  return marks;
}

export function Decision({ row, players, record, agents, reviewId, hasLine }) {
  const who = seatName(row.seat, players);
  const isExact = row.method === 'exact';
  const loss = around(row.loss, isExact ? 0 : row.error).replace('+', '');
  const verdict = row.played === row.best ? t('review.was_best') : isMeasured(row) ? t('review.lost', { loss }) : t('review.not_measurable');
  return html`<section id="decision" class="decision panel" aria-labelledby="decision-title">
    <h2 id="decision-title">${hasLine ? t('review.at_hand', { line: row.line, turn: row.turn, who }) : t('review.at', { turn: row.turn, who })}
      ${row.mark && html` <span class="mark">${row.mark}<span class="unseen"> ${t(`sign.${SIGNS[row.mark]}`)}</span></span>`}</h2>
    <p class="big">${verdict} ${(row.tags ?? []).map(tag => html`<span key=${tag} class="chip">${kindName(tag)}</span>`)}</p>
    <p class="pair"><span>${t('review.played')}: <${Drawn} action=${parse(row.played)} /><span class="unseen">${actionWords(row.played)}</span></span>
      ${row.played !== row.best && html`<span>${t('review.best')}: <${Drawn} action=${parse(row.best)} /><span class="unseen">${actionWords(row.best)}</span></span>`}</p>
    ${row.hand !== undefined && html`<${StillBoard} table=${cardsOf(row.table)} hand=${cardsOf(row.hand)} handName=${t('table.hand_of', { who })} marks=${marksOf(row.played, row.best)} />`}
    <${Why} row=${row} />
    <${Values} row=${row} />
    <p class="muted">${t(`method.${row.method}`)} ${row.method === 'search' ? t('review.simulations', { n: number(row.simulations) }) : ''}
      ${row.open_loss !== null && row.open_loss !== undefined ? ` ${t('review.open_loss', { loss: number(row.open_loss) })}` : ''}</p>
    ${row.belief && html`<${Panel} title=${t('belief.title')}><${Belief} belief=${row.belief} players=${players} viewer=${row.seat} /><//>`}
    <${Past} record=${record} turn=${row.turn} />
    ${record && html`<${TryIt} row=${row} players=${players} record=${record} agents=${agents} />
      <${Panel} title=${t('review.line')}><${CopyField} label=${t('review.line_what')} text=${record} /><//>`}
    <p><a class="button" href=${to(`/practice/${reviewId}`, { seat: row.seat })}>${t('review.practice_seat', { who })}</a></p>
  </section>`;
}

/** The loss by kind of points, the significant ones first. */
function Why({ row }) {
  const sure = Object.entries(row.kinds ?? {}).filter(([kind, value]) => Math.abs(value) >= 0.005 && Math.abs(value) > 2 * (row.kind_errors?.[kind] ?? 0));
  if (!sure.length || !isMeasured(row)) return null;
  sure.sort((first, second) => Math.abs(second[1]) - Math.abs(first[1]));
  return html`<p class="why"><b>${t('review.why')}</b> ${sure.map(([kind, value]) => `${kindName(kind)} ${signed(value)}`).join(', ')}</p>`;
}

function Values({ row }) {
  const isExact = row.method === 'exact';
  const actions = [...row.actions].sort((first, second) => first.behind - second.behind);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('review.values')}><table class="values">
    <thead><tr><th scope="col">${t('review.action')}</th><th scope="col">${t('review.value')}</th><th scope="col">${t('review.behind')}</th><th scope="col" class="left">${t('review.kinds')}</th></tr></thead>
    <tbody>${actions.map(one => html`<tr key=${one.action} class=${one.action === row.played ? 'played' : ''}>
      <th scope="row"><${Drawn} action=${parse(one.action)} /><span class="unseen">${actionWords(one.action)}</span>
        ${one.action === row.played && html` <span class="chip">${t('review.played')} ${row.mark ?? ''}</span>`}</th>
      <td>${around(one.value, isExact ? 0 : one.error)}</td>
      <td>${one.action === row.best ? t('hint.best') : around(one.behind, isExact ? 0 : one.behind_error).replace('+', '')}</td>
      <td class="left">${one.kinds ? kindsText(one.kinds, 4) : t('review.dropped')}</td>
    </tr>`)}</tbody></table></div>`;
}

/** Opens a table with this deal, starting at this turn. */
function TryIt({ row, players, record, agents }) {
  const [agent, setAgent] = useState('');
  const [trouble, setTrouble] = useState('');
  const others = agent || usual(agents);
  const play = async () => {
    try {
      openTable(await post('/api/tables', {
        rules: null, seats: Array.from({ length: players }, (_, seat) => (seat === row.seat ? 'person' : others)), seed: null, match: false,
        partners_open: false, auto_declare: false, record, turn: row.turn,
      }));
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    }
  };
  if (!agents.length) return null;
  return html`<div class="buttons try">
    <button type="button" class="primary" onClick=${play}>${t('review.try')}</button>
    <label>${t('review.others')} <select onChange=${event => setAgent(event.currentTarget.value)}>${agents.map(name => html`<option key=${name} value=${name} selected=${name === others}>${name}</option>`)}</select></label>
    ${trouble && html`<p class="warning">${trouble}</p>`}
  </div>`;
}
