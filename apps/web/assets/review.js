//! The pages of a review: the losses, decision by decision.

import { html, useCallback, useEffect, useMemo, useRef, useState } from './preact.js';
import { get, getText, save, to, untilDone, wordsOf } from './api.js';
import { chosenStyle } from './deck.js';
import { DecisionList, Losses } from './decisions.js';
import { Decision } from './decision.js';
import { RecordDrop, openReview } from './drop.js';
import { Gone, Heading } from './frame.js';
import { agentNames } from './after.js';
import { KeysHelp, useKeys } from './keys.js';
import { say } from './live.js';
import { chosen, idOf, next, playersOf, readRows, SIGNS } from './rows.js';
import { shareLink, unpack } from './share.js';
import { CopyField } from './sitting.js';
import { useStream } from './stream.js';
import { Calibration, Story, Summary } from './summary.js';
import { fixed, language, nameScoring, seatName, t } from './words.js';

/** The page without a review: takes records, or opens those in the address. */
export function ReviewStart() {
  const code = new URLSearchParams(location.hash.slice(1)).get('d');
  const [trouble, setTrouble] = useState('');
  useEffect(() => {
    if (!code) return;
    unpack(code).then(openReview).catch(refusal => setTrouble(wordsOf(refusal)));
  }, []);
  return html`<main id="main" tabindex="-1" class="home"><${Heading} kind=${t('page.review')} name=${t('review.start')} />
    ${trouble && html`<p class="warning">${trouble}</p>`}
    ${code && !trouble ? html`<p role="status">${t('review.opening')}</p>` : html`<${RecordDrop} />`}
  </main>`;
}

/** The progress and the rows of a review, which are loaded while it runs. */
export function useReview(id) {
  const [progress, setProgress] = useState(null);
  const [rows, setRows] = useState({ decisions: [], hands: new Map(), summary: null });
  const [records, setRecords] = useState([]);
  const [refusal, setRefusal] = useState(null);
  const fetched = useRef({ done: -1, at: 0, cost: 0, busy: false, isEnd: false });
  const [presets, setPresets] = useState([]);
  const [isWhole, setWhole] = useState(false);
  const load = useCallback(async event => {
    const news = event ?? await get(`/api/reviews/${id}`).catch(error => {
      setRefusal(error);
      throw error;
    });
    setRefusal(null);
    setProgress(news);
    const last = fetched.current;
    const isEnd = news.state === 'done' || news.state === 'failed';
    const isDue = Date.now() - last.at > 1500 + 5 * last.cost;
    last.isEnd = isEnd;
    if (last.busy || !isEnd && (news.done === last.done || !isDue)) return;
    last.busy = true;
    try {
      let wasEnd;
      do {
        wasEnd = last.isEnd;
        const start = Date.now();
        setRows(readRows(await getText(`/api/reviews/${id}/rows`)));
        Object.assign(last, { done: news.done, at: Date.now(), cost: Date.now() - start });
      } while (last.isEnd && !wasEnd);
      setWhole(wasEnd);
    } finally {
      last.busy = false;
    }
  }, [id]);
  useEffect(() => {
    untilDone(() => get('/api/rules')).then(setPresets).catch(() => {});
    untilDone(() => getText(`/api/reviews/${id}/record`)).then(text => setRecords(text.split('\n'))).catch(() => {});
  }, [id]);
  const link = useStream(`/api/reviews/${id}/events`, 'progress', load, !isWhole);
  /** Names the scoring suit of a decision's rules, if they are a preset. */
  const nameSuitOf = row => {
    const toml = presets.find(one => one.name === row?.rules)?.toml ?? '';
    const single = toml.split('[score.single]')[1]?.split('\n[')[0] ?? '';
    nameScoring({ suit: toml.match(/^suit\s*=\s*"(\w)"/m)?.[1], single: [...single.matchAll(/"(\w\w)"/g)].map(([, card]) => card) });
  };
  return { progress, rows, records, refusal, link, nameSuitOf };
}

const fromAddress = () => new URLSearchParams(location.hash.slice(1)).get('at');

