import type pg from 'pg';
import type { Contact } from '../account/contact.ts';
import { contactsOf, findCustomerById } from '../account/store.ts';
import type { Outbox, WriteOptions } from '../outbox/outbox.ts';
import type { MessageKind } from '../outbox/texts/text.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

export interface MessengerOptions {
  readonly outbox: Outbox;
}

/** Tells customers by mail or SMS what happened to their account, because a stolen session cannot hide those. */
export class Messenger {
  readonly #options: MessengerOptions;

  constructor(options: MessengerOptions) {
    this.#options = options;
  }

  /**
   * By mail, or by SMS to customers without an address, or to the contact given. Stored in the caller’s transaction, so
   * that it cannot be lost. Call `wake` after the commit.
   */
  async write(
    db: Queries,
    customerId: number,
    kind: MessageKind,
    values: Readonly<Record<string, string>> = {},
    to?: Contact,
    options?: WriteOptions,
  ): Promise<void> {
    const customer = await findCustomerById(db, customerId);
    const contact = to ?? contactsOf(customer)[0];
    if (contact === undefined) return;
    const channel = contact.kind === 'email' ? 'mail' : 'sms';
    const language = customer?.language ?? 'en';
    await this.#options.outbox.write(db, channel, contact.target, kind, language, values, options);
  }

  /** Sends stored messages at once instead of at the outbox’s next turn. */
  wake(): void {
    this.#options.outbox.wake();
  }
}
