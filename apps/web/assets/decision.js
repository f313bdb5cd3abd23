//! One play of a replay in words: what was played and what was best, why, what would follow, and the figures behind.

import { html, useState } from './preact.js';
import { openTable, post, to, wordsOf } from './api.js';
import { Belief } from './belief.js';
import { Drawn } from './cards.js';
import { say } from './live.js';
import { Panel } from './panel.js';
import { parse } from './picker.js';
import { reasons } from './reason.js';
import { isMeasured, SIGNS, toneOf } from './rows.js';
import { PlayerChoice, usual } from './seatsform.js';
import { CopyField } from './sitting.js';
import { about, actionWords, around, fixed, kindName, kindsText, number, percent, t } from './words.js';

/** The loss of a decision with half its interval, without a sign. */
export const lossWords = row => (isMeasured(row) ? around(row.loss, row.method === 'exact' ? 0 : row.standard_error).replace('+', '') : fixed(Math.max(0, row.loss)));

export function Decision({ moments, turn, players, record, agents, reviewId, hasLine, you, nameOf }) {
  const { row } = moments[turn];
  if (!row) return html`<section id="decision" class="decision panel"><h2 id="decision-title">${t('review.end')}</h2></section>`;
  const who = nameOf(row.seat);
  const isChoice = row.actions.length > 1;
  const place = { line: row.line, turn: turn + 1, of: moments.length - 1, who };
  return html`<section id="decision" class="decision panel" aria-labelledby="decision-title">
    <h2 id="decision-title">${hasLine ? t('review.at_hand', place) : t('review.at', place)}
      ${row.mark && html` <span class=${`mark ${toneOf(row)}`}>${row.mark} ${t(`sign.${SIGNS[row.mark]}`)}</span>`}</h2>
    <p class="big">${verdict(row)} ${(row.tags ?? []).map(tag => html`<span key=${tag} class="chip">${kindName(tag)}</span>`)}</p>
    <p class="pair"><span><b aria-hidden="true">▶</b> ${t('review.played')}: <${Drawn} action=${parse(row.played)} /><span class="unseen">${actionWords(row.played)}</span></span>
      ${row.played !== row.best && html`<span><b aria-hidden="true">★</b> ${t('review.best')}: <${Drawn} action=${parse(row.best)} /><span class="unseen">${actionWords(row.best)}</span></span>`}</p>
    ${isChoice && row.chances && isMeasured(row) && html`<p>${t('review.chances', { best: percent(row.chances[0]), played: percent(row.chances[1]) })}</p>`}
    <p class="why">${reasons(moments, turn, { players, you }).join(' ')}</p>
    ${row.said && html`<p class="said">${about('review.in_words', row.seat, { players, you })} “${row.said}”</p>`}
    <${Follows} row=${row} nameOf=${nameOf} />
    ${isChoice && record && html`<${TryIt} row=${row} players=${players} record=${record} agents=${agents} />`}
    ${isChoice && html`<${Panel} title=${t('review.more_figures')}><${Figures} row=${row} players=${players} />
      ${record && html`<${CopyField} label=${t('review.line_what')} text=${record} />`}<//>
    <p><a class="button" href=${to(`/practice/${reviewId}`, { seat: row.seat })}>${about('review.practice_seat', row.seat, { players, you })}</a></p>`}
  </section>`;
}

function verdict(row) {
  if (row.actions.length < 2) return t('method.forced');
  if (row.played === row.best) return t('review.was_best');
  return isMeasured(row) ? t('review.lost', { loss: lossWords(row) }) : t('review.not_measurable');
}

/** Replies that the search gives more rarely, and all after them, are not told. */
const RARE = 0.2;
const told = replies => (replies.some(reply => reply.share < RARE) ? replies.slice(0, replies.findIndex(reply => reply.share < RARE)) : replies);
const likely = share => (share === 1 ? '' : t(`likely.${share >= 0.9 ? 'sure' : share >= 0.5 ? 'probable' : 'perhaps'}`));

/** What the search expects after the action played and after the best one. */
function Follows({ row, nameOf }) {
  const isSame = row.played === row.best;
  const line = (replies, word) => replies.length > 0 && html`<div class="follow"><h3>${word}</h3><ol>
    ${replies.map((reply, at) => html`<li key=${at}><b>${nameOf(reply.seat)}</b> <${Drawn} action=${parse(reply.action)} /><span class="unseen">${actionWords(reply.action)}</span>
      <small>${likely(reply.share)}</small></li>`)}</ol></div>`;
  const [played, best] = [row.follows.played, row.follows.best].map(told);
  if (!played.length && !best.length) return null;
  return html`<div class="follows">${line(played, isSame ? t('review.follows') : t('review.follows_played'))}${!isSame && line(best, t('review.follows_best'))}</div>`;
}

function Figures({ row, players }) {
  return html`<${Values} row=${row} />
    <p class="muted">${t(`method.${row.method}`)} ${row.method === 'search' ? t('review.simulations', { n: number(row.simulations) }) : ''}
      ${row.open_loss !== null && row.open_loss !== undefined ? ` ${t('review.open_loss', { loss: number(row.open_loss) })}` : ''}</p>
    ${row.belief && html`<h3>${t('belief.title')}</h3><${Belief} belief=${row.belief} players=${players} viewer=${row.seat} />`}`;
}

function Values({ row }) {
  const isExact = row.method === 'exact';
  const actions = [...row.actions].sort((first, second) => first.behind - second.behind);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('review.values')}><table class="measured">
    <thead><tr><th scope="col">${t('review.action')}</th><th scope="col">${t('review.value')}</th><th scope="col">${t('review.behind')}</th><th scope="col" class="left">${t('review.kinds')}</th></tr></thead>
    <tbody>${actions.map(one => html`<tr key=${one.action} class=${one.action === row.played ? 'played' : ''}>
      <th scope="row"><${Drawn} action=${parse(one.action)} /><span class="unseen">${actionWords(one.action)}</span>
        ${one.action === row.played && html` <span class="chip">${t('review.played')} ${row.mark ?? ''}</span>`}</th>
      <td>${around(one.value, isExact ? 0 : one.standard_error)}</td>
      <td>${one.action === row.best ? t('hint.best') : around(one.behind, isExact ? 0 : one.behind_standard_error).replace('+', '')}</td>
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
    <${PlayerChoice} label=${t('review.others')} agents=${agents} value=${others} onChange=${setAgent} />
    ${trouble && html`<p class="warning">${trouble}</p>`}
  </div>`;
}
