//! The table cards and the hand cards of one seat, for choosing a play.

import { html, useLayoutEffect, useRef, useState } from './preact.js';
import { Loss, lossWords } from './advice.js';
import { Arena, useSmall } from './arena.js';
import { Face, Still } from './cards.js';
import { Declare, useBids } from './declare.js';
import { useDrag } from './drag.js';
import { hold } from './flight.js';
import { say } from './live.js';
import { dropped, isDeclaring, options, playable } from './picker.js';
import { onArrow, settle } from './rove.js';
import { useSlots } from './slots.js';
import { actionWords, asSentence, cardName, t, theCard, theCards } from './words.js';

/** The card that is wild in declarations. */
const MATTA = '7c';

/** A card's name; that of the matta with the value that it was declared as. */
const nameOf = (card, matta) => (card === MATTA && matta !== null ? t('card.matta', { card: cardName(card), n: matta }) : cardName(card));

/** The declarations among legal actions whose points are not told. */
const bidsOf = legal => legal.filter(text => text.startsWith('declare ')).map(action => ({ action, marks: [] }));

const Badge = ({ card, matta }) => card === MATTA && matta !== null && html`<span class="badge matta" aria-hidden="true">= ${matta}</span>`;

/**
 * The playing area. `plates` are the other seats, drawn around the table. `hand` and `table` are cards; the hand has at
 * most `most`. `legal` are the possible actions, empty if it is another seat's turn; `bids` the declarations among them.
 * `onAct(text)` plays one. `status` says whose turn it is, `waiting` why nothing can be chosen. `advice` is that of a
 * hint. `matta` is the declared value of the matta, `declared` are the cards that the seat declared.
 */
export function Board({ hand, table, legal, plates, stock, foot, handName, onAct, bids = bidsOf(legal), declared = [], fresh = null, matta = null, most = hand.length, status = null, waiting = null, advice = null }) {
  const root = useRef(null);
  const small = useSmall(root, table.length, most);
  const slots = useSlots(hand, legal.length > 0);
  const bid = useBids(bids);
  const free = playable(legal);
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
    const text = asSentence(words);
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
    const { plays, lay, captures } = options(legal, card, []);
    const name = theCard(card);
    if (!plays.length) tell(t(free.every(one => declared.includes(one)) ? 'pick.declared_first' : 'pick.waits', { card: name, cards: theCards(free) }));
    else if (!captures.length) tell(t('pick.only_lay', { card: name }));
    else if (captures.length === 1) tell(t('pick.one_capture', { card: name, cards: theCards(captures[0].takes), n: captures[0].takes.length }));
    else tell(t('pick.captures', { card: name, n: captures.length }) + (lay ? ` ${t('pick.or_lay')}` : ''));
  };
  const onBid = card => {
    if (bid.has(card)) bid.pick(card);
    else tell(t('declare.none', { card: theCard(card) }));
  };
  const onHand = (card, event) => {
    if (bid.isAny) return onBid(card);
    if (isShut()) return;
    if (card !== picked) return pick(card);
    const { plays } = options(legal, card, []);
    const isKeyboard = event.detail === 0;
    if (isKeyboard && plays.length === 1) act(plays[0]);
    else if (!isKeyboard || !chosen.length) clear();
  };
  const onLay = card => {
    if (bid.isAny || isShut()) return;
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
  // A hint to lay shows the card where it would lie.
  const lay = held ? found.lay : advice?.isLaid ? options(legal, advice.card, []).lay : null;
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
      <${Face} card=${card} isPhone=${small.table} /><${Badge} card=${card} matta=${matta} />
    </button>`),
    lay && html`<button key="ghost" type="button" data-rove class=${`card ghost ${meant?.kind === 'lay' ? 'lit' : ''} ${held ? '' : 'advised'}`}
        aria-label=${actionWords(lay.text)} onClick=${() => act(lay)}>
      <${Face} card=${lay.card} isPhone=${small.table} /><span class="badge" aria-hidden="true">${t('pick.lay')}</span>
    </button>`,
  ];
  const isChosen = card => (bid.isAny ? bid.cards.includes(card) : card === picked);
  const isBarred = card => (bid.isAny ? !bid.offered.has(card) : free.length > 0 && !free.includes(card));
  const handNames = card => [nameOf(card, matta), lossWords(advice?.loss(card))].filter(Boolean).join(', ');
  const handCards = slots.map((card, at) => (hand.includes(card) ? html`<button key=${card} type="button" data-rove data-hand=${card} data-card=${card}
      class=${`card ${isChosen(card) ? 'chosen' : ''} ${isBarred(card) ? 'barred' : ''} ${card === drag?.card ? 'away' : ''} ${legal.length ? '' : 'resting'} ${advice?.cards.has(card) ? 'advised' : ''}`}
      aria-label=${handNames(card)} aria-disabled=${isBarred(card)} aria-pressed=${isChosen(card)} ...${handlers(card)}
      onClick=${event => onHand(card, event)} onDblClick=${() => onLay(card)}>
    <${Face} card=${card} isPhone=${small.hand} /><${Badge} card=${card} matta=${matta} /><${Loss} loss=${advice?.loss(card)} />
  </button>` : html`<span key=${`hole-${at}`} class="card hole"></span>`));
  const bar = html`
    ${bid.isAny && html`<${Declare} bids=${bid} onAct=${onAct} />`}
    <p class="message">${message}</p>
    ${!message && status && (advice || !isDeclaring(legal)) && html`<p class="status">${status}</p>`}
    ${found?.confirm && !drag && html`<button type="button" class="primary" onClick=${() => act(found.confirm)}>${t('pick.confirm')}</button>`}`;

  return html`<${Arena} root=${root} onKeyDown=${onKeyDown} plates=${plates} stock=${stock} foot=${foot} isOver=${drag?.isOver} small=${small}
      table=${tableCards} count=${table.length + (lay ? 1 : 0)} most=${most} bar=${bar}
      hand=${handCards} handName=${handName} handCount=${hand.length}>
    ${drag && html`<span class="card dragged" style=${{ transform: `translate(${drag.x}px, ${drag.y}px) translate(-50%, -60%)` }}>
      <${Face} card=${drag.card} isPhone=${small.hand} />
    </span>`}
  <//>`;
}

/** The same area, read-only. `marks` gives cards a word and a tone: `{ '7d': ['played', 'bad'] }`. */
export function StillBoard({ hand, table, plates, stock, foot, bar, handName, marks = {}, fresh = null, matta = null, most = hand?.length ?? 0, advice = null }) {
  const root = useRef(null);
  const small = useSmall(root, table.length, most);
  const cards = (list, advised, isPhone) => list.map(card => html`<${Still} key=${card} card=${card} isPhone=${isPhone}
    mark=${marks[card]?.[0] ?? (card === MATTA && matta !== null ? `= ${matta}` : null)} tone=${`${marks[card]?.[1] ?? ''} ${card === fresh ? 'fresh' : ''} ${advised?.has(card) ? 'advised' : ''}`} />`);
  const ghost = advice?.isLaid && html`<${Still} key="ghost" card=${advice.card} isPhone=${small.table} mark=${t('pick.lay')} tone="ghost advised" />`;
  return html`<${Arena} root=${root} small=${small} plates=${plates} stock=${stock} foot=${foot} table=${[...cards(table, advice?.takes, small.table), ghost]} count=${table.length + (ghost ? 1 : 0)} most=${most}
    bar=${bar} hand=${hand && cards(hand, advice?.cards, small.hand)} handName=${handName} handCount=${hand?.length} />`;
}
