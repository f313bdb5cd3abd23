//! Finds the seat that this browser has at a table, and reloads the table when it changes.

import { useCallback, useEffect, useRef, useState } from './preact.js';
import { get, keyFromAddress, keysOf } from './api.js';
import { useStream } from './stream.js';
import { nameScoring, nameSeats } from './words.js';

/** The seat in the address, or the first one whose key this browser holds. */
export function seatHere(id) {
  keyFromAddress(id);
  const asked = new URLSearchParams(location.search).get('seat');
  const held = Object.keys(keysOf(id));
  const seat = asked ?? held[0] ?? null;
  return seat === null ? null : Number(seat);
}

/** The hand at a table, among those of all its matches. */
export const handOf = table => `${table?.match.number} ${table?.match.hands}`;

/** Loads a table and keeps it up to date. The words for its seats and its points change with it. */
export function useTable(id, seat, eyes) {
  const [table, setTable] = useState(null);
  const [refusal, setRefusal] = useState(null);
  const key = seat === null ? undefined : keysOf(id)[seat];
  const flight = useRef({ running: null, again: false });
  const query = seat !== null ? `?seat=${seat}` : eyes !== null ? `?eyes=${eyes}` : '';
  const path = `/api/tables/${id}${query}`;
  const newest = useRef(null);
  const latest = useRef(path);
  latest.current = path;

  /** Makes one request at a time. If news arrive during it, makes another. */
  const load = useCallback(() => {
    const now = flight.current;
    if (now.running) {
      now.again = true;
      return now.running;
    }
    const run = async () => {
      try {
        do {
          now.again = false;
          const asked = latest.current;
          const answer = await get(asked, key);
          if (asked === latest.current) {
            newest.current = answer;
            nameScoring(answer.rules);
            nameSeats(answer.seats);
            setTable(answer);
          } else {
            now.again = true;
          }
        } while (now.again);
        setRefusal(null);
      } catch (error) {
        setRefusal(error);
        throw error;
      } finally {
        now.running = null;
      }
    };
    now.running = run();
    return now.running;
  }, [key]);
  useEffect(() => {
    load().catch(() => {});
  }, [path]);
  const link = useStream(`/api/tables/${id}/events`, 'table', load);
  return { table, newest, refusal, link, load, key, address: path };
}
