import type { Command, CommandType, Event, EventOf, PostingReason } from '@tallystick/core';
import type { CommandOf } from '@tallystick/core/command';
import type { WireLedgerEntry } from '@tallystick/protocol';
import type { Snake } from '@tallystick/protocol/word-case';
import type { ExchangeEvents } from '../projections/exchange-events.ts';
import type { StoredColumn } from '../projections/kinds.ts';
import type { Moment } from '../projections/latest.ts';
import type { ProjectionTable } from '../projections/table.ts';

/** What the engine knows of one part of the core: how its commands are journaled, and what its events write. */
export interface EngineProduct<
  C extends Command = never,
  E extends Event = never,
  R extends PostingReason = never,
> {
  /**
   * The fields of its commands in the order of the journal. Never reorder or remove one, only add at the end: journals
   * are kept for good.
   */
  readonly commands: { readonly [T in C['type']]: FieldsOf<T> };
  /** What becomes of its postings. */
  readonly postings: { readonly [T in R]: PostingUse<T> };
  /** Which of its events belong to the answer of a command; those that are not named always do. */
  readonly answers?: { readonly [T in E['type']]?: BelongsToAnswer<EventOf<T>> };
  /** Whose rows follow from the journal. */
  readonly tables: readonly AuditedTable[];
  /** What a batch writes of it, there and to the feed. */
  readonly batch?: (feed: ExchangeEvents) => BatchPart<E>;
}

type FieldOf<T extends CommandType> = Exclude<keyof CommandOf<T>, 'type'>;
/**
 * Whether a field holds a bigint (or null): those travel as decimal strings. `optional`: one that was added later, at
 * the end, and is no bigint; rows written before lack it.
 */
type KindOf<V> = undefined extends V
  ? 'optional'
  : bigint extends V
    ? 'bigint'
    : Extract<V, bigint> extends never
      ? 'plain'
      : 'bigint';
export type FieldsOf<T extends CommandType> = { readonly [F in FieldOf<T>]: KindOf<CommandOf<T>[F]> };

/** A field as its line names it: `amountMinor:bigint`, and a plain one by its name alone. */
type FieldWord<T extends CommandType> = {
  [F in FieldOf<T> & string]: KindOf<CommandOf<T>[F]> extends 'plain' ? F : `${F}:${KindOf<CommandOf<T>[F]>}`;
}[FieldOf<T> & string];
type WordsOf<Line extends string> = Line extends `${infer Word} ${infer Rest}` ? Word | WordsOf<Rest> : Line;
type Differing<A, B> = Exclude<A, B> | Exclude<B, A>;
/** The line, if it names each field and no other; else a type that no line has. */
type Complete<Line extends string, Words> = [Differing<WordsOf<Line>, Words>] extends [never]
  ? Line
  : { readonly differing: Differing<WordsOf<Line>, Words> };

/** The fields of commands, each command in one line: words in the order of the journal. */
export function journaled<C extends Command>() {
  return <const L extends { readonly [T in C['type']]: string }>(
    lines: L & { readonly [T in C['type']]: Complete<L[T], FieldWord<T>> },
  ) =>
    Object.fromEntries(
      Object.entries<string>(lines).map(([type, line]) => [
        type,
        Object.fromEntries(line.split(' ').map(word => [...word.split(':'), 'plain'].slice(0, 2))),
      ]),
    ) as unknown as { readonly [T in C['type']]: FieldsOf<T> };
}

/** Those that customers' ledgers have. */
export type LedgerReason = {
  [R in PostingReason]: Snake<R> extends WireLedgerEntry['reason'] ? R : never;
}[PostingReason];

/**
 * - `told`: in ledgers of customers, and in the answer of the command.
 * - `ledger`: in ledgers alone, as an order or a position says it already.
 * - `answer`: in the answer alone: it changes no customer's total.
 * - `none`: a move within one account, which an order or a position says already.
 */
export type PostingUse<R extends PostingReason> = R extends LedgerReason
  ? 'told' | 'ledger'
  : 'answer' | 'none';

/** Of the customer who sent the command; null: nobody's. A command may set off what is other people's business. */
export type BelongsToAnswer<E> = (event: E, customerId: number | null) => boolean;

export interface BatchPart<E extends Event> {
  readonly tables: readonly ProjectionTable[];
  /** What each of its events writes. Of what writes nothing the reason is named. */
  readonly on: { readonly [T in E['type']]: ((event: EventOf<T>, at: Moment) => void) | string };
  /** What postings say beside it, by their reason; before the events that come after them. */
  readonly posted?: { readonly [R in PostingReason]?: (event: EventOf<'posted'>) => void };
  /** Ends the batch: coalesced rows are laid out. */
  close?(): void;
}

interface Declared {
  readonly name: string;
  /** Orders the rows, and names one. */
  readonly key: readonly string[];
  readonly columns: readonly StoredColumn[];
}

interface AuditRules {
  /** What somebody else writes, or what counts attempts that failed, too. */
  readonly ignore?: readonly string[];
  /** Which rows are compared, of the stored and of the computed alike. */
  readonly where?: string;
}

/** A table whose every row follows from the journal. */
export type AuditedTable = Declared & AuditRules;

export function audited({ name, key, columns }: Declared, rules: AuditRules = {}): AuditedTable {
  return { name, key, columns, ...rules };
}
