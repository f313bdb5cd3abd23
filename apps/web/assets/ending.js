//! How a match has ended: who gave it up or ran out of time, what that costs, and the victory points.

import { html } from './preact.js';
import { seatName, sideTitle, signed, t } from './words.js';

/** Why a person has lost before the end of the hand; empty if nobody has. */
export function forfeitWords({ forfeit, rules, seat }) {
  if (!forfeit) return '';
  const key = forfeit.seat === seat ? `forfeit.you_${forfeit.why}` : `forfeit.${forfeit.why}`;
  return t(key, { who: seatName(forfeit.seat, rules.players) });
}

/** The sum behind a forfeit, and the victory points of the match. */
export function Ending({ table }) {
  const { forfeit, match } = table;
  const side = at => sideTitle(table, at);
  const { award } = match;
  return html`${forfeit && forfeit.margin !== null && html`<p>${t('forfeit.sum', {
    side: side(1 - forfeit.side), before: forfeit.before[1 - forfeit.side], secured: forfeit.secured[1 - forfeit.side], added: forfeit.added,
    other: forfeit.before[forfeit.side], made: forfeit.secured[forfeit.side], margin: forfeit.margin,
  })}</p>`}
  ${award && html`<p class="award">${t('match.award')} ${award.vp.map((points, at) => html`<span key=${at}>${side(at)} <b>${points}</b> <small>(${signed(award.mp[at], 0)})</small> </span>`)}</p>`}`;
}
