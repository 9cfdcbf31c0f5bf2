import type pg from 'pg';
import type { Contact } from '../account/contact.ts';
import { contactsOf, findCustomerById } from '../account/store.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { MessageKind } from '../outbox/texts/text.ts';

export interface TellerOptions {
  readonly pool: pg.Pool;
  readonly outbox: Outbox;
}

/** Tells customers what happened to their account, where a thief with their phone or session cannot hide it. */
export class Teller {
  readonly #options: TellerOptions;

  constructor(options: TellerOptions) {
    this.#options = options;
  }

  /** By mail, or by SMS to those without an address; or to the contact given. */
  async tell(
    customerId: number,
    kind: MessageKind,
    values: Readonly<Record<string, string>> = {},
    to?: Contact,
  ): Promise<void> {
    const { pool, outbox } = this.#options;
    const customer = await findCustomerById(pool, customerId);
    const contact = to ?? contactsOf(customer)[0];
    if (contact === undefined) return;
    const channel = contact.kind === 'email' ? 'mail' : 'sms';
    await outbox.put(channel, contact.target, kind, customer?.language ?? 'en', values);
  }
}
