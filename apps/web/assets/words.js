//! The texts of the page: strings by key in the chosen language, numbers, and the names of cards, seats and actions.

import { parse } from './picker.js';
import { namesOf } from './players.js';

/** Prefixes of keys that are assembled at run time. All other keys appear verbatim in the code. */
export const DYNAMIC = ['rank.', 'suit.', 'seat.', 'kind.', 'said.', 'sign.', 'method.', 'state.', 'grade.', 'headline.', 'error.', 'offence.', 'speed.', 'thirdperson.', 'you.', 'deck.', 'forfeit.', 'game.', 'level.', 'position.', 'lesson.', 'win.', 'likely.', 'tournament.'];

const COMPASS = { 2: ['south', 'north'], 3: ['south', 'east', 'west'], 4: ['south', 'east', 'north', 'west'] };
const SETTEBELLO = '7d';
const RANKS = { italian40: 'A234567JQK', bresciane52: 'A23456789TJQK' };
/** Half of a 95 % interval, in standard errors. */
const HALF = 1.96;

let strings = {};
export let language = 'en';

/** Loads the strings of the page's language. */
export async function loadWords() {
  language = document.documentElement.lang === 'it' ? 'it' : 'en';
  const answer = await fetch(new URL(`./${language}.json`, import.meta.url));
  strings = await answer.json();
}

const formats = new Map();

/** A cached formatter of the page's language. */
function format(Kind, options = {}) {
  const name = `${Kind.name} ${JSON.stringify(options)}`;
  if (!formats.has(name)) formats.set(name, new Kind(language, options));
  return formats.get(name);
}

/** Whether there is a string of `key`. */
export const has = key => key in strings;

/** The string of `key`. `{name}` is replaced by a value; `n` picks a form of `one|many`. */
export function t(key, values = {}) {
  let text = strings[key];
  if (text === undefined) return key.slice(key.indexOf('.') + 1).replaceAll('_', ' ');
  const forms = text.split('|');
  if (forms.length === 2) text = format(Intl.PluralRules).select(values.n) === 'one' ? forms[0] : forms[1];
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? plain(values[name]) : whole));
}

const plain = value => (typeof value === 'number' ? number(value) : String(value));

/** A text as a sentence: with a capital. */
export const asSentence = text => text.charAt(0).toUpperCase() + text.slice(1);

/** A number in the format of the language. */
export function number(value, digits = 0) {
  return format(Intl.NumberFormat, { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, Number.isInteger(value) ? 0 : 3) }).format(value);
}

