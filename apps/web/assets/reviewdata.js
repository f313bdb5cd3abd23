//! The data of a review: its progress, its rows, its records. They are loaded while it runs.

import { useCallback, useEffect, useRef, useState } from './preact.js';
import { get, getText, untilDone } from './api.js';
import { NO_ROWS, readRows } from './rows.js';
import { useStream } from './stream.js';
import { nameScoring } from './words.js';

/** The rows of a finished or running review. */
export const rowsOf = async id => readRows(await getText(`/api/reviews/${id}/rows`));

/** Names what scores in the rules of a row, if they are a preset. */
export function useScoring() {
  const [presets, setPresets] = useState([]);
  useEffect(() => {
    untilDone(() => get('/api/rules')).then(setPresets).catch(() => {});
  }, []);
  return row => {
    const toml = presets.find(one => one.name === row?.rules)?.toml ?? '';
    const single = toml.split('[score.single]')[1]?.split('\n[')[0] ?? '';
    nameScoring({ suit: toml.match(/^suit\s*=\s*"(\w)"/m)?.[1], single: [...single.matchAll(/"(\w\w)"/g)].map(([, card]) => card) });
  };
}

/** The progress and the rows of a review. */
export function useReview(id) {
  const [progress, setProgress] = useState(null);
  const [rows, setRows] = useState(NO_ROWS);
  const [records, setRecords] = useState([]);
  const [refusal, setRefusal] = useState(null);
  const fetched = useRef({ done: -1, at: 0, cost: 0, busy: false, isEnd: false });
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
        setRows(await rowsOf(id));
        Object.assign(last, { done: news.done, at: Date.now(), cost: Date.now() - start });
      } while (last.isEnd && !wasEnd);
      setWhole(wasEnd);
    } finally {
      last.busy = false;
    }
  }, [id]);
  useEffect(() => {
    untilDone(() => getText(`/api/reviews/${id}/record`)).then(text => setRecords(text.split('\n'))).catch(() => {});
  }, [id]);
  const link = useStream(`/api/reviews/${id}/events`, 'progress', load, !isWhole);
  const nameScoringOf = useScoring();
  return { progress, rows, records, refusal, link, nameScoringOf };
}
