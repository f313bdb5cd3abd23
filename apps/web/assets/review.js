//! The page of a review: a replay of its hands, play by play, with what each decision lost.

import { html, useEffect, useMemo, useRef, useState } from './preact.js';
import { tableAgents } from './after.js';
import { save, to, untilDone, wordsOf } from './api.js';
import { Decision, lossWords } from './decision.js';
import { chosenStyle } from './deck.js';
import { DecisionList } from './decisions.js';
import { Gone, Heading } from './frame.js';
import { Headline } from './headline.js';
import { KeysHelp, useKeys } from './keys.js';
import { say } from './live.js';
import { Margin } from './margin.js';
import { noteLosses, ownSeat, seatsIn } from './own.js';
import { Panel } from './panel.js';
import { momentsOf } from './replay.js';
import { Counts, ReplayBoard } from './replayboard.js';
import { useReview } from './reviewdata.js';
import { GoneReview } from './reviewstart.js';
import { chosen, idOf, next, SIGNS } from './rows.js';
import { isLocal, shareLink } from './share.js';
import { CopyField } from './sitting.js';
import { PlayStrip } from './playstrip.js';
import { Calibration, Story, Summary } from './summary.js';
import { language, nameSeats, seatName, t, title } from './words.js';

/** The place in the address: hand and turn. */
function fromAddress() {
  const [line, turn] = (new URLSearchParams(location.hash.slice(1)).get('at') ?? '').split('.').map(Number);
  return line && Number.isInteger(turn) ? { line, turn } : null;
}

/** The person's seat in a hand: that of the address, else that of the own hand. */
function youAt(id, line) {
  const asked = new URLSearchParams(location.search).get('seat');
  return asked === null || asked === '' ? ownSeat(id, line) : Number(asked);
}

/** Who sat at the seats of all hands; nobody if that differs. */
function sittersOf(id, rows) {
  const all = [...rows.hands.values()].map(hand => seatsIn(id, hand));
  const isSame = all.every(seats => JSON.stringify(seats) === JSON.stringify(all[0]));
  return all.length && isSame ? all[0] : [];
}

