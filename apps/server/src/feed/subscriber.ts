import type pg from 'pg';
import type { FeedEvent, FeedKind } from '../events/event.ts';

/** Ids of customers; in the order of the feed it is asked after the newest event that is read. */
export type FillsOf = (db: Pick<pg.ClientBase, 'query'>) => Promise<readonly number[]>;

interface Subscription<K extends FeedKind> {
  /** Its position is kept under it: another name is another subscriber. */
  readonly name: string;
  readonly kinds: readonly K[];
  /** Where it begins when it is first known: with all that is kept, or with what comes. */
  readonly from: 'beginning' | 'now';
  /** What happens within so many milliseconds is handled together; 50 unless told otherwise. */
  readonly gatherMs?: number;
  /** Events of one turn, and so of one transaction, at most; as many as fit a page unless told otherwise. */
  readonly most?: number;
  /**
   * Whose fills it has any use for, asked for anew before each page: other customers’ are passed over, and with nobody
   * none is read. Without it everybody’s are told.
   */
  readonly fillsOf?: FillsOf;
}

/** Whose effect is in this database: it and the position are one transaction, so each event has its effect once. */
export interface EffectSubscriber<K extends FeedKind = FeedKind> extends Subscription<K> {
  /**
   * Everything it does goes through `client`. What it returns is done after the commit, if the process lives that
   * long: only what would happen a little later without it, such as waking a worker.
   */
  handle(client: pg.PoolClient, events: readonly FeedEvent<K>[]): Promise<void | (() => void)>;
}

/**
 * Whose effect is elsewhere: its position moves when it has delivered, so each event is delivered at least once, and
 * perhaps again after a crash. Receivers leave out doubles by the event's id.
 */
export interface DeliverySubscriber<K extends FeedKind = FeedKind> extends Subscription<K> {
  deliver(events: readonly FeedEvent<K>[]): Promise<void>;
}

export type Subscriber<K extends FeedKind = FeedKind> = EffectSubscriber<K> | DeliverySubscriber<K>;

/** Belongs to this process, such as its sockets: hears what comes, at least once, and has no position to keep. */
export interface Listener<K extends FeedKind = FeedKind> {
  readonly name: string;
  readonly kinds: readonly K[];
  deliver(events: readonly FeedEvent<K>[]): Promise<void>;
}
