//! The score of the match, and results in words.

import { html } from './preact.js';
import { forfeitWords } from './ending.js';
import { offenceWords } from './offence.js';
import { list, seatsOf, seatTitle, sideTitle, t } from './words.js';

/** The line with the score of the match. */
export function MatchLine({ table }) {
  const { match } = table;
  const names = match.scores.map((_, side) => sideTitle(table, side));
  if (!match.is_match) return html`<span>${t('match.single')}</span>`;
  return html`<span>${t('match.hand', { n: match.hands + 1 })}</span>
    <span class="scores">${match.scores.map((points, side) => html`<span key=${side}>${names[side]} <b>${points}</b></span>`)}</span>
    <span class="muted">${match.limit ? t('match.limit', { n: match.limit }) : match.last_hand ? t('match.last_hand', { n: match.last_hand }) : ''}</span>`;
}

/** The sides with most points. */
const leaders = totals => totals.flatMap((points, side) => (points === Math.max(...totals) ? [side] : []));

/** Who wins the hand or the match (`what`), and how: "You win the hand 6–0." */
function winWords(table, what, totals, winner) {
  if (winner === null) return t(`win.${what}_level`, { n: Math.max(...totals) });
  const { players, sides } = table.rules;
  const seats = seatsOf(winner, players, sides);
  const form = seats.includes(table.seat) ? (seats.length > 1 ? 'we' : 'you') : seats.length > 1 ? 'they' : 'one';
  const score = sides === 2 ? `${totals[winner]}–${totals[1 - winner]}` : `${totals[winner]}`;
  return t(`win.${what}_${form}`, { side: list(seats.map(seat => seatTitle(table, seat))), score });
}

/** The end of a hand or a match in sentences; the first one says who wins. */
export function endWords(table) {
  const { result, match } = table;
  const why = table.offence ? offenceWords(table) : table.forfeit ? forfeitWords(table)
    : result && result.shutout !== null ? t('result.shutout', { side: sideTitle(table, result.shutout) }) : '';
  const best = result ? leaders(result.sides.map(({ total }) => total)) : [];
  const hand = result && winWords(table, 'hand', result.sides.map(({ total }) => total), best.length === 1 ? best[0] : null);
  const end = match.end && (match.end.winner !== null || !table.forfeit) && winWords(table, 'match', match.scores, match.end.winner);
  return [end || (result?.shutout === null ? hand : null), why, end && result ? hand : null].filter(Boolean);
}
