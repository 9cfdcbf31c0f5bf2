import type { Command, CommandType, Event, EventOf, PostingReason } from '@tallystick/core';
import type { CommandOf } from '@tallystick/core/command';
import type { WireLedgerEntry } from '@tallystick/protocol';
import type { Snake } from '@tallystick/protocol/word-case';
import type { ExchangeEvents } from '../projections/exchange-events.ts';
import type { HouseQuotes } from '../projections/house-quotes.ts';
import type { StoredColumn } from '../projections/kinds.ts';
import type { Moment } from '../projections/latest.ts';
import type { ProjectionTable } from '../projections/table.ts';

/** How the engine stores one part of the core: how its commands are journaled, and what its events write. */
export interface EngineProduct<
  C extends Command = never,
  E extends Event = never,
  R extends PostingReason = never,
> {
  /**
   * The fields of its commands in journal order. Never reorder or remove one, only add at the end: journals are kept for
   * good.
   */
  readonly commands: { readonly [T in C['type']]: FieldsOf<T> };
  /** How its postings are used. */
  readonly postings: { readonly [T in R]: PostingUse<T> };
  /** Which of its events belong to the answer of a command; events not named here always do. */
  readonly answers?: { readonly [T in E['type']]?: BelongsToAnswer<EventOf<T>> };
  /** Tables whose rows follow from the journal. */
  readonly tables: readonly AuditedTable[];
  /** What a batch writes into them and into the feed. */
  readonly batch?: (feed: ExchangeEvents, house: HouseQuotes) => BatchPart<E>;
}

type FieldOf<T extends CommandType> = Exclude<keyof CommandOf<T>, 'type'>;
/**
 * How a field is journaled. `bigint` (or null): as a decimal string. `optional`: added later, at the end, and not a
 * bigint; rows written before lack it.
 */
type KindOf<V> = undefined extends V
  ? 'optional'
  : bigint extends V
    ? 'bigint'
    : Extract<V, bigint> extends never
      ? 'plain'
      : 'bigint';
export type FieldsOf<T extends CommandType> = { readonly [F in FieldOf<T>]: KindOf<CommandOf<T>[F]> };

/** A field as its command's line names it: `amountMinor:bigint`, or the name alone if it is plain. */
type FieldWord<T extends CommandType> = {
  [F in FieldOf<T> & string]: KindOf<CommandOf<T>[F]> extends 'plain' ? F : `${F}:${KindOf<CommandOf<T>[F]>}`;
}[FieldOf<T> & string];
type WordsOf<Line extends string> = Line extends `${infer Word} ${infer Rest}` ? Word | WordsOf<Rest> : Line;
type Differing<A, B> = Exclude<A, B> | Exclude<B, A>;
/** The line if it names exactly the command's fields, otherwise a type that no line has. */
type Complete<Line extends string, Words> = [Differing<WordsOf<Line>, Words>] extends [never]
  ? Line
  : { readonly differing: Differing<WordsOf<Line>, Words> };

/** The fields of commands: one line for each command, with its fields in the order of the journal. */
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

/** Reasons that customers' ledgers show. */
export type LedgerReason = {
  [R in PostingReason]: Snake<R> extends WireLedgerEntry['reason'] ? R : never;
}[PostingReason];

/**
 * - `ledgerAndAnswer`: in customers' ledgers and in the answer of the command.
 * - `ledger`: in ledgers alone, because an order or a position already shows it to the sender.
 * - `answer`: in the answer alone, because no customer's total changes.
 * - `none`: a move within one account that an order or a position already shows.
 */
export type PostingUse<R extends PostingReason> = R extends LedgerReason
  ? 'ledgerAndAnswer' | 'ledger'
  : 'answer' | 'none';

/** `customerId`: who sent the command, or null. A command may also cause events of other customers. */
export type BelongsToAnswer<E> = (event: E, customerId: number | null) => boolean;

export interface BatchPart<E extends Event> {
  readonly tables: readonly ProjectionTable[];
  /** What each of its events writes. For events that write nothing, the reason is given. */
  readonly on: { readonly [T in E['type']]: ((event: EventOf<T>, at: Moment) => void) | string };
  /** What postings write in addition, by their reason. Called before the events that follow them. */
  readonly posted?: { readonly [R in PostingReason]?: (event: EventOf<'posted'>) => void };
  /** Writes the quotes of an account that is the house's no longer. */
  readonly release?: (customerId: number) => void;
}

interface Declared {
  readonly name: string;
  /** Columns that order the rows and identify one. */
  readonly key: readonly string[];
  readonly columns: readonly StoredColumn[];
}

interface AuditRules {
  /** Columns that are not compared: written elsewhere, or counting failed attempts as well. */
  readonly ignore?: readonly string[];
  /** Which rows are compared, both stored and computed. */
  readonly where?: string;
}

/** A table whose every row follows from the journal. */
export type AuditedTable = Declared & AuditRules;

export function audited({ name, key, columns }: Declared, rules: AuditRules = {}): AuditedTable {
  return { name, key, columns, ...rules };
}
