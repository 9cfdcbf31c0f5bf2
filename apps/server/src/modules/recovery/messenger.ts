import type pg from 'pg';
import { contactsOf, findCustomerById } from '../account/store.ts';
import { newToken, tokenHash } from '../account/token.ts';
import type { MessageKind } from '../outbox/texts/text.ts';
import type { SecurityMessenger } from '../security/security-messenger.ts';
import { insertStop, type Recovery } from './store.ts';

export interface RecoveryMessengerOptions {
  readonly messenger: Pick<SecurityMessenger, 'write' | 'record' | 'wake'>;
  /** The app's address for links; null: links are paths only. */
  readonly publicUrl: string | null;
}

export const STOP_PAGE = '/web/#/pages/user/login/recoveryStop';
const SECURITY_PAGE = '/web/#/pages/settings/security/index';

/** Sends messages about a recovery to every contact, each with its own link that stops the recovery without a login. */
export class RecoveryMessenger {
  readonly #options: RecoveryMessengerOptions;

  constructor(options: RecoveryMessengerOptions) {
    this.#options = options;
  }

  /** In the caller's transaction. Messages have links only while the recovery can be stopped. */
  async write(
    client: pg.ClientBase,
    { id, customerId }: Pick<Recovery, 'id' | 'customerId'>,
    kind: MessageKind,
    values: Readonly<Record<string, string>>,
    stoppable: boolean,
  ): Promise<void> {
    const { messenger, publicUrl } = this.#options;
    const root = publicUrl ?? '';
    // The notice has no link: in the app the security page stops it.
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
