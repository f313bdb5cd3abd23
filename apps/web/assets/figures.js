//! Mean losses of decisions with intervals, and how good they are in words.

import { SIGNS } from './rows.js';
import { fixed, t } from './words.js';

/** Half of a 95 % interval, in standard errors. */
const HALF = 1.96;
/** Levels, the best first. */
const GRADES = ['excellent', 'strong', 'good', 'fair', 'weak'];
/** The mean loss from which each next level begins, in games of two and of more players (docs/how-to/review.md). */
const FROM = { two: [0.01, 0.02, 0.04, 0.1], more: [0.06, 0.09, 0.16, 0.3] };

/** How good a mean loss is, in words. */
export const gradeOf = (rate, players) => t(`grade.${GRADES[(players === 2 ? FROM.two : FROM.more).filter(from => rate >= from).length]}`);

const sum = (list, field) => list.reduce((total, one) => total + field(one), 0);

/** The losses of some decisions of one hand, in total: points, standard error, count, marks. */
export function lossOf(decisions) {
  const marks = Object.fromEntries(Object.keys(SIGNS).map(sign => [sign, decisions.filter(row => row.mark === sign).length]));
  return { sum: sum(decisions, row => row.loss), error: Math.sqrt(sum(decisions, row => row.standard_error ** 2)), count: decisions.length, marks };
}

/** The mean loss of a decision over hands with its interval: of the search alone for one hand, else with hands as clusters. */
export function meanOf(losses) {
  const count = sum(losses, loss => loss.count);
  const rate = sum(losses, loss => loss.sum) / count;
  const measured = sum(losses, loss => loss.error ** 2);
  const spread = sum(losses, loss => (loss.sum - rate * loss.count) ** 2) * losses.length / Math.max(1, losses.length - 1);
  const half = HALF * Math.sqrt(Math.max(measured, losses.length > 1 ? spread : 0)) / count;
  return { rate, interval: [rate - half, rate + half] };
}

/** A mean loss with its interval. */
export const rateWords = ({ rate, interval }) => t('headline.rate', { rate: fixed(Math.max(0, rate)), low: fixed(interval[0]), high: fixed(interval[1]) });
