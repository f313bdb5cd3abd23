//! The table cards and the hand cards of one seat, for choosing a play.

import { html, useLayoutEffect, useRef, useState } from './preact.js';
import { Loss } from './advice.js';
import { Arena } from './arena.js';
import { Face, Still, useNarrow } from './cards.js';
import { Declare } from './declare.js';
import { useDrag } from './drag.js';
import { hold } from './flight.js';
import { say } from './live.js';
import { dropped, isDeclaring, options, parse } from './picker.js';
import { onArrow, settle } from './rove.js';
import { useSlots } from './slots.js';
import { actionWords, cardName, t, theCard, theCards } from './words.js';

/** The card that is wild in declarations. */
const MATTA = '7c';

/** A card's name; that of the matta with the value that it was declared as. */
const nameOf = (card, matta) => (card === MATTA && matta !== null ? t('card.matta', { card: cardName(card), n: matta }) : cardName(card));

const Badge = ({ card, matta }) => card === MATTA && matta !== null && html`<span class="badge matta" aria-hidden="true">= ${matta}</span>`;

/**
 * The playing area. `plates` are the other seats, drawn around the table. `hand` and `table` are cards; the hand has at
 * most `most`. `legal` are the possible actions, empty if it is another seat's turn. `onAct(text)` plays one. `status`
 * says whose turn it is, `waiting` why nothing can be chosen. `advice` is that of a hint. `matta` is the declared value of the matta.
 */
