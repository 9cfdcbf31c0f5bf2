import type pg from 'pg';
import type { FeedEvent, FeedKind } from '../events/event.ts';

/** Customer ids. Called after the newest event to be read is known, so that no new customer is missed. */
export type FillsOf = (db: Pick<pg.ClientBase, 'query'>) => Promise<readonly number[]>;

interface Subscription<K extends FeedKind> {
  /** Its position is stored under this name: another name is another subscriber. */
  readonly name: string;
  readonly kinds: readonly K[];
  /** Where a new one starts: with all kept events, or with new ones. */
  readonly from: 'beginning' | 'now';
  /** Events within this many milliseconds are handled together; default 50. */
  readonly gatherMs?: number;
  /** Most events of one turn, and so of one transaction; default: a page. */
  readonly most?: number;
  /**
   * Customers whose fills it needs, asked before each page: fills of others are skipped, and none are read if the list
   * is empty. Absent: fills of all.
   */
  readonly fillsOf?: FillsOf;
}

/** Its effects are in this database: they share a transaction with the position, so each event takes effect once. */
export interface EffectSubscriber<K extends FeedKind = FeedKind> extends Subscription<K> {
  /**
   * Must do all its work through `client`. The returned function runs after the commit if the process survives; it may
   * only speed things up, such as waking a worker.
   */
  handle(client: pg.PoolClient, events: readonly FeedEvent<K>[]): Promise<void | (() => void)>;
}

/**
 * Its effects are elsewhere: the position advances after delivery, so each event is delivered at least once, and
 * perhaps again after a crash. Receivers detect duplicates by the event's id.
 */
export interface DeliverySubscriber<K extends FeedKind = FeedKind> extends Subscription<K> {
  deliver(events: readonly FeedEvent<K>[]): Promise<void>;
}

export type Subscriber<K extends FeedKind = FeedKind> = EffectSubscriber<K> | DeliverySubscriber<K>;

/** Belongs to this process, such as its sockets: gets new events at least once, and has no stored position. */
export interface Listener<K extends FeedKind = FeedKind> {
  readonly name: string;
  /** Whether it runs in every process that has customers' open pages; else in the one that delivers to subscribers. */
  readonly forPages?: boolean;
  readonly kinds: readonly K[];
  deliver(events: readonly FeedEvent<K>[]): Promise<void>;
}
