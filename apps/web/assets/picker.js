//! Choosing an action card by card. It uses only the list of legal actions; this file knows no rules.

/** Splits an action's text into its parts. */
export function parse(text) {
  const words = text.split(' ');
  if (text === 'pass') return { text, kind: 'pass', card: null, takes: [], cards: [] };
  if (words[0] === 'declare') {
    const valued = words.find(word => word.includes('='));
    const [matta, value] = valued ? valued.split('=') : [null, null];
    return { text, kind: 'declare', card: null, takes: [], cards: words.slice(1).map(word => word.split('=')[0]), matta, value: Number(value) };
  }
  const takes = words.slice(2);
  return { text, kind: takes.length ? 'capture' : 'lay', card: words[0], takes, cards: [words[0]] };
}

/** Whether the decision is a declaration. */
export const isDeclaring = legal => legal.length > 0 && legal.every(text => parse(text).card === null);

/** The hand cards that may be played. */
export const playable = legal => [...new Set(legal.map(text => parse(text).card).filter(Boolean))];

/**
 * The options for the hand card `card` after the table cards `chosen`.
 *
 * - `lay`: the action that lays it, or null
 * - `captures`: its captures; `open`: those that contain all chosen cards
 * - `ready`: the capture that remains, if it is the only open one
 * - `confirm`: the capture of exactly the chosen cards, if a larger one is open
 * - `offered`: table cards that belong to an open capture
 */
export function options(legal, card, chosen) {
  const plays = legal.map(parse).filter(action => action.card !== null && action.card === card);
  const captures = plays.filter(action => action.kind === 'capture');
  const open = captures.filter(action => chosen.every(one => action.takes.includes(one)));
  const exact = chosen.length ? open.find(action => action.takes.length === chosen.length) : undefined;
  return {
    plays,
    lay: plays.find(action => action.kind === 'lay') ?? null,
    captures,
    open,
    ready: chosen.length && open.length === 1 ? open[0] : null,
    confirm: exact && open.length > 1 ? exact : null,
    offered: new Set(open.flatMap(action => action.takes)),
  };
}

/**
 * The action for dropping the hand card `card` on the table, over the table card `over` or over none;
 * null if several actions are possible.
 */
export function dropped(legal, card, over) {
  const { lay, captures, open, ready } = options(legal, card, over ? [over] : []);
  if (over && open.length) return ready;
  if (captures.length === 0) return lay;
  return captures.length === 1 && !lay ? captures[0] : null;
}
