//! Announces the events at a table: every play, the turn, the end of a hand.

import { useEffect, useRef } from './preact.js';
import { say } from './live.js';
import { matchWords, resultWords } from './score.js';
import { seatName, sentence, t } from './words.js';

/** Announces the changes of `table` since it was last shown. */
export function useNarration(table) {
  const before = useRef(null);
  useEffect(() => {
    if (!table) return;
    const { rules, log, seat, phase } = table;
    const old = before.current;
    const key = `${table.match.hands}`;
    before.current = { key, count: log.length, phase, turn: table.to_act, closed: table.closed?.sets.length ?? 0 };
    const lines = [];
    if (!old) {
      log.slice(-rules.players).forEach(entry => lines.push(sentence(entry, rules.players, seat)));
    } else if (old.key !== key) {
      lines.push(t('match.new_hand', { n: table.match.hands + 1, who: seatName(table.view.dealer, rules.players) }));
      log.forEach(entry => lines.push(sentence(entry, rules.players, seat)));
    } else if (log.length < old.count) {
      lines.push(t('table.taken_back'));
    } else {
      log.slice(old.count).forEach(entry => lines.push(sentence(entry, rules.players, seat)));
    }
    if (phase !== 'play' && old?.phase === 'play') lines.push(resultWords(table), matchWords(table));
    const isTurn = phase === 'play' && seat !== null && table.to_act === seat;
    if (isTurn && (!old || old.turn !== seat || old.count !== log.length)) lines.push(table.view.declaring ? t('table.may_declare') : t('table.your_turn'));
    if (old && table.closed && table.closed.sets.length > old.closed) lines.push(t('closed.done'));
    lines.forEach(say);
  }, [table]);
}
