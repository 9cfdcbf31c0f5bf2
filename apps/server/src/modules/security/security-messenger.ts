import type pg from 'pg';
import { appendToFeed } from '../../feed/append.ts';
import type { Contact } from '../account/contact.ts';
import type { MessageKind } from '../outbox/texts/text.ts';
import { Messenger, type MessengerOptions } from '../notification/messenger.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

/** Tells customers of changes to their account's security, and adds these to the feed. */
export class SecurityMessenger extends Messenger {
  readonly #now: () => number;

  constructor(options: MessengerOptions & { readonly now: () => number }) {
    super(options);
    this.#now = options.now;
  }

  override async write(
    db: Queries,
    customerId: number,
    kind: MessageKind,
    values: Readonly<Record<string, string>> = {},
    to?: Contact,
  ): Promise<void> {
    if (to === undefined) await this.record(db, customerId, kind, values);
    await super.write(db, customerId, kind, values, to);
  }

  /** Adds to the feed only, for changes that are told to several contacts or not at all. */
  async record(
    db: Queries,
    customerId: number,
    kind: MessageKind,
    values: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const atMs = this.#now();
    await appendToFeed(db, { kind: 'securityNews', customerId, atMs, body: { message: kind, values } });
  }
}
