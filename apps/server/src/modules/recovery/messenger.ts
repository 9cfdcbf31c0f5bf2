import type pg from 'pg';
import { contactsOf, findCustomerById } from '../account/store.ts';
import { newToken, tokenHash } from '../account/token.ts';
import type { MessageKind } from '../outbox/texts/text.ts';
import type { SecurityMessenger } from '../security/security-messenger.ts';
import { insertStop, type Recovery } from './store.ts';

export interface RecoveryMessengerOptions {
  readonly messenger: Pick<SecurityMessenger, 'write' | 'record' | 'wake'>;
  /** Where customers open the app; null: they know. */
  readonly publicUrl: string | null;
}

export const STOP_PAGE = '/web/#/pages/user/login/recoveryStop';
const SECURITY_PAGE = '/web/#/pages/settings/security/index';

/** Tells every contact of the account, each with a link of its own that stops the recovery without logging in. */
export class RecoveryMessenger {
  readonly #options: RecoveryMessengerOptions;

  constructor(options: RecoveryMessengerOptions) {
    this.#options = options;
  }

  /** In the transaction of what is told. Links only while there is something to stop. */
  async write(
    client: pg.ClientBase,
    { id, customerId }: Pick<Recovery, 'id' | 'customerId'>,
    kind: MessageKind,
    values: Readonly<Record<string, string>>,
    stoppable: boolean,
  ): Promise<void> {
    const { messenger, publicUrl } = this.#options;
    const root = publicUrl ?? '';
    // As a notice: in the app it is stopped where security is looked after.
    await messenger.record(client, customerId, kind, { ...values, stop: `${root}${SECURITY_PAGE}` });
    for (const contact of contactsOf(await findCustomerById(client, customerId))) {
      const stop = stoppable ? { stop: `${root}${STOP_PAGE}?token=${await newStop(client, id)}` } : {};
      await messenger.write(client, customerId, kind, { ...values, ...stop }, contact);
    }
  }

  wake(): void {
    this.#options.messenger.wake();
  }
}

async function newStop(client: pg.ClientBase, recoveryId: number): Promise<string> {
  const token = newToken();
  await insertStop(client, tokenHash(token), recoveryId);
  return token;
}
