import type pg from 'pg';
import { appendToFeed } from '../feed/append.ts';
import { writeCustomerNotice } from './notice/write.ts';
import type { MessageKind } from './outbox/texts/text.ts';
import type { Teller } from './security/teller.ts';

export interface CustomerNewsOptions {
  readonly teller: Pick<Teller, 'write' | 'wake'>;
  readonly now: () => number;
}

type Values = Readonly<Record<string, string>>;

/**
 * What happened to a customer's money or identity, told twice: in the app and by mail. Both are written in the
 * transaction of what happened: neither is lost, and neither tells of what was rolled back.
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
    const { teller, now } = this.#options;
    const body = { message: kind, values };
    await appendToFeed(db, { kind: 'customerNews', customerId, atMs: now(), body });
    await writeCustomerNotice(db, customerId, kind, now(), values);
    await teller.write(db, customerId, kind, values);
  }

  /** After the commit: the mail leaves at once. */
  wake(): void {
    this.#options.teller.wake();
  }
}