export function ReviewPage({ id }) {
  const { progress, rows, records, refusal, link, nameScoringOf } = useReview(id);
  const [wanted, setWanted] = useState(fromAddress);
  const [filter, setFilter] = useState({ seat: null, mark: 0, sort: 'size', line: null });
  const [agents, setAgents] = useState([]);
  const [note, setNote] = useState('');
  const [isHelp, setHelp] = useState(false);
  const shown = useMemo(() => chosen(rows.decisions, filter), [rows, filter]);
  const lines = [...rows.hands.keys()].sort((first, second) => first - second);
  // At first the biggest loss.
  const first = shown[0] ?? rows.plays[0];
  const place = wanted && rows.hands.has(wanted.line) ? wanted : first ? { line: first.line, turn: first.turn } : null;
  const moments = useMemo(() => (place ? momentsOf(rows, place.line) : []), [rows, place?.line]);
  const turn = Math.min(place?.turn ?? 0, moments.length - 1);
  const hand = rows.hands.get(place?.line);
  const you = place ? youAt(id, place.line) : null;
  const nameOf = seat => seatName(seat, hand?.players ?? 2, you);

  const go = (to, words = '') => {
    setWanted(to);
    setNote(words);
    history.replaceState(null, '', `${location.pathname}${location.search}#at=${to.line}.${to.turn}`);
  };
  /** Shows a play and says what it is; `isFar` brings the board into view. */
  const select = (row, isFar = false, words = '') => {
    go({ line: row.line, turn: row.turn }, words);
    say([words, t('review.said', { seat: seatName(row.seat, rows.hands.get(row.line).players, youAt(id, row.line)), turn: row.turn + 1, loss: lossWords(row), sign: t(`sign.${SIGNS[row.mark] ?? 'none'}`) })].filter(Boolean).join(' '));
    if (isFar) requestAnimationFrame(() => document.getElementById('replay')?.scrollIntoView({ block: 'start' }));
  };
  const mistake = step => {
    const { row, isRound } = next(chosen(rows.decisions, { ...filter, sort: 'turn', mark: Math.max(1, filter.mark) }), place ?? { line: 0, turn: 0 }, step);
    const words = !row ? t('review.no_mistake') : idOf(row) === `${place.line}.${place.turn}` ? t('review.only_one') : isRound ? t(step > 0 ? 'review.round' : 'review.round_back') : '';
    if (row) return select(row, true, words);
    setNote(words);
    return say(words);
  };
  const step = by => {
    const to = turn + by;
    if (!moments[to]) return;
    const { row } = moments[to];
    if (row?.actions.length > 1) return select(row);
    go({ line: place.line, turn: to });
    say(row ? t('review.at', { turn: to + 1, of: moments.length - 1, who: nameOf(row.seat) }) : t('review.end'));
  };
  useKeys({
    ArrowRight: () => step(1), ArrowLeft: () => step(-1), '.': () => step(1), ',': () => step(-1),
    ']': () => mistake(1), '[': () => mistake(-1), '?': () => setHelp(true),
  });
  useEffect(() => {
    untilDone(tableAgents).then(setAgents).catch(() => {});
  }, []);
  const said = useRef(null);
  useEffect(() => {
    if (progress && progress.state !== said.current) {
      if (said.current !== null || progress.state === 'failed') say(t(`state.${progress.state}`));
      said.current = progress.state;
      if (progress.state === 'done') noteLosses(id, rows);
    }
  }, [progress?.state]);
  useEffect(() => {
    if (progress?.state === 'done') noteLosses(id, rows);
  }, [rows]);

  if (refusal?.status === 404) return html`<${GoneReview} />`;
  nameSeats(sittersOf(id, rows));
  nameScoringOf(rows.plays.find(row => row.line === place?.line));
  const players = Math.max(2, ...[...rows.hands.values()].map(one => one.players));
  const isRunning = progress && progress.state !== 'done';
  const name = !progress ? t('page.loading') : isRunning ? t('review.running', { n: progress.of }) : lines.length === 1 && rows.plays.length ? title(rows.plays[0].rules) : t('review.hands', { n: progress.hands });
  const record = records[(place?.line ?? 0) - 1];
  return html`<main id="main" tabindex="-1" class="review">
    <${Heading} kind=${t('page.review')} name=${name}>
      ${isRunning && html`<p class="facts"><span>${t('review.done', { done: progress.done, of: progress.of })}</span></p>`}<//>
    <${Gone} link=${link} />
    ${refusal && !refusal.isPassing && html`<p class="warning">${wordsOf(refusal)}</p>`}
    ${isRunning && html`<div class="progress"><p>${t(`state.${progress.state}`)} ${progress.error ?? ''}</p>
      ${progress.state !== 'failed' && html`<progress max=${progress.of || 1} value=${progress.done} aria-label=${t('review.progress')}></progress>`}</div>`}
    ${moments.length > 0 && html`
      ${lines.length > 1 && html`<label>${t('review.hand')} <select id="hand" onChange=${event => go({ line: Number(event.currentTarget.value), turn: 0 })}>
          ${lines.map(line => html`<option key=${line} value=${line} selected=${line === place.line}>${line}</option>`)}</select></label>`}
      <div class="columns" id="replay">
        <div class="main">
          <${ReplayBoard} moment=${moments[turn]} players=${hand.players} base=${you ?? 0} dealer=${hand.dealer} nameOf=${nameOf} />
          <div class="buttons steps">
            <button type="button" aria-disabled=${turn === 0} onClick=${() => step(-1)} aria-label=${t('review.back')}>← <kbd aria-hidden="true">,</kbd></button>
            <span class="now">${moments[turn].row ? t('review.turn_of', { turn: turn + 1, of: moments.length - 1 }) : t('review.end')}</span>
            <button type="button" aria-disabled=${turn === moments.length - 1} onClick=${() => step(1)} aria-label=${t('review.forth')}>→ <kbd aria-hidden="true">.</kbd></button>
            <button type="button" onClick=${() => mistake(-1)}>${t('review.previous_mistake')} <kbd aria-hidden="true">[</kbd></button>
            <button type="button" onClick=${() => mistake(1)}>${t('review.next_mistake')} <kbd aria-hidden="true">]</kbd></button>
          </div>
          <p class="note muted">${note}</p>
        </div>
        <div class="side"><${Decision} key=${`${place.line}.${turn}`} moments=${moments} turn=${turn} players=${hand.players} record=${record} agents=${agents} reviewId=${id} hasLine=${rows.hands.size > 1} you=${you} nameOf=${nameOf} /></div>
      </div>
      <${PlayStrip} moments=${moments} at=${turn} nameOf=${nameOf} onGo=${to => go({ line: place.line, turn: to })} />
      <${Panel} title=${t('review.piles')} isKept=${true}><${Counts} moment=${moments[turn]} players=${hand.players} you=${you} /><//>
      <${Headline} rows=${rows} players=${players} you=${you} nameOf=${nameOf} />
      <${Margin} moments=${moments} hand=${hand} side=${(you ?? 0) % moments[0].piles.length} players=${hand.players} you=${you} at=${turn} onGo=${to => go({ line: place.line, turn: to })} />
      <div class="buttons">
        <a class="button primary" href=${to(`/practice/${id}`, { seat: you ?? filter.seat })}>${t('review.practice')}</a>
        <button type="button" onClick=${() => setHelp(true)}>${t('keys.title')} <kbd aria-hidden="true">?</kbd></button>
      </div>
      <${DecisionList} you=${you} rows=${rows} shown=${shown} filter=${filter} onFilter=${setFilter} selected=${`${place.line}.${turn}`} players=${players} onSelect=${row => select(row, true)} />
      <${Panel} title=${t('review.numbers')}><${Story} hand=${hand} /><${Summary} summary=${rows.summary} players=${players} /><${Calibration} summary=${rows.summary} />
        <p class="foot muted">${t('review.foot')}</p><//>`}
    ${progress?.state === 'done' && !moments.length && html`<p class="muted">${t('review.none')}</p>`}
    <${Files} id=${id} records=${records} record=${record} isMany=${rows.hands.size > 1} />
    ${isHelp && html`<${KeysHelp} close=${() => setHelp(false)} rows=${[[['←', '→'], t('keys.plays')], [['[', ']'], t('keys.mistakes')], [['?'], t('keys.help')]]} />`}
  </main>`;
}

/** Saves and links. */
function Files({ id, records, record, isMany }) {
  const [shared, setShared] = useState('');
  useEffect(() => setShared(''), [record]);
  const share = async lines => {
    try {
      setShared(await shareLink(lines));
    } catch (error) {
      setShared('');
      say(wordsOf(error));
    }
  };
  return html`<${Panel} title=${t('review.files')}><div class="buttons">
    <a class="button" href=${`/api/reviews/${id}/page?lang=${language}&cards=${chosenStyle()}`} download=${`review-${id.slice(0, 8)}.html`}>${t('review.save')}</a>
    <button type="button" onClick=${() => save(`review-${id.slice(0, 8)}.jsonl`, records.join('\n'))}>${t('review.records')}</button>
    ${record && html`<button type="button" onClick=${() => share([record])}>${t('review.share')}</button>`}
    ${isMany && html`<button type="button" onClick=${() => share(records.filter(Boolean))}>${t('review.share_all')}</button>`}
  </div>${shared && html`<${CopyField} label=${t('review.link')} text=${shared} />${isLocal && html`<p class="muted">${t('share.local')} ${t('share.page')}</p>`}`}<//>`;
}
