//! Announces the events at a table: every play, the turn, the end of a hand.

import { useEffect, useRef } from './preact.js';
import { say } from './live.js';
import { openingWords } from './opening.js';
import { endWords } from './score.js';
import { handOf } from './tabledata.js';
import { about, sentences, t } from './words.js';

/** Announces the changes of `table` since it was last shown. */
export function useNarration(table) {
  const before = useRef(null);
  useEffect(() => {
    if (!table) return;
    const { rules, log, seat, phase } = table;
    const old = before.current;
    const key = handOf(table);
    before.current = { key, count: log.length, phase, turn: table.to_act, closed: table.closed?.sets.length ?? 0 };
    const lines = [];
    const tell = entry => lines.push(...sentences(entry, rules.players, seat));
    if (!old) {
      if (log.length <= rules.players) lines.push(...openingWords(table));
      log.slice(-rules.players).forEach(tell);
    } else if (old.key !== key) {
      lines.push(about('match.new_hand', table.view.dealer, { players: rules.players, you: seat }, { n: table.match.hands + 1 }));
      lines.push(...openingWords(table));
      log.forEach(tell);
    } else if (log.length < old.count) {
      lines.push(t('table.taken_back'));
    } else {
      log.slice(old.count).forEach(tell);
    }
    if (phase !== 'play' && old?.phase === 'play') lines.push(...endWords(table));
    const isTurn = phase === 'play' && seat !== null && table.to_act === seat;
    if (isTurn && (!old || old.turn !== seat || old.count !== log.length)) lines.push(table.view.declaring ? t('table.may_declare') : t('table.your_turn'));
    if (old && table.closed && table.closed.sets.length > old.closed) lines.push(t('closed.done'));
    lines.forEach(say);
  }, [table]);
}
