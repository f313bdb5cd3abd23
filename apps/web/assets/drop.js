//! Input of records: a file that is dropped or chosen, pasted text, or a share link.

import { html, useEffect, useState } from './preact.js';
import { get, openTable, post, postRecords, to, wordsOf } from './api.js';
import { say } from './live.js';
import { lastLevel, seatsFor } from './newgame.js';
import { SeatsForm } from './seatsform.js';
import { codeOf, unpack } from './share.js';
import { t } from './words.js';

/** Opens the review of records. */
export async function openReview(text) {
  const { id } = await postRecords(text.endsWith('\n') ? text : `${text}\n`);
  location.assign(to(`/review/${id}`));
}

const linesOf = text => text.split('\n').filter(line => line.trim());

/** The hand cards of a record's first line, or null if it is no record. */
function firstHands(text) {
  try {
    return JSON.parse(linesOf(text)[0]).hands;
  } catch {
    return null;
  }
}

export function RecordDrop() {
  const [text, setText] = useState('');
  const [isOver, setOver] = useState(false);
  const [trouble, setTrouble] = useState('');
  const [isBusy, setBusy] = useState(false);
  const guard = async work => {
    if (isBusy) return;
    setBusy(true);
    setTrouble('');
    try {
      await work();
    } catch (refusal) {
      setTrouble(wordsOf(refusal));
      say(wordsOf(refusal));
    } finally {
      setBusy(false);
    }
  };
  const take = file => file && guard(async () => {
    const content = await file.text();
    setText(content);
    say(t('drop.taken', { name: file.name, n: linesOf(content).length }));
  });
  const onDrop = event => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  const review = () => guard(async () => {
    const code = codeOf(text);
    await openReview(code ? await unpack(code) : text);
  });
  const count = codeOf(text) ? 0 : linesOf(text).length;
  return html`<section class=${isOver ? 'panel drop over' : 'panel drop'} onDragOver=${event => { event.preventDefault(); setOver(true); }}
      onDragLeave=${() => setOver(false)} onDrop=${onDrop}>
    <h2>${t('drop.title')}</h2>
    <p class="muted">${t('drop.what')}</p>
    <label class="file">${t('drop.file')} <input type="file" accept=".jsonl,.json,.txt,application/x-ndjson" onChange=${event => take(event.currentTarget.files[0])} /></label>
    <label>${t('drop.paste')} <textarea rows="3" spellcheck="false" value=${text} onInput=${event => setText(event.currentTarget.value)}></textarea></label>
    ${count > 0 && html`<p>${t('drop.lines', { n: count })}</p>`}
    ${trouble && html`<p class="warning">${trouble}</p>`}
    <div class="buttons"><button type="button" class="primary" aria-disabled=${!text.trim() || isBusy} onClick=${() => text.trim() && review()}>${t('drop.review')}</button></div>
    ${firstHands(text) && html`<${PlayRecord} line=${linesOf(text)[0]} players=${firstHands(text).length} guard=${guard} />`}
  </section>`;
}

/** Opens a table with the deal of a record. */
function PlayRecord({ line, players, guard }) {
  const [agents, setAgents] = useState([]);
  const [chosen, setChosen] = useState([]);
  const [turn, setTurn] = useState('0');
  useEffect(() => {
    get('/api/agents').then(setAgents).catch(() => {});
  }, []);
  const seats = seatsFor(players, lastLevel()).map((usual, seat) => chosen[seat] ?? usual);
  const play = () => guard(async () => openTable(await post('/api/tables', {
    rules: null, seats, seed: null, match: false, partners_open: false, auto_declare: true, record: line, turn: Number(turn),
  })));
  return html`<details class="more"><summary>${t('drop.play')}</summary>
    <${SeatsForm} seats=${seats} agents=${agents} onChange=${setChosen} />
    <label>${t('drop.turn')} <input type="text" inputmode="numeric" pattern="[0-9]*" value=${turn} onInput=${event => setTurn(event.currentTarget.value)} /></label>
    <button type="button" onClick=${play}>${t('drop.start')}</button>
  </details>`;
}