/** A number with its sign. */
export function signed(value, digits = 2) {
  const shown = Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value;
  return format(Intl.NumberFormat, { signDisplay: 'exceptZero', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(shown).replace('-', '−');
}

/** A number with a fixed number of decimals. */
export function fixed(value, digits = 2) {
  return format(Intl.NumberFormat, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** A mean with half its 95 % interval. */
export function around(mean, error, digits = 2) {
  return error > 0 ? `${signed(mean, digits)} ± ${fixed(HALF * error, digits)}` : signed(mean, digits);
}

/** A share as a percentage. */
export function percent(share) {
  return format(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** A day and a time of day; `when` in milliseconds. */
export const dateWords = when => format(Intl.DateTimeFormat, { dateStyle: 'medium', timeStyle: 'short' }).format(when);

/** A list of texts in words. */
export function list(texts) {
  return format(Intl.ListFormat, { type: 'conjunction' }).format(texts);
}

/** A card in words: "seven of coins". */
export function cardName(card) {
  return t('card.name', { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
}

/** A card in a sentence, with its article: "the seven of coins". */
export const theCard = card => t('card.name', { rank: t(`rank.the_${card[0]}`), suit: t(`suit.${card[1]}`) });

/** Cards in words. */
export const cardNames = cards => list(cards.map(cardName));

/** Cards in a sentence, with their articles. */
export const theCards = cards => list(cards.map(theCard));

/** The cards of a text such as "7d Ks". */
export const cardsOf = text => (text ? text.split(' ').filter(Boolean) : []);

/** The ranks and suits of a deck, as the rules name it. */
export function deckOf(deck) {
  if (deck && typeof deck === 'object') return { ranks: [...deck.ranks], suits: [...deck.suits] };
  return { ranks: [...(RANKS[deck] ?? RANKS.italian40)], suits: [...'dcsb'] };
}

let sitters = [];

/** Names the persons and the invented players at the seats of the page's table, each `{ kind, name }`. */
export function nameSeats(seats) {
  const names = namesOf(seats);
  const unnamed = seats.flatMap(({ kind, name }, seat) => (kind === 'person' && !name ? [seat] : []));
  // Beside invented names, a point of the compass would be no name.
  const key = unnamed.length > 1 ? 'seat.player_number' : 'seat.player';
  if (unnamed.length < seats.length) unnamed.forEach((seat, n) => { names[seat] = t(key, { n: n + 1 }); });
  sitters = seats.map(({ kind, name }, seat) => ({ name: names[seat], level: kind === 'person' ? null : agentName(name) }));
}

/** The level of the invented player at a seat; null if there is none. */
export const levelAt = seat => sitters[seat]?.level ?? null;

/** The name of a seat: "You" for that of the reader, who sits there, a point of the compass, or a number at larger tables. */
export function seatName(seat, players, you = null) {
  if (seat === you) return t('seat.you');
  const point = COMPASS[players]?.[seat];
  return sitters[seat]?.name || (point ? t(`seat.${point}`) : t('seat.number', { n: seat + 1 }));
}

/** The name of a seat for the viewer of a table. */
export const seatTitle = (table, seat) => seatName(seat, table.rules.players, table.seat);

/** A text about a seat, for the reader at seat `you`: "You deal." or "{who} deals." */
export const about = (key, seat, { players, you = null }, values = {}) => t(seat === you ? `you.${key}` : key, { who: seatName(seat, players), ...values });

/** The name of a side: its seats, "You–North". */
export const sideName = (side, players, sides, you = null) => seatsOf(side, players, sides).map(seat => seatName(seat, players, you)).join('–');

/** The seats of a side. */
export const seatsOf = (side, players, sides) => Array.from({ length: players }, (_, seat) => seat).filter(seat => seat % sides === side);

/** The name of a side for the viewer of a table. */
export const sideTitle = (table, side) => sideName(side, table.rules.players, table.rules.sides, table.seat);

/** A rule set's name as a title. Own rules have the name that they were given. */
export const title = name => asSentence(t(`game.${name}`));

/** The name of a level, or of another agent. */
export const agentName = name => (`level.${name}` in strings ? t(`level.${name}`) : name);

/** The suit and the single cards that score, if the page knows them. */
export let scoring = { suit: null, single: [] };

/** Names the suit and the single cards that score, if the page knows them. */
export function nameScoring({ suit = null, single = [] }) {
  scoring = { suit, single };
}

/** A kind of points in words. */
export function kindName(kind) {
  if (kind === 'suit' && scoring.suit) return t(`suit.${scoring.suit}`);
  if (kind === 'single' && scoring.single.join() === SETTEBELLO) return t('kind.settebello');
  return t(`kind.${kind}`);
}

/** Kinds of points with their values, the largest first: "sweeps +0.44, prime −0.04". */
export function kindsText(kinds, most = 6) {
  const shown = Object.entries(kinds ?? {}).filter(([, value]) => Math.abs(value) >= 0.005);
  shown.sort((first, second) => Math.abs(second[1]) - Math.abs(first[1]));
  return shown.slice(0, most).map(([kind, value]) => `${kindName(kind)} ${signed(value)}`).join(', ');
}

/** An action in words, for a list of actions. */
export function actionWords(text) {
  const action = parse(text);
  if (action.kind === 'pass') return t('action.pass');
  if (action.kind === 'declare') return t('action.declare', { cards: declared(action) });
  if (action.kind === 'lay') return t('action.lay', { card: theCard(action.card) });
  return t('action.capture', { card: theCard(action.card), cards: theCards(action.takes) });
}

/** A seat's action as a sentence. `viewer` is addressed as "you". */
export function sentence(entry, players, viewer) {
  const action = parse(entry.action);
  const values = {
    who: seatName(entry.seat, players),
    card: action.card ? theCard(action.card) : '',
    cards: action.kind === 'declare' ? declared(action) : theCards(action.takes),
  };
  const said = entry.seat === viewer ? t(`you.${action.kind}`, values) : t(`thirdperson.${action.kind}`, values);
  const marks = (entry.marks ?? []).map(markName);
  return marks.length ? `${said} ${marks.join(' ')}` : said;
}

/** A seat's action and the automatic declarations that follow it, as sentences. */
export const sentences = (entry, players, viewer) => [entry, ...(entry.shown ?? [])].map(one => sentence(one, players, viewer));

const BONUSES = ['three', 'poor_mans', 'ten'];

/** The special events of a play: "Sweep!" */
export function markName(mark) {
  const [word, what] = mark.split(' ');
  if (BONUSES.includes(word)) return t(`said.bonus_${word}`, { n: Number(what) });
  return what ? t('said.single', { card: theCard(what) }) : t(`said.${word}`);
}

function declared(action) {
  const names = action.cards.map(card => (card === action.matta ? t('card.as', { card: theCard(card), n: action.value }) : theCard(card)));
  return list(names);
}
