import type { Language } from '@tallystick/protocol';
import { PrivateStream, type Numbered, type StreamKind } from './private-stream.ts';

/** The customer whose topics a socket gets, and the language of notices. */
export interface Hearer {
  readonly customerId: number;
  readonly language: Language;
}

/** A topic that somebody watches. */
export interface OpenTopic {
  /** Delivers the snapshot between two deltas. Rejects when the database does. */
  snapshot(deliver: (snapshot: Numbered<unknown>) => void): Promise<void>;
  stop(): void;
}

/** Changes that a module sends to its customers' open pages. */
export interface PrivateTopic {
  /** Whether each language has a stream of its own. */
  readonly byLanguage: boolean;
  open(hearer: Hearer, emit: (message: Numbered<unknown>) => void): OpenTopic;
}

const EVERY_MS = 100;

export function privateTopic<Change, Delta, State>({
  kind,
  byLanguage = false,
  subscribe,
  read,
}: {
  readonly kind: StreamKind<Change, Delta, State>;
  readonly byLanguage?: boolean;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (hearer: Hearer, add: (change: Change) => void) => () => void;
  readonly read: (hearer: Hearer) => Promise<State>;
}): PrivateTopic {
  return {
    byLanguage,
    open(hearer, emit) {
      const stream = new PrivateStream(kind, emit, EVERY_MS);
      const unsubscribe = subscribe(hearer, change => stream.add(change));
      return {
        snapshot: deliver => stream.snapshot(() => read(hearer), deliver),
        stop() {
          unsubscribe();
          stream.stop();
        },
      };
    },
  };
}

/** The newest row of each key; rows that are not `kept` leave the state. */
export function newestRows<Key, Row>(
  keyOf: (row: Row) => Key,
  kept: (row: Row) => boolean = () => true,
  order: (a: Row, b: Row) => number = () => 0,
): StreamKind<readonly Row[], readonly Row[], readonly Row[]> {
  const latest = (rows: readonly Row[]): Row[] => [...new Map(rows.map(row => [keyOf(row), row])).values()];
  return {
    merge: (waiting, change) => latest([...(waiting ?? []), ...change]),
    delta: change => latest(change),
    overlay: (state, changes) =>
      latest([...state, ...changes.flat()])
        .filter(kept)
        .toSorted(order),
  };
}

/** The same with the fills that changed the rows. A delta has the rows under `name`. */
export function rowsAndFills<Name extends string, Row, Fill>(
  name: Name,
  rows: StreamKind<readonly Row[], readonly Row[], readonly Row[]>,
): StreamKind<{ readonly rows: readonly Row[]; readonly fills: readonly Fill[] }, unknown, readonly Row[]> {
  return {
    merge: (waiting, change) => ({
      rows: rows.merge(waiting?.rows ?? null, change.rows),
      fills: [...(waiting?.fills ?? []), ...change.fills],
    }),
    delta: change => ({ [name]: rows.delta(change.rows), fills: change.fills }),
    overlay: (state, changes) =>
      rows.overlay(
        state,
        changes.map(change => change.rows),
      ),
  };
}

/** New rows are put in front; known ones keep their place. */
export function newInFront<Row>(
  idOf: (row: Row) => unknown,
): StreamKind<readonly Row[], readonly Row[], readonly Row[]> {
  const withNew = (rows: readonly Row[], added: readonly Row[]): readonly Row[] => {
    const known = new Set(rows.map(idOf));
    return [...added.filter(row => !known.has(idOf(row))), ...rows];
  };
  return {
    merge: (waiting, change) => withNew(waiting ?? [], change),
    delta: change => change,
    overlay: (state, changes) => changes.reduce(withNew, state),
  };
}

interface Sides {
  readonly takerCustomerId: number;
  readonly makerCustomerId: number;
}

/** The customer's side of each trade; both sides if they traded with themself. */
export function ownSides<Trade extends Sides, Fill>(
  trades: readonly Trade[],
  customerId: number,
  fillOf: (trade: Trade, role: 'taker' | 'maker') => Fill,
): Fill[] {
  const roles = ['taker', 'maker'] as const;
  return trades.flatMap(trade =>
    roles.filter(role => trade[`${role}CustomerId`] === customerId).map(role => fillOf(trade, role)),
  );
}
