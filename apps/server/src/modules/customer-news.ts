import type pg from 'pg';
import { writeCustomerNotice } from './notice/write.ts';
import type { MessageKind } from './outbox/texts/text.ts';
import type { Teller } from './security/teller.ts';

export interface CustomerNewsOptions {
  readonly teller: Pick<Teller, 'tell'>;
  readonly now: () => number;
}

type Values = Readonly<Record<string, string>>;

/** What happened to a customer's money, told twice: in the app and by mail. */
export class CustomerNews {
  readonly #options: CustomerNewsOptions;

  constructor(options: CustomerNewsOptions) {
    this.#options = options;
  }

  /** The notice, in the transaction of what happened. */
  write(
    db: Pick<pg.ClientBase, 'query'>,
    customerId: number,
    kind: MessageKind,
    values: Values,
  ): Promise<void> {
    return writeCustomerNotice(db, customerId, kind, this.#options.now(), values);
  }

  /** The same by mail or SMS, once it is committed. */
  send(customerId: number, kind: MessageKind, values: Values): Promise<void> {
    return this.#options.teller.tell(customerId, kind, values);
  }
}
