import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { moveCursor, takeCursor } from './cursors.ts';
import { isBehind, readPage, type Page, type Position } from './reader.ts';
import type { Listener, Subscriber } from './subscriber.ts';

export interface Turn {
  /** Whether there may be more to do at once. */
  readonly more: boolean;
  readonly events: number;
}

/** Handles one page of events. Rejects, with nothing done or moved, if the subscriber does. */
export type TakeTurn = (limit: number) => Promise<Turn>;

/** Effects and position in one transaction, which locks the position. */
export function subscriberTurn(pool: pg.Pool, subscriber: Subscriber): TakeTurn {
  const { name, kinds, fillsOf, most = Infinity } = subscriber;
  return async limit => {
    const afterwards: (() => void)[] = [];
    const turn = await inTransaction(pool, async client => {
      const from = await takeCursor(client, name);
      if (from === null) return { more: false, events: 0 };
      const page = await readPage(client, from, kinds, Math.min(limit, most), fillsOf);
      if (page.events.length > 0) {
        if ('handle' in subscriber) {
          const after = await subscriber.handle(client, page.events);
          if (after !== undefined) afterwards.push(after);
        } else {
          await subscriber.deliver(page.events);
        }
      }
      if (isBehind(from, page.end)) await moveCursor(client, name, page.end);
      return turnOf(page);
    });
    for (const after of afterwards) after();
    return turn;
  };
}

/** What comes after `from`. */
export function listenerTurn(pool: pg.Pool, listener: Listener, from: () => Promise<Position>): TakeTurn {
  let at: Position | null = null;
  return async limit => {
    at ??= await from();
    const page = await readPage(pool, at, listener.kinds, limit);
    if (page.events.length > 0) await listener.deliver(page.events);
    at = page.end;
    return turnOf(page);
  };
}

function turnOf({ full, events }: Page): Turn {
  return { more: full, events: events.length };
}
