/** A preset's name, such as `'scopa'`, or a table of rules. */
export type Rules = string | object;

/** A hand: docs/reference/records.md. `?` stands for an unknown card. */
export type HandRecord = object;

/** The knowledge of a seat: docs/reference/protocol.md. */
export interface View {
  seat: number;
  dealer: number;
  hand: string;
  table: string;
  piles: string[];
  history: { seat: number; action: string }[];
  known?: string[];
  declared?: string[];
  [field: string]: unknown;
}

/** A hand, or the view of the seat to act with the rules. */
export type Position = { record: HandRecord | string; partners_open?: boolean } | { rules: Rules; view: View | string };

/** The budget and the agent of a decision. */
export interface Choice {
  agent?: string;
  level?: 'beginner' | 'club' | 'expert' | 'champion';
  simulations?: number;
  millis?: number;
  seed?: number;
  match?: { scores: number[]; hands?: number };
  /** Simulations of each action for its value. */
  laps?: number;
  /** Worlds for the chances of hidden cards. */
  worlds?: number;
  language?: 'en' | 'it';
}

/** An answer of `decide`. */
export interface Decision {
  agent: string;
  seat: number;
  side: number;
  action: string;
  points: number | null;
  actions: { action: string; policy: number; visits: number | null; points: number | null }[];
  simulations: number;
  nodes: number;
  worlds: number | null;
  millis: number;
  values?: { action: string; points: number; standard_error: number | null }[];
  beliefs?: Record<string, number[]>;
  words?: string;
}

/** A hand and the seat to act; `null` if the hand is over. */
export interface Turn {
  record: HandRecord;
  seat: number | null;
}

/** The functions, with their questions and answers. */
export interface Functions {
  about: [Record<string, never>, { version: string; rules: string[]; agents: string[]; levels: string[]; networks: string[] }];
  deal: [{ rules: Rules; seed: number; dealer?: number }, Turn];
  play: [{ record: HandRecord | string; action: string }, Turn];
  legal: [Position, { seat: number; declaring: boolean; actions: string[] }];
  view: [{ record: HandRecord | string; partners_open?: boolean }, { view: View; record: HandRecord }];
  score: [{ record: HandRecord | string }, { result: object | null; seat: number | null }];
  words: [Position & { language?: 'en' | 'it'; action?: string }, { rules: string; view: string | null; action: string | null }];
  decide: [Position & Choice, Decision];
}

/** A question at fault. */
export class BotError extends Error {
  field: string;
  expected: string;
  found: string;
}

/** Referee and bot. */
export class Bot {
  /** Loads the module; `source` is its address or its bytes, if it is not beside `index.js`. */
  static create(source?: string | URL | BufferSource): Promise<Bot>;
  /** Adds the network of a game: the name of a file in `networks`, another address, or its bytes. */
  load(source: string | URL | BufferSource): Promise<{ network: string }>;
  /** Answers a question. */
  ask<Name extends keyof Functions>(name: Name, question?: Functions[Name][0]): Functions[Name][1];
  /** Frees the memory of the bot. */
  free(): void;
}