export function ReviewPage({ id }) {
  const { progress, rows, records, refusal, link, nameSuitOf } = useReview(id);
  const [selected, setSelected] = useState(fromAddress);
  const [filter, setFilter] = useState({ seat: null, mark: 0, sort: 'size', line: null });
  const [agents, setAgents] = useState([]);
  const [shared, setShared] = useState('');
  const [isHelp, setHelp] = useState(false);
  const shown = useMemo(() => chosen(rows.decisions, filter), [rows, filter]);
  const inOrder = useMemo(() => chosen(rows.decisions, { ...filter, sort: 'turn', mark: 0 }), [rows, filter]);
  const decision = rows.decisions.find(row => idOf(row) === selected) ?? shown[0] ?? null;
  const select = (row, isFar = false) => {
    if (!row) return say(t('review.no_more'));
    setSelected(idOf(row));
    setShared('');
    history.replaceState(null, '', `${location.pathname}${location.search}#at=${idOf(row)}`);
    const words = t('review.said', { seat: seatName(row.seat, playersOf(rows, row)), turn: row.turn, loss: fixed(Math.max(0, row.loss)), sign: row.mark ? t(`sign.${SIGNS[row.mark]}`) : t('sign.none') });
    say(words);
    if (isFar) requestAnimationFrame(() => document.getElementById('decision')?.scrollIntoView({ block: 'nearest' }));
  };
  const go = (list, step, test) => select(next(list, decision && idOf(decision), step, test), true);
  useKeys({
    ']': () => go(inOrder, 1, row => row.mark), '[': () => go(inOrder, -1, row => row.mark),
    '.': () => go(inOrder, 1), ',': () => go(inOrder, -1), '?': () => setHelp(true),
  });
  useEffect(() => {
    untilDone(agentNames).then(setAgents).catch(() => {});
  }, []);
  const said = useRef(null);
  useEffect(() => {
    if (progress && progress.state !== said.current) {
      if (said.current !== null || progress.state === 'failed') say(t(`state.${progress.state}`));
      said.current = progress.state;
    }
  }, [progress?.state]);

  nameSuitOf(decision);
  const line = decision?.line ?? null;
  const share = async all => {
    try {
      setShared(await shareLink(all ? records.filter(Boolean) : [records[line - 1]]));
    } catch (error) {
      setShared('');
      say(wordsOf(error));
    }
  };
  const players = Math.max(2, ...[...rows.hands.values()].map(hand => hand.players));
  const help = isHelp && html`<${KeysHelp} close=${() => setHelp(false)} rows=${[[['[', ']'], t('keys.mistakes')], [[',', '.'], t('keys.decisions')], [['?'], t('keys.help')]]} />`;
  return html`<main id="main" tabindex="-1" class="review">
    <${Heading} kind=${t('page.review')} name=${progress ? t('review.hands', { n: progress.hands }) : t('page.loading')}>
      ${progress && html`<p class="facts"><span>${t('review.reviewer', { name: progress.reviewer })}</span> <span>${t('review.done', { done: progress.done, of: progress.of })}</span></p>`}
    <//>
    <${Gone} link=${link} />
    ${refusal && !refusal.isPassing && html`<p class="warning">${wordsOf(refusal)}</p>`}
    ${progress && progress.state !== 'done' && html`<div class="progress"><p>${t(`state.${progress.state}`)} ${progress.error ?? ''}</p>
      ${progress.state !== 'failed' && html`<progress max=${progress.of || 1} value=${progress.done} aria-label=${t('review.progress')}></progress>`}</div>`}
    <div class="buttons tools">
      <a class="button" href=${to(`/practice/${id}`, { seat: filter.seat })}>${t('review.practice')}</a>
      <a class="button" href=${`/api/reviews/${id}/page?lang=${language}&cards=${chosenStyle()}`} download=${`review-${id.slice(0, 8)}.html`}>${t('review.save')}</a>
      <button type="button" onClick=${() => save(`review-${id.slice(0, 8)}.jsonl`, records.join('\n'))}>${t('review.records')}</button>
      ${decision && html`<button type="button" onClick=${() => share(false)}>${t('review.share')}</button>`}
      ${decision && rows.hands.size > 1 && html`<button type="button" onClick=${() => share(true)}>${t('review.share_all')}</button>`}
      <button type="button" onClick=${() => setHelp(true)}>${t('keys.title')} <kbd aria-hidden="true">?</kbd></button>
    </div>
    ${shared && html`<${CopyField} label=${t('review.link')} text=${shared} />`}
    ${decision ? html`<div class="columns">
      <div class="main">
        <${Losses} rows=${rows} line=${line} decision=${decision} seat=${filter.seat} onSelect=${row => select(row)} />
        <${Decision} key=${idOf(decision)} row=${decision} players=${playersOf(rows, decision)} record=${records[decision.line - 1]} agents=${agents} reviewId=${id} hasLine=${rows.hands.size > 1} />
      </div>
      <div class="side"><${DecisionList} rows=${rows} shown=${shown} filter=${filter} onFilter=${setFilter} decision=${decision} players=${players} onSelect=${row => select(row)} /></div>
    </div>` : html`<p class="muted">${progress?.state === 'done' ? t('review.none') : ''}</p>`}
    <${Story} hand=${rows.hands.get(line)} />
    <${Summary} summary=${rows.summary} players=${players} />
    <${Calibration} summary=${rows.summary} />
    ${decision && html`<p class="foot muted">${t('review.foot')}</p>`}
    ${help}
  </main>`;
}
