//! The table cards and the hand cards of one seat, for choosing a play.

import { html, useLayoutEffect, useRef, useState } from './preact.js';
import { Drawn, Face, Still, useNarrow } from './cards.js';
import { useDrag } from './drag.js';
import { say } from './live.js';
import { dropped, isDeclaring, options, parse } from './picker.js';
import { onArrow, settle } from './rove.js';
import { actionWords, cardName, cardNames, t } from './words.js';

/**
 * The playing area. `plates` are the other seats, drawn around the table. `hand` and `table` are cards. `legal` are
 * the possible actions, empty if it is another seat's turn. `onAct(text)` plays one.
 */
export function Board({ hand, table, legal, plates = null, handName, onAct, fresh = null, below = null, waiting = null }) {
  const root = useRef(null);
  const isNarrow = useNarrow();
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
    const name = cardName(card);
    if (!captures.length) tell(t('pick.only_lay', { card: name }));
    else if (captures.length === 1) tell(t('pick.one_capture', { card: name, cards: cardNames(captures[0].takes) }));
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
    if (captures.length) tell(t('pick.must_capture', { card: cardName(card) }));
  };
  const onTable = (card, from = picked, before = chosen) => {
    if (isShut()) return;
    if (!from) return tell(t('pick.hand_first'));
    if (before.includes(card)) return setChosen(before.filter(one => one !== card));
    if (!options(legal, from, before).offered.has(card)) return tell(t('pick.no_capture', { card: cardName(card) }));
    const next = [...before, card];
    const found = options(legal, from, next);
    if (found.ready) return act(found.ready);
    setChosen(next);
    if (found.confirm) tell(t('pick.confirm_or_more', { cards: cardNames(next) }));
    else tell(t('pick.more', { cards: cardNames(next) }));
  };
  const { drag, handlers } = useDrag((card, over) => {
    if (isShut()) return;
    const action = dropped(legal, card, over);
    if (action) return act(action);
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

  return html`<div class="arena" ref=${root} onKeyDown=${onKeyDown}>
    ${plates}
    <section class=${drag?.isOver ? 'felt over' : 'felt'} data-felt aria-label=${t('table.felt')}>
      <div class="cards" role="group" data-group aria-label=${t('table.cards', { n: table.length })}>
        ${table.map(card => html`<button key=${card} type="button" data-rove data-table=${card}
            class=${`card ${chosen.includes(card) ? 'chosen' : ''} ${isLit(card) ? 'lit' : ''} ${card === fresh ? 'fresh' : ''}`}
            aria-label=${cardName(card)} aria-pressed=${chosen.includes(card)} onClick=${() => onTable(card)}>
          <${Face} card=${card} isPhone=${isNarrow} />
        </button>`)}
        ${found?.lay && html`<button key="ghost" type="button" data-rove class=${`card ghost ${meant?.kind === 'lay' ? 'lit' : ''}`}
            aria-label=${actionWords(found.lay.text)} onClick=${() => act(found.lay)}>
          <${Face} card=${held} isPhone=${isNarrow} /><span class="badge" aria-hidden="true">${t('pick.lay')}</span>
        </button>`}
      </div>
      ${!table.length && !found?.lay && html`<p class="empty">${t('table.empty')}</p>`}
      <div class="bar">
        ${found?.confirm && !drag && html`<button type="button" class="primary" onClick=${() => act(found.confirm)}>${t('pick.confirm')}</button>`}
        ${isDeclaring(legal) && legal.map(text => html`<button key=${text} type="button" class="declare" onClick=${() => onAct(text)}>
          <${Drawn} action=${parse(text)} /><span class="unseen">${actionWords(text)}</span></button>`)}
        <p class="message">${message}</p>
      </div>
    </section>
    ${below}
    <section class="hand" aria-label=${handName}>
      <div class="cards" role="group" data-group aria-label=${`${handName}: ${t('cards.count', { n: hand.length })}`}>
        ${hand.map(card => html`<button key=${card} type="button" data-rove data-hand=${card}
            class=${`card ${card === picked ? 'chosen' : ''} ${card === drag?.card ? 'away' : ''} ${legal.length ? '' : 'resting'}`}
            aria-label=${cardName(card)} aria-pressed=${card === picked} ...${handlers(card)}
            onClick=${event => onHand(card, event)} onDblClick=${() => onLay(card)}>
          <${Face} card=${card} isPhone=${isNarrow} />
        </button>`)}
      </div>
    </section>
    ${drag && html`<span class="card dragged" style=${{ transform: `translate(${drag.x}px, ${drag.y}px) translate(-50%, -60%)` }}>
      <${Face} card=${drag.card} isPhone=${isNarrow} />
    </span>`}
  </div>`;
}

/** The same area, read-only. `marks` gives cards a word and a tone: `{ '7d': ['played', 'bad'] }`. */
export function StillBoard({ hand, table, plates = null, handName, marks = {}, below = null, fresh = null }) {
  const isNarrow = useNarrow();
  const cards = list => list.map(card => html`<${Still} key=${card} card=${card} isPhone=${isNarrow}
    mark=${marks[card]?.[0]} tone=${`${marks[card]?.[1] ?? ''} ${card === fresh ? 'fresh' : ''}`} />`);
  return html`<div class="arena">
    ${plates}
    <section class="felt" aria-label=${t('table.felt')}>
      <div class="cards">${cards(table)}</div>
      ${!table.length && html`<p class="empty">${t('table.empty')}</p>`}
    </section>
    ${below}
    ${hand && html`<section class="hand" aria-label=${handName}><p class="caption">${handName}</p><div class="cards">${cards(hand)}</div></section>`}
  </div>`;
}
