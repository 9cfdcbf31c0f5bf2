import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { appendToFeed } from '../../feed/append.ts';
import { writeCustomerNotice } from './write-notice.ts';
import type { MessageKind } from '../outbox/texts/text.ts';
import type { Notifier } from './notifier.ts';

export interface CustomerNewsOptions {
  readonly notifier: Pick<Notifier, 'mail' | 'wake'>;
  readonly now: () => number;
}

type Values = Readonly<Record<string, string>>;

/**
 * News of a customer's money or identity: a notice and, if they want it, a mail. Both are part of the caller's
 * transaction, so they commit or roll back with it. Pushes follow from the feed.
 */
export class CustomerNews {
  readonly #options: CustomerNewsOptions;

  constructor(options: CustomerNewsOptions) {
    this.#options = options;
  }

  async write(
    db: Pick<pg.ClientBase, 'query'>,
    customerId: number,
    kind: MessageKind,
    values: Values = {},
  ): Promise<void> {
    const { notifier, now } = this.#options;
    const atMs = now();
    await appendToFeed(db, { kind: 'customerNews', customerId, atMs, body: { message: kind, values } });
    await writeCustomerNotice(db, customerId, kind, atMs, values);
    await notifier.mail(db, { id: randomUUID(), customerId, kind, values, atMs });
  }

  /** Call it after the commit, so that the mail is sent at once. */
  wake(): void {
    this.#options.notifier.wake();
  }
}