export function Board({ hand, table, legal, plates, stock, foot, handName, onAct, fresh = null, matta = null, most = hand.length, status = null, waiting = null, advice = null }) {
  const root = useRef(null);
  const isNarrow = useNarrow();
  const slots = useSlots(hand);
  const [picked, setPicked] = useState(null);
  const [chosen, setChosen] = useState([]);
  const [message, setMessage] = useState('');
  const turn = legal.join('|');

  // Clears the choice when the cards change, before another one can be made.
  useLayoutEffect(() => {
    setPicked(null);
    setChosen([]);
    setMessage('');
  }, [turn, hand.join(' '), table.join(' ')]);
  useLayoutEffect(() => settle(root.current));

  const tell = words => {
    const text = words.charAt(0).toUpperCase() + words.slice(1);
    setMessage(text);
    say(text);
  };
  const clear = () => {
    setPicked(null);
    setChosen([]);
    setMessage('');
  };
  const act = action => {
    clear();
    onAct(action.text);
  };
  /** Says why no card can be chosen, if that is so. */
  const isShut = () => {
    if (!legal.length) tell(waiting ?? t('pick.not_your_turn'));
    else if (isDeclaring(legal)) tell(t('pick.declare_first'));
    else return false;
    return true;
  };
  const pick = card => {
    setPicked(card);
    setChosen([]);
    const { lay, captures } = options(legal, card, []);
    const name = theCard(card);
    if (!captures.length) tell(t('pick.only_lay', { card: name }));
    else if (captures.length === 1) tell(t('pick.one_capture', { card: name, cards: theCards(captures[0].takes), n: captures[0].takes.length }));
    else tell(t('pick.captures', { card: name, n: captures.length }) + (lay ? ` ${t('pick.or_lay')}` : ''));
  };
  const onHand = (card, event) => {
    if (isShut()) return;
    if (card !== picked) return pick(card);
    const { plays } = options(legal, card, []);
    const isKeyboard = event.detail === 0;
    if (isKeyboard && plays.length === 1) act(plays[0]);
    else if (!isKeyboard || !chosen.length) clear();
  };
  const onLay = card => {
    if (isShut()) return;
    const { lay, captures } = options(legal, card, []);
    if (lay) return act(lay);
    pick(card);
    if (captures.length) tell(t('pick.must_capture', { card: theCard(card) }));
  };
  const onTable = (card, from = picked, before = chosen) => {
    if (isShut()) return;
    if (!from) return tell(t('pick.hand_first'));
    if (before.includes(card)) return setChosen(before.filter(one => one !== card));
    if (!options(legal, from, before).offered.has(card)) return tell(t('pick.no_capture', { card: theCard(card) }));
    const next = [...before, card];
    const found = options(legal, from, next);
    if (found.ready) return act(found.ready);
    setChosen(next);
    if (found.confirm) tell(t('pick.confirm_or_more', { cards: theCards(next) }));
    else tell(t('pick.more', { cards: theCards(next) }));
  };
  const { drag, handlers } = useDrag((card, over) => {
    if (isShut()) return;
    const action = dropped(legal, card, over);
    if (action) {
      hold(card);
      return act(action);
    }
    pick(card);
    if (over) onTable(over, card, []);
  });

  const held = drag?.card ?? picked;
  const found = held ? options(legal, held, drag ? [] : chosen) : null;
  const meant = drag?.isOver ? dropped(legal, drag.card, drag.over) : null;
  const isLit = card => (drag ? Boolean(meant?.takes.includes(card)) : Boolean(found?.offered.has(card)) && !chosen.includes(card));
  const onKeyDown = event => {
    if (event.key === 'Escape' && picked) {
      event.preventDefault();
      clear();
    } else {
      onArrow(event);
    }
  };

  const tableCards = [
    ...table.map(card => html`<button key=${card} type="button" data-rove data-table=${card} data-card=${card}
        class=${`card ${chosen.includes(card) ? 'chosen' : ''} ${isLit(card) ? 'lit' : ''} ${card === fresh ? 'fresh' : ''} ${advice?.takes.has(card) ? 'advised' : ''}`}
        aria-label=${nameOf(card, matta)} aria-pressed=${chosen.includes(card)} onClick=${() => onTable(card)}>
      <${Face} card=${card} isPhone=${isNarrow} /><${Badge} card=${card} matta=${matta} />
    </button>`),
    found?.lay && html`<button key="ghost" type="button" data-rove class=${`card ghost ${meant?.kind === 'lay' ? 'lit' : ''}`}
        aria-label=${actionWords(found.lay.text)} onClick=${() => act(found.lay)}>
      <${Face} card=${held} isPhone=${isNarrow} /><span class="badge" aria-hidden="true">${t('pick.lay')}</span>
    </button>`,
  ];
  const handCards = slots.map((card, at) => (hand.includes(card) ? html`<button key=${card} type="button" data-rove data-hand=${card} data-card=${card}
      class=${`card ${card === picked ? 'chosen' : ''} ${card === drag?.card ? 'away' : ''} ${legal.length ? '' : 'resting'} ${advice?.cards.has(card) ? 'advised' : ''}`}
      aria-label=${nameOf(card, matta)} aria-pressed=${card === picked} ...${handlers(card)}
      onClick=${event => onHand(card, event)} onDblClick=${() => onLay(card)}>
    <${Face} card=${card} isPhone=${isNarrow} /><${Badge} card=${card} matta=${matta} /><${Loss} loss=${advice?.loss(card)} />
  </button>` : html`<span key=${`hole-${at}`} class="card hole"></span>`));
  const bids = legal.filter(text => parse(text).card === null);
  const bar = html`
    ${bids.length > 0 ? html`<div class="declarations"><${Declare} legal=${bids} onAct=${onAct} /></div>` : null}
    <p class="message">${message}</p>
    ${!message && status && (advice || !isDeclaring(legal)) && html`<p class="status">${status}</p>`}
    ${found?.confirm && !drag && html`<button type="button" class="primary" onClick=${() => act(found.confirm)}>${t('pick.confirm')}</button>`}`;

  return html`<${Arena} root=${root} onKeyDown=${onKeyDown} plates=${plates} stock=${stock} foot=${foot} isOver=${drag?.isOver} isAdvised=${advice?.isLaid}
      table=${tableCards} count=${table.length + (found?.lay ? 1 : 0)} most=${most} bar=${bar}
      hand=${handCards} handName=${handName} handCount=${hand.length}>
    ${drag && html`<span class="card dragged" style=${{ transform: `translate(${drag.x}px, ${drag.y}px) translate(-50%, -60%)` }}>
      <${Face} card=${drag.card} isPhone=${isNarrow} />
    </span>`}
  <//>`;
}

/** The same area, read-only. `marks` gives cards a word and a tone: `{ '7d': ['played', 'bad'] }`. */
export function StillBoard({ hand, table, plates, stock, foot, bar, handName, marks = {}, fresh = null, matta = null, most = hand?.length ?? 0, advice = null }) {
  const isNarrow = useNarrow();
  const cards = (list, advised) => list.map(card => html`<${Still} key=${card} card=${card} isPhone=${isNarrow}
    mark=${marks[card]?.[0] ?? (card === MATTA && matta !== null ? `= ${matta}` : null)} tone=${`${marks[card]?.[1] ?? ''} ${card === fresh ? 'fresh' : ''} ${advised?.has(card) ? 'advised' : ''}`} />`);
  return html`<${Arena} plates=${plates} stock=${stock} foot=${foot} isAdvised=${advice?.isLaid} table=${cards(table, advice?.takes)} count=${table.length} most=${most}
    bar=${bar} hand=${hand && cards(hand, advice?.cards)} handName=${handName} handCount=${hand?.length} />`;
}
